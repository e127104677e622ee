//! A place in the tokens of a source, with what readers ask of it.

use crate::lex::{Lexer, Tok};
use crate::unescape_str;
use crate::{Outline, unescape};
use base::{LocatedError, Name, Span};

/// The result of a reader: the thing read, or the syntax error that ended reading.
pub type Read<T> = Result<T, LocatedError>;

/// See [`Cursor::is_tired`].
const MANY_ERRORS: usize = 50;

/// A place in the tokens of a source. The current token and the one behind it
/// are known.
pub struct Cursor<'s> {
    lexer: Lexer<'s>,
    current: (Tok<'s>, Span),
    next: (Tok<'s>, Span),
    /// The error, if the current token is bad.
    bad: Option<LocatedError>,
    /// The end of the token before the current one.
    last_end: usize,
    depth: usize,
    max_depth: usize,
    errors: Vec<LocatedError>,
}

impl<'s> Cursor<'s> {
    /// At the first token; [`Cursor::enter`] refuses to go deeper than
    /// `max_depth`.
    pub fn new(source: &'s [u8], max_depth: usize) -> Cursor<'s> {
        let blank = (Tok::End, Span::default());
        let lexer = Lexer::new(source);
        let mut cursor = Cursor {
            lexer,
            current: blank,
            next: blank,
            bad: None,
            last_end: 0,
            depth: 0,
            max_depth,
            errors: Vec::new(),
        };
        cursor.seek(0);
        cursor
    }

    /// Goes to the first token at or after this place.
    pub fn seek(&mut self, at: usize) {
        self.lexer.seek(at);
        self.next = self.lexer.next();
        self.bump();
        self.last_end = at;
    }

    /// The current token.
    pub fn peek(&self) -> Tok<'s> {
        self.current.0
    }

    /// The token behind the current one.
    pub fn peek_next(&self) -> Tok<'s> {
        self.next.0
    }

    /// The token behind [`Cursor::peek_next`].
    pub fn peek_third(&self) -> Tok<'s> {
        self.lexer.clone().next().0
    }

    /// The place of the current token.
    pub fn span(&self) -> Span {
        self.current.1
    }

    /// From `start` to the end of the token read last.
    pub fn since(&self, start: Span) -> Span {
        Span::new(start.start, self.last_end.max(start.start))
    }

    /// Takes the current token.
    pub fn bump(&mut self) -> Tok<'s> {
        let (tok, span) = self.current;
        self.last_end = span.end;
        self.current = self.next;
        if self.current.0 == Tok::Bad && self.bad.is_none() {
            self.bad = self.lexer.error.take();
        }
        // Nothing is read behind a bad token, so that its error is the first.
        if !matches!(self.current.0, Tok::Bad | Tok::End) {
            self.next = self.lexer.next();
        }
        tok
    }

    /// True if this is the current token.
    pub fn at(&self, tok: Tok<'_>) -> bool {
        self.current.0 == tok
    }

    /// True if this word is the current token.
    pub fn at_word(&self, word: &str) -> bool {
        self.current.0 == Tok::Name(word)
    }

    /// The current token's text, if it is a name or word.
    pub fn word(&self) -> Option<&'s str> {
        let Tok::Name(text) = self.peek() else { return None };
        Some(text)
    }

    /// Takes the current token if it is this one.
    pub fn eat(&mut self, tok: Tok<'_>) -> bool {
        let there = self.at(tok);
        if there {
            self.bump();
        }
        there
    }

    /// Takes the current token if it is this word.
    pub fn eat_word(&mut self, word: &str) -> bool {
        self.eat(Tok::Name(word))
    }

    /// Takes this token, or it is an error; gives where it stands.
    pub fn expect(&mut self, tok: Tok<'_>) -> Read<Span> {
        let span = self.span();
        if self.eat(tok) { Ok(span) } else { Err(self.unexpected(&describe(tok))) }
    }

    /// Takes this word, or it is an error; gives where it stands.
    pub fn expect_word(&mut self, word: &str) -> Read<Span> {
        self.expect(Tok::Name(word))
    }

    /// Takes a name, as written; `what` says what it names.
    pub fn name_text(&mut self, what: &str) -> Read<(&'s str, Span)> {
        let span = self.span();
        let Some(text) = self.word() else { return Err(self.unexpected(what)) };
        self.bump();
        Ok((text, span))
    }

    /// Takes a name; `what` says what it names.
    pub fn name(&mut self, what: &str) -> Read<(Name, Span)> {
        self.name_text(what).map(|(text, span)| (unescape(text).into(), span))
    }

    /// Takes a string; `what` says what it is.
    pub fn string(&mut self, what: &str) -> Read<(Vec<u8>, Span)> {
        let span = self.span();
        let Tok::Str(raw) = self.peek() else { return Err(self.unexpected(what)) };
        self.bump();
        Ok((unescape_str(raw), span))
    }

    /// Takes a string that is UTF-8; `what` says what it is.
    pub fn utf8(&mut self, what: &str) -> Read<(Name, Span)> {
        let (bytes, span) = self.string(what)?;
        match String::from_utf8(bytes) {
            Ok(text) => Ok((text.into(), span)),
            Err(_) => Err(LocatedError::new(span, "not UTF-8", format!("{what} must be UTF-8"))),
        }
    }

    /// Takes a small number without a sign; `what` says what it is.
    pub fn number(&mut self, what: &str) -> Read<u32> {
        let Tok::Int(text) = self.peek() else { return Err(self.unexpected(what)) };
        match text.parse() {
            Ok(number) => {
                self.bump();
                Ok(number)
            }
            Err(_) => Err(LocatedError::new(
                self.span(),
                "number out of range",
                format!("{what} is at most {}", u32::MAX),
            )),
        }
    }

    /// `(` item, ... `)`
    pub fn list<T>(&mut self, mut item: impl FnMut(&mut Cursor<'s>) -> Read<T>) -> Read<Vec<T>> {
        self.expect(Tok::Open)?;
        let mut items = Vec::new();
        if self.eat(Tok::Close) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if self.eat(Tok::Close) {
                return Ok(items);
            }
            if !self.eat(Tok::Comma) {
                return Err(self.unexpected("`,` or `)`"));
            }
        }
    }

    /// Goes one body deeper; an error beyond the language's limit.
    pub fn enter(&mut self) -> Read<()> {
        self.depth += 1;
        if self.depth <= self.max_depth {
            return Ok(());
        }
        let label = format!("this is more than {} deep", self.max_depth);
        Err(LocatedError::new(self.span(), "nested too deeply", label))
    }

    /// Comes out of a body.
    pub fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// The number of bodies that the cursor is in.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Comes out of bodies until so many are left.
    pub fn leave_to(&mut self, depth: usize) {
        self.depth = depth;
    }

    /// True if the current token is the first on its line.
    pub fn on_new_line(&self) -> bool {
        let between = self.lexer.source.get(self.last_end..self.current.1.start);
        between.is_some_and(|bytes| bytes.contains(&b'\n'))
    }

    /// Goes behind something that begins at `start` and was read up to the current token in vain: to
    /// the first token from there on that is the first on its line, or to the `}` of the
    /// surrounding block. What stands in braces is passed over whole.
    pub fn skip_to_line(&mut self, start: usize) {
        let read = self.current.1.start;
        self.seek(start);
        let mut depth = 0usize;
        while !matches!(self.peek(), Tok::End | Tok::Bad) {
            let at = self.span().start;
            let passed = at >= read && at > start;
            if depth == 0 && (self.at(Tok::CloseBrace) || passed && self.on_new_line()) {
                return;
            }
            let tok = self.bump();
            if tok == Tok::OpenBrace {
                depth += 1;
            } else if tok == Tok::CloseBrace {
                depth = depth.saturating_sub(1);
            }
        }
    }

    /// Goes to the `}` of the surrounding block.
    pub fn skip_to_close(&mut self) {
        let mut depth = 0usize;
        while !matches!(self.peek(), Tok::End | Tok::Bad) {
            if self.at(Tok::CloseBrace) && depth == 0 {
                return;
            }
            let tok = self.bump();
            if tok == Tok::OpenBrace {
                depth += 1;
            } else if tok == Tok::CloseBrace {
                depth -= 1;
            }
        }
    }

    /// Skips an outermost block that the outline knows; the cursor is at its `{`.
    /// Says whether it could.
    pub fn skip_block(&mut self, outline: &Outline<'s>) -> bool {
        match outline.block_end(self.span().start) {
            Some(end) if self.at(Tok::OpenBrace) => {
                self.seek(end);
                true
            }
            _ => false,
        }
    }

    /// The error that something else was expected here. For a bad token, what
    /// is bad about it.
    pub fn unexpected(&mut self, wanted: &str) -> LocatedError {
        if let Some(bad) = self.bad.take() {
            return bad;
        }
        LocatedError::new(
            self.span(),
            format!("expected {wanted}"),
            format!("found {}", describe(self.peek())),
        )
    }

    /// Notes an error after which reading goes on.
    pub fn report(&mut self, error: LocatedError) {
        self.errors.push(error);
    }

    /// True after so many errors that nobody reads on: further ones need no hints, which take time to
    /// find, and further faults in the syntax need not be looked for.
    pub fn is_tired(&self) -> bool {
        self.errors.len() >= MANY_ERRORS
    }

    /// The result of a whole reading: what was read if there is no error at all.
    /// An incomplete outline may be the reason why names are unknown: then
    /// only the syntax error is reported.
    pub fn finish<T>(self, read: Read<T>, outline: &Outline<'s>) -> Result<T, Vec<LocatedError>> {
        match read {
            Err(error) if !outline.complete => Err(vec![error]),
            Err(error) => {
                let mut errors = self.errors;
                errors.push(error);
                Err(errors)
            }
            Ok(value) if self.errors.is_empty() => Ok(value),
            Ok(_) => Err(self.errors),
        }
    }
}

/// `an ANF`, `a CPS`.
fn article(language: &str) -> String {
    let article = if language.starts_with('a') { "an" } else { "a" };
    format!("{article} {}", language.to_uppercase())
}

/// Reads the first two tokens of a file: the language and its version.
pub fn version(cursor: &mut Cursor<'_>, language: &str, version: u32) -> Read<()> {
    if !cursor.eat_word(language) {
        let found = describe(cursor.peek());
        let error = LocatedError::new(
            cursor.span(),
            format!("not {} file", article(language)),
            format!("found {found}"),
        );
        return Err(error.with_hint(format!("begin the file with `{language} {version}`")));
    }
    let Tok::Int(text) = cursor.peek() else { return Err(cursor.unexpected("a version number")) };
    if text.parse() != Ok(version) {
        let error = LocatedError::new(
            cursor.span(),
            format!("unknown version of {}", language.to_uppercase()),
            format!("this is version {text}"),
        );
        return Err(error.with_hint(format!("this compiler reads version {version}")));
    }
    cursor.bump();
    Ok(())
}

/// A token as messages show it.
fn describe(tok: Tok<'_>) -> String {
    let short = |text: &str| {
        let cut: String = text.chars().take(40).collect();
        if cut.len() < text.len() { format!("{cut}...") } else { cut }
    };
    match tok {
        Tok::Name(text) | Tok::Int(text) | Tok::Float(text) => format!("`{}`", short(text)),
        Tok::Big(text) => format!("`{}n`", short(text)),
        Tok::Str(raw) => format!("`\"{}\"`", short(&String::from_utf8_lossy(raw))),
        Tok::Pos(n) => format!("`!{n}`"),
        Tok::Open => "`(`".to_owned(),
        Tok::Close => "`)`".to_owned(),
        Tok::OpenBrace => "`{`".to_owned(),
        Tok::CloseBrace => "`}`".to_owned(),
        Tok::OpenBracket => "`[`".to_owned(),
        Tok::CloseBracket => "`]`".to_owned(),
        Tok::Comma => "`,`".to_owned(),
        Tok::Colon => "`:`".to_owned(),
        Tok::Equal => "`=`".to_owned(),
        Tok::Arrow => "`->`".to_owned(),
        Tok::FatArrow => "`=>`".to_owned(),
        Tok::Bar => "`|`".to_owned(),
        Tok::Underscore => "`_`".to_owned(),
        Tok::Hash => "`#`".to_owned(),
        Tok::Star => "`*`".to_owned(),
        Tok::At => "`@`".to_owned(),
        Tok::Bad => "something unreadable".to_owned(),
        Tok::End => "the end of the file".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(source: &[u8]) -> String {
        let mut cursor = Cursor::new(source, 2);
        let read = version(&mut cursor, "anf", 1).and_then(|()| {
            while cursor.eat(Tok::OpenBrace) {
                cursor.enter()?;
            }
            cursor.list(|cursor| cursor.name_text("a name"))
        });
        let e = read.expect_err("an error");
        let span = e.span.unwrap_or_default();
        format!("{}..{} {}: {} {:?}", span.start, span.end, e.title, e.label, e.hint)
    }

    #[test]
    fn errors_say_where_and_what() {
        let refused = |source: &[u8], message: &str| assert_eq!(error(source), message);
        refused(
            b"",
            "0..0 not an ANF file: found the end of the file Some(\"begin the file with `anf 1`\")",
        );
        refused(
            b"cps 1",
            "0..3 not an ANF file: found `cps` Some(\"begin the file with `anf 1`\")",
        );
        refused(
            b"anf 2",
            "4..5 unknown version of ANF: this is version 2 Some(\"this compiler reads version 1\")",
        );
        refused(b"anf 1 (x =", "9..10 expected `,` or `)`: found `=` None");
        refused(b"anf 1 (x, )", "10..11 expected a name: found `)` None");
        refused(
            b"anf 1 ; c\n(x, \xff",
            "14..15 unexpected character: byte 0xff may stand only in strings and comments None",
        );
        refused(b"anf 1 {{{", "9..9 nested too deeply: this is more than 2 deep None");
        refused(
            b"anf 1 (\"\\q\"",
            "7..9 bad escape in a string: an escape is one of \\n \\t \\\\ \\\" \\xHH None",
        );
    }

    #[test]
    fn no_source_is_too_odd_to_read() {
        let bytes: Vec<u8> = (0..=255).collect();
        for start in 0..256 {
            for len in 1..6 {
                let source: Vec<u8> = bytes.iter().cycle().skip(start).take(len).copied().collect();
                let mut cursor = Cursor::new(&source, 1);
                for _ in 0..10 {
                    cursor.bump();
                }
                assert!(matches!(cursor.peek(), Tok::End | Tok::Bad));
            }
        }
    }
}
