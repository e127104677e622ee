//! Objects as such: allocation, collection, the write barrier, identity, weak
//! references.

use crate::collect::trace::identity;
use crate::heap::Heap;
use crate::object::{Object, Shape};
use crate::state::{Request, State};
use crate::units::Cell;
use abi::{FieldKind, Header, Layout, ObjectKind, VProc, WORD, word};
use std::collections::HashSet;

/// Serves the requests to the vproc, or collects. The slots are saved in the vproc.
///
/// # Safety
/// Called by the collector stub, with its vproc, at a safe point.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kont_collect(vproc: *mut VProc) {
    // SAFETY: compiled code passes the vproc it runs on, and waits here.
    let state = unsafe { State::of(vproc) };
    state.serve(state.processors.number_of(vproc));
}

mod exported {
    use super::*;

    exports! {
        /// `gc.collect`: a full collection at the next safe point.
        fn kont_gc_collect(cx) {
            cx.shared.schedule.major = true;
            cx.ask(Request::COLLECT);
        }

        /// Memory for an object; see [`abi::ALLOC`].
        fn kont_alloc(cx, words: u64) -> u64 {
            cx.alloc(words as usize).address()
        }

        /// The write barrier's slow path; see [`abi::RECORD_OBJECT`].
        fn kont_record_object(cx, record: u64) {
            // SAFETY: compiled code passes a record it has written.
            cx.record_object(unsafe { Object::at(record) });
        }

        /// Makes room for recorded slots; see [`abi::STORES_FULL`].
        fn kont_stores_full(cx) {
            cx.take_stores();
        }

        /// Marks a cell that was stored to; see [`abi::RECORD_CELL`].
        fn kont_record_cell(cx, cell: u64) {
            // SAFETY: compiled code passes a traced cell of a registered unit.
            cx.record_cell(unsafe { Cell::at(cell as *mut abi::Cell) });
        }

        /// The identity hash of a data object; of an immediate, its bits; of a box, 0; of a
        /// function, a hash of its code and of what it captures.
        fn kont_id_hash(cx, object: u64) -> u64 {
            if object & abi::IMMEDIATE != 0 {
                return object;
            }
            // SAFETY: compiled code passes an object.
            let object = unsafe { Object::at(object) };
            let heap = &cx.shared.heap;
            match object.shape() {
                Shape::Data(header) => data_hash(heap, object, header),
                Shape::Code(layout) => closure_hash(heap, object, layout),
            }
        }

        /// The bytes of all that can be reached from a value.
        fn kont_heap_size(cx, value: u64) -> u64 {
            reachable_bytes(&cx.shared.heap, value)
        }

        /// `heap.used`: bytes of the heap that objects take, among them those that nobody
        /// reaches any more and no collection has found yet.
        fn kont_heap_used(cx) -> u64 {
            let state = cx.whole();
            (state.nursery_used() + state.shared.heap.occupied()) as u64
        }

        /// A weak reference.
        fn kont_weak_new(cx, referent: u64) -> u64 {
            let weak = cx.alloc(2);
            weak.set(0, Header::WEAK.0);
            weak.set(word::REFERENT, referent);
            weak.address()
        }
    }
}

pub use exported::{
    kont_alloc, kont_gc_collect, kont_heap_size, kont_heap_used, kont_id_hash, kont_record_cell,
    kont_record_object, kont_stores_full, kont_weak_new,
};

/// The identity hash of a data object, or 0 if its kind has none.
fn data_hash(heap: &Heap, object: Object, header: Header) -> u64 {
    if !keeps_hash(header) {
        return 0;
    }
    // Static objects may be read-only, and never move.
    if header.hash_state() == 0 && heap.contains(object.address()) {
        object.set(0, header.with_hash_state(1).0);
    }
    match header.hash_state() {
        2 => object.word(object.words() - 1),
        _ => identity(heap, object),
    }
}

/// True for the kinds of objects that programs may ask for a hash.
fn keeps_hash(header: Header) -> bool {
    use ObjectKind::{Array, BigRecord, Record, Str};
    matches!(header.kind(), Some(Record | BigRecord | Array | Str))
}

/// A hash of a closure, which has no room to keep one. Its code stays where it is, and what it
/// captures never changes, so that they tell most closures apart.
fn closure_hash(heap: &Heap, closure: Object, layout: Layout) -> u64 {
    (0..layout.len()).fold(closure.word(0), |hash, i| {
        let part = captured_hash(heap, closure.word(word::FIELDS + i), layout.field(i));
        (hash ^ part).wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(31)
    })
}

/// What a word in a closure adds to its hash: nothing if it says where an object is that moves
/// and has no hash of its own.
fn captured_hash(heap: &Heap, captured: u64, kind: FieldKind) -> u64 {
    match kind {
        FieldKind::Raw => captured,
        FieldKind::Ref if captured & abi::IMMEDIATE != 0 => captured,
        FieldKind::Ref => {
            // SAFETY: a word that is traced, and no immediate, is an object.
            let object = unsafe { Object::at(captured) };
            match object.shape() {
                Shape::Data(header) => data_hash(heap, object, header),
                Shape::Code(_) => object.word(0),
            }
        }
        FieldKind::Cont => 0,
    }
}

/// The bytes of the objects that can be reached from a word, each counted once. Objects outside
/// the heap count if they are data, which the constants of the program are; they lead nowhere.
/// The objects still to look at are in a list, so that the depth of data does not matter.
fn reachable_bytes(heap: &Heap, word: u64) -> u64 {
    let (mut seen, mut waiting, mut bytes) = (HashSet::new(), Vec::new(), 0);
    let mut reach = |waiting: &mut Vec<Object>, word: u64| {
        if word & 1 == 0 && seen.insert(word) {
            // SAFETY: an even word in a traced slot is the address of an object.
            waiting.push(unsafe { Object::at(word) });
        }
    };
    reach(&mut waiting, word);
    while let Some(object) = waiting.pop() {
        if heap.contains(object.address()) {
            object.slots(|slot| reach(&mut waiting, slot.get()));
        } else if object.word(0) & 1 == 0 {
            continue;
        }
        bytes += (object.words() * WORD) as u64;
    }
    bytes
}

/// Names and addresses of the functions of this module.
pub(crate) fn symbols() -> Vec<(&'static str, *const u8)> {
    let mut all = exported::symbols();
    all.push(("kont_collect", kont_collect as *const u8));
    all
}
