//! Loads and stores, and what LLVM may assume of them.
//!
//! Objects move where a cluster polls, so what is true of a field that never changes is not true of an
//! address: a load may go above stores to other memory, which tags say, but not below a poll. Where a
//! cluster does not poll, no address outlives its object, and loads may go anywhere.

use super::{BUILT, Ir, Value};
use inkwell::AtomicOrdering;
use inkwell::context::Context;
use inkwell::types::BasicType;
use inkwell::values::{BasicValue, InstructionValue, IntValue, MetadataValue, PointerValue};

/// Most stores without a barrier, which is no code. LLVM looks for neighbours of every store
/// among all others: two records of 1,000 fields, copied, took it 312 s.
const MOST_STORES: usize = 64;

/// The tag of accesses to one of the kinds of memory that stores to the others do not change.
pub(super) fn access_tag<'c>(context: &'c Context, name: &str) -> MetadataValue<'c> {
    let zero = context.i64_type().const_zero().into();
    let root = context.metadata_node(&[context.metadata_string("kont").into()]);
    let ty = context.metadata_node(&[context.metadata_string(name).into(), root.into(), zero]);
    context.metadata_node(&[ty.into(), ty.into(), zero])
}

impl<'c> Ir<'c> {
    pub(crate) fn load<T: BasicType<'c>>(&self, ty: T, from: PointerValue<'c>) -> Value<'c> {
        self.builder.build_load(ty, from, "").expect(BUILT)
    }

    /// Says of a load or store which memory it is of: stores to mutable memory change no fixed memory.
    pub(crate) fn tag_access(&self, instruction: InstructionValue<'c>, mutable: bool) {
        let kind = self.context.get_kind_id("tbaa");
        instruction.set_metadata(self.accesses[usize::from(mutable)], kind).expect(BUILT);
    }

    /// A load of memory that does not change once it is set, though objects may move meanwhile.
    pub(crate) fn load_fixed<T: BasicType<'c>>(&self, ty: T, from: PointerValue<'c>) -> Value<'c> {
        let value = self.load(ty, from);
        self.tag_access(value.as_instruction_value().expect("a load is an instruction"), false);
        value
    }

    /// A store to an element of an array or a field that may change.
    pub(crate) fn store_mutable<V: BasicValue<'c>>(&self, value: V, to: PointerValue<'c>) {
        self.tag_access(self.set(value, to), true);
    }

    /// A load that nothing between definition and use of `from` can change: LLVM may take it to
    /// any place where it knows the address, also behind calls.
    pub(crate) fn load_invariant<T: BasicType<'c>>(
        &self,
        ty: T,
        from: PointerValue<'c>,
    ) -> Value<'c> {
        let value = self.load(ty, from);
        let kind = self.context.get_kind_id("invariant.load");
        let load = value.as_instruction_value().expect("a load is an instruction");
        load.set_metadata(self.context.metadata_node(&[]), kind).expect(BUILT);
        value
    }

    /// A load that stays where it is.
    pub(crate) fn load_volatile(&self, from: PointerValue<'c>) -> PointerValue<'c> {
        let value = self.load(self.ptr, from);
        let load = value.as_instruction_value().expect("a load is an instruction");
        load.set_volatile(true).expect(BUILT);
        value.into_pointer_value()
    }

    pub(crate) fn load_ptr(&self, from: PointerValue<'c>) -> PointerValue<'c> {
        self.load(self.ptr, from).into_pointer_value()
    }

    pub(crate) fn load_word(&self, from: PointerValue<'c>) -> IntValue<'c> {
        self.load(self.i64, from).into_int_value()
    }

    pub(crate) fn store<V: BasicValue<'c>>(&self, value: V, to: PointerValue<'c>) {
        self.set(value, to);
    }

    /// A store; it may be of fixed memory that is set, or of any other.
    pub(crate) fn set<V: BasicValue<'c>>(
        &self,
        value: V,
        to: PointerValue<'c>,
    ) -> InstructionValue<'c> {
        let store = self.builder.build_store(to, value).expect(BUILT);
        self.stores.set(self.stores.get() + 1);
        if self.stores.get() == MOST_STORES {
            let order = AtomicOrdering::SequentiallyConsistent;
            self.builder.build_fence(order, true, "").expect(BUILT);
            self.begin_run();
        }
        store
    }

    /// Code begins that is entered by a branch.
    pub(crate) fn begin_run(&self) {
        self.stores.set(0);
    }
}
