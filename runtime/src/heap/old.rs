//! The old generation: chunks filled one after the other.
//!
//! A chunk is live (its objects are whole and contiguous from its start to its
//! end), or from-space during a major collection, or free.

use super::reserve::Area;
use crate::object::Object;
use abi::WORD;

/// Bytes of a chunk: those of a huge page, so that giving one back splits none.
pub(crate) const CHUNK: usize = 2 << 20;

/// The use of a chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ChunkState {
    Free,
    Live,
    From,
}

/// A chunk and where its objects end.
#[derive(Clone, Copy)]
pub(crate) struct Chunk {
    pub(crate) start: u64,
    pub(crate) end: u64,
}

/// A place in the sequence of all objects of live chunks.
#[derive(Clone, Copy)]
pub(crate) struct Cursor {
    chunk: usize,
    at: u64,
}

/// The old generation.
pub(crate) struct Old {
    pub(crate) area: Area,
    /// By index of the chunk, up to the highest ever used.
    states: Vec<ChunkState>,
    /// Live chunks; the last is being filled, up to `alloc`.
    chunks: Vec<Chunk>,
    /// From-space, during a major collection.
    from: Vec<Chunk>,
    /// Free chunks, with their memory.
    spare: Vec<u64>,
    /// Free chunks whose memory was given back.
    free: Vec<u64>,
    /// Bytes that the last major collection freed.
    freed: usize,
    alloc: u64,
    limit: u64,
}

impl Old {
    pub(crate) fn new(area: Area) -> Old {
        Old {
            area,
            states: vec![],
            chunks: vec![],
            from: vec![],
            spare: vec![],
            free: vec![],
            freed: 0,
            alloc: 0,
            limit: 0,
        }
    }

    /// Room for an object in the current chunk, if it fits.
    #[inline(always)]
    pub(crate) fn alloc(&mut self, words: usize) -> Option<Object> {
        let end = self.alloc + (words * WORD) as u64;
        if end > self.limit {
            return None;
        }
        // SAFETY: the bytes are in a live chunk and in no other object.
        let object = unsafe { Object::at(self.alloc) };
        self.alloc = end;
        Some(object)
    }

    /// Begins a new chunk; false if there is none left.
    pub(crate) fn add_chunk(&mut self) -> bool {
        let reused = self.spare.pop().or_else(|| self.free.pop());
        let start = reused.unwrap_or(self.area.base + (self.states.len() * CHUNK) as u64);
        let end = start + CHUNK as u64;
        if reused.is_none() {
            if !self.area.commit(end) {
                return false;
            }
            self.states.push(ChunkState::Free);
        }
        let index = self.index(start);
        self.states[index] = ChunkState::Live;
        self.close_chunk();
        self.chunks.push(Chunk { start, end });
        self.alloc = start;
        self.limit = end;
        true
    }

    fn close_chunk(&mut self) {
        if let Some(last) = self.chunks.last_mut() {
            last.end = self.alloc;
        }
    }

    fn index(&self, address: u64) -> usize {
        (address - self.area.base) as usize / CHUNK
    }

    /// The state of the chunk that an address of the area lies in.
    #[inline(always)]
    pub(crate) fn state(&self, address: u64) -> ChunkState {
        self.states.get(self.index(address)).copied().unwrap_or(ChunkState::Free)
    }

    /// Bytes of the live chunks and of from-space.
    pub(crate) fn bytes(&self) -> usize {
        (self.chunks.len() + self.from.len()) * CHUNK
    }

    /// Bytes of the live chunks but what is left of the last.
    pub(crate) fn filled(&self) -> usize {
        self.chunks.len() * CHUNK - (self.limit - self.alloc) as usize
    }

    /// The live chunks.
    pub(crate) fn chunks(&mut self) -> &[Chunk] {
        self.close_chunk();
        &self.chunks
    }

    /// Makes all live chunks from-space and begins another; false if there is none left.
    pub(crate) fn flip(&mut self) -> bool {
        self.close_chunk();
        self.from = std::mem::take(&mut self.chunks);
        for i in 0..self.from.len() {
            let index = self.index(self.from[i].start);
            self.states[index] = ChunkState::From;
        }
        self.add_chunk()
    }

    /// Frees from-space.
    pub(crate) fn release(&mut self) {
        self.freed = self.from.len() * CHUNK;
        for chunk in std::mem::take(&mut self.from) {
            let index = self.index(chunk.start);
            self.states[index] = ChunkState::Free;
            self.spare.push(chunk.start);
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

    /// After the last object.
    pub(crate) fn cursor(&self) -> Cursor {
        Cursor { chunk: self.chunks.len() - 1, at: self.alloc }
    }

    /// The object at the cursor, which moves past it.
    #[inline(always)]
    pub(crate) fn next(&self, cursor: &mut Cursor) -> Option<Object> {
        loop {
            let is_last = cursor.chunk + 1 == self.chunks.len();
            let end = if is_last { self.alloc } else { self.chunks[cursor.chunk].end };
            if cursor.at < end {
                // SAFETY: objects of live chunks are whole and contiguous.
                let object = unsafe { Object::at(cursor.at) };
                cursor.at += (object.words() * WORD) as u64;
                return Some(object);
            }
            if is_last {
                return None;
            }
            cursor.chunk += 1;
            cursor.at = self.chunks[cursor.chunk].start;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heap::reserve::Reservation;

    #[test]
    fn chunks_are_reused() {
        let reservation = Reservation::new(64 << 20).unwrap();
        let mut old = Old::new(Area::new(reservation.base, reservation.base + 4 * CHUNK as u64));
        assert!(old.add_chunk());
        assert!(old.alloc(CHUNK / WORD).is_some() && old.alloc(1).is_none());
        assert!(old.add_chunk());
        assert_eq!((old.bytes(), old.filled()), (2 * CHUNK, CHUNK));
        assert!(old.flip());
        assert_eq!(old.state(reservation.base), ChunkState::From);
        assert_eq!(old.bytes(), 3 * CHUNK);
        old.release();
        old.trim(CHUNK);
        assert_eq!((old.spare_bytes(), old.free.len()), (CHUNK, 1));
        assert_eq!(old.state(reservation.base), ChunkState::Free);
        assert!(old.add_chunk() && old.add_chunk() && old.add_chunk() && !old.add_chunk());
    }

    #[test]
    fn chunks_that_are_not_needed_any_more_are_given_back() {
        let reservation = Reservation::new(64 << 20).unwrap();
        let mut old = Old::new(Area::new(reservation.base, reservation.base + 4 * CHUNK as u64));
        assert!(old.add_chunk() && old.add_chunk() && old.flip());
        old.release();
        old.trim(4 * CHUNK);
        assert_eq!(old.spare_bytes(), 2 * CHUNK);
        assert!(old.flip());
        old.release();
        old.trim(4 * CHUNK);
        assert_eq!(old.spare_bytes(), CHUNK, "one was freed");
    }
}
