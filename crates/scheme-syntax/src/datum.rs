//! Data, and the places where they were written.

use base::{Name, Span};
use diag::SourceId;
use num_bigint::BigInt;
use rustc_hash::FxHashSet;
use std::mem;
use std::rc::Rc;

/// A datum and where it stands.
///
/// Equality is that of `equal?` on constants: places do not count, and 0.0 is not -0.0.
pub struct Datum {
    /// The datum itself.
    pub kind: Kind,
    /// The file.
    pub source: SourceId,
    /// The text in it.
    pub span: Span,
}

/// The kinds of data.
///
/// A datum that the text shares by a label (`#0=`, `#0#`) is the same `Rc` in both places. The
/// elements of a list are shared, its pairs are not: in `(#0=(b) . #0#)` the tail is a copy.
pub enum Kind {
    /// `#t`, `#f`.
    Bool(bool),
    /// `#\a`.
    Char(char),
    /// An exact integer.
    Int(BigInt),
    /// An exact number that is no integer: numerator and denominator, reduced, the latter
    /// greater than 1.
    Ratio(Box<(BigInt, BigInt)>),
    /// An inexact number.
    Real(f64),
    /// `"text"`.
    Str(Rc<str>),
    /// A symbol, without its bars and escapes.
    Symbol(Name),
    /// A proper list; `()` is the empty one.
    List(Vec<Rc<Datum>>),
    /// `(a b . c)`: at least one datum before the dot; behind it no list, neither proper nor
    /// dotted. See [`Kind::with_tail`].
    Dotted(Vec<Rc<Datum>>, Rc<Datum>),
    /// `#(a b)`.
    Vector(Vec<Rc<Datum>>),
    /// `#u8(1 2)`.
    Bytes(Vec<u8>),
}

impl Datum {
    /// A datum at a place.
    pub fn new(kind: Kind, source: SourceId, span: Span) -> Rc<Datum> {
        Rc::new(Datum { kind, source, span })
    }

    /// The name, if it is a symbol.
    pub fn symbol(&self) -> Option<&Name> {
        if let Kind::Symbol(name) = &self.kind { Some(name) } else { None }
    }

    /// The elements, if it is a proper list.
    pub fn list(&self) -> Option<&[Rc<Datum>]> {
        if let Kind::List(items) = &self.kind { Some(items) } else { None }
    }
}

impl Kind {
    /// The list of these data, of which there is at least one, before a tail; it takes in the
    /// pairs of a tail that is a list itself.
    pub fn with_tail(mut items: Vec<Rc<Datum>>, tail: &Rc<Datum>) -> Kind {
        match &tail.kind {
            Kind::List(more) => {
                items.extend(more.iter().cloned());
                Kind::List(items)
            }
            Kind::Dotted(more, end) => {
                items.extend(more.iter().cloned());
                Kind::Dotted(items, end.clone())
            }
            Kind::Bool(_)
            | Kind::Char(_)
            | Kind::Int(_)
            | Kind::Ratio(_)
            | Kind::Real(_)
            | Kind::Str(_)
            | Kind::Symbol(_)
            | Kind::Vector(_)
            | Kind::Bytes(_) => Kind::Dotted(items, tail.clone()),
        }
    }

    /// The data that it consists of, the tail of a dotted list apart; none for atoms.
    pub fn parts(&self) -> (&[Rc<Datum>], Option<&Rc<Datum>>) {
        match self {
            Kind::List(items) | Kind::Vector(items) => (items, None),
            Kind::Dotted(items, tail) => (items, Some(tail)),
            Kind::Bool(_)
            | Kind::Char(_)
            | Kind::Int(_)
            | Kind::Ratio(_)
            | Kind::Real(_)
            | Kind::Str(_)
            | Kind::Symbol(_)
            | Kind::Bytes(_) => (&[], None),
        }
    }

    /// True if both are the same atom, or the same kind of compound datum with as many parts.
    fn is_alike(&self, other: &Kind) -> bool {
        match (self, other) {
            (Kind::Bool(a), Kind::Bool(b)) => a == b,
            (Kind::Char(a), Kind::Char(b)) => a == b,
            (Kind::Int(a), Kind::Int(b)) => a == b,
            (Kind::Ratio(a), Kind::Ratio(b)) => a == b,
            (Kind::Real(a), Kind::Real(b)) => {
                a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan()
            }
            (Kind::Str(a), Kind::Str(b)) => a == b,
            (Kind::Symbol(a), Kind::Symbol(b)) => a == b,
            (Kind::List(a), Kind::List(b))
            | (Kind::Dotted(a, _), Kind::Dotted(b, _))
            | (Kind::Vector(a), Kind::Vector(b)) => a.len() == b.len(),
            (Kind::Bytes(a), Kind::Bytes(b)) => a == b,
            _ => false,
        }
    }

    /// Moves the compound parts elsewhere, and drops the atoms.
    fn take_parts(&mut self, to: &mut Vec<Rc<Datum>>) {
        if self.parts().0.is_empty() {
            return;
        }
        let is_compound = |part: &Rc<Datum>| !part.kind.parts().0.is_empty();
        match mem::replace(self, Kind::Bool(false)) {
            Kind::List(items) | Kind::Vector(items) => {
                to.extend(items.into_iter().filter(is_compound));
            }
            Kind::Dotted(items, tail) => {
                to.extend(items.into_iter().chain([tail]).filter(is_compound));
            }
            Kind::Bool(_)
            | Kind::Char(_)
            | Kind::Int(_)
            | Kind::Ratio(_)
            | Kind::Real(_)
            | Kind::Str(_)
            | Kind::Symbol(_)
            | Kind::Bytes(_) => {}
        }
    }
}

impl PartialEq for Datum {
    fn eq(&self, other: &Datum) -> bool {
        let mut open = vec![(self, other)];
        // Pairs of shared data: without them, data that share much are compared for ever.
        let mut seen = FxHashSet::default();
        while let Some((one, two)) = open.pop() {
            if !one.kind.is_alike(&two.kind) {
                return false;
            }
            let ((ones, end), (twos, other_end)) = (one.kind.parts(), two.kind.parts());
            let pairs = ones.iter().zip(twos).chain(end.zip(other_end));
            for (one, two) in pairs {
                let shared = Rc::strong_count(one) > 1 && Rc::strong_count(two) > 1;
                let known = Rc::ptr_eq(one, two)
                    || shared && !seen.insert((Rc::as_ptr(one), Rc::as_ptr(two)));
                if !known {
                    open.push((one, two));
                }
            }
        }
        true
    }
}

impl Drop for Datum {
    fn drop(&mut self) {
        let mut open = Vec::new();
        self.kind.take_parts(&mut open);
        while let Some(part) = open.pop() {
            if let Some(mut part) = Rc::into_inner(part) {
                part.kind.take_parts(&mut open);
            }
        }
    }
}
