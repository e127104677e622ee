//! The compiled units that the runtime knows: their global cells and positions.

use crate::object::Slot;
use abi::{ABI_VERSION, Position, Unit};
use std::collections::HashMap;
use std::ffi::CStr;

/// All registered units.
#[derive(Default)]
pub(crate) struct Units {
    units: Vec<*const Unit>,
    /// The global cells of all of them.
    pub(crate) globals: Vec<Slot>,
}

/// A position as a message says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) function: String,
    /// File, line and column, where known.
    pub(crate) at: Option<(String, u32, u32)>,
}

impl Units {
    /// Adds a unit with all its parts.
    ///
    /// # Safety
    /// The unit and all it points to are valid for as long as the runtime.
    pub(crate) unsafe fn register(&mut self, unit: *const Unit) -> Result<(), String> {
        let mut part = unit;
        while !part.is_null() {
            // SAFETY: by the contract.
            let tables = unsafe { &*part };
            self.register_part(tables)?;
            part = tables.next;
        }
        Ok(())
    }

    fn register_part(&mut self, tables: &Unit) -> Result<(), String> {
        if tables.version != ABI_VERSION {
            let theirs = tables.version;
            return Err(format!(
                "unit compiled for interface {theirs}, the runtime has {ABI_VERSION}"
            ));
        }
        self.units.push(tables);
        for i in 0..tables.global_count as usize {
            // SAFETY: the table has so many entries, each the address of a cell.
            self.globals.push(unsafe { Slot::at(*tables.globals.add(i) as u64) });
        }
        Ok(())
    }

    /// Finds positions by code address. Made when it is needed: only a report asks.
    pub(crate) fn code_map(&self) -> CodeMap {
        let mut entries = HashMap::new();
        for unit in &self.units {
            // SAFETY: registered units stay valid.
            let unit = unsafe { &**unit };
            for index in 1..unit.position_count as u32 {
                // SAFETY: the table has so many entries.
                let position = unsafe { &*unit.positions.add(index as usize) };
                if !position.code.is_null() {
                    entries.entry(position.code as u64).or_insert((unit.positions, index));
                }
            }
        }
        CodeMap { entries }
    }
}

/// From code addresses to position tables and indices in them.
pub(crate) struct CodeMap {
    entries: HashMap<u64, (*const Position, u32)>,
}

impl CodeMap {
    /// The position of code and the places it was inlined at, innermost first.
    pub(crate) fn places(&self, code: u64) -> Vec<Place> {
        let Some((table, mut index)) = self.entries.get(&code).copied() else { return vec![] };
        let mut places = Vec::new();
        while index != 0 {
            // SAFETY: `index` comes from the table's own unit.
            let position = unsafe { &*table.add(index as usize) };
            let at = text(position.file).map(|file| (file, position.line, position.column));
            places.push(Place { function: text(position.function).unwrap_or_default(), at });
            index = position.inlined_at;
        }
        places
    }
}

/// A zero-terminated string, or nothing for null.
fn text(pointer: *const u8) -> Option<String> {
    if pointer.is_null() {
        return None;
    }
    // SAFETY: position tables hold zero-terminated strings.
    let text = unsafe { CStr::from_ptr(pointer.cast()) };
    Some(text.to_string_lossy().into_owned())
}
