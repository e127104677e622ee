//! The ends of inputs: a `;` outside brackets, `let`, `struct` and the like, strings and comments.
//!
//! Text comes line by line, and each line is looked at once, so that an input of many lines
//! takes time in proportion to its length.

/// Words that begin what `end` ends.
const OPENING: &[&[u8]] = &[b"let", b"local", b"struct", b"sig", b"abstype"];

/// The state between two lines of an input.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Scanner {
    /// The brackets and words that are open: true for a bracket.
    open: Vec<bool>,
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
        self.open.is_empty() && self.comments == 0 && !self.string
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
                    return Some(Semicolon { end: at + 1, ends: self.open.is_empty() });
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
                if self.open.is_empty() {
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
            b'(' | b'[' | b'{' => self.open.push(true),
            b')' | b']' | b'}' => drop(self.open.pop_if(|bracket| *bracket)),
            c if is_letter(c) => {
                let length = rest.iter().take_while(|c| is_letter(**c)).count();
                let word = &rest[..length];
                if OPENING.contains(&word) {
                    self.open.push(false);
                } else if word == b"end" {
                    self.end();
                }
                return Step::Past(length);
            }
            _ => {}
        }
        Step::Past(1)
    }

    /// Closes the last word that is open, and the brackets in it, which are an error.
    fn end(&mut self) {
        if let Some(word) = self.open.iter().rposition(|bracket| !bracket) {
            self.open.truncate(word);
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Where inputs end, each end shown as `|`.
    fn cut(text: &str) -> String {
        let mut scanner = Scanner::default();
        let mut cut = String::new();
        for line in text.split_inclusive('\n') {
            let mut at = 0;
            while let Some(semicolon) = scanner.line(&line.as_bytes()[at..]) {
                cut += &line[at..at + semicolon.end];
                at += semicolon.end;
                if semicolon.ends {
                    cut.push('|');
                    scanner = Scanner::default();
                }
            }
            cut += &line[at..];
        }
        let rest = if scanner.is_closed() { "" } else { "..." };
        cut + rest
    }

    #[test]
    fn inputs_end_outside_of_all() {
        assert_eq!(cut("1; 2;"), "1;| 2;|");
        assert_eq!(cut("let val x = 1; in x end; y;"), "let val x = 1; in x end;| y;|");
        assert_eq!(cut("(print \"a\"; 1); [1;2];"), "(print \"a\"; 1);| [1;2];|");
        assert_eq!(cut("structure S = struct val a = 1;"), "structure S = struct val a = 1;...");
        assert_eq!(
            cut("abstype t = A with val a = A; end;"),
            "abstype t = A with val a = A; end;|"
        );
        assert_eq!(cut("val lets = ends; val 'end' = 1;"), "val lets = ends;| val 'end' = 1;|");
    }

    #[test]
    fn comments_and_strings_hide_semicolons() {
        assert_eq!(cut("(* ; (* ; *) ; *) 1;"), "(* ; (* ; *) ; *) 1;|");
        assert_eq!(cut("\";\" ^ \"\\\";\";"), "\";\" ^ \"\\\";\";|");
        assert_eq!(cut("#\";\"; #\"\\\"\";"), "#\";\";| #\"\\\"\";|");
        assert_eq!(cut("\"(* \"; 1;"), "\"(* \";| 1;|");
        assert_eq!(cut("(*) ; *) 1;"), "(*) ; *) 1;|");
        assert_eq!(cut("op *) ; 1;"), "op *) ;| 1;|");
    }

    #[test]
    fn strings_go_on_behind_gaps() {
        assert_eq!(cut("\"a\\\n  \\; \";1;"), "\"a\\\n  \\; \";|1;|");
        assert_eq!(cut("\"a\\\n  \\\";1;"), "\"a\\\n  \\\";|1;|");
        assert_eq!(cut("\"\\^\\\";1;"), "\"\\^\\\";|1;|");
        // A string that its line does not end is an error, and over.
        assert_eq!(cut("\"a\n; 1;"), "\"a\n;| 1;|");
    }

    #[test]
    fn what_closes_nothing_is_passed_over() {
        assert_eq!(cut("); end; 1;"), ");| end;| 1;|");
        assert_eq!(cut("let val y = ) ; in 1 end;"), "let val y = ) ; in 1 end;|");
        assert_eq!(cut("let val y = ( ; in 1 end; 2;"), "let val y = ( ; in 1 end;| 2;|");
    }

    #[test]
    fn whole_lines() {
        let mut scanner = Scanner::default();
        assert!(!scanner.whole_line(b"let val x = \"a\\"));
        assert!(scanner.in_a_string());
        assert!(!scanner.whole_line(b"  \\b\"; in"));
        assert!(scanner.whole_line(b"x end; (* and"));
        assert!(scanner.in_a_comment() && !scanner.is_blank());
    }
}
