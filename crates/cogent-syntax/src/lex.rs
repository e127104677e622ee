//! Bytes to tokens, one at a time: the preprocessor asks for them, and reads the lines itself
//! that are meant for it.
//!
//! Symbols are read by the longest match. Comments are `-- ...` and `{- ... -}`, which nests;
//! documentation is `@ ...` up to the end of the line, between definitions and in types.
//! Bytes above 127 may stand in comments and strings, whatever they encode.

mod literal;
mod pragma;

use crate::ast::{Place, Pragma};
use crate::token::{Kind, Sym, Token};
use diag::{Diagnostic, SourceId};
use std::sync::Arc;

/// Errors and pragmas, which are found besides tokens.
#[derive(Default)]
pub(crate) struct Log {
    pub(crate) errors: Vec<Diagnostic>,
    pub(crate) pragmas: Vec<Pragma>,
}

impl Log {
    pub(crate) fn error(&mut self, place: Place, title: impl Into<String>, label: &str) {
        self.errors.push(Diagnostic::error(title).at(place.source, place.span(), label));
    }

    /// The last error gets a hint.
    pub(crate) fn hint(&mut self, hint: impl Into<String>) {
        if let Some(error) = self.errors.last_mut() {
            error.hint = Some(hint.into());
        }
    }
}

/// The next thing in a file.
pub(crate) enum Item {
    Token(Token),
    /// A line for the preprocessor, which begins at the current byte.
    Directive,
}

/// A file, read up to some byte.
pub(crate) struct Lexer {
    pub(crate) source: SourceId,
    text: Arc<[u8]>,
    pub(crate) at: usize,
    /// The end of the part that is read.
    end: usize,
    /// True for a line for the preprocessor, which a backslash continues.
    directive: bool,
    /// The column of a byte that was asked for before.
    column: (usize, u32),
    /// The last token but for what `docs` asks about it.
    last: Last,
    /// True if `@` may begin documentation here.
    docs: bool,
}

/// The last token, as far as the lexer remembers it.
#[derive(Clone, Copy, PartialEq)]
enum Last {
    /// A name in column 1.
    Defined,
    /// `include` in column 1.
    Include,
    Other,
}

impl Lexer {
    /// A whole file, whose places fit into 32 bits.
    pub(crate) fn new(source: SourceId, text: Arc<[u8]>) -> Lexer {
        let end = text.len();
        let at = if text.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
        let column = (at, 1);
        Lexer { source, text, at, end, directive: false, column, last: Last::Other, docs: true }
    }

    /// A part of the line at the current byte, for the preprocessor.
    pub(crate) fn part(&self, start: usize, end: usize) -> Lexer {
        Lexer { text: self.text.clone(), at: start, end, directive: true, docs: false, ..*self }
    }

    /// The next token, or a line for the preprocessor. At the end it stays there.
    pub(crate) fn next(&mut self, log: &mut Log) -> Item {
        self.skip_space(log);
        let column = self.column_of(self.at);
        if self.begins_directive(column) {
            return Item::Directive;
        }
        let start = self.at;
        let include = self.last == Last::Include;
        let kind = if self.at == self.end {
            Kind::Eof
        } else if include && self.byte(0) == b'<' && self.angled_end().is_some() {
            self.angled()
        } else {
            self.token(log)
        };
        self.docs = match self.last {
            _ if column == 1 => true,
            Last::Defined => kind == Kind::Sym(Sym::Colon),
            Last::Include | Last::Other => self.docs,
        };
        self.last = if column == 1 && matches!(kind, Kind::Lower(_)) {
            Last::Defined
        } else if column == 1 && kind == Kind::Sym(Sym::Include) {
            Last::Include
        } else {
            Last::Other
        };
        Item::Token(Token { kind, place: self.place(start, self.at), column })
    }

    /// The next byte but some; 0 at the end.
    fn byte(&self, distance: usize) -> u8 {
        let at = self.at + distance;
        if at < self.end { self.text[at] } else { 0 }
    }

    /// The bytes that have not been read.
    pub(crate) fn remaining(&self) -> &[u8] {
        &self.text[self.at..self.end]
    }

    /// The text between two bytes.
    pub(crate) fn slice(&self, start: usize, end: usize) -> &[u8] {
        &self.text[start..end]
    }

    /// The place of some bytes of this file.
    pub(crate) fn place(&self, start: usize, end: usize) -> Place {
        Place { source: self.source, start: start as u32, end: end as u32 }
    }

    /// The column of a byte, not before the one that was asked for last.
    fn column_of(&mut self, at: usize) -> u32 {
        let (mut from, mut column) = self.column;
        while from < at {
            column = match self.text[from] {
                b'\n' => 1,
                // As everywhere, tabulators stand at every eighth column.
                b'\t' => (column - 1) / 8 * 8 + 9,
                0x80..0xC0 => column,
                _ => column.saturating_add(1),
            };
            from += 1;
        }
        self.column = (at, column);
        column
    }

    /// A `#` in column 1 is for the preprocessor, unless an unboxed type or record begins so.
    fn begins_directive(&self, column: u32) -> bool {
        column == 1
            && !self.directive
            && self.byte(0) == b'#'
            && !matches!(self.byte(1), b'{' | b'(')
    }

    /// Moves over the line at the current byte; gives its end. A backslash at its end continues
    /// a line for the preprocessor.
    pub(crate) fn line(&mut self) -> usize {
        let directive = self.byte(0) == b'#';
        loop {
            let start = self.at;
            self.skip_line();
            let end = self.at;
            let line = self.text[start..end].trim_ascii_end();
            let continued = directive && line.ends_with(b"\\") && end < self.end;
            self.at = (end + 1).min(self.end);
            if !continued {
                return end;
            }
        }
    }

    /// True at the end of the file.
    pub(crate) fn ended(&self) -> bool {
        self.at >= self.end
    }

    fn skip_line(&mut self) {
        let len = self.remaining().iter().position(|&byte| byte == b'\n');
        self.at = len.map_or(self.end, |len| self.at + len);
    }

    /// White space, comments, documentation.
    fn skip_space(&mut self, log: &mut Log) {
        while self.at < self.end {
            match (self.byte(0), self.byte(1)) {
                (b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C, _) => self.at += 1,
                (b'\\', b'\n' | b'\r' | b' ') if self.directive => self.at += 1,
                (b'-', b'-') => self.skip_line(),
                (b'{', b'-') => self.comment(log),
                (b'@', _) if self.documents() => self.skip_line(),
                _ => return,
            }
        }
    }

    /// True if the `@` here begins documentation, rather than something about arrays.
    fn documents(&mut self) -> bool {
        if self.directive {
            return false;
        }
        let array =
            [&b"@take"[..], b"@put", b"@{"].iter().any(|word| self.remaining().starts_with(word));
        self.column_of(self.at) == 1 || (self.docs && self.last != Last::Defined && !array)
    }

    /// `{- ... -}`, nested, and pragmas, which are comments that say something.
    fn comment(&mut self, log: &mut Log) {
        let start = self.at;
        if self.byte(2) == b'#' {
            self.pragma(log);
        }
        let mut open = 0usize;
        while self.at < self.end {
            match (self.byte(0), self.byte(1)) {
                (b'{', b'-') => {
                    open += 1;
                    self.at += 2;
                }
                (b'-', b'}') => {
                    open -= 1;
                    self.at += 2;
                    if open == 0 {
                        return;
                    }
                }
                _ => self.at += 1,
            }
        }
        let place = self.place(start, start + 2);
        log.error(place, "a comment is not closed", "the comment that begins here never ends");
        log.hint("comments nest: every `{-` needs a `-}` of its own");
    }

    /// The length of `<file>`, if it is closed on this line.
    fn angled_end(&self) -> Option<usize> {
        let line = self.remaining().split(|&byte| byte == b'\n').next()?;
        line.iter().position(|&byte| byte == b'>')
    }

    fn angled(&mut self) -> Kind {
        let end = self.at + self.angled_end().unwrap_or_default();
        let name = String::from_utf8_lossy(&self.text[self.at + 1..end]).trim().into();
        self.at = end + 1;
        Kind::Angled(name)
    }

    fn token(&mut self, log: &mut Log) -> Kind {
        match self.byte(0) {
            b'a'..=b'z' | b'A'..=b'Z' => self.word(),
            // Macros may have names that nothing in Cogent has.
            b'_' if self.directive && is_word(self.byte(1)) => self.word(),
            b'_' if is_word(self.byte(1)) => self.stray(log),
            b'0'..=b'9' => self.number(log),
            b'"' => self.string(log),
            b'\'' => self.character(log),
            _ => self.symbol(log),
        }
    }

    fn word(&mut self) -> Kind {
        let start = self.at;
        while is_word(self.byte(0)) {
            self.at += 1;
        }
        // Words are ASCII.
        let text = std::str::from_utf8(&self.text[start..self.at]).unwrap_or("?");
        match Sym::find(text) {
            Some(sym) => Kind::Sym(sym),
            None if text.as_bytes()[0].is_ascii_uppercase() => Kind::Upper(text.into()),
            None => Kind::Lower(text.into()),
        }
    }

    fn symbol(&mut self, log: &mut Log) -> Kind {
        for len in [3, 2, 1] {
            let text = self.remaining().get(..len).and_then(|text| std::str::from_utf8(text).ok());
            if let Some(sym) = text.and_then(Sym::find) {
                self.at += len;
                return Kind::Sym(sym);
            }
        }
        self.stray(log)
    }

    /// Bytes that no token begins with.
    fn stray(&mut self, log: &mut Log) -> Kind {
        let start = self.at;
        let first = self.byte(0);
        self.at += 1;
        if first >= 128 {
            while self.byte(0) >= 128 {
                self.at += 1;
            }
            let label = "only comments and strings may have such characters";
            log.error(self.place(start, self.at), "a character outside ASCII", label);
        } else if first == b'_' {
            let label = "names begin with a letter";
            log.error(self.place(start, self.at), "a name begins with `_`", label);
        } else if first.is_ascii_control() {
            let label = "this byte cannot be seen, and means nothing";
            log.error(self.place(start, self.at), "a control character", label);
        } else {
            let title = format!("`{}` means nothing here", first as char);
            log.error(self.place(start, self.at), title, "no token begins like this");
        }
        Kind::Bad
    }
}

/// True if the byte may stand in a name, behind its first letter.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'\''
}
