//! JSON (RFC 8259) as a tree whose values know where they stand.
//!
//! The reader is our own because errors in the *shape* of a file need places, numbers must keep
//! their digits, and bodies nest deeper than the recursion that readers of JSON allow: values are
//! kept in one vector and read without recursion, so that depth costs no stack.

use base::{LocatedError, Span};
use std::borrow::Cow;

/// A value, by its number in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Id(usize);

/// A member of an object.
#[derive(Clone, Debug)]
pub struct Member<'s> {
    /// Its name.
    pub key: Cow<'s, str>,
    /// The place of the name.
    pub at: Span,
    /// Its value.
    pub value: Id,
}

/// A value.
#[derive(Clone, Debug)]
pub enum Value<'s> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, as it is written.
    Number(&'s str),
    /// A string, its escapes resolved.
    String(Cow<'s, str>),
    /// `[...]`
    Array(Vec<Id>),
    /// `{...}`, in the order of the text.
    Object(Vec<Member<'s>>),
}

impl Value<'_> {
    /// What messages call it.
    pub fn describe(&self) -> &'static str {
        match self {
            Value::Null => "`null`",
            Value::Bool(true) => "`true`",
            Value::Bool(false) => "`false`",
            Value::Number(_) => "a number",
            Value::String(_) => "a string",
            Value::Array(_) => "an array",
            Value::Object(_) => "an object",
        }
    }
}

/// A text as a tree.
#[derive(Debug)]
pub struct Tree<'s> {
    values: Vec<(Value<'s>, Span)>,
    /// The outermost value.
    pub root: Id,
}

impl<'s> Tree<'s> {
    /// A value.
    pub fn get(&self, id: Id) -> &Value<'s> {
        &self.values[id.0].0
    }

    /// The place of a value.
    pub fn span(&self, id: Id) -> Span {
        self.values[id.0].1
    }

    /// Reads a text. A byte order mark before it is passed over.
    ///
    /// # Errors
    /// Gives the first fault.
    pub fn read(source: &'s [u8]) -> Result<Tree<'s>, LocatedError> {
        let text = std::str::from_utf8(source).map_err(|error| {
            let at = error.valid_up_to();
            let label = format!("byte {:#04x} does not belong to a character", source[at]);
            LocatedError::new(Span::new(at, at + 1), "not UTF-8", label)
        })?;
        let at = if text.starts_with('\u{feff}') { 3 } else { 0 };
        let mut reader = Reader { text, at, values: Vec::new() };
        let root = reader.whole()?;
        Ok(Tree { values: reader.values, root })
    }
}

struct Reader<'s> {
    text: &'s str,
    at: usize,
    values: Vec<(Value<'s>, Span)>,
}

/// An array or object whose end has not been read.
enum Open<'s> {
    Array(Vec<Id>),
    Object(Vec<Member<'s>>, Cow<'s, str>, Span),
}

impl<'s> Reader<'s> {
    fn whole(&mut self) -> Result<Id, LocatedError> {
        let mut open: Vec<(Open<'s>, usize)> = Vec::new();
        loop {
            let mut value = match self.begin()? {
                Begun::Value(id) => id,
                Begun::Inside(inner, start) => {
                    open.push((inner, start));
                    continue;
                }
            };
            // A value may be the last of all that are open.
            loop {
                let Some((around, start)) = open.pop() else {
                    self.blanks();
                    let end = self.at == self.text.len();
                    return if end { Ok(value) } else { Err(self.expected("the end of the file")) };
                };
                match self.go_on(around, start, value)? {
                    Begun::Inside(around, start) => {
                        open.push((around, start));
                        break;
                    }
                    Begun::Value(id) => value = id,
                }
            }
        }
    }

    /// Reads a scalar or an empty array or object; of any other, what stands before the first value
    /// inside.
    fn begin(&mut self) -> Result<Begun<'s>, LocatedError> {
        self.blanks();
        let start = self.at;
        let value = match self.byte() {
            b'[' => {
                self.at += 1;
                if !self.eat(b']') {
                    return Ok(Begun::Inside(Open::Array(Vec::new()), start));
                }
                Value::Array(Vec::new())
            }
            b'{' => {
                self.at += 1;
                if !self.eat(b'}') {
                    let (key, at) = self.key()?;
                    return Ok(Begun::Inside(Open::Object(Vec::new(), key, at), start));
                }
                Value::Object(Vec::new())
            }
            b'"' => Value::String(self.string()?),
            b'-' | b'0'..=b'9' => Value::Number(self.number()?),
            _ => self.word()?,
        };
        Ok(Begun::Value(self.add(value, start)))
    }

    /// Goes on behind a value in an array or object: to the next, or to the end.
    fn go_on(
        &mut self,
        around: Open<'s>,
        start: usize,
        value: Id,
    ) -> Result<Begun<'s>, LocatedError> {
        match around {
            Open::Array(mut items) => {
                items.push(value);
                if self.eat(b']') {
                    return Ok(Begun::Value(self.add(Value::Array(items), start)));
                }
                self.comma("`,` or `]`")?;
                Ok(Begun::Inside(Open::Array(items), start))
            }
            Open::Object(mut members, key, at) => {
                members.push(Member { key, at, value });
                if self.eat(b'}') {
                    return Ok(Begun::Value(self.add(Value::Object(members), start)));
                }
                self.comma("`,` or `}`")?;
                let (key, at) = self.key()?;
                Ok(Begun::Inside(Open::Object(members, key, at), start))
            }
        }
    }

    fn add(&mut self, value: Value<'s>, start: usize) -> Id {
        self.values.push((value, Span::new(start, self.at)));
        Id(self.values.len() - 1)
    }

    fn byte(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    fn blanks(&mut self) {
        while matches!(self.byte(), b' ' | b'\t' | b'\n' | b'\r') {
            self.at += 1;
        }
    }

    /// Takes this byte, if it is the next.
    fn eat(&mut self, byte: u8) -> bool {
        self.blanks();
        let there = self.byte() == byte;
        self.at += usize::from(there);
        there
    }

    fn comma(&mut self, wanted: &str) -> Result<(), LocatedError> {
        if self.eat(b',') { Ok(()) } else { Err(self.expected(wanted)) }
    }

    /// `"name":`
    fn key(&mut self) -> Result<(Cow<'s, str>, Span), LocatedError> {
        self.blanks();
        if self.byte() != b'"' {
            return Err(self.expected("the name of a member, in quotes"));
        }
        let start = self.at;
        let key = self.string()?;
        let at = Span::new(start, self.at);
        if self.eat(b':') { Ok((key, at)) } else { Err(self.expected("`:`")) }
    }

    /// The error that something else was expected here.
    fn expected(&self, wanted: &str) -> LocatedError {
        let rest = &self.text[self.at..];
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-' | '+');
        let word = rest.len() - rest.trim_start_matches(plain).len();
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let end = self.at + word.min(40).max(first);
        let found = match &self.text[self.at..end] {
            "" => "the end of the file".to_owned(),
            found => format!("`{}`", found.escape_debug()),
        };
        let span = Span::new(self.at, end);
        LocatedError::new(span, format!("expected {wanted}"), format!("found {found}"))
    }

    fn word(&mut self) -> Result<Value<'s>, LocatedError> {
        let words =
            [("null", Value::Null), ("true", Value::Bool(true)), ("false", Value::Bool(false))];
        for (word, value) in words {
            let rest = &self.text[self.at..];
            let longer = |c: char| c.is_alphanumeric() || c == '_';
            if rest.strip_prefix(word).is_some_and(|rest| !rest.starts_with(longer)) {
                self.at += word.len();
                return Ok(value);
            }
        }
        Err(self.expected("a value"))
    }

    fn number(&mut self) -> Result<&'s str, LocatedError> {
        let start = self.at;
        self.at += usize::from(self.byte() == b'-');
        let whole = self.digits();
        let zero = whole > 1 && self.text[self.at - whole..].starts_with('0');
        let mut right = whole > 0 && !zero;
        if self.byte() == b'.' {
            self.at += 1;
            right &= self.digits() > 0;
        }
        if matches!(self.byte(), b'e' | b'E') {
            self.at += 1;
            self.at += usize::from(matches!(self.byte(), b'+' | b'-'));
            right &= self.digits() > 0;
        }
        let ends = !(self.byte().is_ascii_alphanumeric() || matches!(self.byte(), b'.' | b'_'));
        if right && ends {
            return Ok(&self.text[start..self.at]);
        }
        self.at = start;
        let span = self.expected("").span.unwrap_or_default();
        Err(LocatedError::new(span, "bad number", "JSON has no number of this form"))
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while self.byte().is_ascii_digit() {
            self.at += 1;
        }
        self.at - start
    }

    fn string(&mut self) -> Result<Cow<'s, str>, LocatedError> {
        let start = self.at;
        self.at += 1;
        let mut owned: Option<String> = None;
        let mut plain = self.at;
        loop {
            match self.text.as_bytes().get(self.at) {
                Some(b'"') => {
                    let last = &self.text[plain..self.at];
                    self.at += 1;
                    return Ok(match owned {
                        None => Cow::Borrowed(last),
                        Some(text) => Cow::Owned(text + last),
                    });
                }
                Some(b'\\') => {
                    let text = owned.get_or_insert_default();
                    text.push_str(&self.text[plain..self.at]);
                    let c = self.escape()?;
                    owned.get_or_insert_default().push(c);
                    plain = self.at;
                }
                Some(b'\n') | None => {
                    let span = Span::new(start, self.at);
                    let label = "this string has no end on its line";
                    return Err(LocatedError::new(span, "string is not closed", label));
                }
                Some(0..0x20) => {
                    let span = Span::new(self.at, self.at + 1);
                    let label = format!("write \\u{:04x}", self.byte());
                    return Err(LocatedError::new(span, "control character in a string", label));
                }
                Some(_) => self.at += 1,
            }
        }
    }

    /// Reads an escape; two that make one character of UTF-16 are one.
    fn escape(&mut self) -> Result<char, LocatedError> {
        let start = self.at;
        self.at += 1;
        let plain = match self.byte() {
            b'u' => {
                let code = self.unit(start)?;
                return self.character(start, code);
            }
            b'n' => '\n',
            b't' => '\t',
            b'r' => '\r',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            byte @ (b'"' | b'\\' | b'/') => byte.into(),
            _ => {
                let label = "an escape is one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uHHHH";
                let next = self.text[self.at..].chars().next().map_or(0, char::len_utf8);
                let span = Span::new(start, self.at + next);
                return Err(LocatedError::new(span, "bad escape in a string", label));
            }
        };
        self.at += 1;
        Ok(plain)
    }

    /// Reads `uHHHH`.
    fn unit(&mut self, start: usize) -> Result<u32, LocatedError> {
        let digits = self.text.as_bytes().get(self.at + 1..self.at + 5).unwrap_or_default();
        let code = std::str::from_utf8(digits).ok().filter(|_| digits.len() == 4);
        let code = code.filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()));
        let Some(code) = code.and_then(|digits| u32::from_str_radix(digits, 16).ok()) else {
            let label = "`\\u` wants four hexadecimal digits behind it";
            let span = Span::new(start, self.at + 1);
            return Err(LocatedError::new(span, "bad escape in a string", label));
        };
        self.at += 5;
        Ok(code)
    }

    /// The character of a unit of UTF-16, with that of the escape behind it if it is half of one.
    fn character(&mut self, start: usize, code: u32) -> Result<char, LocatedError> {
        let mut whole = code;
        if (0xd800..0xdc00).contains(&code) && self.text[self.at..].starts_with("\\u") {
            self.at += 1;
            let low = self.unit(start)?;
            if (0xdc00..0xe000).contains(&low) {
                whole = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
            }
        }
        char::from_u32(whole).ok_or_else(|| {
            let label = "this is half of a character; for bytes write `{\"bytes\": \"...\"}`";
            LocatedError::new(Span::new(start, self.at), "bad escape in a string", label)
        })
    }
}

/// A value, or an array or object up to the next value in it.
enum Begun<'s> {
    Value(Id),
    Inside(Open<'s>, usize),
}
