//! Small integers in `any`s whose numbers are known.

use super::Contract;
use super::fact::Fact;
use cps::{Atom, Op};
use prim::{CmpOp, Const, Prim, SmallOp};
use types::{AnyClass, Width};

/// The number in an `any`, as far as it is known.
enum Number {
    /// The `any` is a small integer, this one.
    Small(Atom),
    /// The `any` is none.
    Other,
    /// Nothing.
    Unknown,
}

/// The results of an operation, as far as they are known.
pub(super) enum Known {
    /// The results.
    Results(Vec<Atom>),
    /// The flag is true, and the other result is that of this operation.
    Second(Op, Vec<Atom>),
    /// Nothing.
    Nothing,
}

/// Whether two values are the same.
pub(super) enum Same {
    /// Yes or no.
    Known(bool),
    /// Yes if this comparison says so.
    If(Prim, Vec<Atom>),
    /// That is not known.
    Unknown,
}

/// A constant that an immediate stands for, with its class.
fn immediate(fact: &Fact) -> Option<(Width, u64)> {
    let Fact::Any(AnyClass::Int(width), Atom::Const(Const::Int(_, n))) = fact else { return None };
    let fits = *width != Width::I64 || abi::any_i64(*n as i64).is_some();
    fits.then_some((*width, *n))
}

impl Contract<'_> {
    fn number(&self, atom: &Atom) -> Number {
        match self.fact(Some(atom)) {
            Fact::Any(AnyClass::Int(Width::I64), Atom::Var(_)) => Number::Unknown,
            Fact::Any(..) => match immediate(self.fact(Some(atom))) {
                Some((Width::I64, n)) => Number::Small(Atom::Const(Const::i64(n as i64))),
                Some(_) | None => Number::Other,
            },
            Fact::Small(n) => Number::Small(n.clone()),
            Fact::Unknown | Fact::Tuple(_) | Fact::Con(..) | Fact::Length(_) | Fact::Exn(_) => {
                Number::Unknown
            }
            Fact::NewExnCon | Fact::Builtin(_) | Fact::Not(_) => Number::Unknown,
            Fact::Equal(..) | Fact::Differs(..) => Number::Unknown,
        }
    }

    /// What is known of an operation on small integers. Its second result is left open where the
    /// flag is false.
    pub(super) fn small(&self, op: SmallOp, args: &[Atom]) -> Known {
        let bool = |b: bool| Atom::Const(Const::bool(b));
        let order = match op {
            SmallOp::Kind | SmallOp::First | SmallOp::Field => return Known::Nothing,
            SmallOp::Get => {
                return match self.number(&args[0]) {
                    Number::Small(n) => Known::Results(vec![bool(true), n]),
                    Number::Other => Known::Results(vec![bool(false), Atom::Const(Const::i64(0))]),
                    Number::Unknown => Known::Nothing,
                };
            }
            SmallOp::Of => {
                return match &args[0] {
                    Atom::Const(Const::Int(_, n)) if abi::any_i64(*n as i64).is_some() => {
                        Known::Second(Op::AnyInject(AnyClass::Int(Width::I64)), args.to_vec())
                    }
                    Atom::Const(_) | Atom::Var(_) => Known::Nothing,
                };
            }
            SmallOp::Add | SmallOp::Sub | SmallOp::Mul => None,
            SmallOp::Lt => Some(CmpOp::Slt),
            SmallOp::Le => Some(CmpOp::Sle),
            SmallOp::Eq => Some(CmpOp::Eq),
        };
        match ([self.number(&args[0]), self.number(&args[1])], order) {
            ([Number::Other, _] | [_, Number::Other], Some(_)) => {
                Known::Results(vec![bool(false), bool(false)])
            }
            ([Number::Other, _] | [_, Number::Other], None) => {
                Known::Results(vec![bool(false), args[0].clone()])
            }
            ([Number::Small(x), Number::Small(y)], Some(order)) => {
                Known::Second(Op::Prim(Prim::Cmp(order, Width::I64)), vec![x, y])
            }
            ([Number::Small(x), Number::Small(y)], None) => self.sum(op, &x, &y),
            ([Number::Unknown, _] | [_, Number::Unknown], _) => Known::Nothing,
        }
    }

    /// What is known of arithmetic on two numbers.
    fn sum(&self, op: SmallOp, x: &Atom, y: &Atom) -> Known {
        let (Atom::Const(Const::Int(_, x)), Atom::Const(Const::Int(_, y))) = (x, y) else {
            return Known::Nothing;
        };
        let (x, y) = (*x as i64, *y as i64);
        let result = match op {
            SmallOp::Add => x.checked_add(y),
            SmallOp::Sub => x.checked_sub(y),
            SmallOp::Mul => x.checked_mul(y),
            SmallOp::Lt | SmallOp::Le | SmallOp::Eq | SmallOp::Get | SmallOp::Of => None,
            SmallOp::Kind | SmallOp::First | SmallOp::Field => None,
        };
        match result.filter(|n| abi::any_i64(*n).is_some()) {
            Some(n) => {
                let value = vec![Atom::Const(Const::i64(n))];
                Known::Second(Op::AnyInject(AnyClass::Int(Width::I64)), value)
            }
            None => Known::Nothing,
        }
    }

    /// Whether two values are the same. Only immediates are told from one another by what they
    /// stand for; an object is no immediate.
    pub(super) fn same(&self, args: &[Atom]) -> Same {
        if args[0] == args[1] {
            return Same::Known(true);
        }
        let (x, y) = (self.fact(args.first()), self.fact(args.get(1)));
        match (immediate(x), immediate(y)) {
            (Some(x), Some(y)) => Same::Known(x == y),
            (Some(_), None) if is_object(y) => Same::Known(false),
            (None, Some(_)) if is_object(x) => Same::Known(false),
            _ => match (x.any(), y.any()) {
                (Some((AnyClass::Int(v), x)), Some((AnyClass::Int(w), y)))
                    if v == w && *w != Width::I64 =>
                {
                    Same::If(Prim::Cmp(CmpOp::Eq, *w), vec![x.clone(), y.clone()])
                }
                _ => Same::Unknown,
            },
        }
    }
}

/// True of an `any` that is an object for certain.
fn is_object(fact: &Fact) -> bool {
    fact.any().is_some_and(|(class, _)| !matches!(class, AnyClass::Int(_)))
}
