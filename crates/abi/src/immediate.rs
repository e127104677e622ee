//! Odd words: values that need no object.
//!
//! A word is read by its static type, so the types may share bit patterns:
//! ```text
//! nullary constructor of a sum   tag << 1 | 1
//! small intinf                   n << 1 | 1            63 bits, signed
//! any: i64                       n << 2 | 1            62 bits, signed
//! any: i1 i8 i16 i32             n << ANY_SMALL_SHIFT | class << 2 | 3
//! ```

/// The bit that tells an immediate from the address of an object.
pub const IMMEDIATE: u64 = 1;
/// The bit at which the tag of a nullary constructor begins.
pub const NULLARY_SHIFT: u64 = 1;
/// The bit at which a small `intinf` begins.
pub const SMALL_BIG_SHIFT: u64 = 1;
/// The bit at which an `i64` begins in an `any`.
pub const ANY_I64_SHIFT: u64 = 2;
/// The bits below an `i64` in an `any`.
pub const ANY_I64: u64 = 1;
/// The bits of an `any` that say whether it is an `i64`.
pub const ANY_I64_MASK: u64 = 3;
/// The bit at which a smaller integer begins in an `any`.
pub const ANY_SMALL_SHIFT: u64 = 8;
/// The bits of an `any` that say of which class a smaller integer is.
pub const ANY_SMALL_MASK: u64 = 0xff;

/// The content of a dead weak reference, and of a traced slot that has no value yet.
pub const NULL_IMMEDIATE: u64 = 1;

/// The immediate of a nullary constructor.
pub const fn nullary(tag: u64) -> u64 {
    tag << NULLARY_SHIFT | IMMEDIATE
}

/// The small integer as `intinf`, if it has 63 bits.
pub const fn small_big(n: i64) -> Option<u64> {
    if n << SMALL_BIG_SHIFT >> SMALL_BIG_SHIFT == n {
        Some((n << SMALL_BIG_SHIFT) as u64 | IMMEDIATE)
    } else {
        None
    }
}

/// The value of a small `intinf`.
pub const fn small_big_value(word: u64) -> i64 {
    word as i64 >> SMALL_BIG_SHIFT
}

/// An `i64` as `any`, if it has 62 bits.
pub const fn any_i64(n: i64) -> Option<u64> {
    if n << ANY_I64_SHIFT >> ANY_I64_SHIFT == n {
        Some((n << ANY_I64_SHIFT) as u64 | ANY_I64)
    } else {
        None
    }
}

/// Classes of small integers in an `any`.
pub const ANY_I1: u64 = 0;
/// See [`ANY_I1`].
pub const ANY_I8: u64 = 1;
/// See [`ANY_I1`].
pub const ANY_I16: u64 = 2;
/// See [`ANY_I1`].
pub const ANY_I32: u64 = 3;

/// What is in an `any`, as a number: an `i64` of 62 bits.
pub const ANY_KIND_SMALL: i64 = 0;
/// What is in an `any`, as a number: a smaller integer.
pub const ANY_KIND_IMMEDIATE: i64 = 1;
/// What is in an `any`, as a number: a function.
pub const ANY_KIND_FUN: i64 = 2;
/// What is in an `any`, as a number: the first kind of object; the others follow.
pub const ANY_KIND_OBJECT: i64 = 3;

/// What is in an `any`, as a number: an object.
pub const fn any_kind(kind: crate::ObjectKind) -> i64 {
    ANY_KIND_OBJECT + kind as i64
}

/// A small integer as `any`.
pub const fn any_small(class: u64, n: u64) -> u64 {
    n << 8 | class << 2 | 3
}
