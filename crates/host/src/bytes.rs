//! Byte strings: ranges, comparison, hash.

use crate::BuiltinExn;
use std::cmp::Ordering;
use std::ops::Range;

/// The indices of `length` elements from `start`, of `available`; raises Subscript.
pub fn range(start: i64, length: i64, available: usize) -> Result<Range<usize>, BuiltinExn> {
    if start < 0 || length < 0 || start as u64 + length as u64 > available as u64 {
        return Err(BuiltinExn::Subscript);
    }
    Ok(start as usize..start as usize + length as usize)
}

/// The indices of the group of this number, of so many bytes; raises Subscript.
pub fn group(number: u64, size: usize, available: usize) -> Result<Range<usize>, BuiltinExn> {
    if number >= (available / size) as u64 {
        return Err(BuiltinExn::Subscript);
    }
    let start = number as usize * size;
    Ok(start..start + size)
}

/// The number that at most eight bytes stand for, the lowest first.
pub fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// The room for at most so many bytes of input; raises Size. It is bounded: far fewer may come
/// than a program asks for.
pub fn room(most: i64) -> Result<usize, BuiltinExn> {
    if most < 0 { Err(BuiltinExn::Size) } else { Ok(most.min(1 << 20) as usize) }
}

/// The index of the first such byte.
pub fn find_byte(bytes: &[u8], byte: u8) -> Option<usize> {
    crate::sys::find_byte(bytes, byte)
}

/// The bytes before the first zero.
pub fn before_zero(bytes: &[u8]) -> &[u8] {
    &bytes[..find_byte(bytes, 0).unwrap_or(bytes.len())]
}

/// The sign of an ordering: -1, 0 or 1.
pub fn sign(ordering: Ordering) -> i64 {
    ordering as i64
}

/// The characters of a text in UTF-8. Bytes that are none are U+FFFD: as many of them as some
/// character begins with, or one.
pub fn chars(text: &[u8]) -> Vec<u32> {
    String::from_utf8_lossy(text).chars().map(u32::from).collect()
}

/// The text of characters in UTF-8. Numbers that are no characters are U+FFFD.
pub fn of_chars(chars: impl Iterator<Item = u32>) -> Vec<u8> {
    let chars = chars.map(|n| char::from_u32(n).unwrap_or(char::REPLACEMENT_CHARACTER));
    chars.collect::<String>().into_bytes()
}

/// The FNV-1a hash of the bytes, 64 bits.
pub fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_and_their_bytes() {
        let text = "a\u{e9}\u{20ac}\u{10348}";
        let codes = [0x61, 0xe9, 0x20ac, 0x10348];
        assert_eq!(chars(text.as_bytes()), codes);
        assert_eq!(of_chars(codes.into_iter()), text.as_bytes());
        assert_eq!(chars(b"a\xe2\x82b\xff"), [0x61, 0xfffd, 0x62, 0xfffd]);
        assert_eq!(of_chars([0xd800, 0x11_0000].into_iter()), "\u{fffd}\u{fffd}".as_bytes());
    }

    #[test]
    fn a_range_must_lie_inside() {
        assert_eq!(range(1, 2, 3), Ok(1..3));
        assert_eq!(range(3, 0, 3), Ok(3..3));
        for (start, length) in
            [(4, 0), (-1, 1), (0, -1), (2, 2), (i64::MAX, i64::MAX), (1, i64::MAX)]
        {
            assert_eq!(range(start, length, 3), Err(BuiltinExn::Subscript));
        }
    }

    #[test]
    fn the_hash_is_fnv1a() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn orders_are_signs() {
        assert_eq!(
            [sign(b"a"[..].cmp(b"b")), sign(b"b"[..].cmp(b"")), sign(b""[..].cmp(b""))],
            [-1, 1, 0]
        );
    }
}
