//! Large objects: each in its own pages, never moved, freed by a major
//! collection that did not mark it.

use super::reserve::{Area, PAGE};
use crate::object::Object;
use abi::WORD;
use std::collections::{BTreeMap, BTreeSet};

/// A large object and its pages.
#[derive(Clone, Copy)]
struct Entry {
    address: u64,
    pages: usize,
}

/// The large-object space.
pub(crate) struct Large {
    pub(crate) area: Area,
    runs: Runs,
    objects: Vec<Entry>,
    /// A bit for each page up to the highest ever used: the object that begins there is marked.
    marks: Vec<u64>,
    bytes: usize,
}

impl Large {
    pub(crate) fn new(area: Area) -> Large {
        Large { area, runs: Runs::default(), objects: vec![], marks: vec![], bytes: 0 }
    }

    /// Bytes that an object of so many words takes.
    pub(crate) fn bytes_for(words: usize) -> usize {
        (words * WORD).next_multiple_of(PAGE)
    }

    /// Bytes of all large objects.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Room for an object; none if there is no run of pages as long.
    pub(crate) fn alloc(&mut self, words: usize) -> Option<Object> {
        let bytes = Large::bytes_for(words);
        let pages = bytes / PAGE;
        let first = self.runs.take(pages);
        let address = self.area.base + (first * PAGE) as u64;
        if !self.area.commit(address + bytes as u64) {
            self.runs.give(first, pages);
            return None;
        }
        self.marks.resize(self.runs.end.div_ceil(64), 0);
        self.objects.push(Entry { address, pages });
        self.bytes += bytes;
        // SAFETY: the pages are accessible and no other object's.
        Some(unsafe { Object::at(address) })
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

    /// Frees what is not marked.
    pub(crate) fn sweep(&mut self) {
        for entry in std::mem::take(&mut self.objects) {
            let (word, bit) = self.mark_bit(entry.address);
            if self.marks[word] & bit != 0 {
                self.objects.push(entry);
                continue;
            }
            self.area.release(entry.address, entry.pages * PAGE);
            self.runs.give((entry.address - self.area.base) as usize / PAGE, entry.pages);
            self.bytes -= entry.pages * PAGE;
        }
    }

    /// All large objects.
    pub(crate) fn objects(&self) -> impl Iterator<Item = Object> {
        // SAFETY: entries are of whole objects.
        self.objects.iter().map(|entry| unsafe { Object::at(entry.address) })
    }
}

/// Free runs of pages below `end`, none beside another; above `end` all is free.
#[derive(Default)]
struct Runs {
    by_start: BTreeMap<usize, usize>,
    by_length: BTreeSet<(usize, usize)>,
    end: usize,
}

impl Runs {
    /// The first page of a run of this length: the shortest free one that is long enough.
    fn take(&mut self, pages: usize) -> usize {
        let Some((length, start)) = self.by_length.range((pages, 0)..).next().copied() else {
            self.end += pages;
            return self.end - pages;
        };
        self.remove(start, length);
        if length > pages {
            self.insert(start + pages, length - pages);
        }
        start
    }

    /// Frees a run and joins it with its neighbours.
    fn give(&mut self, mut start: usize, mut pages: usize) {
        if let Some((before, length)) =
            self.by_start.range(..start).next_back().map(|(s, l)| (*s, *l))
            && before + length == start
        {
            self.remove(before, length);
            (start, pages) = (before, pages + length);
        }
        if let Some(length) = self.by_start.get(&(start + pages)).copied() {
            self.remove(start + pages, length);
            pages += length;
        }
        if start + pages == self.end {
            self.end = start;
        } else {
            self.insert(start, pages);
        }
    }

    fn insert(&mut self, start: usize, pages: usize) {
        self.by_start.insert(start, pages);
        self.by_length.insert((pages, start));
    }

    fn remove(&mut self, start: usize, pages: usize) {
        self.by_start.remove(&start);
        self.by_length.remove(&(pages, start));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_runs_join() {
        let mut runs = Runs::default();
        let starts: Vec<usize> = (0..5).map(|_| runs.take(10)).collect();
        assert_eq!(starts, [0, 10, 20, 30, 40]);
        runs.give(10, 10);
        runs.give(30, 10);
        assert_eq!(runs.take(4), 10);
        runs.give(20, 10);
        assert_eq!(runs.by_start.iter().collect::<Vec<_>>(), [(&14, &26)]);
        runs.give(10, 4);
        runs.give(40, 10);
        assert_eq!((runs.end, runs.by_start.len()), (10, 0));
    }
}
