//! Continuations: their frames, and what is reported of them: exceptions nobody
//! handled, and the frames that led to them.

mod backtrace;
mod builtin;
pub(crate) mod frame;
mod origin;
mod stack;
mod uncaught;
mod view;

pub(crate) use backtrace::{backtrace, safe_point};
pub(crate) use builtin::{Builtins, Described, exn_message, exn_name};
pub(crate) use stack::Stack;
pub use uncaught::kont_uncaught;
pub(crate) use view::Word;
