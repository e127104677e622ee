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
use crate::types::{Ops, Part, Ty, TypeKind, Types, Width};
use base::Name;
use cogent_syntax::ast::Place;

/// Holes that are made by looking into one another end here: a type this deep contains itself.
const MAX_LEVEL: u32 = 200;

/// A type that is not known yet.
pub(super) struct Hole {
    filled: Option<Ty>,
    lowers: Vec<Ty>,
    uppers: Vec<Ty>,
    /// What is below (`true`) or above it under operators.
    waiting: Vec<(Ops, Ty, bool)>,
    /// Is it a word, and at least how wide?
    word: Option<Width>,
    level: u32,
    origin: Origin,
}

/// Why there is a hole, for the message if nothing fills it.
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
            level,
            origin,
        });
        self.types().add(TypeKind::Hole(number, Ops::default()))
    }

    /// A hole inside of what fills another.
    fn hole_in(&mut self, outer: u32) -> Ty {
        let Hole { level, origin, .. } = &self.holes[outer as usize];
        let (level, origin) = (level + 1, origin.clone());
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
            fits &= self.below(lower, ty);
        }
        for upper in uppers {
            fits &= self.below(ty, upper);
        }
        for (ops, bound, lower) in waiting {
            let ty = self.types().apply(ops, ty);
            fits &= if lower { self.below(bound, ty) } else { self.below(ty, bound) };
        }
        fits
    }

    /// Is a hole part of a type, other than being it?
    fn occurs(&mut self, number: u32, ty: Ty) -> bool {
        if !self.types().has_holes(ty) {
            return false;
        }
        match self.form(ty) {
            TypeKind::Hole(inner, _) => inner == number,
            TypeKind::Tuple(types) | TypeKind::Abstract(_, types, _) => {
                types.into_iter().any(|ty| self.occurs(number, ty))
            }
            TypeKind::Record(_, parts) | TypeKind::Variant(parts) => {
                parts.into_iter().any(|part| self.occurs(number, part.ty))
            }
            TypeKind::Fn(from, to) => self.occurs(number, from) || self.occurs(number, to),
            TypeKind::Word(_)
            | TypeKind::Bool
            | TypeKind::String
            | TypeKind::Unit
            | TypeKind::Var(..)
            | TypeKind::Error => false,
        }
    }

    /// A type with all holes replaced that are filled.
    pub(super) fn resolved(&mut self, ty: Ty) -> Ty {
        let ty = self.shallow(ty);
        if !self.types().has_holes(ty) {
            return ty;
        }
        let mut kind = self.types().kind(ty).clone();
        match &mut kind {
            TypeKind::Tuple(types) | TypeKind::Abstract(_, types, _) => {
                types.iter_mut().for_each(|ty| *ty = self.resolved(*ty));
            }
            TypeKind::Record(_, parts) | TypeKind::Variant(parts) => {
                parts.iter_mut().for_each(|part| part.ty = self.resolved(part.ty));
            }
            TypeKind::Fn(from, to) => {
                *from = self.resolved(*from);
                *to = self.resolved(*to);
            }
            TypeKind::Word(_)
            | TypeKind::Bool
            | TypeKind::String
            | TypeKind::Unit
            | TypeKind::Var(..)
            | TypeKind::Hole(..)
            | TypeKind::Error => {}
        }
        self.types().add(kind)
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
            if self.holes[number].filled.is_none() {
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
