//! The part of Standard ML that is generated: types, patterns, expressions,
//! declarations. Every expression knows its type, so that it can be replaced by another.
//!
//! Variables, datatypes and type variables are numbers, each bound once in a program;
//! their names are in [`Program`]. `bool`, `list`, `option` and `order` are datatypes like others.

use num_bigint::BigInt;
use std::rc::Rc;

/// A variable or an exception constructor.
pub(crate) type Var = usize;
/// A datatype.
pub(crate) type DataId = usize;
/// A type variable, or the type that a functor takes.
pub(crate) type TyVar = usize;

/// Integer types, by their names in Standard ML.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::enum_variant_names, reason = "they are the names that programs write")]
pub(crate) enum Int {
    Int,
    Int8,
    Int16,
    Int32,
    Int64,
    IntInf,
}

/// Word types, by their names in Standard ML.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::enum_variant_names, reason = "they are the names that programs write")]
pub(crate) enum Word {
    Word,
    Word8,
    Word16,
    Word32,
    Word64,
}

/// A type. Fields of a record are in the order of their labels; a tuple is a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Ty {
    Int(Int),
    Word(Word),
    Char,
    String,
    Exn,
    Record(Vec<(String, Ty)>),
    Data(DataId, Vec<Ty>),
    Vector(Box<Ty>),
    Array(Box<Ty>),
    Ref(Box<Ty>),
    Fun(Box<Ty>, Box<Ty>),
    Var(TyVar),
}

pub(crate) const BOOL: DataId = 0;
pub(crate) const LIST: DataId = 1;
pub(crate) const OPTION: DataId = 2;
pub(crate) const ORDER: DataId = 3;

/// The exceptions of the library, by their variables; `Fail` alone carries something.
pub(crate) const EXCEPTIONS: [&str; 11] = [
    "Overflow",
    "Div",
    "Subscript",
    "Chr",
    "Size",
    "Match",
    "Bind",
    "Option",
    "Empty",
    "Domain",
    "Fail",
];
pub(crate) const FAIL: Var = 10;

/// A datatype.
#[derive(Clone, Debug)]
pub(crate) struct Data {
    /// As it is written where it is used: `A1.d3`, if it is in a structure.
    pub(crate) name: String,
    pub(crate) params: Vec<TyVar>,
    pub(crate) cons: Vec<Con>,
    /// Constructors that a value can end with.
    pub(crate) small: Vec<u32>,
}

/// A constructor.
#[derive(Clone, Debug)]
pub(crate) struct Con {
    pub(crate) name: String,
    pub(crate) arg: Option<Ty>,
    /// The argument as the datatype's function for text sees it: the type that a functor
    /// takes is unknown to it.
    pub(crate) shown: Option<Ty>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Lit {
    Int(BigInt),
    Word(u64),
    Char(u8),
    String(Vec<u8>),
}

#[derive(Clone, Debug)]
pub(crate) struct Pat {
    pub(crate) ty: Ty,
    pub(crate) kind: PatKind,
}

#[derive(Clone, Debug)]
pub(crate) enum PatKind {
    Wild,
    Var(Var),
    Lit(Lit),
    /// Some of the fields, in any order; the others are `...`.
    Record(Vec<(String, Pat)>),
    Con(u32, Option<Box<Pat>>),
    Exn(Var, Option<Box<Pat>>),
    Ref(Box<Pat>),
    Vector(Vec<Pat>),
    As(Var, Box<Pat>),
    /// Alternatives that bind nothing.
    Or(Vec<Pat>),
}

#[derive(Clone, Debug)]
pub(crate) struct Exp {
    pub(crate) ty: Ty,
    pub(crate) kind: ExpKind,
}

/// `pat => exp`.
pub(crate) type Arm = (Pat, Exp);

#[derive(Clone, Debug)]
pub(crate) enum ExpKind {
    Lit(Lit),
    Var(Var),
    /// Fields in the order in which they are written and evaluated.
    Record(Vec<(String, Exp)>),
    Select(String, Box<Exp>),
    Con(u32, Option<Box<Exp>>),
    Exn(Var, Option<Box<Exp>>),
    /// A function of the library, by its place in the table of them.
    Op(usize, Vec<Exp>),
    App(Box<Exp>, Box<Exp>),
    Fn(Rc<Vec<Arm>>),
    If(Box<Exp>, Box<Exp>, Box<Exp>),
    Andalso(Box<Exp>, Box<Exp>),
    Orelse(Box<Exp>, Box<Exp>),
    Case(Box<Exp>, Vec<Arm>),
    Let(Vec<Dec>, Box<Exp>),
    Seq(Vec<Exp>, Box<Exp>),
    Raise(Box<Exp>),
    Handle(Box<Exp>, Vec<Arm>),
    /// `#[a, b]`.
    Vector(Vec<Exp>),
    /// The value as text.
    Show(Box<Exp>),
}

/// A function by clauses, each with the same number of patterns.
#[derive(Clone, Debug)]
pub(crate) struct Fun {
    pub(crate) var: Var,
    pub(crate) params: Vec<TyVar>,
    pub(crate) args: Vec<Ty>,
    pub(crate) result: Ty,
    pub(crate) clauses: Vec<(Vec<Pat>, Exp)>,
    /// True if its type variables are written before its name, and its result after its arguments.
    pub(crate) explicit: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Dec {
    Val(Pat, Exp),
    /// Functions that may call one another.
    Fun(Rc<Vec<Fun>>),
    Datatype(Vec<DataId>),
    Exception(Var, Option<Ty>),
    Structure(Rc<Module>, Exports),
    Functor(Rc<Functor>),
    /// A functor applied to a type and values, for the variables of its argument.
    Apply {
        functor: String,
        ty: Ty,
        args: Vec<(Var, Exp)>,
        exports: Exports,
    },
    /// Prints the value of an expression, or what it raises, which leaves the program if
    /// it is not caught.
    Print {
        number: usize,
        caught: bool,
        exp: Exp,
    },
}

/// The contents of a structure.
#[derive(Clone, Debug)]
pub(crate) struct Module {
    pub(crate) body: Vec<Dec>,
    pub(crate) vals: Vec<Var>,
    pub(crate) datas: Vec<DataId>,
    pub(crate) exceptions: Vec<Var>,
    pub(crate) ascription: Ascription,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ascription {
    None,
    Transparent,
    Opaque,
}

#[derive(Clone, Debug)]
pub(crate) struct Functor {
    pub(crate) name: String,
    pub(crate) ty: TyVar,
    pub(crate) args: Vec<Var>,
    pub(crate) module: Module,
}

/// The name of a structure, and what the variables and datatypes in it are called outside:
/// pairs of the number inside and that outside.
#[derive(Clone, Debug)]
pub(crate) struct Exports {
    pub(crate) name: String,
    pub(crate) vals: Vec<(Var, Var)>,
    pub(crate) datas: Vec<(DataId, DataId)>,
}

/// The properties of a variable.
#[derive(Clone, Debug)]
pub(crate) struct VarInfo {
    pub(crate) name: String,
    /// Generalised over.
    pub(crate) params: Vec<TyVar>,
    /// Of an exception constructor what it carries, or the empty record.
    pub(crate) ty: Ty,
}

#[derive(Clone, Debug)]
pub(crate) struct TyVarInfo {
    pub(crate) name: String,
    pub(crate) equality: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) vars: Vec<VarInfo>,
    pub(crate) tyvars: Vec<TyVarInfo>,
    pub(crate) datas: Vec<Data>,
    pub(crate) decs: Vec<Dec>,
}

impl Ty {
    pub(crate) const INT: Ty = Ty::Int(Int::Int);

    pub(crate) fn bool() -> Ty {
        Ty::Data(BOOL, Vec::new())
    }

    pub(crate) fn unit() -> Ty {
        Ty::Record(Vec::new())
    }

    pub(crate) fn list(of: Ty) -> Ty {
        Ty::Data(LIST, vec![of])
    }

    pub(crate) fn option(of: Ty) -> Ty {
        Ty::Data(OPTION, vec![of])
    }

    pub(crate) fn tuple(of: Vec<Ty>) -> Ty {
        Ty::Record((1..).map(|n: usize| n.to_string()).zip(of).collect())
    }

    pub(crate) fn fun(arg: Ty, result: Ty) -> Ty {
        Ty::Fun(Box::new(arg), Box::new(result))
    }

    /// The type of a function of several curried arguments.
    pub(crate) fn curried(args: &[Ty], result: Ty) -> Ty {
        args.iter().rev().fold(result, |result, arg| Ty::fun(arg.clone(), result))
    }

    /// Its immediate parts.
    pub(crate) fn parts(&self) -> Vec<&Ty> {
        match self {
            Ty::Int(_) | Ty::Word(_) | Ty::Char | Ty::String | Ty::Exn | Ty::Var(_) => Vec::new(),
            Ty::Record(fields) => fields.iter().map(|(_, ty)| ty).collect(),
            Ty::Data(_, args) => args.iter().collect(),
            Ty::Vector(of) | Ty::Array(of) | Ty::Ref(of) => vec![of],
            Ty::Fun(arg, result) => vec![arg, result],
        }
    }

    pub(crate) fn any(&self, is: &dyn Fn(&Ty) -> bool) -> bool {
        is(self) || self.parts().iter().any(|part| part.any(is))
    }

    pub(crate) fn has_var(&self) -> bool {
        self.any(&|ty| matches!(ty, Ty::Var(_)))
    }

    pub(crate) fn is_record(&self) -> bool {
        matches!(self, Ty::Record(_))
    }

    /// With types for type variables.
    pub(crate) fn with(&self, types: &[(TyVar, Ty)]) -> Ty {
        let of = |ty: &Ty| Box::new(ty.with(types));
        match self {
            Ty::Int(_) | Ty::Word(_) | Ty::Char | Ty::String | Ty::Exn => self.clone(),
            Ty::Var(var) => types
                .iter()
                .find(|(wanted, _)| wanted == var)
                .map_or_else(|| self.clone(), |(_, ty)| ty.clone()),
            Ty::Record(fields) => {
                Ty::Record(fields.iter().map(|(l, ty)| (l.clone(), ty.with(types))).collect())
            }
            Ty::Data(id, args) => Ty::Data(*id, args.iter().map(|ty| ty.with(types)).collect()),
            Ty::Vector(ty) => Ty::Vector(of(ty)),
            Ty::Array(ty) => Ty::Array(of(ty)),
            Ty::Ref(ty) => Ty::Ref(of(ty)),
            Ty::Fun(arg, result) => Ty::Fun(of(arg), of(result)),
        }
    }

    /// Makes this type equal to another by types for variables, if that can be. Variables that
    /// are not among these stand for themselves.
    pub(crate) fn unify(&self, other: &Ty, vars: &[TyVar], found: &mut Vec<(TyVar, Ty)>) -> bool {
        match (self, other) {
            (Ty::Var(var), _) if vars.contains(var) => {
                match found.iter().find(|(known, _)| known == var) {
                    Some((_, ty)) => ty == other,
                    None => {
                        found.push((*var, other.clone()));
                        true
                    }
                }
            }
            (Ty::Record(a), Ty::Record(b))
                if !a.iter().map(|f| &f.0).eq(b.iter().map(|f| &f.0)) =>
            {
                false
            }
            (Ty::Data(a, _), Ty::Data(b, _)) if a != b => false,
            _ if std::mem::discriminant(self) != std::mem::discriminant(other) => false,
            _ if self.parts().is_empty() => self == other,
            _ => self.parts().iter().zip(other.parts()).all(|(a, b)| a.unify(b, vars, found)),
        }
    }
}

/// Labels are in the order of numbers, then of names.
pub(crate) fn by_label<T>(fields: &mut [(String, T)]) {
    fields.sort_by_key(|(label, _)| (label.parse::<u32>().unwrap_or(u32::MAX), label.clone()));
}

impl Program {
    /// The argument of a constructor of this type.
    pub(crate) fn con_arg(&self, ty: &Ty, con: u32) -> Option<Ty> {
        let Ty::Data(id, args) = ty else { return None };
        let data = &self.datas[*id];
        let types: Vec<_> = data.params.iter().copied().zip(args.iter().cloned()).collect();
        data.cons[con as usize].arg.as_ref().map(|arg| arg.with(&types))
    }

    /// True if values of this type can be compared with `=`.
    pub(crate) fn is_equality(&self, ty: &Ty) -> bool {
        self.equality(ty, &mut Vec::new())
    }

    fn equality(&self, ty: &Ty, seen: &mut Vec<DataId>) -> bool {
        match ty {
            Ty::Int(_) | Ty::Word(_) | Ty::Char | Ty::String | Ty::Ref(_) | Ty::Array(_) => true,
            Ty::Exn | Ty::Fun(..) => false,
            Ty::Var(var) => self.tyvars[*var].equality,
            Ty::Record(_) | Ty::Vector(_) => {
                ty.parts().into_iter().all(|part| self.equality(part, seen))
            }
            Ty::Data(id, args) => {
                if !args.iter().all(|arg| self.equality(arg, seen)) {
                    return false;
                }
                if seen.contains(id) {
                    return true;
                }
                seen.push(*id);
                let data = &self.datas[*id];
                data.cons.iter().filter_map(|con| con.arg.as_ref()).all(|arg| {
                    // The parameters have been looked at.
                    let types: Vec<_> = data.params.iter().map(|p| (*p, Ty::INT)).collect();
                    self.equality(&arg.with(&types), seen)
                })
            }
        }
    }
}
