//! Trees as text: lists in parentheses, names as they are.

use crate::ast::*;
use crate::names::Names;
use std::fmt::Write;

/// All declarations, one a line.
pub(super) fn decs(names: &Names, decs: &[Dec]) -> String {
    let mut dump = Dump { names, out: String::new() };
    for dec in decs.iter().filter(|dec| dec.kind != DecKind::Semi) {
        dump.dec(dec);
        dump.out.push('\n');
    }
    dump.out
}

struct Dump<'a> {
    names: &'a Names,
    out: String,
}

impl Dump<'_> {
    fn put(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// `(head item item)`.
    fn list<T>(&mut self, head: &str, items: &[T], mut item: impl FnMut(&mut Self, &T)) {
        self.put("(");
        self.put(head);
        for (i, each) in items.iter().enumerate() {
            if i > 0 || !head.is_empty() {
                self.put(" ");
            }
            item(self, each);
        }
        self.put(")");
    }

    fn id(&mut self, id: &Ident) {
        let text = self.names.text(id.name).clone();
        self.put(&text);
    }

    fn long(&mut self, name: &LongId) {
        for id in &name.path {
            self.id(id);
            self.put(".");
        }
        self.id(&name.id);
    }

    fn lit(&mut self, lit: &Lit) {
        let text = match lit {
            Lit::Int(value) => format!("{value}"),
            Lit::Word(value) => format!("0w{value}"),
            Lit::Real(text) => text.clone(),
            Lit::Char(byte) => format!("#\"{}\"", byte.escape_ascii()),
            Lit::String(bytes) => format!("\"{}\"", bytes.escape_ascii()),
        };
        self.put(&text);
    }

    fn exp(&mut self, exp: &Exp) {
        match &exp.kind {
            ExpKind::Lit(lit) => self.lit(lit),
            ExpKind::Var(name) => self.long(name),
            ExpKind::Record(fields) => self.list("record", fields, |d, (label, exp)| {
                d.id(label);
                d.put("=");
                d.exp(exp);
            }),
            ExpKind::Tuple(exps) => self.list("tuple", exps, Self::exp),
            ExpKind::Select(label) => {
                self.put("#");
                self.id(label);
            }
            ExpKind::List(exps) => self.list("list", exps, Self::exp),
            ExpKind::Vector(exps) => self.list("vector", exps, Self::exp),
            ExpKind::Seq(exps) => self.list("seq", exps, Self::exp),
            ExpKind::Let(decs, exps) => {
                self.put("(let ");
                self.list("", decs, Self::dec);
                self.list("", exps, Self::exp);
                self.put(")");
            }
            ExpKind::App(fun, arg) => self.list("", &[&**fun, &**arg], |d, e| d.exp(e)),
            ExpKind::Infix(left, op, right) => {
                let head = self.names.text(op.name).clone();
                self.list(&head, &[&**left, &**right], |d, e| d.exp(e));
            }
            ExpKind::Typed(exp, ty) => {
                self.put("(: ");
                self.exp(exp);
                self.put(" ");
                self.ty(ty);
                self.put(")");
            }
            ExpKind::Andalso(a, b) => self.list("andalso", &[&**a, &**b], |d, e| d.exp(e)),
            ExpKind::Orelse(a, b) => self.list("orelse", &[&**a, &**b], |d, e| d.exp(e)),
            ExpKind::Handle(exp, rules) => self.rules("handle", Some(exp), rules),
            ExpKind::Raise(exp) => self.list("raise", &[&**exp], |d, e| d.exp(e)),
            ExpKind::If(a, b, c) => self.list("if", &[&**a, &**b, &**c], |d, e| d.exp(e)),
            ExpKind::While(a, b) => self.list("while", &[&**a, &**b], |d, e| d.exp(e)),
            ExpKind::Case(exp, rules) => self.rules("case", Some(exp), rules),
            ExpKind::Fn(rules) => self.rules("fn", None, rules),
            ExpKind::Prim(name, ty) => {
                let _ = write!(self.out, "(prim {name} ");
                self.ty(ty);
                self.put(")");
            }
            ExpKind::Error => self.put("ERROR"),
        }
    }

    fn rules(&mut self, head: &str, exp: Option<&Exp>, rules: &[Rule]) {
        self.put("(");
        self.put(head);
        if let Some(exp) = exp {
            self.put(" ");
            self.exp(exp);
        }
        for rule in rules {
            self.put(" [");
            self.pat(&rule.pat);
            self.put(" => ");
            self.exp(&rule.exp);
            self.put("]");
        }
        self.put(")");
    }

    fn pat(&mut self, pat: &Pat) {
        match &pat.kind {
            PatKind::Wild => self.put("_"),
            PatKind::Lit(lit) => self.lit(lit),
            PatKind::Id(name) => self.long(name),
            PatKind::Record(fields, flexible) => {
                let head = if *flexible { "record..." } else { "record" };
                self.list(head, fields, |d, (label, pat)| {
                    d.id(label);
                    d.put("=");
                    d.pat(pat);
                });
            }
            PatKind::Tuple(pats) => self.list("tuple", pats, Self::pat),
            PatKind::List(pats) => self.list("list", pats, Self::pat),
            PatKind::Vector(pats) => self.list("vector", pats, Self::pat),
            PatKind::Con(name, pat) => {
                self.put("(");
                self.long(name);
                self.put(" ");
                self.pat(pat);
                self.put(")");
            }
            PatKind::Infix(left, op, right) => {
                let head = self.names.text(op.name).clone();
                self.list(&head, &[&**left, &**right], |d, p| d.pat(p));
            }
            PatKind::Typed(pat, ty) => {
                self.put("(: ");
                self.pat(pat);
                self.put(" ");
                self.ty(ty);
                self.put(")");
            }
            PatKind::As(id, ty, pat) => {
                self.put("(as ");
                self.id(id);
                self.maybe_ty(" : ", ty.as_ref());
                self.put(" ");
                self.pat(pat);
                self.put(")");
            }
            PatKind::Or(pats) => self.list("|", pats, Self::pat),
            PatKind::Error => self.put("ERROR"),
        }
    }

    fn ty(&mut self, ty: &Ty) {
        match &ty.kind {
            TyKind::Var(id) => self.id(id),
            TyKind::Record(fields) => self.list("record", fields, |d, (label, ty)| {
                d.id(label);
                d.put(":");
                d.ty(ty);
            }),
            TyKind::Tuple(tys) => self.list("*", tys, Self::ty),
            TyKind::Con(args, name) if args.is_empty() => self.long(name),
            TyKind::Con(args, name) => {
                self.put("(");
                self.long(name);
                for arg in args {
                    self.put(" ");
                    self.ty(arg);
                }
                self.put(")");
            }
            TyKind::Arrow(from, to) => self.list("->", &[&**from, &**to], |d, t| d.ty(t)),
            TyKind::Error => self.put("ERROR"),
        }
    }

    fn maybe_ty(&mut self, before: &str, ty: Option<&Ty>) {
        if let Some(ty) = ty {
            self.put(before);
            self.ty(ty);
        }
    }

    fn dec(&mut self, dec: &Dec) {
        match &dec.kind {
            DecKind::Val(vars, binds) => {
                self.head("val", vars);
                for bind in binds {
                    self.put(if bind.rec { " [rec " } else { " [" });
                    self.pat(&bind.pat);
                    self.put(" = ");
                    self.exp(&bind.exp);
                    self.put("]");
                }
                self.put(")");
            }
            DecKind::Fun(vars, binds) => {
                self.head("fun", vars);
                for bind in binds {
                    self.put(" ");
                    self.list("", &bind.clauses, Self::clause);
                }
                self.put(")");
            }
            DecKind::Type(types) => self.list("type", types, Self::type_bind),
            DecKind::Datatype(datas, types) => self.datas("datatype", datas, types, &[]),
            DecKind::Replicate(name, meaning) => self.replicate(name, meaning),
            DecKind::Abstype(datas, types, decs) => self.datas("abstype", datas, types, decs),
            DecKind::Exception(binds) => self.list("exception", binds, Self::exn_bind),
            DecKind::Local(hidden, shown) => {
                self.put("(local ");
                self.list("", hidden, Self::dec);
                self.list("", shown, Self::dec);
                self.put(")");
            }
            DecKind::Open(names) => self.list("open", names, Self::long),
            DecKind::Fixity(fixity, names) => {
                self.list(&format!("{fixity:?}"), names, Self::id);
            }
            DecKind::Structure(_)
            | DecKind::Signature(_)
            | DecKind::Functor(_)
            | DecKind::Semi
            | DecKind::Exp(_)
            | DecKind::Overload(..)
            | DecKind::Error => self.module(dec),
        }
    }

    fn exn_bind(&mut self, bind: &ExnBind) {
        match bind {
            ExnBind::New(name, ty) => {
                self.id(name);
                self.maybe_ty(" of ", ty.as_ref());
            }
            ExnBind::Prim(name, ty, prim) => {
                self.id(name);
                self.maybe_ty(" of ", ty.as_ref());
                self.put(" = prim ");
                self.put(prim);
            }
            ExnBind::Alias(name, meaning) => {
                self.id(name);
                self.put(" = ");
                self.long(meaning);
            }
        }
    }

    /// The declarations of modules, expressions and overloading.
    fn module(&mut self, dec: &Dec) {
        match &dec.kind {
            DecKind::Structure(binds) => self.list("structure", binds, |d, bind| {
                d.id(&bind.name);
                d.bound(bind.ascription.as_ref(), &bind.body);
            }),
            DecKind::Signature(binds) => self.list("signature", binds, |d, (name, sig)| {
                d.id(name);
                d.put(" = ");
                d.sig(sig);
            }),
            DecKind::Functor(binds) => self.list("functor", binds, Self::functor),
            DecKind::Exp(exp) => self.list("exp", &[exp], |d, e| d.exp(e)),
            DecKind::Overload(name, ty, meanings) => {
                self.put("(overload ");
                self.id(name);
                self.put(" ");
                self.ty(ty);
                self.list(" as", meanings, Self::long);
                self.put(")");
            }
            _ => self.put("ERROR"),
        }
    }

    /// `(word 'a 'b`.
    fn head(&mut self, word: &str, vars: &[Ident]) {
        self.put("(");
        self.put(word);
        for var in vars {
            self.put(" ");
            self.id(var);
        }
    }

    fn clause(&mut self, clause: &Clause) {
        self.put("[");
        self.id(&clause.name);
        for pat in &clause.pats {
            self.put(" ");
            self.pat(pat);
        }
        self.maybe_ty(" : ", clause.ty.as_ref());
        self.put(" = ");
        self.exp(&clause.exp);
        self.put("]");
    }

    fn type_bind(&mut self, bind: &TypeBind) {
        self.head("", &bind.params);
        self.put(" ");
        self.id(&bind.name);
        self.put(" = ");
        self.ty(&bind.ty);
        self.put(")");
    }

    fn datas(&mut self, word: &str, datas: &[DataBind], types: &[TypeBind], decs: &[Dec]) {
        self.put("(");
        self.put(word);
        for data in datas {
            self.put(" ");
            self.head("", &data.params);
            self.put(" ");
            self.id(&data.name);
            for (name, ty) in &data.cons {
                self.put(" | ");
                self.id(name);
                self.maybe_ty(" of ", ty.as_ref());
            }
            self.put(")");
        }
        if !types.is_empty() {
            self.list(" withtype", types, Self::type_bind);
        }
        if word == "abstype" {
            self.list(" with", decs, Self::dec);
        }
        self.put(")");
    }

    fn replicate(&mut self, name: &Ident, meaning: &LongId) {
        self.put("(replicate ");
        self.id(name);
        self.put(" ");
        self.long(meaning);
        self.put(")");
    }

    fn bound(&mut self, ascription: Option<&Ascription>, body: &StrExp) {
        if let Some(ascription) = ascription {
            self.ascription(ascription);
        }
        self.put(" = ");
        self.structure(body);
    }

    fn ascription(&mut self, ascription: &Ascription) {
        self.put(if ascription.opaque { " :> " } else { " : " });
        self.sig(&ascription.sig);
    }

    fn functor(&mut self, bind: &FunctorBind) {
        self.id(&bind.name);
        match &bind.param {
            FunctorParam::Structure(name, sig) => {
                self.put(" (");
                self.id(name);
                self.put(" : ");
                self.sig(sig);
                self.put(")");
            }
            FunctorParam::Spec(specs, _) => self.list(" specs", specs, Self::spec),
        }
        self.bound(bind.ascription.as_ref(), &bind.body);
    }

    fn structure(&mut self, exp: &StrExp) {
        match &exp.kind {
            StrExpKind::Struct(decs) => self.list("struct", decs, Self::dec),
            StrExpKind::Id(name) => self.long(name),
            StrExpKind::Ascribed(exp, ascription) => {
                self.put("(");
                self.structure(exp);
                self.ascription(ascription);
                self.put(")");
            }
            StrExpKind::App(name, arg) => {
                self.put("(");
                self.id(name);
                self.put(" ");
                self.structure(arg);
                self.put(")");
            }
            StrExpKind::Let(decs, exp) => {
                self.list("let", decs, Self::dec);
                self.structure(exp);
            }
            StrExpKind::Error => self.put("ERROR"),
        }
    }

    fn sig(&mut self, sig: &SigExp) {
        match &sig.kind {
            SigExpKind::Sig(specs) => self.list("sig", specs, Self::spec),
            SigExpKind::Id(name) => self.id(name),
            SigExpKind::Where(sig, params, name, ty) => {
                self.put("(where ");
                self.sig(sig);
                self.head(" ", params);
                self.put(" ");
                self.long(name);
                self.put(" = ");
                self.ty(ty);
                self.put("))");
            }
            SigExpKind::WhereStructure(sig, name, other) => {
                self.put("(where ");
                self.sig(sig);
                self.put(" ");
                self.long(name);
                self.put(" = ");
                self.long(other);
                self.put(")");
            }
            SigExpKind::Error => self.put("ERROR"),
        }
    }

    fn spec(&mut self, spec: &Spec) {
        match &spec.kind {
            SpecKind::Val(vals) => self.list("val", vals, |d, (name, ty)| {
                d.id(name);
                d.maybe_ty(" : ", Some(ty));
            }),
            SpecKind::Type { eq, types } => {
                let head = if *eq { "eqtype" } else { "type" };
                self.list(head, types, |d, (params, name, ty)| {
                    d.head("", params);
                    d.put(" ");
                    d.id(name);
                    d.maybe_ty(" = ", ty.as_ref());
                    d.put(")");
                });
            }
            SpecKind::Datatype(datas, types) => self.datas("datatype", datas, types, &[]),
            SpecKind::Replicate(name, meaning) => self.replicate(name, meaning),
            SpecKind::Exception(exceptions) => {
                self.list("exception", exceptions, |d, (name, ty)| {
                    d.id(name);
                    d.maybe_ty(" of ", ty.as_ref());
                });
            }
            SpecKind::Structure(structures) => {
                self.list("structure", structures, |d, (name, sig)| {
                    d.id(name);
                    d.put(" : ");
                    d.sig(sig);
                })
            }
            SpecKind::Include(sig) => self.list("include", &[sig], |d, s| d.sig(s)),
            SpecKind::SharingType(names) => self.list("sharing-type", names, Self::long),
            SpecKind::Sharing(names) => self.list("sharing", names, Self::long),
            SpecKind::Error => self.put("ERROR"),
        }
    }
}
