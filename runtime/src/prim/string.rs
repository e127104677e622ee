//! Byte strings.

use super::value::{Bytes, CText, Chars, Str, Strs};
use crate::state::Cx;
use abi::{WORD, str_words, word};
use host::BuiltinExn;
use host::bytes::{chars, fnv1a, group, number, of_chars, range, sign};

/// Copies a string to the start of the room. Short ones are copied in whole words, if these fit:
/// what is written behind the string makes way for the next.
fn put(room: &mut [u8], part: Str) {
    let bytes = part.bytes();
    let words = str_words(bytes.len());
    match room.get_mut(..words * WORD) {
        Some(room) if words <= 4 => {
            for (i, word) in room.chunks_exact_mut(WORD).enumerate() {
                word.copy_from_slice(&part.object().word(word::ELEMENTS + i).to_ne_bytes());
            }
        }
        _ => room[..bytes.len()].copy_from_slice(bytes),
    }
}

/// True if two strings are equal. Short ones, which names mostly are, are compared here, in halves
/// that may overlap: a call of the C library takes longer (knuth-bendix of MLton's benchmark
/// programs takes 0.95 of the time).
fn same(a: &[u8], b: &[u8]) -> bool {
    fn halves<const N: usize>(a: &[u8], b: &[u8]) -> bool {
        a.first_chunk::<N>() == b.first_chunk::<N>() && a.last_chunk::<N>() == b.last_chunk::<N>()
    }
    if a.len() != b.len() {
        return false;
    }
    match a.len() {
        0 => true,
        1 => a[0] == b[0],
        2..=3 => halves::<2>(a, b),
        4..=7 => halves::<4>(a, b),
        8..=16 => halves::<8>(a, b),
        _ => a == b,
    }
}

/// The number of a group of bytes; raises Subscript.
fn load(cx: &mut Cx, bytes: &[u8], index: i64, size: usize) -> u64 {
    match group(index as u64, size, bytes.len()) {
        Ok(group) => number(&bytes[group]),
        Err(exn) => cx.raise(exn),
    }
}

/// Sets a group of bytes; raises Subscript.
fn store(cx: &mut Cx, array: Bytes, index: i64, value: &[u8]) {
    let bytes = array.bytes();
    match group(index as u64, value.len(), bytes.len()) {
        Ok(group) => bytes[group].copy_from_slice(value),
        Err(exn) => cx.raise(exn),
    }
}

exports! {
    /// `str.len`.
    fn kont_str_len(cx, s: Str) -> u64 {
        s.object().word(word::LENGTH)
    }

    /// `str.get`; raises Subscript.
    fn kont_str_get(cx, s: Str, index: i64) -> u64 {
        match s.bytes().get(index as usize) {
            Some(byte) => u64::from(*byte),
            None => cx.raise(BuiltinExn::Subscript),
        }
    }

    /// `str.get.u`.
    fn kont_str_get_u(cx, s: Str, index: i64) -> u64 {
        u64::from(s.bytes()[index as usize])
    }

    /// `str.get.i16`; raises Subscript.
    fn kont_str_get_i16(cx, s: Str, index: i64) -> u64 {
        load(cx, s.bytes(), index, 2)
    }

    /// `str.get.i32`; raises Subscript.
    fn kont_str_get_i32(cx, s: Str, index: i64) -> u64 {
        load(cx, s.bytes(), index, 4)
    }

    /// `str.get.i64`; raises Subscript.
    fn kont_str_get_i64(cx, s: Str, index: i64) -> u64 {
        load(cx, s.bytes(), index, 8)
    }

    /// `bytes.get.i16`; raises Subscript.
    fn kont_bytes_get_i16(cx, array: Bytes, index: i64) -> u64 {
        load(cx, array.bytes(), index, 2)
    }

    /// `bytes.get.i32`; raises Subscript.
    fn kont_bytes_get_i32(cx, array: Bytes, index: i64) -> u64 {
        load(cx, array.bytes(), index, 4)
    }

    /// `bytes.get.i64`; raises Subscript.
    fn kont_bytes_get_i64(cx, array: Bytes, index: i64) -> u64 {
        load(cx, array.bytes(), index, 8)
    }

    /// `bytes.set.i16`; raises Subscript.
    fn kont_bytes_set_i16(cx, array: Bytes, index: i64, value: u64) {
        store(cx, array, index, &value.to_le_bytes()[..2])
    }

    /// `bytes.set.i32`; raises Subscript.
    fn kont_bytes_set_i32(cx, array: Bytes, index: i64, value: u64) {
        store(cx, array, index, &value.to_le_bytes()[..4])
    }

    /// `bytes.set.i64`; raises Subscript.
    fn kont_bytes_set_i64(cx, array: Bytes, index: i64, value: u64) {
        store(cx, array, index, &value.to_le_bytes())
    }

    /// `str.sub`; raises Subscript.
    fn kont_str_sub(cx, s: Str, start: i64, length: i64) -> Str {
        match range(start, length, s.bytes().len()) {
            Ok(range) => cx.new_str(&s.bytes()[range]),
            Err(exn) => cx.raise(exn),
        }
    }

    /// `str.concat`.
    fn kont_str_concat(cx, a: Str, b: Str) -> Str {
        match (a.bytes().len(), b.bytes().len()) {
            (_, 0) => return a,
            (0, _) => return b,
            _ => {}
        }
        let (a, b) = (a.bytes(), b.bytes());
        let Some((string, room)) = cx.blank_str_or_end(a.len() + b.len()) else {
            return Str::default();
        };
        room[..a.len()].copy_from_slice(a);
        room[a.len()..].copy_from_slice(b);
        string
    }

    /// `str.join`.
    fn kont_str_join(cx, strings: Strs) -> Str {
        let length = strings.strings().map(|s| s.bytes().len()).sum();
        let Some((string, mut room)) = cx.blank_str_or_end(length) else { return Str::default() };
        for part in strings.strings() {
            put(room, part);
            room = &mut room[part.bytes().len()..];
        }
        string
    }

    /// `str.eq`.
    fn kont_str_eq(cx, a: Str, b: Str) -> u64 {
        u64::from(a == b || same(a.bytes(), b.bytes()))
    }

    /// `str.cmp`.
    fn kont_str_cmp(cx, a: Str, b: Str) -> i64 {
        sign(a.bytes().cmp(b.bytes()))
    }

    /// `str.cmp.part`; raises Subscript.
    fn kont_str_cmp_part(cx, a: Str, i: i64, m: i64, b: Str, j: i64, n: i64) -> i64 {
        let (a, b) = (a.bytes(), b.bytes());
        match (range(i, m, a.len()), range(j, n, b.len())) {
            (Ok(first), Ok(second)) => sign(a[first].cmp(&b[second])),
            _ => cx.raise(BuiltinExn::Subscript),
        }
    }

    /// `str.hash`.
    fn kont_str_hash(cx, s: Str) -> u64 {
        fnv1a(s.bytes())
    }

    /// `str.of.byte`.
    fn kont_str_of_byte(cx, byte: u64) -> Str {
        cx.new_str(&[byte as u8])
    }

    /// `str.of.bytes`; raises Subscript.
    fn kont_str_of_bytes(cx, array: Bytes, start: i64, length: i64) -> Str {
        match range(start, length, array.bytes().len()) {
            Ok(range) => cx.new_str(&array.bytes()[range]),
            Err(exn) => cx.raise(exn),
        }
    }

    /// `str.chars`.
    fn kont_str_chars(cx, s: Str) -> Chars {
        cx.new_chars(&chars(s.bytes()))
    }

    /// `str.of.chars`; raises Subscript.
    fn kont_str_of_chars(cx, array: Chars, start: i64, length: i64) -> Str {
        let codes = array.codes();
        match range(start, length, codes.len()) {
            Ok(range) => cx.new_str(&of_chars(codes[range].iter().copied())),
            Err(exn) => cx.raise(exn),
        }
    }

    /// `str.of.c`.
    fn kont_str_of_c(cx, text: CText) -> Str {
        cx.new_str(text.bytes())
    }

    /// `str.blit`; raises Subscript.
    fn kont_str_blit(cx, s: Str, start: i64, array: Bytes, to: i64, length: i64) {
        let (from, into) = (s.bytes(), array.bytes());
        match (range(start, length, from.len()), range(to, length, into.len())) {
            (Ok(source), Ok(target)) => into[target].copy_from_slice(&from[source]),
            _ => cx.raise(BuiltinExn::Subscript),
        }
    }
}
