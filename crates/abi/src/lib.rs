//! The agreement between compiled code and the runtime: the only place where the
//! layout of an object, of the virtual processor and of a unit is written.
//!
//! ```text
//! data object   [header: odd] [word]...          header: kind, tag, length, mask
//! closure       [code: even] [field]...          layout in the word before the code
//! frame         [code: even] [link] [field]...   layout in the word before the code
//! forwarded     [new address | 2]
//! ```
//!
//! A slot that the collector traces holds an aligned pointer into the heap, a
//! pointer to static data outside it, or an odd immediate.
//!
//! Absent on purpose: anything that allocates, any operating system, LLVM.
#![no_std]

mod code;
mod convention;
pub mod exit;
mod header;
mod immediate;
mod unit;
mod vproc;
pub mod word;

pub use code::*;
pub use convention::*;
pub use header::*;
pub use immediate::*;
pub use unit::*;
pub use vproc::*;

/// Bytes in a word; every slot of every object is one word.
pub const WORD: usize = 8;
