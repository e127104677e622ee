//! Alternatives: of matches, of functions, and behind bindings that may fail.

use super::Generator;
use super::pat::Names;
use crate::cogent::syntax::{Alt, Arrow, Bind, Exp, ExpKind, Part, Pat, Ty};

impl Generator {
    pub(super) fn arrow(&mut self) -> Arrow {
        self.rng.pick(&[Arrow::Plain, Arrow::Plain, Arrow::Likely, Arrow::Unlikely])
    }

    /// An expression with more variables in scope.
    pub(super) fn under(&mut self, names: Names, ty: &Ty, depth: u32) -> Exp {
        let length = self.scope.len();
        self.scope.extend(names);
        let exp = self.exp(ty, depth);
        self.scope.truncate(length);
        exp
    }

    fn alt(&mut self, pat: Pat, names: Names, ty: &Ty, depth: u32) -> Alt {
        Alt { pat, arrow: self.arrow(), body: self.under(names, ty, depth) }
    }

    /// The alternative for all that is left, of this type.
    fn rest(&mut self, left: &Ty, ty: &Ty, depth: u32) -> Alt {
        let mut names = Vec::new();
        let pat = self.pat(left, &mut names);
        self.alt(pat, names, ty, depth)
    }

    /// Alternatives that match every value of a type, and give values of another.
    pub(super) fn alternatives(&mut self, of: &Ty, ty: &Ty, depth: u32) -> Vec<Alt> {
        match of {
            Ty::Variant(tags) => self.tags(tags, ty, depth),
            Ty::Bool => {
                let first = self.rng.chance(50);
                let alts = [Pat::Bool(first), Pat::Bool(!first)];
                let [a, b] = alts.map(|pat| self.alt(pat, Vec::new(), ty, depth));
                if self.rng.chance(30) { vec![a, self.rest(of, ty, depth)] } else { vec![a, b] }
            }
            Ty::Word(_) => {
                let mut numbers: Vec<u64> = Vec::new();
                for _ in 0..self.rng.between(1, 3) {
                    let number = self.literal(of);
                    if !numbers.contains(&number) {
                        numbers.push(number);
                    }
                }
                let mut alts: Vec<Alt> = Vec::new();
                for number in numbers {
                    alts.push(self.alt(Pat::Int(number), Vec::new(), ty, depth));
                }
                alts.push(self.rest(of, ty, depth));
                alts
            }
            Ty::Str | Ty::Unit | Ty::Tuple(_) | Ty::Record(_) | Ty::Fun(..) | Ty::Var(_) => {
                let mut alt = self.rest(of, ty, depth);
                alt.arrow = Arrow::Plain;
                vec![alt]
            }
        }
    }

    fn tags(&mut self, tags: &[Part], ty: &Ty, depth: u32) -> Vec<Alt> {
        let mut left = tags.to_vec();
        let mut present: Vec<usize> = (0..tags.len()).filter(|i| !tags[*i].taken).collect();
        for i in (1..present.len()).rev() {
            present.swap(i, self.rng.below(i + 1));
        }
        let handled = match self.rng.chance(50) {
            true => present.len(),
            false => self.rng.between(1, present.len()),
        };
        let mut alts = Vec::new();
        for i in &present[..handled] {
            let mut names = Vec::new();
            let payload = Box::new(self.payload_pat(&tags[*i].ty, &mut names));
            alts.push(self.alt(Pat::Tag(tags[*i].name.clone(), payload), names, ty, depth));
            left[*i].taken = true;
        }
        if handled < present.len() {
            alts.push(self.rest(&Ty::Variant(left), ty, depth));
        }
        alts
    }

    /// The unit of a tag has no pattern, or one.
    fn payload_pat(&mut self, ty: &Ty, names: &mut Names) -> Pat {
        if *ty == Ty::Unit && self.rng.chance(80) {
            return Pat::Unit;
        }
        self.pat(ty, names)
    }

    pub(super) fn match_(&mut self, ty: &Ty, depth: u32) -> ExpKind {
        let of = match self.rng.below(10) {
            0..=4 => self.variant_in_scope(depth),
            5 | 6 => self.word(),
            7 => Ty::Bool,
            _ => self.ty(2),
        };
        let subject = self.exp(&of, depth);
        ExpKind::Match(Box::new(subject), self.alternatives(&of, ty, depth))
    }

    /// The type of a variable that is a variant, or another.
    fn variant_in_scope(&mut self, depth: u32) -> Ty {
        let mut found = self.visible();
        found.retain(|(_, ty)| matches!(ty, Ty::Variant(_)));
        if found.is_empty() || self.rng.chance(30) {
            return self.variant(depth.min(2));
        }
        self.rng.pick(&found).1
    }

    pub(super) fn let_(&mut self, ty: &Ty, depth: u32) -> ExpKind {
        let length = self.scope.len();
        let mut binds = Vec::new();
        for _ in 0..self.rng.between(1, 3) {
            let biased = self.rng.chance(25);
            let bind = if biased { self.biased(ty, depth) } else { self.binding(depth) };
            binds.push(bind);
        }
        let body = self.exp(ty, depth);
        self.scope.truncate(length);
        ExpKind::Let(binds, Box::new(body))
    }

    fn binding(&mut self, depth: u32) -> Bind {
        let of = self.ty(2);
        let value = self.exp(&of, depth);
        let mut names = Vec::new();
        let pat = self.pat(&of, &mut names);
        self.scope.extend(names);
        Bind { pat, annotated: self.rng.chance(35), value, others: Vec::new() }
    }

    /// `p <= e |> ...`: the first alternative, in whose scope the rest is, and the others.
    fn biased(&mut self, ty: &Ty, depth: u32) -> Bind {
        let of = match self.rng.below(4) {
            0 => Ty::Bool,
            1 => self.word(),
            _ => self.variant_in_scope(depth),
        };
        let value = self.exp(&of, depth);
        let mut others = self.alternatives(&of, ty, depth);
        let Alt { pat, .. } = others.remove(0);
        let mut names = Vec::new();
        let pat = match (&pat, &of) {
            (Pat::Tag(name, _), Ty::Variant(tags)) => {
                let tag = tags.iter().find(|tag| tag.name == *name);
                let payload = tag.map_or(Ty::Unit, |tag| tag.ty.clone());
                Pat::Tag(name.clone(), Box::new(self.payload_pat(&payload, &mut names)))
            }
            _ => pat,
        };
        self.scope.extend(names);
        Bind { pat, annotated: self.rng.chance(35), value, others }
    }
}
