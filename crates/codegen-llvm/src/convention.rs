//! The calling convention: which value travels in which slot, and transfers of
//! control as `musttail` calls.
//!
//! Every managed function has one prototype; slots that carry nothing are
//! `poison`, which costs no instruction.

use crate::ir::{Ir, Value};
use abi::{FLOAT_SLOTS, INT_SLOTS, Loc};
use flow::Kind;
use inkwell::values::{
    AsValueRef, BasicMetadataValueEnum, CallSiteValue, FloatValue, FunctionValue, IntValue,
    PointerValue,
};
use llvm_sys::LLVMTailCallKind;

/// LLVM's number of `preserve_nonecc`.
pub(crate) const PRESERVE_NONE: u32 = 21;
/// LLVM's number of `preserve_mostcc`.
pub(crate) const PRESERVE_MOST: u32 = 14;

/// What a transfer of control hands over.
#[derive(Clone, Default)]
pub(crate) struct Slots<'c> {
    pub(crate) cont: Option<PointerValue<'c>>,
    pub(crate) clos: Option<PointerValue<'c>>,
    pub(crate) ints: [Option<IntValue<'c>>; INT_SLOTS],
    pub(crate) floats: [Option<FloatValue<'c>>; FLOAT_SLOTS],
}

/// Where control goes.
#[derive(Clone, Copy)]
pub(crate) enum Code<'c> {
    /// To this function.
    Known(FunctionValue<'c>),
    /// To this address.
    At(PointerValue<'c>),
}

/// The parameters of a managed function.
pub(crate) struct Params<'c> {
    pub(crate) alloc: PointerValue<'c>,
    pub(crate) vproc: PointerValue<'c>,
    pub(crate) cont: PointerValue<'c>,
    pub(crate) clos: PointerValue<'c>,
    pub(crate) ints: [IntValue<'c>; INT_SLOTS],
    pub(crate) floats: [FloatValue<'c>; FLOAT_SLOTS],
}

/// The slots of arguments of these kinds.
///
/// # Panics
/// Where they do not fit: Flow's checker refuses such programs, and a tail call
/// with more arguments would not be one.
pub(crate) fn locations(kinds: impl Iterator<Item = Kind> + Clone) -> Vec<Loc> {
    let mut locs = Vec::new();
    abi::assign(kinds.map(Kind::is_float), |loc| match loc {
        Loc::Int(_) | Loc::Float(_) => locs.push(loc),
        Loc::Spill(_) => panic!("arguments do not fit the slots"),
    });
    locs
}

impl<'c> Slots<'c> {
    /// Puts a value in its slot.
    pub(crate) fn put(&mut self, ir: &Ir<'c>, loc: Loc, kind: Kind, value: Value<'c>) {
        match loc {
            Loc::Int(i) => self.ints[i] = Some(ir.to_word(kind, value)),
            Loc::Float(i) => {
                let value = value.into_float_value();
                let wide = if kind == Kind::F32 { ir.widen_f32(value) } else { value };
                self.floats[i] = Some(wide);
            }
            Loc::Spill(_) => unreachable!("`locations` gives no such place"),
        }
    }
}

impl<'c> Params<'c> {
    pub(crate) fn of(function: FunctionValue<'c>) -> Params<'c> {
        let params = function.get_params();
        let ptr = |i: usize| params[i].into_pointer_value();
        Params {
            alloc: ptr(0),
            vproc: ptr(1),
            cont: ptr(2),
            clos: ptr(3),
            ints: std::array::from_fn(|i| params[4 + i].into_int_value()),
            floats: std::array::from_fn(|i| params[4 + INT_SLOTS + i].into_float_value()),
        }
    }

    /// The value of a kind in a slot.
    pub(crate) fn get(&self, ir: &Ir<'c>, loc: Loc, kind: Kind) -> Value<'c> {
        match loc {
            Loc::Int(i) => ir.word_as(kind, self.ints[i]),
            Loc::Float(i) if kind == Kind::F32 => ir.narrow_f32(self.floats[i]).into(),
            Loc::Float(i) => self.floats[i].into(),
            Loc::Spill(_) => unreachable!("`locations` gives no such place"),
        }
    }
}

impl<'c> Ir<'c> {
    /// A value as a word: integers zero-extended, numbers as their bits.
    pub(crate) fn to_word(&self, kind: Kind, value: Value<'c>) -> IntValue<'c> {
        match kind {
            Kind::Int(_) => self.zext(value.into_int_value(), self.i64),
            Kind::F32 => {
                let bits = self.bitcast(value, self.i32).into_int_value();
                self.zext(bits, self.i64)
            }
            Kind::F64 => self.bitcast(value, self.i64).into_int_value(),
            Kind::Ref | Kind::Cont | Kind::Ptr => self.to_int(value.into_pointer_value()),
        }
    }

    /// The inverse of [`Ir::to_word`].
    pub(crate) fn word_as(&self, kind: Kind, word: IntValue<'c>) -> Value<'c> {
        match kind {
            Kind::Int(width) => self.trunc(word, self.int_type(width)).into(),
            Kind::F32 => self.bitcast(self.trunc(word, self.i32), self.f32),
            Kind::F64 => self.bitcast(word, self.f64),
            Kind::Ref | Kind::Cont | Kind::Ptr => self.to_ptr(word).into(),
        }
    }

    /// Declares a managed function of either linkage.
    pub(crate) fn managed_function(
        &self,
        name: &str,
        linkage: inkwell::module::Linkage,
    ) -> FunctionValue<'c> {
        let function = self.module.add_function(name, self.managed, Some(linkage));
        function.set_call_conventions(PRESERVE_NONE);
        self.set_attributes(function, &["nounwind"]);
        if linkage == inkwell::module::Linkage::External {
            function.as_global_value().set_visibility(inkwell::GlobalVisibility::Hidden);
        }
        function
    }

    /// Puts the two words of code information before a function's entry, which
    /// stays aligned to 16 bytes.
    pub(crate) fn set_code_info(
        &self,
        function: FunctionValue<'c>,
        info: abi::CodeInfo,
        layout: abi::Layout,
    ) {
        let words = [self.word(info.0).into(), self.word(layout.0).into()];
        let prefix = self.context.const_struct(&words, true);
        // SAFETY: both are values of this module's context, and the function is a function.
        unsafe {
            llvm_sys::core::LLVMSetPrefixData(function.as_value_ref(), prefix.as_value_ref());
        }
        function.as_global_value().set_alignment(16);
    }

    /// Leaves the current function for another; nothing can follow.
    pub(crate) fn transfer(
        &self,
        code: Code<'c>,
        alloc: PointerValue<'c>,
        vproc: PointerValue<'c>,
        slots: &Slots<'c>,
    ) {
        let site = self.call_code(code, alloc, vproc, slots);
        site.set_tail_call_kind(LLVMTailCallKind::LLVMTailCallKindMustTail);
        self.ret();
    }

    /// Calls managed code from C code.
    pub(crate) fn call_code(
        &self,
        code: Code<'c>,
        alloc: PointerValue<'c>,
        vproc: PointerValue<'c>,
        slots: &Slots<'c>,
    ) -> CallSiteValue<'c> {
        type Arg<'c> = BasicMetadataValueEnum<'c>;
        let none = self.ptr.get_poison();
        let mut args: Vec<Arg<'c>> = vec![alloc.into(), vproc.into()];
        args.extend([slots.cont, slots.clos].map(|slot| Arg::from(slot.unwrap_or(none))));
        let (no_int, no_float) = (self.i64.get_poison(), self.f64.get_poison());
        args.extend(slots.ints.map(|slot| Arg::from(slot.unwrap_or(no_int))));
        args.extend(slots.floats.map(|slot| Arg::from(slot.unwrap_or(no_float))));
        let site = match code {
            Code::Known(function) => self.call_site(function, &args),
            Code::At(address) => self.call_managed(address, &args),
        };
        site.set_call_convention(PRESERVE_NONE);
        site
    }
}
