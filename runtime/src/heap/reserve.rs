//! The address range of the heap, and the memory behind it.

use std::io;

/// Bytes of a page, as far as the heap is concerned.
pub(crate) const PAGE: usize = 4096;
/// Memory is made accessible in steps of this many bytes.
const STEP: u64 = 16 << 20;
/// Huge pages are asked for in the first bytes of an area, which are used again
/// and again. Beyond, the system would have to move memory to find some: recursion ten
/// million deep took 1.0 s of system time with huge pages throughout, 0.4 s with none.
const HUGE: u64 = 128 << 20;
/// The address asked for the range; fixed, so that runs are alike.
const HINT: usize = 0x2000_0000_0000;
/// No smaller range is tried.
const LEAST: usize = 64 << 20;

/// A range of addresses that is ours; inaccessible where no area has committed it.
pub(crate) struct Reservation {
    pub(crate) base: u64,
    pub(crate) bytes: usize,
}

impl Reservation {
    /// Reserves this many bytes, or half, a quarter, ... if the system refuses.
    pub(crate) fn new(mut bytes: usize) -> io::Result<Reservation> {
        loop {
            let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE;
            // SAFETY: a new mapping, placed where the system likes.
            let base = unsafe { libc::mmap(HINT as *mut _, bytes, libc::PROT_NONE, flags, -1, 0) };
            if base != libc::MAP_FAILED {
                return Ok(Reservation { base: base as u64, bytes });
            }
            if bytes / 2 < LEAST {
                return Err(io::Error::last_os_error());
            }
            bytes = (bytes / 2).next_multiple_of(1 << 20);
        }
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours, and who drops the heap has no object left.
        unsafe { libc::munmap(self.base as *mut _, self.bytes) };
    }
}

/// A part of the reservation, accessible from its base up to a mark that only rises.
pub(crate) struct Area {
    pub(crate) base: u64,
    pub(crate) end: u64,
    committed: u64,
    /// Huge pages are asked for below this address.
    huge: u64,
}

impl Area {
    /// A part of a reservation.
    pub(crate) fn new(base: u64, end: u64) -> Area {
        Area { base, end, committed: base, huge: base + HUGE }
    }

    /// The same, without huge pages.
    pub(crate) fn plain(base: u64, end: u64) -> Area {
        Area { base, end, committed: base, huge: base }
    }

    #[inline(always)]
    pub(crate) fn contains(&self, address: u64) -> bool {
        address.wrapping_sub(self.base) < self.end - self.base
    }

    /// Makes everything below `to` accessible; false if the system refuses.
    pub(crate) fn commit(&mut self, to: u64) -> bool {
        if to <= self.committed {
            return true;
        }
        if to > self.end {
            return false;
        }
        let to = to.next_multiple_of(STEP).min(self.end);
        let (from, bytes) = (self.committed, (to - self.committed) as usize);
        // SAFETY: the range lies in our reservation.
        let result =
            unsafe { libc::mprotect(from as *mut _, bytes, libc::PROT_READ | libc::PROT_WRITE) };
        if result == 0 {
            self.committed = to;
            if from < self.huge {
                // A wish only, so the answer does not matter.
                // SAFETY: as above.
                unsafe { libc::madvise(from as *mut _, bytes, libc::MADV_HUGEPAGE) };
            }
        }
        result == 0
    }

    /// Gives the memory of a range back; it reads as zero afterwards.
    pub(crate) fn release(&self, from: u64, bytes: usize) {
        debug_assert!(from >= self.base && from + bytes as u64 <= self.end);
        // SAFETY: the range lies in our reservation and its owner holds no object in it.
        unsafe { libc::madvise(from as *mut _, bytes, libc::MADV_DONTNEED) };
    }
}
