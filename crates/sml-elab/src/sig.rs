//! Signatures.

use super::Elab;
use super::basis::Namespace;
use super::env::{Env, Sig, Status, TyFun, TyStr, Val, View};
use super::index::Kind;
use super::realise::Realisation;
use super::report::Unknown;
use super::structure::{Choice, Structure};
use super::tyexp::TyVarScope;
use crate::core::{Definition, Equality, TyCon, TyConInfo, TyVar};
use base::bug;
use diag::Diagnostic;
use rustc_hash::FxHashMap;
use sml_syntax::ast::{self, Ident, SigExp, SigExpKind, Spec, SpecKind};
use sml_syntax::names::Sym;
use std::rc::Rc;

/// The signature that is being elaborated.
#[derive(Default)]
pub(crate) struct AtHand {
    /// Types of it that sharing has identified with others.
    pub(crate) identified: FxHashMap<TyCon, TyFun>,
    /// Its open types.
    pub(crate) open_types: Vec<TyCon>,
    /// The mark of its scope.
    pub(crate) mark: usize,
}

impl Elab {
    /// `signature S = ... and ...`.
    pub(crate) fn signature_dec(&mut self, binds: &[(Ident, SigExp)]) {
        let bound: Vec<_> = binds
            .iter()
            .map(|(name, exp)| {
                let sig = self.sigexp(exp);
                let error = self.core.infer.error;
                self.note(name.span, error, Some(self.loc(name.span)), Kind::Signature);
                let sig = self.core.entities.sigs.push(sig);
                self.core.entities.sig_locs.insert(sig, self.loc(name.span));
                (name.name, sig)
            })
            .collect();
        for (name, sig) in bound {
            self.env.bind_sig(name, sig);
        }
    }

    /// A signature expression. Its types may be those of a signature that has a name.
    pub(crate) fn sigexp(&mut self, exp: &SigExp) -> Sig {
        match &exp.kind {
            SigExpKind::Sig(specs) => self.specs(specs),
            SigExpKind::Id(name) => self.find_signature(*name),
            SigExpKind::Where(..) => self.where_types(exp),
            SigExpKind::WhereStructure(inner, id, other) => {
                let sig = self.sigexp(inner);
                self.where_structure(sig, id, other)
            }
            SigExpKind::Error => self.error_sig(),
        }
    }

    fn error_sig(&mut self) -> Sig {
        Sig { bound: Vec::new(), env: self.error_structure() }
    }

    fn find_signature(&mut self, name: Ident) -> Sig {
        let found = match self.env.signature(name.name) {
            Some(found) => Some(found),
            None => self.library_signature(name.name),
        };
        match found {
            Some(sig) => {
                let error = self.core.infer.error;
                self.note(name.span, error, None, Kind::Signature);
                self.core.entities.sigs[sig].clone()
            }
            None => {
                let text = self.core.text(name.name);
                if self.messages.is_new(Unknown::Signature, name.name) {
                    self.messages.clues.unknown.push((Namespace::Signature, name.name));
                    let mut message = Diagnostic::error("unknown signature").at(
                        self.place.source,
                        name.span,
                        format!("there is no signature `{text}` here"),
                    );
                    message.hint = self.hidden(Namespace::Signature, name.name);
                    self.report(message);
                }
                self.error_sig()
            }
        }
    }

    /// `sig specs end`.
    pub(crate) fn specs(&mut self, specs: &[Spec]) -> Sig {
        let outer = std::mem::take(&mut self.at_hand.open_types);
        let outer_mark = std::mem::replace(&mut self.at_hand.mark, self.env.mark());
        let mark = self.at_hand.mark;
        for spec in specs {
            self.spec(spec);
        }
        let mut env = self.env.collect(mark);
        self.env.undo(mark);
        let all = std::mem::replace(&mut self.at_hand.open_types, outer);
        self.at_hand.mark = outer_mark;
        let mut map = FxHashMap::default();
        for tycon in &all {
            if self.at_hand.identified.contains_key(tycon) {
                map.insert(*tycon, self.realised(TyFun::Con(*tycon)));
            }
        }
        let bound: Vec<TyCon> = all.into_iter().filter(|tycon| !map.contains_key(tycon)).collect();
        if !map.is_empty() {
            map.keys().for_each(|tycon| {
                self.at_hand.identified.remove(tycon);
            });
            let mut with = Realisation::new(Rc::new(map));
            self.core.realise_constructors(&bound, &mut with);
            env = self.core.realise_env(&env, with.map);
        }
        Sig { bound, env: self.core.entities.strs.push(Structure::written(env)) }
    }

    fn spec(&mut self, spec: &Spec) {
        match &spec.kind {
            SpecKind::Val(vals) => {
                for (name, ty) in vals {
                    let (params, ty) = self.spec_ty(ty);
                    self.note(name.span, ty, Some(self.loc(name.span)), Kind::Binding);
                    self.bind_spec(*name, params, ty, Status::Value);
                }
            }
            SpecKind::Type { eq, types } => self.type_spec(*eq, types),
            SpecKind::Datatype(data, types) => {
                let names = data.iter().map(|b| b.name).chain(types.iter().map(|t| t.name));
                names.for_each(|name| self.specified_once(Namespace::Type, name));
                let cons = data.iter().flat_map(|bind| bind.cons.iter().map(|(name, _)| *name));
                cons.for_each(|name| self.specified_once(Namespace::Value, name));
                let (tycons, _) = self.datatype_dec(data, types);
                self.at_hand.open_types.extend(tycons);
            }
            SpecKind::Replicate(name, id) => {
                if let Some(tystr) = self.find_type(id) {
                    self.specified_once(Namespace::Type, *name);
                    let tystr = TyStr { fun: self.realised(tystr.fun), ..tystr };
                    self.bind_replicated(*name, tystr);
                }
            }
            SpecKind::Exception(exns) => {
                for (name, arg) in exns {
                    let exn = self.core.exn_ty();
                    let ty = match arg {
                        Some(arg) => {
                            let arg = self.ty(arg);
                            self.core.arrow(arg, exn)
                        }
                        None => exn,
                    };
                    self.bind_spec(*name, Vec::new(), ty, Status::Exn);
                }
            }
            SpecKind::Structure(structures) => {
                let mut bound = Vec::new();
                for (name, exp) in structures {
                    let sig = self.sigexp(exp);
                    let sig = self.instance(&sig, FxHashMap::default());
                    self.at_hand.open_types.extend(sig.bound);
                    bound.push((*name, sig.env));
                }
                for (name, env) in bound {
                    self.specified_once(Namespace::Structure, name);
                    self.core.entities.str_locs.insert(env, self.loc(name.span));
                    self.env.bind_str(name.name, env);
                }
            }
            SpecKind::Include(exp) => self.include(exp),
            SpecKind::SharingType(ids) => self.sharing_types(ids),
            SpecKind::Sharing(ids) => self.sharing_structures(ids),
            SpecKind::Error => {}
        }
    }

    /// A type in which any type variable may be written, and those that were.
    fn spec_ty(&mut self, ty: &ast::Ty) -> (Vec<TyVar>, crate::core::Ty) {
        let scope = TyVarScope { collect: Some(Vec::new()), ..TyVarScope::default() };
        let outer = std::mem::replace(&mut self.place.tyvar_scope, scope);
        let ty = self.ty(ty);
        let scope = std::mem::replace(&mut self.place.tyvar_scope, outer);
        (scope.collect.expect("the scope collects type variables"), ty)
    }

    fn bind_spec(&mut self, name: Ident, params: Vec<TyVar>, ty: crate::core::Ty, status: Status) {
        self.specified_once(Namespace::Value, name);
        let loc = Some(self.loc(name.span));
        let view =
            View { target: None, inst: Box::new([]), params: params.into(), ty, status, loc };
        let view = self.core.entities.views.push(view);
        self.env.bind_val(name.name, Val::View(view));
    }

    fn type_spec(&mut self, eq: bool, types: &[(Vec<Ident>, Ident, Option<ast::Ty>)]) {
        for (params, name, ty) in types {
            let tystr = match ty {
                Some(ty) => {
                    let bind =
                        ast::TypeBind { params: params.clone(), name: *name, ty: ty.clone() };
                    self.type_bind(&bind)
                }
                None => {
                    let params = params
                        .iter()
                        .map(|p| self.core.new_tyvar(p.name, self.core.is_eq_name(p.name), 0))
                        .collect();
                    let equality = if eq { Equality::IfArguments } else { Equality::Never };
                    let loc = Some(self.loc(name.span));
                    let tycon =
                        self.new_tycon(name.name, params, equality, Definition::Abstract, loc);
                    self.at_hand.open_types.push(tycon);
                    TyStr { fun: TyFun::Con(tycon), data: false }
                }
            };
            // One after the other: a later abbreviation may use an earlier one.
            self.specified_once(Namespace::Type, *name);
            self.env.bind_type(name.name, tystr);
        }
    }

    /// An abstract type that was specified before is the same type, as in SML/NJ.
    fn include(&mut self, exp: &SigExp) {
        let sig = self.sigexp(exp);
        let (known, shared) = self.specified_before(&sig);
        for name in &known {
            let text = format!("`{}` again, taken to be the same type", self.core.text(*name));
            let warning = Diagnostic::warning("type specified twice");
            self.report(warning.at(self.place.source, exp.span, text));
        }
        let sig = self.instance(&sig, shared);
        self.at_hand.open_types.extend(sig.bound);
        let env = self.contents(sig.env);
        let at = |name| Ident { name, span: exp.span };
        env.vals.iter().for_each(|(name, _)| self.specified_once(Namespace::Value, at(name)));
        let new_types = env.types.iter().filter(|(name, _)| !known.contains(name));
        new_types.for_each(|(name, _)| self.specified_once(Namespace::Type, at(name)));
        env.strs.iter().for_each(|(name, _)| self.specified_once(Namespace::Structure, at(name)));
        // What was specified before keeps its place.
        let is_new = |(namespace, name): &(Namespace, Sym)| {
            *namespace != Namespace::Type || !known.contains(name)
        };
        let order = env.order.iter().copied().filter(is_new).collect();
        self.env.open(&Env { order, ..(*env).clone() });
    }

    /// The abstract types of a signature that the one at hand has specified already, with the same
    /// parameters, and what they are there.
    fn specified_before(&mut self, sig: &Sig) -> (Vec<Sym>, Choice) {
        let (mut known, mut shared) = (Vec::new(), Choice::default());
        for (name, tystr) in self.contents(sig.env).types.iter() {
            let TyFun::Con(tycon) = tystr.fun else { continue };
            let before = self.env.peek_type(name);
            let Some(TyFun::Con(before)) = before.map(|before| before.fun) else { continue };
            let here = self.env.type_since(name, self.at_hand.mark);
            let open = sig.bound.contains(&tycon) && self.at_hand.open_types.contains(&before);
            if here && open && self.are_alike(tycon, before) {
                known.push(name);
                shared.insert(tycon, TyFun::Con(before));
            }
        }
        (known, shared)
    }

    /// True for two abstract types that nothing tells from each other.
    fn are_alike(&self, a: TyCon, b: TyCon) -> bool {
        let (a, b) = (&self.core.program.tycons[a], &self.core.program.tycons[b]);
        let abstract_ = |ty: &TyConInfo| matches!(ty.definition, Definition::Abstract);
        abstract_(a) && abstract_(b) && a.params.len() == b.params.len() && a.equality == b.equality
    }

    /// Reports a name that the signature at hand has specified before.
    fn specified_once(&mut self, namespace: Namespace, name: Ident) {
        let mark = self.at_hand.mark;
        let twice = match namespace {
            Namespace::Value => self.env.val_since(name.name, mark),
            Namespace::Type => self.env.type_since(name.name, mark),
            Namespace::Structure => self.env.structure_since(name.name, mark),
            Namespace::Signature | Namespace::Functor => bug!("a {namespace:?} in a signature"),
        };
        if twice {
            let text = self.core.text(name.name);
            self.report(Diagnostic::error(format!("{} specified twice", namespace.name())).at(
                self.place.source,
                name.span,
                format!("`{text}` again"),
            ));
        }
    }
}
