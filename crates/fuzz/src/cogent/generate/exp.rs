//! Expressions of the type that is wanted.

use super::{Call, Form, Generator};
use crate::cogent::syntax::{ARITHMETIC, BinOp, COMPARISONS, Exp, ExpKind, Guard, Part, Ty, Use};
use std::rc::Rc;

impl Generator {
    pub(super) fn exp(&mut self, ty: &Ty, depth: u32) -> Exp {
        if depth == 0 || self.fuel == 0 {
            return self.simple(ty);
        }
        self.fuel -= 1;
        for _ in 0..5 {
            let form = self.rng.weighted(&self.forms);
            if let Some(kind) = self.form(form, ty, depth - 1) {
                return Exp { ty: ty.clone(), kind };
            }
        }
        Exp { ty: ty.clone(), kind: self.intro(ty, depth - 1) }
    }

    fn simple(&mut self, ty: &Ty) -> Exp {
        let kind = match self.rng.chance(70) {
            true => self.name_of(ty),
            false => None,
        };
        let kind = kind.unwrap_or_else(|| self.intro(ty, 0));
        Exp { ty: ty.clone(), kind }
    }

    /// A variable or a constant of a type.
    fn name_of(&mut self, ty: &Ty) -> Option<ExpKind> {
        let mut found: Vec<ExpKind> = Vec::new();
        for (name, known) in self.visible() {
            if known == *ty {
                found.push(ExpKind::Var(name));
            }
        }
        for (i, constant) in self.program.consts.iter().enumerate() {
            if constant.value.ty == *ty && self.tyvars == 0 {
                found.push(ExpKind::Const(i));
            }
        }
        if found.is_empty() { None } else { Some(self.rng.pick(&found)) }
    }

    fn form(&mut self, form: Form, ty: &Ty, depth: u32) -> Option<ExpKind> {
        match form {
            Form::Var => self.name_of(ty),
            Form::Op => self.operator(ty, depth),
            Form::Intro => Some(self.intro(ty, depth)),
            Form::App => self.application(ty, depth),
            Form::Again => self.again(ty, depth),
            Form::If => Some(self.if_(ty, depth)),
            Form::Match => Some(self.match_(ty, depth)),
            Form::Let => Some(self.let_(ty, depth)),
            Form::Seq => {
                let first = self.ty(1);
                let first = self.exp(&first, depth);
                Some(ExpKind::Seq(vec![first], self.boxed_exp(ty, depth)))
            }
            Form::Annot => Some(ExpKind::Annot(self.boxed_exp(ty, depth))),
            Form::Member => Some(self.member(ty, depth)),
            Form::Put => self.put(ty, depth),
            Form::Promote => {
                let lower = self.subtype(ty);
                (lower != *ty).then(|| ExpKind::Promote(self.boxed_exp(&lower, depth)))
            }
            Form::Upcast => {
                let Ty::Word(bits) = ty else { return None };
                let lower: Vec<u32> = [8, 16, 32, 64].into_iter().filter(|b| b <= bits).collect();
                let lower = Ty::Word(self.rng.pick(&lower));
                Some(ExpKind::Upcast(self.boxed_exp(&lower, depth)))
            }
            Form::Lambda => {
                if ty.has_var() {
                    return None;
                }
                let arg = self.closed_ty(1);
                let function = Ty::fun(arg.clone(), ty.clone());
                let kind = self.lambda(&arg, ty, depth);
                let function = Box::new(Exp { ty: function, kind });
                Some(ExpKind::App(function, self.boxed_exp(&arg, depth)))
            }
        }
    }

    pub(super) fn boxed_exp(&mut self, ty: &Ty, depth: u32) -> Box<Exp> {
        Box::new(self.exp(ty, depth))
    }

    /// A type without type variables.
    fn closed_ty(&mut self, depth: u32) -> Ty {
        self.alone(|generator| generator.ty(depth))
    }

    /// A number that fits a type; often one at which something changes.
    pub(super) fn literal(&mut self, ty: &Ty) -> u64 {
        let Ty::Word(bits) = ty else { return 0 };
        let most = u64::MAX >> (64 - bits);
        let odd = [0, 1, 2, 3, 7, 8, 15, 16, 31, 32, 63, 64, 65, 255, 256, 65535, 65536];
        match self.rng.below(10) {
            0..=5 => self.rng.pick(&odd) & most,
            6 => most,
            7 => most / 2 + u64::from(self.rng.chance(50)),
            8 => u64::from(self.rng.bits() as u8),
            _ => self.rng.bits() & most,
        }
    }

    /// A value that is written down.
    pub(super) fn intro(&mut self, ty: &Ty, depth: u32) -> ExpKind {
        match ty {
            Ty::Word(_) => ExpKind::Int(self.literal(ty)),
            Ty::Bool => ExpKind::Bool(self.rng.chance(50)),
            Ty::Unit => ExpKind::Unit,
            Ty::Str => {
                let bytes = [b'a', b'7', b'g', b' ', b'"', b'\\', b'\n', b'\'', 1, 127, 233, 255];
                let count = self.rng.below(5);
                ExpKind::Str((0..count).map(|_| self.rng.pick(&bytes)).collect())
            }
            Ty::Tuple(types) => {
                ExpKind::Tuple(types.iter().map(|ty| self.exp(ty, depth)).collect())
            }
            Ty::Record(parts) if parts.iter().any(|part| part.taken) => {
                let whole = parts.iter().map(|part| Part { taken: false, ..part.clone() });
                let whole = Ty::Record(whole.collect());
                let kind = self.intro(&whole, depth);
                ExpKind::Promote(Box::new(Exp { ty: whole, kind }))
            }
            Ty::Record(parts) => {
                let mut fields: Vec<(String, Exp)> = parts
                    .iter()
                    .map(|part| (part.name.clone(), self.exp(&part.ty, depth)))
                    .collect();
                if self.rng.chance(20) {
                    fields.reverse();
                }
                ExpKind::Record(fields)
            }
            Ty::Variant(tags) => {
                let present: Vec<&Part> = tags.iter().filter(|tag| !tag.taken).collect();
                let tag = self.rng.pick(&present);
                ExpKind::Tag(tag.name.clone(), self.boxed_exp(&tag.ty, depth))
            }
            Ty::Fun(arg, result) => self.function_value(arg, result, depth),
            // The first argument of a polymorphic function has a variable for each.
            Ty::Var(_) => {
                let found = self.visible().into_iter().find(|(_, known)| known == ty);
                ExpKind::Var(found.map_or_else(String::new, |(name, _)| name))
            }
        }
    }

    fn function_value(&mut self, arg: &Ty, result: &Ty, depth: u32) -> ExpKind {
        let ty = Ty::fun(arg.clone(), result.clone());
        let known: Vec<(usize, Vec<Ty>)> = (0..self.limit)
            .filter_map(|i| {
                let fun = &self.program.funs[i];
                let mut found = Vec::new();
                let own = Ty::fun(fun.arg.clone(), fun.result.clone());
                let fits = own.unify(&ty, &mut found);
                fits.then(|| (i, in_order(found, fun.vars.len())))
            })
            .filter(|(_, types)| !types.contains(&None))
            .map(|(i, types)| (i, types.into_iter().flatten().collect()))
            .collect();
        if !known.is_empty() && self.rng.chance(70) {
            let (fun, types) = self.rng.pick(&known);
            return ExpKind::Fun(self.use_of(fun, types));
        }
        if depth > 0 && self.rng.chance(20) {
            return self.alone(|generator| {
                let middle = generator.ty(1);
                let outer = Ty::fun(middle.clone(), result.clone());
                let inner = Ty::fun(arg.clone(), middle);
                let outer = generator.boxed_exp(&outer, depth - 1);
                ExpKind::Compose(outer, generator.boxed_exp(&inner, depth - 1))
            });
        }
        self.lambda(arg, result, depth.min(2))
    }

    /// An argument. A function that is written down may be used at a supertype of its own.
    fn argument(&mut self, ty: &Ty, depth: u32) -> Box<Exp> {
        let Ty::Fun(arg, result) = ty else { return self.boxed_exp(ty, depth) };
        let (arg, result) = (self.supertype(arg), self.subtype(result));
        let own = Ty::fun(arg.clone(), result.clone());
        if own == *ty {
            return self.boxed_exp(ty, depth);
        }
        let kind = self.lambda(&arg, &result, depth.min(2));
        let kind = ExpKind::Promote(Box::new(Exp { ty: own, kind }));
        Box::new(Exp { ty: ty.clone(), kind })
    }

    /// Makes something that sees nothing of the function around it.
    fn alone<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let scope = std::mem::take(&mut self.scope);
        let tyvars = std::mem::take(&mut self.tyvars);
        let calls = std::mem::take(&mut self.calls);
        let made = make(self);
        (self.scope, self.tyvars, self.calls) = (scope, tyvars, calls);
        made
    }

    /// A function without a name.
    fn lambda(&mut self, arg: &Ty, result: &Ty, depth: u32) -> ExpKind {
        let function = self.alone(|generator| {
            let mut names = Vec::new();
            let pat = generator.pat(arg, &mut names);
            (pat, generator.under(names, result, depth))
        });
        ExpKind::Lambda(Rc::new(function), self.rng.chance(50))
    }

    /// A mention of a function at types.
    pub(super) fn use_of(&mut self, fun: usize, types: Vec<Ty>) -> Use {
        let mode = self.rng.below(3);
        let types = types.into_iter();
        let types = types.map(|ty| (ty, mode == 0 || mode == 1 && self.rng.chance(50))).collect();
        Use { fun, types, inline: self.rng.chance(8) }
    }

    fn application(&mut self, ty: &Ty, depth: u32) -> Option<ExpKind> {
        let mut known: Vec<Exp> = Vec::new();
        for (name, of) in self.visible() {
            if matches!(&of, Ty::Fun(_, result) if **result == *ty) {
                known.push(Exp::var(&name, &of));
            }
        }
        for fun in 0..self.limit {
            known.extend(self.instance(fun, ty));
        }
        if known.is_empty() {
            return None;
        }
        let function = self.rng.pick(&known);
        let Ty::Fun(arg, _) = &function.ty else { return None };
        let arg = self.argument(&arg.clone(), depth);
        Some(match self.rng.chance(15) {
            true => ExpKind::Dollar(Box::new(function), arg),
            false => ExpKind::App(Box::new(function), arg),
        })
    }

    /// A function whose result is of a type, if it is.
    fn instance(&mut self, number: usize, ty: &Ty) -> Option<Exp> {
        let fun = self.program.funs[number].clone();
        let mut found = Vec::new();
        if !fun.result.unify(ty, &mut found) {
            return None;
        }
        let types: Vec<Ty> = in_order(found, fun.vars.len())
            .into_iter()
            .map(|ty| ty.unwrap_or_else(|| self.ty(1)))
            .collect();
        // There are no functions from and to what is unknown.
        let takes_function = fun.arg.any(&|ty| matches!(ty, Ty::Fun(..)) && ty.has_var());
        if takes_function && types.iter().any(Ty::has_var) {
            return None;
        }
        let with = |ty: &Ty| ty.with(&|var| Some(types[var].clone()));
        let ty = Ty::fun(with(&fun.arg), with(&fun.result));
        let kind = ExpKind::Fun(self.use_of(number, types));
        Some(Exp { ty, kind })
    }

    fn again(&mut self, ty: &Ty, depth: u32) -> Option<ExpKind> {
        let calls: Vec<Call> =
            self.calls.iter().filter(|call| call.result == *ty).cloned().collect();
        if calls.is_empty() || self.again == 0 {
            return None;
        }
        self.again -= 1;
        let Call { fun, counter, rest, result } = self.rng.pick(&calls);
        let one = Exp { ty: counter.ty.clone(), kind: ExpKind::Int(1) };
        let ty = counter.ty.clone();
        let less = ExpKind::Binary(BinOp::Sub, Box::new(counter), Box::new(one));
        let mut args = vec![Exp { ty, kind: less }];
        args.extend(rest.iter().map(|ty| self.exp(ty, depth)));
        let arg_ty = Ty::Tuple(args.iter().map(|arg| arg.ty.clone()).collect());
        let vars = (0..self.program.funs[fun].vars.len()).map(Ty::Var).collect();
        let function =
            Exp { ty: Ty::fun(arg_ty.clone(), result), kind: ExpKind::Fun(self.use_of(fun, vars)) };
        let arg = Exp { ty: arg_ty, kind: ExpKind::Tuple(args) };
        Some(ExpKind::App(Box::new(function), Box::new(arg)))
    }

    fn operator(&mut self, ty: &Ty, depth: u32) -> Option<ExpKind> {
        match ty {
            Ty::Word(_) if self.rng.chance(12) => {
                Some(ExpKind::Complement(self.boxed_exp(ty, depth)))
            }
            Ty::Word(_) => Some(self.binary(&ARITHMETIC, ty, depth)),
            Ty::Bool => Some(match self.rng.below(6) {
                0 => ExpKind::Not(self.boxed_exp(ty, depth)),
                1 | 2 => self.binary(&[BinOp::And, BinOp::Or], ty, depth),
                3 => self.binary(&COMPARISONS, ty, depth),
                _ => {
                    let of = self.word();
                    self.binary(&COMPARISONS, &of, depth)
                }
            }),
            Ty::Str
            | Ty::Unit
            | Ty::Tuple(_)
            | Ty::Record(_)
            | Ty::Variant(_)
            | Ty::Fun(..)
            | Ty::Var(_) => None,
        }
    }

    fn binary(&mut self, ops: &[BinOp], of: &Ty, depth: u32) -> ExpKind {
        let op = self.rng.pick(ops);
        ExpKind::Binary(op, self.boxed_exp(of, depth), self.boxed_exp(of, depth))
    }

    fn if_(&mut self, ty: &Ty, depth: u32) -> ExpKind {
        let bars = self.rng.chance(50);
        let count = if bars { self.rng.between(1, 3) } else { 1 };
        let mut guards = Vec::new();
        for _ in 0..count {
            let (cond, body) = (self.exp(&Ty::Bool, depth), self.exp(ty, depth));
            guards.push(Guard { cond, arrow: self.arrow(), body });
        }
        ExpKind::If(guards, self.boxed_exp(ty, depth), bars)
    }

    /// A field of a record that is in scope, or of another.
    fn member(&mut self, ty: &Ty, depth: u32) -> ExpKind {
        let mut found: Vec<(Exp, String)> = Vec::new();
        for (name, of) in self.visible() {
            let Ty::Record(parts) = &of else { continue };
            for part in parts.iter().filter(|part| !part.taken && part.ty == *ty) {
                found.push((Exp::var(&name, &of), part.name.clone()));
            }
        }
        if !found.is_empty() {
            let (record, name) = self.rng.pick(&found);
            return ExpKind::Member(Box::new(record), name);
        }
        let part = |name: &str, ty: &Ty| Part { name: name.into(), ty: ty.clone(), taken: false };
        let other = self.ty(1);
        let mut parts = vec![part("y", ty), part("x", &other)];
        if self.rng.chance(50) {
            parts.reverse();
        }
        ExpKind::Member(self.boxed_exp(&Ty::Record(parts), depth), "y".into())
    }

    fn put(&mut self, ty: &Ty, depth: u32) -> Option<ExpKind> {
        let Ty::Record(parts) = ty else { return None };
        let mut before = parts.clone();
        let mut fields = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            if !part.taken && (self.rng.chance(50) || fields.is_empty()) {
                before[i].taken = self.rng.chance(50);
                fields.push((part.name.clone(), self.exp(&part.ty, depth)));
            }
        }
        if fields.is_empty() {
            return None;
        }
        Some(ExpKind::Put(self.boxed_exp(&Ty::Record(before), depth), fields))
    }
}

/// The types of variables by their numbers.
fn in_order(found: Vec<(usize, Ty)>, count: usize) -> Vec<Option<Ty>> {
    let mut types = vec![None; count];
    for (var, ty) in found {
        types[var] = Some(ty);
    }
    types
}
