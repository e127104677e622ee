//! `where`: the choice of types that a signature leaves open.

use super::Elab;
use super::ascribe_messages::count_types;
use super::env::{Sig, StrId, TyFun, TyStr};
use super::realise::Realisation;
use super::structure::Choice;
use crate::core::{Definition, Equality, TyCon};
use base::Span;
use diag::Diagnostic;
use sml_syntax::ast::{Ident, LongId, SigExp, SigExpKind};
use std::rc::Rc;

impl Elab {
    /// `S where type 'a t = ty where type ...`: all of them at once, so that a large signature
    /// is copied once.
    pub(crate) fn where_types(&mut self, exp: &SigExp) -> Sig {
        let mut map = Choice::default();
        let sig = self.choose_types(exp, &mut map);
        if map.is_empty() { sig } else { self.instance(&sig, map) }
    }

    /// The signature of which types are chosen, and the choice.
    fn choose_types(&mut self, exp: &SigExp, map: &mut Choice) -> Sig {
        let SigExpKind::Where(inner, params, id, ty) = &exp.kind else { return self.sigexp(exp) };
        let sig = self.choose_types(inner, map);
        let alias = self.with_params(params, None, |cx, vars| {
            let ty = cx.ty(ty);
            cx.core.new_alias(vars.into(), ty)
        });
        let fun = self.core.eta(TyFun::Alias(alias));
        let Some(old) = self.type_in(sig.env, id) else { return sig };
        match old.fun {
            TyFun::Con(tycon) if sig.bound.contains(&tycon) && !map.contains_key(&tycon) => {
                if self.may_be(tycon, fun, id.span(), ty.span) {
                    map.insert(tycon, fun);
                }
            }
            TyFun::Con(_) | TyFun::Alias(_) => self.not_open(id),
        }
        sig
    }

    /// True if an open type of a signature may be this one; else a message.
    fn may_be(&mut self, tycon: TyCon, fun: TyFun, at: Span, ty: Span) -> bool {
        let info = &self.core.program.tycons[tycon];
        let name = self.core.text(info.name);
        let (arity, want) = (info.params.len(), self.core.arity(fun));
        if arity != want {
            self.report(Diagnostic::error("wrong number of types").at(
                self.place.source,
                at,
                format!("`{name}` takes {}, not {}", count_types(arity), count_types(want)),
            ));
            return false;
        }
        let is_data = matches!(info.definition, Definition::Data(_));
        if is_data && !matches!(fun, TyFun::Con(_)) {
            self.report(
                Diagnostic::error("a datatype must stay one")
                    .at(self.place.source, ty, "this is not a datatype")
                    .also(self.place.source, at, format!("`{name}` has constructors")),
            );
            return false;
        }
        if info.equality != Equality::Never && !self.core.fun_admits_eq(fun) {
            self.report(
                Diagnostic::error("type does not admit equality")
                    .at(self.place.source, ty, "values of this type cannot be compared")
                    .also(self.place.source, at, format!("`{name}` is an `eqtype`")),
            );
            return false;
        }
        true
    }

    fn not_open(&mut self, id: &LongId) {
        let name = self.core.long_text(id);
        self.report(Diagnostic::error("type that is fixed already").at(
            self.place.source,
            id.span(),
            format!("the signature says what `{name}` is"),
        ));
    }

    /// A type of a signature; a message if there is none.
    fn type_in(&mut self, env: StrId, id: &LongId) -> Option<TyStr> {
        let found = self.structure_in(env, &id.path)?;
        let env = self.contents(found);
        let result = env.types.get(id.id.name);
        if result.is_none() && !env.error {
            self.not_in_signature("type", id.id, !id.path.is_empty());
        }
        result
    }

    /// A structure of a signature; a message if there is none.
    fn structure_in(&mut self, env: StrId, path: &[Ident]) -> Option<StrId> {
        let mut found = env;
        for (i, part) in path.iter().enumerate() {
            let env = self.contents(found);
            match env.strs.get(part.name) {
                Some(inner) => found = inner,
                None => {
                    if !env.error {
                        self.not_in_signature("structure", *part, i > 0);
                    }
                    return None;
                }
            }
        }
        Some(found)
    }

    pub(crate) fn not_in_signature(&mut self, what: &str, ident: Ident, nested: bool) {
        let name = self.core.text(ident.name);
        let place = if nested { "structure" } else { "signature" };
        self.report(Diagnostic::error(format!("unknown {what}")).at(
            self.place.source,
            ident.span,
            format!("the {place} has no {what} `{name}`"),
        ));
    }

    /// `S where A.B = C`: every open type of a structure is that of the same name in another.
    pub(crate) fn where_structure(&mut self, sig: Sig, id: &LongId, other: &LongId) -> Sig {
        let path: Vec<Ident> = id.path.iter().copied().chain([id.id]).collect();
        let Some(own) = self.structure_in(sig.env, &path) else { return sig };
        let Some(found) = self.find_structure(other) else { return sig };
        let mut map = Choice::default();
        let errors = self.messages.errors;
        self.choose_all(&sig, (own, found), (id, other), &mut map);
        if self.messages.errors > errors || map.is_empty() {
            return sig;
        }
        self.instance(&sig, map)
    }

    fn choose_all(
        &mut self,
        sig: &Sig,
        (own, found): (StrId, StrId),
        (id, other): (&LongId, &LongId),
        map: &mut Choice,
    ) {
        let (own, found) = (self.contents(own), self.contents(found));
        if found.error {
            return;
        }
        for (name, tystr) in own.types.iter() {
            let ident = Ident { name, span: other.span() };
            let Some(new) = found.types.get(name) else {
                self.not_in_signature("type", ident, true);
                continue;
            };
            match tystr.fun {
                TyFun::Con(tycon) if sig.bound.contains(&tycon) => {
                    if self.may_be(tycon, new.fun, id.span(), other.span()) {
                        map.insert(tycon, new.fun);
                    }
                }
                TyFun::Con(_) | TyFun::Alias(_) => {
                    let mut with = Realisation::new(Rc::new(map.clone()));
                    let fun = self.core.realise_fun(tystr.fun, &mut with);
                    if !self.core.same_fun(fun, new.fun) {
                        self.not_open(&LongId { path: Vec::new(), id: ident });
                    }
                }
            }
        }
        for (name, inner) in own.strs.iter() {
            match found.strs.get(name) {
                Some(new) => self.choose_all(sig, (inner, new), (id, other), map),
                None => {
                    let ident = Ident { name, span: other.span() };
                    self.not_in_signature("structure", ident, true);
                }
            }
        }
    }
}
