//! The identity hash survives moves.
#![allow(unsafe_code, reason = "plays compiled code")]

mod common;
use abi::FieldKind;
use common::*;
use kont_runtime::prim::*;

#[test]
fn the_hash_survives_two_moves() {
    let mut m = Mutator::new();
    let object = m.record(1, &[1, 5]);
    let other = m.record(1, &[1, 5]);
    let hash = unsafe { kont_id_hash(m.vproc, object) };
    assert_ne!(hash, unsafe { kont_id_hash(m.vproc, other) });
    assert_eq!(hash, unsafe { kont_id_hash(m.vproc, object) });
    m.vp().save_ints[0] = object;
    for _ in 0..3 {
        m.collect_fully();
        let object = m.vp().save_ints[0];
        assert_eq!(hash, unsafe { kont_id_hash(m.vproc, object) });
        assert_eq!(get(object, 2), 5);
    }
}

#[test]
fn an_object_asked_when_old_keeps_its_hash() {
    let mut m = Mutator::new();
    m.vp().save_ints[0] = m.str("hello").word();
    m.collect();
    let hash = unsafe { kont_id_hash(m.vproc, m.vp().save_ints[0]) };
    m.collect_fully();
    let object = m.vp().save_ints[0];
    assert_eq!(hash, unsafe { kont_id_hash(m.vproc, object) });
    assert_eq!(text(Str::from_word(object)), "hello");
}

#[test]
fn large_and_static_objects_do_not_move() {
    let mut m = Mutator::new();
    let header = abi::Header::array(abi::Elem::Ref).0;
    m.vp().save_ints[0] = unsafe { kont_array_new(m.vproc, header, 40_000, 1) };
    let outside = static_object(&[abi::Header::record(0, 0, 0).0]);
    for object in [m.vp().save_ints[0], outside] {
        let hash = unsafe { kont_id_hash(m.vproc, object) };
        m.collect_fully();
        assert_eq!(hash, unsafe { kont_id_hash(m.vproc, object) });
    }
    assert_eq!(get(outside, 0), abi::Header::record(0, 0, 0).0, "static data may be read-only");
}

#[test]
fn an_object_that_the_hash_makes_large_survives() {
    let mut m = Mutator::new();
    let element = m.record(0, &[3]);
    let length = (32 << 10) / 8 - 2;
    let header = abi::Header::array(abi::Elem::Ref).0;
    m.vp().save_ints[0] = unsafe { kont_array_new(m.vproc, header, length, element) };
    m.collect();
    let hash = unsafe { kont_id_hash(m.vproc, m.vp().save_ints[0]) };
    for _ in 0..3 {
        m.collect_fully();
        let array = m.vp().save_ints[0];
        assert_eq!(hash, unsafe { kont_id_hash(m.vproc, array) });
        assert_eq!(get(get(array, 100), 1), 3);
    }
}

/// A closure has no room for a hash, so that it is made of what never changes.
#[test]
fn closures_are_told_apart_by_their_code_and_what_they_capture() {
    let mut m = Mutator::new();
    let fields = [FieldKind::Ref, FieldKind::Raw];
    let (one, other) = (code(0, &fields), code(0, &fields));
    let first = m.record(1, &[1, 5]);
    let second = m.record(1, &[1, 5]);
    let closures =
        [[one, first, 8], [one, second, 8], [one, first, 10], [one, 7, 8], [other, first, 8]];
    for (i, words) in closures.iter().enumerate() {
        m.vp().save_ints[i] = m.object(words);
    }
    let hashes = |m: &Mutator| -> Vec<u64> {
        let saved = &m.vp().save_ints[..closures.len()];
        saved.iter().map(|closure| unsafe { kont_id_hash(m.vproc, *closure) }).collect()
    };
    let before = hashes(&m);
    for (i, hash) in before.iter().enumerate() {
        assert!(!before[..i].contains(hash), "closure {i} has the hash of another");
    }
    for _ in 0..3 {
        m.collect_fully();
        assert_eq!(before, hashes(&m));
    }
}
