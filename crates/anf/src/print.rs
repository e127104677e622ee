//! Modules as text. Deterministic; a variable keeps its number, so that two
//! dumps can be compared.

use crate::op::show_op;
use crate::{Atom, Block, Body, Case, Fun, Let, Module, Tail, Var};
use base::Pos;
use prim::Const;
use prim::text::{OpText, show_const};
use std::fmt::{Display, Formatter, Result};
use text::{show_name, show_pos, show_segment, show_str, write_positions};
use types::{ForeignId, GlobalId, SumId, Ty, TyTable, Width, write_declarations, write_types};

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
        ShownVar { module: self, var }
    }
}

struct ShownVar<'a> {
    module: &'a Module,
    var: Var,
}

impl Display for ShownVar<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let name = self.module.vars.get(self.var).map_or("?", |info| &info.name);
        write!(f, "{}.{}", show_name(name), self.var.0)
    }
}

impl Display for Module {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, "anf 1")?;
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
        self.declarations(f)?;
        let exported: rustc_hash::FxHashSet<Var> = self.module.exports.iter().copied().collect();
        let defined: rustc_hash::FxHashMap<Var, ForeignId> =
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

    fn declarations(&self, f: &mut Formatter<'_>) -> Result {
        let module = self.module;
        write_declarations(f, &module.types, &module.globals, &module.foreigns)?;
        for import in &module.imports {
            write!(
                f,
                "import {} {}: ",
                module.show_var(import.var),
                show_str(import.symbol.as_bytes())
            )?;
            self.ty_of(f, import.var)?;
            writeln!(f)?;
        }
        Ok(())
    }

    fn list<T>(
        &self,
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

    fn binder(&self, f: &mut Formatter<'_>, var: Var) -> Result {
        write!(f, "{}: ", self.module.show_var(var))?;
        self.ty_of(f, var)
    }

    fn ty_of(&self, f: &mut Formatter<'_>, var: Var) -> Result {
        match self.module.vars.get(var) {
            Some(info) => self.module.types.show(info.ty).fmt(f),
            None => f.write_str("?"),
        }
    }

    fn fun(&mut self, f: &mut Formatter<'_>, word: &str, fun: &Fun) -> Result {
        write!(f, "{word} {}", self.module.show_var(fun.name))?;
        self.list(f, &fun.params, |f, var| self.binder(f, *var))?;
        write!(f, " -> ")?;
        write_types(f, &self.module.types, &fun.results)?;
        write!(f, "{} ", show_pos(fun.pos))?;
        self.braces(f, &fun.body)?;
        writeln!(f)
    }

    fn block(&mut self, f: &mut Formatter<'_>, word: &str, block: &Block) -> Result {
        write!(f, "{word} {}", self.module.show_var(block.name))?;
        self.list(f, &block.params, |f, var| self.binder(f, *var))?;
        write!(f, "{} ", show_pos(block.pos))?;
        self.braces(f, &block.body)?;
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
                self.binders(f, dst)?;
                write!(f, "{}", show_op(op, self.module))?;
                self.end(f, args, *pos)
            }
            Let::Call { dst, fun, args, pos } => {
                self.binders(f, dst)?;
                write!(f, "call")?;
                self.atom(f, fun)?;
                self.end(f, args, *pos)
            }
            Let::Callcc { dst, fun, pos } => {
                self.binders(f, dst)?;
                write!(f, "callcc")?;
                self.atom(f, fun)?;
                self.end(f, &[], *pos)
            }
            Let::Handle { dst, body, exn, origin, handler, pos } => {
                self.binders(f, dst)?;
                write!(f, "handle ")?;
                self.braces(f, body)?;
                write!(f, " with {}", self.module.show_var(*exn))?;
                if let Some(origin) = origin {
                    write!(f, ", {}", self.module.show_var(*origin))?;
                }
                write!(f, " ")?;
                self.braces(f, handler)?;
                self.end(f, &[], *pos)
            }
            Let::Funs(funs) => {
                for (i, fun) in funs.iter().enumerate() {
                    if i > 0 {
                        self.indent(f)?;
                    }
                    self.fun(f, if i == 0 { "fun" } else { "and" }, fun)?;
                }
                Ok(())
            }
            Let::Join(block) => self.block(f, "join", block),
            Let::Cont(block) => self.block(f, "cont", block),
        }
    }

    fn binders(&self, f: &mut Formatter<'_>, dst: &[Var]) -> Result {
        match dst {
            [var] => self.binder(f, *var)?,
            _ => self.list(f, dst, |f, var| self.binder(f, *var))?,
        }
        write!(f, " = ")
    }

    fn atom(&self, f: &mut Formatter<'_>, atom: &Atom) -> Result {
        match atom {
            Atom::Var(var) => write!(f, " {}", self.module.show_var(*var)),
            Atom::Const(constant) => write!(f, " {}", show_const(constant)),
        }
    }

    /// Operands, position and the end of the line.
    fn end(&self, f: &mut Formatter<'_>, args: &[Atom], pos: Pos) -> Result {
        for arg in args {
            self.atom(f, arg)?;
        }
        writeln!(f, "{}", show_pos(pos))
    }

    fn tail(&mut self, f: &mut Formatter<'_>, tail: &Tail) -> Result {
        match tail {
            Tail::Ret(args) => {
                write!(f, "ret")?;
                self.end(f, args, Pos::NONE)
            }
            Tail::TailCall { fun, args, pos } => {
                write!(f, "tailcall")?;
                self.atom(f, fun)?;
                self.end(f, args, *pos)
            }
            Tail::Jump { join, args } => {
                write!(f, "jump {}", self.module.show_var(*join))?;
                self.end(f, args, Pos::NONE)
            }
            Tail::If { cond, then, els } => {
                write!(f, "if")?;
                self.atom(f, cond)?;
                write!(f, " ")?;
                self.braces(f, then)?;
                write!(f, " else ")?;
                self.braces(f, els)?;
                writeln!(f)
            }
            Tail::SwitchInt { scrutinee, cases, default } => {
                self.int_cases(f, scrutinee, cases)?;
                self.switch_end(f, Some(default))
            }
            Tail::SwitchSum { scrutinee, sum, cases, default } => {
                self.sum_cases(f, scrutinee, *sum, cases)?;
                self.switch_end(f, default.as_deref())
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

    /// The beginning of a switch on an integer, and its cases.
    fn int_cases(
        &mut self,
        f: &mut Formatter<'_>,
        scrutinee: &Atom,
        cases: &[(u64, Body)],
    ) -> Result {
        write!(f, "switch")?;
        self.atom(f, scrutinee)?;
        writeln!(f, " {{")?;
        let width = self.width(scrutinee);
        for (value, body) in cases {
            self.indent(f)?;
            match width {
                Width::I1 => write!(f, "  {value} => ")?,
                Width::I8 | Width::I16 | Width::I32 | Width::I64 => {
                    write!(f, "  {} => ", width.sext(*value))?
                }
            }
            self.case_body(f, body)?;
        }
        Ok(())
    }

    /// The beginning of a switch on a value of a sum, and its cases.
    fn sum_cases(
        &mut self,
        f: &mut Formatter<'_>,
        scrutinee: &Atom,
        sum: SumId,
        cases: &[Case],
    ) -> Result {
        write!(f, "case")?;
        self.atom(f, scrutinee)?;
        writeln!(f, " {{")?;
        let constructors = self.module.types.sums.get(sum).map_or(&[][..], |sum| &sum.constructors);
        for case in cases {
            self.indent(f)?;
            let name = constructors.get(case.tag as usize).map_or("?", |c| &c.name);
            write!(f, "  {}", show_segment(name))?;
            if !case.fields.is_empty() {
                self.list(f, &case.fields, |f, var| write!(f, "{}", self.module.show_var(*var)))?;
            }
            write!(f, " => ")?;
            self.case_body(f, &case.body)?;
        }
        Ok(())
    }

    /// The default case of a switch, if it has one, and the closing brace.
    fn switch_end(&mut self, f: &mut Formatter<'_>, default: Option<&Body>) -> Result {
        if let Some(body) = default {
            self.indent(f)?;
            write!(f, "  _ => ")?;
            self.case_body(f, body)?;
        }
        self.indent(f)?;
        writeln!(f, "}}")
    }

    fn case_body(&mut self, f: &mut Formatter<'_>, body: &Body) -> Result {
        self.depth += 1;
        self.braces(f, body)?;
        self.depth -= 1;
        writeln!(f)
    }

    /// The width of an integer operand; 64 for what is none.
    fn width(&self, atom: &Atom) -> Width {
        match atom {
            Atom::Const(Const::Int(width, _)) => *width,
            Atom::Const(_) => Width::I64,
            Atom::Var(var) => {
                match self.module.vars.get(*var).map(|info| self.module.types.get(info.ty)) {
                    Some(Ty::Int(width)) => *width,
                    _ => Width::I64,
                }
            }
        }
    }
}
