//! What every crate of the compiler needs: ids and maps keyed by them, names,
//! spans, located errors, violations of invariants and source positions.

mod entity;
mod pos;
mod span;
mod violation;

pub use entity::{EntityId, PrimaryMap, SecondaryMap};
pub use pos::{Pos, PosInfo, PosTable};
pub use span::{LocatedError, Span};
pub use violation::Violation;

/// A name that a program or a compiler pass gave to something. Never decides
/// what a thing is; ids do.
pub type Name = std::sync::Arc<str>;
