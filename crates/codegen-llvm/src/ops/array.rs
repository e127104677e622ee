//! Arrays and vectors: `[header, length, elements...]`, raw elements packed.

use crate::cluster::ClusterCx;
use crate::ir::Value;
use crate::stubs;
use abi::{BuiltinExn, Header, VProc, WORD, word};
use faults::{Fault, on};
use flow::{Atom, Kind, Shape};
use inkwell::IntPredicate;
use inkwell::values::{IntValue, PointerValue};
use std::mem::offset_of;
use types::Width;

/// Bytes before the first element.
const ELEMENTS: u64 = (word::ELEMENTS * WORD) as u64;

impl<'c> ClusterCx<'_, 'c> {
    /// `array.new[SHAPE] n x...`
    pub(super) fn array_new(&mut self, shape: &Shape, args: &[Atom]) -> Value<'c> {
        let ir = self.ir;
        let length = self.int(&args[0]);
        let header = ir.word(Header::array(shape.elem()).0);
        match shape {
            Shape::One(kind) => {
                let types = [ir.ptr.into(), ir.i64.into(), ir.i64.into(), ir.i64.into()];
                let function = ir.c_function(abi::ARRAY_NEW, Some(ir.ptr.into()), &types);
                let initial = ir.to_word(*kind, self.value(&args[1]));
                let args = [self.vproc.into(), header.into(), length.into(), initial.into()];
                let array = self.allocating_call(function, &args).expect("it returns an array");
                self.raise_if_pending();
                array
            }
            Shape::Parts(_) => {
                let array = self.array_alloc(header, length);
                self.fill_array(array, length, shape, &args[1..]);
                array.into()
            }
        }
    }

    /// `array.blank[SHAPE] n`
    pub(super) fn array_blank(&mut self, shape: &Shape, length: &Atom) -> Value<'c> {
        let header = self.ir.word(Header::array(shape.elem()).0);
        self.array_alloc(header, self.int(length)).into()
    }

    /// An array from the runtime, with elements that mean nothing; raises Size.
    fn array_alloc(&mut self, header: IntValue<'c>, length: IntValue<'c>) -> PointerValue<'c> {
        let ir = self.ir;
        let types = [ir.ptr.into(), ir.i64.into(), ir.i64.into()];
        let function = ir.c_function(abi::ARRAY_ALLOC, Some(ir.ptr.into()), &types);
        let args = [self.vproc.into(), header.into(), length.into()];
        let array = self.allocating_call(function, &args);
        self.raise_if_pending();
        array.expect("it returns an array").into_pointer_value()
    }

    /// Sets every element of a new array, which needs no barrier.
    fn fill_array(
        &mut self,
        array: PointerValue<'c>,
        length: IntValue<'c>,
        shape: &Shape,
        parts: &[Atom],
    ) {
        let ir = self.ir;
        let before = ir.block();
        let (head, body, done) = (self.new_block("fill"), self.new_block(""), self.new_block(""));
        ir.jump(head);
        ir.position(head);
        let index = ir.phi(ir.i64);
        let i = index.as_basic_value().into_int_value();
        ir.branch(ir.icmp(IntPredicate::ULT, i, length), body, done);
        ir.position(body);
        self.set_parts(self.element(array, i, shape), shape, parts);
        let next = ir.add(i, ir.word(1));
        index.add_incoming(&[(&ir.word(0), before), (&next, body)]);
        ir.jump(head);
        ir.position(done);
    }

    /// `array.lit[SHAPE] x...`
    pub(super) fn array_lit(&mut self, shape: &Shape, args: &[Atom]) -> Value<'c> {
        let ir = self.ir;
        let elem = shape.elem();
        let parts = shape.kinds().len();
        let length = args.len() / parts;
        let header = ir.word(Header::array(elem).0);
        let words = word::ELEMENTS + (length * elem.bytes()).div_ceil(WORD);
        let array = self.allocate(words);
        ir.store(header, array);
        ir.store(ir.word(length as u64), self.word_of(array, word::LENGTH));
        for (i, element) in args.chunks(parts).enumerate() {
            let at = ir.offset(array, ELEMENTS + (i * elem.bytes()) as u64);
            self.set_parts(at, shape, element);
        }
        array.into()
    }

    /// Lengths never change.
    pub(super) fn array_len(&self, array: PointerValue<'c>) -> IntValue<'c> {
        self.load_fixed(self.ir.i64, self.word_of(array, word::LENGTH)).into_int_value()
    }

    // The elements of a vector do not change either, but their loads are not
    // marked: a vector may be an array that was filled in this very function
    // and then frozen, and LLVM would take the load above the stores.
    pub(super) fn array_get(
        &mut self,
        shape: &Shape,
        checked: bool,
        args: &[Atom],
    ) -> Vec<Value<'c>> {
        let (array, index) = (self.ptr(&args[0]), self.int(&args[1]));
        if checked {
            self.in_bounds(array, index);
        }
        let at = self.element(array, index, shape);
        match shape {
            Shape::One(kind) => vec![self.get_packed(at, *kind)],
            Shape::Parts(kinds) => {
                let parts = kinds.iter().enumerate();
                parts.map(|(i, kind)| self.get_word(*kind, self.word_of(at, i), false)).collect()
            }
        }
    }

    pub(super) fn array_set(
        &mut self,
        shape: &Shape,
        checked: bool,
        args: &[Atom],
    ) -> Vec<Value<'c>> {
        let (array, index) = (self.ptr(&args[0]), self.int(&args[1]));
        if checked {
            self.in_bounds(array, index);
        }
        let at = self.element(array, index, shape);
        self.set_parts(at, shape, &args[2..]);
        self.record_parts(array, at, &args[2..]);
        vec![]
    }

    /// The write barrier of an element whose parts were set: records the slots of an old array
    /// that refer to the nursery now.
    fn record_parts(&mut self, array: PointerValue<'c>, at: PointerValue<'c>, parts: &[Atom]) {
        let most = if on(Fault::BarrierFirst) { 1 } else { usize::MAX };
        let young = parts.iter().enumerate().filter(|(_, part)| self.may_be_young(part));
        let young: Vec<_> = young.take(most).collect();
        if young.is_empty() {
            return;
        }
        self.publish();
        let (old, go_on) = self.branch_if_old(array, parts);
        self.ir.position(old);
        for (i, part) in young {
            self.record_if_young(self.word_of(at, i), self.ptr(part));
        }
        self.ir.jump(go_on);
        self.ir.position(go_on);
    }

    /// Records a slot if what it was set to is in the nursery.
    fn record_if_young(&mut self, slot: PointerValue<'c>, value: PointerValue<'c>) {
        let ir = self.ir;
        let base = ir.load_word(self.vproc_field(offset_of!(VProc, nursery_base)));
        let bytes = ir.load_word(self.vproc_field(offset_of!(VProc, nursery_bytes)));
        let young = ir.icmp(IntPredicate::ULT, ir.sub(ir.to_int(value), base), bytes);
        let (record, go_on) = (self.new_block("young"), self.new_block(""));
        ir.branch(young, record, go_on);
        ir.position(record);
        let place = self.vproc_field(offset_of!(VProc, stores));
        let stores = ir.load_ptr(place);
        ir.store(slot, stores);
        let next = ir.offset(stores, WORD as u64);
        ir.store(next, place);
        let end = ir.load_ptr(self.vproc_field(offset_of!(VProc, stores_end)));
        let full = self.new_block("full");
        ir.branch_cold(ir.ptr_cmp(IntPredicate::EQ, next, end), full, go_on);
        ir.position(full);
        ir.call(stubs::stores_full(ir), &[self.vproc.into()]);
        ir.jump(go_on);
        ir.position(go_on);
    }

    /// `array.copy a i b j n`
    pub(super) fn array_copy(&mut self, args: &[Atom]) -> Vec<Value<'c>> {
        let ir = self.ir;
        let (ptr, int) = (ir.ptr.into(), ir.i64.into());
        let function = ir.c_function(abi::ARRAY_COPY, None, &[ptr, ptr, int, ptr, int, int]);
        let mut values = vec![self.vproc.into()];
        values.extend(
            args.iter().map(|arg| inkwell::values::BasicMetadataValueEnum::from(self.value(arg))),
        );
        self.publish();
        ir.call(function, &values);
        self.raise_if_pending();
        vec![]
    }

    /// Raises Subscript unless the index is below the length.
    fn in_bounds(&mut self, array: PointerValue<'c>, index: IntValue<'c>) {
        let length = self.array_len(array);
        let outside = self.ir.icmp(IntPredicate::UGE, index, length);
        self.trap_if(outside, BuiltinExn::Subscript);
    }

    fn element(
        &self,
        array: PointerValue<'c>,
        index: IntValue<'c>,
        shape: &Shape,
    ) -> PointerValue<'c> {
        let ir = self.ir;
        let bytes = shape.elem().bytes() as u64;
        ir.index(ir.offset(array, ELEMENTS), ir.mul(index, ir.word(bytes)))
    }

    /// Sets the components of an element.
    fn set_parts(&self, at: PointerValue<'c>, shape: &Shape, parts: &[Atom]) {
        match shape {
            Shape::One(kind) => self.set_packed(at, *kind, self.value(&parts[0])),
            Shape::Parts(_) => self.fill(at, 0, parts),
        }
    }

    fn set_packed(&self, at: PointerValue<'c>, kind: Kind, value: Value<'c>) {
        match kind {
            Kind::Int(width) => {
                let ty = self.ir.int_type(Self::memory_width(width));
                self.ir.store_mutable(self.ir.zext(value.into_int_value(), ty), at);
            }
            Kind::F32 | Kind::F64 | Kind::Ref | Kind::Cont | Kind::Ptr => {
                self.ir.store_mutable(value, at);
            }
        }
    }

    fn get_packed(&self, at: PointerValue<'c>, kind: Kind) -> Value<'c> {
        let ir = self.ir;
        match kind {
            Kind::Int(width) => {
                let stored = ir.load(ir.int_type(Self::memory_width(width)), at);
                ir.trunc(stored.into_int_value(), ir.int_type(width)).into()
            }
            Kind::F32 | Kind::F64 | Kind::Ref | Kind::Cont | Kind::Ptr => {
                ir.load(ir.kind_type(kind), at)
            }
        }
    }

    /// The byte at an index of a string or raw array of bytes.
    pub(super) fn byte(&self, object: PointerValue<'c>, index: IntValue<'c>) -> PointerValue<'c> {
        self.ir.index(self.ir.offset(object, ELEMENTS), index)
    }

    /// The number of bytes of an integer of this width, as a power of two.
    fn log_bytes(&self, width: Width) -> IntValue<'c> {
        self.ir.word(u64::from((width.bits() / 8).trailing_zeros()))
    }

    /// The address of a group of bytes, as many as an integer of this width has, and aligned as one;
    /// raises Subscript.
    fn group_at(&mut self, width: Width, args: &[Atom]) -> PointerValue<'c> {
        let ir = self.ir;
        let (object, index) = (self.ptr(&args[0]), self.int(&args[1]));
        let groups = ir.lshr(self.array_len(object), self.log_bytes(width));
        self.trap_if(ir.icmp(IntPredicate::UGE, index, groups), BuiltinExn::Subscript);
        self.byte(object, ir.shl(index, self.log_bytes(width)))
    }

    /// The integer that a group of bytes stands for.
    pub(super) fn group(&mut self, width: Width, args: &[Atom]) -> Value<'c> {
        let at = self.group_at(width, args);
        self.ir.load(self.ir.int_type(width), at)
    }

    /// Sets a group of bytes to those of an integer.
    pub(super) fn set_group(&mut self, width: Width, args: &[Atom]) -> Vec<Value<'c>> {
        let at = self.group_at(width, args);
        self.ir.store(self.int(&args[2]), at);
        vec![]
    }

    /// The address of the first element, for C.
    pub(super) fn elements(&self, object: PointerValue<'c>) -> PointerValue<'c> {
        self.ir.offset(object, ELEMENTS)
    }

    /// [`ClusterCx::in_bounds`] of a string, whose length stands where an array's does.
    pub(super) fn in_string(&mut self, string: PointerValue<'c>, index: IntValue<'c>) {
        self.in_bounds(string, index);
    }
}
