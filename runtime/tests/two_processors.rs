//! Two processors, both driven by this thread: each has a nursery, a store list and counters of its
//! own, and a collection that one of them asks for is about both.
#![allow(unsafe_code, reason = "plays compiled code")]

mod common;
use abi::{Elem, Header, VProc};
use common::*;
use kont_runtime::Config;
use kont_runtime::prim::*;
use std::sync::atomic::Ordering::SeqCst;

fn two() -> Mutator {
    Mutator::with_processors(config(), 2)
}

/// Calls the body for each vproc in turn, with its number.
fn each(m: &mut Mutator, mut body: impl FnMut(&mut Mutator, u64)) {
    for number in 0..2 {
        m.switch_to(number);
        body(m, number as u64);
    }
}

#[test]
fn the_nurseries_are_apart() {
    let mut m = two();
    let mut objects = vec![];
    for round in 0..1000 {
        each(&mut m, |m, number| objects.push((m.record(0, &[round, number]), round, number)));
    }
    for (object, round, number) in &objects {
        assert!(m.is_young(*object), "the write barrier knows both nurseries");
        assert_eq!((get(*object, 1), get(*object, 2)), (*round, *number));
    }
    let distance = objects[1].0 - objects[0].0;
    assert_eq!(distance, 4 << 20, "each has what one alone would have");
    m.runtime.check_heap().unwrap();
}

#[test]
fn both_nurseries_are_collected() {
    for asking in 0..2 {
        let mut m = two();
        each(&mut m, |m, number| {
            let inner = m.record(0, &[40 + number]);
            m.vp().save_ints[0] = m.record(0b1, &[inner]);
        });
        m.switch_to(asking);
        m.collect();
        each(&mut m, |m, number| {
            let object = m.vp().save_ints[0];
            assert!(!m.is_young(object) && !m.is_young(get(object, 1)));
            assert_eq!(get(get(object, 1), 1), 40 + number);
        });
        m.collect_fully();
        each(&mut m, |m, number| assert_eq!(get(get(m.vp().save_ints[0], 1), 1), 40 + number));
    }
}

#[test]
fn both_store_lists_are_heeded() {
    let mut m = two();
    each(&mut m, |m, _| m.vp().save_ints[0] = m.record(0b1, &[1]));
    m.collect();
    // Each stores what the other made.
    let young: Vec<u64> = (0..2)
        .map(|number| {
            m.switch_to(number);
            m.record(0, &[70 + number as u64])
        })
        .collect();
    each(&mut m, |m, number| {
        let cell = m.vp().save_ints[0];
        m.store(cell, 1, young[1 - number as usize]);
    });
    m.collect();
    each(&mut m, |m, number| {
        let kept = get(m.vp().save_ints[0], 1);
        assert!(!m.is_young(kept));
        assert_eq!(get(kept, 1), 71 - number);
    });
}

#[test]
fn objects_outside_both_nurseries_are_scanned() {
    let mut m = two();
    each(&mut m, |m, number| {
        let young = m.record(0, &[number]);
        let header = Header::array(Elem::Ref).0;
        m.vp().save_ints[0] = unsafe { kont_array_new(m.vproc, header, 100_000, young) };
    });
    m.collect();
    each(&mut m, |m, number| {
        let array = m.vp().save_ints[0];
        assert_eq!(get(get(array, 100_001), 1), number);
    });
}

#[test]
fn both_allocate_after_collections() {
    let mut m = Mutator::with_processors(Config { nursery: 2 << 20, ..config() }, 2);
    for i in 0..500_000 {
        each(&mut m, |m, number| {
            let tail = if i % 1000 == 0 { 1 } else { m.vp().save_ints[0] };
            m.vp().save_ints[0] = m.record(0b10, &[2 * i + number, tail]);
            m.check();
        });
    }
    assert!(m.runtime.statistics().minors > 3);
    each(&mut m, |m, number| {
        let mut at = m.vp().save_ints[0];
        for i in (499_000..500_000).rev() {
            assert_eq!(get(at, 1), 2 * i + number);
            at = get(at, 2);
        }
    });
    m.runtime.check_heap().unwrap();
}

#[test]
fn under_stress_neither_starves() {
    let mut m = Mutator::with_processors(Config { stress: true, ..config() }, 2);
    m.switch_to(1);
    m.record(0, &[1]);
    // The first allocates before every try of the second, which needs much.
    let mut tries = 0;
    while m.vp().alloc + (1 << 20) > m.limit() {
        m.switch_to(0);
        m.record(0, &[1]);
        m.switch_to(1);
        m.collect();
        tries += 1;
    }
    assert_eq!(tries, 3);
}

#[test]
fn the_counters_are_of_both() {
    let mut m = two();
    each(&mut m, |m, _| {
        for _ in 0..10 {
            m.record(0, &[1]);
        }
    });
    assert_eq!(m.runtime.statistics().allocated, 2 * 10 * 16);
    assert_eq!(unsafe { kont_heap_used(m.vproc) }, 2 * 10 * 16);
    m.collect();
    assert_eq!(m.runtime.statistics().allocated, 2 * 10 * 16);
    let header = Header::array(Elem::Raw(0)).0;
    each(&mut m, |m, _| {
        unsafe { kont_array_new(m.vproc, header, (1 << 20) - 16, 0) };
    });
    assert_eq!(m.runtime.statistics().allocated, 2 * 10 * 16 + 2 * (1 << 20));
}

#[test]
fn one_that_fills_its_nursery_asks_itself_alone() {
    let mut m = two();
    let limit = |vproc: *mut VProc| unsafe { (*vproc).limit.load(SeqCst) };
    let vprocs = m.runtime.vprocs();
    while limit(vprocs[0]) != 0 {
        m.object(&[&[Header::array(Elem::Raw(3)).0, 4094][..], &[0; 4094]].concat());
    }
    assert_ne!(limit(vprocs[1]), 0);
    m.check();
    assert!(vprocs.iter().all(|vproc| limit(*vproc) != 0));
}
