//! The memory of a stack: a large range of addresses, made accessible from its end downwards as far as
//! frames are pushed.
//!
//! Compiled code does not compare the stack with a limit. The first access to what is not accessible
//! yet stops in the handler of a signal, which makes more accessible and goes on. Where the program
//! has more than its heap may have, it also asks for a collection, which ends the program.

use crate::heap::Reservation;
use crate::state;
use abi::VProc;
use std::cell::Cell;
use std::sync::OnceLock;
use std::{io, mem, ptr};

/// Bytes that are made accessible at a time, at most.
const STEP: usize = 16 << 20;
/// Bytes that are made accessible at a time, at least.
const STEP_MIN: usize = 256 << 10;
/// Bytes beyond those that may be used, so that the program comes to its next check.
const SLACK: usize = 64 << 20;
/// Bytes that stay accessible when they are not used.
const KEPT: usize = 16 << 20;
/// Bytes of the stack on which the signal is handled.
const HANDLER_STACK: usize = 64 << 10;

/// The memory of a stack.
pub(super) struct Memory {
    /// In a box, so that the handler of the signal finds it.
    range: Box<Range>,
    /// Where the signal is handled.
    handler_stack: Vec<u8>,
}

/// What the handler of the signal sees.
struct Range {
    reservation: Reservation,
    /// The lowest accessible address.
    low: Cell<u64>,
    /// Bytes that the stack may take.
    most: Cell<usize>,
    vproc: *mut VProc,
}

thread_local! {
    /// The stack of the program that this thread runs, if it has one.
    static RANGE: Cell<*const Range> = const { Cell::new(ptr::null()) };
}

/// What was done on the signal before.
static BEFORE: OnceLock<libc::sigaction> = OnceLock::new();

impl Memory {
    /// Reserves the addresses of a stack of at most so many bytes.
    pub(super) fn reserve(most: usize, vproc: *mut VProc) -> io::Result<Memory> {
        let reservation = Reservation::new((most + SLACK).next_multiple_of(STEP))?;
        let end = reservation.base + reservation.bytes as u64;
        let range = Range { reservation, low: Cell::new(end), most: Cell::new(most), vproc };
        Ok(Memory { range: Box::new(range), handler_stack: Vec::new() })
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
        RANGE.set(&raw const *self.range);
        self.provide_handler_stack();
        let mut failed = false;
        BEFORE.get_or_init(|| {
            // SAFETY: an action is plain data, for which zero is a value.
            let (mut action, mut before): (libc::sigaction, libc::sigaction) =
                unsafe { (mem::zeroed(), mem::zeroed()) };
            action.sa_sigaction = on_fault as *const () as usize;
            action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
            // SAFETY: the handler is one that may be called at any access to memory.
            failed = unsafe { libc::sigaction(libc::SIGSEGV, &action, &mut before) } != 0;
            before
        });
        if failed {
            return Err(format!("cannot handle a signal: {}", io::Error::last_os_error()));
        }
        Ok(())
    }

    /// The thread does not use the stack any more.
    pub(super) fn leave(&mut self) {
        RANGE.set(ptr::null());
    }

    /// Gives back memory that `depth` bytes of frames do not need, and sets how much the stack may take.
    pub(super) fn settle(&mut self, depth: usize, most: usize) {
        self.range.most.set(most);
        let committed = (self.end() - self.range.low.get()) as usize;
        if committed > 2 * depth + 2 * KEPT {
            let keep = (depth + KEPT).next_multiple_of(STEP_MIN);
            let (low, bytes) = (self.range.low.get(), committed - keep);
            // SAFETY: the bytes lie in our reservation, below all frames.
            unsafe {
                libc::madvise(low as *mut _, bytes, libc::MADV_DONTNEED);
                libc::mprotect(low as *mut _, bytes, libc::PROT_NONE);
            }
            self.range.low.set(low + bytes as u64);
        }
    }

    /// The signal cannot be handled on the stack of a thread that has no room left.
    fn provide_handler_stack(&mut self) {
        // SAFETY: a description of a stack is plain data; the call only asks.
        let known = unsafe {
            let mut now: libc::stack_t = mem::zeroed();
            libc::sigaltstack(ptr::null(), &mut now) == 0 && now.ss_flags & libc::SS_DISABLE == 0
        };
        if known || !self.handler_stack.is_empty() {
            return;
        }
        self.handler_stack = vec![0; HANDLER_STACK];
        let stack = libc::stack_t {
            ss_sp: self.handler_stack.as_mut_ptr().cast(),
            ss_flags: 0,
            ss_size: HANDLER_STACK,
        };
        // SAFETY: the memory stays until `drop`, which takes it back.
        unsafe { libc::sigaltstack(&stack, ptr::null_mut()) };
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.leave();
        if !self.handler_stack.is_empty() {
            let none = libc::stack_t {
                ss_sp: ptr::null_mut(),
                ss_flags: libc::SS_DISABLE,
                ss_size: HANDLER_STACK,
            };
            // SAFETY: the memory was given by `provide_handler_stack`.
            unsafe { libc::sigaltstack(&none, ptr::null_mut()) };
        }
    }
}

impl Range {
    fn end(&self) -> u64 {
        self.reservation.base + self.reservation.bytes as u64
    }

    fn contains(&self, address: u64) -> bool {
        address.wrapping_sub(self.reservation.base) < self.reservation.bytes as u64
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

/// Called by the system at an access to memory that is not accessible.
extern "C" fn on_fault(_: libc::c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
    // SAFETY: the system gives the address of the access.
    let address = unsafe { (*info).si_addr() } as u64;
    let range = RANGE.get();
    // SAFETY: the range stays while the thread uses it.
    if !range.is_null() && unsafe { (*range).contains(address) && (*range).grow(address) } {
        return;
    }
    // The access is tried again, with what was done before.
    if let Some(before) = BEFORE.get() {
        // SAFETY: the action was in force before.
        unsafe { libc::sigaction(libc::SIGSEGV, before, ptr::null_mut()) };
    }
}
