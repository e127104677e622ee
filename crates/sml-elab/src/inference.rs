//! The core that is being made, and the state of type inference.

use super::builtins::{Builtins, Classes};
use super::entities::Entities;
use super::env::OverId;
use super::overload::Overload;
use super::rows::Rows;
use super::types::MetaInfo;
use crate::core::{Loc, Meta, Program, Ty, TyVar, Var};
use base::PrimaryMap;
use rustc_hash::FxHashMap;
use sml_syntax::names::{Names, Sym};

/// The core that is being made, and all that its types depend on. It knows nothing of scopes,
/// places and messages.
pub(crate) struct Core {
    /// The result of elaboration.
    pub(crate) program: Program,
    /// The state of type inference.
    pub(crate) infer: Inference,
    /// The structures, signatures and functors that names refer to.
    pub(crate) entities: Entities,
    /// The builtin types.
    pub(crate) builtins: Builtins,
    /// Sets of builtin types.
    pub(crate) classes: Classes,
}

/// A meta that gets a default, or a message, at the end of the declaration.
#[derive(Clone, Copy)]
pub(crate) struct Unresolved {
    /// The meta.
    pub(crate) meta: Meta,
    /// The phrase that needs it.
    pub(crate) loc: Loc,
}

/// The state of type inference.
pub(crate) struct Inference {
    /// The metas: their types where they are known, else their constraints.
    pub(crate) metas: PrimaryMap<Meta, MetaInfo>,
    /// For each type variable, whether it admits equality, and the level of its binding.
    pub(crate) tyvars: PrimaryMap<TyVar, (bool, u32)>,
    /// The level of the phrase at hand: the number of bindings around it.
    pub(crate) level: u32,
    /// The number of type constructors, those of the library aside.
    pub(crate) age: u32,
    /// Records and constants whose types must be known at the end of the declaration.
    pub(crate) unresolved: Vec<Unresolved>,
    /// Type variables that no binding generalises over.
    pub(crate) unbound_tyvars: Vec<TyVar>,
    /// Records of which bindings know only some fields.
    pub(crate) rows: Rows,
    /// Operators of several types.
    pub(crate) overs: PrimaryMap<OverId, Overload>,
    /// The variables that stand for overloaded operators until their types are known.
    pub(crate) placeholders: FxHashMap<Var, OverId>,
    /// The type of phrases with an error.
    pub(crate) error: Ty,
    /// The labels of tuples.
    labels: Vec<Sym>,
}

impl Inference {
    /// The state before any text, with the type variables of the builtin types.
    pub(crate) fn new(tyvars: PrimaryMap<TyVar, (bool, u32)>, error: Ty) -> Inference {
        Inference {
            metas: PrimaryMap::new(),
            tyvars,
            level: 0,
            age: 0,
            unresolved: Vec::new(),
            unbound_tyvars: Vec::new(),
            rows: Rows::default(),
            overs: PrimaryMap::new(),
            placeholders: FxHashMap::default(),
            error,
            labels: Vec::new(),
        }
    }

    /// The label of a tuple's component, counted from 0.
    pub(crate) fn label(&mut self, names: &mut Names, index: usize) -> Sym {
        while self.labels.len() <= index {
            let text = (self.labels.len() + 1).to_string();
            self.labels.push(names.intern(&text));
        }
        self.labels[index]
    }
}
