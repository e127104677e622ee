//! The index of identifiers: each with its place, type and declaration, for editors.

use super::Elab;
use crate::core::{Loc, Ty};
use base::Span;

/// The kinds of identifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A variable where it is bound.
    Binding,
    /// A variable where it is used.
    Value,
    /// A constructor of a datatype or exception.
    Constructor,
    /// A type.
    Type,
    /// A structure.
    Structure,
    /// A signature.
    Signature,
    /// A functor.
    Functor,
}

/// An identifier in a text.
#[derive(Clone, Copy, Debug)]
pub struct Occurrence {
    /// Its place.
    pub loc: Loc,
    /// Its kind.
    pub kind: Kind,
    /// Its type; of structures, signatures and functors none.
    pub ty: Option<Ty>,
    /// The place of its declaration.
    pub declared: Option<Loc>,
}

impl Elab {
    /// Notes an identifier, if that was asked for.
    pub(crate) fn note(&mut self, span: Span, ty: Ty, declared: Option<Loc>, kind: Kind) {
        if self.index.is_none() || self.messages.is_quiet() || self.place.in_library {
            return;
        }
        let loc = self.loc(span);
        let ty = match kind {
            Kind::Binding | Kind::Value | Kind::Constructor | Kind::Type => Some(ty),
            Kind::Structure | Kind::Signature | Kind::Functor => None,
        };
        if let Some(index) = &mut self.index {
            index.push(Occurrence { loc, kind, ty, declared });
        }
    }
}
