//! Big integers: small ones are computed with as they are, all others by the runtime. A small one
//! is the word `2 n + 1`.

use crate::cluster::ClusterCx;
use crate::ir::Value;
use flow::Atom;
use inkwell::IntPredicate;
use inkwell::values::IntValue;
use prim::{IntOp, Rt};
use types::Width;

impl<'c> ClusterCx<'_, 'c> {
    /// Sum or difference: `(2 a + 1) ± ((2 b + 1) - 1)` is small again, unless it overflows.
    pub(super) fn big_sum(&mut self, name: &str, rt: Rt, args: &[Atom]) -> Value<'c> {
        let ir = self.ir;
        let [a, b] = self.big_words(args);
        let computed = ir.with_overflow(name, a, ir.sub(b, ir.word(abi::IMMEDIATE)));
        self.small_or_call(self.both_small(a, b), computed, rt, args)
    }

    /// Product: `((2 a + 1) - 1) * b` without the bit that says that it is small.
    pub(super) fn big_product(&mut self, args: &[Atom]) -> Value<'c> {
        let ir = self.ir;
        let [a, b] = self.big_words(args);
        let twice = ir.sub(a, ir.word(abi::IMMEDIATE));
        let b_itself = ir.ashr(b, ir.word(abi::SMALL_BIG_SHIFT));
        let (product, overflow) = ir.with_overflow("smul", twice, b_itself);
        let product = ir.or(product, ir.word(abi::IMMEDIATE));
        self.small_or_call(self.both_small(a, b), (product, overflow), Rt::BigMul, args)
    }

    /// Negation: `2 - (2 n + 1)`.
    pub(super) fn big_negation(&mut self, args: &[Atom]) -> Value<'c> {
        let ir = self.ir;
        let n = ir.to_int(self.ptr(&args[0]));
        let computed = ir.with_overflow("ssub", ir.word(2 * abi::IMMEDIATE), n);
        self.small_or_call(self.is_odd(n), computed, Rt::BigNeg, args)
    }

    /// A quotient or a remainder. Only the quotient of the least small integer by -1 is not small.
    #[expect(clippy::wildcard_enum_match_arm, reason = "only signed divisions come here")]
    pub(super) fn big_division(&mut self, op: IntOp, rt: Rt, args: &[Atom]) -> Value<'c> {
        let ir = self.ir;
        let [a, b] = self.big_words(args);
        let divides = ir.icmp(IntPredicate::NE, b, ir.word(abi::small_big(0).expect("small")));
        let divides = ir.and(self.both_small(a, b), divides);
        let (small, slow) = (self.new_block("small"), self.new_block("call"));
        ir.branch_cold(self.not(divides), slow, small);
        ir.position(small);
        let shift = ir.word(abi::SMALL_BIG_SHIFT);
        let (a, b) = (ir.ashr(a, shift), ir.ashr(b, shift));
        // The operands have 63 bits, so LLVM's division is defined.
        let (quot, rem) = (ir.sdiv(a, b), ir.srem(a, b));
        let result = match op {
            IntOp::Quot => quot,
            IntOp::Rem => rem,
            IntOp::Div => ir.sub(quot, ir.zext(self.rounds_down(rem, b), ir.i64)),
            _ => ir.select_int(self.rounds_down(rem, b), ir.add(rem, b), rem),
        };
        let (fits, word) = self.as_small(result);
        self.or_call_at(slow, fits, word, rt, args)
    }

    pub(super) fn big_compare(&mut self, args: &[Atom]) -> Value<'c> {
        let ir = self.ir;
        let [a, b] = self.big_words(args);
        let greater = ir.zext(ir.icmp(IntPredicate::SGT, a, b), ir.i64);
        let less = ir.zext(ir.icmp(IntPredicate::SLT, a, b), ir.i64);
        let order = ir.sub(greater, less).into();
        self.or_else_call(self.both_small(a, b), order, Rt::BigCmp, args)
    }

    pub(super) fn big_of_i64(&mut self, args: &[Atom]) -> Value<'c> {
        let (fits, word) = self.as_small(self.int(&args[0]));
        self.or_else_call(fits, word, Rt::BigOfI64, args)
    }

    fn big_words(&self, args: &[Atom]) -> [IntValue<'c>; 2] {
        [0, 1].map(|i| self.ir.to_int(self.ptr(&args[i])))
    }

    /// True if both are small.
    fn both_small(&self, a: IntValue<'c>, b: IntValue<'c>) -> IntValue<'c> {
        self.is_odd(self.ir.and(a, b))
    }

    /// Whether an integer has 63 bits, and the word that it is then.
    fn as_small(&self, n: IntValue<'c>) -> (IntValue<'c>, Value<'c>) {
        let ir = self.ir;
        let (twice, overflow) = ir.with_overflow("sadd", n, n);
        (self.not(overflow), ir.to_ptr(ir.or(twice, ir.word(abi::IMMEDIATE))).into())
    }

    /// A word computed with the words of the operands, if those are small and it did not overflow,
    /// otherwise what the runtime computes.
    fn small_or_call(
        &mut self,
        small: IntValue<'c>,
        (word, overflow): (IntValue<'c>, IntValue<'c>),
        rt: Rt,
        args: &[Atom],
    ) -> Value<'c> {
        let ir = self.ir;
        let fits = ir.and(small, self.not(overflow));
        self.or_else_call(fits, ir.to_ptr(word).into(), rt, args)
    }

    fn not(&self, cond: IntValue<'c>) -> IntValue<'c> {
        self.ir.xor(cond, self.ir.int_type(Width::I1).const_all_ones())
    }
}
