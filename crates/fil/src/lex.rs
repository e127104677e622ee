//! Text to tokens, by the rules of Haskell's `Text.Read.Lex`: what `read` takes, not what a
//! Haskell compiler takes. There are no comments, and a string may go over several lines. A first
//! line that begins with `#!` is passed over.

use base::{LocatedError, Span};
use num_bigint::BigInt;

/// A token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Token<'t> {
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// `[`.
    OpenBracket,
    /// `]`.
    CloseBracket,
    /// `,`.
    Comma,
    /// `-`.
    Minus,
    /// A name of Haskell's, such as a constructor.
    Word(&'t str),
    /// A number without a sign.
    Number(BigInt),
    /// A string, as [`crate::syntax::Text`] has it.
    Str(Vec<u8>),
    /// A character, in the same way.
    Char(Vec<u8>),
    /// What FIL has no use for: other signs, numbers that are not whole.
    Other,
    /// The end of the text.
    End,
}

/// Reads tokens one by one.
pub(crate) struct Lexer<'t> {
    text: &'t str,
    at: usize,
}

type Lexed<T> = Result<T, LocatedError>;

impl<'t> Lexer<'t> {
    /// Begins with a text.
    ///
    /// # Errors
    /// Fails if the bytes are not UTF-8.
    pub(crate) fn new(bytes: &'t [u8]) -> Lexed<Lexer<'t>> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let at = error.valid_up_to();
            let bad = bytes.get(at).copied().unwrap_or_default();
            let label = format!("the byte {bad:#04x} does not belong here");
            LocatedError::new(Span::new(at, at + 1), "the text is not UTF-8", label)
        })?;
        let script = text.starts_with("#!");
        let at = if script { text.find('\n').unwrap_or(text.len()) } else { 0 };
        Ok(Lexer { text, at })
    }

    /// The next token and its place.
    pub(crate) fn next(&mut self) -> Lexed<(Token<'t>, Span)> {
        self.skip(is_space);
        let start = self.at;
        let Some(first) = self.peek() else {
            return Ok((Token::End, Span::new(start, start)));
        };
        let token = match first {
            '"' => self.string()?,
            '\'' => self.character()?,
            '0'..='9' => self.number(),
            c if c.is_alphabetic() || c == '_' => {
                self.skip(|c| c.is_alphanumeric() || c == '_' || c == '\'');
                Token::Word(&self.text[start..self.at])
            }
            c if is_symbol(c) => {
                self.skip(is_symbol);
                if &self.text[start..self.at] == "-" { Token::Minus } else { Token::Other }
            }
            c => {
                self.at += c.len_utf8();
                match c {
                    '(' => Token::Open,
                    ')' => Token::Close,
                    '[' => Token::OpenBracket,
                    ']' => Token::CloseBracket,
                    ',' => Token::Comma,
                    _ => Token::Other,
                }
            }
        };
        Ok((token, Span::new(start, self.at)))
    }

    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn take(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn eat(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        self.at += if found { text.len() } else { 0 };
        found
    }

    fn skip(&mut self, part: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|c| !part(c)).unwrap_or(rest.len());
    }

    /// The digits of a base that come next; none if there are none.
    fn digits(&mut self, base: u32) -> Option<BigInt> {
        let start = self.at;
        self.skip(|c| c.is_digit(base));
        BigInt::parse_bytes(&self.text.as_bytes()[start..self.at], base)
    }

    /// The base that a letter stands for, if digits of it follow; then the letter is passed.
    fn base(&mut self, after: &str) -> u32 {
        for (letters, base) in [("xX", 16), ("oO", 8)] {
            let behind = self.rest().strip_prefix(after).unwrap_or("");
            let mut behind = behind.chars();
            let letter = behind.next().is_some_and(|c| letters.contains(c));
            if letter && behind.next().is_some_and(|c| c.is_digit(base)) {
                self.at += after.len() + 1;
                return base;
            }
        }
        10
    }

    /// A number; one with a fraction or an exponent is a number of Haskell's, too, but no integer.
    fn number(&mut self) -> Token<'t> {
        let base = self.base("0");
        let number = self.digits(base);
        let whole = base != 10 || !(self.fraction() | self.exponent());
        match number {
            Some(number) if whole => Token::Number(number),
            Some(_) | None => Token::Other,
        }
    }

    /// Passes a fraction, if there is one.
    fn fraction(&mut self) -> bool {
        let found = self.rest().starts_with('.') && self.digit_at(1);
        self.at += usize::from(found);
        self.skip(|c| found && c.is_ascii_digit());
        found
    }

    /// Passes an exponent, if there is one.
    fn exponent(&mut self) -> bool {
        let signed = matches!(self.rest().as_bytes().get(1), Some(b'+' | b'-'));
        let digit = 1 + usize::from(signed);
        let found = self.rest().starts_with(['e', 'E']) && self.digit_at(digit);
        self.at += if found { digit } else { 0 };
        self.skip(|c| found && c.is_ascii_digit());
        found
    }

    fn digit_at(&self, at: usize) -> bool {
        self.rest().as_bytes().get(at).is_some_and(u8::is_ascii_digit)
    }

    fn string(&mut self) -> Lexed<Token<'t>> {
        let start = self.at;
        self.at += 1;
        let mut text = Vec::new();
        loop {
            match self.take() {
                None => return Err(unclosed(start, "string", "this string has no end")),
                Some('"') => return Ok(Token::Str(text)),
                Some('\\') if self.eat("&") => {}
                Some('\\') if self.peek().is_some_and(is_space) => {
                    let gap = self.at - 1;
                    self.skip(is_space);
                    if self.peek().is_none() {
                        return Err(unclosed(start, "string", "this string has no end"));
                    }
                    if !self.eat("\\") {
                        let label = "white space behind this goes on to another `\\`";
                        return Err(LocatedError::new(Span::new(gap, gap + 1), WRONG, label));
                    }
                }
                Some('\\') => push(&mut text, self.escape(start)?),
                Some(c) => push(&mut text, c.into()),
            }
        }
    }

    fn character(&mut self) -> Lexed<Token<'t>> {
        let start = self.at;
        self.at += 1;
        let missing = || unclosed(start, "character", "this is no character");
        let mut text = Vec::new();
        match self.take() {
            None | Some('\'') => return Err(missing()),
            Some('\\') => push(&mut text, self.escape(start)?),
            Some(c) => push(&mut text, c.into()),
        }
        if self.eat("'") { Ok(Token::Char(text)) } else { Err(missing()) }
    }

    /// The character of an escape, of which the backslash has been passed.
    fn escape(&mut self, start: usize) -> Lexed<u32> {
        let from = self.at - 1;
        let wrong = |to: usize, label: &str| LocatedError::new(Span::new(from, to), WRONG, label);
        if let Some(code) = ASCII.iter().find(|(word, _)| self.rest().starts_with(word)) {
            self.at += code.0.len();
            return Ok(code.1);
        }
        let base = self.base("");
        if let Some(number) = self.digits(base) {
            let code = u32::try_from(&number).ok().filter(|code| *code <= char::MAX as u32);
            return code.ok_or_else(|| wrong(self.at, "the last character is \\1114111"));
        }
        match self.take() {
            None => Err(unclosed(start, "string", "this string has no end")),
            Some('^') => match self.take() {
                Some(c @ '@'..='_') => Ok(c as u32 - '@' as u32),
                Some(_) | None => Err(wrong(from + 2, "one of @A-Z[\\]^_ stands behind this")),
            },
            Some(_) => Err(wrong(self.at, "no character is written like this")),
        }
    }
}

const WRONG: &str = "wrong escape";

/// Escapes by words and letters; a word before one that it begins with.
const ASCII: &[(&str, u32)] = &[
    ("a", 7),
    ("b", 8),
    ("f", 12),
    ("n", 10),
    ("r", 13),
    ("t", 9),
    ("v", 11),
    ("\\", 92),
    ("\"", 34),
    ("'", 39),
    ("NUL", 0),
    ("SOH", 1),
    ("STX", 2),
    ("ETX", 3),
    ("EOT", 4),
    ("ENQ", 5),
    ("ACK", 6),
    ("BEL", 7),
    ("BS", 8),
    ("HT", 9),
    ("LF", 10),
    ("VT", 11),
    ("FF", 12),
    ("CR", 13),
    ("SO", 14),
    ("SI", 15),
    ("DLE", 16),
    ("DC1", 17),
    ("DC2", 18),
    ("DC3", 19),
    ("DC4", 20),
    ("NAK", 21),
    ("SYN", 22),
    ("ETB", 23),
    ("CAN", 24),
    ("EM", 25),
    ("SUB", 26),
    ("ESC", 27),
    ("FS", 28),
    ("GS", 29),
    ("RS", 30),
    ("US", 31),
    ("SP", 32),
    ("DEL", 127),
];

fn unclosed(start: usize, what: &str, label: &str) -> LocatedError {
    let title = format!("unfinished {what}");
    LocatedError::new(Span::new(start, start + 1), title, label)
}

/// Appends a character. Half of a surrogate pair is no `char` of Rust's.
fn push(text: &mut Vec<u8>, code: u32) {
    match char::from_u32(code) {
        Some(c) => text.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        None => {
            let tail = |bits: u32| 0x80 | (bits & 0x3f) as u8;
            text.extend([0xe0 | (code >> 12) as u8, tail(code >> 6), tail(code)]);
        }
    }
}

/// Haskell's `isSpace`, which knows fewer spaces than Rust.
fn is_space(c: char) -> bool {
    matches!(
        c,
        '\t'..='\r'
            | ' '
            | '\u{a0}'
            | '\u{1680}'
            | '\u{2000}'..='\u{200a}'
            | '\u{202f}'
            | '\u{205f}'
            | '\u{3000}'
    )
}

fn is_symbol(c: char) -> bool {
    "!@#$%&*+./<=>?\\^|:-~".contains(c)
}
