//! The sanity walk finds what is planted, and ends the program by itself.

mod common;
use common::*;

#[track_caller]
fn finds(m: &mut Mutator, what: &str) {
    let report = m.runtime.check_heap().expect_err("the heap is not sound");
    assert!(report.contains(what), "{report}");
}

#[test]
fn a_pointer_into_an_empty_nursery() {
    let mut m = Mutator::new();
    let cell = m.record(1, &[1]);
    m.vp().save_ints[0] = cell;
    m.collect();
    m.runtime.check_heap().unwrap();
    let cell = m.vp().save_ints[0];
    set(cell, 1, m.vp().nursery_base + 64);
    finds(&mut m, "in Record at");
    finds(&mut m, "to no object of the nursery");
}

#[test]
fn a_pointer_into_the_middle_of_an_object() {
    let mut m = Mutator::new();
    let object = m.record(0, &[0, 0]);
    m.record(1, &[object + 8]);
    finds(&mut m, "bad pointer");
}

#[test]
fn a_bad_header_and_a_bad_code_address() {
    let mut m = Mutator::new();
    m.object(&[0xff_ffff_fffd]);
    finds(&mut m, "a header of no kind");
    let mut m = Mutator::new();
    m.object(&[64]);
    finds(&mut m, "a code address that is none");
    let mut m = Mutator::new();
    m.object(&[abi::Header::STR.0, u64::MAX / 2]);
    finds(&mut m, "an absurd length");
    let mut m = Mutator::new();
    m.object(&[m.vproc as u64 | 2]);
    finds(&mut m, "a forwarded object");
    let mut m = Mutator::new();
    m.object(&[abi::Header::STR.0, 100]);
    finds(&mut m, "ends beyond its space");
}

#[test]
fn a_bad_root() {
    let mut m = Mutator::new();
    m.vp().save_ints[3] = m.vp().nursery_base + 8;
    finds(&mut m, "in a root: bad pointer");
}

#[test]
fn a_barrier_that_was_forgotten() {
    let outcome = in_child("a_barrier_that_was_forgotten", || {
        let mut m = Mutator::new();
        let cell = m.record(1, &[1]);
        m.vp().save_ints[0] = cell;
        m.collect();
        let young = m.record(0, &[1]);
        set(m.vp().save_ints[0], 1, young);
        m.collect();
    });
    if let Some((code, errors)) = outcome {
        assert_eq!(code, 70, "{errors}");
        assert!(
            errors.contains("kont: internal error: heap is not sane after collection 2: in Record"),
            "{errors}"
        );
    }
}
