//! Values that know their type.

use super::{Code, Value};
use types::AnyClass;

/// A value in an `any`.
pub struct AnyBox<C: Code> {
    /// Its type, as far as an `any` tells types apart.
    pub class: AnyClass,
    /// The value.
    pub value: Value<C>,
}

impl<C: Code> AnyBox<C> {
    /// Of two values of one class: are they the same immediate or the same object?
    pub(super) fn same_content(&self, other: &AnyBox<C>) -> bool {
        match (&self.value, &other.value) {
            (Value::Int(a), Value::Int(b)) => a == b,
            (Value::Str(a), Value::Str(b)) => std::sync::Arc::ptr_eq(a, b),
            (a, b) => self.class.is_itself() && a.same(b),
        }
    }
}
