//! Integers. What every operation means is said in `prim`.

use crate::cluster::ClusterCx;
use abi::BuiltinExn;
use base::bug;
use faults::{Fault, on};
use inkwell::IntPredicate;
use inkwell::values::IntValue;
use prim::{CmpOp, IntOp, IntUnOp};
use types::Width;

impl<'c> ClusterCx<'_, 'c> {
    pub(super) fn int_binary(
        &mut self,
        op: IntOp,
        width: Width,
        a: IntValue<'c>,
        b: IntValue<'c>,
    ) -> IntValue<'c> {
        let ir = self.ir;
        match op {
            IntOp::Add => ir.add(a, b),
            IntOp::Sub => ir.sub(a, b),
            IntOp::Mul => ir.mul(a, b),
            IntOp::SAdd => self.checked("sadd", a, b),
            IntOp::SSub => self.checked("ssub", a, b),
            IntOp::SMul => self.checked("smul", a, b),
            IntOp::UAdd => self.checked("uadd", a, b),
            IntOp::USub => self.checked("usub", a, b),
            IntOp::UMul => self.checked("umul", a, b),
            IntOp::Quot | IntOp::Rem | IntOp::SQuot | IntOp::Div | IntOp::Mod | IntOp::SDiv => {
                self.signed_division(op, width, a, b)
            }
            IntOp::UQuot => {
                self.not_zero(b);
                ir.udiv(a, b)
            }
            IntOp::URem => {
                self.not_zero(b);
                ir.urem(a, b)
            }
            IntOp::UQuotZ => self.or_zero(b, |b| ir.udiv(a, b)),
            IntOp::URemZ => self.or_zero(b, |b| ir.urem(a, b)),
            IntOp::Index => {
                self.trap_if(ir.icmp(IntPredicate::UGE, a, b), BuiltinExn::Subscript);
                a
            }
            IntOp::And => ir.and(a, b),
            IntOp::Or => ir.or(a, b),
            IntOp::Xor => ir.xor(a, b),
            IntOp::Shl => self.in_width(width, b, ir.shl(a, b)),
            IntOp::Lshr => self.in_width(width, b, ir.lshr(a, b)),
            IntOp::Ashr => {
                let less = if on(Fault::AshrWidth) { 0 } else { 1 };
                let most = b.get_type().const_int(width.bits() as u64 - less, false);
                ir.ashr(a, self.same_type("llvm.umin", &[b, most]))
            }
            // LLVM's funnel shift counts modulo the width.
            IntOp::Rotl => self.same_type("llvm.fshl", &[a, a, b]),
            IntOp::SMin => self.same_type("llvm.smin", &[a, b]),
            IntOp::SMax => self.same_type("llvm.smax", &[a, b]),
            IntOp::UMin => self.same_type("llvm.umin", &[a, b]),
            IntOp::UMax => self.same_type("llvm.umax", &[a, b]),
        }
    }

    pub(super) fn int_unary(&mut self, op: IntUnOp, width: Width, a: IntValue<'c>) -> IntValue<'c> {
        let ir = self.ir;
        let zero = a.get_type().const_zero();
        let no = ir.int_type(Width::I1).const_zero();
        let counted = |name| {
            ir.intrinsic(name, &[a.get_type().into()], &[a.into(), no.into()]).into_int_value()
        };
        match op {
            IntUnOp::Not => ir.xor(a, a.get_type().const_all_ones()),
            IntUnOp::Neg => ir.sub(zero, a),
            IntUnOp::SNeg => self.checked("ssub", zero, a),
            IntUnOp::SAbs => {
                let negative = ir.icmp(IntPredicate::SLT, a, zero);
                let (negated, overflow) = ir.with_overflow("ssub", zero, a);
                self.trap_if(ir.and(negative, overflow), BuiltinExn::Overflow);
                ir.select_int(negative, negated, a)
            }
            IntUnOp::Popcount => self.same_type("llvm.ctpop", &[a]),
            IntUnOp::Clz => counted("llvm.ctlz"),
            IntUnOp::Ctz => counted("llvm.cttz"),
            IntUnOp::Likely => a,
            IntUnOp::Bswap => match width {
                Width::I1 | Width::I8 => a,
                Width::I16 | Width::I32 | Width::I64 => self.same_type("llvm.bswap", &[a]),
            },
        }
    }

    pub(super) fn int_compare(&self, op: CmpOp, a: IntValue<'c>, b: IntValue<'c>) -> IntValue<'c> {
        let predicate = match op {
            CmpOp::Eq => IntPredicate::EQ,
            CmpOp::Ne => IntPredicate::NE,
            CmpOp::Slt => IntPredicate::SLT,
            CmpOp::Sle => IntPredicate::SLE,
            CmpOp::Sgt => IntPredicate::SGT,
            CmpOp::Sge => IntPredicate::SGE,
            CmpOp::Ult => IntPredicate::ULT,
            CmpOp::Ule => IntPredicate::ULE,
            CmpOp::Ugt => IntPredicate::UGT,
            CmpOp::Uge => IntPredicate::UGE,
        };
        self.ir.icmp(predicate, a, b)
    }

    /// The low bits; raises Overflow if the value changes.
    pub(super) fn narrow(&mut self, a: IntValue<'c>, to: Width, signed: bool) -> IntValue<'c> {
        let ir = self.ir;
        let low = ir.trunc(a, ir.int_type(to));
        let signed = signed || on(Fault::NarrowSign);
        let wide = if signed { ir.sext(low, a.get_type()) } else { ir.zext(low, a.get_type()) };
        self.trap_if(ir.icmp(IntPredicate::NE, wide, a), BuiltinExn::Overflow);
        low
    }

    /// The result of an operation `with.overflow`; raises Overflow.
    pub(super) fn checked(&mut self, name: &str, a: IntValue<'c>, b: IntValue<'c>) -> IntValue<'c> {
        let (result, overflow) = self.ir.with_overflow(name, a, b);
        self.trap_if(overflow, BuiltinExn::Overflow);
        result
    }

    /// An intrinsic function whose operands and result have one type.
    fn same_type(&self, name: &str, args: &[IntValue<'c>]) -> IntValue<'c> {
        let ty = args[0].get_type().into();
        let args: Vec<_> = args.iter().map(|arg| (*arg).into()).collect();
        self.ir.intrinsic(name, &[ty], &args).into_int_value()
    }

    /// A quotient or remainder, or 0 where the divisor is 0.
    fn or_zero(
        &self,
        by: IntValue<'c>,
        divided: impl FnOnce(IntValue<'c>) -> IntValue<'c>,
    ) -> IntValue<'c> {
        let ir = self.ir;
        let zero = by.get_type().const_zero();
        match by.get_zero_extended_constant() {
            Some(0) => return zero,
            Some(_) => return divided(by),
            None => {}
        }
        let (here, divides, end) = (ir.block(), self.new_block(""), self.new_block(""));
        ir.branch_cold(ir.icmp(IntPredicate::EQ, by, zero), end, divides);
        ir.position(divides);
        let divided = divided(by);
        ir.jump(end);
        ir.position(end);
        let result = ir.phi(by.get_type());
        result.add_incoming(&[(&zero, here), (&divided, divides)]);
        result.as_basic_value().into_int_value()
    }

    /// A shifted value, or 0 where the amount is the width or more.
    fn in_width(&self, width: Width, by: IntValue<'c>, shifted: IntValue<'c>) -> IntValue<'c> {
        let ir = self.ir;
        if on(Fault::ShiftWraps) {
            return shifted;
        }
        let bits = by.get_type().const_int(width.bits() as u64, false);
        // One bit has no number for its own width.
        let fits = match width {
            Width::I1 => ir.icmp(IntPredicate::EQ, by, by.get_type().const_zero()),
            Width::I8 | Width::I16 | Width::I32 | Width::I64 => {
                ir.icmp(IntPredicate::ULT, by, bits)
            }
        };
        ir.select_int(fits, shifted, shifted.get_type().const_zero())
    }

    fn not_zero(&mut self, divisor: IntValue<'c>) {
        let zero = divisor.get_type().const_zero();
        self.trap_if(self.ir.icmp(IntPredicate::EQ, divisor, zero), BuiltinExn::Div);
    }

    /// Signed division. LLVM's is undefined for the minimum by -1, so the divisor
    /// -1 becomes 1 and the quotient is negated, or overflows.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only signed divisions come here")]
    fn signed_division(
        &mut self,
        op: IntOp,
        width: Width,
        a: IntValue<'c>,
        b: IntValue<'c>,
    ) -> IntValue<'c> {
        let ir = self.ir;
        self.not_zero(b);
        if width == Width::I1 {
            return self.division_of_bits(op, a, b);
        }
        let ty = a.get_type();
        let minus_one = ir.icmp(IntPredicate::EQ, b, ty.const_all_ones());
        let safe = ir.select_int(minus_one, ty.const_int(1, false), b);
        let quot = |ir: &crate::ir::Ir<'c>| {
            ir.select_int(minus_one, ir.sub(ty.const_zero(), a), ir.sdiv(a, safe))
        };
        let rem = |ir: &crate::ir::Ir<'c>| ir.srem(a, safe);
        match op {
            IntOp::Quot => quot(ir),
            IntOp::SQuot => {
                self.not_minimum(width, a, minus_one);
                quot(ir)
            }
            IntOp::Rem => rem(ir),
            IntOp::Div | IntOp::SDiv => {
                if op == IntOp::SDiv {
                    self.not_minimum(width, a, minus_one);
                }
                let down = self.rounds_down(rem(ir), b);
                ir.sub(quot(ir), ir.zext(down, ty))
            }
            IntOp::Mod => {
                let rem = rem(ir);
                let down = self.rounds_down(rem, b);
                ir.select_int(down, ir.add(rem, b), rem)
            }
            other => bug!("{} is not a signed division", other.name()),
        }
    }

    /// Raises Overflow for the minimum by -1.
    fn not_minimum(&mut self, width: Width, a: IntValue<'c>, minus_one: IntValue<'c>) {
        let ir = self.ir;
        let minimum = a.get_type().const_int(1 << (width.bits() - 1), false);
        let is_minimum = ir.icmp(IntPredicate::EQ, a, minimum);
        self.trap_if(ir.and(is_minimum, minus_one), BuiltinExn::Overflow);
    }

    /// True if the quotient rounded down is one less than the one rounded to zero.
    pub(super) fn rounds_down(&self, rem: IntValue<'c>, b: IntValue<'c>) -> IntValue<'c> {
        let ir = self.ir;
        let zero = rem.get_type().const_zero();
        let inexact = ir.icmp(IntPredicate::NE, rem, zero);
        let differ = ir.icmp(IntPredicate::SLT, ir.xor(rem, b), zero);
        if on(Fault::DivExact) {
            return differ;
        }
        ir.and(inexact, differ)
    }

    /// Division of one signed bit by the only divisor that is not 0, which is -1.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only signed divisions come here")]
    fn division_of_bits(&mut self, op: IntOp, a: IntValue<'c>, b: IntValue<'c>) -> IntValue<'c> {
        match op {
            IntOp::Rem | IntOp::Mod => a.get_type().const_zero(),
            IntOp::Quot | IntOp::Div => a,
            IntOp::SQuot | IntOp::SDiv => {
                self.trap_if(self.ir.and(a, b), BuiltinExn::Overflow);
                a.get_type().const_zero()
            }
            other => bug!("{} is not a signed division", other.name()),
        }
    }
}
