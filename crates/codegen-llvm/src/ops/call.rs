//! Calls of C: functions of the runtime that may allocate or raise, and foreign
//! functions.
//!
//! The allocation pointer is in the virtual processor while C code runs that may
//! want it. The first four slots are in registers that C preserves.

use crate::cluster::ClusterCx;
use crate::ir::Value;
use abi::VProc;
use flow::{Atom, Kind};
use inkwell::IntPredicate;
use inkwell::attributes::AttributeLoc;
use inkwell::values::{BasicMetadataValueEnum, FunctionValue};
use std::mem::offset_of;
use types::{ForeignId, Width};

impl<'c> ClusterCx<'_, 'c> {
    /// A call of a function that may allocate.
    pub(super) fn allocating_call(
        &mut self,
        function: FunctionValue<'c>,
        args: &[BasicMetadataValueEnum<'c>],
    ) -> Option<Value<'c>> {
        self.with_alloc_saved(|cx| cx.ir.call(function, args))
    }

    /// Keeps the allocation pointer in the virtual processor meanwhile.
    fn with_alloc_saved<R>(&mut self, call: impl FnOnce(&Self) -> R) -> R {
        let cell = self.vproc_field(offset_of!(VProc, alloc));
        self.ir.store(self.alloc, cell);
        let result = call(self);
        self.alloc = self.ir.load_ptr(cell);
        self.publish();
        result
    }

    /// Raises what a runtime function wants raised.
    pub(super) fn raise_if_pending(&mut self) {
        let ir = self.ir;
        let exn = ir.load_word(self.vproc_field(offset_of!(VProc, exn)));
        let pending = ir.icmp(IntPredicate::NE, exn, ir.word(0));
        let raise = self.trap_block(None);
        let go_on = self.new_block("");
        ir.branch_cold(pending, raise, go_on);
        ir.position(go_on);
    }

    /// `ccall f x...`, by the platform's C convention. Small integers are passed
    /// zero-extended; a string or raw array as the address of its first byte.
    pub(super) fn foreign(&mut self, id: ForeignId, args: &[Atom]) -> Vec<Value<'c>> {
        let ir = self.ir;
        let foreign = &self.unit.unit.foreigns[id];
        let params: Vec<_> = foreign.params.iter().map(|kind| ir.kind_type(*kind).into()).collect();
        let result = foreign.result.map(|kind| ir.kind_type(kind));
        let ty = ir.c_type(result, &params);
        // Others may have declared it with another type; the call has its own.
        let function = ir.c_function(&foreign.symbol, result, &params);
        let address = function.as_global_value().as_pointer_value();
        let values: Vec<_> = args
            .iter()
            .zip(&foreign.params)
            .map(|(arg, kind)| match kind {
                Kind::Ref => self.elements(self.ptr(arg)).into(),
                Kind::Int(_) | Kind::F32 | Kind::F64 | Kind::Cont | Kind::Ptr => {
                    self.value(arg).into()
                }
            })
            .collect();
        let result = self.with_alloc_saved(|cx| {
            let site = cx.ir.call_typed(ty, address, &values);
            for (i, kind) in foreign.params.iter().enumerate() {
                if is_small(*kind) {
                    site.add_attribute(AttributeLoc::Param(i as u32), ir.attribute("zeroext"));
                }
            }
            if foreign.result.is_some_and(is_small) {
                site.add_attribute(AttributeLoc::Return, ir.attribute("zeroext"));
            }
            site.try_as_basic_value().basic()
        });
        result.into_iter().collect()
    }
}

/// True for an integer that C passes in a larger register.
fn is_small(kind: Kind) -> bool {
    match kind {
        Kind::Int(width) => width < Width::I32,
        Kind::F32 | Kind::F64 | Kind::Ref | Kind::Cont | Kind::Ptr => false,
    }
}
