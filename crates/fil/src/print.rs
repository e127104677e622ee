//! Syntax to text that Haskell's derived `Read` takes, a term a line.

use crate::syntax::{AExp, Body, End, Funcall, Kind, Lam, Let, Name, Names};
use std::fmt::Write;

/// Terms are not indented further, so that a text is not much longer than its term.
const MOST_INDENT: usize = 60;

/// A body, and a line break.
pub(crate) fn body(names: &Names, body: &Body) -> String {
    let mut printer = Printer { names, out: String::new() };
    printer.body(body, 0);
    printer.out.push('\n');
    printer.out
}

/// A function, and a line break.
pub(crate) fn function(names: &Names, lam: &Lam) -> String {
    let mut printer = Printer { names, out: String::new() };
    printer.lam(lam, 0);
    printer.out.push('\n');
    printer.out
}

/// A string in quotes, as Haskell shows it.
pub(crate) fn quoted(text: &[u8]) -> String {
    let mut out = String::from("\"");
    let mut rest = text;
    // A digit behind a number, and an H behind \SO, would belong to it.
    let mut open = "";
    while !rest.is_empty() {
        let (code, length) = first(rest);
        rest = &rest[length..];
        let c = char::from_u32(code);
        let joins = match open {
            "number" => c.is_some_and(|c| c.is_ascii_digit()),
            "SO" => c == Some('H'),
            _ => false,
        };
        if joins {
            out.push_str("\\&");
        }
        open = "";
        match (c, code) {
            (Some('"'), _) => out.push_str("\\\""),
            (Some('\\'), _) => out.push_str("\\\\"),
            (Some('\n'), _) => out.push_str("\\n"),
            (Some('\t'), _) => out.push_str("\\t"),
            (_, 14) => {
                out.push_str("\\SO");
                open = "SO";
            }
            // Letters of other languages are for readers, and `read` takes them.
            (Some(c), _) if !c.is_control() => out.push(c),
            _ => {
                let _ = write!(out, "\\{code}");
                open = "number";
            }
        }
    }
    out.push('"');
    out
}

/// The first character of a text, and its bytes.
fn first(text: &[u8]) -> (u32, usize) {
    let length = match text[0] {
        0..=0x7f => 1,
        0x80..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xff => 4,
    };
    let lead = if length == 1 { text[0] } else { text[0] & (0x7f >> length) };
    let tail = text[1..length].iter();
    (tail.fold(lead.into(), |code, byte| code << 6 | u32::from(byte & 0x3f)), length)
}

struct Printer<'n> {
    names: &'n Names,
    out: String,
}

impl Printer<'_> {
    fn name(&mut self, name: Name) {
        self.out += &quoted(self.names.text(name));
    }

    fn line(&mut self, indent: usize) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n(' ', indent.min(MOST_INDENT)));
    }

    fn body(&mut self, body: &Body, indent: usize) {
        for Let { name, rhs } in &body.lets {
            self.out.push_str("Let ");
            self.name(*name);
            self.out.push_str(" (");
            self.funcall(rhs, indent);
            self.out.push(')');
            self.line(indent);
            self.out.push('(');
        }
        match &body.end {
            End::If(condition, then, els) => {
                self.out.push_str("If ");
                self.argument(condition, indent);
                for branch in [then, els] {
                    self.line(indent + 2);
                    self.out.push('(');
                    self.body(branch, indent + 2);
                    self.out.push(')');
                }
            }
            End::Call(call) => {
                self.out.push_str("FC (");
                self.funcall(call, indent);
                self.out.push(')');
            }
        }
        self.out.extend(std::iter::repeat_n(')', body.lets.len()));
    }

    fn funcall(&mut self, call: &Funcall, indent: usize) {
        match call {
            Funcall::Call(callee, args) => {
                self.out.push_str("Call ");
                self.name(callee.name);
                self.out.push_str(" [");
                for (i, arg) in args.iter().enumerate() {
                    self.out.push_str(if i == 0 { "" } else { "," });
                    self.aexp(arg, indent);
                }
                self.out.push(']');
            }
            Funcall::Atom(aexp) => {
                self.out.push_str("Atom ");
                self.argument(aexp, indent);
            }
        }
    }

    fn argument(&mut self, aexp: &AExp, indent: usize) {
        let bare = matches!(aexp.kind, Kind::Truth(_));
        self.out.push_str(if bare { "" } else { "(" });
        self.aexp(aexp, indent);
        self.out.push_str(if bare { "" } else { ")" });
    }

    fn aexp(&mut self, aexp: &AExp, indent: usize) {
        match &aexp.kind {
            Kind::Truth(truth) => self.out.push_str(if *truth { "LitTrue" } else { "LitFalse" }),
            Kind::Ident(name) => {
                self.out.push_str("Ident ");
                self.name(*name);
            }
            Kind::Number(n) => {
                let negative = n.sign() == num_bigint::Sign::Minus;
                let _ = if negative {
                    write!(self.out, "Number ({n})")
                } else {
                    write!(self.out, "Number {n}")
                };
            }
            Kind::Str(text) => {
                self.out.push_str("LitStr ");
                self.out += &quoted(text);
            }
            Kind::Op(op, operands) => {
                self.out.push_str(op.name());
                for operand in operands.iter() {
                    self.out.push(' ');
                    self.argument(operand, indent);
                }
            }
            Kind::Lam(lam) => self.lam(lam, indent),
        }
    }

    fn lam(&mut self, lam: &Lam, indent: usize) {
        self.out.push_str("Lam [");
        for (i, param) in lam.params.iter().enumerate() {
            self.out.push_str(if i == 0 { "" } else { "," });
            self.name(param.name);
        }
        self.out.push(']');
        self.line(indent + 4);
        self.out.push('(');
        self.body(&lam.body, indent + 4);
        self.out.push(')');
    }
}
