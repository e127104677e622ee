//! The smallest program that still fails.
//!
//! Greedy: every edit is tried at every place, on a copy; a copy that has a result and fails is
//! kept. Every edit keeps types:
//!
//! ```text
//! definitions   dropped, if nothing mentions them
//! results       parts of the entry's tuple dropped
//! expressions   a constant, a part of the same type, or the same with less in it
//! ```
//! An edit that leaves a variable without its binding is found out by the front end, whose
//! message is another way to fail.

use super::generate::STEPS;
use super::syntax::{Exp, ExpKind, Item, Pat, Program, Ty};
use super::{CogentProgram, eval, print};
use std::rc::Rc;

/// Makes a program for which `fails` holds as small as it can.
pub(super) fn shrink(
    program: &CogentProgram,
    fails: &mut dyn FnMut(&CogentProgram) -> bool,
) -> CogentProgram {
    let mut shrinker = Shrinker { best: program.clone(), fails };
    loop {
        let before = shrinker.best.text().len();
        shrinker.results();
        shrinker.items();
        shrinker.exps();
        shrinker.items();
        if shrinker.best.text().len() >= before {
            return shrinker.best;
        }
    }
}

struct Shrinker<'f> {
    best: CogentProgram,
    fails: &'f mut dyn FnMut(&CogentProgram) -> bool,
}

impl Shrinker<'_> {
    /// Keeps an edit if the program is smaller and has a result after it, and still fails.
    fn attempt(&mut self, edit: impl FnOnce(&mut Program) -> bool) -> bool {
        let mut program = self.best.program.clone();
        if !edit(&mut program) || !is_closed(&mut program) {
            return false;
        }
        let size = |program: &Program| print::text(program).len() + print::argument(program).len();
        if size(&program) >= size(&self.best.program) {
            return false;
        }
        let Ok(expected) = eval::run(&program, STEPS) else { return false };
        let candidate = CogentProgram { program, expected };
        if !(self.fails)(&candidate) {
            return false;
        }
        self.best = candidate;
        true
    }

    fn items(&mut self) {
        self.attempt(|program| {
            program.boxed.clear();
            true
        });
        for i in (0..self.best.program.boxed.len()).rev() {
            self.attempt(|program| {
                program.boxed.remove(i);
                true
            });
        }
        for i in (0..self.best.program.items.len()).rev() {
            let entry = Item::Fun(self.best.program.funs.len() - 1);
            self.attempt(|program| program.items.remove(i) != entry);
        }
        self.attempt(|program| {
            program.synonyms.clear();
            program.items.retain(|item| !matches!(item, Item::Synonym(_)));
            true
        });
    }

    fn results(&mut self) {
        let entry = self.best.program.funs.len() - 1;
        for i in (0..16).rev() {
            self.attempt(|program| {
                let fun = &mut program.funs[entry];
                let Ty::Tuple(types) = &mut fun.result else { return false };
                let ExpKind::Tuple(items) = &mut fun.alts[0].body.kind else { return false };
                if i >= items.len() || items.len() != types.len() {
                    return false;
                }
                items.remove(i);
                types.remove(i);
                if let ([item], [ty]) = (&mut items[..], &mut types[..]) {
                    (fun.alts[0].body, fun.result) = (item.clone(), ty.clone());
                } else {
                    fun.alts[0].body.ty = fun.result.clone();
                }
                true
            });
        }
    }

    /// Outer expressions first: what they hold goes with them.
    fn exps(&mut self) {
        let mut n = 0;
        loop {
            let mut replacements = None;
            exp_mut(&mut self.best.program, n, &mut |exp| {
                replacements = Some(smaller(exp));
            });
            let Some(replacements) = replacements else { return };
            for new in replacements {
                let put = |exp: &mut Exp| *exp = new.clone();
                if self.attempt(|program| exp_mut(program, n, &mut { put })) {
                    break;
                }
            }
            n += 1;
        }
    }
}

/// Does something to the expression with this number; false if there are not as many.
fn exp_mut(program: &mut Program, n: usize, act: &mut dyn FnMut(&mut Exp)) -> bool {
    fn walk(exp: &mut Exp, n: &mut usize, act: &mut dyn FnMut(&mut Exp)) -> bool {
        if *n == 0 {
            act(exp);
            return true;
        }
        *n -= 1;
        exp.parts_mut().into_iter().any(|part| walk(part, n, act))
    }
    let mut n = n;
    roots(program).into_iter().any(|exp| walk(exp, &mut n, act))
}

/// The bodies of what is in the text.
fn roots(program: &mut Program) -> Vec<&mut Exp> {
    let items = program.items.clone();
    let consts = program.consts.iter_mut().enumerate();
    let consts = consts.filter(|(i, _)| items.contains(&Item::Const(*i)));
    let funs = program.funs.iter_mut().enumerate().rev();
    let funs = funs.filter(|(i, _)| items.contains(&Item::Fun(*i)));
    let bodies = funs.flat_map(|(_, fun)| fun.alts.iter_mut().map(|alt| &mut alt.body));
    let consts = consts.map(|(_, constant)| &mut constant.value);
    std::iter::once(&mut program.arg).chain(bodies).chain(consts).collect()
}

/// True if all functions and constants that are mentioned are in the text.
fn is_closed(program: &mut Program) -> bool {
    fn walk(exp: &mut Exp, items: &[Item]) -> bool {
        let mentioned = if let ExpKind::Fun(function) = &exp.kind {
            Some(Item::Fun(function.fun))
        } else if let ExpKind::Const(number) = exp.kind {
            Some(Item::Const(number))
        } else {
            None
        };
        mentioned.is_none_or(|item| items.contains(&item))
            && exp.parts_mut().into_iter().all(|part| walk(part, items))
    }
    let items = program.items.clone();
    roots(program).into_iter().all(|exp| walk(exp, &items))
}

/// Expressions to replace one by: a constant, parts of it, and itself with less in it.
fn smaller(exp: &mut Exp) -> Vec<Exp> {
    let mut found: Vec<Exp> = default(&exp.ty).into_iter().collect();
    inside(&mut exp.clone(), &exp.ty, 3, &mut found);
    let ty = exp.ty.clone();
    let mut add = |kind: ExpKind| found.push(Exp { ty: ty.clone(), kind });
    if let ExpKind::Let(binds, body) = &exp.kind {
        without(binds).for_each(|binds| add(ExpKind::Let(binds, body.clone())));
    } else if let ExpKind::If(guards, otherwise, bars) = &exp.kind {
        without(guards).for_each(|guards| add(ExpKind::If(guards, otherwise.clone(), *bars)));
    } else if let ExpKind::Match(subject, alts) = &exp.kind {
        without(alts).for_each(|alts| add(ExpKind::Match(subject.clone(), alts)));
    } else if let ExpKind::Put(record, fields) = &exp.kind {
        without(fields).for_each(|fields| add(ExpKind::Put(record.clone(), fields)));
    }
    found
}

/// A list without each of its items, if it has several.
fn without<T: Clone>(items: &[T]) -> impl Iterator<Item = Vec<T>> {
    let places = if items.len() > 1 { 0..items.len() } else { 0..0 };
    places.map(|i| [&items[..i], &items[i + 1..]].concat())
}

fn inside(exp: &mut Exp, ty: &Ty, depth: u32, found: &mut Vec<Exp>) {
    for part in exp.parts_mut() {
        if part.ty == *ty {
            found.push(part.clone());
        }
        if depth > 0 {
            inside(part, ty, depth - 1, found);
        }
    }
}

/// The simplest value of a type.
fn default(ty: &Ty) -> Option<Exp> {
    let kind = match ty {
        Ty::Word(_) => ExpKind::Int(0),
        Ty::Bool => ExpKind::Bool(false),
        Ty::Str => ExpKind::Str(Vec::new()),
        Ty::Unit => ExpKind::Unit,
        Ty::Tuple(types) => ExpKind::Tuple(types.iter().map(default).collect::<Option<_>>()?),
        Ty::Record(parts) => {
            let whole = parts.iter().map(|part| Some((part.name.clone(), default(&part.ty)?)));
            let value = ExpKind::Record(whole.collect::<Option<_>>()?);
            let mut parts = parts.clone();
            if parts.iter().all(|part| !part.taken) {
                value
            } else {
                parts.iter_mut().for_each(|part| part.taken = false);
                ExpKind::Promote(Box::new(Exp { ty: Ty::Record(parts), kind: value }))
            }
        }
        Ty::Variant(tags) => {
            let tag = tags.iter().find(|tag| !tag.taken)?;
            ExpKind::Tag(tag.name.clone(), Box::new(default(&tag.ty)?))
        }
        Ty::Fun(_, result) => ExpKind::Lambda(Rc::new((Pat::Wild, default(result)?)), false),
        Ty::Var(_) => return None,
    };
    Some(Exp { ty: ty.clone(), kind })
}
