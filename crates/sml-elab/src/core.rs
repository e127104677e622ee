//! The typed core: the result of elaboration, and all that
//! monomorphisation needs.
//!
//! Explicitly polymorphic: a use of a polymorphic variable names the types it
//! is used at, a binding names the type variables it is generalised over.
//! Modules are gone: structures were names only, functors are expanded (each
//! application has declarations of its own, with its own datatypes and exceptions),
//! signature matching has become bindings that rename and instantiate.
//!
//! Invariants:
//! - every variable is bound once in a [`Program`], and before its uses in the order
//!   of [`Program::decs`], recursive functions aside;
//! - types contain no [`Node::Meta`]; free type variables are those of enclosing
//!   bindings; overloading is resolved, flexible records are closed;
//! - a [`Dec::Val`] with type variables has an expression without effects;
//! - matches are as written: [`crate::matching`] makes decision trees of them.
//!
//! Types may mention [`Definition::Opaque`] constructors, which stand for the types behind
//! them. An opaque signature may show a variable or constructor at another type than its
//! own (`A.x` of type `A.t`, really an `int`). A use of it names the variable behind it, at
//! that one's types, and has the type that is shown; likewise a constructor's pattern. So
//! the type of a use and that of its variable may differ, but are the same once opaque
//! constructors are replaced. An `abstype` stays a datatype, with [`Equality::Never`].

mod operation;
mod syntax;
mod ty;
pub mod walk;

pub use operation::{Operation, OperationKind};
pub use syntax::{
    Clause, Dec, ExnKind, Exp, ExpKind, Failing, FunBind, Lit, Loc, Pat, PatKind, Program, Rule,
    TopDec, Var, VarInfo,
};
pub(crate) use ty::each_part;
pub use ty::{
    Builtin, Constructor, Definition, Equality, Meta, Node, Ty, TyCon, TyConInfo, TyVar, Types,
};
