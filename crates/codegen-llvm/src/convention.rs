//! The calling convention: which value travels in which slot, and transfers of
//! control as tail calls.
//!
//! `musttail` wants all managed functions to have one prototype; slots that carry
//! nothing are `poison`. They cost no instruction, but a fifth of LLVM's time. So where
//! a plain `tail` call is known to leave no stack, which is the case if all arguments
//! are in registers and the stack is never realigned, a call has only the slots that
//! carry something, and a function only those it reads. The runtime asks at every
//! collection whether the stack has grown. Values travel in the same registers either way.
//!
//! At -O0 the calls also stand in blocks of their own: LLVM's fast instruction selection
//! is for all blocks but those with calls in tail position.

use crate::ir::{Ir, Value};
use abi::{FLOAT_SLOTS, INT_SLOTS, Loc};
use flow::Kind;
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::types::{BasicMetadataTypeEnum, FunctionType};
use inkwell::values::{
    AsValueRef, BasicMetadataValueEnum, CallSiteValue, FloatValue, FunctionValue, IntValue,
    PointerValue,
};
use llvm_sys::LLVMTailCallKind;

/// LLVM's number of `preserve_nonecc`.
pub(crate) const PRESERVE_NONE: u32 = 21;
/// LLVM's number of `fastcc`.
pub(crate) const FAST: u32 = 8;
/// LLVM's number of `preserve_mostcc`.
pub(crate) const PRESERVE_MOST: u32 = 14;

/// The values that a transfer of control hands over.
#[derive(Clone, Default)]
pub(crate) struct Slots<'c> {
    pub(crate) cont: Option<PointerValue<'c>>,
    pub(crate) clos: Option<PointerValue<'c>>,
    pub(crate) ints: [Option<IntValue<'c>>; INT_SLOTS],
    pub(crate) floats: [Option<FloatValue<'c>>; FLOAT_SLOTS],
}

/// The number of slots of either kind that a function reads.
#[derive(Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) ints: usize,
    pub(crate) floats: usize,
}

impl Shape {
    /// All there are.
    pub(crate) const FULL: Shape = Shape { ints: INT_SLOTS, floats: FLOAT_SLOTS };

    /// No slot.
    pub(crate) const NONE: Shape = Shape { ints: 0, floats: 0 };

    /// Those of parameters in these slots.
    pub(crate) fn of(locs: &[Loc]) -> Shape {
        let mut shape = Shape::NONE;
        for loc in locs {
            match loc {
                Loc::Int(i) => shape.ints = shape.ints.max(i + 1),
                Loc::Float(i) => shape.floats = shape.floats.max(i + 1),
                Loc::Spill(_) => unreachable!("`locations` gives no such place"),
            }
        }
        shape
    }
}

/// The kind of call by which control leaves a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tails {
    /// A `musttail` call.
    Must,
    /// A `tail` call.
    Plain,
    /// A `tail` call in a block of its own.
    PlainApart,
}

impl Tails {
    /// The slots that a prototype has, if these are used.
    pub(crate) fn shape(self, used: Shape) -> Shape {
        match self {
            Tails::Must => Shape::FULL,
            Tails::Plain | Tails::PlainApart => used,
        }
    }
}

/// The target of a transfer of control.
#[derive(Clone, Copy)]
pub(crate) enum Code<'c> {
    /// This function.
    Known(FunctionValue<'c>),
    /// The code at this address.
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
/// Panics if they do not fit: Flow's checker refuses such programs, and a tail call
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
    /// The slots up to the last that carries something.
    fn shape(&self) -> Shape {
        Shape {
            ints: self.ints.iter().rposition(Option::is_some).map_or(0, |last| last + 1),
            floats: self.floats.iter().rposition(Option::is_some).map_or(0, |last| last + 1),
        }
    }

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
    /// Those of a function that has no slots.
    pub(crate) fn none(ir: &Ir<'c>) -> Params<'c> {
        let none = ir.ptr.get_poison();
        let (ints, floats) = ([ir.i64.get_poison(); INT_SLOTS], [ir.f64.get_poison(); FLOAT_SLOTS]);
        Params { alloc: none, vproc: none, cont: none, clos: none, ints, floats }
    }

    pub(crate) fn of(ir: &Ir<'c>, function: FunctionValue<'c>) -> Params<'c> {
        let params = function.get_params();
        let ptr = |i: usize| params[i].into_pointer_value();
        let (mut ints, mut floats) =
            ([ir.i64.get_poison(); INT_SLOTS], [ir.f64.get_poison(); FLOAT_SLOTS]);
        let (mut next_int, mut next_float) = (ints.iter_mut(), floats.iter_mut());
        for param in &params[4..] {
            if param.is_int_value() {
                *next_int.next().expect("no more than slots") = param.into_int_value();
            } else {
                *next_float.next().expect("no more than slots") = param.into_float_value();
            }
        }
        Params { alloc: ptr(0), vproc: ptr(1), cont: ptr(2), clos: ptr(3), ints, floats }
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

    fn managed_type(&self, shape: Shape) -> FunctionType<'c> {
        let mut slots = vec![BasicMetadataTypeEnum::from(self.ptr); 4];
        slots.extend([BasicMetadataTypeEnum::from(self.i64); INT_SLOTS].iter().take(shape.ints));
        slots
            .extend([BasicMetadataTypeEnum::from(self.f64); FLOAT_SLOTS].iter().take(shape.floats));
        self.context.void_type().fn_type(&slots, false)
    }

    /// One of LLVM's attributes.
    pub(crate) fn attribute(&self, name: &str) -> Attribute {
        self.context.create_enum_attribute(Attribute::get_named_enum_kind_id(name), 0)
    }

    /// An attribute of the target's.
    pub(crate) fn set_target_attribute(&self, function: FunctionValue<'c>, name: &str) {
        let attribute = self.context.create_string_attribute(name, "");
        function.add_attribute(AttributeLoc::Function, attribute);
    }

    pub(crate) fn set_attributes(&self, function: FunctionValue<'c>, names: &[&str]) {
        for name in names {
            function.add_attribute(AttributeLoc::Function, self.attribute(name));
        }
    }

    /// Declares a managed function of either linkage, to be defined in this module.
    pub(crate) fn managed_function(
        &self,
        name: &str,
        linkage: inkwell::module::Linkage,
        shape: Shape,
    ) -> FunctionValue<'c> {
        let function = self.outer_function(name, shape);
        function.set_linkage(linkage);
        if linkage == inkwell::module::Linkage::External {
            function.as_global_value().set_visibility(inkwell::GlobalVisibility::Hidden);
        }
        function
    }

    /// Declares a managed function that another module defines. It has the default
    /// visibility, so that its address comes from a table and may be far away.
    pub(crate) fn outer_function(&self, name: &str, shape: Shape) -> FunctionValue<'c> {
        let shape = self.tails.shape(shape);
        let function = self.module.add_function(name, self.managed_type(shape), None);
        function.set_call_conventions(PRESERVE_NONE);
        self.set_attributes(function, &["nounwind"]);
        if self.tails != Tails::Must {
            self.set_target_attribute(function, "no-realign-stack");
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
        let kind = match self.tails {
            Tails::Must => LLVMTailCallKind::LLVMTailCallKindMustTail,
            Tails::Plain => LLVMTailCallKind::LLVMTailCallKindTail,
            Tails::PlainApart => {
                self.continue_in_new_block();
                LLVMTailCallKind::LLVMTailCallKindTail
            }
        };
        self.call_code(code, alloc, vproc, slots).set_tail_call_kind(kind);
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
        let shape = self.tails.shape(slots.shape());
        let none = self.ptr.get_poison();
        let mut args: Vec<Arg<'c>> = vec![alloc.into(), vproc.into()];
        args.extend([slots.cont, slots.clos].map(|slot| Arg::from(slot.unwrap_or(none))));
        let (no_int, no_float) = (self.i64.get_poison(), self.f64.get_poison());
        let ints = slots.ints.iter().take(shape.ints);
        args.extend(ints.map(|slot| Arg::from(slot.unwrap_or(no_int))));
        let floats = slots.floats.iter().take(shape.floats);
        args.extend(floats.map(|slot| Arg::from(slot.unwrap_or(no_float))));
        let address = match code {
            Code::Known(function) => function.as_global_value().as_pointer_value(),
            Code::At(address) => address,
        };
        let site = self.call_typed(self.managed_type(shape), address, &args);
        site.set_call_convention(PRESERVE_NONE);
        site
    }
}
