//! The unit that an address belongs to.
//!
//! A part of a unit that was loaded into memory is mapped as a whole, in pages of its own, so that
//! parts do not interleave; but only some of its addresses are known: those that its descriptor
//! leads to. An address on their pages, or between them, belongs to the part; one between the
//! known pages of two parts, to either of them or to neither. Whoever asks must then take it
//! for both, so that at most two units are kept for each one that lives.

use super::{UnitId, Units, cells};
use abi::Unit;

/// The least size of a page.
const PAGE: u64 = 4096;

/// From the first to the last address of the known pages of a part.
#[derive(Clone, Copy)]
pub(super) struct Extent {
    first: u64,
    last: u64,
}

impl Extent {
    /// The known pages of a part.
    pub(super) fn of(part: &Unit) -> Extent {
        let mut extent = Extent { first: u64::MAX, last: 0 };
        extent.add(part as *const Unit as u64);
        extent.add(part.constants as u64);
        extent.add(part.entry as u64);
        extent.add(part.enter as *const () as u64);
        cells(part).for_each(|cell| extent.add(cell.slot().address()));
        for i in 1..part.position_count as usize {
            // SAFETY: the table has so many entries.
            let position = unsafe { &*part.positions.add(i) };
            for distance in [position.code, position.function, position.file] {
                extent.add(abi::Position::address(part.positions, distance));
            }
            extent.add(position as *const abi::Position as u64);
        }
        extent
    }

    pub(super) fn contains(self, address: u64) -> bool {
        self.first <= address && address <= self.last
    }

    fn add(&mut self, address: u64) {
        if address != 0 {
            let page = address & !(PAGE - 1);
            self.first = self.first.min(page);
            self.last = self.last.max(page + (PAGE - 1));
        }
    }
}

/// The extents of all parts, by address.
pub(crate) struct Places(Vec<(Extent, UnitId)>);

impl Places {
    /// The units to which an address outside the heap may belong.
    pub(crate) fn owners(&self, address: u64) -> impl Iterator<Item = UnitId> {
        let after = self.0.partition_point(|(extent, _)| extent.first <= address);
        let before = after.checked_sub(1).map(|i| &self.0[i]);
        let inside = before.is_some_and(|(extent, _)| extent.contains(address));
        let next = if inside { None } else { self.0.get(after) };
        let near = before.into_iter().chain(next).filter(move |_| address >= PAGE);
        near.map(|(_, unit)| *unit)
    }
}

impl Units {
    /// The places of the units.
    pub(crate) fn places(&self) -> Places {
        let of_unit = |(id, known): &(UnitId, super::Known)| {
            known.extents.iter().map(|extent| (*extent, *id)).collect::<Vec<_>>()
        };
        let mut places: Vec<_> = self.units.iter().flat_map(of_unit).collect();
        places.sort_unstable_by_key(|(extent, _)| extent.first);
        Places(places)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_between_two_units_may_be_of_either() {
        let place = |first, last, id| (Extent { first, last }, UnitId(id));
        let places = Places(vec![place(0x10_000, 0x10_500, 1), place(0x20_000, 0x20_800, 2)]);
        let owners = |address| places.owners(address).map(|id| id.0).collect::<Vec<_>>();
        assert_eq!(owners(0x10_000), [1]);
        assert_eq!(owners(0x10_500), [1]);
        assert_eq!(owners(0x20_010), [2]);
        assert_eq!(owners(0x10_508), [1, 2]);
        assert_eq!(owners(0xff_f00), [2]);
        assert_eq!(owners(0x9000), [1]);
        assert_eq!(owners(0), []);
    }
}
