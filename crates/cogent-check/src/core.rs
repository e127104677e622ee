//! The core: a program after checking.
//!
//! Every expression has its type, every use of a function its type arguments, and every change
//! of type a node. Patterns are gone: a binding gives names to a value, to the components of a
//! tuple, or to a field and what remains of its record.
//!
//! ```text
//! e ::= x | f [t ...] | c | 12 | True | "text" | ()          names and literals
//!     | (e, ...) | #{f = e, ...} | Tag e                     construction
//!     | e.f | e {f = e}                                      reading, putting one field
//!     | e e | op e | e op e                                  calls, operators
//!     | upcast e | promote e                                 to a wider word; to a supertype
//!     | let b; ... in e | if e then e else e | case e of ... control
//! b ::= x = e | (x, ...) = e | x {f = x} = e
//! ```
//! Invariants: a linear variable is used exactly once on every path. The operand of `promote`
//! has a subtype of its type that is not the same type, and no type that changes in it is that
//! of a function. A case has an arm for each alternative that the type of its subject has, or a
//! rest; and a rest if its subject is a word. The arms of a case are distinct.
//!
//! Absent on purpose: lambdas, which are functions of their own, with all the type variables of
//! the function around them; matches on `Bool`, which are conditionals.

mod check;
mod print;

use crate::types::{Ty, Types};
use base::{Name, PrimaryMap};
use cogent_syntax::ast::{Arrow, BinOp, Place, TypeVar, UnOp};

/// A function of a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FunId(u32);
base::entity_impl!(FunId, "f");

/// A constant of a program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConstId(u32);
base::entity_impl!(ConstId, "c");

/// A variable of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Local(u32);
base::entity_impl!(Local, "v");

/// A program.
#[derive(Clone, Default)]
pub struct Program {
    /// All types.
    pub types: Types,
    /// In the order of the text; then those that were lambdas.
    pub functions: PrimaryMap<FunId, Function>,
    /// In the order of the text.
    pub consts: PrimaryMap<ConstId, Const>,
    /// In the order of the text. What they stand for is expanded everywhere.
    pub synonyms: Vec<Synonym>,
}

/// A function.
#[derive(Clone)]
pub struct Function {
    /// Its name; that of a lambda is the name of the function around it, a dot and a number.
    pub name: Name,
    /// Its type variables.
    pub vars: Vec<TypeVar>,
    /// The type of its argument.
    pub arg: Ty,
    /// The type of its result.
    pub result: Ty,
    /// None for an abstract function.
    pub body: Option<Body>,
    /// True if it is to be inlined everywhere: a pragma asks for it, or it was a lambda.
    pub inline: bool,
    /// The place of the whole definition.
    pub place: Place,
}

/// The body of a function.
#[derive(Clone)]
pub struct Body {
    /// The argument.
    pub param: Local,
    /// All variables.
    pub locals: PrimaryMap<Local, LocalInfo>,
    /// The result.
    pub result: Expr,
}

/// A variable.
#[derive(Clone, Debug)]
pub struct LocalInfo {
    /// As written; empty for one that was not.
    pub name: Name,
    /// Its type.
    pub ty: Ty,
}

/// A constant: its value is computed anew at each use.
#[derive(Clone)]
pub struct Const {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Ty,
    /// All variables.
    pub locals: PrimaryMap<Local, LocalInfo>,
    /// Its value.
    pub value: Expr,
    /// The place of its name.
    pub place: Place,
}

/// `type T a = t`.
#[derive(Clone)]
pub struct Synonym {
    /// Its name.
    pub name: Name,
    /// Its parameters.
    pub params: Vec<Name>,
    /// The type that it stands for.
    pub ty: Ty,
}

/// An expression.
#[derive(Clone)]
pub struct Expr {
    /// Its form.
    pub kind: ExprKind,
    /// Its type.
    pub ty: Ty,
    /// The place where it was written.
    pub place: Place,
}

/// The forms of expressions.
#[derive(Clone)]
pub enum ExprKind {
    /// A variable. Where `!` makes it read-only, so is the type of this use.
    Var(Local),
    /// A function with its type arguments; true if this use was marked with `inline`.
    Fun(FunId, Vec<Ty>, bool),
    /// A constant.
    Const(ConstId),
    /// A word.
    Int(u64),
    /// `True`, `False`.
    Bool(bool),
    /// Bytes, without an end mark.
    String(Box<[u8]>),
    /// `()`.
    Unit,
    /// As many as the type has.
    Tuple(Vec<Expr>),
    /// An unboxed record, its fields in the order of the type.
    Record(Vec<Expr>),
    /// A tag and its only argument.
    Tag(Name, Box<Expr>),
    /// A field of a record that may be shared, by its number in the type.
    Member(Box<Expr>, u32),
    /// A record with a field put into it, by its number in the type. What was there is lost.
    Put(Box<Expr>, u32, Box<Expr>),
    /// A function and its argument.
    Call(Box<Expr>, Box<Expr>),
    /// An operator.
    Unary(UnOp, Box<Expr>),
    /// An operator. `&&` and `||` compute the second operand only if they need it.
    Binary(BinOp, Box<Expr>, Box<Expr>),
    /// A word as a word that is not smaller.
    Upcast(Box<Expr>),
    /// A value as one of a supertype.
    Promote(Box<Expr>),
    /// Bindings, in order, and a result.
    Block(Vec<Bind>, Box<Expr>),
    /// A condition, how likely it is, what is done if it holds, and if not.
    If(Box<Expr>, Arrow, Box<Expr>, Box<Expr>),
    /// A variant or a word, and what is done for each.
    Case(Box<Expr>, Vec<Arm>, Option<Box<Rest>>),
}

/// A binding.
#[derive(Clone)]
pub enum Bind {
    /// A value.
    Let(Local, Expr),
    /// The components of a tuple.
    Split(Vec<Local>, Expr),
    /// The record without a field, and the field, by its number in the type.
    Take {
        /// The record that remains.
        record: Local,
        /// The value of the field.
        value: Local,
        /// The number of the field.
        field: u32,
        /// The record as it was.
        from: Expr,
    },
}

/// A branch for a tag or a number.
#[derive(Clone)]
pub struct Arm {
    /// The tag or the number.
    pub key: Key,
    /// The arrow, which says how likely the branch is.
    pub arrow: Arrow,
    /// The expression to compute.
    pub body: Expr,
}

/// The tag or the number that an arm is for.
#[derive(Clone)]
pub enum Key {
    /// A tag, and the variable for its argument.
    Tag(Name, Local),
    /// A number.
    Int(u64),
}

/// The branch for all tags or numbers that have no arm.
#[derive(Clone)]
pub struct Rest {
    /// The subject. The tags that have arms are taken from its type.
    pub var: Local,
    /// The arrow, which says how likely the branch is.
    pub arrow: Arrow,
    /// The expression to compute.
    pub body: Expr,
}

impl Expr {
    /// The expressions directly inside of it, in the order in which they are computed.
    pub fn children<'a>(&'a self, mut see: impl FnMut(&'a Expr)) {
        match &self.kind {
            ExprKind::Var(_)
            | ExprKind::Fun(..)
            | ExprKind::Const(_)
            | ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::String(_)
            | ExprKind::Unit => {}
            ExprKind::Tuple(parts) | ExprKind::Record(parts) => parts.iter().for_each(see),
            ExprKind::Tag(_, operand)
            | ExprKind::Member(operand, _)
            | ExprKind::Unary(_, operand)
            | ExprKind::Upcast(operand)
            | ExprKind::Promote(operand) => see(operand),
            ExprKind::Put(first, _, second)
            | ExprKind::Call(first, second)
            | ExprKind::Binary(_, first, second) => {
                see(first);
                see(second);
            }
            ExprKind::Block(binds, result) => {
                for bind in binds {
                    match bind {
                        Bind::Let(_, value) | Bind::Split(_, value) => see(value),
                        Bind::Take { from, .. } => see(from),
                    }
                }
                see(result);
            }
            ExprKind::If(cond, _, yes, no) => {
                see(cond);
                see(yes);
                see(no);
            }
            ExprKind::Case(subject, arms, rest) => {
                see(subject);
                arms.iter().for_each(|arm| see(&arm.body));
                rest.iter().for_each(|rest| see(&rest.body));
            }
        }
    }
}
