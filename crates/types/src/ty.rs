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
//!      | name                      a sum declared in the module, or a type that has a name
//! ```
//! A type of many parts is written once, by its name elsewhere: the text is as short as the
//! table, however often a type mentions another.

use base::rng::mix;
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
    /// True if it may be set.
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
    Origin,
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
    /// The types of its fields; an unboxed tuple is stored flat.
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

/// Types with more parts than this, those with names counted once, have names.
const MOST_PARTS: u32 = 200;

/// The size of a type's text, and a hash of its structure.
#[derive(Clone, Copy, Debug)]
struct Extent {
    /// The number of parts of its text.
    parts: u32,
    /// The hash of its structure: equal types have equal hashes in every table.
    hash: u64,
}

impl Extent {
    /// Of a type without parts.
    fn new(word: u64) -> Extent {
        Extent { parts: 1, hash: mix(word) }
    }

    fn mix(self, word: u64) -> Extent {
        Extent { hash: mix(self.hash ^ word), ..self }
    }

    /// With one more part.
    fn with(self, part: Extent) -> Extent {
        let parts = self.parts.saturating_add(if part.is_named() { 1 } else { part.parts });
        Extent { parts, ..self.mix(part.hash) }
    }

    fn is_named(self) -> bool {
        self.parts > MOST_PARTS
    }
}

/// The types of a module.
#[derive(Clone, Default, Debug)]
pub struct TyTable {
    types: PrimaryMap<TyId, Ty>,
    extents: PrimaryMap<TyId, Extent>,
    ids: HashMap<Ty, TyId>,
    /// The types that have names, by the number in it.
    named: HashMap<u64, TyId>,
    /// The declared sums.
    pub sums: PrimaryMap<SumId, Sum>,
}

impl TyTable {
    /// The id of a type.
    pub fn intern(&mut self, ty: Ty) -> TyId {
        if let Some(id) = self.ids.get(&ty) {
            return *id;
        }
        let mut extent = self.extent(&ty);
        let id = self.types.push(ty.clone());
        if extent.is_named() {
            while self.named.contains_key(&extent.hash) {
                extent.hash = extent.hash.wrapping_add(1);
            }
            self.named.insert(extent.hash, id);
        }
        self.extents.push(extent);
        self.ids.insert(ty, id);
        id
    }

    fn extent(&self, ty: &Ty) -> Extent {
        match ty {
            Ty::Int(width) => Extent::new(width.bits().into()),
            Ty::F32 => Extent::new(65),
            Ty::F64 => Extent::new(66),
            Ty::Str => Extent::new(67),
            Ty::Big => Extent::new(68),
            Ty::Exn => Extent::new(69),
            Ty::Origin => Extent::new(90),
            Ty::Any => Extent::new(70),
            Ty::Ptr => Extent::new(71),
            Ty::Tuple(fields) => fields.iter().fold(Extent::new(72), |extent, field| {
                let word = if field.mutable { 73 } else { 74 };
                extent.mix(word).with(self.extents[field.ty])
            }),
            Ty::Unboxed(tys) => self.extent_of(Extent::new(75), tys),
            Ty::Array(ty) => self.extent_of(Extent::new(76), &[*ty]),
            Ty::Vector(ty) => self.extent_of(Extent::new(77), &[*ty]),
            Ty::Ref(ty) => self.extent_of(Extent::new(78), &[*ty]),
            Ty::Weak(ty) => self.extent_of(Extent::new(79), &[*ty]),
            Ty::Fun(args, results) => {
                let args = self.extent_of(Extent::new(80), args);
                self.extent_of(args.mix(81), results)
            }
            Ty::Cont(tys) => self.extent_of(Extent::new(82), tys),
            Ty::ExnCon(tys) => self.extent_of(Extent::new(83), tys),
            Ty::Sum(sum) => {
                let name = self.sums[*sum].name.bytes();
                name.fold(Extent::new(84), |extent, byte| extent.mix(byte.into()))
            }
        }
    }

    fn extent_of(&self, extent: Extent, parts: &[TyId]) -> Extent {
        parts.iter().fold(extent, |extent, part| extent.with(self.extents[*part]))
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
            PTy::Origin => self.intern(Ty::Origin),
            PTy::Ptr => self.intern(Ty::Ptr),
            PTy::Any => self.intern(Ty::Any),
            PTy::Action => self.intern(Ty::Fun(Vec::new(), Vec::new())),
            PTy::Bytes => {
                let byte = self.int(Width::I8);
                self.intern(Ty::Array(byte))
            }
            PTy::Chars => {
                let code = self.int(Width::I32);
                self.intern(Ty::Array(code))
            }
            PTy::Strs => {
                let str = self.intern(Ty::Str);
                self.intern(Ty::Vector(str))
            }
        }
    }

    /// True if `id` is exactly the type that a primitive's signature names.
    pub fn is_prim(&self, id: TyId, ty: PTy) -> bool {
        match (self.get(id), ty) {
            (Ty::Int(v), PTy::Int(w)) => *v == w,
            (Ty::F32, PTy::F32) | (Ty::F64, PTy::F64) | (Ty::Str, PTy::Str) => true,
            (Ty::Big, PTy::Big) | (Ty::Exn, PTy::Exn) | (Ty::Origin, PTy::Origin) => true,
            (Ty::Ptr, PTy::Ptr) | (Ty::Any, PTy::Any) => true,
            (Ty::Array(e), PTy::Bytes) => *self.get(*e) == Ty::Int(Width::I8),
            (Ty::Array(e), PTy::Chars) => *self.get(*e) == Ty::Int(Width::I32),
            (Ty::Fun(params, results), PTy::Action) => params.is_empty() && results.is_empty(),
            (Ty::Vector(e), PTy::Strs) => *self.get(*e) == Ty::Str,
            _ => false,
        }
    }

    /// The type as text.
    pub fn show(&self, id: TyId) -> Shown<'_> {
        Shown { table: self, id, whole: false }
    }

    /// True if the type has a name, by which [`TyTable::show`] writes it.
    pub fn is_named(&self, id: TyId) -> bool {
        self.extents[id].is_named()
    }

    /// The types that have names, each after its parts.
    pub fn named_ids(&self) -> impl Iterator<Item = TyId> {
        self.extents.iter().filter(|(_, extent)| extent.is_named()).map(|(id, _)| id)
    }

    /// The types that have names, each after its parts, and what they are.
    pub fn named(&self) -> impl Iterator<Item = (Shown<'_>, Shown<'_>)> {
        self.named_ids().map(|id| (self.show(id), Shown { table: self, id, whole: true }))
    }

    /// Some types, once unboxed tuples are spread.
    pub fn components(&self, tys: &[TyId]) -> Vec<TyId> {
        let mut all = Vec::new();
        let mut todo: Vec<TyId> = tys.iter().rev().copied().collect();
        while let Some(ty) = todo.pop() {
            if let Ty::Unboxed(parts) = self.get(ty) {
                todo.extend(parts.iter().rev());
            } else {
                all.push(ty);
            }
        }
        all
    }
}

/// The beginning of the names of types; no sum is written so.
pub(crate) const NAMED: &str = "type_";

/// A type that displays as the text format writes it.
pub struct Shown<'a> {
    table: &'a TyTable,
    id: TyId,
    /// True if it is written out, even if it has a name.
    whole: bool,
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
        let extent = self.table.extents[self.id];
        if extent.is_named() && !self.whole {
            return write!(f, "{NAMED}{:016x}", extent.hash);
        }
        match self.table.get(self.id) {
            Ty::Int(w) => write!(f, "{w}"),
            Ty::F32 => f.write_str("f32"),
            Ty::F64 => f.write_str("f64"),
            Ty::Str => f.write_str("str"),
            Ty::Big => f.write_str("intinf"),
            Ty::Exn => f.write_str("exn"),
            Ty::Origin => f.write_str("origin"),
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
            Ty::Sum(sum) => crate::read::show_type_name(&self.table.sums[*sum].name).fmt(f),
        }
    }
}
