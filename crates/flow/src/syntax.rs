//! The data of Flow, nothing else. Grammar and meaning are in the crate's
//! documentation.

use base::{Name, Pos, PosTable, PrimaryMap, entity_impl};
use c_abi::Signature;
use prim::{BuiltinExn, COp, Const, Prim};
use std::sync::Arc;
use types::{AnyClass, ForeignId, GlobalId, Linkage, Width};

/// A variable, which is a name: it may be bound again, in an inner scope or
/// after. Whether every one is bound once is a separate property.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(pub u32);
entity_impl!(Var, "v");

/// A cluster: one function of the machine code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClusterId(pub u32);
entity_impl!(ClusterId, "cluster");

/// A local function of a cluster.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Local(pub u32);
entity_impl!(Local, "f");

/// A function of another unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ImportId(pub u32);
entity_impl!(ImportId, "import");

/// The content of a variable, as the machine and the collector see it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// An integer.
    Int(Width),
    /// A number of 32 bits.
    F32,
    /// A number of 64 bits.
    F64,
    /// A traced word: an object, static data, or an odd immediate.
    Ref,
    /// A continuation: a frame. Stored nowhere but by `push`, `capture`,
    /// `origin` and `sethandler`.
    Cont,
    /// An address that is not traced.
    Ptr,
}

/// The name and kind of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VarInfo {
    /// A hint for readers; printed as `name.number`.
    pub name: Name,
    /// The kind of its content.
    pub kind: Kind,
}

/// An operand.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Atom {
    /// A variable.
    Var(Var),
    /// A constant; strings and big integers are static data of kind `ref`.
    Const(Const),
    /// An odd immediate of kind `ref`, given as the whole word: `imm 5`.
    Imm(u64),
    /// The static closure of a cluster that has no fields: `static f`.
    Static(ClusterId),
    /// The static closure of an imported function: `static import f`.
    StaticImport(ImportId),
}

/// A compilation unit.
#[derive(Clone, Debug, Default)]
pub struct Unit {
    /// Variables of all clusters.
    pub vars: PrimaryMap<Var, VarInfo>,
    /// Names of the local functions of all clusters.
    pub locals: PrimaryMap<Local, Name>,
    /// Source positions.
    pub positions: PosTable,
    /// Global cells.
    pub globals: PrimaryMap<GlobalId, Global>,
    /// Foreign functions.
    pub foreigns: PrimaryMap<ForeignId, Foreign>,
    /// Functions of other units.
    pub imports: PrimaryMap<ImportId, Import>,
    /// The clusters.
    pub clusters: PrimaryMap<ClusterId, Cluster>,
    /// The place where frames are kept.
    pub frames: Frames,
    /// The cluster that runs when the unit does: a function without parameters and fields.
    pub entry: Option<ClusterId>,
}

/// The place where a unit keeps its frames.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Frames {
    /// On the heap, linked: a continuation can be captured, and entered any number of times.
    #[default]
    Heap,
    /// On a stack: a frame is pushed below the last one, which is its link, and is gone once it was
    /// popped or a raise has gone to an older one. Nothing captures a continuation.
    Stack,
}

/// A global cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Global {
    /// Its name; the symbol when it is exported or imported.
    pub name: Name,
    /// The kind of its content.
    pub kind: Kind,
    /// Whose it is.
    pub linkage: Linkage,
}

/// A foreign function. A parameter of kind `ref` is passed as the address of
/// the first byte of a string or raw array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// The name in the unit.
    pub name: Name,
    /// The C symbol.
    pub symbol: Name,
    /// Kinds of the parameters.
    pub params: Vec<Kind>,
    /// Kinds of the results; at most one where there are no C types.
    pub results: Vec<Kind>,
    /// The C types, if they are said: the parameters and results are their leaves.
    pub c: Option<Arc<Signature>>,
}

/// A function of another unit, of the standard convention, without fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// Its name here.
    pub name: Name,
    /// Its name in the other unit.
    pub symbol: Name,
    /// Kinds of the parameters.
    pub params: Vec<Kind>,
}

/// The way a cluster is entered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ClusterKind {
    /// A function that unknown callers may reach: standard convention; `k` is
    /// its return continuation, `clos` its closure.
    Fun,
    /// A function all of whose callers are known: a convention of its own,
    /// which is its list of parameters; `clos` and `k` only where it wants them.
    Known,
    /// A continuation: `k` is its own frame, parameters are what is thrown to it.
    Cont,
    /// The code of a foreign function, which is called by `ccall` and by C. It needs no runtime,
    /// and goes to nothing but its own `k`: that is its return.
    Foreign(ForeignId),
}

/// A cluster: one entry, one function of the machine code.
#[derive(Clone, Debug, PartialEq)]
pub struct Cluster {
    /// Its name, unique in the unit.
    pub name: Name,
    /// The source function it comes from, for backtraces.
    pub function: Name,
    /// The way it is entered.
    pub kind: ClusterKind,
    /// True if it is exported under its name.
    pub export: bool,
    /// Of a function that takes only values of the type `any` and gives one: how many it
    /// takes. Its closure is an `any` as it is.
    pub anys: Option<u32>,
    /// The closure, if wanted.
    pub clos: Option<Var>,
    /// The continuation slot, if wanted; always for [`ClusterKind::Cont`].
    pub k: Option<Var>,
    /// Parameters; they fit the slots, unless it is [`ClusterKind::Foreign`].
    pub params: Vec<Var>,
    /// The kinds of the fields after word 0 in the object whose word 0 is this code: those of the
    /// closure, or those of the frame after its link.
    pub fields: Vec<Kind>,
    /// Of a continuation where frames are on a stack: the place of each field, in words from the end of
    /// the frame, where its link begins; 1 is the last word. The fields are in a row if none is said.
    pub places: Vec<u32>,
    /// Its body.
    pub body: Body,
    /// Its position; for a continuation, that of the call.
    pub pos: Pos,
}

/// A sequence of bindings and how it ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// The bindings, in order.
    pub lets: Vec<Let>,
    /// Its end.
    pub tail: Tail,
}

/// A binding.
#[derive(Clone, Debug, PartialEq)]
pub enum Let {
    /// `(x: kind, ...) = op a...`
    Op {
        /// The results.
        dst: Vec<Var>,
        /// The operation.
        op: FlowOp,
        /// Its operands.
        args: Vec<Atom>,
        /// The position.
        pos: Pos,
    },
    /// `fun f(x: kind, ...) { ... } and ...`: local functions, in scope in one
    /// another and in what follows.
    Funs(Vec<LocalFun>),
}

/// A local function: first-order, only jumped to.
#[derive(Clone, Debug, PartialEq)]
pub struct LocalFun {
    /// Its name.
    pub name: Local,
    /// Parameters.
    pub params: Vec<Var>,
    /// Its body.
    pub body: Body,
}

/// The elements of an array.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Shape {
    /// One value a packed element: `[i8]`, `[ref]`.
    One(Kind),
    /// An unboxed tuple, each component a word: `[#(i64, ref)]`.
    Parts(Arc<[Kind]>),
}

/// An operation of Flow.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum FlowOp {
    /// A primitive.
    Prim(Prim),
    /// `copy x`
    Copy,
    /// `record.TAG x...`: a new record; a large one where there are many fields.
    Record(u32),
    /// `closure f x...`: a new closure.
    Closure(ClusterId),
    /// `load.W x` and `load.mut.W x`: word W of a record or closure, immutable or not.
    Load {
        /// The word; 0 is the header or code.
        word: u32,
        /// True if it may change.
        mutable: bool,
    },
    /// `store.W x y`: sets a mutable word.
    Store(u32),
    /// `init.W x y`: sets a word of an object allocated since the last check.
    Init(u32),
    /// `tag x`: the constructor's number in a record's header, as `i64`.
    Tag,
    /// `isimm x`: is it an odd immediate? An `i1`.
    IsImm,
    /// `immtag x`: the number of a nullary constructor, as `i64`.
    ImmTag,
    /// `array.new[SHAPE] n x...`; raises Size.
    ArrayNew(Shape),
    /// `array.blank[SHAPE] n`: elements that are set before they are looked at; raises Size.
    ArrayBlank(Shape),
    /// `array.lit[SHAPE] x...`
    ArrayLit(Shape),
    /// `array.len x`
    ArrayLen,
    /// `array.get[SHAPE] a i`; raises Subscript if checked; `array.get.u` is not.
    /// `array.get.vec` of a vector, whose elements do not change.
    ArrayGet {
        /// The elements.
        shape: Shape,
        /// True if the index is compared with the length.
        checked: bool,
        /// True if the element may change.
        mutable: bool,
    },
    /// `array.set[SHAPE] a i x...`; raises Subscript if checked; `array.set.u` is not.
    ArraySet {
        /// The elements.
        shape: Shape,
        /// True if the index is compared with the length.
        checked: bool,
    },
    /// `array.copy a i b j n`; raises Subscript.
    ArrayCopy,
    /// `same x y`: true if they are the same word.
    Same,
    /// `weak x`
    Weak,
    /// `weak.get w d`
    WeakGet,
    /// `weak.live w`
    WeakLive,
    /// `hash.id x`
    IdHash,
    /// `heap.size x`
    HeapSize,
    /// `any.in[CLASS] x`
    AnyInject(AnyClass),
    /// `any.is[CLASS] x`
    AnyIs(AnyClass),
    /// `any.out[CLASS] x`; raises Match.
    AnyProject(AnyClass),
    /// `any.as[CLASS] x`: known to be of the class.
    AnyAs(AnyClass),
    /// `builtin.NAME`: the constructor of a built-in exception.
    Builtin(BuiltinExn),
    /// `global g`
    Global(GlobalId),
    /// `global.set g x`
    GlobalSet(GlobalId),
    /// `ccall f x...`
    Foreign(ForeignId),
    /// An operation on C values: `c.load.8[u32] p`.
    C(COp),
    /// `push c k x...`: a frame of the continuation cluster `c` on top of `k`.
    Push(ClusterId),
    /// `pop k`: the link and the fields of the cluster's own frame.
    Pop,
    /// `link c k`: the link of a frame of the continuation cluster `c` that is still there. In units
    /// with frames on a stack.
    Link(ClusterId),
    /// `capture k`: a first-class continuation, with the current handler.
    Capture,
    /// `origin s k`: where an exception was raised, for a backtrace.
    Origin,
    /// `gethandler`
    GetHandler,
    /// `sethandler k`
    SetHandler,
    /// `check N x...`: the heap has N bytes, or the collector is called and the
    /// cluster entered again. First in a cluster; the operands are the traced
    /// variables that are live there.
    Check(u32),
    /// `poll N k x...`: the heap has N bytes, or the collector is called, and the code goes on here.
    /// `k` is the last frame; the others are the traced variables that are live there, and the
    /// results are what they are afterwards. First in a local function, in units with frames on a
    /// stack.
    Poll(u32),
}

/// The target of an `apply`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// A cluster of this unit.
    Cluster(ClusterId),
    /// A function of another unit.
    Import(ImportId),
    /// The code of this closure, which is also passed as the closure.
    Unknown(Atom),
}

/// The end of a body.
#[derive(Clone, Debug, PartialEq)]
pub enum Tail {
    /// `jump f a...`
    Jump {
        /// A local function.
        fun: Local,
        /// Its arguments.
        args: Vec<Atom>,
    },
    /// `if a { ... } else { ... }`; any integer, true unless 0.
    If {
        /// The condition.
        cond: Atom,
        /// The branch for any value but 0.
        then: Box<Body>,
        /// The branch for 0.
        els: Box<Body>,
    },
    /// `switch a { 0 => { ... } _ => { ... } }`
    Switch {
        /// An integer.
        scrutinee: Atom,
        /// Distinct values (zero-extended) and bodies.
        cases: Vec<(u64, Body)>,
        /// For all others; none where there are no others.
        default: Option<Box<Body>>,
    },
    /// `apply f a... [clos c] [return k]`; `apply import f ...`; `apply * c a... return k` for an unknown function.
    Apply {
        /// The function.
        target: Target,
        /// The closure, for a known target that wants one.
        clos: Option<Atom>,
        /// Arguments.
        args: Vec<Atom>,
        /// The return continuation, for a target that wants one.
        k: Option<Atom>,
        /// The position.
        pos: Pos,
    },
    /// `throw k a...`: goes on with a continuation.
    Throw {
        /// A frame.
        k: Atom,
        /// The values that it is given.
        args: Vec<Atom>,
    },
    /// `reinstate x a...`: goes on with a captured continuation and its handler.
    Reinstate {
        /// The result of a `capture`.
        cont: Atom,
        /// The values that it is given.
        args: Vec<Atom>,
        /// The position.
        pos: Pos,
    },
    /// `raise x [from o] [return k]`: goes on with the current handler, which gets the
    /// exception and, if it takes three values, where it was raised: a place and a
    /// continuation. These are this place and `k`, or what the record `o` holds.
    Raise {
        /// The exception.
        exn: Atom,
        /// The `origin` of an exception that was raised before.
        origin: Option<Atom>,
        /// The continuation around.
        k: Option<Atom>,
        /// The position.
        pos: Pos,
    },
    /// `unreachable`
    Unreachable,
}
