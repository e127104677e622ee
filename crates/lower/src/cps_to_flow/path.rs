//! A body of a cluster while it is written.

use base::Pos;
use flow::{Atom, Body, FlowOp, Let, Tail, Var};

/// A body in the making: bindings, and guards that the rest stands behind.
pub(super) struct Path {
    pub(super) lets: Vec<Let>,
    guards: Vec<(Vec<Let>, Atom, Body)>,
}

impl Path {
    /// A new body.
    pub(super) fn new(lets: Vec<Let>) -> Path {
        Path { lets, guards: Vec::new() }
    }

    /// Runs the code that follows if `cond` holds, else `els`.
    pub(super) fn guard(&mut self, cond: Atom, els: Body) {
        self.guards.push((std::mem::take(&mut self.lets), cond, els));
    }

    /// A binding.
    pub(super) fn op(&mut self, dst: Vec<Var>, op: FlowOp, args: Vec<Atom>, pos: Pos) {
        self.lets.push(Let::Op { dst, op, args, pos });
    }

    /// The body that ends so.
    pub(super) fn end(self, tail: Tail) -> Body {
        let mut body = Body { lets: self.lets, tail };
        for (lets, cond, els) in self.guards.into_iter().rev() {
            body = Body { lets, tail: Tail::If { cond, then: Box::new(body), els: Box::new(els) } };
        }
        body
    }
}
