//! Walks the whole heap and reports the first thing that cannot be.
//!
//! Checked:
//! - objects of nursery, chunks and large-object space are whole and contiguous,
//!   with a header that exists or the layout of code outside the heap;
//! - no object is forwarded;
//! - every traced slot, weak reference and root holds an immediate, a pointer out
//!   of the heap, or the address of an object found by the walk.

use crate::collect::forward;
use crate::cont::frame;
use crate::heap::Heap;
use crate::object::{Object, Slot};
use crate::state::{Processor, State};
use abi::{Elem, Header, LAYOUT_FIELDS, ObjectKind, RECORD_FIELDS, WORD, word};

/// A length that no object has.
const ABSURD: u64 = 1 << 40;

/// Checks everything; an error says what is wrong and where.
pub(crate) fn check(state: &mut State) -> Result<(), String> {
    let objects = walk(state)?;
    for object in &objects {
        let mut bad = None;
        object.slots(|slot| {
            bad = bad.take().or_else(|| bad_reference(&state.shared.heap, &objects, slot))
        });
        if is_weak(*object) {
            bad = bad_reference(&state.shared.heap, &objects, object.slot(word::REFERENT));
        }
        if let Some(what) = bad {
            return Err(format!("in {}: {what}", describe(*object)));
        }
    }
    let mut roots = state.roots();
    for Processor { vproc, local } in state.processors.iter() {
        local.frames.look(vproc, |slot| roots.push(slot));
    }
    match roots.into_iter().find_map(|slot| bad_reference(&state.shared.heap, &objects, slot)) {
        Some(what) => Err(format!("in a root: {what}")),
        None => Ok(()),
    }
}

/// All objects, by address.
fn walk(state: &mut State) -> Result<Vec<Object>, String> {
    let mut objects = Vec::new();
    for processor in state.processors.iter() {
        let start = processor.local.nursery.base;
        walk_range(&state.shared.heap, start, processor.vproc.alloc, &mut objects)?;
    }
    let heap = &mut state.shared.heap;
    for chunk in heap.old.chunks().to_vec() {
        walk_range(heap, chunk.start, chunk.end, &mut objects)?;
    }
    for object in heap.large.objects() {
        check_word0(heap, object, ABSURD)?;
        objects.push(object);
    }
    objects.sort_unstable();
    Ok(objects)
}

fn walk_range(heap: &Heap, start: u64, end: u64, objects: &mut Vec<Object>) -> Result<(), String> {
    let mut at = start;
    while at < end {
        // SAFETY: the range is memory of the heap; what lies there is checked before it is believed.
        let object = unsafe { Object::at(at) };
        check_word0(heap, object, end - at)?;
        objects.push(object);
        at += (object.words() * WORD) as u64;
    }
    Ok(())
}

/// Checks that word 0 is one that an object in `room` bytes may have.
fn check_word0(heap: &Heap, object: Object, room: u64) -> Result<(), String> {
    let word = object.word(0);
    let fault = if forward::copy_of(object).is_some() {
        Some("a forwarded object")
    } else if word & 1 == 1 {
        header_fault(Header(word), object)
    } else {
        code_fault(heap, word)
    };
    if let Some(what) = fault {
        return Err(format!("at {:#x}: {what} (word 0 is {word:#x})", object.address()));
    }
    if (object.words() * WORD) as u64 > room {
        return Err(format!("{} ends beyond its space", describe(object)));
    }
    Ok(())
}

fn header_fault(header: Header, object: Object) -> Option<&'static str> {
    let has_length = match header.kind() {
        None => return Some("a header of no kind"),
        Some(ObjectKind::Record) if header.record_len() > RECORD_FIELDS => {
            return Some("a record with too many fields");
        }
        Some(ObjectKind::Array) if matches!(header.elem(), Elem::Raw(4..)) => {
            return Some("an array of no shape");
        }
        Some(ObjectKind::Array | ObjectKind::Str | ObjectKind::Big | ObjectKind::Filler) => true,
        Some(_) => false,
    };
    (has_length && object.word(word::LENGTH) > ABSURD).then_some("an absurd length")
}

fn code_fault(heap: &Heap, code: u64) -> Option<&'static str> {
    if code < 4096 || heap.contains(code) {
        return Some("a code address that is none");
    }
    (frame::layout(code).len() > LAYOUT_FIELDS).then_some("code without a layout")
}

fn bad_reference(heap: &Heap, objects: &[Object], slot: Slot) -> Option<String> {
    let word = slot.get();
    if word & 1 == 1 || !heap.contains(word) {
        return None;
    }
    if objects.binary_search_by_key(&word, |object| object.address()).is_ok() {
        return None;
    }
    let place = if heap.in_nursery(word) {
        "the nursery"
    } else if heap.old.area.contains(word) {
        "the old generation"
    } else {
        "the large objects"
    };
    Some(format!("bad pointer {word:#x} in slot {:#x}, to no object of {place}", slot.address()))
}

fn is_weak(object: Object) -> bool {
    let word = object.word(0);
    word & 1 == 1 && Header(word).kind() == Some(ObjectKind::Weak)
}

fn describe(object: Object) -> String {
    let word = object.word(0);
    let kind = match Header(word).kind() {
        Some(kind) if word & 1 == 1 => format!("{kind:?}"),
        _ => format!("object with code {word:#x}"),
    };
    format!("{kind} at {:#x}, {} words", object.address(), object.words())
}
