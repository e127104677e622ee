//! Matching a structure against a signature.
//!
//! First the open types of the signature are found in the structure; then every specified
//! name is looked up and compared. The result has the specified names and no more. With
//! `:>` the open types become new ones. A value whose specification is less general than
//! its type, or has another type by an opaque ascription, becomes a view.

use super::env::{Env, Sig, Status, StrId, Table, TyFun, TyStr, Val, View};
use super::realise::Realisation;
use super::structure::{Choice, Structure};
use super::{Core, Elab};
use crate::core::{Definition, Equality, Loc, Ty, TyCon, TyVar};
use base::Span;
use rustc_hash::FxHashSet;
use sml_syntax::names::Sym;
use std::rc::Rc;

/// A structure as it is matched.
pub(crate) struct Matching {
    /// From the signature's open types to the structure's.
    actual: Realisation,
    /// From the signature's open types to those of the result.
    shown: Realisation,
    opaque: bool,
    /// The names that are specified and missing: kind, name, specification.
    pub(crate) lacking: Vec<(&'static str, String, Option<Loc>)>,
    /// Types of the signature about which there is a message already.
    failed: FxHashSet<TyCon>,
    /// The place of the ascription.
    pub(crate) span: Span,
    /// The structures around, for messages.
    pub(crate) path: Vec<Sym>,
}

impl Elab {
    /// The structure as the signature shows it.
    pub(crate) fn ascribe(
        &mut self,
        structure: StrId,
        sig: &Sig,
        opaque: bool,
        span: Span,
    ) -> StrId {
        if self.core.is_error(structure) || self.core.is_error(sig.env) {
            return self.error_structure();
        }
        let bound: FxHashSet<TyCon> = sig.bound.iter().copied().collect();
        let mut map = Choice::default();
        let mut cx = Matching {
            actual: Realisation::default(),
            shown: Realisation::default(),
            opaque,
            lacking: Vec::new(),
            failed: FxHashSet::default(),
            span,
            path: Vec::new(),
        };
        self.find_open(sig.env, structure, &bound, &mut map, &mut cx);
        cx.actual = Realisation::new(Rc::new(map));
        let actual = cx.actual.map.clone();
        let shown = if opaque { Rc::new(self.new_types(sig, &mut cx)) } else { actual };
        cx.shown = Realisation::new(shown);
        let result = self.match_env(sig.env, structure, &mut cx);
        if opaque {
            self.core.show_constructors(sig, &mut cx);
        }
        self.report_missing(&cx);
        if let Some(loc) = self.core.entities.str_locs.get(&structure).copied() {
            self.core.entities.str_locs.insert(result, loc);
        }
        result
    }

    /// Finds the types of a structure that the open types of a signature stand for.
    fn find_open(
        &mut self,
        spec: StrId,
        structure: StrId,
        bound: &FxHashSet<TyCon>,
        map: &mut Choice,
        cx: &mut Matching,
    ) {
        if self.core.have_one_root(spec, structure)
            && self.find_by_origin(spec, structure, bound, map)
        {
            return;
        }
        let (spec, actual) = (self.contents(spec), self.contents(structure));
        for (name, tystr) in spec.types.iter() {
            let TyFun::Con(tycon) = tystr.fun else { continue };
            if !bound.contains(&tycon) || map.contains_key(&tycon) {
                continue;
            }
            let fun = self.find_one(name, tycon, actual.types.get(name), actual.error, cx);
            map.insert(tycon, fun);
        }
        for (name, inner) in spec.strs.iter() {
            match actual.strs.get(name) {
                Some(found) => {
                    cx.path.push(name);
                    self.find_open(inner, found, bound, map, cx);
                    cx.path.pop();
                }
                None => {
                    if !actual.error {
                        self.missing("structure", name, None, cx);
                    }
                    let nothing = self.error_structure();
                    self.find_open(inner, nothing, bound, map, cx);
                }
            }
        }
    }

    /// The same for a structure that differs from the signature in types only. False if a
    /// type is wrong, about which the slow way then has a message.
    fn find_by_origin(
        &mut self,
        spec: StrId,
        structure: StrId,
        bound: &FxHashSet<TyCon>,
        map: &mut Choice,
    ) -> bool {
        let (pairs, named) = self.paired_types(spec, structure);
        for (spec, found) in pairs.into_iter().take(named) {
            let TyFun::Con(tycon) = spec else { continue };
            if !bound.contains(&tycon) || map.contains_key(&tycon) {
                continue;
            }
            if self.core.needs_eq(tycon) && !self.core.fun_admits_eq(found) {
                return false;
            }
            map.insert(tycon, found);
        }
        true
    }

    fn find_one(
        &mut self,
        name: Sym,
        tycon: TyCon,
        found: Option<TyStr>,
        silent: bool,
        cx: &mut Matching,
    ) -> TyFun {
        let info = self.core.program.tycons[tycon].clone();
        let error = self.core.error_fun(&info.params);
        let Some(found) = found else {
            if !silent {
                self.missing("type", name, info.loc, cx);
            }
            return error;
        };
        if self.core.arity(found.fun) != info.params.len() {
            self.wrong_params(name, self.core.arity(found.fun), info.params.len(), info.loc, cx);
            return error;
        }
        if self.core.needs_eq(tycon) && !self.core.fun_admits_eq(found.fun) {
            self.not_eqtype(name, "is an `eqtype`", info.loc, cx);
        }
        found.fun
    }

    /// New types for the open types of a signature.
    fn new_types(&mut self, sig: &Sig, cx: &mut Matching) -> Choice {
        let mut map = Choice::default();
        for tycon in &sig.bound {
            let info = self.core.program.tycons[*tycon].clone();
            let args = self.core.vars_as_types(&info.params);
            let ty = self.core.con(*tycon, &args);
            let ty = self.core.realise_ty(ty, &mut cx.actual);
            let definition = Definition::Opaque(ty);
            let new = self.new_tycon(info.name, info.params, info.equality, definition, info.loc);
            self.core.program.tycons[new].hidden = !matches!(info.definition, Definition::Data(_));
            map.insert(*tycon, TyFun::Con(new));
        }
        map
    }

    /// Compares a structure with a signature, name by name.
    fn match_env(&mut self, sig: StrId, structure: StrId, cx: &mut Matching) -> StrId {
        if self.core.have_one_root(sig, structure) && self.matches_by_origin(sig, structure, cx) {
            return structure;
        }
        let errors = self.messages.errors;
        let (spec, actual) = (self.contents(sig), self.contents(structure));
        let mut types = Vec::new();
        for (name, tystr) in spec.types.iter() {
            types.push((name, self.match_type(name, tystr, actual.types.get(name), &spec, cx)));
        }
        if cx.opaque {
            self.core.constructors_of(&spec, cx);
        }
        let mut vals = Vec::new();
        for (name, val) in spec.vals.iter() {
            if matches!(val, Val::Con(tycon, _) if cx.failed.contains(&tycon)) {
                vals.push((name, Val::Error));
                continue;
            }
            let found = match actual.vals.get(name) {
                Some(found) => self.match_val(name, val, found, cx),
                None => {
                    if !actual.error {
                        let loc = self.core.val_loc(val);
                        self.missing(what(self.core.status(val)), name, loc, cx);
                    }
                    Val::Error
                }
            };
            vals.push((name, found));
        }
        let mut strs = Vec::new();
        for (name, inner) in spec.strs.iter() {
            let result = match actual.strs.get(name) {
                Some(found) => {
                    cx.path.push(name);
                    let result = self.match_env(inner, found, cx);
                    cx.path.pop();
                    if let Some(loc) = self.core.entities.str_locs.get(&found).copied() {
                        self.core.entities.str_locs.insert(result, loc);
                    }
                    result
                }
                None => self.error_structure(),
            };
            strs.push((name, result));
        }
        let env = Env {
            vals: Table::of(vals),
            types: Table::of(types),
            strs: Table::of(strs),
            order: spec.order.clone(),
            error: actual.error,
        };
        if self.messages.errors > errors || actual.error || !cx.lacking.is_empty() {
            return self.core.entities.strs.push(Structure::written(env));
        }
        self.core.matched_structure(env, sig, cx.shown.map.clone())
    }

    /// True if a structure that differs from the signature in types only has the types that
    /// were chosen: then it is its own result.
    fn matches_by_origin(&mut self, sig: StrId, structure: StrId, cx: &mut Matching) -> bool {
        if cx.opaque || !cx.failed.is_empty() {
            return false;
        }
        let (pairs, _) = self.paired_types(sig, structure);
        pairs.into_iter().all(|(spec, found)| {
            if let TyFun::Con(tycon) = spec
                && cx.actual.map.contains_key(&tycon)
                && self.core.program.tycons[tycon].equality != Equality::Never
                && !self.core.fun_admits_eq(found)
            {
                return false;
            }
            let want = self.core.realise_fun(spec, &mut cx.actual);
            want == found || !self.core.is_error_fun(want) && self.core.same_fun(want, found)
        })
    }

    fn match_type(
        &mut self,
        name: Sym,
        spec: TyStr,
        found: Option<TyStr>,
        around: &Env,
        cx: &mut Matching,
    ) -> TyStr {
        let result = TyStr { fun: self.core.realise_fun(spec.fun, &mut cx.shown), data: spec.data };
        let loc = self.core.fun_loc(spec.fun);
        let Some(found) = found else {
            let is_open =
                matches!(spec.fun, TyFun::Con(tycon) if cx.actual.map.contains_key(&tycon));
            if !is_open {
                self.missing("type", name, loc, cx);
            }
            if let TyFun::Con(tycon) = spec.fun {
                cx.failed.insert(tycon);
            }
            return result;
        };
        let want = self.core.realise_fun(spec.fun, &mut cx.actual);
        let errors = self.messages.errors;
        if !self.core.same_fun(want, found.fun) {
            self.other_type(name, want, found.fun, loc, cx);
        } else if spec.data && !self.core.is_error_fun(want) {
            self.match_data(name, spec, found, around, cx);
        }
        if let TyFun::Con(tycon) = spec.fun
            && (self.messages.errors > errors || self.core.is_error_fun(want))
        {
            cx.failed.insert(tycon);
        }
        result
    }

    /// Compares a datatype with its specification: it must have the same constructors.
    fn match_data(
        &mut self,
        name: Sym,
        spec: TyStr,
        found: TyStr,
        around: &Env,
        cx: &mut Matching,
    ) {
        let (TyFun::Con(tycon), TyFun::Con(actual)) = (spec.fun, found.fun) else { return };
        let loc = self.core.program.tycons[tycon].loc;
        let own = self.core.entities.cons.get(&actual).filter(|_| found.data).cloned();
        let Some(own) = own else {
            self.not_data(name, loc, cx);
            return;
        };
        let Some(wanted) = self.core.entities.cons.get(&tycon).cloned() else { return };
        // A datatype that is shared with another may be specified with fewer constructors.
        let specified = |name| {
            let val = around.vals.get(name);
            val.is_some_and(|val| self.core.status(val) == Status::Con)
        };
        let extra = own.iter().find(|(n, _)| !wanted.iter().any(|(m, _)| m == n) || !specified(*n));
        let lacking = wanted.iter().find(|(n, _)| !own.iter().any(|(m, _)| m == n));
        if let Some((con, _)) = lacking.or(extra) {
            self.other_constructors(name, *con, lacking.is_some(), loc, cx);
            return;
        }
        for (con, val) in wanted.iter() {
            let Some((_, mine)) = own.iter().find(|(n, _)| n == con) else { continue };
            let (params, ty) = self.core.scheme(*val);
            let want = self.core.realise_ty(ty, &mut cx.actual);
            let (own_params, have) = self.core.scheme(*mine);
            let args = self.core.vars_as_types(&params);
            let have = self.core.subst(have, &own_params, &args);
            if have != want && have != self.core.infer.error {
                self.other_constructors(name, *con, true, loc, cx);
                return;
            }
        }
        let equality = self.core.program.tycons[tycon].equality;
        if equality != Equality::Never && !self.core.fun_admits_eq(found.fun) {
            self.not_eqtype(name, "must as it is specified", loc, cx);
        }
    }

    fn match_val(&mut self, name: Sym, spec: Val, found: Val, cx: &mut Matching) -> Val {
        if found == Val::Error || spec == Val::Error {
            return Val::Error;
        }
        let (want, have) = (self.core.status(spec), self.core.status(found));
        if want != Status::Value && want != have {
            self.other_status(name, want, spec, found, cx);
            return Val::Error;
        }
        let (params, spec_ty) = self.core.scheme(spec);
        let ty = self.core.realise_ty(spec_ty, &mut cx.actual);
        let shown = self.core.realise_ty(spec_ty, &mut cx.shown);
        let Some(inst) = self.core.at_least(found, ty) else {
            self.other_val(name, ty, spec, found, cx);
            return Val::Error;
        };
        if let Val::Con(tycon, _) = spec
            && let Some(TyFun::Con(new)) = cx.shown.map.get(&tycon)
        {
            return self.core.con_named(*new, name).unwrap_or(Val::Error);
        }
        let args = self.core.vars_as_types(&params);
        let same = inst == args && shown == ty && want == have;
        if matches!(found, Val::Overload(_)) {
            Val::Error
        } else if same {
            found
        } else {
            self.core.view(found, inst, params, shown, want, spec)
        }
    }
}

impl Core {
    /// True if the type chosen for an open type must admit equality.
    fn needs_eq(&self, tycon: TyCon) -> bool {
        let info = &self.program.tycons[tycon];
        !matches!(info.definition, Definition::Data(_)) && info.equality != Equality::Never
    }

    fn error_fun(&mut self, params: &[TyVar]) -> TyFun {
        let error = self.infer.error;
        TyFun::Alias(self.new_alias(params.into(), error))
    }

    /// The constructors of the new types: views of those behind them.
    fn show_constructors(&mut self, sig: &Sig, cx: &mut Matching) {
        for tycon in &sig.bound {
            let (Some(TyFun::Con(new)), Some(cons)) =
                (cx.shown.map.get(tycon).copied(), self.entities.cons.get(tycon).cloned())
            else {
                continue;
            };
            if self.entities.cons.contains_key(&new) {
                continue;
            }
            let behind = cx.actual.map.get(tycon).copied();
            let vals = self.con_views(&cons, behind, cx);
            self.entities.cons.insert(new, vals);
        }
    }

    fn con_views(
        &mut self,
        cons: &[(Sym, Val)],
        behind: Option<TyFun>,
        cx: &mut Matching,
    ) -> Rc<[(Sym, Val)]> {
        let mut vals = Vec::new();
        for (name, spec) in cons {
            let actual = match behind {
                Some(TyFun::Con(tycon)) => self.con_named(tycon, *name),
                _ => None,
            };
            let (params, ty) = self.scheme(*spec);
            let ty = self.realise_ty(ty, &mut cx.shown);
            let types = self.vars_as_types(&params);
            let val = match actual {
                Some(actual) => self.view(actual, types, params, ty, Status::Con, *spec),
                None => Val::Error,
            };
            vals.push((*name, val));
        }
        Rc::from(vals)
    }

    /// A view of a value at types.
    fn view(
        &mut self,
        actual: Val,
        types: Vec<Ty>,
        params: Vec<TyVar>,
        ty: Ty,
        status: Status,
        spec: Val,
    ) -> Val {
        let (own, _) = self.scheme(actual);
        let (target, inst) = self.target(actual, &own, types);
        let loc = self.val_loc(actual).or_else(|| self.val_loc(spec));
        let view = View {
            target: Some(target),
            inst: inst.into(),
            params: params.into(),
            ty,
            status,
            loc,
        };
        Val::View(self.entities.views.push(view))
    }

    /// The constructors of new types that are specified here, before their names are met.
    fn constructors_of(&mut self, spec: &Env, cx: &mut Matching) {
        let mut bound = Vec::new();
        for (_, tystr) in spec.types.iter() {
            if let TyFun::Con(tycon) = tystr.fun
                && cx.shown.map.contains_key(&tycon)
            {
                bound.push(tycon);
            }
        }
        let sig = Sig { bound, env: self.entities.strs.next_key() };
        self.show_constructors(&sig, cx);
    }

    /// The types at which a value has this type, if it is general enough.
    fn at_least(&mut self, val: Val, ty: Ty) -> Option<Vec<Ty>> {
        let (params, own) = self.scheme(val);
        if params.is_empty() {
            return self.unify(own, ty).is_ok().then(Vec::new);
        }
        // The type variables of the specification stand for any types, and only metas that
        // are made for this comparison may be unified with one.
        let outer = std::mem::replace(&mut self.infer.level, u32::MAX);
        let fresh = self.fresh_for(&params);
        self.infer.level = outer;
        let own = self.subst(own, &params, &fresh);
        self.unify(own, ty).ok()?;
        let unit = self.unit_ty();
        let result = fresh.into_iter().map(|ty| {
            let ty = self.resolve(ty);
            if let crate::core::Node::Meta(meta) = *self.program.types.node(ty) {
                self.infer.metas[meta].link = Some(unit);
                return unit;
            }
            ty
        });
        Some(result.collect())
    }
}

/// The word for a value of this status in messages.
pub(crate) fn what(status: Status) -> &'static str {
    match status {
        Status::Value => "value",
        Status::Con => "constructor",
        Status::Exn => "exception",
    }
}
