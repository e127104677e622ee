//! Types by chance, their subtypes and supertypes.

use super::Generator;
use crate::cogent::syntax::{PARAM, Part, Synonym, Ty};

const FIELDS: [&str; 5] = ["x", "y", "z", "len", "next'"];
/// The order of code points differs from that of the alphabet.
const TAGS: [&str; 8] = ["A", "B", "Cc", "Some", "None", "Z9", "Za", "AB"];

impl Generator {
    pub(super) fn word(&mut self) -> Ty {
        Ty::Word(self.rng.pick(&[8, 8, 16, 32, 32, 64]))
    }

    fn leaf(&mut self) -> Ty {
        match self.rng.below(if self.tyvars > 0 { 15 } else { 12 }) {
            0..=6 => self.word(),
            7 | 8 => Ty::Bool,
            9 => Ty::Str,
            10 => Ty::Unit,
            11 => Ty::Word(32),
            _ => Ty::Var(self.rng.below(self.tyvars)),
        }
    }

    /// A type, which may be one of functions.
    pub(super) fn ty(&mut self, depth: u32) -> Ty {
        // The types of functions that there are are more likely to find values.
        if self.functions && depth > 0 && self.rng.chance(8) {
            let known: Vec<usize> =
                (0..self.limit).filter(|i| self.program.funs[*i].vars.is_empty()).collect();
            if !known.is_empty() && self.rng.chance(60) {
                let fun = &self.program.funs[self.rng.pick(&known)];
                return Ty::fun(fun.arg.clone(), fun.result.clone());
            }
            let tyvars = std::mem::take(&mut self.tyvars);
            let ty = Ty::fun(self.data(depth - 1), self.data(depth - 1));
            self.tyvars = tyvars;
            return ty;
        }
        self.data(depth)
    }

    /// A type without functions, unless they are in what is deeper.
    pub(super) fn data(&mut self, depth: u32) -> Ty {
        if depth == 0 || self.rng.chance(35) {
            return self.leaf();
        }
        if self.rng.chance(45) {
            return self.known();
        }
        match self.rng.below(6) {
            0 | 1 => {
                let count = self.rng.between(2, 3);
                Ty::Tuple((0..count).map(|_| self.ty(depth - 1)).collect())
            }
            2 | 3 => {
                let count = self.rng.between(1, 3);
                Ty::Record(self.parts(&FIELDS, count, depth - 1))
            }
            _ => self.variant(depth - 1),
        }
    }

    /// A type whose values can be written.
    pub(super) fn writable(&mut self, depth: u32) -> Ty {
        loop {
            let ty = self.data(depth);
            if ty.is_writable() {
                return ty;
            }
        }
    }

    pub(super) fn variant(&mut self, depth: u32) -> Ty {
        let count = self.rng.between(1, 4);
        let mut tags = self.parts(&TAGS, count, depth);
        tags.sort_by(|a, b| a.name.cmp(&b.name));
        Ty::Variant(tags)
    }

    fn parts(&mut self, names: &[&str], count: usize, depth: u32) -> Vec<Part> {
        let mut parts: Vec<Part> = Vec::new();
        while parts.len() < count {
            let name = self.rng.pick(names).to_owned();
            if parts.iter().all(|part| part.name != name) {
                let ty = if self.rng.chance(15) { Ty::Unit } else { self.ty(depth) };
                parts.push(Part { name, ty, taken: false });
            }
        }
        parts
    }

    /// The type of a synonym.
    fn known(&mut self) -> Ty {
        if self.program.synonyms.is_empty() {
            return self.leaf();
        }
        let at = self.rng.below(self.program.synonyms.len());
        let Synonym { ty, param, .. } = self.program.synonyms[at].clone();
        if !param {
            return ty;
        }
        let arg = self.leaf();
        ty.with(&|var| (var == PARAM).then(|| arg.clone()))
    }

    pub(super) fn synonym(&mut self) {
        let mut ty = match self.rng.below(4) {
            0 => Ty::Tuple(vec![self.ty(1), self.ty(1)]),
            1 => Ty::Record(self.parts(&FIELDS, 3, 1)),
            _ => self.variant(1),
        };
        let param = self.rng.chance(40) && put_param(&mut ty);
        let name = format!("T{}", self.number());
        self.program.synonyms.push(Synonym { name, param, ty });
    }

    /// A type whose values can be used as those of this one.
    pub(super) fn subtype(&mut self, ty: &Ty) -> Ty {
        match ty {
            Ty::Variant(tags) => {
                let present: Vec<usize> = (0..tags.len()).filter(|i| !tags[*i].taken).collect();
                let kept = self.rng.pick(&present);
                let mut lower = Vec::new();
                for (i, tag) in tags.iter().enumerate() {
                    let ty = self.subtype(&tag.ty);
                    let keep = i == kept || !tag.taken && self.rng.chance(50);
                    if keep {
                        lower.push(Part { ty, ..tag.clone() });
                    } else if self.rng.chance(50) {
                        lower.push(Part { taken: true, ty, ..tag.clone() });
                    }
                }
                Ty::Variant(lower)
            }
            Ty::Record(fields) => {
                let field = |field: &Part| Part {
                    ty: self.subtype(&field.ty),
                    taken: field.taken && self.rng.chance(50),
                    ..field.clone()
                };
                Ty::Record(fields.iter().map(field).collect())
            }
            Ty::Tuple(types) => Ty::Tuple(types.iter().map(|ty| self.subtype(ty)).collect()),
            // A function value keeps its type.
            Ty::Word(_) | Ty::Bool | Ty::Str | Ty::Unit | Ty::Var(_) | Ty::Fun(..) => ty.clone(),
        }
    }

    pub(super) fn supertype(&mut self, ty: &Ty) -> Ty {
        match ty {
            Ty::Variant(tags) => {
                let mut upper: Vec<Part> = Vec::new();
                for tag in tags {
                    let ty = self.supertype(&tag.ty);
                    upper.push(Part { ty, taken: tag.taken && self.rng.chance(50), ..tag.clone() });
                }
                if self.rng.chance(50) {
                    let name = self.rng.pick(&TAGS).to_owned();
                    if upper.iter().all(|tag| tag.name != name) {
                        upper.push(Part { name, ty: self.leaf(), taken: false });
                    }
                }
                upper.sort_by(|a, b| a.name.cmp(&b.name));
                Ty::Variant(upper)
            }
            Ty::Record(fields) => {
                let field = |field: &Part| Part {
                    ty: self.supertype(&field.ty),
                    taken: field.taken || self.rng.chance(20),
                    ..field.clone()
                };
                Ty::Record(fields.iter().map(field).collect())
            }
            Ty::Tuple(types) => Ty::Tuple(types.iter().map(|ty| self.supertype(ty)).collect()),
            Ty::Word(_) | Ty::Bool | Ty::Str | Ty::Unit | Ty::Var(_) | Ty::Fun(..) => ty.clone(),
        }
    }
}

/// Makes the first word in a type the parameter; false if there is none.
fn put_param(ty: &mut Ty) -> bool {
    if let Ty::Word(_) = ty {
        *ty = Ty::Var(PARAM);
        return true;
    }
    match ty {
        Ty::Tuple(types) => types.iter_mut().any(put_param),
        Ty::Record(parts) | Ty::Variant(parts) => {
            parts.iter_mut().any(|part| put_param(&mut part.ty))
        }
        Ty::Word(_) | Ty::Bool | Ty::Str | Ty::Unit | Ty::Var(_) | Ty::Fun(..) => false,
    }
}
