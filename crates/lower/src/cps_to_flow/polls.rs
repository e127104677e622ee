//! Polls: the safe points of loops that are local functions, where frames are on a stack.
//!
//! A loop keeps its variables where they are; only when its poll finds that the runtime wants something
//! are they stored, in a frame that the collector goes over, and loaded again. An object may have
//! moved by then, so what a poll names has a new name behind it. Code that is defined before a poll
//! and reached after it is given such variables as parameters:
//!
//! ```text
//! fun after(i) { ... x ... }               fun after(i, x') { ... x' ... }
//! fun loop(i) { poll 0 k                   fun loop(i, x1) { x2 = poll 0 k x1
//!   if ... { jump loop j }            =>     if ... { jump loop j x2 }
//!   else { jump after i }                    else { jump after i x2 }
//! }                                        }
//! jump loop 0                              jump loop 0 x
//! ```

use base::PrimaryMap;
use flow::apart::rename_apart;
use flow::walk::{BodyEntry, BodyNode, all_bodies, each_body_mut, fun_bodies};
use flow::{Atom, Body, Cluster, FlowOp, Kind, Let, Liveness, Local, Tail, Unit, Var, VarInfo};
use rustc_hash::{FxHashMap, FxHashSet};

/// Gives polls the variables that are live there, and code behind them those that may have moved.
pub(super) fn complete(unit: &mut Unit) {
    let Unit { vars, clusters, .. } = &mut *unit;
    let mut any = false;
    for (_, cluster) in clusters.iter_mut() {
        if all_bodies(&cluster.body).iter().any(|node| node.body.polled().is_some()) {
            complete_cluster(vars, cluster);
            any = true;
        }
    }
    if any {
        rename_apart(unit);
    }
}

fn complete_cluster(vars: &PrimaryMap<Var, VarInfo>, cluster: &mut Cluster) {
    let live = Liveness::of(cluster);
    let moves = |var: &Var| vars[*var].kind == Kind::Ref;
    let lifted: FxHashMap<Local, Vec<Var>> = reached_after_polls(&cluster.body)
        .into_iter()
        .map(|fun| (fun, live.globals(fun).into_iter().filter(moves).collect()))
        .collect();
    each_body_mut(&mut cluster.body, |body| {
        for binding in &mut body.lets {
            let Let::Funs(funs) = binding else { continue };
            for fun in funs {
                if let Some(Let::Op { dst, op: FlowOp::Poll(_), args, .. }) =
                    fun.body.lets.first_mut()
                {
                    *dst = live.at_fun(fun.name).iter().copied().filter(moves).collect();
                    args.extend(dst.iter().map(|var| Atom::Var(*var)));
                }
                fun.params.extend(lifted.get(&fun.name).into_iter().flatten());
            }
        }
        if let Tail::Jump { fun, args } = &mut body.tail {
            args.extend(lifted.get(fun).into_iter().flatten().map(|var| Atom::Var(*var)));
        }
    });
}

/// The local functions that poll, and those that are reached after a poll which is not before
/// their definition.
fn reached_after_polls(body: &Body) -> Vec<Local> {
    let nodes = all_bodies(body);
    let graph = Graph::of(&nodes);
    let locals = nodes.iter().enumerate().filter_map(|(i, node)| match node.entry {
        BodyEntry::Fun(fun) => Some((i, fun.name)),
        BodyEntry::Cluster | BodyEntry::Branch(_) => None,
    });
    locals.filter(|(i, _)| graph.is_reached_after_poll(*i)).map(|(_, name)| name).collect()
}

/// The functions of a cluster, by the numbers of their bodies; 0 is the cluster itself.
struct Graph {
    /// True for those that poll.
    polls: Vec<bool>,
    /// The functions that jump to each.
    from: Vec<Vec<usize>>,
    /// The function that each is defined in.
    around: Vec<usize>,
}

impl Graph {
    fn of(nodes: &[BodyNode<'_>]) -> Graph {
        let funs = fun_bodies(nodes);
        // The function that each body is part of.
        let mut part_of: Vec<usize> = Vec::with_capacity(nodes.len());
        for (i, node) in nodes.iter().enumerate() {
            part_of.push(match node.entry {
                BodyEntry::Cluster | BodyEntry::Fun(_) => i,
                BodyEntry::Branch(before) => part_of[before],
            });
        }
        let polls = nodes.iter().map(|node| node.body.polled().is_some()).collect();
        let mut graph =
            Graph { polls, from: vec![Vec::new(); nodes.len()], around: vec![0; nodes.len()] };
        for (node, part) in nodes.iter().zip(&part_of) {
            let defined = node.body.lets.iter().filter_map(|binding| match binding {
                Let::Funs(funs) => Some(funs),
                Let::Op { .. } => None,
            });
            for fun in defined.flatten() {
                graph.around[funs[&fun.name]] = *part;
            }
            if let Tail::Jump { fun, .. } = &node.body.tail {
                graph.from[funs[fun]].push(*part);
            }
        }
        graph
    }

    /// Goes backwards from a function, up to those that it is defined in: behind their polls it is
    /// defined anew.
    fn is_reached_after_poll(&self, fun: usize) -> bool {
        let outer = |of: &usize| (*of != 0).then(|| self.around[*of]);
        let around: FxHashSet<usize> = std::iter::successors(Some(fun), outer).skip(1).collect();
        let mut seen = FxHashSet::default();
        let mut work = vec![fun];
        while let Some(at) = work.pop() {
            if self.polls[at] {
                return true;
            }
            let before = self.from[at].iter().filter(|from| !around.contains(from));
            work.extend(before.filter(|from| seen.insert(**from)));
        }
        false
    }
}
