//! Cuts counted loops that do not allocate into strips with one safe point each.
//!
//! ```text
//! known loop(i, s, a, n) return k {      known loop(i', s', a, n) return k {
//!   check 0 a k                            check 0 a k
//!   c = slt.i64 i n                        t = smin.i64 i' (max - 8192)
//!   if c {                                 u = add.i64 t 8192
//!     ...                                  lim = smin.i64 n u
//!     apply loop i2 s2 a n return k        fun inner(i, s) {
//!   } else {                          =>     c = slt.i64 i lim
//!     throw k s                              if c { ... jump inner i2 s2 } else {
//!   }                                          more = slt.i64 i n
//! }                                            if more { apply loop i s a n return k }
//!                                              else { throw k s }
//!                                            }
//!                                          }
//!                                          jump inner i' s'
//!                                        }
//! ```
//! A check in every round keeps LLVM from vectorising (a sum of integers is 3.4
//! times slower with it). The loop is counted ([`prim::counted`]) and its bound does not change,
//! so a strip ends after at most [`STRIP`] rounds, or [`STRIP_OF_LOOPS`] of a loop around others.
//!
//! A loop that is a local function and polls is cut in the same way. A strip of which the rounds add
//! constants to parameters gets a copy in which these sums do not overflow (`sums`).
//!
//! Expects: bound once. A loop that allocates, calls, or does input and output
//! keeps its check in every round, and so does one that is not counted.

mod sums;
#[cfg(test)]
mod tests;

use crate::counted::{operand, prims};
use faults::{Fault, on};
use flow::kinds::alloc_bytes;
use flow::walk::{BodyEntry, BodyNode, all_bodies, each_body_mut, fun_bodies};
use flow::{
    Atom, Body, Cluster, ClusterId, FlowOp, Frames, Kind, Let, Local, LocalFun, Tail, Target, Unit,
    Var, VarInfo,
};
use pass::{Pass, Setting, Settings, Stats};
use prim::counted::{Counted, Loop, View};
use prim::{CmpOp, Const, Effect, IntOp, Prim};
use rustc_hash::FxHashSet;
use types::Width;

/// Rounds between two safe points.
const STRIP: i64 = 8192;
/// The same for a loop that has others inside: they are short, but their rounds count as well.
const STRIP_OF_LOOPS: i64 = 64;
/// The most rounds of a strip.
const MOST_ROUNDS: i64 = STRIP;

/// The pass.
pub static STRIP_LOOPS: Pass<Unit> = Pass {
    name: "strip-loops",
    about: "cuts counted loops that do not allocate into strips with one check each",
    settings: &[Setting {
        name: "sums",
        default: 120,
        about: "size of a loop that gets a copy in which sums do not overflow",
    }],
    run: strip_loops,
};

fn strip_loops(unit: &mut Unit, settings: &Settings<'_>, stats: &mut Stats) {
    let most = settings.get("sums");
    let mut copied = 0;
    for id in unit.clusters.keys() {
        if let Some(found) = Found::of(&Head::of_cluster(&unit.clusters[id], id)) {
            rewrite_cluster(unit, id, &found);
            let mut body = take(&mut unit.clusters[id].body);
            copied += usize::from(sums::copy(unit, &found, most, &mut body).is_some());
            unit.clusters[id].body = body;
            stats.count("strip", 1);
        }
        if unit.frames == Frames::Stack {
            let mut body = take(&mut unit.clusters[id].body);
            each_body_mut(&mut body, |body| {
                for fun in body.lets.iter_mut().flat_map(Let::funs_mut) {
                    if let Some(found) = Head::of_local(unit, fun).and_then(|head| Found::of(&head))
                    {
                        rewrite_local(unit, fun, &found);
                        let copy = sums::copy(unit, &found, most, &mut fun.body);
                        copied += usize::from(copy.is_some());
                        stats.count("strip", 1);
                    }
                }
            });
            unit.clusters[id].body = body;
        }
    }
    stats.count("sum", copied);
}

/// Takes a body out of its place for a while.
fn take(body: &mut Body) -> Body {
    std::mem::replace(body, Body { lets: Vec::new(), tail: Tail::Unreachable })
}

/// What may be the head of a loop: a cluster that checks first, or a local function that polls.
struct Head<'a> {
    body: &'a Body,
    /// The names of its parameters in the body. Those that are polled have the names they get there.
    names: Vec<Var>,
    again: Again,
}

/// The way back to the head of a loop.
enum Again {
    /// To this cluster, with the same closure and continuation.
    Apply(ClusterId, Option<Atom>, Option<Atom>),
    /// To this local function.
    Jump(Local),
}

impl<'a> Head<'a> {
    fn of_cluster(cluster: &'a Cluster, id: ClusterId) -> Head<'a> {
        let [clos, k] = [cluster.clos, cluster.k].map(|var| var.map(Atom::Var));
        let again = Again::Apply(id, clos, k);
        Head { body: &cluster.body, names: cluster.params.clone(), again }
    }

    /// Not if it has an object for a parameter that its poll does not keep: what nothing needs, the
    /// end of a strip would pass on.
    fn of_local(unit: &Unit, fun: &'a LocalFun) -> Option<Head<'a>> {
        let Some(Let::Op { op: FlowOp::Poll(_), args, dst, .. }) = fun.body.lets.first() else {
            return None;
        };
        let polled = |param: &Var| args[1..].iter().position(|arg| *arg == Atom::Var(*param));
        let moves = |param: &Var| unit.vars[*param].kind == Kind::Ref;
        if fun.params.iter().any(|param| moves(param) && polled(param).is_none()) {
            return None;
        }
        let names = fun.params.iter().map(|param| polled(param).map_or(*param, |i| dst[i]));
        Some(Head { body: &fun.body, names: names.collect(), again: Again::Jump(fun.name) })
    }
}

impl Again {
    /// The arguments with which a tail goes back to the head; an inner none if it changes the
    /// continuation or closure.
    fn args<'t>(&self, tail: &'t Tail) -> Option<Option<&'t [Atom]>> {
        match (self, tail) {
            (Again::Apply(id, own, own_k), Tail::Apply { target, clos, args, k, .. })
                if *target == Target::Cluster(*id) =>
            {
                Some((clos == own && k == own_k).then_some(&args[..]))
            }
            (Again::Jump(name), Tail::Jump { fun, args }) if fun == name => Some(Some(args)),
            _ => None,
        }
    }
}

/// A counted loop.
struct Found {
    counted: Counted<Var>,
    /// The names of the parameters in the body.
    names: Vec<Var>,
    /// The place of the comparison that the loop begins with, among the bindings.
    test: usize,
    /// The operand that the counter is compared with.
    bound: Atom,
    /// The binding of the bound, if it is one of the loop's; moved before it.
    bound_at: Option<usize>,
    /// For each parameter, true if it changes from round to round.
    varying: Vec<bool>,
    /// True if the loop goes on where the comparison holds.
    goes_on_if_true: bool,
    /// The rounds of a strip.
    rounds: i64,
}

impl Found {
    fn of(head: &Head<'_>) -> Option<Found> {
        let Some(Let::Op { op: FlowOp::Check(_) | FlowOp::Poll(_), .. }) = head.body.lets.first()
        else {
            return None;
        };
        let Tail::If { cond: Atom::Var(cond), then, els } = &head.body.tail else { return None };
        let nodes = all_bodies(head.body);
        let again = nodes.iter().filter_map(|node| head.again.args(&node.body.tail));
        let again: Vec<&[Atom]> = again.collect::<Option<_>>()?;
        let names = &head.names;
        if again.is_empty() || again.iter().any(|args| args.len() != names.len()) {
            return None;
        }
        let goes_on_if_true = reaches(then, head);
        if goes_on_if_true == reaches(els, head) {
            return None;
        }
        let prims = prims(head.body);
        let view = View { operand, definition: &|var| prims.get(&var).copied() };
        let found = Loop { params: names, cond: *cond, goes_on_if_true, again: &again };
        let counted = Counted::find(&view, &found)?;
        if crate::counted::is_short(&counted) {
            return None;
        }
        let varying: Vec<bool> = (0..names.len())
            .map(|j| again.iter().any(|args| args[j] != Atom::Var(names[j])))
            .collect();
        let test = place(head.body, *cond)?;
        let bound = prims[cond].1[1].clone();
        let bound_at = invariant(head, &bound, &varying)?;
        let rounds = if head.body.has_loops() { STRIP_OF_LOOPS } else { STRIP };
        let names = names.clone();
        let found =
            Found { counted, names, test, bound, bound_at, varying, goes_on_if_true, rounds };
        quiet(head, &nodes).then_some(found)
    }

    /// Of values for each parameter, those for the ones that change.
    fn varying<T: Clone>(&self, all: &[T]) -> Vec<T> {
        all.iter().zip(&self.varying).filter(|(_, v)| **v).map(|(one, _)| one.clone()).collect()
    }
}

/// The place of a variable's binding, if that is one of the loop's first ones.
fn place(body: &Body, var: Var) -> Option<usize> {
    let binds = |binding: &Let| matches!(binding, Let::Op { dst, .. } if dst[..] == [var]);
    body.lets.iter().position(binds)
}

/// The place of the binding of the bound, or an inner none if it has no binding in the loop;
/// an outer none if the bound is not the same in every round.
fn invariant(head: &Head<'_>, bound: &Atom, varying: &[bool]) -> Option<Option<usize>> {
    let Atom::Var(var) = bound else { return Some(None) };
    let param = |v: Var| head.names.iter().position(|p| *p == v);
    let bound_inside = |v: Var| head.body.lets.iter().any(|binding| binds(binding, v));
    // A local function also sees what is bound around it.
    let outside = |v: Var| match head.again {
        Again::Apply(..) => false,
        Again::Jump(_) => !bound_inside(v),
    };
    let stays = |v: Var| param(v).map_or_else(|| outside(v), |j| !varying[j]);
    if stays(*var) {
        return Some(None);
    }
    let at = place(head.body, *var)?;
    let Let::Op { op, args, .. } = &head.body.lets[at] else { return None };
    let fixed = |atom: &Atom| atom.var().is_none_or(stays);
    (op.effect() == Effect::Pure && args.iter().all(fixed)).then_some(Some(at))
}

fn binds(binding: &Let, var: Var) -> bool {
    match binding {
        Let::Op { dst, .. } => dst.contains(&var),
        Let::Funs(_) => false,
    }
}

/// True if a path from the body may go back to the head, within the loop.
fn reaches(body: &Body, head: &Head<'_>) -> bool {
    // Local functions bound outside `body` count as reaching, but if they are not of the loop.
    let nodes = all_bodies(head.body);
    let own = fun_bodies(&nodes);
    all_bodies(body).iter().any(|node| match (&node.body.tail, &head.again) {
        (tail, again) if again.args(tail).is_some() => true,
        (Tail::Jump { .. }, Again::Apply(..)) => true,
        (Tail::Jump { fun, .. }, Again::Jump(_)) => own.contains_key(fun),
        _ => false,
    })
}

/// True if nothing is allocated, called or written out on the way from one round to the next.
fn quiet(head: &Head<'_>, nodes: &[BodyNode<'_>]) -> bool {
    let funs = fun_bodies(nodes);
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    let mut todo = Vec::new();
    for (i, node) in nodes.iter().enumerate() {
        if let BodyEntry::Branch(parent) = node.entry {
            before[i].push(parent);
        }
        if let Tail::Jump { fun, .. } = &node.body.tail {
            funs.get(fun).into_iter().for_each(|j| before[*j].push(i));
        }
        if head.again.args(&node.body.tail).is_some() {
            todo.push(i);
        }
    }
    let mut seen = FxHashSet::default();
    while let Some(i) = todo.pop() {
        if seen.insert(i) {
            todo.extend(&before[i]);
        }
    }
    let first = usize::from(matches!(head.again, Again::Jump(_)));
    let lets = |i: &usize| nodes[*i].body.lets.iter().skip(if *i == 0 { first } else { 0 });
    seen.iter().flat_map(lets).all(is_quiet)
}

fn is_quiet(binding: &Let) -> bool {
    match binding {
        Let::Op { op: FlowOp::Check(_), .. } | Let::Funs(_) => true,
        Let::Op { op, args, .. } => {
            alloc_bytes(Frames::Heap, op, args.len()) == 0
                && match op.effect() {
                    Effect::Pure | Effect::Trap | Effect::Read | Effect::Write => true,
                    Effect::Alloc | Effect::AllocTrap | Effect::Control => false,
                }
        }
    }
}

fn rewrite_cluster(unit: &mut Unit, id: ClusterId, found: &Found) {
    let old = unit.clusters[id].params.clone();
    let outer = fresh_for_varying(unit, found);
    let (clos, k) = (unit.clusters[id].clos, unit.clusters[id].k);
    let again = Again::Apply(id, clos.map(Atom::Var), k.map(Atom::Var));
    let head = Tail::Apply {
        target: Target::Cluster(id),
        clos: clos.map(Atom::Var),
        args: old.iter().map(|v| Atom::Var(*v)).collect(),
        k: k.map(Atom::Var),
        pos: base::Pos::NONE,
    };
    let empty = Body { lets: vec![], tail: Tail::Unreachable };
    let body = std::mem::replace(&mut unit.clusters[id].body, empty);
    let mut body = cut(unit, body, found, &outer, (&again, head));
    rename_roots(&mut body.lets[0], &old, &outer);
    let cluster = &mut unit.clusters[id];
    cluster.params = outer;
    cluster.body = body;
}

fn rewrite_local(unit: &mut Unit, fun: &mut LocalFun, found: &Found) {
    let outer = fresh_for_varying(unit, found);
    let args = found.names.iter().map(|v| Atom::Var(*v)).collect();
    let head = Tail::Jump { fun: fun.name, args };
    let empty = Body { lets: vec![], tail: Tail::Unreachable };
    let body = std::mem::replace(&mut fun.body, empty);
    let mut body = cut(unit, body, found, &outer, (&Again::Jump(fun.name), head));
    // What is polled gets its new name there, the rest as a parameter.
    if let Let::Op { dst, .. } = &mut body.lets[0] {
        for ((param, name), outer) in fun.params.iter_mut().zip(&found.names).zip(outer) {
            match dst.iter_mut().find(|dst| *dst == name) {
                Some(dst) => *dst = outer,
                None => *param = outer,
            }
        }
    }
    fun.body = body;
}

/// The parameters as they are called outside of the strip: those that change need two names.
fn fresh_for_varying(unit: &mut Unit, found: &Found) -> Vec<Var> {
    let both = found.names.iter().zip(&found.varying);
    both.map(|(name, varying)| match varying {
        true => unit.vars.push(unit.vars[*name].clone()),
        false => *name,
    })
    .collect()
}

/// The body of a loop, cut into strips: `again` is the way back to its head, `head` the one that
/// takes the names of the parameters with it.
fn cut(
    unit: &mut Unit,
    mut body: Body,
    found: &Found,
    outer: &[Var],
    (again, head): (&Again, Tail),
) -> Body {
    let (limit, mut prelude) = strip_end(unit, outer[found.counted.counter], found);
    let more = fresh(unit, "more", Width::I1);
    let inner = unit.locals.push("inner".into());
    each_body_mut(&mut body, |body| {
        if let Some(Some(args)) = again.args(&body.tail) {
            body.tail = Tail::Jump { fun: inner, args: found.varying(args) };
        }
    });
    end_strip(&mut body, found, limit, more, head);
    let mut lets: Vec<Let> = Vec::new();
    let bound = found.bound_at.map(|at| body.lets.remove(at));
    lets.push(body.lets.remove(0));
    lets.extend(bound);
    lets.append(&mut prelude);
    let params = found.varying(&found.names);
    lets.push(Let::Funs(vec![LocalFun { name: inner, params, body }]));
    let first: Vec<Atom> = outer.iter().map(|v| Atom::Var(*v)).collect();
    Body { lets, tail: Tail::Jump { fun: inner, args: found.varying(&first) } }
}

/// The roots of a check, after the parameters have new names.
fn rename_roots(check: &mut Let, old: &[Var], new: &[Var]) {
    let Let::Op { args, .. } = check else { return };
    for arg in args {
        if let Some(j) = old.iter().position(|p| *arg == Atom::Var(*p)) {
            *arg = Atom::Var(new[j]);
        }
    }
}

fn fresh(unit: &mut Unit, name: &str, width: Width) -> Var {
    unit.vars.push(VarInfo { name: name.into(), kind: Kind::Int(width) })
}

/// Computes the bound of a strip that begins with the counter at `start`.
fn strip_end(unit: &mut Unit, start: Var, found: &Found) -> (Var, Vec<Let>) {
    let length = found.rounds * found.counted.step.abs();
    let upwards = found.counted.step > 0;
    let moved = if upwards { IntOp::Add } else { IntOp::Sub };
    let mut lets = Vec::new();
    let mut op = |name: &str, op: IntOp, a: Atom, b: Atom| {
        let dst = fresh(unit, name, Width::I64);
        let op = FlowOp::Prim(Prim::Int(op, Width::I64));
        lets.push(Let::Op { dst: vec![dst], op, args: vec![a, b], pos: base::Pos::NONE });
        dst
    };
    let (start, bound) = (Atom::Var(start), found.bound.clone());
    let constant = |n| Atom::Const(Const::i64(n));
    let limit = if found.counted.goes_on == CmpOp::Ne {
        // It goes on for as many rounds as there are numbers before the bound.
        let (last, first) = if upwards { (bound, start.clone()) } else { (start.clone(), bound) };
        let all = op("all", IntOp::Sub, last, first);
        let some = op("some", IntOp::UMin, Atom::Var(all), constant(length));
        op("lim", moved, start, Atom::Var(some))
    } else {
        // The nearer of the bound and `start` moved by a strip, which must not overflow.
        let (nearest, edge) = match upwards {
            true => (IntOp::SMin, i64::MAX - length),
            false => (IntOp::SMax, i64::MIN + length),
        };
        let from = op("from", nearest, start, constant(edge));
        let end = op("end", moved, Atom::Var(from), constant(length));
        op("lim", nearest, bound, Atom::Var(end))
    };
    (limit, lets)
}

/// Lets the loop end where its strip does, and asks there whether the loop is over.
fn end_strip(body: &mut Body, found: &Found, limit: Var, more: Var, again: Tail) {
    let mut test = body.lets[found.test].clone();
    if let Let::Op { args, .. } = &mut body.lets[found.test] {
        args[1] = Atom::Var(limit);
    }
    if let Let::Op { dst, args, .. } = &mut test {
        *dst = vec![more];
        if on(Fault::StripEndStrict) {
            args[1] = Atom::Var(limit);
        }
    }
    let Tail::If { then, els, .. } = &mut body.tail else { return };
    let exit = if found.goes_on_if_true { els } else { then };
    let rest = std::mem::replace(&mut **exit, Body { lets: vec![], tail: Tail::Unreachable });
    let again = Body { lets: vec![], tail: again };
    let (yes, no) = if found.goes_on_if_true { (again, rest) } else { (rest, again) };
    exit.lets = vec![test];
    exit.tail = Tail::If { cond: Atom::Var(more), then: Box::new(yes), els: Box::new(no) };
}
