//! A weak reference follows a living object and is cleared when it dies.
#![allow(unsafe_code, reason = "plays compiled code")]

mod common;
use abi::NULL_IMMEDIATE;
use common::*;
use kont_runtime::prim::*;

fn weak(m: &mut Mutator, referent: u64) -> u64 {
    unsafe { kont_weak_new(m.vproc, referent) }
}

#[test]
fn dead_and_alive_in_a_minor_collection() {
    let mut m = Mutator::new();
    let (kept, lost) = (m.record(0, &[1]), m.record(0, &[2]));
    m.vp().save_ints[0] = kept;
    m.vp().save_ints[1] = weak(&mut m, kept);
    m.vp().save_ints[2] = weak(&mut m, lost);
    m.collect();
    assert_eq!(get(m.vp().save_ints[1], 1), m.vp().save_ints[0]);
    assert_eq!(get(m.vp().save_ints[2], 1), NULL_IMMEDIATE);
}

#[test]
fn dead_and_alive_in_a_major_collection() {
    let mut m = Mutator::new();
    let (kept, lost) = (m.record(0, &[1]), m.record(0, &[2]));
    let header = abi::Header::array(abi::Elem::Ref).0;
    let large = unsafe {
        [kont_array_new(m.vproc, header, 40_000, 1), kont_array_new(m.vproc, header, 40_000, 1)]
    };
    m.vp().save_ints = [kept, lost, large[0], large[1], 1, 1, 1];
    let weaks: Vec<u64> =
        [kept, lost, large[0], large[1]].iter().map(|o| weak(&mut m, *o)).collect();
    m.vp().save_ints[4] = m.record(0b1111, &weaks);
    m.collect();
    m.vp().save_ints[1] = 1;
    m.vp().save_ints[3] = 1;
    m.collect();
    let weaks = m.vp().save_ints[4];
    assert_ne!(
        get(get(weaks, 2), 1),
        NULL_IMMEDIATE,
        "it is old: a minor collection does not know"
    );
    m.collect_fully();
    let weaks = m.vp().save_ints[4];
    assert_eq!(get(get(weaks, 1), 1), m.vp().save_ints[0]);
    assert_eq!(get(get(weaks, 2), 1), NULL_IMMEDIATE);
    assert_eq!(get(get(weaks, 3), 1), large[0]);
    assert_eq!(get(get(weaks, 4), 1), NULL_IMMEDIATE);
}

#[test]
fn an_object_that_only_dead_objects_reach_is_dead() {
    let mut m = Mutator::new();
    let inner = m.record(0, &[1]);
    m.record(1, &[inner]);
    m.vp().save_ints[0] = weak(&mut m, inner);
    let through = m.vp().save_ints[0];
    m.vp().save_ints[1] = weak(&mut m, through);
    m.collect();
    assert_eq!(get(m.vp().save_ints[0], 1), NULL_IMMEDIATE);
    assert_eq!(get(m.vp().save_ints[1], 1), m.vp().save_ints[0]);
}

#[test]
fn static_referents_and_immediates_never_die() {
    let mut m = Mutator::new();
    let outside = static_object(&[abi::Header::record(0, 0, 0).0]);
    m.vp().save_ints[0] = weak(&mut m, outside);
    m.vp().save_ints[1] = weak(&mut m, 77);
    m.collect_fully();
    assert_eq!(get(m.vp().save_ints[0], 1), outside);
    assert_eq!(get(m.vp().save_ints[1], 1), 77);
}

#[test]
fn one_outside_the_nursery_is_settled_too() {
    let mut m = Mutator::new();
    let lost = m.record(0, &[2]);
    m.vp().alloc = m.vp().nursery_base + m.vp().nursery_bytes - 64;
    // Fill the gap, so that the nursery can be walked.
    let (start, end) = (lost + 16, m.vp().alloc);
    set(start, 0, abi::Header::FILLER.0);
    set(start, 1, (end - start) / 8 - 2);
    let reference = weak(&mut m, lost);
    assert!(!m.is_young(reference));
    m.collect();
    assert_eq!(get(reference, 1), NULL_IMMEDIATE);
}
