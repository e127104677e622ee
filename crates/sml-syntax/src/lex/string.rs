//! Strings and characters, with their escapes.

use super::{Kind, Lexer, is_space};
use crate::ast::Lit;
use base::Span;

impl Lexer<'_> {
    /// `"text"`.
    pub(super) fn string(&mut self) {
        let start = self.at;
        if let Some(bytes) = self.quoted(start) {
            self.push_lit(Lit::String(bytes), start);
        }
    }

    /// `#"c"`.
    pub(super) fn character(&mut self) {
        let start = self.at;
        self.at += 1;
        let errors = self.errors.len();
        let Some(bytes) = self.quoted(start) else { return };
        if bytes.len() != 1 && self.errors.len() == errors {
            let span = Span::new(start, self.at);
            let label = match bytes.len() {
                0 => "there is none between the quotation marks".to_owned(),
                count => format!("there are {count} bytes between the quotation marks"),
            };
            self.error("a character literal has exactly one character", span, label);
        }
        self.push_lit(Lit::Char(bytes.first().copied().unwrap_or(0)), start);
    }

    /// The bytes between quotation marks, of which the first is here; none if the
    /// string does not end.
    fn quoted(&mut self, start: usize) -> Option<Vec<u8>> {
        self.at += 1;
        let mut bytes = Vec::new();
        loop {
            let from = self.at;
            self.skip_while(|byte| byte >= b' ' && byte != b'"' && byte != b'\\' && byte != 127);
            bytes.extend_from_slice(&self.text[from..self.at]);
            if self.at >= self.text.len() {
                return self.unterminated(start);
            }
            match self.text[self.at] {
                b'"' => {
                    self.at += 1;
                    return Some(bytes);
                }
                b'\\' => self.escape(start, &mut bytes)?,
                b'\n' | b'\r' => return self.unterminated(start),
                control => {
                    let span = Span::new(self.at, self.at + 1);
                    self.at += 1;
                    self.error("a control character in a string", span, "this byte");
                    self.hint(match control {
                        b'\t' => "write \\t for a tab".to_owned(),
                        _ => format!("write \\{control:03} for it"),
                    });
                    bytes.push(control);
                }
            }
        }
    }

    /// The string goes to the end of its line.
    fn unterminated(&mut self, start: usize) -> Option<Vec<u8>> {
        let label = "the string that begins here does not end on its line";
        self.error("a string is not closed", Span::new(start, self.at), label);
        self.hint("end it with \"; to go on in the next line, end this one with \\ and begin the next with \\");
        self.push(Kind::Bad, start);
        None
    }

    /// An escape, from its backslash on. None if the string ends badly in a gap.
    fn escape(&mut self, start: usize, bytes: &mut Vec<u8>) -> Option<()> {
        let from = self.at;
        let first = self.byte(1);
        let simple = match first {
            b'a' => Some(7),
            b'b' => Some(8),
            b't' => Some(9),
            b'n' => Some(10),
            b'v' => Some(11),
            b'f' => Some(12),
            b'r' => Some(13),
            b'"' | b'\\' => Some(first),
            _ => None,
        };
        if let Some(byte) = simple {
            self.at += 2;
            bytes.push(byte);
            return Some(());
        }
        match first {
            b'^' => self.control_escape(from, bytes),
            b'0'..=b'9' => self.number_escape(from, 3, 10, 1, bytes),
            b'u' => self.number_escape(from, 4, 16, 2, bytes),
            byte if is_space(byte) => return self.gap(start, from),
            _ => {
                self.at += 1;
                // A byte of a longer character is left for the string.
                self.at += usize::from((b' '..127).contains(&first));
                let span = Span::new(from, self.at);
                self.error("an unknown escape in a string", span, "nothing is written like this");
                self.hint(
                    "the escapes are \\a \\b \\t \\n \\v \\f \\r \\^A \\065 \\u0041 \\\" and \\\\",
                );
            }
        }
        Some(())
    }

    /// `\^A`.
    fn control_escape(&mut self, from: usize, bytes: &mut Vec<u8>) {
        let letter = self.byte(2);
        if (64..96).contains(&letter) {
            self.at += 3;
            let first = if faults::on(faults::Fault::ControlEscape) { 65 } else { 64 };
            bytes.push(letter.saturating_sub(first));
            return;
        }
        self.at += 2;
        let span = Span::new(from, self.at);
        self.error("an incomplete escape in a string", span, "one of @A...Z[\\]^_ must follow");
    }

    /// `\065` and `\u0041`: `count` digits behind `skip` bytes.
    fn number_escape(
        &mut self,
        from: usize,
        count: usize,
        radix: u32,
        skip: usize,
        bytes: &mut Vec<u8>,
    ) {
        let mut value = 0;
        self.at += skip;
        for _ in 0..count {
            let Some(digit) = (self.byte(0) as char).to_digit(radix) else {
                let span = Span::new(from, self.at);
                let label = format!("{count} digits must follow");
                return self.error("an incomplete escape in a string", span, label);
            };
            value = value * radix + digit;
            self.at += 1;
        }
        match u8::try_from(value) {
            Ok(byte) => bytes.push(byte),
            Err(_) => {
                let span = Span::new(from, self.at);
                let label = "characters are bytes, from 0 to 255";
                self.error("an escape is out of range", span, label);
                if let (4, Some(character)) = (count, char::from_u32(value)) {
                    self.hint(format!("its UTF-8 encoding is written \"{}\"", utf8(character)));
                }
            }
        }
    }

    /// `\`, space, `\`.
    fn gap(&mut self, start: usize, from: usize) -> Option<()> {
        self.at += 1;
        self.skip_while(is_space);
        if self.byte(0) == b'\\' {
            self.at += 1;
            return Some(());
        }
        let broken = self.text[from..self.at].contains(&b'\n');
        if !broken || self.at >= self.text.len() {
            let span = Span::new(from, from + 1);
            let label = "space and another backslash must follow";
            self.error("a gap in a string is not closed", span, label);
            if self.at >= self.text.len() {
                self.push(Kind::Bad, start);
                return None;
            }
            return Some(());
        }
        // The string was meant to end in its line, or the next line lacks its `\`.
        let label = "the next line must begin with \\ too";
        self.error("a gap in a string is not closed", Span::new(from, from + 1), label);
        Some(())
    }
}

/// The escapes of a character's UTF-8 bytes.
fn utf8(character: char) -> String {
    let mut buffer = [0; 4];
    character.encode_utf8(&mut buffer).bytes().map(|byte| format!("\\{byte:03}")).collect()
}
