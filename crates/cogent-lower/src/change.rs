//! Values as values of supertypes. A variant of more tags has more members, so that its leaves are
//! others; what is behind a pointer stays as it is.

use crate::Lower;
use crate::function::Value;
use cogent_check::types::{Sigil, Ty, TypeKind};
use cogent_syntax::ast::Place;
use diag::Diagnostic;

impl Lower<'_> {
    /// A value of a type as one of a supertype.
    pub(crate) fn change(&mut self, from: Ty, to: Ty, value: &Value, place: Place) -> Value {
        if from == to {
            return value.clone();
        }
        let (from_kind, to_kind) = (self.types.kind(from).clone(), self.types.kind(to).clone());
        match (from_kind, to_kind) {
            (TypeKind::Tuple(from_parts), TypeKind::Tuple(to_parts)) => {
                let pairs: Vec<_> = from_parts.into_iter().zip(to_parts).collect();
                self.change_each(from, pairs, value, place)
            }
            (
                TypeKind::Record(Sigil::Unboxed, from_parts),
                TypeKind::Record(Sigil::Unboxed, to_parts),
            ) => {
                let tys = from_parts.iter().zip(&to_parts);
                let pairs: Vec<_> = tys.map(|(from, to)| (from.ty, to.ty)).collect();
                self.change_each(from, pairs, value, place)
            }
            (TypeKind::Variant(from_tags), TypeKind::Variant(to_tags)) => {
                let ranges = self.parts(from, place);
                let wanted = self.parts(to, place);
                let mut leaves = vec![value[0].clone()];
                for (tag, (c_type, _)) in to_tags.iter().zip(wanted) {
                    let known = from_tags.iter().position(|other| other.name == tag.name);
                    match known.and_then(|at| Some((from_tags[at].ty, ranges.get(at)?))) {
                        Some((ty, (_, range))) => {
                            let carried = value[range.clone()].into();
                            leaves.extend_from_slice(&self.change(ty, tag.ty, &carried, place));
                        }
                        None => leaves.extend_from_slice(&self.nothing(c_type)),
                    }
                }
                leaves.into()
            }
            _ => {
                if !self.same_layout(from, to) {
                    let title = "a value behind a pointer cannot change its layout";
                    let label = format!(
                        "from `{}` to `{}`",
                        self.types.short_text(from),
                        self.types.short_text(to)
                    );
                    let error = Diagnostic::error(title).at(place.source, place.span(), label);
                    self.errors.push(error);
                }
                value.clone()
            }
        }
    }

    fn change_each(
        &mut self,
        from: Ty,
        pairs: Vec<(Ty, Ty)>,
        value: &Value,
        place: Place,
    ) -> Value {
        let mut leaves = Vec::new();
        for ((from, to), (_, range)) in pairs.into_iter().zip(self.parts(from, place)) {
            leaves.extend_from_slice(&self.change(from, to, &value[range].into(), place));
        }
        leaves.into()
    }

    /// True if what two types point to is laid out in the same way.
    fn same_layout(&mut self, from: Ty, to: Ty) -> bool {
        self.c.parts(&self.types, from).ok().map(members)
            == self.c.parts(&self.types, to).ok().map(members)
    }
}

fn members<R>(parts: Vec<(c_abi::CTy, R)>) -> Vec<c_abi::CTy> {
    parts.into_iter().map(|(part, _)| part).collect()
}
