//! The collector: when it runs, and which collection.

pub(crate) mod forward;
mod major;
mod mark;
mod minor;
mod reach;
pub(crate) mod roots;
mod stats;
pub(crate) mod trace;

pub(crate) use mark::Marking;
pub use stats::Statistics;

use crate::heap::{Full, Heap, NURSERY_WORDS, Range};
use crate::object::{Object, Slot};
use crate::state::{Cx, Ending, LastWords, Processor, Request, Shared, State};
use crate::units::Cell;
use crate::{fatal, sanity};
use abi::{Header, VProc, WORD};
use faults::{Fault, on};
use reach::Search;
use std::time::Instant;

/// No major collection below this many bytes.
const MAJOR_MIN: usize = 16 << 20;
/// Marking begins when objects take so many quarters of what lived after the last major collection.
const MARK_AT: usize = 6;
/// Bytes that a collection marks for each that it has promoted.
const MARK_RATE: usize = 6;
/// Bytes that each collection marks: one or two milliseconds.
const MARK_LEAST: usize = 2 << 20;
/// A heap with more than this many bytes of objects is not copied but marked.
const COPY_MOST: usize = 128 << 20;
/// Under stress, every so many collections is a major one that copies.
const STRESS_MAJOR: u64 = 64;
/// Under stress, marking takes so many collections.
const STRESS_STEPS: usize = 16;
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
        let promoted = self.collect_minor(&asker);
        self.collect_rest(&asker, promoted, search);
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

    /// Empties the nurseries. Gives the bytes that objects outside of them have become more.
    fn collect_minor(&mut self, asker: &Asker) -> usize {
        let mut promoted = 0;
        for Processor { vproc, local } in self.processors.iter_mut() {
            local.stores.take(vproc, &mut local.remembered.slots);
            promoted += local.direct;
        }
        let roots = self.young_roots();
        let mut marking = self.shared.marking.take();
        let (heap, last_words) = self.shared.heap_for(asker);
        let processors = self.processors.iter_mut();
        let survived = minor::minor(heap, last_words, &roots, processors, marking.as_mut());
        self.shared.marking = marking;
        let Shared { heap, stats, schedule, .. } = &mut self.shared;
        stats.minors += 1;
        stats.copied += survived as u64;
        // Less than a quarter surviving is a good nursery; of more, a larger one promotes less, once
        // there is so much outside of it that its own memory does not count. While it stays in the
        // caches, growing costs less: then an eighth is enough.
        // A small nursery stays in the caches: it shrinks again when little has survived for a while.
        let bytes = heap.nursery_bytes;
        schedule.calm = if survived < bytes / CALM_SHARE { schedule.calm + 1 } else { 0 };
        let good = if bytes < heap.nursery_cached { bytes / 8 } else { bytes / 4 };
        if survived > good && 2 * bytes <= heap.occupied() {
            heap.grow_nursery();
        } else if schedule.calm >= CALM_COLLECTIONS {
            schedule.calm = 0;
            heap.shrink_nursery();
        }
        promoted + survived
    }

    /// Collects what is outside the nurseries, which are empty, or goes on with that, if it is time.
    fn collect_rest(&mut self, asker: &Asker, promoted: usize, search: Option<&Search>) {
        let Shared { config, stats, heap, schedule, marking, .. } = &self.shared;
        let stressed = config.stress && stats.minors.is_multiple_of(STRESS_MAJOR);
        let copied = schedule.major && heap.occupied() <= COPY_MOST && heap.can_copy(heap.max);
        if search.is_some() || stressed || copied {
            return self.collect_by_copying(asker, search);
        }
        if schedule.major || heap.is_over_full() || self.shared.is_tight() {
            return self.collect_in_place(asker);
        }
        if marking.is_none() && !config.stress && !self.shared.wants_major() {
            return;
        }
        let budget = match config.stress {
            true => heap.occupied() / STRESS_STEPS,
            false => MARK_LEAST + MARK_RATE * promoted,
        };
        if self.mark(budget) {
            self.end_marking(asker);
        }
    }

    /// Begins to mark, or goes on with it, for so many bytes. True if everything is marked.
    fn mark(&mut self, bytes: usize) -> bool {
        if self.shared.marking.as_ref().is_none_or(Marking::is_stale) {
            let roots = self.roots();
            let processors = self.processors.iter();
            self.shared.marking = Some(Marking::begin(&mut self.shared.heap, &roots, processors));
        }
        let Shared { heap, marking, stats, .. } = &mut self.shared;
        let Some(marking) = marking else { return false };
        let (words, ended) = marking.go_on(heap, bytes / WORD);
        stats.marked += (words * WORD) as u64;
        ended
    }

    /// Frees what was not marked, when everything else is.
    fn end_marking(&mut self, asker: &Asker) {
        let Shared { heap, marking, .. } = &mut self.shared;
        let occupied = heap.occupied();
        if let Some(marking) = marking.take() {
            marking.end(heap);
        }
        // What little lives is all over the chunks.
        if heap.old.is_sparse() && heap.occupied() <= COPY_MOST && heap.can_copy(heap.max) {
            return self.collect_by_copying(asker, None);
        }
        self.end_major(asker, occupied);
    }

    /// Marks everything and frees the rest, all at once.
    fn collect_in_place(&mut self, asker: &Asker) {
        let tight = self.shared.heap.is_tight() || self.shared.heap.is_over_full();
        self.shared.marking = None;
        self.shared.heap.overdrawn = 0;
        self.mark(usize::MAX);
        let Shared { heap, marking, .. } = &mut self.shared;
        let occupied = heap.occupied();
        if let Some(marking) = marking.take() {
            marking.end(heap);
        }
        // What is lost to holes that are too small may be what is missing later, when there is no
        // room for a copy any more.
        if tight && heap.old.is_wasteful() && heap.can_copy(heap.max + heap.max / 4) {
            return self.collect_by_copying(asker, None);
        }
        self.end_major(asker, occupied);
    }

    fn collect_by_copying(&mut self, asker: &Asker, search: Option<&Search>) {
        self.shared.marking = None;
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
        self.shared.stats.copied += copied as u64;
        self.end_major(asker, occupied);
    }

    /// Draws the conclusions of a major collection of a heap in which objects took so many bytes.
    fn end_major(&mut self, asker: &Asker, occupied: usize) {
        let Shared { heap, stats, schedule, .. } = &mut self.shared;
        stats.majors += 1;
        schedule.major = false;
        schedule.live = heap.occupied();
        schedule.dense = schedule.live > occupied - occupied / DENSE_SHARE;
        schedule.exhausted = heap.is_over_full() || heap.overdrawn > 0;
        if schedule.exhausted && !heap.lenient {
            let (heap, mut last_words) = self.shared.heap_for(asker);
            last_words.exhausted(heap, Full { bytes: 0 });
        }
        // The heap will grow up to the threshold: keep that much memory; of a small heap also what
        // has just been freed, since large objects rarely come up to a threshold exactly.
        let live = self.shared.schedule.live;
        let freed = occupied.saturating_sub(live).min(MAJOR_MIN);
        let growth = (self.shared.major_threshold() - live).max(freed);
        let heap = &mut self.shared.heap;
        heap.trim(growth.saturating_sub(heap.old.unused()));
    }

    /// Gives every processor an empty nursery.
    pub(crate) fn reset(&mut self) {
        let Shared { heap, config, .. } = &self.shared;
        let recorded = self.shared.recorded();
        for (index, processor) in self.processors.iter_mut().enumerate() {
            processor.set_nursery(heap.nursery_of(index));
            processor.local.direct = 0;
            processor.vproc.nursery_base = recorded.base;
            processor.vproc.nursery_bytes = recorded.bytes;
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

    /// The objects of which stores into old arrays are recorded: those of the nurseries, and all while
    /// marking goes on.
    pub(crate) fn recorded(&self) -> Range {
        if self.marking.is_some() && !on(Fault::MarkingMissesArrays) {
            self.heap.range()
        } else {
            self.heap.nursery()
        }
    }

    /// Bytes outside the nursery at which marking begins.
    fn major_threshold(&self) -> usize {
        // A few nurseries of survivors, at least: they may be all dead by then. While data grows
        // of which little dies, marking all of it again does not pay.
        let Schedule { live, dense, .. } = self.schedule;
        let patience = if dense { live + PATIENCE.min(DENSE_GROWTH * live) } else { 0 };
        MAJOR_MIN.max(2 * self.heap.nursery_bytes).max(live * MARK_AT / 4).max(patience)
    }

    /// True if it is time for a major collection.
    fn wants_major(&self) -> bool {
        self.schedule.major || self.is_tight() || self.heap.occupied() > self.major_threshold()
    }

    /// True if the heap is nearly full. It is not so again before an eighth was added.
    fn is_tight(&self) -> bool {
        let (live, occupied) = (self.schedule.live, self.heap.occupied());
        self.heap.is_tight() && occupied > live + live / 8
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
