//! IL: a first-order functional language whose programs can also be read as
//! programs on registers (Schneider, Smolka, Hack: *A Linear First-Order Functional
//! Intermediate Language for Verified Compilers*).
//!
//! ```text
//! s    ::= [live] "let" x "=" rhs "in" s            bind a variable
//!        | [live] x ":=" rhs ";" s                  the same, as registers are written
//!        | [live] "fun" f "(" x, ... ")" [":" "{" x, ... "}"] "=" s "in" s
//!        | [live] "if" e "then" s "else" s          true unless 0
//!        | [live] f "(" e, ... ")"                  apply, at the end only
//!        | [live] e                                 the program's value
//!        | "(" s ")"                                where s begins with let, fun or if
//! rhs  ::= e | "@" a "(" e, ... ")"                 an action is asked for a value
//! live ::= "<" x, ... ">"                           what is said to be live here
//! e    ::= int | x | "-" e | "!" e | e op e | "(" e ")"
//! op   ::= "||" | "&&" | "==" "!=" "<" "<=" ">" ">=" | "+" "-" | "*" "/" "%"
//! ```
//! Operators are listed from the loosest to the tightest; they group to the
//! left, and all operands are evaluated. `=` may stand for `==`, `<>` for `!=`, `and`,
//! `or`, `not` for `&&`, `||`, `!`. Comments are `(* ... *)` and nest;
//! in them stands any byte. A first line that begins with `#!` is passed over. Variables and
//! functions have separate names. Integers have 64 bits and wrap; division rounds to
//! zero; comparisons and logic give 1 or 0. Division by zero has no value and leaves
//! the program stuck.
//!
//! The analyses are Flow's (see [`flow::outline`]); here they get their words
//! and places.
//!
//! Absent on purpose: files. They are reached through the driver that a front end is given.

mod annotate;
mod coherence;
mod front_end;
mod lex;
mod machine;
mod oracle;
mod outline;
mod parse;
mod print;
mod rename;
mod syntax;
mod to_flow;
mod trace;

pub use annotate::{annotate, check_annotations, has_annotations};
pub use coherence::{Unavailable, unavailable};
pub use front_end::{FRONT_END, Il, read};
pub use machine::{Answer, Call, Event, Machine, Reading, Step, Stuck, apply};
pub use parse::parse;
pub use print::Imperative;
pub use rename::{Assigned, Difference, alpha, apart, assign, unreachable_function};
pub use syntax::*;
pub use to_flow::{Source, is_known_action, to_flow, unset};
pub use trace::{
    Answers, Counterexample, Effort, End as TraceEnd, Sides, Trace, differ, follow, inequivalent,
    show_configuration, show_step,
};

/// The deepest nesting of terms.
pub const MAX_NESTING: usize = flow::MAX_NESTING;
