//! What names stand for, by number: what [`super::env`] only refers to.

use super::env::{AliasId, FctId, Sig, SigId, StrId, Val, View, ViewId};
use super::functor::Functor;
use super::structure::Structure;
use crate::core::{Loc, Ty, TyCon, TyVar, Var};
use base::{PrimaryMap, SecondaryMap};
use rustc_hash::FxHashMap;
use sml_syntax::names::Sym;
use std::rc::Rc;
use std::sync::Arc;

/// What names stand for. Nothing is ever removed.
pub(crate) struct Entities {
    /// Values as signatures show them.
    pub(crate) views: PrimaryMap<ViewId, View>,
    /// Type abbreviations: their parameters and what they are.
    pub(crate) aliases: PrimaryMap<AliasId, (Box<[TyVar]>, Ty)>,
    /// Structures.
    pub(crate) strs: PrimaryMap<StrId, Structure>,
    /// Signatures.
    pub(crate) sigs: PrimaryMap<SigId, Sig>,
    /// Functors.
    pub(crate) fcts: PrimaryMap<FctId, Functor>,
    /// The constructors of datatypes, as they are seen.
    pub(crate) cons: FxHashMap<TyCon, Rc<[(Sym, Val)]>>,
    /// Where constructors are declared.
    pub(crate) con_locs: FxHashMap<(TyCon, u32), Loc>,
    /// Where structures are declared.
    pub(crate) str_locs: FxHashMap<StrId, Loc>,
    /// How a user names type constructors that are members of structures.
    pub(crate) tycon_paths: SecondaryMap<TyCon, Option<Arc<str>>>,
    /// A variable that stands where a specification has none.
    pub(crate) nothing: Var,
}

impl Entities {
    /// Nothing but the variable that stands for none.
    pub(crate) fn new(nothing: Var) -> Entities {
        Entities {
            views: PrimaryMap::new(),
            aliases: PrimaryMap::new(),
            strs: PrimaryMap::new(),
            sigs: PrimaryMap::new(),
            fcts: PrimaryMap::new(),
            cons: FxHashMap::default(),
            con_locs: FxHashMap::default(),
            str_locs: FxHashMap::default(),
            tycon_paths: SecondaryMap::new(),
            nothing,
        }
    }
}
