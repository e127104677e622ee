//! Output that waits to be written.
//!
//! A descriptor that programs write to in small pieces has a buffer here rather than in the
//! program, so that what waits is written however the program ends.

use crate::HostError;

/// Most bytes that wait.
const CAPACITY: usize = 1 << 16;

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
}

/// The buffers of all descriptors, by number.
#[derive(Default)]
pub(crate) struct Buffers {
    slots: Vec<Option<Buffer>>,
}

type Write<'a> = &'a dyn Fn(&[u8]) -> Result<(), HostError>;

impl Buffers {
    fn slot(&mut self, descriptor: i64) -> Option<&mut Buffer> {
        self.slots.get_mut(usize::try_from(descriptor).ok()?)?.as_mut()
    }

    /// True if the mode of this descriptor is known.
    pub(crate) fn knows(&self, descriptor: i64) -> bool {
        usize::try_from(descriptor).is_ok_and(|d| matches!(self.slots.get(d), Some(Some(_))))
    }

    /// Sets when a descriptor's bytes are written; what waits goes on waiting.
    pub(crate) fn set(&mut self, descriptor: i64, mode: BufferMode) {
        if !(0..MOST).contains(&descriptor) {
            return;
        }
        let index = descriptor as usize;
        if self.slots.len() <= index {
            self.slots.resize_with(index + 1, || None);
        }
        match &mut self.slots[index] {
            Some(buffer) => buffer.mode = mode,
            empty => *empty = Some(Buffer { mode, bytes: Vec::new() }),
        }
    }

    /// Takes bytes; writes those that must not wait.
    pub(crate) fn put(
        &mut self,
        descriptor: i64,
        bytes: &[u8],
        write: Write<'_>,
    ) -> Result<(), HostError> {
        let Some(buffer) = self.slot(descriptor) else { return write(bytes) };
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

    /// Forgets a descriptor.
    pub(crate) fn forget(&mut self, descriptor: i64) {
        if let Some(slot) = usize::try_from(descriptor).ok().and_then(|d| self.slots.get_mut(d)) {
            *slot = None;
        }
    }

    /// The descriptors that something waits for.
    pub(crate) fn waiting(&self) -> Vec<i64> {
        let waits = |slot: &Option<Buffer>| slot.as_ref().is_some_and(|b| !b.bytes.is_empty());
        (0..).zip(&self.slots).filter(|(_, slot)| waits(slot)).map(|(d, _)| d).collect()
    }
}

/// Writes what waits. What cannot be written is dropped: the error tells of it, and it would
/// come again with every later call.
fn flush(buffer: &mut Buffer, write: Write<'_>) -> Result<(), HostError> {
    if buffer.bytes.is_empty() {
        return Ok(());
    }
    let written = write(&buffer.bytes);
    buffer.bytes.clear();
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
