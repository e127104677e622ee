//! Large objects do not move, are scanned, and die in a major collection.
#![allow(unsafe_code, reason = "plays compiled code")]

mod common;
use abi::{Elem, Header};
use common::*;
use kont_runtime::prim::*;

const LENGTH: i64 = 40_000;

fn refs() -> u64 {
    Header::array(Elem::Ref).0
}

#[test]
fn a_large_array_stays_and_keeps_its_elements() {
    let mut m = Mutator::new();
    let element = m.record(0, &[9]);
    let array = unsafe { kont_array_new(m.vproc, refs(), LENGTH, element) };
    assert!(!m.is_young(array));
    m.vp().save_ints[0] = array;
    m.collect();
    assert_eq!(m.vp().save_ints[0], array);
    let moved = get(array, 2);
    assert!(moved != element && (0..LENGTH as usize).all(|i| get(array, 2 + i) == moved));
    m.collect_fully();
    m.collect_fully();
    assert_eq!(m.vp().save_ints[0], array);
    assert_eq!(get(get(array, 1 + LENGTH as usize), 1), 9);
}

#[test]
fn dead_ones_give_their_memory_back() {
    let mut m = Mutator::new();
    let before = m.runtime.statistics().heap;
    for round in 0..200 {
        let array =
            unsafe { kont_array_new(m.vproc, Header::array(Elem::Raw(3)).0, 1 << 17, round) };
        m.vp().save_ints[0] = array;
        m.check();
        assert_eq!(get(array, 1000), round);
    }
    assert!(m.runtime.statistics().majors >= 2, "{}", m.runtime.statistics());
    assert!(m.runtime.statistics().heap_peak < 100 << 20);
    m.vp().save_ints[0] = 1;
    m.collect_fully();
    assert!(m.runtime.statistics().heap <= before + (1 << 20));
}

#[test]
fn reused_pages_are_zero() {
    let mut m = Mutator::new();
    for _ in 0..3 {
        let array = unsafe { kont_array_new(m.vproc, Header::array(Elem::Raw(0)).0, 400_000, 0) };
        assert!((0..50_000).all(|i| get(array, 2 + i) == 0));
        for i in 0..50_000 {
            set(array, 2 + i, u64::MAX);
        }
        m.collect_fully();
    }
}

#[test]
fn a_young_object_may_be_large_too() {
    let mut m = Mutator::new();
    let element = m.record(0, &[9]);
    // Compiled code may bump-allocate any size that its check asked for.
    let array = m.vp().alloc;
    m.vp().alloc += (2 + LENGTH as u64) * 8;
    set(array, 0, refs());
    set(array, 1, LENGTH as u64);
    for i in 0..LENGTH as usize {
        set(array, 2 + i, element);
    }
    m.vp().save_ints[0] = array;
    m.collect();
    let moved = m.vp().save_ints[0];
    assert_ne!(moved, array);
    for _ in 0..3 {
        m.collect_fully();
        assert_eq!(m.vp().save_ints[0], moved, "large now");
        assert_eq!(get(get(moved, 500), 1), 9);
    }
}

#[test]
fn a_chain_of_large_objects_is_marked_without_recursion() {
    let mut m =
        Mutator::with(kont_runtime::Config { heap_max: 8 << 30, sanity: false, ..config() });
    for _ in 0..2000 {
        let last = m.vp().save_ints[0];
        m.vp().save_ints[0] = unsafe { kont_array_new(m.vproc, refs(), 5000, last) };
        m.check();
    }
    m.collect_fully();
    let (mut at, mut length) = (m.vp().save_ints[0], 0);
    while at != 1 {
        (at, length) = (get(at, 2), length + 1);
    }
    assert_eq!(length, 2000);
}
