//! An object that a root reaches survives a minor collection and is in the old generation.

mod common;
use common::*;

#[test]
fn reachable_objects_move_and_keep_their_words() {
    let mut m = Mutator::new();
    let inner = m.record(0, &[7, 8]);
    let outer = m.record(0b101, &[inner, inner, 3]);
    m.vp().save_ints[0] = outer;
    assert!(m.is_young(outer));
    m.collect();
    let moved = m.vp().save_ints[0];
    assert!(moved != outer && !m.is_young(moved));
    assert_eq!([get(moved, 2), get(moved, 3)], [inner, 3], "raw fields are not traced");
    let inner = get(moved, 1);
    assert_eq!([get(inner, 1), get(inner, 2)], [7, 8]);
    assert_eq!(m.vp().alloc, m.vp().nursery_base);
}

#[test]
fn shared_objects_stay_shared_and_garbage_is_not_copied() {
    let mut m = Mutator::new();
    let shared = m.record(0, &[1]);
    for _ in 0..1000 {
        m.record(0, &[0; 10]);
    }
    m.vp().save_ints[0] = shared;
    m.vp().save_ints[6] = shared;
    m.vp().save_cont = shared;
    m.vp().exn = shared;
    m.vp().handler = shared;
    m.collect();
    let moved = m.vp().save_ints[0];
    assert_ne!(moved, shared);
    assert_eq!([m.vp().save_ints[6], m.vp().save_cont, m.vp().exn, m.vp().handler], [moved; 4]);
    assert_eq!(m.runtime.statistics().copied, 16);
}

#[test]
fn a_slot_that_is_not_a_root_is_left_alone() {
    let mut m = Mutator::new();
    let object = m.record(0, &[1]);
    m.vp().save_clos = static_object(&[code(1 << 1, &[])]);
    m.vp().save_ints[0] = object;
    m.vp().save_ints[1] = object;
    m.vp().save_cont = object;
    m.collect();
    assert_eq!(m.vp().save_ints[0], object);
    assert_eq!(m.vp().save_cont, object);
    assert_ne!(m.vp().save_ints[1], object);
}

#[test]
fn a_heap_closure_says_its_roots_before_it_moves() {
    let mut m = Mutator::new();
    let object = m.record(0, &[5]);
    let closure = m.object(&[code(1 << 3, &[abi::FieldKind::Raw, abi::FieldKind::Ref]), 2, object]);
    m.vp().save_clos = closure;
    m.vp().save_ints[3] = object;
    m.collect();
    let moved = m.vp().save_clos;
    assert_ne!(moved, closure);
    assert_eq!([get(moved, 1), get(moved, 2)], [2, m.vp().save_ints[3]]);
    assert_eq!(get(get(moved, 2), 1), 5);
}

#[test]
fn handles_keep_objects() {
    let mut m = Mutator::new();
    let object = m.record(0, &[5]);
    let unit = m.runtime.keep(1);
    let kept = m.runtime.keep(object);
    m.collect_fully();
    assert_eq!(get(m.runtime.kept(kept), 1), 5);
    assert_eq!(m.runtime.kept(unit), 1);
    m.runtime.release(kept);
    assert_eq!(m.runtime.keep(3), kept);
}
