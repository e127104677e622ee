//! The memory of a stack: a large range of addresses, of which as much is accessible as the stack may
//! take. The system provides pages when they are first used.
//!
//! Compiled code does not compare the stack with a limit. An access beyond what the stack may take stops
//! in the handler of a signal, which makes a little more accessible and asks for a collection, which
//! ends the program. So programs whose stack stays within its bounds meet no signal, which debuggers
//! would stop at.

use crate::heap::Reservation;
use crate::state;
use abi::VProc;
use host::fault::{self, HandlerStack, Owner};
use std::cell::Cell;
use std::io;

/// Bytes that are made accessible at a time, at most.
const STEP: usize = 16 << 20;
/// Bytes that are made accessible at a time, at least.
const STEP_MIN: usize = 256 << 10;
/// Bytes beyond those that may be used, so that the program comes to its next check.
const SLACK: usize = 64 << 20;
/// Bytes that stay accessible when they are not used.
const KEPT: usize = 16 << 20;

/// The memory of a stack.
pub(super) struct Memory {
    /// In a box, so that the handler of the signal finds it.
    range: Box<Range>,
    /// Where the signal is handled.
    handler_stack: HandlerStack,
}

/// What the handler of the signal sees.
struct Range {
    reservation: Reservation,
    /// The lowest accessible address.
    low: Cell<u64>,
    /// Bytes that the stack may take.
    most: Cell<usize>,
    /// The most bytes of frames that a collection met since memory was given back.
    deepest: Cell<usize>,
    vproc: *mut VProc,
}

impl Memory {
    /// Reserves the addresses of a stack of at most so many bytes.
    pub(super) fn reserve(most: usize, vproc: *mut VProc) -> io::Result<Memory> {
        let reservation = Reservation::new((most + SLACK).next_multiple_of(STEP))?;
        let end = reservation.base + reservation.bytes as u64;
        let (low, most, deepest) = (Cell::new(end), Cell::new(most), Cell::new(0));
        let range = Range { reservation, low, most, deepest, vproc };
        range.open(range.most.get());
        Ok(Memory { range: Box::new(range), handler_stack: HandlerStack::default() })
    }

    /// The address behind the last byte.
    pub(super) fn end(&self) -> u64 {
        self.range.end()
    }

    /// True if the address lies in the range.
    pub(super) fn contains(&self, address: u64) -> bool {
        self.range.contains(address)
    }

    /// From now on this thread uses the stack.
    pub(super) fn attend(&mut self) -> Result<(), String> {
        self.handler_stack.provide();
        let owner = Owner { grow, of: (&raw const *self.range).cast() };
        // SAFETY: the range stays until `leave`.
        let done = unsafe { fault::set_owner(Some(owner)) };
        done.map_err(|error| format!("cannot handle a signal: {error}"))
    }

    /// The thread does not use the stack any more.
    pub(super) fn leave(&mut self) {
        // SAFETY: nobody is asked.
        let done = unsafe { fault::set_owner(None) };
        debug_assert!(done.is_ok());
    }

    /// Gives back memory that `depth` bytes of frames do not need, and sets how much the stack may take.
    pub(super) fn settle(&mut self, depth: usize, most: usize) {
        let range = &self.range;
        range.most.set(most);
        let accessible = (range.end() - range.low.get()) as usize;
        // What the heap takes changes with every collection; the system is told of large changes only.
        if accessible.abs_diff(most) > most / 8 {
            range.open(most.max(depth + STEP_MIN));
        }
        let deepest = depth.max(range.deepest.get());
        range.deepest.set(deepest);
        if deepest > 2 * depth + 2 * KEPT {
            let keep = (depth + KEPT).next_multiple_of(STEP_MIN);
            let (low, bytes) = (range.low.get(), (range.end() - range.low.get()) as usize - keep);
            // SAFETY: the bytes lie in our reservation, below all frames.
            unsafe { libc::madvise(low as *mut _, bytes, libc::MADV_DONTNEED) };
            range.deepest.set(depth);
        }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.leave();
    }
}

impl Range {
    fn end(&self) -> u64 {
        self.reservation.base + self.reservation.bytes as u64
    }

    fn contains(&self, address: u64) -> bool {
        address.wrapping_sub(self.reservation.base) < self.reservation.bytes as u64
    }

    /// Makes so many bytes accessible, and no more, as far as pages are the unit; if the system does not
    /// want to promise them, a fault gets them a step at a time.
    fn open(&self, bytes: usize) {
        let bytes = bytes.min(self.reservation.bytes.saturating_sub(SLACK));
        let low = (self.end() - bytes as u64) & !4095;
        let now = self.low.get();
        let (from, to, access) = match low < now {
            true => (low, now, libc::PROT_READ | libc::PROT_WRITE),
            false => (now, low, libc::PROT_NONE),
        };
        // SAFETY: the bytes lie in our reservation; frames are above both ends.
        if unsafe { libc::mprotect(from as *mut _, (to - from) as usize, access) } == 0 {
            self.low.set(low);
        }
    }

    /// Makes an address accessible; false if there is nothing left.
    fn grow(&self, address: u64) -> bool {
        let most = self.most.get();
        let step = (most / 8).clamp(STEP_MIN, STEP) as u64;
        let low = (address & !4095).saturating_sub(step - 4096).max(self.reservation.base);
        let bytes = (self.low.get() - low) as usize;
        let access = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: the bytes lie in our reservation.
        if address >= self.low.get() || unsafe { libc::mprotect(low as *mut _, bytes, access) } != 0
        {
            return false;
        }
        self.low.set(low);
        if (self.end() - address) as usize > most {
            // SAFETY: the vproc is that of the program that runs.
            unsafe { state::overflow(self.vproc) };
        }
        true
    }
}

/// Makes an address of a range accessible; the handler of a signal may call it.
fn grow(range: *const (), address: u64) -> bool {
    // SAFETY: the range stays while the thread uses it.
    let range = unsafe { &*range.cast::<Range>() };
    range.contains(address) && range.grow(address)
}
