//! The memory that a value would take in compiled code.
//!
//! The layout of objects is `abi`'s, but a value does not know how wide its numbers are: every
//! field and element counts as a word, bytes too. Functions count nothing: what they hold is
//! their interpreter's own affair.

use crate::{Code, Value};
use abi::{WORD, str_words};
use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;

/// Bytes of the objects that can be reached from a value, each counted once.
pub(super) fn heap_size<C: Code>(value: &Value<C>) -> u64 {
    let (mut seen, mut waiting, mut words) = (HashSet::new(), vec![value.clone()], 0);
    while let Some(value) = waiting.pop() {
        if address(&value).is_some_and(|address| !seen.insert(address)) {
            continue;
        }
        words += match &value {
            Value::Obj(object) => 1 + lead_to(&object.fields.borrow(), &mut waiting),
            Value::Array(array) => 2 + lead_to(&array.elems.borrow(), &mut waiting),
            Value::Parts(parts) => lead_to(parts, &mut waiting),
            Value::Any(boxed) => 2 + lead_to(std::slice::from_ref(&boxed.value), &mut waiting),
            Value::Str(bytes) => 2 + str_words(bytes.len()),
            Value::Big(n) if n.bits() < 63 => 0,
            Value::Big(n) => 2 + n.bits().div_ceil(64) as usize,
            Value::Weak(_) => 2,
            Value::Int(_) | Value::F32(_) | Value::F64(_) | Value::Ptr(_) | Value::Imm(_) => 0,
            Value::Code(_) => 0,
        };
    }
    (words * WORD) as u64
}

/// The number of words of the values themselves. Those of an unboxed tuple, which has none
/// of its own, count when its turn comes.
fn lead_to<C: Code>(values: &[Value<C>], waiting: &mut Vec<Value<C>>) -> usize {
    waiting.extend(values.iter().cloned());
    values.iter().filter(|value| !matches!(value, Value::Parts(_))).count()
}

/// The address of the object, which several values may share.
fn address<C: Code>(value: &Value<C>) -> Option<usize> {
    match value {
        Value::Obj(object) => Some(Rc::as_ptr(object) as usize),
        Value::Array(array) => Some(Rc::as_ptr(array) as usize),
        Value::Any(boxed) => Some(Rc::as_ptr(boxed) as usize),
        Value::Weak(weak) => Some(Rc::as_ptr(weak) as usize),
        Value::Str(bytes) => Some(Arc::as_ptr(bytes).cast::<u8>() as usize),
        Value::Big(n) => Some(Arc::as_ptr(n) as usize),
        Value::Int(_) | Value::F32(_) | Value::F64(_) | Value::Ptr(_) | Value::Imm(_) => None,
        Value::Parts(_) | Value::Code(_) => None,
    }
}
