//! Values that know their type.

use super::{Code, Value};
use crate::{AnyClass, Ty, TyId, TyTable};
use std::fmt::{self, Write};
use std::hash::{DefaultHasher, Hasher};

/// A value in an `any`.
pub struct AnyBox<C: Code> {
    /// Its type.
    pub key: AnyKey,
    /// The value.
    pub value: Value<C>,
}

/// How an `any` tells types apart, across modules: by the type as text. A tuple
/// whose fields are all `any` is known by its length alone, mutable or not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnyKey {
    /// A tuple of this many `any`.
    Anys(usize),
    /// Any other type: a hash of its text.
    Type(u64),
}

impl AnyKey {
    /// The key of a type.
    pub fn of(types: &TyTable, ty: TyId) -> AnyKey {
        if let Ty::Tuple(fields) = types.get(ty)
            && fields.iter().all(|field| *types.get(field.ty) == Ty::Any)
        {
            return AnyKey::Anys(fields.len());
        }
        AnyKey::text(format_args!("{}", types.show(ty)))
    }

    /// The key of the types of a class.
    pub fn of_class(class: &AnyClass) -> AnyKey {
        match class {
            AnyClass::Int(width) => AnyKey::text(format_args!("{width}")),
            AnyClass::F32 => AnyKey::text(format_args!("f32")),
            AnyClass::F64 => AnyKey::text(format_args!("f64")),
            AnyClass::Tuple(n) => AnyKey::Anys(*n as usize),
            AnyClass::Boxed(text) => AnyKey::text(format_args!("{text}")),
        }
    }

    fn text(text: fmt::Arguments<'_>) -> AnyKey {
        let mut hash = TextHash(DefaultHasher::new());
        // Writing to a hash cannot fail.
        let _ = hash.write_fmt(text);
        AnyKey::Type(hash.0.finish())
    }
}

struct TextHash(DefaultHasher);

impl Write for TextHash {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.write(text.as_bytes());
        Ok(())
    }
}
