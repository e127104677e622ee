//! Forwarding: an object that was copied says where its copy is. Nothing else writes or reads
//! that word.

use crate::object::{Object, Shape};
use abi::{FORWARDED, Header};

/// The state of the place where an object was.
pub(super) enum Found {
    /// The object, which was not copied yet.
    Original(Shape),
    /// The address of its copy.
    Copy(Object),
}

/// The state of the place where an object was. For data, which most objects are, one test decides.
#[inline(always)]
pub(super) fn find(object: Object) -> Found {
    let word = object.word(0);
    if word & 1 == 1 {
        Found::Original(Shape::Data(Header(word)))
    } else if word & FORWARDED == 0 {
        Found::Original(object.shape())
    } else {
        // SAFETY: `forward` was given a whole object.
        Found::Copy(unsafe { Object::at(word & !FORWARDED) })
    }
}

/// The copy of an object, if it was copied.
pub(crate) fn copy_of(object: Object) -> Option<Object> {
    match find(object) {
        Found::Original(_) => None,
        Found::Copy(copy) => Some(copy),
    }
}

/// The object itself, or its copy if it was copied.
pub(crate) fn settled(object: Object) -> Object {
    copy_of(object).unwrap_or(object)
}

/// Makes an object say where its copy is. Only that can be asked of it from now on.
#[inline(always)]
pub(super) fn forward(object: Object, copy: Object) {
    object.set(0, copy.address() | FORWARDED);
}
