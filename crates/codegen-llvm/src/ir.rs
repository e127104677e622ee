//! LLVM types, constants and instructions as the rest of the crate wants them:
//! short names, no results that cannot fail, machine kinds instead of types.
//!
//! Instructions are built at one place, the end of the current block.

mod c;
mod memory;

use crate::convention::Tails;
use flow::{Frames, Kind};
use inkwell::basic_block::BasicBlock;
use inkwell::builder::Builder;
use inkwell::context::Context;
use inkwell::debug_info::DILocation;
use inkwell::intrinsics::Intrinsic;
use inkwell::module::Module;
use inkwell::types::{BasicType, BasicTypeEnum, FloatType, FunctionType, IntType, PointerType};
use inkwell::values::{
    BasicMetadataValueEnum, BasicValue, BasicValueEnum, CallSiteValue, FloatValue, FunctionValue,
    IntValue, MetadataValue, PhiValue, PointerValue,
};
use inkwell::{AddressSpace, FloatPredicate, IntPredicate};
use std::cell::Cell;
use types::Width;

/// A value of any kind.
pub(crate) type Value<'c> = BasicValueEnum<'c>;

/// An instruction fails to build only where operands have wrong types or there
/// is no current block: mistakes of this crate.
const BUILT: &str = "an instruction of well-typed operands";

/// A module under construction.
pub(crate) struct Ir<'c> {
    pub(crate) context: &'c Context,
    pub(crate) module: Module<'c>,
    builder: Builder<'c>,
    pub(crate) ptr: PointerType<'c>,
    pub(crate) i8: IntType<'c>,
    pub(crate) i32: IntType<'c>,
    pub(crate) i64: IntType<'c>,
    pub(crate) f32: FloatType<'c>,
    pub(crate) f64: FloatType<'c>,
    /// The kind of call by which control leaves functions; see [`crate::convention`].
    pub(crate) tails: Tails,
    /// The place where the unit keeps its frames.
    pub(crate) frames: Frames,
    first_is_cold: MetadataValue<'c>,
    /// The tags of accesses to memory that never changes once it is set, and to memory that does.
    accesses: [MetadataValue<'c>; 2],
    /// Stores since the run of code began, or since the last barrier in it.
    stores: Cell<usize>,
}

/// Operations of two operands of one type that cannot fail.
macro_rules! binary {
    ($($name:ident = $build:ident: $ty:ident;)*) => {
        $(pub(crate) fn $name(&self, a: $ty<'c>, b: $ty<'c>) -> $ty<'c> {
            self.builder.$build(a, b, "").expect(BUILT)
        })*
    };
}

impl<'c> Ir<'c> {
    pub(crate) fn new(context: &'c Context, name: &str, tails: Tails, frames: Frames) -> Ir<'c> {
        let ptr = context.ptr_type(AddressSpace::default());
        let (i64, f64) = (context.i64_type(), context.f64_type());
        let i32 = context.i32_type();
        let weights = [
            context.metadata_string("branch_weights").into(),
            i32.const_int(1, false).into(),
            i32.const_int(100_000, false).into(),
        ];
        Ir {
            context,
            module: context.create_module(name),
            builder: context.create_builder(),
            ptr,
            i8: context.i8_type(),
            i32,
            i64,
            f32: context.f32_type(),
            f64,
            tails,
            frames,
            first_is_cold: context.metadata_node(&weights),
            accesses: ["fixed", "mutable"].map(|name| memory::access_tag(context, name)),
            stores: Cell::new(0),
        }
    }

    pub(crate) fn int_type(&self, width: Width) -> IntType<'c> {
        match width {
            Width::I1 => self.context.bool_type(),
            Width::I8 => self.i8,
            Width::I16 => self.context.i16_type(),
            Width::I32 => self.i32,
            Width::I64 => self.i64,
        }
    }

    pub(crate) fn float_type(&self, double: bool) -> FloatType<'c> {
        if double { self.f64 } else { self.f32 }
    }

    /// The type of a variable of this kind.
    pub(crate) fn kind_type(&self, kind: Kind) -> BasicTypeEnum<'c> {
        match kind {
            Kind::Int(width) => self.int_type(width).into(),
            Kind::F32 => self.f32.into(),
            Kind::F64 => self.f64.into(),
            Kind::Ref | Kind::Cont | Kind::Ptr => self.ptr.into(),
        }
    }

    pub(crate) fn word(&self, n: u64) -> IntValue<'c> {
        self.i64.const_int(n, false)
    }

    /// A constant word as a pointer: an immediate, or null.
    pub(crate) fn word_ptr(&self, n: u64) -> PointerValue<'c> {
        if n == 0 { self.ptr.const_null() } else { self.word(n).const_to_pointer(self.ptr) }
    }

    /// The number with these bits.
    pub(crate) fn float_bits(&self, double: bool, bits: u64) -> FloatValue<'c> {
        let width = if double { Width::I64 } else { Width::I32 };
        let int = self.int_type(width).const_int(bits, false);
        self.bitcast(int, self.float_type(double)).into_float_value()
    }

    pub(crate) fn new_block(&self, function: FunctionValue<'c>, name: &str) -> BasicBlock<'c> {
        self.context.append_basic_block(function, name)
    }

    /// Goes on in a block of its own, if there is anything in the current one.
    pub(crate) fn continue_in_new_block(&self) {
        let block = self.block();
        if block.get_first_instruction().is_some() {
            let next = self.context.insert_basic_block_after(block, "");
            self.jump(next);
            self.position(next);
        }
    }

    /// The instructions that follow come from this place of the source; none for none.
    pub(crate) fn set_place(&self, place: Option<DILocation<'c>>) {
        match place {
            Some(place) => self.builder.set_current_debug_location(place),
            None => self.builder.unset_current_debug_location(),
        }
    }

    pub(crate) fn position(&self, block: BasicBlock<'c>) {
        self.builder.position_at_end(block);
    }

    /// The current block, if there is one.
    pub(crate) fn current(&self) -> Option<BasicBlock<'c>> {
        self.builder.get_insert_block()
    }

    pub(crate) fn block(&self) -> BasicBlock<'c> {
        self.current().expect(BUILT)
    }

    /// The function that is being built.
    pub(crate) fn function(&self) -> FunctionValue<'c> {
        self.block().get_parent().expect(BUILT)
    }

    binary! {
        add = build_int_add: IntValue;
        sub = build_int_sub: IntValue;
        mul = build_int_mul: IntValue;
        and = build_and: IntValue;
        or = build_or: IntValue;
        xor = build_xor: IntValue;
        shl = build_left_shift: IntValue;
        sdiv = build_int_signed_div: IntValue;
        srem = build_int_signed_rem: IntValue;
        udiv = build_int_unsigned_div: IntValue;
        urem = build_int_unsigned_rem: IntValue;
        fadd = build_float_add: FloatValue;
        fsub = build_float_sub: FloatValue;
        fmul = build_float_mul: FloatValue;
        fdiv = build_float_div: FloatValue;
        frem = build_float_rem: FloatValue;
    }

    pub(crate) fn lshr(&self, a: IntValue<'c>, b: IntValue<'c>) -> IntValue<'c> {
        self.builder.build_right_shift(a, b, false, "").expect(BUILT)
    }

    pub(crate) fn ashr(&self, a: IntValue<'c>, b: IntValue<'c>) -> IntValue<'c> {
        self.builder.build_right_shift(a, b, true, "").expect(BUILT)
    }

    pub(crate) fn fneg(&self, a: FloatValue<'c>) -> FloatValue<'c> {
        self.builder.build_float_neg(a, "").expect(BUILT)
    }

    pub(crate) fn icmp(&self, op: IntPredicate, a: IntValue<'c>, b: IntValue<'c>) -> IntValue<'c> {
        self.builder.build_int_compare(op, a, b, "").expect(BUILT)
    }

    pub(crate) fn fcmp(
        &self,
        op: FloatPredicate,
        a: FloatValue<'c>,
        b: FloatValue<'c>,
    ) -> IntValue<'c> {
        self.builder.build_float_compare(op, a, b, "").expect(BUILT)
    }

    /// Compares addresses, unsigned.
    pub(crate) fn ptr_cmp(
        &self,
        op: IntPredicate,
        a: PointerValue<'c>,
        b: PointerValue<'c>,
    ) -> IntValue<'c> {
        self.builder.build_int_compare(op, a, b, "").expect(BUILT)
    }

    pub(crate) fn select<V: BasicValue<'c>>(&self, cond: IntValue<'c>, a: V, b: V) -> Value<'c> {
        self.builder.build_select(cond, a, b, "").expect(BUILT)
    }

    pub(crate) fn select_int(
        &self,
        cond: IntValue<'c>,
        a: IntValue<'c>,
        b: IntValue<'c>,
    ) -> IntValue<'c> {
        self.select(cond, a, b).into_int_value()
    }

    pub(crate) fn zext(&self, a: IntValue<'c>, ty: IntType<'c>) -> IntValue<'c> {
        if a.get_type() == ty {
            a
        } else {
            self.builder.build_int_z_extend(a, ty, "").expect(BUILT)
        }
    }

    pub(crate) fn sext(&self, a: IntValue<'c>, ty: IntType<'c>) -> IntValue<'c> {
        if a.get_type() == ty {
            a
        } else {
            self.builder.build_int_s_extend(a, ty, "").expect(BUILT)
        }
    }

    pub(crate) fn trunc(&self, a: IntValue<'c>, ty: IntType<'c>) -> IntValue<'c> {
        if a.get_type() == ty {
            a
        } else {
            self.builder.build_int_truncate(a, ty, "").expect(BUILT)
        }
    }

    /// The low bits of a number whose other bits are zero.
    pub(crate) fn low_bits(&self, a: IntValue<'c>, ty: IntType<'c>) -> IntValue<'c> {
        let low = self.trunc(a, ty);
        if let Some(made) = low.as_instruction().filter(|_| a.get_type() != ty) {
            made.set_no_unsigned_wrap_flag(true).expect("it is a truncation");
        }
        low
    }

    pub(crate) fn bitcast<V: BasicValue<'c>, T: BasicType<'c>>(&self, a: V, ty: T) -> Value<'c> {
        self.builder.build_bit_cast(a, ty, "").expect(BUILT)
    }

    pub(crate) fn float_ext(&self, a: FloatValue<'c>) -> FloatValue<'c> {
        self.builder.build_float_ext(a, self.f64, "").expect(BUILT)
    }

    pub(crate) fn float_trunc(&self, a: FloatValue<'c>) -> FloatValue<'c> {
        self.builder.build_float_trunc(a, self.f32, "").expect(BUILT)
    }

    pub(crate) fn float_to_int(&self, a: FloatValue<'c>, ty: IntType<'c>) -> IntValue<'c> {
        self.builder.build_float_to_signed_int(a, ty, "").expect(BUILT)
    }

    pub(crate) fn signed_to_float(&self, a: IntValue<'c>, ty: FloatType<'c>) -> FloatValue<'c> {
        self.builder.build_signed_int_to_float(a, ty, "").expect(BUILT)
    }

    pub(crate) fn unsigned_to_float(&self, a: IntValue<'c>, ty: FloatType<'c>) -> FloatValue<'c> {
        self.builder.build_unsigned_int_to_float(a, ty, "").expect(BUILT)
    }

    pub(crate) fn to_int(&self, a: PointerValue<'c>) -> IntValue<'c> {
        self.builder.build_ptr_to_int(a, self.i64, "").expect(BUILT)
    }

    pub(crate) fn to_ptr(&self, a: IntValue<'c>) -> PointerValue<'c> {
        self.builder.build_int_to_ptr(a, self.ptr, "").expect(BUILT)
    }

    /// A number of 64 bits whose low half is the number of 32 bits. The bits
    /// stay as they are, a signalling nan included, and no instruction is needed.
    pub(crate) fn widen_f32(&self, a: FloatValue<'c>) -> FloatValue<'c> {
        let pair = self.f32.vec_type(2).get_poison();
        let pair = self.builder.build_insert_element(pair, a, self.word(0), "").expect(BUILT);
        self.bitcast(pair, self.f64).into_float_value()
    }

    /// The inverse of [`Ir::widen_f32`].
    pub(crate) fn narrow_f32(&self, a: FloatValue<'c>) -> FloatValue<'c> {
        let pair = self.bitcast(a, self.f32.vec_type(2)).into_vector_value();
        self.builder.build_extract_element(pair, self.word(0), "").expect(BUILT).into_float_value()
    }

    /// The address `bytes` after `base`.
    pub(crate) fn offset(&self, base: PointerValue<'c>, bytes: u64) -> PointerValue<'c> {
        if bytes == 0 { base } else { self.index(base, self.word(bytes)) }
    }

    /// The address `bytes` after `base`.
    pub(crate) fn index(&self, base: PointerValue<'c>, bytes: IntValue<'c>) -> PointerValue<'c> {
        // SAFETY: LLVM asks that base and result be in one object. Objects and the
        // allocation area are what the collector handed out; only the code that is
        // built here uses the address.
        unsafe { self.builder.build_in_bounds_gep(self.i8, base, &[bytes], "") }.expect(BUILT)
    }

    pub(crate) fn phi<T: BasicType<'c>>(&self, ty: T) -> PhiValue<'c> {
        self.builder.build_phi(ty, "").expect(BUILT)
    }

    pub(crate) fn jump(&self, to: BasicBlock<'c>) {
        self.builder.build_unconditional_branch(to).expect(BUILT);
    }

    pub(crate) fn branch(&self, cond: IntValue<'c>, then: BasicBlock<'c>, els: BasicBlock<'c>) {
        self.builder.build_conditional_branch(cond, then, els).expect(BUILT);
    }

    /// A branch whose first way is hardly ever taken.
    pub(crate) fn branch_cold(
        &self,
        cond: IntValue<'c>,
        cold: BasicBlock<'c>,
        warm: BasicBlock<'c>,
    ) {
        let branch = self.builder.build_conditional_branch(cond, cold, warm).expect(BUILT);
        branch.set_metadata(self.first_is_cold, self.context.get_kind_id("prof")).expect(BUILT);
    }

    pub(crate) fn switch(
        &self,
        value: IntValue<'c>,
        default: BasicBlock<'c>,
        cases: &[(IntValue<'c>, BasicBlock<'c>)],
    ) {
        self.builder.build_switch(value, default, cases).expect(BUILT);
    }

    pub(crate) fn unreachable(&self) {
        self.builder.build_unreachable().expect(BUILT);
    }

    pub(crate) fn ret(&self) {
        self.builder.build_return(None).expect(BUILT);
    }

    pub(crate) fn ret_value(&self, value: Value<'c>) {
        self.builder.build_return(Some(&value)).expect(BUILT);
    }

    pub(crate) fn call_site(
        &self,
        function: FunctionValue<'c>,
        args: &[BasicMetadataValueEnum<'c>],
    ) -> CallSiteValue<'c> {
        let site = self.builder.build_call(function, args, "").expect(BUILT);
        site.set_call_convention(function.get_call_conventions());
        site
    }

    /// A call; the result if the function has one.
    pub(crate) fn call(
        &self,
        function: FunctionValue<'c>,
        args: &[BasicMetadataValueEnum<'c>],
    ) -> Option<Value<'c>> {
        self.call_site(function, args).try_as_basic_value().basic()
    }

    /// A call of a function at an address with a type of its own.
    pub(crate) fn call_typed(
        &self,
        ty: FunctionType<'c>,
        address: PointerValue<'c>,
        args: &[BasicMetadataValueEnum<'c>],
    ) -> CallSiteValue<'c> {
        self.builder.build_indirect_call(ty, address, args, "").expect(BUILT)
    }

    /// An intrinsic function, by its name and the types that select it.
    pub(crate) fn intrinsic(
        &self,
        name: &str,
        types: &[BasicTypeEnum<'c>],
        args: &[BasicMetadataValueEnum<'c>],
    ) -> Value<'c> {
        let function = Intrinsic::find(name)
            .and_then(|i| i.get_declaration(&self.module, types))
            .unwrap_or_else(|| panic!("LLVM has {name}"));
        self.call(function, args).unwrap_or_else(|| panic!("{name} has a result"))
    }

    /// Result and flag of one of LLVM's operations `with.overflow`.
    pub(crate) fn with_overflow(
        &self,
        name: &str,
        a: IntValue<'c>,
        b: IntValue<'c>,
    ) -> (IntValue<'c>, IntValue<'c>) {
        let name = format!("llvm.{name}.with.overflow");
        let pair = self.intrinsic(&name, &[a.get_type().into()], &[a.into(), b.into()]);
        let pair = pair.into_struct_value();
        let part = |i| self.builder.build_extract_value(pair, i, "").expect(BUILT).into_int_value();
        (part(0), part(1))
    }
}
