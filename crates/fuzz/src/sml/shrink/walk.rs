//! Walks over a program that stop at the n-th thing of a kind and change it.

use super::super::syntax::{Arm, Dec, Exp, ExpKind, Pat, PatKind, Program};
use std::rc::Rc;

/// The places that a walk comes to. An answer of true ends the walk.
trait Visitor {
    fn decs(&mut self, _decs: &mut Vec<Dec>) -> bool {
        false
    }
    fn exp(&mut self, _exp: &mut Exp) -> bool {
        false
    }
    fn pat(&mut self, _pat: &mut Pat) -> bool {
        false
    }
    fn arms(&mut self, _arms: &mut Vec<Arm>) -> bool {
        false
    }
    fn clauses(&mut self, _clauses: &mut Vec<(Vec<Pat>, Exp)>) -> bool {
        false
    }
}

/// Counts down to the thing that is meant, and then acts.
struct At<A> {
    left: usize,
    act: A,
    changed: bool,
}

impl<A> At<A> {
    fn is_here(&mut self) -> bool {
        let here = self.left == 0;
        self.left = self.left.wrapping_sub(1);
        here
    }
}

struct Decs<A>(At<A>);
struct Exps<A>(At<A>);
struct Pats<A>(At<A>);
struct Rules<A>(At<A>);

impl<A: FnMut(&mut Vec<Dec>) -> bool> Visitor for Decs<A> {
    fn decs(&mut self, decs: &mut Vec<Dec>) -> bool {
        let here = self.0.is_here();
        if here {
            self.0.changed = (self.0.act)(decs);
        }
        here
    }
}

impl<A: FnMut(&mut Exp) -> bool> Visitor for Exps<A> {
    fn exp(&mut self, exp: &mut Exp) -> bool {
        let here = self.0.is_here();
        if here {
            self.0.changed = (self.0.act)(exp);
        }
        here
    }
}

impl<A: FnMut(&mut Pat) -> bool> Visitor for Pats<A> {
    fn pat(&mut self, pat: &mut Pat) -> bool {
        let here = self.0.is_here();
        if here {
            self.0.changed = (self.0.act)(pat);
        }
        here
    }
}

impl<A: FnMut(usize) -> Option<usize>> Visitor for Rules<A> {
    fn arms(&mut self, arms: &mut Vec<Arm>) -> bool {
        self.remove(arms)
    }

    fn clauses(&mut self, clauses: &mut Vec<(Vec<Pat>, Exp)>) -> bool {
        self.remove(clauses)
    }
}

impl<A: FnMut(usize) -> Option<usize>> Rules<A> {
    fn remove<T>(&mut self, rules: &mut Vec<T>) -> bool {
        let here = self.0.is_here();
        if here && let Some(i) = (self.0.act)(rules.len()) {
            rules.remove(i);
            self.0.changed = true;
        }
        here
    }
}

fn at<A>(left: usize, act: A) -> At<A> {
    At { left, act, changed: false }
}

/// Changes the n-th list of declarations, if there is one.
pub(super) fn decs_mut(
    p: &mut Program,
    n: usize,
    act: &mut dyn FnMut(&mut Vec<Dec>) -> bool,
) -> bool {
    let mut visitor = Decs(at(n, act));
    decs(&mut p.decs, &mut visitor);
    visitor.0.changed
}

/// Changes the n-th expression, outer ones first.
pub(super) fn exp_mut(p: &mut Program, n: usize, act: &mut dyn FnMut(&mut Exp) -> bool) -> bool {
    let mut visitor = Exps(at(n, act));
    decs(&mut p.decs, &mut visitor);
    visitor.0.changed
}

/// Changes the n-th pattern, outer ones first.
pub(super) fn pat_mut(p: &mut Program, n: usize, act: &mut dyn FnMut(&mut Pat) -> bool) -> bool {
    let mut visitor = Pats(at(n, act));
    decs(&mut p.decs, &mut visitor);
    visitor.0.changed
}

/// Removes a rule or clause of the n-th list of them: asked with their number, `act` says which.
pub(super) fn rules_mut(
    p: &mut Program,
    n: usize,
    act: &mut dyn FnMut(usize) -> Option<usize>,
) -> bool {
    let mut visitor = Rules(at(n, act));
    decs(&mut p.decs, &mut visitor);
    visitor.0.changed
}

/// The expressions in an expression, so many levels down.
pub(super) fn inside(exp: &Exp, levels: u32, act: &mut dyn FnMut(&Exp)) {
    struct Inside<'a>(u32, &'a mut dyn FnMut(&Exp));
    impl Visitor for Inside<'_> {
        fn exp(&mut self, exp: &mut Exp) -> bool {
            (self.1)(exp);
            if self.0 > 1 {
                parts(exp, &mut Inside(self.0 - 1, self.1));
            }
            // What is inside has been seen; it goes on beside it.
            exp.kind = ExpKind::Record(Vec::new());
            false
        }
    }
    let mut copy = exp.clone();
    parts(&mut copy, &mut Inside(levels, act));
}

fn decs(list: &mut Vec<Dec>, v: &mut dyn Visitor) -> bool {
    v.decs(list)
        || list.iter_mut().any(|dec| match dec {
            Dec::Val(pattern, value) => pat(pattern, v) || exp(value, v),
            Dec::Fun(funs) => Rc::make_mut(funs).iter_mut().any(|fun| {
                v.clauses(&mut fun.clauses)
                    || fun.clauses.iter_mut().any(|(pats, body)| {
                        pats.iter_mut().any(|pattern| pat(pattern, v)) || exp(body, v)
                    })
            }),
            Dec::Structure(module, _) => decs(&mut Rc::make_mut(module).body, v),
            Dec::Functor(functor) => decs(&mut Rc::make_mut(functor).module.body, v),
            Dec::Datatype(_) | Dec::Exception(..) => false,
            Dec::Apply { args, .. } => args.iter_mut().any(|(_, arg)| exp(arg, v)),
            Dec::Print { exp: value, .. } => exp(value, v),
        })
}

fn arms(list: &mut Vec<Arm>, v: &mut dyn Visitor) -> bool {
    v.arms(list) || list.iter_mut().any(|(pattern, body)| pat(pattern, v) || exp(body, v))
}

fn exp(value: &mut Exp, v: &mut dyn Visitor) -> bool {
    v.exp(value) || parts(value, v)
}

fn parts(value: &mut Exp, v: &mut dyn Visitor) -> bool {
    match &mut value.kind {
        ExpKind::Lit(_) | ExpKind::Var(_) => false,
        ExpKind::Record(fields) => fields.iter_mut().any(|(_, field)| exp(field, v)),
        ExpKind::Con(_, arg) | ExpKind::Exn(_, arg) => arg.iter_mut().any(|arg| exp(arg, v)),
        ExpKind::Op(_, args) | ExpKind::Vector(args) => args.iter_mut().any(|arg| exp(arg, v)),
        ExpKind::Select(_, of) | ExpKind::Raise(of) | ExpKind::Show(of) => exp(of, v),
        ExpKind::App(a, b) | ExpKind::Andalso(a, b) | ExpKind::Orelse(a, b) => {
            exp(a, v) || exp(b, v)
        }
        ExpKind::Fn(rules) => arms(Rc::make_mut(rules), v),
        ExpKind::If(a, b, c) => exp(a, v) || exp(b, v) || exp(c, v),
        ExpKind::Case(of, rules) | ExpKind::Handle(of, rules) => exp(of, v) || arms(rules, v),
        ExpKind::Let(list, body) => decs(list, v) || exp(body, v),
        ExpKind::Seq(first, last) => first.iter_mut().any(|of| exp(of, v)) || exp(last, v),
    }
}

fn pat(pattern: &mut Pat, v: &mut dyn Visitor) -> bool {
    v.pat(pattern)
        || match &mut pattern.kind {
            PatKind::Wild | PatKind::Var(_) | PatKind::Lit(_) => false,
            PatKind::Record(fields) => fields.iter_mut().any(|(_, field)| pat(field, v)),
            PatKind::Con(_, of) | PatKind::Exn(_, of) => of.iter_mut().any(|of| pat(of, v)),
            PatKind::Ref(of) | PatKind::As(_, of) => pat(of, v),
            PatKind::Vector(pats) | PatKind::Or(pats) => pats.iter_mut().any(|of| pat(of, v)),
        }
}
