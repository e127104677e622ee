//! Declarations that modules of ANF and CPS share.

use crate::TyId;
use base::{Name, entity_impl};
use c_abi::Signature;
use std::sync::Arc;

/// A global cell of the module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GlobalId(u32);
entity_impl!(GlobalId, "global");

/// A foreign function that the module declares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ForeignId(u32);
entity_impl!(ForeignId, "foreign");

/// A global cell: `global name: ty`, `export global`, or `import global`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    /// Its name; the symbol when it is exported or imported.
    pub name: Name,
    /// Its type.
    pub ty: TyId,
    /// Whose it is.
    pub linkage: Linkage,
}

/// Whose a global cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linkage {
    /// This unit's alone.
    Local,
    /// This unit's, and others may use it.
    Export,
    /// Another unit's.
    Import,
}

/// A foreign function: `foreign sin "sin" (f64) -> (f64)`. Its parameters are
/// integers, floating-point numbers, `ptr`, `str` and arrays of raw elements
/// (both as the address of the first byte); it has at most one result, an
/// integer, a number or a `ptr`. One that takes or gives structs has a C signature:
/// `foreign f "f" (i32, i1) -> (i64, ptr) as struct(u32, bool) -> struct(u64, ptr)`.
/// The module may define it itself, as a function that needs no runtime. One without a symbol is
/// known to the module alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// The name in the module.
    pub name: Name,
    /// The C symbol.
    pub symbol: Name,
    /// Types of the parameters.
    pub params: Vec<TyId>,
    /// Types of the results.
    pub results: Vec<TyId>,
    /// The C types, if they are said: the parameters and results are their leaves.
    pub c: Option<Arc<Signature>>,
}
