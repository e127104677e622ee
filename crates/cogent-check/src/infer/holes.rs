//! Types that are not known yet, and subtyping.
//!
//! A hole stands for one type. What flows into it is below it, what it flows into is above it.
//! Two types of which one is a subtype of the other have the same shape, but for the tags of
//! variants, and for which fields are taken from records. So a hole beside a word is that word,
//! and a hole beside a tuple is a tuple of holes; only beside variants and records is there a
//! choice, and the hole keeps them as bounds, each checked against those on the other side.
//! When its shape is needed, and in any case at the end of the function, it becomes the least
//! type above its lower bounds, or else the greatest below the upper ones.
//!
//! A hole under `!` or `#` says less: `A!` below `a!` leaves open whether `a` is `A` or `A!`.
//! Such bounds wait until the hole is filled, and fill it if nothing else does.
//!
//! A hole that is known to be a word has no bounds: it is the same as whatever it is beside.
//! If nothing says how wide it is, it is as wide as its literals need.

mod bounds;
mod subtype;

use super::Checker;
use crate::globals::MAX_SIZE;
use crate::types::{Ops, Part, Ty, TypeKind, Types, Width};
use base::Name;
use cogent_syntax::ast::Place;
use rustc_hash::{FxHashMap, FxHashSet};

/// Holes that are made by looking into one another end here: a type this deep contains itself.
const MAX_LEVEL: u32 = 200;

/// So many holes are made in one function by looking into others. Types that need more are
/// repeated in themselves without end, or nearly so.
const MAX_INNER: u32 = 100_000;

/// A type that is not known yet.
pub(super) struct Hole {
    filled: Option<Ty>,
    lowers: Vec<Ty>,
    uppers: Vec<Ty>,
    /// Bounds of the hole under operators: below it if `true`, else above it.
    waiting: Vec<(Ops, Ty, bool)>,
    /// The least width, if it is known to be a word.
    word: Option<Width>,
    /// True if nothing has been found out about it, so that it is part of no other type than the
    /// one it was made for.
    fresh: bool,
    level: u32,
    origin: Origin,
}

/// The reason for a hole, for the message if nothing fills it.
#[derive(Clone)]
pub(super) struct Origin {
    pub(super) place: Place,
    /// The function and its type variable.
    pub(super) arg: Option<(Name, Name)>,
}

impl Checker<'_> {
    /// A type to be found out.
    pub(super) fn hole(&mut self, place: Place) -> Ty {
        self.hole_for(Origin { place, arg: None }, 0)
    }

    pub(super) fn hole_for(&mut self, origin: Origin, level: u32) -> Ty {
        let number = self.holes.len() as u32;
        self.holes.push(Hole {
            filled: None,
            lowers: Vec::new(),
            uppers: Vec::new(),
            waiting: Vec::new(),
            word: None,
            fresh: level > 0,
            level,
            origin,
        });
        self.types().add(TypeKind::Hole(number, Ops::default()))
    }

    /// True if types were looked into until there was no end in sight.
    pub(super) fn is_exhausted(&self) -> bool {
        self.inner_holes > MAX_INNER
    }

    /// A hole inside of what fills another.
    fn hole_in(&mut self, outer: u32) -> Ty {
        let Hole { level, origin, .. } = &self.holes[outer as usize];
        let (level, origin) = (level + 1, origin.clone());
        self.inner_holes += 1;
        self.hole_for(origin, level)
    }

    /// A type with its outermost hole replaced by what fills it, if something does.
    pub(super) fn shallow(&mut self, mut ty: Ty) -> Ty {
        while let TypeKind::Hole(number, ops) = *self.types().kind(ty) {
            let hole = &self.holes[number as usize];
            match hole.filled {
                Some(filled) => ty = self.types().apply(ops, filled),
                None if hole.word.is_some() && !ops.is_empty() => {
                    return self.types().add(TypeKind::Hole(number, Ops::default()));
                }
                None => return ty,
            }
        }
        ty
    }

    /// The form of a type, as far as it is known.
    pub(super) fn form(&mut self, ty: Ty) -> TypeKind {
        let ty = self.shallow(ty);
        self.types().kind(ty).clone()
    }

    /// The form of a type that has to be known now.
    pub(super) fn forced(&mut self, ty: Ty) -> TypeKind {
        if let TypeKind::Hole(number, _) = self.form(ty) {
            self.settle(number, true);
        }
        self.form(ty)
    }

    /// Makes a type a word that is at least as wide. False if it is not one.
    pub(super) fn word(&mut self, ty: Ty, least: Width) -> bool {
        match self.form(ty) {
            TypeKind::Word(width) => width >= least,
            TypeKind::Hole(number, _) => self.become_word(number, least),
            TypeKind::Error => true,
            TypeKind::Bool
            | TypeKind::String
            | TypeKind::Unit
            | TypeKind::Tuple(_)
            | TypeKind::Record(..)
            | TypeKind::Variant(_)
            | TypeKind::Abstract(..)
            | TypeKind::Fn(..)
            | TypeKind::Var(..) => false,
        }
    }

    fn become_word(&mut self, number: u32, least: Width) -> bool {
        let hole = &mut self.holes[number as usize];
        if let Some(width) = hole.word {
            hole.word = Some(width.max(least));
            return true;
        }
        hole.word = Some(least);
        self.again(number)
    }

    /// Fills a hole. False if what is known of it does not allow it.
    fn fill(&mut self, number: u32, ty: Ty) -> bool {
        if self.occurs(number, ty) {
            return false;
        }
        if let Some(least) = self.holes[number as usize].word
            && !self.word(ty, least)
        {
            return false;
        }
        self.holes[number as usize].filled = Some(ty);
        self.again(number)
    }

    /// Looks at the bounds of a hole again, now that more is known of it.
    fn again(&mut self, number: u32) -> bool {
        let hole = &mut self.holes[number as usize];
        let lowers = std::mem::take(&mut hole.lowers);
        let uppers = std::mem::take(&mut hole.uppers);
        let waiting = std::mem::take(&mut hole.waiting);
        let ty = self.types().add(TypeKind::Hole(number, Ops::default()));
        let mut fits = true;
        for lower in lowers {
            fits = self.below_again(lower, ty) && fits;
        }
        for upper in uppers {
            fits = self.below_again(ty, upper) && fits;
        }
        for (ops, bound, lower) in waiting {
            let ty = self.types().apply(ops, ty);
            let (lower, upper) = if lower { (bound, ty) } else { (ty, bound) };
            fits = self.below_again(lower, upper) && fits;
        }
        fits
    }

    fn below_again(&mut self, lower: Ty, upper: Ty) -> bool {
        self.known.remove(&(lower, upper));
        self.below(lower, upper)
    }

    /// Makes a type that of functions: from and to. None if it is something else.
    pub(super) fn function_hole(&mut self, ty: Ty, place: Place) -> Option<(Ty, Ty)> {
        let form = self.form(ty);
        if let TypeKind::Fn(from, to) = form {
            return Some((from, to));
        }
        let TypeKind::Hole(number, Ops { bang: false, unbox: false }) = form else { return None };
        let (from, to) = (self.hole(place), self.hole(place));
        let ty = self.types().add(TypeKind::Fn(from, to));
        self.fill(number, ty).then_some((from, to))
    }

    /// True if a hole is part of a type.
    fn occurs(&mut self, number: u32, ty: Ty) -> bool {
        let fresh = std::mem::take(&mut self.holes[number as usize].fresh);
        !fresh && self.occurs_in(number, ty, &mut FxHashSet::default())
    }

    fn occurs_in(&mut self, number: u32, ty: Ty, seen: &mut FxHashSet<Ty>) -> bool {
        if !self.types().has_holes(ty) || !seen.insert(ty) {
            return false;
        }
        let mut kind = self.form(ty);
        if let TypeKind::Hole(inner, _) = kind {
            return inner == number;
        }
        let mut found = false;
        kind.each(|part| found = found || self.occurs_in(number, *part, seen));
        found
    }

    /// A type with all holes replaced that are filled.
    pub(super) fn resolved(&mut self, ty: Ty) -> Ty {
        self.resolved_in(ty, &mut FxHashMap::default())
    }

    fn resolved_in(&mut self, ty: Ty, done: &mut FxHashMap<Ty, Ty>) -> Ty {
        let ty = self.shallow(ty);
        if !self.types().has_holes(ty) {
            return ty;
        }
        if let Some(known) = done.get(&ty) {
            return *known;
        }
        let mut kind = self.types().kind(ty).clone();
        kind.each(|part| *part = self.resolved_in(*part, done));
        let resolved = self.types().add(kind);
        done.insert(ty, resolved);
        resolved
    }

    /// A type for a message: a word is as wide as is known.
    pub(super) fn shown(&mut self, ty: Ty) -> Ty {
        let ty = self.resolved(ty);
        self.widened(ty, &mut FxHashMap::default())
    }

    fn widened(&mut self, ty: Ty, done: &mut FxHashMap<Ty, Ty>) -> Ty {
        if !self.types().has_holes(ty) {
            return ty;
        }
        if let Some(known) = done.get(&ty) {
            return *known;
        }
        let mut kind = self.types().kind(ty).clone();
        let shown = if let TypeKind::Hole(number, _) = kind {
            self.holes[number as usize].word.map_or(ty, Types::word)
        } else {
            kind.each(|part| *part = self.widened(*part, done));
            self.types().add(kind)
        };
        done.insert(ty, shown);
        shown
    }

    /// Fills all holes. Those that nothing is known of are reported.
    pub(super) fn fill_all(&mut self) {
        let mut first = 0;
        loop {
            self.flush(0);
            let mut progress = false;
            for number in first..self.holes.len() {
                progress |= self.settle(number as u32, false);
            }
            while first < self.holes.len() && self.holes[first].filled.is_some() {
                first += 1;
            }
            progress = progress || self.settle_waiting(first) || self.settle_words(first);
            if !progress {
                break;
            }
        }
        // What is missing after an error is a consequence of it.
        let well = self.is_well();
        for number in 0..self.holes.len() {
            if let Some(filled) = self.holes[number].filled {
                if well && self.types().size(filled) > MAX_SIZE {
                    let place = self.holes[number].origin.place;
                    self.error(place, "the type of this is too large", "");
                    break;
                }
            } else {
                if well {
                    self.report_hole(number);
                }
                self.holes[number].filled = Some(Types::ERROR);
            }
        }
    }

    fn settle_waiting(&mut self, first: usize) -> bool {
        (first..self.holes.len()).any(|number| self.settle(number as u32, true))
    }

    /// Gives words that are as wide as they need to be that width.
    fn settle_words(&mut self, first: usize) -> bool {
        if self.widen() {
            return true;
        }
        let mut progress = false;
        for number in first..self.holes.len() {
            if let Hole { filled: None, word: Some(width), .. } = self.holes[number] {
                self.fill(number as u32, Types::word(width));
                self.widen();
                progress = true;
            }
        }
        progress
    }

    fn report_hole(&mut self, number: usize) {
        let Origin { place, arg } = self.holes[number].origin.clone();
        match arg {
            Some((function, var)) => {
                let title = format!("nothing says what `{var}` of `{function}` is here");
                let label = format!("`{function}` is polymorphic");
                let hint = format!("give its type arguments: `{function} [...]`");
                self.error_with_hint(place, title, label, &hint);
            }
            None => {
                let label = "nothing says what its type is";
                self.error_with_hint(place, "type not known", label, "write `(... : TYPE)`");
            }
        }
    }
}

/// The part of a name.
pub(super) fn part<'a>(parts: &'a [Part], name: &Name) -> Option<(usize, &'a Part)> {
    parts.iter().enumerate().find(|(_, part)| part.name == *name)
}
