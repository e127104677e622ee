//! A recorded store keeps a young object that only an old one refers to.
#![allow(unsafe_code, reason = "plays compiled code")]

mod common;
use common::*;
use kont_runtime::prim::*;

/// An object that a collection has taken out of the nursery.
fn old(m: &mut Mutator, object: u64) -> u64 {
    m.vp().save_ints[0] = object;
    m.collect();
    m.vp().save_ints[0]
}

/// An old array of references, all of which are immediates.
fn old_array(m: &mut Mutator, length: i64) -> u64 {
    let header = abi::Header::array(abi::Elem::Ref).0;
    let array = unsafe { kont_array_new(m.vproc, header, length, 1) };
    old(m, array)
}

#[test]
fn a_record_is_recorded_again_after_every_collection() {
    let mut m = Mutator::new();
    let small = [vec![abi::Header::record(0, 1, 1).0], vec![1]].concat();
    let big = [vec![abi::Header::big_record(0, 40).0, 1], vec![1; 40]].concat();
    for (words, field) in [(small, 1), (big, 2)] {
        let record = m.object(&words);
        let record = old(&mut m, record);
        for number in [42, 43, 44] {
            let young = m.record(0, &[number]);
            m.store(record, field, young);
            m.collect();
            assert!(get(record, field) != young);
            assert_eq!(get(get(record, field), 1), number);
        }
        m.collect_fully();
        let record = m.vp().save_ints[0];
        assert_eq!(get(get(record, field), 1), 44);
    }
}

#[test]
fn a_record_is_recorded_once_between_collections() {
    let mut m = Mutator::new();
    let record = m.record(0b11, &[1, 1]);
    let record = old(&mut m, record);
    for number in 0..200_000 {
        let young = m.record(0, &[number]);
        m.store(record, 1 + number as usize % 2, young);
        assert_eq!(get(record, 0) & abi::Header::OLD, 0);
        if m.limit() == 0 || m.vp().alloc > m.limit() {
            break;
        }
    }
    assert!(m.limit() > 0, "stores into one record ask for no collection");
    let last = get(record, 1);
    m.collect();
    assert!(get(record, 1) != last && get(get(record, 2), 1) == get(get(record, 1), 1) + 1);
}

#[test]
fn slots_of_arrays_are_recorded_one_by_one() {
    let mut m = Mutator::new();
    let array = old_array(&mut m, 2000);
    for i in 0..2000 {
        let young = m.record(0, &[i]);
        m.store(array, 2 + i as usize, young);
    }
    m.collect();
    assert!((0..2000).all(|i| get(get(array, 2 + i), 1) == i as u64));
}

#[test]
fn many_stores_ask_for_a_collection() {
    let mut m = Mutator::new();
    let array = old_array(&mut m, 2);
    let young = m.record(0, &[42]);
    for i in 0..200_000 {
        m.store(array, 2 + i % 2, young);
    }
    assert_eq!(m.limit(), 0);
    m.check();
    assert!(m.limit() > 0);
    let young = m.record(0, &[43]);
    for _ in 0..1_000_000 {
        m.store(array, 2, young);
    }
    assert!(m.limit() > 0, "the same slot again and again is one");
    for i in 0..1_000_000 {
        m.store(array, 2 + i % 2, array);
    }
    assert!(m.limit() > 0, "old values are not recorded");
}

#[test]
fn array_copy_has_its_own_barrier() {
    let mut m = Mutator::new();
    let header = abi::Header::array(abi::Elem::Ref).0;
    let array = unsafe { kont_array_new(m.vproc, header, 10, 1) };
    m.vp().save_ints[0] = array;
    m.collect();
    let old = m.vp().save_ints[0];
    let young = m.record(0, &[42]);
    let source = unsafe { kont_array_new(m.vproc, header, 3, young) };
    unsafe { kont_array_copy(m.vproc, source, 1, old, 8, 2) };
    m.collect();
    for i in 0..8 {
        assert_eq!(get(old, 2 + i), 1);
    }
    assert_eq!(get(get(old, 10), 1), 42);
    assert_eq!(get(old, 10), get(old, 11));
}
