//! The C side of Cogent.
//!
//! ```text
//! ctypes    the C types of Cogent types
//! header    the C header of a program
//! names     names of Cogent as names of C
//! literal   values as text, for the command line
//! ```

mod ctypes;
mod header;
pub mod literal;
mod names;
#[cfg(test)]
mod tests;

pub use ctypes::{CTypes, Opaque};
pub use header::{Function, Interface, header};
pub use names::symbol;
