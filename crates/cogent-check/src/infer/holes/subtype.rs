//! Subtyping: a value of a type can be used as one of any type above it.

use super::super::{Checker, Reason};
use super::{MAX_LEVEL, part};
use crate::types::{Ops, Part, Sigil, Ty, TypeKind};

impl Checker<'_> {
    /// Makes a type a subtype of another. False if it is not one.
    pub(in crate::infer) fn below(&mut self, lower: Ty, upper: Ty) -> bool {
        let (lower, upper) = (self.shallow(lower), self.shallow(upper));
        if lower == upper {
            return true;
        }
        // What has been asked for is not asked for again, or else types that contain themselves,
        // or the same parts many times, would take for ever.
        if self.is_exhausted() || !self.known.insert((lower, upper)) {
            return !self.is_exhausted();
        }
        let fits = self.compare(lower, upper);
        if !fits {
            self.known.remove(&(lower, upper));
        }
        fits
    }

    fn compare(&mut self, lower: Ty, upper: Ty) -> bool {
        match (self.form(lower), self.form(upper)) {
            (TypeKind::Error, _) | (_, TypeKind::Error) => true,
            (TypeKind::Hole(..), _) | (_, TypeKind::Hole(..)) => self.beside(lower, upper),
            (TypeKind::Tuple(a), TypeKind::Tuple(b)) => {
                a.len() == b.len() && a.into_iter().zip(b).all(|(a, b)| self.below(a, b))
            }
            (TypeKind::Fn(a, b), TypeKind::Fn(c, d)) => self.below(c, a) && self.below(b, d),
            (TypeKind::Abstract(a, xs, s), TypeKind::Abstract(b, ys, t)) => {
                a == b && s == t && xs.into_iter().zip(ys).all(|(x, y)| self.same(x, y))
            }
            (TypeKind::Record(s, a), TypeKind::Record(t, b)) => {
                s == t && self.fields_below(s, &a, &b)
            }
            (TypeKind::Variant(a), TypeKind::Variant(b)) => self.tags_below(&a, &b),
            _ => false,
        }
    }

    /// Makes two types the same.
    pub(in crate::infer) fn same(&mut self, a: Ty, b: Ty) -> bool {
        self.below(a, b) && self.below(b, a)
    }

    /// Fields may be taken from a record if nothing is lost by it. What is behind a pointer
    /// stays as it is.
    fn fields_below(&mut self, sigil: Sigil, lower: &[Part], upper: &[Part]) -> bool {
        if lower.len() != upper.len() {
            return false;
        }
        for (a, b) in lower.iter().zip(upper) {
            if a.name != b.name || a.taken && !b.taken {
                return false;
            }
            let fits = match sigil {
                Sigil::Unboxed => self.below(a.ty, b.ty),
                Sigil::Boxed | Sigil::ReadOnly => self.below_in_place(a.ty, b.ty),
            };
            if !fits {
                return false;
            }
            if b.taken && !a.taken {
                self.oblige(Reason::Taken(a.name.clone()), a.ty);
            }
        }
        true
    }

    /// A subtype whose values look the same: they differ in what is taken, if at all.
    fn below_in_place(&mut self, lower: Ty, upper: Ty) -> bool {
        let (lower, upper) = (self.resolved(lower), self.resolved(upper));
        let types = self.types();
        if types.has_holes(lower) || types.has_holes(upper) {
            return self.same(lower, upper);
        }
        lower == upper || types.whole(lower) == types.whole(upper) && self.below(lower, upper)
    }

    fn tags_below(&mut self, lower: &[Part], upper: &[Part]) -> bool {
        lower.iter().filter(|tag| !tag.taken).all(|a| match part(upper, &a.name) {
            Some((_, b)) => !b.taken && self.below(a.ty, b.ty),
            None => false,
        })
    }

    /// One of them, at least, is a hole.
    fn beside(&mut self, lower: Ty, upper: Ty) -> bool {
        let kinds = (self.types().kind(lower).clone(), self.types().kind(upper).clone());
        match kinds {
            (TypeKind::Hole(a, ops), TypeKind::Hole(b, others)) => {
                if a == b {
                    return self.oneself(a, ops, others);
                }
                let words = [a, b].map(|hole| self.holes[hole as usize].word.is_some());
                match words {
                    [true, _] => self.fill(b, lower),
                    [false, true] => self.fill(a, upper),
                    [false, false] => {
                        self.keep(a, ops, upper, false);
                        self.keep(b, others, lower, true);
                        !(ops.is_empty() && others.is_empty()) || self.carry(a, b)
                    }
                }
            }
            (TypeKind::Hole(hole, ops), _) => self.bound(hole, ops, upper, false),
            (_, TypeKind::Hole(hole, ops)) => self.bound(hole, ops, lower, true),
            _ => false,
        }
    }

    /// A hole beside itself under other operators: looked at when it is filled.
    fn oneself(&mut self, hole: u32, ops: Ops, others: Ops) -> bool {
        let ty = self.types().add(TypeKind::Hole(hole, Ops::default()));
        if ops.is_empty() {
            self.keep(hole, others, ty, true);
        } else {
            let other = self.types().apply(others, ty);
            self.keep(hole, ops, other, false);
        }
        true
    }

    /// A hole beside a type that is no hole.
    fn bound(&mut self, hole: u32, ops: Ops, ty: Ty, lower: bool) -> bool {
        if self.holes[hole as usize].level > MAX_LEVEL || self.occurs(hole, ty) {
            self.endless = true;
            return false;
        }
        if self.holes[hole as usize].word.is_some() {
            return self.fill(hole, ty);
        }
        let types = self.types();
        if ops.is_empty() && !types.has_holes(ty) && !types.is_ordered(ty) {
            return self.fill(hole, ty);
        }
        match self.types().kind(ty).clone() {
            TypeKind::Word(_) | TypeKind::Bool | TypeKind::String | TypeKind::Unit => {
                self.fill(hole, ty)
            }
            TypeKind::Abstract(name, args, sigil) if ops.is_empty() => {
                let holes = args.iter().map(|_| self.hole_in(hole)).collect();
                let filling = self.types().add(TypeKind::Abstract(name, holes, sigil));
                self.fill(hole, filling) && self.same(ty, filling)
            }
            TypeKind::Tuple(parts) => {
                let holes = parts.iter().map(|_| self.hole_in(hole)).collect();
                let filling = TypeKind::Tuple(holes);
                self.shaped(hole, ops, filling, ty, lower)
            }
            TypeKind::Fn(..) => {
                let filling = TypeKind::Fn(self.hole_in(hole), self.hole_in(hole));
                self.shaped(hole, Ops::default(), filling, ty, lower)
            }
            TypeKind::Record(..)
            | TypeKind::Variant(_)
            | TypeKind::Abstract(..)
            | TypeKind::Var(..) => {
                self.keep(hole, ops, ty, lower);
                !ops.is_empty() || self.against(hole, ty, lower)
            }
            TypeKind::Hole(..) | TypeKind::Error => true,
        }
    }

    /// Gives a hole the shape of a type beside it.
    fn shaped(&mut self, hole: u32, ops: Ops, filling: TypeKind, ty: Ty, lower: bool) -> bool {
        let filling = self.types().add(filling);
        let filled = self.fill(hole, filling);
        let filling = self.types().apply(ops, filling);
        filled && if lower { self.below(ty, filling) } else { self.below(filling, ty) }
    }
}
