//! Types: interned, so that equal types have equal ids and a type that
//! mentions another twice costs no more than once.

use super::Loc;
use crate::names::Sym;
use base::{PrimaryMap, entity_impl};
use rustc_hash::FxHashMap;

/// A type of a [`Types`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ty(u32);
entity_impl!(Ty, "t");

/// A type variable that a binding or a type constructor is generalised over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TyVar(u32);
entity_impl!(TyVar, "a");

/// A type that inference has yet to find; none are left in a finished program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Meta(u32);
entity_impl!(Meta, "m");

/// A type constructor: its stamp, different for each that is generated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TyCon(u32);
entity_impl!(TyCon, "c");

/// The forms of types.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    /// A type variable.
    Var(TyVar),
    /// Not yet known.
    Meta(Meta),
    /// A constructor at types, as many as its arity.
    Con(TyCon, Box<[Ty]>),
    /// A function.
    Arrow(Ty, Ty),
    /// Fields in the order of their labels ([`crate::names::Names::compare_labels`]);
    /// tuples have labels 1 to n, `unit` has none.
    Record(Box<[(Sym, Ty)]>),
}

/// The arena of types.
#[derive(Clone, Default)]
pub struct Types {
    nodes: PrimaryMap<Ty, Node>,
    known: FxHashMap<Node, Ty>,
}

impl Types {
    /// The type of this form.
    pub fn intern(&mut self, node: Node) -> Ty {
        if let Some(&ty) = self.known.get(&node) {
            return ty;
        }
        let ty = self.nodes.push(node.clone());
        self.known.insert(node, ty);
        ty
    }

    /// The form of a type.
    pub fn node(&self, ty: Ty) -> &Node {
        &self.nodes[ty]
    }
}

/// What a type constructor is.
#[derive(Clone, Debug)]
pub struct TyConInfo {
    /// Its name where it was made.
    pub name: Sym,
    /// Its parameters; the definition speaks of them.
    pub params: Vec<TyVar>,
    /// Does it admit equality?
    pub equality: Equality,
    /// What it stands for.
    pub definition: Definition,
    /// Where it was made.
    pub loc: Option<Loc>,
}

/// When values of a constructed type may be compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Equality {
    /// Whatever the arguments: `ref`, `array`.
    Always,
    /// If the arguments admit equality.
    IfArguments,
    /// Never: `real`, `exn`.
    Never,
}

/// What a type constructor stands for.
#[derive(Clone, Debug)]
pub enum Definition {
    /// Something ANF has.
    Builtin(Builtin),
    /// A datatype; its constructors in the order of their declaration. `bool` (`false`,
    /// `true`) and `list` (`nil`, `::`) are ordinary ones.
    Data(Vec<Constructor>),
    /// Made abstract by an opaque ascription or `abstype`; really this type.
    Opaque(Ty),
    /// Abstract without representation: in a functor's parameter while its body is
    /// checked. No finished program mentions one.
    Abstract,
}

/// A constructor of a datatype.
#[derive(Clone, Debug)]
pub struct Constructor {
    /// Its name.
    pub name: Sym,
    /// Its argument's type, in terms of the datatype's parameters.
    pub arg: Option<Ty>,
}

/// The types that are not made in Standard ML.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Builtin {
    /// Signed integers of 8, 16, 32, 64 bits that raise `Overflow`; `int` has 64.
    Int(u8),
    /// Unsigned integers of 8, 16, 32, 64 bits that wrap; `word` has 64.
    Word(u8),
    /// `IntInf.int`.
    IntInf,
    /// `real`.
    Real,
    /// 32-bit floating point.
    Real32,
    /// A byte.
    Char,
    /// Bytes.
    String,
    /// Exceptions.
    Exn,
    /// `'a ref`, with the constructor `ref` (index 0).
    Ref,
    /// `'a array`.
    Array,
    /// `'a vector`.
    Vector,
    /// `'a cont`, first-class continuations.
    Cont,
}
