//! The invariants of units by where their frames are.
//!
//! A stack has no room for a continuation that outlives its function. Nor can it have the frames of
//! several units, which do not know of one another where each keeps its own. Its last frame is in the
//! continuation slot wherever control enters a cluster, so that the collector finds it.

use super::{Checker, Rule};
use crate::walk::{BodyEntry, BodyNode, Event, all_bodies, walk};
use crate::{Cluster, ClusterKind, FlowOp, Frames, Kind, Let, Liveness, Tail, Var};
use prim::{Prim, Rt};
use rustc_hash::FxHashSet;

impl Checker<'_> {
    /// Checks that what the cluster does suits the place where the unit has its frames.
    pub(super) fn frames(&mut self) {
        let wrong = match self.unit.frames {
            Frames::Heap => self.find(|event| match event {
                Event::Op(op) => matches!(op.op, FlowOp::Link(_) | FlowOp::Poll(_)),
                _ => false,
            }),
            Frames::Stack => self.find(|event| match event {
                Event::Op(op) => needs_heap(op.op),
                Event::Tail(tail) => matches!(tail, Tail::Reinstate { .. }),
                _ => false,
            }),
        };
        self.places();
        if wrong {
            self.fail(
                Rule::OnStack,
                "an operation is not for frames that are kept as those of the unit",
            );
        }
        if self.unit.frames == Frames::Heap {
            return;
        }
        let last_frame = self.cluster.k.is_some();
        match self.cluster.kind {
            ClusterKind::Fun | ClusterKind::Known | ClusterKind::Cont if !last_frame => {
                self.fail(Rule::OnStack, "it is not given the last frame on the stack");
            }
            ClusterKind::Fun if self.cluster.export => {
                self.fail(Rule::OnStack, "a unit with frames on a stack exports nothing");
            }
            ClusterKind::Fun | ClusterKind::Known | ClusterKind::Cont | ClusterKind::Foreign(_) => {
            }
        }
    }

    /// Checks that each field of a frame has a place of its own, where frames are on a stack.
    fn places(&mut self) {
        let Cluster { kind, fields, places, .. } = self.cluster;
        if places.is_empty() {
            return;
        }
        let on_stack = self.unit.frames == Frames::Stack && *kind == ClusterKind::Cont;
        let distinct: FxHashSet<&u32> = places.iter().filter(|place| **place > 0).collect();
        if !on_stack || distinct.len() != fields.len() || places.len() != fields.len() {
            self.fail(Rule::Layout, "its fields have no places of their own in a frame on a stack");
        }
    }

    /// Checks that polls stand first in local functions, and that what they may have moved is used
    /// by its new names only.
    pub(super) fn polls(&mut self) {
        let is_poll = |binding: &Let| matches!(binding, Let::Op { op: FlowOp::Poll(_), .. });
        let nodes = all_bodies(&self.cluster.body);
        let polls: Vec<usize> = nodes
            .iter()
            .flat_map(|node| {
                let places = node.body.lets.iter().enumerate();
                places.filter(|(_, binding)| is_poll(binding)).map(|(i, _)| i)
            })
            .collect();
        if polls.is_empty() {
            return;
        }
        let first = |node: &BodyNode<'_>| {
            matches!(node.entry, BodyEntry::Fun(_)) && node.body.lets.first().is_some_and(is_poll)
        };
        if polls.len() > nodes.iter().filter(|node| first(node)).count() {
            self.fail(Rule::Check, "poll does not stand first in a local function");
        }
        let live = Liveness::of(self.cluster);
        let mut set = live.empty_set();
        let mut stale = Vec::new();
        for (number, node) in nodes.iter().enumerate().filter(|(_, node)| first(node)) {
            live.backwards(number, &mut set, |i, after| {
                let Some(Let::Op { dst, .. }) = node.body.lets.get(i).filter(|_| i == 0) else {
                    return;
                };
                let moves = |var: &Var| self.unit.vars[*var].kind == Kind::Ref;
                stale.extend(after.iter().filter(|var| moves(var) && !dst.contains(var)));
            });
        }
        for var in stale {
            let name = self.unit.show_var(var).to_string();
            self.fail(Rule::Stale, &format!("{name} is used after a poll that may have moved it"));
        }
    }

    fn find(&self, wanted: impl Fn(&Event<'_>) -> bool) -> bool {
        walk(&self.cluster.body).any(|event| wanted(&event))
    }
}

/// True if an operation makes a value of a continuation, or keeps one.
fn needs_heap(op: &FlowOp) -> bool {
    matches!(op, FlowOp::Capture | FlowOp::Prim(Prim::Rt(Rt::ExnNote)))
}
