//! The syntax tree of Cogent.
//!
//! As written, but with operators resolved and parentheses gone. Every node has the place
//! where it was written. What came out of a macro has the place where the macro was used.
//!
//! `Error` stands where a refused feature stood; there is a message about each.

use base::{Name, Span};
use diag::SourceId;

/// Bytes of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The file.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// After the last byte.
    pub end: u32,
}

impl Place {
    /// The bytes, for a diagnostic.
    pub fn span(self) -> Span {
        Span::new(self.start as usize, self.end as usize)
    }

    /// From here to there. What spans two files is where it begins.
    pub fn to(self, other: Place) -> Place {
        if self.source != other.source {
            return self;
        }
        let (start, end) = (self.start.min(other.start), self.end.max(other.end));
        Place { source: self.source, start, end }
    }
}

/// A name at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ident {
    /// Its text.
    pub name: Name,
    /// Its place.
    pub place: Place,
}

/// A root file with all that it includes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Program {
    /// In the order of the text; what is included stands where it was included.
    pub defs: Vec<Def>,
    /// In the order of the text.
    pub pragmas: Vec<Pragma>,
}

/// `{-# inline f, g #-}`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pragma {
    /// The request.
    pub kind: PragmaKind,
    /// The functions that it is about.
    pub names: Vec<Ident>,
}

/// The requests that pragmas make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PragmaKind {
    /// `inline`: the function, before C is made of it.
    Inline,
    /// `cinline`: the C function.
    CInline,
    /// `fnmacro`: a C macro instead of the function.
    FnMacro,
}

/// A definition.
#[derive(Clone, PartialEq, Debug)]
pub struct Def {
    /// The name that it defines.
    pub name: Ident,
    /// Its form.
    pub kind: DefKind,
    /// The place of all of it, its signature included.
    pub place: Place,
}

/// The forms of definitions.
#[derive(Clone, PartialEq, Debug)]
pub enum DefKind {
    /// `type T a b = ty`.
    Synonym(Vec<Ident>, Type),
    /// `type T a b`, and the types behind `-:`, at which the C side has it.
    AbstractType(Vec<Ident>, Vec<Type>),
    /// `f : polytype`, not followed by its definition.
    AbstractFn(Polytype),
    /// `f : polytype` and `f pat = exp` or `f | pat -> exp | ...`. The former is a single
    /// alternative, its pattern irrefutable.
    Fn(Polytype, Vec<Alt>),
    /// `c : ty` and `c = exp`.
    Const(Type, Expr),
}

/// `all (a :< DS, b). ty`, or a type alone.
#[derive(Clone, PartialEq, Debug)]
pub struct Polytype {
    /// The variables, in the order of type application.
    pub vars: Vec<TypeVar>,
    /// The type.
    pub ty: Type,
}

/// `a :< DSE`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeVar {
    /// The variable.
    pub name: Ident,
    /// The uses that its values allow.
    pub kind: Kind,
}

/// The uses that the values of a type allow.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Kind {
    /// `D`: they may be left unused.
    pub discard: bool,
    /// `S`: they may be used more than once.
    pub share: bool,
    /// `E`: they may leave the `!` that made them read-only.
    pub escape: bool,
}

/// A type.
#[derive(Clone, PartialEq, Debug)]
pub struct Type {
    /// Its form.
    pub kind: TypeKind,
    /// The place of all of it.
    pub place: Place,
}

/// The forms of types.
#[derive(Clone, PartialEq, Debug)]
pub enum TypeKind {
    /// `a`.
    Var(Name),
    /// `U8`, `T a b`.
    Con(Ident, Vec<Type>),
    /// `a -> b`.
    Fn(Box<Type>, Box<Type>),
    /// `()`, `(a, b)`: never one component.
    Tuple(Vec<Type>),
    /// `{f : a, g : b}`: boxed.
    Record(Vec<(Ident, Type)>),
    /// `<A a b | B>`.
    Variant(Vec<(Ident, Vec<Type>)>),
    /// `a!`: read-only.
    Bang(Box<Type>),
    /// `#a`: unboxed.
    Unbox(Box<Type>),
    /// `a take (f, g)`; for `take (..)` there is no list.
    Take(Box<Type>, Option<Vec<Ident>>),
    /// `a put (f, g)`; for `put (..)` there is no list.
    Put(Box<Type>, Option<Vec<Ident>>),
    /// A refused feature.
    Error,
}

/// A pattern.
#[derive(Clone, PartialEq, Debug)]
pub struct Pat {
    /// Its form.
    pub kind: PatKind,
    /// The place of all of it.
    pub place: Place,
}

impl Pat {
    /// True if it matches every value.
    pub fn is_irrefutable(&self) -> bool {
        match self.kind {
            PatKind::Tag(..) | PatKind::Int(_) | PatKind::Bool(_) | PatKind::Char(_) => false,
            PatKind::Var(_)
            | PatKind::Wild
            | PatKind::Tuple(_)
            | PatKind::Unboxed(_)
            | PatKind::Take(..)
            | PatKind::Error => true,
        }
    }
}

/// The forms of patterns. Tags and literals stand at the top of an alternative or of a biased
/// `let` only; all others are irrefutable and stand anywhere.
#[derive(Clone, PartialEq, Debug)]
pub enum PatKind {
    /// `x`.
    Var(Name),
    /// `_`.
    Wild,
    /// `()`, `(p, q)`: never one component.
    Tuple(Vec<Pat>),
    /// `#{f = p, g}`.
    Unboxed(Fields<Pat>),
    /// `r {f = p, g}`.
    Take(Ident, Fields<Pat>),
    /// `Some p`.
    Tag(Ident, Vec<Pat>),
    /// `12`.
    Int(u64),
    /// `True`.
    Bool(bool),
    /// `'a'`.
    Char(u8),
    /// A refused feature.
    Error,
}

/// `f = a, g, ..`: `g` alone is `g = g`.
#[derive(Clone, PartialEq, Debug)]
pub struct Fields<T> {
    /// Those that are named.
    pub fields: Vec<(Ident, T)>,
    /// `..`: all others, each with the variable of its name.
    pub rest: Option<Place>,
}

/// An expression.
#[derive(Clone, PartialEq, Debug)]
pub struct Expr {
    /// Its form.
    pub kind: ExprKind,
    /// The place of all of it.
    pub place: Place,
}

/// The forms of expressions.
#[derive(Clone, PartialEq, Debug)]
pub enum ExprKind {
    /// `x`.
    Var(Name),
    /// `f [U8, _]` and `inline f`; for `_` there is no type.
    Inst(Instance),
    /// `12`, `0xFF`.
    Int(u64),
    /// `True`.
    Bool(bool),
    /// `'a'`.
    Char(u8),
    /// `"text"`: bytes, escapes replaced.
    String(Box<[u8]>),
    /// `Some e`, with all its arguments.
    Tag(Ident, Vec<Expr>),
    /// `()`, `(a, b)`: never one component.
    Tuple(Vec<Expr>),
    /// `#{f = e, g}`: `g` alone is `g = g`.
    Unboxed(Vec<(Ident, Expr)>),
    /// `e.f`.
    Member(Box<Expr>, Ident),
    /// `e {f = e, g}`.
    Put(Box<Expr>, Fields<Expr>),
    /// `f x`, `f $ x`.
    App(Box<Expr>, Box<Expr>),
    /// `f o g`.
    Compose(Box<Expr>, Box<Expr>),
    /// `complement e`, `not e`.
    Unary(UnOp, Box<Expr>),
    /// `a + b`.
    Binary(BinOp, Box<Expr>, Box<Expr>),
    /// `upcast e`.
    Upcast(Box<Expr>),
    /// `e : ty`.
    Annot(Box<Expr>, Type),
    /// `a; b; c`: at least two.
    Seq(Vec<Expr>),
    /// `let binding and binding in e`.
    Let(Vec<Binding>, Box<Expr>),
    /// `if c !x then a else b`.
    If(Box<Guard>, Box<Expr>),
    /// `if | c -> a | d -> b | else -> e`.
    MultiIf(Vec<Guard>, Box<Expr>),
    /// `e !x | p -> a | q -> b`.
    Match(Box<Expr>, Vec<Ident>, Vec<Alt>),
    /// `\p : ty => e`.
    Lambda(Box<Pat>, Option<Type>, Box<Expr>),
    /// A refused feature.
    Error,
}

/// `inline f [U8, _]`.
#[derive(Clone, PartialEq, Debug)]
pub struct Instance {
    /// The function.
    pub name: Ident,
    /// The types it is used at; none where they are left to inference.
    pub args: Vec<Option<Type>>,
    /// True if it was marked with `inline`.
    pub inline: bool,
}

/// An operator of one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnOp {
    /// `complement`.
    Complement,
    /// `not`.
    Not,
}

/// An operator of two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "`BinOp::text` says which is which")]
pub enum BinOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Less,
    Greater,
    LessEq,
    GreaterEq,
    Equal,
    NotEqual,
    BitAnd,
    BitXor,
    BitOr,
    ShiftLeft,
    ShiftRight,
    And,
    Or,
}

impl BinOp {
    /// The group of the operator.
    pub fn group(self) -> OpGroup {
        match self {
            BinOp::Mul
            | BinOp::Div
            | BinOp::Rem
            | BinOp::Add
            | BinOp::Sub
            | BinOp::BitAnd
            | BinOp::BitXor
            | BinOp::BitOr
            | BinOp::ShiftLeft
            | BinOp::ShiftRight => OpGroup::Arithmetic,
            BinOp::Less
            | BinOp::Greater
            | BinOp::LessEq
            | BinOp::GreaterEq
            | BinOp::Equal
            | BinOp::NotEqual => OpGroup::Comparison,
            BinOp::And | BinOp::Or => OpGroup::Logic,
        }
    }
}

/// Operators of two operands, grouped by their types. Both operands have the same type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpGroup {
    /// Words to a word.
    Arithmetic,
    /// Words or `Bool` to `Bool`.
    Comparison,
    /// `Bool` to `Bool`.
    Logic,
}

/// `p : ty = e !x` in a `let`, or `p : ty <= e !x |> q -> a |> ...`.
#[derive(Clone, PartialEq, Debug)]
pub struct Binding {
    /// The pattern whose variables are bound.
    pub pat: Pat,
    /// Its type, if it is given.
    pub ty: Option<Type>,
    /// The value.
    pub value: Expr,
    /// The variables that are read-only in the value.
    pub bangs: Vec<Ident>,
    /// For `<=`: the alternatives for when the pattern does not match, which end the `let`.
    pub others: Option<Vec<Alt>>,
}

/// A condition `c !x` and what is done if it holds.
#[derive(Clone, PartialEq, Debug)]
pub struct Guard {
    /// The condition.
    pub cond: Expr,
    /// The variables that are read-only in it.
    pub bangs: Vec<Ident>,
    /// The arrow, which says how likely the branch is.
    pub arrow: Arrow,
    /// The expression to compute.
    pub body: Expr,
}

/// `p -> e`.
#[derive(Clone, PartialEq, Debug)]
pub struct Alt {
    /// The pattern.
    pub pat: Pat,
    /// The arrow, which says how likely the branch is.
    pub arrow: Arrow,
    /// The expression to compute.
    pub body: Expr,
}

/// The arrow before a branch, which says how likely the branch is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrow {
    /// `->`.
    Plain,
    /// `=>`.
    Likely,
    /// `~>`.
    Unlikely,
}
