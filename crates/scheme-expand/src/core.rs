//! The core language: what is left of a program when macros, libraries and derived forms are gone.
//!
//! Every variable has a number of its own. Operations on representations are written out in the
//! library's text, so that the core has no procedures of its own: `car` is an ordinary definition
//! there, which tests for a pair and takes a field.

use base::{Name, PrimaryMap, Span, entity_impl};
use diag::SourceId;
use prim::Prim;
use scheme_syntax::Datum;
use std::rc::Rc;

/// A variable of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(u32);
entity_impl!(Var, "x");

/// A place in a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The file.
    pub source: SourceId,
    /// The text in it.
    pub span: Span,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// Its name, for messages.
    pub name: Name,
    /// True if a `set!` names it, or a second definition.
    pub assigned: bool,
    /// True if it belongs to the program or a library, not to a body.
    pub global: bool,
    /// True if a definition gives it a value.
    pub defined: bool,
    /// True if it belongs to the built-in library.
    pub library: bool,
}

/// A program: the definitions and expressions of its libraries and of itself, in the order in
/// which they run.
#[derive(Debug)]
pub struct Program {
    /// All variables.
    pub vars: PrimaryMap<Var, Variable>,
    /// Definitions and expressions.
    pub forms: Vec<Form>,
}

/// A definition or an expression of a program.
#[derive(Debug)]
pub enum Form {
    /// Gives a global variable its value.
    Define(Var, Exp),
    /// Runs an expression.
    Exp(Exp),
}

/// An expression.
#[derive(Debug)]
pub struct Exp {
    /// What it is.
    pub kind: ExpKind,
    /// Where it stands; where a macro was used, if it made the expression.
    pub place: Place,
}

/// What an expression is.
#[derive(Debug)]
pub enum ExpKind {
    /// A literal.
    Const(Rc<Datum>),
    /// One of the values that no literal denotes.
    Special(Special),
    /// The value of a variable.
    Var(Var),
    /// Sets a variable.
    Set(Var, Box<Exp>),
    /// A test and two branches.
    If(Box<[Exp; 3]>),
    /// A procedure of one or more clauses, by the number of arguments; never none.
    Lambda(Vec<Lambda>),
    /// Expressions one after the other; never none.
    Seq(Vec<Exp>),
    /// A call.
    Call(Box<Exp>, Vec<Exp>),
    /// Variables that are bound at once.
    Let(Vec<(Var, Exp)>, Box<Exp>),
    /// Variables that are bound one after the other, each in scope everywhere.
    Letrec(Vec<(Var, Exp)>, Box<Exp>),
    /// An operation of the library.
    Op(Op, Vec<Exp>),
    /// A primitive whose first result says whether the second means something: the first branch
    /// has it as a variable.
    Flagged(Prim, Vec<Exp>, Var, Box<[Exp; 2]>),
    /// An expression, and what to do if the system refuses: the variables are the text and the
    /// number of its error.
    Try(Box<Exp>, [Var; 2], Box<Exp>),
}

/// A clause of a procedure.
#[derive(Debug)]
pub struct Lambda {
    /// The name that a definition gives the procedure.
    pub name: Option<Name>,
    /// Parameters.
    pub params: Vec<Var>,
    /// The parameter for the list of all further arguments.
    pub rest: Option<Var>,
    /// The body.
    pub body: Exp,
}

/// Values that no literal denotes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    /// The empty list.
    Nil,
    /// The value of what has no value.
    Unspecified,
    /// The object at the end of a port.
    Eof,
    /// The mark of a variable that has no value yet.
    Unbound,
}

/// An operation on representations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Op {
    /// `(%prim NAME x ...)`: a primitive, its operands and result taken out of `any`s and put into
    /// them by its signature.
    Prim(Prim),
    /// `(%is TYPE x)`: is it of this type?
    Is(Type),
    /// `(%tuple x ...)`: a mutable tuple.
    Tuple,
    /// `(%get N I x)`: field I of a tuple of N.
    Get(u32, u32),
    /// `(%fixed x ...)`: a tuple that does not change.
    Fixed,
    /// `(%fixed-get N I x)`: field I of such a tuple of N.
    FixedGet(u32, u32),
    /// `(%set N I x y)`
    Set(u32, u32),
    /// `(%array-new TYPE n x)`
    ArrayNew(Elem),
    /// `(%array-length TYPE a)`
    ArrayLength(Elem),
    /// `(%array-ref TYPE a i)`, the index known to be right.
    ArrayRef(Elem),
    /// `(%array-set TYPE a i x)`, the index known to be right.
    ArraySet(Elem),
    /// `(%array-copy TYPE a i b j n)`, the ranges known to be right.
    ArrayCopy(Elem),
    /// `(%index? TYPE a i)`: is i an index of the array?
    IsIndex(Elem),
    /// `(%same x y)`: the same immediate or object?
    Same,
    /// `(%hash x)`: a hash of the identity.
    Hash,
    /// `(%callcc f)`: calls a procedure with the bare continuation.
    Callcc,
    /// `(%throw k x)`
    Throw,
    /// `(%raise x)`: ends the program with this object, that nobody handles.
    Raise,
    /// `(%never x)`: an expression that does not return.
    Never,
    /// `(%apply1 f x)`: calls a procedure that is known to be one of one parameter.
    Apply1,
    /// `(%literals)`: the list of the symbols that the program's constants have.
    Literals,
}

/// A type that a value is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// An integer without a box.
    Small,
    /// A greater integer.
    Big,
    /// A flonum.
    Flonum,
    /// A character.
    Char,
    /// A truth value.
    Bool,
    /// A symbol.
    Symbol,
    /// An array.
    Array(Elem),
    /// A mutable tuple of so many.
    Tuple(u32),
    /// A tuple of so many that does not change.
    Fixed(u32),
    /// A procedure of so many parameters.
    Fun(u32),
    /// A bare continuation.
    Cont,
}

/// The elements of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Elem {
    /// Any values: a vector.
    Any,
    /// Bytes: a bytevector.
    Byte,
    /// Characters: a string.
    Char,
}

impl Exp {
    /// An expression at a place.
    pub fn new(kind: ExpKind, place: Place) -> Exp {
        Exp { kind, place }
    }
}
