//! String literals.

use std::fmt;

/// A string as the text writes it, in quotes.
pub fn show_str(bytes: &[u8]) -> impl fmt::Display + '_ {
    ShownStr(bytes)
}

struct ShownStr<'a>(&'a [u8]);

impl fmt::Display for ShownStr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\"")?;
        for b in self.0 {
            match b {
                b'\n' => f.write_str("\\n")?,
                b'\t' => f.write_str("\\t")?,
                b'\\' => f.write_str("\\\\")?,
                b'"' => f.write_str("\\\"")?,
                b' '..=b'~' => write!(f, "{}", *b as char)?,
                _ => write!(f, "\\x{b:02x}")?,
            }
        }
        f.write_str("\"")
    }
}

/// The bytes of a string token, whose escapes the lexer has checked.
pub fn unescape_str(raw: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(raw.len());
    let mut rest = raw;
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first != b'\\' {
            bytes.push(*first);
            continue;
        }
        match rest {
            [b'x', high, low, tail @ ..] => {
                let digit = |b: u8| (b as char).to_digit(16).unwrap_or(0) as u8;
                bytes.push(digit(*high) * 16 + digit(*low));
                rest = tail;
            }
            [b'n', tail @ ..] => {
                bytes.push(b'\n');
                rest = tail;
            }
            [b't', tail @ ..] => {
                bytes.push(b'\t');
                rest = tail;
            }
            [other, tail @ ..] => {
                bytes.push(*other);
                rest = tail;
            }
            [] => {}
        }
    }
    bytes
}
