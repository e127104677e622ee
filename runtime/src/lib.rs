//! The runtime of compiled programs: heap, collector, reports of exceptions,
//! and the primitives that are functions.
//!
//! ```text
//! heap/      the address range, nursery, old generation, large objects
//! collect/   roots, copying, minor and major collections, when they happen
//! cont/      frames, built-in exceptions, uncaught ones, backtraces
//! state/     what processors share, what each has for itself, requests to one
//! prim/      the C functions that compiled code calls
//! process    signals and descriptors as programs expect them
//! units      what compiled units tell about themselves
//! sanity     a walk over the heap that finds what cannot be
//! ```
//!
//! Invariants:
//! - no mutable statics, no thread-locals, no locks: everything hangs from a
//!   vproc or the [`Runtime`] it points to;
//! - a primitive never collects: objects move in `kont_collect` only, which the
//!   collector stub calls at a safe point;
//! - nothing recurses over data.
#![allow(unsafe_code, reason = "the runtime reads and writes raw objects")]

mod allocator;
mod collect;
mod compiler;
mod config;
mod cont;
mod fatal;
mod heap;
mod main_entry;
mod object;
pub mod prim;
mod process;
mod report;
mod runtime;
mod sanity;
mod stack;
mod state;
mod units;

pub use collect::Statistics;
pub use compiler::{Compiled, Compiler};
pub use config::{Config, parse_size};
pub use cont::kont_uncaught;
pub use main_entry::{kont_main, report_panics};
pub use prim::symbols;
pub use process::{catch_interrupts, end_interrupted, limit_memory, prepare_process};
pub use report::Report;
pub use runtime::{Handle, Outcome, Runtime, Step};
pub use state::{Known, Watched, Watcher};
pub use units::{Imports, UnitId};
