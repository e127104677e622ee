//! Global cells of registered units are roots, however many units there are; a minor collection
//! looks at those only that were stored to.
#![allow(unsafe_code, reason = "plays compiled code")]

mod common;
use abi::{ABI_VERSION, CELL_STORED, Class, Unit, VProc};
use common::*;
use kont_runtime::prim::*;

extern "C" fn enter(_: *mut VProc, _: *const u64) {}

/// A unit with these global cells.
fn unit(cells: &[u64]) -> *const Unit {
    let table: &'static [u64] = Box::leak(cells.to_vec().into_boxed_slice());
    Box::leak(Box::new(Unit {
        version: ABI_VERSION,
        frames: 0,
        barrier: std::ptr::null(),
        entry: std::ptr::null(),
        enter,
        resume: std::ptr::null(),
        globals: table.as_ptr().cast(),
        global_count: table.len() as u64,
        positions: std::ptr::null(),
        position_count: 0,
        next: std::ptr::null(),
        classes: std::ptr::null(),
        class_count: 0,
        imports: std::ptr::null(),
        import_count: 0,
        constants: std::ptr::null(),
    }))
}

/// A cell as it is in compiled data, but for what it holds.
fn cell(word: u64) -> u64 {
    static_object(&[word, CELL_STORED])
}

/// Stores to a cell as compiled code does.
fn store(m: &mut Mutator, cell: u64, word: u64) {
    set(cell, 0, word);
    if get(cell, 1) == 0 {
        unsafe { kont_record_cell(m.vproc, cell) };
    }
}

#[test]
fn a_minor_collection_looks_at_cells_that_were_stored_to() {
    let mut m = Mutator::new();
    let cells: Vec<u64> = (0..100_000).map(|_| cell(1)).collect();
    unsafe { m.runtime.register(unit(&cells)) }.unwrap();
    let first = m.record(0, &[1]);
    store(&mut m, cells[7], first);
    m.collect();
    assert_eq!(m.runtime.statistics().cells, 100_000, "all of a new unit");
    for _ in 0..10 {
        m.collect();
    }
    assert_eq!(m.runtime.statistics().cells, 100_000);
    for i in 0..1000 {
        let young = m.record(0, &[i]);
        store(&mut m, cells[99_999], young);
        store(&mut m, cells[99_999], young);
        let unrelated = m.record(0, &[0]);
        store(&mut m, cells[500], unrelated);
        m.collect();
        assert!(!m.is_young(get(cells[99_999], 0)));
        assert_eq!(get(get(cells[99_999], 0), 1), i);
    }
    assert_eq!(m.runtime.statistics().cells, 100_000 + 2 * 1000);
    m.collect_fully();
    assert_eq!(get(get(cells[7], 0), 1), 1, "a major collection looks at all");
}

#[test]
fn a_thousand_units() {
    let mut m = Mutator::new();
    let mut cells = Vec::new();
    for i in 0..1000 {
        let value = m.record(0, &[i]);
        let (cell, empty) = (cell(value), cell(1));
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
    let cell = cell(m.record(0, &[4]));
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
