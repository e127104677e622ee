//! Tokens to the syntax tree: the grammar of the Definition (revised 1997), with
//! all derived forms, infix operators resolved, and recovery after errors.
//!
//! ```text
//! cursor    the current token, and the smallest phrases
//! recover   messages, and the search for a token at which to go on
//! stray     lines that look as if they began something
//! fixity    the infix identifiers, by scope
//! infix     operands and operators to a tree
//! ty pat exp     types, patterns, expressions
//! word_exp record     `if` and its like; records
//! dec fun data   declarations of the core
//! module spec    structures, signatures, functors; specifications
//! unique    names that are bound or written twice
//! ```
//!
//! Extensions: `#[a, b]` in expressions and patterns, `(p | q)` in patterns, `{a, b}`
//! for `{a = a, b = b}` in expressions, a bar before the first rule, clause or
//! constructor, `withtype` in specifications.
//!
//! The span of a phrase in parentheses includes them; an identifier's never does.
//!
//! After an error nothing is said about the rest of its declaration; then reading
//! goes on. A tree is never deeper than [`MAX_NESTING`].
//!
//! Left to elaboration, because it must know what is a constructor: a variable bound
//! twice in a pattern, real constants in patterns, type variables without binding.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a phrase asks for the few tokens that can follow; all others are errors"
)]

mod cursor;
mod data;
mod dec;
mod exp;
mod fixity;
mod fun;
mod infix;
mod module;
mod pat;
mod record;
mod recover;
mod spec;
mod stray;
#[cfg(test)]
mod tests;
mod ty;
mod unique;
mod word_exp;

pub use fixity::FixityEnv;
pub use stray::{Looks, Stray};

use crate::ast::{Dec, Lit};
use crate::lex::{self, Kind, Token};
use crate::names::{Names, Sym};
use diag::{Diagnostic, SourceId};

/// The greatest depth of a tree.
///
/// Measured in a debug build: the parser takes at most 5,100 bytes of stack for a
/// level (of `let fun f x = let fun ...`), so that 97 MiB suffice.
pub const MAX_NESTING: u32 = 20_000;

/// After so many errors the rest of a file is not read.
const MAX_ERRORS: usize = 100;

/// The language that is parsed.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct ParseOptions {
    /// `_prim`, `_overload`, names that begin with `_`, and binding `true`, `nil` and
    /// their like: for the text of our library.
    pub library: bool,
}

/// The result of parsing a file.
pub struct Read {
    /// The declarations.
    pub decs: Vec<Dec>,
    /// The messages about the text.
    pub errors: Vec<Diagnostic>,
    /// Lines that may be meant otherwise than the grammar has them.
    pub strays: Vec<Stray>,
}

/// Reads a file. The fixity environment holds at its beginning, and is left as the
/// top level of the file leaves it; [`FixityEnv::directives`] lists what it changed.
pub fn parse(
    source: SourceId,
    text: &[u8],
    names: &mut Names,
    fixity: &mut FixityEnv,
    options: ParseOptions,
) -> Read {
    fixity.settle();
    let lexed = lex::lex(source, text, names, options.library);
    let mut parser = Parser {
        source,
        text,
        known: Known::new(names),
        names,
        fixity,
        options,
        tokens: lexed.tokens,
        lits: lexed.lits,
        at: 0,
        open: Vec::new(),
        functions: Vec::new(),
        depth: 0,
        height: 0,
        strays: Vec::new(),
        errors: lexed.errors,
        last_error: None,
        finished: false,
    };
    let decs = parser.program();
    let mut errors = parser.errors;
    errors.sort_by_key(|error| error.primary.as_ref().map_or(0, |label| label.span.start));
    if errors.len() > MAX_ERRORS {
        errors.truncate(MAX_ERRORS);
        errors.push(Diagnostic::error(format!(
            "more than {MAX_ERRORS} errors; the others are not shown"
        )));
    }
    Read { decs, errors, strays: parser.strays }
}

/// The parser's state. Its methods are in the submodules.
struct Parser<'a> {
    source: SourceId,
    text: &'a [u8],
    names: &'a mut Names,
    fixity: &'a mut FixityEnv,
    options: ParseOptions,
    known: Known,
    tokens: Vec<Token>,
    lits: Vec<Lit>,
    /// The current token.
    at: usize,
    /// The constructs that have begun and not ended.
    open: Vec<Open>,
    /// The functions whose clauses are being read.
    functions: Vec<Sym>,
    /// The number of levels above the current phrase.
    depth: u32,
    /// A bound on the height of the trees made so far at this level.
    height: u32,
    strays: Vec<Stray>,
    errors: Vec<Diagnostic>,
    /// The token of the last error: a second one there is a consequence.
    last_error: Option<usize>,
    /// True if the rest of the file is not parsed.
    finished: bool,
}

/// A construct that has begun.
#[derive(Clone, Copy)]
struct Open {
    kind: OpenKind,
    /// Its first token.
    token: usize,
}

/// The kinds of open constructs, by the phrases they may contain, for recovery.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OpenKind {
    /// Parentheses, brackets, braces: no declarations directly inside.
    Bracket,
    /// Parentheses around declarations or specifications.
    DecBracket,
    /// `let`, before `in`.
    Let,
    /// `let`, behind `in`.
    Body,
    /// `local`, before `in`.
    Local,
    /// A construct with declarations up to its `end`.
    Block,
    /// A construct without a closing token: `if`, `val`. For messages only.
    Word,
}

/// An error that has been reported.
struct Bad;

/// A phrase, or none after an error.
type Parsed<T> = Result<T, Bad>;

/// The symbols of names that mean something to the parser.
struct Known {
    star: Sym,
    equals: Sym,
    minus: Sym,
    it: Sym,
    /// `true`, `false`, `nil`, `::`, `ref`.
    fixed: [Sym; 5],
}

impl Known {
    fn new(names: &mut Names) -> Known {
        Known {
            star: names.intern("*"),
            equals: names.intern("="),
            minus: names.intern("-"),
            it: names.intern("it"),
            fixed: ["true", "false", "nil", "::", "ref"].map(|name| names.intern(name)),
        }
    }
}

/// The place of a declaration, which decides what may be declared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Context {
    /// At the top of a file: everything, and expressions.
    Top,
    /// In structures: everything but signatures and functors.
    Structure,
    /// In expressions and `abstype`.
    Core,
}

impl Parser<'_> {
    /// All declarations of a file.
    fn program(&mut self) -> Vec<Dec> {
        let mut decs = Vec::new();
        loop {
            self.decs(Context::Top, &mut decs);
            if self.kind() == Kind::Eof {
                return decs;
            }
            self.unexpected();
        }
    }
}
