//! Places heap checks: one at the entry of every function and block that is a
//! cluster, one at the entry of a continuation that allocates and then goes on
//! to something that may not check.
//!
//! A continuation that allocates little and then applies a function needs
//! none: the function checks, and until then the slack behind the limit has room
//! for both ([`UNCHECKED`] of the continuation and [`MOST`] of what ran before it).

use flow::{Atom, Body, ClusterId, ClusterKind, FlowOp, Let, Local, Tail, Unit};
use rustc_hash::FxHashMap;

/// Most bytes that a continuation may allocate without a check.
const UNCHECKED: usize = 1024;
/// Most bytes that a check promises.
const MOST: usize = abi::CHECK_SLACK - UNCHECKED;

/// Places the checks; returns the clusters that allocate too much for one.
pub(super) fn place(unit: &mut Unit) -> Vec<ClusterId> {
    let mut large = Vec::new();
    for id in unit.clusters.keys() {
        let cost = cost(&unit.clusters[id].body, &mut FxHashMap::default());
        if cost.bytes > MOST {
            large.push(id);
        }
        let cluster = &unit.clusters[id];
        let checks = match cluster.kind {
            ClusterKind::Fun | ClusterKind::Known => true,
            ClusterKind::Cont => cost.thrown.is_some_and(|bytes| bytes > 0) || cost.bytes > UNCHECKED,
        };
        if checks {
            // Beyond the slack, code compares the end of what it asks for.
            let bytes = if cost.bytes > MOST { cost.bytes + UNCHECKED } else { cost.bytes };
            let live = flow::Liveness::of(cluster);
            let live = live.at_entry();
            let candidates = cluster.params.iter().chain(&cluster.k).copied();
            let args = candidates.filter(|v| unit.vars[*v].kind.is_traced() && live.contains(v)).map(Atom::Var).collect();
            let check = Let::Op { dst: vec![], op: FlowOp::Check(bytes as u32), args, pos: cluster.pos };
            unit.clusters[id].body.lets.insert(0, check);
        }
    }
    large
}

/// What a body may allocate, in bytes.
#[derive(Clone, Copy, Default)]
struct Cost {
    /// The most on any path.
    bytes: usize,
    /// The most on a path that ends in a throw, which may go to code that does
    /// not check; none if there is no such path.
    thrown: Option<usize>,
}

fn cost(body: &Body, locals: &mut FxHashMap<Local, Cost>) -> Cost {
    let mut bytes = 0;
    for binding in &body.lets {
        match binding {
            Let::Op { op, args, .. } => bytes += flow::kinds::alloc_bytes(op, args.len()),
            Let::Funs(funs) => {
                // Those bound first are jumped to by those bound after them.
                for fun in funs {
                    let cost = cost(&fun.body, locals);
                    locals.insert(fun.name, cost);
                }
            }
        }
    }
    let rest = match &body.tail {
        Tail::Jump { fun, .. } => locals.get(fun).copied().unwrap_or_default(),
        Tail::If { then, els, .. } => either(cost(then, locals), cost(els, locals)),
        Tail::Switch { cases, default, .. } => {
            let bodies = cases.iter().map(|(_, body)| body).chain(default.as_deref());
            bodies.fold(Cost::default(), |most, body| either(most, cost(body, locals)))
        }
        Tail::Apply { .. } | Tail::Unreachable => Cost::default(),
        Tail::Throw { .. } | Tail::Reinstate { .. } | Tail::Raise { .. } => Cost { bytes: 0, thrown: Some(0) },
    };
    Cost { bytes: bytes + rest.bytes, thrown: rest.thrown.map(|thrown| bytes + thrown) }
}

fn either(a: Cost, b: Cost) -> Cost {
    Cost { bytes: a.bytes.max(b.bytes), thrown: a.thrown.max(b.thrown) }
}
