//! Global cells of registered units are roots, however many units there are.
#![allow(unsafe_code, reason = "plays compiled code")]

mod common;
use abi::{ABI_VERSION, Class, Unit, VProc};
use common::*;

extern "C" fn enter(_: *mut VProc, _: *const u64) {}

/// A unit with these global cells.
fn unit(cells: &[u64]) -> *const Unit {
    let table: &'static [u64] = Box::leak(cells.to_vec().into_boxed_slice());
    Box::leak(Box::new(Unit {
        version: ABI_VERSION,
        entry: std::ptr::null(),
        enter,
        globals: table.as_ptr().cast(),
        global_count: table.len() as u64,
        positions: std::ptr::null(),
        position_count: 0,
        next: std::ptr::null(),
        classes: std::ptr::null(),
        class_count: 0,
    }))
}

#[test]
fn a_thousand_units() {
    let mut m = Mutator::new();
    let mut cells = Vec::new();
    for i in 0..1000 {
        let value = m.record(0, &[i]);
        let (cell, empty) = (static_object(&[value]), static_object(&[1]));
        unsafe { m.runtime.register(unit(&[cell, empty])) }.unwrap();
        cells.push(cell);
        if i % 100 == 99 {
            m.collect();
        }
    }
    m.collect_fully();
    for (i, cell) in cells.iter().enumerate() {
        assert_eq!(get(get(*cell, 0), 1), i as u64);
    }
}

#[test]
fn a_cell_listed_twice_is_moved_once() {
    let mut m = Mutator::new();
    let cell = static_object(&[m.record(0, &[4])]);
    unsafe { m.runtime.register(unit(&[cell, cell])) }.unwrap();
    unsafe { m.runtime.register(unit(&[cell])) }.unwrap();
    for _ in 0..3 {
        m.collect_fully();
        assert_eq!(get(get(cell, 0), 1), 4);
    }
}

#[test]
fn another_interface_is_refused() {
    let mut m = Mutator::new();
    let wrong = unit(&[]).cast_mut();
    unsafe { (*wrong).version = ABI_VERSION + 1 };
    let error = unsafe { m.runtime.register(wrong) }.unwrap_err();
    assert!(error.contains(&format!("interface {}", ABI_VERSION + 1)), "{error}");
}

#[test]
fn classes_with_one_text_have_one_number() {
    let class = |text: &'static [u8]| -> &'static mut Class {
        Box::leak(Box::new(Class { text: text.as_ptr(), number: 0 }))
    };
    let mut m = Mutator::new();
    let numbers: Vec<u64> = [[b"str\0", b"ref\0"], [b"ref\0", b"i64\0"]]
        .into_iter()
        .flat_map(|texts| {
            let table: &'static [*mut Class] =
                Box::leak(texts.map(|text| &raw mut *class(text)).into());
            let unit = unsafe { &mut *unit(&[]).cast_mut() };
            (unit.classes, unit.class_count) = (table.as_ptr(), table.len() as u64);
            unsafe { m.runtime.register(unit) }.unwrap();
            table.iter().map(|class| unsafe { (**class).number })
        })
        .collect();
    assert_eq!(numbers, [1, 2, 2, 3]);
}
