//! Modules as text. Deterministic; a variable keeps its number, so that two
//! dumps can be compared.

use crate::op::show_op;
use crate::{Atom, Body, Cont, Fun, Let, Module, Tail, Var};
use base::Pos;
use prim::Const;
use prim::text::{OpText, show_const};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::{Display, Formatter, Result};
use text::{show_name, show_pos, show_segment, show_str, write_positions};
use types::{ForeignId, GlobalId, Linkage, Ty, TyTable, Width, write_named_types};

/// Deeper bodies are not indented further: the text would grow with the square
/// of the depth.
const MAX_INDENT: usize = 40;

impl OpText for Module {
    fn types(&self) -> &TyTable {
        &self.types
    }

    fn global_name(&self, global: GlobalId) -> &str {
        self.globals.get(global).map_or("?", |g| &g.name)
    }

    fn foreign_name(&self, foreign: ForeignId) -> &str {
        self.foreigns.get(foreign).map_or("?", |f| &f.name)
    }
}

impl Module {
    /// A variable as the text writes it.
    pub fn show_var(&self, var: Var) -> impl Display + '_ {
        ShownVar { name: self.vars.get(var).map_or("?", |info| &info.name), var }
    }
}

struct ShownVar<'a> {
    name: &'a str,
    var: Var,
}

impl Display for ShownVar<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}.{}", show_name(self.name), self.var.0)
    }
}

impl Display for Module {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, "cps 1")?;
        write_positions(f, &self.positions)?;
        Printer { module: self, depth: 0 }.module(f)
    }
}

struct Printer<'a> {
    module: &'a Module,
    depth: usize,
}

impl Printer<'_> {
    fn module(&mut self, f: &mut Formatter<'_>) -> Result {
        self.sums(f)?;
        self.declarations(f)?;
        let exported: FxHashSet<Var> = self.module.exports.iter().copied().collect();
        let defined: FxHashMap<Var, ForeignId> =
            self.module.defines.iter().map(|define| (define.fun, define.foreign)).collect();
        for fun in &self.module.funs {
            writeln!(f)?;
            if exported.contains(&fun.name) {
                write!(f, "export ")?;
            }
            if let Some(foreign) = defined.get(&fun.name) {
                write!(f, "define {} ", show_name(self.module.foreign_name(*foreign)))?;
            }
            self.fun(f, "fun", fun)?;
        }
        if let Some(entry) = self.module.entry {
            writeln!(f, "\nentry {}", self.module.show_var(entry))?;
        }
        Ok(())
    }

    fn sums(&self, f: &mut Formatter<'_>) -> Result {
        let types = &self.module.types;
        write_named_types(f, types)?;
        for sum in types.sums.values() {
            write!(f, "sum {}", show_segment(&sum.name))?;
            for (i, constructor) in sum.constructors.iter().enumerate() {
                let sign = if i == 0 { "=" } else { "|" };
                write!(f, " {sign} {}", show_segment(&constructor.name))?;
                if !constructor.fields.is_empty() {
                    list(f, &constructor.fields, |f, ty| write!(f, "{}", types.show(*ty)))?;
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }

    fn declarations(&self, f: &mut Formatter<'_>) -> Result {
        let types = &self.module.types;
        for global in self.module.globals.values() {
            let linkage = match global.linkage {
                Linkage::Local => "",
                Linkage::Export => "export ",
                Linkage::Import => "import ",
            };
            let ty = types.show(global.ty);
            writeln!(f, "{linkage}global {}: {ty}", show_name(&global.name))?;
        }
        for foreign in self.module.foreigns.values() {
            let symbol = show_str(foreign.symbol.as_bytes());
            write!(f, "foreign {} {symbol} ", show_name(&foreign.name))?;
            list(f, &foreign.params, |f, ty| write!(f, "{}", types.show(*ty)))?;
            write!(f, " -> ")?;
            list(f, &foreign.results, |f, ty| write!(f, "{}", types.show(*ty)))?;
            writeln!(f, "{}", types::show_c_types(foreign.c.as_deref()))?;
        }
        for import in &self.module.imports {
            let symbol = show_str(import.symbol.as_bytes());
            let ty = self.ty_of(import.var);
            writeln!(f, "import {} {symbol}: {ty}", self.module.show_var(import.var))?;
        }
        Ok(())
    }

    fn ty_of(&self, var: Var) -> String {
        let info = self.module.vars.get(var);
        info.map_or("?".to_owned(), |info| self.module.types.show(info.ty).to_string())
    }

    fn binder(&self, f: &mut Formatter<'_>, var: Var) -> Result {
        write!(f, "{}: {}", self.module.show_var(var), self.ty_of(var))
    }

    fn fun(&mut self, f: &mut Formatter<'_>, word: &str, fun: &Fun) -> Result {
        write!(f, "{word} {}", self.module.show_var(fun.name))?;
        list(f, &fun.params, |f, var| self.binder(f, *var))?;
        write!(f, " return ")?;
        self.binder(f, fun.k)?;
        write!(f, "{} ", show_pos(fun.pos))?;
        self.braces(f, &fun.body)?;
        writeln!(f)
    }

    fn cont(&mut self, f: &mut Formatter<'_>, word: &str, cont: &Cont) -> Result {
        write!(f, "{word} {}", self.module.show_var(cont.name))?;
        list(f, &cont.params, |f, var| self.binder(f, *var))?;
        write!(f, "{}", if cont.short { " short" } else { "" })?;
        write!(f, "{}{} ", if cont.packed { " packed" } else { "" }, show_pos(cont.pos))?;
        self.braces(f, &cont.body)?;
        writeln!(f)
    }

    fn indent(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{:width$}", "", width = 2 * self.depth.min(MAX_INDENT))
    }

    /// `{`, the body a step further in, `}`.
    fn braces(&mut self, f: &mut Formatter<'_>, body: &Body) -> Result {
        writeln!(f, "{{")?;
        self.depth += 1;
        for binding in &body.lets {
            self.indent(f)?;
            self.binding(f, binding)?;
        }
        self.indent(f)?;
        self.tail(f, &body.tail)?;
        self.depth -= 1;
        self.indent(f)?;
        write!(f, "}}")
    }

    fn binding(&mut self, f: &mut Formatter<'_>, binding: &Let) -> Result {
        match binding {
            Let::Op { dst, op, args, pos } => {
                match dst[..] {
                    [var] => self.binder(f, var)?,
                    _ => list(f, dst, |f, var| self.binder(f, *var))?,
                }
                write!(f, " = {}", show_op(op, self.module))?;
                self.end(f, args, *pos)
            }
            Let::Funs(funs) => {
                for (i, fun) in funs.iter().enumerate() {
                    self.group_indent(f, i)?;
                    self.fun(f, if i == 0 { "fun" } else { "and" }, fun)?;
                }
                Ok(())
            }
            Let::Conts(conts) => {
                for (i, cont) in conts.iter().enumerate() {
                    self.group_indent(f, i)?;
                    self.cont(f, if i == 0 { "cont" } else { "and" }, cont)?;
                }
                Ok(())
            }
            Let::GetHandler { k } => {
                self.binder(f, *k)?;
                writeln!(f, " = gethandler")
            }
            Let::SetHandler { k } => writeln!(f, "sethandler {}", self.module.show_var(*k)),
            Let::Capture { dst, k } => {
                self.binder(f, *dst)?;
                writeln!(f, " = capture {}", self.module.show_var(*k))
            }
        }
    }

    fn group_indent(&self, f: &mut Formatter<'_>, i: usize) -> Result {
        if i > 0 { self.indent(f) } else { Ok(()) }
    }

    fn atom(&self, f: &mut Formatter<'_>, atom: &Atom) -> Result {
        match atom {
            Atom::Var(var) => write!(f, " {}", self.module.show_var(*var)),
            Atom::Const(constant) => write!(f, " {}", show_const(constant)),
        }
    }

    fn atoms(&self, f: &mut Formatter<'_>, atoms: &[Atom]) -> Result {
        atoms.iter().try_for_each(|atom| self.atom(f, atom))
    }

    /// Operands, position and the end of the line.
    fn end(&self, f: &mut Formatter<'_>, args: &[Atom], pos: Pos) -> Result {
        self.atoms(f, args)?;
        writeln!(f, "{}", show_pos(pos))
    }

    fn tail(&mut self, f: &mut Formatter<'_>, tail: &Tail) -> Result {
        match tail {
            Tail::Call { fun, args, k, pos } => {
                write!(f, "call")?;
                self.atom(f, fun)?;
                self.atoms(f, args)?;
                writeln!(f, " return {}{}", self.module.show_var(*k), show_pos(*pos))
            }
            Tail::Jump { k, args } => {
                write!(f, "jump {}", self.module.show_var(*k))?;
                self.end(f, args, Pos::NONE)
            }
            Tail::If { cond, then, els } => self.if_(f, cond, then, els),
            Tail::SwitchInt { scrutinee, cases, default } => {
                write!(f, "switch")?;
                self.atom(f, scrutinee)?;
                writeln!(f, " {{")?;
                let width = self.width(scrutinee);
                for (value, body) in cases {
                    let signed =
                        if width == Width::I1 { *value as i64 } else { width.sext(*value) };
                    self.case(f, &signed.to_string(), body)?;
                }
                self.last_case(f, Some(default))
            }
            Tail::SwitchSum { scrutinee, sum, cases, default } => {
                write!(f, "case")?;
                self.atom(f, scrutinee)?;
                writeln!(f, " {{")?;
                let sum = self.module.types.sums.get(*sum);
                for (tag, body) in cases {
                    let constructor = sum.and_then(|sum| sum.constructors.get(*tag as usize));
                    let name = constructor.map_or("?", |c| &c.name);
                    self.case(f, &show_segment(name).to_string(), body)?;
                }
                self.last_case(f, default.as_deref())
            }
            Tail::Raise { exn, origin, pos } => {
                write!(f, "raise")?;
                self.atom(f, exn)?;
                if let Some(origin) = origin {
                    write!(f, " from")?;
                    self.atom(f, origin)?;
                }
                self.end(f, &[], *pos)
            }
            Tail::Throw { cont, args, pos } => {
                write!(f, "throw")?;
                self.atom(f, cont)?;
                self.end(f, args, *pos)
            }
            Tail::Unreachable => writeln!(f, "unreachable"),
        }
    }

    fn if_(&mut self, f: &mut Formatter<'_>, cond: &Atom, then: &Body, els: &Body) -> Result {
        write!(f, "if")?;
        self.atom(f, cond)?;
        write!(f, " ")?;
        self.braces(f, then)?;
        write!(f, " else ")?;
        self.braces(f, els)?;
        writeln!(f)
    }

    fn case(&mut self, f: &mut Formatter<'_>, label: &str, body: &Body) -> Result {
        self.depth += 1;
        self.indent(f)?;
        write!(f, "{label} => ")?;
        self.braces(f, body)?;
        self.depth -= 1;
        writeln!(f)
    }

    fn last_case(&mut self, f: &mut Formatter<'_>, default: Option<&Body>) -> Result {
        if let Some(body) = default {
            self.case(f, "_", body)?;
        }
        self.indent(f)?;
        writeln!(f, "}}")
    }

    /// The width of an integer operand; 64 for what is none.
    fn width(&self, atom: &Atom) -> Width {
        match atom {
            Atom::Const(Const::Int(width, _)) => *width,
            Atom::Const(_) => Width::I64,
            Atom::Var(var) => {
                let info = self.module.vars.get(*var);
                match info.map(|info| self.module.types.get(info.ty)) {
                    Some(Ty::Int(width)) => *width,
                    _ => Width::I64,
                }
            }
        }
    }
}

fn list<T>(
    f: &mut Formatter<'_>,
    items: &[T],
    mut show: impl FnMut(&mut Formatter<'_>, &T) -> Result,
) -> Result {
    f.write_str("(")?;
    for (i, item) in items.iter().enumerate() {
        f.write_str(if i > 0 { ", " } else { "" })?;
        show(f, item)?;
    }
    f.write_str(")")
}
