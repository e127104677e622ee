//! The nursery doubles while more than a quarter survives, up to 64 MiB.

mod common;
use common::*;
use kont_runtime::Config;

/// Allocates lists of `length` cells until `rounds` collections have happened.
fn run(m: &mut Mutator, length: usize, rounds: u64) {
    while m.runtime.statistics().minors < rounds {
        m.vp().save_ints[0] = 1;
        for _ in 0..length {
            let tail = m.vp().save_ints[0];
            m.vp().save_ints[0] = m.record(0b10, &[0, tail]);
            m.check();
        }
    }
}

#[test]
fn it_grows_when_much_survives() {
    let mut m = Mutator::with(Config { sanity: false, heap_max: 8 << 30, ..config() });
    run(&mut m, 20_000_000, 12);
    assert_eq!(m.runtime.statistics().nursery, 64 << 20);
    assert_eq!(m.vp().nursery_bytes, 64 << 20);
}

#[test]
fn it_stays_when_little_survives() {
    let mut m = Mutator::with(Config { sanity: false, ..config() });
    run(&mut m, 1000, 50);
    assert_eq!(m.runtime.statistics().nursery, 4 << 20);
}

#[test]
fn a_small_heap_has_a_small_nursery() {
    let mut m = Mutator::with(Config { sanity: false, heap_max: 64 << 20, ..config() });
    run(&mut m, 500_000, 20);
    assert!(m.runtime.statistics().nursery <= 8 << 20);
    assert!(m.runtime.statistics().heap_peak <= 64 << 20);
}

#[test]
fn it_shrinks_again_when_little_has_survived_for_a_while() {
    let mut m = Mutator::with(Config { sanity: false, heap_max: 8 << 30, ..config() });
    run(&mut m, 20_000_000, 12);
    assert_eq!(m.runtime.statistics().nursery, 64 << 20);
    run(&mut m, 1000, 30);
    assert_eq!(m.runtime.statistics().nursery, 4 << 20);
}
