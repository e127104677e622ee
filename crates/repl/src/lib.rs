//! The interactive Standard ML: `kont repl`.
//!
//! ```text
//! scan, inputs    a stream of text, cut into inputs; place: where they begin
//! engine, files   inputs are evaluated and answered, and so are files
//! runs            what has been compiled runs, and ends in one way or another
//! past            what is kept of earlier inputs, and when it goes
//! user            who gets the answers
//! dialogue        inputs and commands, from wherever they come
//! commands, load  `:help` and the like; files and projects
//! plain, source   a session with redirected input, and how that is read
//! terminal        a session at a terminal
//! edit            the editor of lines; history, complete, highlight: its helpers
//! protocol        a session for tools
//! kernel          a kernel for Jupyter, which uses that
//! ```

mod commands;
mod complete;
mod dialogue;
mod edit;
mod engine;
mod files;
mod highlight;
mod history;
mod inputs;
pub mod kernel;
mod load;
mod past;
mod place;
mod plain;
mod protocol;
mod runs;
mod scan;
mod source;
mod terminal;
mod user;

pub use dialogue::{Setup, start};
pub use engine::{End, Engine};
pub use inputs::{Inputs, Piece};
pub use protocol::protocol;
pub use user::User;
