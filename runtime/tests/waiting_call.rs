//! A call that may wait is left for the next check, which carries it out where all slots are
//! saved; its answer is there afterwards.
#![allow(unsafe_code, reason = "plays compiled code")]

mod common;
use common::*;
use host::OsHost;
use kont_runtime::Runtime;
use kont_runtime::prim::*;
use std::time::{Duration, Instant};

fn mutator(processors: usize) -> Mutator {
    let host = OsHost::new("prog", []);
    Mutator::of(
        Runtime::with_processors(config(), Box::new(host), processors).expect("a small heap fits"),
    )
}

/// Leaves a call with one text and one number.
fn leave(m: &mut Mutator, name: &str, argument: &str, number: i64) -> [Str; 2] {
    let (name, argument, none) = (m.str(name), m.str(argument), m.str(""));
    unsafe { kont_call_later(m.vproc, name, argument, none, number, 0) };
    [name, argument]
}

fn answer(m: &mut Mutator) -> (i64, String) {
    let number = unsafe { kont_call_answer(m.vproc) };
    (number, text(Str::from_word(m.vp().extra[0])))
}

#[test]
fn the_next_check_carries_it_out_without_a_collection() {
    let mut m = mutator(1);
    let open = m.limit();
    let start = Instant::now();
    leave(&mut m, "nanosleep", "", 20_000_000);
    assert_eq!(m.limit(), 0, "a safe point is asked for");
    let kept = m.record(0, &[42]);
    m.vp().save_ints[0] = kept;
    m.check();
    assert!(start.elapsed() >= Duration::from_millis(20));
    assert_eq!(m.limit(), open, "the nursery is as it was");
    assert_eq!(m.runtime.statistics().minors, 0);
    assert_eq!(m.vp().save_ints[0], kept);
    assert_eq!(answer(&mut m), (0, String::new()));
    assert_eq!(m.raised(), None);
}

#[test]
fn the_arguments_are_out_of_the_heap() {
    let mut m = mutator(1);
    for string in leave(&mut m, "errno", "noent", 0) {
        set(string.word(), 2, 0);
    }
    m.check();
    assert_eq!(answer(&mut m).0, 2);
    leave(&mut m, "strerror", "", 2);
    m.check();
    m.collect_fully();
    assert_eq!(answer(&mut m).1, "No such file or directory", "the answer is not in the heap yet");
}

#[test]
fn a_full_nursery_is_collected_as_well() {
    let mut m = mutator(1);
    m.vp().save_ints[0] = m.record(0, &[42]);
    leave(&mut m, "errno", "noent", 0);
    unsafe { kont_gc_collect(m.vproc) };
    m.check();
    assert!(!m.is_young(m.vp().save_ints[0]) && get(m.vp().save_ints[0], 1) == 42);
    assert_eq!(answer(&mut m).0, 2);
    // Compiled code may need more than is left, which the runtime does not know: it comes again.
    leave(&mut m, "errno", "noent", 0);
    let (need, minors) = (m.vp().nursery_bytes, m.runtime.statistics().minors);
    let mut checks = 0;
    while m.vp().alloc + need > m.limit() && checks < 2 {
        m.collect();
        checks += 1;
    }
    assert_eq!((checks, m.runtime.statistics().minors), (2, minors + 1));
    assert_eq!(answer(&mut m).0, 2);
}

#[test]
fn what_fails_raises_where_the_answer_is_taken() {
    let mut m = mutator(1);
    leave(&mut m, "rmdir", "/no such folder", 0);
    m.check();
    assert_eq!(m.raised(), None);
    unsafe { kont_call_answer(m.vproc) };
    assert!(m.raised().is_some_and(|message| message.contains("No such file")));
}

#[test]
fn each_processor_has_its_own() {
    let mut m = mutator(2);
    leave(&mut m, "strerror", "", 2);
    m.switch_to(1);
    assert_ne!(m.limit(), 0);
    leave(&mut m, "strerror", "", 13);
    m.check();
    assert_eq!(answer(&mut m).1, "Permission denied");
    // A collection that the other asks for does not carry it out, nor forget it.
    m.collect();
    m.switch_to(0);
    assert_eq!(m.limit(), 0);
    m.check();
    assert_eq!(answer(&mut m).1, "No such file or directory");
}

#[test]
fn an_answer_without_a_call_is_a_bug() {
    let outcome = in_child("an_answer_without_a_call_is_a_bug", || {
        let m = mutator(1);
        unsafe { kont_call_answer(m.vproc) };
    });
    if let Some((code, errors)) = outcome {
        assert_eq!(code, 70, "{errors}");
        assert!(errors.contains("kont: internal error: no call was carried out"), "{errors}");
    }
}
