//! The smallest program that still fails.
//!
//! Greedy: every edit is tried at every place, on a copy; a copy that is still well-formed,
//! ends, and fails is kept. Every edit keeps types:
//!
//! ```text
//! declarations  dropped, many at once and then one by one
//! expressions   a constant, or a part of the same type
//! rules         dropped
//! patterns      `_`
//! ```
//! A result is well-formed if every variable, datatype and exception that it uses is in scope.

mod scope;
mod walk;

use super::eval;
use super::generate::{STEPS, parts};
use super::syntax::{Dec, Exp, ExpKind, FAIL, Lit, Pat, PatKind, Program, Ty};
use super::{SmlProgram, print};
use crate::oracle::End;
use std::rc::Rc;
use walk::{decs_mut, exp_mut, pat_mut, rules_mut};

/// Makes a program for which `fails` holds as small as it can.
pub(super) fn shrink(
    program: &SmlProgram,
    fails: &mut dyn FnMut(&SmlProgram) -> bool,
) -> SmlProgram {
    let mut shrinker = Shrinker { best: program.clone(), fails };
    loop {
        let before = shrinker.weight();
        shrinker.decs();
        shrinker.exps();
        shrinker.rules();
        shrinker.pats();
        if shrinker.weight() >= before {
            return shrinker.best;
        }
    }
}

struct Shrinker<'f> {
    best: SmlProgram,
    fails: &'f mut dyn FnMut(&SmlProgram) -> bool,
}

impl Shrinker<'_> {
    fn weight(&self) -> usize {
        print::text(&self.best.program).len()
    }

    /// Keeps an edit if the program is smaller and well-formed after it, and still fails.
    fn attempt(&mut self, edit: impl FnOnce(&mut Program) -> bool) -> bool {
        let mut program = self.best.program.clone();
        if !edit(&mut program) {
            return false;
        }
        scope::prune(&mut program.decs);
        if !scope::is_closed(&program) {
            return false;
        }
        if print::text(&program).len() >= self.weight() {
            return false;
        }
        let expected = eval::run(&program, STEPS);
        let candidate = SmlProgram { program, expected };
        if candidate.expected.end == End::Exhausted || !(self.fails)(&candidate) {
            return false;
        }
        self.best = candidate;
        true
    }

    /// Half of a list of declarations, a quarter, and so on to one.
    fn decs(&mut self) {
        let mut n = 0;
        while let Some(length) = self.decs_len(n) {
            let mut chunk = length.next_power_of_two();
            while chunk > 0 {
                let mut end = self.decs_len(n).unwrap_or(0);
                while end > 0 {
                    let start = end.saturating_sub(chunk);
                    self.attempt(|program| {
                        decs_mut(program, n, &mut |decs| {
                            let some = start < decs.len().min(end);
                            decs.drain(start.min(decs.len())..end.min(decs.len()));
                            some
                        })
                    });
                    end = start;
                }
                chunk /= 2;
            }
            n += 1;
        }
    }

    fn decs_len(&mut self, n: usize) -> Option<usize> {
        let mut length = None;
        decs_mut(&mut self.best.program, n, &mut |decs: &mut Vec<Dec>| {
            length = Some(decs.len());
            false
        });
        length
    }

    /// Outer expressions first: what they hold goes with them.
    fn exps(&mut self) {
        let mut n = 0;
        loop {
            let Some((replacements, parts)) = self.replacements(n) else { return };
            let mut tried = 0;
            while tried < replacements.len() {
                let new = replacements[tried].clone();
                if self.attempt(|program| exp_mut(program, n, &mut |exp| put(exp, &new))) {
                    break;
                }
                tried += 1;
            }
            // What replaced it may be replaced again.
            let again = (replacements.len() - parts..replacements.len()).contains(&tried);
            n += usize::from(!again);
        }
    }

    /// The expressions that may stand in place of one: a constant, then parts of it; and the number
    /// of parts.
    fn replacements(&mut self, n: usize) -> Option<(Vec<Exp>, usize)> {
        let mut found = None;
        let program = self.best.program.clone();
        exp_mut(&mut self.best.program, n, &mut |exp| {
            let mut parts = Vec::new();
            let ty = exp.ty.clone();
            walk::inside(exp, 3, &mut |part| {
                if part.ty == ty {
                    parts.push(part.clone());
                }
            });
            let count = parts.len();
            let mut all: Vec<Exp> = default(&program, &ty, 4).into_iter().collect();
            all.extend(parts);
            found = Some((all, count));
            false
        });
        found
    }

    fn rules(&mut self) {
        let mut n = 0;
        loop {
            let mut count = None;
            rules_mut(&mut self.best.program, n, &mut |length| {
                count = Some(length);
                None
            });
            let Some(count) = count else { return };
            for i in (0..count).rev() {
                self.attempt(|program| {
                    rules_mut(program, n, &mut |length| (length > 1).then_some(i))
                });
            }
            n += 1;
        }
    }

    fn pats(&mut self) {
        let mut n = 0;
        loop {
            let mut found: Option<Vec<Pat>> = None;
            pat_mut(&mut self.best.program, n, &mut |pat| {
                let wild = Pat { ty: pat.ty.clone(), kind: PatKind::Wild };
                let same = parts(pat).into_iter().filter(|part| part.ty == pat.ty).cloned();
                found = Some(std::iter::once(wild).chain(same).collect());
                false
            });
            let Some(found) = found else { return };
            for new in found {
                let put = |pat: &mut Pat| {
                    *pat = new.clone();
                    true
                };
                if self.attempt(|program| pat_mut(program, n, &mut { put })) {
                    break;
                }
            }
            n += 1;
        }
    }
}

fn put(exp: &mut Exp, new: &Exp) -> bool {
    *exp = new.clone();
    true
}

/// The simplest value of a type, if one is found this deep.
fn default(program: &Program, ty: &Ty, depth: u32) -> Option<Exp> {
    let less = depth.checked_sub(1)?;
    let kind = match ty {
        Ty::Int(_) => ExpKind::Lit(Lit::Int(0.into())),
        Ty::Word(_) => ExpKind::Lit(Lit::Word(0)),
        Ty::Char => ExpKind::Lit(Lit::Char(b'a')),
        Ty::String => ExpKind::Lit(Lit::String(Vec::new())),
        Ty::Exn => {
            let text = default(program, &Ty::String, less)?;
            ExpKind::Exn(FAIL, Some(Box::new(text)))
        }
        Ty::Record(fields) => {
            let field = |(l, ty): &(String, Ty)| Some((l.clone(), default(program, ty, less)?));
            ExpKind::Record(fields.iter().map(field).collect::<Option<_>>()?)
        }
        Ty::Data(id, _) => {
            let con = |con: u32| match program.con_arg(ty, con) {
                None => Some(ExpKind::Con(con, None)),
                Some(arg) => Some(ExpKind::Con(con, Some(Box::new(default(program, &arg, less)?)))),
            };
            let cons = 0..program.datas[*id].cons.len() as u32;
            cons.clone().filter(|n| program.con_arg(ty, *n).is_none()).chain(cons).find_map(con)?
        }
        Ty::Vector(_) => ExpKind::Vector(Vec::new()),
        Ty::Array(of) => {
            let empty = Exp { ty: Ty::list((**of).clone()), kind: ExpKind::Con(0, None) };
            ExpKind::Op(super::ops::find("Array.fromList $1"), vec![empty])
        }
        Ty::Ref(of) => ExpKind::Op(super::ops::find("ref $1"), vec![default(program, of, less)?]),
        Ty::Fun(arg, result) => {
            let pat = Pat { ty: (**arg).clone(), kind: PatKind::Wild };
            ExpKind::Fn(Rc::new(vec![(pat, default(program, result, less)?)]))
        }
        Ty::Var(_) => return None,
    };
    Some(Exp { ty: ty.clone(), kind })
}
