//! Declarations that ANF and CPS share: sums, global cells, foreign functions.

use crate::TypeReader;
use crate::{Foreign, ForeignId, Global, GlobalId, Linkage, TyId, TyTable};
use base::{LocatedError, Name, PrimaryMap, SecondaryMap, Span};
use c_abi::Signature;
use rustc_hash::FxHashMap;
use std::fmt;
use std::sync::Arc;
use text::{Cursor, Read, Tok, show_name, show_segment, show_str};

/// Global cells and foreign functions while a module is read, by name.
#[derive(Default)]
pub struct Declared {
    /// Cells, in order.
    pub globals: PrimaryMap<GlobalId, Global>,
    /// Foreign functions, in order.
    pub foreigns: PrimaryMap<ForeignId, Foreign>,
    /// The places of the names of cells.
    pub global_spans: SecondaryMap<GlobalId, Span>,
    /// The places of the names of foreign functions.
    pub foreign_spans: SecondaryMap<ForeignId, Span>,
    global_names: FxHashMap<Name, GlobalId>,
    foreign_names: FxHashMap<Name, ForeignId>,
}

impl Declared {
    /// The global cell of this name.
    pub fn global(&self, name: &str) -> Option<GlobalId> {
        self.global_names.get(name).copied()
    }

    /// The foreign function of this name.
    pub fn foreign(&self, name: &str) -> Option<ForeignId> {
        self.foreign_names.get(name).copied()
    }

    /// Reads `name: ty`, after the word `global`.
    pub fn global_item(
        &mut self,
        cursor: &mut Cursor<'_>,
        reader: &TypeReader,
        types: &mut TyTable,
        linkage: Linkage,
    ) -> Read<()> {
        let (name, span) = cursor.name("the name of a global")?;
        cursor.expect(Tok::Colon)?;
        let ty = reader.ty(cursor, types)?;
        let global = self.globals.push(Global { name: name.clone(), ty, linkage });
        self.global_spans[global] = span;
        if self.global_names.insert(name.clone(), global).is_some() {
            let label = format!("`{name}` is declared before");
            cursor.report(LocatedError::new(span, "global declared twice", label));
        }
        Ok(())
    }

    /// Reads `name "symbol" (ty, ...) -> (ty, ...) [as type -> type]`, after the word `foreign`.
    pub fn foreign_item(
        &mut self,
        cursor: &mut Cursor<'_>,
        reader: &TypeReader,
        types: &mut TyTable,
    ) -> Read<()> {
        let (name, span) = cursor.name("the name of a foreign function")?;
        let (symbol, _) = cursor.utf8("the symbol of a foreign function")?;
        let params = reader.tys(cursor, types)?;
        cursor.expect(Tok::Arrow)?;
        let results = reader.tys(cursor, types)?;
        let c = c_types(cursor)?;
        let made = Foreign { name: name.clone(), symbol, params, results, c };
        let foreign = self.foreigns.push(made);
        self.foreign_spans[foreign] = span;
        if self.foreign_names.insert(name.clone(), foreign).is_some() {
            let label = format!("`{name}` is declared before");
            cursor.report(LocatedError::new(span, "foreign function declared twice", label));
        }
        Ok(())
    }
}

/// Reads `as type -> type`, if it is there.
pub fn c_types(cursor: &mut Cursor<'_>) -> Read<Option<Arc<Signature>>> {
    if !cursor.eat_word("as") {
        return Ok(None);
    }
    crate::c_signature(cursor).map(|signature| Some(Arc::new(signature)))
}

/// The C types of a foreign function as the text writes them.
pub fn show_c_types(c: Option<&Signature>) -> String {
    c.map_or(String::new(), |signature| format!(" as {signature}"))
}

/// Writes sums, global cells and foreign functions, a line each.
pub fn write_declarations(
    f: &mut fmt::Formatter<'_>,
    types: &TyTable,
    globals: &PrimaryMap<GlobalId, Global>,
    foreigns: &PrimaryMap<ForeignId, Foreign>,
) -> fmt::Result {
    write_named_types(f, types)?;
    for sum in types.sums.values() {
        write!(f, "sum {}", show_segment(&sum.name))?;
        for (i, constructor) in sum.constructors.iter().enumerate() {
            write!(f, " {} {}", if i == 0 { "=" } else { "|" }, show_segment(&constructor.name))?;
            if !constructor.fields.is_empty() {
                write_types(f, types, &constructor.fields)?;
            }
        }
        writeln!(f)?;
    }
    for global in globals.values() {
        let linkage = match global.linkage {
            Linkage::Local => "",
            Linkage::Export => "export ",
            Linkage::Import => "import ",
        };
        writeln!(f, "{linkage}global {}: {}", show_name(&global.name), types.show(global.ty))?;
    }
    for foreign in foreigns.values() {
        let symbol = show_str(foreign.symbol.as_bytes());
        write!(f, "foreign {} {symbol} ", show_name(&foreign.name))?;
        write_types(f, types, &foreign.params)?;
        write!(f, " -> ")?;
        write_types(f, types, &foreign.results)?;
        writeln!(f, "{}", show_c_types(foreign.c.as_deref()))?;
    }
    Ok(())
}

/// Writes the types that have names, a line each.
pub fn write_named_types(f: &mut fmt::Formatter<'_>, types: &TyTable) -> fmt::Result {
    types.named().try_for_each(|(name, whole)| writeln!(f, "type {name} = {whole}"))
}

/// Writes `(ty, ...)`.
pub fn write_types(f: &mut fmt::Formatter<'_>, types: &TyTable, tys: &[TyId]) -> fmt::Result {
    f.write_str("(")?;
    for (i, ty) in tys.iter().enumerate() {
        write!(f, "{}{}", if i > 0 { ", " } else { "" }, types.show(*ty))?;
    }
    f.write_str(")")
}
