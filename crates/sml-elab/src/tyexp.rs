//! Type expressions.

use super::basis::Namespace;
use super::env::TyStr;
use super::near;
use super::report::Unknown;
use super::{Core, Elab};
use crate::core::{Ty, TyVar};
use diag::Diagnostic;
use rustc_hash::FxHashMap;
use sml_syntax::ast::{self, Ident, LongId, TyKind};
use sml_syntax::names::Sym;

/// The type variables in scope, and the treatment of others.
#[derive(Default)]
pub(crate) struct TyVarScope {
    /// Those in scope.
    pub(crate) known: FxHashMap<Sym, Ty>,
    /// The type that is declared, if one is.
    pub(crate) of: Option<Sym>,
    /// The type variables of a specification, in which any may be written; else none.
    pub(crate) collect: Option<Vec<TyVar>>,
}

impl Elab {
    /// The type that is written.
    pub(crate) fn ty(&mut self, ty: &ast::Ty) -> Ty {
        match &ty.kind {
            TyKind::Var(ident) => self.written_tyvar(*ident),
            TyKind::Record(fields) => {
                let fields = fields.iter().map(|(label, ty)| (label.name, self.ty(ty))).collect();
                self.core.record(fields)
            }
            TyKind::Tuple(parts) => {
                let parts: Vec<Ty> = parts.iter().map(|part| self.ty(part)).collect();
                self.core.tuple(&parts)
            }
            TyKind::Con(args, id) => {
                let args: Vec<Ty> = args.iter().map(|arg| self.ty(arg)).collect();
                let Some(tystr) = self.find_type(id) else { return self.core.infer.error };
                self.note_type(id, tystr);
                let arity = self.core.arity(tystr.fun);
                if arity != args.len() {
                    self.wrong_arity(id, arity, args.len());
                    return self.core.infer.error;
                }
                let fun = self.realised(tystr.fun);
                self.core.apply_fun(fun, &args)
            }
            TyKind::Arrow(from, to) => {
                let from = self.ty(from);
                let to = self.ty(to);
                self.core.arrow(from, to)
            }
            TyKind::Error => self.core.infer.error,
        }
    }

    fn wrong_arity(&mut self, id: &LongId, arity: usize, given: usize) {
        let name = self.core.long_text(id);
        let label = match arity {
            0 => format!("`{name}` takes no types"),
            1 => format!("`{name}` takes one type, given {given}"),
            n => format!("`{name}` takes {n} types, given {given}"),
        };
        self.report(Diagnostic::error("wrong number of types").at(
            self.place.source,
            id.span(),
            label,
        ));
    }

    fn written_tyvar(&mut self, ident: Ident) -> Ty {
        if let Some(&ty) = self.place.tyvar_scope.known.get(&ident.name) {
            return ty;
        }
        let eq = self.core.is_eq_name(ident.name);
        if self.place.tyvar_scope.collect.is_some() {
            let var = self.core.new_tyvar(ident.name, eq, u32::MAX);
            if let Some(all) = &mut self.place.tyvar_scope.collect {
                all.push(var);
            }
            let ty = self.core.program.types.intern(crate::core::Node::Var(var));
            self.place.tyvar_scope.known.insert(ident.name, ty);
            return ty;
        }
        let name = self.core.text(ident.name);
        let mut message = Diagnostic::error("unknown type variable").at(
            self.place.source,
            ident.span,
            format!("`{name}` is not bound here"),
        );
        if let Some(of) = self.place.tyvar_scope.of {
            let of = self.core.text(of);
            message = message.hint(format!("a parameter stands before the name: `{name} {of}`"));
        }
        self.report(message);
        let error = self.core.infer.error;
        self.place.tyvar_scope.known.insert(ident.name, error);
        error
    }

    /// Brings parameters of a type into scope, for `f`.
    pub(crate) fn with_params<R>(
        &mut self,
        params: &[Ident],
        of: Option<Sym>,
        f: impl FnOnce(&mut Elab, &[TyVar]) -> R,
    ) -> R {
        let mut known = FxHashMap::default();
        let mut vars = Vec::new();
        for param in params {
            let eq = self.core.is_eq_name(param.name);
            let var = self.core.new_tyvar(param.name, eq, 0);
            vars.push(var);
            known.insert(param.name, self.core.program.types.intern(crate::core::Node::Var(var)));
        }
        let outer =
            std::mem::replace(&mut self.place.tyvar_scope, TyVarScope { known, of, collect: None });
        let result = f(self, &vars);
        self.place.tyvar_scope = outer;
        result
    }

    /// The meaning of a type's name; a message if there is none.
    pub(crate) fn find_type(&mut self, id: &LongId) -> Option<TyStr> {
        if id.path.is_empty() {
            if let Some(found) = self.lookup_type(id.id.name) {
                return Some(found);
            }
            self.unknown_type(id.id);
            return None;
        }
        let structure = self.find_path(&id.path)?;
        let env = self.contents(structure);
        match env.types.get(id.id.name) {
            Some(found) => Some(found),
            None if env.error => None,
            None => {
                let names: Vec<Sym> = env.types.iter().map(|(sym, _)| sym).collect();
                self.not_in_structure("type", &id.path, id.id, &names);
                None
            }
        }
    }

    fn unknown_type(&mut self, ident: Ident) {
        if self.messages.is_mute() || !self.messages.is_new(Unknown::Type, ident.name) {
            self.messages.errors += 1;
            return;
        }
        self.messages.clues.unknown.push((Namespace::Type, ident.name));
        let name = self.core.text(ident.name);
        let mut candidates: Vec<Sym> = self.env.type_names().collect();
        candidates.extend(self.library.type_names());
        let mut message = Diagnostic::error("unknown type").at(
            self.place.source,
            ident.span,
            format!("there is no type `{name}` here"),
        );
        if let Some(hint) = self.hidden(Namespace::Type, ident.name) {
            message = message.hint(hint);
        } else if let Some(near) = near::nearest(&self.core.program.names, &name, candidates) {
            message = message.hint(format!("did you mean `{near}`?"));
        }
        self.report(message);
    }
}

impl Core {
    /// True of names of equality type variables, `''a`.
    pub(crate) fn is_eq_name(&self, name: Sym) -> bool {
        self.program.names.text(name).starts_with("''")
    }
}
