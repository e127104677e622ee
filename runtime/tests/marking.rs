//! Marking goes on while the program stores: an object whose last reference moves from where marking
//! has not been yet to where it has been is kept, and what nobody refers to is freed in the end.
#![allow(unsafe_code, reason = "plays compiled code")]

mod common;
use abi::{ABI_VERSION, CELL_STORED, Elem, Header, NULL_IMMEDIATE, Unit, VProc};
use common::*;
use kont_runtime::Config;
use kont_runtime::prim::*;

/// Cells of the chain: marking takes some collections for it.
const CELLS: usize = 4000;

/// Under stress, marking goes on with each collection, for a sixteenth of the heap.
fn mutator() -> Mutator {
    Mutator::with(Config { stress: true, ..config() })
}

/// True while marking goes on.
fn is_marking(m: &Mutator) -> bool {
    m.vp().nursery_bytes > m.runtime.statistics().nursery as u64
}

/// Collects until marking goes on, or does not.
fn until(m: &mut Mutator, marking: bool) {
    for _ in 0..100 {
        if is_marking(m) == marking {
            return;
        }
        m.collect();
    }
    panic!("marking neither begins nor ends");
}

/// A leaf with a number.
fn leaf(m: &mut Mutator, number: u64) -> u64 {
    m.record(0, &[number, 1, 2, 3])
}

/// A chain of cells `[leaf, next]` in slot 0: the last of them is marked last.
fn chain(m: &mut Mutator) {
    m.vp().save_ints[0] = 1;
    for i in 0..CELLS as u64 {
        let leaf = leaf(m, i);
        let next = m.vp().save_ints[0];
        m.vp().save_ints[0] = m.record(0b11, &[leaf, next]);
    }
}

/// The cell that is reached last. Its leaf is number 0.
fn last_cell(m: &Mutator) -> u64 {
    let mut cell = m.vp().save_ints[0];
    while get(cell, 2) != 1 {
        cell = get(cell, 2);
    }
    cell
}

/// Makes a chain, and an object by `holder` in slot 6, which is marked first; goes on to where it was
/// marked and the end of the chain was not.
fn half_marked(m: &mut Mutator, holder: impl FnOnce(&mut Mutator) -> u64) {
    chain(m);
    m.vp().save_ints[6] = holder(m);
    m.collect();
    until(m, false);
    until(m, true);
    m.collect();
    assert!(is_marking(m));
}

/// Goes on to the end of marking, fills what is free with other things, and looks whether the leaf
/// is as it was.
fn kept(m: &mut Mutator, leaf: impl Fn(&Mutator) -> u64) {
    until(m, false);
    m.runtime.check_heap().expect("the heap is sound");
    for _ in 0..3 {
        m.vp().save_ints[5] = 1;
        for _ in 0..10_000 {
            let tail = m.vp().save_ints[5];
            m.vp().save_ints[5] = m.record(0b10, &[77, tail]);
        }
        m.collect();
    }
    let leaf = leaf(m);
    assert_eq!((get(leaf, 0) & !Header::OLD, get(leaf, 1)), (Header::record(0, 4, 0).0, 0));
    assert_eq!([2, 3, 4].map(|i| get(leaf, i)), [1, 2, 3]);
    m.runtime.check_heap().expect("the heap is sound");
}

/// Takes the last leaf from its cell.
fn take_leaf(m: &mut Mutator) -> u64 {
    let cell = last_cell(m);
    let leaf = get(cell, 1);
    m.store(cell, 1, 1);
    leaf
}

fn array(m: &mut Mutator, length: i64) -> u64 {
    unsafe { kont_array_new(m.vproc, Header::array(Elem::Ref).0, length, 1) }
}

#[test]
fn a_store_into_a_record() {
    let mut m = mutator();
    half_marked(&mut m, |m| m.record(0b11, &[1, 1]));
    let (holder, leaf) = (m.vp().save_ints[6], take_leaf(&mut m));
    m.store(holder, 2, leaf);
    kept(&mut m, |m| get(m.vp().save_ints[6], 2));
}

#[test]
fn a_store_into_an_array() {
    // The last is a large object.
    for length in [10, 2000, 100_000] {
        let mut m = mutator();
        half_marked(&mut m, |m| array(m, length));
        let (holder, leaf) = (m.vp().save_ints[6], take_leaf(&mut m));
        m.store(holder, 9, leaf);
        kept(&mut m, |m| get(m.vp().save_ints[6], 9));
    }
}

#[test]
fn elements_that_are_copied() {
    let mut m = mutator();
    half_marked(&mut m, |m| array(m, 10));
    let (holder, leaf) = (m.vp().save_ints[6], take_leaf(&mut m));
    let young = array(&mut m, 10);
    set(young, 5, leaf);
    unsafe { kont_array_copy(m.vproc, young, 0, holder, 0, 10) };
    kept(&mut m, |m| get(m.vp().save_ints[6], 5));
}

extern "C" fn enter(_: *mut VProc, _: *const u64) {}

/// A cell, and the unit that has it.
fn unit_with_cell() -> (u64, *const Unit) {
    let cell = static_object(&[1, CELL_STORED]);
    let table: &'static [u64] = Box::leak(Box::new([cell]));
    let unit = Unit {
        version: ABI_VERSION,
        frames: 0,
        barrier: std::ptr::null(),
        entry: std::ptr::null(),
        enter,
        resume: std::ptr::null(),
        globals: table.as_ptr().cast(),
        global_count: 1,
        positions: std::ptr::null(),
        position_count: 0,
        next: std::ptr::null(),
        classes: std::ptr::null(),
        class_count: 0,
        imports: std::ptr::null(),
        import_count: 0,
        constants: std::ptr::null(),
    };
    (cell, Box::leak(Box::new(unit)))
}

#[test]
fn a_store_into_a_cell() {
    let mut m = mutator();
    let (cell, unit) = unit_with_cell();
    unsafe { m.runtime.register(unit) }.unwrap();
    half_marked(&mut m, |_| 1);
    let leaf = take_leaf(&mut m);
    set(cell, 0, leaf);
    assert_eq!(get(cell, 1), 0, "a collection has seen it");
    unsafe { kont_record_cell(m.vproc, cell) };
    kept(&mut m, |_| get(cell, 0));
}

#[test]
fn a_unit_that_goes_has_marking_begin_again() {
    let mut m = mutator();
    let (_, unit) = unit_with_cell();
    let unit = unsafe { m.runtime.register(unit) }.unwrap();
    half_marked(&mut m, |m| m.record(0b11, &[1, 1]));
    let (holder, leaf) = (m.vp().save_ints[6], take_leaf(&mut m));
    unsafe { m.runtime.remove_unit(unit) };
    m.store(holder, 1, leaf);
    m.runtime.check_heap().expect("the heap is sound");
    kept(&mut m, |m| get(m.vp().save_ints[6], 1));
}

#[test]
fn a_young_object_that_is_promoted() {
    let mut m = mutator();
    half_marked(&mut m, |_| 1);
    let leaf = take_leaf(&mut m);
    m.vp().save_ints[6] = m.record(1, &[leaf]);
    kept(&mut m, |m| get(m.vp().save_ints[6], 1));
}

#[test]
fn what_was_only_weakly_held() {
    let mut m = mutator();
    half_marked(&mut m, |m| m.record(0b11, &[1, 1]));
    let leaf = take_leaf(&mut m);
    // One reference is read, the other is not.
    let lost = get(m.vp().save_ints[0], 1);
    let first = m.vp().save_ints[0];
    let weak = unsafe { [kont_weak_new(m.vproc, leaf), kont_weak_new(m.vproc, lost)] };
    m.store(first, 1, 1);
    let holder = m.vp().save_ints[6];
    m.store(holder, 1, weak[0]);
    m.store(holder, 2, weak[1]);
    m.collect();
    let weak = get(m.vp().save_ints[6], 1);
    let leaf = get(weak, 1);
    assert_ne!(leaf, NULL_IMMEDIATE);
    m.vp().save_ints[4] = leaf;
    kept(&mut m, |m| m.vp().save_ints[4]);
    assert_eq!(get(get(m.vp().save_ints[6], 1), 1), m.vp().save_ints[4]);
    // Marking that began later knows that nobody holds the other.
    until(&mut m, true);
    until(&mut m, false);
    assert_eq!(get(get(m.vp().save_ints[6], 1), 1), m.vp().save_ints[4]);
    assert_eq!(get(get(m.vp().save_ints[6], 2), 1), NULL_IMMEDIATE);
}

#[test]
fn a_large_object_that_is_new() {
    let mut m = mutator();
    half_marked(&mut m, |_| 1);
    let leaf = take_leaf(&mut m);
    let large = array(&mut m, 100_000);
    m.store(large, 99_999, leaf);
    m.vp().save_ints[6] = large;
    kept(&mut m, |m| get(m.vp().save_ints[6], 99_999));
    assert_eq!(m.vp().save_ints[6], large);
    let with = m.runtime.statistics().heap;
    m.vp().save_ints[6] = 1;
    for _ in 0..40 {
        m.collect();
    }
    assert!(m.runtime.statistics().heap + 700_000 < with, "it is gone");
}

#[test]
fn what_is_free_is_used_again() {
    let mut m = mutator();
    m.vp().save_ints[6] = array(&mut m, 4000);
    for i in 0..4000 {
        // Blocks of 10 KB, between which there are leaves that stay.
        m.vp().save_ints[0] = 1;
        for number in 0..100 {
            let tail = m.vp().save_ints[0];
            m.vp().save_ints[0] = m.record(0b10, &[number, tail, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        }
        let (leaf, all) = (leaf(&mut m, i), m.vp().save_ints[6]);
        m.store(all, 2 + i as usize, leaf);
        if i % 200 == 0 {
            m.collect();
        }
    }
    until(&mut m, true);
    until(&mut m, false);
    let before = m.runtime.statistics().heap;
    // As much again, in small objects and some that fit in no hole.
    m.vp().save_ints[1] = array(&mut m, 50);
    for i in 0..50 {
        let block = array(&mut m, 1000);
        let blocks = m.vp().save_ints[1];
        m.store(blocks, 2 + i, block);
        m.vp().save_ints[0] = 1;
        for number in 0..100 {
            let tail = m.vp().save_ints[0];
            m.vp().save_ints[0] = m.record(0b10, &[number, tail]);
        }
    }
    m.collect();
    m.runtime.check_heap().expect("the heap is sound");
    let after = m.runtime.statistics().heap;
    assert!(after <= before + (4 << 20), "{before} and then {after}");
    for i in 0..4000 {
        assert_eq!(get(get(m.vp().save_ints[6], 2 + i as usize), 1), i);
    }
}

#[test]
fn a_heap_that_is_full_while_marking_goes_on() {
    let mut m = Mutator::with(Config { heap_max: 48 << 20, nursery: 2 << 20, ..config() });
    // Of the blocks only the last live.
    let blocks = array(&mut m, 500);
    m.vp().save_ints[6] = blocks;
    for i in 0..20_000 {
        let block = array(&mut m, 2000);
        let blocks = m.vp().save_ints[6];
        m.store(blocks, 2 + i % 500, block);
        m.check();
    }
    let stats = m.runtime.statistics();
    assert!(stats.majors > 0 && stats.heap_peak <= 60 << 20, "{stats}");
    m.runtime.check_heap().expect("the heap is sound");
}

#[test]
fn a_small_heap_of_objects_of_all_sizes() {
    let mut m = Mutator::with(Config { heap_max: 24 << 20, nursery: 2 << 20, ..config() });
    m.vp().save_ints[6] = array(&mut m, 40_000);
    let mut random = base::rng::Rng::new(7);
    for i in 0..1_500_000 {
        // Small ones most of the time, so that holes are too small for others.
        let length = if i % 100 < 90 { random.below(6) } else { random.below(300) };
        let object = array(&mut m, length as i64 + 1);
        let (all, at) = (m.vp().save_ints[6], random.below(40_000));
        m.store(all, 2 + at, object);
        m.check();
    }
    let stats = m.runtime.statistics();
    assert!(stats.majors > 5 && stats.heap_peak <= 30 << 20, "{stats}");
    m.runtime.check_heap().expect("the heap is sound");
}
