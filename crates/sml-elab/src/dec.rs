//! Declarations of the core language.

use super::env::{Status, TyFun, TyStr, Val};
use super::index::Kind;
use super::{Elab, Out};
use crate::core::{Dec, ExnKind, Ty};
use diag::Diagnostic;
use prim::{BuiltinExn, FAILED};
use sml_syntax::ast::{self, DecKind, ExnBind, Ident, LongId, TypeBind};

impl Elab {
    /// Declarations, in order; their bindings are in scope afterwards.
    ///
    /// Overloaded operators are resolved with the types of the whole structure-level
    /// declaration, the most that appendix E of the Definition allows. Consecutive
    /// declarations of the core language outside expressions are one such declaration; at the
    /// top level a `;` ends it.
    pub(crate) fn decs(&mut self, decs: &[ast::Dec], out: &mut Out) {
        self.open_decs(decs, out);
        if self.place.nesting == 0 {
            self.core.settle();
        }
    }

    /// Declarations after which others of the same structure-level declaration may follow.
    pub(crate) fn open_decs(&mut self, decs: &[ast::Dec], out: &mut Out) {
        let before = self.messages.clues.expect(decs);
        for dec in decs {
            self.messages.clues.arrive(dec);
            let ends = matches!(
                dec.kind,
                DecKind::Structure(_) | DecKind::Signature(_) | DecKind::Functor(_) | DecKind::Semi
            );
            if ends && self.place.nesting == 0 {
                self.core.settle();
            }
            self.dec(dec, out);
        }
        self.messages.clues.forget(before);
    }

    fn dec(&mut self, dec: &ast::Dec, out: &mut Out) {
        match &dec.kind {
            DecKind::Val(tyvars, binds) => self.val_dec(tyvars, binds, out),
            DecKind::Fun(tyvars, binds) => self.fun_dec(tyvars, binds, out),
            DecKind::Type(binds) => self.type_dec(binds),
            DecKind::Datatype(data, types) => {
                self.datatype_dec(data, types);
            }
            DecKind::Replicate(name, id) => self.replicate_dec(*name, id),
            DecKind::Abstype(data, types, decs) => self.abstype_dec(data, types, decs, out),
            DecKind::Exception(binds) => {
                let bound: Vec<_> = binds.iter().map(|bind| self.exn_bind(bind, out)).collect();
                for (name, val) in bound {
                    self.env.bind_val(name.name, val);
                }
            }
            DecKind::Local(inner, outer) => {
                let first = self.env.mark();
                self.open_decs(inner, out);
                let second = self.env.mark();
                self.open_decs(outer, out);
                self.env.forget(first, second);
            }
            DecKind::Open(ids) => {
                let opened: Vec<_> = ids.iter().filter_map(|id| self.find_structure(id)).collect();
                self.messages.blind |= opened.len() < ids.len();
                for structure in opened {
                    let env = self.contents(structure);
                    self.messages.blind |= env.error;
                    self.env.open(&env);
                }
            }
            DecKind::Fixity(..) | DecKind::Semi | DecKind::Error => {}
            DecKind::Structure(binds) => self.structure_dec(binds, out),
            DecKind::Signature(binds) => self.signature_dec(binds),
            DecKind::Functor(binds) => self.functor_dec(binds),
            DecKind::Exp(exp) => self.it_dec(exp, out),
            DecKind::Overload(name, ty, alternatives) => self.overload_dec(*name, ty, alternatives),
        }
    }

    /// An expression at the top: `val it = exp`.
    fn it_dec(&mut self, exp: &ast::Exp, out: &mut Out) {
        let id =
            LongId { path: Vec::new(), id: Ident { name: self.core.builtins.it, span: exp.span } };
        let pat = ast::Pat { kind: ast::PatKind::Id(id), span: exp.span };
        let bind = ast::ValBind { rec: false, pat, exp: exp.clone() };
        self.val_dec(&[], &[bind], out);
    }

    fn type_dec(&mut self, binds: &[TypeBind]) {
        let bound: Vec<(Ident, TyStr)> =
            binds.iter().map(|bind| (bind.name, self.type_bind(bind))).collect();
        for (name, tystr) in bound {
            self.env.bind_type(name.name, tystr);
        }
    }

    /// A type abbreviation.
    pub(crate) fn type_bind(&mut self, bind: &TypeBind) -> TyStr {
        let alias = self.with_params(&bind.params, Some(bind.name.name), |cx, params| {
            let ty = cx.ty(&bind.ty);
            cx.core.new_alias(params.into(), ty)
        });
        let (_, ty) = self.core.entities.aliases[alias];
        self.note(bind.name.span, ty, Some(self.loc(bind.name.span)), Kind::Type);
        TyStr { fun: self.core.eta(TyFun::Alias(alias)), data: false }
    }

    fn replicate_dec(&mut self, name: Ident, id: &LongId) {
        let Some(tystr) = self.find_type(id) else { return };
        self.note_type(id, tystr);
        self.bind_replicated(name, tystr);
    }

    /// Binds a type that stands for another, with its constructors.
    pub(crate) fn bind_replicated(&mut self, name: Ident, tystr: TyStr) {
        self.env.bind_type(name.name, tystr);
        self.bind_cons(tystr);
    }

    /// Brings the constructors of a datatype into scope.
    pub(crate) fn bind_cons(&mut self, tystr: TyStr) {
        let TyFun::Con(tycon) = tystr.fun else { return };
        if !tystr.data {
            return;
        }
        if let Some(cons) = self.core.entities.cons.get(&tycon).cloned() {
            for (name, val) in cons.iter() {
                self.env.bind_val(*name, *val);
            }
        }
    }

    fn abstype_dec(
        &mut self,
        data: &[ast::DataBind],
        types: &[TypeBind],
        decs: &[ast::Dec],
        out: &mut Out,
    ) {
        let first = self.env.mark();
        let (tycons, abbreviations) = self.datatype_dec(data, types);
        let second = self.env.mark();
        self.open_decs(decs, out);
        // The types lose their constructors, but bindings between `with` and `end` stay: a
        // replication there keeps its constructors.
        let declared = self.env.take(second);
        self.env.undo(first);
        for (bind, tycon) in data.iter().zip(&tycons) {
            self.env.bind_type(bind.name.name, TyStr { fun: TyFun::Con(*tycon), data: false });
            self.core.program.tycons[*tycon].equality = crate::core::Equality::Never;
            self.core.program.tycons[*tycon].hidden = true;
        }
        for (name, tystr) in abbreviations {
            self.env.bind_type(name.name, tystr);
        }
        declared.into_iter().for_each(|binding| self.env.bind(binding));
    }

    fn exn_bind(&mut self, bind: &ExnBind, out: &mut Out) -> (Ident, Val) {
        match bind {
            ExnBind::New(name, arg) => {
                (*name, self.new_exn(*name, arg.as_ref(), ExnKind::Plain, out))
            }
            ExnBind::Prim(name, None, bind) if bind == "Bind" => {
                (*name, self.core.program.bind.map_or(Val::Error, Val::Exn))
            }
            ExnBind::Prim(name, arg, prim) => {
                let builtin = BuiltinExn::ALL.into_iter().find(|exn| exn.name() == prim);
                let kind = match builtin {
                    Some(builtin) => ExnKind::Builtin(builtin),
                    None if prim == FAILED => ExnKind::Failed,
                    None => {
                        let label = format!("there is no exception `{prim}`");
                        let error = Diagnostic::error("unknown exception");
                        self.report(error.at(self.place.source, name.span, label));
                        return (*name, Val::Error);
                    }
                };
                (*name, self.new_exn(*name, arg.as_ref(), kind, out))
            }
            ExnBind::Alias(name, id) => {
                let Some(val) = self.find_val(id) else { return (*name, Val::Error) };
                let (_, ty) = self.core.scheme(val);
                self.note_val(id, val, ty);
                if val != Val::Error && self.core.status(val) != Status::Exn {
                    let text = self.core.long_text(id);
                    self.report(
                        Diagnostic::error("not an exception")
                            .at(self.place.source, id.span(), format!("`{text}` is no exception"))
                            .hint("what an exception carries is written with `of`"),
                    );
                    return (*name, Val::Error);
                }
                (*name, val)
            }
        }
    }

    fn new_exn(&mut self, name: Ident, arg: Option<&ast::Ty>, kind: ExnKind, out: &mut Out) -> Val {
        let arg: Option<Ty> = arg.map(|ty| self.ty(ty));
        let exn = self.core.exn_ty();
        let ty = arg.map_or(exn, |arg| self.core.arrow(arg, exn));
        let var = self.new_var(name, ty);
        self.note(name.span, ty, Some(self.loc(name.span)), Kind::Constructor);
        out.push(Dec::Exception { var, arg, kind });
        Val::Exn(var)
    }
}
