//! Constants. What is no immediate is made once, before the program runs, and kept in a cell.

use crate::lower::{Lowering, array};
use anf::Atom;
use base::Name;
use num_bigint::BigInt;
use prim::{Const, Data, Prim, Rt};
use rustc_hash::FxHashMap;
use scheme_expand::core::{Elem, Special};
use scheme_syntax::{Datum, Kind};
use std::rc::Rc;
use std::sync::Arc;
use types::{GlobalId, Width};

/// Where a constant is kept.
#[derive(Clone, Copy)]
pub(crate) enum Kept {
    /// In a global cell.
    Cell(GlobalId),
    /// Among the values that a piece was given.
    Given(usize),
}

/// The constants of a program that are kept.
#[derive(Default)]
pub(crate) struct Literals {
    symbols: FxHashMap<Name, Kept>,
    /// The symbols in the order of their places.
    names: Vec<Kept>,
    /// The cell of the list of all symbols, if the program wants it.
    list: Option<GlobalId>,
    /// By the address of the datum, which the program keeps.
    others: FxHashMap<*const Datum, Kept>,
    /// True if a constant is, or has in it, an exact number that is no integer.
    pub(crate) has_ratio: bool,
    /// The places that have not been filled yet, in order.
    pub(crate) waiting: Vec<(Kept, Constant)>,
}

/// A constant that is made before the program runs.
pub(crate) enum Constant {
    Symbol(Name),
    Datum(Rc<Datum>),
}

impl Lowering<'_> {
    /// A place for a constant.
    pub(crate) fn keep(&mut self, name: &str) -> Kept {
        match &mut self.given {
            Some(given) => {
                given.count += 1;
                Kept::Given(given.count - 1)
            }
            None => Kept::Cell(self.cell(name)),
        }
    }

    /// The constant in a place.
    pub(crate) fn kept_value(&mut self, kept: Kept) -> Atom {
        match kept {
            Kept::Cell(cell) => self.b.op("x", self.any, Data::Global(cell), []).into(),
            Kept::Given(at) => self.given_value(at),
        }
    }

    /// The value of a constant.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other expressions are handled alike")]
    pub(crate) fn literal(&mut self, datum: &Rc<Datum>) -> Atom {
        match &datum.kind {
            Kind::Bool(b) => self.inject(*b),
            Kind::Char(c) => self.inject(Const::Int(Width::I32, u64::from(u32::from(*c)))),
            Kind::Real(x) => self.inject(*x),
            Kind::Symbol(name) => self.symbol(name),
            _ if is_kept(datum) => self.kept(datum),
            Kind::Int(n) => self.inject(small(n).unwrap_or(0)),
            _ => self.special(Special::Nil),
        }
    }

    /// The symbol of a name.
    pub(crate) fn symbol(&mut self, name: &Name) -> Atom {
        let kept = self.symbol_place(name);
        self.kept_value(kept)
    }

    /// The place of the symbol of a name.
    pub(crate) fn symbol_place(&mut self, name: &Name) -> Kept {
        if let Some(kept) = self.literals.symbols.get(name) {
            return *kept;
        }
        let kept = self.keep(name);
        self.literals.symbols.insert(name.clone(), kept);
        self.literals.names.push(kept);
        self.literals.waiting.push((kept, Constant::Symbol(name.clone())));
        kept
    }

    /// The list of all symbols of constants.
    pub(crate) fn literal_symbols(&mut self) -> Atom {
        let any = self.any;
        let cell = match self.literals.list {
            Some(cell) => cell,
            None => self.cell("symbols"),
        };
        self.literals.list = Some(cell);
        self.b.op("l", any, Data::Global(cell), []).into()
    }

    /// Fills the cell of the list of all symbols, when no more will come.
    pub(crate) fn fill_symbols(&mut self) {
        let Some(list) = self.literals.list else { return };
        let nil = self.special(Special::Nil);
        let names = self.literals.names.clone();
        let symbols: Vec<Atom> = names.into_iter().map(|name| self.kept_value(name)).collect();
        let symbols = self.list(symbols, nil);
        self.b.effect(Data::GlobalSet(list), [symbols]);
    }

    fn kept(&mut self, datum: &Rc<Datum>) -> Atom {
        let kept = self.datum_place(datum);
        self.kept_value(kept)
    }

    /// The place of a constant. The places of its parts come before it.
    fn datum_place(&mut self, datum: &Rc<Datum>) -> Kept {
        if let Some(kept) = self.literals.others.get(&Rc::as_ptr(datum)) {
            return *kept;
        }
        self.part_places(datum);
        let kept = self.keep("literal");
        self.literals.others.insert(Rc::as_ptr(datum), kept);
        self.literals.waiting.push((kept, Constant::Datum(datum.clone())));
        kept
    }

    /// Makes places for the symbols in a constant, and for the parts that its text shares.
    fn part_places(&mut self, datum: &Rc<Datum>) {
        self.literals.has_ratio |= matches!(datum.kind, Kind::Ratio(_));
        let (items, tail) = datum.kind.parts();
        for part in items.iter().chain(tail) {
            if let Kind::Symbol(name) = &part.kind {
                self.symbol_place(name);
            } else if is_kept(part) && Rc::strong_count(part) > 1 {
                self.datum_place(part);
            } else {
                self.part_places(part);
            }
        }
    }

    /// Makes the constants that are waiting.
    pub(crate) fn fill_literals(&mut self) {
        let mut at = 0;
        while at < self.literals.waiting.len() {
            let Kept::Cell(cell) = self.literals.waiting[at].0 else {
                base::bug!("a program keeps its constants in cells")
            };
            let value = match &self.literals.waiting[at].1 {
                Constant::Symbol(name) => {
                    let text = Const::Str(Arc::from(name.as_bytes()));
                    self.inject(text)
                }
                Constant::Datum(datum) => {
                    let datum = datum.clone();
                    self.make(&datum)
                }
            };
            self.b.effect(Data::GlobalSet(cell), [value]);
            at += 1;
        }
        self.literals.waiting.clear();
    }

    /// Makes a constant.
    fn make(&mut self, datum: &Rc<Datum>) -> Atom {
        match &datum.kind {
            Kind::Int(n) => self.inject(Const::Big(Arc::new(n.clone()))),
            Kind::Ratio(parts) => {
                let [n, d] = [&parts.0, &parts.1].map(|n| match small(n) {
                    Some(n) => self.inject(n),
                    None => self.inject(Const::Big(Arc::new(n.clone()))),
                });
                let make = self.root_fun("%make-ratio");
                self.b.call("x", make, [n, d]).into()
            }
            Kind::Str(text) => {
                let text = Atom::Const(Const::Str(Arc::from(text.as_bytes())));
                let made = self.b.prim("s", Prim::Rt(Rt::StrChars), [text]);
                self.inject(made)
            }
            Kind::List(items) => {
                let items: Vec<Atom> = items.iter().map(|item| self.part(item)).collect();
                let nil = self.special(Special::Nil);
                self.list(items, nil)
            }
            Kind::Dotted(items, tail) => {
                let items: Vec<Atom> = items.iter().map(|item| self.part(item)).collect();
                let tail = self.part(tail);
                self.list(items, tail)
            }
            Kind::Vector(items) => {
                let items: Vec<Atom> = items.iter().map(|item| self.part(item)).collect();
                let ty = array(&mut self.b, Elem::Any);
                let made = self.b.op("v", ty, Data::ArrayLit, items);
                self.inject(made)
            }
            Kind::Bytes(bytes) => {
                let ty = array(&mut self.b, Elem::Byte);
                let bytes: Vec<Atom> = bytes.iter().map(|byte| Self::byte(*byte)).collect();
                let made = self.b.op("v", ty, Data::ArrayLit, bytes);
                self.inject(made)
            }
            Kind::Bool(_) | Kind::Char(_) | Kind::Real(_) | Kind::Symbol(_) => self.literal(datum),
        }
    }

    /// A part of a constant. A part that the text shares is kept, so that it is one.
    fn part(&mut self, datum: &Rc<Datum>) -> Atom {
        let own = is_kept(datum) && Rc::strong_count(datum) == 1;
        if own { self.make(datum) } else { self.literal(datum) }
    }
}

/// True if a constant is kept in a cell.
fn is_kept(datum: &Datum) -> bool {
    match &datum.kind {
        Kind::Int(n) => small(n).is_none(),
        Kind::List(items) => !items.is_empty(),
        Kind::Ratio(_) | Kind::Str(_) | Kind::Dotted(..) | Kind::Vector(_) | Kind::Bytes(_) => true,
        Kind::Bool(_) | Kind::Char(_) | Kind::Real(_) | Kind::Symbol(_) => false,
    }
}

/// An integer that needs no box.
pub(crate) fn small(n: &BigInt) -> Option<i64> {
    let n = i64::try_from(n).ok()?;
    (n << 2 >> 2 == n).then_some(n)
}
