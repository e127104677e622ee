//! Structures.

use super::env::{Env, StrId};
use super::index::Kind;
use super::structure::Structure;
use super::{Elab, Out};
use sml_syntax::ast::{Ascription, Ident, StrBind, StrExp, StrExpKind};

impl Elab {
    /// `structure A : S = ... and ...`.
    pub(crate) fn structure_dec(&mut self, binds: &[StrBind], out: &mut Out) {
        let mut bound: Vec<(Ident, StrId)> = Vec::new();
        for bind in binds {
            self.place.path.push(bind.name.name);
            let structure = self.ascribed(&bind.body, bind.ascription.as_ref(), out);
            self.place.path.pop();
            bound.push((bind.name, structure));
        }
        for (name, structure) in bound {
            let loc = self.loc(name.span);
            self.core.entities.str_locs.entry(structure).or_insert(loc);
            let error = self.core.infer.error;
            self.note(name.span, error, Some(loc), Kind::Structure);
            self.env.bind_str(name.name, structure);
        }
    }

    /// A structure expression, with a signature ascribed if there is one.
    pub(crate) fn ascribed(
        &mut self,
        exp: &StrExp,
        ascription: Option<&Ascription>,
        out: &mut Out,
    ) -> StrId {
        let structure = self.strexp(exp, out);
        let Some(ascription) = ascription else { return structure };
        let sig = self.sigexp(&ascription.sig);
        self.ascribe(structure, &sig, ascription.opaque, ascription.sig.span)
    }

    /// A structure expression.
    pub(crate) fn strexp(&mut self, exp: &StrExp, out: &mut Out) -> StrId {
        match &exp.kind {
            StrExpKind::Struct(decs) => {
                let mark = self.env.mark();
                self.decs(decs, out);
                let env = self.env.collect(mark);
                self.env.undo(mark);
                self.core.entities.strs.push(Structure::written(env))
            }
            StrExpKind::Id(id) => self.find_structure(id).unwrap_or_else(|| self.error_structure()),
            StrExpKind::Ascribed(inner, ascription) => self.ascribed(inner, Some(ascription), out),
            StrExpKind::App(name, arg) => self.apply_functor(*name, arg, exp.span, out),
            StrExpKind::Let(decs, body) => {
                let mark = self.env.mark();
                self.decs(decs, out);
                let result = self.strexp(body, out);
                self.env.undo(mark);
                result
            }
            StrExpKind::Error => self.error_structure(),
        }
    }

    /// A structure in place of one with an error.
    pub(crate) fn error_structure(&mut self) -> StrId {
        self.messages.errors += 1;
        self.core.entities.strs.push(Structure::written(Env { error: true, ..Env::default() }))
    }
}
