//! Forwarding: an object that was copied says where its copy is. Nothing else writes or reads
//! that word.

use crate::object::Object;
use abi::FORWARDED;

/// Where the copy of an object is, if it was copied.
#[inline(always)]
pub(crate) fn copy_of(object: Object) -> Option<Object> {
    let word = object.word(0);
    // Most objects are data, of which the first test says all.
    if word & 1 == 1 || word & FORWARDED == 0 {
        return None;
    }
    // SAFETY: `forward` was given a whole object.
    Some(unsafe { Object::at(word & !FORWARDED) })
}

/// Where an object is now: where it was, or where its copy is.
pub(crate) fn settled(object: Object) -> Object {
    copy_of(object).unwrap_or(object)
}

/// Makes an object say where its copy is. Only that can be asked of it from now on.
#[inline(always)]
pub(super) fn forward(object: Object, copy: Object) {
    object.set(0, copy.address() | FORWARDED);
}
