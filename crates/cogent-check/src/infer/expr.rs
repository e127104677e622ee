//! Expressions.
//!
//! An expression is checked with the type that is wanted of it, if there is one: it helps to
//! find types, but the result may have another, which `coerce` compares with it.

use super::Checker;
use super::branch::Then;
use crate::core::{self, Bind, ExprKind};
use crate::types::{Part, Ty, TypeKind, Types, Width};
use cogent_syntax::MAX_NESTING;
use cogent_syntax::ast::{Binding, Expr, ExprKind as Written, Ident, Place};

/// Bindings with `<=` nest, but do not count as nesting in the text.
pub(super) const MAX_DEPTH: u32 = 2 * MAX_NESTING;

impl<'a> Checker<'a> {
    /// An expression with the type that is wanted.
    pub(super) fn check(&mut self, expr: &'a Expr, want: Ty) -> core::Expr {
        let expr = self.expr(expr, Some(want));
        self.coerce(expr, want)
    }

    /// An expression as one of a supertype.
    pub(super) fn coerce(&mut self, expr: core::Expr, want: Ty) -> core::Expr {
        let outer = self.place.replace(expr.place);
        let fits = self.below(expr.ty, want);
        self.place = outer;
        if !fits {
            self.mismatch(expr.ty, want, expr.place);
        }
        if expr.ty == want {
            return expr;
        }
        let place = expr.place;
        core::Expr { kind: ExprKind::Promote(Box::new(expr)), ty: want, place }
    }

    /// Says that a type is not the one that is wanted.
    pub(super) fn mismatch(&mut self, found: Ty, wanted: Ty, place: Place) {
        if self.is_exhausted() {
            if self.is_well() {
                let label = "they grow without end, or nearly so";
                self.error(place, "the types here are too large to be found out", label);
            }
            return;
        }
        if std::mem::take(&mut self.endless) {
            let label = "what it is used for asks for such a type";
            return self.error(place, "the type of this would contain itself", label);
        }
        let reason = self.difference(found, wanted);
        let (found, wanted) = (self.text(found), self.text(wanted));
        let title = format!("`{wanted}` is wanted here");
        let reason = reason.map_or(String::new(), |reason| format!("; {reason}"));
        self.error(place, title, format!("this is `{found}`{reason}"));
    }

    /// The reason why a record or a variant does not fit, where the types alone do not show it.
    fn difference(&mut self, found: Ty, wanted: Ty) -> Option<String> {
        match (self.form(found), self.form(wanted)) {
            (TypeKind::Variant(a), TypeKind::Variant(b)) => {
                let lacks =
                    |tag: &&Part| !tag.taken && !b.iter().any(|b| b.name == tag.name && !b.taken);
                let tag = a.iter().find(lacks)?;
                Some(format!("the alternative `{}` is not wanted", tag.name))
            }
            (TypeKind::Record(s, a), TypeKind::Record(t, b)) if s == t => {
                let gone = |(a, b): &(&Part, &Part)| a.name == b.name && a.taken && !b.taken;
                let (field, _) = a.iter().zip(&b).find(gone)?;
                Some(format!("the field `{}` has been taken", field.name))
            }
            _ => None,
        }
    }

    /// A replacement for an expression that there is a message about.
    pub(super) fn bad(&mut self, place: Place) -> core::Expr {
        core::Expr { kind: ExprKind::Unit, ty: Types::ERROR, place }
    }

    /// An expression, which may be of another type than the one that is wanted.
    pub(super) fn expr(&mut self, expr: &'a Expr, want: Option<Ty>) -> core::Expr {
        self.depth += 1;
        let result = if self.depth > MAX_DEPTH {
            self.too_deep(expr.place)
        } else {
            self.form_of(expr, want)
        };
        self.depth -= 1;
        result
    }

    /// Says once that something nests too deeply.
    pub(super) fn too_deep(&mut self, place: Place) -> core::Expr {
        if !std::mem::replace(&mut self.said_deep, true) {
            let label = "a conditional or a `let` with this many branches nests as deeply";
            self.error(place, "this nests too deeply", label);
        }
        self.bad(place)
    }

    fn form_of(&mut self, expr: &'a Expr, want: Option<Ty>) -> core::Expr {
        let place = expr.place;
        match &expr.kind {
            Written::Var(name) => self.name(name, place),
            Written::Inst(instance) => self.instance(instance, place),
            Written::Int(number) => self.number(*number, want, place),
            Written::Bool(value) => literal(ExprKind::Bool(*value), Types::BOOL, place),
            Written::Char(byte) => {
                literal(ExprKind::Int(u64::from(*byte)), Types::word(Width::U8), place)
            }
            Written::String(text) => literal(ExprKind::String(text.clone()), Types::STRING, place),
            Written::Tag(name, args) => self.tag(name, args, want, place),
            Written::Tuple(parts) => self.tuple(parts, want, place),
            Written::Unboxed(fields) => self.unboxed(fields, want, place),
            Written::Member(record, field) => self.member(record, field, place),
            Written::Put(record, fields) => self.put(record, fields, place),
            Written::App(function, arg) => self.call(function, arg, want, place),
            Written::Compose(..) => self.composed(expr, want),
            Written::Unary(op, operand) => self.unary(*op, operand, want, place),
            Written::Binary(op, left, right) => self.binary(*op, left, right, want, place),
            Written::Upcast(operand) => self.upcast(operand, want, place),
            Written::Annot(expr, ty) => {
                let ty = self.resolve(ty);
                self.check(expr, ty)
            }
            Written::Seq(exprs) => self.sequence(exprs, want, place),
            Written::Let(bindings, body) => self.bindings(bindings, body, want, place),
            Written::If(guard, otherwise) => {
                self.conditional(std::slice::from_ref(guard), otherwise, want, place)
            }
            Written::MultiIf(guards, otherwise) => self.conditional(guards, otherwise, want, place),
            Written::Match(subject, bangs, alts) => {
                let subject = self.with_bangs(bangs, |checker| checker.expr(subject, None));
                self.alternatives(subject, alts, want)
            }
            Written::Lambda(..) => self.lambda(expr, want),
            Written::Error => self.bad(place),
        }
    }

    fn tag(
        &mut self,
        name: &'a Ident,
        args: &'a [Expr],
        want: Option<Ty>,
        place: Place,
    ) -> core::Expr {
        let wanted = want.and_then(|want| {
            let TypeKind::Variant(tags) = self.form(want) else { return None };
            tags.into_iter().find(|tag| tag.name == name.name)
        });
        let wanted = wanted.filter(|tag| !tag.taken).map(|tag| tag.ty);
        let payload = match args {
            [arg] => self.expr(arg, wanted),
            args => self.tuple(args, wanted, place),
        };
        let (payload, ty) = match (wanted, want) {
            (Some(wanted), Some(want)) => (self.coerce(payload, wanted), want),
            (Some(_), None) | (None, _) => {
                let part = Part { name: name.name.clone(), ty: payload.ty, taken: false };
                let ty = self.types().add(TypeKind::Variant(vec![part]));
                (payload, ty)
            }
        };
        core::Expr { kind: ExprKind::Tag(name.name.clone(), Box::new(payload)), ty, place }
    }

    /// None is the unit.
    fn tuple(&mut self, parts: &'a [Expr], want: Option<Ty>, place: Place) -> core::Expr {
        if parts.is_empty() {
            return literal(ExprKind::Unit, Types::UNIT, place);
        }
        let wanted = want.and_then(|want| {
            let TypeKind::Tuple(types) = self.form(want) else { return None };
            (types.len() == parts.len()).then_some(types)
        });
        let parts: Vec<core::Expr> = match wanted {
            Some(types) => parts.iter().zip(types).map(|(part, ty)| self.check(part, ty)).collect(),
            None => parts.iter().map(|part| self.expr(part, None)).collect(),
        };
        let ty = TypeKind::Tuple(parts.iter().map(|part| part.ty).collect());
        let ty = self.types().add(ty);
        core::Expr { kind: ExprKind::Tuple(parts), ty, place }
    }

    fn sequence(&mut self, exprs: &'a [Expr], want: Option<Ty>, place: Place) -> core::Expr {
        let Some((last, firsts)) = exprs.split_last() else {
            return self.bad(place);
        };
        let mut binds = Vec::new();
        for expr in firsts {
            let value = self.expr(expr, None);
            self.oblige_at(super::Reason::Ignored, value.ty, value.place);
            binds.push(Bind::Let(self.fresh(value.ty, value.place), value));
        }
        let result = self.expr(last, want);
        block(binds, result)
    }

    /// `let` from some binding on.
    pub(super) fn bindings(
        &mut self,
        bindings: &'a [Binding],
        body: &'a Expr,
        want: Option<Ty>,
        place: Place,
    ) -> core::Expr {
        if self.depth > MAX_DEPTH {
            return self.too_deep(place);
        }
        self.depth += 1;
        let later = self.later.len();
        let mut binds = Vec::new();
        let mut locals = Vec::new();
        let mut rest = bindings.iter();
        let result = loop {
            let Some(binding) = rest.next() else {
                break self.expr(body, want);
            };
            let value = self.bound_value(binding);
            if let Some(others) = &binding.others {
                let then = Then::Let(rest.as_slice(), body);
                break self.biased(value, &binding.pat, then, others, want);
            }
            let first = locals.len();
            self.bind(&binding.pat, value, &mut binds, &mut locals);
            self.enter(&locals[first..]);
        };
        self.leave(&locals, later);
        self.depth -= 1;
        block(binds, result)
    }

    fn bound_value(&mut self, binding: &'a Binding) -> core::Expr {
        let ty = binding.ty.as_ref().map(|ty| self.resolve(ty));
        let value = self.with_bangs(&binding.bangs, |checker| checker.expr(&binding.value, ty));
        match ty {
            Some(ty) => self.coerce(value, ty),
            None => value,
        }
    }
}

/// A literal.
pub(super) fn literal(kind: ExprKind, ty: Ty, place: Place) -> core::Expr {
    core::Expr { kind, ty, place }
}

/// A result after bindings, if there are any.
pub(super) fn block(binds: Vec<Bind>, result: core::Expr) -> core::Expr {
    if binds.is_empty() {
        return result;
    }
    let (ty, place) = (result.ty, result.place);
    core::Expr { kind: ExprKind::Block(binds, Box::new(result)), ty, place }
}
