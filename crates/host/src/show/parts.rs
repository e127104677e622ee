//! Parts of messages that take much code: an executable has those that its descriptions ask for. The
//! linker puts functions that write nothing in the place of the others, as it does with
//! [`crate::groups`].
#![allow(unsafe_code, reason = "symbols for the linker")]

use super::{Description, Node};
use crate::big::{self, Number};
use crate::real;

/// A part of messages.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Part {
    /// Floating-point numbers.
    Reals,
    /// Big integers.
    Bigs,
}

impl Part {
    /// All of them.
    pub const ALL: [Part; 2] = [Part::Reals, Part::Bigs];

    /// The parts that a description asks for.
    pub fn of(description: &[u8]) -> Vec<Part> {
        let Some(description) = Description::parse(description) else { return Vec::new() };
        let asks = |part: &Part| {
            description.nodes.iter().any(|node| match part {
                Part::Reals => matches!(node, Node::Real | Node::Real32),
                Part::Bigs => *node == Node::Big,
            })
        };
        Part::ALL.into_iter().filter(asks).collect()
    }

    /// The symbol of its function, and that of the one that writes nothing.
    pub fn symbols(self) -> (&'static str, &'static str) {
        match self {
            Part::Reals => ("kont_show_real", "kont_show_no_real"),
            Part::Bigs => ("kont_show_big", "kont_show_no_big"),
        }
    }
}

/// A floating-point number as messages have it, but for its sign.
#[unsafe(no_mangle)]
#[inline(never)]
pub fn kont_show_real(x: f64) -> Option<String> {
    real::fmt_f64(x, 2, 12).ok()
}

/// In the place of [`kont_show_real`].
#[unsafe(no_mangle)]
#[inline(never)]
pub fn kont_show_no_real(_: f64) -> Option<String> {
    None
}

/// The digits of a big integer.
#[unsafe(no_mangle)]
#[inline(never)]
pub fn kont_show_big(number: Number<'_>) -> Option<String> {
    big::to_str(number, 10).ok()
}

/// In the place of [`kont_show_big`].
#[unsafe(no_mangle)]
#[inline(never)]
pub fn kont_show_no_big(_: Number<'_>) -> Option<String> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_ask_for_parts() {
        assert_eq!(Part::of(b"0; str"), []);
        assert_eq!(Part::of(b"0; tuple 1 2; real; intinf"), Part::ALL);
        assert_eq!(Part::of(b"0; list 1; real32"), [Part::Reals]);
        assert_eq!(Part::of(b"real"), []);
    }
}
