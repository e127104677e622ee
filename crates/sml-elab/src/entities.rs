//! The tables of structures, signatures, functors and views, to which [`super::env`] refers by id.

use super::env::{AliasId, FctId, Sig, SigId, StrId, Val, View, ViewId};
use super::functor::Functor;
use super::structure::Structure;
use crate::core::{Loc, Ty, TyCon, TyVar, Var};
use base::{PrimaryMap, SecondaryMap};
use rustc_hash::FxHashMap;
use sml_syntax::names::Sym;
use std::rc::Rc;
use std::sync::Arc;

/// The things that names refer to by id. Nothing is ever removed.
pub(crate) struct Entities {
    /// Values as signatures show them.
    pub(crate) views: PrimaryMap<ViewId, View>,
    /// Type abbreviations: their parameters and their meanings.
    pub(crate) aliases: PrimaryMap<AliasId, (Box<[TyVar]>, Ty)>,
    /// Structures.
    pub(crate) strs: PrimaryMap<StrId, Structure>,
    /// Signatures.
    pub(crate) sigs: PrimaryMap<SigId, Sig>,
    /// Functors.
    pub(crate) fcts: PrimaryMap<FctId, Functor>,
    /// The constructors of datatypes, as signatures show them.
    pub(crate) cons: FxHashMap<TyCon, Rc<[(Sym, Val)]>>,
    /// The places at which constructors are declared.
    pub(crate) con_locs: FxHashMap<(TyCon, u32), Loc>,
    /// The places at which structures are declared.
    pub(crate) str_locs: FxHashMap<StrId, Loc>,
    /// The places at which signatures are declared.
    pub(crate) sig_locs: FxHashMap<SigId, Loc>,
    /// The qualified names, for users, of type constructors in structures.
    pub(crate) tycon_paths: SecondaryMap<TyCon, Option<Arc<str>>>,
    /// The variable that stands for a value of a specification, which has none.
    pub(crate) nothing: Var,
}

impl Entities {
    /// Empty tables.
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
            sig_locs: FxHashMap::default(),
            tycon_paths: SecondaryMap::new(),
            nothing,
        }
    }
}
