//! The text of constants and operations.

mod consts;
mod ops;

pub use consts::{constant, int_literal, is_constant, show_const};
pub use ops::{OpNames, OpText, OwnOp, c_op, constructor, field_number, no_op, op};
pub use ops::{show_constructor, show_data};
