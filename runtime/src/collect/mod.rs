//! The collector: when it runs, and which collection.

pub(crate) mod forward;
mod major;
mod minor;
mod reach;
pub(crate) mod roots;
mod stats;
pub(crate) mod trace;

pub use stats::Statistics;

use crate::heap::{Full, Heap, NURSERY_WORDS};
use crate::object::{Object, Slot};
use crate::state::{Cx, Ending, LastWords, Processor, Request, Shared, State};
use crate::units::Cell;
use crate::{fatal, sanity};
use abi::{Header, VProc};
use reach::Search;
use std::time::Instant;

/// No major collection below this many bytes.
const MAJOR_MIN: usize = 64 << 20;
/// Under stress, every so many collections is a major one.
const STRESS_MAJOR: u64 = 64;
/// A collection that less than this share of the nursery survives is calm.
const CALM_SHARE: usize = 64;
/// A major collection that frees less than one in so many bytes has freed little.
const DENSE_SHARE: usize = 4;
/// A heap in which it did grows by so many times its live bytes before the next one.
const DENSE_GROWTH: usize = 8;
/// The most by which such a heap grows.
const PATIENCE: usize = 512 << 20;
/// Calm collections in a row after which the nursery is halved.
const CALM_COLLECTIONS: u32 = 2;
/// Recorded stores after which a collection is asked for.
const MANY_STORES: usize = 1 << 16;
/// Bytes of the heap that a sanity walk may visit for each collection.
const WALKED_PER_COLLECTION: usize = 32 << 10;

/// Under stress, a check that failed twice in a row gets this much room.
const STRESS_ROOM: u64 = 64 << 10;

/// The conditions for the next collection that concern all processors.
#[derive(Default)]
pub(crate) struct Schedule {
    /// A major collection was asked for.
    pub(crate) major: bool,
    /// Bytes outside the nursery after the last major collection.
    live: usize,
    /// The last major collection has freed little.
    dense: bool,
    /// Collections in a row that little survived.
    calm: u32,
    /// The last major collection has left more than the heap may have.
    pub(crate) exhausted: bool,
    /// The size of a heap that it is time to walk.
    unwalked: usize,
}

impl State {
    /// Collects, as this processor asked; every processor has saved its slots.
    pub(crate) fn collect(&mut self, here: usize) {
        self.collect_for(here, None);
    }

    /// The same; to find out which units are reached, in any case everything.
    fn collect_for(&mut self, here: usize, search: Option<&Search>) {
        let start = Instant::now();
        let report = self.shared.config.stats.then(|| self.statistics());
        let asker = Asker { vproc: &raw const self.processors.get_mut(here).vproc, report };
        for processor in self.processors.iter_mut() {
            self.shared.stats.allocated += processor.allocated() as u64;
            let idle = processor.nursery_used() == 0;
            processor.local.idle = if idle { processor.local.idle + 1 } else { 0 };
        }
        self.shared.heap.frames =
            self.processors.iter().map(|each| each.local.frames.depth(each.vproc.save_cont)).sum();
        self.collect_minor(&asker);
        let Shared { config, stats, heap, .. } = &self.shared;
        let stressed = config.stress && stats.minors.is_multiple_of(STRESS_MAJOR);
        let due = stressed || self.shared.wants_major() || heap.is_over_full();
        if due || search.is_some() {
            self.collect_major(&asker, search);
        }
        let heap = &self.shared.heap;
        let most = heap.max.saturating_sub(heap.used() - heap.frames);
        for Processor { vproc, local } in self.processors.iter_mut() {
            local.frames.settle(vproc, most);
        }
        self.reset();
        let Shared { config, stats, heap, .. } = &mut self.shared;
        stats.pause(start.elapsed());
        stats.heap_peak = stats.heap_peak.max(heap.used());
        if config.sanity {
            self.walk_if_due();
        }
    }

    /// Walks the heap: a small one after every collection, a large one less often, so
    /// that walks take time in proportion to the collections.
    fn walk_if_due(&mut self) {
        let Shared { schedule, heap, .. } = &mut self.shared;
        schedule.unwalked += WALKED_PER_COLLECTION;
        if schedule.unwalked < heap.occupied() + heap.frames {
            return;
        }
        schedule.unwalked = 0;
        if let Err(report) = sanity::check(self) {
            fatal::internal_error(&format!(
                "heap is not sane after collection {}: {report}",
                self.shared.stats.minors
            ));
        }
    }

    fn collect_minor(&mut self, asker: &Asker) {
        for Processor { vproc, local } in self.processors.iter_mut() {
            local.stores.take(vproc, &mut local.remembered.slots);
        }
        let roots = self.young_roots();
        let (heap, last_words) = self.shared.heap_for(asker);
        let survived = minor::minor(heap, last_words, &roots, self.processors.iter_mut());
        let Shared { heap, stats, schedule, .. } = &mut self.shared;
        stats.minors += 1;
        stats.copied += survived as u64;
        // Less than a quarter surviving is a good nursery; of more, a larger one promotes less, once
        // there is so much outside of it that its own memory does not count.
        // A small nursery stays in the caches: it shrinks again when little has survived for a while.
        let bytes = heap.nursery_bytes;
        schedule.calm = if survived < bytes / CALM_SHARE { schedule.calm + 1 } else { 0 };
        if survived > bytes / 4 && 2 * bytes <= heap.occupied() {
            heap.grow_nursery();
        } else if schedule.calm >= CALM_COLLECTIONS {
            schedule.calm = 0;
            heap.shrink_nursery();
        }
    }

    fn collect_major(&mut self, asker: &Asker, search: Option<&Search>) {
        let roots = if search.is_some() { self.roots_but_cells() } else { self.roots() };
        let (heap, last_words) = self.shared.heap_for(asker);
        heap.overdrawn = 0;
        let occupied = heap.occupied();
        let copied = match search {
            None => major::major(heap, last_words, &roots, self.processors.iter_mut()),
            Some(search) => (search.major)(heap, last_words, &roots, &search.reached),
        };
        if let Some(search) = search {
            (search.remove)(self, &mut search.reached.borrow_mut());
        }
        let Shared { heap, stats, schedule, .. } = &mut self.shared;
        stats.majors += 1;
        stats.copied += copied as u64;
        schedule.major = false;
        schedule.live = heap.occupied();
        schedule.dense = schedule.live > occupied - occupied / DENSE_SHARE;
        schedule.exhausted = heap.is_over_full() || heap.overdrawn > 0;
        if schedule.exhausted && !heap.lenient {
            let (heap, mut last_words) = self.shared.heap_for(asker);
            last_words.exhausted(heap, Full { bytes: 0 });
        }
        // The heap will grow up to the threshold: keep that much memory.
        let live = self.shared.schedule.live;
        let threshold = self.shared.major_threshold();
        self.shared.heap.trim(threshold - live);
    }

    /// Gives every processor an empty nursery.
    pub(crate) fn reset(&mut self) {
        let Shared { heap, config, .. } = &self.shared;
        let all = heap.nursery();
        for (index, processor) in self.processors.iter_mut().enumerate() {
            processor.set_nursery(heap.nursery_of(index));
            processor.local.direct = 0;
            processor.vproc.nursery_base = all.base;
            processor.vproc.nursery_bytes = all.bytes;
            let full = match processor.local.idle {
                // The next check after an allocation fails. Not 0, or the function
                // that is re-entered would fail its check for ever.
                0 if config.stress || config.turns > 0 => processor.vproc.alloc,
                1 if config.stress => processor.vproc.alloc + STRESS_ROOM,
                _ => processor.local.nursery_limit,
            };
            processor.has_collected();
            processor.open(full);
        }
    }
}

/// The processor that asked for a collection.
struct Asker {
    vproc: *const VProc,
    /// The counters before the collection, if they were asked for.
    report: Option<Statistics>,
}

impl Shared {
    /// The heap for a collection, and what is said if it is exhausted.
    fn heap_for<'s>(&'s mut self, asker: &'s Asker) -> (&'s mut Heap, LastWords<'s>) {
        let Shared { heap, host, units, .. } = self;
        let (vproc, report) = (asker.vproc, asker.report.as_ref());
        (heap, LastWords { host: &mut **host, units, vproc, report })
    }

    /// Bytes outside the nursery that call for a major collection.
    fn major_threshold(&self) -> usize {
        // A few nurseries of survivors, at least: they may be all dead by then. While data grows
        // of which little dies, copying all of it again does not pay.
        let Schedule { live, dense, .. } = self.schedule;
        let patience = if dense { live + PATIENCE.min(DENSE_GROWTH * live) } else { 0 };
        MAJOR_MIN.max(2 * self.heap.nursery_bytes).max(2 * live).max(patience)
    }

    /// True if it is time for a major collection. In a tight heap it is sooner, but not
    /// again before an eighth was added.
    fn wants_major(&self) -> bool {
        let (live, occupied) = (self.schedule.live, self.heap.occupied());
        let tight = self.heap.is_tight() && occupied > live + live / 8;
        self.schedule.major || tight || occupied > self.major_threshold()
    }
}

impl Cx<'_> {
    /// Remembers a slot of an old array that was set to a young value.
    pub(crate) fn record_store(&mut self, slot: Slot) {
        self.local.remembered.slots.push(slot);
        self.limit_stores();
    }

    /// Remembers the slots that compiled code recorded, which makes room for further ones.
    pub(crate) fn take_stores(&mut self) {
        self.local.stores.take(self.vproc, &mut self.local.remembered.slots);
        self.limit_stores();
    }

    /// Asks for a collection if slots are many.
    fn limit_stores(&mut self) {
        if self.local.remembered.slots.len() >= MANY_STORES {
            self.ask(Request::COLLECT);
        }
    }

    /// Remembers a record that was stored to for the first time since the last collection.
    pub(crate) fn record_object(&mut self, record: Object) {
        record.set(0, record.word(0) & !Header::OLD);
        self.local.remembered.records.push(record);
    }

    /// Marks a cell that was stored to, and remembers it.
    pub(crate) fn record_cell(&mut self, cell: Cell) {
        cell.set_stored(true);
        self.local.remembered.cells.push(cell);
    }

    /// Room for an object outside the nursery; scanned by the next collection.
    #[cold]
    pub(crate) fn alloc_outside(&mut self, words: usize) -> Object {
        let object = match self.shared.heap.alloc(words) {
            Ok(object) => object,
            Err(Full { bytes }) => self.whole().end(Ending::Exhausted(bytes), &[]),
        };
        self.local.remembered.objects.push(object);
        self.local.direct += words * abi::WORD;
        // A small object comes here because the nursery is full.
        let full = words <= NURSERY_WORDS || self.local.direct as u64 > self.local.nursery.bytes;
        if full || self.shared.wants_major() {
            self.ask(Request::COLLECT);
        }
        object
    }
}
