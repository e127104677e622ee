//! Under stress, every check that follows an allocation collects, and a
//! function that needs more room than the first limit still gets on.

mod common;
use common::*;
use kont_runtime::Config;

#[test]
fn every_check_collects() {
    let mut m = Mutator::with(Config { stress: true, ..config() });
    for i in 0..200 {
        let tail = m.vp().save_ints[0];
        m.vp().save_ints[0] = m.record(0b10, &[i, tail]);
        m.check();
        assert!(m.vp().alloc <= m.limit(), "the re-entered function passes its check");
    }
    let stats = m.runtime.statistics();
    assert_eq!(stats.minors, 200);
    assert!(stats.majors >= 3, "{} majors", stats.majors);
    let mut at = m.vp().save_ints[0];
    for i in (0..200).rev() {
        assert_eq!(get(at, 1), i);
        at = get(at, 2);
    }
}

#[test]
fn a_big_path_gets_on() {
    for need in [100, 50_000, 1 << 20] {
        let mut m = Mutator::with(Config { stress: true, ..config() });
        m.record(0, &[1]);
        let mut tries = 0;
        while m.vp().alloc + need > m.limit() {
            m.collect();
            tries += 1;
        }
        assert!((1..=3).contains(&tries), "{tries} tries for {need}");
    }
}
