//! Expressions, patterns, declarations.

use super::{Operation, Ty, TyCon, TyConInfo, TyVar, Types};
use base::{PrimaryMap, Span, entity_impl};
use diag::SourceId;
use num_bigint::BigInt;
use prim::BuiltinExn;
use sml_syntax::names::{Names, Sym};
use std::sync::Arc;

/// A place in a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Loc {
    /// The file.
    pub source: SourceId,
    /// The text in it.
    pub span: Span,
}

/// A variable or an exception constructor.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(u32);
entity_impl!(Var, "x");

/// The name, type and place of a variable.
#[derive(Clone, Debug)]
pub struct VarInfo {
    /// Its name.
    pub name: Sym,
    /// The type variables of its binding, over which it is generalised.
    pub params: Vec<TyVar>,
    /// Its type; of an exception constructor `exn`, or a function to `exn`.
    pub ty: Ty,
    /// The place of its binding.
    pub loc: Loc,
    /// Its qualified name for backtraces, such as `Int.toString`; none inside functions.
    pub path: Option<Arc<str>>,
}

/// A program, complete or growing at its end.
#[derive(Clone, Default)]
pub struct Program {
    /// All names.
    pub names: Names,
    /// All types.
    pub types: Types,
    /// All type constructors.
    pub tycons: PrimaryMap<TyCon, TyConInfo>,
    /// All type variables: their names, for dumps.
    pub tyvars: PrimaryMap<TyVar, Sym>,
    /// All variables.
    pub vars: PrimaryMap<Var, VarInfo>,
    /// Declarations of the top level, in the order of their evaluation.
    pub decs: Vec<TopDec>,
    /// The exception `Bind`, which is raised by a `val` whose pattern does not fit.
    pub bind: Option<Var>,
    /// The user's text that was added last. The program begins at its beginning.
    pub text: Option<SourceId>,
}

/// A declaration at the top level.
#[derive(Clone, Debug)]
pub struct TopDec {
    /// The declaration. Those that were forgotten share one that binds nothing.
    pub dec: Arc<Dec>,
    /// True of declarations of the library: one to which nothing refers may be left out,
    /// whatever its effects.
    pub library: bool,
}

/// A declaration.
#[derive(Clone, Debug)]
pub enum Dec {
    /// `val pat = exp`, generalised over type variables if the expression has no effect.
    Val {
        /// Generalised over.
        params: Vec<TyVar>,
        /// Left.
        pat: Pat,
        /// Right.
        exp: Exp,
        /// Its place, where `Bind` is raised if the pattern does not fit.
        loc: Loc,
    },
    /// Functions that may call one another, generalised together: inside the group
    /// they are used at their own type variables, with no instance named (`Var(f, [])`).
    Fun {
        /// Generalised over, all of them alike.
        params: Vec<TyVar>,
        /// The functions.
        binds: Vec<FunBind>,
    },
    /// A new exception constructor, different at each evaluation. Aliases leave no trace.
    Exception {
        /// The constructor.
        var: Var,
        /// The type of its argument.
        arg: Option<Ty>,
        /// Its kind.
        kind: ExnKind,
    },
}

/// A kind of exception; all but the first are of the library only.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExnKind {
    /// One like any other.
    Plain,
    /// One that operations raise, such as `Overflow`.
    Builtin(BuiltinExn),
    /// `Io`, whose message tells what failed on what, and its cause.
    Failed,
}

/// A function by clauses.
#[derive(Clone, Debug)]
pub struct FunBind {
    /// Its name.
    pub var: Var,
    /// All with the same number of patterns, at least one: `fun f p q = e`.
    pub clauses: Vec<Clause>,
    /// Its place, where `Match` is raised if no clause fits.
    pub loc: Loc,
}

/// `p q = e`.
#[derive(Clone, Debug)]
pub struct Clause {
    /// One per curried argument.
    pub pats: Vec<Pat>,
    /// The right side.
    pub exp: Exp,
}

/// An expression with its type.
#[derive(Clone, Debug)]
pub struct Exp {
    /// Its form.
    pub kind: ExpKind,
    /// Its type.
    pub ty: Ty,
    /// Its place.
    pub loc: Loc,
}

/// The forms of expressions.
#[derive(Clone, Debug)]
pub enum ExpKind {
    /// A constant; its type says which numbers.
    Lit(Lit),
    /// A variable at types: as many as its `params`, or none within its own recursive group.
    Var(Var, Vec<Ty>),
    /// A constructor at the types of its datatype; a function if it has an argument.
    Con(TyCon, u32, Vec<Ty>),
    /// An exception constructor; a function if it has an argument.
    Excon(Var),
    /// An operation; of function type, its arguments are the components of its tuple.
    Prim(Arc<Operation>),
    /// Fields in the order of their evaluation; the type has the order of labels.
    Record(Vec<(Sym, Exp)>),
    /// The field of a record.
    Select(Sym, Box<Exp>),
    /// `[a, b]`.
    List(Vec<Exp>),
    /// `#[a, b]`.
    Vector(Vec<Exp>),
    /// Evaluate all, the last is the value; at least one.
    Seq(Vec<Exp>),
    /// Declarations, then an expression.
    Let(Vec<Dec>, Box<Exp>),
    /// Function, then argument.
    App(Box<Exp>, Box<Exp>),
    /// `fn match`.
    Fn(Vec<Rule>),
    /// A conditional; also `andalso` and `orelse`.
    If(Box<Exp>, Box<Exp>, Box<Exp>),
    /// `while a do b`.
    While(Box<Exp>, Box<Exp>),
    /// The first rule that fits.
    Case(Box<Exp>, Vec<Rule>),
    /// The value of the expression, or of the first rule that fits the exception it raises;
    /// raises again if none fits.
    Handle(Box<Exp>, Vec<Rule>),
    /// Raise.
    Raise(Box<Exp>),
}

/// A constant.
#[derive(Clone, PartialEq, Debug)]
pub enum Lit {
    /// Of an integer or word type: within its range.
    Int(BigInt),
    /// Of `real`.
    Real(f64),
    /// Of `char`.
    Char(u8),
    /// Of `string`.
    String(Arc<[u8]>),
}

/// `pat => exp`.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Left.
    pub pat: Pat,
    /// Right.
    pub exp: Exp,
}

/// The effect of a match that no rule fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Failing {
    /// `Match` is raised.
    Match,
    /// `Bind` is raised.
    Bind,
    /// The exception at hand is raised again.
    Reraise,
}

/// A pattern with the type of the values it is matched against.
#[derive(Clone, Debug)]
pub struct Pat {
    /// Its form.
    pub kind: PatKind,
    /// The type of the values it is matched against.
    pub ty: Ty,
    /// Its place.
    pub loc: Loc,
}

/// The forms of patterns.
#[derive(Clone, Debug)]
pub enum PatKind {
    /// Anything.
    Wild,
    /// Anything, by name.
    Var(Var),
    /// A constant, never a real.
    Lit(Lit),
    /// A constructor of a datatype, or `ref`.
    Con(TyCon, u32, Option<Box<Pat>>),
    /// An exception constructor.
    Excon(Var, Option<Box<Pat>>),
    /// Some of the fields, in any order.
    Record(Vec<(Sym, Pat)>),
    /// A list of this length.
    List(Vec<Pat>),
    /// A vector of this length.
    Vector(Vec<Pat>),
    /// A pattern, and a name for the whole value.
    As(Var, Box<Pat>),
    /// Any of several patterns, which bind the same [`Var`]s.
    Or(Vec<Pat>),
}
