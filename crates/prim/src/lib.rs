//! What ANF and CPS share: types, constants, primitives grouped by effect, and
//! the values that their interpreters compute with. Flow uses the primitives
//! and constants, with machine kinds in place of types.
//!
//! A *primitive* ([`Prim`]) has a fixed signature; a *data operation*
//! ([`Data`]) is typed by its operands. [`Op`] is either.

mod any;
mod constant;
pub mod counted;
mod data;
mod decl;
mod describe;
mod ending;
mod eval;
mod fold;
mod op;
pub mod text;
pub mod trace;
mod ty;
mod value;

pub use any::AnyClass;
pub use constant::Const;
pub use data::{Data, ForeignId, GlobalId, Op, data_results};
pub use decl::{Foreign, Global, Linkage};
pub use ending::Ending;
pub use eval::{AnyOp, Machine, Outcome, Results, Stop};
pub use fold::{eval_scalar, fold};
pub use op::{
    CmpOp, Effect, FBinOp, FCmpOp, FUnOp, IntOp, IntUnOp, PTy, Prim, Round, Rt, Sig, Width,
};
pub use ty::{Constructor, Field, Sum, SumId, Ty, TyId, TyTable};
pub use value::{AnyBox, Array, Builtins, Code, Desc, Object, Value, WeakRef};
pub use value::{exn_message, exn_name, exn_shape, release};

pub use abi::BuiltinExn;
pub use host::show::LEVELS as SHOWN_LEVELS;
