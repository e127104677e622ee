//! Structures.

use super::env::{Env, SigId, StrId};
use super::{Elab, Out};
use crate::ast::{self, Ident, StrBind, StrExp, StrExpKind};

/// A functor, as it was written and with what its body needs.
pub(crate) struct Functor;

impl Elab {
    /// `structure A = ... and ...`.
    pub(crate) fn structure_dec(&mut self, binds: &[StrBind], out: &mut Out) {
        let mut bound: Vec<(Ident, StrId)> = Vec::new();
        for bind in binds {
            self.path.push(bind.name.name);
            let structure = self.strexp(&bind.body, out);
            self.path.pop();
            bound.push((bind.name, structure));
        }
        for (name, structure) in bound {
            self.env.bind_str(name.name, structure);
        }
    }

    /// A structure expression.
    pub(crate) fn strexp(&mut self, exp: &StrExp, out: &mut Out) -> StrId {
        match &exp.kind {
            StrExpKind::Struct(decs) => {
                let mark = self.env.mark();
                self.decs(decs, out);
                let env = self.env.collect(mark);
                self.env.undo(mark);
                self.strs.push(env)
            }
            StrExpKind::Id(id) => self.find_structure(id).unwrap_or_else(|| self.error_structure()),
            StrExpKind::Let(decs, body) => {
                let mark = self.env.mark();
                self.decs(decs, out);
                let result = self.strexp(body, out);
                self.env.undo(mark);
                result
            }
            StrExpKind::Ascribed(..) | StrExpKind::App(..) | StrExpKind::Error => {
                self.error_structure()
            }
        }
    }

    /// What an error leaves behind.
    pub(crate) fn error_structure(&mut self) -> StrId {
        self.strs.push(Env { error: true, ..Env::default() })
    }

    pub(crate) fn signature_dec(&mut self, _binds: &[(Ident, ast::SigExp)]) {}
    pub(crate) fn functor_dec(&mut self, _binds: &[ast::FunctorBind]) {}
    pub(crate) fn realised(&mut self, fun: super::env::TyFun) -> super::env::TyFun {
        fun
    }
    #[allow(dead_code)]
    fn unused(&self) -> Option<SigId> {
        None
    }
}
