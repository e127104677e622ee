//! A major collection that also finds out which units nothing reaches any more.
//!
//! A unit is reached if the embedder holds it, if a unit that is reached imports from it, or if an
//! object that is reached refers to its code or static data; the cells of a unit are roots once
//! it is reached. What only the entry of a unit imports counts while the entry is to run, or if a
//! frame or closure of its code is reached, as when a continuation was captured: a value that was
//! computed from an earlier one does not keep the units of all that came before.
//!
//! Only an embedder asks for such a collection: the ordinary one takes all cells for roots and
//! asks of no address outside the heap whose it is.

use super::major::{All, major_from};
use super::mark::Marking;
use super::trace::{Fate, Generation, Tracer};
use crate::cont::frame;
use crate::heap::Heap;
use crate::object::{Object, Shape, Slot};
use crate::state::{LastWords, State};
use crate::units::{Cell, Known, Places, UnitId, Units};
use abi::{ObjectKind, word};
use std::cell::RefCell;
use std::collections::{BTreeSet, HashSet};

/// The units and classes that a collection has reached.
#[derive(Default)]
pub(super) struct Reached {
    units: BTreeSet<UnitId>,
    /// Those of which code of the entry was reached.
    entries: BTreeSet<UnitId>,
    /// Units that were reached and not looked at yet.
    waiting: Vec<UnitId>,
    /// The same of entries.
    waiting_entries: Vec<UnitId>,
    /// The classes of boxes.
    classes: HashSet<u64>,
    /// The units that were removed after all.
    gone: Vec<UnitId>,
}

/// A collection that finds out which units are reached. Its code is named here only, so that
/// executables, whose units stay, do not have it.
pub(super) struct Search {
    pub(super) reached: RefCell<Reached>,
    pub(super) major: fn(&mut Heap, LastWords<'_>, &[Slot], &RefCell<Reached>) -> usize,
    pub(super) remove: fn(&mut State, &mut Reached),
}

impl Reached {
    fn reach(&mut self, unit: UnitId) {
        if self.units.insert(unit) {
            self.waiting.push(unit);
        }
    }

    fn reach_entry(&mut self, unit: UnitId) {
        self.reach(unit);
        if self.entries.insert(unit) {
            self.waiting_entries.push(unit);
        }
    }

    /// Goes on from a unit that was reached; gives it, unless only its entry was new.
    fn next<'u>(&mut self, units: &'u Units) -> Option<Option<&'u Known>> {
        if let Some(unit) = self.waiting.pop() {
            // It is not there if the embedder has removed it, who vouches for that.
            let known = units.get(unit);
            let imports = known.iter().flat_map(|known| &known.imports.always);
            imports.for_each(|import| self.reach(*import));
            return Some(known);
        }
        let known = units.get(self.waiting_entries.pop()?);
        let imports = known.iter().flat_map(|known| &known.imports.by_entry);
        imports.for_each(|import| self.reach(*import));
        Some(None)
    }
}

/// Everything but the nursery, and the units.
struct Reaching<'r> {
    places: Places,
    reached: &'r RefCell<Reached>,
}

impl Reaching<'_> {
    /// There is a frame or closure of this code.
    fn meet_code(&self, code: u64) {
        self.meet_address(code);
        if frame::info(code).is_of_entry() {
            for unit in self.places.owners(code) {
                self.reached.borrow_mut().reach_entry(unit);
            }
        }
    }

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
            Shape::Code(_) => self.meet_code(object.word(0)),
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
fn major(
    heap: &mut Heap,
    last_words: LastWords<'_>,
    roots: &[Slot],
    reached: &RefCell<Reached>,
) -> usize {
    let units: &Units = last_words.units;
    for (id, known) in &units.units {
        match known.held {
            true if known.to_run => reached.borrow_mut().reach_entry(*id),
            true => reached.borrow_mut().reach(*id),
            false => {}
        }
    }
    let generation = Reaching { places: units.places(), reached };
    major_from(heap, last_words, generation, |tracer: &mut Tracer<'_, Reaching<'_>>| {
        roots.iter().for_each(|slot| tracer.visit(*slot));
        loop {
            tracer.drain();
            let Some(next) = reached.borrow_mut().next(units) else { break };
            let cells = next.into_iter().flat_map(Known::cells);
            cells.map(Cell::slot).for_each(|slot| tracer.visit(slot));
        }
    })
}

impl State {
    /// Collects everything, and removes the units that nothing reaches, which it gives. Nothing
    /// runs.
    pub(crate) fn collect_units(&mut self) -> Vec<UnitId> {
        let search = Search { reached: RefCell::default(), major, remove: State::remove_unreached };
        self.collect_for(0, Some(&search));
        search.reached.into_inner().gone
    }

    /// Removes the units that were not reached: their cells refer to nothing any more.
    fn remove_unreached(&mut self, reached: &mut Reached) {
        let known = self.shared.units.units.iter().map(|(id, _)| *id);
        reached.gone = known.filter(|id| !reached.units.contains(id)).collect();
        reached.gone.iter().for_each(|id| self.remove_unit(*id));
        self.shared.units.keep_classes(std::mem::take(&mut reached.classes));
    }

    /// Forgets a unit, which nothing refers to.
    pub(crate) fn remove_unit(&mut self, id: UnitId) {
        let Some(known) = self.shared.units.remove(id) else { return };
        // What died since marking began may be waiting to be scanned, and its code is gone.
        if let Some(marking) = &mut self.shared.marking {
            *marking = Marking::stale();
        }
        let cells: HashSet<Cell> = known.cells().collect();
        for processor in self.processors.iter_mut() {
            processor.local.remembered.cells.retain(|cell| !cells.contains(cell));
        }
    }
}
