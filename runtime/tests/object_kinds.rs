//! Every kind of object is copied whole and traced where it should be.
#![allow(unsafe_code, reason = "plays compiled code")]

mod common;
use abi::{BoxClass, Elem, FieldKind, Header, RECORD_FIELDS};
use common::*;
use kont_runtime::prim::*;

/// Collects twice and gives the object that the first slot holds then.
fn after(m: &mut Mutator, object: u64) -> u64 {
    m.vp().save_ints[0] = object;
    m.collect();
    m.collect_fully();
    m.vp().save_ints[0]
}

#[test]
fn mixed_array_elements() {
    let mut m = Mutator::new();
    let target = m.record(0, &[6]);
    let header = Header::array(Elem::Mixed { words: 3, mask: 0b010 }).0;
    let array = unsafe { kont_array_alloc(m.vproc, header, 4) };
    assert_eq!((2..14).map(|i| get(array, i)).collect::<Vec<_>>(), [0, 1, 0].repeat(4));
    for i in 0..4 {
        set(array, 2 + 3 * i, target);
        set(array, 3 + 3 * i, target);
        set(array, 4 + 3 * i, i as u64);
    }
    let array = after(&mut m, array);
    for i in 0..4 {
        assert_eq!(get(array, 2 + 3 * i), target, "raw");
        assert_eq!(get(get(array, 3 + 3 * i), 1), 6);
        assert_eq!(get(array, 4 + 3 * i), i as u64);
    }
}

#[test]
fn big_record() {
    let mut m = Mutator::new();
    let target = m.record(0, &[6]);
    let mut words = vec![Header::big_record(2, 100).0, 1 << 40 | 1, 1 << 35];
    words.extend((0..100).map(|i| if [0, 40, 99].contains(&i) { target } else { i * 2 }));
    let object = m.object(&words);
    let object = after(&mut m, object);
    for i in 0..100 {
        match i {
            0 | 40 | 99 => assert_eq!(get(get(object, 3 + i), 1), 6),
            _ => assert_eq!(get(object, 3 + i), i as u64 * 2),
        }
    }
}

#[test]
fn record_of_as_many_fields_as_a_header_tells_of() {
    let mut m = Mutator::new();
    let target = m.record(0, &[6]);
    let object = m.record(u32::MAX >> (32 - RECORD_FIELDS), &[target; RECORD_FIELDS]);
    let object = after(&mut m, object);
    assert!((1..=RECORD_FIELDS).all(|i| get(get(object, i), 1) == 6));
}

#[test]
fn boxes_captures_and_empty_records() {
    let mut m = Mutator::new();
    let target = m.record(0, &[6]);
    let parts = [
        m.object(&[Header::boxed(BoxClass::F64).0, target]),
        m.object(&[Header::ANY_BOX.0, target, target]),
        m.object(&[Header::CAPTURE.0, target, target]),
        m.object(&[Header::record(3, 0, 0).0]),
        m.object(&[Header::big(true).0, 2, target, target]),
        m.object(&[Header::array(Elem::Raw(1)).0, 5, target, target]),
    ];
    let all = m.record(0b111111, &parts);
    let all = after(&mut m, all);
    let part = |i: usize| get(all, 1 + i);
    assert_eq!(get(part(0), 1), target, "raw");
    assert_eq!((get(part(1), 1), get(get(part(1), 2), 1)), (target, 6));
    assert_eq!((get(get(part(2), 1), 1), get(get(part(2), 2), 1)), (6, 6));
    assert!(Header(get(part(3), 0)).is_like(Header::record(3, 0, 0)));
    assert_eq!([get(part(4), 2), get(part(4), 3)], [target; 2]);
    assert_eq!([get(part(5), 2), get(part(5), 3)], [target; 2]);
}

#[test]
fn closures_and_frames() {
    let mut m = Mutator::new();
    let target = m.record(0, &[6]);
    let fields = [FieldKind::Cont, FieldKind::Raw, FieldKind::Ref];
    let closure = m.object(&[code(0, &fields), target, target, target]);
    let empty = m.object(&[code(0, &[])]);
    let both = m.record(0b11, &[closure, empty]);
    let both = after(&mut m, both);
    let (closure, moved) = (get(both, 1), get(both, 2));
    assert_eq!((get(get(closure, 1), 1), get(closure, 2), get(get(closure, 3), 1)), (6, target, 6));
    assert!(moved != empty && get(moved, 0).is_multiple_of(16));
}

#[test]
fn a_static_closure_is_not_scanned() {
    let mut m = Mutator::new();
    let nonsense = m.vp().nursery_base + 0x1234 * 8;
    let closure = static_object(&[code(0, &[FieldKind::Ref]), nonsense]);
    m.vp().save_ints[0] = closure;
    m.collect();
    m.collect_fully();
    assert_eq!(m.vp().save_ints[0], closure);
    assert_eq!(get(closure, 1), nonsense);
}
