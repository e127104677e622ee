//! The type checker of Cogent: from a syntax tree to a typed core.
//!
//! ```text
//! types     types, and what may be done with their values
//! core      the result
//! globals   names of types, functions and constants; types as written
//! infer     one function: types, uses of variables, and its core
//! message   what is said about it
//! ```
//!
//! Every function has a signature, so functions are checked one by one, in any order. Inside a
//! function types are found by walking it once, in the order of evaluation: what is not known
//! is a hole with bounds (see `infer::holes`). Whether a value may be dropped, shared or taken
//! out of a `!` is noted on the way, and looked at when all types are known.

pub mod core;
mod globals;
mod infer;
mod message;
#[cfg(test)]
mod tests;
pub mod types;

use cogent_syntax::ast::Program;
use diag::Diagnostic;

/// Checks a program. Its types nest no deeper than its text, so that what walks it needs a
/// stack as large as the parser's.
///
/// # Errors
/// All mistakes that were found, in the order of the text of each file.
pub fn check(program: &Program) -> Result<core::Program, Vec<Diagnostic>> {
    let mut globals = globals::Globals::collect(program);
    infer::functions(&mut globals, program);
    if globals.errors.is_empty() {
        return Ok(globals.core);
    }
    let mut errors = globals.errors;
    errors
        .sort_by_key(|error| error.primary.as_ref().map(|label| (label.source, label.span.start)));
    errors.dedup();
    cogent_syntax::cut_off(&mut errors);
    Err(errors)
}
