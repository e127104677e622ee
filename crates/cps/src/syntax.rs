//! The data of CPS, nothing else. Grammar and meaning are in the crate's
//! documentation.

use base::{Name, Pos, PosTable, PrimaryMap, entity_impl};
use prim::{Const, Data, Prim};
use types::{AnyClass, Foreign, ForeignId, Global, GlobalId, SumId, TyId, TyTable};

/// A variable: a value, a function or a continuation. Bound once in a module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub u32);
entity_impl!(Var, "v");

/// The name and the type of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VarInfo {
    /// A hint for readers; printed as `name.number`.
    pub name: Name,
    /// Its type. For a continuation, `cont(parameters)`.
    pub ty: TyId,
}

/// An operand: always a value, never a continuation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Atom {
    /// A variable.
    Var(Var),
    /// A constant.
    Const(Const),
}

/// A compilation unit.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// Types and sums, flattened: no field, parameter or result is an unboxed tuple.
    pub types: TyTable,
    /// Variables.
    pub vars: PrimaryMap<Var, VarInfo>,
    /// Source positions.
    pub positions: PosTable,
    /// Global cells.
    pub globals: PrimaryMap<GlobalId, Global>,
    /// Foreign functions.
    pub foreigns: PrimaryMap<ForeignId, Foreign>,
    /// Functions of other units; each is a variable of function type.
    pub imports: Vec<Import>,
    /// The functions, mutually recursive and closed.
    pub funs: Vec<Fun>,
    /// Functions that other units may import.
    pub exports: Vec<Var>,
    /// The foreign functions that the unit defines itself.
    pub defines: Vec<Define>,
    /// The function that runs when the unit does.
    pub entry: Option<Var>,
}

/// A function of another unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The variable that stands for it.
    pub var: Var,
    /// Its name in the other unit.
    pub symbol: Name,
}

/// The code of a foreign function, as in ANF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Define {
    /// The foreign function.
    pub foreign: ForeignId,
    /// The function that it is, of the same parameters and results.
    pub fun: Var,
}

impl Module {
    /// The functions that others know: exports, definitions of foreign functions, and the entry.
    pub fn roots(&self) -> impl Iterator<Item = Var> {
        let defines = self.defines.iter().map(|define| define.fun);
        self.exports.iter().copied().chain(defines).chain(self.entry)
    }
}

/// A function: it has a return continuation.
#[derive(Clone, Debug, PartialEq)]
pub struct Fun {
    /// The variable that stands for it.
    pub name: Var,
    /// Parameters.
    pub params: Vec<Var>,
    /// The return continuation, of type `cont(results)`.
    pub k: Var,
    /// The code of the function.
    pub body: Body,
    /// The position of the function in the source.
    pub pos: Pos,
}

/// A continuation: it has none. Second-class: only `jump`, the `k` of a call,
/// `sethandler` and `capture` name it.
#[derive(Clone, Debug, PartialEq)]
pub struct Cont {
    /// The variable that stands for it, of type `cont(parameters)`.
    pub name: Var,
    /// Parameters.
    pub params: Vec<Var>,
    /// The code of the continuation.
    pub body: Body,
    /// True if it is the head of a loop of few rounds in which nothing is allocated or called.
    /// Such a loop needs no safe point.
    pub short: bool,
    /// True if it is the head of a loop of which every round has a frame. What such a loop needs
    /// from outside may travel in a record, which the frames hold as well.
    pub packed: bool,
    /// The position in the source; for the continuation of a call that of the call, which a
    /// backtrace shows.
    pub pos: Pos,
}

/// A sequence of bindings and how it ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// The bindings, in order; each is in scope in what follows it.
    pub lets: Vec<Let>,
    /// The end of the body.
    pub tail: Tail,
}

/// A binding.
#[derive(Clone, Debug, PartialEq)]
pub enum Let {
    /// `(x: ty, ...) = op a...`
    Op {
        /// The results.
        dst: Vec<Var>,
        /// The operation.
        op: Op,
        /// Its operands.
        args: Vec<Atom>,
        /// The position in the source.
        pos: Pos,
    },
    /// Mutually recursive functions.
    Funs(Vec<Fun>),
    /// Mutually recursive continuations.
    Conts(Vec<Cont>),
    /// `k: cont(exn) = gethandler`: the current handler, a continuation.
    GetHandler {
        /// The continuation variable it binds.
        k: Var,
    },
    /// `sethandler k`: makes it the current handler.
    SetHandler {
        /// A continuation of an `exn`, or of an `exn` and an `origin`.
        k: Var,
    },
    /// `x: cont(...) = capture k`: a first-class value that stands for `k` with
    /// the current handler.
    Capture {
        /// The value it binds.
        dst: Var,
        /// The continuation.
        k: Var,
    },
}

/// An operation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// A primitive.
    Prim(Prim),
    /// A data operation that ANF has as well.
    Data(Data),
    /// `field.SUM.CONSTRUCTOR.I x`: field I of a value known to be of this constructor.
    ConField(SumId, u32, u32),
    /// `any.in[CLASS] x`: into an `any`.
    AnyInject(AnyClass),
    /// `any.is[CLASS] x`: an `i1`, true if the value in an `any` is of this class.
    AnyIs(AnyClass),
    /// `any.out[CLASS] x`: the value in an `any`; raises Match if it is of another class.
    AnyProject(AnyClass),
    /// `any.as[CLASS] x`: the value in an `any` that is known to be of this class.
    AnyAs(AnyClass),
}

/// The end of a body: a transfer of control, or a branch.
#[derive(Clone, Debug, PartialEq)]
pub enum Tail {
    /// `call f a... return k`
    Call {
        /// The function.
        fun: Atom,
        /// Its arguments.
        args: Vec<Atom>,
        /// The continuation that its results go to.
        k: Var,
        /// The position in the source.
        pos: Pos,
    },
    /// `jump k a...`: goes on with a continuation, be it a block of this function or
    /// the return of it.
    Jump {
        /// The continuation.
        k: Var,
        /// The arguments.
        args: Vec<Atom>,
    },
    /// `if a { ... } else { ... }`
    If {
        /// An `i1`.
        cond: Atom,
        /// The branch taken if the condition is true.
        then: Box<Body>,
        /// The branch taken if the condition is false.
        els: Box<Body>,
    },
    /// `switch a { 0 => { ... } _ => { ... } }`
    SwitchInt {
        /// An integer.
        scrutinee: Atom,
        /// Distinct values (zero-extended) and bodies.
        cases: Vec<(u64, Body)>,
        /// For all others.
        default: Box<Body>,
    },
    /// `case a { nil => { ... } cons => { ... } _ => { ... } }`; fields are
    /// taken with `field.SUM.CONSTRUCTOR.I`.
    SwitchSum {
        /// A value of the sum.
        scrutinee: Atom,
        /// The sum.
        sum: SumId,
        /// Distinct constructors.
        cases: Vec<(u32, Body)>,
        /// For all others.
        default: Option<Box<Body>>,
    },
    /// `raise a`, or `raise a from o`: goes on with the current handler, which is given
    /// the exception and, if it takes two values, its origin: this place or `o`.
    Raise {
        /// An `exn`.
        exn: Atom,
        /// An `origin`, if the exception was raised before.
        origin: Option<Atom>,
        /// The position in the source.
        pos: Pos,
    },
    /// `throw x a...`: goes on with a captured continuation and its handler.
    Throw {
        /// A value of type `cont(...)`.
        cont: Atom,
        /// The arguments.
        args: Vec<Atom>,
        /// The position in the source.
        pos: Pos,
    },
    /// `unreachable`
    Unreachable,
}
