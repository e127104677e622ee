//! Freestanding clusters: the code of foreign functions, which no runtime stands behind.

use super::{Checker, Rule};
use crate::walk::{Event, walk};
use crate::{Atom, FlowOp, Kind, Tail};
use prim::Effect;
use types::ForeignId;

impl Checker<'_> {
    /// The cluster is the code of a foreign function: it takes what that takes, gives to its own
    /// continuation what that gives, goes nowhere else, and needs no runtime.
    pub(super) fn foreign(&mut self, foreign: ForeignId, params: &[Kind]) {
        let cluster = self.cluster;
        let plain = cluster.clos.is_none() && cluster.fields.is_empty() && cluster.k.is_some();
        let Some(foreign) = self.unit.foreigns.get(foreign).filter(|_| plain) else {
            return self.fail(Rule::Define, "it is not the code of a foreign function");
        };
        if foreign.params != params {
            self.fail(Rule::Define, format!("it does not take what {} takes", foreign.name));
        }
        for event in walk(&cluster.body) {
            match event {
                Event::Op(op) if !is_freestanding(op.op) => {
                    let text = self.unit.show_op(op.op);
                    self.fail(Rule::Freestanding, format!("{text} needs a runtime"));
                }
                Event::Tail(Tail::Throw { k: Atom::Var(k), args }) if cluster.k == Some(*k) => {
                    let given = args.iter().map(|arg| crate::kinds::atom_kind(self.unit, arg));
                    if !given.eq(foreign.results.iter().copied().map(Some)) {
                        let what = format!("it does not give what {} gives", foreign.name);
                        self.fail(Rule::Define, what);
                    }
                }
                Event::Tail(
                    Tail::Apply { .. }
                    | Tail::Throw { .. }
                    | Tail::Reinstate { .. }
                    | Tail::Raise { .. },
                ) => self.fail(Rule::Freestanding, "it goes to managed code"),
                Event::Op(_) | Event::Tail(_) | Event::Funs(_) => {}
                Event::EnterFun(_) | Event::LeaveFun(_) => {}
                Event::EnterBranch(..) | Event::LeaveBranch(..) | Event::EndBranches(_) => {}
            }
        }
    }
}

#[expect(clippy::wildcard_enum_match_arm, reason = "few operations do without a runtime")]
fn is_freestanding(op: &FlowOp) -> bool {
    match op {
        FlowOp::Prim(prim) if !prim.is_scalar() => false,
        FlowOp::Prim(prim) => prim.effect() == Effect::Pure,
        FlowOp::Copy | FlowOp::Foreign(_) | FlowOp::C(_) => true,
        _ => false,
    }
}
