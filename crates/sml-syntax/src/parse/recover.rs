//! Messages, and the search for a token at which to go on after one.
//!
//! An error ends the phrases up to the next declaration or binding, which
//! [`Parser::resync`] then looks for: behind everything that had begun inside the
//! broken one. A message about the token of the last message, or about what follows
//! a token that could not be read, would be a consequence; it is not given.

use super::{Bad, MAX_ERRORS, MAX_NESTING, OpenKind, Parsed, Parser};
use crate::lex::Kind;
use base::Span;
use diag::Diagnostic;

const NO_CONJUNCTION: &str = "`and` joins declarations; conjunction is `andalso`";

/// A phrase that is expected at the current token, and is not there.
pub(super) struct Missing {
    expected: String,
    hint: Option<String>,
}

impl Missing {
    /// `expected` is a phrase: "an expression", "`)`".
    pub(super) fn new(expected: impl Into<String>) -> Missing {
        Missing { expected: expected.into(), hint: None }
    }

    /// The same with a hint.
    pub(super) fn hint(mut self, hint: impl Into<String>) -> Missing {
        self.hint = Some(hint.into());
        self
    }
}

impl Parser<'_> {
    /// Reports that the current token is not the expected one.
    pub(super) fn fail(&mut self, missing: Missing) -> Bad {
        let found = self.describe();
        let mut error = Diagnostic::error(format!("expected {}, found {found}", missing.expected));
        error.hint = missing.hint;
        self.report(error, &format!("{} should stand here", missing.expected));
        Bad
    }

    /// The same behind an expression, which may be meant to go on.
    pub(super) fn fail_behind_exp(&mut self, missing: Missing) -> Bad {
        let parameter = self.at > 1
            && matches!(self.tokens[self.at - 1].kind, Kind::Id(_))
            && matches!(self.tokens[self.at - 2].kind, Kind::LParen | Kind::Comma);
        match self.kind() {
            Kind::And => {
                let bad = self.fail(missing.hint(NO_CONJUNCTION));
                // The text behind this `and` is no binding.
                self.bump();
                bad
            }
            Kind::DoubleArrow if parameter => {
                self.fail(missing.hint("a function without a name is written `fn x => ...`"))
            }
            _ => self.fail(missing),
        }
    }

    /// Reports an error in a binding that begins at a token. Behind `and` the hint says that
    /// conjunction is written otherwise.
    pub(super) fn fail_binding(&mut self, token: usize, missing: Missing) -> Bad {
        let joined = token > 0 && self.tokens[token - 1].kind == Kind::And;
        self.fail(if joined { missing.hint(NO_CONJUNCTION) } else { missing })
    }

    /// Reports that a name is missing.
    pub(super) fn fail_name(&mut self, what: &str) -> Bad {
        let missing = Missing::new(what);
        let reserved = self.kind().text().filter(|text| text.as_bytes()[0].is_ascii_lowercase());
        match reserved {
            Some(word) if !self.starts_dec(self.kind()) && self.kind() != Kind::End => {
                self.fail(missing.hint(format!("`{word}` is a reserved word")))
            }
            _ => self.fail(missing),
        }
    }

    /// Gives a message at the current token, with the construct that it is in, unless
    /// it would be a consequence of another. Parsing can go on.
    pub(super) fn report(&mut self, error: Diagnostic, label: &str) {
        let after_bad = self.at > 0 && self.tokens[self.at - 1].kind == Kind::Bad;
        let consequence = self.kind() == Kind::Bad || after_bad || self.last_error == Some(self.at);
        self.last_error = Some(self.at);
        if consequence {
            return;
        }
        let span = self.tokens[self.at].span();
        let mut error = error.at(self.source, span, label);
        let begun = self.open.last().filter(|open| open.token < self.at);
        if let Some(open) = begun {
            let token = self.tokens[open.token];
            let word = token.kind.text().unwrap_or("phrase");
            let text = match open.kind {
                OpenKind::Bracket | OpenKind::DecBracket => format!("behind this `{word}`"),
                OpenKind::Let | OpenKind::Body | OpenKind::Local => format!("in this `{word}`"),
                OpenKind::Block | OpenKind::Word => format!("in this `{word}`"),
            };
            error = error.also(self.source, token.span(), text);
        }
        self.push_error(error);
    }

    /// Gives a message about a place; it is never a consequence of another.
    pub(super) fn report_at(&mut self, span: Span, title: impl Into<String>, label: &str) {
        let error = Diagnostic::error(title).at(self.source, span, label);
        self.push_error(error);
    }

    /// Keeps a complete message.
    pub(super) fn push_error(&mut self, error: Diagnostic) {
        if self.finished {
            return;
        }
        self.errors.push(error);
        if self.errors.len() > MAX_ERRORS {
            self.give_up();
        }
    }

    /// Reports that the text nests too deeply at a token, and parses no further.
    pub(super) fn too_deep(&mut self, token: usize) -> Bad {
        let error = Diagnostic::error("the program is nested too deeply");
        let label = format!("more than {MAX_NESTING} levels of nesting here");
        let span = self.tokens[token].span();
        self.push_error(error.at(self.source, span, label));
        self.give_up();
        Bad
    }

    fn give_up(&mut self) {
        self.finished = true;
        self.at = self.tokens.len() - 1;
        self.last_error = Some(self.at);
    }

    /// The current token, for a message.
    pub(super) fn describe(&self) -> String {
        let text = String::from_utf8_lossy(self.token_text()).into_owned();
        match self.kind() {
            Kind::Eof => "the end of the file".to_owned(),
            Kind::Lit(_) if text.len() > 20 => "a long literal".to_owned(),
            Kind::TyVar(_) => format!("the type variable `{text}`"),
            Kind::Qualifier(_) => format!("`{text}.`"),
            _ => format!("`{text}`"),
        }
    }

    /// Ends the brackets that began at `mark`.
    ///
    /// Another closing bracket is taken for this one, or for one further out.
    pub(super) fn close(&mut self, mark: usize, kind: Kind, expected: &str) -> Parsed<()> {
        if self.kind() == kind {
            self.bump();
            self.done(mark);
            return Ok(());
        }
        if matches!(self.kind(), Kind::RParen | Kind::RBracket | Kind::RBrace) {
            let outer = self.open[..mark].iter().rev().find(|open| open.kind != OpenKind::Word);
            let belongs_outside =
                outer.is_some_and(|open| closer(self.tokens[open.token].kind) == Some(self.kind()));
            self.fail(Missing::new(expected));
            if !belongs_outside {
                self.bump();
            }
            self.done(mark);
            return Ok(());
        }
        Err(self.fail(Missing::new(expected)))
    }

    /// Skips the rest of a broken phrase; `mark` counts the constructs begun before it.
    /// Then the current token begins or separates declarations, or ends something
    /// that encloses them.
    /// `bindings` are separated by `and`, which then stops too.
    pub(super) fn resync(&mut self, mark: usize, bindings: bool) {
        let mut inside: Vec<OpenKind> = self.open[mark..].iter().map(|open| open.kind).collect();
        inside.retain(|kind| *kind != OpenKind::Word);
        self.open.truncate(mark);
        while !self.stops(&mut inside, bindings) {
            self.bump();
        }
    }

    /// True if skipping stops at the current token. Else notes the construct it begins or ends.
    fn stops(&mut self, inside: &mut Vec<OpenKind>, bindings: bool) -> bool {
        let kind = self.kind();
        match kind {
            Kind::Eof => return true,
            Kind::Semi => return inside.is_empty(),
            Kind::And => return bindings && inside.is_empty() && self.peek(1) != Kind::Type,
            Kind::LParen if self.starts_dec(self.peek(1)) => inside.push(OpenKind::DecBracket),
            Kind::LParen | Kind::LBracket | Kind::LBrace | Kind::HashBracket => {
                inside.push(OpenKind::Bracket);
            }
            Kind::RParen | Kind::RBracket | Kind::RBrace => match inside.last() {
                Some(OpenKind::Bracket | OpenKind::DecBracket) => {
                    inside.pop();
                }
                Some(_) => {}
                None => {
                    return kind == Kind::RParen
                        && self.encloses(|open| open == OpenKind::DecBracket);
                }
            },
            Kind::Let => inside.push(OpenKind::Let),
            Kind::Struct | Kind::Sig => inside.push(OpenKind::Block),
            Kind::In => {
                while inside.last() == Some(&OpenKind::Bracket) {
                    inside.pop();
                }
                match inside.last_mut() {
                    Some(open @ OpenKind::Let) => *open = OpenKind::Body,
                    Some(open @ OpenKind::Local) => *open = OpenKind::Block,
                    Some(_) => {}
                    None => {
                        return self
                            .encloses(|open| matches!(open, OpenKind::Let | OpenKind::Local));
                    }
                }
            }
            Kind::End => {
                while matches!(inside.last(), Some(OpenKind::Bracket | OpenKind::DecBracket)) {
                    inside.pop();
                }
                if inside.pop().is_none() {
                    return self
                        .encloses(|open| !matches!(open, OpenKind::DecBracket | OpenKind::Word));
                }
            }
            _ if self.begins_dec() => return self.stops_at_dec(inside),
            _ => {}
        }
        false
    }

    /// The same at a token that begins a declaration. A declaration cannot stand in brackets
    /// or behind `in`, so the constructs open there lack their ends.
    fn stops_at_dec(&mut self, inside: &mut Vec<OpenKind>) -> bool {
        while matches!(inside.last(), Some(OpenKind::Bracket | OpenKind::Body)) {
            inside.pop();
        }
        if inside.is_empty() {
            return true;
        }
        match self.kind() {
            Kind::Local => inside.push(OpenKind::Local),
            Kind::Abstype => inside.push(OpenKind::Block),
            _ => {}
        }
        false
    }

    /// True if a declaration begins at the current token: `where type` and its like begin none.
    fn begins_dec(&self) -> bool {
        let before = if self.at == 0 { Kind::Eof } else { self.tokens[self.at - 1].kind };
        match self.kind() {
            Kind::Type => !matches!(before, Kind::Where | Kind::Sharing | Kind::And),
            Kind::Datatype => before != Kind::Equals,
            kind => self.starts_dec(kind),
        }
    }

    /// True if the innermost construct around the declarations is of a wanted kind.
    fn encloses(&self, wanted: impl Fn(OpenKind) -> bool) -> bool {
        let enclosing = self.open.iter().rev().find(|open| open.kind != OpenKind::Word);
        enclosing.is_some_and(|open| wanted(open.kind))
    }

    /// True if the current token begins a line, no further to the right than the line on
    /// which the construct at `mark` begins.
    pub(super) fn outdented(&self, mark: usize) -> bool {
        let Some(open) = self.open.get(mark) else { return false };
        let begun = self.line_indent(self.tokens[open.token].start as usize);
        let here = self.line_indent(self.start());
        here.line > begun.line && here.first && here.width <= begun.width
    }

    pub(super) fn line_indent(&self, at: usize) -> LineIndent {
        let line = self.text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
        let width = self.text[line..].iter().take_while(blank).count();
        LineIndent { line, width, first: line + width == at }
    }

    /// Reports a token among declarations with which none begins, and skips to the next
    /// declaration.
    pub(super) fn unexpected(&mut self) {
        if self.kind() == Kind::Bad {
            self.last_error = Some(self.at);
            self.bump();
            return;
        }
        let found = self.describe();
        let title = match self.kind() {
            Kind::End | Kind::In | Kind::RParen | Kind::RBracket | Kind::RBrace => {
                format!("{found} closes nothing")
            }
            Kind::Then | Kind::Else => format!("{found} without its `if`"),
            Kind::Of => "`of` without its `case`".to_owned(),
            Kind::Do => "`do` without its `while`".to_owned(),
            _ => format!("expected a declaration, found {found}"),
        };
        let mut error = Diagnostic::error(title);
        error.hint = match self.kind() {
            Kind::Bar if self.at > 0 && self.tokens[self.at - 1].kind == Kind::Semi => {
                Some("the `;` before it ended the declaration: leave it out")
            }
            Kind::Bar => Some(
                "a `|` goes on with the rules or clauses directly before it; several \
                 expressions in a rule need parentheses: `(a; b)`",
            ),
            Kind::Then | Kind::Else => {
                Some("several expressions in an `if` need parentheses: `(a; b)`")
            }
            Kind::Rec => Some("a recursive function is declared with `fun` or `val rec`"),
            _ => None,
        }
        .map(str::to_owned);
        let label = match self.kind() {
            Kind::End => "nothing is open that this could end",
            Kind::In => "there is no `let` or `local` for it",
            _ => "the declaration before it has ended",
        };
        self.report(error, label);
        self.skip();
    }

    /// Skips the current token and the rest of its phrase.
    pub(super) fn skip(&mut self) {
        let at = self.at;
        if matches!(self.kind(), Kind::End | Kind::In | Kind::RParen) {
            self.bump();
        }
        self.resync(self.open.len(), false);
        if self.at == at {
            self.bump();
        }
    }
}

/// The beginning of a line.
pub(super) struct LineIndent {
    /// Its first byte.
    pub(super) line: usize,
    /// The blanks before its first token.
    width: usize,
    /// True if the token in question is the first.
    first: bool,
}

/// The closing bracket for an opening one.
fn closer(kind: Kind) -> Option<Kind> {
    match kind {
        Kind::LParen => Some(Kind::RParen),
        Kind::LBracket | Kind::HashBracket => Some(Kind::RBracket),
        Kind::LBrace => Some(Kind::RBrace),
        _ => None,
    }
}
