//! The words of the old generation that are taken: a bit for each, in memory of their own.
//!
//! While objects are marked, the bits of what was reached are set: the first when an object is met,
//! the others when it is scanned. Afterwards what is not set is free. Room that is taken for
//! objects to come has all its bits set, so that they count as marked.

use super::reserve::Area;
use abi::WORD;

/// Bytes of the old generation for each byte of bits.
pub(crate) const SHARE: usize = u8::BITS as usize * WORD;
/// Bits of a cell, by which they are read and set.
const BITS: usize = u64::BITS as usize;

/// A bit for each word of an area.
pub(crate) struct Marks {
    area: Area,
    /// The first address of the area that the bits are of.
    base: u64,
}

impl Marks {
    pub(crate) fn new(area: Area, base: u64) -> Marks {
        Marks { area, base }
    }

    /// Makes the bits of all words below an address accessible; false if the system refuses.
    pub(crate) fn commit(&mut self, to: u64) -> bool {
        self.area.commit(self.area.base + (to - self.base).div_ceil(SHARE as u64))
    }

    #[inline(always)]
    fn number(&self, address: u64) -> usize {
        (address - self.base) as usize / WORD
    }

    #[inline(always)]
    fn cell(&self, number: usize) -> *mut u64 {
        (self.area.base as *mut u64).wrapping_add(number / BITS)
    }

    #[inline(always)]
    pub(crate) fn is_set(&self, address: u64) -> bool {
        let number = self.number(address);
        // SAFETY: the bits of what was allocated are accessible.
        unsafe { *self.cell(number) >> (number % BITS) & 1 == 1 }
    }

    /// Sets the bit of a word; true if it was not set.
    #[inline(always)]
    pub(crate) fn set(&mut self, address: u64) -> bool {
        let number = self.number(address);
        let (cell, bit) = (self.cell(number), 1 << (number % BITS));
        // SAFETY: as above.
        unsafe {
            let before = *cell;
            *cell = before | bit;
            before & bit == 0
        }
    }

    /// Sets the bits of a range that is not empty.
    #[inline(always)]
    pub(crate) fn set_all(&mut self, from: u64, to: u64) {
        // SAFETY: as above.
        self.cells(from, to, |cell, mask| unsafe { *cell |= mask });
    }

    /// Clears the bits of a range that is not empty.
    pub(crate) fn clear_all(&mut self, from: u64, to: u64) {
        // SAFETY: as above.
        self.cells(from, to, |cell, mask| unsafe { *cell &= !mask });
    }

    /// The number of words of a range whose bits are set.
    pub(crate) fn count(&self, from: u64, to: u64) -> usize {
        let mut count = 0;
        // SAFETY: as above.
        self.cells(from, to, |cell, mask| count += unsafe { *cell & mask }.count_ones() as usize);
        count
    }

    /// Calls `visit` on the cells with the bits of a range, and a mask that has these.
    #[inline(always)]
    fn cells(&self, from: u64, to: u64, mut visit: impl FnMut(*mut u64, u64)) {
        let (first, last) = (self.number(from), self.number(to) - 1);
        let (low, high) = (!0 << (first % BITS), !0 >> (BITS - 1 - last % BITS));
        let (mut cell, end) = (self.cell(first), self.cell(last));
        if cell == end {
            return visit(cell, low & high);
        }
        visit(cell, low);
        cell = cell.wrapping_add(1);
        while cell != end {
            visit(cell, !0);
            cell = cell.wrapping_add(1);
        }
        visit(cell, high);
    }

    /// The first run of so many free words at least, in a range that ends at an address whose bit
    /// is the first of a cell.
    pub(crate) fn hole(&self, from: u64, end: u64, least: usize) -> Option<(u64, u64)> {
        let mut at = from;
        loop {
            let start = self.find(at, end, 0)?;
            let stop = self.find(start, end, !0).unwrap_or(end);
            if stop - start >= (least * WORD) as u64 {
                return Some((start, stop));
            }
            at = stop;
        }
    }

    /// The first word of such a range whose bit is as in `wanted`.
    fn find(&self, from: u64, end: u64, wanted: u64) -> Option<u64> {
        let (mut number, end) = (self.number(from), self.number(end));
        let mut mask = !0 << (number % BITS);
        while number < end {
            // SAFETY: as above.
            let found = unsafe { *self.cell(number) ^ !wanted } & mask;
            if found != 0 {
                let number = number / BITS * BITS + found.trailing_zeros() as usize;
                return Some(self.base + (number * WORD) as u64);
            }
            number = (number / BITS + 1) * BITS;
            mask = !0;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::reserve::Reservation;

    #[test]
    fn holes_are_what_is_not_set() {
        let reservation = Reservation::new(64 << 20).unwrap();
        let base = 1 << 30;
        let at = |word: u64| base + word * WORD as u64;
        let mut marks = Marks::new(Area::new(reservation.base, reservation.base + (1 << 20)), base);
        assert!(marks.commit(at(1024)));
        assert!(marks.set(at(5)) && !marks.set(at(5)) && marks.is_set(at(5)));
        marks.set_all(at(10), at(300));
        assert_eq!(marks.count(at(0), at(1024)), 291);
        assert_eq!(marks.hole(at(0), at(1024), 4), Some((at(0), at(5))));
        assert_eq!(marks.hole(at(5), at(1024), 4), Some((at(6), at(10))));
        assert_eq!(marks.hole(at(0), at(1024), 6), Some((at(300), at(1024))));
        marks.clear_all(at(64), at(128));
        assert_eq!(marks.hole(at(10), at(1024), 64), Some((at(64), at(128))));
        assert_eq!(marks.hole(at(0), at(1024), 800), None);
    }
}
