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
