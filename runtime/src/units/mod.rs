//! The compiled units that the runtime knows: their global cells, classes and positions.

mod classes;
mod places;
mod positions;

pub(crate) use places::Places;
pub(crate) use positions::CodeMap;

use crate::object::Slot;
use abi::{ABI_VERSION, CELL_STORED, Unit};
use classes::Classes;
use places::Extent;

/// A registered unit. The number is given once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnitId(u64);

/// A traced global cell, by its address.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Cell(*mut abi::Cell);

impl Cell {
    /// The cell at an address.
    ///
    /// # Safety
    /// It is one of a registered unit, which stays registered while the value is used.
    pub(crate) unsafe fn at(address: *mut abi::Cell) -> Cell {
        Cell(address)
    }

    /// The word that the collector traces.
    pub(crate) fn slot(self) -> Slot {
        // SAFETY: by the contract of `at`.
        unsafe { Slot::at(&raw mut (*self.0).word as u64) }
    }

    /// Says whether the cell was stored to since the last collection.
    pub(crate) fn set_stored(self, stored: bool) {
        // SAFETY: by the contract of `at`.
        unsafe { (*self.0).stored = if stored { CELL_STORED } else { 0 } };
    }
}

/// The units whose code and data the code of a unit names.
#[derive(Clone, Debug, Default)]
pub struct Imports {
    /// By code that may run as long as the unit is reached.
    pub always: Vec<UnitId>,
    /// By code that runs with the entry only.
    pub by_entry: Vec<UnitId>,
}

/// A registered unit.
pub(crate) struct Known {
    /// Its parts, in order.
    parts: Vec<*const Unit>,
    /// The addresses of the parts.
    extents: Vec<Extent>,
    /// The units whose code and data its code names.
    pub(crate) imports: Imports,
    /// True if its entry is still to run.
    pub(crate) to_run: bool,
    /// True if the embedder may still run it, or name it in further units.
    pub(crate) held: bool,
}

impl Known {
    fn parts(&self) -> impl Iterator<Item = &Unit> {
        // SAFETY: registered units stay valid.
        self.parts.iter().map(|part| unsafe { &**part })
    }

    /// The cells of the unit.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> {
        self.parts().flat_map(cells)
    }
}

/// All registered units.
#[derive(Default)]
pub(crate) struct Units {
    /// By number: later ones come last.
    pub(crate) units: Vec<(UnitId, Known)>,
    /// The number of units ever registered.
    given: u64,
    /// The cells of those that were registered since the last collection.
    pub(crate) fresh: Vec<Cell>,
    classes: Classes,
}

impl Units {
    /// Adds a unit with all its parts, which names code and data of these others; and those that it
    /// says itself that it imports from, unless they are known.
    ///
    /// # Safety
    /// The unit and all it points to are valid until the unit is removed or the runtime dropped.
    pub(crate) unsafe fn register(
        &mut self,
        unit: *const Unit,
        imports: Imports,
    ) -> Result<UnitId, String> {
        // SAFETY: by the contract.
        let next =
            |part: &*const Unit| Some(unsafe { (**part).next }).filter(|next| !next.is_null());
        let parts = std::iter::successors(Some(unit), next);
        let known = Known {
            parts: parts.collect(),
            extents: Vec::new(),
            imports,
            to_run: true,
            held: true,
        };
        for part in known.parts() {
            if part.version != ABI_VERSION {
                let theirs = part.version;
                return Err(format!(
                    "unit compiled for interface {theirs}, the runtime has {ABI_VERSION}"
                ));
            }
        }
        for part in known.parts() {
            self.number_classes(part);
        }
        self.fresh.extend(known.cells());
        let extents = known.parts().map(Extent::of).collect();
        self.given += 1;
        let id = UnitId(self.given);
        let others: Vec<*const Unit> = known.parts().flat_map(imported).collect();
        self.units.push((id, Known { extents, ..known }));
        for other in others {
            if !self.units.iter().any(|(_, known)| known.parts.first() == Some(&other)) {
                // SAFETY: they are as valid as what names them.
                unsafe { self.register(other, Imports::default()) }?;
            }
        }
        Ok(id)
    }

    /// What is known of a unit.
    pub(crate) fn get(&self, id: UnitId) -> Option<&Known> {
        Some(&self.units[self.place(id)?].1)
    }

    /// The same, to be changed.
    pub(crate) fn get_mut(&mut self, id: UnitId) -> Option<&mut Known> {
        let place = self.place(id)?;
        Some(&mut self.units[place].1)
    }

    fn place(&self, id: UnitId) -> Option<usize> {
        self.units.binary_search_by_key(&id, |(id, _)| *id).ok()
    }

    fn number_classes(&mut self, part: &Unit) {
        for i in 0..part.class_count as usize {
            // SAFETY: the table has so many entries, which nobody else reads or writes now.
            let class = unsafe { &mut **part.classes.add(i) };
            class.number = self.classes.number(class);
        }
    }

    /// Forgets a unit. Whoever remembers cells of it must forget them, too.
    pub(crate) fn remove(&mut self, id: UnitId) -> Option<Known> {
        let (_, known) = self.units.remove(self.place(id)?);
        let gone: std::collections::HashSet<Cell> = known.cells().collect();
        self.fresh.retain(|cell| !gone.contains(cell));
        Some(known)
    }

    fn parts(&self) -> impl Iterator<Item = &Unit> {
        self.units.iter().flat_map(|(_, known)| known.parts())
    }

    /// The cells of all units.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> {
        self.units.iter().flat_map(|(_, known)| known.cells())
    }
}

/// The units that a part imports from.
fn imported(part: &Unit) -> impl Iterator<Item = *const Unit> {
    // SAFETY: the table has so many entries, each the address of a word that holds that of a unit.
    (0..part.import_count as usize).map(|i| unsafe { **part.imports.add(i) })
}

/// The cells of a part.
fn cells(part: &Unit) -> impl Iterator<Item = Cell> {
    // SAFETY: the table has so many entries, each the address of a cell.
    (0..part.global_count as usize).map(|i| unsafe { Cell::at(*part.globals.add(i)) })
}
