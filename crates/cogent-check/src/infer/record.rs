//! Unboxed records, reading fields and putting them.

use super::holes::part;
use super::{Checker, Reason};
use crate::core::{self, ExprKind};
use crate::types::{Part, Sigil, Ty, TypeKind};
use cogent_syntax::ast::{Expr, Fields, Ident, Place};

impl<'a> Checker<'a> {
    pub(super) fn unboxed(
        &mut self,
        fields: &'a [(Ident, Expr)],
        want: Option<Ty>,
        place: Place,
    ) -> core::Expr {
        self.globals.distinct(fields.iter().map(|(name, _)| name), "field");
        let wanted = want.and_then(|want| {
            let TypeKind::Record(Sigil::Unboxed, parts) = self.form(want) else { return None };
            let known = |(name, _): &(Ident, Expr)| part(&parts, &name.name).is_some();
            (parts.len() == fields.len() && fields.iter().all(known)).then_some(parts)
        });
        let mut parts = Vec::new();
        for (name, value) in fields {
            let wanted = wanted.as_ref().and_then(|parts| part(parts, &name.name));
            let value = match wanted {
                Some((_, part)) => self.check(value, part.ty),
                None => self.expr(value, None),
            };
            let number = wanted.map_or(parts.len(), |(number, _)| number);
            parts.push((number, name.name.clone(), value));
        }
        // The order in which they are computed does not matter.
        parts.sort_by_key(|(number, ..)| *number);
        let part = |(_, name, value): &(usize, base::Name, core::Expr)| Part {
            name: name.clone(),
            ty: value.ty,
            taken: false,
        };
        let ty = TypeKind::Record(Sigil::Unboxed, parts.iter().map(part).collect());
        let ty = self.types().add(ty);
        let values = parts.into_iter().map(|(_, _, value)| value).collect();
        core::Expr { kind: ExprKind::Record(values), ty, place }
    }

    pub(super) fn member(
        &mut self,
        record: &'a Expr,
        field: &'a Ident,
        place: Place,
    ) -> core::Expr {
        let record = self.expr(record, None);
        let Some((_, parts)) = self.record_type(record.ty, record.place) else {
            return self.bad(place);
        };
        let Some(number) = self.field(record.ty, &parts, field) else {
            return self.bad(place);
        };
        if parts[number].taken {
            self.gone(field);
        }
        self.oblige_at(Reason::Read(field.name.clone()), record.ty, record.place);
        let ty = parts[number].ty;
        core::Expr { kind: ExprKind::Member(Box::new(record), number as u32), ty, place }
    }

    pub(super) fn put(
        &mut self,
        record: &'a Expr,
        fields: &'a Fields<Expr>,
        place: Place,
    ) -> core::Expr {
        self.globals.distinct(fields.fields.iter().map(|(name, _)| name), "field");
        let record = self.expr(record, None);
        let Some((sigil, mut parts)) = self.record_type(record.ty, record.place) else {
            fields.fields.iter().for_each(|(_, value)| _ = self.expr(value, None));
            return self.bad(place);
        };
        self.not_read_only(sigil, record.ty, record.place, "put into");
        let whole = record.ty;
        let mut result = record;
        for (name, value) in &fields.fields {
            let Some(number) = self.field(whole, &parts, name) else {
                self.expr(value, None);
                continue;
            };
            if !parts[number].taken {
                self.oblige_at(Reason::PutOver(name.name.clone()), parts[number].ty, name.place);
            }
            let value = self.check(value, parts[number].ty);
            result = self.with_field(result, sigil, &mut parts, number, value, place);
        }
        if let Some(rest) = fields.rest {
            for number in 0..parts.len() {
                if parts[number].taken {
                    let value = self.name(&parts[number].name.clone(), rest);
                    let value = self.coerce(value, parts[number].ty);
                    result = self.with_field(result, sigil, &mut parts, number, value, place);
                }
            }
        }
        result
    }

    fn with_field(
        &mut self,
        record: core::Expr,
        sigil: Sigil,
        parts: &mut [Part],
        number: usize,
        value: core::Expr,
        place: Place,
    ) -> core::Expr {
        parts[number].taken = false;
        let ty = self.types().add(TypeKind::Record(sigil, parts.to_vec()));
        let kind = ExprKind::Put(Box::new(record), number as u32, Box::new(value));
        core::Expr { kind, ty, place }
    }

    /// The fields of a type that has to be a record.
    pub(super) fn record_type(&mut self, ty: Ty, place: Place) -> Option<(Sigil, Vec<Part>)> {
        match self.forced(ty) {
            TypeKind::Record(sigil, parts) => Some((sigil, parts)),
            TypeKind::Error => None,
            TypeKind::Hole(..) => {
                let hint = "write its type: `(... : TYPE)`";
                self.error_with_hint(place, "type not known", "this has to be a record", hint);
                None
            }
            TypeKind::Word(_)
            | TypeKind::Bool
            | TypeKind::String
            | TypeKind::Unit
            | TypeKind::Tuple(_)
            | TypeKind::Variant(_)
            | TypeKind::Abstract(..)
            | TypeKind::Fn(..)
            | TypeKind::Var(..) => {
                let label = format!("this is `{}`", self.text(ty));
                self.error(place, "this is not a record", label);
                None
            }
        }
    }

    /// The number of a field.
    pub(super) fn field(&mut self, ty: Ty, parts: &[Part], field: &Ident) -> Option<usize> {
        let found = part(parts, &field.name);
        if found.is_none() {
            let title = format!("there is no field `{}`", field.name);
            let label = format!("the record is `{}`", self.text(ty));
            self.error(field.place, title, label);
        }
        found.map(|(number, _)| number)
    }

    /// Says that a field is not there any more.
    pub(super) fn gone(&mut self, field: &Ident) {
        let title = format!("the field `{}` has been taken", field.name);
        self.error(field.place, title, "it is not in the record any more");
    }

    pub(super) fn not_read_only(&mut self, sigil: Sigil, ty: Ty, place: Place, what: &str) {
        if sigil == Sigil::ReadOnly {
            let title = format!("a read-only record cannot be {what}");
            let label = format!("this is `{}`", self.text(ty));
            self.error(place, title, label);
        }
    }
}
