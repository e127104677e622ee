//! The continuations that are installed as handlers.

use crate::walk::{Event, walk};
use crate::{ClusterId, FlowOp, Frames, Unit, Var};
use rustc_hash::{FxHashMap, FxHashSet};

impl Unit {
    /// The continuations that are installed as handlers, where frames are on a stack: there their
    /// frames lie between others, and lead from one to the next like these, but a backtrace does not
    /// show them.
    pub fn handlers_on_stack(&self) -> FxHashSet<ClusterId> {
        let mut handlers = FxHashSet::default();
        if self.frames == Frames::Heap {
            return handlers;
        }
        for cluster in self.clusters.values() {
            let mut pushed: FxHashMap<Var, ClusterId> = FxHashMap::default();
            for event in walk(&cluster.body) {
                let Event::Op(op) = event else { continue };
                match (op.op, op.dst, op.args) {
                    (FlowOp::Push(code), [frame], _) => _ = pushed.insert(*frame, *code),
                    (FlowOp::SetHandler, _, [frame]) => {
                        handlers.extend(frame.var().and_then(|frame| pushed.get(&frame)));
                    }
                    _ => {}
                }
            }
        }
        handlers
    }
}
