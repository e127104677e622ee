//! Tokens to the syntax tree, with recovery after errors.
//!
//! ```text
//! cursor    the tokens, what is expected of them, messages
//! def       definitions
//! ty pat    types, patterns
//! expr      expressions that begin with a word, and matches
//! infix     operators, application, put
//! atom      the smallest expressions
//! refuse    features that are read, but not supported
//! ```
//!
//! Two rules are about columns. What begins in column 1 begins a definition, and never goes on
//! with one, except for bars and closing brackets. And the bars of one match stand in one
//! column: a match takes the bars to the right of those that it is inside of, so parsing an
//! expression needs the column (`margin`) of the latter.
//!
//! After an error reading goes on at the next definition. A tree is never deeper than
//! [`MAX_NESTING`].

mod atom;
mod cursor;
mod def;
mod expr;
mod infix;
mod pat;
mod refuse;
mod ty;

use crate::ast::Expr;
use crate::program::Item;
use crate::token::{Kind, Token};
use diag::Diagnostic;

/// The greatest depth of a tree; parentheses count.
///
/// Measured without optimisation: the parser takes at most 17,300 bytes of stack for a level
/// (of `f (2 + f (2 + ...`), so that 170 MiB suffice.
pub const MAX_NESTING: u32 = 10_000;

/// The margin inside of brackets, bindings and definitions: bars may stand in any column to the
/// right of the first.
const OUTERMOST: u32 = 1;

/// The items at the top of a file with these tokens, and the errors.
pub(crate) fn parse(tokens: Vec<Token>) -> (Vec<Item>, Vec<Diagnostic>) {
    let mut parser = Parser::new(tokens);
    let items = parser.file();
    (items, parser.errors)
}

/// The expression that some tokens are, which are no file: they may begin in column 1.
pub(crate) fn parse_expr(tokens: Vec<Token>) -> (Option<Expr>, Vec<Diagnostic>) {
    let columns = tokens.iter().map(|token| Token { column: token.column + 1, ..token.clone() });
    let mut tokens: Vec<Token> = columns.collect();
    let Some(last) = tokens.last().cloned() else {
        return (None, vec![Diagnostic::error("expected an expression, found nothing")]);
    };
    tokens.push(Token { kind: Kind::Eof, ..last });
    let mut parser = Parser::new(tokens);
    let expr = parser.expr(OUTERMOST);
    if expr.is_ok() && *parser.kind() != Kind::Eof {
        parser.fail("the end of the expression");
    }
    (expr.ok(), parser.errors)
}

/// The parser's state. Its methods are in the submodules.
struct Parser {
    /// The last is [`Kind::Eof`], and no other.
    tokens: Vec<Token>,
    /// The current token.
    at: usize,
    /// The number of levels above the current phrase.
    depth: u32,
    /// A bound on the height of the trees made so far at this level.
    height: u32,
    errors: Vec<Diagnostic>,
    /// The token of the last error: a second one there is a consequence.
    last_error: Option<usize>,
}

impl Parser {
    fn new(tokens: Vec<Token>) -> Parser {
        Parser { tokens, at: 0, depth: 0, height: 0, errors: Vec::new(), last_error: None }
    }
}

/// Something was wrong; it has been reported.
struct Bad;

/// A phrase, or none after an error.
type Parsed<T> = Result<T, Bad>;
