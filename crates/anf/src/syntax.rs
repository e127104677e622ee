//! The data of ANF, nothing else. Grammar and meaning are in the crate's
//! documentation.

use base::{Name, Pos, PosTable, PrimaryMap, entity_impl};
use prim::{Const, Data, Prim};
use types::{Foreign, ForeignId, Global, GlobalId, SumId, TyId, TyTable};

/// A variable: a value, a function or a join point. Bound once in a module
/// that has been renamed; until then a name may be bound again in an inner scope,
/// but an id never is: shadowing is a matter of the text and of the builder.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub u32);
entity_impl!(Var, "v");

/// The name and type of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VarInfo {
    /// A hint for readers; printed as `name.number`.
    pub name: Name,
    /// Its type. For a join point, `cont(parameters)`.
    pub ty: TyId,
}

/// An operand.
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
    /// Types and sums.
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
    /// The functions, mutually recursive.
    pub funs: Vec<Fun>,
    /// Functions that other units may import.
    pub exports: Vec<Var>,
    /// The foreign functions that the unit defines itself.
    pub defines: Vec<Define>,
    /// The function that runs when the unit does: no parameters, no results.
    pub entry: Option<Var>,
}

/// A function of another unit: `import f "symbol": fun(i64) -> (i64)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// The variable that stands for it.
    pub var: Var,
    /// Its name in the other unit.
    pub symbol: Name,
}

/// The code of a foreign function: `define f fun g(...) -> (...) { ... }`. It works on numbers,
/// pointers and C values alone, and needs no runtime.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Define {
    /// The foreign function.
    pub foreign: ForeignId,
    /// The function that it is, of the same parameters and results.
    pub fun: Var,
}

/// A function.
#[derive(Clone, Debug, PartialEq)]
pub struct Fun {
    /// The variable that stands for it.
    pub name: Var,
    /// Parameters.
    pub params: Vec<Var>,
    /// Types of the results.
    pub results: Vec<TyId>,
    /// Its body.
    pub body: Body,
    /// Its position.
    pub pos: Pos,
}

/// A sequence of bindings and how it ends.
///
/// Bindings are a vector, not a chain of boxes, so that a pass over a hundred
/// thousand of them needs no stack.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// The bindings, in order; each is in scope in what follows it.
    pub lets: Vec<Let>,
    /// Its end.
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
        /// The position.
        pos: Pos,
    },
    /// `(x: ty, ...) = call f a...`
    Call {
        /// The results.
        dst: Vec<Var>,
        /// The function.
        fun: Atom,
        /// Its arguments.
        args: Vec<Atom>,
        /// The position.
        pos: Pos,
    },
    /// `(x: ty, ...) = callcc f`: calls `f` with the continuation that binds x...
    Callcc {
        /// The results of the call, or what is thrown to the continuation.
        dst: Vec<Var>,
        /// A function of `cont(types of dst)`.
        fun: Atom,
        /// The position.
        pos: Pos,
    },
    /// `(x: ty, ...) = handle { body } with e, o { handler }`: the results of
    /// either body (what its `ret` gives). Join points outside are not in scope in
    /// them.
    Handle {
        /// The results.
        dst: Vec<Var>,
        /// The body whose exceptions are handled.
        body: Body,
        /// The exception.
        exn: Var,
        /// The place where it was raised, an `origin`, if the handler wants to know.
        origin: Option<Var>,
        /// The body that handles it, with the handler outside in force.
        handler: Body,
        /// The position.
        pos: Pos,
    },
    /// `fun f(...) ... and g(...) ...`: nested, mutually recursive functions.
    Funs(Vec<Fun>),
    /// `join j(x: ty, ...) { ... }`: a join point, in scope in itself and in
    /// what follows, but not inside functions and handle bodies.
    Join(Block),
    /// `cont k(x: ty, ...) { ... }`: a first-class continuation, a value of
    /// type `cont(...)` in what follows (not in its own body). Throwing to it runs the body with the
    /// handler and the return of this place.
    Cont(Block),
}

/// An operation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// A primitive.
    Prim(Prim),
    /// A data operation that CPS has as well.
    Data(Data),
    /// `unboxed x...`: an unboxed tuple of values.
    Unboxed,
    /// `part.I x`: component I of an unboxed tuple.
    Part(u32),
    /// `inject x`: into an `any`.
    Inject,
    /// `is[TY] x`: is the value in an `any` of this type? An `i1`.
    Is(TyId),
    /// `project[TY] x`: the value in an `any`; raises Match if it is of another type.
    Project(TyId),
    /// `as[TY] x`: the value in an `any` that is known to be of this type.
    As(TyId),
}

/// A join point or continuation.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// The variable that stands for it, of type `cont(parameters)`.
    pub name: Var,
    /// Parameters.
    pub params: Vec<Var>,
    /// Its body, whose `ret` is that of the body around.
    pub body: Body,
    /// The position.
    pub pos: Pos,
}

/// The end of a body.
#[derive(Clone, Debug, PartialEq)]
pub enum Tail {
    /// `ret a...`: the results of the function, or of the handle body.
    Ret(Vec<Atom>),
    /// `tailcall f a...`; in a handle body, a call and then `ret`.
    TailCall {
        /// The function.
        fun: Atom,
        /// Its arguments.
        args: Vec<Atom>,
        /// The position.
        pos: Pos,
    },
    /// `jump j a...`
    Jump {
        /// The join point.
        join: Var,
        /// Its arguments.
        args: Vec<Atom>,
    },
    /// `if a { ... } else { ... }`
    If {
        /// An `i1`.
        cond: Atom,
        /// The branch for true.
        then: Box<Body>,
        /// The branch for false.
        els: Box<Body>,
    },
    /// `switch a { 0 => { ... } 5 => { ... } _ => { ... } }` on an integer; the
    /// default is required.
    SwitchInt {
        /// An integer.
        scrutinee: Atom,
        /// Distinct values (zero-extended) and bodies.
        cases: Vec<(u64, Body)>,
        /// For all others.
        default: Box<Body>,
    },
    /// `case a { nil => { ... } cons(x, y) => { ... } _ => { ... } }` on a
    /// sum; a default is required unless every constructor is there.
    SwitchSum {
        /// A value of the sum.
        scrutinee: Atom,
        /// The sum.
        sum: SumId,
        /// Distinct constructors.
        cases: Vec<Case>,
        /// For all others.
        default: Option<Box<Body>>,
    },
    /// `raise a`, or `raise a from o`: the exception was raised before, and a
    /// backtrace shows where that was.
    Raise {
        /// An `exn`.
        exn: Atom,
        /// An `origin`.
        origin: Option<Atom>,
        /// The position.
        pos: Pos,
    },
    /// `throw k a...`
    Throw {
        /// A `cont`.
        cont: Atom,
        /// The values that it is given.
        args: Vec<Atom>,
        /// The position.
        pos: Pos,
    },
    /// `unreachable`: after an `exit`, or what the front end knows cannot happen;
    /// stops the program with a message if it is reached.
    Unreachable,
}

/// A case of a switch on a sum.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The constructor.
    pub tag: u32,
    /// Variables for all its fields.
    pub fields: Vec<Var>,
    /// The body of the case.
    pub body: Body,
}
