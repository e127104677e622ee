//! One step of an interpreter: an operation applied to values.
//!
//! The interpreters of ANF, CPS and Flow differ in how they find the operands
//! and where they go on; what an operation does to its operands is here, once.
//!
//! ```text
//! eval_prim a primitive
//! eval_data a data operation, with the types of its results where they matter
//! eval_any  an operation on an `any`, by class
//! ```
//!
//! An operation given what it does not take is [`Stop::Stuck`], which a checked
//! program never is.

mod args;
mod big;
mod data;
mod foreign;
mod rt;
mod size;
mod small;
#[cfg(test)]
mod tests;

use crate::{Builtins, Code, Value};
use base::Name;
pub use data::AnyOp;
use host::{Host, HostError};
use prim::{BuiltinExn, Prim, eval_scalar};
use std::{iter, option, vec};

/// The state that operations share.
pub struct Machine<'h, C: Code> {
    /// The world outside.
    pub host: &'h mut dyn Host,
    /// The built-in exceptions.
    pub builtins: Builtins<C>,
    /// The global cells of the module, by number; nothing in one that has not been set.
    pub globals: Vec<Option<Value<C>>>,
    /// The C symbols of the foreign functions of the module, by number.
    pub foreigns: Vec<Name>,
    /// The last identity hash given out.
    last_id: u64,
}

/// Why an operation has no results.
#[derive(Debug)]
pub enum Stop<C: Code> {
    /// It raised this exception.
    Raise(Value<C>),
    /// It ended the program with this exit code.
    Exit(i32),
    /// It is a call of this C function, which only compiled code can do.
    Foreign(base::Name),
    /// It makes no sense, and why.
    Stuck(String),
}

/// The results of an operation; seldom more than one value.
#[derive(Debug)]
pub struct Results<C: Code> {
    first: Option<Value<C>>,
    rest: Vec<Value<C>>,
}

/// The outcome of an operation.
pub type Outcome<C> = Result<Results<C>, Stop<C>>;

impl<C: Code> Stop<C> {
    fn stuck(why: impl Into<String>) -> Stop<C> {
        Stop::Stuck(why.into())
    }
}

impl<C: Code> Results<C> {
    /// No value.
    pub const fn none() -> Results<C> {
        Results { first: None, rest: Vec::new() }
    }

    /// One value.
    pub const fn one(value: Value<C>) -> Results<C> {
        Results { first: Some(value), rest: Vec::new() }
    }

    /// Any number of values.
    pub fn many(values: impl IntoIterator<Item = Value<C>>) -> Results<C> {
        let mut values = values.into_iter();
        Results { first: values.next(), rest: values.collect() }
    }

    /// The number of results.
    pub fn len(&self) -> usize {
        self.first.iter().len() + self.rest.len()
    }

    /// True if there is none.
    pub fn is_empty(&self) -> bool {
        self.first.is_none()
    }
}

impl<C: Code> IntoIterator for Results<C> {
    type Item = Value<C>;
    type IntoIter = iter::Chain<option::IntoIter<Value<C>>, vec::IntoIter<Value<C>>>;

    fn into_iter(self) -> Self::IntoIter {
        self.first.into_iter().chain(self.rest)
    }
}

impl<'h, C: Code> Machine<'h, C> {
    /// A machine for a module with this many global cells and these foreign functions.
    pub fn new(host: &'h mut dyn Host, globals: usize, foreigns: Vec<Name>) -> Machine<'h, C> {
        let globals = iter::repeat_with(|| None).take(globals).collect();
        Machine { host, builtins: Builtins::default(), globals, foreigns, last_id: 0 }
    }

    /// Applies a primitive.
    pub fn eval_prim(&mut self, prim: Prim, args: &[Value<C>]) -> Outcome<C> {
        if let Prim::Rt(rt) = prim {
            return self.eval_rt(rt, args);
        }
        if let Prim::Small(op) = prim {
            return small::eval(op, args);
        }
        let mut words = [0; 3];
        if args.len() != scalar_operands(prim) {
            return Err(Stop::Stuck(format!("{prim} is given {} operands", args.len())));
        }
        for (word, arg) in words.iter_mut().zip(args) {
            *word = scalar_word(arg)
                .ok_or_else(|| Stop::Stuck(format!("{prim} is given {}", arg.kind())))?;
        }
        match eval_scalar(prim, &words[..args.len()]) {
            Ok(word) => Ok(Results::one(scalar_value(prim, word))),
            Err(exn) => Err(self.raise(exn)),
        }
    }

    /// Raises a built-in exception that carries nothing.
    pub fn raise(&self, exn: BuiltinExn) -> Stop<C> {
        Stop::Raise(self.builtins.value(exn))
    }

    fn or_raise<T>(&self, result: Result<T, BuiltinExn>) -> Result<T, Stop<C>> {
        result.map_err(|exn| self.raise(exn))
    }

    /// Raises SysErr with the message and number of an error.
    fn or_system_error<T>(&self, result: Result<T, HostError>) -> Result<T, Stop<C>> {
        result.map_err(|error| {
            let carried = [Value::str(&error.message), Value::i64(error.errno as i64)];
            Stop::Raise(self.builtins.with(BuiltinExn::SysErr, carried))
        })
    }
}

/// The number of operands that a scalar primitive takes.
fn scalar_operands(prim: Prim) -> usize {
    match prim {
        Prim::Int(..) | Prim::Cmp(..) | Prim::FBin(..) | Prim::FCmp(..) => 2,
        Prim::Fma(_) => 3,
        Prim::IntUn(..) | Prim::Zext(..) | Prim::Sext(..) | Prim::Trunc(..) | Prim::STrunc(..) => 1,
        Prim::UTrunc(..) | Prim::FUn(..) | Prim::FToInt(..) | Prim::SToF(..) | Prim::UToF(..) => 1,
        Prim::FExt | Prim::FTrunc | Prim::FBits(_) | Prim::FOfBits(_) => 1,
        Prim::Small(_) => prim.sig().args.len(),
        Prim::Rt(rt) => rt.signature().0.len(),
    }
}

fn scalar_word<C: Code>(value: &Value<C>) -> Option<u64> {
    match value {
        Value::Int(n) => Some(*n),
        Value::F32(x) => Some(x.to_bits() as u64),
        Value::F64(x) => Some(x.to_bits()),
        Value::Ptr(_) | Value::Imm(_) | Value::Str(_) | Value::Big(_) | Value::Obj(_) => None,
        Value::Array(_) | Value::Parts(_) | Value::Weak(_) | Value::Any(_) | Value::Code(_) => None,
    }
}

fn scalar_value<C: Code>(prim: Prim, word: u64) -> Value<C> {
    match prim {
        Prim::FBin(_, double)
        | Prim::FUn(_, double)
        | Prim::Fma(double)
        | Prim::FOfBits(double) => float(double, word),
        Prim::SToF(_, double) | Prim::UToF(_, double) => float(double, word),
        Prim::FExt => float(true, word),
        Prim::FTrunc => float(false, word),
        Prim::Int(..) | Prim::IntUn(..) | Prim::Cmp(..) | Prim::Zext(..) | Prim::Sext(..) => {
            Value::Int(word)
        }
        Prim::Trunc(..) | Prim::STrunc(..) | Prim::UTrunc(..) | Prim::FCmp(..) => Value::Int(word),
        Prim::FToInt(..) | Prim::FBits(_) | Prim::Small(_) | Prim::Rt(_) => Value::Int(word),
    }
}

fn float<C: Code>(double: bool, word: u64) -> Value<C> {
    if double { Value::F64(f64::from_bits(word)) } else { Value::F32(f32::from_bits(word as u32)) }
}
