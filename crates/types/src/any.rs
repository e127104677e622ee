//! The classes of values in an `any`.

use crate::{Ty, TyId, TyTable, Width};
use base::Name;
use rustc_hash::FxHashMap;
use text::show_name;

/// The class of a type's values in an `any`. `inject`, `is` and `project` of ANF become
/// operations that name the class, since CPS has flattened the types.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum AnyClass {
    /// An integer: an immediate, or boxed where it does not fit.
    Int(Width),
    /// A boxed `f32`.
    F32,
    /// A boxed `f64`.
    F64,
    /// A tuple of `any`s, all of which may be set or none: itself.
    Tuple {
        /// The number of its fields.
        len: u32,
        /// True if they may be set.
        mutable: bool,
    },
    /// A function of this many `any`s that gives one: itself.
    Fun(u32),
    /// An array of `any`s: itself.
    Anys,
    /// An array of integers of 8, 16 or 32 bits: itself.
    Raw(Width),
    /// A string: itself.
    Str,
    /// A continuation that takes one `any`: itself.
    Cont,
    /// Boxed beside the class, which this text tells from others in every unit.
    Boxed(Name),
}

impl AnyClass {
    /// The class of a type.
    #[expect(clippy::wildcard_enum_match_arm, reason = "every other type is boxed")]
    pub fn of(types: &TyTable, ty: TyId) -> AnyClass {
        let is_any = |ty: &TyId| *types.get(*ty) == Ty::Any;
        match types.get(ty) {
            Ty::Int(w) => AnyClass::Int(*w),
            Ty::F32 => AnyClass::F32,
            Ty::F64 => AnyClass::F64,
            Ty::Tuple(fields) if fields.iter().all(|f| is_any(&f.ty)) => {
                match fields.first().map(|first| first.mutable) {
                    Some(mutable) if fields.iter().all(|f| f.mutable == mutable) => {
                        AnyClass::Tuple { len: fields.len() as u32, mutable }
                    }
                    Some(_) | None => AnyClass::boxed(types, ty),
                }
            }
            Ty::Fun(..) => match types.anys(ty) {
                Some(count) => AnyClass::Fun(count),
                None => AnyClass::boxed(types, ty),
            },
            Ty::Array(elem) => match types.get(*elem) {
                Ty::Any => AnyClass::Anys,
                Ty::Int(width @ (Width::I8 | Width::I16 | Width::I32)) => AnyClass::Raw(*width),
                _ => AnyClass::boxed(types, ty),
            },
            Ty::Str => AnyClass::Str,
            Ty::Cont(taken) if taken.len() == 1 && is_any(&taken[0]) => AnyClass::Cont,
            _ => AnyClass::boxed(types, ty),
        }
    }

    /// True if a value of the class is an `any` as it is.
    pub fn is_itself(&self) -> bool {
        match self {
            AnyClass::Tuple { .. } | AnyClass::Fun(_) | AnyClass::Anys => true,
            AnyClass::Raw(_) | AnyClass::Str | AnyClass::Cont => true,
            AnyClass::Int(_) | AnyClass::F32 | AnyClass::F64 | AnyClass::Boxed(_) => false,
        }
    }

    fn boxed(types: &TyTable, ty: TyId) -> AnyClass {
        AnyClass::Boxed(described(types, ty).into())
    }
}

/// The text of a class.
fn described(types: &TyTable, ty: TyId) -> String {
    let mut text = Text { types, known: FxHashMap::default(), out: String::new() };
    text.ty(ty);
    text.out
}

impl TyTable {
    /// A type with the declarations of its sums: the same text in every unit for the same type, and
    /// for no other.
    pub fn described(&self, ty: TyId) -> String {
        let text = described(self, ty).replace(",)", ")").replace(',', ", ");
        text.replace(")->(", ") -> (")
    }

    /// Of a function that takes only `any`s and gives one: how many it takes.
    pub fn anys(&self, ty: TyId) -> Option<u32> {
        let is_any = |ty: &TyId| *self.get(*ty) == Ty::Any;
        let Ty::Fun(params, results) = self.get(ty) else { return None };
        let all = params.iter().all(is_any) && results.len() == 1 && is_any(&results[0]);
        (all && params.len() <= abi::MOST_ANYS).then_some(params.len() as u32)
    }

    /// True if the type is a tuple of `any`s all of which may be set.
    pub fn is_mutable_anys(&self, ty: TyId) -> bool {
        matches!(AnyClass::of(self, ty), AnyClass::Tuple { mutable: true, .. })
    }
}

/// The text of a class: the type with the declarations of its sums. A part that was written
/// before is `^` and its number, so that the text is as short as the type's graph, and
/// recursion ends.
struct Text<'t> {
    types: &'t TyTable,
    known: FxHashMap<TyId, usize>,
    out: String,
}

impl Text<'_> {
    fn ty(&mut self, ty: TyId) {
        if let Some(number) = self.known.get(&ty) {
            self.out += &format!("^{number}");
            return;
        }
        let parts: (&str, Vec<TyId>) = match self.types.get(ty) {
            Ty::Tuple(fields) => {
                self.note(ty);
                self.out.push('(');
                for field in fields {
                    self.out += if field.mutable { "mut " } else { "" };
                    self.ty(field.ty);
                    self.out.push(',');
                }
                self.out.push(')');
                return;
            }
            Ty::Fun(params, results) => {
                self.note(ty);
                self.list("fun", params);
                self.list("->", results);
                return;
            }
            Ty::Sum(sum) => {
                self.note(ty);
                let sum = &self.types.sums[*sum];
                self.out += &format!("{} {{", show_name(&sum.name));
                for constructor in &sum.constructors {
                    self.list(&show_name(&constructor.name).to_string(), &constructor.fields);
                }
                self.out.push('}');
                return;
            }
            Ty::Unboxed(tys) => ("#", tys.clone()),
            Ty::Array(ty) => ("array", vec![*ty]),
            Ty::Vector(ty) => ("vector", vec![*ty]),
            Ty::Ref(ty) => ("ref", vec![*ty]),
            Ty::Weak(ty) => ("weak", vec![*ty]),
            Ty::Cont(tys) => ("cont", tys.clone()),
            Ty::ExnCon(tys) => ("exncon", tys.clone()),
            Ty::Int(_) | Ty::F32 | Ty::F64 | Ty::Str | Ty::Big | Ty::Exn | Ty::Origin => {
                self.out += &self.types.show(ty).to_string();
                return;
            }
            Ty::Any | Ty::Ptr => {
                self.out += &self.types.show(ty).to_string();
                return;
            }
        };
        self.note(ty);
        self.list(parts.0, &parts.1);
    }

    fn note(&mut self, ty: TyId) {
        self.known.insert(ty, self.known.len());
    }

    fn list(&mut self, word: &str, tys: &[TyId]) {
        self.out += word;
        self.out.push('(');
        for ty in tys {
            self.ty(*ty);
            self.out.push(',');
        }
        self.out.push(')');
    }
}

impl Width {
    /// The class of small integers of this width in an `any`; none for `i64`.
    pub fn any_class(self) -> Option<u64> {
        match self {
            Width::I1 => Some(abi::ANY_I1),
            Width::I8 => Some(abi::ANY_I8),
            Width::I16 => Some(abi::ANY_I16),
            Width::I32 => Some(abi::ANY_I32),
            Width::I64 => None,
        }
    }
}
