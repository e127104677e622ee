//! Programs as text, with parentheses only where the grammar wants them.
//!
//! Where nothing around an expression says what its type is, and it does not say so itself (a
//! number, a tag), its type is written behind it. So every variable has the type that it is
//! generated with, and the width of a number never depends on how types are inferred.

mod rank;
mod ty;

use super::syntax::{Alt, Arrow, BinOp, Bind, Exp, ExpKind, Fun, Item, Pat, Program, Ty, Use};
use super::syntax::{Guard, PARAM};
use rank::{
    APPLIED, ATOM, BLOCK, COMPOSE, DOLLAR, MEMBER, OPERAND, arrow, is_definite, is_refutable,
    is_solid, operator, own_level,
};

/// The text of a program.
pub(crate) fn text(program: &Program) -> String {
    let mut out = String::new();
    for item in &program.items {
        let mut printer = Printer { program, out: String::new(), depth: 1 };
        match item {
            Item::Synonym(number) => printer.synonym(*number),
            Item::Const(number) => {
                let constant = &program.consts[*number];
                let ty = printer.ty(&constant.value.ty);
                printer.put(&format!("{0} : {ty}\n{0} = ", constant.name));
                printer.exp(&constant.value, true, BLOCK);
            }
            Item::Fun(number) => printer.fun(&program.funs[*number]),
        }
        out.push_str(&printer.out);
        out.push_str("\n\n");
    }
    for definition in &program.boxed {
        out.push_str(definition);
        out.push_str("\n\n");
    }
    out
}

/// The argument of a program as a word of the command line.
pub(crate) fn argument(program: &Program) -> String {
    let mut printer = Printer { program, out: String::new(), depth: 1 };
    printer.exp(&program.arg, true, BLOCK);
    printer.out
}

/// An expression alone, for definitions that are made as text.
pub(crate) fn expression(program: &Program, exp: &Exp) -> String {
    let mut printer = Printer { program, out: String::new(), depth: 2 };
    printer.exp(exp, true, ATOM);
    printer.out
}

/// A type alone.
pub(crate) fn type_text(program: &Program, ty: &Ty) -> String {
    Printer { program, out: String::new(), depth: 0 }.ty(ty)
}

/// A string in quotes, as `kont run` writes it.
pub(crate) fn string(bytes: &[u8], out: &mut String) {
    out.push('"');
    let mut numbered = false;
    for byte in bytes {
        let was_numbered = std::mem::take(&mut numbered);
        match byte {
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            b'"' | b'\\' => out.extend(['\\', char::from(*byte)]),
            b' '..=b'~' => {
                // The digit would belong to the number.
                out.push_str(if was_numbered && byte.is_ascii_hexdigit() { "\\&" } else { "" });
                out.push(char::from(*byte));
            }
            _ => {
                out.push_str(&format!("\\x{byte:02x}"));
                numbered = true;
            }
        }
    }
    out.push('"');
}

struct Printer<'p> {
    program: &'p Program,
    out: String,
    /// The number of blocks of alternatives around the current phrase.
    depth: usize,
}

impl Printer<'_> {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn line(&mut self) {
        self.put("\n");
        self.put(&"  ".repeat(self.depth));
    }

    fn fun(&mut self, fun: &Fun) {
        let vars: Vec<String> = (0..).map(ty::var).zip(&fun.vars).map(ty::constrained).collect();
        let all = match &vars[..] {
            [] => String::new(),
            [one] if !one.contains(' ') => format!("all {one}. "),
            vars => format!("all ({}). ", vars.join(", ")),
        };
        let ty = self.ty(&Ty::fun(fun.arg.clone(), fun.result.clone()));
        self.put(&format!("{0} : {all}{ty}\n{0}", fun.name));
        match &fun.alts[..] {
            [Alt { pat, arrow: Arrow::Plain, body }] if !is_refutable(pat) => {
                self.put(" ");
                self.pat(pat);
                self.put(" = ");
                self.exp(body, true, BLOCK);
            }
            alts => self.alts("|", alts, true),
        }
    }

    /// An expression where the type is known or not, and operators below a precedence need
    /// parentheses.
    fn exp(&mut self, exp: &Exp, known: bool, min: u32) {
        if !known && !is_definite(exp) {
            self.annotated(exp);
        } else if let (ExpKind::Promote(value), true) = (&exp.kind, known) {
            self.exp(value, false, min);
        } else if own_level(exp) < min {
            self.put("(");
            self.form(exp, known);
            self.put(")");
        } else {
            self.form(exp, known);
        }
    }

    fn annotated(&mut self, exp: &Exp) {
        self.put("(");
        self.exp(exp, true, DOLLAR + 2);
        let ty = self.ty(&exp.ty);
        self.put(&format!(" : {ty})"));
    }

    fn form(&mut self, exp: &Exp, known: bool) {
        match &exp.kind {
            ExpKind::Int(number) => self.number(*number, &exp.ty),
            ExpKind::Bool(value) => self.put(if *value { "True" } else { "False" }),
            ExpKind::Str(bytes) => string(bytes, &mut self.out),
            ExpKind::Unit => self.put("()"),
            ExpKind::Var(name) => self.put(name),
            ExpKind::Const(number) => self.put(&self.program.consts[*number].name),
            ExpKind::Fun(function) => self.function(function),
            ExpKind::Tuple(items) => {
                self.put("(");
                for (i, item) in items.iter().enumerate() {
                    self.put(if i == 0 { "" } else { ", " });
                    self.exp(item, known, BLOCK);
                }
                self.put(")");
            }
            ExpKind::Record(fields) => {
                self.put("#");
                self.fields(fields, known);
            }
            ExpKind::Tag(name, payload) => self.tag(name, payload),
            ExpKind::Member(record, name) => {
                self.exp(record, false, MEMBER);
                self.put(&format!(".{name}"));
            }
            ExpKind::Put(record, fields) => {
                let chain = matches!(record.kind, ExpKind::Put(..));
                self.exp(record, false, if chain { OPERAND } else { MEMBER });
                self.put(" ");
                self.fields(fields, is_solid(record));
            }
            ExpKind::App(f, arg) => self.application(f, arg),
            ExpKind::Dollar(f, arg) => {
                self.exp(f, matches!(f.kind, ExpKind::Fun(_)), DOLLAR + 2);
                self.put(" $ ");
                self.exp(arg, is_solid(f), DOLLAR);
            }
            ExpKind::Compose(f, g) => {
                self.exp(f, false, COMPOSE + 1);
                self.put(" o ");
                self.exp(g, false, COMPOSE);
            }
            ExpKind::Complement(operand) => self.prefix("complement", operand, true),
            ExpKind::Not(operand) => self.prefix("not", operand, true),
            ExpKind::Upcast(operand) => self.prefix("upcast", operand, false),
            ExpKind::Binary(op, a, b) => self.infix(*op, a, b),
            ExpKind::Promote(_) => self.annotated(exp),
            ExpKind::Annot(value) => self.annotation(value),
            ExpKind::Seq(..)
            | ExpKind::Let(..)
            | ExpKind::If(..)
            | ExpKind::Match(..)
            | ExpKind::Lambda(..) => self.block(exp, known),
        }
    }

    fn annotation(&mut self, value: &Exp) {
        let ty = self.ty(&value.ty);
        self.put("(");
        self.exp(value, true, DOLLAR + 2);
        self.put(&format!(" : {ty})"));
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "every other form is printed by `form`")]
    fn block(&mut self, exp: &Exp, known: bool) {
        match &exp.kind {
            ExpKind::Seq(firsts, last) => {
                for first in firsts {
                    self.exp(first, false, DOLLAR);
                    self.put("; ");
                }
                self.exp(last, known, DOLLAR);
            }
            ExpKind::Let(binds, body) => {
                for (i, bind) in binds.iter().enumerate() {
                    self.put(if i == 0 { "let " } else { " and " });
                    self.binding(bind, known);
                }
                self.line();
                self.put("in ");
                self.exp(body, known, BLOCK);
            }
            ExpKind::If(guards, otherwise, bars) => {
                self.conditional(guards, otherwise, *bars, known)
            }
            ExpKind::Match(subject, alts) => {
                self.exp(subject, false, DOLLAR);
                self.alts("|", alts, known);
            }
            ExpKind::Lambda(function, annotated) => {
                self.put("\\");
                self.pat(&function.0);
                if let (true, Ty::Fun(arg, _)) = (annotated, &exp.ty) {
                    let ty = self.ty(arg);
                    self.put(&format!(" : {ty}"));
                }
                self.put(" => ");
                self.exp(&function.1, known, BLOCK);
            }
            _ => {}
        }
    }

    fn conditional(&mut self, guards: &[Guard], otherwise: &Exp, bars: bool, known: bool) {
        if let ([guard], false) = (guards, bars) {
            self.put("if ");
            self.exp(&guard.cond, true, DOLLAR);
            self.put(" then ");
            self.exp(&guard.body, known, BLOCK);
            self.line();
            self.put("else ");
            return self.exp(otherwise, known, BLOCK);
        }
        self.put("if");
        self.depth += 1;
        for guard in guards {
            self.line();
            self.put("| ");
            self.exp(&guard.cond, true, DOLLAR);
            self.put(&format!(" {} ", arrow(guard.arrow)));
            self.exp(&guard.body, known, BLOCK);
        }
        self.line();
        self.put("| else -> ");
        self.exp(otherwise, known, BLOCK);
        self.depth -= 1;
    }

    fn binding(&mut self, bind: &Bind, known: bool) {
        self.pat(&bind.pat);
        if bind.annotated {
            let ty = self.ty(&bind.value.ty);
            self.put(&format!(" : {ty}"));
        }
        if !is_refutable(&bind.pat) {
            self.put(" = ");
            return self.exp(&bind.value, bind.annotated, BLOCK);
        }
        self.put(" <= ");
        self.exp(&bind.value, bind.annotated, DOLLAR);
        self.alts("|>", &bind.others, known);
    }

    fn alts(&mut self, bar: &str, alts: &[Alt], known: bool) {
        self.depth += 1;
        for alt in alts {
            self.line();
            self.put(&format!("{bar} "));
            self.pat(&alt.pat);
            self.put(&format!(" {} ", arrow(alt.arrow)));
            self.exp(&alt.body, known, BLOCK);
        }
        self.depth -= 1;
    }

    fn fields(&mut self, fields: &[(String, Exp)], known: bool) {
        self.put("{");
        for (i, (name, value)) in fields.iter().enumerate() {
            self.put(if i == 0 { "" } else { ", " });
            self.put(name);
            if !matches!(&value.kind, ExpKind::Var(variable) if variable == name) {
                self.put(" = ");
                self.exp(value, known, BLOCK);
            }
        }
        self.put("}");
    }

    /// Arguments that are a tuple stand side by side, or in parentheses if their number is odd.
    fn tag(&mut self, name: &str, payload: &Exp) {
        self.put(name);
        let args = if let ExpKind::Tuple(items) = &payload.kind
            && items.len() % 2 == 0
        {
            items
        } else if let ExpKind::Unit = payload.kind {
            &[][..]
        } else {
            std::slice::from_ref(payload)
        };
        for arg in args {
            self.put(" ");
            self.exp(arg, true, OPERAND);
        }
    }

    fn application(&mut self, f: &Exp, arg: &Exp) {
        let chain = matches!(f.kind, ExpKind::App(..));
        // What a function is called with says what its type variables are.
        let plain = matches!(f.kind, ExpKind::Fun(_));
        self.exp(f, plain, if chain { APPLIED } else { OPERAND });
        self.put(" ");
        self.exp(arg, is_solid(f), OPERAND);
    }

    fn prefix(&mut self, word: &str, operand: &Exp, known: bool) {
        self.put(&format!("{word} "));
        self.exp(operand, known, MEMBER);
    }

    fn infix(&mut self, op: BinOp, a: &Exp, b: &Exp) {
        let (text, level, [left, right]) = operator(op);
        // The operands of a comparison have the same type, which one of them has to say.
        let known = level != 9 || is_definite(b);
        self.exp(a, known, left);
        self.put(&format!(" {text} "));
        self.exp(b, true, right);
    }

    fn function(&mut self, function: &Use) {
        if function.inline {
            self.put("inline ");
        }
        self.put(&self.program.funs[function.fun].name);
        if function.types.iter().any(|(_, written)| *written) {
            let types = function.types.iter();
            let types = types.map(|(ty, written)| if *written { self.ty(ty) } else { "_".into() });
            let types: Vec<String> = types.collect();
            self.put(&format!(" [{}]", types.join(", ")));
        }
    }

    fn number(&mut self, number: u64, ty: &Ty) {
        let text = match (ty, number % 11, u8::try_from(number)) {
            (Ty::Word(8), 0..5, Ok(byte)) if byte.is_ascii_alphanumeric() => {
                format!("'{}'", char::from(byte))
            }
            (_, 5, _) => format!("0x{number:x}"),
            (_, 6, _) => format!("0b{number:b}"),
            (_, 7, _) => format!("0o{number:o}"),
            _ => number.to_string(),
        };
        self.put(&text);
    }

    fn pat(&mut self, pat: &Pat) {
        match pat {
            Pat::Var(name) => self.put(name),
            Pat::Wild => self.put("_"),
            Pat::Unit => self.put("()"),
            Pat::Tuple(pats) => {
                self.put("(");
                for (i, pat) in pats.iter().enumerate() {
                    self.put(if i == 0 { "" } else { ", " });
                    self.pat(pat);
                }
                self.put(")");
            }
            Pat::Record(fields, rest) => {
                self.put("#");
                self.field_pats(fields, !rest.is_empty());
            }
            Pat::Take(name, fields) => {
                self.put(&format!("{name} "));
                self.field_pats(fields, false);
            }
            Pat::Int(number) => self.put(&number.to_string()),
            Pat::Bool(value) => self.put(if *value { "True" } else { "False" }),
            Pat::Tag(name, payload) => {
                self.put(name);
                let args = if let Pat::Tuple(pats) = &**payload {
                    pats
                } else if let Pat::Unit = **payload {
                    &[][..]
                } else {
                    std::slice::from_ref(&**payload)
                };
                for arg in args {
                    self.put(" ");
                    self.pat(arg);
                }
            }
        }
    }

    fn field_pats(&mut self, fields: &[(String, Pat)], rest: bool) {
        self.put("{");
        for (i, (name, pat)) in fields.iter().enumerate() {
            self.put(if i == 0 { "" } else { ", " });
            self.put(name);
            if !matches!(pat, Pat::Var(variable) if variable == name) {
                self.put(" = ");
                self.pat(pat);
            }
        }
        if rest {
            self.put(if fields.is_empty() { ".." } else { ", .." });
        }
        self.put("}");
    }

    fn synonym(&mut self, number: usize) {
        let synonym = &self.program.synonyms[number];
        let param = if synonym.param { " a" } else { "" };
        let written = ty::Types { synonyms: &self.program.synonyms[..number] };
        let ty = written.ty(&synonym.ty.with(&|var| (var == PARAM).then_some(Ty::Var(0))));
        self.put(&format!("type {}{param} = {ty}", synonym.name));
    }

    fn ty(&self, ty: &Ty) -> String {
        ty::Types { synonyms: &self.program.synonyms }.ty(ty)
    }
}
