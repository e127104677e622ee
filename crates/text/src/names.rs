//! Names: how they are written, which variable they mean, and the numbers of
//! variables.
//!
//! A variable prints as `hint.number`. Reading keeps the numbers: `x.12` is
//! variable 12 unless another binding has taken 12 before; a binding without a
//! number gets one above all that are written in the file.

use crate::{Outline, nearest};
use base::{EntityId, Name, PrimaryMap};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::fmt;

/// Numbers up to this one more than the size of the source are kept; a greater
/// one would only fill memory with unused variables.
pub(crate) const MAX_GAP: usize = 1 << 24;

/// The variables of a module while it is read: what each name means here, and
/// what is known of each variable (`I`). Shadowing is legal; every binding gets
/// an id of its own.
pub struct Names<'s, V, I> {
    meaning: FxHashMap<&'s str, V>,
    /// The names to restore when a scope is left, with their former meanings.
    undo: Vec<(&'s str, Option<V>)>,
    scopes: Vec<usize>,
    infos: Vec<Option<I>>,
    next: usize,
    limit: usize,
    hints: FxHashMap<&'s str, Name>,
}

impl<'s, V: EntityId, I> Names<'s, V, I> {
    /// No names; fresh numbers begin above those that the outline has seen.
    pub fn new(outline: &Outline<'s>) -> Names<'s, V, I> {
        Names {
            meaning: FxHashMap::default(),
            undo: Vec::new(),
            scopes: Vec::new(),
            infos: Vec::new(),
            next: outline.numbers_end,
            limit: MAX_GAP + outline.source_len,
            hints: FxHashMap::default(),
        }
    }

    /// A new variable for a binding of `text`, in scope from here to the end of
    /// the scope.
    pub fn bind(&mut self, text: &'s str, info: impl FnOnce(Name) -> I) -> V {
        let var = self.fresh(text, info);
        self.introduce(text, var);
        var
    }

    /// From here to the end of the scope, `text` means this variable.
    pub fn introduce(&mut self, text: &'s str, var: V) {
        let former = self.meaning.insert(text, var);
        self.undo.push((text, former));
    }

    /// A new variable that no name means yet.
    pub fn fresh(&mut self, text: &'s str, info: impl FnOnce(Name) -> I) -> V {
        let (hint, number) = split_number(text);
        let name = self.hints.entry(hint).or_insert_with(|| unescape(hint).into()).clone();
        let index = match number {
            Some(n) if n < self.limit && self.infos.get(n).is_none_or(Option::is_none) => n,
            _ => {
                while self.infos.get(self.next).is_some_and(Option::is_some) {
                    self.next += 1;
                }
                self.next
            }
        };
        if index >= self.infos.len() {
            self.infos.resize_with(index + 1, || None);
        }
        self.infos[index] = Some(info(name));
        V::from_index(index)
    }

    /// The variable that the name means here.
    pub fn lookup(&self, text: &str) -> Option<V> {
        self.meaning.get(text).copied()
    }

    /// The name in scope that was probably meant by one that is not.
    pub fn nearest(&self, text: &str) -> Option<&'s str> {
        nearest(text, self.meaning.keys().copied())
    }

    /// The number of scopes that have begun and not ended.
    pub fn depth(&self) -> usize {
        self.scopes.len()
    }

    /// Ends scopes until so many are left.
    pub fn leave_to(&mut self, depth: usize) {
        while self.scopes.len() > depth {
            self.leave();
        }
    }

    /// Begins a scope.
    pub fn enter(&mut self) {
        self.scopes.push(self.undo.len());
    }

    /// Ends the scope begun last; its names mean what they meant before.
    pub fn leave(&mut self) {
        let from = self.scopes.pop().unwrap_or(0);
        for (name, former) in self.undo.drain(from..).rev() {
            match former {
                Some(var) => self.meaning.insert(name, var),
                None => self.meaning.remove(name),
            };
        }
    }

    /// The information on a variable, if it is bound.
    pub fn info(&self, var: V) -> Option<&I> {
        self.infos.get(var.index())?.as_ref()
    }

    /// The information on a variable, if it is bound.
    pub fn info_mut(&mut self, var: V) -> Option<&mut I> {
        self.infos.get_mut(var.index())?.as_mut()
    }

    /// All variables; numbers that nothing has are filled with `hole`.
    pub fn into_map(self, mut hole: impl FnMut() -> I) -> PrimaryMap<V, I> {
        let mut map = PrimaryMap::new();
        for info in self.infos {
            map.push(info.unwrap_or_else(&mut hole));
        }
        map
    }
}

/// `x.12` is `x` and 12; `x` and `x.y` have no number.
pub fn split_number(text: &str) -> (&str, Option<usize>) {
    let Some((hint, digits)) = text.rsplit_once('.') else { return (text, None) };
    let plain =
        digits.bytes().all(|b| b.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    match digits.parse::<u32>() {
        Ok(number) if plain => (hint, Some(number as usize)),
        _ => (text, None),
    }
}

/// Checks that the escapes of a name are right, and that it is UTF-8.
pub(crate) fn check_escapes(text: &str) -> Result<(), String> {
    if !text.contains('%') {
        return Ok(());
    }
    let mut rest = text;
    while let Some(at) = rest.find('%') {
        rest = &rest[at + 1..];
        if let Some(tail) = rest.strip_prefix('_') {
            rest = tail;
        } else if rest.len() >= 2 && rest.bytes().take(2).all(|b| b.is_ascii_hexdigit()) {
            rest = &rest[2..];
        } else {
            return Err("`%` wants two hexadecimal digits or `_` behind it".to_owned());
        }
    }
    match String::from_utf8(unescape_bytes(text)) {
        Ok(_) => Ok(()),
        Err(_) => Err("this name is not UTF-8".to_owned()),
    }
}

fn unescape_bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        match (first, rest) {
            (b'%', [b'_', tail @ ..]) => rest = tail,
            (b'%', [high, low, tail @ ..]) => {
                let digit = |b: u8| (b as char).to_digit(16).unwrap_or(0) as u8;
                bytes.push(digit(*high) * 16 + digit(*low));
                rest = tail;
            }
            _ => bytes.push(*first),
        }
    }
    bytes
}

/// The name that a token writes.
pub fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    Cow::Owned(String::from_utf8_lossy(&unescape_bytes(text)).into_owned())
}

/// A name as the text writes it; dots inside stay.
pub fn show_name(name: &str) -> impl fmt::Display + '_ {
    ShownName { name, dots: true }
}

/// A name as the text writes it where dots separate: `con.SUM.CONSTRUCTOR`.
pub fn show_segment(name: &str) -> impl fmt::Display + '_ {
    ShownName { name, dots: false }
}

struct ShownName<'a> {
    name: &'a str,
    dots: bool,
}

impl fmt::Display for ShownName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bytes = self.name.as_bytes();
        let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'\'' | b'$');
        let starts = bytes.first().is_some_and(|b| plain(*b) && !b.is_ascii_digit() && *b != b'\'');
        if starts && bytes.iter().all(|b| plain(*b)) && bytes != b"_" {
            return f.write_str(self.name);
        }
        if bytes.is_empty() {
            return f.write_str("%_");
        }
        for (i, b) in bytes.iter().copied().enumerate() {
            let keep = match b {
                b'.' => {
                    self.dots
                        && i > 0
                        && plain(bytes[i - 1])
                        && bytes.get(i + 1).is_some_and(|next| plain(*next))
                }
                b'_' => bytes.len() > 1,
                _ => plain(b) && (i > 0 || starts),
            };
            if keep {
                write!(f, "{}", b as char)?;
            } else {
                write!(f, "%{b:02x}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::entity_impl;

    #[derive(Clone, Copy, PartialEq, Eq)]
    struct V(u32);
    entity_impl!(V, "v");

    #[test]
    fn any_name_can_be_written() {
        for name in [
            "x", "_", "", "+", "5x", "'a", "List.map", ".x", "x.", "a..b", "é", "a_1", "true", "%",
            "a b",
        ] {
            for text in [show_name(name).to_string(), show_segment(name).to_string()] {
                check_escapes(&text).unwrap();
                assert_eq!(unescape(&text), name, "{text}");
            }
            assert!(!show_segment(name).to_string().contains('.'));
        }
        assert_eq!(show_name("List.map").to_string(), "List.map");
        assert_eq!(show_name("::").to_string(), "%3a%3a");
    }

    #[test]
    fn numbers_are_kept_and_fresh_ones_are_above() {
        let outline = Outline::scan(b"x.3 y x.3 x.4000000000");
        let mut names: Names<'_, V, Name> = Names::new(&outline);
        let bound: Vec<V> =
            ["x.3", "y", "x.3", "x.4000000000", "z.0"].map(|n| names.bind(n, |n| n)).to_vec();
        assert_eq!(bound, [V(3), V(4), V(5), V(6), V(0)]);
    }

    #[test]
    fn scopes_restore_what_they_shadow() {
        let mut names: Names<'_, V, Name> = Names::new(&Outline::scan(b""));
        let outer = names.bind("x", |n| n);
        names.enter();
        let inner = names.bind("x", |n| n);
        names.bind("y", |n| n);
        assert_eq!(names.lookup("x"), Some(inner));
        names.leave();
        assert_eq!(names.lookup("x"), Some(outer));
        assert_eq!(names.lookup("y"), None);
        assert_eq!(names.into_map(|| "hole".into()).len(), 3);
    }
}
