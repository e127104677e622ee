//! Odd words: values that need no object.
//!
//! A word is read by its static type, so the types may share bit patterns:
//! ```text
//! nullary constructor of a sum   tag << 1 | 1
//! small intinf                   n << 1 | 1            63 bits, signed
//! any: i64                       n << 2 | 1            62 bits, signed
//! any: i1 i8 i16 i32             n << 8 | class << 2 | 3
//! ```

/// What a dead weak reference holds, and a traced slot that has no value yet.
pub const NULL_IMMEDIATE: u64 = 1;

/// The immediate of a nullary constructor.
pub const fn nullary(tag: u64) -> u64 {
    tag << 1 | 1
}

/// The small integer as `intinf`, if it has 63 bits.
pub const fn small_big(n: i64) -> Option<u64> {
    if n << 1 >> 1 == n { Some((n << 1 | 1) as u64) } else { None }
}

/// The value of a small `intinf`.
pub const fn small_big_value(word: u64) -> i64 {
    word as i64 >> 1
}

/// An `i64` as `any`, if it has 62 bits.
pub const fn any_i64(n: i64) -> Option<u64> {
    if n << 2 >> 2 == n { Some((n << 2 | 1) as u64) } else { None }
}

/// Classes of small integers in an `any`.
pub const ANY_I1: u64 = 0;
/// See [`ANY_I1`].
pub const ANY_I8: u64 = 1;
/// See [`ANY_I1`].
pub const ANY_I16: u64 = 2;
/// See [`ANY_I1`].
pub const ANY_I32: u64 = 3;

/// A small integer as `any`.
pub const fn any_small(class: u64, n: u64) -> u64 {
    n << 8 | class << 2 | 3
}
