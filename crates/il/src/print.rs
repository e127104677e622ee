//! Programs as text, in the notation of terms or in that of registers. What
//! prints, parses, and prints the same again.

use crate::syntax::{Annotation, Binding, BodyId, End, Exp, Fun, Node, Program, UnOp, Var, pop};
use std::fmt::{self, Write};

/// Deeper bodies are indented no further.
const MAX_INDENT: usize = 40;

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printer { program: self, imperative: false, out: f }.program()
    }
}

/// A program in the notation of registers: `x := e;`.
pub struct Imperative<'a>(pub &'a Program);

impl fmt::Display for Imperative<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printer { program: self.0, imperative: true, out: f }.program()
    }
}

enum Job {
    /// A body from this binding on.
    Body(BodyId, usize, usize),
    /// A line of its own.
    Line(&'static str, usize),
}

struct Printer<'a, 'f, 'g> {
    program: &'a Program,
    imperative: bool,
    out: &'f mut fmt::Formatter<'g>,
}

impl Printer<'_, '_, '_> {
    fn program(&mut self) -> fmt::Result {
        let mut jobs = vec![Job::Body(0, 0, 0)];
        while let Some(job) = jobs.pop() {
            match job {
                Job::Line(text, depth) => {
                    self.indent(depth)?;
                    writeln!(self.out, "{text}")?;
                }
                Job::Body(id, from, depth) => self.body(id, from, depth, &mut jobs)?,
            }
        }
        Ok(())
    }

    fn indent(&mut self, depth: usize) -> fmt::Result {
        (0..depth.min(MAX_INDENT)).try_for_each(|_| self.out.write_str("  "))
    }

    fn live(&mut self, live: &Annotation, depth: usize) -> fmt::Result {
        self.indent(depth)?;
        match live {
            Some(set) => write!(self.out, "<{}> ", names(self.program, set)),
            None => Ok(()),
        }
    }

    fn body(&mut self, id: BodyId, from: usize, depth: usize, jobs: &mut Vec<Job>) -> fmt::Result {
        let body = &self.program.bodies[id];
        for (i, binding) in body.lets.iter().enumerate().skip(from) {
            self.live(&binding.live, depth)?;
            if let Binding::Fun(fun) = binding.binding {
                let fun = &self.program.funs[fun];
                writeln!(self.out, "{} =", header(self.program, fun))?;
                jobs.push(Job::Body(id, i + 1, depth));
                jobs.push(Job::Line("in", depth));
                jobs.push(Job::Body(fun.body, 0, depth + 1));
                return Ok(());
            }
            writeln!(
                self.out,
                "{}",
                show_binding(self.program, &binding.binding, self.imperative)
            )?;
        }
        self.live(&body.live, depth)?;
        match &body.end {
            End::Exp(_) | End::Apply(..) => {
                writeln!(self.out, "{}", show_end(self.program, &body.end))
            }
            End::If(_, then, els) => {
                writeln!(self.out, "{}", show_end(self.program, &body.end))?;
                jobs.push(Job::Body(*els, 0, depth + 1));
                jobs.push(Job::Line("else", depth));
                jobs.push(Job::Body(*then, 0, depth + 1));
                Ok(())
            }
        }
    }
}

/// A binding of a variable on one line; of a function, its header.
pub(crate) fn show_binding(program: &Program, binding: &Binding, imperative: bool) -> String {
    let (start, is, then) = if imperative { ("", " :=", ";") } else { ("let ", " =", " in") };
    match binding {
        Binding::Exp(var, exp) => {
            format!("{start}{}{is} {}{then}", program.name(*var), show_exp(program, exp))
        }
        Binding::Action(var, action, args) => {
            format!("{start}{}{is} @{action} ({}){then}", program.name(*var), exps(program, args))
        }
        Binding::Fun(fun) => header(program, &program.funs[*fun]),
    }
}

/// The end of a body, up to its branches.
pub(crate) fn show_end(program: &Program, end: &End) -> String {
    match end {
        End::Exp(exp) => show_exp(program, exp),
        End::Apply(fun, args) => {
            format!("{} ({})", program.funs[*fun].name, exps(program, args))
        }
        End::If(cond, _, _) => format!("if {} then", show_exp(program, cond)),
    }
}

fn header(program: &Program, fun: &Fun) -> String {
    let params: Vec<&str> = fun.params.iter().map(|(var, _)| program.name(*var)).collect();
    let mut text = format!("fun {} ({})", fun.name, params.join(", "));
    if let Some(globals) = &fun.globals {
        // Writing to a string does not fail.
        let _ = write!(text, " : {{{}}}", names(program, globals));
    }
    text
}

/// Names of a set, in the order of the alphabet.
pub(crate) fn names(program: &Program, vars: &[Var]) -> String {
    let mut names: Vec<&str> = vars.iter().map(|var| program.name(*var)).collect();
    names.sort_unstable();
    names.join(", ")
}

fn exps(program: &Program, exps: &[Exp]) -> String {
    let texts: Vec<String> = exps.iter().map(|exp| show_exp(program, exp)).collect();
    texts.join(", ")
}

const TIGHTEST: u8 = 9;

/// An expression with as few parentheses as need be.
pub(crate) fn show_exp(program: &Program, exp: &Exp) -> String {
    // Texts with how tightly they bind. The left operand is built upon.
    let mut stack: Vec<(String, u8)> = Vec::new();
    let tight = |(text, level): (String, u8), least: u8| {
        if level < least { format!("({text})") } else { text }
    };
    for node in &exp.code {
        let shown = match node {
            Node::Int(n) => (n.to_string(), TIGHTEST),
            Node::Var(var) => (program.name(*var).to_owned(), TIGHTEST),
            Node::Un(op) => {
                let sign = match op {
                    UnOp::Neg => "-",
                    UnOp::Not => "!",
                };
                let operand = pop(&mut stack);
                // A number after a minus would become part of it.
                let number = operand.0.starts_with(|c: char| c.is_ascii_digit() || c == '-');
                let least = if *op == UnOp::Neg && number { TIGHTEST + 1 } else { TIGHTEST };
                (format!("{sign}{}", tight(operand, least)), TIGHTEST)
            }
            Node::Bin(op) => {
                let (sign, level) = op.text();
                let (right, left) = (pop(&mut stack), pop(&mut stack));
                let mut text = tight(left, level);
                text.push(' ');
                text.push_str(sign);
                text.push(' ');
                text.push_str(&tight(right, level + 1));
                (text, level)
            }
        };
        stack.push(shown);
    }
    pop(&mut stack).0
}
