//! A program that needs more than the heap may hold ends with code 71.
#![allow(unsafe_code, reason = "plays compiled code")]

mod common;
use abi::{Elem, Header};
use common::*;
use kont_runtime::Config;
use kont_runtime::prim::*;

fn small() -> Config {
    Config { heap_max: 32 << 20, sanity: false, ..config() }
}

#[track_caller]
fn check(outcome: Option<(i32, String)>) {
    if let Some((code, errors)) = outcome {
        assert_eq!(code, 71, "{errors}");
        let message = errors.lines().find(|line| line.starts_with("kont: heap exhausted: "));
        assert!(message.is_some_and(|line| line.contains("at most 32 MiB allowed")), "{errors}");
    }
}

#[test]
fn by_small_objects() {
    check(in_child("by_small_objects", || {
        let mut m = Mutator::with(small());
        loop {
            let tail = m.vp().save_ints[0];
            m.vp().save_ints[0] = m.record(0b10, &[0, tail]);
            m.check();
        }
    }));
}

#[test]
fn by_one_array() {
    check(in_child("by_one_array", || {
        let m = Mutator::with(small());
        unsafe { kont_array_new(m.vproc, Header::array(Elem::Ref).0, 1 << 23, 1) };
    }));
}

#[test]
fn garbage_does_not_count() {
    let mut m = Mutator::with(small());
    for i in 0..200 {
        // 10 MiB live at any time, some in small objects.
        let array = unsafe { kont_array_new(m.vproc, Header::array(Elem::Raw(0)).0, 3 << 20, i) };
        m.vp().save_ints[i as usize % 2] = array;
        m.check();
        m.vp().save_ints[2] = 1;
        for _ in 0..100_000 {
            let tail = m.vp().save_ints[2];
            m.vp().save_ints[2] = m.record(0b10, &[0, tail]);
            m.check();
        }
    }
    let stats = m.runtime.statistics();
    assert!(stats.heap_peak <= 32 << 20, "{stats}");
}
