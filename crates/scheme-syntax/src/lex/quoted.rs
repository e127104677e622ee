//! Strings and symbols between bars, and their escapes.

use super::{Lexer, Token, placeholder};
use crate::Kind;
use base::Span;

impl<'t> Lexer<'t> {
    /// `"text"`.
    pub(super) fn string(&mut self) -> Token<'t> {
        match self.quoted('"') {
            Some(text) => Token::Atom(Kind::Str(text.into())),
            None => placeholder(),
        }
    }

    /// `|any name|`.
    pub(super) fn bar_symbol(&mut self) -> Token<'t> {
        match self.quoted('|') {
            Some(text) => Token::Atom(Kind::Symbol(self.intern(&text))),
            None => placeholder(),
        }
    }

    /// The text up to the same quote again, without escapes; none if the file ends before it.
    fn quoted(&mut self, quote: char) -> Option<String> {
        let start = self.at;
        self.at += 1;
        let mut text = String::new();
        loop {
            let plain = self.rest().find([quote, '\\', '\r']);
            let plain = &self.rest()[..plain.unwrap_or(self.rest().len())];
            text.push_str(plain);
            self.at += plain.len();
            match self.bump() {
                Some(c) if c == quote => return Some(text),
                // A line ends the same way in every file.
                Some('\r') => {
                    self.take("\n");
                    text.push('\n');
                }
                Some(_) => text.extend(self.escape(quote)),
                None => {
                    self.is_cut_off = true;
                    let line = self.text[start..].find(['\n', '\r']);
                    let span = Span::new(start, line.map_or(self.at, |line| start + line));
                    let what = if quote == '"' { "string" } else { "symbol" };
                    let label = format!("it has no closing `{quote}`");
                    self.report(span, format!("the {what} is not closed"), label);
                    return None;
                }
            }
        }
    }

    /// The character that an escape stands for, from behind its backslash; none for a line that
    /// goes on, and for a mistake, which is reported.
    fn escape(&mut self, quote: char) -> Option<char> {
        let start = self.at - 1;
        // At the end of the text, it is the string that is wrong.
        let escape = self.bump()?;
        match escape {
            'a' => Some('\u{7}'),
            'b' => Some('\u{8}'),
            't' => Some('\t'),
            'n' => Some('\n'),
            'r' => Some('\r'),
            '"' | '\\' | '|' => Some(escape),
            'x' | 'X' => self.hex_escape(start),
            _ => {
                self.at -= escape.len_utf8();
                if quote == '"' && self.continuation() {
                    return None;
                }
                self.bump();
                let title = format!("unknown escape `\\{}`", escape.escape_debug());
                self.report(Span::new(start, self.at), title, "no character is written like this");
                None
            }
        }
    }

    /// The character with a number: `41;` behind `\x`.
    fn hex_escape(&mut self, start: usize) -> Option<char> {
        let rest = self.rest();
        let digits = rest.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(rest.len());
        let (number, rest) = rest.split_at(digits);
        self.at += digits;
        if number.is_empty() || !rest.starts_with(';') {
            let label = "a number in hexadecimal and a semicolon follow `\\x`";
            self.report(Span::new(start, self.at), "malformed escape", label);
            return None;
        }
        self.at += 1;
        let c = u32::from_str_radix(number, 16).ok().and_then(char::from_u32);
        if c.is_none() {
            let label = "Unicode has no character of this number";
            self.report(Span::new(start, self.at), "no such character", label);
        }
        c
    }

    /// Passes the end of a line and the spaces around it; false if something else stands here.
    fn continuation(&mut self) -> bool {
        let start = self.at;
        let is_space = |c: char| c != '\n' && c != '\r' && c.is_whitespace();
        self.skip_while(is_space);
        if !(self.take("\r\n") || self.take("\n") || self.take("\r")) {
            self.at = start;
            return false;
        }
        self.skip_while(is_space);
        true
    }

    fn skip_while(&mut self, wanted: impl Fn(char) -> bool) {
        let rest = self.rest();
        self.at += rest.find(|c| !wanted(c)).unwrap_or(rest.len());
    }
}
