//! A stream of text, cut into inputs.

use crate::place::{Place, breaks};
use crate::scan::Scanner;

/// Text that has come, and where its inputs end.
pub struct Inputs {
    text: Vec<u8>,
    /// The number of bytes that the scanner has seen.
    seen: usize,
    scanner: Scanner,
    /// The ends of the semicolons in the text that end no input, by what is open there.
    inner: Vec<usize>,
    /// The length of the text up to which it will be looked for an error.
    patience: usize,
    /// The place at which the text begins.
    place: Place,
}

/// An input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its text, with the semicolon.
    pub text: Vec<u8>,
    /// The place at which it begins.
    pub place: Place,
    /// The ends of the semicolons in it, but for one that ends it.
    pub inner: Vec<usize>,
    /// True if it ends at a semicolon or the end of the text; false if it is the beginning of one
    /// that may have an error already.
    pub whole: bool,
}

impl Default for Inputs {
    fn default() -> Inputs {
        let (text, inner, scanner) = (Vec::new(), Vec::new(), Scanner::default());
        Inputs { text, seen: 0, scanner, inner, patience: 0, place: Place::START }
    }
}

impl Piece {
    /// The part of it up to the first semicolon, at any depth, behind this place.
    pub fn up_to_semicolon(&self, place: usize) -> &[u8] {
        let end = self.inner.iter().find(|end| **end > place);
        &self.text[..end.copied().unwrap_or(self.text.len())]
    }
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

    /// Drops what has come of an input that has not ended.
    pub fn clear(&mut self) {
        self.seen = self.text.len();
        self.cut();
    }

    /// Passes over a line that is no input; none has begun.
    pub fn skip_line(&mut self, line: &[u8]) {
        self.add(line);
        self.clear();
    }

    /// Takes what has come of an input that has not ended, without the blanks around it; it comes
    /// again.
    pub fn take_rest(&mut self) -> String {
        let text = std::mem::take(&mut self.text);
        self.restart();
        let rest = text.trim_ascii();
        self.place.line += breaks(&text) - breaks(rest);
        self.place.column = 0;
        String::from_utf8_lossy(rest).into_owned()
    }

    /// The next input, if its end is there. Of one whose end is not there, the beginning up to a
    /// semicolon is given now and then, to be looked at for errors.
    #[expect(clippy::should_implement_trait, reason = "there may be more after none")]
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
                let (text, inner) = (self.text[..self.seen].to_vec(), self.inner.clone());
                return Some(Piece { text, place: self.place, inner, whole: false });
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
        let (place, inner) = (self.place, std::mem::take(&mut self.inner));
        self.place.pass(&text);
        self.restart();
        Piece { text, place, inner, whole: true }
    }

    fn restart(&mut self) {
        (self.seen, self.scanner, self.patience) = (0, Scanner::default(), 0);
        self.inner.clear();
    }

    /// Goes on behind an error in a piece at this place: after the next semicolon, at any depth,
    /// if the piece has one.
    pub fn skip(&mut self, piece: &Piece, error: usize) {
        let end = piece.up_to_semicolon(error).len();
        if piece.whole {
            self.text.splice(..0, piece.text[end..].iter().copied());
        } else {
            self.text.drain(..end);
        }
        self.place = piece.place;
        self.place.pass(&piece.text[..end]);
        self.restart();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<(String, u32, bool)> {
        let mut inputs = Inputs::default();
        inputs.add(text.as_bytes());
        let mut pieces = Vec::new();
        while let Some(piece) = inputs.next() {
            pieces.push(piece);
        }
        pieces.extend(inputs.last());
        let shown = |piece: Piece| {
            (String::from_utf8_lossy(&piece.text).into_owned(), piece.place.line, piece.whole)
        };
        pieces.into_iter().map(shown).collect()
    }

    #[test]
    fn inputs_know_their_lines() {
        let expected = [("a;", 1), ("\n\nb;", 1), (" c;", 3), ("\nd\n", 3)];
        let expected = expected.map(|(text, line)| (text.to_owned(), line, true));
        assert_eq!(pieces("a;\n\nb; c;\nd\n"), expected);
        assert_eq!(pieces(" \n (* *) \n"), []);
        assert_eq!(pieces("(* \n"), [("(* \n".to_owned(), 1, true)]);
    }

    #[test]
    fn a_beginning_is_looked_at_now_and_then() {
        let text = format!("let {}in 1 end;", "val x = 1;\n".repeat(1000));
        let found = pieces(&text);
        let (begun, whole): (Vec<_>, Vec<_>) = found.into_iter().partition(|piece| !piece.2);
        assert!(begun.len() < 15, "{}", begun.len());
        assert_eq!(whole, [(text, 1, true)]);
    }

    #[test]
    fn an_error_costs_what_is_before_the_next_semicolon() {
        for whole in [true, false] {
            let mut inputs = Inputs::default();
            inputs.add(b"let val x = 1;\n val y = ); val z = 2; in x end;\n3;");
            let mut piece = inputs.next().expect("a beginning");
            while whole && !piece.whole {
                piece = inputs.next().expect("more");
            }
            let error = piece.text.iter().position(|byte| *byte == b')').unwrap_or(13);
            inputs.skip(&piece, error);
            let rest = inputs.next().expect("the rest");
            let expected: &[u8] = if whole { b" val z = 2;" } else { b"\n val y = );" };
            assert_eq!(
                (rest.text.as_slice(), rest.place.line),
                (expected, if whole { 2 } else { 1 })
            );
        }
    }

    #[test]
    fn texts_are_cut_and_nothing_is_lost() {
        let parts = [
            "let ", "in ", "end ", "; ", "(", ")", "(* ", "*) ", "\"", "\\", "\n", "x ", "struct ",
            "[", "}", "#", "é", ":", "'", "1.5 ",
        ];
        let mut state = 12345_u64;
        for _ in 0..2000 {
            let mut text = String::new();
            for _ in 0..40 {
                state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                text += parts[(state >> 33) as usize % parts.len()];
            }
            let (mut inputs, mut joined, mut line) = (Inputs::default(), Vec::new(), 1);
            for part in text.split_inclusive('\n') {
                inputs.add(part.as_bytes());
                while let Some(piece) = inputs.next() {
                    assert_eq!(piece.place.line, line, "{text}");
                    if piece.whole {
                        line += breaks(&piece.text);
                        joined.extend(piece.text);
                    }
                }
            }
            if let Some(piece) = inputs.last() {
                joined.extend(piece.text);
                assert_eq!(String::from_utf8_lossy(&joined), text);
            }
            assert!(text.as_bytes().starts_with(&joined), "{text}");
        }
    }

    #[test]
    fn a_rest_comes_again() {
        let mut inputs = Inputs::default();
        inputs.add(b"1; val x\n=\n");
        assert!(inputs.next().is_some());
        assert_eq!(inputs.take_rest(), "val x\n=");
        inputs.add(b"val x\n= 2;");
        assert_eq!(inputs.next().map(|piece| piece.place.line), Some(1 + 1));
    }
}
