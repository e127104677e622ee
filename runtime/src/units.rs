//! The compiled units that the runtime knows: their global cells and positions.

use crate::object::Slot;
use abi::{ABI_VERSION, Position, Unit};
use host::trace::Trace;
use std::collections::HashMap;
use std::ffi::CStr;

/// All registered units.
#[derive(Default)]
pub(crate) struct Units {
    units: Vec<*const Unit>,
    /// The global cells of all of them.
    pub(crate) globals: Vec<Slot>,
    /// The numbers of the classes of boxed `any`s, by their texts.
    classes: HashMap<Vec<u8>, u64>,
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
        for i in 0..tables.class_count as usize {
            // SAFETY: the table has so many entries, which nobody else reads or writes now.
            let class = unsafe { &mut **tables.classes.add(i) };
            class.number = self.class(class.text);
        }
        Ok(())
    }

    /// The number of a class, the same for equal texts.
    fn class(&mut self, text: *const u8) -> u64 {
        // SAFETY: tables of classes hold zero-terminated strings.
        let text = unsafe { CStr::from_ptr(text.cast()) }.to_bytes().to_vec();
        let next = self.classes.len() as u64 + 1;
        *self.classes.entry(text).or_insert(next)
    }

    /// Finds positions by code address. Made when it is needed: only a report asks.
    pub(crate) fn code_map(&self) -> CodeMap<'_> {
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
        CodeMap { units: self, entries }
    }
}

/// From code addresses to position tables and indices in them.
pub(crate) struct CodeMap<'u> {
    units: &'u Units,
    entries: HashMap<u64, (*const Position, u32)>,
}

impl CodeMap<'_> {
    /// Shows the position of code and the places it was inlined at, innermost first.
    /// Returns how many there were.
    pub(crate) fn code(&self, code: u64, trace: &mut Trace) -> usize {
        self.entries.get(&code).map_or(0, |(table, index)| show(*table, *index, trace))
    }

    /// Shows an entry of a position table, as `code` does.
    pub(crate) fn site(&self, site: u64, trace: &mut Trace) {
        for unit in &self.units.units {
            // SAFETY: registered units stay valid.
            let unit = unsafe { &**unit };
            let offset = site.wrapping_sub(unit.positions as u64) as usize;
            let index = offset / size_of::<Position>();
            if index > 0 && index < unit.position_count as usize {
                show(unit.positions, index as u32, trace);
                return;
            }
        }
    }
}

/// Shows an entry of a table and those around it.
fn show(table: *const Position, mut index: u32, trace: &mut Trace) -> usize {
    let mut shown = 0;
    while index != 0 {
        // SAFETY: indices in a table are those of its own entries.
        let position = unsafe { &*table.add(index as usize) };
        if let Some(file) = text(position.file) {
            let function = text(position.function).unwrap_or_default();
            trace.place(&function, &file, position.line, position.column);
            shown += 1;
        }
        index = position.inlined_at;
    }
    shown
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
