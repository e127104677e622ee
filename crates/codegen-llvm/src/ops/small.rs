//! Small integers in `any`s, computed with as they are: an integer n is the word `4 n + 1`.

use crate::cluster::ClusterCx;
use crate::ir::Value;
use abi::{ANY_I64, ANY_I64_MASK, ANY_I64_SHIFT, Header, WORD, word};
use flow::{Atom, Kind};
use inkwell::IntPredicate;
use inkwell::values::{IntValue, PointerValue};
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
        if op == SmallOp::Kind {
            let value = self.ptr(&args[0]);
            return vec![self.any_kind(value).into()];
        }
        if let SmallOp::First | SmallOp::Field = op {
            let value = self.ptr(&args[0]);
            let at = args.get(1).map_or(ir.word(0), |at| self.int(at));
            return vec![self.any_field(value, at)];
        }
        let words: Vec<IntValue<'c>> = args.iter().map(|arg| ir.to_int(self.ptr(arg))).collect();
        let small = self.are_small(&words);
        let (x, y) = (words[0], *words.last().expect("an operand"));
        let tag = ir.word(ANY_I64);
        let compared = |order| vec![small.into(), ir.icmp(order, x, y).into()];
        let (operation, a, b) = match op {
            SmallOp::Get => return vec![small.into(), ir.ashr(x, ir.word(ANY_I64_SHIFT)).into()],
            SmallOp::Lt => return compared(IntPredicate::SLT),
            SmallOp::Le => return compared(IntPredicate::SLE),
            SmallOp::Eq => return compared(IntPredicate::EQ),
            SmallOp::Add => ("sadd", ir.sub(x, tag), y),
            SmallOp::Sub => ("ssub", x, ir.sub(y, tag)),
            SmallOp::Mul | SmallOp::Of | SmallOp::Kind | SmallOp::First | SmallOp::Field => {
                ("smul", ir.sub(x, tag), ir.ashr(y, ir.word(ANY_I64_SHIFT)))
            }
        };
        // Two branches, since the processor has one for an overflow.
        let (start, both, done) = (ir.block(), self.new_block("small"), self.new_block(""));
        let yes = small.get_type().const_all_ones();
        ir.branch_cold(ir.xor(small, yes), done, both);
        ir.position(both);
        let (result, overflow) = ir.with_overflow(operation, a, b);
        let fits = ir.xor(overflow, yes);
        ir.jump(done);
        ir.position(done);
        let (is, value) = (ir.phi(small.get_type()), ir.phi(ir.i64));
        is.add_incoming(&[(&yes.const_not(), start), (&fits, both)]);
        value.add_incoming(&[(&x, start), (&result, both)]);
        // A product's tag comes after the branch, since `or` sets the flag of an overflow as well.
        let value = value.as_basic_value().into_int_value();
        let value = if op == SmallOp::Mul { ir.or(value, tag) } else { value };
        vec![is.as_basic_value(), ir.to_ptr(value).into()]
    }

    /// What is in an `any`; see [`abi::any_kind`].
    fn any_kind(&mut self, value: PointerValue<'c>) -> IntValue<'c> {
        let ir = self.ir;
        let word = ir.to_int(value);
        let odd = self.is_odd(word);
        let [small, other] =
            [abi::ANY_KIND_SMALL, abi::ANY_KIND_IMMEDIATE].map(|n| ir.word(n as u64));
        let other = ir.select_int(self.are_small(&[word]), small, other);
        let (start, object, done) = (ir.block(), self.new_block("object"), self.new_block(""));
        let data = self.new_block("data");
        ir.branch(odd, done, object);
        ir.position(object);
        let first = ir.load_word(value);
        let function = ir.word(abi::ANY_KIND_FUN as u64);
        ir.branch(self.is_odd(first), data, done);
        ir.position(data);
        let kind = ir.lshr(first, ir.word(Header::KIND_SHIFT));
        let kind = ir.and(kind, ir.word(Header::KIND_MASK));
        let kind = ir.add(kind, ir.word(abi::ANY_KIND_OBJECT as u64));
        ir.jump(done);
        ir.position(done);
        let result = ir.phi(ir.i64);
        result.add_incoming(&[(&other, start), (&function, object), (&kind, data)]);
        result.as_basic_value().into_int_value()
    }

    /// A field of a tuple in an `any`, behind the mask if it has many.
    fn any_field(&mut self, value: PointerValue<'c>, at: IntValue<'c>) -> Value<'c> {
        let ir = self.ir;
        let header = ir.load_word(value);
        let kind = ir.and(header, ir.word(Header::KIND_MASK << Header::KIND_SHIFT));
        let small = ir.icmp(IntPredicate::EQ, kind, ir.word(0));
        let len = ir.lshr(header, ir.word(Header::LEN_SHIFT));
        let len = ir.and(len, ir.word(Header::LEN_MASK));
        let rounded = ir.add(len, ir.word(Header::MASK_FIELDS - 1));
        let masks = ir.lshr(rounded, ir.word(Header::MASK_FIELDS.ilog2().into()));
        let skipped = ir.select_int(small, ir.word(0), masks);
        let before = ir.add(skipped, ir.word(word::FIELDS as u64));
        let bytes = ir.shl(ir.add(before, at), ir.word(WORD.ilog2().into()));
        let at = ir.to_ptr(ir.add(ir.to_int(value), bytes));
        self.get_word(Kind::Ref, at, false)
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
