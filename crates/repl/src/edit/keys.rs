//! Bytes from a terminal, as keys.

use process::{Next, Raw};
use std::time::Duration;

/// The time within which the bytes of one key come.
const PATIENCE: Duration = Duration::from_millis(100);

/// A key, or what else may happen while one waits for keys.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Key {
    Char(char),
    /// A letter with Ctrl.
    Ctrl(char),
    /// A letter with Alt.
    Alt(char),
    Enter,
    AltEnter,
    Tab,
    Backspace,
    AltBackspace,
    Delete,
    Left,
    Right,
    Up,
    Down,
    Home,
    End,
    WordLeft,
    WordRight,
    /// A text that was pasted.
    Paste(String),
    Resized,
    Continued,
    /// A signal came.
    Signal,
    /// The terminal is gone.
    Gone,
    /// A key that has no meaning here.
    Unknown,
}

/// Bytes that are typed.
pub(crate) trait Typed {
    /// The next, for which one waits at most so long.
    fn next(&mut self, limit: Option<Duration>) -> Next;
}

impl Typed for Raw {
    fn next(&mut self, limit: Option<Duration>) -> Next {
        Raw::next(self, limit)
    }
}

/// Waits for a key; none if none comes in this time.
pub(crate) fn key(typed: &mut dyn Typed, limit: Option<Duration>) -> Option<Key> {
    let byte = match typed.next(limit) {
        Next::Byte(byte) => byte,
        Next::Nothing => return None,
        Next::Resized => return Some(Key::Resized),
        Next::Continued => return Some(Key::Continued),
        Next::Signal => return Some(Key::Signal),
        Next::End => return Some(Key::Gone),
    };
    Some(match byte {
        b'\r' | b'\n' => Key::Enter,
        b'\t' => Key::Tab,
        8 | 127 => Key::Backspace,
        27 => escaped(typed),
        0..27 => Key::Ctrl(char::from(byte + 96)),
        28..32 => Key::Ctrl(char::from(byte + 64)),
        32..127 => Key::Char(char::from(byte)),
        128.. => character(typed, byte).map_or(Key::Unknown, Key::Char),
    })
}

fn soon(typed: &mut dyn Typed) -> Option<u8> {
    match typed.next(Some(PATIENCE)) {
        Next::Byte(byte) => Some(byte),
        Next::Nothing | Next::Resized | Next::Continued | Next::Signal | Next::End => None,
    }
}

/// A character of several bytes; none if they are not UTF-8.
fn character(typed: &mut dyn Typed, first: u8) -> Option<char> {
    let length = match first {
        0xc2..0xe0 => 2,
        0xe0..0xf0 => 3,
        0xf0..0xf5 => 4,
        _ => return None,
    };
    let mut bytes = vec![first];
    while bytes.len() < length {
        bytes.push(soon(typed)?);
    }
    std::str::from_utf8(&bytes).ok()?.chars().next()
}

/// What comes behind an escape.
#[expect(clippy::wildcard_enum_match_arm, reason = "most keys have no meaning in a place")]
fn escaped(typed: &mut dyn Typed) -> Key {
    match soon(typed) {
        None => Key::Unknown,
        Some(b'[') => bracketed(typed),
        Some(b'O') => soon(typed).map_or(Key::Unknown, |last| named(last, &[])),
        Some(b'\r' | b'\n') => Key::AltEnter,
        Some(8 | 127) => Key::AltBackspace,
        // Some terminals put an escape before the code of a key for Alt.
        Some(27) => match escaped(typed) {
            Key::Left => Key::WordLeft,
            Key::Right => Key::WordRight,
            other => {
                if other == Key::Gone {
                    other
                } else {
                    Key::Unknown
                }
            }
        },
        Some(byte) if byte.is_ascii_graphic() => Key::Alt(char::from(byte)),
        Some(_) => Key::Unknown,
    }
}

/// A code that begins with `ESC [`.
fn bracketed(typed: &mut dyn Typed) -> Key {
    let mut numbers = Vec::new();
    loop {
        match soon(typed) {
            Some(byte @ (b'0'..=b'9' | b';' | b':' | b'?' | b'<' | b'>' | b'=')) => {
                numbers.push(byte);
            }
            Some(b'[') if numbers.is_empty() => {
                let _ = soon(typed);
                return Key::Unknown;
            }
            Some(b'~') if numbers == b"200" => return pasted(typed),
            Some(last @ b'@'..=b'~') => return named(last, &numbers),
            Some(_) | None => return Key::Unknown,
        }
    }
}

/// The key of a code with this last letter and these numbers before it.
fn named(last: u8, numbers: &[u8]) -> Key {
    let mut parts = numbers.split(|byte| *byte == b';');
    let first = parts.next().unwrap_or_default();
    let modified = parts.next().is_some_and(|modifier| modifier != b"1" && modifier != b"2");
    match (last, first) {
        (b'A', _) => Key::Up,
        (b'B', _) => Key::Down,
        (b'C', _) if modified => Key::WordRight,
        (b'D', _) if modified => Key::WordLeft,
        (b'C', _) => Key::Right,
        (b'D', _) => Key::Left,
        (b'c', _) => Key::WordRight,
        (b'd', _) => Key::WordLeft,
        (b'H', _) | (b'~', b"1" | b"7") => Key::Home,
        (b'F', _) | (b'~', b"4" | b"8") => Key::End,
        (b'~', b"3") => Key::Delete,
        (b'M', b"") => Key::Enter,
        _ => Key::Unknown,
    }
}

/// What marks the end of a pasted text.
const PASTE_END: &[u8] = b"\x1b[201~";

/// A pasted text, up to its end.
fn pasted(typed: &mut dyn Typed) -> Key {
    let mut bytes = Vec::new();
    loop {
        match typed.next(None) {
            Next::Byte(byte) => bytes.push(byte),
            Next::Nothing | Next::Resized | Next::Continued | Next::Signal => {}
            Next::End => return Key::Gone,
        }
        if bytes.ends_with(PASTE_END) {
            bytes.truncate(bytes.len() - PASTE_END.len());
            let text = String::from_utf8_lossy(&bytes).replace("\r\n", "\n").replace('\r', "\n");
            return Key::Paste(text);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Bytes(&'static [u8]);

    impl Typed for Bytes {
        fn next(&mut self, limit: Option<Duration>) -> Next {
            match self.0.split_first() {
                Some((first, rest)) => {
                    self.0 = rest;
                    Next::Byte(*first)
                }
                None if limit.is_some() => Next::Nothing,
                None => Next::End,
            }
        }
    }

    fn keys(bytes: &'static [u8]) -> Vec<Key> {
        let mut typed = Bytes(bytes);
        let mut keys = Vec::new();
        while let Some(key) = key(&mut typed, Some(PATIENCE)) {
            keys.push(key);
        }
        keys
    }

    #[test]
    fn letters_and_control() {
        let expected = [Key::Char('a'), Key::Ctrl('a'), Key::Enter, Key::Enter, Key::Tab];
        assert_eq!(keys(b"a\x01\r\n\t"), expected);
        assert_eq!(keys("é字".as_bytes()), [Key::Char('é'), Key::Char('字')]);
        assert_eq!(keys(b"\x7f\x08\x1f"), [Key::Backspace, Key::Backspace, Key::Ctrl('_')]);
    }

    #[test]
    fn codes_of_keys() {
        assert_eq!(keys(b"\x1b[A\x1bOB\x1b[1;5C"), [Key::Up, Key::Down, Key::WordRight]);
        assert_eq!(keys(b"\x1b[3~\x1b[H\x1b[4~"), [Key::Delete, Key::Home, Key::End]);
        assert_eq!(keys(b"\x1bf\x1b\x7f"), [Key::Alt('f'), Key::AltBackspace]);
    }

    #[test]
    fn what_is_no_key_is_one_unknown() {
        assert_eq!(keys(b"\xffa"), [Key::Unknown, Key::Char('a')]);
        assert_eq!(keys(b"\x1b[99;99zx"), [Key::Unknown, Key::Char('x')]);
        assert_eq!(keys(b"\x1b"), [Key::Unknown]);
    }

    #[test]
    fn pasted_text_is_one_key() {
        let paste = Key::Paste("val x\n = \t1\n".into());
        assert_eq!(keys(b"\x1b[200~val x\r = \t1\r\n\x1b[201~;"), [paste, Key::Char(';')]);
    }
}
