//! The words of IL.

use base::{LocatedError, Span};

/// A word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tok<'a> {
    /// A name of a variable or function.
    Name(&'a str),
    /// A number, at most 2^63.
    Int(u64),
    /// A word that is no name.
    Key(&'static str),
    /// The end of the text.
    End,
}

const WORDS: [&str; 6] = ["let", "in", "fun", "if", "then", "else"];

/// Signs, the longer ones first; the second is what it stands for.
const SIGNS: [(&str, &str); 35] = [
    (":=", ":="),
    ("<=", "<="),
    (">=", ">="),
    ("==", "=="),
    ("!=", "!="),
    ("<>", "!="),
    ("&&", "&&"),
    ("||", "||"),
    ("\u{2264}", "<="),
    ("\u{2265}", ">="),
    ("\u{2260}", "!="),
    ("\u{2227}", "&&"),
    ("\u{2228}", "||"),
    ("\u{ac}", "!"),
    ("\u{27e8}", "<"),
    ("\u{27e9}", ">"),
    ("\u{2205}", "{}"),
    ("<", "<"),
    (">", ">"),
    ("=", "="),
    ("!", "!"),
    ("+", "+"),
    ("-", "-"),
    ("*", "*"),
    ("/", "/"),
    ("%", "%"),
    ("(", "("),
    (")", ")"),
    ("{", "{"),
    ("}", "}"),
    (",", ","),
    (";", ";"),
    (":", ":"),
    ("@", "@"),
    ("\u{2212}", "-"),
];

/// The words of a text, each with its place; the last is the end.
pub(crate) fn words(text: &str) -> Result<Vec<(Tok<'_>, Span)>, LocatedError> {
    let mut words = Vec::new();
    // A first line for the system, if the file is a script.
    let mut at = if text.starts_with("#!") { text.find('\n').unwrap_or(text.len()) } else { 0 };
    loop {
        at = skip(text, at)?;
        let rest = &text[at..];
        let Some(first) = rest.chars().next() else {
            words.push((Tok::End, Span::new(at, at)));
            return Ok(words);
        };
        let (tok, len) = if first.is_ascii_digit() {
            number(rest, at)?
        } else if first.is_ascii_alphabetic() || first == '_' {
            let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '\'';
            let len = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            (name(&rest[..len]), len)
        } else {
            match SIGNS.iter().find(|(sign, _)| rest.starts_with(sign)) {
                Some((sign, means)) => (Tok::Key(means), sign.len()),
                None => {
                    let span = Span::new(at, at + first.len_utf8());
                    return Err(LocatedError::new(span, "unknown sign", "IL has no such sign"));
                }
            }
        };
        words.push((tok, Span::new(at, at + len)));
        at += len;
    }
}

fn name(word: &str) -> Tok<'_> {
    match word {
        "and" => Tok::Key("&&"),
        "or" => Tok::Key("||"),
        "not" => Tok::Key("!"),
        _ => match WORDS.iter().find(|key| **key == word) {
            Some(key) => Tok::Key(key),
            None => Tok::Name(word),
        },
    }
}

fn number(rest: &str, at: usize) -> Result<(Tok<'_>, usize), LocatedError> {
    let len = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    let span = Span::new(at, at + len);
    match rest[..len].parse::<u64>() {
        Ok(n) if n <= 1 << 63 => Ok((Tok::Int(n), len)),
        _ if rest[..len].bytes().all(|b| b.is_ascii_digit()) => {
            Err(LocatedError::new(span, "number too large", "this does not fit 64 bits"))
        }
        _ => Err(LocatedError::new(span, "bad number", "numbers are written in decimal digits")),
    }
}

/// After space and comments.
fn skip(text: &str, mut at: usize) -> Result<usize, LocatedError> {
    let bytes = text.as_bytes();
    loop {
        match bytes.get(at) {
            Some(b) if b.is_ascii_whitespace() => at += 1,
            Some(b'(') if bytes.get(at + 1) == Some(&b'*') => at = comment(bytes, at)?,
            _ => return Ok(at),
        }
    }
}

/// After the comment that begins here; comments nest.
fn comment(bytes: &[u8], start: usize) -> Result<usize, LocatedError> {
    let (mut at, mut depth) = (start + 2, 1);
    while depth > 0 {
        match bytes.get(at..at + 2) {
            Some(b"(*") => {
                depth += 1;
                at += 2;
            }
            Some(b"*)") => {
                depth -= 1;
                at += 2;
            }
            Some(_) => at += 1,
            None => {
                let span = Span::new(start, start + 2);
                return Err(LocatedError::new(span, "comment without end", "it begins here"));
            }
        }
    }
    Ok(at)
}
