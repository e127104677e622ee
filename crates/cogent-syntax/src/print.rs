//! The tree as Cogent text, with every grouping in parentheses: what prints, parses, and prints
//! the same again.

mod expr;
mod pat;
mod ty;

use crate::ast::{
    Arrow, BinOp, Def, DefKind, Expr, Ident, Kind, Pat, Polytype, Program, Type, UnOp,
};
use std::fmt::{self, Display, Formatter};

impl BinOp {
    /// As it is written.
    pub fn text(self) -> &'static str {
        match self {
            BinOp::Mul => "*",
            BinOp::Div => "/",
            BinOp::Rem => "%",
            BinOp::Add => "+",
            BinOp::Sub => "-",
            BinOp::Less => "<",
            BinOp::Greater => ">",
            BinOp::LessEq => "<=",
            BinOp::GreaterEq => ">=",
            BinOp::Equal => "==",
            BinOp::NotEqual => "/=",
            BinOp::BitAnd => ".&.",
            BinOp::BitXor => ".^.",
            BinOp::BitOr => ".|.",
            BinOp::ShiftLeft => "<<",
            BinOp::ShiftRight => ">>",
            BinOp::And => "&&",
            BinOp::Or => "||",
        }
    }
}

impl UnOp {
    /// As it is written.
    pub fn text(self) -> &'static str {
        match self {
            UnOp::Complement => "complement",
            UnOp::Not => "not",
        }
    }
}

impl Arrow {
    /// As it is written.
    pub fn text(self) -> &'static str {
        match self {
            Arrow::Plain => "->",
            Arrow::Likely => "=>",
            Arrow::Unlikely => "~>",
        }
    }
}

impl Display for Kind {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let letters = [(self.discard, "D"), (self.share, "S"), (self.escape, "E")];
        letters.iter().filter(|(has, _)| *has).try_for_each(|(_, letter)| f.write_str(letter))
    }
}

impl Display for Program {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        self.defs.iter().try_for_each(|def| writeln!(f, "{def}"))
    }
}

impl Display for Def {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let name = &self.name.name;
        let mut printer = Printer::default();
        match &self.kind {
            DefKind::Synonym(params, ty) => {
                printer.type_name(name, params);
                printer.put(" = ");
                printer.ty(ty);
            }
            DefKind::AbstractType(params, types) => {
                printer.type_name(name, params);
                printer.put(if types.is_empty() { "" } else { " -: " });
                printer.list(types, Printer::ty);
            }
            DefKind::AbstractFn(signature) => printer.signature(name, signature),
            DefKind::Const(ty, value) => {
                printer.put(&format!("{name} : "));
                printer.ty(ty);
                printer.put(&format!("\n{name} = "));
                printer.expr(value);
            }
            DefKind::Fn(signature, alts) => {
                printer.signature(name, signature);
                printer.put(&format!("\n{name}"));
                match &alts[..] {
                    [alt] if alt.pat.is_irrefutable() && alt.arrow == Arrow::Plain => {
                        printer.put(" ");
                        printer.pat(&alt.pat);
                        printer.put(" = ");
                        printer.expr(&alt.body);
                    }
                    alts => printer.alts("|", alts),
                }
            }
        }
        f.write_str(&printer.text)
    }
}

impl Display for Type {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        print(f, |printer| printer.ty(self))
    }
}

impl Display for Pat {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        print(f, |printer| printer.pat(self))
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        print(f, |printer| printer.expr(self))
    }
}

fn print(f: &mut Formatter, what: impl FnOnce(&mut Printer)) -> fmt::Result {
    let mut printer = Printer::default();
    what(&mut printer);
    f.write_str(&printer.text)
}

/// The text that has been printed.
#[derive(Default)]
struct Printer {
    text: String,
    /// The number of matches around the current phrase.
    depth: usize,
}

impl Printer {
    fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn parens(&mut self, inside: impl FnOnce(&mut Self)) {
        self.put("(");
        inside(self);
        self.put(")");
    }

    /// Items with commas between them.
    fn list<T>(&mut self, items: &[T], item: impl Fn(&mut Self, &T)) {
        for (i, each) in items.iter().enumerate() {
            self.put(if i == 0 { "" } else { ", " });
            item(self, each);
        }
    }

    /// A new line for a bar of the current match.
    fn line(&mut self) {
        self.put("\n");
        self.put(&"  ".repeat(self.depth));
    }

    fn type_name(&mut self, name: &str, params: &[Ident]) {
        self.put(&format!("type {name}"));
        for param in params {
            self.put(&format!(" {}", param.name));
        }
    }

    fn signature(&mut self, name: &str, signature: &Polytype) {
        self.put(&format!("{name} : "));
        if !signature.vars.is_empty() {
            self.put("all ");
            self.parens(|p| {
                p.list(&signature.vars, |p, var| match var.kind {
                    Kind { discard: false, share: false, escape: false } => p.put(&var.name.name),
                    kind => p.put(&format!("{} :< {kind}", var.name.name)),
                });
            });
            self.put(". ");
        }
        self.ty(&signature.ty);
    }
}
