//! Bytes to tokens.
//!
//! The source need not be UTF-8: outside strings and comments every byte is
//! ASCII or an error, so names and numbers are always text. A first line that
//! begins with `#!` names an interpreter for the system and is passed over.

use crate::names::check_escapes;
use base::{LocatedError, Span};

/// A token. Names, numbers and strings are pieces of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tok<'s> {
    /// A name, dots and escapes as written.
    Name(&'s str),
    /// An integer, with its sign.
    Int(&'s str),
    /// A floating-point number, or `-inf`.
    Float(&'s str),
    /// A big integer, without the `n`.
    Big(&'s str),
    /// The bytes between the quotes, escapes as written.
    Str(&'s [u8]),
    /// `!12`
    Pos(u32),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// `[`
    OpenBracket,
    /// `]`
    CloseBracket,
    /// `,`
    Comma,
    /// `:`
    Colon,
    /// `=`
    Equal,
    /// `->`
    Arrow,
    /// `=>`
    FatArrow,
    /// `|`
    Bar,
    /// `_`
    Underscore,
    /// `#`
    Hash,
    /// `*`
    Star,
    /// `@`
    At,
    /// Not a token; the lexer has the error.
    Bad,
    /// The end of the source.
    End,
}

/// Gives the tokens of a source one after the other.
#[derive(Clone)]
pub(crate) struct Lexer<'s> {
    pub(crate) source: &'s [u8],
    at: usize,
    /// The error of the last [`Tok::Bad`].
    pub(crate) error: Option<LocatedError>,
}

fn name_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'\'' | b'$' | b'%')
}

impl<'s> Lexer<'s> {
    pub(crate) fn new(source: &'s [u8]) -> Lexer<'s> {
        Lexer { source, at: 0, error: None }
    }

    /// Goes on from here.
    pub(crate) fn seek(&mut self, at: usize) {
        self.at = at;
    }

    /// The next token and where it stands.
    pub(crate) fn next(&mut self) -> (Tok<'s>, Span) {
        self.skip_blanks();
        let start = self.at;
        let tok = match self.scan() {
            Ok(tok) => tok,
            Err((title, label)) => {
                // At least one byte is always consumed, so that reading ends.
                self.at = self.at.max(start + 1).min(self.source.len());
                self.error = Some(LocatedError::new(Span::new(start, self.at), title, label));
                Tok::Bad
            }
        };
        (tok, Span::new(start, self.at))
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.source.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn skip_blanks(&mut self) {
        if self.at == 0 && self.source.starts_with(b"#!") {
            self.skip_while(|b| b != b'\n');
        }
        while let Some(b) = self.source.get(self.at) {
            match b {
                b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
                b';' => self.skip_while(|b| b != b'\n'),
                _ => return,
            }
        }
    }

    fn skip_while(&mut self, keep: impl Fn(u8) -> bool) {
        while self.source.get(self.at).is_some_and(|b| keep(*b)) {
            self.at += 1;
        }
    }

    fn text(&self, start: usize) -> &'s str {
        std::str::from_utf8(&self.source[start..self.at]).unwrap_or("")
    }

    fn scan(&mut self) -> Result<Tok<'s>, (String, String)> {
        let Some(first) = self.source.get(self.at).copied() else { return Ok(Tok::End) };
        let (tok, len) = match first {
            b'(' => (Tok::Open, 1),
            b')' => (Tok::Close, 1),
            b'{' => (Tok::OpenBrace, 1),
            b'}' => (Tok::CloseBrace, 1),
            b'[' => (Tok::OpenBracket, 1),
            b']' => (Tok::CloseBracket, 1),
            b',' => (Tok::Comma, 1),
            b':' => (Tok::Colon, 1),
            b'|' => (Tok::Bar, 1),
            b'#' => (Tok::Hash, 1),
            b'*' => (Tok::Star, 1),
            b'@' => (Tok::At, 1),
            b'=' if self.byte(1) == b'>' => (Tok::FatArrow, 2),
            b'=' => (Tok::Equal, 1),
            b'-' if self.byte(1) == b'>' => (Tok::Arrow, 2),
            b'-' if self.byte(1).is_ascii_digit() => return self.number(),
            b'-' if self.source[self.at..].starts_with(b"-inf") && !name_byte(self.byte(4)) => {
                (Tok::Float("-inf"), 4)
            }
            b'0'..=b'9' => return self.number(),
            b'"' => return self.string(),
            b'!' => return self.position(),
            b'_' if !name_byte(self.byte(1)) && !self.dot_inside(1) => (Tok::Underscore, 1),
            _ if name_byte(first) && first != b'\'' => return self.name(),
            _ => return Err(unexpected_byte(first)),
        };
        self.at += len;
        Ok(tok)
    }

    /// True if there is a dot here with a name byte behind it.
    fn dot_inside(&self, ahead: usize) -> bool {
        self.byte(ahead) == b'.' && name_byte(self.byte(ahead + 1))
    }

    fn name(&mut self) -> Result<Tok<'s>, (String, String)> {
        let start = self.at;
        while name_byte(self.byte(0)) || self.dot_inside(0) {
            self.at += 1;
        }
        let text = self.text(start);
        check_escapes(text).map_err(|label| ("bad escape in a name".to_owned(), label))?;
        Ok(Tok::Name(text))
    }

    fn number(&mut self) -> Result<Tok<'s>, (String, String)> {
        let start = self.at;
        if self.byte(0) == b'-' {
            self.at += 1;
        }
        if self.byte(0) == b'0'
            && matches!(self.byte(1), b'x' | b'X')
            && self.byte(2).is_ascii_hexdigit()
        {
            self.at += 2;
            self.skip_while(|b| b.is_ascii_hexdigit());
            return self.number_ends(Tok::Int(self.text(start)));
        }
        self.skip_while(|b| b.is_ascii_digit());
        let mut float = false;
        if self.byte(0) == b'.' && self.byte(1).is_ascii_digit() {
            float = true;
            self.at += 1;
            self.skip_while(|b| b.is_ascii_digit());
        }
        if matches!(self.byte(0), b'e' | b'E') {
            let sign = matches!(self.byte(1), b'-' | b'+') as usize;
            if self.byte(1 + sign).is_ascii_digit() {
                float = true;
                self.at += 1 + sign;
                self.skip_while(|b| b.is_ascii_digit());
            }
        }
        let text = self.text(start);
        if float {
            return self.number_ends(Tok::Float(text));
        }
        if self.byte(0) == b'n' && !name_byte(self.byte(1)) {
            self.at += 1;
            return Ok(Tok::Big(text));
        }
        self.number_ends(Tok::Int(text))
    }

    fn number_ends(&mut self, tok: Tok<'s>) -> Result<Tok<'s>, (String, String)> {
        if !name_byte(self.byte(0)) && self.byte(0) != b'.' {
            return Ok(tok);
        }
        self.skip_while(|b| name_byte(b) || b == b'.');
        Err(("bad number".to_owned(), "this is neither a number nor a name".to_owned()))
    }

    fn string(&mut self) -> Result<Tok<'s>, (String, String)> {
        self.at += 1;
        let start = self.at;
        loop {
            match self.source.get(self.at) {
                None | Some(b'\n') => {
                    return Err((
                        "string is not closed".to_owned(),
                        "this string has no end on its line".to_owned(),
                    ));
                }
                Some(b'"') => break,
                Some(b'\\') => self.escape()?,
                Some(_) => self.at += 1,
            }
        }
        self.at += 1;
        Ok(Tok::Str(&self.source[start..self.at - 1]))
    }

    fn escape(&mut self) -> Result<(), (String, String)> {
        let len = match self.byte(1) {
            b'n' | b't' | b'\\' | b'"' => 2,
            b'x' if self.byte(2).is_ascii_hexdigit() && self.byte(3).is_ascii_hexdigit() => 4,
            _ => {
                let label = "an escape is one of \\n \\t \\\\ \\\" \\xHH".to_owned();
                self.at += 1;
                return Err(("bad escape in a string".to_owned(), label));
            }
        };
        self.at += len;
        Ok(())
    }

    fn position(&mut self) -> Result<Tok<'s>, (String, String)> {
        self.at += 1;
        let start = self.at;
        self.skip_while(|b| b.is_ascii_digit());
        match self.text(start).parse() {
            Ok(n) => Ok(Tok::Pos(n)),
            Err(_) => Err(("bad position".to_owned(), "a position is `!` and a number".to_owned())),
        }
    }
}

fn unexpected_byte(b: u8) -> (String, String) {
    let label = match b {
        b' '..=b'~' => format!("no token begins with `{}`", b as char),
        _ => format!("byte 0x{b:02x} may stand only in strings and comments"),
    };
    ("unexpected character".to_owned(), label)
}
