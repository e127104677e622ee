//! The roots, where a collection begins.
//!
//! Roots are the live slots of each vproc's safe point, its handler and
//! exception, the function that takes turns, the global cells of all units, and the runtime's handles.

use crate::cont::frame;
use crate::object::{Object, Slot};
use crate::state::State;
use crate::units::Cell;
use abi::{INT_SLOTS, NULL_IMMEDIATE, ROOT_CONT, VProc};
use faults::{Fault, on};

/// The changes that a processor made to the old generation since the last collection; a minor
/// collection needs them.
#[derive(Default)]
pub(crate) struct Remembered {
    /// Slots of old arrays that were set to young values.
    pub(crate) slots: Vec<Slot>,
    /// Old records that were stored to, each once.
    pub(crate) records: Vec<Object>,
    /// Objects allocated outside the nursery.
    pub(crate) objects: Vec<Object>,
    /// Cells that were stored to, each once.
    pub(crate) cells: Vec<Cell>,
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

impl State {
    /// All roots.
    pub(crate) fn roots(&mut self) -> Vec<Slot> {
        let mut roots = self.roots_but_cells();
        roots.extend(self.shared.units.cells().map(Cell::slot));
        roots
    }

    /// The roots that may refer to young objects: of the cells, those that were stored to since
    /// the last collection, which are then taken for clean.
    pub(super) fn young_roots(&mut self) -> Vec<Slot> {
        let mut roots = self.roots_but_cells();
        let before = roots.len();
        let mut clean = |cell: Cell| {
            cell.set_stored(false);
            roots.push(cell.slot());
        };
        self.shared.units.fresh.drain(..).for_each(&mut clean);
        for processor in self.processors.iter_mut() {
            processor.local.remembered.cells.drain(..).for_each(&mut clean);
        }
        self.shared.stats.cells += (roots.len() - before) as u64;
        roots
    }

    /// The other roots, gathered before anything moves, because which slots of a vproc are live is
    /// read through its closure.
    pub(super) fn roots_but_cells(&mut self) -> Vec<Slot> {
        let handles = self.shared.handles.words.iter_mut();
        // SAFETY: the handles are not resized while a collection runs.
        let mut roots: Vec<Slot> = handles.map(|handle| unsafe { slot_of(handle) }).collect();
        for processor in self.processors.iter_mut() {
            add_vproc(&mut processor.vproc, &mut roots);
            if processor.local.turns != 0 {
                // SAFETY: the processor stays where it is.
                roots.push(unsafe { slot_of(&mut processor.local.turns) });
            }
        }
        roots
    }
}

/// Adds the live slots of a vproc that is stopped in the collector.
fn add_vproc(vproc: &mut VProc, roots: &mut Vec<Slot>) {
    let live = match vproc.save_clos {
        0 => 0,
        // SAFETY: the stub saved an object whose word 0 is the code to re-enter.
        closure => frame::live_slots(unsafe { Object::at(closure) }),
    };
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
    roots.extend(fields.into_iter().map(|field| unsafe { Slot::at(field as u64) }));
}

/// # Safety
/// The word outlives the slot.
unsafe fn slot_of(word: &mut u64) -> Slot {
    // SAFETY: by the contract of this function.
    unsafe { Slot::at(word as *mut u64 as u64) }
}
