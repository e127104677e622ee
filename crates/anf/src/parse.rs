//! Text to modules: reads what `print.rs` writes and keeps its numbers.
//!
//! The declarations and the headers of the functions are read first, then the
//! bodies, so that items may stand in any order. Names are resolved here;
//! types, and where a join point may be used, are the checker's business.

mod body;
mod mistakes;
mod place;
#[cfg(test)]
mod tests;

use crate::{Define, Fun, Import, Linkage, MAX_NESTING, Module, Var, VarInfo};
use base::{LocatedError, Name, Pos, SecondaryMap, Span};
use mistakes::{Binder, unknown_item};
use rustc_hash::FxHashSet;
use text::{Cursor, Names, Outline, PosReader, Read, Tok, unescape, version};
use types::{Declared, ForeignId, GlobalId, SumId, TyId, TyTable, TypeReader};

pub use place::place;

/// The places of the parts of a module in its text.
#[derive(Clone, Debug, Default)]
pub struct Spans {
    /// The binding of each variable.
    pub vars: SecondaryMap<Var, Span>,
    /// The bindings and tails of all functions, in the order of the text: a
    /// binding before the bodies inside it.
    pub nodes: Vec<Span>,
    /// The names of sums where they are declared.
    pub sums: SecondaryMap<SumId, Span>,
    /// The names of global cells where they are declared.
    pub globals: SecondaryMap<GlobalId, Span>,
    /// The names of foreign functions where they are declared.
    pub foreigns: SecondaryMap<ForeignId, Span>,
}

/// Reads a module.
pub fn parse(source: &[u8]) -> Result<Module, Vec<LocatedError>> {
    parse_with_spans(source).map(|(module, _)| module)
}

/// Reads a module, and where its parts stand.
pub fn parse_with_spans(source: &[u8]) -> Result<(Module, Spans), Vec<LocatedError>> {
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
        spans: Spans::default(),
        unsure: FxHashSet::default(),
    };
    let read = parser.module();
    let Parser {
        mut cursor,
        names,
        mut types,
        positions,
        declared,
        mut module,
        mut spans,
        reader,
        ..
    } = parser;
    module.positions = positions.finish(&mut cursor);
    let hole = types.i64();
    let unused: Name = "_".into();
    module.vars = names.into_map(|| VarInfo { name: unused.clone(), ty: hole });
    module.types = types;
    for (text, span) in &outline.sums {
        if let Some(sum) = reader.sum(&unescape(text)) {
            spans.sums[sum] = *span;
        }
    }
    spans.globals = declared.global_spans;
    spans.foreigns = declared.foreign_spans;
    module.globals = declared.globals;
    module.foreigns = declared.foreigns;
    cursor.finish(read.map(|()| (module, spans)), &outline)
}

/// The head of a function whose body has not been read.
struct Header<'s> {
    name: Var,
    params: Vec<(&'s str, TyId, Span)>,
    results: Vec<TyId>,
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
    spans: Spans,
    /// The names of variables whose bindings could not be read.
    unsure: FxHashSet<Name>,
}

/// Those who know a function.
enum Known {
    /// This module.
    Here,
    /// Other units.
    Export,
    /// C, as the foreign function of this name.
    Define(Name, Span),
}

/// Words that begin a binding or a tail, follow a body, or are constants; no
/// variable is called so without a number.
fn is_word(text: &str) -> bool {
    let binding = matches!(text, "fun" | "join" | "cont" | "and" | "else" | "with");
    let tail = matches!(
        text,
        "ret" | "tailcall" | "jump" | "if" | "switch" | "case" | "raise" | "throw" | "unreachable"
    );
    binding || tail || matches!(text, "true" | "false" | "inf" | "nan" | "null")
}

impl<'s> Parser<'s, '_> {
    fn module(&mut self) -> Read<()> {
        version(&mut self.cursor, "anf", 1)?;
        let mut funs = Vec::new();
        let mut entry = None;
        while !self.cursor.at(Tok::End) {
            match self.recover(|parser| parser.item(&mut funs, &mut entry))? {
                Some(true) => {}
                Some(false) => break,
                None if self.cursor.on_new_line() => {}
                None => self.skip_to_item(),
            }
        }
        for (header, body) in funs {
            self.cursor.seek(body);
            let fun = self.recover(|parser| parser.fun_body(header))?;
            self.module.funs.extend(fun);
        }
        if let Some((text, span)) = entry {
            self.module.entry = Some(self.lookup(text, span));
        }
        for (name, at, fun) in std::mem::take(&mut self.defines) {
            match self.declared.foreign(&name) {
                Some(foreign) => self.module.defines.push(Define { foreign, fun }),
                None => {
                    let label = format!("there is no foreign function `{name}`");
                    self.report(at, "unknown foreign function", label);
                }
            }
        }
        Ok(())
    }

    /// Reads an item; of a function only the head. Says whether to go on: not
    /// after a body whose end is not known.
    fn item(
        &mut self,
        funs: &mut Vec<(Header<'s>, usize)>,
        entry: &mut Option<(&'s str, Span)>,
    ) -> Read<bool> {
        let (word, span) = self.cursor.name_text("a declaration or a function")?;
        match word {
            "pos" => self.positions.item(&mut self.cursor)?,
            "type" => self.reader.type_item(&mut self.cursor, &mut self.types)?,
            "sum" => self.reader.sum_item(&mut self.cursor, &mut self.types)?,
            "global" => self.global(Linkage::Local)?,
            "foreign" => {
                self.declared.foreign_item(&mut self.cursor, &self.reader, &mut self.types)?
            }
            "import" if self.cursor.eat_word("global") => self.global(Linkage::Import)?,
            "import" => self.import()?,
            "export" if self.cursor.eat_word("global") => self.global(Linkage::Export)?,
            "export" => {
                self.cursor.expect_word("fun")?;
                return self.fun_item(funs, Known::Export);
            }
            "define" => {
                let (name, at) = self.cursor.name("the name of a foreign function")?;
                self.cursor.expect_word("fun")?;
                return self.fun_item(funs, Known::Define(name, at));
            }
            "fun" => return self.fun_item(funs, Known::Here),
            "entry" => {
                let (text, at) = self.cursor.name_text("the name of a function")?;
                if entry.replace((text, at)).is_some() {
                    self.report(at, "two entries", "a module has one entry at most".to_owned());
                }
            }
            _ => {
                return Err(unknown_item(word, span));
            }
        }
        Ok(true)
    }

    fn report(&mut self, span: Span, title: &str, label: String) {
        self.cursor.report(LocatedError::new(span, title, label));
    }

    fn global(&mut self, linkage: Linkage) -> Read<()> {
        self.declared.global_item(&mut self.cursor, &self.reader, &mut self.types, linkage)
    }

    fn import(&mut self) -> Read<()> {
        let (text, span) = self.binder_name()?;
        let (symbol, _) = self.cursor.utf8("the symbol of an imported function")?;
        self.cursor.expect(Tok::Colon)?;
        let ty = self.ty()?;
        let var = self.top_level(text, span, ty);
        self.module.imports.push(Import { var, symbol });
        Ok(())
    }

    fn fun_item(&mut self, funs: &mut Vec<(Header<'s>, usize)>, known: Known) -> Read<bool> {
        let (text, span) = self.binder_name()?;
        let unknown = self.types.i64();
        let name = self.top_level(text, span, unknown);
        match known {
            Known::Here => {}
            Known::Export => self.module.exports.push(name),
            Known::Define(foreign, at) => self.defines.push((foreign, at, name)),
        }
        let header = self.header(name)?;
        if !self.cursor.at(Tok::OpenBrace) {
            return Err(self.cursor.unexpected("`{`"));
        }
        funs.push((header, self.cursor.span().start));
        Ok(self.cursor.skip_block(self.outline))
    }

    /// Binds a name that the whole module knows.
    fn top_level(&mut self, text: &'s str, span: Span, ty: TyId) -> Var {
        if self.names.lookup(text).is_some() {
            self.report(span, "function declared twice", format!("`{text}` is declared before"));
        }
        self.bind(text, span, ty)
    }

    /// `(x: ty, ...) -> (ty, ...) [pos]`; the function's type is known then.
    fn header(&mut self, name: Var) -> Read<Header<'s>> {
        let params = self.params()?;
        let results = self.results()?;
        let pos = self.positions.optional(&mut self.cursor);
        let args: Vec<TyId> = params.iter().map(|(_, ty, _)| *ty).collect();
        let ty = self.types.fun(&args, &results);
        self.set_type(name, ty);
        Ok(Header { name, params, results, pos })
    }

    fn fun_body(&mut self, header: Header<'s>) -> Read<Fun> {
        self.names.enter();
        let params = self.bind_all(&header.params);
        let body = self.braces()?;
        self.names.leave();
        Ok(Fun { name: header.name, params, results: header.results, body, pos: header.pos })
    }

    /// `(x: ty, ...)`
    fn params(&mut self) -> Read<Vec<(&'s str, TyId, Span)>> {
        let mut params = Vec::new();
        self.cursor.expect(Tok::Open)?;
        if self.cursor.eat(Tok::Close) {
            return Ok(params);
        }
        loop {
            params.push(self.binder(Binder::InParentheses)?);
            if self.cursor.eat(Tok::Close) {
                return Ok(params);
            }
            if !self.cursor.eat(Tok::Comma) {
                return Err(self.cursor.unexpected("`,` or `)`"));
            }
        }
    }

    /// `x: ty`
    fn binder(&mut self, binder: Binder) -> Read<(&'s str, TyId, Span)> {
        let (text, span) = self.binder_name()?;
        if !self.cursor.at(Tok::Colon) {
            return Ok((text, self.no_type(text, binder)?, span));
        }
        self.cursor.bump();
        Ok((text, self.ty()?, span))
    }

    fn binder_name(&mut self) -> Read<(&'s str, Span)> {
        let (text, span) = self.cursor.name_text("a variable")?;
        if is_word(text) {
            let error = LocatedError::new(
                span,
                "not a variable",
                format!("`{text}` is a word of the language"),
            );
            let hint = format!("take another name, or give it a number: `{text}.0`");
            self.cursor.report(error.with_hint(hint));
        }
        Ok((text, span))
    }

    fn ty(&mut self) -> Read<TyId> {
        self.reader.ty(&mut self.cursor, &mut self.types)
    }

    /// A new variable, not in scope yet.
    fn fresh(&mut self, text: &'s str, span: Span, ty: TyId) -> Var {
        let var = self.names.fresh(text, |name| VarInfo { name, ty });
        self.spans.vars[var] = span;
        var
    }

    fn bind(&mut self, text: &'s str, span: Span, ty: TyId) -> Var {
        let var = self.fresh(text, span, ty);
        self.names.introduce(text, var);
        var
    }

    fn bind_all(&mut self, binders: &[(&'s str, TyId, Span)]) -> Vec<Var> {
        binders.iter().map(|(text, ty, span)| self.bind(text, *span, *ty)).collect()
    }

    fn set_type(&mut self, var: Var, ty: TyId) {
        if let Some(info) = self.names.info_mut(var) {
            info.ty = ty;
        }
    }

    /// The variable that a name means here. Something stands in for an unknown
    /// one, after it has been reported.
    fn lookup(&mut self, text: &'s str, span: Span) -> Var {
        if let Some(var) = self.names.lookup(text) {
            return var;
        }
        let error =
            LocatedError::new(span, "unknown variable", format!("`{text}` is not in scope"));
        let near = if self.cursor.is_tired() { None } else { self.names.nearest(text) };
        self.cursor.report(match near {
            Some(name) => error.with_hint(format!("did you mean `{name}`?")),
            None => error,
        });
        let ty = self.types.i64();
        self.unsure.insert(unescape(text).into());
        self.names.fresh(text, |name| VarInfo { name, ty })
    }
}
