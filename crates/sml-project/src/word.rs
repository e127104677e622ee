//! The words of project files: names, paths, strings and a few signs, with comments left out.

use base::Span;
use diag::{Diagnostic, SourceId};

/// The kinds of words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A name, a reserved word or a path, as written.
    Plain,
    /// A string: a path or an annotation.
    Quoted,
    /// A sign by itself.
    Sign,
    /// The end of the text.
    End,
}

/// A word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Word {
    pub(crate) kind: Kind,
    pub(crate) text: String,
    pub(crate) span: Span,
}

impl Word {
    /// True of this sign or reserved word.
    pub(crate) fn is(&self, text: &str) -> bool {
        matches!(self.kind, Kind::Plain | Kind::Sign) && self.text == text
    }

    /// The same, in capitals or not.
    pub(crate) fn is_any_case(&self, text: &str) -> bool {
        self.kind == Kind::Plain && self.text.eq_ignore_ascii_case(text)
    }

    /// Its name in messages.
    pub(crate) fn shown(&self) -> String {
        match self.kind {
            Kind::Plain | Kind::Sign => format!("`{}`", self.text),
            Kind::Quoted => "a string".to_owned(),
            Kind::End => "the end of the file".to_owned(),
        }
    }
}

/// The words of a text; the last is its end. `signs` are bytes that are words by themselves.
pub(crate) fn words(source: SourceId, text: &[u8], signs: &[u8]) -> Result<Vec<Word>, Diagnostic> {
    let mut reader = Reader { source, text, at: first_line_for_shell(text) };
    let mut words = Vec::new();
    while reader.skip()? {
        let start = reader.at;
        let first = text[start];
        let (kind, text) = if first == b'"' {
            (Kind::Quoted, reader.string()?)
        } else if signs.contains(&first) {
            reader.at += 1;
            (Kind::Sign, (first as char).to_string())
        } else {
            (Kind::Plain, reader.plain(signs)?)
        };
        words.push(Word { kind, text, span: Span::new(start, reader.at) });
    }
    let span = Span::new(text.len(), text.len());
    words.push(Word { kind: Kind::End, text: String::new(), span });
    Ok(words)
}

/// The length of a first line that begins with `#!`; 0 if there is none.
pub(crate) fn first_line_for_shell(text: &[u8]) -> usize {
    match text.starts_with(b"#!") {
        true => text.iter().take_while(|byte| **byte != b'\n').count(),
        false => 0,
    }
}

struct Reader<'a> {
    source: SourceId,
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn wrong<T>(&self, title: &str, start: usize, label: &str) -> Result<T, Diagnostic> {
        let span = Span::new(start, (start + 1).max(self.at).min(self.text.len()));
        Err(Diagnostic::error(title).at(self.source, span, label))
    }

    fn byte(&self, ahead: usize) -> u8 {
        self.text.get(self.at + ahead).copied().unwrap_or(0)
    }

    /// Skips space and comments; true if text follows.
    fn skip(&mut self) -> Result<bool, Diagnostic> {
        while self.at < self.text.len() {
            if self.byte(0).is_ascii_whitespace() {
                self.at += 1;
            } else if self.text[self.at..].starts_with(b"(*") {
                self.comment()?;
            } else {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn comment(&mut self) -> Result<(), Diagnostic> {
        let start = self.at;
        let mut open = 0usize;
        while self.at < self.text.len() {
            match (self.byte(0), self.byte(1)) {
                (b'(', b'*') => (open, self.at) = (open + 1, self.at + 2),
                (b'*', b')') => (open, self.at) = (open - 1, self.at + 2),
                _ => self.at += 1,
            }
            if open == 0 {
                return Ok(());
            }
        }
        self.at = start + 2;
        self.wrong("a comment is not closed", start, "the comment that begins here never ends")
    }

    /// A name or a path; `$(NAME)` may stand in it.
    fn plain(&mut self, signs: &[u8]) -> Result<String, Diagnostic> {
        let start = self.at;
        while self.at < self.text.len() {
            let byte = self.byte(0);
            if self.text[self.at..].starts_with(b"$(") {
                let rest = &self.text[self.at..];
                match rest.iter().position(|byte| *byte == b')' || byte.is_ascii_whitespace()) {
                    Some(end) if rest[end] == b')' => self.at += end + 1,
                    _ => {
                        self.at += 2;
                        let label = "this needs a `)`";
                        return self.wrong("a path variable is not closed", start, label);
                    }
                }
            } else if byte.is_ascii_whitespace() || signs.contains(&byte) || byte == b'"' {
                break;
            } else if byte == b'(' || byte == b')' || byte.is_ascii_control() {
                if self.at == start || byte.is_ascii_control() {
                    self.at += 1;
                    let label = "nothing begins like this";
                    return self.wrong("this means nothing here", self.at - 1, label);
                }
                break;
            } else {
                self.at += 1;
            }
        }
        let Ok(text) = std::str::from_utf8(&self.text[start..self.at]) else {
            return self.wrong("a name that is not UTF-8", start, "a path or a name is text");
        };
        Ok(text.to_owned())
    }

    /// A string constant of Standard ML.
    fn string(&mut self) -> Result<String, Diagnostic> {
        let start = self.at;
        let mut bytes = Vec::new();
        self.at += 1;
        loop {
            let byte = self.byte(0);
            if self.at >= self.text.len() || byte == b'\n' {
                return self.wrong("a string is not closed", start, "this needs a `\"`");
            }
            self.at += 1;
            match byte {
                b'"' => break,
                b'\\' => bytes.extend(self.escape()?),
                other => bytes.push(other),
            }
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(text),
            Err(_) => self.wrong("a string that is not UTF-8", start, "a path is text"),
        }
    }

    /// The byte of an escape, whose backslash has been passed; none for a gap.
    fn escape(&mut self) -> Result<Option<u8>, Diagnostic> {
        let byte = self.byte(0);
        let digits: Vec<u32> = (0..3).map_while(|i| (self.byte(i) as char).to_digit(10)).collect();
        if let [a, b, c] = digits[..] {
            self.at += 3;
            let code = u8::try_from(a * 100 + b * 10 + c);
            return match code {
                Ok(code) => Ok(Some(code)),
                Err(_) => self.wrong("no such character", self.at - 4, "the largest is \\255"),
            };
        }
        self.at += 1;
        match byte {
            b'"' | b'\\' => Ok(Some(byte)),
            b'n' => Ok(Some(b'\n')),
            b't' => Ok(Some(b'\t')),
            byte if byte.is_ascii_whitespace() => {
                while self.byte(0).is_ascii_whitespace() {
                    self.at += 1;
                }
                if self.byte(0) == b'\\' {
                    self.at += 1;
                    return Ok(None);
                }
                self.wrong("a gap is not closed", self.at, "a `\\` ends the gap in a string")
            }
            _ => self.wrong("an unknown escape", self.at - 2, "this means nothing in a string"),
        }
    }
}

/// Words, one after another.
pub(crate) struct Words {
    pub(crate) source: SourceId,
    words: Vec<Word>,
    at: usize,
}

impl Words {
    /// The words of a text.
    pub(crate) fn new(source: SourceId, text: &[u8], signs: &[u8]) -> Result<Words, Diagnostic> {
        Ok(Words { source, words: words(source, text, signs)?, at: 0 })
    }

    /// The next word.
    pub(crate) fn peek(&self) -> &Word {
        &self.words[self.at]
    }

    /// The next word, which is passed.
    pub(crate) fn next(&mut self) -> Word {
        let word = self.words[self.at].clone();
        if self.at + 1 < self.words.len() {
            self.at += 1;
        }
        word
    }

    /// Passes this sign or reserved word, if it is the next.
    pub(crate) fn pass(&mut self, text: &str) -> bool {
        let found = self.peek().is(text);
        if found {
            self.next();
        }
        found
    }

    /// Demands this sign or reserved word, of the construct that began there.
    pub(crate) fn demand(&mut self, text: &str, begun: Option<&Word>) -> Result<(), Diagnostic> {
        if self.pass(text) {
            return Ok(());
        }
        let message = self.expected(&format!("`{text}`"));
        Err(match begun {
            Some(word) => {
                message.also(self.source, word.span, format!("of the {} here", word.shown()))
            }
            None => message,
        })
    }

    /// The message that another word is expected.
    pub(crate) fn expected(&self, what: &str) -> Diagnostic {
        let word = self.peek();
        Diagnostic::error(format!("{what} is expected")).at(
            self.source,
            word.span,
            format!("here is {}", word.shown()),
        )
    }
}
