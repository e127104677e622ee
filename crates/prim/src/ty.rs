//! Types of ANF and CPS, interned: equal types have equal ids.
//!
//! ```text
//! ty ::= i1 | i8 | i16 | i32 | i64 | f32 | f64 | str | intinf | exn | any | ptr
//!      | (field, ...)              boxed tuple; field ::= ty | mut ty
//!      | #(ty, ...)                unboxed tuple
//!      | array(ty) | vector(ty) | ref(ty) | weak(ty)
//!      | fun(ty, ...) -> (ty, ...)
//!      | cont(ty, ...)             a first-class continuation
//!      | exncon(ty, ...)           constructor of exceptions that carry these
//!      | name                      a sum declared in the module
//! ```

use base::{Name, PrimaryMap, entity_impl};
use std::collections::HashMap;
use std::fmt;

use crate::{PTy, Width};

/// An interned type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TyId(u32);
entity_impl!(TyId, "ty");

/// A sum type of the module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SumId(u32);
entity_impl!(SumId, "sum");

/// A field of a boxed tuple.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Field {
    /// Its type; an unboxed tuple is stored flat.
    pub ty: TyId,
    /// May it be set?
    pub mutable: bool,
}

/// A type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Ty {
    Int(Width),
    F32,
    F64,
    Str,
    Big,
    Exn,
    Any,
    Ptr,
    Tuple(Vec<Field>),
    Unboxed(Vec<TyId>),
    Array(TyId),
    Vector(TyId),
    Ref(TyId),
    Weak(TyId),
    Fun(Vec<TyId>, Vec<TyId>),
    Cont(Vec<TyId>),
    ExnCon(Vec<TyId>),
    Sum(SumId),
}

/// A constructor of a sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constructor {
    /// Its name.
    pub name: Name,
    /// What it carries; an unboxed tuple is stored flat.
    pub fields: Vec<TyId>,
}

/// A sum type: `sum list = nil | cons(i64, list)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sum {
    /// Its name; unique in a program.
    pub name: Name,
    /// Its constructors; the index is the tag.
    pub constructors: Vec<Constructor>,
}

/// The types of a module.
#[derive(Clone, Default, Debug)]
pub struct TyTable {
    types: PrimaryMap<TyId, Ty>,
    ids: HashMap<Ty, TyId>,
    /// The declared sums.
    pub sums: PrimaryMap<SumId, Sum>,
}

impl TyTable {
    /// The id of a type.
    pub fn intern(&mut self, ty: Ty) -> TyId {
        if let Some(id) = self.ids.get(&ty) {
            return *id;
        }
        let id = self.types.push(ty.clone());
        self.ids.insert(ty, id);
        id
    }

    /// The type of an id.
    pub fn get(&self, id: TyId) -> &Ty {
        &self.types[id]
    }

    /// Declares a sum. Its constructors may be filled in later, for recursion.
    pub fn add_sum(&mut self, name: impl Into<Name>, constructors: Vec<Constructor>) -> SumId {
        self.sums.push(Sum { name: name.into(), constructors })
    }

    /// The type of an integer width.
    pub fn int(&mut self, width: Width) -> TyId {
        self.intern(Ty::Int(width))
    }

    /// `i64`.
    pub fn i64(&mut self) -> TyId {
        self.int(Width::I64)
    }

    /// `i1`.
    pub fn bool(&mut self) -> TyId {
        self.int(Width::I1)
    }

    /// An immutable tuple.
    pub fn tuple(&mut self, fields: &[TyId]) -> TyId {
        self.intern(Ty::Tuple(fields.iter().map(|ty| Field { ty: *ty, mutable: false }).collect()))
    }

    /// A function type.
    pub fn fun(&mut self, args: &[TyId], results: &[TyId]) -> TyId {
        self.intern(Ty::Fun(args.to_vec(), results.to_vec()))
    }

    /// The type that a primitive's signature names.
    pub fn of_prim(&mut self, ty: PTy) -> TyId {
        match ty {
            PTy::Int(w) => self.int(w),
            PTy::F32 => self.intern(Ty::F32),
            PTy::F64 => self.intern(Ty::F64),
            PTy::Str => self.intern(Ty::Str),
            PTy::Big => self.intern(Ty::Big),
            PTy::Exn => self.intern(Ty::Exn),
            PTy::Bytes => {
                let byte = self.int(Width::I8);
                self.intern(Ty::Array(byte))
            }
            PTy::Strs => {
                let str = self.intern(Ty::Str);
                self.intern(Ty::Vector(str))
            }
        }
    }

    /// Does `id` have exactly the type that a primitive's signature names?
    pub fn is_prim(&self, id: TyId, ty: PTy) -> bool {
        match (self.get(id), ty) {
            (Ty::Int(v), PTy::Int(w)) => *v == w,
            (Ty::F32, PTy::F32) | (Ty::F64, PTy::F64) | (Ty::Str, PTy::Str) => true,
            (Ty::Big, PTy::Big) | (Ty::Exn, PTy::Exn) => true,
            (Ty::Array(e), PTy::Bytes) => *self.get(*e) == Ty::Int(Width::I8),
            (Ty::Vector(e), PTy::Strs) => *self.get(*e) == Ty::Str,
            _ => false,
        }
    }

    /// The type as text.
    pub fn show(&self, id: TyId) -> Shown<'_> {
        Shown { table: self, id }
    }

    /// Some types, once unboxed tuples are spread.
    pub fn components(&self, tys: &[TyId]) -> Vec<TyId> {
        let mut all = Vec::new();
        let mut todo: Vec<TyId> = tys.iter().rev().copied().collect();
        while let Some(ty) = todo.pop() {
            match self.get(ty) {
                Ty::Unboxed(parts) => todo.extend(parts.iter().rev()),
                _ => all.push(ty),
            }
        }
        all
    }
}

/// A type that displays as the text format writes it.
pub struct Shown<'a> {
    table: &'a TyTable,
    id: TyId,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |f: &mut fmt::Formatter<'_>, tys: &[TyId]| {
            f.write_str("(")?;
            for (i, ty) in tys.iter().enumerate() {
                write!(f, "{}{}", if i > 0 { ", " } else { "" }, self.table.show(*ty))?;
            }
            f.write_str(")")
        };
        match self.table.get(self.id) {
            Ty::Int(w) => write!(f, "{w}"),
            Ty::F32 => f.write_str("f32"),
            Ty::F64 => f.write_str("f64"),
            Ty::Str => f.write_str("str"),
            Ty::Big => f.write_str("intinf"),
            Ty::Exn => f.write_str("exn"),
            Ty::Any => f.write_str("any"),
            Ty::Ptr => f.write_str("ptr"),
            Ty::Tuple(fields) => {
                f.write_str("(")?;
                for (i, field) in fields.iter().enumerate() {
                    let comma = if i > 0 { ", " } else { "" };
                    let mutable = if field.mutable { "mut " } else { "" };
                    write!(f, "{comma}{mutable}{}", self.table.show(field.ty))?;
                }
                f.write_str(")")
            }
            Ty::Unboxed(tys) => {
                f.write_str("#")?;
                list(f, tys)
            }
            Ty::Array(ty) => write!(f, "array({})", self.table.show(*ty)),
            Ty::Vector(ty) => write!(f, "vector({})", self.table.show(*ty)),
            Ty::Ref(ty) => write!(f, "ref({})", self.table.show(*ty)),
            Ty::Weak(ty) => write!(f, "weak({})", self.table.show(*ty)),
            Ty::Fun(args, results) => {
                f.write_str("fun")?;
                list(f, args)?;
                f.write_str(" -> ")?;
                list(f, results)
            }
            Ty::Cont(tys) => {
                f.write_str("cont")?;
                list(f, tys)
            }
            Ty::ExnCon(tys) => {
                f.write_str("exncon")?;
                list(f, tys)
            }
            Ty::Sum(sum) => crate::text::show_type_name(&self.table.sums[*sum].name).fmt(f),
        }
    }
}
