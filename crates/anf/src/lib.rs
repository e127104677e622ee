//! Typed ANF: the language every front end targets.
//!
//! Monomorphic, higher-order, strict, in direct style, with nested functions,
//! join points, exceptions and first-class continuations. Types, constants and
//! most operations are those of the `prim` crate, some are ANF's own ([`Op`]); positions are
//! those of `base`.
//!
//! ```text
//! module ::= "anf" "1" item*
//! item   ::= "pos" !N "=" "file" LINE:COLUMN ["of" "function"] ["in" !N]
//!          | "type" name "=" ty                                 written before what mentions it
//!          | "sum" name "=" constructor ("|" constructor)*      constructor ::= name ["(" ty, ... ")"]
//!          | ["export" | "import"] "global" name ":" ty
//!          | "foreign" name "symbol" "(" ty, ... ")" "->" "(" ty, ... ")" ["as" ctype "->" ctype]
//!          | "import" var "symbol" ":" ty
//!          | ["export"] fun | "define" name fun                a foreign function that is defined here
//!          | "entry" var
//! fun    ::= "fun" var "(" var ":" ty, ... ")" "->" "(" ty, ... ")" [pos] "{" body "}"
//! body   ::= let* tail
//! let    ::= binders "=" rhs [pos]
//!          | fun ("and" fun)*                                   nested: the first "fun", then "and" var (...) ...
//!          | "join" var "(" var ":" ty, ... ")" [pos] "{" body "}"
//!          | "cont" var "(" var ":" ty, ... ")" [pos] "{" body "}"
//! binders::= var ":" ty | "(" var ":" ty, ... ")"               "()" where there is no result
//! rhs    ::= op atom* | "call" atom atom* | "callcc" atom
//!          | "handle" "{" body "}" "with" var ["," var] "{" body "}"
//! tail   ::= "ret" atom* | "tailcall" atom atom* [pos] | "jump" var atom*
//!          | "if" atom "{" body "}" "else" "{" body "}"
//!          | "switch" atom "{" (int "=>" "{" body "}")* "_" "=>" "{" body "}" "}"
//!          | "case" atom "{" (name ["(" var, ... ")"] "=>" "{" body "}")* ["_" "=>" "{" body "}"] "}"
//!          | "raise" atom ["from" atom] [pos] | "throw" atom atom* [pos] | "unreachable"
//! var    ::= name ["." number]     names as in [`prim::text`]; a number keeps the variable's number
//! pos    ::= "!" number
//! ```
//! A comment is `;` to the end of the line. Line breaks mean nothing. Items may
//! stand in any order; a sum without constructors is `sum name` alone. The words of
//! the grammar are no variables unless a number follows (`ret.3`).
//!
//! Invariants (checked by [`mod@check`]):
//! - every id is bound exactly once; a use is in the scope of its binding;
//! - operands are atoms of the types that operations and functions want;
//! - a `jump` goes to a join point of the same function and handle body;
//! - the entry takes and gives nothing; nesting is at most [`MAX_NESTING`] deep;
//! - a function that defines a foreign function is *freestanding*: it neither allocates nor raises,
//!   calls foreign functions only, and its variables are integers, numbers and `ptr`s.
//!
//! Absent on purpose: nested expressions, polymorphism, closures' layouts, and
//! any notion of machine word size.

pub mod alpha;
pub mod build;
pub mod check;
pub mod eval;
pub mod interface;
pub mod link;
mod op;
pub mod parse;
mod print;
mod rename;
mod syntax;
mod walk;

pub use alpha::alpha_eq;
pub use check::check;
pub use eval::{eval, eval_up_to};
pub use op::OWN_FORMS;
pub use parse::parse;
pub use rename::RENAME;
pub use syntax::*;
pub use types::{Foreign, Global, Linkage};

use pass::{Pass, Step};

/// The greatest depth of bodies nested in one another.
pub const MAX_NESTING: usize = 50_000;

/// Every pass. There are few, and no crate of them: the optimiser works on CPS.
pub const ALL: &[&Pass<Module>] = &[&RENAME];

/// The passes of every level.
pub const PIPELINE: &[Step<Module>] = &[Step::new(
    &RENAME,
    "before the translation to CPS, which takes the numbers over: they are dense then, and tables \
     keyed by them are small",
)];
