//! Code that all functions of a unit share: the slow paths, reached by tail
//! calls so that no function needs a stack frame for them, and the way into
//! managed code and out of it.
//!
//! A stub is made when it is first asked for, and found by its name after.

use crate::convention::{Code, PRESERVE_MOST, Params, Shape, Slots};
use crate::ir::Ir;
use crate::statics::object_of_code;
use abi::{BuiltinExn, CodeInfo, FieldKind, Layout, VProc};
use flow::{ClusterKind, Frames};
use inkwell::IntPredicate;
use inkwell::module::Linkage;
use inkwell::values::{FunctionValue, GlobalValue, PointerValue};
use std::mem::offset_of;

/// The address of a field of the virtual processor.
pub(crate) fn field<'c>(ir: &Ir<'c>, vproc: PointerValue<'c>, offset: usize) -> PointerValue<'c> {
    ir.offset(vproc, offset as u64)
}

/// A managed stub: made by `build` unless there already is one of this name.
fn stub<'c>(
    ir: &Ir<'c>,
    name: &str,
    shape: Shape,
    build: impl FnOnce(&Params<'c>),
) -> FunctionValue<'c> {
    if let Some(function) = ir.module.get_function(name) {
        return function;
    }
    let function = ir.managed_function(name, Linkage::Internal, shape);
    ir.set_attributes(function, &["noinline", "cold"]);
    define(ir, function, || build(&Params::of(ir, function)));
    function
}

/// Builds the body of a function, and goes on where building was.
fn define<'c>(ir: &Ir<'c>, function: FunctionValue<'c>, build: impl FnOnce()) {
    let here = ir.current();
    ir.position(ir.new_block(function, ""));
    build();
    if let Some(block) = here {
        ir.position(block);
    }
}

/// Saves the slots of a shape, calls the collector, and enters again the code in
/// word 0 of the object in the closure slot.
pub(crate) fn collect<'c>(ir: &Ir<'c>, shape: Shape) -> FunctionValue<'c> {
    let shape = ir.tails.shape(shape);
    let Shape { ints, floats } = shape;
    stub(ir, &format!("kont.collect.{ints}.{floats}"), shape, |p| {
        save(ir, p, p.clos, shape);
        let collect = ir.c_function(abi::COLLECT, None, &[ir.ptr.into()]);
        ir.call(collect, &[p.vproc.into()]);
        enter_saved(ir, p.vproc, shape);
    })
}

/// Saves the slots of a shape, and an object whose word 0 is the code to enter with them.
fn save<'c>(ir: &Ir<'c>, p: &Params<'c>, object: PointerValue<'c>, shape: Shape) {
    let at = |offset| field(ir, p.vproc, offset);
    ir.store(p.alloc, at(offset_of!(VProc, alloc)));
    ir.store(p.cont, at(offset_of!(VProc, save_cont)));
    ir.store(object, at(offset_of!(VProc, save_clos)));
    let ints = p.ints[..shape.ints].iter().enumerate();
    ints.for_each(|(i, slot)| ir.store(*slot, saved_int(ir, p.vproc, i)));
    let floats = p.floats[..shape.floats].iter().enumerate();
    floats.for_each(|(i, slot)| ir.store(*slot, saved_float(ir, p.vproc, i)));
}

fn saved_int<'c>(ir: &Ir<'c>, vproc: PointerValue<'c>, i: usize) -> PointerValue<'c> {
    field(ir, vproc, offset_of!(VProc, save_ints) + i * abi::WORD)
}

fn saved_float<'c>(ir: &Ir<'c>, vproc: PointerValue<'c>, i: usize) -> PointerValue<'c> {
    field(ir, vproc, offset_of!(VProc, save_floats) + i * abi::WORD)
}

/// Enters the code in word 0 of the saved closure slot, with the saved slots of a shape.
fn enter_saved<'c>(ir: &Ir<'c>, vproc: PointerValue<'c>, Shape { ints, floats }: Shape) {
    let at = |offset| field(ir, vproc, offset);
    let alloc = ir.load_ptr(at(offset_of!(VProc, alloc)));
    let clos = ir.load_ptr(at(offset_of!(VProc, save_clos)));
    let float = |i| ir.load(ir.f64, saved_float(ir, vproc, i)).into_float_value();
    let slots = Slots {
        cont: Some(ir.load_ptr(at(offset_of!(VProc, save_cont)))),
        clos: Some(clos),
        ints: std::array::from_fn(|i| (i < ints).then(|| ir.load_word(saved_int(ir, vproc, i)))),
        floats: std::array::from_fn(|i| (i < floats).then(|| float(i))),
    };
    let code = ir.load_ptr(clos);
    ir.transfer(Code::At(code), alloc, vproc, &slots);
}

/// The code of [`abi::Unit::resume`].
pub(crate) fn resume<'c>(ir: &Ir<'c>) -> FunctionValue<'c> {
    let function = ir.managed_function("kont.resume", Linkage::Internal, Shape::FULL);
    let layout = Layout::new(&[FieldKind::Cont, FieldKind::Ref, FieldKind::Ref]);
    ir.set_code_info(function, CodeInfo::new(0, 0), layout);
    define(ir, function, || {
        let p = Params::of(ir, function);
        ir.store(p.alloc, field(ir, p.vproc, offset_of!(VProc, alloc)));
        let resume = ir.c_function(abi::RESUME, None, &[ir.ptr.into(), ir.ptr.into()]);
        ir.call(resume, &[p.vproc.into(), p.cont.into()]);
        enter_saved(ir, p.vproc, Shape::FULL);
    });
    function
}

/// Goes on with the current handler, which is given the exception and its origin:
/// the entry of the position table and the continuation of the raise. A handler that
/// wants only the exception does not read the other slots.
pub(crate) fn enter_handler<'c>(
    ir: &Ir<'c>,
    (alloc, vproc): (PointerValue<'c>, PointerValue<'c>),
    (cont, site): (PointerValue<'c>, PointerValue<'c>),
    exn: PointerValue<'c>,
) {
    let handler = ir.load_ptr(field(ir, vproc, offset_of!(VProc, handler)));
    let mut slots = Slots { cont: Some(handler), ..Slots::default() };
    for (slot, word) in slots.ints.iter_mut().zip([exn, site, cont]) {
        *slot = Some(ir.to_int(word));
    }
    if ir.frames == Frames::Stack {
        let barrier = ir.load_ptr(field(ir, vproc, offset_of!(VProc, barrier)));
        let beyond = ir.ptr_cmp(IntPredicate::UGT, handler, barrier);
        let function = ir.function();
        let (slow, go_on) = (ir.new_block(function, "unwind"), ir.new_block(function, ""));
        ir.branch_cold(beyond, slow, go_on);
        ir.position(slow);
        ir.transfer(Code::Known(unwind(ir)), alloc, vproc, &slots);
        ir.position(go_on);
    }
    let code = ir.load_ptr(handler);
    ir.transfer(Code::At(code), alloc, vproc, &slots);
}

/// Goes on with the handler in the continuation slot, which is above the barrier on the stack.
fn unwind<'c>(ir: &Ir<'c>) -> FunctionValue<'c> {
    let shape = Shape { ints: 3, floats: 0 };
    stub(ir, "kont.unwind", shape, |p| {
        let unwind = ir.c_function(abi::UNWIND, None, &[ir.ptr.into(), ir.ptr.into()]);
        ir.call(unwind, &[p.vproc.into(), p.cont.into()]);
        let mut slots = Slots { cont: Some(p.cont), ..Slots::default() };
        slots.ints[..3].copy_from_slice(&p.ints[..3].iter().copied().map(Some).collect::<Vec<_>>());
        let code = ir.load_ptr(p.cont);
        ir.transfer(Code::At(code), p.alloc, p.vproc, &slots);
    })
}

/// The code of [`abi::Unit::barrier`].
pub(crate) fn barrier<'c>(ir: &Ir<'c>) -> FunctionValue<'c> {
    let function = ir.managed_function("kont.barrier", Linkage::Internal, Shape::FULL);
    ir.set_code_info(function, CodeInfo::new(0, 0), Layout::new(&[]));
    define(ir, function, || {
        let p = Params::of(ir, function);
        save(ir, &p, p.cont, Shape::FULL);
        let barrier = ir.c_function(abi::BARRIER, None, &[ir.ptr.into(), ir.ptr.into()]);
        ir.call(barrier, &[p.vproc.into(), p.cont.into()]);
        enter_saved(ir, p.vproc, Shape::FULL);
    });
    function
}

/// The return of the function that raises, with which a backtrace goes on. A
/// continuation has its own frame in the slot: the link is in it. The stub loads it, so
/// that the code which does not raise need not.
fn around<'c>(ir: &Ir<'c>, kind: ClusterKind, params: &Params<'c>) -> PointerValue<'c> {
    match kind {
        // The code that raises gave it.
        _ if ir.frames == Frames::Stack => params.cont,
        ClusterKind::Fun | ClusterKind::Known | ClusterKind::Foreign(_) => params.cont,
        ClusterKind::Cont => ir.load_ptr(ir.offset(params.cont, abi::WORD as u64)),
    }
}

fn raise_symbol(what: &str, kind: ClusterKind) -> String {
    match kind {
        ClusterKind::Fun | ClusterKind::Known | ClusterKind::Foreign(_) => {
            format!("kont.raise.{what}")
        }
        ClusterKind::Cont => format!("kont.raise.{what}.returned"),
    }
}

/// Raises a built-in exception that carries nothing, in code of this kind. The
/// closure slot has the entry of the position table.
pub(crate) fn raise<'c>(ir: &Ir<'c>, exn: BuiltinExn, kind: ClusterKind) -> FunctionValue<'c> {
    stub(ir, &raise_symbol(exn.name(), kind), Shape::NONE, |p| {
        let offset = offset_of!(VProc, builtin_value) + exn as usize * abi::WORD;
        let value = ir.load_ptr(field(ir, p.vproc, offset));
        enter_handler(ir, (p.alloc, p.vproc), (around(ir, kind, p), p.clos), value);
    })
}

/// Raises the exception that a runtime function left in the virtual processor.
pub(crate) fn raise_pending<'c>(ir: &Ir<'c>, kind: ClusterKind) -> FunctionValue<'c> {
    stub(ir, &raise_symbol("pending", kind), Shape::NONE, |p| {
        let pending = field(ir, p.vproc, offset_of!(VProc, exn));
        let value = ir.load_ptr(pending);
        ir.store(ir.word(0), pending);
        enter_handler(ir, (p.alloc, p.vproc), (around(ir, kind, p), p.clos), value);
    })
}

/// Ends the program, which has reached what cannot be reached.
pub(crate) fn unreachable<'c>(ir: &Ir<'c>) -> FunctionValue<'c> {
    stub(ir, "kont.unreachable", Shape::NONE, |p| {
        ir.store(p.alloc, field(ir, p.vproc, offset_of!(VProc, alloc)));
        let function = ir.c_function(abi::UNREACHABLE, None, &[ir.ptr.into()]);
        ir.call(function, &[p.vproc.into()]);
        ir.ret();
    })
}

/// The write barrier's slow path for records: `record(vproc, object)`.
pub(crate) fn record_object<'c>(ir: &Ir<'c>) -> FunctionValue<'c> {
    record(ir, "kont.record", abi::RECORD_OBJECT, 2)
}

/// The slow path of a store into a cell: `record(vproc, cell)`.
pub(crate) fn record_cell<'c>(ir: &Ir<'c>) -> FunctionValue<'c> {
    record(ir, "kont.record.cell", abi::RECORD_CELL, 2)
}

/// The slow path of a poll: `poll(alloc, vproc, frame) -> alloc`. The last frame is that of the poll,
/// which a processor that has stopped there is taken to have stopped in. It leaves all registers for
/// integers alone; `preserve_allcc` promises all others as well, but LLVM 22 forgets the upper halves
/// of those of 512 bits.
pub(crate) fn poll<'c>(ir: &Ir<'c>) -> FunctionValue<'c> {
    let name = "kont.poll";
    if let Some(function) = ir.module.get_function(name) {
        return function;
    }
    let ty = ir.ptr.fn_type(&[ir.ptr.into(); 3], false);
    let function = ir.module.add_function(name, ty, Some(Linkage::Internal));
    function.set_call_conventions(PRESERVE_MOST);
    ir.set_attributes(function, &["nounwind", "noinline", "cold"]);
    define(ir, function, || {
        let params = function.get_params();
        let [alloc, vproc, frame] = [0, 1, 2].map(|i| params[i].into_pointer_value());
        let at = |offset| field(ir, vproc, offset);
        ir.store(alloc, at(offset_of!(VProc, alloc)));
        ir.store(frame, at(offset_of!(VProc, save_cont)));
        ir.store(frame, at(offset_of!(VProc, save_clos)));
        let collect = ir.c_function(abi::COLLECT, None, &[ir.ptr.into()]);
        ir.call(collect, &[vproc.into()]);
        ir.ret_value(ir.load_ptr(at(offset_of!(VProc, alloc))).into());
    });
    function
}

/// Makes room for recorded slots: `full(vproc)`.
pub(crate) fn stores_full<'c>(ir: &Ir<'c>) -> FunctionValue<'c> {
    record(ir, "kont.stores.full", abi::STORES_FULL, 1)
}

/// A stub that tells the runtime of a store. It leaves nearly all registers alone, so that its
/// callers need not save theirs.
fn record<'c>(ir: &Ir<'c>, name: &str, runtime_function: &str, count: usize) -> FunctionValue<'c> {
    if let Some(function) = ir.module.get_function(name) {
        return function;
    }
    let params = vec![ir.ptr.into(); count];
    let ty = ir.context.void_type().fn_type(&params, false);
    let function = ir.module.add_function(name, ty, Some(Linkage::Internal));
    function.set_call_conventions(PRESERVE_MOST);
    ir.set_attributes(function, &["nounwind", "noinline", "cold"]);
    define(ir, function, || {
        let c_function = ir.c_function(runtime_function, None, &params);
        let args: Vec<_> = function.get_param_iter().map(Into::into).collect();
        ir.call(c_function, &args);
        ir.ret();
    });
    function
}

/// A static frame without link or fields, whose code is made by `build`.
fn frame<'c>(
    ir: &Ir<'c>,
    name: &str,
    shape: Shape,
    build: impl FnOnce(&Params<'c>),
) -> GlobalValue<'c> {
    let function = ir.managed_function(name, Linkage::Internal, shape);
    ir.set_code_info(function, CodeInfo::new(0, 0), Layout::new(&[]));
    define(ir, function, || build(&Params::of(ir, function)));
    object_of_code(ir, &format!("{name}.frame"), function)
}

/// The C function `enter(vproc, closure)` of [`abi::Unit`].
pub(crate) fn enter<'c>(ir: &Ir<'c>) -> FunctionValue<'c> {
    let halt = frame(ir, "kont.halt", Shape::NONE, |p| {
        ir.store(p.alloc, field(ir, p.vproc, offset_of!(VProc, alloc)));
        ir.ret();
    });
    let uncaught = frame(ir, "kont.uncaught", Shape { ints: 3, floats: 0 }, |p| {
        ir.store(p.alloc, field(ir, p.vproc, offset_of!(VProc, alloc)));
        let report = ir.c_function(abi::UNCAUGHT, None, &[ir.ptr.into(); 4]);
        let words = [0, 1, 2].map(|i| ir.to_ptr(p.ints[i]).into());
        ir.call(report, &[&[p.vproc.into()], &words[..]].concat());
        ir.ret();
    });
    let ty = ir.context.void_type().fn_type(&[ir.ptr.into(), ir.ptr.into()], false);
    let function = ir.module.add_function("kont.enter", ty, Some(Linkage::Internal));
    ir.set_attributes(function, &["nounwind"]);
    let params = function.get_params();
    let (vproc, closure) = (params[0].into_pointer_value(), params[1].into_pointer_value());
    ir.position(ir.new_block(function, ""));
    let (fresh, go) = (ir.new_block(function, "fresh"), ir.new_block(function, "go"));
    let handler = field(ir, vproc, offset_of!(VProc, handler));
    let none = ir.icmp(IntPredicate::EQ, ir.load_word(handler), ir.word(0));
    ir.branch(none, fresh, go);
    ir.position(fresh);
    ir.store(uncaught.as_pointer_value(), handler);
    ir.store(uncaught.as_pointer_value(), field(ir, vproc, offset_of!(VProc, outermost)));
    ir.jump(go);
    ir.position(go);
    let last = match ir.frames {
        Frames::Heap => halt.as_pointer_value(),
        Frames::Stack => {
            let end = ir.load_ptr(field(ir, vproc, offset_of!(VProc, stack_end)));
            let last = ir.index(end, ir.word((abi::WORD as u64).wrapping_neg()));
            ir.store(ir.load_ptr(halt.as_pointer_value()), last);
            last
        }
    };
    let slots = Slots { cont: Some(last), clos: Some(closure), ..Slots::default() };
    let alloc = ir.load_ptr(field(ir, vproc, offset_of!(VProc, alloc)));
    let code = ir.load_ptr(closure);
    ir.call_code(Code::At(code), alloc, vproc, &slots);
    ir.ret();
    function
}
