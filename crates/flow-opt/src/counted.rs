//! Flow as the analysis of counted loops sees it.

use flow::walk::all_bodies;
use flow::{Atom, Body, FlowOp, Let, Var};
use prim::counted::{Counted, Operand};
use prim::{Const, Prim};
use rustc_hash::FxHashMap;

/// Loops up to a constant of at most this are left alone: preparing for many rounds would cost
/// more than it saves (n-body spends most of its time in loops of one to four rounds).
const SHORT: u64 = 64;

/// True if the loop counts up to a small constant.
pub(crate) fn is_short(counted: &Counted<Var>) -> bool {
    match counted.bound {
        Operand::Int(n) => counted.step > 0 && n.unsigned_abs() <= SHORT,
        Operand::Var(_) | Operand::Other => false,
    }
}

/// An operand.
pub(crate) fn operand(atom: &Atom) -> Operand<Var> {
    match atom {
        Atom::Var(var) => Operand::Var(*var),
        Atom::Const(Const::Int(_, n)) => Operand::Int(*n as i64),
        Atom::Const(_) | Atom::Imm(_) | Atom::Static(_) | Atom::StaticImport(_) => Operand::Other,
    }
}

/// The variables of a body that are bound to primitives of integers, with the operands.
pub(crate) fn prims(body: &Body) -> FxHashMap<Var, (Prim, &[Atom])> {
    let mut prims = FxHashMap::default();
    for node in all_bodies(body) {
        for binding in &node.body.lets {
            if let Let::Op {
                dst,
                op: FlowOp::Prim(prim @ (Prim::Int(..) | Prim::Cmp(..))),
                args,
                ..
            } = binding
                && let [dst] = dst[..]
            {
                prims.insert(dst, (*prim, &args[..]));
            }
        }
    }
    prims
}
