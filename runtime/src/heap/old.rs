//! The old generation: chunks, and free room in them.
//!
//! Objects are allocated in runs of free words, one after the other in each. A run is a chunk that
//! is free as a whole, or a *hole*: what is free between objects of a live chunk that a marking
//! collection has kept. Objects that may not fit in a hole have a run of their own, the *spill*.

use super::marks::Marks;
use super::reserve::Area;
use crate::object::Object;
use abi::WORD;

/// Bytes of a chunk: those of a huge page, so that giving one back splits none.
pub(crate) const CHUNK: usize = 2 << 20;
/// Words of the smallest hole that is used. Objects of no more words fit in each.
const HOLE: usize = 16;
/// A chunk of which less than one in so many bytes is free is taken for full.
const FREE_SHARE: usize = 8;

/// Chunks of so many times the bytes of what they hold are sparse.
const SPARSE: usize = 4;
/// So many bytes more are not sparse yet.
const SPARSE_LEAST: usize = 64 << 20;

/// The use of a chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ChunkState {
    Free,
    Live,
    /// It is copied from, by a collection.
    From,
}

/// Room for objects.
#[derive(Clone, Copy, Default)]
struct Run {
    at: u64,
    end: u64,
}

impl Run {
    #[inline(always)]
    fn alloc(&mut self, words: usize) -> Option<Object> {
        let next = self.at + (words * WORD) as u64;
        if next > self.end {
            return None;
        }
        // SAFETY: the bytes are in a live chunk and in no other object.
        let object = unsafe { Object::at(self.at) };
        self.at = next;
        Some(object)
    }

    fn bytes(self) -> usize {
        (self.end - self.at) as usize
    }
}

/// A place in the queue of the objects that were allocated in runs.
#[derive(Clone, Copy)]
pub(crate) struct Cursor {
    run: usize,
    at: u64,
}

/// The old generation.
pub(crate) struct Old {
    pub(crate) area: Area,
    marks: Marks,
    /// By index of the chunk, up to the highest ever used.
    states: Vec<ChunkState>,
    /// Live chunks.
    live: usize,
    /// From-space, while a collection copies.
    from: Vec<u64>,
    /// Free chunks, with their memory.
    spare: Vec<u64>,
    /// Free chunks whose memory was given back.
    free: Vec<u64>,
    /// Bytes that the last major collection freed.
    freed: usize,
    /// Live chunks in which holes are still to be looked for, the next one last.
    holey: Vec<u64>,
    /// The part of such a chunk where no hole was looked for yet.
    unsearched: Run,
    /// Bytes of live chunks that were free after the last collection and are still to be used.
    unused: usize,
    run: Run,
    spill: Run,
    /// The runs in which objects were allocated since the queue began; the last is `run`, and what
    /// is said of its end does not count.
    queue: Vec<Run>,
    /// Bytes of all runs that were taken, and of what the last collection has kept.
    taken: usize,
}

impl Old {
    pub(crate) fn new(area: Area, marks: Marks) -> Old {
        Old {
            area,
            marks,
            states: vec![],
            live: 0,
            from: vec![],
            spare: vec![],
            free: vec![],
            freed: 0,
            holey: vec![],
            unsearched: Run::default(),
            unused: 0,
            run: Run::default(),
            spill: Run::default(),
            queue: vec![],
            taken: 0,
        }
    }

    /// Room for an object in the current run, if it fits.
    #[inline(always)]
    pub(crate) fn alloc(&mut self, words: usize) -> Option<Object> {
        self.run.alloc(words)
    }

    /// Room for an object in the next hole or in the spill, if there is any.
    pub(crate) fn alloc_in_hole(&mut self, words: usize) -> Option<Object> {
        if words > HOLE {
            return self.spill.alloc(words);
        }
        let hole = self.next_hole()?;
        self.begin_run(hole);
        self.run.alloc(words)
    }

    /// Room for an object in a chunk that was free; none if there is no chunk left. While there
    /// are holes for smaller objects, it is the spill that gets the chunk.
    pub(crate) fn alloc_in_chunk(&mut self, words: usize) -> Option<Object> {
        let chunk = self.take_chunk()?;
        if words <= HOLE || (self.holey.is_empty() && self.unsearched.bytes() == 0) {
            self.begin_run(chunk);
            return self.run.alloc(words);
        }
        self.spill = chunk;
        self.spill.alloc(words)
    }

    /// Makes a chunk the current run; false if there is none left.
    pub(crate) fn open(&mut self) -> bool {
        let chunk = self.take_chunk();
        chunk.inspect(|chunk| self.begin_run(*chunk)).is_some()
    }

    /// True if an object that was just allocated is in the current run.
    pub(crate) fn is_last(&self, object: Object, words: usize) -> bool {
        object.address() + (words * WORD) as u64 == self.run.at
    }

    fn begin_run(&mut self, run: Run) {
        if let Some(last) = self.queue.last_mut() {
            last.end = self.run.at;
        }
        self.queue.push(run);
        self.run = run;
    }

    /// Takes a free chunk as a whole.
    fn take_chunk(&mut self) -> Option<Run> {
        let reused = self.spare.pop().or_else(|| self.free.pop());
        let at = reused.unwrap_or(self.area.base + (self.states.len() * CHUNK) as u64);
        let end = at + CHUNK as u64;
        if reused.is_none() {
            if !self.area.commit(end) || !self.marks.commit(end) {
                return None;
            }
            self.states.push(ChunkState::Free);
        }
        let index = self.index(at);
        self.states[index] = ChunkState::Live;
        self.live += 1;
        self.marks.set_all(at, end);
        self.taken += CHUNK;
        Some(Run { at, end })
    }

    /// Takes a hole.
    fn next_hole(&mut self) -> Option<Run> {
        loop {
            let Run { at, end } = self.unsearched;
            if at < end
                && let Some((at, stop)) = self.marks.hole(at, end, HOLE)
            {
                self.unsearched.at = stop;
                self.marks.set_all(at, stop);
                let hole = Run { at, end: stop };
                self.taken += hole.bytes();
                self.unused = self.unused.saturating_sub(hole.bytes());
                return Some(hole);
            }
            let Some(at) = self.holey.pop() else {
                self.forget_holes();
                return None;
            };
            self.unsearched = Run { at, end: at + CHUNK as u64 };
        }
    }

    /// Lets no hole be used any more.
    fn forget_holes(&mut self) {
        self.holey.clear();
        self.unsearched = Run::default();
        self.unused = 0;
    }

    fn index(&self, address: u64) -> usize {
        (address - self.area.base) as usize / CHUNK
    }

    /// The state of the chunk that an address of the area lies in.
    #[inline(always)]
    pub(crate) fn state(&self, address: u64) -> ChunkState {
        self.states.get(self.index(address)).copied().unwrap_or(ChunkState::Free)
    }

    /// The chunks in this state.
    fn chunks(&self, state: ChunkState) -> Vec<u64> {
        let numbers = (0..self.states.len()).filter(|i| self.states[*i] == state);
        numbers.map(|i| self.area.base + (i * CHUNK) as u64).collect()
    }

    /// Bytes of the live chunks and of from-space.
    pub(crate) fn bytes(&self) -> usize {
        (self.live + self.from.len()) * CHUNK
    }

    /// Bytes of live chunks that are free, of which some are in holes that are too small.
    pub(crate) fn unused(&self) -> usize {
        self.unused
    }

    /// Bytes that objects take, and room that is too small to be used.
    pub(crate) fn filled(&self) -> usize {
        self.taken - self.run.bytes() - self.spill.bytes()
    }

    /// True if much of what the live chunks have is not taken.
    pub(crate) fn is_wasteful(&self) -> bool {
        self.bytes() > self.filled() + self.filled() / 2 + CHUNK
    }

    /// True if little of what the live chunks have is taken.
    pub(crate) fn is_sparse(&self) -> bool {
        self.bytes() > SPARSE * self.filled() + SPARSE_LEAST
    }

    /// Makes all live chunks from-space and begins another; false if there is none left.
    pub(crate) fn flip(&mut self) -> bool {
        self.from = self.chunks(ChunkState::Live);
        for i in 0..self.from.len() {
            let index = self.index(self.from[i]);
            self.states[index] = ChunkState::From;
        }
        self.forget_holes();
        (self.run, self.spill) = (Run::default(), Run::default());
        (self.live, self.taken) = (0, 0);
        self.queue.clear();
        self.open()
    }

    /// Frees from-space.
    pub(crate) fn release(&mut self) {
        self.freed = self.from.len() * CHUNK;
        for chunk in std::mem::take(&mut self.from) {
            self.free_chunk(chunk);
        }
    }

    fn free_chunk(&mut self, chunk: u64) {
        let index = self.index(chunk);
        self.states[index] = ChunkState::Free;
        self.spare.push(chunk);
    }

    /// Marks nothing but the room for objects to come, which is in chunks or the current runs.
    pub(crate) fn unmark_all(&mut self) {
        self.forget_holes();
        for chunk in self.chunks(ChunkState::Live) {
            self.marks.clear_all(chunk, chunk + CHUNK as u64);
        }
        for Run { at, end } in [self.run, self.spill] {
            if at < end {
                self.marks.set_all(at, end);
            }
        }
    }

    /// Marks an object as met; true if it was not.
    #[inline(always)]
    pub(crate) fn mark(&mut self, address: u64) -> bool {
        self.marks.set(address)
    }

    /// Marks the words of an object that was met.
    #[inline(always)]
    pub(crate) fn mark_words(&mut self, object: Object, words: usize) {
        self.marks.set_all(object.address(), object.address() + (words * WORD) as u64);
    }

    pub(crate) fn is_marked(&self, address: u64) -> bool {
        self.marks.is_set(address)
    }

    /// True if all words of an object are marked or taken.
    pub(crate) fn is_whole(&self, object: Object, words: usize) -> bool {
        let end = object.address() + (words * WORD) as u64;
        self.marks.count(object.address(), end) == words
    }

    /// Frees what is not marked.
    pub(crate) fn sweep(&mut self) {
        self.forget_holes();
        (self.taken, self.freed) = (0, 0);
        // The lowest addresses are used first.
        for chunk in self.chunks(ChunkState::Live).into_iter().rev() {
            let taken = self.marks.count(chunk, chunk + CHUNK as u64) * WORD;
            if taken == 0 {
                self.live -= 1;
                self.freed += CHUNK;
                self.free_chunk(chunk);
            } else if CHUNK - taken >= CHUNK / FREE_SHARE {
                self.holey.push(chunk);
                self.unused += CHUNK - taken;
            }
            self.taken += taken;
        }
    }

    /// Bytes of free chunks that still have their memory.
    pub(crate) fn spare_bytes(&self) -> usize {
        self.spare.len() * CHUNK
    }

    /// Gives back the memory of free chunks, but for this many bytes, and no more than the last
    /// collection freed: chunks beyond that were not needed since the one before it.
    pub(crate) fn trim(&mut self, keep: usize) {
        let keep = keep.min(self.freed);
        while self.spare_bytes() > keep {
            let Some(start) = self.spare.pop() else { break };
            self.area.release(start, CHUNK);
            self.free.push(start);
        }
    }

    /// Begins the queue with what is allocated from now on.
    pub(crate) fn begin_queue(&mut self) -> Cursor {
        self.queue.clear();
        self.queue.push(self.run);
        Cursor { run: 0, at: self.run.at }
    }

    /// The object at the cursor, which moves past it.
    #[inline(always)]
    pub(crate) fn next(&self, cursor: &mut Cursor) -> Option<Object> {
        loop {
            let is_last = cursor.run + 1 == self.queue.len();
            let end = if is_last { self.run.at } else { self.queue[cursor.run].end };
            if cursor.at < end {
                // SAFETY: objects of a run are whole and contiguous.
                let object = unsafe { Object::at(cursor.at) };
                cursor.at += (object.words() * WORD) as u64;
                return Some(object);
            }
            if is_last {
                return None;
            }
            cursor.run += 1;
            cursor.at = self.queue[cursor.run].at;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::reserve::Reservation;

    fn old(reservation: &Reservation) -> Old {
        let base = reservation.base + (4 << 20);
        let marks = Marks::new(Area::plain(reservation.base, base), base);
        Old::new(Area::new(base, base + 4 * CHUNK as u64), marks)
    }

    #[test]
    fn chunks_are_reused() {
        let reservation = Reservation::new(64 << 20).unwrap();
        let mut old = old(&reservation);
        let base = old.area.base;
        assert!(old.open());
        assert!(old.alloc(CHUNK / WORD).is_some() && old.alloc(1).is_none());
        assert!(old.open());
        assert_eq!((old.bytes(), old.filled()), (2 * CHUNK, CHUNK));
        assert!(old.flip());
        assert_eq!(old.state(base), ChunkState::From);
        assert_eq!(old.bytes(), 3 * CHUNK);
        old.release();
        old.trim(CHUNK);
        assert_eq!((old.spare_bytes(), old.free.len()), (CHUNK, 1));
        assert_eq!(old.state(base), ChunkState::Free);
        assert!(old.open() && old.open() && old.open() && !old.open());
    }

    #[test]
    fn chunks_that_are_not_needed_any_more_are_given_back() {
        let reservation = Reservation::new(64 << 20).unwrap();
        let mut old = old(&reservation);
        assert!(old.open() && old.open() && old.flip());
        old.release();
        old.trim(4 * CHUNK);
        assert_eq!(old.spare_bytes(), 2 * CHUNK);
        assert!(old.flip());
        old.release();
        old.trim(4 * CHUNK);
        assert_eq!(old.spare_bytes(), CHUNK, "one was freed");
    }

    #[test]
    fn holes_are_used_again() {
        let reservation = Reservation::new(64 << 20).unwrap();
        let mut old = old(&reservation);
        assert!(old.open());
        let first = old.alloc(100).unwrap();
        let second = old.alloc(CHUNK / WORD / 2).unwrap();
        let third = old.alloc(200).unwrap();
        assert!(old.open() && old.alloc(10).is_some() && old.open());
        old.unmark_all();
        for (object, words) in [(first, 100), (third, 200)] {
            assert!(old.mark(object.address()) && !old.mark(object.address()));
            old.mark_words(object, words);
        }
        assert!(!old.is_marked(second.address()) && old.is_whole(third, 200));
        old.sweep();
        assert_eq!((old.bytes(), old.filled(), old.spare_bytes()), (2 * CHUNK, 300 * WORD, CHUNK));
        assert_eq!(old.unused(), CHUNK - 300 * WORD);
        let mut cursor = old.begin_queue();
        assert!(old.alloc(CHUNK / WORD).is_some(), "the rest of the run is still there");
        assert_eq!(old.alloc_in_hole(10), Some(second));
        assert!(old.alloc_in_hole(CHUNK).is_none());
        let spilled = old.alloc_in_chunk(HOLE + 1).unwrap();
        assert!(!old.is_last(spilled, HOLE + 1));
        assert!(old.alloc_in_hole(HOLE + 1).is_some());
        cursor.run = 1;
        cursor.at = second.address();
        second.set(0, abi::Header::STR.0);
        second.set(1, 7 * WORD as u64);
        assert_eq!((old.next(&mut cursor), old.next(&mut cursor)), (Some(second), None));
        while old.alloc_in_hole(1).is_some() {}
        assert_eq!(old.unused(), 0);
        assert!(old.is_whole(second, 1000));
    }
}
