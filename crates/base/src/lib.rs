//! The common ground of all crates of the compiler: ids and maps keyed by them, names, spans,
//! located errors, violations of invariants, source positions, internal errors, small graph
//! algorithms and pseudo-random numbers.

mod bug;
mod entity;
pub mod graph;
mod pos;
pub mod rng;
mod span;
mod violation;

pub use entity::{EntityId, PrimaryMap, SecondaryMap};
pub use pos::{Pos, PosInfo, PosTable, SourceLines};
pub use span::{LocatedError, Span};
pub use violation::Violation;

/// A name that a program or a compiler pass gave to something, for readers. Things are told
/// apart by their ids, never by their names.
pub type Name = std::sync::Arc<str>;
