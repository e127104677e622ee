//! Text to modules: reads what `print.rs` writes and keeps its numbers.
//!
//! The declarations and the headers of the functions are read first, then the
//! bodies, so that items may stand in any order. Names are resolved here;
//! types, and where a continuation may be used, are the checker's business.

mod body;

use crate::{Define, Fun, Import, MAX_NESTING, Module, Tail, Var, VarInfo};
use base::{LocatedError, Name, Pos, PrimaryMap, Span};
use prim::text::OpNames;
use rustc_hash::FxHashMap;
use text::{Cursor, Names, Outline, PosReader, Read, Tok, version};
use types::{Foreign, ForeignId, Global, GlobalId, Linkage, Ty, TyId, TyTable, TypeReader};

/// Reads a module.
pub fn parse(source: &[u8]) -> Result<Module, Vec<LocatedError>> {
    parse_with_heads(source).map(|(module, _)| module)
}

/// Reads a module, and where the names of its functions stand, in their order.
///
/// # Errors
/// The same as those of [`parse`].
pub fn parse_with_heads(source: &[u8]) -> Result<(Module, Vec<Span>), Vec<LocatedError>> {
    let outline = Outline::scan(source);
    let mut cursor = Cursor::new(source, MAX_NESTING);
    let mut types = TyTable::default();
    let reader = TypeReader::new(&mut cursor, &outline, &mut types);
    let mut parser = Parser {
        names: Names::new(&outline),
        outline: &outline,
        cursor,
        types,
        reader,
        positions: PosReader::new(),
        declared: Declared::default(),
        module: Module::default(),
        defines: Vec::new(),
        heads: Vec::new(),
    };
    let read = parser.module();
    let Parser { mut cursor, names, mut types, positions, declared, mut module, heads, .. } =
        parser;
    module.positions = positions.finish(&mut cursor);
    let hole = types.i64();
    let unused: Name = "_".into();
    module.vars = names.into_map(|| VarInfo { name: unused.clone(), ty: hole });
    module.types = types;
    module.globals = declared.globals;
    module.foreigns = declared.foreigns;
    cursor.finish(read.map(|()| (module, heads)), &outline)
}

/// Cells and foreign functions, by name.
#[derive(Default)]
struct Declared {
    globals: PrimaryMap<GlobalId, Global>,
    global_names: FxHashMap<Name, GlobalId>,
    foreigns: PrimaryMap<ForeignId, Foreign>,
    foreign_names: FxHashMap<Name, ForeignId>,
}

impl OpNames for Declared {
    fn global(&self, name: &str) -> Option<GlobalId> {
        self.global_names.get(name).copied()
    }
    fn foreign(&self, name: &str) -> Option<ForeignId> {
        self.foreign_names.get(name).copied()
    }
}

/// A binder as written: name and type.
type Binder<'s> = (&'s str, TyId);

/// The head of a function whose body has not been read.
struct Header<'s> {
    name: Var,
    params: Vec<Binder<'s>>,
    k: Binder<'s>,
    pos: Pos,
}

struct Parser<'s, 'o> {
    outline: &'o Outline<'s>,
    cursor: Cursor<'s>,
    types: TyTable,
    reader: TypeReader,
    names: Names<'s, Var, VarInfo>,
    positions: PosReader,
    declared: Declared,
    module: Module,
    /// The foreign functions that functions define, by name.
    defines: Vec<(Name, Span, Var)>,
    heads: Vec<Span>,
}

impl<'s> Parser<'s, '_> {
    fn module(&mut self) -> Read<()> {
        version(&mut self.cursor, "cps", 1)?;
        let mut bodies = Vec::new();
        let mut entry = None;
        while !self.cursor.at(Tok::End) {
            if self.cursor.eat_word("entry") {
                entry = Some(self.cursor.name_text("a function")?);
            } else {
                self.item(&mut bodies)?;
            }
        }
        for (header, at) in bodies {
            self.cursor.seek(at);
            let fun = self.fun_body(header)?;
            self.module.funs.push(fun);
        }
        if let Some((text, span)) = entry {
            self.module.entry = self.lookup(text, span);
        }
        for (name, at, fun) in std::mem::take(&mut self.defines) {
            match self.declared.foreign_names.get(&name) {
                Some(foreign) => self.module.defines.push(Define { foreign: *foreign, fun }),
                None => {
                    let label = format!("there is no foreign function `{name}`");
                    let error = LocatedError::new(at, "unknown foreign function", label);
                    self.cursor.report(error);
                }
            }
        }
        Ok(())
    }

    fn item(&mut self, bodies: &mut Vec<(Header<'s>, usize)>) -> Read<()> {
        if self.cursor.eat_word("pos") {
            return self.positions.item(&mut self.cursor);
        }
        if self.cursor.eat_word("type") {
            return self.reader.type_item(&mut self.cursor, &mut self.types);
        }
        if self.cursor.eat_word("sum") {
            return self.reader.sum_item(&mut self.cursor, &mut self.types);
        }
        if self.cursor.eat_word("foreign") {
            return self.foreign();
        }
        let linkage = if self.cursor.eat_word("export") {
            Linkage::Export
        } else if self.cursor.eat_word("import") {
            Linkage::Import
        } else {
            Linkage::Local
        };
        if self.cursor.eat_word("global") {
            return self.global(linkage);
        }
        if linkage == Linkage::Import {
            return self.import();
        }
        let define = self.cursor.eat_word("define");
        let foreign = if define { Some(self.cursor.name("a foreign function")?) } else { None };
        self.cursor.expect_word("fun")?;
        let (text, span) = self.cursor.name_text("a function")?;
        if self.names.lookup(text).is_some() {
            let label = format!("`{text}` is bound before");
            self.cursor.report(LocatedError::new(span, "function bound twice", label));
        }
        let name = self.bind(text, None);
        self.heads.push(span);
        let header = self.header(name)?;
        if linkage == Linkage::Export {
            self.module.exports.push(name);
        }
        self.defines.extend(foreign.map(|(foreign, at)| (foreign, at, name)));
        bodies.push((header, self.cursor.span().start));
        if !self.cursor.skip_block(self.outline) {
            // The outline stopped early; reading the body meets the fault.
            let (header, _) = bodies.remove(bodies.len() - 1);
            self.fun_body(header)?;
        }
        Ok(())
    }

    fn foreign(&mut self) -> Read<()> {
        let (name, span) = self.cursor.name("a foreign function")?;
        let (symbol, _) = self.cursor.utf8("a symbol")?;
        let params = self.reader.tys(&mut self.cursor, &mut self.types)?;
        self.cursor.expect(Tok::Arrow)?;
        let results = self.reader.tys(&mut self.cursor, &mut self.types)?;
        let c = types::c_types(&mut self.cursor)?;
        let made = Foreign { name: name.clone(), symbol, params, results, c };
        let id = self.declared.foreigns.push(made);
        if self.declared.foreign_names.insert(name.clone(), id).is_some() {
            self.twice("foreign function declared twice", &name, span);
        }
        Ok(())
    }

    fn global(&mut self, linkage: Linkage) -> Read<()> {
        let (name, span) = self.cursor.name("a global")?;
        self.cursor.expect(Tok::Colon)?;
        let ty = self.ty()?;
        let id = self.declared.globals.push(Global { name: name.clone(), ty, linkage });
        if self.declared.global_names.insert(name.clone(), id).is_some() {
            self.twice("global declared twice", &name, span);
        }
        Ok(())
    }

    fn twice(&mut self, title: &str, name: &str, span: Span) {
        let label = format!("`{name}` is declared before");
        self.cursor.report(LocatedError::new(span, title, label));
    }

    fn import(&mut self) -> Read<()> {
        let (text, _) = self.cursor.name_text("an imported function")?;
        let (symbol, _) = self.cursor.utf8("a symbol")?;
        self.cursor.expect(Tok::Colon)?;
        let ty = self.ty()?;
        let var = self.bind(text, Some(ty));
        self.module.imports.push(Import { var, symbol });
        Ok(())
    }

    fn ty(&mut self) -> Read<TyId> {
        self.reader.ty(&mut self.cursor, &mut self.types)
    }

    /// Binds a name; a type that is not known yet is filled in later.
    fn bind(&mut self, text: &'s str, ty: Option<TyId>) -> Var {
        let ty = ty.unwrap_or_else(|| self.types.i64());
        self.names.bind(text, |name| VarInfo { name, ty })
    }

    fn set_ty(&mut self, var: Var, ty: Ty) {
        let ty = self.types.intern(ty);
        if let Some(info) = self.names.info_mut(var) {
            info.ty = ty;
        }
    }

    fn lookup(&mut self, text: &str, span: Span) -> Option<Var> {
        let var = self.names.lookup(text);
        if var.is_none() {
            let label = format!("`{text}` is not bound here");
            self.cursor.report(LocatedError::new(span, "unknown variable", label));
        }
        var
    }

    fn binder(&mut self) -> Read<Binder<'s>> {
        let (text, _) = self.cursor.name_text("a variable")?;
        self.cursor.expect(Tok::Colon)?;
        Ok((text, self.ty()?))
    }

    fn binders(&mut self) -> Read<Vec<Binder<'s>>> {
        self.cursor.expect(Tok::Open)?;
        let mut binders = Vec::new();
        while !self.cursor.eat(Tok::Close) {
            if !binders.is_empty() {
                self.cursor.expect(Tok::Comma)?;
            }
            binders.push(self.binder()?);
        }
        Ok(binders)
    }

    /// Parameters, return and position of a function, after its name.
    fn header(&mut self, name: Var) -> Read<Header<'s>> {
        let params = self.binders()?;
        self.cursor.expect_word("return")?;
        let k = self.binder()?;
        let pos = self.positions.optional(&mut self.cursor);
        let results = if let Ty::Cont(results) = self.types.get(k.1) {
            results.clone()
        } else {
            let span = self.cursor.span();
            let label = "the return has the type `cont(...)`";
            self.cursor.report(LocatedError::new(span, "not a continuation", label));
            Vec::new()
        };
        self.set_ty(name, Ty::Fun(params.iter().map(|p| p.1).collect(), results));
        Ok(Header { name, params, k, pos })
    }

    fn fun_body(&mut self, header: Header<'s>) -> Read<Fun> {
        self.names.enter();
        let params = header.params.iter().map(|p| self.bind(p.0, Some(p.1))).collect();
        let k = self.bind(header.k.0, Some(header.k.1));
        let body = self.braces()?;
        self.names.leave();
        Ok(Fun { name: header.name, params, k, body, pos: header.pos })
    }
}

/// The tail that stands for one that could not be resolved.
const NOTHING: Tail = Tail::Unreachable;

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::{Expect, expect};

    fn round_trip(source: &str) {
        let module = parse(source.as_bytes()).unwrap();
        let text = module.to_string();
        assert_eq!(text, source);
    }

    fn refused(source: &str, expected: Expect) {
        let errors = parse(source.as_bytes()).unwrap_err();
        let lines: Vec<_> = errors.iter().map(|e| format!("{}: {}", e.title, e.label)).collect();
        expected.assert_eq(&lines.join("\n"));
    }

    #[test]
    fn what_prints_reads_back() {
        round_trip(include_str!("../tests/all.cps"));
    }

    #[test]
    fn errors_are_reported_together() {
        refused(
            "cps 1 fun f(x: i64) return k: cont(i64) { jump k y  } fun g() return k: i64 { jump j }",
            expect![[r#"
                not a continuation: the return has the type `cont(...)`
                unknown variable: `y` is not bound here
                unknown variable: `j` is not bound here"#]],
        );
        refused("cps 1 fun f() return k: cont() { x: i64 }", expect!["expected `=`: found `}`"]);
    }
}
