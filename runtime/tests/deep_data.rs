//! The depth of data costs no stack: long lists, long chains of frames.

mod common;
use abi::FieldKind;
use common::*;

#[test]
fn a_list_of_a_million_cells() {
    let mut m = Mutator::with(kont_runtime::Config { sanity: false, ..config() });
    for i in 0..1_000_000 {
        let tail = m.vp().save_ints[0];
        m.vp().save_ints[0] = m.record(0b10, &[i, tail]);
        m.check();
    }
    m.collect_fully();
    let (mut at, mut expected) = (m.vp().save_ints[0], 1_000_000);
    while at != 1 {
        expected -= 1;
        assert_eq!(get(at, 1), expected);
        at = get(at, 2);
    }
    assert_eq!(expected, 0);
    m.runtime.check_heap().unwrap();
}

#[test]
fn a_chain_of_ten_million_frames_is_copied_once() {
    let mut m =
        Mutator::with(kont_runtime::Config { sanity: false, heap_max: 8 << 30, ..config() });
    let frame_code = code(0, &[FieldKind::Cont, FieldKind::Raw]);
    for i in 0..10_000_000 {
        let link = m.vp().save_cont;
        m.vp().save_cont = m.object(&[frame_code, link, i]);
        m.check();
    }
    let stats = m.runtime.statistics();
    assert!(stats.copied < 3 * stats.allocated, "{stats}");
    let (mut at, mut expected) = (m.vp().save_cont, 10_000_000);
    while at != 1 {
        expected -= 1;
        assert_eq!(get(at, 2), expected);
        at = get(at, 1);
    }
    assert_eq!(expected, 0);
}
