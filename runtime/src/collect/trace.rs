//! Copying and marking: what minor and major collections share.
//!
//! Survivors go to the old generation, and the unscanned part of the runs there is the queue
//! (Cheney, *A Nonrecursive List Compacting Algorithm*), so the depth of data
//! does not matter. Large objects are marked where they are and queued.
//!
//! After the cell of a list the next cell is copied, and so on:
//! the cells lie one behind the other, although lists that live at the same time
//! are reached in turns. (With seven lists of 5,000 integers or strings, going
//! through one of them takes 1.2 ns a cell, and 2.0 ns without this.)

use super::forward::{Found, copy_of, find, forward};
use crate::heap::{Cursor, Heap, LARGE_WORDS};
use crate::object::{Object, Shape, Slot};
use crate::state::LastWords;
use abi::{NULL_IMMEDIATE, ObjectKind, WORD, word};
use faults::{Fault, on};

/// Most cells of a list that are copied one behind the other. The elements of the cells, which often
/// lie near them, are copied soon after, while both are in the caches.
const RUN: usize = 1024;

/// The action of a collection on an object.
pub(crate) enum Fate {
    /// It is not collected now, or it is already where it belongs.
    Stay,
    /// It is copied if it is reached.
    Move,
    /// It is marked if it is reached.
    Mark,
}

/// The objects that a collection collects.
pub(crate) trait Generation {
    /// The fate of the object at an even address, which may be outside the heap.
    fn fate(&self, heap: &Heap, address: u64) -> Fate;

    /// An object is about to be copied.
    #[inline(always)]
    fn meet(&self, _: Object) {}

    /// A weak reference that is kept holds this word.
    #[inline(always)]
    fn meet_referent(&self, _: &Heap, _: u64) {}

    /// Marks an object that is not copied; true if it is to be scanned by this collection.
    #[inline(always)]
    fn mark(&mut self, heap: &mut Heap, object: Object) -> bool {
        heap.large.mark(object)
    }

    /// Everything reachable was reached: settles a weak reference to an object that is not copied.
    fn settle(&mut self, heap: &Heap, slot: Slot, referent: Object) {
        if !heap.large.is_marked(referent) {
            slot.set(NULL_IMMEDIATE);
        }
    }
}

/// A collection in progress.
pub(crate) struct Tracer<'h, G> {
    heap: &'h mut Heap,
    generation: G,
    last_words: LastWords<'h>,
    /// The place where scanning of copied objects goes on.
    cursor: Cursor,
    /// Objects to scan that are not in the queue of the runs.
    grey: Vec<Object>,
    /// Slots of weak references.
    weak: Vec<Slot>,
    copied_words: usize,
}

impl<'h, G: Generation> Tracer<'h, G> {
    pub(crate) fn new(
        heap: &'h mut Heap,
        generation: G,
        last_words: LastWords<'h>,
    ) -> Tracer<'h, G> {
        let cursor = heap.old.begin_queue();
        let (grey, weak) = (vec![], vec![]);
        Tracer { heap, generation, last_words, cursor, grey, weak, copied_words: 0 }
    }

    /// Keeps what the slot refers to, and updates the slot.
    #[inline(always)]
    pub(crate) fn visit(&mut self, slot: Slot) {
        if let Some(next) = self.visit_one(slot) {
            self.follow(next);
        }
    }

    /// Goes on along a list, for so many cells. Not inlined: most visits end where they begin.
    #[inline(never)]
    fn follow(&mut self, mut slot: Slot) {
        for _ in 0..RUN {
            match self.visit_one(slot) {
                Some(next) => slot = next,
                None => return,
            }
        }
    }

    /// The same; what the slot given refers to should be copied next.
    #[inline(always)]
    fn visit_one(&mut self, slot: Slot) -> Option<Slot> {
        let word = slot.get();
        if word & 1 == 1 {
            return None;
        }
        match self.generation.fate(self.heap, word) {
            Fate::Stay => None,
            Fate::Move => {
                // SAFETY: a traced slot that points into the heap points to an object.
                let object = unsafe { Object::at(word) };
                let (copy, next) = match find(object) {
                    Found::Copy(copy) => (copy, None),
                    Found::Original(Shape::Code(_)) => {
                        self.generation.meet(object);
                        (self.copy(object), None)
                    }
                    Found::Original(Shape::Data(header)) => {
                        self.generation.meet(object);
                        let copy = self.copy(object);
                        (copy, copy.next_cell(header))
                    }
                };
                slot.set(copy.address());
                next
            }
            Fate::Mark => {
                // SAFETY: as above.
                let object = unsafe { Object::at(word) };
                if self.generation.mark(self.heap, object) && !on(Fault::LargeNotScanned) {
                    self.grey.push(object);
                }
                None
            }
        }
    }

    #[inline(always)]
    fn copy(&mut self, object: Object) -> Object {
        let words = object.words();
        // The identity hash is the address until the object moves; then it is a word of its own.
        let hashed = matches!(object.shape(), Shape::Data(header) if header.hash_state() == 1);
        let room = words + usize::from(hashed);
        let near = if room <= LARGE_WORDS { self.heap.old.alloc(room) } else { None };
        let to = near.unwrap_or_else(|| self.room_elsewhere(room));
        copy_words(object, to, words);
        if hashed {
            to.set(0, object.header().with_hash_state(2).0);
            to.set(words, identity(self.heap, object));
        }
        to.grow_old();
        forward(object, to);
        self.copied_words += words;
        to
    }

    /// Room for a copy that the current run has no room for.
    #[cold]
    fn room_elsewhere(&mut self, words: usize) -> Object {
        let to = match self.heap.alloc(words) {
            Ok(to) => to,
            Err(full) => self.last_words.exhausted(self.heap, full),
        };
        if !self.heap.old.is_last(to, words) {
            self.grey.push(to);
        }
        to
    }

    /// Visits every slot of an object.
    #[inline(always)]
    pub(crate) fn scan(&mut self, object: Object) {
        if let Shape::Data(header) = object.shape()
            && header.kind() == Some(ObjectKind::Weak)
        {
            self.generation.meet_referent(self.heap, object.word(word::REFERENT));
            self.weak.push(object.slot(word::REFERENT));
            return;
        }
        object.slots(|slot| {
            if !(on(Fault::LastSlotForgotten) && is_last(object, slot)) {
                self.visit(slot);
            }
        });
    }

    /// Scans what was reached until nothing is left.
    pub(crate) fn drain(&mut self) {
        loop {
            while let Some(object) = self.heap.old.next(&mut self.cursor) {
                self.scan(object);
            }
            match self.grey.pop() {
                Some(object) => self.scan(object),
                None => break,
            }
        }
    }

    /// Scans what was reached until nothing is left, and clears weak references
    /// to the rest. Gives the bytes copied.
    pub(crate) fn finish(mut self) -> usize {
        self.drain();
        for slot in std::mem::take(&mut self.weak) {
            self.settle(slot);
        }
        self.copied_words * WORD
    }

    /// Updates or clears a weak reference, now that everything reachable was reached.
    fn settle(&mut self, slot: Slot) {
        let word = slot.get();
        if word & 1 == 1 {
            return;
        }
        // SAFETY: used only where the word points into the heap, and there to an object.
        let object = unsafe { Object::at(word) };
        match self.generation.fate(self.heap, word) {
            Fate::Stay => {}
            Fate::Move => match copy_of(object) {
                Some(copy) => slot.set(copy.address()),
                None if on(Fault::WeakDangles) => {}
                None => slot.set(NULL_IMMEDIATE),
            },
            Fate::Mark => self.generation.settle(self.heap, slot, object),
        }
    }
}

/// True if this is the last field of a closure or frame.
fn is_last(object: Object, slot: Slot) -> bool {
    match object.shape() {
        Shape::Code(layout) => slot == object.slot(layout.len()),
        Shape::Data(_) => false,
    }
}

/// Copies all words of an object to fresh room.
#[inline(always)]
fn copy_words(from: Object, to: Object, words: usize) {
    // Most objects are a few words: too few for a call to pay.
    if words <= 8 {
        for i in 0..words {
            to.set(i, from.word(i));
        }
        return;
    }
    // SAFETY: the object has so many words, and so has the room, which is in no other object.
    unsafe {
        std::ptr::copy_nonoverlapping(from.address() as *const u64, to.address() as *mut u64, words)
    };
}

/// The identity hash of an object that has not moved since it was asked.
/// It depends on the place in the heap, not on where the heap lies.
pub(crate) fn identity(heap: &Heap, object: Object) -> u64 {
    let place = object.address().wrapping_sub(heap.base()) / WORD as u64;
    let mixed = (place ^ place >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 32
}
