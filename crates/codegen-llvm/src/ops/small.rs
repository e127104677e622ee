//! Small integers in `any`s, computed with as they are: an integer n is the word `4 n + 1`.

use crate::cluster::ClusterCx;
use crate::ir::Value;
use abi::{ANY_I64, ANY_I64_MASK, ANY_I64_SHIFT};
use flow::Atom;
use inkwell::IntPredicate;
use inkwell::values::IntValue;
use prim::SmallOp;

impl<'c> ClusterCx<'_, 'c> {
    pub(super) fn small(&mut self, op: SmallOp, args: &[Atom]) -> Vec<Value<'c>> {
        let ir = self.ir;
        if op == SmallOp::Of {
            let (n, shift) = (self.int(&args[0]), ir.word(ANY_I64_SHIFT));
            let shifted = ir.shl(n, shift);
            let fits = ir.icmp(IntPredicate::EQ, ir.ashr(shifted, shift), n);
            return vec![fits.into(), ir.to_ptr(ir.or(shifted, ir.word(ANY_I64))).into()];
        }
        let words: Vec<IntValue<'c>> = args.iter().map(|arg| ir.to_int(self.ptr(arg))).collect();
        let small = self.are_small(&words);
        let (x, y) = (words[0], *words.last().expect("an operand"));
        let tag = ir.word(ANY_I64);
        let compared = |order| vec![small.into(), ir.icmp(order, x, y).into()];
        let (result, overflow) = match op {
            SmallOp::Get => {
                return vec![small.into(), ir.ashr(x, ir.word(ANY_I64_SHIFT)).into()];
            }
            SmallOp::Lt => return compared(IntPredicate::SLT),
            SmallOp::Le => return compared(IntPredicate::SLE),
            SmallOp::Eq => return compared(IntPredicate::EQ),
            SmallOp::Add => ir.with_overflow("sadd", ir.sub(x, tag), y),
            SmallOp::Sub => ir.with_overflow("ssub", x, ir.sub(y, tag)),
            SmallOp::Mul | SmallOp::Of => {
                let factor = ir.ashr(y, ir.word(ANY_I64_SHIFT));
                let (product, overflow) = ir.with_overflow("smul", ir.sub(x, tag), factor);
                (ir.or(product, tag), overflow)
            }
        };
        let fits = ir.xor(overflow, overflow.get_type().const_all_ones());
        vec![ir.and(small, fits).into(), ir.to_ptr(result).into()]
    }

    /// True if all of these words are small integers.
    fn are_small(&self, words: &[IntValue<'c>]) -> IntValue<'c> {
        let ir = self.ir;
        let untagged = words.iter().map(|word| ir.sub(*word, ir.word(ANY_I64)));
        let bits = untagged.reduce(|a, b| ir.or(a, b)).expect("an operand");
        let low = ir.and(bits, ir.word(ANY_I64_MASK));
        ir.icmp(IntPredicate::EQ, low, ir.word(0))
    }
}
