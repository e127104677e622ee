//! Runtime functions never collect: they go on outside the nursery, leave
//! compiled code its slack, and ask for a collection.
#![allow(unsafe_code, reason = "plays compiled code")]

mod common;
use common::*;

#[test]
fn a_full_nursery_is_left_alone() {
    let mut m = Mutator::new();
    let target = m.record(0, &[3]);
    let limit = m.limit();
    assert_eq!(limit, m.vp().nursery_base + m.vp().nursery_bytes - abi::RESERVE as u64);
    let mut outside = 0;
    while outside == 0 {
        let object = m.record(1, &[target, 1, 2]);
        if !m.is_young(object) {
            outside = object;
        }
    }
    assert!(m.vp().alloc <= limit, "the slack is compiled code's");
    assert_eq!(m.limit(), 0, "a collection is asked for");
    m.vp().save_ints[0] = outside;
    m.check();
    assert_eq!(m.vp().save_ints[0], outside, "it is old already");
    assert_eq!(get(get(outside, 1), 1), 3, "and its young referent survived");
    assert!(m.limit() - m.vp().alloc >= 1 << 20);
}

#[test]
fn large_objects_ask_when_they_pile_up() {
    let m = Mutator::new();
    let header = abi::Header::array(abi::Elem::Raw(3)).0;
    let mut count = 0;
    while m.limit() != 0 {
        unsafe { kont_runtime::prim::kont_array_new(m.vproc, header, 1 << 16, 0) };
        count += 1;
    }
    assert!((8..=9).contains(&count), "{count}");
}

#[test]
fn statistics_count_both() {
    let mut m = Mutator::new();
    m.record(0, &[1, 2, 3]);
    unsafe {
        kont_runtime::prim::kont_array_new(
            m.vproc,
            abi::Header::array(abi::Elem::Raw(3)).0,
            9998,
            0,
        )
    };
    m.collect_fully();
    let stats = m.runtime.statistics();
    assert_eq!(stats.allocated, 32 + 80_000);
    assert_eq!((stats.minors, stats.majors), (1, 1));
    assert!(stats.pause_max <= stats.pause_total && !stats.pause_max.is_zero());
    let text = stats.to_string();
    assert!(text.contains("collections            1 minor, 1 major"), "{text}");
}
