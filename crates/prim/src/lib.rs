//! The operations of ANF, CPS and Flow: constants, primitives grouped by effect, and the data
//! operations that ANF and CPS share.
//!
//! A *primitive* ([`Prim`]) has a fixed signature; a *data operation* ([`Data`]) is typed by its
//! operands. The operations of ANF and of CPS are these and some of their own. Folding computes
//! with constants; what operations do to the values of interpreters is in `values`.

mod constant;
pub mod counted;
mod data;
mod describe;
mod fold;
mod forms;
mod op;
mod reference;
pub mod text;

pub use constant::Const;
pub use data::{COp, Data, constructor_fields, data_results, gives, takes, wants};
pub use describe::exn_shape;
pub use fold::{eval_scalar, fold};
pub use forms::{DATA_FORMS, Form};
pub use op::{CmpOp, Effect, FBinOp, FCmpOp, FUnOp, IntOp, IntUnOp, Prim, Round, Rt, Sig, SmallOp};
pub use reference::{Family, families};

pub use abi::{BuiltinExn, FAILED};
pub use host::show::LEVELS as SHOWN_LEVELS;
