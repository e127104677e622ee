//! The data of IL, nothing else. Grammar and meaning are in the crate's
//! documentation.
//!
//! A program is kept as it was written: names may be bound again, and need not be
//! coherent. Bodies and functions stand in vectors, expressions are in postfix
//! order, so that neither depth nor length costs stack.

use base::{Name, PrimaryMap, Span};
pub use flow::Var;

/// A program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The names of variables. A variable is a name: it may be bound often.
    pub vars: PrimaryMap<Var, Name>,
    /// Bodies, in the order in which the text begins them; the first is the whole.
    pub bodies: Vec<Body>,
    /// Functions, in the order of their definitions.
    pub funs: Vec<Fun>,
    /// The free variables, in the order of their first free occurrence, with its place.
    pub free: Vec<(Var, Span)>,
}

/// A function of [`Program::funs`].
pub type FunId = usize;

/// A body of [`Program::bodies`].
pub type BodyId = usize;

/// A sequence of bindings and how it ends.
#[derive(Clone, Debug)]
pub struct Body {
    /// The bindings.
    pub lets: Vec<Let>,
    /// Its end.
    pub end: End,
    /// The place of the end.
    pub span: Span,
    /// The variables that are said to be live before the end.
    pub live: Annotation,
}

/// The variables that the text says to be live, if it says so.
pub type Annotation = Option<Box<[Var]>>;

/// A binding.
#[derive(Clone, Debug)]
pub struct Let {
    /// The binding itself.
    pub binding: Binding,
    /// The name in the text.
    pub span: Span,
    /// The variables that are said to be live before the binding.
    pub live: Annotation,
}

/// The right-hand side of a binding.
#[derive(Clone, Debug)]
pub enum Binding {
    /// `let x = e in`
    Exp(Var, Exp),
    /// `let x = @a (e, ...) in`
    Action(Var, Name, Vec<Exp>),
    /// `fun f (x, ...) = s in`
    Fun(FunId),
}

/// A function.
#[derive(Clone, Debug)]
pub struct Fun {
    /// Its name.
    pub name: Name,
    /// The place of the name.
    pub span: Span,
    /// The parameters, with their places.
    pub params: Vec<(Var, Span)>,
    /// The variables that are said to be its globals.
    pub globals: Annotation,
    /// Its body.
    pub body: BodyId,
    /// The body that defines it.
    pub home: BodyId,
    /// The number of functions in scope where it is defined.
    pub level: usize,
}

/// The end of a body.
#[derive(Clone, Debug)]
pub enum End {
    /// `e`
    Exp(Exp),
    /// `f (e, ...)`
    Apply(FunId, Vec<Exp>),
    /// `if e then s else t`
    If(Exp, BodyId, BodyId),
}

/// An expression: operands before their operator.
#[derive(Clone, Debug)]
pub struct Exp {
    /// The nodes.
    pub code: Box<[Node]>,
    /// Its place.
    pub span: Span,
}

/// A node of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Node {
    /// A number.
    Int(i64),
    /// A variable.
    Var(Var),
    /// An operator of one operand.
    Un(UnOp),
    /// An operator of two operands.
    Bin(BinOp),
}

/// Operators of one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnOp {
    /// `-`
    Neg,
    /// `!`: 1 if the operand is 0, else 0.
    Not,
}

/// Operators of two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
}

impl BinOp {
    /// All of them.
    pub const ALL: [BinOp; 13] = [
        BinOp::Add,
        BinOp::Sub,
        BinOp::Mul,
        BinOp::Div,
        BinOp::Mod,
        BinOp::Eq,
        BinOp::Ne,
        BinOp::Lt,
        BinOp::Le,
        BinOp::Gt,
        BinOp::Ge,
        BinOp::And,
        BinOp::Or,
    ];

    /// As the text writes it, and how tightly it binds.
    pub fn text(self) -> (&'static str, u8) {
        match self {
            BinOp::Or => ("||", 1),
            BinOp::And => ("&&", 2),
            BinOp::Eq => ("==", 3),
            BinOp::Ne => ("!=", 3),
            BinOp::Lt => ("<", 3),
            BinOp::Le => ("<=", 3),
            BinOp::Gt => (">", 3),
            BinOp::Ge => (">=", 3),
            BinOp::Add => ("+", 4),
            BinOp::Sub => ("-", 4),
            BinOp::Mul => ("*", 5),
            BinOp::Div => ("/", 5),
            BinOp::Mod => ("%", 5),
        }
    }
}

/// The operand that an operator of an expression in reverse Polish order takes, or the value of
/// the expression.
pub(crate) fn pop<T>(stack: &mut Vec<T>) -> T {
    stack.pop().unwrap_or_else(|| base::bug!("an operator without an operand"))
}

impl Exp {
    /// The variables, as often as they occur.
    pub fn vars(&self) -> impl Iterator<Item = Var> + '_ {
        self.code.iter().filter_map(|node| match node {
            Node::Var(var) => Some(*var),
            Node::Int(_) | Node::Un(_) | Node::Bin(_) => None,
        })
    }

    /// The variable, if it is nothing else.
    pub fn just_var(&self) -> Option<Var> {
        match self.code[..] {
            [Node::Var(var)] => Some(var),
            _ => None,
        }
    }
}

impl Binding {
    /// The variable, if one is bound.
    pub fn var(&self) -> Option<Var> {
        match self {
            Binding::Exp(var, _) | Binding::Action(var, ..) => Some(*var),
            Binding::Fun(_) => None,
        }
    }

    /// The expressions in it.
    pub fn exps(&self) -> &[Exp] {
        match self {
            Binding::Exp(_, exp) => std::slice::from_ref(exp),
            Binding::Action(_, _, args) => args,
            Binding::Fun(_) => &[],
        }
    }
}

impl End {
    /// The expressions in it, those of branches not included.
    pub fn exps(&self) -> &[Exp] {
        match self {
            End::Exp(exp) | End::If(exp, _, _) => std::slice::from_ref(exp),
            End::Apply(_, args) => args,
        }
    }
}

impl Program {
    /// The name of a variable.
    pub fn name(&self, var: Var) -> &str {
        &self.vars[var]
    }

    /// All actions, with the places of the variables that get their answers.
    pub fn actions(&self) -> impl Iterator<Item = (&Name, usize, Span)> {
        self.bodies.iter().flat_map(|body| &body.lets).filter_map(|binding| {
            match &binding.binding {
                Binding::Action(_, action, args) => Some((action, args.len(), binding.span)),
                Binding::Exp(..) | Binding::Fun(_) => None,
            }
        })
    }
}
