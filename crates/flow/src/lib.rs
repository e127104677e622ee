//! Flow: first-order clusters with closures, memory and heap checks explicit.
//!
//! A cluster has one entry and becomes one function of the machine code.
//! Inside it the code is IL (Schneider, Smolka, Hack: *A Linear First-Order
//! Functional Intermediate Language*) with memory: bindings, conditionals, local
//! first-order functions and jumps to them. It has two readings. *Functional*:
//! binding is scoped, local functions are blocks with parameters that see the
//! values of their definition. *Imperative*: variables are registers, binding is
//! assignment, a jump is a goto with parallel assignment. Code generation takes the
//! functional reading of clusters whose variables are bound once.
//!
//! ```text
//! unit    ::= "flow" "1" item*
//! item    ::= "pos" ... as in ANF
//!           | "frames" "stack"
//!           | ["export" | "import"] "global" name ":" kind
//!           | "foreign" name "symbol" "(" kind, ... ")" "->" "(" kind, ... ")" ["as" ctype "->" ctype]
//!           | "import" name "symbol" "(" kind, ... ")"
//!           | ["export"] ("fun" | "known" | "cont" | "define" foreign) name ["of" "function"] ["anys" n] params
//!                 ["clos" var] ["return" var] ["fields" "(" kind, ... ")" ["at" "(" int, ... ")"]] [pos]
//!             "{" body "}"
//!           | "entry" name
//! params  ::= "(" var ":" kind, ... ")"
//! kind    ::= i1 | i8 | i16 | i32 | i64 | f32 | f64 | ref | cont | ptr
//! body    ::= let* tail
//! let     ::= binders "=" op atom* [pos]        binders as in ANF, with kinds; "()" where there is no result
//!           | "fun" name params "{" body "}" ("and" name params "{" body "}")*
//! tail    ::= "jump" name atom* | "if" ... | "switch" ... as in ANF, default optional
//!           | "apply" (name | "import" name | "*" atom) atom* ["clos" atom] ["return" atom] [pos]
//!           | "throw" atom atom* | "reinstate" atom atom* [pos]
//!           | "raise" atom ["from" atom] ["return" atom] [pos] | "unreachable"
//! atom    ::= var | constant | "imm" int | "static" name | "static" "import" name
//! ```
//! Operations are written as [`FlowOp`] says. Clusters are named by their
//! names, so the order of clusters does not matter.
//!
//! Invariants (checked by [`check`]):
//! - variables, local functions and clusters are in scope where they are used, with the
//!   kinds and numbers of operands that are wanted; a name keeps its kind;
//! - what is bound at once has names apart; a local function is defined once in the unit;
//! - parameters and arguments fit the slots of the convention; closures and
//!   frames fit a layout;
//! - `check` stands first in its cluster if anywhere, and names traced
//!   variables; `pop` is applied to the cluster's own frame, before any other use;
//! - what a cluster allocates is at most what its check asked for (see [`Cost`]);
//! - where frames are on a stack, nothing is captured or reinstated, and every cluster but those of
//!   foreign functions has a continuation: the last frame.
//!
//! Property, checked separately ([`bound_once()`]): every variable is bound once in its cluster.
//!
//! Absent on purpose: types, nested functions with free variables across
//! clusters, addresses.

mod alloc;
pub mod alpha;
pub mod apart;
pub mod assign;
pub mod bound_once;
pub mod build;
mod check;
mod cluster;
pub mod coherent;
mod eval;
mod eval_imperative;
mod handlers;
pub mod kinds;
pub mod live;
mod machine;
pub mod outline;
mod parse;
mod print;
mod shapes;
mod show;
mod syntax;
pub mod walk;

pub use alloc::{Cost, Rooms};
pub use alpha::alpha_eq;
pub use bound_once::bound_once;
pub use check::{Rule, check};
pub use eval::{eval, eval_steps};
pub use eval_imperative::{eval_imperative, eval_imperative_steps};
pub use live::Liveness;
pub use machine::{FlowCode, FlowValue, Run};
pub use outline::Outline;
pub use parse::{parse, parse_with_heads};
pub use print::Commented;
pub use syntax::*;

/// The greatest depth of bodies nested in one another.
pub const MAX_NESTING: usize = 200_000;
