//! Records, closures, global cells and weak references: allocation, loads and
//! stores.
//!
//! Objects are allocated by moving the allocation pointer; that there is room
//! was checked at the cluster's entry. Every field takes a word.

use crate::cluster::ClusterCx;
use crate::ir::Value;
use crate::stubs;
use abi::{BuiltinExn, Header, RECORD_FIELDS, VProc, WORD};
use base::EntityId;
use flow::{Atom, ClusterId, Kind};
use inkwell::IntPredicate;
use inkwell::basic_block::BasicBlock;
use inkwell::types::BasicType;
use inkwell::values::{BasicValue, InstructionOpcode, InstructionValue, IntValue, PointerValue};
use std::mem::offset_of;
use types::{GlobalId, Width};

impl<'c> ClusterCx<'_, 'c> {
    /// Takes `words` words from the heap, or from the runtime if they are many.
    pub(crate) fn allocate(&mut self, words: usize) -> PointerValue<'c> {
        if words * WORD > abi::INLINE_BYTES {
            let ir = self.ir;
            let function =
                ir.c_function(abi::ALLOC, Some(ir.ptr.into()), &[ir.ptr.into(), ir.i64.into()]);
            let args = [self.vproc.into(), ir.word(words as u64).into()];
            let object = self.allocating_call(function, &args);
            return object.expect("it returns an object").into_pointer_value();
        }
        let object = self.alloc;
        self.alloc = self.ir.offset(object, (words * WORD) as u64);
        object
    }

    /// The address of a word of an object.
    pub(crate) fn word_of(&self, object: PointerValue<'c>, word: usize) -> PointerValue<'c> {
        self.ir.offset(object, (word * WORD) as u64)
    }

    /// Sets a word to a value of a kind; small integers are zero-extended.
    pub(crate) fn set_word(
        &self,
        to: PointerValue<'c>,
        kind: Kind,
        value: Value<'c>,
    ) -> InstructionValue<'c> {
        match kind {
            Kind::Int(_) => self.ir.set(self.ir.to_word(kind, value), to),
            Kind::F32 | Kind::F64 | Kind::Ref | Kind::Cont | Kind::Ptr => self.ir.set(value, to),
        }
    }

    /// A load of memory that does not change once it is set.
    pub(super) fn load_fixed<T: BasicType<'c>>(&self, ty: T, from: PointerValue<'c>) -> Value<'c> {
        match self.polls {
            true => self.ir.load_fixed(ty, from),
            false => self.ir.load_invariant(ty, from),
        }
    }

    /// The value of a kind in a word, which may be one that does not change once it is set.
    pub(crate) fn get_word(&self, kind: Kind, from: PointerValue<'c>, fixed: bool) -> Value<'c> {
        let ir = self.ir;
        let ty = match kind {
            Kind::Int(_) => ir.i64.into(),
            Kind::F32 | Kind::F64 | Kind::Ref | Kind::Cont | Kind::Ptr => ir.kind_type(kind),
        };
        let value = if fixed { self.load_fixed(ty, from) } else { ir.load(ty, from) };
        match kind {
            Kind::Int(width) => ir.low_bits(value.into_int_value(), ir.int_type(width)).into(),
            Kind::F32 | Kind::F64 | Kind::Ref | Kind::Cont | Kind::Ptr => value,
        }
    }

    /// Sets the words from `first` on to the operands.
    pub(crate) fn fill(&self, object: PointerValue<'c>, first: usize, args: &[Atom]) {
        for (i, arg) in args.iter().enumerate() {
            self.set_word(self.word_of(object, first + i), self.kind(arg), self.value(arg));
        }
    }

    pub(super) fn record(&mut self, tag: u32, args: &[Atom]) -> Value<'c> {
        let ir = self.ir;
        let (tag, len) = (tag as u64, args.len());
        let first = abi::field_offset(len);
        let object = self.allocate(first + len);
        let mut masks = vec![0u64; len.div_ceil(64)];
        for (i, arg) in args.iter().enumerate() {
            masks[i / 64] |= (self.kind(arg).is_traced() as u64) << (i % 64);
        }
        let header = if len <= RECORD_FIELDS {
            Header::record(tag, len, masks.first().map_or(0, |mask| *mask as u32))
        } else {
            Header::big_record(tag, len)
        };
        ir.store(ir.word(header.0), object);
        if len > RECORD_FIELDS {
            for (i, mask) in masks.iter().enumerate() {
                ir.store(ir.word(*mask), self.word_of(object, abi::word::MASKS + i));
            }
        }
        self.fill(object, first, args);
        object.into()
    }

    pub(super) fn closure(&mut self, cluster: ClusterId, args: &[Atom]) -> Value<'c> {
        let object = self.allocate(abi::word::FIELDS + args.len());
        let code = self.unit.code(cluster).as_global_value().as_pointer_value();
        self.ir.store(code, object);
        self.fill(object, abi::word::FIELDS, args);
        object.into()
    }

    pub(super) fn load(&self, kind: Kind, object: &Atom, word: u32, mutable: bool) -> Value<'c> {
        self.get_word(kind, self.word_of(self.ptr(object), word as usize), !mutable)
    }

    pub(super) fn init(&mut self, object: &Atom, word: u32, value: &Atom) -> Vec<Value<'c>> {
        let to = self.word_of(self.ptr(object), word as usize);
        self.set_word(to, self.kind(value), self.value(value));
        vec![]
    }

    pub(super) fn store(&mut self, object: &Atom, word: u32, value: &Atom) -> Vec<Value<'c>> {
        let record = self.ptr(object);
        let to = self.word_of(record, word as usize);
        self.ir.tag_access(self.set_word(to, self.kind(value), self.value(value)), true);
        if self.may_be_young(value) {
            self.publish();
            let (old, go_on) = self.branch_if_old(record, std::slice::from_ref(value));
            self.ir.position(old);
            self.ir.call(stubs::record_object(self.ir), &[self.vproc.into(), record.into()]);
            self.ir.jump(go_on);
            self.ir.position(go_on);
        }
        vec![]
    }

    /// True of a value that may refer to the nursery: constants, as LLVM sees them, do not.
    pub(super) fn may_be_young(&self, value: &Atom) -> bool {
        self.kind(value).is_traced() && !self.ptr(value).is_const()
    }

    /// The write barrier: one test tells objects of the nursery, and records that were recorded
    /// since the last collection, from those of which the collector must learn. Gives the block
    /// for these, and the one where both ways meet. A value that was computed is mostly an
    /// immediate: where LLVM sees that, nothing is left of the barrier.
    pub(super) fn branch_if_old(
        &mut self,
        object: PointerValue<'c>,
        values: &[Atom],
    ) -> (BasicBlock<'c>, BasicBlock<'c>) {
        let ir = self.ir;
        let byte = ir.load(ir.i8, ir.offset(object, Header::OLD_BYTE)).into_int_value();
        let mut is_old = ir.icmp(IntPredicate::SLT, byte, ir.i8.const_zero());
        if let [value] = values
            && is_computed(self.ptr(value))
        {
            let word = ir.to_int(self.ptr(value));
            let even = ir.xor(self.is_odd(word), ir.context.bool_type().const_all_ones());
            is_old = ir.and(is_old, even);
        }
        let (old, go_on) = (self.new_block("old"), self.new_block(""));
        ir.branch_cold(is_old, old, go_on);
        (old, go_on)
    }

    /// The tag in the header: two bytes that never change, though others do.
    pub(super) fn tag(&self, object: &Atom) -> Value<'c> {
        let ir = self.ir;
        let at = ir.offset(self.ptr(object), Header::TAG_BYTE);
        let tag = self.load_fixed(ir.int_type(Width::I16), at);
        let load = tag.as_instruction_value().expect("a load is an instruction");
        load.set_alignment(1).expect("LLVM takes it");
        ir.zext(tag.into_int_value(), ir.i64).into()
    }

    pub(super) fn is_imm(&self, value: &Atom) -> Value<'c> {
        self.is_odd(self.ir.to_int(self.ptr(value))).into()
    }

    pub(super) fn is_odd(&self, word: IntValue<'c>) -> IntValue<'c> {
        let low = self.ir.and(word, self.ir.word(abi::IMMEDIATE));
        self.ir.icmp(IntPredicate::NE, low, self.ir.word(0))
    }

    pub(super) fn imm_tag(&self, value: &Atom) -> Value<'c> {
        let word = self.ir.to_int(self.ptr(value));
        self.ir.lshr(word, self.ir.word(abi::NULLARY_SHIFT)).into()
    }

    pub(super) fn same(&self, a: &Atom, b: &Atom) -> Value<'c> {
        self.ir.ptr_cmp(IntPredicate::EQ, self.ptr(a), self.ptr(b)).into()
    }

    pub(super) fn weak(&mut self, referent: &Atom) -> Value<'c> {
        let ir = self.ir;
        let types = [ir.ptr.into(), ir.ptr.into()];
        let function = ir.c_function(abi::WEAK_NEW, Some(ir.ptr.into()), &types);
        let args = [self.vproc.into(), self.ptr(referent).into()];
        self.allocating_call(function, &args).expect("it returns an object")
    }

    pub(super) fn weak_get(&self, weak: &Atom, default: &Atom) -> Value<'c> {
        let ir = self.ir;
        let (referent, live) = self.referent(weak);
        ir.select(live, referent, self.ptr(default))
    }

    pub(super) fn weak_live(&self, weak: &Atom) -> Value<'c> {
        self.referent(weak).1.into()
    }

    /// The content of a weak reference, and whether it is still there.
    fn referent(&self, weak: &Atom) -> (PointerValue<'c>, IntValue<'c>) {
        let ir = self.ir;
        let referent = ir.load_ptr(self.word_of(self.ptr(weak), abi::word::REFERENT));
        let dead = ir.word_ptr(abi::NULL_IMMEDIATE);
        (referent, ir.ptr_cmp(IntPredicate::NE, referent, dead))
    }

    /// The number that a function of the runtime gives for an object.
    pub(super) fn of_object(&mut self, symbol: &str, object: &Atom) -> Value<'c> {
        let ir = self.ir;
        let types = [ir.ptr.into(), ir.ptr.into()];
        let function = ir.c_function(symbol, Some(ir.i64.into()), &types);
        let args = [self.vproc.into(), self.ptr(object).into()];
        ir.call(function, &args).expect("it returns a number")
    }

    pub(super) fn builtin(&self, exn: BuiltinExn) -> Value<'c> {
        let offset = offset_of!(VProc, builtin) + exn as usize * WORD;
        self.ir.load_ptr(self.vproc_field(offset)).into()
    }

    pub(super) fn global(&self, global: GlobalId) -> Value<'c> {
        let kind = self.unit.unit.globals[global].kind;
        self.get_word(kind, self.unit.cells[global.index()], false)
    }

    pub(super) fn global_set(&mut self, global: GlobalId, value: &Atom) -> Vec<Value<'c>> {
        let kind = self.unit.unit.globals[global].kind;
        let cell = self.unit.cells[global.index()];
        self.set_word(cell, kind, self.value(value));
        if self.may_be_young(value) {
            self.mark_cell(cell);
        }
        vec![]
    }

    /// Sees that the next collection looks at a cell. The runtime is told of the first store after
    /// a collection only.
    fn mark_cell(&mut self, cell: PointerValue<'c>) {
        let ir = self.ir;
        self.publish();
        let stored = ir.load_word(ir.offset(cell, offset_of!(abi::Cell, stored) as u64));
        let unmarked = ir.icmp(IntPredicate::EQ, stored, ir.word(0));
        let (tell, go_on) = (self.new_block("unmarked"), self.new_block(""));
        ir.branch_cold(unmarked, tell, go_on);
        ir.position(tell);
        ir.call(stubs::record_cell(ir), &[self.vproc.into(), cell.into()]);
        ir.jump(go_on);
        ir.position(go_on);
    }

    /// The type of a byte for a bit in memory.
    pub(super) fn memory_width(width: Width) -> Width {
        match width {
            Width::I1 | Width::I8 => Width::I8,
            Width::I16 | Width::I32 | Width::I64 => width,
        }
    }
}

/// True of a pointer that was made of a number that an instruction gave.
fn is_computed(value: PointerValue<'_>) -> bool {
    let Some(made) = value.as_instruction_value() else { return false };
    let number = made.get_operand(0).and_then(|operand| operand.value());
    made.get_opcode() == InstructionOpcode::IntToPtr
        && number.is_some_and(|number| number.as_instruction_value().is_some())
}
