//! Large objects: each in its own pages, never moved, freed by a major
//! collection that did not mark it.
//!
//! Freed pages keep their memory for the objects to come, up to what the
//! collector grants: taking pages from the system and giving them back was 45 %
//! of the time of a program that joins strings of 200 KB.

use super::reserve::{Area, PAGE};
use crate::object::Object;
use abi::WORD;
use std::collections::BTreeSet;

/// A large object and its pages.
#[derive(Clone, Copy)]
struct Entry {
    address: u64,
    pages: usize,
    /// True if the pages were zero when the object was allocated.
    fresh: bool,
}

/// The large-object space.
pub(crate) struct Large {
    pub(crate) area: Area,
    /// Free pages below `end` without memory.
    free: Runs,
    /// Free pages below `end` that still have their memory.
    spare: Runs,
    /// Above this page all are free.
    end: usize,
    objects: Vec<Entry>,
    /// A bit for each page up to the highest ever used: the object that begins there is marked.
    marks: Vec<u64>,
    bytes: usize,
}

impl Large {
    pub(crate) fn new(area: Area) -> Large {
        let (free, spare) = (Runs::default(), Runs::default());
        Large { area, free, spare, end: 0, objects: vec![], marks: vec![], bytes: 0 }
    }

    /// Bytes that an object of so many words takes.
    pub(crate) fn bytes_for(words: usize) -> usize {
        (words * WORD).next_multiple_of(PAGE)
    }

    /// Bytes of all large objects.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Bytes of free pages that still have their memory.
    pub(crate) fn spare_bytes(&self) -> usize {
        self.spare.pages * PAGE
    }

    /// Room for an object, which is marked; none if there is no run of pages as long.
    pub(crate) fn alloc(&mut self, words: usize) -> Option<Object> {
        let bytes = Large::bytes_for(words);
        let pages = bytes / PAGE;
        let (first, fresh) = match self.spare.take(pages) {
            Some(first) => (first, false),
            None => (self.take_fresh(pages)?, true),
        };
        let address = self.area.base + (first * PAGE) as u64;
        self.marks.resize(self.marks.len().max(self.end.div_ceil(64)), 0);
        self.objects.push(Entry { address, pages, fresh });
        self.bytes += bytes;
        // SAFETY: the pages are accessible and no other object's.
        let object = unsafe { Object::at(address) };
        self.mark(object);
        Some(object)
    }

    /// A run of pages without memory. Runs with and without memory beside one another may be
    /// long enough together only: the second try is with all memory given back.
    fn take_fresh(&mut self, pages: usize) -> Option<usize> {
        for _ in 0..2 {
            if let Some(first) = self.free.take(pages) {
                return Some(first);
            }
            let end = self.area.base + ((self.end + pages) * PAGE) as u64;
            if self.area.commit(end) {
                self.end += pages;
                return Some(self.end - pages);
            }
            self.trim(0);
        }
        None
    }

    /// True if the words of the object that was allocated last were zero.
    pub(crate) fn is_fresh(&self, object: Object) -> bool {
        self.objects.last().is_some_and(|last| last.fresh && last.address == object.address())
    }

    /// Marks an object; true if it was not marked.
    pub(crate) fn mark(&mut self, object: Object) -> bool {
        let (word, bit) = self.mark_bit(object.address());
        let fresh = self.marks[word] & bit == 0;
        self.marks[word] |= bit;
        fresh
    }

    pub(crate) fn is_marked(&self, object: Object) -> bool {
        let (word, bit) = self.mark_bit(object.address());
        self.marks[word] & bit != 0
    }

    fn mark_bit(&self, address: u64) -> (usize, u64) {
        let page = (address - self.area.base) as usize / PAGE;
        (page / 64, 1 << (page % 64))
    }

    /// Clears all marks.
    pub(crate) fn unmark_all(&mut self) {
        self.marks.fill(0);
    }

    /// Frees what is not marked; its pages keep their memory.
    pub(crate) fn sweep(&mut self) {
        for entry in std::mem::take(&mut self.objects) {
            let (word, bit) = self.mark_bit(entry.address);
            if self.marks[word] & bit != 0 {
                self.objects.push(entry);
                continue;
            }
            self.spare.give((entry.address - self.area.base) as usize / PAGE, entry.pages);
            self.bytes -= entry.pages * PAGE;
        }
    }

    /// Gives back the memory of free pages, but for this many bytes; that of the longest runs
    /// first.
    pub(crate) fn trim(&mut self, keep: usize) {
        let keep = keep / PAGE;
        while self.spare.pages > keep
            && let Some((start, pages)) = self.spare.longest()
        {
            let surplus = pages.min(self.spare.pages - keep);
            let first = start + pages - surplus;
            self.spare.cut(start, pages, surplus);
            self.area.release(self.area.base + (first * PAGE) as u64, surplus * PAGE);
            self.free.give(first, surplus);
        }
        if let Some(start) = self.free.take_last(self.end) {
            self.end = start;
        }
    }

    /// All large objects.
    pub(crate) fn objects(&self) -> impl Iterator<Item = Object> {
        // SAFETY: entries are of whole objects.
        self.objects.iter().map(|entry| unsafe { Object::at(entry.address) })
    }
}

/// Free runs of pages, none beside another.
#[derive(Default)]
struct Runs {
    /// Start and length. A set like the other, which shares its code.
    by_start: BTreeSet<(usize, usize)>,
    /// Length and start.
    by_length: BTreeSet<(usize, usize)>,
    /// Of all runs together.
    pages: usize,
}

impl Runs {
    /// The first page of a run of this length, from the shortest that is long enough.
    fn take(&mut self, pages: usize) -> Option<usize> {
        let (length, start) = self.by_length.range((pages, 0)..).next().copied()?;
        self.remove(start, length);
        if length > pages {
            self.insert(start + pages, length - pages);
        }
        Some(start)
    }

    /// The longest run and its length.
    fn longest(&self) -> Option<(usize, usize)> {
        self.by_length.last().map(|(length, start)| (*start, *length))
    }

    /// Removes so many pages from the end of a run.
    fn cut(&mut self, start: usize, length: usize, pages: usize) {
        self.remove(start, length);
        if length > pages {
            self.insert(start, length - pages);
        }
    }

    /// The first page of the run that ends at this page.
    fn take_last(&mut self, end: usize) -> Option<usize> {
        let (start, length) = self.by_start.last().copied()?;
        (start + length == end).then(|| {
            self.remove(start, length);
            start
        })
    }

    /// Frees a run and joins it with its neighbours.
    fn give(&mut self, mut start: usize, mut pages: usize) {
        if let Some((before, length)) = self.by_start.range(..(start, 0)).next_back().copied()
            && before + length == start
        {
            self.remove(before, length);
            (start, pages) = (before, pages + length);
        }
        let after = start + pages;
        if let Some((_, length)) = self.by_start.range((after, 0)..(after + 1, 0)).next().copied() {
            self.remove(after, length);
            pages += length;
        }
        self.insert(start, pages);
    }

    fn insert(&mut self, start: usize, pages: usize) {
        self.by_start.insert((start, pages));
        self.by_length.insert((pages, start));
        self.pages += pages;
    }

    fn remove(&mut self, start: usize, pages: usize) {
        self.by_start.remove(&(start, pages));
        self.by_length.remove(&(pages, start));
        self.pages -= pages;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::reserve::Reservation;

    #[test]
    fn free_runs_join() {
        let mut runs = Runs::default();
        for start in [10, 30, 0, 20] {
            runs.give(start, 10);
        }
        assert_eq!(runs.by_start.iter().collect::<Vec<_>>(), [&(0, 40)]);
        assert_eq!((runs.take(4), runs.take(50), runs.pages), (Some(0), None, 36));
        runs.give(50, 5);
        assert_eq!((runs.take(5), runs.longest()), (Some(50), Some((4, 36))));
        runs.cut(4, 36, 30);
        assert_eq!((runs.longest(), runs.pages), (Some((4, 6)), 6));
        runs.cut(4, 6, 6);
        runs.give(7, 3);
        assert_eq!((runs.take_last(11), runs.take_last(10), runs.pages), (None, Some(7), 0));
    }

    #[test]
    fn memory_is_kept_given_back_and_joined() {
        const WORDS: usize = 4 * PAGE / WORD;
        let reservation = Reservation::new(64 << 20).unwrap();
        let area = Area::new(reservation.base, reservation.base + (8 * PAGE) as u64);
        let mut large = Large::new(area);
        let first = large.alloc(WORDS).unwrap();
        assert!(large.is_fresh(first));
        let second = large.alloc(WORDS).unwrap();
        large.unmark_all();
        large.mark(first);
        assert!(!large.is_fresh(first) && large.is_fresh(second) && large.alloc(1).is_none());
        large.sweep();
        assert_eq!((large.bytes(), large.spare_bytes()), (4 * PAGE, 4 * PAGE));
        let second = large.alloc(WORDS / 2).unwrap();
        assert!(!large.is_fresh(second));
        large.unmark_all();
        large.sweep();
        assert_eq!((large.bytes(), large.spare_bytes()), (0, 8 * PAGE));
        large.trim(3 * PAGE);
        assert_eq!((large.spare_bytes(), large.end), (3 * PAGE, 3));
        assert!(large.alloc(2 * WORDS).is_some_and(|all| large.is_fresh(all)));
    }
}
