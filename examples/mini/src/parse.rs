//! Text to expressions, each with its place.
//!
//! ```text
//! program ::= exp ...
//! exp     ::= word | number | string | "true" | "false" | "(" exp ... ")"
//! ```
//! In a string, `\n` is a line break. `;` begins a comment.

use base::{LocatedError, Span};
use prim::Const;

/// The most parentheses around an expression: whoever walks through it recurs.
const MAX_NESTING: usize = 1_000;

/// An expression, and where it stands.
pub(crate) struct Exp<'t> {
    pub(crate) kind: Kind<'t>,
    pub(crate) span: Span,
}

pub(crate) enum Kind<'t> {
    Literal(Const),
    Word(&'t str),
    List(Vec<Exp<'t>>),
}

impl<'t> Exp<'t> {
    /// The word that it is, or else an empty one.
    pub(crate) fn word(&self) -> &'t str {
        if let Kind::Word(word) = self.kind { word } else { "" }
    }

    /// The parts of the list that it is, or else none.
    pub(crate) fn parts(&self) -> &[Exp<'t>] {
        if let Kind::List(parts) = &self.kind { parts } else { &[] }
    }

    /// The word at the beginning of a list, and what follows.
    pub(crate) fn form(&self) -> (&'t str, &[Exp<'t>]) {
        self.parts().split_first().map_or(("", &[]), |(head, rest)| (head.word(), rest))
    }
}

/// Reads a program.
pub(crate) fn parse(text: &[u8]) -> Result<Vec<Exp<'_>>, LocatedError> {
    let text = std::str::from_utf8(text).map_err(|error| {
        let at = error.valid_up_to();
        LocatedError::new(Span::new(at, at + 1), "not UTF-8", "this is no text")
    })?;
    let wrong = |span, label| Err(LocatedError::new(span, "syntax error", label));
    // The expressions of the innermost open list; and for each open list, where it begins and the
    // expressions before it.
    let mut exps = Vec::new();
    let mut open: Vec<(Span, Vec<Exp<'_>>)> = Vec::new();
    let mut at = 0;
    loop {
        let mut span = token(text, at);
        at = span.end;
        let kind = match &text[span.start..span.end] {
            "" => match open.pop() {
                None => return Ok(exps),
                Some((start, _)) => return wrong(start, "no `)` closes this"),
            },
            "(" if open.len() == MAX_NESTING => return wrong(span, "this is nested too deeply"),
            "(" => {
                open.push((span, std::mem::take(&mut exps)));
                continue;
            }
            ")" => {
                let Some((start, before)) = open.pop() else {
                    return wrong(span, "no `(` is open here");
                };
                span.start = start.start;
                Kind::List(std::mem::replace(&mut exps, before))
            }
            token => atom(token, span)?,
        };
        exps.push(Exp { kind, span });
    }
}

/// The place of the next token, which is empty at the end of the text.
fn token(text: &str, from: usize) -> Span {
    let mut rest = text[from..].trim_start();
    while rest.starts_with(';') {
        rest = rest[rest.find('\n').unwrap_or(rest.len())..].trim_start();
    }
    let ends_word = |c: char| c.is_whitespace() || "()\";".contains(c);
    let length = match rest.chars().next() {
        None => 0,
        Some('(' | ')') => 1,
        Some('"') => rest[1..].find(['"', '\n']).map_or(rest.len(), |end| end + 2),
        Some(_) => rest.find(ends_word).unwrap_or(rest.len()),
    };
    let start = text.len() - rest.len();
    Span::new(start, start + length)
}

fn atom(token: &str, span: Span) -> Result<Kind<'_>, LocatedError> {
    let wrong = |label| LocatedError::new(span, "syntax error", label);
    if let Some(rest) = token.strip_prefix('"') {
        let string = rest.strip_suffix('"').ok_or_else(|| wrong("no `\"` ends this line"))?;
        return Ok(Kind::Literal(Const::str(string.replace("\\n", "\n"))));
    }
    if token.trim_start_matches('-').starts_with(|c: char| c.is_ascii_digit()) {
        let number = token.parse().map_err(|_| wrong("this is no number of 64 bits"))?;
        return Ok(Kind::Literal(Const::i64(number)));
    }
    let is_bool = token == "true" || token == "false";
    Ok(if is_bool { Kind::Literal(Const::bool(token == "true")) } else { Kind::Word(token) })
}
