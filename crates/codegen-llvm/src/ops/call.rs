//! Calls of C: functions of the runtime that may allocate or raise, and foreign
//! functions.
//!
//! The allocation pointer is in the virtual processor while C code runs that may
//! want it. The first four slots are in registers that C preserves.

use crate::cluster::ClusterCx;
use crate::foreign::{Convention, call_code};
use crate::ir::Value;
use abi::VProc;
use flow::{Atom, ClusterKind, Kind};
use inkwell::IntPredicate;
use inkwell::values::{BasicMetadataValueEnum, FunctionValue};
use prim::COp;
use std::mem::offset_of;
use types::ForeignId;

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
        let values: Vec<_> = args
            .iter()
            .zip(&foreign.params)
            .map(|(arg, kind)| match kind {
                Kind::Ref => self.elements(self.ptr(arg)).into(),
                Kind::Int(_) | Kind::F32 | Kind::F64 | Kind::Cont | Kind::Ptr => self.value(arg),
            })
            .collect();
        let defined = self.unit.defined.get(&id).map(|code| self.unit.code(*code));
        let function = self.function;
        let call = |cx: &Self| match defined {
            Some(code) => call_code(ir, code, &values),
            None => {
                let convention = Convention::of(ir, foreign);
                // Others may have declared it with another type; the call has its own.
                let function_value = ir.c_declared(&foreign.symbol, convention.ty);
                let address = function_value.as_global_value().as_pointer_value();
                convention.call(cx.ir, function, address, &values)
            }
        };
        match self.cluster.kind {
            ClusterKind::Foreign(_) => call(self),
            ClusterKind::Fun | ClusterKind::Known | ClusterKind::Cont => {
                self.with_alloc_saved(call)
            }
        }
    }

    /// An operation on C values.
    pub(super) fn c_op(&mut self, op: &COp, args: &[Atom]) -> Vec<Value<'c>> {
        let ir = self.ir;
        match op {
            COp::Load(offset, ty) => {
                let mut leaves = Vec::new();
                let from = ir.offset(self.ptr(&args[0]), u64::from(*offset));
                ir.load_leaves(ty, from, &mut leaves);
                leaves
            }
            COp::Store(offset, ty) => {
                let to = ir.offset(self.ptr(&args[0]), u64::from(*offset));
                let leaves: Vec<_> = args[1..].iter().map(|arg| self.value(arg)).collect();
                ir.store_leaves(self.function, ty, &leaves, to);
                vec![]
            }
            COp::Any(ty) => ty.leaves().into_iter().map(|leaf| ir.undefined(leaf)).collect(),
            COp::String(bytes) => vec![self.unit.statics.borrow_mut().c_string(ir, bytes).into()],
        }
    }
}
