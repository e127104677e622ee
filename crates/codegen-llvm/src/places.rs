//! Units that are compiled twice: at once and quickly, and again with care if their code turns out
//! to run often.
//!
//! ```text
//! first:   f: nop (some bytes)     second:   f.2: ...          then   f: jmp f.2
//!             ...
//! ```
//! Both are made of the same Flow, so a cluster has the same slots and the same frames in both,
//! and one may go on where the other was entered. The second has the cells and the static
//! closures of the first, by their addresses. A table in each part says what is where.

use crate::unit::UnitCx;
use base::{EntityId, Name, Pos};
use flow::{Cluster, ClusterId, Unit};
use inkwell::attributes::AttributeLoc;
use inkwell::values::{FunctionValue, PointerValue};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use types::Linkage;

/// The turn of a unit that may be compiled twice.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Turn {
    /// It is compiled once.
    #[default]
    Only,
    /// Its code can be replaced.
    First,
    /// It replaces the code that is at these places.
    Second(Arc<Places>),
}

/// The addresses of what a unit in memory consists of, by their numbers in the unit; 0 for what is
/// not there.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Places {
    /// The code of clusters.
    pub codes: Vec<u64>,
    /// Static closures of clusters.
    pub closures: Vec<u64>,
    /// Global cells.
    pub cells: Vec<u64>,
}

impl Places {
    /// The places of a unit, from the tables of its parts.
    ///
    /// # Safety
    /// The tables are those of the unit in memory, at the symbols that [`places_symbol`] says.
    #[expect(unsafe_code, reason = "the tables are read from memory")]
    pub unsafe fn read(tables: &[*const u64]) -> Places {
        let mut places = Places::default();
        for table in tables {
            // SAFETY: `define_places` wrote three numbers, as many groups of three words as the
            // second says, and as many words as the third says.
            unsafe {
                let numbers = std::slice::from_raw_parts(*table, 3);
                let [all, groups, cells] = [0, 1, 2].map(|i| numbers[i] as usize);
                places.codes.resize(all, 0);
                places.closures.resize(all, 0);
                let (first, rest) = (table.add(3), table.add(3 + 3 * groups));
                for group in std::slice::from_raw_parts(first, 3 * groups).chunks_exact(3) {
                    places.codes[group[0] as usize] = group[1];
                    places.closures[group[0] as usize] = group[2];
                }
                places.cells.extend(std::slice::from_raw_parts(rest, cells));
            }
        }
        places
    }
}

/// The symbol of the table of a part of a unit, by the symbol of the unit.
pub fn places_symbol(unit: &str, part: usize) -> String {
    format!("{unit}.places.{part}")
}

/// Takes the numbers off the names of exported functions (`anf::build::Builder::unit`) wherever
/// they are shown to users.
pub fn show_plain_names(unit: &mut Unit) {
    let plain = |name: &Name| {
        let (plain, number) = name.rsplit_once(".u")?;
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| (name.clone(), Name::from(plain)))
    };
    let exported = unit.clusters.values().filter(|cluster| cluster.export);
    let plain: FxHashMap<Name, Name> = exported.filter_map(|c| plain(&c.name)).collect();
    for (_, cluster) in unit.clusters.iter_mut() {
        if let Some(plain) = plain.get(&cluster.function) {
            cluster.function = plain.clone();
        }
    }
    let places: Vec<Pos> = unit.positions.iter().map(|(pos, _)| pos).collect();
    for pos in places {
        let function = unit.positions.get_mut(pos).and_then(|info| info.function.as_mut());
        if let Some(function) = function
            && let Some(plain) = plain.get(function)
        {
            *function = plain.clone();
        }
    }
}

/// Gives clusters that other units do not name names of their own, since units in one process share
/// their symbols.
pub fn set_apart(unit: &mut Unit, suffix: &str) {
    for Cluster { name, export, .. } in unit.clusters.iter_mut().map(|(_, cluster)| cluster) {
        if !*export {
            *name = format!("{name}.{suffix}").into();
        }
    }
}

/// A unit as it is compiled for the second time: no other refers to it.
pub fn second(mut unit: Unit) -> Unit {
    unit.clusters.iter_mut().for_each(|(_, cluster)| cluster.export = false);
    set_apart(&mut unit, "2");
    for global in unit.globals.iter_mut().map(|(_, global)| global) {
        if global.linkage == Linkage::Export {
            global.linkage = Linkage::Local;
        }
    }
    unit
}

/// The bytes at an entry that a jump to anywhere takes, in the unit in which LLVM wants them.
const ROOM: &str = if cfg!(target_arch = "aarch64") { "4" } else { "14" };

impl<'c> UnitCx<'_, 'c> {
    /// Leaves room for a jump at the entry of code that may be replaced.
    pub(crate) fn leave_room(&self, function: FunctionValue<'c>) {
        if let Turn::First = self.options.turn {
            let room = self.ir.context.create_string_attribute("patchable-function-entry", ROOM);
            function.add_attribute(AttributeLoc::Function, room);
        }
    }

    /// The static closure that a cluster had when it was compiled before.
    pub(crate) fn closure_before(&self, id: ClusterId) -> Option<PointerValue<'c>> {
        let Turn::Second(places) = &self.options.turn else { return None };
        let address = places.closures[id.index()];
        (address != 0).then(|| self.ir.word_ptr(address))
    }

    /// The addresses of the cells of a unit that was compiled before.
    pub(crate) fn cells_before(
        ir: &crate::ir::Ir<'c>,
        turn: &Turn,
    ) -> Option<Vec<PointerValue<'c>>> {
        let Turn::Second(places) = turn else { return None };
        Some(places.cells.iter().map(|address| ir.word_ptr(*address)).collect())
    }

    /// The table of the part.
    pub(crate) fn define_places(&self) {
        if let Turn::Only = self.options.turn {
            return;
        }
        let ir = self.ir;
        let clusters: Vec<_> = self.clusters().map(|(id, _)| id).collect();
        let cells = if self.number() == 0 { &self.cells[..] } else { &[] };
        let numbers = [self.unit.clusters.len(), clusters.len(), cells.len()];
        let mut table: Vec<_> = numbers.into_iter().map(|n| ir.word_ptr(n as u64)).collect();
        for id in clusters {
            table.push(ir.word_ptr(id.index() as u64));
            table.push(self.code(id).as_global_value().as_pointer_value());
            table.push(self.made_closure(id).unwrap_or(ir.ptr.const_null()));
        }
        table.extend(cells);
        let contents = ir.ptr.const_array(&table);
        let symbol = places_symbol(&self.options.unit_symbol, self.number());
        let global = ir.module.add_global(contents.get_type(), None, &symbol);
        crate::statics::set_contents(global, &contents);
        global.set_constant(true);
    }
}
