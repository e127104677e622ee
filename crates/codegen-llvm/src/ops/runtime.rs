//! Primitives of the runtime: a few inline, the small cases of some inline, all
//! others as calls.

use crate::cluster::ClusterCx;
use crate::ir::Value;
use abi::{VProc, WORD, Window};
use flow::kinds::prim_kind;
use flow::{Atom, Kind};
use inkwell::IntPredicate;
use inkwell::basic_block::BasicBlock;
use inkwell::values::{BasicMetadataValueEnum, IntValue};
use prim::{Effect, IntOp, Rt};
use std::mem::offset_of;
use types::{PTy, Width};

/// True if a function of the runtime may allocate.
fn allocates(results: &[PTy], effect: Effect) -> bool {
    let gives_object = results.iter().any(|ty| prim_kind(*ty) == Kind::Ref);
    gives_object
        || match effect {
            Effect::Alloc | Effect::AllocTrap | Effect::Control => true,
            Effect::Pure | Effect::Trap | Effect::Read | Effect::Write => false,
        }
}

impl<'c> ClusterCx<'_, 'c> {
    #[expect(clippy::wildcard_enum_match_arm, reason = "few functions have code of their own")]
    pub(super) fn runtime(&mut self, rt: Rt, args: &[Atom]) -> Vec<Value<'c>> {
        match rt {
            Rt::StrLen => vec![self.array_len(self.ptr(&args[0])).into()],
            Rt::StrGet => {
                self.in_string(self.ptr(&args[0]), self.int(&args[1]));
                vec![self.string_byte(args)]
            }
            Rt::StrGetU => vec![self.string_byte(args)],
            Rt::StrGet16 | Rt::BytesGet16 => vec![self.group(Width::I16, args)],
            Rt::StrGet32 | Rt::BytesGet32 => vec![self.group(Width::I32, args)],
            Rt::StrGet64 | Rt::BytesGet64 => vec![self.group(Width::I64, args)],
            Rt::BytesSet16 => self.set_group(Width::I16, args),
            Rt::BytesSet32 => self.set_group(Width::I32, args),
            Rt::BytesSet64 => self.set_group(Width::I64, args),
            Rt::StrEq => vec![self.string_equal(args)],
            Rt::IoAdd1 => vec![self.add_byte(args)],
            Rt::BigAdd => vec![self.big_sum("sadd", rt, args)],
            Rt::BigSub => vec![self.big_sum("ssub", rt, args)],
            Rt::BigMul => vec![self.big_product(args)],
            Rt::BigNeg => vec![self.big_negation(args)],
            Rt::BigQuot => vec![self.big_division(IntOp::Quot, rt, args)],
            Rt::BigRem => vec![self.big_division(IntOp::Rem, rt, args)],
            Rt::BigDiv => vec![self.big_division(IntOp::Div, rt, args)],
            Rt::BigMod => vec![self.big_division(IntOp::Mod, rt, args)],
            Rt::BigCmp => vec![self.big_compare(args)],
            Rt::BigOfI64 => vec![self.big_of_i64(args)],
            // The runtime does all the work of the others.
            other => self.runtime_call(other, args),
        }
    }

    /// The bytes of a string never change.
    fn string_byte(&self, args: &[Atom]) -> Value<'c> {
        let at = self.byte(self.ptr(&args[0]), self.int(&args[1]));
        self.load_fixed(self.ir.i8, at)
    }

    /// The equality of strings. The addresses and the lengths mostly decide it; otherwise the
    /// runtime is called.
    fn string_equal(&mut self, args: &[Atom]) -> Value<'c> {
        let ir = self.ir;
        let (a, b) = (self.ptr(&args[0]), self.ptr(&args[1]));
        let same = ir.icmp(IntPredicate::EQ, ir.to_int(a), ir.to_int(b));
        let differ = ir.icmp(IntPredicate::NE, self.array_len(a), self.array_len(b));
        self.or_else_call(ir.or(same, differ), same.into(), Rt::StrEq, args)
    }

    /// Adds a byte to what waits for a descriptor: in the window, if it is open for this one and not
    /// full; otherwise the runtime is called, which may open it.
    fn add_byte(&mut self, args: &[Atom]) -> Value<'c> {
        let ir = self.ir;
        let window = ir.load_invariant(ir.ptr, self.vproc_field(offset_of!(VProc, window)));
        let window = window.into_pointer_value();
        let at = |field| ir.offset(window, field as u64);
        let open = ir.load_word(at(offset_of!(Window, descriptor)));
        let next = ir.load_ptr(at(offset_of!(Window, next)));
        let end = ir.load_ptr(at(offset_of!(Window, end)));
        let other = ir.icmp(IntPredicate::NE, open, self.int(&args[0]));
        let full = ir.ptr_cmp(IntPredicate::EQ, next, end);
        let (slow, fast, done) = (self.new_block("call"), self.new_block(""), self.new_block(""));
        ir.branch_cold(ir.or(other, full), slow, fast);
        ir.position(slow);
        let added = self.runtime_call(Rt::IoAdd1, args)[0];
        let last = ir.block();
        ir.jump(done);
        ir.position(fast);
        ir.store(self.int(&args[1]), next);
        ir.store(ir.index(next, ir.word(1)), at(offset_of!(Window, next)));
        ir.jump(done);
        ir.position(done);
        let result = ir.phi(ir.int_type(Width::I1));
        let yes = ir.int_type(Width::I1).const_all_ones();
        result.add_incoming(&[(&added, last), (&yes, fast)]);
        result.as_basic_value()
    }

    /// A call as [`Rt::symbol`] says.
    fn runtime_call(&mut self, rt: Rt, args: &[Atom]) -> Vec<Value<'c>> {
        let ir = self.ir;
        let (params, results, effect) = rt.signature();
        let mut types = vec![ir.ptr.into()];
        let mut values: Vec<BasicMetadataValueEnum<'c>> = vec![self.vproc.into()];
        for (ty, arg) in params.iter().zip(args) {
            let (ty, value) = self.passed(prim_kind(*ty), arg);
            types.push(ty);
            values.push(value);
        }
        let result = results.first().map(|ty| match prim_kind(*ty) {
            Kind::Int(_) => ir.i64.into(),
            other @ (Kind::F32 | Kind::F64 | Kind::Ref | Kind::Cont | Kind::Ptr) => {
                ir.kind_type(other)
            }
        });
        let function = ir.c_function(&rt.symbol(), result, &types);
        let first = if allocates(results, effect) {
            self.allocating_call(function, &values)
        } else {
            ir.call(function, &values)
        };
        self.publish();
        if effect.raises() {
            self.raise_if_pending();
        }
        let first = first.into_iter().zip(results).map(|(value, ty)| self.returned(*ty, value));
        let extra = results.iter().skip(1).enumerate().map(|(i, ty)| {
            let offset = offset_of!(VProc, extra) + i * WORD;
            self.get_word(prim_kind(*ty), self.vproc_field(offset), false)
        });
        first.chain(extra).collect()
    }

    /// An operand as a word or a double.
    fn passed(
        &self,
        kind: Kind,
        arg: &Atom,
    ) -> (inkwell::types::BasicMetadataTypeEnum<'c>, BasicMetadataValueEnum<'c>) {
        let ir = self.ir;
        match kind {
            Kind::Int(_) => (ir.i64.into(), ir.zext(self.int(arg), ir.i64).into()),
            Kind::F32 | Kind::F64 | Kind::Ref | Kind::Cont | Kind::Ptr => {
                (ir.kind_type(kind).into(), self.value(arg).into())
            }
        }
    }

    fn returned(&self, ty: PTy, value: Value<'c>) -> Value<'c> {
        match prim_kind(ty) {
            Kind::Int(width) => {
                self.ir.trunc(value.into_int_value(), self.ir.int_type(width)).into()
            }
            Kind::F32 | Kind::F64 | Kind::Ref | Kind::Cont | Kind::Ptr => value,
        }
    }

    /// The value at hand if the condition holds, otherwise what the runtime computes.
    pub(super) fn or_else_call(
        &mut self,
        cond: IntValue<'c>,
        value: Value<'c>,
        rt: Rt,
        args: &[Atom],
    ) -> Value<'c> {
        let slow = self.new_block("call");
        self.or_call_at(slow, cond, value, rt, args)
    }

    /// As [`Self::or_else_call`]; the call's block is one to which others may have jumped.
    pub(super) fn or_call_at(
        &mut self,
        slow: BasicBlock<'c>,
        cond: IntValue<'c>,
        value: Value<'c>,
        rt: Rt,
        args: &[Atom],
    ) -> Value<'c> {
        let ir = self.ir;
        let (fast, alloc, done) = (ir.block(), self.alloc, self.new_block(""));
        ir.branch_cold(ir.xor(cond, cond.get_type().const_all_ones()), slow, done);
        ir.position(slow);
        let computed = self.runtime_call(rt, args)[0];
        let last = ir.block();
        ir.jump(done);
        ir.position(done);
        let (result, moved) = (ir.phi(value.get_type()), ir.phi(ir.ptr));
        result.add_incoming(&[(&value, fast), (&computed, last)]);
        moved.add_incoming(&[(&alloc, fast), (&self.alloc, last)]);
        self.alloc = moved.as_basic_value().into_pointer_value();
        self.publish();
        result.as_basic_value()
    }
}
