//! Accesses to memory that is not accessible yet: whoever has reserved it makes it so, and the access
//! is tried again.
//!
//! A signal handler reaches nothing but statics, hence these.

use std::cell::Cell;
use std::sync::OnceLock;
use std::{io, mem, ptr};

/// Bytes of the stack on which the signal is handled.
const HANDLER_STACK: usize = 64 << 10;

/// Who is asked at an access of this thread.
#[derive(Clone, Copy)]
pub struct Owner {
    /// Makes an address accessible; false if that is not its affair, or there is nothing left. It does
    /// nothing that a signal handler may not.
    pub grow: fn(*const (), u64) -> bool,
    /// The first argument of the function.
    pub of: *const (),
}

thread_local! {
    static OWNER: Cell<Option<Owner>> = const { Cell::new(None) };
}

/// What was done on the signal before.
static BEFORE: OnceLock<libc::sigaction> = OnceLock::new();

/// From now on the owner is asked at accesses of this thread, and nobody after `None`.
///
/// # Safety
/// The function may be called with what it is given until another owner is set.
pub unsafe fn set_owner(owner: Option<Owner>) -> io::Result<()> {
    OWNER.set(owner);
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
    if failed { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// Called by the system at an access to memory that is not accessible.
extern "C" fn on_fault(_: libc::c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
    // SAFETY: the system gives the address of the access.
    let address = unsafe { (*info).si_addr() } as u64;
    if OWNER.get().is_some_and(|owner| (owner.grow)(owner.of, address)) {
        return;
    }
    // The access is tried again, with what was done before.
    if let Some(before) = BEFORE.get() {
        // SAFETY: the action was in force before.
        unsafe { libc::sigaction(libc::SIGSEGV, before, ptr::null_mut()) };
    }
}

/// A stack of its own for handlers of signals of this thread, which cannot run on that of a thread that
/// has no room left.
#[derive(Default)]
pub struct HandlerStack(Vec<u8>);

impl HandlerStack {
    /// Provides it, unless the thread has one already.
    pub fn provide(&mut self) {
        // SAFETY: a description of a stack is plain data; the call only asks.
        let known = unsafe {
            let mut now: libc::stack_t = mem::zeroed();
            libc::sigaltstack(ptr::null(), &mut now) == 0 && now.ss_flags & libc::SS_DISABLE == 0
        };
        if known || !self.0.is_empty() {
            return;
        }
        self.0 = vec![0; HANDLER_STACK];
        let stack = libc::stack_t {
            ss_sp: self.0.as_mut_ptr().cast(),
            ss_flags: 0,
            ss_size: HANDLER_STACK,
        };
        // SAFETY: the memory stays until `drop`, which takes it back.
        unsafe { libc::sigaltstack(&stack, ptr::null_mut()) };
    }
}

impl Drop for HandlerStack {
    fn drop(&mut self) {
        if !self.0.is_empty() {
            let none = libc::stack_t {
                ss_sp: ptr::null_mut(),
                ss_flags: libc::SS_DISABLE,
                ss_size: HANDLER_STACK,
            };
            // SAFETY: the memory was given by `provide`.
            unsafe { libc::sigaltstack(&none, ptr::null_mut()) };
        }
    }
}
