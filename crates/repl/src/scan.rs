//! The ends of inputs: a `;` outside brackets, `let`, `struct` and the like, strings and comments.
//!
//! Text comes line by line, and each line is looked at once, so that an input of many lines
//! takes time in proportion to its length.

/// Words that begin what `end` ends.
const OPENING: &[&[u8]] = &[b"let", b"local", b"struct", b"sig", b"abstype"];

/// The state between two lines of an input.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Scanner {
    /// The number of brackets and words that are open.
    depth: usize,
    /// The number of comments that are open.
    comments: usize,
    /// True inside a string.
    string: bool,
    /// True inside a string between a backslash before blanks and the next backslash.
    gap: bool,
    /// True if there was anything but blanks and comments.
    content: bool,
}

/// A semicolon in a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Semicolon {
    /// The number of bytes of the line up to its end.
    pub end: usize,
    /// True if it ends an input.
    pub ends: bool,
}

impl Scanner {
    /// True if nothing has begun that must end.
    pub(crate) fn is_closed(&self) -> bool {
        self.depth == 0 && self.comments == 0 && !self.string
    }

    /// True if there was nothing but blanks and comments that have ended.
    pub(crate) fn is_blank(&self) -> bool {
        !self.content && self.comments == 0
    }

    /// Looks at a line, or what is left of it, up to its first semicolon; gives that, or nothing
    /// if the whole line has been looked at.
    pub(crate) fn line(&mut self, line: &[u8]) -> Option<Semicolon> {
        let mut at = 0;
        while at < line.len() {
            at += match self.step(&line[at..]) {
                Step::Past(bytes) => bytes,
                Step::Semicolon => {
                    return Some(Semicolon { end: at + 1, ends: self.depth == 0 });
                }
            };
        }
        None
    }

    /// Looks at a whole line, given without its break; true if an input ends in it. What comes
    /// behind that begins the next.
    pub(crate) fn whole_line(&mut self, line: &[u8]) -> bool {
        let line = [line, b"\n"].concat();
        let (mut at, mut ended) = (0, false);
        while let Some(semicolon) = self.line(&line[at..]) {
            at += semicolon.end;
            if semicolon.ends {
                (*self, ended) = (Scanner::default(), true);
            }
        }
        ended
    }

    /// Looks at the next token, or at a part of a comment or string; gives its length.
    pub(crate) fn token(&mut self, rest: &[u8]) -> usize {
        match self.step(rest) {
            Step::Past(bytes) => bytes,
            Step::Semicolon => {
                if self.depth == 0 {
                    *self = Scanner::default();
                }
                1
            }
        }
    }

    /// True inside a comment.
    pub(crate) fn in_a_comment(&self) -> bool {
        self.comments > 0
    }

    /// True inside a string.
    pub(crate) fn in_a_string(&self) -> bool {
        self.string
    }

    /// Looks at the next token, or at a part of a comment or string.
    fn step(&mut self, rest: &[u8]) -> Step {
        if self.comments > 0 {
            return Step::Past(self.in_comment(rest));
        }
        if self.string {
            return Step::Past(self.in_string(rest));
        }
        match rest[0] {
            b' ' | b'\t' | b'\n' | b'\r' | 12 => return Step::Past(1),
            b'(' if rest.get(1) == Some(&b'*') => {
                self.comments = 1;
                return Step::Past(2);
            }
            _ => self.content = true,
        }
        match rest[0] {
            b';' => return Step::Semicolon,
            b'"' => self.string = true,
            b'(' | b'[' | b'{' => self.depth += 1,
            b')' | b']' | b'}' => self.depth = self.depth.saturating_sub(1),
            c if is_letter(c) => {
                let length = rest.iter().take_while(|c| is_letter(**c)).count();
                let word = &rest[..length];
                if OPENING.contains(&word) {
                    self.depth += 1;
                } else if word == b"end" {
                    self.depth = self.depth.saturating_sub(1);
                }
                return Step::Past(length);
            }
            _ => {}
        }
        Step::Past(1)
    }

    fn in_comment(&mut self, rest: &[u8]) -> usize {
        match rest {
            [b'(', b'*', ..] => self.comments += 1,
            [b'*', b')', ..] => self.comments -= 1,
            _ => return 1,
        }
        2
    }

    /// A string ends at its quote, or at the end of its line, which is an error, unless blanks
    /// between backslashes lead to the next line.
    fn in_string(&mut self, rest: &[u8]) -> usize {
        if self.gap {
            self.gap = rest[0].is_ascii_whitespace();
            // What is neither blank nor a backslash is an error, and the string goes on with it.
            return usize::from(self.gap || rest[0] == b'\\');
        }
        match rest {
            // The letter of a control character may be a backslash.
            [b'\\', b'^', b'@'..=b'_', ..] => 3,
            [b'\\', c, ..] if !c.is_ascii_whitespace() => 2,
            [b'\\', ..] => {
                self.gap = true;
                1
            }
            [b'"', ..] | [b'\n', ..] => {
                self.string = false;
                1
            }
            _ => 1,
        }
    }
}

/// What a scanner has seen.
enum Step {
    /// So many bytes.
    Past(usize),
    Semicolon,
}

/// True of what a word consists of; a digit before it does no harm.
fn is_letter(c: u8) -> bool {
    c.is_ascii_alphanumeric() || c == b'_' || c == b'\''
}
