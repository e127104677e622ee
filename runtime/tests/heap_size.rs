//! The size of a value is that of all objects it leads to.
#![allow(unsafe_code, reason = "plays compiled code")]

mod common;
use common::*;
use kont_runtime::prim::*;

fn size(m: &Mutator, value: u64) -> u64 {
    unsafe { kont_heap_size(m.vproc, value) }
}

#[test]
fn immediates_take_nothing() {
    let m = Mutator::new();
    assert_eq!(size(&m, 1), 0);
    assert_eq!(size(&m, 77), 0);
}

#[test]
fn shared_objects_and_cycles_count_once() {
    let mut m = Mutator::new();
    let leaf = m.record(0, &[5]);
    let pair = m.record(0b11, &[leaf, leaf]);
    assert_eq!(size(&m, pair), 16 + 24);
    set(pair, 2, pair);
    assert_eq!(size(&m, pair), 16 + 24);
}

#[test]
fn words_that_are_not_traced_lead_nowhere() {
    let mut m = Mutator::new();
    let leaf = m.record(0, &[5]);
    let raw = m.record(0, &[leaf]);
    assert_eq!(size(&m, raw), 16);
    let weak = unsafe { kont_weak_new(m.vproc, leaf) };
    assert_eq!(size(&m, weak), 16);
}

#[test]
fn a_constant_counts_and_static_code_does_not() {
    let mut m = Mutator::new();
    let constant = static_object(&[abi::Header::record(0, 1, 0).0, 3]);
    let closure = static_object(&[code(0, &[])]);
    let holder = m.record(0b11, &[constant, closure]);
    assert_eq!(size(&m, holder), 24 + 16);
}

#[test]
fn a_long_list_needs_no_stack() {
    let mut m = Mutator::new();
    let mut list = 1;
    for _ in 0..50_000 {
        list = m.record(0b10, &[7, list]);
    }
    let (allocated, used) = (m.vp().alloc, unsafe { kont_heap_used(m.vproc) });
    assert_eq!(size(&m, list), 50_000 * 24);
    assert_eq!(m.vp().alloc, allocated, "nothing is allocated");
    assert!(used >= 50_000 * 24);
}
