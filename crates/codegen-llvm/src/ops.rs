//! The operations of Flow: one function each, in a file by what it is about.

mod any;
mod array;
mod big;
mod call;
mod control;
mod float;
mod int;
mod memory;
mod runtime;
mod small;

use crate::cluster::ClusterCx;
use crate::ir::Value;
use flow::{Atom, FlowOp, Kind, Var};
use prim::{IntUnOp, Prim};

impl<'c> ClusterCx<'_, 'c> {
    /// Compiles an operation; gives its results, of the kinds of `dst`.
    pub(crate) fn op(&mut self, op: &FlowOp, args: &[Atom], dst: &[Var]) -> Vec<Value<'c>> {
        match op {
            FlowOp::Prim(prim) => {
                if let Prim::IntUn(IntUnOp::Likely, _) = prim {
                    self.likely.insert(dst[0]);
                }
                self.prim(*prim, args)
            }
            FlowOp::Copy => vec![self.value(&args[0])],
            FlowOp::Record(tag) => vec![self.record(*tag, args)],
            FlowOp::Closure(cluster) => vec![self.closure(*cluster, args)],
            FlowOp::Load { word, mutable } => {
                vec![self.load(self.result_kind(dst), &args[0], *word, *mutable)]
            }
            FlowOp::Store(word) => self.store(&args[0], *word, &args[1]),
            FlowOp::Init(word) => self.init(&args[0], *word, &args[1]),
            FlowOp::Tag => vec![self.tag(&args[0])],
            FlowOp::IsImm => vec![self.is_imm(&args[0])],
            FlowOp::ImmTag => vec![self.imm_tag(&args[0])],
            FlowOp::ArrayBlank(shape) => vec![self.array_blank(shape, &args[0])],
            FlowOp::ArrayNew(shape) => vec![self.array_new(shape, args)],
            FlowOp::ArrayLit(shape) => vec![self.array_lit(shape, args)],
            FlowOp::ArrayLen => vec![self.array_len(self.ptr(&args[0])).into()],
            FlowOp::ArrayGet { shape, checked, mutable: _ } => {
                self.array_get(shape, *checked, args)
            }
            FlowOp::ArraySet { shape, checked } => self.array_set(shape, *checked, args),
            FlowOp::ArrayCopy => self.array_copy(args),
            FlowOp::Same => vec![self.same(&args[0], &args[1])],
            FlowOp::Weak => vec![self.weak(&args[0])],
            FlowOp::WeakGet => vec![self.weak_get(&args[0], &args[1])],
            FlowOp::WeakLive => vec![self.weak_live(&args[0])],
            FlowOp::IdHash => vec![self.of_object(abi::ID_HASH, &args[0])],
            FlowOp::HeapSize => vec![self.of_object(abi::HEAP_SIZE, &args[0])],
            FlowOp::AnyInject(class) => vec![self.any_inject(class, &args[0])],
            FlowOp::AnyIs(class) => vec![self.any_is(class, &args[0])],
            FlowOp::AnyProject(class) => {
                vec![self.any_project(class, &args[0], self.result_kind(dst))]
            }
            FlowOp::AnyAs(class) => vec![self.any_as(class, &args[0], self.result_kind(dst))],
            FlowOp::Builtin(exn) => vec![self.builtin(*exn)],
            FlowOp::Global(global) => vec![self.global(*global)],
            FlowOp::GlobalSet(global) => self.global_set(*global, &args[0]),
            FlowOp::Foreign(foreign) => self.foreign(*foreign, args),
            FlowOp::C(op) => self.c_op(op, args),
            FlowOp::Push(cluster) => vec![self.push(*cluster, args)],
            FlowOp::Pop => self.pop(&args[0]),
            FlowOp::Link(cluster) => vec![self.link(*cluster, &args[0])],
            FlowOp::Capture => vec![self.capture(&args[0])],
            FlowOp::Origin => vec![self.origin(&args[0], &args[1])],
            FlowOp::GetHandler => vec![self.get_handler()],
            FlowOp::SetHandler => self.set_handler(&args[0]),
            FlowOp::Check(bytes) => self.check(*bytes),
            FlowOp::Poll(bytes) => self.poll(*bytes, args),
        }
    }

    fn prim(&mut self, prim: Prim, args: &[Atom]) -> Vec<Value<'c>> {
        let int = |i: usize| self.int(&args[i]);
        let float = |i: usize| self.value(&args[i]).into_float_value();
        let result: Value<'c> = match prim {
            Prim::Int(op, width) => self.int_binary(op, width, int(0), int(1)).into(),
            Prim::IntUn(op, width) => self.int_unary(op, width, int(0)).into(),
            Prim::Cmp(op, _) => self.int_compare(op, int(0), int(1)).into(),
            Prim::Zext(_, to) => self.ir.zext(int(0), self.ir.int_type(to)).into(),
            Prim::Sext(_, to) => self.ir.sext(int(0), self.ir.int_type(to)).into(),
            Prim::Trunc(_, to) => self.ir.trunc(int(0), self.ir.int_type(to)).into(),
            Prim::STrunc(_, to) => self.narrow(int(0), to, true).into(),
            Prim::UTrunc(_, to) => self.narrow(int(0), to, false).into(),
            Prim::FBin(op, double) => self.float_binary(op, double, float(0), float(1)).into(),
            Prim::FUn(op, double) => self.float_unary(op, double, float(0)).into(),
            Prim::Fma(_) => self.fma(float(0), float(1), float(2)).into(),
            Prim::FCmp(op, _) => self.float_compare(op, float(0), float(1)).into(),
            Prim::FToInt(round, double, width) => {
                self.float_to_int(round, double, width, float(0)).into()
            }
            Prim::SToF(_, double) => {
                self.ir.signed_to_float(int(0), self.ir.float_type(double)).into()
            }
            Prim::UToF(_, double) => {
                self.ir.unsigned_to_float(int(0), self.ir.float_type(double)).into()
            }
            Prim::FExt => self.ir.float_ext(float(0)).into(),
            Prim::FTrunc => self.ir.float_trunc(float(0)).into(),
            Prim::FBits(true) => self.ir.bitcast(float(0), self.ir.i64),
            Prim::FBits(false) => self.ir.bitcast(float(0), self.ir.i32),
            Prim::FOfBits(double) => self.ir.bitcast(int(0), self.ir.float_type(double)),
            Prim::Small(op) => return self.small(op, args),
            Prim::Rt(rt) => return self.runtime(rt, args),
        };
        vec![result]
    }

    /// The kind of the only result.
    fn result_kind(&self, dst: &[Var]) -> Kind {
        self.unit.unit.vars[dst[0]].kind
    }
}
