//! Exceptions and their constructors.
//!
//! ```text
//! constructor   [name: Str, shape: Int]       told apart by identity
//! exception     [constructor, argument...]
//! ```
//! In Flow the same records have headers, so nothing here looks at [`Desc`].

use super::{Code, Desc, Value};
use crate::{BuiltinExn, Ty, TyId, TyTable, Width};
use abi::ExnShape;
use std::sync::Arc;

/// The constructors of the built-in exceptions, made once for an interpreter.
pub struct Builtins<C: Code> {
    constructors: Vec<Value<C>>,
    values: Vec<Value<C>>,
}

impl<C: Code> Default for Builtins<C> {
    fn default() -> Self {
        let constructors: Vec<_> =
            BuiltinExn::ALL.iter().map(|exn| exn_constructor(exn.name(), exn.shape())).collect();
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

/// A new exception constructor.
pub(crate) fn exn_constructor<C: Code>(name: &str, shape: ExnShape) -> Value<C> {
    Value::obj(Desc::ExnCon, vec![Value::str(name), Value::Int(shape as u64)])
}

/// How to print what an exception of this type of constructor carries.
pub fn exn_shape(types: &TyTable, constructor: TyId) -> ExnShape {
    let Ty::ExnCon(carries) = types.get(constructor) else { return ExnShape::Other };
    match first_component(types, carries).map(|ty| types.get(ty)) {
        Some(Ty::Str) => ExnShape::Str,
        Some(Ty::Int(Width::I64)) => ExnShape::I64,
        Some(_) | None => ExnShape::Other,
    }
}

/// The first of some types once unboxed tuples are spread.
fn first_component(types: &TyTable, tys: &[TyId]) -> Option<TyId> {
    tys.iter().find_map(|ty| match types.get(*ty) {
        Ty::Unboxed(parts) => first_component(types, parts),
        _ => Some(*ty),
    })
}

/// The name of an exception's constructor.
pub fn exn_name<C: Code>(exn: &Value<C>) -> Option<Arc<[u8]>> {
    exn.field(0)?.field(0)?.bytes().cloned()
}

/// The name of an exception's constructor and what it carries, as an uncaught
/// one is reported.
pub fn exn_message<C: Code>(exn: &Value<C>) -> Option<Vec<u8>> {
    let name = exn_name(exn)?;
    let shape = exn.field(0)?.field(1)?.int()?;
    let carried = if shape == ExnShape::Str as u64 {
        first_carried(exn)?.bytes().map(|bytes| bytes.to_vec())
    } else if shape == ExnShape::I64 as u64 {
        host::int::i64_to_str(first_carried(exn)?.int()? as i64, 10).ok().map(String::into_bytes)
    } else {
        None
    };
    Some(host::bytes::exn_message(&name, carried.as_deref()))
}

/// The first thing that an exception carries, once unboxed tuples are spread.
fn first_carried<C: Code>(exn: &Value<C>) -> Option<Value<C>> {
    fn component<C: Code>(value: &Value<C>) -> Option<Value<C>> {
        if let Value::Parts(parts) = value {
            parts.iter().find_map(component)
        } else {
            Some(value.clone())
        }
    }
    (1..).map_while(|i| exn.field(i)).find_map(|value| component(&value))
}
