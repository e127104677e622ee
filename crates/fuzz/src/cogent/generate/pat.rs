//! Patterns that match whatever they meet, and names of variables.

use super::Generator;
use crate::cogent::syntax::{Part, Pat, Ty};

/// Names that hide one another. Those of fields are among them.
const NAMES: [&str; 14] = ["a", "b", "c", "d", "e", "g", "h", "s", "t", "x", "y", "z", "len", "r'"];

/// The variables of a pattern.
pub(super) type Names = Vec<(String, Ty)>;

impl Generator {
    /// The name of a new variable, which is no other of the pattern.
    fn name(&mut self, names: &Names) -> String {
        let name = self.rng.pick(&NAMES);
        if self.rng.chance(40) || names.iter().any(|(known, _)| known == name) {
            return format!("v{}", self.number());
        }
        name.to_owned()
    }

    fn variable(&mut self, ty: &Ty, names: &mut Names) -> Pat {
        let name = self.name(names);
        names.push((name.clone(), ty.clone()));
        Pat::Var(name)
    }

    /// A pattern for a type, whose variables are added to `names`.
    pub(super) fn pat(&mut self, ty: &Ty, names: &mut Names) -> Pat {
        let chance = self.rng.below(100);
        match ty {
            _ if chance < 8 => Pat::Wild,
            Ty::Unit if chance < 50 => Pat::Unit,
            Ty::Tuple(types) if chance < 65 => {
                Pat::Tuple(types.iter().map(|ty| self.pat(ty, names)).collect())
            }
            Ty::Record(parts) if chance < 60 && parts.iter().any(|part| !part.taken) => {
                if chance < 35 { self.record_pat(parts, names) } else { self.take(parts, names) }
            }
            Ty::Word(_)
            | Ty::Bool
            | Ty::Str
            | Ty::Unit
            | Ty::Tuple(_)
            | Ty::Record(_)
            | Ty::Variant(_)
            | Ty::Fun(..)
            | Ty::Var(_) => self.variable(ty, names),
        }
    }

    /// Some of the fields that are there, at least one.
    fn some_fields(&mut self, parts: &[Part]) -> Vec<usize> {
        let present: Vec<usize> = (0..parts.len()).filter(|i| !parts[*i].taken).collect();
        let first = self.rng.pick(&present);
        present.into_iter().filter(|i| *i == first || self.rng.chance(50)).collect()
    }

    fn field_pats(
        &mut self,
        parts: &[Part],
        fields: &[usize],
        names: &mut Names,
    ) -> Vec<(String, Pat)> {
        let mut pats = Vec::new();
        for part in fields.iter().map(|i| &parts[*i]) {
            let short = self.rng.chance(40) && names.iter().all(|(known, _)| *known != part.name);
            let pat = if short {
                names.push((part.name.clone(), part.ty.clone()));
                Pat::Var(part.name.clone())
            } else {
                self.pat(&part.ty, names)
            };
            pats.push((part.name.clone(), pat));
        }
        pats
    }

    fn record_pat(&mut self, parts: &[Part], names: &mut Names) -> Pat {
        let fields = self.some_fields(parts);
        let pats = self.field_pats(parts, &fields, names);
        let others: Vec<&Part> = parts
            .iter()
            .enumerate()
            .filter(|(i, part)| !part.taken && !fields.contains(i))
            .map(|(_, part)| part)
            .collect();
        let free = others.iter().all(|part| names.iter().all(|(known, _)| *known != part.name));
        if others.is_empty() || !free || self.rng.chance(50) {
            return Pat::Record(pats, Vec::new());
        }
        names.extend(others.iter().map(|part| (part.name.clone(), part.ty.clone())));
        Pat::Record(pats, others.iter().map(|part| part.name.clone()).collect())
    }

    fn take(&mut self, parts: &[Part], names: &mut Names) -> Pat {
        let fields = self.some_fields(parts);
        let name = self.name(names);
        let mut rest = parts.to_vec();
        fields.iter().for_each(|i| rest[*i].taken = true);
        names.push((name.clone(), Ty::Record(rest)));
        let pats = self.field_pats(parts, &fields, names);
        Pat::Take(name, pats)
    }
}
