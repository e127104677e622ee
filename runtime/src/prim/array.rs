//! Arrays and vectors.

use crate::object::Object;
use crate::state::Cx;
use abi::{Elem, Header, NULL_IMMEDIATE, WORD, word};
use faults::{Fault, on};
use host::bytes::range;
use host::{BuiltinExn, MAX_LENGTH};

/// An array whose elements are not set; raises Size.
fn blank(cx: &mut Cx, header: Header, length: i64) -> Option<Object> {
    if !(0..=MAX_LENGTH).contains(&length) {
        cx.raise::<()>(BuiltinExn::Size);
        return None;
    }
    let words = header.object_words(length as u64);
    cx.room_or_end(words)?;
    let array = cx.alloc(words);
    array.set(0, header.0);
    array.set(word::LENGTH, length as u64);
    Some(array)
}

/// Sets the bytes of the elements to zero.
fn zero(cx: &Cx, array: Object) {
    // Pages that come from the system are zero.
    if !cx.shared.heap.large.is_fresh(array) {
        fill(array, 0);
    }
}

/// Sets every word after the length.
fn fill(array: Object, word: u64) {
    for i in 2..array.words() {
        array.set(i, word);
    }
}

/// A word that repeats the lowest `1 << log` bytes.
fn repeat(log: u8, word: u64) -> u64 {
    match log {
        0 => (word & 0xff) * 0x0101_0101_0101_0101,
        1 => (word & 0xffff) * 0x0001_0001_0001_0001,
        2 => (word & 0xffff_ffff) * 0x0000_0001_0000_0001,
        _ => word,
    }
}

/// Moves bytes of elements; the ranges are in the arrays.
fn move_elements(
    from: Object,
    start: usize,
    to: Object,
    to_start: usize,
    length: usize,
    bytes: usize,
) {
    let source = from.slot(word::ELEMENTS).address() + (start * bytes) as u64;
    let target = to.slot(word::ELEMENTS).address() + (to_start * bytes) as u64;
    // SAFETY: the caller has checked the ranges; they may overlap.
    unsafe { std::ptr::copy(source as *const u8, target as *mut u8, length * bytes) };
}

/// Remembers the references among elements that were written of which the next collection has to know.
fn record_elements(cx: &mut Cx, array: Object, elem: Elem, start: usize, end: usize) {
    if cx.shared.heap.nursery().contains(array.address()) {
        return;
    }
    let recorded = cx.shared.recorded();
    array.array_slots(elem, start, end, |slot| {
        if slot.get() & 1 == 0 && recorded.contains(slot.get()) {
            cx.record_store(slot);
        }
    });
}

exports! {
    /// An array of one value; see [`abi::ARRAY_NEW`].
    fn kont_array_new(cx, header: u64, length: i64, initial: u64) -> u64 {
        let header = Header(header);
        let Some(array) = blank(cx, header, length) else { return NULL_IMMEDIATE };
        match header.elem() {
            Elem::Raw(log) => match repeat(log, initial) {
                0 => zero(cx, array),
                word => fill(array, word),
            },
            Elem::Ref | Elem::Mixed { .. } => fill(array, initial),
        }
        array.address()
    }

    /// An array of no values yet; see [`abi::ARRAY_ALLOC`].
    fn kont_array_alloc(cx, header: u64, length: i64) -> u64 {
        let header = Header(header);
        let Some(array) = blank(cx, header, length) else { return NULL_IMMEDIATE };
        match header.elem() {
            // Nobody looks at numbers before they are set.
            Elem::Raw(_) => {}
            Elem::Ref => fill(array, NULL_IMMEDIATE),
            Elem::Mixed { .. } => {
                zero(cx, array);
                array.array_slots(header.elem(), 0, length as usize, |slot| slot.set(NULL_IMMEDIATE));
            }
        }
        array.address()
    }

    /// Copies elements; see [`abi::ARRAY_COPY`].
    fn kont_array_copy(cx, src: u64, src_start: i64, dst: u64, dst_start: i64, length: i64) {
        // SAFETY: compiled code passes arrays.
        let (from, to) = unsafe { (Object::at(src), Object::at(dst)) };
        let source = range(src_start, length, from.word(word::LENGTH) as usize);
        let target = range(dst_start, length, to.word(word::LENGTH) as usize);
        let (Ok(source), Ok(target)) = (source, target) else {
            return cx.raise(BuiltinExn::Subscript);
        };
        let elem = to.header().elem();
        move_elements(from, source.start, to, target.start, source.len(), elem.bytes());
        if !on(Fault::CopyNoBarrier) {
            record_elements(cx, to, elem, target.start, target.end);
        }
    }
}

const _: () = assert!(WORD == 8, "`repeat` fills words of 8 bytes");
