//! Rare ways through a program: where the operands of an operation on small integers are none, and
//! where what is likely is not so.

use cps::{Atom, Body, Let, Op, Tail, Var};
use prim::{IntUnOp, Prim, SmallOp};
use rustc_hash::FxHashSet;

/// The result of a binding that says whether its operands are small integers, or is likely.
#[expect(clippy::wildcard_enum_match_arm, reason = "few operations and ends matter here")]
pub(crate) fn flag_of(binding: &Let) -> Option<Var> {
    match binding {
        Let::Op { dst, op: Op::Prim(Prim::Small(op)), .. } => match op {
            SmallOp::Add | SmallOp::Sub | SmallOp::Mul => dst.first().copied(),
            SmallOp::Lt | SmallOp::Le | SmallOp::Eq => dst.first().copied(),
            SmallOp::Get | SmallOp::Of => dst.first().copied(),
            SmallOp::Kind | SmallOp::First | SmallOp::Field => None,
        },
        Let::Op { dst, op: Op::Prim(Prim::IntUn(IntUnOp::Likely, _)), .. } => dst.first().copied(),
        _ => None,
    }
}

/// True if a condition is the flag of one of the bindings before it, so that the way on which it
/// is false is rare.
pub(crate) fn is_flag(lets: &[Let], cond: &Atom) -> bool {
    let cond = cond.var();
    cond.is_some() && lets.iter().any(|binding| flag_of(binding) == cond)
}

/// The size of a body without its rare ways; if it is more than `limit`, some number above that.
pub(crate) fn usual_size(body: &Body, limit: usize) -> usize {
    size(body, limit, &mut FxHashSet::default())
}

/// The same; adds the continuations that usual ways go to.
#[expect(clippy::wildcard_enum_match_arm, reason = "few operations and ends matter here")]
fn size(body: &Body, limit: usize, reached: &mut FxHashSet<Var>) -> usize {
    let mut total = 1;
    let add = |total: &mut usize, body: &Body, reached: &mut FxHashSet<Var>| {
        if *total <= limit {
            *total += size(body, limit - *total, reached);
        }
    };
    match &body.tail {
        Tail::If { cond, then, .. } if is_flag(&body.lets, cond) => add(&mut total, then, reached),
        tail => {
            if let Tail::Jump { k, .. } | Tail::Call { k, .. } = tail {
                reached.insert(*k);
            }
            tail.bodies().for_each(|body| add(&mut total, body, reached));
        }
    }
    // What uses a continuation comes after it.
    for binding in body.lets.iter().rev() {
        total += 1;
        match binding {
            Let::SetHandler { k } | Let::Capture { k, .. } => {
                reached.insert(*k);
            }
            Let::Conts(conts) if !conts.iter().any(|cont| reached.contains(&cont.name)) => {}
            _ => binding.bodies().for_each(|body| add(&mut total, body, reached)),
        }
    }
    total
}
