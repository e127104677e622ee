//! What ANF and CPS share: types, constants, primitives grouped by effect, and
//! the values that their interpreters compute with. Flow uses the primitives
//! and constants, with machine kinds in place of types.
//!
//! A *primitive* ([`Prim`]) has a fixed signature; a *data operation*
//! ([`Data`]) is typed by its operands. [`Op`] is either.

mod constant;
mod data;
mod decl;
mod op;
pub mod text;
mod ty;

pub use constant::Const;
pub use data::{AnyClass, Data, ForeignId, GlobalId, Op, data_results};
pub use decl::{Foreign, Global, Linkage};
pub use op::{CmpOp, Effect, FBinOp, FCmpOp, FUnOp, IntOp, IntUnOp, PTy, Prim, Round, Rt, Sig, Width};
pub use ty::{Constructor, Field, Sum, SumId, Ty, TyId, TyTable};

pub use abi::BuiltinExn;
