//! Does the room that `check` asks for suffice?
//!
//! What a path from a cluster's entry to one of its ends allocates is at most
//! what the cluster's `check` asks for, and nothing where there is no `check`.
//! No loop of local functions allocates: each round would need a check of its own.

use crate::kinds::alloc_bytes;
use crate::walk::{BodyEntry, bodies, fun_bodies};
use crate::{Cluster, FlowOp, Let, Tail};

pub(super) fn check(cluster: &Cluster, violations: &mut Vec<String>) {
    let asked = match cluster.body.lets.first() {
        Some(Let::Op { op: FlowOp::Check(bytes), .. }) => *bytes as usize,
        Some(Let::Op { .. } | Let::Funs(_)) | None => 0,
    };
    let problem = match longest(cluster) {
        None => "allocates in a loop without a check".to_owned(),
        Some(bytes) if bytes > asked => format!("allocates {bytes} bytes, checks {asked}"),
        Some(_) => return,
    };
    violations.push(format!("{}: {problem}", cluster.name));
}

/// The most that a path allocates, in bytes; none if a loop does.
pub(crate) fn longest(cluster: &Cluster) -> Option<usize> {
    let nodes = bodies(&cluster.body);
    let funs = fun_bodies(&nodes);
    let mut own = Vec::with_capacity(nodes.len());
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (i, node) in nodes.iter().enumerate() {
        let bytes = |binding: &Let| match binding {
            Let::Op { op, args, .. } => alloc_bytes(op, args.len()),
            Let::Funs(_) => 0,
        };
        own.push(node.body.lets.iter().map(bytes).sum::<usize>());
        if let BodyEntry::Branch(parent) = node.entry {
            next[parent].push(i);
        }
        if let Tail::Jump { fun, .. } = &node.body.tail {
            next[i].extend(funs.get(fun));
        }
    }
    if own.iter().all(|bytes| *bytes == 0) {
        return Some(0);
    }
    let order = components(&next);
    let mut total = vec![0; nodes.len()];
    // Components come with those they lead to before them.
    for component in order {
        let inside: usize = component.iter().map(|i| own[*i]).sum();
        let loops = component.len() > 1 || next[component[0]].contains(&component[0]);
        if loops && inside > 0 {
            return None;
        }
        let after = component.iter().flat_map(|i| &next[*i]).map(|j| total[*j]).max().unwrap_or(0);
        component.iter().for_each(|i| total[*i] = inside + after);
    }
    total.first().copied()
}

/// The strongly connected components that the first node leads to, later ones
/// first (Tarjan, *Depth-First Search and Linear Graph Algorithms*).
fn components(next: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let (mut number, mut low) = (vec![UNSEEN; next.len()], vec![UNSEEN; next.len()]);
    let mut placed = vec![false; next.len()];
    let (mut stack, mut path, mut found) = (Vec::new(), vec![(0, 0)], Vec::new());
    let mut count = 0;
    while let Some((node, edge)) = path.pop() {
        if edge == 0 {
            number[node] = count;
            low[node] = count;
            count += 1;
            stack.push(node);
        }
        if let Some(target) = next[node].get(edge) {
            path.push((node, edge + 1));
            if number[*target] == UNSEEN {
                path.push((*target, 0));
            } else if !placed[*target] {
                low[node] = low[node].min(number[*target]);
            }
            continue;
        }
        if low[node] == number[node] {
            let at = stack.iter().rposition(|n| *n == node).unwrap_or(0);
            let component = stack.split_off(at);
            component.iter().for_each(|n| placed[*n] = true);
            found.push(component);
        }
        if let Some((parent, _)) = path.last() {
            low[*parent] = low[*parent].min(low[node]);
        }
    }
    found
}
