//! The values of the interpreters of ANF, CPS and Flow.
//!
//! A value is a word or a counted reference, so that copying one is cheap. What
//! the functions and continuations of an interpreter are is its own affair: it
//! says so by the parameter `C` (see [`Code`]).
//!
//! ```text
//! i1 ... i64, ptr          Int, Ptr
//! f32, f64                 F32, F64
//! str, intinf              Str, Big
//! (t, ...)                 Obj, Desc::Tuple
//! #(t, ...)                Parts; flat in Flow
//! sum                      Imm for a constructor without fields, else Obj, Desc::Con
//! ref                      Obj, Desc::Ref, one field
//! exncon(t, ...)           Obj, Desc::ExnCon, [name: Str, shape: Int]
//! exn                      Obj, Desc::Exn, [constructor, argument...]
//! array, vector            Array
//! weak, any                Weak, Any
//! fun, cont                Code
//! record, closure, frame of Flow    Obj, Desc::Header or Desc::Code
//! ```
//!
//! Invariant: dropping a value takes no stack in proportion to its size; see
//! Note \[Dropping\].

mod any;
mod exn;
#[cfg(test)]
mod tests;
mod weak;

pub use any::AnyBox;
pub(crate) use exn::exn_constructor;
pub use exn::{Builtins, exn_message, exn_name};
pub use weak::WeakRef;

use num_bigint::BigInt;
use prim::Const;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::mem;
use std::rc::Rc;
use std::sync::Arc;

/// The functions and continuations of an interpreter.
pub trait Code: Clone {
    /// Gives itself up. If it was the last owner of the values it holds, they go
    /// to `values` rather than being dropped here; see Note \[Dropping\].
    fn unlink(self, values: &mut Vec<Value<Self>>);

    /// The same function or continuation, with the same values?
    fn same(&self, other: &Self) -> bool;
}

/// For interpreters and tests that have no functions.
impl Code for () {
    fn unlink(self, _values: &mut Vec<Value<()>>) {}

    fn same(&self, _other: &()) -> bool {
        true
    }
}

/// A value.
#[derive(Clone)]
pub enum Value<C: Code> {
    /// An integer of any width, zero-extended.
    Int(u64),
    /// An `f32`.
    F32(f32),
    /// An `f64`.
    F64(f64),
    /// A pointer of freestanding code.
    Ptr(u64),
    /// An odd word in the place of an object, as `abi` encodes it: a constructor
    /// without fields.
    Imm(u64),
    /// A byte string, shared with the constants of the program.
    Str(Arc<[u8]>),
    /// A big integer, shared likewise.
    Big(Arc<BigInt>),
    /// An object with fields.
    Obj(Rc<Object<C>>),
    /// An array or vector.
    Array(Rc<Array<C>>),
    /// An unboxed tuple.
    Parts(Rc<[Value<C>]>),
    /// A weak reference.
    Weak(Rc<WeakRef<C>>),
    /// A value that knows its type.
    Any(Rc<AnyBox<C>>),
    /// A function or continuation.
    Code(C),
}

/// The description of an object: its word 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Desc<C> {
    /// A tuple.
    Tuple,
    /// A value of a sum; the constructor's number.
    Con(u32),
    /// A ref.
    Ref,
    /// An exception.
    Exn,
    /// An exception constructor.
    ExnCon,
    /// A record of Flow.
    Header(abi::Header),
    /// A closure or frame of Flow.
    Code(C),
}

/// An object with fields and an identity.
pub struct Object<C: Code> {
    /// Its description.
    pub desc: Desc<C>,
    /// Its fields.
    pub fields: RefCell<Vec<Value<C>>>,
    id: Cell<u64>,
}

/// An array or vector, with an identity.
pub struct Array<C: Code> {
    /// Its elements; a byte is a [`Value::Int`], an unboxed tuple a [`Value::Parts`].
    pub elems: RefCell<Vec<Value<C>>>,
    id: Cell<u64>,
}

impl<C: Code> Object<C> {
    /// A new object.
    pub fn new(desc: Desc<C>, fields: Vec<Value<C>>) -> Object<C> {
        Object { desc, fields: RefCell::new(fields), id: Cell::new(0) }
    }

    /// Field `i`, if there is one.
    pub fn field(&self, i: usize) -> Option<Value<C>> {
        self.fields.borrow().get(i).cloned()
    }

    /// Its identity hash: `next`, which is counted up, if nobody asked before.
    pub fn id(&self, next: &mut u64) -> u64 {
        lazy_id(&self.id, next)
    }
}

impl<C: Code> Array<C> {
    /// A new array.
    pub fn new(elems: Vec<Value<C>>) -> Array<C> {
        Array { elems: RefCell::new(elems), id: Cell::new(0) }
    }

    /// Its identity hash; see [`Object::id`].
    pub fn id(&self, next: &mut u64) -> u64 {
        lazy_id(&self.id, next)
    }
}

/// 0 says that nobody asked yet.
fn lazy_id(id: &Cell<u64>, next: &mut u64) -> u64 {
    if id.get() == 0 {
        *next += 1;
        id.set(*next);
    }
    id.get()
}

impl<C: Code> Value<C> {
    /// An `i64`.
    pub fn i64(n: i64) -> Value<C> {
        Value::Int(n as u64)
    }

    /// An `i1`.
    pub fn bool(b: bool) -> Value<C> {
        Value::Int(b as u64)
    }

    /// A string.
    pub fn str(bytes: impl AsRef<[u8]>) -> Value<C> {
        Value::Str(bytes.as_ref().into())
    }

    /// A big integer.
    pub fn big(n: BigInt) -> Value<C> {
        Value::Big(Arc::new(n))
    }

    /// A new object.
    pub fn obj(desc: Desc<C>, fields: Vec<Value<C>>) -> Value<C> {
        Value::Obj(Rc::new(Object::new(desc, fields)))
    }

    /// A value of a sum.
    pub fn con(tag: u32, fields: Vec<Value<C>>) -> Value<C> {
        if fields.is_empty() {
            Value::Imm(abi::nullary(tag as u64))
        } else {
            Value::obj(Desc::Con(tag), fields)
        }
    }

    /// A new array or vector.
    pub fn array(elems: Vec<Value<C>>) -> Value<C> {
        Value::Array(Rc::new(Array::new(elems)))
    }

    /// The constructor's number of a value of a sum; none if it is the constructor's field.
    pub fn tag(&self) -> Option<u64> {
        match self {
            Value::Imm(word) => Some(word >> 1),
            Value::Obj(object) => match object.desc {
                Desc::Con(tag) => Some(tag as u64),
                Desc::Header(header) => header.constructor(),
                Desc::Tuple | Desc::Ref | Desc::Exn | Desc::ExnCon | Desc::Code(_) => None,
            },
            Value::Int(_) | Value::F32(_) | Value::F64(_) | Value::Ptr(_) | Value::Str(_) => None,
            Value::Big(_) | Value::Array(_) | Value::Parts(_) | Value::Weak(_) => None,
            Value::Any(_) | Value::Code(_) => None,
        }
    }

    /// The integer, zero-extended.
    pub fn int(&self) -> Option<u64> {
        if let Value::Int(n) = self { Some(*n) } else { None }
    }

    /// The bytes of a string.
    pub fn bytes(&self) -> Option<&Arc<[u8]>> {
        if let Value::Str(bytes) = self { Some(bytes) } else { None }
    }

    /// Field `i` of an object, component `i` of an unboxed tuple.
    pub fn field(&self, i: usize) -> Option<Value<C>> {
        match self {
            Value::Obj(object) => object.field(i),
            Value::Parts(parts) => parts.get(i).cloned(),
            Value::Int(_) | Value::F32(_) | Value::F64(_) | Value::Ptr(_) | Value::Imm(_) => None,
            Value::Str(_) | Value::Big(_) | Value::Array(_) | Value::Weak(_) => None,
            Value::Any(_) | Value::Code(_) => None,
        }
    }

    /// The same object? Values that are no objects never are.
    pub fn same(&self, other: &Value<C>) -> bool {
        if let (Value::Obj(a), Value::Obj(b)) = (self, other) {
            Rc::ptr_eq(a, b)
        } else if let (Value::Array(a), Value::Array(b)) = (self, other) {
            Rc::ptr_eq(a, b)
        } else if let (Value::Any(a), Value::Any(b)) = (self, other) {
            Rc::ptr_eq(a, b) || a.class == b.class && a.same_content(b)
        } else if let (Value::Code(a), Value::Code(b)) = (self, other) {
            a.same(b)
        } else {
            false
        }
    }

    /// The kind of value, in a few words, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Int(_) => "an integer",
            Value::F32(_) | Value::F64(_) => "a number",
            Value::Ptr(_) => "a ptr",
            Value::Imm(_) => "an immediate",
            Value::Str(_) => "a str",
            Value::Big(_) => "an intinf",
            Value::Obj(_) => "an object",
            Value::Array(_) => "an array",
            Value::Parts(_) => "an unboxed tuple",
            Value::Weak(_) => "a weak reference",
            Value::Any(_) => "an any",
            Value::Code(_) => "a function or continuation",
        }
    }

    /// True if dropping it can drop other values.
    fn holds_values(&self) -> bool {
        match self {
            Value::Int(_) | Value::F32(_) | Value::F64(_) | Value::Ptr(_) | Value::Imm(_) => false,
            Value::Str(_) | Value::Big(_) | Value::Weak(_) => false,
            Value::Obj(_) | Value::Array(_) | Value::Parts(_) | Value::Any(_) => true,
            Value::Code(_) => true,
        }
    }
}

impl<C: Code> From<&Const> for Value<C> {
    fn from(constant: &Const) -> Value<C> {
        match constant {
            Const::Int(_, bits) => Value::Int(*bits),
            Const::F32(bits) => Value::F32(f32::from_bits(*bits)),
            Const::F64(bits) => Value::F64(f64::from_bits(*bits)),
            Const::Str(bytes) => Value::Str(bytes.clone()),
            Const::Big(n) => Value::Big(n.clone()),
            Const::Null => Value::Ptr(0),
        }
    }
}

impl<C: Code> Drop for Object<C> {
    fn drop(&mut self) {
        release(mem::take(self.fields.get_mut()));
    }
}

impl<C: Code> Drop for Array<C> {
    fn drop(&mut self) {
        release(mem::take(self.elems.get_mut()));
    }
}

/// Drops the values, and what only they hold, in a loop. The interpreters call
/// it from the `drop` of their closures, frames and environments.
pub fn release<C: Code>(mut values: Vec<Value<C>>) {
    if !values.iter().any(Value::holds_values) {
        return;
    }
    while let Some(value) = values.pop() {
        match value {
            Value::Obj(object) => {
                if let Some(mut object) = Rc::into_inner(object) {
                    values.append(object.fields.get_mut());
                }
            }
            Value::Array(array) => {
                if let Some(mut array) = Rc::into_inner(array) {
                    values.append(array.elems.get_mut());
                }
            }
            Value::Parts(mut parts) => {
                if let Some(parts) = Rc::get_mut(&mut parts) {
                    values.extend(parts.iter_mut().map(|part| mem::replace(part, Value::Int(0))));
                }
            }
            Value::Any(any) => values.extend(Rc::into_inner(any).map(|any| any.value)),
            Value::Code(code) => code.unlink(&mut values),
            Value::Int(_) | Value::F32(_) | Value::F64(_) | Value::Ptr(_) | Value::Imm(_) => {}
            Value::Str(_) | Value::Big(_) | Value::Weak(_) => {}
        }
    }
}

/// Objects are shown three levels deep.
impl<C: Code> fmt::Debug for Value<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        show(self, 3, f)
    }
}

fn show<C: Code>(value: &Value<C>, depth: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match value {
        Value::Int(n) => write!(f, "{}", *n as i64),
        Value::F32(x) => write!(f, "{x:?}:f32"),
        Value::F64(x) => write!(f, "{x:?}"),
        Value::Ptr(address) => write!(f, "ptr {address:#x}"),
        Value::Imm(word) => write!(f, "#{}", word >> 1),
        Value::Str(bytes) => write!(f, "\"{}\"", bytes.escape_ascii()),
        Value::Big(n) => write!(f, "{n}n"),
        Value::Obj(object) => {
            match object.desc {
                Desc::Tuple => {}
                Desc::Con(tag) => write!(f, "#{tag}")?,
                Desc::Ref => f.write_str("ref")?,
                Desc::Exn => f.write_str("exn")?,
                Desc::ExnCon => f.write_str("exncon")?,
                Desc::Header(header) => write!(f, "[{:#x}]", header.0)?,
                Desc::Code(_) => f.write_str("code")?,
            }
            show_all(&object.fields.borrow(), depth, f)
        }
        Value::Array(array) => {
            f.write_str("array")?;
            show_all(&array.elems.borrow(), depth, f)
        }
        Value::Parts(parts) => {
            f.write_str("#")?;
            show_all(parts, depth, f)
        }
        Value::Weak(_) => f.write_str("weak"),
        Value::Any(any) => {
            f.write_str("any ")?;
            show(&any.value, depth, f)
        }
        Value::Code(_) => f.write_str("code"),
    }
}

fn show_all<C: Code>(values: &[Value<C>], depth: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if depth == 0 {
        return f.write_str("(...)");
    }
    f.write_str("(")?;
    for (i, value) in values.iter().enumerate() {
        f.write_str(if i > 0 { ", " } else { "" })?;
        show(value, depth - 1, f)?;
    }
    f.write_str(")")
}

// Note [Dropping]
//
// Left to itself, Rust drops a list by recursion, and a list of a million
// elements overflows the stack. So an object that dies does not drop its fields:
// it moves them to a list of values still to be dropped (`release`), and each of
// these, if it was the last reference, adds its own. Objects and arrays are met
// with their fields gone, so that their own `drop` has nothing left to do.
//
// The chain may lead through closures and frames, which only the interpreter
// knows: a list of suspended computations, a deep recursion that is abandoned.
// It takes part by `Code::unlink`, and by calling `release` where it drops
// values itself. Unboxed tuples and `any` need no `drop`: they are nested as
// deeply as the program's types and no deeper, without an object between.
