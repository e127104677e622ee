//! Exceptions and their constructors.
//!
//! ```text
//! constructor   [name: Str, shape: Int]       told apart by identity; a described one
//!               has a third field, its description: Str
//! exception     [constructor, argument...]
//! ```
//! In Flow the same records have headers, so nothing here looks at [`Desc`].

use super::{Code, Desc, Value};
use abi::ExnShape;
use host::show::View;
use prim::BuiltinExn;
use std::sync::Arc;

/// The constructors of the built-in exceptions, made once for an interpreter.
pub struct Builtins<C: Code> {
    constructors: Vec<Value<C>>,
    values: Vec<Value<C>>,
}

impl<C: Code> Default for Builtins<C> {
    fn default() -> Self {
        let constructors: Vec<_> = BuiltinExn::ALL
            .iter()
            .map(|exn| exn_constructor(exn.name(), exn.shape(), None))
            .collect();
        let values = constructors
            .iter()
            .map(|c: &Value<C>| Value::obj(Desc::Exn, vec![c.clone()]))
            .collect();
        Builtins { constructors, values }
    }
}

impl<C: Code> Builtins<C> {
    /// A constructor.
    pub fn constructor(&self, exn: BuiltinExn) -> Value<C> {
        self.constructors[exn as usize].clone()
    }

    /// The value of an exception that carries nothing.
    pub fn value(&self, exn: BuiltinExn) -> Value<C> {
        self.values[exn as usize].clone()
    }

    /// A value of an exception that carries something.
    pub fn with(&self, exn: BuiltinExn, carried: impl IntoIterator<Item = Value<C>>) -> Value<C> {
        let fields = [self.constructor(exn)].into_iter().chain(carried);
        Value::obj(Desc::Exn, fields.collect())
    }
}

/// A new exception constructor; the description is kept if the shape says that there is one.
pub(crate) fn exn_constructor<C: Code>(
    name: &str,
    shape: ExnShape,
    description: Option<&str>,
) -> Value<C> {
    let described = description.filter(|_| shape == ExnShape::Described).map(Value::str);
    let fields = [Value::str(name), Value::Int(shape as u64)];
    Value::obj(Desc::ExnCon, fields.into_iter().chain(described).collect())
}

/// The name of an exception's constructor.
pub fn exn_name<C: Code>(exn: &Value<C>) -> Option<Arc<[u8]>> {
    exn.field(0)?.field(0)?.bytes().cloned()
}

/// The name of an exception's constructor and what it carries, as an uncaught
/// one is reported.
pub fn exn_message<C: Code>(exn: &Value<C>) -> Option<Vec<u8>> {
    host::show::message(exn, &host::show::described)
}

impl<C: Code> View for Value<C> {
    fn int(&self) -> Option<u64> {
        Value::int(self)
    }

    fn f64(&self) -> Option<f64> {
        if let Value::F64(x) = self { Some(*x) } else { None }
    }

    fn f32(&self) -> Option<f32> {
        if let Value::F32(x) = self { Some(*x) } else { None }
    }

    fn big(&self) -> Option<String> {
        if let Value::Big(n) = self { Some(n.to_string()) } else { None }
    }

    fn bytes(&self, most: usize) -> Option<Vec<u8>> {
        Value::bytes(self).map(|bytes| bytes[..bytes.len().min(most)].to_vec())
    }

    fn tag(&self) -> Option<u64> {
        Value::tag(self)
    }

    fn itself(&self) -> Self {
        self.clone()
    }

    fn fields(&self, count: usize) -> Option<Vec<Self>> {
        let fields = spread_fields(self, 0);
        (fields.len() >= count).then_some(fields)
    }

    fn length(&self) -> Option<usize> {
        if let Value::Array(array) = self { Some(array.elems.borrow().len()) } else { None }
    }

    fn element(&self, index: usize) -> Option<Self> {
        let Value::Array(array) = self else { return None };
        array.elems.borrow().get(index).cloned()
    }

    fn constructor(&self) -> Option<Self> {
        self.field(0)
    }

    fn carried(&self, count: usize) -> Option<Vec<Self>> {
        let carried = spread_fields(self, 1);
        match &carried[..] {
            // In Flow, what does not fit is in a record.
            [rest] if count > 1 => rest.fields(count),
            _ => (carried.len() >= count).then_some(carried),
        }
    }
}

/// The fields of an object from one on, once unboxed tuples are spread.
fn spread_fields<C: Code>(object: &Value<C>, first: usize) -> Vec<Value<C>> {
    fn add<C: Code>(value: Value<C>, all: &mut Vec<Value<C>>) {
        if let Value::Parts(parts) = value {
            parts.iter().for_each(|part| add(part.clone(), all));
        } else {
            all.push(value);
        }
    }
    let mut all = Vec::new();
    (first..).map_while(|i| object.field(i)).for_each(|value| add(value, &mut all));
    all
}
