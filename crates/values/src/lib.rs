//! The values of the interpreters, and what operations do to them: written once, for ANF, CPS and
//! Flow, whose interpreters find the operands and say where to go on.

mod ending;
mod eval;
pub mod trace;
mod value;

pub use ending::Ending;
pub use eval::{AnyOp, Machine, Outcome, Results, Stop};
pub use value::{AnyBox, Array, Builtins, Code, Desc, Object, Value, WeakRef};
pub use value::{exn_message, exn_name, release};
