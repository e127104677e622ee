//! The bounds of holes, and the types between them.

use super::super::Checker;
use super::{Hole, part};
use crate::types::{Ops, Part, Ty, TypeKind, Types};
use base::Name;

impl Checker<'_> {
    /// Remembers what is below or above a hole.
    pub(super) fn keep(&mut self, number: u32, ops: Ops, ty: Ty, lower: bool) {
        let hole = &mut self.holes[number as usize];
        if !ops.is_empty() {
            hole.waiting.push((ops, ty, lower));
        } else if lower {
            hole.lowers.push(ty);
        } else {
            hole.uppers.push(ty);
        }
    }

    /// Compares a new bound of a hole with the bounds on the other side: each lower one has to be
    /// below each upper one. False if one is not.
    pub(super) fn against(&mut self, number: u32, ty: Ty, lower: bool) -> bool {
        let hole = &self.holes[number as usize];
        let others = if lower { hole.uppers.clone() } else { hole.lowers.clone() };
        others.into_iter().all(
            |other| {
                if lower { self.below(ty, other) } else { self.below(other, ty) }
            },
        )
    }

    /// The bounds of two holes, of which the first is now below the second.
    pub(super) fn carry(&mut self, lower: u32, upper: u32) -> bool {
        let lowers = self.solid(lower, true);
        let uppers = self.solid(upper, false);
        let [a, b] =
            [lower, upper].map(|hole| self.types().add(TypeKind::Hole(hole, Ops::default())));
        lowers.into_iter().all(|ty| self.below(ty, b))
            && uppers.into_iter().all(|ty| self.below(a, ty))
    }

    /// The bounds that are no holes.
    fn solid(&mut self, number: u32, lower: bool) -> Vec<Ty> {
        let hole = &self.holes[number as usize];
        let mut bounds = if lower { hole.lowers.clone() } else { hole.uppers.clone() };
        bounds.retain(|ty| !matches!(self.types().kind(*ty), TypeKind::Hole(..)));
        bounds.dedup();
        bounds
    }

    /// The tags that a hole has, as far as is known.
    pub(in crate::infer) fn lower_tags(&mut self, number: u32) -> Vec<Name> {
        let mut names = Vec::new();
        for bound in self.solid(number, true) {
            if let TypeKind::Variant(tags) = self.types().kind(bound) {
                let present = tags.iter().filter(|tag| !tag.taken);
                names.extend(present.map(|tag| tag.name.clone()));
            }
        }
        names
    }

    /// Fills a hole by its bounds, if it has some. Those under operators count only if they
    /// have to.
    pub(super) fn settle(&mut self, number: u32, waiting: bool) -> bool {
        if let Hole { filled: Some(_), .. } | Hole { word: Some(_), .. } =
            self.holes[number as usize]
        {
            return false;
        }
        for lower in [true, false] {
            let bounds = self.solid(number, lower);
            if let Some(ty) = self.between(number, &bounds, lower) {
                return self.settled(number, ty);
            }
        }
        if waiting {
            for lower in [true, false] {
                let bounds = self.holes[number as usize].waiting.clone();
                let bounds = bounds.into_iter().filter(|bound| bound.2 == lower);
                let bounds: Vec<Ty> = bounds
                    .map(|bound| self.shallow(bound.1))
                    .collect::<Vec<Ty>>()
                    .into_iter()
                    .filter(|ty| !matches!(self.types().kind(*ty), TypeKind::Hole(..)))
                    .collect();
                if let Some(ty) = self.between(number, &bounds, lower) {
                    return self.settled(number, ty);
                }
            }
        }
        false
    }

    fn settled(&mut self, number: u32, ty: Ty) -> bool {
        let place = self.holes[number as usize].origin.place;
        let text = self.text(ty);
        let well = self.is_well();
        if !self.fill(number, ty) {
            self.holes[number as usize].filled = Some(Types::ERROR);
            if !well {
                return true;
            }
            let label = format!("it would have to be `{text}`, but is used otherwise");
            self.error(place, "no type fits", label);
        }
        true
    }

    /// The least type above all (`lower`), or the greatest below all.
    fn between(&mut self, number: u32, bounds: &[Ty], lower: bool) -> Option<Ty> {
        let (first, rest) = bounds.split_first()?;
        let mut ty = *first;
        for bound in rest {
            if *bound != ty {
                ty = self.merged(number, ty, *bound, lower);
            }
        }
        Some(ty)
    }

    fn merged(&mut self, number: u32, a: Ty, b: Ty, lower: bool) -> Ty {
        match (self.form(a), self.form(b)) {
            (TypeKind::Variant(x), TypeKind::Variant(y)) => {
                // A tag that both have is present if it is in either, for what is above, or in
                // both. One that only one has stays for what is above.
                let mut tags = self.merged_parts(number, &x, &y, lower, lower);
                if lower {
                    tags.extend(y.into_iter().filter(|tag| part(&x, &tag.name).is_none()));
                } else {
                    tags.retain(|tag| part(&y, &tag.name).is_some());
                }
                self.types().add(TypeKind::Variant(tags))
            }
            (TypeKind::Record(s, x), TypeKind::Record(t, y)) if s == t => {
                let fields = self.merged_parts(number, &x, &y, lower, !lower);
                self.types().add(TypeKind::Record(s, fields))
            }
            // They do not fit; the one is as good as the other for saying so.
            _ => a,
        }
    }

    fn merged_parts(
        &mut self,
        number: u32,
        x: &[Part],
        y: &[Part],
        lower: bool,
        either: bool,
    ) -> Vec<Part> {
        let mut parts = x.to_vec();
        for a in &mut parts {
            let Some((_, b)) = part(y, &a.name) else { continue };
            a.taken = if either { a.taken && b.taken } else { a.taken || b.taken };
            if a.ty != b.ty {
                let ty = self.hole_in(number);
                for side in [a.ty, b.ty] {
                    // A fault shows again, with a place, when the whole is compared.
                    let _ = if lower { self.below(side, ty) } else { self.below(ty, side) };
                }
                a.ty = ty;
            }
        }
        parts
    }
}
