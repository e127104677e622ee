//! SIGINT as a request: the program ends at its next safe point, or where it waits for
//! the system, and says where that was.
//!
//! A signal handler reaches nothing but statics, hence these. It only notes the request;
//! a second signal ends the process at once.

use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering::SeqCst};

/// True once the program was interrupted.
static ASKED: AtomicBool = AtomicBool::new(false);
/// The parts of the [`Notice`]; null for none.
static TELL: AtomicPtr<()> = AtomicPtr::new(null_mut());
static TO: AtomicPtr<()> = AtomicPtr::new(null_mut());
/// The thread that runs the program.
static THREAD: AtomicUsize = AtomicUsize::new(0);

/// The way a program notices that it was interrupted: the signal handler calls a function.
pub struct Notice {
    /// The function; it does nothing that a signal handler may not.
    pub tell: fn(*mut ()),
    /// The argument of the function.
    pub to: *mut (),
}

/// From now on SIGINT is a request to the program that this thread runs, which notices it by
/// `notice`, if there is one. A signal that the process was started to ignore stays ignored.
///
/// # Safety
/// The function may be called with what it is given until [`release`].
pub unsafe fn catch(notice: Option<Notice>) {
    let (tell, to) = notice.map_or((null_mut(), null_mut()), |n| (n.tell as *mut (), n.to));
    TO.store(to, SeqCst);
    TELL.store(tell, SeqCst);
    // SAFETY: a zero `sigaction` is a value; the handler calls only what POSIX allows it to.
    unsafe {
        THREAD.store(libc::pthread_self() as usize, SeqCst);
        let mut action: libc::sigaction = std::mem::zeroed();
        libc::sigaction(libc::SIGINT, std::ptr::null(), &mut action);
        if action.sa_sigaction == libc::SIG_DFL {
            // Without SA_RESTART: a call that waits returns.
            action.sa_sigaction = note as *const () as libc::sighandler_t;
            action.sa_flags = 0;
            libc::sigaction(libc::SIGINT, &action, null_mut());
        }
    }
}

/// Takes [`catch`] back, and the request: a further signal ends the process at once.
pub fn release() {
    // SAFETY: as in `catch`.
    unsafe {
        let mut now: libc::sigaction = std::mem::zeroed();
        libc::sigaction(libc::SIGINT, std::ptr::null(), &mut now);
        if now.sa_sigaction == note as *const () as libc::sighandler_t {
            libc::signal(libc::SIGINT, libc::SIG_DFL);
        }
    }
    TELL.store(null_mut(), SeqCst);
    ASKED.store(false, SeqCst);
}

/// True if the program was interrupted.
pub fn asked() -> bool {
    ASKED.load(SeqCst)
}

/// Ends the process as SIGINT ends others.
pub fn end() -> ! {
    // SAFETY: the calls take no pointers.
    unsafe {
        libc::signal(libc::SIGINT, libc::SIG_DFL);
        libc::raise(libc::SIGINT);
        libc::_exit(128 + libc::SIGINT)
    }
}

extern "C" fn note(signal: libc::c_int) {
    // SAFETY: the calls are async-signal-safe, the thread runs as long as the signal is
    // caught, and `tell` is a function that may be called until then.
    unsafe {
        let thread = THREAD.load(SeqCst) as libc::pthread_t;
        if libc::pthread_self() != thread {
            // A call in which the program waits returns only in its own thread.
            libc::pthread_kill(thread, signal);
            return;
        }
        ASKED.store(true, SeqCst);
        libc::signal(libc::SIGINT, libc::SIG_DFL);
        let tell = TELL.load(SeqCst);
        if !tell.is_null() {
            std::mem::transmute::<*mut (), fn(*mut ())>(tell)(TO.load(SeqCst));
        }
    }
}
