//! The C side of Cogent.
//!
//! ```text
//! ctypes    the C types of Cogent types
//! ```

mod ctypes;
#[cfg(test)]
mod tests;

pub use ctypes::{CTypes, Opaque};
