//! The instructions and declarations that only code on the machine stack has.

use super::{BUILT, Ir, Value};
use inkwell::intrinsics::Intrinsic;
use inkwell::module::Linkage;
use inkwell::types::{BasicMetadataTypeEnum, BasicType, BasicTypeEnum, FunctionType};
use inkwell::values::{AsValueRef, FunctionValue, IntValue, PointerValue, StructValue};

impl<'c> Ir<'c> {
    /// Returns several values.
    pub(crate) fn ret_several(&self, values: &[Value<'c>]) {
        self.builder.build_aggregate_return(values).expect(BUILT);
    }

    /// The members of a struct.
    pub(crate) fn members(&self, several: StructValue<'c>) -> Vec<Value<'c>> {
        let count = several.get_type().count_fields();
        let member = |i| self.builder.build_extract_value(several, i, "").expect(BUILT);
        (0..count).map(member).collect()
    }

    /// Room on the stack, for as long as the function runs.
    pub(crate) fn stack_room(
        &self,
        function: FunctionValue<'c>,
        size: u64,
        align: u64,
    ) -> PointerValue<'c> {
        let here = self.block();
        let entry = function.get_first_basic_block().expect(BUILT);
        match entry.get_first_instruction() {
            Some(first) => self.builder.position_before(&first),
            None => self.builder.position_at_end(entry),
        }
        let ty = self.i8.array_type(size as u32);
        let room = self.builder.build_alloca(ty, "").expect(BUILT);
        let made = room.as_instruction().expect("an alloca is an instruction");
        made.set_alignment(align as u32).expect(BUILT);
        self.position(here);
        room
    }

    /// The same value, or any if nobody knows it: to branch on what is undefined would be an
    /// error.
    pub(crate) fn frozen(&self, value: IntValue<'c>) -> IntValue<'c> {
        let (builder, value) = (self.builder.as_mut_ptr(), value.as_value_ref());
        // SAFETY: the builder stands in a block, and the value is an integer of the same context,
        // as what comes of it is.
        unsafe { IntValue::new(llvm_sys::core::LLVMBuildFreeze(builder, value, c"".as_ptr())) }
    }

    /// Ends the process, if it is reached.
    pub(crate) fn trap(&self) {
        let trap = Intrinsic::find("llvm.trap").and_then(|i| i.get_declaration(&self.module, &[]));
        self.call(trap.expect("LLVM has llvm.trap"), &[]);
    }

    /// The declaration of a C function.
    pub(crate) fn c_function(
        &self,
        name: &str,
        result: Option<BasicTypeEnum<'c>>,
        params: &[BasicMetadataTypeEnum<'c>],
    ) -> FunctionValue<'c> {
        self.c_declared(name, self.c_type(result, params))
    }

    /// The declaration of a C function of this type, or of another if it is declared before.
    pub(crate) fn c_declared(&self, name: &str, ty: FunctionType<'c>) -> FunctionValue<'c> {
        self.module.get_function(name).unwrap_or_else(|| {
            let function = self.module.add_function(name, ty, Some(Linkage::External));
            self.set_attributes(function, &["nounwind"]);
            function
        })
    }

    pub(crate) fn c_type(
        &self,
        result: Option<BasicTypeEnum<'c>>,
        params: &[BasicMetadataTypeEnum<'c>],
    ) -> FunctionType<'c> {
        match result {
            Some(result) => result.fn_type(params, false),
            None => self.context.void_type().fn_type(params, false),
        }
    }
}
