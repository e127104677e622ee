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
        let mut hash = TextHash(DefaultHasher::new());
        // Writing to a hash cannot fail.
        let _ = write!(hash, "{}", types.show(ty));
        AnyKey::Type(hash.0.finish())
    }

    /// The key of a class, the same as that of the types it stands for.
    pub fn of_class(class: &AnyClass) -> AnyKey {
        let mut hash = TextHash(DefaultHasher::new());
        let _ = match class {
            AnyClass::Tuple(len) => return AnyKey::Anys(*len as usize),
            AnyClass::Int(width) => write!(hash, "{width}"),
            AnyClass::F32 => write!(hash, "f32"),
            AnyClass::F64 => write!(hash, "f64"),
            AnyClass::Boxed(text) => write!(hash, "{text}"),
        };
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
