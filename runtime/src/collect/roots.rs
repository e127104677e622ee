//! Where a collection begins.
//!
//! Roots are the live slots of each vproc's safe point, its handler and
//! exception, the global cells of all units, and the runtime's handles.

use crate::heap::Heap;
use crate::object::{Object, Slot};
use abi::{CodeInfo, INT_SLOTS, NULL_IMMEDIATE, ROOT_CONT, VProc};
use faults::{Fault, on};
use std::collections::BTreeSet;
use std::ptr::NonNull;

/// What a minor collection needs to know of the old generation.
#[derive(Default)]
pub(crate) struct Remembered {
    /// Slots outside the nursery that were written.
    pub(crate) slots: Vec<Slot>,
    /// Objects allocated outside the nursery.
    pub(crate) objects: Vec<Object>,
    /// Written slots outside the heap: roots for ever.
    pub(crate) outside: BTreeSet<Slot>,
}

impl Remembered {
    /// Moves written slots that lie in static data to `outside`.
    pub(crate) fn keep_outside(&mut self, heap: &Heap) {
        self.outside.extend(self.slots.iter().filter(|slot| !heap.contains(slot.address())));
    }
}

/// Words that embedders keep.
#[derive(Default)]
pub(crate) struct Handles {
    /// By number; an immediate where it is free.
    pub(crate) words: Vec<u64>,
    free: Vec<usize>,
}

impl Handles {
    /// Keeps a word, and gives its number.
    pub(crate) fn add(&mut self, word: u64) -> usize {
        let number = self.free.pop().unwrap_or(self.words.len());
        if number == self.words.len() {
            self.words.push(word);
        }
        self.words[number] = word;
        number
    }

    /// Forgets a word.
    pub(crate) fn remove(&mut self, number: usize) {
        self.words[number] = NULL_IMMEDIATE;
        self.free.push(number);
    }
}

/// The roots of one collection.
pub(crate) struct Roots<'r> {
    pub(crate) strong: Vec<Slot>,
    pub(crate) remembered: &'r mut Remembered,
}

impl<'r> Roots<'r> {
    /// Gathers all roots before anything moves, because which slots of a vproc
    /// are live is read through its closure.
    pub(crate) fn gather(
        vprocs: &[NonNull<VProc>],
        globals: &[Slot],
        handles: &mut Handles,
        remembered: &'r mut Remembered,
    ) -> Roots<'r> {
        let mut roots = Roots { strong: globals.to_vec(), remembered };
        roots.strong.extend(roots.remembered.outside.iter());
        // SAFETY: the handles are not resized while a collection runs.
        roots.strong.extend(handles.words.iter_mut().map(|handle| unsafe { slot_of(handle) }));
        for vproc in vprocs {
            roots.add_vproc(*vproc);
        }
        roots
    }

    fn add_vproc(&mut self, vproc: NonNull<VProc>) {
        // SAFETY: the runtime owns the vproc, whose thread is stopped in the collector.
        let vproc = unsafe { &mut *vproc.as_ptr() };
        let live = live_slots(vproc.save_clos);
        let ints = (0..INT_SLOTS).filter(|i| live >> i & 1 == 1);
        let mut fields = vec![&raw mut vproc.save_clos, &raw mut vproc.exn];
        if !on(Fault::RootsForgetHandler) {
            fields.push(&raw mut vproc.handler);
        }
        fields.extend(vproc.noted.iter_mut().map(|word| word as *mut u64));
        fields.extend(ints.map(|i| &raw mut vproc.save_ints[i]));
        if live & ROOT_CONT != 0 {
            fields.push(&raw mut vproc.save_cont);
        }
        // SAFETY: fields of the vproc, which outlives the collection.
        self.strong.extend(fields.into_iter().map(|field| unsafe { Slot::at(field as u64) }));
    }
}

/// # Safety
/// The word outlives the slot.
unsafe fn slot_of(word: &mut u64) -> Slot {
    // SAFETY: by the contract of this function.
    unsafe { Slot::at(word as *mut u64 as u64) }
}

/// Which saved slots are roots, as the code to re-enter says, which is word 0 of what
/// was saved of the closure slot.
pub(crate) fn live_slots(closure: u64) -> u32 {
    if closure == 0 {
        return 0;
    }
    // SAFETY: the stub saved an object whose word 0 is the code to re-enter.
    let code = unsafe { Object::at(closure) }.word(0);
    // SAFETY: a managed function has two words before its entry.
    CodeInfo(unsafe { *((code - 16) as *const u64) }).roots()
}
