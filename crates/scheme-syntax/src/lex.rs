//! Text to tokens. A token that is wrong is reported here and stands for the number 0, so that
//! what surrounds it can be read.

mod hash;
mod quoted;

use crate::Kind;
use crate::chars::{begins_number, fold_case, is_delimiter, is_name_char, plain_length};
use crate::number::{self, Fault};
use base::{LocatedError, Name, Span};
use num_bigint::BigInt;
use rustc_hash::FxHashSet;

/// What the reader sees of the text.
pub(crate) enum Token<'t> {
    /// `(`.
    Open,
    /// `#(`.
    OpenVector,
    /// `#u8(`.
    OpenBytes,
    /// `)`.
    Close,
    /// A lonely point.
    Dot,
    /// One of [`crate::print::ABBREVIATIONS`], by its name.
    Abbreviation(&'static str),
    /// `#;`.
    Comment,
    /// `#0=`, by its digits.
    Label(&'t str),
    /// `#0#`, by its digits.
    Reference(&'t str),
    /// A datum that is not compound, or a bytevector.
    Atom(Kind),
    /// The end of the text.
    End,
}

pub(crate) struct Lexer<'t> {
    text: &'t str,
    at: usize,
    /// True after `#!fold-case`.
    pub(crate) folds: bool,
    names: FxHashSet<Name>,
    pub(crate) errors: Vec<LocatedError>,
    /// True if a token or a comment does not end before the text does.
    pub(crate) is_cut_off: bool,
}

impl<'t> Lexer<'t> {
    pub(crate) fn new(text: &'t str, folds: bool) -> Lexer<'t> {
        let mut lexer = Lexer {
            text,
            at: 0,
            folds,
            names: FxHashSet::default(),
            errors: Vec::new(),
            is_cut_off: false,
        };
        lexer.take("\u{feff}");
        // The line by which Unix finds the program that runs a file.
        if lexer.rest().starts_with("#!/") || lexer.rest().starts_with("#! /") {
            lexer.skip_line();
        }
        lexer
    }

    /// The next token and its place.
    pub(crate) fn next(&mut self) -> (Token<'t>, Span) {
        self.skip_atmosphere();
        let start = self.at;
        let token = self.token();
        (token, Span::new(start, self.at))
    }

    /// True if a byte is the first of its line.
    pub(crate) fn begins_line(&self, at: usize) -> bool {
        at == 0 || self.text.as_bytes()[at - 1] == b'\n'
    }

    /// The line of a byte, from 1.
    pub(crate) fn line(&self, at: usize) -> usize {
        self.text.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count() + 1
    }

    pub(crate) fn report(
        &mut self,
        span: Span,
        title: impl Into<String>,
        label: impl Into<String>,
    ) {
        self.errors.push(LocatedError::new(span, title, label));
    }

    pub(crate) fn report_hint(&mut self, error: LocatedError, hint: impl Into<String>) {
        self.errors.push(error.with_hint(hint));
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// The next character, which is passed.
    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// Passes a word if it stands here.
    fn take(&mut self, word: &str) -> bool {
        let found = self.rest().starts_with(word);
        if found {
            self.at += word.len();
        }
        found
    }

    fn skip_line(&mut self) {
        self.at += self.rest().find(['\n', '\r']).unwrap_or(self.rest().len());
    }

    /// Passes spaces, comments and directives.
    fn skip_atmosphere(&mut self) {
        while let Some(c) = self.peek() {
            match c {
                ';' => self.skip_line(),
                '#' if self.rest().starts_with("#|") => self.skip_block(),
                '#' if self.rest().starts_with("#!") => self.directive(),
                c if c.is_whitespace() => self.at += c.len_utf8(),
                _ => return,
            }
        }
    }

    /// Passes a block comment, in which others may be nested.
    fn skip_block(&mut self) {
        let start = self.at;
        let mut depth = 0usize;
        loop {
            if self.take("#|") {
                depth += 1;
            } else if self.take("|#") {
                depth -= 1;
                if depth == 0 {
                    return;
                }
            } else if self.bump().is_none() {
                self.is_cut_off = true;
                let span = Span::new(start, start + 2);
                return self.report(span, "the comment is not closed", "it has no `|#`");
            }
        }
    }

    fn token(&mut self) -> Token<'t> {
        let start = self.at;
        let Some(c) = self.peek() else { return Token::End };
        match c {
            '"' => return self.string(),
            '|' => return self.bar_symbol(),
            '#' => return self.hash(),
            '(' | ')' | '[' | ']' | '{' | '}' | '\'' | '`' | ',' => self.at += 1,
            _ => return self.word(),
        }
        match c {
            '(' => Token::Open,
            ')' => Token::Close,
            '\'' => Token::Abbreviation("quote"),
            '`' => Token::Abbreviation("quasiquote"),
            ',' if self.take("@") => Token::Abbreviation("unquote-splicing"),
            ',' => Token::Abbreviation("unquote"),
            c => {
                let opens = c == '[' || c == '{';
                let label = if opens { "lists begin with `(`" } else { "lists end with `)`" };
                self.report(
                    Span::new(start, self.at),
                    format!("`{c}` is not a parenthesis"),
                    label,
                );
                if opens { Token::Open } else { Token::Close }
            }
        }
    }

    /// The text up to the next delimiter, which is passed.
    fn until_delimiter(&mut self) -> &'t str {
        let rest = self.rest();
        // Most tokens consist of these.
        let plain = plain_length(rest);
        let end = rest[plain..].find(is_delimiter).unwrap_or(rest.len() - plain);
        let word = &rest[..plain + end];
        self.at += word.len();
        word
    }

    /// A number or a symbol without bars.
    fn word(&mut self) -> Token<'t> {
        let start = self.at;
        let word = self.until_delimiter();
        if word == "." {
            return Token::Dot;
        }
        // Most words can be no number.
        if word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '+' | '-' | '.')) {
            match number::parse(word, 10) {
                Err(Fault::Malformed) if begins_number(word) => {
                    let span = Span::new(start, self.at);
                    let error = LocatedError::new(
                        span,
                        "malformed number",
                        "what begins like a number must be one",
                    );
                    self.report_hint(error, format!("a symbol like this is written `|{word}|`"));
                    return placeholder();
                }
                Err(Fault::Malformed) => {}
                number => return self.number(number, start),
            }
        }
        if let Some((at, c)) = word.char_indices().find(|(_, c)| !is_name_char(*c)) {
            let span = Span::new(start + at, start + at + c.len_utf8());
            let title = format!("`{}` in a name", c.escape_debug());
            self.report(span, title, "names without bars have no such character");
            return placeholder();
        }
        Token::Atom(Kind::Symbol(if self.folds {
            self.intern(&fold_case(word))
        } else {
            self.intern(word)
        }))
    }

    /// The token of a number, or the report of what is wrong with it.
    fn number(&mut self, number: Result<Kind, Fault>, start: usize) -> Token<'t> {
        let (title, label) = match number {
            Ok(number) => return Token::Atom(number),
            Err(Fault::Malformed) => ("malformed number", "this is no number".to_owned()),
            Err(Fault::Complex) => {
                ("complex numbers are left out", "this number is complex".to_owned())
            }
            Err(Fault::ZeroDenominator) => {
                ("division by zero in a number", "its denominator is zero".to_owned())
            }
            Err(Fault::NotExact) => {
                ("no such exact number", "only flonums are like this".to_owned())
            }
            Err(Fault::TooLarge) => (
                "an exact number with too many digits",
                format!("its power of ten is beyond {}", number::MAX_EXPONENT),
            ),
        };
        self.report(Span::new(start, self.at), title, label);
        placeholder()
    }

    fn intern(&mut self, text: &str) -> Name {
        if let Some(name) = self.names.get(text) {
            return name.clone();
        }
        let name: Name = text.into();
        self.names.insert(name.clone());
        name
    }
}

/// What stands for a token that was reported: it is right everywhere, in a bytevector too.
fn placeholder<'t>() -> Token<'t> {
    Token::Atom(Kind::Int(BigInt::ZERO))
}
