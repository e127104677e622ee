//! Bytes to tokens, by the longest match, as section 2 of the Definition says.
//!
//! Extensions: underscores between digits, `0b` and `0wb`, and `#[`. In library text a
//! word may begin with an underscore.
//!
//! Bytes above 127 may stand in comments and strings, whatever they encode. Bytes that
//! form no token become [`Kind::Bad`]; the lexer reports them, and the parser says
//! nothing more about them.
//!
//! A long identifier is one lexical item for the Definition; here it is a run of
//! [`Kind::Qualifier`]s, each followed directly by a dot, and the last identifier.

mod number;
mod string;
#[cfg(test)]
mod tests;
mod token;

pub(crate) use token::{Kind, Token};

use crate::ast::Lit;
use crate::names::{Names, Sym};
use base::Span;
use diag::{Diagnostic, SourceId};

/// The result of lexical analysis.
pub(crate) struct Lexed {
    /// The tokens; the last is [`Kind::Eof`], and no other.
    pub(crate) tokens: Vec<Token>,
    /// The values of special constants, to which [`Kind::Lit`] refers by index.
    pub(crate) lits: Vec<Lit>,
    /// The messages about bytes that form no token.
    pub(crate) errors: Vec<Diagnostic>,
}

/// The tokens of a text. `library` allows words that begin with an underscore.
pub(crate) fn lex(source: SourceId, text: &[u8], names: &mut Names, library: bool) -> Lexed {
    let mut lexer = Lexer {
        source,
        text,
        names,
        library,
        at: 0,
        tokens: Vec::with_capacity(text.len() / 5 + 2),
        lits: Vec::new(),
        errors: Vec::new(),
    };
    lexer.run();
    Lexed { tokens: lexer.tokens, lits: lexer.lits, errors: lexer.errors }
}

struct Lexer<'a> {
    source: SourceId,
    text: &'a [u8],
    names: &'a mut Names,
    library: bool,
    at: usize,
    tokens: Vec<Token>,
    lits: Vec<Lit>,
    errors: Vec<Diagnostic>,
}

impl Lexer<'_> {
    fn run(&mut self) {
        if self.text.len() > u32::MAX as usize / 2 {
            let start = Span::new(0, 0);
            self.error("the file is too large", start, "files may have 2 gigabytes");
            self.push(Kind::Bad, 0);
        } else {
            self.skip_beginning();
            while self.at < self.text.len() {
                self.item();
            }
        }
        self.at = self.text.len();
        self.push(Kind::Eof, self.at);
    }

    /// A byte-order mark, and a first line for the shell.
    fn skip_beginning(&mut self) {
        if self.text.starts_with(b"\xEF\xBB\xBF") {
            self.at = 3;
        }
        if self.text[self.at..].starts_with(b"#!") {
            self.at += self.text[self.at..].iter().take_while(|&&byte| byte != b'\n').count();
        }
    }

    /// One token, comment or space.
    fn item(&mut self) {
        let start = self.at;
        match self.text[start] {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0C => self.at += 1,
            b'a'..=b'z' | b'A'..=b'Z' => self.word(),
            b'0'..=b'9' => self.number(),
            b'~' if self.byte(1).is_ascii_digit() => self.number(),
            b'(' if self.byte(1) == b'*' => self.comment(),
            b'"' => self.string(),
            b'#' if self.byte(1) == b'"' => self.character(),
            b'#' if self.byte(1) == b'[' => self.punctuation(Kind::HashBracket, 2),
            b'(' => self.punctuation(Kind::LParen, 1),
            b')' => self.punctuation(Kind::RParen, 1),
            b'[' => self.punctuation(Kind::LBracket, 1),
            b']' => self.punctuation(Kind::RBracket, 1),
            b'{' => self.punctuation(Kind::LBrace, 1),
            b'}' => self.punctuation(Kind::RBrace, 1),
            b',' => self.punctuation(Kind::Comma, 1),
            b';' => self.punctuation(Kind::Semi, 1),
            b'\'' => self.type_variable(),
            b'_' if self.library && self.byte(1).is_ascii_alphabetic() => self.word(),
            b'_' => self.punctuation(Kind::Wild, 1),
            b'.' if self.text[start..].starts_with(b"...") => {
                self.punctuation(Kind::Ellipsis, 3);
            }
            byte if is_symbolic(byte) => self.symbol(),
            _ => self.stray(),
        }
    }

    /// The byte at a distance; 0 behind the end.
    fn byte(&self, distance: usize) -> u8 {
        self.text.get(self.at + distance).copied().unwrap_or(0)
    }

    fn push(&mut self, kind: Kind, start: usize) {
        self.tokens.push(Token { kind, start: start as u32, end: self.at as u32 });
    }

    fn punctuation(&mut self, kind: Kind, len: usize) {
        let start = self.at;
        self.at += len;
        self.push(kind, start);
    }

    fn error(&mut self, title: impl Into<String>, span: Span, label: impl Into<String>) {
        self.errors.push(Diagnostic::error(title).at(self.source, span, label));
    }

    fn hint(&mut self, hint: impl Into<String>) {
        if let Some(error) = self.errors.last_mut() {
            error.hint = Some(hint.into());
        }
    }

    /// Moves over the bytes that belong to a class.
    fn skip_while(&mut self, class: impl Fn(u8) -> bool) {
        while self.at < self.text.len() && class(self.text[self.at]) {
            self.at += 1;
        }
    }

    fn intern(&mut self, start: usize) -> Sym {
        let text = std::str::from_utf8(&self.text[start..self.at]).expect("a name is ASCII");
        self.names.intern(text)
    }

    fn word(&mut self) {
        let start = self.at;
        self.at += 1;
        self.skip_while(is_word);
        let text = &self.text[start..self.at];
        if let Some(kind) = token::reserved_word(text, self.library) {
            return self.push(kind, start);
        }
        let sym = self.intern(start);
        let next = self.byte(1);
        let continues = next.is_ascii_alphabetic() || is_symbolic(next) || next == b'_';
        if self.byte(0) == b'.' && continues {
            self.push(Kind::Qualifier(sym), start);
            self.at += 1;
            return self.after_dot(start);
        }
        self.push(Kind::Id(sym), start);
    }

    /// Reports a dot behind which no part of a long identifier stands.
    fn after_dot(&mut self, start: usize) {
        let from = self.at;
        let first = self.text[from];
        let ok = if first.is_ascii_alphabetic() || (first == b'_' && self.library) {
            let len = self.text[from..].iter().take_while(|&&byte| is_word(byte)).count();
            token::reserved_word(&self.text[from..from + len], self.library).is_none()
        } else {
            let len = self.text[from..].iter().take_while(|&&byte| is_symbolic(byte)).count();
            let text = &self.text[from..from + len];
            text == b"=" || (len > 0 && token::reserved_symbol(text).is_none())
        };
        if !ok {
            let span = Span::new(start, from);
            self.error("nothing can stand behind this dot", span, "a name must follow the dot");
            self.tokens.pop();
            self.push(Kind::Bad, start);
        }
    }

    fn type_variable(&mut self) {
        let start = self.at;
        self.at += 1;
        self.skip_while(is_word);
        let sym = self.intern(start);
        self.push(Kind::TyVar(sym), start);
    }

    fn symbol(&mut self) {
        let start = self.at;
        self.skip_while(is_symbolic);
        match token::reserved_symbol(&self.text[start..self.at]) {
            Some(kind) => self.push(kind, start),
            None => {
                let sym = self.intern(start);
                self.push(Kind::Symbol(sym), start);
            }
        }
    }

    /// `(* ... *)`, nested.
    fn comment(&mut self) {
        let start = self.at;
        let (mut open, mut nested) = (0usize, false);
        while self.at < self.text.len() {
            match (self.text[self.at], self.byte(1)) {
                (b'(', b'*') => {
                    nested |= open > 0;
                    open += 1;
                    self.at += 2;
                }
                (b'*', b')') => {
                    open -= 1;
                    self.at += 2;
                    if open == 0 {
                        return;
                    }
                }
                _ => self.at += 1,
            }
        }
        let span = Span::new(start, start + 2);
        self.error("a comment is not closed", span, "the comment that begins here never ends");
        if self.text[start..].starts_with(b"(*)") {
            self.hint("`(*)` begins a comment; the operator is written `op *` or `( * )`");
        } else if nested {
            self.hint("comments nest: every `(*` needs a `*)` of its own");
        }
        self.push(Kind::Bad, start);
    }

    /// Bytes that no token begins with.
    fn stray(&mut self) {
        let start = self.at;
        let first = self.text[start];
        if first == 0 || (start == 0 && matches!(self.text, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..])) {
            let label = "programs are text, in which no such byte stands";
            self.error("this is not a text file", Span::new(start, start + 1), label);
            if first != 0 {
                self.hint("the file seems to be UTF-16; save it as UTF-8");
            }
            self.at = self.text.len();
            return self.push(Kind::Bad, start);
        }
        self.at += 1;
        if first >= 128 {
            self.skip_foreign(start);
        } else if first == b'.' {
            self.skip_while(|byte| byte == b'.');
        } else if first.is_ascii_control() {
            self.skip_while(|byte| byte.is_ascii_control() && byte != 0 && !is_space(byte));
        }
        let span = Span::new(start, self.at);
        if first >= 128 {
            self.foreign(span);
        } else if first.is_ascii_control() {
            self.error("a control character", span, "this byte cannot be seen, and means nothing");
        } else {
            let title = format!("`{}` means nothing here", first as char);
            self.error(title, span, "no token begins like this");
        }
        self.push(Kind::Bad, start);
    }

    /// The other bytes of characters outside ASCII; of a string between typographic
    /// quotation marks, all of it.
    fn skip_foreign(&mut self, start: usize) {
        let line = self.text[start..].split(|&byte| byte == b'\n').next().unwrap_or_default();
        let close = |text: &[u8]| matches!(text, b"\xE2\x80\x9C" | b"\xE2\x80\x9D");
        if line.len() > 3 && close(&line[..3]) {
            let end = line[3..].windows(3).position(close);
            if let Some(end) = end {
                self.at = start + 3 + end + 3;
                return;
            }
        }
        self.skip_while(|byte| byte >= 128);
    }

    /// Characters outside ASCII, with a hint for those that word processors make.
    fn foreign(&mut self, span: Span) {
        let text = String::from_utf8_lossy(&self.text[span.start..span.end]).into_owned();
        let label = "only comments and strings may have such characters";
        self.error("a character outside ASCII", span, label);
        match text.chars().next() {
            Some('\u{201C}' | '\u{201D}' | '\u{201E}' | '\u{AB}' | '\u{BB}') => {
                self.hint("strings stand between straight quotation marks: \"text\"");
            }
            Some('\u{2018}' | '\u{2019}' | '\u{B4}') => self.hint("the prime is written '"),
            Some('\u{2013}' | '\u{2014}' | '\u{2212}') => {
                self.hint("the minus sign is written -, and a negative number ~1");
            }
            Some('\u{A0}') => self.hint("this is a no-break space; write a space"),
            Some('λ') => self.hint("a function is written `fn x => ...`"),
            Some('→') => self.hint("arrows are written `->` in types and `=>` in rules"),
            Some('⇒') => self.hint("this arrow is written `=>`"),
            Some('≤') => self.hint("this is written `<=`"),
            Some('≥') => self.hint("this is written `>=`"),
            Some('≠') => self.hint("this is written `<>`"),
            Some(_) | None => {}
        }
    }
}

/// True of the bytes of a word behind its first.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'\''
}

/// True of the bytes of a symbolic identifier.
fn is_symbolic(byte: u8) -> bool {
    matches!(
        byte,
        b'!' | b'%'
            | b'&'
            | b'$'
            | b'#'
            | b'+'
            | b'-'
            | b'/'
            | b':'
            | b'<'
            | b'='
            | b'>'
            | b'?'
            | b'@'
            | b'\\'
            | b'~'
            | b'`'
            | b'^'
            | b'|'
            | b'*'
    )
}

/// Space between tokens and in the gaps of strings.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0C)
}
