//! Source positions by code address.

use super::Units;
use abi::Position;
use host::trace::Trace;
use std::collections::HashMap;
use std::ffi::{CStr, c_char};

impl Units {
    /// Finds positions by code address. Made when it is needed: only a report asks.
    pub(crate) fn code_map(&self) -> CodeMap<'_> {
        let mut entries = HashMap::new();
        for part in self.parts() {
            for index in 1..part.position_count as u32 {
                // SAFETY: the table has so many entries.
                let position = unsafe { &*part.positions.add(index as usize) };
                let code = Position::address(part.positions, position.code);
                if code != 0 {
                    entries.entry(code).or_insert((part.positions, index));
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
        for part in self.units.parts() {
            let offset = site.wrapping_sub(part.positions as u64) as usize;
            let index = offset / size_of::<Position>();
            if index > 0 && index < part.position_count as usize {
                show(part.positions, index as u32, trace);
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
        if let Some(file) = text(table, position.file) {
            let function = text(table, position.function).unwrap_or_default();
            trace.place(&function, &file, position.line, position.column);
            shown += 1;
        }
        index = position.inlined_at;
    }
    shown
}

/// A zero-terminated string at a distance from a table, if there is one.
fn text(table: *const Position, distance: i32) -> Option<String> {
    let address = Position::address(table, distance);
    if address == 0 {
        return None;
    }
    // SAFETY: position tables lead to zero-terminated strings.
    let text = unsafe { CStr::from_ptr(address as *const c_char) };
    Some(text.to_string_lossy().into_owned())
}
