//! The memory that a cluster allocates, and whether the room that its `check` asks for
//! suffices.
//!
//! A path from a cluster's entry to one of its ends allocates at most what the
//! cluster's `check` asks for. Without a `check`, a continuation may take a
//! little ([`abi::UNCHECKED`]) on paths that go on to a function, which checks;
//! the slack behind the limit has room for it. No loop of local functions
//! allocates: each round would need a check of its own.

use crate::kinds::alloc_bytes;
use crate::walk::{BodyEntry, all_bodies, fun_bodies};
use crate::{Cluster, ClusterKind, FlowOp, Let, Tail};
use base::graph::components;

/// The most that a cluster allocates, in bytes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Cost {
    /// The most on any path.
    pub most: usize,
    /// The most on a path that ends in a throw, which may go to code that does
    /// not check; none if there is no such path.
    pub thrown: Option<usize>,
}

/// The fault in the room that a cluster asks for, if there is one.
pub(crate) fn check(cluster: &Cluster) -> Option<String> {
    let asked = match cluster.body.lets.first() {
        Some(Let::Op { op: FlowOp::Check(bytes), .. }) => Some(*bytes as usize),
        Some(Let::Op { .. } | Let::Funs(_)) | None => None,
    };
    match (Cost::of(cluster), asked) {
        (None, _) => Some("allocates in a loop without a check".to_owned()),
        (Some(cost), Some(asked)) if cost.most > asked => {
            Some(format!("allocates {} bytes, checks {asked}", cost.most))
        }
        (Some(cost), None) if cost.needs_check(cluster.kind) => {
            Some(format!("allocates {} bytes, checks 0", cost.most))
        }
        (Some(_), _) => None,
    }
}

impl Cost {
    /// True if a cluster of this kind that allocates so much must have a check.
    pub fn needs_check(&self, kind: ClusterKind) -> bool {
        match kind {
            ClusterKind::Fun | ClusterKind::Known => self.most > 0,
            // It has no room to allocate in, which is checked elsewhere.
            ClusterKind::Foreign(_) => false,
            ClusterKind::Cont => {
                self.most > abi::UNCHECKED || self.thrown.is_some_and(|bytes| bytes > 0)
            }
        }
    }

    /// The most that a cluster allocates; none if a loop allocates.
    pub fn of(cluster: &Cluster) -> Option<Cost> {
        let nodes = all_bodies(&cluster.body);
        let funs = fun_bodies(&nodes);
        let mut own = Vec::with_capacity(nodes.len());
        let mut next: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
        for (i, node) in nodes.iter().enumerate() {
            let bytes = |binding: &Let| match binding {
                Let::Op { op, args, .. } => alloc_bytes(op, args.len()),
                Let::Funs(_) => 0,
            };
            let throws = matches!(
                node.body.tail,
                Tail::Throw { .. } | Tail::Reinstate { .. } | Tail::Raise { .. }
            );
            own.push((node.body.lets.iter().map(bytes).sum::<usize>(), throws));
            if let BodyEntry::Branch(parent) = node.entry {
                next[parent].push(i);
            }
            if let Tail::Jump { fun, .. } = &node.body.tail {
                next[i].extend(funs.get(fun));
            }
        }
        let mut total = vec![Cost::default(); nodes.len()];
        // Components come with those they lead to before them.
        for component in components(&next, [0]) {
            let inside: usize = component.iter().map(|i| own[*i].0).sum();
            let loops = component.len() > 1 || next[component[0]].contains(&component[0]);
            if loops && inside > 0 {
                return None;
            }
            let after = || component.iter().flat_map(|i| &next[*i]).map(|j| total[*j]);
            let throws = component.iter().any(|i| own[*i].1).then_some(0);
            let most = inside + after().map(|cost| cost.most).max().unwrap_or(0);
            let thrown = after()
                .map(|cost| cost.thrown)
                .max()
                .unwrap_or(None)
                .max(throws)
                .map(|bytes| bytes + inside);
            component.iter().for_each(|i| total[*i] = Cost { most, thrown });
        }
        total.first().copied()
    }
}
