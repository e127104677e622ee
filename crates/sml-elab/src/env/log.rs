//! What the log of the scopes tells: the order of bindings, and those that others hide.

use super::{Binding, Scopes, TyStr, Undo, last};
use crate::basis::Namespace;
use sml_syntax::names::Sym;

impl Scopes {
    /// The names bound since the mark, in the order of their declaration.
    pub(crate) fn order_since(&self, mark: usize) -> Vec<(Namespace, Sym)> {
        let name = |(at, undo): (usize, &Undo)| match *undo {
            Undo::Val(sym, _) => last(&self.vals, sym, at).map(|_| (Namespace::Value, sym)),
            Undo::Type(sym, _) => last(&self.types, sym, at).map(|_| (Namespace::Type, sym)),
            Undo::Str(sym, _) => last(&self.strs, sym, at).map(|_| (Namespace::Structure, sym)),
            Undo::Sig(sym, _) => last(&self.sigs, sym, at).map(|_| (Namespace::Signature, sym)),
            Undo::Fct(sym, _) => last(&self.fcts, sym, at).map(|_| (Namespace::Functor, sym)),
        };
        self.log.iter().enumerate().skip(mark).filter_map(name).collect()
    }

    /// True if the last bindings are of these names.
    pub(crate) fn ends_with(&self, bindings: &[Binding]) -> bool {
        let same = |(undo, binding): (&Undo, &Binding)| match (undo, binding) {
            (Undo::Val(a, _), Binding::Val(b, _)) | (Undo::Type(a, _), Binding::Type(b, _)) => {
                a == b
            }
            (Undo::Str(a, _), Binding::Str(b, _)) | (Undo::Sig(a, _), Binding::Sig(b, _)) => a == b,
            (Undo::Fct(a, _), Binding::Fct(b, _)) => a == b,
            (Undo::Val(..) | Undo::Type(..) | Undo::Str(..) | Undo::Sig(..) | Undo::Fct(..), _) => {
                false
            }
        };
        bindings.len() <= self.log.len()
            && self.log[self.log.len() - bindings.len()..].iter().zip(bindings).all(same)
    }

    /// The place of the binding of a type's name in force.
    pub(crate) fn type_place(&self, sym: Sym) -> Option<usize> {
        self.types.get(&sym).map(|(_, at)| *at as usize)
    }

    /// The meaning of a type's name before the mark, and the place of its binding.
    pub(crate) fn type_before(&self, sym: Sym, mark: usize) -> Option<(TyStr, usize)> {
        let mut found = *self.types.get(&sym)?;
        while found.1 as usize >= mark {
            let Undo::Type(_, Some(before)) = self.log[found.1 as usize] else { return None };
            found = before;
        }
        Some((found.0, found.1 as usize))
    }
}
