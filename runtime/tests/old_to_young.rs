//! A recorded store keeps a young object that only an old one refers to.
#![allow(unsafe_code, reason = "plays compiled code")]

mod common;
use common::*;
use kont_runtime::prim::*;

#[test]
fn a_recorded_store_is_a_root_once() {
    let mut m = Mutator::new();
    let cell = m.record(1, &[1]);
    m.vp().save_ints[0] = cell;
    m.collect();
    let cell = m.vp().save_ints[0];
    let young = m.record(0, &[42]);
    set(cell, 1, young);
    unsafe { kont_record_store(m.vproc, cell + 8) };
    m.collect();
    assert!(get(cell, 1) != young);
    assert_eq!(get(get(cell, 1), 1), 42);
    m.collect_fully();
    let cell = m.vp().save_ints[0];
    assert_eq!(get(get(cell, 1), 1), 42);
}

#[test]
fn a_store_into_static_data_is_a_root_for_ever() {
    let mut m = Mutator::new();
    let cell = static_object(&[abi::Header::record(0, 1, 1).0, 1]);
    let young = m.record(0, &[42]);
    set(cell, 1, young);
    unsafe { kont_record_store(m.vproc, cell + 8) };
    for _ in 0..3 {
        m.collect_fully();
        assert_ne!(get(cell, 1), young);
        assert_eq!(get(get(cell, 1), 1), 42);
    }
}

#[test]
fn many_stores_ask_for_a_collection() {
    let mut m = Mutator::new();
    let cell = m.record(1, &[1]);
    let other = m.record(1, &[1]);
    for _ in 0..100_000 {
        unsafe {
            kont_record_store(m.vproc, cell + 8);
            kont_record_store(m.vproc, other + 8);
        }
    }
    assert_eq!(m.limit(), 0);
    m.check();
    assert!(m.limit() > 0);
    for _ in 0..1_000_000 {
        unsafe { kont_record_store(m.vproc, cell + 8) };
    }
    assert!(m.limit() > 0, "the same slot again and again is one");
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
