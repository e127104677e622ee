//! Primitives on strings and byte arrays: representation and exceptions.
#![allow(unsafe_code, reason = "plays compiled code")]

mod common;
use abi::{Elem, Header};
use common::*;
use kont_runtime::prim::*;

fn bytes(m: &Mutator, length: i64) -> Bytes {
    Bytes::from_word(unsafe {
        kont_array_new(m.vproc, Header::array(Elem::Raw(0)).0, length, b'.'.into())
    })
}

#[test]
fn a_string_is_padded_with_zeros() {
    let mut m = Mutator::new();
    for length in 0..20 {
        let string = m.str(&"x".repeat(length));
        let words = 2 + length / 8 + 1;
        assert_eq!(get(string.word(), 0), Header::STR.0);
        assert_eq!(get(string.word(), 1), length as u64);
        assert_eq!(get(string.word(), words - 1) >> (8 * (length % 8)), 0);
        assert_eq!(text(string).len(), length);
    }
}

#[test]
fn parts_of_strings() {
    let mut m = Mutator::new();
    let (v, s) = (m.vproc, m.str("hello"));
    unsafe {
        assert_eq!(
            (kont_str_len(v, s), kont_str_get(v, s, 1), kont_str_get_u(v, s, 4)),
            (5, 101, 111)
        );
        for index in [-1, 5, i64::MIN] {
            kont_str_get(v, s, index);
            assert_eq!(m.raised().as_deref(), Some("Subscript"));
        }
        assert_eq!(text(kont_str_sub(v, s, 1, 3)), "ell");
        assert_eq!(text(kont_str_sub(v, s, 5, 0)), "");
        assert_eq!(m.raised(), None);
        kont_str_sub(v, s, 3, 3);
        assert_eq!(m.raised().as_deref(), Some("Subscript"));
    }
}

#[test]
fn whole_strings() {
    let mut m = Mutator::new();
    let (v, a, b) = (m.vproc, m.str("ab"), m.str("abc"));
    let copy = m.str("ab");
    unsafe {
        assert_eq!(text(kont_str_concat(v, a, b)), "ababc");
        assert_eq!([kont_str_eq(v, a, copy), kont_str_eq(v, a, b)], [1, 0]);
        assert_eq!(
            [kont_str_cmp(v, a, b), kont_str_cmp(v, b, a), kont_str_cmp(v, a, copy)],
            [-1, 1, 0]
        );
        let high = kont_str_of_byte(v, 255);
        assert_eq!(kont_str_cmp(v, high, a), 1, "bytes are unsigned");
        assert_eq!(kont_str_hash(v, b), host::bytes::fnv1a(b"abc"));
        let vector = m.object(&[Header::array(Elem::Ref).0, 3, a.word(), b.word(), a.word()]);
        assert_eq!(text(kont_str_join(v, Strs::from_word(vector))), "ababcab");
    }
}

#[test]
fn byte_arrays() {
    let mut m = Mutator::new();
    let (v, s, array) = (m.vproc, m.str("hello"), bytes(&m, 9));
    unsafe {
        kont_str_blit(v, s, 1, array, 3, 4);
        assert_eq!(text(kont_str_of_bytes(v, array, 2, 6)), ".ello.");
        assert_eq!(m.raised(), None);
        kont_str_blit(v, s, 2, array, 0, 4);
        assert_eq!(m.raised().as_deref(), Some("Subscript"));
        kont_str_blit(v, s, 0, array, 5, 5);
        assert_eq!(m.raised().as_deref(), Some("Subscript"));
        kont_str_of_bytes(v, array, 9, 1);
        assert_eq!(m.raised().as_deref(), Some("Subscript"));
    }
}

#[test]
fn numbers_as_text() {
    let mut m = Mutator::new();
    let v = m.vproc;
    unsafe {
        assert_eq!(text(kont_i64_to_str(v, -255, 16)), "-ff");
        assert_eq!(text(kont_u64_to_str(v, u64::MAX, 10)), "18446744073709551615");
        kont_i64_to_str(v, 1, 1);
        assert_eq!(m.raised().as_deref(), Some("Domain"));
        assert_eq!(text(kont_f64_fmt(v, 0.5, 0, 2)), "5.00E-1");
        kont_f64_fmt(v, 0.5, 0, -1);
        assert_eq!(m.raised().as_deref(), Some("Size"));
        let (good, bad) = (m.str("~2.5"), m.str("2,5"));
        assert_eq!((kont_f64_parse(v, good), f64::from_bits(m.vp().extra[0])), (1, -2.5));
        assert_eq!((kont_f64_parse(v, bad), f64::from_bits(m.vp().extra[0])), (0, 0.0));
    }
}

#[test]
fn arrays_of_every_shape() {
    let mut m = Mutator::new();
    let v = m.vproc;
    for log in 0..4 {
        let header = Header::array(Elem::Raw(log)).0;
        let array = unsafe { kont_array_new(v, header, 16, 0x1122_3344_5566_7788) };
        let expected = [
            0x8888_8888_8888_8888,
            0x7788_7788_7788_7788,
            0x5566_7788_5566_7788,
            0x1122_3344_5566_7788,
        ];
        assert_eq!(get(array, 3), expected[log as usize]);
        for length in [-1, i64::MAX, i64::MIN, host::MAX_LENGTH + 1] {
            unsafe { kont_array_new(v, header, length, 0) };
            assert_eq!(m.raised().as_deref(), Some("Size"));
            unsafe { kont_array_alloc(v, header, length) };
            assert_eq!(m.raised().as_deref(), Some("Size"));
        }
    }
    let empty = unsafe { kont_array_alloc(v, Header::array(Elem::Ref).0, 0) };
    assert_eq!(get(empty, 1), 0);
}

#[test]
fn copies_may_overlap() {
    let mut m = Mutator::new();
    let (v, array) = (m.vproc, bytes(&m, 6));
    let s = m.str("abcdef");
    unsafe {
        kont_str_blit(v, s, 0, array, 0, 6);
        kont_array_copy(v, array.word(), 0, array.word(), 1, 5);
        assert_eq!(text(kont_str_of_bytes(v, array, 0, 6)), "aabcde");
        kont_array_copy(v, array.word(), 2, array.word(), 1, 4);
        assert_eq!(text(kont_str_of_bytes(v, array, 0, 6)), "abcdee");
        kont_array_copy(v, array.word(), 2, array.word(), 3, 4);
        assert_eq!(m.raised().as_deref(), Some("Subscript"));
    }
}
