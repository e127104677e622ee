//! The modules that a file defines, and those that it needs from elsewhere.
//!
//! A name that is bound in the file, before and around its use, needs nothing. The names that
//! `open` and `include` bind are not known here, so a file may seem to need more than it
//! does; then it merely comes later than it could.

use base::Span;
use rustc_hash::{FxHashMap, FxHashSet};
use sml_elab::Namespace;
use sml_syntax::ast::{
    Ascription, Clause, DataBind, Dec, DecKind, ExnBind, Exp, ExpKind, FunctorBind, FunctorParam,
    Ident, LongId, Pat, PatKind, Rule, SigExp, SigExpKind, Spec, SpecKind, StrExp, StrExpKind, Ty,
    TyKind, TypeBind,
};
use sml_syntax::names::Sym;

/// A module's kind and name.
pub(crate) type Name = (Namespace, Sym);

/// The modules that a file defines and needs, each once, in the order of the text.
#[derive(Default, Debug)]
pub(crate) struct Uses {
    pub(crate) defines: Vec<(Name, Span)>,
    pub(crate) needs: Vec<(Name, Span)>,
}

/// The modules of a file.
pub(crate) fn uses(decs: &[Dec]) -> Uses {
    let mut walk = Walk::default();
    walk.decs(decs);
    let mut defines = Vec::new();
    let mut seen = FxHashSet::default();
    for (name, span) in walk.log {
        if seen.insert(name) {
            defines.push((name, span));
        }
    }
    Uses { defines, needs: walk.needs }
}

#[derive(Default)]
struct Walk {
    /// The number of bindings of a name here and around.
    bound: FxHashMap<Name, u32>,
    log: Vec<(Name, Span)>,
    needed: FxHashSet<Name>,
    needs: Vec<(Name, Span)>,
}

impl Walk {
    fn bind(&mut self, namespace: Namespace, ident: Ident) {
        self.put((namespace, ident.name), ident.span);
    }

    fn put(&mut self, name: Name, span: Span) {
        *self.bound.entry(name).or_default() += 1;
        self.log.push((name, span));
    }

    /// Leaves the scope that began at the mark; gives the names bound in it.
    fn leave(&mut self, mark: usize) -> Vec<(Name, Span)> {
        let left = self.log.split_off(mark);
        for (name, _) in &left {
            if let Some(count) = self.bound.get_mut(name) {
                *count -= 1;
            }
        }
        left
    }

    fn need(&mut self, namespace: Namespace, ident: Ident) {
        let name = (namespace, ident.name);
        let is_bound = self.bound.get(&name).is_some_and(|count| *count > 0);
        if !is_bound && self.needed.insert(name) {
            self.needs.push((name, ident.span));
        }
    }

    /// A name of a value or type: its first structure counts.
    fn long(&mut self, id: &LongId) {
        if let Some(first) = id.path.first() {
            self.need(Namespace::Structure, *first);
        }
    }

    fn structure(&mut self, id: &LongId) {
        self.need(Namespace::Structure, *id.path.first().unwrap_or(&id.id));
    }

    fn decs(&mut self, decs: &[Dec]) {
        decs.iter().for_each(|dec| self.dec(dec));
    }

    fn dec(&mut self, dec: &Dec) {
        match &dec.kind {
            DecKind::Val(_, binds) => {
                for bind in binds {
                    self.pat(&bind.pat);
                    self.exp(&bind.exp);
                }
            }
            DecKind::Fun(_, binds) => {
                binds.iter().flat_map(|bind| &bind.clauses).for_each(|clause| self.clause(clause));
            }
            DecKind::Type(binds) => self.types(binds),
            DecKind::Datatype(data, types) => self.data(data, types),
            DecKind::Replicate(_, id) => self.long(id),
            DecKind::Abstype(data, types, decs) => {
                self.data(data, types);
                self.decs(decs);
            }
            DecKind::Exception(binds) => binds.iter().for_each(|bind| match bind {
                ExnBind::New(_, ty) | ExnBind::Prim(_, ty, _) => self.maybe_ty(ty.as_ref()),
                ExnBind::Alias(_, id) => self.long(id),
            }),
            DecKind::Local(hidden, shown) => {
                let mark = self.log.len();
                self.decs(hidden);
                let inner = self.log.len();
                self.decs(shown);
                let kept = self.leave(inner);
                self.leave(mark);
                kept.into_iter().for_each(|(name, span)| self.put(name, span));
            }
            DecKind::Open(ids) => ids.iter().for_each(|id| self.structure(id)),
            DecKind::Structure(binds) => {
                for bind in binds {
                    self.ascription(bind.ascription.as_ref());
                    self.strexp(&bind.body);
                }
                binds.iter().for_each(|bind| self.bind(Namespace::Structure, bind.name));
            }
            DecKind::Signature(binds) => {
                binds.iter().for_each(|(_, sig)| self.sigexp(sig));
                binds.iter().for_each(|(name, _)| self.bind(Namespace::Signature, *name));
            }
            DecKind::Functor(binds) => {
                binds.iter().for_each(|bind| self.functor(bind));
                binds.iter().for_each(|bind| self.bind(Namespace::Functor, bind.name));
            }
            DecKind::Exp(exp) => self.exp(exp),
            DecKind::Fixity(..) | DecKind::Semi | DecKind::Overload(..) | DecKind::Error => {}
        }
    }

    fn functor(&mut self, bind: &FunctorBind) {
        let mark = self.log.len();
        match &bind.param {
            FunctorParam::Structure(name, sig) => {
                self.sigexp(sig);
                self.bind(Namespace::Structure, *name);
            }
            FunctorParam::Spec(specs, _) => specs.iter().for_each(|spec| self.spec(spec)),
        }
        self.ascription(bind.ascription.as_ref());
        self.strexp(&bind.body);
        self.leave(mark);
    }

    fn ascription(&mut self, ascription: Option<&Ascription>) {
        if let Some(ascription) = ascription {
            self.sigexp(&ascription.sig);
        }
    }

    fn strexp(&mut self, exp: &StrExp) {
        let mark = self.log.len();
        match &exp.kind {
            StrExpKind::Struct(decs) => self.decs(decs),
            StrExpKind::Id(id) => self.structure(id),
            StrExpKind::Ascribed(inner, ascription) => {
                self.strexp(inner);
                self.ascription(Some(ascription));
            }
            StrExpKind::App(functor, arg) => {
                self.need(Namespace::Functor, *functor);
                self.strexp(arg);
            }
            StrExpKind::Let(decs, body) => {
                self.decs(decs);
                self.strexp(body);
            }
            StrExpKind::Error => {}
        }
        self.leave(mark);
    }

    fn sigexp(&mut self, sig: &SigExp) {
        match &sig.kind {
            SigExpKind::Sig(specs) => {
                let mark = self.log.len();
                specs.iter().for_each(|spec| self.spec(spec));
                self.leave(mark);
            }
            SigExpKind::Id(name) => self.need(Namespace::Signature, *name),
            SigExpKind::Where(inner, _, _, ty) => {
                self.sigexp(inner);
                self.ty(ty);
            }
            SigExpKind::WhereStructure(inner, _, other) => {
                self.sigexp(inner);
                self.structure(other);
            }
            SigExpKind::Error => {}
        }
    }

    fn spec(&mut self, spec: &Spec) {
        match &spec.kind {
            SpecKind::Val(vals) => vals.iter().for_each(|(_, ty)| self.ty(ty)),
            SpecKind::Type { types, .. } => {
                types.iter().for_each(|(_, _, ty)| self.maybe_ty(ty.as_ref()));
            }
            SpecKind::Datatype(data, types) => self.data(data, types),
            SpecKind::Replicate(_, id) => self.long(id),
            SpecKind::Exception(exns) => {
                exns.iter().for_each(|(_, ty)| self.maybe_ty(ty.as_ref()));
            }
            SpecKind::Structure(binds) => {
                binds.iter().for_each(|(_, sig)| self.sigexp(sig));
                binds.iter().for_each(|(name, _)| self.bind(Namespace::Structure, *name));
            }
            SpecKind::Include(sig) => self.sigexp(sig),
            // Shared types and structures are specified in the same signature.
            SpecKind::SharingType(_) | SpecKind::Sharing(_) | SpecKind::Error => {}
        }
    }

    fn data(&mut self, data: &[DataBind], types: &[TypeBind]) {
        let cons = data.iter().flat_map(|bind| &bind.cons);
        cons.for_each(|(_, ty)| self.maybe_ty(ty.as_ref()));
        self.types(types);
    }

    fn types(&mut self, types: &[TypeBind]) {
        types.iter().for_each(|bind| self.ty(&bind.ty));
    }

    fn maybe_ty(&mut self, ty: Option<&Ty>) {
        if let Some(ty) = ty {
            self.ty(ty);
        }
    }

    fn ty(&mut self, ty: &Ty) {
        match &ty.kind {
            TyKind::Var(_) | TyKind::Error => {}
            TyKind::Record(fields) => fields.iter().for_each(|(_, ty)| self.ty(ty)),
            TyKind::Tuple(parts) => parts.iter().for_each(|ty| self.ty(ty)),
            TyKind::Con(args, id) => {
                args.iter().for_each(|ty| self.ty(ty));
                self.long(id);
            }
            TyKind::Arrow(from, to) => {
                self.ty(from);
                self.ty(to);
            }
        }
    }

    fn pat(&mut self, pat: &Pat) {
        match &pat.kind {
            PatKind::Wild | PatKind::Lit(_) | PatKind::Error => {}
            PatKind::Id(id) => self.long(id),
            PatKind::Record(fields, _) => fields.iter().for_each(|(_, pat)| self.pat(pat)),
            PatKind::Tuple(pats)
            | PatKind::List(pats)
            | PatKind::Vector(pats)
            | PatKind::Or(pats) => pats.iter().for_each(|pat| self.pat(pat)),
            PatKind::Con(id, arg) => {
                self.long(id);
                self.pat(arg);
            }
            PatKind::Infix(left, _, right) => {
                self.pat(left);
                self.pat(right);
            }
            PatKind::Typed(pat, ty) => {
                self.pat(pat);
                self.ty(ty);
            }
            PatKind::As(_, ty, pat) => {
                self.maybe_ty(ty.as_ref());
                self.pat(pat);
            }
        }
    }

    fn clause(&mut self, clause: &Clause) {
        clause.pats.iter().for_each(|pat| self.pat(pat));
        self.maybe_ty(clause.ty.as_ref());
        self.exp(&clause.exp);
    }

    fn rules(&mut self, rules: &[Rule]) {
        for rule in rules {
            self.pat(&rule.pat);
            self.exp(&rule.exp);
        }
    }

    fn exps(&mut self, exps: &[Exp]) {
        exps.iter().for_each(|exp| self.exp(exp));
    }

    fn exp(&mut self, exp: &Exp) {
        match &exp.kind {
            ExpKind::Lit(_) | ExpKind::Select(_) | ExpKind::Prim(..) | ExpKind::Error => {}
            ExpKind::Var(id) => self.long(id),
            ExpKind::Record(fields) => fields.iter().for_each(|(_, exp)| self.exp(exp)),
            ExpKind::Tuple(exps)
            | ExpKind::List(exps)
            | ExpKind::Vector(exps)
            | ExpKind::Seq(exps) => self.exps(exps),
            ExpKind::Let(decs, body) => {
                let mark = self.log.len();
                self.decs(decs);
                self.exps(body);
                self.leave(mark);
            }
            ExpKind::App(a, b)
            | ExpKind::Infix(a, _, b)
            | ExpKind::Andalso(a, b)
            | ExpKind::Orelse(a, b)
            | ExpKind::While(a, b) => {
                self.exp(a);
                self.exp(b);
            }
            ExpKind::Typed(exp, ty) => {
                self.exp(exp);
                self.ty(ty);
            }
            ExpKind::Handle(exp, rules) | ExpKind::Case(exp, rules) => {
                self.exp(exp);
                self.rules(rules);
            }
            ExpKind::Raise(exp) => self.exp(exp),
            ExpKind::If(a, b, c) => {
                self.exp(a);
                self.exp(b);
                self.exp(c);
            }
            ExpKind::Fn(rules) => self.rules(rules),
        }
    }
}
