//! A major collection that also finds out which units nothing reaches any more.
//!
//! A unit is reached if the embedder holds it, if a unit that is reached imports from it, or if an
//! object that is reached refers to its code or static data; the cells of a unit are roots once
//! it is reached. Only an embedder asks for such a collection: the ordinary one takes all cells
//! for roots and asks of no address outside the heap whose it is.

use super::major::{All, major_from};
use super::trace::{Fate, Generation, Tracer};
use crate::heap::Heap;
use crate::object::{Object, Shape, Slot};
use crate::state::{LastWords, State};
use crate::units::{Cell, Places, UnitId, Units};
use abi::{ObjectKind, word};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet};

/// What a collection has reached.
#[derive(Default)]
pub(super) struct Reached {
    units: BTreeSet<UnitId>,
    /// Units that were reached and not looked at yet.
    waiting: Vec<UnitId>,
    /// The classes of boxes.
    classes: HashSet<u64>,
    /// The units that were removed after all.
    gone: Vec<UnitId>,
}

impl Reached {
    fn reach(&mut self, unit: UnitId) {
        if self.units.insert(unit) {
            self.waiting.push(unit);
        }
    }
}

/// Everything but the nursery, and the units.
struct Reaching<'r> {
    places: Places,
    reached: &'r RefCell<Reached>,
}

impl Reaching<'_> {
    /// Something refers to an address outside the heap.
    fn meet_address(&self, address: u64) {
        for unit in self.places.owners(address) {
            self.reached.borrow_mut().reach(unit);
        }
    }
}

impl Generation for Reaching<'_> {
    fn fate(&self, heap: &Heap, address: u64) -> Fate {
        if !heap.contains(address) {
            self.meet_address(address);
        }
        All.fate(heap, address)
    }

    fn meet(&self, object: Object) {
        match object.shape() {
            Shape::Code(_) => self.meet_address(object.word(0)),
            Shape::Data(header) if header.kind() == Some(ObjectKind::AnyBox) => {
                self.reached.borrow_mut().classes.insert(object.word(word::CLASS));
            }
            Shape::Data(_) => {}
        }
    }

    /// Static data do not go before their unit, which a weak reference to them keeps.
    fn meet_referent(&self, heap: &Heap, word: u64) {
        if word & 1 == 0 && !heap.contains(word) {
            self.meet_address(word);
        }
    }
}

/// Collects like [`super::major::major`], from these roots, which have no cells, and the units that
/// are held. Gives the bytes copied.
pub(super) fn major(
    heap: &mut Heap,
    last_words: LastWords<'_>,
    roots: &[Slot],
    reached: &RefCell<Reached>,
) -> usize {
    let units: &Units = last_words.units;
    let held = units.units.iter().filter(|(_, known)| known.held);
    held.for_each(|(id, _)| reached.borrow_mut().reach(*id));
    let generation = Reaching { places: units.places(), reached };
    major_from(heap, last_words, generation, |tracer: &mut Tracer<'_, Reaching<'_>>| {
        roots.iter().for_each(|slot| tracer.visit(*slot));
        loop {
            tracer.drain();
            let Some(unit) = reached.borrow_mut().waiting.pop() else { break };
            let Some(known) = units.units.get(&unit) else { continue };
            known.imports.iter().for_each(|import| reached.borrow_mut().reach(*import));
            known.cells().map(Cell::slot).for_each(|slot| tracer.visit(slot));
        }
    })
}

impl State {
    /// Collects everything, and removes the units that nothing reaches, which it gives. Nothing
    /// runs.
    pub(crate) fn collect_units(&mut self) -> Vec<UnitId> {
        let reached = RefCell::new(Reached::default());
        // What was written in static data is a root for ever, and so are the units it is in.
        let places = self.shared.units.places();
        for slot in &self.shared.written_statics {
            places.owners(slot.address()).for_each(|id| reached.borrow_mut().reach(id));
        }
        self.collect_for(0, Some(&reached));
        reached.into_inner().gone
    }

    /// Removes the units that were not reached: their cells refer to nothing any more.
    pub(super) fn remove_unreached(&mut self, reached: &mut Reached) {
        let known = self.shared.units.units.keys().copied();
        reached.gone = known.filter(|id| !reached.units.contains(id)).collect();
        reached.gone.iter().for_each(|id| self.remove_unit(*id));
        self.shared.units.keep_classes(std::mem::take(&mut reached.classes));
    }

    /// Forgets a unit, which nothing refers to.
    pub(crate) fn remove_unit(&mut self, id: UnitId) {
        let Some(known) = self.shared.units.remove(id) else { return };
        self.shared.written_statics.retain(|slot| !known.contains(slot.address()));
        let cells: HashSet<Cell> = known.cells().collect();
        for processor in self.processors.iter_mut() {
            processor.local.remembered.cells.retain(|cell| !cells.contains(cell));
        }
    }
}
