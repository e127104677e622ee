//! The syntax tree of Standard ML.
//!
//! The tree is the program as written, except that infix operators are resolved and
//! parentheses are gone. Derived forms (appendix A of the Definition) are kept and
//! expanded in elaboration, because messages speak of what the user wrote.
//!
//! A file is a sequence of [`Dec`]: core declarations, `structure`, `signature` and
//! `functor` are one type, and whether one may stand where it stands is the
//! parser's business (`signature` and `functor` only at the top; `structure` at the
//! top, in `struct`, in `local` there and in `let` of structure expressions).
//!
//! `Error` marks a phrase that the parser could not read and has reported;
//! elaboration gives it any type and says nothing about it.

use crate::names::Sym;
use base::Span;
use num_bigint::BigInt;

/// An identifier at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ident {
    /// Its text.
    pub name: Sym,
    /// Its place.
    pub span: Span,
}

/// `A.B.x`, or `x`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LongId {
    /// The structures before the last dot.
    pub path: Vec<Ident>,
    /// The name behind it.
    pub id: Ident,
}

impl LongId {
    /// Its place.
    pub fn span(&self) -> Span {
        let start = self.path.first().unwrap_or(&self.id).span.start;
        Span::new(start, self.id.span.end)
    }
}

/// A special constant.
#[derive(Clone, PartialEq, Debug)]
pub enum Lit {
    /// `12`, `~0x1F`.
    Int(BigInt),
    /// `0w12`, `0wx1F`.
    Word(BigInt),
    /// `1.5e~3`, as written but with `-` for `~` and without underscores.
    Real(String),
    /// `#"a"`: a byte.
    Char(u8),
    /// `"text"`: bytes, escapes replaced.
    String(Vec<u8>),
}

/// An expression.
#[derive(Clone, PartialEq, Debug)]
pub struct Exp {
    /// Its form.
    pub kind: ExpKind,
    /// Its place.
    pub span: Span,
}

/// The forms of expressions.
#[derive(Clone, PartialEq, Debug)]
pub enum ExpKind {
    /// `3`.
    Lit(Lit),
    /// `x`, `A.x`, `op +`.
    Var(LongId),
    /// `{a = 1, b}` (the field `b` is then a variable).
    Record(Vec<(Ident, Exp)>),
    /// `()`, `(a, b)`: never one component.
    Tuple(Vec<Exp>),
    /// `#label`.
    Select(Ident),
    /// `[a, b]`.
    List(Vec<Exp>),
    /// `#[a, b]`, an extension.
    Vector(Vec<Exp>),
    /// `(a; b; c)`: at least two.
    Seq(Vec<Exp>),
    /// `let decs in a; b end`: at least one expression.
    Let(Vec<Dec>, Vec<Exp>),
    /// `f x`.
    App(Box<Exp>, Box<Exp>),
    /// `a + b`: the operator applied to a pair.
    Infix(Box<Exp>, Ident, Box<Exp>),
    /// `e : ty`.
    Typed(Box<Exp>, Ty),
    /// `a andalso b`.
    Andalso(Box<Exp>, Box<Exp>),
    /// `a orelse b`.
    Orelse(Box<Exp>, Box<Exp>),
    /// `e handle match`.
    Handle(Box<Exp>, Vec<Rule>),
    /// `raise e`.
    Raise(Box<Exp>),
    /// `if a then b else c`.
    If(Box<Exp>, Box<Exp>, Box<Exp>),
    /// `while a do b`.
    While(Box<Exp>, Box<Exp>),
    /// `case e of match`.
    Case(Box<Exp>, Vec<Rule>),
    /// `fn match`.
    Fn(Vec<Rule>),
    /// `_prim "name" : ty`, in library text only: an operation of ANF.
    Prim(String, Ty),
    /// A phrase that could not be read.
    Error,
}

/// `pat => exp`.
#[derive(Clone, PartialEq, Debug)]
pub struct Rule {
    /// Left.
    pub pat: Pat,
    /// Right.
    pub exp: Exp,
}

/// A pattern.
#[derive(Clone, PartialEq, Debug)]
pub struct Pat {
    /// Its form.
    pub kind: PatKind,
    /// Its place.
    pub span: Span,
}

/// The forms of patterns.
#[derive(Clone, PartialEq, Debug)]
pub enum PatKind {
    /// `_`.
    Wild,
    /// `3`; a real is refused in elaboration.
    Lit(Lit),
    /// `x`, `A.C`, `op x`: a variable or a constructor.
    Id(LongId),
    /// `{a = p, b, c as q, ...}`: fields, and whether `...` stands there.
    Record(Vec<(Ident, Pat)>, bool),
    /// `()`, `(a, b)`.
    Tuple(Vec<Pat>),
    /// `[a, b]`.
    List(Vec<Pat>),
    /// `#[a, b]`, an extension.
    Vector(Vec<Pat>),
    /// `C p`.
    Con(LongId, Box<Pat>),
    /// `p :: q`.
    Infix(Box<Pat>, Ident, Box<Pat>),
    /// `p : ty`.
    Typed(Box<Pat>, Ty),
    /// `x as p`, `x : ty as p`.
    As(Ident, Option<Ty>, Box<Pat>),
    /// `p | q`, an extension; at least two.
    Or(Vec<Pat>),
    /// A phrase that could not be read.
    Error,
}

/// A type.
#[derive(Clone, PartialEq, Debug)]
pub struct Ty {
    /// Its form.
    pub kind: TyKind,
    /// Its place.
    pub span: Span,
}

/// The forms of types.
#[derive(Clone, PartialEq, Debug)]
pub enum TyKind {
    /// `'a`, `''a`: the name has its quotes.
    Var(Ident),
    /// `{a: t, b: u}`.
    Record(Vec<(Ident, Ty)>),
    /// `t * u`: at least two.
    Tuple(Vec<Ty>),
    /// `(t, u) A.c`.
    Con(Vec<Ty>, LongId),
    /// `t -> u`.
    Arrow(Box<Ty>, Box<Ty>),
    /// A phrase that could not be read.
    Error,
}

/// A declaration, of the core or of modules.
#[derive(Clone, PartialEq, Debug)]
pub struct Dec {
    /// Its form.
    pub kind: DecKind,
    /// Its place.
    pub span: Span,
}

/// The forms of declarations.
#[derive(Clone, PartialEq, Debug)]
pub enum DecKind {
    /// `val ('a, 'b) p = e and rec q = f`.
    Val(Vec<Ident>, Vec<ValBind>),
    /// `fun 'a f p q = e | f r s = g and ...`.
    Fun(Vec<Ident>, Vec<FunBind>),
    /// `type 'a t = ty and ...`.
    Type(Vec<TypeBind>),
    /// `datatype ... withtype ...`.
    Datatype(Vec<DataBind>, Vec<TypeBind>),
    /// `datatype t = datatype A.u`.
    Replicate(Ident, LongId),
    /// `abstype ... withtype ... with decs end`.
    Abstype(Vec<DataBind>, Vec<TypeBind>, Vec<Dec>),
    /// `exception A of ty and B = C.D`.
    Exception(Vec<ExnBind>),
    /// `local decs in decs end`.
    Local(Vec<Dec>, Vec<Dec>),
    /// `open A B.C`.
    Open(Vec<LongId>),
    /// `infix 5 ++ --`, `infixr`, `nonfix`: the parser has followed it.
    Fixity(Fixity, Vec<Ident>),
    /// `;` at the top, which ends the declarations before it.
    Semi,
    /// `structure A : S = e and ...`.
    Structure(Vec<StrBind>),
    /// `signature S = e and ...`.
    Signature(Vec<(Ident, SigExp)>),
    /// `functor F (X : S) : T = e and ...`.
    Functor(Vec<FunctorBind>),
    /// An expression at the top: `val it = e`.
    Exp(Exp),
    /// `_overload + : ty as A.x and B.y`, in library text only: `'a` in `ty` stands for
    /// the type of each alternative; the first is the default.
    Overload(Ident, Ty, Vec<LongId>),
    /// A phrase that could not be read.
    Error,
}

/// The fixity that `infix`, `infixr` or `nonfix` gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fixity {
    /// `infix n`.
    Left(u8),
    /// `infixr n`.
    Right(u8),
    /// `nonfix`.
    Nonfix,
}

/// `rec p = e`; `rec` holds for this binding and all after it.
#[derive(Clone, PartialEq, Debug)]
pub struct ValBind {
    /// True in the scope of a `rec`.
    pub rec: bool,
    /// Left.
    pub pat: Pat,
    /// Right.
    pub exp: Exp,
}

/// The clauses of one function.
#[derive(Clone, PartialEq, Debug)]
pub struct FunBind {
    /// At least one.
    pub clauses: Vec<Clause>,
}

/// `f p q : ty = e`.
#[derive(Clone, PartialEq, Debug)]
pub struct Clause {
    /// The function's name.
    pub name: Ident,
    /// At least one; of an infix function a pair comes first.
    pub pats: Vec<Pat>,
    /// The result's type, if it is written.
    pub ty: Option<Ty>,
    /// The right side.
    pub exp: Exp,
    /// Its place.
    pub span: Span,
}

/// `('a, 'b) t = ty`.
#[derive(Clone, PartialEq, Debug)]
pub struct TypeBind {
    /// Parameters.
    pub params: Vec<Ident>,
    /// Name.
    pub name: Ident,
    /// Meaning.
    pub ty: Ty,
}

/// `'a t = C of ty | D`.
#[derive(Clone, PartialEq, Debug)]
pub struct DataBind {
    /// Parameters.
    pub params: Vec<Ident>,
    /// Name.
    pub name: Ident,
    /// Constructors and their arguments.
    pub cons: Vec<(Ident, Option<Ty>)>,
}

/// A binding of an exception constructor.
#[derive(Clone, PartialEq, Debug)]
pub enum ExnBind {
    /// `A of ty`, `A`.
    New(Ident, Option<Ty>),
    /// `A = B.C`.
    Alias(Ident, LongId),
    /// `A of ty = _prim "name"`, in library text only: an exception of ANF.
    Prim(Ident, Option<Ty>, String),
}

/// `: S` or `:> S`.
#[derive(Clone, PartialEq, Debug)]
pub struct Ascription {
    /// True for `:>`.
    pub opaque: bool,
    /// The signature.
    pub sig: SigExp,
}

/// `A : S = e`.
#[derive(Clone, PartialEq, Debug)]
pub struct StrBind {
    /// Name.
    pub name: Ident,
    /// The signature that is ascribed to it.
    pub ascription: Option<Ascription>,
    /// The structure.
    pub body: StrExp,
}

/// `F (X : S) : T = e`.
#[derive(Clone, PartialEq, Debug)]
pub struct FunctorBind {
    /// Name.
    pub name: Ident,
    /// Parameter.
    pub param: FunctorParam,
    /// The signature that is ascribed to the result.
    pub ascription: Option<Ascription>,
    /// The result.
    pub body: StrExp,
}

/// The parameter of a functor.
#[derive(Clone, PartialEq, Debug)]
pub enum FunctorParam {
    /// `(X : S)`.
    Structure(Ident, SigExp),
    /// `(spec)`: specifications that are open in the body.
    Spec(Vec<Spec>, Span),
}

/// A structure expression.
#[derive(Clone, PartialEq, Debug)]
pub struct StrExp {
    /// Its form.
    pub kind: StrExpKind,
    /// Its place.
    pub span: Span,
}

/// The forms of structure expressions.
#[derive(Clone, PartialEq, Debug)]
pub enum StrExpKind {
    /// `struct decs end`.
    Struct(Vec<Dec>),
    /// `A.B`.
    Id(LongId),
    /// `e : S`, `e :> S`.
    Ascribed(Box<StrExp>, Box<Ascription>),
    /// `F (e)`; `F (decs)` is `F (struct decs end)`.
    App(Ident, Box<StrExp>),
    /// `let decs in e end`.
    Let(Vec<Dec>, Box<StrExp>),
    /// A phrase that could not be read.
    Error,
}

/// A signature expression.
#[derive(Clone, PartialEq, Debug)]
pub struct SigExp {
    /// Its form.
    pub kind: SigExpKind,
    /// Its place.
    pub span: Span,
}

/// The forms of signature expressions.
#[derive(Clone, PartialEq, Debug)]
pub enum SigExpKind {
    /// `sig specs end`.
    Sig(Vec<Spec>),
    /// `S`.
    Id(Ident),
    /// `S where type 'a A.t = ty`; several `and type` are nested.
    Where(Box<SigExp>, Vec<Ident>, LongId, Ty),
    /// `S where A.B = C`, as SML/NJ has it: the types of one structure are those of another.
    WhereStructure(Box<SigExp>, LongId, LongId),
    /// A phrase that could not be read.
    Error,
}

/// A specification.
#[derive(Clone, PartialEq, Debug)]
pub struct Spec {
    /// Its form.
    pub kind: SpecKind,
    /// Its place.
    pub span: Span,
}

/// The forms of specifications.
#[derive(Clone, PartialEq, Debug)]
pub enum SpecKind {
    /// `val x : ty and ...`.
    Val(Vec<(Ident, Ty)>),
    /// `type 'a t and ...`, `eqtype`; with a meaning it is an abbreviation.
    Type {
        /// True for `eqtype`.
        eq: bool,
        /// Parameters, name, meaning.
        types: Vec<(Vec<Ident>, Ident, Option<Ty>)>,
    },
    /// `datatype ... `, with `withtype` as an extension.
    Datatype(Vec<DataBind>, Vec<TypeBind>),
    /// `datatype t = datatype A.u`.
    Replicate(Ident, LongId),
    /// `exception A of ty and ...`.
    Exception(Vec<(Ident, Option<Ty>)>),
    /// `structure A : S and ...`.
    Structure(Vec<(Ident, SigExp)>),
    /// `include S`; `include S T` is several of them.
    Include(SigExp),
    /// `sharing type A.t = B.u = ...`, of the specifications before it.
    SharingType(Vec<LongId>),
    /// `sharing A = B = ...`.
    Sharing(Vec<LongId>),
    /// A phrase that could not be read.
    Error,
}
