//! Gives counted loops that index arrays by their counter a copy without bounds checks.
//!
//! ```text
//! fun loop(i, s) {                     zero = sge.i64 x 0
//!   c = slt.i64 i n                    len = array.len a
//!   if c {                             in = sle.i64 n len
//!     ...                              ok = and.i1 zero in
//!     y = array.get a i          =>    fun fast(i, s) { ... array.get.u a i ... jump fast j t }
//!     ...                              fun loop(i, s) { ... array.get a i ... jump loop j t }
//!     jump loop j t                    if ok { jump fast x z } else { jump loop x z }
//!   } else { ... }
//! }
//! jump loop x z
//! ```
//! The loop is counted ([`prim::counted`]) and goes on while the counter is below the bound, so
//! that the counter is between where it begins and the bound. LLVM removes such checks by
//! itself only from loops that cannot end otherwise, by an overflow say.
//!
//! Expects: bound once; `strip-loops` before, which makes local functions of loops. Establishes:
//! nothing. Loops larger than [`MOST`] are not copied.

use crate::counted::{is_short, operand, prims};
use faults::{Fault, on};
use flow::walk::{all_bodies, each_body_mut, fun_bodies};
use flow::{Atom, Body, FlowOp, Kind, Let, Local, LocalFun, Tail, Unit, Var, VarInfo};
use pass::{Pass, Settings, Stats};
use prim::counted::{Counted, Loop, View};
use prim::{CmpOp, Const, IntOp, Prim};
use rustc_hash::{FxHashMap, FxHashSet};
use types::Width;

/// Larger loops are not copied.
const MOST: usize = 120;

/// The pass.
pub static UNCHECKED_LOOPS: Pass<Unit> = Pass {
    name: "unchecked-loops",
    about: "gives counted loops over arrays a copy without bounds checks",
    settings: &[],
    run: unchecked_loops,
};

fn unchecked_loops(unit: &mut Unit, _: &Settings<'_>, stats: &mut Stats) {
    for id in unit.clusters.keys() {
        let empty = Body { lets: Vec::new(), tail: Tail::Unreachable };
        let mut body = std::mem::replace(&mut unit.clusters[id].body, empty);
        let mut copied = 0;
        each_body_mut(&mut body, |body| copied += usize::from(copy_loop(unit, body).is_some()));
        stats.count("loop", copied);
        unit.clusters[id].body = body;
    }
}

/// Copies the loop that a body ends with, if it is one that gains by it.
fn copy_loop(unit: &mut Unit, body: &mut Body) -> Option<()> {
    let Tail::Jump { fun: name, args } = &body.tail else { return None };
    let at = body.lets.iter().rposition(|binding| match binding {
        Let::Funs(funs) => matches!(&funs[..], [fun] if fun.name == *name),
        Let::Op { .. } => false,
    })?;
    let Let::Funs(funs) = &body.lets[at] else { return None };
    let found = Found::of(&funs[0])?;
    let start = args[found.counter].clone();
    let mut fast = funs[0].clone();
    found.uncheck(&mut fast);
    rename(unit, &mut fast);
    let (unchecked, checked) =
        (Tail::Jump { fun: fast.name, args: args.clone() }, body.tail.clone());
    let mut added = Vec::new();
    let cond = found.guard(unit, start, &mut added);
    added.push(Let::Funs(vec![fast]));
    body.lets.splice(at..at, added);
    let branch = |tail| Box::new(Body { lets: Vec::new(), tail });
    body.tail = Tail::If { cond, then: branch(unchecked), els: branch(checked) };
    Some(())
}

/// A counted loop that indexes arrays.
struct Found {
    /// Index of the counter among the parameters, and itself.
    counter: usize,
    counter_var: Var,
    /// The bound that the counter stays below where the loop goes on.
    bound: Atom,
    goes_on_if_true: bool,
    /// What is to be known for the checks to go; nothing of it changes.
    limits: Vec<Limit>,
}

/// What a check compares with.
#[derive(Clone, PartialEq)]
enum Limit {
    /// The counter with the length of an array.
    Length(Var),
    /// The counter with a number.
    Number(Atom),
    /// An index that does not change with a number.
    Index(Atom, Atom),
}

impl Found {
    fn of(fun: &LocalFun) -> Option<Found> {
        let Tail::If { cond: Atom::Var(cond), then, els } = &fun.body.tail else { return None };
        let nodes = all_bodies(&fun.body);
        let again: Vec<&[Atom]> = nodes
            .iter()
            .filter_map(|node| {
                let Tail::Jump { fun: to, args } = &node.body.tail else { return None };
                (*to == fun.name).then_some(&args[..])
            })
            .collect();
        if again.is_empty() || fun.body.size() > MOST {
            return None;
        }
        let own = fun_bodies(&nodes);
        let goes_back = |branch: &Body| {
            let inner = all_bodies(branch);
            let inner_funs = fun_bodies(&inner);
            inner.iter().any(|node| match &node.body.tail {
                // A function of the loop outside the branch might go back.
                Tail::Jump { fun: to, .. } => {
                    *to == fun.name || own.contains_key(to) && !inner_funs.contains_key(to)
                }
                Tail::If { .. } | Tail::Switch { .. } | Tail::Apply { .. } => false,
                Tail::Throw { .. } | Tail::Reinstate { .. } => false,
                Tail::Raise { .. } | Tail::Unreachable => false,
            })
        };
        let goes_on_if_true = goes_back(then);
        if goes_on_if_true == goes_back(els) {
            return None;
        }
        let prims = prims(&fun.body);
        let view = View { operand, definition: &|var| prims.get(&var).copied() };
        let params = &fun.params;
        let found = Loop { params, cond: *cond, goes_on_if_true, again: &again };
        let counted = Counted::find(&view, &found)?;
        let below = counted.goes_on == CmpOp::Slt
            || on(Fault::StripInclusive) && counted.goes_on == CmpOp::Sle;
        if !below || is_short(&counted) {
            return None;
        }
        let bound = prims[cond].1[1].clone();
        let inside = bound_inside(fun);
        if bound.var().is_some_and(|var| inside.contains(&var)) {
            return None;
        }
        let (counter, counter_var) = (counted.counter, params[counted.counter]);
        // Only there is the counter known to be below the bound.
        let mut limits = Vec::new();
        for node in all_bodies(if goes_on_if_true { then } else { els }) {
            for limit in node.body.lets.iter().filter_map(|binding| limit(binding, counter_var)) {
                if !limit.vars().any(|var| inside.contains(&var)) && !limits.contains(&limit) {
                    limits.push(limit);
                }
            }
        }
        let found = Found { counter, counter_var, bound, goes_on_if_true, limits };
        let counts = |limit: &Limit| !matches!(limit, Limit::Index(..));
        found.limits.iter().any(counts).then_some(found)
    }

    /// Takes the checks off the counter's accesses.
    fn uncheck(&self, fun: &mut LocalFun) {
        let Tail::If { then, els, .. } = &mut fun.body.tail else { return };
        each_body_mut(if self.goes_on_if_true { then } else { els }, |body| {
            for binding in &mut body.lets {
                let known = limit(binding, self.counter_var);
                if known.is_none_or(|limit| !self.limits.contains(&limit)) {
                    continue;
                }
                let Let::Op { op, args, .. } = binding else { continue };
                if let FlowOp::ArrayGet { checked, .. } | FlowOp::ArraySet { checked, .. } = op {
                    *checked = false;
                } else {
                    (*op, _) = (FlowOp::Copy, args.pop());
                }
            }
        });
    }

    /// The condition under which the copy may run, for a counter that begins with `start`.
    fn guard(&self, unit: &mut Unit, start: Atom, lets: &mut Vec<Let>) -> Atom {
        let mut bind = |name: &str, width: Width, op: FlowOp, args: Vec<Atom>| {
            let dst = unit.vars.push(VarInfo { name: name.into(), kind: Kind::Int(width) });
            lets.push(Let::Op { dst: vec![dst], op, args, pos: base::Pos::NONE });
            Atom::Var(dst)
        };
        let compare = |op| FlowOp::Prim(Prim::Cmp(op, Width::I64));
        let least = if on(Fault::StripNegative) { i64::MIN } else { 0 };
        let zero = vec![start, Atom::Const(Const::i64(least))];
        let mut ok = bind("ok", Width::I1, compare(CmpOp::Sge), zero);
        for limit in &self.limits {
            let (op, within) = match limit.clone() {
                Limit::Length(array) => {
                    let length = bind("n", Width::I64, FlowOp::ArrayLen, vec![Atom::Var(array)]);
                    (CmpOp::Sle, vec![self.bound.clone(), length])
                }
                Limit::Number(number) => (CmpOp::Sle, vec![self.bound.clone(), number]),
                Limit::Index(index, number) => (CmpOp::Ult, vec![index, number]),
            };
            let within = bind("in", Width::I1, compare(op), within);
            let and = FlowOp::Prim(Prim::Int(IntOp::And, Width::I1));
            ok = bind("ok", Width::I1, and, vec![ok, within]);
        }
        ok
    }
}

impl Limit {
    /// The variables that must be bound outside of the loop.
    fn vars(&self) -> impl Iterator<Item = Var> {
        let vars = match self {
            Limit::Length(array) => [Some(*array), None],
            Limit::Number(number) => [number.var(), None],
            Limit::Index(index, number) => [index.var(), number.var()],
        };
        vars.into_iter().flatten()
    }
}

/// What a binding compares this variable with, or an index that may not change.
fn limit(binding: &Let, counter: Var) -> Option<Limit> {
    let Let::Op { op, args, .. } = binding else { return None };
    match (op, &args[..]) {
        (
            FlowOp::ArrayGet { checked: true, .. } | FlowOp::ArraySet { checked: true, .. },
            [Atom::Var(array), Atom::Var(i), ..],
        ) if *i == counter => Some(Limit::Length(*array)),
        (FlowOp::Prim(Prim::Int(IntOp::Index, Width::I64)), [i, number]) => {
            let counts = *i == Atom::Var(counter);
            let number = number.clone();
            Some(if counts { Limit::Number(number) } else { Limit::Index(i.clone(), number) })
        }
        _ => None,
    }
}

/// The variables that a function binds.
fn bound_inside(fun: &LocalFun) -> FxHashSet<Var> {
    let mut inside: FxHashSet<Var> = fun.params.iter().copied().collect();
    for node in all_bodies(&fun.body) {
        for binding in &node.body.lets {
            match binding {
                Let::Op { dst, .. } => inside.extend(dst),
                Let::Funs(funs) => inside.extend(funs.iter().flat_map(|fun| &fun.params)),
            }
        }
    }
    inside
}

/// Gives everything that a function binds, itself included, a new name.
pub(crate) fn rename(unit: &mut Unit, fun: &mut LocalFun) {
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

#[cfg(test)]
mod tests;
