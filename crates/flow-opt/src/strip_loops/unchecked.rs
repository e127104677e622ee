//! A copy of a strip without bounds checks, and the test that it may run.
//!
//! ```text
//! zero = sge.i64 start 0
//! n = array.len a
//! in = sle.i64 lim n
//! ok = and.i1 zero in
//! fun fast(i, s) { ... array.get.u a i ... jump fast i2 s2 }
//! fun inner(i, s) { ... array.get a i ... jump inner i2 s2 }
//! if ok { jump fast ... } else { jump inner ... }
//! ```

use faults::{Fault, on};
use flow::walk::{all_bodies, each_body_mut};
use flow::{Atom, Body, FlowOp, Kind, Let, Local, LocalFun, Tail, Unit, Var, VarInfo};
use prim::{CmpOp, Const, IntOp, Prim};
use rustc_hash::FxHashMap;
use types::Width;

/// Larger loops are not copied.
const MOST: usize = 120;

/// The array that a binding indexes by this variable, with a check.
pub(super) fn indexed(binding: &Let, index: Var) -> Option<Var> {
    let Let::Op { op, args, .. } = binding else { return None };
    match (op, &args[..]) {
        (
            FlowOp::ArrayGet { checked: true, .. } | FlowOp::ArraySet { checked: true, .. },
            [Atom::Var(array), Atom::Var(i), ..],
        ) if *i == index => Some(*array),
        _ => None,
    }
}

/// A strip: its counter runs from `start` to just below `limit`, on the side of
/// the loop's first test that goes on.
pub(super) struct Strip {
    pub(super) counter: Var,
    pub(super) start: Var,
    pub(super) limit: Var,
    pub(super) goes_on_if_true: bool,
}

/// A copy of the loop that does not check the counter's accesses to `arrays`,
/// and the condition under which it may run.
pub(super) fn guard(
    unit: &mut Unit,
    fun: &LocalFun,
    arrays: &[Var],
    strip: &Strip,
    lets: &mut Vec<Let>,
) -> Option<(LocalFun, Atom)> {
    if arrays.is_empty() || fun.body.size() > MOST {
        return None;
    }
    let mut bind = |unit: &mut Unit, name: &str, width: Width, op: FlowOp, args: Vec<Atom>| {
        let dst = unit.vars.push(VarInfo { name: name.into(), kind: Kind::Int(width) });
        lets.push(Let::Op { dst: vec![dst], op, args, pos: base::Pos::NONE });
        Atom::Var(dst)
    };
    let compare = |op| FlowOp::Prim(Prim::Cmp(op, Width::I64));
    let least = if on(Fault::StripNegative) { i64::MIN } else { 0 };
    let zero = vec![Atom::Var(strip.start), Atom::Const(Const::i64(least))];
    let mut ok = bind(unit, "ok", Width::I1, compare(CmpOp::Sge), zero);
    for array in arrays {
        let length = bind(unit, "n", Width::I64, FlowOp::ArrayLen, vec![Atom::Var(*array)]);
        let within =
            bind(unit, "in", Width::I1, compare(CmpOp::Sle), vec![Atom::Var(strip.limit), length]);
        let and = FlowOp::Prim(Prim::Int(IntOp::And, Width::I1));
        ok = bind(unit, "ok", Width::I1, and, vec![ok, within]);
    }
    let mut fast = fun.clone();
    let Tail::If { then, els, .. } = &mut fast.body.tail else { return None };
    each_body_mut(if strip.goes_on_if_true { then } else { els }, |body| {
        for binding in &mut body.lets {
            if indexed(binding, strip.counter).is_some_and(|array| arrays.contains(&array))
                && let Let::Op {
                    op: FlowOp::ArrayGet { checked, .. } | FlowOp::ArraySet { checked, .. },
                    ..
                } = binding
            {
                *checked = false;
            }
        }
    });
    rename(unit, &mut fast);
    Some((fast, ok))
}

/// Gives everything that a function binds, itself included, a new name.
fn rename(unit: &mut Unit, fun: &mut LocalFun) {
    let mut vars: FxHashMap<Var, Var> = FxHashMap::default();
    let mut locals: FxHashMap<Local, Local> = FxHashMap::default();
    let mut fresh_local = |unit: &mut Unit, local: Local| {
        let name = unit.locals[local].clone();
        locals.insert(local, unit.locals.push(name));
    };
    let mut fresh = |unit: &mut Unit, var: Var| {
        let info = unit.vars[var].clone();
        vars.insert(var, unit.vars.push(info));
    };
    fresh_local(unit, fun.name);
    fun.params.iter().for_each(|p| fresh(unit, *p));
    for node in all_bodies(&fun.body) {
        for binding in &node.body.lets {
            match binding {
                Let::Op { dst, .. } => dst.iter().for_each(|v| fresh(unit, *v)),
                Let::Funs(funs) => {
                    for fun in funs {
                        fresh_local(unit, fun.name);
                        fun.params.iter().for_each(|p| fresh(unit, *p));
                    }
                }
            }
        }
    }
    let var = |v: &mut Var| *v = vars.get(v).copied().unwrap_or(*v);
    let local = |l: &mut Local| *l = locals.get(l).copied().unwrap_or(*l);
    let atom = |a: &mut Atom| {
        if let Atom::Var(v) = a {
            var(v);
        }
    };
    local(&mut fun.name);
    fun.params.iter_mut().for_each(var);
    each_body_mut(&mut fun.body, |body: &mut Body| {
        for binding in &mut body.lets {
            match binding {
                Let::Op { dst, args, .. } => {
                    dst.iter_mut().for_each(var);
                    args.iter_mut().for_each(atom);
                }
                Let::Funs(funs) => {
                    for fun in funs {
                        local(&mut fun.name);
                        fun.params.iter_mut().for_each(var);
                    }
                }
            }
        }
        body.tail.operands_mut().for_each(atom);
        if let Tail::Jump { fun, .. } = &mut body.tail {
            local(fun);
        }
    });
}
