//! Output that waits to be written.
//!
//! A descriptor that programs write to in small pieces has a buffer here rather than in the
//! program, so that what waits is written however the program ends.
//!
//! A program with threads does not want a write to wait in the system, where none of them could run.
//! Its buffers only take bytes; the program has what is due written a piece at a time, and waits for
//! room by its own means.

use crate::HostError;
use abi::Window;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// Most bytes that wait.
const CAPACITY: usize = 1 << 16;

/// Most bytes that the window has room for.
const WINDOW: usize = 1 << 11;

/// The highest descriptor that may have a buffer.
const MOST: i64 = 1 << 20;

/// The moment at which a descriptor's bytes are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BufferMode {
    /// At once.
    Unbuffered,
    /// At the end of a line.
    Line,
    /// Once many have come together.
    Block,
}

impl BufferMode {
    /// The mode that `io.buffer` calls by this number.
    ///
    /// # Errors
    /// EINVAL for another number.
    pub fn from_code(code: i64) -> Result<BufferMode, HostError> {
        match code {
            0 => Ok(BufferMode::Unbuffered),
            1 => Ok(BufferMode::Line),
            2 => Ok(BufferMode::Block),
            _ => Err(HostError::from_errno(libc::EINVAL)),
        }
    }
}

struct Buffer {
    mode: BufferMode,
    bytes: Vec<u8>,
    /// So many of the bytes have been written.
    written: usize,
    /// The others are to be written, which nobody has done yet.
    due: bool,
    /// What became of bytes that were written while the program did something else.
    failed: Option<HostError>,
}

impl Buffer {
    fn new(mode: BufferMode) -> Buffer {
        Buffer { mode, bytes: Vec::new(), written: 0, due: false, failed: None }
    }

    /// The bytes that wait.
    fn waiting(&self) -> &[u8] {
        &self.bytes[self.written..]
    }

    /// Some have been written. Room is made when that costs less than has been written.
    fn has_written(&mut self, count: usize) {
        self.written += count;
        if 2 * self.written >= self.bytes.len() {
            self.bytes.drain(..self.written);
            self.written = 0;
        }
        self.due &= !self.bytes.is_empty();
    }

    fn clear(&mut self) {
        self.has_written(self.waiting().len());
    }
}

/// What became of an attempt to write without waiting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Attempt {
    /// Nothing is left that is due.
    Done,
    /// There is more, and perhaps room for it.
    More,
    /// There is no room.
    NoRoom,
}

/// The buffers of all descriptors, by number.
#[derive(Default)]
pub(crate) struct Buffers {
    slots: Vec<Option<Buffer>>,
    /// Bytes are written by [`Buffers::attempt`] only.
    threads: bool,
    /// Room behind the bytes of one buffer, which then has zeros there, or closed.
    window: Arc<Window>,
}

type Write<'a> = &'a dyn Fn(&[u8]) -> Result<(), HostError>;
/// Writes some of the bytes, if there is room.
type Offer<'a> = &'a dyn Fn(&[u8]) -> Result<Option<usize>, HostError>;

impl Buffers {
    fn slot(&mut self, descriptor: i64) -> Option<&mut Buffer> {
        self.close_window();
        self.slots.get_mut(usize::try_from(descriptor).ok()?)?.as_mut()
    }

    pub(crate) fn window(&self) -> Arc<Window> {
        Arc::clone(&self.window)
    }

    /// Takes what was put into the window. All that looks at the bytes of a buffer begins with that.
    fn close_window(&mut self) {
        let Window { descriptor: open, next, end } = &*self.window;
        let descriptor = open.load(Relaxed);
        // Nobody else uses the window meanwhile, so that exchanges, which cost time, are not needed.
        if descriptor != Window::CLOSED {
            open.store(Window::CLOSED, Relaxed);
            let end = end.load(Relaxed);
            let left = end - next.load(Relaxed);
            next.store(end, Relaxed);
            if let Some(buffer) = self.slot(descriptor) {
                buffer.bytes.truncate(buffer.bytes.len() - left as usize);
            }
        }
    }

    /// Adds a byte if it can wait, and opens the window for more.
    pub(crate) fn add(&mut self, descriptor: i64, byte: u8) -> bool {
        let Some(buffer) = self.slot(descriptor) else { return false };
        let length = buffer.bytes.len();
        if buffer.mode != BufferMode::Block || buffer.due || length >= CAPACITY {
            return false;
        }
        buffer.bytes.push(byte);
        buffer.bytes.resize((length + 1 + WINDOW).min(CAPACITY), 0);
        let room = buffer.bytes[length + 1..].as_mut_ptr_range();
        let (next, end) = (room.start as u64, room.end as u64);
        self.window.next.store(next, Relaxed);
        self.window.end.store(end, Relaxed);
        self.window.descriptor.store(descriptor, Relaxed);
        true
    }

    /// True if the mode of this descriptor is known.
    pub(crate) fn knows(&self, descriptor: i64) -> bool {
        usize::try_from(descriptor).is_ok_and(|d| matches!(self.slots.get(d), Some(Some(_))))
    }

    /// Sets when a descriptor's bytes are written; what waits goes on waiting.
    pub(crate) fn set(&mut self, descriptor: i64, mode: BufferMode) {
        self.close_window();
        if !(0..MOST).contains(&descriptor) {
            return;
        }
        let index = descriptor as usize;
        if self.slots.len() <= index {
            self.slots.resize_with(index + 1, || None);
        }
        match &mut self.slots[index] {
            Some(buffer) => buffer.mode = mode,
            empty => *empty = Some(Buffer::new(mode)),
        }
    }

    /// From now on a call that takes bytes writes none.
    pub(crate) fn have_threads(&mut self) {
        self.threads = true;
    }

    /// True if a call that takes bytes writes none.
    pub(crate) fn threads(&self) -> bool {
        self.threads
    }

    /// Takes bytes; writes those that must not wait.
    pub(crate) fn put(
        &mut self,
        descriptor: i64,
        bytes: &[u8],
        write: Write<'_>,
    ) -> Result<(), HostError> {
        let threads = self.threads;
        if threads && !self.knows(descriptor) {
            self.set(descriptor, BufferMode::Unbuffered);
        }
        let Some(buffer) = self.slot(descriptor) else { return write(bytes) };
        if threads {
            buffer.bytes.extend_from_slice(bytes);
            buffer.due |= buffer.waiting().len() > CAPACITY
                || match buffer.mode {
                    BufferMode::Block => false,
                    BufferMode::Line => bytes.contains(&b'\n'),
                    BufferMode::Unbuffered => true,
                };
            return Ok(());
        }
        if buffer.bytes.len() + bytes.len() > CAPACITY {
            flush(buffer, write)?;
            if bytes.len() > CAPACITY {
                return write(bytes);
            }
        }
        buffer.bytes.extend_from_slice(bytes);
        match buffer.mode {
            BufferMode::Block => Ok(()),
            BufferMode::Line if !bytes.contains(&b'\n') => Ok(()),
            BufferMode::Line | BufferMode::Unbuffered => flush(buffer, write),
        }
    }

    /// Writes what waits.
    pub(crate) fn flush(&mut self, descriptor: i64, write: Write<'_>) -> Result<(), HostError> {
        self.slot(descriptor).map_or(Ok(()), |buffer| flush(buffer, write))
    }

    /// Writes some of what is due, or of all that waits, without waiting for room.
    pub(crate) fn attempt(
        &mut self,
        descriptor: i64,
        all: bool,
        offer: Offer<'_>,
    ) -> Result<Attempt, HostError> {
        let Some(buffer) = self.slot(descriptor) else { return Ok(Attempt::Done) };
        if let Some(error) = buffer.failed.take() {
            return Err(error);
        }
        buffer.due = (buffer.due || all) && !buffer.waiting().is_empty();
        if !buffer.due {
            return Ok(Attempt::Done);
        }
        match offer(buffer.waiting()) {
            Ok(None) => return Ok(Attempt::NoRoom),
            Ok(Some(count)) => buffer.has_written(count),
            Err(error) => {
                buffer.clear();
                return Err(error);
            }
        }
        Ok(if buffer.due { Attempt::More } else { Attempt::Done })
    }

    /// Keeps an error for the next attempt.
    pub(crate) fn fail(&mut self, descriptor: i64, error: HostError) {
        if let Some(buffer) = self.slot(descriptor) {
            buffer.failed = Some(error);
        }
    }

    /// Has what waits for a descriptor written at the next attempt.
    pub(crate) fn hurry(&mut self, descriptor: i64) {
        if let Some(buffer) = self.slot(descriptor) {
            buffer.due = true;
        }
    }

    /// Forgets a descriptor.
    pub(crate) fn forget(&mut self, descriptor: i64) {
        self.close_window();
        if let Some(slot) = usize::try_from(descriptor).ok().and_then(|d| self.slots.get_mut(d)) {
            *slot = None;
        }
    }

    /// The descriptors for which something waits that is to be written.
    pub(crate) fn due(&self) -> Vec<i64> {
        let due = |slot: &Option<Buffer>| slot.as_ref().is_some_and(|b| b.due);
        (0..).zip(&self.slots).filter(|(_, slot)| due(slot)).map(|(d, _)| d).collect()
    }

    /// The descriptors that something waits for.
    pub(crate) fn waiting(&mut self) -> Vec<i64> {
        self.close_window();
        let waits = |slot: &Option<Buffer>| slot.as_ref().is_some_and(|b| !b.waiting().is_empty());
        (0..).zip(&self.slots).filter(|(_, slot)| waits(slot)).map(|(d, _)| d).collect()
    }
}

/// Writes what waits. What cannot be written is dropped: the error tells of it, and it would
/// come again with every later call.
fn flush(buffer: &mut Buffer, write: Write<'_>) -> Result<(), HostError> {
    if buffer.waiting().is_empty() {
        return Ok(());
    }
    let written = write(buffer.waiting());
    buffer.clear();
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;

    fn run(mode: BufferMode, pieces: &[&[u8]]) -> Vec<Vec<u8>> {
        let written = RefCell::new(Vec::new());
        let write = |bytes: &[u8]| {
            written.borrow_mut().push(bytes.to_vec());
            Ok(())
        };
        let mut buffers = Buffers::default();
        buffers.set(7, mode);
        for piece in pieces {
            buffers.put(7, piece, &write).unwrap();
        }
        buffers.flush(7, &write).unwrap();
        assert!(buffers.waiting().is_empty());
        written.into_inner()
    }

    #[test]
    fn modes_say_when_bytes_are_written() {
        let pieces: [&[u8]; 3] = [b"a", b"b\nc", b"d"];
        assert_eq!(run(BufferMode::Block, &pieces), [b"ab\ncd"]);
        assert_eq!(run(BufferMode::Line, &pieces), [&b"ab\nc"[..], b"d"]);
        assert_eq!(run(BufferMode::Unbuffered, &pieces), [&b"a"[..], b"b\nc", b"d"]);
    }

    #[test]
    fn a_full_buffer_is_written_and_what_is_longer_goes_by() {
        let long = vec![b'x'; CAPACITY + 1];
        let pieces: [&[u8]; 3] = [b"a", &long, b"b"];
        assert_eq!(run(BufferMode::Block, &pieces), [&b"a"[..], &long, b"b"]);
    }

    /// What compiled code does: puts bytes into the window; how many had room.
    fn put_into_window(buffers: &Buffers, room: &mut Vec<u8>, bytes: &[u8]) -> usize {
        let window = buffers.window();
        let next = window.next.load(Relaxed);
        let count = bytes.len().min((window.end.load(Relaxed) - next) as usize);
        room.extend_from_slice(&bytes[..count]);
        window.next.store(next + count as u64, Relaxed);
        count
    }

    #[test]
    fn the_window_is_open_for_what_waits_in_blocks_until_something_else_is_done() {
        let written = RefCell::new(Vec::new());
        let write = |bytes: &[u8]| {
            written.borrow_mut().extend_from_slice(bytes);
            Ok(())
        };
        let mut buffers = Buffers::default();
        assert!(!buffers.add(7, b'x'));
        buffers.set(7, BufferMode::Line);
        assert!(!buffers.add(7, b'x'));
        buffers.set(7, BufferMode::Block);
        assert!(buffers.add(7, b'a'));
        assert_eq!(buffers.window().descriptor.load(Relaxed), 7);
        let mut put = Vec::new();
        assert_eq!(put_into_window(&buffers, &mut put, b"bc"), 2);
        // Nobody has written to the room, which has zeros.
        buffers.put(7, b"d", &write).unwrap();
        assert_eq!(buffers.window().descriptor.load(Relaxed), Window::CLOSED);
        assert_eq!(put_into_window(&buffers, &mut put, b"e"), 0);
        buffers.flush(7, &write).unwrap();
        assert_eq!(*written.borrow(), b"a\0\0d");
    }

    #[test]
    fn the_window_ends_where_the_buffer_is_full() {
        let never = |_: &[u8]| unreachable!("it waits");
        let mut buffers = Buffers::default();
        buffers.set(7, BufferMode::Block);
        buffers.put(7, &vec![b'x'; CAPACITY - 2], &never).unwrap();
        assert!(buffers.add(7, b'a'));
        assert_eq!(put_into_window(&buffers, &mut Vec::new(), b"bc"), 1);
        assert!(!buffers.add(7, b'd'));
        assert_eq!(buffers.waiting(), [7]);
        buffers.forget(7);
        assert!(!buffers.add(7, b'd'));
    }

    #[test]
    fn among_threads_what_is_due_is_written_where_there_is_room() {
        let written = RefCell::new(Vec::new());
        let offer = |bytes: &[u8]| {
            let count = bytes.len().min(3);
            written.borrow_mut().extend_from_slice(&bytes[..count]);
            Ok(Some(count))
        };
        let full = |_: &[u8]| Ok(None);
        let mut buffers = Buffers::default();
        buffers.set(7, BufferMode::Line);
        buffers.have_threads();
        let never = |_: &[u8]| unreachable!("nothing waits in the system");
        buffers.put(7, b"ab", &never).unwrap();
        assert_eq!(buffers.attempt(7, false, &offer), Ok(Attempt::Done));
        buffers.put(7, b"cd\n", &never).unwrap();
        assert_eq!(buffers.attempt(7, false, &full), Ok(Attempt::NoRoom));
        assert_eq!(buffers.attempt(7, false, &offer), Ok(Attempt::More));
        assert_eq!(buffers.attempt(7, false, &offer), Ok(Attempt::Done));
        assert_eq!(written.take(), b"abcd\n");
        buffers.put(7, b"e", &never).unwrap();
        assert_eq!(buffers.attempt(7, true, &offer), Ok(Attempt::Done));
        // A descriptor of which nothing is known is not buffered.
        buffers.put(8, b"f", &never).unwrap();
        assert_eq!(buffers.attempt(8, false, &offer), Ok(Attempt::Done));
        assert_eq!(written.take(), b"ef");
    }

    #[test]
    fn among_threads_what_cannot_be_written_is_told_once() {
        let fails = |_: &[u8]| Err(HostError::from_errno(libc::EPIPE));
        let mut buffers = Buffers::default();
        buffers.have_threads();
        buffers.put(1, b"abc", &|_| Ok(())).unwrap();
        assert_eq!(buffers.attempt(1, false, &fails).unwrap_err().errno, libc::EPIPE);
        assert_eq!(buffers.attempt(1, true, &fails), Ok(Attempt::Done));
    }

    #[test]
    fn what_cannot_be_written_is_told_once() {
        let fails = |_: &[u8]| Err(HostError::from_errno(libc::ENOSPC));
        let mut buffers = Buffers::default();
        buffers.set(1, BufferMode::Block);
        buffers.put(1, b"abc", &fails).unwrap();
        assert_eq!(buffers.waiting(), [1]);
        assert_eq!(buffers.flush(1, &fails).unwrap_err().errno, libc::ENOSPC);
        assert_eq!(buffers.flush(1, &fails), Ok(()));
        buffers.forget(1);
        assert!(!buffers.knows(1));
    }
}
