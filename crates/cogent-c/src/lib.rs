//! The C side of Cogent.
//!
//! ```text
//! ctypes    the C types of Cogent types
//! header    the C header of a program
//! names     names of Cogent as names of C
//! ```

mod ctypes;
mod header;
mod names;
#[cfg(test)]
mod tests;

pub use ctypes::{CTypes, Opaque};
pub use header::{Function, Interface, header};
pub use names::symbol;
