//! The operations on values.
//!
//! ```text
//! record            Obj, Desc::Header, its fields
//! closure, frame    Obj, Desc::Code, its fields; of a frame the link first
//! captured          Obj, Desc::Header(CAPTURE), [frame, handler]
//! array of parts    Array of Parts
//! any               of a tuple: itself; else Any
//! ```
//! The words of an object begin with word 0, its header or code; in a large
//! record the words of the mask stand between it and the fields.

use super::{FlowCode, FlowValue, any};
use crate::{FlowOp, Shape};
use abi::{Header, ObjectKind};
use prim::Data;
use std::rc::Rc;
use std::sync::Arc;
use types::TyTable;
use values::{Desc, Machine, Object, Outcome, Results, Stop, Value};

pub(super) type FlowStop = Stop<FlowCode>;
type FlowOutcome = Outcome<FlowCode>;

fn stuck<T>(why: impl Into<String>) -> Result<T, FlowStop> {
    Err(Stop::Stuck(why.into()))
}

/// The object that a value is.
pub(super) fn object(value: &FlowValue) -> Result<&Rc<Object<FlowCode>>, FlowStop> {
    let Value::Obj(object) = value else {
        return stuck(format!("expected an object, found {}", value.kind()));
    };
    Ok(object)
}

/// The index of a word among the fields of an object.
fn index(object: &Object<FlowCode>, word: u32) -> Option<usize> {
    let first = match object.desc {
        Desc::Header(header) => match header.kind() {
            Some(ObjectKind::BigRecord) => abi::field_offset(header.record_len()),
            _ => 1,
        },
        Desc::Tuple | Desc::Con(_) | Desc::Ref | Desc::Exn | Desc::ExnCon | Desc::Code(_) => 1,
    };
    (word as usize).checked_sub(first)
}

/// Word `word` of an object, not its first.
pub(super) fn load(value: &FlowValue, word: u32) -> Result<FlowValue, FlowStop> {
    let object = object(value)?;
    match index(object, word).and_then(|i| object.field(i)) {
        Some(field) => Ok(field),
        None => stuck(format!("load.{word} is out of range")),
    }
}

/// Sets a word of an object, not its first.
pub(super) fn store(target: &FlowValue, word: u32, value: FlowValue) -> Result<(), FlowStop> {
    let object = object(target)?;
    let place = index(object, word);
    match place.and_then(|i| object.fields.borrow_mut().get_mut(i).map(|field| *field = value)) {
        Some(()) => Ok(()),
        None => stuck(format!("store.{word} is out of range")),
    }
}

/// Word 0 of an object, if it is a header.
fn header(value: &FlowValue) -> Result<FlowValue, FlowStop> {
    match object(value)?.desc {
        Desc::Header(header) => Ok(Value::Int(header.0)),
        Desc::Tuple | Desc::Con(_) | Desc::Ref | Desc::Exn | Desc::ExnCon | Desc::Code(_) => {
            stuck("word 0 of this object is not a number here")
        }
    }
}

/// The code of a closure or frame.
pub(super) fn code(value: &FlowValue) -> Result<FlowCode, FlowStop> {
    match object(value)?.desc {
        Desc::Code(code) => Ok(code),
        Desc::Tuple | Desc::Con(_) | Desc::Ref | Desc::Exn | Desc::ExnCon | Desc::Header(_) => {
            stuck("expected a closure or frame, found data")
        }
    }
}

/// A captured continuation.
pub(super) fn capture(frame: FlowValue, handler: FlowValue) -> FlowValue {
    Value::obj(Desc::Header(Header::CAPTURE), vec![frame, handler])
}

/// The frame and the handler of a captured continuation.
pub(super) fn captured(value: &FlowValue) -> Result<(FlowValue, FlowValue), FlowStop> {
    let object = object(value)?;
    match (&object.desc, object.field(0), object.field(1)) {
        (Desc::Header(Header::CAPTURE), Some(frame), Some(handler)) => Ok((frame, handler)),
        _ => stuck("reinstate: this is no captured continuation"),
    }
}

/// True if the values are the same word.
fn same(a: &FlowValue, b: &FlowValue) -> bool {
    match (a, b) {
        (Value::Imm(a), Value::Imm(b)) => a == b,
        (Value::Str(a), Value::Str(b)) => Arc::ptr_eq(a, b),
        (Value::Big(a), Value::Big(b)) => Arc::ptr_eq(a, b),
        (Value::Weak(a), Value::Weak(b)) => Rc::ptr_eq(a, b),
        (a, b) => a.same(b),
    }
}

/// An element of an array, of its components.
fn pack(shape: &Shape, parts: &[FlowValue]) -> FlowValue {
    match (shape, parts) {
        (Shape::One(_), [one]) => one.clone(),
        (Shape::One(_) | Shape::Parts(_), parts) => Value::Parts(parts.into()),
    }
}

fn unpack(results: Results<FlowCode>) -> Results<FlowCode> {
    let values: Vec<FlowValue> = results.into_iter().collect();
    match &values[..] {
        [Value::Parts(parts)] => Results::many(parts.iter().cloned()),
        _ => Results::many(values),
    }
}

/// Applies an operation that touches neither registers nor handlers, and that
/// has no instruction of its own.
pub(super) fn eval(
    machine: &mut Machine<'_, FlowCode>,
    types: &mut TyTable,
    results: &[crate::Kind],
    op: &FlowOp,
    args: &[FlowValue],
) -> FlowOutcome {
    let mut data = |data: Data, args: &[FlowValue]| machine.eval_data(&data, args, &[], types);
    let one = |value| Ok(Results::one(value));
    let elems =
        |shape: &Shape| args.chunks(shape.kinds().len().max(1)).map(|p| pack(shape, p)).collect();
    let with = |fixed: usize, shape: &Shape| {
        let (first, parts) = args.split_at(fixed.min(args.len()));
        [first, &[pack(shape, parts)]].concat()
    };
    match (op, args) {
        (FlowOp::Prim(prim), _) => machine.eval_prim(*prim, args),
        (FlowOp::Load { .. }, [object]) => one(header(object)?),
        (FlowOp::Tag, [value]) => match value.tag() {
            Some(tag) => one(Value::Int(tag)),
            None => stuck(format!("tag of {}", value.kind())),
        },
        (FlowOp::IsImm, [value]) => one(Value::bool(matches!(value, Value::Imm(_)))),
        (FlowOp::ImmTag, [Value::Imm(word)]) => one(Value::Int(word >> abi::NULLARY_SHIFT)),
        (FlowOp::ArrayNew(shape), _) => data(Data::ArrayNew, &with(1, shape)),
        (FlowOp::ArrayBlank(_), _) => data(Data::ArrayBlank, args),
        (FlowOp::ArrayLit(shape), _) => one(Value::array(elems(shape))),
        (FlowOp::ArrayLen, _) => data(Data::ArrayLen, args),
        (FlowOp::ArrayGet { checked: true, .. }, _) => data(Data::ArrayGet, args).map(unpack),
        (FlowOp::ArrayGet { checked: false, .. }, _) => data(Data::ArrayGetU, args).map(unpack),
        (FlowOp::ArraySet { shape, checked: true }, _) => data(Data::ArraySet, &with(2, shape)),
        (FlowOp::ArraySet { shape, checked: false }, _) => data(Data::ArraySetU, &with(2, shape)),
        (FlowOp::ArrayCopy, _) => data(Data::ArrayCopy, args),
        (FlowOp::Same, [a, b]) => one(Value::bool(same(a, b))),
        (FlowOp::Weak, _) => data(Data::Weak, args),
        (FlowOp::WeakGet, _) => data(Data::WeakGet, args),
        (FlowOp::WeakLive, _) => data(Data::WeakLive, args),
        (FlowOp::IdHash, _) => data(Data::IdHash, args),
        (FlowOp::HeapSize, _) => data(Data::HeapSize, args),
        (FlowOp::AnyInject(class), [value]) => one(any::inject(class, value)),
        (FlowOp::Builtin(exn), []) => one(machine.builtins.constructor(*exn)),
        (FlowOp::Global(g), []) => data(Data::Global(*g), &[]),
        (FlowOp::GlobalSet(g), _) => data(Data::GlobalSet(*g), args),
        (FlowOp::Foreign(c), _) => {
            let types_of: Vec<_> =
                results.iter().filter_map(|kind| result_type(types, *kind)).collect();
            machine.eval_data(&Data::Foreign(*c), args, &types_of, types)
        }
        (FlowOp::C(op), _) => data(Data::C(op.clone()), args),
        (op, _) => stuck(format!("{op:?} with {} operands", args.len())),
    }
}

/// The type of a foreign function's result.
fn result_type(types: &mut TyTable, kind: crate::Kind) -> Option<types::TyId> {
    match kind {
        crate::Kind::Int(width) => Some(types.int(width)),
        crate::Kind::F32 => Some(types.intern(types::Ty::F32)),
        crate::Kind::F64 => Some(types.intern(types::Ty::F64)),
        crate::Kind::Ptr => Some(types.intern(types::Ty::Ptr)),
        crate::Kind::Ref | crate::Kind::Cont => None,
    }
}
