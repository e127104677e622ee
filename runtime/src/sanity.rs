//! Looks at the whole heap and reports the first thing that cannot be.
//!
//! Checked:
//! - objects of nurseries and large-object space are whole and, in a nursery, contiguous,
//!   with a header that exists or the layout of code outside the heap;
//! - so are the objects of the old generation that can be reached, which do not overlap, and whose room
//!   is not free; between them there may be anything;
//! - no object is forwarded;
//! - every traced slot, weak reference and root holds an immediate, a pointer out
//!   of the heap, or the address of such an object.

use crate::collect::forward;
use crate::cont::frame;
use crate::heap::{CHUNK, ChunkState, Heap};
use crate::object::{Object, Slot};
use crate::state::{Processor, State};
use abi::{Elem, Header, LAYOUT_FIELDS, ObjectKind, RECORD_FIELDS, WORD, word};
use std::collections::HashSet;

/// A length that no object has.
const ABSURD: u64 = 1 << 40;

/// Checks everything; an error says what is wrong and where.
pub(crate) fn check(state: &mut State) -> Result<(), String> {
    let mut roots = state.roots();
    for Processor { vproc, local } in state.processors.iter() {
        local.frames.look(vproc, |slot| roots.push(slot));
    }
    let listed = walk(state)?;
    let mut waiting = listed.clone();
    // The room of what was not marked yet looks free.
    let marked = state.shared.marking.is_none();
    let mut known = Known { heap: &state.shared.heap, marked, listed, reached: HashSet::new() };
    for root in roots {
        known.refer(root, &mut waiting).map_err(|what| format!("in a root: {what}"))?;
    }
    while let Some(object) = waiting.pop() {
        let mut result = Ok(());
        let mut refer = |slot| {
            if result.is_ok() {
                result = known.refer(slot, &mut waiting);
            }
        };
        object.slots(&mut refer);
        if is_weak(object) {
            refer(object.slot(word::REFERENT));
        }
        result.map_err(|what| format!("in {}: {what}", describe(object)))?;
    }
    known.overlaps()
}

/// What is known of the objects.
struct Known<'h> {
    heap: &'h Heap,
    /// All objects that can be reached are marked.
    marked: bool,
    /// All objects outside the old generation, by address.
    listed: Vec<Object>,
    /// The objects of the old generation that were reached.
    reached: HashSet<Object>,
}

impl Known<'_> {
    /// Checks what a slot refers to, which waits to be looked at if it is new.
    fn refer(&mut self, slot: Slot, waiting: &mut Vec<Object>) -> Result<(), String> {
        let word = slot.get();
        if word & 1 == 1 || !self.heap.contains(word) {
            return Ok(());
        }
        let bad = |place| {
            let at = slot.address();
            Err(format!("bad pointer {word:#x} in slot {at:#x}, to no object of {place}"))
        };
        if !self.heap.old.area.contains(word) {
            return match self.listed.binary_search_by_key(&word, |object| object.address()) {
                Ok(_) => Ok(()),
                Err(_) if self.heap.in_nursery(word) => bad("the nursery"),
                Err(_) => bad("the large objects"),
            };
        }
        if self.heap.old.state(word) != ChunkState::Live || !word.is_multiple_of(WORD as u64) {
            return bad("the old generation");
        }
        // SAFETY: the word lies in a chunk; what is there is checked before it is believed.
        let object = unsafe { Object::at(word) };
        if self.reached.insert(object) {
            let room = CHUNK as u64 - (word - self.heap.old.area.base) % CHUNK as u64;
            check_word0(self.heap, object, room)?;
            if self.marked && !self.heap.old.is_whole(object, object.words()) {
                return bad("the old generation, where it is free");
            }
            waiting.push(object);
        }
        Ok(())
    }

    /// Checks that no two objects overlap.
    fn overlaps(self) -> Result<(), String> {
        let mut all: Vec<Object> = self.reached.into_iter().collect();
        all.sort();
        let end = |object: Object| object.address() + (object.words() * WORD) as u64;
        match all.windows(2).find(|pair| end(pair[0]) > pair[1].address()) {
            Some(pair) => Err(format!("{} begins in {}", describe(pair[1]), describe(pair[0]))),
            None => Ok(()),
        }
    }
}

/// All objects outside the old generation, by address.
fn walk(state: &State) -> Result<Vec<Object>, String> {
    let mut objects = Vec::new();
    for processor in state.processors.iter() {
        let start = processor.local.nursery.base;
        walk_range(&state.shared.heap, start, processor.vproc.alloc, &mut objects)?;
    }
    let heap = &state.shared.heap;
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
