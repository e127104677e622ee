//! Primitives of constants, and algebraic identities.

use cps::Atom;
use faults::{Fault, on};
use prim::{CmpOp, Const, IntOp, Prim, Rt, fold};
use types::Width;

/// The result of a primitive, as far as it is known.
pub(super) enum Folded {
    /// It is this.
    Value(Atom),
    /// Nothing.
    Unknown,
}

/// Simplifies a primitive. A constant operand of a commutative one comes last.
pub(super) fn simplify(prim: &mut Prim, args: &mut [Atom]) -> Folded {
    if let Some(constants) = all_constants(args) {
        return match constant(*prim, &constants) {
            Some(value) => Folded::Value(Atom::Const(value)),
            None => Folded::Unknown,
        };
    }
    if let [Atom::Const(_), Atom::Var(_)] = args
        && let Some(swapped) = swapped(*prim)
    {
        args.swap(0, 1);
        *prim = swapped;
    }
    let [x, y] = args else { return Folded::Unknown };
    let known = if let Prim::Int(op, width) = *prim {
        match y {
            Atom::Const(Const::Int(_, n)) => with_constant(op, width, x, *n),
            Atom::Const(_) => None,
            Atom::Var(_) if x == y => with_itself(op, width, x),
            Atom::Var(_) => None,
        }
    } else if let Prim::Cmp(op, width) = *prim {
        match y {
            Atom::Const(Const::Int(_, n)) => compared(op, width, x, *n),
            Atom::Const(_) => None,
            Atom::Var(_) if x == y => Some(Atom::Const(Const::bool(reflexive(op)))),
            Atom::Var(_) => None,
        }
    } else {
        let same = *prim == Prim::Rt(Rt::StrEq) && x == y;
        same.then_some(Atom::Const(Const::bool(true)))
    };
    known.map_or(Folded::Unknown, Folded::Value)
}

fn all_constants(args: &[Atom]) -> Option<Vec<Const>> {
    args.iter()
        .map(|atom| match atom {
            Atom::Const(constant) => Some(constant.clone()),
            Atom::Var(_) => None,
        })
        .collect()
}

/// The result of a primitive of constants, if it gives one and does not raise.
fn constant(prim: Prim, args: &[Const]) -> Option<Const> {
    if let Some(result) = fold(prim, args) {
        return result.ok();
    }
    match (prim, args) {
        (Prim::Rt(Rt::StrLen), [Const::Str(s)]) => Some(Const::i64(s.len() as i64)),
        (Prim::Rt(Rt::StrEq), [Const::Str(a), Const::Str(b)]) => Some(Const::bool(a == b)),
        (Prim::Rt(Rt::StrGet | Rt::StrGetU), [Const::Str(s), Const::Int(_, i)]) => {
            s.get(*i as usize).map(|byte| Const::Int(Width::I8, *byte as u64))
        }
        (Prim::Rt(Rt::StrConcat), [Const::Str(a), Const::Str(b)]) if a.len() + b.len() < 1000 => {
            Some(Const::str([&a[..], &b[..]].concat()))
        }
        _ => None,
    }
}

/// The primitive that gives the same with its operands the other way round.
fn swapped(prim: Prim) -> Option<Prim> {
    if let Prim::Cmp(op, width) = prim {
        return Some(Prim::Cmp(mirrored(op), width));
    }
    let Prim::Int(op, _) = prim else { return None };
    match op {
        IntOp::Add | IntOp::Mul | IntOp::SAdd | IntOp::SMul | IntOp::UAdd | IntOp::UMul => {
            Some(prim)
        }
        IntOp::And | IntOp::Or | IntOp::Xor => Some(prim),
        IntOp::SMin | IntOp::SMax | IntOp::UMin | IntOp::UMax => Some(prim),
        IntOp::Sub if on(Fault::ContractSubCommutes) => Some(prim),
        IntOp::Sub | IntOp::SSub | IntOp::USub | IntOp::Quot | IntOp::Rem | IntOp::SQuot => None,
        IntOp::Div | IntOp::Mod | IntOp::SDiv | IntOp::UQuot | IntOp::URem => None,
        IntOp::UQuotZ | IntOp::URemZ | IntOp::Index => None,
        IntOp::Shl | IntOp::Lshr | IntOp::Ashr | IntOp::Rotl => None,
    }
}

fn mirrored(op: CmpOp) -> CmpOp {
    match op {
        CmpOp::Eq => CmpOp::Eq,
        CmpOp::Ne => CmpOp::Ne,
        CmpOp::Slt => CmpOp::Sgt,
        CmpOp::Sle => CmpOp::Sge,
        CmpOp::Sgt => CmpOp::Slt,
        CmpOp::Sge => CmpOp::Sle,
        CmpOp::Ult => CmpOp::Ugt,
        CmpOp::Ule => CmpOp::Uge,
        CmpOp::Ugt => CmpOp::Ult,
        CmpOp::Uge => CmpOp::Ule,
    }
}

fn with_constant(op: IntOp, width: Width, x: &Atom, n: u64) -> Option<Atom> {
    let constant = |n: u64| Atom::Const(Const::Int(width, n));
    let same = |if_so: bool| if_so.then(|| x.clone());
    let zero = |if_so: bool| if_so.then(|| constant(0));
    let ones = width.mask();
    // The only bit of an i1 is its sign: 1 is -1.
    let signed_one = n == 1 && (width != Width::I1 || on(Fault::ContractBitIsOne));
    match op {
        IntOp::Add | IntOp::Sub | IntOp::SAdd | IntOp::SSub => same(n == 0),
        IntOp::UAdd | IntOp::USub => same(n == 0),
        IntOp::Mul | IntOp::UMul => zero(n == 0).or(same(n == 1)),
        IntOp::SMul => zero(n == 0).or(same(signed_one)),
        IntOp::Quot | IntOp::SQuot | IntOp::Div | IntOp::SDiv => same(signed_one),
        IntOp::UQuot => same(n == 1),
        IntOp::UQuotZ => zero(n == 0).or(same(n == 1)),
        IntOp::Rem | IntOp::Mod | IntOp::URem => zero(n == 1),
        IntOp::URemZ => zero(n <= 1),
        IntOp::And => zero(n == 0).or(same(n == ones)),
        IntOp::Or => (n == ones).then(|| constant(ones)).or(same(n == 0)),
        IntOp::Xor => same(n == 0),
        IntOp::Shl | IntOp::Lshr | IntOp::Ashr | IntOp::Rotl => same(n == 0),
        IntOp::UMin => zero(n == 0),
        IntOp::UMax => same(n == 0),
        IntOp::SMin | IntOp::SMax | IntOp::Index => None,
    }
}

fn with_itself(op: IntOp, width: Width, x: &Atom) -> Option<Atom> {
    let zero = Some(Atom::Const(Const::Int(width, 0)));
    match op {
        IntOp::Sub | IntOp::SSub | IntOp::USub | IntOp::Xor => zero,
        IntOp::And | IntOp::Or | IntOp::SMin | IntOp::SMax | IntOp::UMin | IntOp::UMax => {
            Some(x.clone())
        }
        IntOp::Add | IntOp::Mul | IntOp::SAdd | IntOp::SMul | IntOp::UAdd | IntOp::UMul => None,
        IntOp::Quot | IntOp::Rem | IntOp::SQuot | IntOp::Div | IntOp::Mod | IntOp::SDiv => None,
        IntOp::UQuot | IntOp::URem | IntOp::UQuotZ | IntOp::Index => None,
        IntOp::URemZ => zero,
        IntOp::Shl | IntOp::Lshr | IntOp::Ashr | IntOp::Rotl => None,
    }
}

/// Comparisons whose result does not depend on the operand, or is it.
fn compared(op: CmpOp, width: Width, x: &Atom, n: u64) -> Option<Atom> {
    let bool = |b: bool| Some(Atom::Const(Const::bool(b)));
    match op {
        CmpOp::Eq if width == Width::I1 && n == 1 => Some(x.clone()),
        CmpOp::Ne if width == Width::I1 && n == 0 => Some(x.clone()),
        CmpOp::Ult if n == 0 => bool(false),
        CmpOp::Uge if n == 0 => bool(true),
        CmpOp::Ugt if n == width.mask() => bool(false),
        CmpOp::Ule if n == width.mask() => bool(true),
        CmpOp::Eq | CmpOp::Ne | CmpOp::Slt | CmpOp::Sle | CmpOp::Sgt | CmpOp::Sge => None,
        CmpOp::Ult | CmpOp::Ule | CmpOp::Ugt | CmpOp::Uge => None,
    }
}

fn reflexive(op: CmpOp) -> bool {
    match op {
        CmpOp::Eq | CmpOp::Sle | CmpOp::Sge | CmpOp::Ule | CmpOp::Uge => true,
        CmpOp::Ne | CmpOp::Slt | CmpOp::Sgt | CmpOp::Ult | CmpOp::Ugt => false,
    }
}
