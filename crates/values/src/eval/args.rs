//! Operands, taken as what the operation says they are.

use super::Stop;
use super::big::Limbs;
use crate::{Array, Code, Object, Value};
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

/// The operands of an operation.
pub(super) struct Args<'a, C: Code> {
    /// The operation, for messages.
    pub(super) op: &'a dyn fmt::Debug,
    pub(super) values: &'a [Value<C>],
}

impl<'a, C: Code> Args<'a, C> {
    pub(super) fn new(op: &'a dyn fmt::Debug, values: &'a [Value<C>]) -> Args<'a, C> {
        Args { op, values }
    }

    /// Operand `i`.
    pub(super) fn get(&self, i: usize) -> Result<&'a Value<C>, Stop<C>> {
        let missing =
            || Stop::Stuck(format!("{:?} is given {} operands", self.op, self.values.len()));
        self.values.get(i).ok_or_else(missing)
    }

    /// An integer, zero-extended.
    pub(super) fn int(&self, i: usize) -> Result<u64, Stop<C>> {
        self.get(i)?.int().ok_or_else(|| self.wrong(i, "an integer"))
    }

    /// An `i64`.
    pub(super) fn i64(&self, i: usize) -> Result<i64, Stop<C>> {
        self.int(i).map(|n| n as i64)
    }

    pub(super) fn f64(&self, i: usize) -> Result<f64, Stop<C>> {
        if let Value::F64(x) = self.get(i)? { Ok(*x) } else { Err(self.wrong(i, "an f64")) }
    }

    pub(super) fn str(&self, i: usize) -> Result<&'a Arc<[u8]>, Stop<C>> {
        self.get(i)?.bytes().ok_or_else(|| self.wrong(i, "a str"))
    }

    /// A big integer. Flow may write a small one as an immediate.
    pub(super) fn big(&self, i: usize) -> Result<Limbs, Stop<C>> {
        let value = self.get(i)?;
        if let Value::Big(n) = value {
            Ok(Limbs::of(n))
        } else if let Value::Imm(word) = value {
            Ok(Limbs::of(&abi::small_big_value(*word).into()))
        } else {
            Err(self.wrong(i, "an intinf"))
        }
    }

    pub(super) fn object(&self, i: usize) -> Result<&'a Rc<Object<C>>, Stop<C>> {
        if let Value::Obj(object) = self.get(i)? {
            Ok(object)
        } else {
            Err(self.wrong(i, "an object"))
        }
    }

    pub(super) fn array(&self, i: usize) -> Result<&'a Rc<Array<C>>, Stop<C>> {
        if let Value::Array(array) = self.get(i)? {
            Ok(array)
        } else {
            Err(self.wrong(i, "an array"))
        }
    }

    /// Says that operand `i` is not what the operation takes.
    pub(super) fn wrong(&self, i: usize, wanted: &str) -> Stop<C> {
        let given = self.values.get(i).map_or("nothing", Value::kind);
        Stop::Stuck(format!("{:?} wants {wanted}, given {given}", self.op))
    }
}
