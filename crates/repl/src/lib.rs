//! The interactive Standard ML: `kont repl`.
//!
//! ```text
//! scan, inputs    a stream of text, cut into inputs
//! engine          inputs are evaluated and answered
//! past            what is kept of earlier inputs, and when it goes
//! user            who gets the answers
//! plain           a session with redirected input
//! ```

mod engine;
mod inputs;
mod past;
mod plain;
mod scan;
mod user;

pub use engine::{End, Engine};
pub use inputs::{Inputs, Piece};
pub use plain::plain;
pub use user::User;
