//! The part of Cogent that is generated: types, patterns, expressions, definitions. Every
//! expression knows its type, so that it can be replaced by another.
//!
//! Variables are names, and an inner one hides an outer one. Functions and constants are numbers.

use std::rc::Rc;

/// A field of a record or a tag of a variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Part {
    pub(crate) name: String,
    pub(crate) ty: Ty,
    pub(crate) taken: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Ty {
    /// With this many bits.
    Word(u32),
    Bool,
    Str,
    Unit,
    /// At least two.
    Tuple(Vec<Ty>),
    /// Unboxed, with fields in the order of declaration.
    Record(Vec<Part>),
    /// With tags in the order of code points. One without an argument carries the unit, one with
    /// several a tuple.
    Variant(Vec<Part>),
    Fun(Box<Ty>, Box<Ty>),
    /// A type variable of the function.
    Var(usize),
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Pat {
    Var(String),
    Wild,
    Unit,
    Tuple(Vec<Pat>),
    /// All fields that are there: those that have a pattern, and by `..` the others, whose
    /// variables have the names of the fields.
    Record(Vec<(String, Pat)>, Vec<String>),
    /// `r {f = p}`.
    Take(String, Vec<(String, Pat)>),
    // The others may not match, and stand at the top only.
    Int(u64),
    Bool(bool),
    Tag(String, Box<Pat>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Arrow {
    Plain,
    Likely,
    Unlikely,
}

#[derive(Clone, Debug)]
pub(crate) struct Alt {
    pub(crate) pat: Pat,
    pub(crate) arrow: Arrow,
    pub(crate) body: Exp,
}

/// `p = e`, or `p <= e |> q -> f`.
#[derive(Clone, Debug)]
pub(crate) struct Bind {
    pub(crate) pat: Pat,
    pub(crate) annotated: bool,
    pub(crate) value: Exp,
    pub(crate) others: Vec<Alt>,
}

/// `c -> e`.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    pub(crate) cond: Exp,
    pub(crate) arrow: Arrow,
    pub(crate) body: Exp,
}

/// A function where it is used.
#[derive(Clone, Debug)]
pub(crate) struct Use {
    pub(crate) fun: usize,
    /// Types for its type variables, and whether each of them is written.
    pub(crate) types: Vec<(Ty, bool)>,
    pub(crate) inline: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BinOp {
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

pub(crate) const ARITHMETIC: [BinOp; 10] = [
    BinOp::Mul,
    BinOp::Div,
    BinOp::Rem,
    BinOp::Add,
    BinOp::Sub,
    BinOp::BitAnd,
    BinOp::BitXor,
    BinOp::BitOr,
    BinOp::ShiftLeft,
    BinOp::ShiftRight,
];

pub(crate) const COMPARISONS: [BinOp; 6] =
    [BinOp::Less, BinOp::Greater, BinOp::LessEq, BinOp::GreaterEq, BinOp::Equal, BinOp::NotEqual];

#[derive(Clone, Debug)]
pub(crate) struct Exp {
    pub(crate) ty: Ty,
    pub(crate) kind: ExpKind,
}

#[derive(Clone, Debug)]
pub(crate) enum ExpKind {
    Int(u64),
    Bool(bool),
    Str(Vec<u8>),
    Unit,
    Var(String),
    Const(usize),
    Fun(Use),
    Tuple(Vec<Exp>),
    /// In the order in which they are written.
    Record(Vec<(String, Exp)>),
    Tag(String, Box<Exp>),
    Member(Box<Exp>, String),
    Put(Box<Exp>, Vec<(String, Exp)>),
    App(Box<Exp>, Box<Exp>),
    /// `f $ x`.
    Dollar(Box<Exp>, Box<Exp>),
    Compose(Box<Exp>, Box<Exp>),
    Complement(Box<Exp>),
    Not(Box<Exp>),
    Binary(BinOp, Box<Exp>, Box<Exp>),
    Upcast(Box<Exp>),
    Seq(Vec<Exp>, Box<Exp>),
    Let(Vec<Bind>, Box<Exp>),
    /// Of one guard `if c then e else f`, unless it is to have bars.
    If(Vec<Guard>, Box<Exp>, bool),
    Match(Box<Exp>, Vec<Alt>),
    /// With the type of its argument, or without.
    Lambda(Rc<(Pat, Exp)>, bool),
    /// A value of a subtype as one of this type.
    Promote(Box<Exp>),
    Annot(Box<Exp>),
}

/// A function, by one pattern that always matches or by alternatives.
#[derive(Clone, Debug)]
pub(crate) struct Fun {
    pub(crate) name: String,
    /// What may be done with the values of each type variable.
    pub(crate) vars: Vec<&'static str>,
    pub(crate) arg: Ty,
    pub(crate) result: Ty,
    pub(crate) alts: Vec<Alt>,
}

#[derive(Clone, Debug)]
pub(crate) struct Const {
    pub(crate) name: String,
    pub(crate) value: Exp,
}

/// `type T a = ...`, where the parameter is [`PARAM`].
#[derive(Clone, Debug)]
pub(crate) struct Synonym {
    pub(crate) name: String,
    pub(crate) param: bool,
    pub(crate) ty: Ty,
}

/// The parameter of a synonym, as a type variable.
pub(crate) const PARAM: usize = usize::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Item {
    Fun(usize),
    Const(usize),
    Synonym(usize),
}

#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) synonyms: Vec<Synonym>,
    pub(crate) consts: Vec<Const>,
    /// The last is the one that is called.
    pub(crate) funs: Vec<Fun>,
    /// The text: what is not here is not in the program.
    pub(crate) items: Vec<Item>,
    /// Definitions over boxed records, which are compiled but cannot be called.
    pub(crate) boxed: Vec<String>,
    pub(crate) arg: Exp,
}

impl Ty {
    pub(crate) fn fun(arg: Ty, result: Ty) -> Ty {
        Ty::Fun(Box::new(arg), Box::new(result))
    }

    /// Its immediate parts.
    pub(crate) fn parts(&self) -> Vec<&Ty> {
        match self {
            Ty::Word(_) | Ty::Bool | Ty::Str | Ty::Unit | Ty::Var(_) => Vec::new(),
            Ty::Tuple(types) => types.iter().collect(),
            Ty::Record(parts) | Ty::Variant(parts) => parts.iter().map(|part| &part.ty).collect(),
            Ty::Fun(arg, result) => vec![arg, result],
        }
    }

    pub(crate) fn any(&self, is: &dyn Fn(&Ty) -> bool) -> bool {
        is(self) || self.parts().iter().any(|part| part.any(is))
    }

    pub(crate) fn has_var(&self) -> bool {
        self.any(&|ty| matches!(ty, Ty::Var(_)))
    }

    /// True if its values can be written on the command line.
    pub(crate) fn is_writable(&self) -> bool {
        !self.any(&|ty| match ty {
            Ty::Fun(..) | Ty::Var(_) => true,
            Ty::Record(parts) => parts.iter().any(|part| part.taken),
            Ty::Word(_) | Ty::Bool | Ty::Str | Ty::Unit | Ty::Tuple(_) | Ty::Variant(_) => false,
        })
    }

    /// With a function applied to its immediate parts.
    pub(crate) fn map(&self, of: &mut dyn FnMut(&Ty) -> Ty) -> Ty {
        let mut each = |parts: &[Part]| {
            parts.iter().map(|part| Part { ty: of(&part.ty), ..part.clone() }).collect()
        };
        match self {
            Ty::Word(_) | Ty::Bool | Ty::Str | Ty::Unit | Ty::Var(_) => self.clone(),
            Ty::Record(parts) => Ty::Record(each(parts)),
            Ty::Variant(parts) => Ty::Variant(each(parts)),
            Ty::Tuple(types) => Ty::Tuple(types.iter().map(of).collect()),
            Ty::Fun(arg, result) => Ty::fun(of(arg), of(result)),
        }
    }

    /// With types for type variables.
    pub(crate) fn with(&self, types: &dyn Fn(usize) -> Option<Ty>) -> Ty {
        if let Ty::Var(var) = self {
            return types(*var).unwrap_or_else(|| self.clone());
        }
        self.map(&mut |ty| ty.with(types))
    }

    /// Makes this type equal to another by types for its variables, if that can be.
    pub(crate) fn unify(&self, other: &Ty, found: &mut Vec<(usize, Ty)>) -> bool {
        let labels = |parts: &[Part]| -> Vec<(String, bool)> {
            parts.iter().map(|part| (part.name.clone(), part.taken)).collect()
        };
        match (self, other) {
            (Ty::Var(var), _) => match found.iter().find(|(known, _)| known == var) {
                Some((_, ty)) => ty == other,
                None => {
                    found.push((*var, other.clone()));
                    true
                }
            },
            (Ty::Record(a), Ty::Record(b)) | (Ty::Variant(a), Ty::Variant(b))
                if labels(a) != labels(b) =>
            {
                false
            }
            (Ty::Tuple(a), Ty::Tuple(b)) if a.len() != b.len() => false,
            _ if std::mem::discriminant(self) != std::mem::discriminant(other) => false,
            _ if self.parts().is_empty() => self == other,
            _ => self.parts().iter().zip(other.parts()).all(|(a, b)| a.unify(b, found)),
        }
    }
}

impl Exp {
    pub(crate) fn var(name: &str, ty: &Ty) -> Exp {
        Exp { ty: ty.clone(), kind: ExpKind::Var(name.to_owned()) }
    }

    /// Its immediate parts.
    pub(crate) fn parts_mut(&mut self) -> Vec<&mut Exp> {
        match &mut self.kind {
            ExpKind::Int(_)
            | ExpKind::Bool(_)
            | ExpKind::Str(_)
            | ExpKind::Unit
            | ExpKind::Var(_)
            | ExpKind::Const(_)
            | ExpKind::Fun(_) => Vec::new(),
            ExpKind::Tuple(items) => items.iter_mut().collect(),
            ExpKind::Record(fields) => fields.iter_mut().map(|(_, value)| value).collect(),
            ExpKind::Put(record, fields) => {
                let fields = fields.iter_mut().map(|(_, value)| value);
                std::iter::once(&mut **record).chain(fields).collect()
            }
            ExpKind::Tag(_, one)
            | ExpKind::Member(one, _)
            | ExpKind::Complement(one)
            | ExpKind::Not(one)
            | ExpKind::Upcast(one)
            | ExpKind::Promote(one)
            | ExpKind::Annot(one) => vec![one],
            ExpKind::App(a, b)
            | ExpKind::Dollar(a, b)
            | ExpKind::Compose(a, b)
            | ExpKind::Binary(_, a, b) => vec![a, b],
            ExpKind::Seq(firsts, last) => firsts.iter_mut().chain([&mut **last]).collect(),
            ExpKind::Let(binds, body) => {
                let values = binds.iter_mut().flat_map(|bind| {
                    let others = bind.others.iter_mut().map(|alt| &mut alt.body);
                    std::iter::once(&mut bind.value).chain(others)
                });
                values.chain([&mut **body]).collect()
            }
            ExpKind::If(guards, otherwise, _) => {
                let guards = guards.iter_mut().flat_map(|guard| [&mut guard.cond, &mut guard.body]);
                guards.chain([&mut **otherwise]).collect()
            }
            ExpKind::Match(subject, alts) => {
                let alts = alts.iter_mut().map(|alt| &mut alt.body);
                std::iter::once(&mut **subject).chain(alts).collect()
            }
            ExpKind::Lambda(function, _) => vec![&mut Rc::make_mut(function).1],
        }
    }
}
