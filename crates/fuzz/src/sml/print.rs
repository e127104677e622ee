//! The text of a program.
//!
//! The meaning of a constant or an overloaded operator depends on its context. An expression is
//! written either where the context determines its type, or where it must do so itself; only there
//! a type is written beside it, so that elaboration has to find most of them.

mod decs;
mod show;

use super::ops;
use super::syntax::{Arm, Exp, ExpKind, Int, LIST, Lit, Pat, PatKind, Program, Ty, Word};

/// The text of a whole program.
pub(crate) fn text(program: &Program) -> String {
    let printer = Printer { program };
    format!("{}{}", show::PREAMBLE, printer.decs(&program.decs, "\n"))
}

struct Printer<'p> {
    program: &'p Program,
}

impl Printer<'_> {
    fn ty(&self, ty: &Ty) -> String {
        match ty {
            Ty::Int(Int::Int) => "int".to_owned(),
            Ty::Int(kind) => format!("{}.int", kind.structure()),
            Ty::Word(Word::Word) => "word".to_owned(),
            Ty::Word(kind) => format!("{}.word", kind.structure()),
            Ty::Char => "char".to_owned(),
            Ty::String => "string".to_owned(),
            Ty::Exn => "exn".to_owned(),
            Ty::Var(var) => self.program.tyvars[*var].name.clone(),
            Ty::Record(fields) if fields.is_empty() => "unit".to_owned(),
            Ty::Record(fields) if is_tuple(fields) => {
                let parts: Vec<_> = fields.iter().map(|(_, ty)| self.ty(ty)).collect();
                format!("({})", parts.join(" * "))
            }
            Ty::Record(fields) => {
                let field = |(label, ty): &(String, Ty)| format!("{label} : {}", self.ty(ty));
                format!("{{{}}}", fields.iter().map(field).collect::<Vec<_>>().join(", "))
            }
            Ty::Data(id, args) => {
                let name = &self.program.datas[*id].name;
                match &args[..] {
                    [] => name.clone(),
                    [arg] => format!("{} {name}", self.ty(arg)),
                    args => {
                        let args: Vec<_> = args.iter().map(|ty| self.ty(ty)).collect();
                        format!("({}) {name}", args.join(", "))
                    }
                }
            }
            Ty::Vector(of) => format!("{} vector", self.ty(of)),
            Ty::Array(of) => format!("{} array", self.ty(of)),
            Ty::Ref(of) => format!("{} ref", self.ty(of)),
            Ty::Fun(arg, result) => format!("({} -> {})", self.ty(arg), self.ty(result)),
        }
    }

    fn name(&self, var: usize) -> &str {
        &self.program.vars[var].name
    }

    fn pats(&self, pats: &[Pat], between: &str) -> String {
        pats.iter().map(|pat| self.pat(pat)).collect::<Vec<_>>().join(between)
    }

    /// A pattern that can stand anywhere.
    fn pat(&self, pat: &Pat) -> String {
        let arg = |pat: &Option<Box<Pat>>| pat.as_ref().map(|pat| self.pat(pat));
        match &pat.kind {
            PatKind::Wild => "_".to_owned(),
            PatKind::Var(var) => self.name(*var).to_owned(),
            PatKind::Lit(lit) => literal(lit),
            PatKind::Record(fields) => self.record_pat(&pat.ty, fields),
            PatKind::Con(1, Some(pair)) if is_list(&pat.ty) => {
                if let PatKind::Record(f) = &pair.kind
                    && is_tuple(f)
                {
                    format!("({} :: {})", self.pat(&f[0].1), self.pat(&f[1].1))
                } else {
                    format!("(op :: {})", self.pat(pair))
                }
            }
            PatKind::Con(con, of) => self.applied(self.con(&pat.ty, *con), arg(of)),
            PatKind::Exn(var, of) => self.applied(self.name(*var), arg(of)),
            PatKind::Ref(of) => format!("(ref {})", self.pat(of)),
            PatKind::Vector(pats) => format!("#[{}]", self.pats(pats, ", ")),
            PatKind::As(var, of) => format!("({} as {})", self.name(*var), self.pat(of)),
            PatKind::Or(pats) => format!("({})", self.pats(pats, " | ")),
        }
    }

    /// Only a type beside it says which fields `...` stands for.
    fn record_pat(&self, ty: &Ty, fields: &[(String, Pat)]) -> String {
        if ty.parts().is_empty() {
            return "()".to_owned();
        }
        if fields.len() == ty.parts().len() && is_tuple(fields) {
            let parts: Vec<_> = fields.iter().map(|(_, pat)| self.pat(pat)).collect();
            return format!("({})", parts.join(", "));
        }
        let field = |(label, pat): &(String, Pat)| format!("{label} = {}", self.pat(pat));
        let mut parts: Vec<_> = fields.iter().map(field).collect();
        if fields.len() == ty.parts().len() {
            return format!("{{{}}}", parts.join(", "));
        }
        parts.push("...".to_owned());
        format!("({{{}}} : {})", parts.join(", "), self.ty(ty))
    }

    /// With its type, unless the context has determined it.
    fn typed_pat(&self, pat: &Pat, known: bool) -> String {
        if known { self.pat(pat) } else { format!("({} : {})", self.pat(pat), self.ty(&pat.ty)) }
    }

    fn con(&self, ty: &Ty, con: u32) -> &str {
        let Ty::Data(id, _) = ty else { unreachable!("no datatype") };
        &self.program.datas[*id].cons[con as usize].name
    }

    fn applied(&self, name: &str, arg: Option<String>) -> String {
        arg.map_or_else(|| name.to_owned(), |arg| format!("({name} {arg})"))
    }

    /// An expression that can stand anywhere. Does the context determine its type?
    fn exp(&self, exp: &Exp, known: bool) -> String {
        match &exp.kind {
            ExpKind::Lit(lit) => {
                let own = matches!(exp.ty, Ty::INT | Ty::Word(Word::Word) | Ty::Char | Ty::String);
                self.annotated(literal(lit), &exp.ty, known || own)
            }
            ExpKind::Var(var) => {
                let own = self.program.vars[*var].params.is_empty();
                self.annotated(self.name(*var).to_owned(), &exp.ty, known || own)
            }
            ExpKind::Record(fields) if fields.is_empty() => "()".to_owned(),
            ExpKind::Record(fields) if is_tuple(fields) => {
                let parts: Vec<_> = fields.iter().map(|(_, exp)| self.exp(exp, known)).collect();
                format!("({})", parts.join(", "))
            }
            ExpKind::Record(fields) => {
                let field = |(l, exp): &(String, Exp)| format!("{l} = {}", self.exp(exp, known));
                format!("{{{}}}", fields.iter().map(field).collect::<Vec<_>>().join(", "))
            }
            ExpKind::Select(label, of) => {
                format!("(#{label} ({} : {}))", self.exp(of, true), self.ty(&of.ty))
            }
            ExpKind::Con(con, arg) => self.con_exp(exp, *con, arg.as_deref(), known),
            ExpKind::Exn(var, arg) => {
                self.applied(self.name(*var), arg.as_ref().map(|arg| self.exp(arg, true)))
            }
            ExpKind::Op(op, args) => self.op(&ops::table()[*op], args, known),
            ExpKind::App(..) => self.app(exp, known),
            ExpKind::Fn(arms) => format!("(fn {})", self.arms(arms, known, known)),
            ExpKind::Vector(items) if items.is_empty() => {
                self.annotated("#[]".to_owned(), &exp.ty, known)
            }
            ExpKind::Vector(items) => {
                let item = |(i, exp)| self.exp(exp, known || i > 0);
                format!("#[{}]", items.iter().enumerate().map(item).collect::<Vec<_>>().join(", "))
            }
            ExpKind::Show(of) => {
                let says = !of.ty.any(&|ty| matches!(ty, Ty::Var(_) | Ty::Fun(..)));
                format!("({} {})", self.show(&of.ty), self.exp(of, says))
            }
            ExpKind::If(..) | ExpKind::Andalso(..) | ExpKind::Orelse(..) => {
                self.control(exp, known)
            }
            ExpKind::Case(..) | ExpKind::Let(..) | ExpKind::Seq(..) => self.control(exp, known),
            ExpKind::Raise(_) | ExpKind::Handle(..) => self.control(exp, known),
        }
    }

    fn annotated(&self, text: String, ty: &Ty, known: bool) -> String {
        if known { text } else { format!("({text} : {})", self.ty(ty)) }
    }

    fn control(&self, exp: &Exp, known: bool) -> String {
        match &exp.kind {
            ExpKind::If(test, yes, no) => format!(
                "(if {} then {} else {})",
                self.exp(test, true),
                self.exp(yes, known),
                self.exp(no, true)
            ),
            ExpKind::Andalso(a, b) => {
                format!("({} andalso {})", self.exp(a, true), self.exp(b, true))
            }
            ExpKind::Orelse(a, b) => {
                format!("({} orelse {})", self.exp(a, true), self.exp(b, true))
            }
            ExpKind::Case(of, arms) => {
                format!("(case {} of {})", self.exp(of, false), self.arms(arms, true, known))
            }
            ExpKind::Let(decs, body) => {
                format!("let {} in {} end", self.decs(decs, " "), self.exp(body, known))
            }
            ExpKind::Seq(first, last) => {
                let first: Vec<_> = first.iter().map(|exp| self.exp(exp, false)).collect();
                format!("({}; {})", first.join("; "), self.exp(last, known))
            }
            ExpKind::Raise(of) => {
                let text = format!("(raise {})", self.exp(of, true));
                self.annotated(text, &exp.ty, known)
            }
            ExpKind::Handle(of, arms) => {
                format!("({} handle {})", self.exp(of, known), self.arms(arms, true, true))
            }
            ExpKind::Lit(_) | ExpKind::Var(_) | ExpKind::Record(_) | ExpKind::Select(..) => {
                unreachable!("written above")
            }
            ExpKind::Con(..) | ExpKind::Exn(..) | ExpKind::Op(..) | ExpKind::App(..) => {
                unreachable!("written above")
            }
            ExpKind::Fn(_) | ExpKind::Vector(_) | ExpKind::Show(_) => {
                unreachable!("written above")
            }
        }
    }

    /// Rules. Is the type of what they match known, and that of what they give?
    fn arms(&self, arms: &[Arm], matched: bool, given: bool) -> String {
        let arm = |(i, (pat, exp)): (usize, &Arm)| {
            let pat = self.typed_pat(pat, matched || i > 0);
            format!("{pat} => {}", self.exp(exp, given || i > 0))
        };
        arms.iter().enumerate().map(arm).collect::<Vec<_>>().join(" | ")
    }

    fn con_exp(&self, exp: &Exp, con: u32, arg: Option<&Exp>, known: bool) -> String {
        let Ty::Data(_, args) = &exp.ty else { unreachable!("no datatype") };
        let own = known || args.is_empty();
        let name = self.con(&exp.ty, con);
        let text = match arg {
            None => name.to_owned(),
            Some(_) if is_list(&exp.ty) => self.list(exp),
            Some(arg) => format!("({name} {})", self.exp(arg, true)),
        };
        self.annotated(text, &exp.ty, own)
    }

    /// Like `[a, b]`, if all of it is there, or like `a :: b`.
    fn list(&self, exp: &Exp) -> String {
        let (mut items, mut at) = (Vec::new(), exp);
        while let ExpKind::Con(1, Some(pair)) = &at.kind
            && let ExpKind::Record(fields) = &pair.kind
            && is_tuple(fields)
        {
            items.push(self.exp(&fields[0].1, true));
            at = &fields[1].1;
        }
        if let ExpKind::Con(0, None) = &at.kind {
            format!("[{}]", items.join(", "))
        } else if let ExpKind::Con(1, Some(pair)) = &at.kind
            && items.is_empty()
        {
            format!("(op :: {})", self.exp(pair, true))
        } else {
            format!("({} :: {})", items.join(" :: "), self.exp(at, true))
        }
    }

    fn op(&self, op: &ops::Op, args: &[Exp], known: bool) -> String {
        let mut text = op.text.clone();
        let same = op.overloaded && op.args[0] == op.result;
        for (i, (arg, ty)) in args.iter().zip(&op.args).enumerate() {
            let says = if op.overloaded { i > 0 || known && same } else { !ty.has_var() };
            text = text.replace(&format!("${}", i + 1), &self.exp(arg, says));
        }
        format!("({text})")
    }

    /// A call with all its arguments.
    fn app(&self, exp: &Exp, known: bool) -> String {
        let (mut args, mut fun) = (Vec::new(), exp);
        while let ExpKind::App(of, arg) = &fun.kind {
            args.push(&**arg);
            fun = of;
        }
        args.reverse();
        let (name, own) = if let ExpKind::Var(var) = &fun.kind {
            (self.name(*var).to_owned(), self.program.vars[*var].params.is_empty())
        } else {
            (self.exp(fun, false), true)
        };
        let args: Vec<_> = args.iter().map(|arg| self.exp(arg, own)).collect();
        self.annotated(format!("({name} {})", args.join(" ")), &exp.ty, known || own)
    }
}

fn is_list(ty: &Ty) -> bool {
    matches!(ty, Ty::Data(LIST, _))
}

/// True if the labels are 1, 2 and so on, in this order.
fn is_tuple<T>(fields: &[(String, T)]) -> bool {
    fields.len() > 1 && fields.iter().enumerate().all(|(i, (l, _))| *l == (i + 1).to_string())
}

/// A constant; some numbers are written with sixteen digits.
fn literal(lit: &Lit) -> String {
    match lit {
        Lit::Int(n) if n.bits() % 5 == 4 => format!("{n:#x}").replace('-', "~"),
        Lit::Int(n) => n.to_string().replace('-', "~"),
        Lit::Word(n) if n % 3 == 2 => format!("0wx{n:x}"),
        Lit::Word(n) => format!("0w{n}"),
        Lit::Char(c) => format!("#{}", quoted(&[*c])),
        Lit::String(bytes) => quoted(bytes),
    }
}

fn quoted(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for byte in bytes {
        match byte {
            b'"' | b'\\' => text.extend(['\\', char::from(*byte)]),
            b'\n' => text.push_str("\\n"),
            0..27 => text.extend(['\\', '^', char::from(byte + 64)]),
            32..127 => text.push(char::from(*byte)),
            27..32 | 127.. => text.push_str(&format!("\\{byte:03}")),
        }
    }
    text.push('"');
    text
}
