//! Edits of a module, by the number of a body or operand in the order of the
//! text.

use anf::{Atom, Block, Body, Let, Module, Tail, Var};
use base::{EntityId, Pos};
use num_bigint::BigInt;
use prim::{Const, Data};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use types::{Ty, TyId};

/// An edit of a body, which is given what its `ret` gives where that is known; true if it did
/// something.
type OnBody<'a> = dyn FnMut(&mut Body, Option<&[TyId]>) -> bool + 'a;

pub(super) fn body_count(module: &Module) -> usize {
    fn count(body: &Body) -> usize {
        let lets: usize = body.lets.iter().flat_map(Let::bodies).map(count).sum();
        let tails: usize = body.tail.bodies().map(count).sum();
        1 + lets + tails
    }
    module.funs.iter().map(|fun| count(&fun.body)).sum()
}

/// Does something with body `n`; false if there is none or it does nothing.
pub(super) fn body_mut(module: &mut Module, n: usize, act: &mut OnBody<'_>) -> bool {
    let Module { funs, vars, .. } = module;
    let ty = |var: Var| vars[var].ty;
    let mut left = n;
    for fun in funs {
        if let Some(done) = visit(&mut fun.body, Some(&fun.results), &mut left, &ty, act) {
            return done;
        }
    }
    false
}

fn visit(
    body: &mut Body,
    results: Option<&[TyId]>,
    left: &mut usize,
    ty: &dyn Fn(Var) -> TyId,
    act: &mut OnBody<'_>,
) -> Option<bool> {
    if *left == 0 {
        return Some(act(body, results));
    }
    *left -= 1;
    for binding in &mut body.lets {
        let own: Vec<TyId>;
        match binding {
            Let::Op { .. } | Let::Call { .. } | Let::Callcc { .. } => {}
            Let::Handle { dst, body, handler, .. } => {
                own = dst.iter().map(|var| ty(*var)).collect();
                for inner in [body, handler] {
                    if let Some(done) = visit(inner, Some(&own), left, ty, act) {
                        return Some(done);
                    }
                }
            }
            Let::Funs(funs) => {
                for fun in funs {
                    if let Some(done) = visit(&mut fun.body, Some(&fun.results), left, ty, act) {
                        return Some(done);
                    }
                }
            }
            Let::Join(block) | Let::Cont(block) => {
                if let Some(done) = visit(&mut block.body, results, left, ty, act) {
                    return Some(done);
                }
            }
        }
    }
    body.tail.bodies_mut().find_map(|inner| visit(inner, results, left, ty, act))
}

fn each_operand<'m>(module: &'m mut Module, f: &mut impl FnMut(&'m mut Atom)) {
    fn go<'m>(body: &'m mut Body, f: &mut impl FnMut(&'m mut Atom)) {
        for binding in &mut body.lets {
            match binding {
                Let::Op { args, .. } => args.iter_mut().for_each(&mut *f),
                Let::Call { fun, args, .. } => {
                    f(fun);
                    args.iter_mut().for_each(&mut *f);
                }
                Let::Callcc { fun, .. } => f(fun),
                Let::Handle { body, handler, .. } => {
                    go(body, f);
                    go(handler, f);
                }
                Let::Funs(funs) => funs.iter_mut().for_each(|fun| go(&mut fun.body, f)),
                Let::Join(block) | Let::Cont(block) => go(&mut block.body, f),
            }
        }
        match &mut body.tail {
            Tail::Ret(args) | Tail::Jump { args, .. } => args.iter_mut().for_each(f),
            Tail::TailCall { fun: head, args, .. } | Tail::Throw { cont: head, args, .. } => {
                f(head);
                args.iter_mut().for_each(f);
            }
            Tail::If { cond, then, els } => {
                f(cond);
                go(then, f);
                go(els, f);
            }
            Tail::SwitchInt { scrutinee, cases, default } => {
                f(scrutinee);
                cases.iter_mut().for_each(|(_, body)| go(body, f));
                go(default, f);
            }
            Tail::SwitchSum { scrutinee, cases, default, .. } => {
                f(scrutinee);
                cases.iter_mut().for_each(|case| go(&mut case.body, f));
                default.iter_mut().for_each(|body| go(body, f));
            }
            Tail::Raise { exn, .. } => f(exn),
            Tail::Unreachable => {}
        }
    }
    module.funs.iter_mut().for_each(|fun| go(&mut fun.body, f));
}

pub(super) fn operand_count(module: &Module) -> usize {
    let mut count = 0;
    each_operand(&mut module.clone(), &mut |_| count += 1);
    count
}

/// Operand `k`.
pub(super) fn operand_mut(module: &mut Module, k: usize) -> Option<&mut Atom> {
    let mut found = None;
    let mut at = 0;
    each_operand(module, &mut |atom| {
        if at == k {
            found = Some(atom);
        }
        at += 1;
    });
    found
}

/// The simplest constant in place of an operand, if its type has constants.
pub(super) fn zero(module: &Module, atom: &Atom) -> Option<Atom> {
    let ty = match atom {
        Atom::Var(var) => module.vars.get(*var)?.ty,
        Atom::Const(constant) => return simpler(constant).map(Atom::Const),
    };
    zero_of(module, ty).map(Atom::Const)
}

fn simpler(constant: &Const) -> Option<Const> {
    Some(match constant {
        Const::Int(w, _) => Const::Int(*w, 0),
        Const::F32(_) => Const::F32(0),
        Const::F64(_) => Const::F64(0),
        Const::Str(_) => Const::str(""),
        Const::Big(_) => Const::Big(Arc::new(BigInt::ZERO)),
        Const::Null => return None,
    })
}

pub(super) fn zero_of(module: &Module, ty: TyId) -> Option<Const> {
    Some(match module.types.get(ty) {
        Ty::Int(w) => Const::Int(*w, 0),
        Ty::F32 => Const::F32(0),
        Ty::F64 => Const::F64(0),
        Ty::Str => Const::str(""),
        Ty::Big => Const::Big(Arc::new(BigInt::ZERO)),
        Ty::Ptr => Const::Null,
        Ty::Exn | Ty::Origin => return None,
        Ty::Any | Ty::Tuple(_) | Ty::Unboxed(_) | Ty::Array(_) | Ty::Vector(_) => {
            return None;
        }
        Ty::Ref(_) | Ty::Weak(_) | Ty::Fun(..) | Ty::Cont(_) | Ty::ExnCon(_) | Ty::Sum(_) => {
            return None;
        }
    })
}

/// The simplest constants of types that have them.
pub(super) fn zeros(module: &Module, tys: &[TyId]) -> Option<Vec<Atom>> {
    tys.iter().map(|ty| zero_of(module, *ty).map(Atom::Const)).collect()
}

/// The first variable of the type in place of operand `k`.
pub(super) fn first_of_type(module: &mut Module, k: usize) -> bool {
    let Some(Atom::Var(var)) = operand_mut(module, k).cloned() else { return false };
    let ty = module.vars[var].ty;
    let first = module.vars.iter().find(|(_, info)| info.ty == ty).map(|(var, _)| var);
    match (first, operand_mut(module, k)) {
        (Some(first), Some(place)) if first.index() < var.index() => {
            *place = Atom::Var(first);
            true
        }
        (Some(_) | None, Some(_) | None) => false,
    }
}

/// Drops bindings of body `n`, with constants for what they bound.
pub(super) fn drop_bindings(module: &mut Module, n: usize, range: Range<usize>) -> bool {
    let mut dropped = Vec::new();
    let found = body_mut(module, n, &mut |body, _| {
        if range.end > body.lets.len() {
            return false;
        }
        dropped = body
            .lets
            .drain(range.clone())
            .flat_map(|binding| binding.defs().collect::<Vec<_>>())
            .collect();
        true
    });
    let mut map = HashMap::new();
    for var in dropped {
        if let Some(constant) = zero_of(module, module.vars[var].ty) {
            map.insert(var, Atom::Const(constant));
        }
    }
    substitute(module, &map);
    found
}

pub(super) fn substitute(module: &mut Module, map: &HashMap<Var, Atom>) {
    each_operand(module, &mut |atom| {
        if let Some(new) = atom.var().and_then(|var| map.get(&var)) {
            *atom = new.clone();
        }
    });
}

/// Puts what may raise, or the handler, in place of a `handle`.
pub(super) fn unwrap_handle(module: &mut Module, n: usize, i: usize, take_handler: bool) -> bool {
    body_mut(module, n, &mut |outer, _| {
        let Some(Let::Handle { dst, body, handler, pos, .. }) = outer.lets.get(i).cloned() else {
            return false;
        };
        let inner = if take_handler { handler } else { body };
        let Tail::Ret(args) = inner.tail else { return false };
        let mut lets = inner.lets;
        for (var, arg) in dst.into_iter().zip(args) {
            lets.push(Let::Op { dst: vec![var], op: Data::Copy.into(), args: vec![arg], pos });
        }
        outer.lets.splice(i..=i, lets);
        true
    })
}

/// Puts the body of a join point in place of the jump to it.
pub(super) fn inline_join(module: &mut Module, n: usize, i: usize) -> bool {
    let mut map = HashMap::new();
    let found = body_mut(module, n, &mut |outer, _| {
        let Some(Let::Join(Block { name, params, body, .. })) = outer.lets.get(i).cloned() else {
            return false;
        };
        let Tail::Jump { join, args } = &outer.tail else { return false };
        if *join != name {
            return false;
        }
        let args = args.clone();
        outer.lets.remove(i);
        outer.lets.extend(body.lets);
        outer.tail = body.tail;
        map = params.into_iter().zip(args).collect();
        true
    });
    substitute(module, &map);
    found
}

/// Takes all positions away.
pub(super) fn forget_positions(module: &mut Module) {
    fn go(body: &mut Body) {
        for binding in &mut body.lets {
            match binding {
                Let::Op { pos, .. } | Let::Call { pos, .. } => *pos = Pos::NONE,
                Let::Callcc { pos, .. } | Let::Handle { pos, .. } => *pos = Pos::NONE,
                Let::Funs(funs) => funs.iter_mut().for_each(|fun| fun.pos = Pos::NONE),
                Let::Join(block) | Let::Cont(block) => block.pos = Pos::NONE,
            }
            binding.bodies_mut().for_each(go);
        }
        match &mut body.tail {
            Tail::TailCall { pos, .. } | Tail::Raise { pos, .. } | Tail::Throw { pos, .. } => {
                *pos = Pos::NONE
            }
            Tail::Ret(_) | Tail::Jump { .. } | Tail::If { .. } | Tail::SwitchInt { .. } => {}
            Tail::SwitchSum { .. } | Tail::Unreachable => {}
        }
        body.tail.bodies_mut().for_each(go);
    }
    for fun in &mut module.funs {
        fun.pos = Pos::NONE;
        go(&mut fun.body);
    }
}
