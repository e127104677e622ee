//! Numbers, characters and strings, which have Haskell's escapes.

use super::{Lexer, Log};
use crate::token::Kind;

/// The names of control characters, by their code; those from 32 on follow.
const CONTROL: [&str; 34] = [
    "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "HT", "LF", "VT", "FF", "CR",
    "SO", "SI", "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC",
    "FS", "GS", "RS", "US", "SP", "DEL",
];

impl Lexer {
    /// `12`, `0xFF`, `0o17`, `0b101`.
    pub(super) fn number(&mut self, log: &mut Log) -> Kind {
        let start = self.at;
        let radix = match (self.byte(0), self.byte(1) | 0x20) {
            (b'0', b'x') if self.byte(2).is_ascii_hexdigit() => 16,
            (b'0', b'o') if matches!(self.byte(2), b'0'..=b'7') => 8,
            (b'0', b'b') if matches!(self.byte(2), b'0' | b'1') => 2,
            _ => 10,
        };
        self.at += if radix == 10 { 0 } else { 2 };
        match self.digits(radix) {
            Some(value) => Kind::Int(value),
            None => {
                let place = self.place(start, self.at);
                log.error(place, "a number is too large", "numbers have at most 64 bits");
                Kind::Int(0)
            }
        }
    }

    /// The number whose digits stand here; none if it has more than 64 bits.
    fn digits(&mut self, radix: u32) -> Option<u64> {
        let mut value = Some(0u64);
        while let Some(digit) = (self.byte(0) as char).to_digit(radix) {
            value = value.and_then(|value| {
                value.checked_mul(u64::from(radix))?.checked_add(u64::from(digit))
            });
            self.at += 1;
        }
        value
    }

    /// `'a'`, `'\n'`.
    pub(super) fn character(&mut self, log: &mut Log) -> Kind {
        let start = self.at;
        self.at += 1;
        let value = match self.byte(0) {
            b'\\' => self.escape(log),
            0 | b'\n' | b'\r' | b'\'' => None,
            _ => self.plain(),
        };
        let closed = self.byte(0) == b'\'';
        self.at += usize::from(closed);
        match value.and_then(|value| u8::try_from(value).ok()) {
            Some(value) if closed => Kind::Char(value),
            Some(_) | None => {
                let place = self.place(start, self.at);
                log.error(place, "this is not a character", "a character is one byte in quotes");
                Kind::Bad
            }
        }
    }

    /// A character that stands for itself.
    fn plain(&mut self) -> Option<u32> {
        let len =
            self.remaining().iter().skip(1).take_while(|byte| (0x80..0xC0).contains(*byte)).count();
        let text = std::str::from_utf8(&self.remaining()[..=len.min(3)]).ok();
        let value = text.and_then(|text| text.chars().next());
        self.at += value.map_or(1, char::len_utf8);
        value.map(u32::from)
    }

    /// `"text"`. Bytes outside ASCII are taken as they are; an escape is a byte, or above 255
    /// the UTF-8 of a character.
    pub(super) fn string(&mut self, log: &mut Log) -> Kind {
        let start = self.at;
        let mut bytes = Vec::new();
        self.at += 1;
        loop {
            match (self.byte(0), self.byte(1)) {
                (b'"', _) => {
                    self.at += 1;
                    return Kind::String(bytes.into());
                }
                (b'\\', b'&') => self.at += 2,
                (b'\\', b' ' | b'\t' | b'\n' | b'\r') if self.gap() => {}
                (b'\\', _) => {
                    let from = self.at;
                    match self.escape(log) {
                        Some(code @ 0..=255) => bytes.push(code as u8),
                        Some(code) => match char::from_u32(code) {
                            Some(char) => bytes.extend(char.encode_utf8(&mut [0; 4]).bytes()),
                            None => {
                                let place = self.place(from, self.at);
                                log.error(place, "an escape is too large", "no character is this");
                            }
                        },
                        None => {}
                    }
                }
                (b'\n', _) => break,
                (_, _) if self.at >= self.end => break,
                (byte, _) => {
                    bytes.push(byte);
                    self.at += 1;
                }
            }
        }
        let place = self.place(start, self.at);
        log.error(place, "a string is not closed", "the quotation mark at the end is missing");
        Kind::Bad
    }

    /// Moves over a backslash, white space and a backslash.
    fn gap(&mut self) -> bool {
        let space = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
        let len = self.remaining()[1..].iter().take_while(space).count();
        let closed = self.byte(len + 1) == b'\\';
        self.at += if closed { len + 2 } else { 0 };
        closed
    }

    /// The character that an escape means; none after a message.
    fn escape(&mut self, log: &mut Log) -> Option<u32> {
        let start = self.at;
        self.at += 1;
        let first = self.byte(0);
        let simple = b"abfnrtv\\\"'".iter().position(|&byte| byte == first);
        let value = if let Some(index) = simple {
            self.at += 1;
            Some(u32::from(b"\x07\x08\x0C\n\r\t\x0B\\\"'"[index]))
        } else {
            match (first, self.byte(1)) {
                (b'0'..=b'9', _) => self.code(0, 10),
                (b'x' | b'X', digit) if digit.is_ascii_hexdigit() => self.code(1, 16),
                (b'o' | b'O', b'0'..=b'7') => self.code(1, 8),
                (b'^', letter @ b'@'..=b'_') => {
                    self.at += 2;
                    Some(u32::from(letter - b'@'))
                }
                (_, _) => self.control(),
            }
        };
        if value.is_none() {
            // What follows the backslash belongs to it, unless the text ends there.
            self.at += usize::from(!matches!(self.byte(0), 0 | b'\n' | b'"' | b'\''));
            let place = self.place(start, self.at);
            log.error(place, "unknown escape", "a backslash here means no character");
        }
        value
    }

    /// A character's code, behind some letters.
    fn code(&mut self, skip: usize, radix: u32) -> Option<u32> {
        self.at += skip;
        let value = self.digits(radix).unwrap_or(u64::MAX);
        Some(u32::try_from(value).unwrap_or(u32::MAX))
    }

    /// `NUL` and its like, the longest that is here.
    fn control(&mut self) -> Option<u32> {
        let here = |name: &&(usize, &&str)| self.remaining().starts_with(name.1.as_bytes());
        let (code, name) = CONTROL
            .iter()
            .enumerate()
            .filter(|entry| here(&entry))
            .max_by_key(|(_, name)| name.len())?;
        self.at += name.len();
        Some(if *name == "DEL" { 127 } else { code as u32 })
    }
}
