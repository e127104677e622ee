//! The heap: one reserved address range, divided once.
//!
//! ```text
//! base                                                                  end
//! | nurseries, up to 64 MiB each | marks | old generation: chunks | large objects: pages |
//! ```
//!
//! Each processor has a nursery; they lie side by side.
//! One range check tells whether a word points into the heap, or into one of its parts.
//! Static data lie outside.

mod large;
mod marks;
mod old;
mod reserve;

pub(crate) use large::Large;
pub(crate) use old::{CHUNK, ChunkState, Cursor, Old};

use crate::config::Config;
use crate::object::Object;
use abi::WORD;
use marks::Marks;
pub(crate) use reserve::Reservation;
use reserve::{Area, PAGE};

/// The nursery of a processor never grows beyond this.
pub(crate) const NURSERY_MAX: usize = 64 << 20;
/// Least bytes of a nursery: a check may ask for 1 MiB.
pub(crate) const NURSERY_MIN: usize = 2 << 20;
/// Most bytes of the nurseries of so many processors in a heap of at most this many bytes.
pub(crate) fn nursery_max(heap_max: usize, processors: usize) -> usize {
    (NURSERY_MAX * processors).min(heap_max / 8).max(NURSERY_MIN * processors)
}

/// Objects outside the nursery of more words than this are large.
pub(crate) const LARGE_WORDS: usize = (32 << 10) / WORD;
/// Objects of more words than this do not begin in the nursery. Those of fewer do, although
/// they may have to be copied: most die, and the memory of the next is still in the caches.
pub(crate) const NURSERY_WORDS: usize = NURSERY_MIN / 8 / WORD;
/// The greatest reservation.
const RESERVE_MAX: usize = 1 << 40;

/// A part of the address range.
#[derive(Clone, Copy, Default)]
pub(crate) struct Range {
    pub(crate) base: u64,
    pub(crate) bytes: u64,
}

impl Range {
    #[inline(always)]
    pub(crate) fn contains(self, address: u64) -> bool {
        address.wrapping_sub(self.base) < self.bytes
    }
}

/// The heap.
pub(crate) struct Heap {
    reservation: Reservation,
    nursery: Area,
    processors: usize,
    /// Bytes of all nurseries in use; at most `nursery_max`.
    pub(crate) nursery_bytes: usize,
    nursery_max: usize,
    /// Bytes of the nurseries up to which they stay in the caches.
    pub(crate) nursery_cached: usize,
    /// Bytes of all nurseries at the start.
    nursery_start: usize,
    pub(crate) old: Old,
    pub(crate) large: Large,
    /// Most bytes to take from the system.
    pub(crate) max: usize,
    /// True if the heap may grow beyond `max`, up to its address range, for as long as it takes
    /// to end what runs. Otherwise a collection that finds no room for the survivors ends the
    /// process, since a collection cannot be taken back.
    pub(crate) lenient: bool,
    /// The most bytes the heap would have needed where that was more than it may take, since this
    /// was last set to 0.
    pub(crate) overdrawn: usize,
    /// Bytes of frames on a stack, which count as the heap's.
    pub(crate) frames: usize,
}

/// There is no room for an object: so many bytes more would be needed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Full {
    pub(crate) bytes: usize,
}

impl Heap {
    /// Reserves the address range and sets up the nurseries of so many processors.
    pub(crate) fn new(config: &Config, processors: usize) -> Result<Heap, String> {
        let nurseries = NURSERY_MAX * processors;
        let want = config.heap_max.saturating_mul(4).saturating_add(nurseries);
        let reservation = Reservation::new(want.min(RESERVE_MAX).next_multiple_of(CHUNK))
            .map_err(|error| format!("cannot reserve memory: {error}"))?;
        let base = reservation.base;
        let marks_base = base + nurseries.min(reservation.bytes) as u64;
        let end = base + reservation.bytes as u64;
        let of_marks =
            ((end - marks_base) / 2 / marks::SHARE as u64).next_multiple_of(CHUNK as u64);
        let old_base = (marks_base + of_marks).min(end);
        let marks = Marks::new(Area::plain(marks_base, old_base), old_base);
        let large_base = old_base + ((end - old_base) / 2 / CHUNK as u64) * CHUNK as u64;
        let nursery_max = nursery_max(config.heap_max, processors);
        let nursery_start =
            (config.nursery * processors).clamp(NURSERY_MIN * processors, nursery_max);
        let mut heap = Heap {
            nursery: Area::new(base, marks_base),
            processors,
            nursery_bytes: nursery_start,
            nursery_start,
            nursery_max,
            nursery_cached: config.cached * processors,
            old: Old::new(Area::new(old_base, large_base), marks),
            large: Large::new(Area::new(large_base, end)),
            max: config.heap_max.min((end - old_base) as usize),
            lenient: false,
            overdrawn: 0,
            frames: 0,
            reservation,
        };
        if !heap.nursery.commit(base + heap.nursery_bytes as u64) || !heap.old.open() {
            return Err("cannot get memory for the heap".to_string());
        }
        Ok(heap)
    }

    /// True if the address lies in the heap.
    #[inline(always)]
    pub(crate) fn contains(&self, address: u64) -> bool {
        address.wrapping_sub(self.reservation.base) < self.reservation.bytes as u64
    }

    /// The first address.
    pub(crate) fn base(&self) -> u64 {
        self.reservation.base
    }

    /// The nurseries of all processors.
    pub(crate) fn nursery(&self) -> Range {
        Range { base: self.nursery.base, bytes: self.nursery_bytes as u64 }
    }

    /// The nursery of a processor.
    pub(crate) fn nursery_of(&self, processor: usize) -> Range {
        let bytes = (self.nursery_bytes / self.processors / PAGE * PAGE) as u64;
        Range { base: self.nursery.base + processor as u64 * bytes, bytes }
    }

    /// True if the address lies in the nurseries' part of the range.
    pub(crate) fn in_nursery(&self, address: u64) -> bool {
        self.nursery.contains(address)
    }

    /// Bytes taken from the system: nurseries, chunks, large objects, and frames on a stack.
    pub(crate) fn used(&self) -> usize {
        self.nursery_bytes + self.old.bytes() + self.large.bytes() + self.frames
    }

    /// Bytes that objects outside the nursery take.
    pub(crate) fn occupied(&self) -> usize {
        self.old.filled() + self.large.bytes()
    }

    /// True if there is more than the heap may keep.
    pub(crate) fn is_over_full(&self) -> bool {
        self.used() > self.max
    }

    /// True if another nursery of survivors might not fit any more.
    pub(crate) fn is_tight(&self) -> bool {
        self.used() - self.old.unused() / 2 + self.nursery_bytes + 2 * CHUNK > self.max
    }

    /// True if a copy of the old generation would fit in a heap of so many bytes.
    pub(crate) fn can_copy(&self, most: usize) -> bool {
        self.used() + self.old.filled() + 2 * CHUNK <= most
    }

    /// The whole address range.
    pub(crate) fn range(&self) -> Range {
        Range { base: self.reservation.base, bytes: self.reservation.bytes as u64 }
    }

    /// True for what a marking collection marks.
    #[inline(always)]
    pub(crate) fn is_markable(&self, address: u64) -> bool {
        address.wrapping_sub(self.old.area.base) < self.large.area.end - self.old.area.base
    }

    /// Marks an object outside the nursery as met; true if it was not.
    #[inline(always)]
    pub(crate) fn mark(&mut self, object: Object) -> bool {
        if self.old.area.contains(object.address()) {
            self.old.mark(object.address())
        } else {
            self.large.mark(object)
        }
    }

    /// True if an object outside the nursery was met.
    pub(crate) fn is_marked(&self, object: Object) -> bool {
        if self.old.area.contains(object.address()) {
            self.old.is_marked(object.address())
        } else {
            self.large.is_marked(object)
        }
    }

    /// Unmarks every object; those to come are marked.
    pub(crate) fn unmark_all(&mut self) {
        self.old.unmark_all();
        self.large.unmark_all();
    }

    /// Frees what is not marked.
    pub(crate) fn sweep(&mut self) {
        self.old.sweep();
        self.large.sweep();
    }

    /// True if an object outside the nursery may be so large.
    ///
    /// Until the next collection the heap may be over-full by a quarter, since
    /// much of it may be garbage.
    pub(crate) fn has_room(&self, bytes: usize) -> bool {
        self.used() + bytes <= self.max + self.max / 4
    }

    /// Room for an object outside the nursery.
    #[inline(always)]
    pub(crate) fn alloc(&mut self, words: usize) -> Result<Object, Full> {
        if words <= LARGE_WORDS
            && let Some(object) = self.old.alloc(words)
        {
            return Ok(object);
        }
        self.alloc_slowly(words)
    }

    /// As `alloc`, where a hole, a chunk or pages are needed.
    #[cold]
    fn alloc_slowly(&mut self, words: usize) -> Result<Object, Full> {
        if words <= LARGE_WORDS
            && let Some(object) = self.old.alloc_in_hole(words)
        {
            return Ok(object);
        }
        let bytes = if words <= LARGE_WORDS { CHUNK } else { Large::bytes_for(words) };
        if !self.has_room(bytes) {
            self.overdrawn = self.overdrawn.max(self.used() + bytes);
            if !self.lenient {
                return Err(Full { bytes });
            }
        }
        if self.used() + self.spare_bytes() + bytes > self.max {
            self.trim(0);
        }
        let object = if words > LARGE_WORDS {
            self.large.alloc(words)
        } else {
            self.old.alloc_in_chunk(words)
        };
        object.ok_or(Full { bytes })
    }

    /// Bytes of what is free and still has its memory.
    fn spare_bytes(&self) -> usize {
        self.old.spare_bytes() + self.large.spare_bytes()
    }

    /// Gives back memory of what is free, but for this many bytes.
    pub(crate) fn trim(&mut self, keep: usize) {
        self.old.trim(keep);
        self.large.trim(keep - self.old.spare_bytes());
    }

    /// Halves the nurseries, but not below what they were at the start; they must be empty.
    pub(crate) fn shrink_nursery(&mut self) {
        self.nursery_bytes = (self.nursery_bytes / 2).max(self.nursery_start);
    }

    /// Doubles the nurseries, if that is allowed; they must be empty.
    pub(crate) fn grow_nursery(&mut self) {
        let bytes = self.nursery_bytes * 2;
        if bytes <= self.nursery_max && self.nursery.commit(self.nursery.base + bytes as u64) {
            self.nursery_bytes = bytes;
        }
    }
}
