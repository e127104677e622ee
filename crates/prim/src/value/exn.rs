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
    let mut components = Vec::new();
    spread(types, carries, &mut components);
    match components[..] {
        [Ty::Exn, Ty::Str, Ty::Str] => ExnShape::Failed,
        [Ty::Str, ..] => ExnShape::Str,
        [Ty::Int(Width::I64), ..] => ExnShape::I64,
        _ => ExnShape::Other,
    }
}

/// Adds some types, once unboxed tuples are spread.
fn spread<'t>(types: &'t TyTable, tys: &[TyId], components: &mut Vec<&'t Ty>) {
    for ty in tys {
        match types.get(*ty) {
            Ty::Unboxed(parts) => spread(types, parts, components),
            other => components.push(other),
        }
    }
}

/// The name of an exception's constructor.
pub fn exn_name<C: Code>(exn: &Value<C>) -> Option<Arc<[u8]>> {
    exn.field(0)?.field(0)?.bytes().cloned()
}

/// The name of an exception's constructor and what it carries, as an uncaught
/// one is reported.
pub fn exn_message<C: Code>(exn: &Value<C>) -> Option<Vec<u8>> {
    message(exn, host::bytes::MOST_CAUSES)
}

/// The message, with as many causes at most.
fn message<C: Code>(exn: &Value<C>, causes: usize) -> Option<Vec<u8>> {
    let name = exn_name(exn)?;
    let shape = exn.field(0)?.field(1)?.int()?;
    let carried = carried(exn);
    let text = |i: usize| carried.get(i).and_then(|value: &Value<C>| value.bytes().cloned());
    let shown = if shape == ExnShape::Str as u64 {
        text(0).map(|bytes| bytes.to_vec())
    } else if shape == ExnShape::I64 as u64 {
        host::int::i64_to_str(carried.first()?.int()? as i64, 10).ok().map(String::into_bytes)
    } else if shape == ExnShape::Failed as u64 && causes > 0 {
        let cause = message(carried.first()?, causes - 1)?;
        Some(host::bytes::failure(&text(1)?, &text(2)?, &cause))
    } else {
        None
    };
    Some(host::bytes::exn_message(&name, shown.as_deref()))
}

/// What an exception carries, once unboxed tuples are spread.
fn carried<C: Code>(exn: &Value<C>) -> Vec<Value<C>> {
    fn add<C: Code>(value: &Value<C>, all: &mut Vec<Value<C>>) {
        if let Value::Parts(parts) = value {
            parts.iter().for_each(|part| add(part, all));
        } else {
            all.push(value.clone());
        }
    }
    let mut all = Vec::new();
    (1..).map_while(|i| exn.field(i)).for_each(|value| add(&value, &mut all));
    all
}
