//! The core of a function with the types that were found: holes are replaced, variables
//! numbered, and promotions that change nothing removed.

use super::lambda::Lifted;
use super::{Checker, Globals};
use crate::core::{Arm, Bind, Body, ConstId, Expr, ExprKind, Key, Local, LocalInfo, Rest};
use crate::message::{also, error};
use crate::types::{Ty, TypeKind, Types};
use base::{EntityId, PrimaryMap};
use rustc_hash::FxHashMap;

/// The body of a function.
pub(super) fn body(checker: &mut Checker, param: Local, mut result: Expr) -> Body {
    let mut finisher = Finisher {
        checker,
        locals: PrimaryMap::new(),
        numbers: FxHashMap::default(),
        types: FxHashMap::default(),
    };
    let param = finisher.local(param);
    finisher.expr(&mut result);
    Body { param, locals: finisher.locals, result }
}

/// The lambdas of a function, and those that adapt functions in them.
pub(super) fn lambdas(checker: &mut Checker) {
    while !checker.lifted.is_empty() {
        for Lifted { id, arg, result, param, body } in std::mem::take(&mut checker.lifted) {
            let body = self::body(checker, param, body);
            let (arg, result) = (checker.resolved(arg), checker.resolved(result));
            let function = &mut checker.globals.core.functions[id];
            (function.arg, function.result, function.body) = (arg, result, Some(body));
        }
    }
}

struct Finisher<'a, 'b> {
    checker: &'a mut Checker<'b>,
    locals: PrimaryMap<Local, LocalInfo>,
    numbers: FxHashMap<Local, Local>,
    types: FxHashMap<Ty, Ty>,
}

impl Finisher<'_, '_> {
    fn ty(&mut self, ty: Ty) -> Ty {
        if let Some(known) = self.types.get(&ty) {
            return *known;
        }
        let resolved = self.checker.resolved(ty);
        self.types.insert(ty, resolved);
        resolved
    }

    fn local(&mut self, local: Local) -> Local {
        if let Some(number) = self.numbers.get(&local) {
            return *number;
        }
        let variable = &self.checker.variables[local];
        let (name, ty) = (variable.name.clone(), variable.ty);
        let ty = self.ty(ty);
        let number = self.locals.push(LocalInfo { name, ty });
        self.numbers.insert(local, number);
        number
    }

    fn expr(&mut self, expr: &mut Expr) {
        expr.ty = self.ty(expr.ty);
        match &mut expr.kind {
            ExprKind::Var(local) => *local = self.local(*local),
            ExprKind::Fun(_, args, _) => args.iter_mut().for_each(|arg| *arg = self.ty(*arg)),
            ExprKind::Const(_)
            | ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::String(_)
            | ExprKind::Unit => {}
            ExprKind::Tuple(parts) | ExprKind::Record(parts) => {
                parts.iter_mut().for_each(|part| self.expr(part));
            }
            ExprKind::Tag(_, operand)
            | ExprKind::Member(operand, _)
            | ExprKind::Unary(_, operand)
            | ExprKind::Upcast(operand) => self.expr(operand),
            ExprKind::Put(first, _, second)
            | ExprKind::Call(first, second)
            | ExprKind::Binary(_, first, second) => {
                self.expr(first);
                self.expr(second);
            }
            ExprKind::Promote(_) => self.promote(expr),
            ExprKind::Block(binds, result) => {
                binds.iter_mut().for_each(|bind| self.bind(bind));
                self.expr(result);
            }
            ExprKind::If(cond, _, yes, no) => {
                self.expr(cond);
                self.expr(yes);
                self.expr(no);
            }
            ExprKind::Case(subject, arms, rest) => {
                self.expr(subject);
                self.arms(subject.ty, arms, rest);
            }
        }
    }

    fn bind(&mut self, bind: &mut Bind) {
        match bind {
            Bind::Let(local, value) => {
                self.expr(value);
                *local = self.local(*local);
            }
            Bind::Split(locals, value) => {
                self.expr(value);
                locals.iter_mut().for_each(|local| *local = self.local(*local));
            }
            Bind::Take { record, value, from, .. } => {
                self.expr(from);
                *record = self.local(*record);
                *value = self.local(*value);
            }
        }
    }

    fn arms(&mut self, subject: Ty, arms: &mut Vec<Arm>, rest: &mut Option<Box<Rest>>) {
        if let TypeKind::Variant(tags) = self.checker.types().kind(subject).clone() {
            // What can never happen has no arm, even if the text has one.
            arms.retain(|arm| match &arm.key {
                Key::Tag(name, _) => tags.iter().any(|tag| tag.name == *name && !tag.taken),
                Key::Int(_) => true,
            });
            for arm in &mut *arms {
                if let Key::Tag(name, local) = &mut arm.key
                    && let Some(tag) = tags.iter().find(|tag| tag.name == *name)
                {
                    self.payload(tag.ty, local, &mut arm.body);
                }
            }
        }
        for arm in arms {
            if let Key::Tag(_, local) = &mut arm.key {
                *local = self.local(*local);
            }
            self.expr(&mut arm.body);
        }
        if let Some(rest) = rest {
            rest.var = self.local(rest.var);
            self.expr(&mut rest.body);
        }
    }

    /// The argument of a tag has the type that it has in the subject.
    fn payload(&mut self, ty: Ty, local: &mut Local, body: &mut Expr) {
        let wanted = self.checker.variables[*local].ty;
        if self.ty(wanted) == ty {
            return;
        }
        let (inner, place) = (body.ty, body.place);
        let raw = self.checker.fresh(ty, place);
        let value = self.checker.fresh_use(raw, place);
        let value = Expr { kind: ExprKind::Promote(Box::new(value)), ty: wanted, place };
        let whole = std::mem::replace(body, Expr { kind: ExprKind::Unit, ty: inner, place });
        body.kind = ExprKind::Block(vec![Bind::Let(*local, value)], Box::new(whole));
        *local = raw;
    }

    /// Removes a promotion that changes nothing, and carries others to where the value is made.
    fn promote(&mut self, expr: &mut Expr) {
        let ty = expr.ty;
        let hollow = Expr { kind: ExprKind::Unit, ty, place: expr.place };
        let ExprKind::Promote(mut operand) = std::mem::replace(expr, hollow).kind else { return };
        // A tag makes the variant that is wanted.
        if let ExprKind::Tag(name, _) = &operand.kind
            && let TypeKind::Variant(tags) = self.checker.types().kind(ty).clone()
            && let Some(tag) = tags.into_iter().find(|tag| tag.name == *name)
            && let ExprKind::Tag(name, payload) = operand.kind
        {
            let place = payload.place;
            let payload = Expr { kind: ExprKind::Promote(payload), ty: tag.ty, place };
            expr.kind = ExprKind::Tag(name, Box::new(payload));
            return self.expr(expr);
        }
        self.expr(&mut operand);
        if operand.ty == ty {
            *expr = *operand;
            return;
        }
        let types = self.checker.types();
        if let TypeKind::Fn(arg, result) = *types.kind(ty)
            && matches!(operand.kind, ExprKind::Fun(..))
        {
            *expr = self.checker.adapted(*operand, arg, result);
            return;
        }
        if changes_function(types, operand.ty, ty) {
            let (from, to) = (self.checker.text(operand.ty), self.checker.text(ty));
            let title = "a function value cannot change its type";
            let label = format!("this is `{from}`, and `{to}` is wanted");
            self.checker.error(operand.place, title, label);
        }
        expr.kind = ExprKind::Promote(operand);
    }
}

/// True if the type of a function becomes another somewhere in a type.
fn changes_function(types: &Types, from: Ty, to: Ty) -> bool {
    if from == to {
        return false;
    }
    match (types.kind(from), types.kind(to)) {
        (TypeKind::Fn(..), _) => true,
        (TypeKind::Tuple(a), TypeKind::Tuple(b)) => {
            a.iter().zip(b).any(|(a, b)| changes_function(types, *a, *b))
        }
        (TypeKind::Record(_, a), TypeKind::Record(_, b)) => {
            a.iter().zip(b).any(|(a, b)| changes_function(types, a.ty, b.ty))
        }
        (TypeKind::Variant(a), TypeKind::Variant(b)) => a.iter().any(|a| {
            let same = b.iter().find(|b| b.name == a.name);
            same.is_some_and(|b| changes_function(types, a.ty, b.ty))
        }),
        _ => false,
    }
}

/// Reports constants whose values need themselves.
pub(super) fn circles(globals: &mut Globals) {
    let consts = &globals.core.consts;
    let uses: Vec<Vec<ConstId>> = consts.iter().map(|(_, each)| used(&each.value)).collect();
    let mut done = vec![false; uses.len()];
    let mut open = vec![false; uses.len()];
    for root in 0..uses.len() {
        let mut path = vec![(root, 0)];
        while let Some((number, next)) = path.last_mut() {
            let number = *number;
            open[number] = true;
            if done[number] || *next == uses[number].len() {
                done[number] = true;
                open[number] = false;
                path.pop();
                continue;
            }
            let inner = uses[number][*next].index();
            *next += 1;
            if open[inner] {
                let constant = &globals.core.consts[ConstId::from_index(inner)];
                let title = format!("the constant `{}` needs itself", constant.name);
                let last = &globals.core.consts[ConstId::from_index(number)];
                let message = error(constant.place, title, "its value would never end");
                globals.errors.push(also(message, last.place, "this uses it"));
            } else if !done[inner] {
                path.push((inner, 0));
            }
        }
    }
}

/// The constants in an expression.
fn used(expr: &Expr) -> Vec<ConstId> {
    let mut found = Vec::new();
    let mut open = vec![expr];
    while let Some(expr) = open.pop() {
        if let ExprKind::Const(id) = &expr.kind {
            found.push(*id);
        }
        expr.children(|child| open.push(child));
    }
    found
}
