//! Types: interned, so that equal types have equal ids and a type that
//! mentions another twice costs no more than once.

use super::Loc;
use base::{PrimaryMap, SecondaryMap, entity_impl};
use rustc_hash::FxHashMap;
use sml_syntax::names::Sym;

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
    /// Fields in the order of their labels ([`sml_syntax::names::Names::compare_labels`]);
    /// tuples have labels 1 to n, `unit` has none.
    Record(Box<[(Sym, Ty)]>),
}

/// The arena of types.
///
/// Types that mention a [`Node::Meta`] live in a second arena, which inference empties
/// when it has finished with a declaration: their ids are not to be kept. All others
/// are numbered from 0 without gaps.
#[derive(Clone, Default)]
pub struct Types {
    nodes: PrimaryMap<Ty, Node>,
    /// For each type, whether it mentions a type variable.
    open: Vec<bool>,
    /// The age of the youngest type constructor in each type.
    youngest: Vec<u32>,
    ages: SecondaryMap<TyCon, u32>,
    known: FxHashMap<Node, Ty>,
    temporary: Vec<Node>,
    temporary_youngest: Vec<u32>,
    temporary_known: FxHashMap<Node, Ty>,
}

/// Set in the ids of types that mention a [`Node::Meta`].
const TEMPORARY: u32 = 1 << 31;

impl Types {
    /// The type of this form.
    pub(crate) fn intern(&mut self, node: Node) -> Ty {
        let (mut temporary, mut open, mut youngest) = match node {
            Node::Var(_) => (false, true, 0),
            Node::Meta(_) => (true, false, 0),
            Node::Con(tycon, _) => (false, false, self.ages[tycon]),
            Node::Arrow(..) | Node::Record(_) => (false, false, 0),
        };
        each_part(&node, |ty| {
            temporary |= ty.0 & TEMPORARY != 0;
            open |= self.is_open(ty);
            youngest = youngest.max(self.youngest(ty));
        });
        let known = if temporary { &self.temporary_known } else { &self.known };
        if let Some(&ty) = known.get(&node) {
            return ty;
        }
        if temporary {
            let ty = Ty(self.temporary.len() as u32 | TEMPORARY);
            self.temporary.push(node.clone());
            self.temporary_youngest.push(youngest);
            self.temporary_known.insert(node, ty);
            return ty;
        }
        let ty = self.nodes.push(node.clone());
        self.open.push(open);
        self.youngest.push(youngest);
        self.known.insert(node, ty);
        ty
    }

    /// The form of a type.
    pub fn node(&self, ty: Ty) -> &Node {
        if ty.0 & TEMPORARY == 0 {
            &self.nodes[ty]
        } else {
            &self.temporary[(ty.0 & !TEMPORARY) as usize]
        }
    }

    /// The labels of all records, some of them more than once.
    pub(crate) fn labels(&self) -> impl Iterator<Item = Sym> + '_ {
        self.nodes.values().flat_map(|node| match node {
            Node::Record(fields) => fields.iter().map(|(label, _)| *label).collect(),
            Node::Var(_) | Node::Meta(_) | Node::Con(..) | Node::Arrow(..) => Vec::new(),
        })
    }

    /// True if the type mentions a [`Node::Meta`].
    pub(crate) fn has_meta(&self, ty: Ty) -> bool {
        ty.0 & TEMPORARY != 0
    }

    /// True if the type mentions a [`Node::Var`], or a [`Node::Meta`], which may stand for one.
    pub(crate) fn is_open(&self, ty: Ty) -> bool {
        ty.0 & TEMPORARY != 0 || self.open[ty.0 as usize]
    }

    /// Sets the age of a type constructor, before any type mentions it. Those without are
    /// of age 0, older than all others.
    pub(crate) fn set_age(&mut self, tycon: TyCon, age: u32) {
        self.ages[tycon] = age;
    }

    /// The age of the youngest type constructor in a type, not looking through metas.
    pub(crate) fn youngest(&self, ty: Ty) -> u32 {
        if ty.0 & TEMPORARY == 0 {
            self.youngest[ty.0 as usize]
        } else {
            self.temporary_youngest[(ty.0 & !TEMPORARY) as usize]
        }
    }

    /// Forgets all types that mention a [`Node::Meta`].
    pub(crate) fn forget_temporary(&mut self) {
        self.temporary.clear();
        self.temporary_youngest.clear();
        self.temporary_known.clear();
    }
}

/// Calls a function on each type that a type is directly made of.
pub(crate) fn each_part(node: &Node, mut f: impl FnMut(Ty)) {
    match node {
        Node::Var(_) | Node::Meta(_) => {}
        Node::Con(_, args) => args.iter().copied().for_each(f),
        Node::Arrow(from, to) => {
            f(*from);
            f(*to);
        }
        Node::Record(fields) => fields.iter().for_each(|(_, ty)| f(*ty)),
    }
}

/// The name, parameters and definition of a type constructor.
#[derive(Clone, Debug)]
pub struct TyConInfo {
    /// Its name where it was made.
    pub name: Sym,
    /// Its parameters; the definition speaks of them.
    pub params: Vec<TyVar>,
    /// The condition for equality of its values.
    pub equality: Equality,
    /// Its meaning.
    pub definition: Definition,
    /// True if its values are abstract, by an opaque ascription without constructors or by
    /// `abstype`.
    pub hidden: bool,
    /// The place of its declaration.
    pub loc: Option<Loc>,
}

/// The condition under which values of a constructed type admit equality.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Equality {
    /// Whatever the arguments: `ref`, `array`.
    Always,
    /// Only where the arguments admit equality.
    IfArguments,
    /// Never: `real`, `exn`.
    Never,
}

/// The meaning of a type constructor.
#[derive(Clone, Debug)]
pub enum Definition {
    /// A type of ANF.
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
    /// `'a weak`, weak references. A reference to a number, which is no object, is empty.
    Weak,
}
