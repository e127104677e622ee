//! The syntax of Scheme (R7RS-small): from text to data with places, and back.
//!
//! ```text
//! datum     what is read
//! read      tokens to data, with recovery after errors
//! lex       text to tokens
//! number    the text of numbers
//! chars     the characters of names, the names of characters, case folding
//! print     a datum as text that reads back
//! ```
//! A program is data; what its lists mean is not known here. Nothing recurs over nested data:
//! reading, comparing, printing and dropping need no stack.
//!
//! Absent on purpose: complex numbers, which are refused by name, and literals that contain
//! themselves.

mod chars;
mod datum;
mod lex;
pub mod number;
mod print;
mod read;
#[cfg(test)]
mod tests;

pub use chars::{char_name, fold_case, named_char};
pub use datum::{Datum, Kind};
pub use print::show_real;
pub use read::{MAX_ERRORS, MAX_NESTING, read, read_folded};
