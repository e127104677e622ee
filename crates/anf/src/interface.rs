//! The interface of a unit: what it imports and exports, with types, as units that are compiled at
//! different times tell each other.
//!
//! ```text
//! import f "g" : fun(i64) -> (i64)     wants     kont.export g : fun(i64) -> (i64)
//! export global c : str                gives     kont.export global c : str
//! ```
//! Each is a symbol of the object file. The type is part of it, with the declarations of its sums, so
//! that a linker finds nothing where an import and an export differ in type.

use crate::{Global, Import, Linkage, Module};
use base::Name;
use types::TyId;

/// The beginning of the symbols of exports.
pub const EXPORT: &str = "kont.export ";

/// The symbols by which a unit and others find each other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Interface {
    /// Those of what it wants.
    pub imports: Vec<String>,
    /// Those of what it gives.
    pub exports: Vec<String>,
}

impl Interface {
    /// The interface of a module.
    pub fn of(module: &Module) -> Interface {
        let imports = module.imports.iter().map(|import| imported(module, import));
        let exports = module.exports.iter().map(|var| &module.vars[*var]);
        let exports = exports.map(|info| symbol(module, "", &info.name, info.ty));
        let cells = |linkage: Linkage| {
            let cells = module.globals.values().filter(move |global| global.linkage == linkage);
            cells.map(|global| cell(module, global))
        };
        Interface {
            imports: imports.chain(cells(Linkage::Import)).collect(),
            exports: exports.chain(cells(Linkage::Export)).collect(),
        }
    }
}

/// The symbol of what a function is imported as.
pub(crate) fn imported(module: &Module, import: &Import) -> String {
    symbol(module, "", &import.symbol, module.vars[import.var].ty)
}

/// The symbol of a cell.
pub(crate) fn cell(module: &Module, global: &Global) -> String {
    symbol(module, "global ", &global.name, global.ty)
}

fn symbol(module: &Module, kind: &str, name: &Name, ty: TyId) -> String {
    format!("{EXPORT}{kind}{name} : {}", module.types.described(ty))
}

/// The name and the type that a symbol tells of, if it is that of an export.
pub fn parts(symbol: &str) -> Option<(&str, &str)> {
    symbol.strip_prefix(EXPORT)?.split_once(" : ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_part_of_symbols() {
        let text = "anf 1 sum list = nil | cons(i64, list)
            import f \"g\" : fun(list) -> (i64)
            import global c: str
            export global d: array(i8)
            export fun h() -> () { ret }";
        let interface = Interface::of(&crate::parse(text.as_bytes()).expect("a module"));
        let list = "list {nil()cons(i64, ^1)}";
        assert_eq!(
            interface.imports,
            [format!("kont.export g : fun({list}) -> (i64)"), "kont.export global c : str".into()]
        );
        let exports = ["kont.export h : fun() -> ()", "kont.export global d : array(i8)"];
        assert_eq!(interface.exports, exports);
        assert_eq!(parts(exports[1]), Some(("global d", "array(i8)")));
    }
}
