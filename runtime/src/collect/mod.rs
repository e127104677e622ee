//! The collector: when it runs, and which collection.

mod major;
mod minor;
pub(crate) mod roots;
mod stats;
pub(crate) mod trace;

pub use stats::Statistics;

use crate::heap::NURSERY_WORDS;
use crate::object::{Object, Slot};
use crate::state::State;
use crate::{fatal, sanity};
use abi::{RESERVE, VProc};
use faults::{Fault, on};
use roots::Roots;
use std::time::Instant;

/// No major collection below this many bytes.
const MAJOR_MIN: usize = 32 << 20;
/// Under stress, every so many collections is a major one.
const STRESS_MAJOR: u64 = 64;
/// A collection that less than this share of the nursery survives is calm.
const CALM_SHARE: usize = 64;
/// Calm collections in a row after which the nursery is halved.
const CALM_COLLECTIONS: u32 = 2;
/// Recorded stores after which a collection is asked for.
const MANY_STORES: usize = 1 << 16;
/// Bytes of the heap that a sanity walk may visit for each collection.
const WALKED_PER_COLLECTION: usize = 32 << 10;

/// Under stress, a check that failed twice in a row gets this much room.
const STRESS_ROOM: u64 = 64 << 10;

/// When to collect.
#[derive(Default)]
pub(crate) struct Schedule {
    /// A major collection was asked for.
    pub(crate) major: bool,
    /// Bytes outside the nursery after the last major collection.
    live: usize,
    /// Bytes allocated outside the nursery since the last collection.
    pub(crate) direct: usize,
    /// Collections in a row that found an empty nursery.
    idle: u32,
    /// Collections in a row that little survived.
    calm: u32,
    /// The size of a heap that it is time to walk.
    unwalked: usize,
}

impl State {
    /// Collects; every vproc has saved its slots.
    pub(crate) fn collect(&mut self) {
        let start = Instant::now();
        self.at_safe_point = true;
        if self.config.stats {
            self.heap.report = Some(self.statistics());
        }
        let allocated = self.nursery_used();
        self.stats.allocated += allocated as u64;
        self.schedule.idle = if allocated == 0 { self.schedule.idle + 1 } else { 0 };
        self.collect_minor();
        let stressed = self.config.stress && self.stats.minors.is_multiple_of(STRESS_MAJOR);
        if stressed || self.wants_major() || self.heap.is_over_full() {
            self.collect_major();
        }
        self.schedule.direct = 0;
        for i in 0..self.vprocs.len() {
            self.reset(i);
        }
        self.at_safe_point = false;
        self.stats.pause(start.elapsed());
        self.stats.heap_peak = self.stats.heap_peak.max(self.heap.used());
        if self.config.sanity {
            self.walk_if_due();
        }
    }

    /// Walks the heap: a small one after every collection, a large one less often, so
    /// that walks take time in proportion to the collections.
    fn walk_if_due(&mut self) {
        self.schedule.unwalked += WALKED_PER_COLLECTION;
        if self.schedule.unwalked < self.heap.occupied() {
            return;
        }
        self.schedule.unwalked = 0;
        if let Err(report) = sanity::check(self) {
            fatal::internal_error(&format!(
                "heap is not sane after collection {}: {report}",
                self.stats.minors
            ));
        }
    }

    fn collect_minor(&mut self) {
        let mut roots = Roots::gather(
            &self.vprocs,
            &self.units.globals,
            &mut self.handles,
            &mut self.remembered,
        );
        let survived = minor::minor(&mut self.heap, &mut roots);
        self.stats.minors += 1;
        self.stats.copied += survived as u64;
        // Less than a quarter surviving is a good nursery; of more, a larger one promotes less.
        // A small nursery stays in the caches: it shrinks again when little has survived for a while.
        let bytes = self.heap.nursery_bytes;
        self.schedule.calm = if survived < bytes / CALM_SHARE { self.schedule.calm + 1 } else { 0 };
        if survived > bytes / 4 {
            self.heap.grow_nursery();
        } else if self.schedule.calm >= CALM_COLLECTIONS {
            self.schedule.calm = 0;
            self.heap.shrink_nursery();
        }
    }

    fn collect_major(&mut self) {
        let roots = Roots::gather(
            &self.vprocs,
            &self.units.globals,
            &mut self.handles,
            &mut self.remembered,
        );
        let copied = major::major(&mut self.heap, &roots);
        self.stats.majors += 1;
        self.stats.copied += copied as u64;
        self.schedule.major = false;
        self.schedule.live = self.heap.occupied();
        if self.heap.is_over_full() {
            self.exhausted(0);
        }
        // The heap will grow up to the threshold: keep that much memory.
        self.heap.trim(self.major_threshold() - self.schedule.live);
    }

    /// Bytes outside the nursery that call for a major collection.
    fn major_threshold(&self) -> usize {
        // A few nurseries of survivors, at least: they may be all dead by then.
        MAJOR_MIN.max(2 * self.heap.nursery_bytes).max(2 * self.schedule.live)
    }

    /// Is it time for a major collection? In a tight heap it is sooner, but not
    /// again before an eighth was added.
    fn wants_major(&self) -> bool {
        let (live, occupied) = (self.schedule.live, self.heap.occupied());
        let tight = self.heap.is_tight() && occupied > live + live / 8;
        self.schedule.major || tight || occupied > self.major_threshold()
    }

    /// Bytes allocated in the nurseries since the last collection.
    fn nursery_used(&self) -> usize {
        // SAFETY: the runtime owns its vprocs.
        self.vprocs
            .iter()
            .map(|vproc| unsafe { vproc.as_ref() })
            .map(|v| (v.alloc - v.nursery_base) as usize)
            .sum()
    }

    /// Gives a vproc its empty nursery.
    pub(crate) fn reset(&mut self, index: usize) {
        let (base, bytes) = (self.heap.nursery_base(), self.heap.nursery_bytes as u64);
        // SAFETY: the runtime owns its vprocs.
        let vproc = unsafe { self.vprocs[index].as_mut() };
        vproc.nursery_base = base;
        vproc.nursery_bytes = bytes;
        vproc.alloc = base;
        vproc.limit = match self.schedule.idle {
            // The next check after an allocation fails. Not 0, or the function
            // that is re-entered would fail its check for ever.
            0 if self.config.stress => base,
            1 if self.config.stress => base + STRESS_ROOM,
            _ => nursery_limit(vproc),
        };
    }

    /// Remembers a written slot.
    pub(crate) fn record_store(&mut self, vproc: &mut VProc, slot: Slot) {
        let line = |slot: &Slot| slot.address() / 64;
        let near = self.remembered.slots.last().is_some_and(|last| line(last) == line(&slot));
        if self.remembered.slots.last() != Some(&slot) && !(near && on(Fault::StoreSameLine)) {
            self.remembered.slots.push(slot);
        }
        if self.remembered.slots.len() > MANY_STORES {
            vproc.limit = 0;
        }
    }

    /// Room for an object outside the nursery; scanned by the next collection.
    #[cold]
    pub(crate) fn alloc_outside(&mut self, vproc: &mut VProc, words: usize) -> Object {
        let object = self.heap.alloc(words);
        self.remembered.objects.push(object);
        let bytes = words * abi::WORD;
        self.stats.allocated += bytes as u64;
        self.schedule.direct += bytes;
        // A small object comes here because the nursery is full.
        let full = words <= NURSERY_WORDS || self.schedule.direct > self.heap.nursery_bytes;
        if full || self.wants_major() {
            vproc.limit = 0;
        }
        object
    }
}

/// Up to where a runtime function may allocate: compiled code that passed its
/// check may allocate up to [`RESERVE`] bytes more.
#[inline(always)]
pub(crate) fn nursery_limit(vproc: &VProc) -> u64 {
    vproc.nursery_base + vproc.nursery_bytes - RESERVE as u64
}
