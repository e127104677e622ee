//! The invariants of units by where their frames are.
//!
//! A stack has no room for a continuation that outlives its function. Nor can it have the frames of
//! several units, which do not know of one another where each keeps its own. Its last frame is in the
//! continuation slot wherever control enters a cluster, so that the collector finds it.

use super::{Checker, Rule};
use crate::walk::{Event, walk};
use crate::{ClusterKind, FlowOp, Frames, Tail};
use prim::{Prim, Rt};

impl Checker<'_> {
    /// Checks that what the cluster does suits the place where the unit has its frames.
    pub(super) fn frames(&mut self) {
        let wrong = match self.unit.frames {
            Frames::Heap => self
                .find(|event| matches!(event, Event::Op(op) if matches!(op.op, FlowOp::Link(_)))),
            Frames::Stack => self.find(|event| match event {
                Event::Op(op) => needs_heap(op.op),
                Event::Tail(tail) => matches!(tail, Tail::Reinstate { .. }),
                _ => false,
            }),
        };
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

    fn find(&self, wanted: impl Fn(&Event<'_>) -> bool) -> bool {
        walk(&self.cluster.body).any(|event| wanted(&event))
    }
}

/// True if an operation makes a value of a continuation, or keeps one.
fn needs_heap(op: &FlowOp) -> bool {
    matches!(op, FlowOp::Capture | FlowOp::Prim(Prim::Rt(Rt::ExnNote)))
}
