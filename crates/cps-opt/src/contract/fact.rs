//! Facts about values, learnt from the operations that made them.

use cps::Atom;
use prim::{BuiltinExn, Const};
use types::AnyClass;

/// A fact about a value.
#[derive(Clone, Debug, Default)]
pub(super) enum Fact {
    /// Nothing.
    #[default]
    Unknown,
    /// A tuple of these.
    Tuple(Vec<Atom>),
    /// Of this constructor, with these fields if they are known too.
    Con(u32, Option<Vec<Atom>>),
    /// An array or vector of this length.
    Length(Atom),
    /// An exception: its constructor and what it carries.
    Exn(Vec<Atom>),
    /// A constructor of exceptions, made by the binding of this variable.
    NewExnCon,
    /// A built-in constructor of exceptions.
    Builtin(BuiltinExn),
    /// An `any`.
    Any(AnyClass, Atom),
    /// An `any` made of this `i64`, as a small integer; left open if it does not fit one.
    Small(Atom),
    /// The negation of an `i1`.
    Not(Atom),
    /// True exactly if the operand is this constant.
    Equal(Atom, Const),
    /// False exactly if the operand is this constant.
    Differs(Atom, Const),
}

impl Fact {
    /// The class and the value of an `any`, if they are known.
    pub(super) fn any(&self) -> Option<(&AnyClass, &Atom)> {
        if let Fact::Any(class, value) = self { Some((class, value)) } else { None }
    }
}
