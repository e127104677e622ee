//! Weak references.

use super::{AnyBox, Array, Code, Object, Value};
use num_bigint::BigInt;
use std::rc::{self, Rc};
use std::sync::{self, Arc};
use types::AnyClass;

/// The content of a weak reference. An object dies here with its last reference,
/// where compiled code lets it live until the next collection.
pub enum WeakRef<C: Code> {
    /// To an object.
    Obj(rc::Weak<Object<C>>),
    /// To an array or vector.
    Array(rc::Weak<Array<C>>),
    /// To a string.
    Str(sync::Weak<[u8]>),
    /// To a big integer.
    Big(sync::Weak<BigInt>),
    /// To what is in an `any`.
    Any(AnyClass, Box<WeakRef<C>>),
    /// To what never dies: immediates; and functions and continuations, which
    /// are not counted here.
    Kept(Value<C>),
}

impl<C: Code> WeakRef<C> {
    /// A weak reference to a value.
    pub fn new(value: &Value<C>) -> WeakRef<C> {
        match value {
            Value::Obj(object) => WeakRef::Obj(Rc::downgrade(object)),
            Value::Array(array) => WeakRef::Array(Rc::downgrade(array)),
            Value::Str(bytes) => WeakRef::Str(Arc::downgrade(bytes)),
            Value::Big(n) => WeakRef::Big(Arc::downgrade(n)),
            Value::Any(any) => WeakRef::Any(any.class.clone(), Box::new(WeakRef::new(&any.value))),
            Value::Int(_) | Value::F32(_) | Value::F64(_) | Value::Ptr(_) | Value::Imm(_) => {
                WeakRef::Kept(value.clone())
            }
            Value::Parts(_) | Value::Weak(_) | Value::Code(_) => WeakRef::Kept(value.clone()),
        }
    }

    /// The referent, if it lives.
    pub fn get(&self) -> Option<Value<C>> {
        match self {
            WeakRef::Obj(object) => object.upgrade().map(Value::Obj),
            WeakRef::Array(array) => array.upgrade().map(Value::Array),
            WeakRef::Str(bytes) => bytes.upgrade().map(Value::Str),
            WeakRef::Big(n) => n.upgrade().map(Value::Big),
            WeakRef::Any(key, inner) => {
                inner.get().map(|value| Value::Any(Rc::new(AnyBox { class: key.clone(), value })))
            }
            WeakRef::Kept(value) => Some(value.clone()),
        }
    }
}
