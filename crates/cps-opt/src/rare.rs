//! Rare ways through a program: where the operands of an operation on small integers are none.

use cps::{Atom, Body, Let, Op, Tail, Var};
use prim::{Prim, SmallOp};

/// The result of a binding that says whether its operands are small integers.
#[expect(clippy::wildcard_enum_match_arm, reason = "few operations and ends matter here")]
pub(crate) fn flag_of(binding: &Let) -> Option<Var> {
    match binding {
        Let::Op { dst, op: Op::Prim(Prim::Small(op)), .. } => match op {
            SmallOp::Add | SmallOp::Sub | SmallOp::Mul => dst.first().copied(),
            SmallOp::Lt | SmallOp::Le | SmallOp::Eq => dst.first().copied(),
            SmallOp::Get | SmallOp::Of => dst.first().copied(),
            SmallOp::Kind | SmallOp::First | SmallOp::Field => None,
        },
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
#[expect(clippy::wildcard_enum_match_arm, reason = "one end matters here")]
pub(crate) fn usual_size(body: &Body, limit: usize) -> usize {
    let mut total = 1;
    let add = |total: &mut usize, body: &Body| {
        if *total <= limit {
            *total += usual_size(body, limit - *total);
        }
    };
    for binding in &body.lets {
        total += 1;
        binding.bodies().for_each(|body| add(&mut total, body));
    }
    match &body.tail {
        Tail::If { cond, then, .. } if is_flag(&body.lets, cond) => add(&mut total, then),
        tail => tail.bodies().for_each(|body| add(&mut total, body)),
    }
    total
}
