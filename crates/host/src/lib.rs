//! The interface from programs to the world, and the meaning of every primitive that computes with
//! numbers and bytes.
//!
//! The runtime and the reference interpreters share this crate: they convert
//! representations and nothing else, so that all of them print the same.
//!
//! ```text
//! Host       files, arguments, environment, clocks: OsHost, TestHost
//! groups     the calls of the system that an executable may go without
//! real       formatting and reading of floating-point numbers
//! interrupt  SIGINT as a request to the program
//! fault      memory that is made accessible when it is first used
//! streams    other descriptors in the place of the first three
//! int        formatting of 64-bit integers
//! big        integers of arbitrary precision
//! bytes      ranges, comparison and hash of byte strings
//! show       values as Standard ML writes them, messages of exceptions
//! trace      backtraces as text
//! ```
//!
//! A function that can raise returns the exception as [`abi::BuiltinExn`].
//!
//! Absent on purpose: buffering of input, and anything of compiled code's representations.

pub mod big;
mod buffers;
pub mod bytes;
pub mod int;
mod memory;
mod os;
pub mod real;
pub mod show;
mod sys;
pub mod trace;
mod world;

pub use abi::BuiltinExn;
pub use buffers::BufferMode;
pub use memory::TestHost;
pub use os::{OsHost, groups};
pub use sys::{fault, interrupt, streams};
pub use world::{Host, HostError, OpenMode, Whence};

use std::path::PathBuf;

/// The folder for temporary files: that of the variable TMPDIR, if it is set and not empty.
pub fn temporary_folder() -> PathBuf {
    match std::env::var_os("TMPDIR") {
        Some(folder) if !folder.is_empty() => folder.into(),
        Some(_) | None => "/tmp".into(),
    }
}

/// Most elements of an array; a longer one raises Size.
pub const MAX_LENGTH: i64 = 1 << 36;
