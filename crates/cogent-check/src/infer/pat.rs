//! Patterns that match whatever they meet, as bindings.

use super::{Checker, Reason};
use crate::core::{Bind, Expr, Local};
use crate::types::{Part, Sigil, Ty, TypeKind, Types};
use base::Name;
use cogent_syntax::ast::{Fields, Ident, Pat, PatKind, Place};

impl Checker<'_> {
    /// Binds the variables of a pattern, which are added to `locals`, to parts of a value.
    pub(super) fn bind(
        &mut self,
        pat: &Pat,
        value: Expr,
        binds: &mut Vec<Bind>,
        locals: &mut Vec<Local>,
    ) {
        match &pat.kind {
            PatKind::Var(_) => {
                let local = self.slot(pat, value.ty, locals);
                binds.push(Bind::Let(local, value));
            }
            PatKind::Wild => {
                self.oblige_at(Reason::Wild, value.ty, pat.place);
                binds.push(Bind::Let(self.fresh(value.ty, pat.place), value));
            }
            PatKind::Tuple(pats) if pats.is_empty() => {
                if !self.below(value.ty, Types::UNIT) {
                    self.unfit(pat, Types::UNIT, value.ty);
                }
                binds.push(Bind::Let(self.fresh(value.ty, pat.place), value));
            }
            PatKind::Tuple(pats) => self.split(pat, pats, value, binds, locals),
            PatKind::Unboxed(fields) => self.take(pat, None, fields, value, binds, locals),
            PatKind::Take(name, fields) => {
                self.take(pat, Some(name), fields, value, binds, locals);
            }
            PatKind::Tag(..) | PatKind::Int(_) | PatKind::Bool(_) | PatKind::Char(_) => {
                self.error(pat.place, "this pattern does not match every value", "");
            }
            PatKind::Error => {}
        }
    }

    /// The variable for what a pattern stands for.
    pub(super) fn slot(&mut self, pat: &Pat, ty: Ty, locals: &mut Vec<Local>) -> Local {
        if let PatKind::Var(name) = &pat.kind {
            return self.named(name.clone(), ty, pat.place, locals);
        }
        self.fresh(ty, pat.place)
    }

    fn named(&mut self, name: Name, ty: Ty, place: Place, locals: &mut Vec<Local>) -> Local {
        let local = self.variable(name, ty, place);
        locals.push(local);
        local
    }

    /// Binds what is left to bind of a pattern that has a slot.
    pub(super) fn open(
        &mut self,
        pat: &Pat,
        slot: Local,
        binds: &mut Vec<Bind>,
        locals: &mut Vec<Local>,
    ) {
        match &pat.kind {
            PatKind::Var(_) => {}
            PatKind::Wild => {
                let ty = self.variables[slot].ty;
                self.oblige_at(Reason::Wild, ty, pat.place);
            }
            PatKind::Tuple(_)
            | PatKind::Unboxed(_)
            | PatKind::Take(..)
            | PatKind::Tag(..)
            | PatKind::Int(_)
            | PatKind::Bool(_)
            | PatKind::Char(_)
            | PatKind::Error => {
                let value = self.fresh_use(slot, pat.place);
                self.bind(pat, value, binds, locals);
            }
        }
    }

    fn unfit(&mut self, pat: &Pat, pattern: Ty, value: Ty) {
        let (pattern, value) = (self.text(pattern), self.text(value));
        let label = format!("this stands for a `{pattern}`, but the value is `{value}`");
        self.error(pat.place, "this pattern does not fit the value", label);
    }

    fn split(
        &mut self,
        pat: &Pat,
        pats: &[Pat],
        value: Expr,
        binds: &mut Vec<Bind>,
        locals: &mut Vec<Local>,
    ) {
        let types = match self.form(value.ty) {
            TypeKind::Tuple(types) if types.len() == pats.len() => types,
            TypeKind::Error => vec![Types::ERROR; pats.len()],
            TypeKind::Word(_)
            | TypeKind::Bool
            | TypeKind::String
            | TypeKind::Unit
            | TypeKind::Tuple(_)
            | TypeKind::Record(..)
            | TypeKind::Variant(_)
            | TypeKind::Abstract(..)
            | TypeKind::Fn(..)
            | TypeKind::Var(..)
            | TypeKind::Hole(..) => {
                let holes: Vec<Ty> = pats.iter().map(|pat| self.hole(pat.place)).collect();
                let ty = self.types().add(TypeKind::Tuple(holes.clone()));
                if self.below(value.ty, ty) {
                    holes
                } else {
                    self.unfit(pat, ty, value.ty);
                    vec![Types::ERROR; pats.len()]
                }
            }
        };
        let slots: Vec<Local> =
            pats.iter().zip(types).map(|(pat, ty)| self.slot(pat, ty, locals)).collect();
        binds.push(Bind::Split(slots.clone(), value));
        for (pat, slot) in pats.iter().zip(slots) {
            self.open(pat, slot, binds, locals);
        }
    }

    /// `r {f = p}`, or `#{f = p}` without a name for what remains.
    fn take(
        &mut self,
        pat: &Pat,
        name: Option<&Ident>,
        fields: &Fields<Pat>,
        value: Expr,
        binds: &mut Vec<Bind>,
        locals: &mut Vec<Local>,
    ) {
        self.globals.distinct(fields.fields.iter().map(|(name, _)| name), "field");
        let whole = value.ty;
        let Some((sigil, mut parts)) = self.record_type(whole, pat.place) else {
            return self.give_up(name, fields, locals);
        };
        if name.is_some() {
            self.not_read_only(sigil, whole, pat.place, "taken from");
        } else if sigil != Sigil::Unboxed {
            let label = format!("the value is `{}`", self.text(whole));
            self.error(pat.place, "this pattern is for unboxed records", label);
        }
        let mut current = value;
        let mut open: Vec<(&Pat, Local)> = Vec::new();
        for (field, inner) in &fields.fields {
            let Some(number) = self.field(whole, &parts, field) else {
                self.give_up(None, &one(field, inner), locals);
                continue;
            };
            if parts[number].taken {
                self.gone(field);
            }
            let slot = self.slot(inner, parts[number].ty, locals);
            open.push((inner, slot));
            current = self.take_one(current, sigil, &mut parts, number, slot, binds);
        }
        if let Some(rest) = fields.rest {
            for number in 0..parts.len() {
                if !parts[number].taken {
                    let Part { name, ty, .. } = parts[number].clone();
                    let slot = self.named(name, ty, rest, locals);
                    current = self.take_one(current, sigil, &mut parts, number, slot, binds);
                }
            }
        }
        match name {
            Some(name) => {
                let local = self.named(name.name.clone(), current.ty, name.place, locals);
                binds.push(Bind::Let(local, current));
            }
            None => self.oblige_at(Reason::Remains, current.ty, pat.place),
        }
        for (inner, slot) in open {
            self.open(inner, slot, binds, locals);
        }
    }

    fn take_one(
        &mut self,
        from: Expr,
        sigil: Sigil,
        parts: &mut [Part],
        number: usize,
        value: Local,
        binds: &mut Vec<Bind>,
    ) -> Expr {
        parts[number].taken = true;
        let ty = self.types().add(TypeKind::Record(sigil, parts.to_vec()));
        let place = from.place;
        let record = self.fresh(ty, place);
        binds.push(Bind::Take { record, value, field: number as u32, from });
        self.fresh_use(record, place)
    }

    /// Gives variables to a pattern whose value there is a message about.
    fn give_up(&mut self, name: Option<&Ident>, fields: &Fields<Pat>, locals: &mut Vec<Local>) {
        if let Some(name) = name {
            self.named(name.name.clone(), Types::ERROR, name.place, locals);
        }
        for (_, pat) in &fields.fields {
            let value = self.bad(pat.place);
            self.bind(pat, value, &mut Vec::new(), locals);
        }
    }
}

fn one(field: &Ident, pat: &Pat) -> Fields<Pat> {
    Fields { fields: vec![(field.clone(), pat.clone())], rest: None }
}
