//! CPS: every call a tail call, every continuation named. The optimiser works
//! here.
//!
//! Functions and continuations are apart: a function takes a return
//! continuation and may be a value; a continuation is second-class, a block of
//! the function around it, unless a call returns to it, a handler is made of it
//! or it is captured (Kennedy, *Compiling with Continuations, Continued*).
//!
//! ```text
//! module ::= "cps" "1" item*           items as in ANF
//! fun    ::= "fun" var "(" var ":" ty, ... ")" "return" var ":" ty [pos] "{" body "}"
//! body   ::= let* tail
//! let    ::= binders "=" op atom* [pos]
//!          | fun ("and" fun)*
//!          | cont ("and" cont)*        cont ::= "cont" var "(" var ":" ty, ... ")" ["short"] ["packed"] [pos] "{" body "}"
//!          | var ":" ty "=" "gethandler" | "sethandler" var | var ":" ty "=" "capture" var
//! tail   ::= "call" atom atom* "return" var [pos] | "jump" var atom*
//!          | "if" atom "{" body "}" "else" "{" body "}"
//!          | "switch" atom "{" (int "=>" "{" body "}")* "_" "=>" "{" body "}" "}"
//!          | "case" atom "{" (name "=>" "{" body "}")* ["_" "=>" "{" body "}"] "}"
//!          | "raise" atom ["from" atom] [pos] | "throw" atom atom* [pos] | "unreachable"
//! ```
//! After the first function or continuation of a group, the next ones begin
//! with `and`. A continuation that is `short` is the head of a loop of few rounds in which nothing
//! is allocated or called, so that it needs no safe point; one that is `packed` the head of a loop
//! in which every round has a frame, so that what it needs from outside may travel in a record.
//!
//! Types are flattened: the translation from ANF has spread unboxed tuples
//! over parameters, results, fields and operands, and the outermost tuple of a
//! function with a single parameter or result. The operations on elements of
//! arrays therefore take and give as many atoms as an element has components:
//! `array.get` of `array(#(i64, str))` binds two variables, `array.set` takes
//! two values, `array.new` and `array.lit` likewise. The same holds for the
//! contents of refs and global cells. Values of `any` are made and taken apart by
//! class: `any.in[i64]`, `any.is[tuple.2]`, `any.out["(i64, str)"]`.
//!
//! Invariants (checked by [`check`]):
//! - every variable is bound exactly once; a use is in the scope of its binding;
//! - a continuation is named only where one is wanted, and is not used inside a
//!   function nested in the one that binds it;
//! - operands have the types that operations and functions want;
//! - nesting is at most [`MAX_NESTING`] deep.
//!
//! Absent on purpose: returns, non-tail calls, unboxed tuples as values, layouts.

mod alpha;
mod build;
mod check;
mod eval;
mod op;
mod parse;
mod print;
mod syntax;
pub mod walk;

pub use alpha::alpha_eq;
pub use build::BodyBuilder;
pub use check::{Rule, check, const_ty};
pub use eval::{eval, eval_up_to};
pub use parse::{parse, parse_with_heads};
pub use syntax::*;

/// The greatest depth to which bodies may be nested in one another.
pub const MAX_NESTING: usize = 200_000;
