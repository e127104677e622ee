//! Operators on small numbers, done in line. What they cannot do is done by the library: numbers
//! that do not fit, operands of another kind, errors.
//!
//! ```text
//! join join(z: any) { what follows }
//! join slow() { w: any = call AAdd a b "x.fil:1:5"   jump join w }
//! if a and b are i64 { ... if the sum fits { jump join sum } else { jump slow } } else { jump slow }
//! ```

use super::{Lowering, MOST_INLINE, Value};
use crate::syntax::Op as Operator;
use anf::build::Builder;
use anf::{Atom, Op, Tail, Var};
use base::Span;
use prim::{CmpOp, IntOp, Prim};
use types::{TyId, Width};

/// True if an operator gives a boolean.
pub(super) fn gives_truth(op: Operator) -> bool {
    match op {
        Operator::Gt | Operator::Lt | Operator::Eq => true,
        Operator::Add | Operator::Sub | Operator::Mul | Operator::Div => false,
        Operator::Bsl | Operator::Bsr | Operator::Xor => false,
    }
}

impl Lowering<'_> {
    /// The value of an operation.
    pub(super) fn operation(
        &mut self,
        op: Operator,
        left: Value,
        right: Value,
        span: Span,
    ) -> Value {
        let library = self.operator(op);
        let place = self.place(span);
        let may_be_small = |value: &Value| !matches!(value, Value::Truth(_));
        let small = may_be_small(&left) && may_be_small(&right) && self.depth < MOST_INLINE;
        let anys = [self.any(left.clone()), self.any(right.clone()), place];
        let result = if small {
            self.inline(op, [left, right], library, anys)
        } else {
            self.b.call("z", library, anys)
        };
        if gives_truth(op) { Value::Truth(result.into()) } else { Value::Any(result.into()) }
    }

    /// An operation in line; what is built from here on is in a join point.
    fn inline(&mut self, op: Operator, values: [Value; 2], library: Var, anys: [Atom; 3]) -> Var {
        let i64 = self.b.types().i64();
        let (any, i1) = (self.any, self.i1);
        let ty = if gives_truth(op) { i1 } else { any };
        let (join, params) = self.b.declare_block("join", &[("z", ty)]);
        let body = self.b.body(|b| {
            let slow = b.join("slow", &[], |b, _, _| {
                let result = b.call("w", library, anys.clone());
                b.jump(join, [result.into()])
            });
            let [left, right] = values;
            let (left, right) = (operand(left, &anys[0]), operand(right, &anys[1]));
            let fast = Fast { op, i64, i1, any, join, slow };
            fast.small(b, left, |b, x| fast.small(b, right, |b, y| fast.compute(b, x, y)))
        });
        self.b.branch_into(join, params.clone(), body);
        self.depth += 1;
        params[0]
    }
}

/// An operand: the number, or the `any` that it may be in.
enum Operand {
    Small(i64),
    Any(Atom),
}

fn operand(value: Value, any: &Atom) -> Operand {
    match value {
        Value::Small(n) => Operand::Small(n),
        Value::Any(_) | Value::Truth(_) => Operand::Any(any.clone()),
    }
}

struct Fast {
    op: Operator,
    i64: TyId,
    i1: TyId,
    any: TyId,
    join: Var,
    slow: Var,
}

impl Fast {
    /// Goes on with an operand if it is small.
    fn small(
        &self,
        b: &mut Builder,
        operand: Operand,
        then: impl FnOnce(&mut Builder, Atom) -> Tail,
    ) -> Tail {
        let any = match operand {
            Operand::Small(n) => return then(b, n.into()),
            Operand::Any(any) => any,
        };
        let is = b.op("is", self.i1, Op::Is(self.i64), [any.clone()]);
        b.if_(
            is,
            |b| {
                let n = b.op("n", self.i64, Op::Project(self.i64), [any]);
                then(b, n.into())
            },
            |b| b.jump(self.slow, []),
        )
    }

    fn compute(&self, b: &mut Builder, x: Atom, y: Atom) -> Tail {
        match self.op {
            Operator::Gt => self.compare(b, CmpOp::Sgt, x, y),
            Operator::Lt => self.compare(b, CmpOp::Slt, x, y),
            Operator::Eq => self.compare(b, CmpOp::Eq, x, y),
            Operator::Xor => self.number(b, true.into(), |b| int(b, IntOp::Xor, &x, &y)),
            // The sum does not fit where its sign is that of neither operand.
            Operator::Add => {
                let sum = int(b, IntOp::Add, &x, &y);
                let (p, q) = (int(b, IntOp::Xor, &x, &sum), int(b, IntOp::Xor, &y, &sum));
                let both = int(b, IntOp::And, &p, &q);
                let fits = is(b, CmpOp::Sge, both, 0.into());
                self.number(b, fits, |_| sum)
            }
            // The difference does not fit where the operands have different signs, and its sign is
            // not that of the first.
            Operator::Sub => {
                let difference = int(b, IntOp::Sub, &x, &y);
                let (p, q) = (int(b, IntOp::Xor, &x, &y), int(b, IntOp::Xor, &x, &difference));
                let both = int(b, IntOp::And, &p, &q);
                let fits = is(b, CmpOp::Sge, both, 0.into());
                self.number(b, fits, |_| difference)
            }
            Operator::Mul => {
                let (p, q) = (is_short(b, &x), is_short(b, &y));
                let fits = both(b, p, q);
                self.number(b, fits, |b| int(b, IntOp::Mul, &x, &y))
            }
            Operator::Div => {
                let fits = is(b, CmpOp::Sgt, y.clone(), 0.into());
                self.number(b, fits, |b| int(b, IntOp::Div, &x, &y))
            }
            Operator::Bsl => {
                let (p, q) = (is_short(b, &x), is(b, CmpOp::Ult, y.clone(), 32.into()));
                let fits = both(b, p, q);
                self.number(b, fits, |b| int(b, IntOp::Shl, &x, &y))
            }
            Operator::Bsr => {
                let fits = is(b, CmpOp::Sge, y.clone(), 0.into());
                self.number(b, fits, |b| int(b, IntOp::Ashr, &x, &y))
            }
        }
    }

    fn compare(&self, b: &mut Builder, op: CmpOp, x: Atom, y: Atom) -> Tail {
        let result = is(b, op, x, y);
        b.jump(self.join, [result])
    }

    /// Goes on with a number, if it fits.
    fn number(
        &self,
        b: &mut Builder,
        fits: Atom,
        number: impl FnOnce(&mut Builder) -> Atom,
    ) -> Tail {
        let give = |b: &mut Builder| {
            let n = number(b);
            let z = b.op("z", self.any, Op::Inject, [n]);
            b.jump(self.join, [z.into()])
        };
        b.if_(fits, give, |b| b.jump(self.slow, []))
    }
}

fn int(b: &mut Builder, op: IntOp, x: &Atom, y: &Atom) -> Atom {
    b.prim("n", Prim::Int(op, Width::I64), [x.clone(), y.clone()]).into()
}

fn is(b: &mut Builder, op: CmpOp, x: Atom, y: Atom) -> Atom {
    b.prim("is", Prim::Cmp(op, Width::I64), [x, y]).into()
}

/// True if a number has at most 32 bits, with the sign.
fn is_short(b: &mut Builder, x: &Atom) -> Atom {
    let moved = int(b, IntOp::Add, x, &(1_i64 << 31).into());
    is(b, CmpOp::Ult, moved, (1_i64 << 32).into())
}

fn both(b: &mut Builder, x: Atom, y: Atom) -> Atom {
    b.prim("is", Prim::Int(IntOp::And, Width::I1), [x, y]).into()
}
