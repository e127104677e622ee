//! A stream of text, cut into inputs.

use crate::scan::Scanner;

/// Text that has come, and where its inputs end.
#[derive(Default)]
pub struct Inputs {
    text: Vec<u8>,
    /// The number of bytes that the scanner has seen.
    seen: usize,
    scanner: Scanner,
    /// The ends of the semicolons in the text that end no input, by what is open there.
    inner: Vec<usize>,
    /// The length of the text up to which it will be looked for an error.
    patience: usize,
}

/// An input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its text, with the semicolon.
    pub text: String,
    /// True if it ends at a semicolon or the end of the text; false if it is the beginning of one
    /// that may have an error already.
    pub whole: bool,
}

impl Inputs {
    /// Adds text, which ends at the end of a line if more is to come.
    pub fn add(&mut self, text: &[u8]) {
        self.text.extend_from_slice(text);
    }

    /// True if no input has begun.
    pub fn is_empty(&self) -> bool {
        self.seen == self.text.len() && self.scanner.is_blank()
    }

    /// True if something has begun and not ended, a comment included.
    pub fn has_begun(&self) -> bool {
        !self.is_empty()
    }

    /// True if all that was opened is closed: the text may be an input without its semicolon.
    pub fn is_closed(&self) -> bool {
        self.scanner.is_closed()
    }

    /// Drops all text.
    pub fn clear(&mut self) {
        *self = Inputs::default();
    }

    /// The next input, if its end is there. Of one whose end is not there, the beginning up to a
    /// semicolon is given now and then, to be looked at for errors.
    pub fn next(&mut self) -> Option<Piece> {
        while self.seen < self.text.len() {
            let Some(semicolon) = self.scanner.line(&self.text[self.seen..]) else {
                self.seen = self.text.len();
                break;
            };
            self.seen += semicolon.end;
            if semicolon.ends {
                return Some(self.cut());
            }
            self.inner.push(self.seen);
            if self.seen >= self.patience {
                self.patience = 2 * self.seen;
                let text = String::from_utf8_lossy(&self.text[..self.seen]).into_owned();
                return Some(Piece { text, whole: false });
            }
        }
        None
    }

    /// All that is left, as the last input; none if that is blank.
    pub fn last(&mut self) -> Option<Piece> {
        let blank = self.is_empty();
        self.seen = self.text.len();
        let piece = self.cut();
        (!blank).then_some(piece)
    }

    fn cut(&mut self) -> Piece {
        let rest = self.text.split_off(self.seen);
        let text = std::mem::replace(&mut self.text, rest);
        self.restart();
        Piece { text: String::from_utf8_lossy(&text).into_owned(), whole: true }
    }

    fn restart(&mut self) {
        (self.seen, self.scanner, self.patience) = (0, Scanner::default(), 0);
        self.inner.clear();
    }

    /// Goes on behind an error in a piece at this place: after the next semicolon, at any depth. A
    /// piece that was not whole goes.
    pub fn skip(&mut self, piece: &Piece, error: usize) {
        let mut text = std::mem::take(&mut self.text);
        if piece.whole {
            let mut all = piece.text.clone().into_bytes();
            all.append(&mut text);
            text = all;
        }
        self.restart();
        let from = error.min(text.len());
        // A semicolon in a comment or a string does not count.
        let mut scanner = Scanner::default();
        let mut at = 0;
        while let Some(semicolon) = scanner.line(&text[at..]) {
            at += semicolon.end;
            if at > from {
                self.text = text.split_off(at);
                return;
            }
        }
    }
}
