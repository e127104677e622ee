//! Scheme's core to ANF: every value is an `any`, procedures are functions of `any`s.
//!
//! ```text
//! uses      how variables are used, and which definitions run code of the user
//! lower     expressions, by what becomes of their values: returned, used, tested, dropped
//! branch    tests and branches
//! function  procedures: those that are known, and those that are values
//! call      calls
//! letrec    recursive bindings
//! op        operations of the library
//! convert   operands of primitives out of `any`s, results into them
//! literal   constants
//! piece     what a program evaluates when it runs
//! entry     the entry: global variables, constants, what becomes of an uncaught object
//! ```
//! How values are represented:
//! ```text
//! small integer, character, boolean, other constants    i64, i32, i1, i8 without a box
//! flonum, greater integer                               f64, intinf in a box
//! pair                                                  (mut any, mut any)
//! vector, string, bytevector                            array(any), array(i32), array(i8)
//! symbol                                                str; there is one of each name
//! procedure of at most twelve parameters                fun(any, ...) -> (any)
//! other procedures                                      a record with a function of the arguments' list
//! record                                                a tuple of at least three; the first is its type
//! continuation                                          (any, any): it, and the state of its place
//! ```

mod branch;
mod call;
mod convert;
mod entry;
mod function;
mod letrec;
mod literal;
mod lower;
mod op;
mod piece;
mod uses;

pub use entry::{CONSTANTS, ROOTS, lower};
pub use piece::{PIECE_ROOTS, lower_piece};
