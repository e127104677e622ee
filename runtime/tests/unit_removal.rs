//! Units come and go: which ones a collection finds unreached, and what goes with them.
#![allow(unsafe_code, reason = "plays compiled code")]

mod common;
use abi::{ABI_VERSION, CELL_STORED, Class, FieldKind, Header, Unit, VProc, word};
use common::*;
use kont_runtime::prim::*;
use kont_runtime::{Imports, UnitId};

extern "C" fn enter(_: *mut VProc, _: *const u64) {}

/// A unit in one piece of memory, as a loader maps it: a cell, a static record, the words before
/// a function and its entry, a class, and the descriptor.
#[repr(C, align(4096))]
struct Image {
    cell: abi::Cell,
    record: [u64; 2],
    code: [u64; 4],
    class: Class,
    classes: [*mut Class; 1],
    unit: Unit,
    last: abi::Cell,
    tables: [*mut abi::Cell; 2],
}

/// A unit that was registered.
struct Loaded {
    id: UnitId,
    image: *mut Image,
}

impl Loaded {
    fn new(m: &mut Mutator, imports: &[UnitId]) -> Loaded {
        let empty = || abi::Cell { word: 1, stored: CELL_STORED };
        let unit = Unit {
            version: ABI_VERSION,
            frames: 0,
            barrier: std::ptr::null(),
            entry: std::ptr::null(),
            enter,
            resume: std::ptr::null(),
            globals: std::ptr::null(),
            global_count: 2,
            positions: std::ptr::null(),
            position_count: 0,
            next: std::ptr::null(),
            classes: std::ptr::null(),
            class_count: 1,
            imports: std::ptr::null(),
            import_count: 0,
            constants: std::ptr::null(),
        };
        let class = Class { text: c"a class".as_ptr().cast(), number: 0 };
        let record = [Header::record(0, 1, 0).0, 7];
        let info = abi::CodeInfo::new(0, 0).0;
        let code = [info, abi::Layout::new(&[FieldKind::Ref]).0, 0, 0];
        let image = Box::leak(Box::new(Image {
            cell: empty(),
            record,
            code,
            class,
            classes: [std::ptr::null_mut()],
            unit,
            last: empty(),
            tables: [std::ptr::null_mut(); 2],
        }));
        image.tables = [&raw mut image.cell, &raw mut image.last];
        image.classes = [&raw mut image.class];
        image.unit.globals = image.tables.as_ptr();
        image.unit.classes = image.classes.as_ptr();
        let image: *mut Image = image;
        let unit = unsafe { &raw const (*image).unit };
        // The function that enters a unit is its own; here it is the test's, far away, which a
        // unit that lies around it would take for its own.
        unsafe {
            (*image).unit.enter = std::mem::transmute::<
                u64,
                unsafe extern "C" fn(*mut VProc, *const u64),
            >((*image).code_address())
        };
        let id = unsafe {
            m.runtime.register_importing(
                unit,
                Imports { always: imports.to_vec(), by_entry: Vec::new() },
            )
        }
        .expect("the unit is sound");
        Loaded { id, image }
    }

    fn cell(&self) -> u64 {
        unsafe { &raw const (*self.image).cell as u64 }
    }

    fn record(&self) -> u64 {
        unsafe { &raw const (*self.image).record as u64 }
    }

    fn code(&self) -> u64 {
        unsafe { (*self.image).code_address() }
    }

    fn class(&self) -> u64 {
        unsafe { (*self.image).class.number }
    }
}

impl Image {
    fn code_address(&self) -> u64 {
        &raw const self.code[2] as u64
    }
}

fn store(m: &mut Mutator, cell: u64, word: u64) {
    set(cell, 0, word);
    if get(cell, 1) == 0 {
        unsafe { kont_record_cell(m.vproc, cell) };
    }
}

fn gone(m: &mut Mutator) -> Vec<UnitId> {
    m.runtime.collect_units()
}

#[test]
fn a_unit_stays_while_it_is_held() {
    let mut m = Mutator::new();
    let (a, b) = (Loaded::new(&mut m, &[]), Loaded::new(&mut m, &[]));
    assert_eq!(gone(&mut m), []);
    m.runtime.release_unit(a.id);
    assert_eq!(gone(&mut m), [a.id]);
    m.runtime.release_unit(b.id);
    assert_eq!(gone(&mut m), [b.id]);
    assert_eq!(gone(&mut m), []);
}

#[test]
fn static_data_code_and_imports_keep_a_unit() {
    let mut m = Mutator::new();
    let base = Loaded::new(&mut m, &[]);
    let [by_data, by_code, imported] = [(); 3].map(|()| Loaded::new(&mut m, &[]));
    let importing = Loaded::new(&mut m, &[imported.id]);
    let young = m.record(1, &[by_data.record()]);
    store(&mut m, base.cell(), young);
    let closure = m.object(&[by_code.code(), importing.record()]);
    let handle = m.runtime.keep(closure);
    for unit in [&by_data, &by_code, &imported, &importing] {
        m.runtime.release_unit(unit.id);
    }
    assert_eq!(gone(&mut m), []);
    assert_eq!(get(get(base.cell(), 0), 1), by_data.record());
    store(&mut m, base.cell(), 1);
    assert_eq!(gone(&mut m), [by_data.id]);
    m.runtime.release(handle);
    assert_eq!(gone(&mut m), [by_code.id, imported.id, importing.id]);
}

#[test]
fn cells_of_a_unit_do_not_keep_it() {
    let mut m = Mutator::new();
    let (a, b) = (Loaded::new(&mut m, &[]), Loaded::new(&mut m, &[]));
    // In a circle, by way of the heap.
    for (from, to) in [(&a, &b), (&b, &a)] {
        let closure = m.object(&[to.code(), to.record()]);
        store(&mut m, from.cell(), closure);
        m.runtime.release_unit(from.id);
    }
    let handle = m.runtime.keep(a.record());
    assert_eq!(gone(&mut m), []);
    m.runtime.release(handle);
    assert_eq!(gone(&mut m), [a.id, b.id]);
    // What only their cells referred to is gone, and the cells are not looked at.
    m.collect_fully();
    m.runtime.check_heap().unwrap();
    assert_eq!(m.runtime.statistics().cells, 4);
}

#[test]
fn a_unit_is_removed_although_its_cells_were_stored_to() {
    let mut m = Mutator::new();
    let a = Loaded::new(&mut m, &[]);
    m.collect();
    let young = m.record(0, &[3]);
    store(&mut m, a.cell(), young);
    unsafe { m.runtime.remove_unit(a.id) };
    // Its memory is used for something else.
    set(a.cell(), 0, 2);
    m.collect();
    m.collect_fully();
    assert_eq!(get(a.cell(), 0), 2);
}

#[test]
fn an_import_that_was_removed_does_not_end_the_search() {
    let mut m = Mutator::new();
    let [removed, kept] = [(); 2].map(|()| Loaded::new(&mut m, &[]));
    let user = Loaded::new(&mut m, &[kept.id, removed.id]);
    let young = m.record(0, &[9]);
    store(&mut m, kept.cell(), young);
    m.runtime.release_unit(kept.id);
    unsafe { m.runtime.remove_unit(removed.id) };
    assert_eq!(gone(&mut m), []);
    assert_eq!(get(get(kept.cell(), 0), 1), 9);
    m.runtime.release_unit(user.id);
    assert_eq!(gone(&mut m), [kept.id, user.id]);
}

#[test]
fn a_weak_reference_to_static_data_keeps_the_unit() {
    let mut m = Mutator::new();
    let a = Loaded::new(&mut m, &[]);
    let weak = unsafe { kont_weak_new(m.vproc, a.record()) };
    let handle = m.runtime.keep(weak);
    m.runtime.release_unit(a.id);
    assert_eq!(gone(&mut m), []);
    assert_eq!(get(m.runtime.kept(handle), 1), a.record());
    m.runtime.release(handle);
    assert_eq!(gone(&mut m), [a.id]);
}

#[test]
fn a_class_is_forgotten_with_the_last_unit_and_box() {
    let mut m = Mutator::new();
    let a = Loaded::new(&mut m, &[]);
    let number = a.class();
    let mut any = vec![Header::ANY_BOX.0, 0, 1];
    any[word::CLASS] = number;
    let any = m.object(&any);
    let handle = m.runtime.keep(any);
    m.runtime.release_unit(a.id);
    assert_eq!(gone(&mut m), [a.id]);
    let b = Loaded::new(&mut m, &[]);
    assert_eq!(b.class(), number, "a box has it");
    m.runtime.release(handle);
    m.runtime.release_unit(b.id);
    assert_eq!(gone(&mut m), [b.id]);
    let c = Loaded::new(&mut m, &[]);
    assert_ne!(c.class(), number, "no number is given twice");
}
