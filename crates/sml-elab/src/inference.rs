//! What is made and inferred: the core, and what is known of its types.

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
    /// What elaboration is for.
    pub(crate) program: Program,
    /// What inference has found out.
    pub(crate) infer: Inference,
    /// What names stand for.
    pub(crate) entities: Entities,
    /// The types that are there before any text.
    pub(crate) builtins: Builtins,
    /// Sets of them.
    pub(crate) classes: Classes,
}

/// A meta that the end of a declaration settles.
#[derive(Clone, Copy)]
pub(crate) struct Unresolved {
    /// Which.
    pub(crate) meta: Meta,
    /// Where it was made.
    pub(crate) loc: Loc,
}

/// What inference has found out, and has yet to.
pub(crate) struct Inference {
    /// What is known of metas.
    pub(crate) metas: PrimaryMap<Meta, MetaInfo>,
    /// Of each type variable: does it admit equality, and how deep is it bound?
    pub(crate) tyvars: PrimaryMap<TyVar, (bool, u32)>,
    /// How deep in bindings the phrase at hand is.
    pub(crate) level: u32,
    /// How many type constructors there are, those of the library aside.
    pub(crate) age: u32,
    /// Records and constants whose types must be known before long.
    pub(crate) unresolved: Vec<Unresolved>,
    /// Type variables that no binding generalises over.
    pub(crate) unbound_tyvars: Vec<TyVar>,
    /// Records of which bindings know only some fields.
    pub(crate) rows: Rows,
    /// Operators of several types.
    pub(crate) overs: PrimaryMap<OverId, Overload>,
    /// The variables that stand for them until their types are known.
    pub(crate) placeholders: FxHashMap<Var, OverId>,
    /// The type of what an error left behind.
    pub(crate) error: Ty,
    /// The labels of tuples.
    labels: Vec<Sym>,
}

impl Inference {
    /// Nothing but the type variables that are there before any text.
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
