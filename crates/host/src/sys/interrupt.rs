//! Signals as requests: the program ends at its next safe point, or where it waits for the system,
//! and says where that was; or it handles the signal itself, if it has asked for that.
//!
//! A signal handler reaches nothing but statics, hence these. It only notes the request;
//! a second SIGINT ends the process at once, unless the program handles it, or the process is a
//! session that goes on.

use std::io;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU64, AtomicUsize, Ordering::SeqCst};

/// True once the program was interrupted, until it heeds that.
static ASKED: AtomicBool = AtomicBool::new(false);
/// True once the program has heeded it, and ends.
static ENDING: AtomicBool = AtomicBool::new(false);
/// The signals that have come and that the program has not taken yet, a bit each.
static PENDING: AtomicU64 = AtomicU64::new(0);
/// The signals that the program handles itself.
static HANDLED: AtomicU64 = AtomicU64::new(0);
/// True if no number of SIGINTs ends the process.
static PATIENT: AtomicBool = AtomicBool::new(false);
/// The parts of the [`Notice`]; null for none.
static TELL: AtomicPtr<()> = AtomicPtr::new(null_mut());
static TO: AtomicPtr<()> = AtomicPtr::new(null_mut());
/// The thread that runs the program.
static THREAD: AtomicUsize = AtomicUsize::new(0);

/// Signals with numbers from here on have no bit.
const MOST: i64 = 32;

/// What a signal does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reaction {
    /// What it does to other processes.
    Default,
    /// Nothing.
    Ignored,
    /// The program hears of it by [`take`].
    Handled,
}

/// The way a program notices that there is a signal: the signal handler calls a function.
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
    // SAFETY: takes no pointers.
    THREAD.store(unsafe { libc::pthread_self() } as usize, SeqCst);
    if disposition(libc::SIGINT) == libc::SIG_DFL {
        // There is such a signal, so this cannot fail.
        let _ = dispose(libc::SIGINT, ours());
    }
}

/// Takes [`catch`] back, and the request: a further signal ends the process at once.
pub fn release() {
    HANDLED.store(0, SeqCst);
    for signal in 1..MOST as i32 {
        if disposition(signal) == ours() {
            let _ = dispose(signal, libc::SIG_DFL);
        }
    }
    TELL.store(null_mut(), SeqCst);
    PENDING.store(0, SeqCst);
    ASKED.store(false, SeqCst);
    ENDING.store(false, SeqCst);
}

/// From now on the process outlives any number of SIGINTs: whoever runs programs goes on with others.
pub fn be_patient() {
    PATIENT.store(true, SeqCst);
}

/// The same, and SIGINT is caught from now on, even in a process that was started to ignore it.
pub fn insist() {
    be_patient();
    // There is such a signal, so this cannot fail.
    let _ = dispose(libc::SIGINT, ours());
}

/// The program that was interrupted is over: what is asked now is asked of the next. Where
/// nothing comes after it, this is [`release`].
pub fn settle() {
    if !PATIENT.load(SeqCst) {
        return release();
    }
    ASKED.store(false, SeqCst);
    ENDING.store(false, SeqCst);
    PENDING.fetch_and(!(1 << libc::SIGINT), SeqCst);
}

/// Sends SIGINT to the thread that runs programs.
pub fn ask() {
    let thread = THREAD.load(SeqCst) as libc::pthread_t;
    if thread != 0 {
        // SAFETY: the thread runs as long as the signal is caught.
        unsafe { libc::pthread_kill(thread, libc::SIGINT) };
    }
}

/// True if the program was interrupted and has not heeded that: it should wait for nothing.
pub fn asked() -> bool {
    ASKED.load(SeqCst)
}

/// The program heeds that it was interrupted: from now on it may wait again, for what is to be done
/// at its end.
pub fn heed() {
    if ASKED.swap(false, SeqCst) {
        ENDING.store(true, SeqCst);
    }
}

/// True if the program has heeded that it was interrupted, and ends.
pub fn ending() -> bool {
    ENDING.load(SeqCst)
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

/// True if a signal has come that the program has not taken.
pub(crate) fn pending() -> bool {
    PENDING.load(SeqCst) != 0
}

/// The signals that have come since the last time, a bit each, which the program heeds; but an
/// interrupt that it does not handle is for the session that runs it, if there is one.
pub(crate) fn take() -> i64 {
    let pending = PENDING.swap(0, SeqCst);
    let interrupt = 1 << libc::SIGINT;
    if PATIENT.load(SeqCst) && HANDLED.load(SeqCst) & interrupt == 0 {
        return (pending & !interrupt) as i64;
    }
    heed();
    pending as i64
}

/// What a signal does to the program.
pub(crate) fn reaction(signal: i64) -> io::Result<Reaction> {
    let bit = bit(signal)?;
    Ok(match disposition(signal as i32) {
        libc::SIG_IGN => Reaction::Ignored,
        _ if HANDLED.load(SeqCst) & bit != 0 => Reaction::Handled,
        _ => Reaction::Default,
    })
}

/// Sets what a signal does to the program.
pub(crate) fn react(signal: i64, reaction: Reaction) -> io::Result<()> {
    let bit = bit(signal)?;
    let number = signal as i32;
    match reaction {
        Reaction::Handled => {
            HANDLED.fetch_or(bit, SeqCst);
            dispose(number, ours()).inspect_err(|_| {
                HANDLED.fetch_and(!bit, SeqCst);
            })
        }
        Reaction::Ignored => dispose(number, libc::SIG_IGN),
        Reaction::Default => {
            HANDLED.fetch_and(!bit, SeqCst);
            dispose(number, if number == libc::SIGINT { ours() } else { libc::SIG_DFL })
        }
    }
}

/// Blocks signals, as the number says, for which a bit is set (0 these as well, 1 these no more,
/// 2 these alone); gives those that were blocked before.
pub(crate) fn mask(how: i64, bits: i64) -> io::Result<i64> {
    let how = match how {
        0 => libc::SIG_BLOCK,
        1 => libc::SIG_UNBLOCK,
        _ => libc::SIG_SETMASK,
    };
    // SAFETY: the sets outlive the calls.
    unsafe {
        let (mut set, mut before) = (std::mem::zeroed(), std::mem::zeroed());
        libc::sigemptyset(&mut set);
        for signal in (1..MOST as i32).filter(|signal| bits >> signal & 1 == 1) {
            libc::sigaddset(&mut set, signal);
        }
        match libc::pthread_sigmask(how, &set, &mut before) {
            0 => {
                let was = |signal: &i32| libc::sigismember(&before, *signal) == 1;
                Ok((1..MOST as i32).filter(was).fold(0, |bits, signal| bits | 1 << signal))
            }
            error => Err(io::Error::from_raw_os_error(error)),
        }
    }
}

/// Makes a call that waits, with the signals that are to be let in meanwhile; none if a signal
/// has come before or ends the wait.
pub(crate) fn wait(call: impl FnOnce(&libc::sigset_t) -> isize) -> io::Result<Option<isize>> {
    // SAFETY: the sets outlive the calls.
    unsafe {
        let (mut all, mut usual) = (std::mem::zeroed(), std::mem::zeroed());
        libc::sigfillset(&mut all);
        // A signal between the question and the call would be noticed after the wait only.
        libc::pthread_sigmask(libc::SIG_SETMASK, &all, &mut usual);
        let result = if pending() {
            Ok(None)
        } else {
            match call(&usual) {
                -1 => Err(io::Error::last_os_error()),
                count => Ok(Some(count)),
            }
        };
        libc::pthread_sigmask(libc::SIG_SETMASK, &usual, null_mut());
        match result {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(None),
            other => other,
        }
    }
}

fn bit(signal: i64) -> io::Result<u64> {
    let known = (1..MOST).contains(&signal);
    if known { Ok(1 << signal) } else { Err(io::Error::from_raw_os_error(libc::EINVAL)) }
}

fn ours() -> libc::sighandler_t {
    note as *const () as libc::sighandler_t
}

fn disposition(signal: i32) -> libc::sighandler_t {
    // SAFETY: a zero `sigaction` is a value.
    unsafe {
        let mut now: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &mut now);
        now.sa_sigaction
    }
}

fn dispose(signal: i32, handler: libc::sighandler_t) -> io::Result<()> {
    // SAFETY: a zero `sigaction` is a value, without SA_RESTART: a call that waits returns. The
    // handler calls only what POSIX allows it to.
    unsafe {
        let mut action: libc::sigaction = std::mem::zeroed();
        action.sa_sigaction = handler;
        super::check(libc::sigaction(signal, &action, null_mut()))
    }
}

extern "C" fn note(signal: libc::c_int) {
    // SAFETY: the calls are async-signal-safe, the thread runs as long as the signal is
    // caught, and `tell` is a function that may be called until then.
    unsafe {
        let errno = *libc::__errno_location();
        let thread = THREAD.load(SeqCst) as libc::pthread_t;
        if thread == 0 {
            // Nothing has run yet.
            return;
        }
        if libc::pthread_self() != thread {
            // A call in which the program waits returns only in its own thread.
            libc::pthread_kill(thread, signal);
            return;
        }
        let bit = 1 << signal;
        PENDING.fetch_or(bit, SeqCst);
        if HANDLED.load(SeqCst) & bit == 0 {
            ASKED.store(true, SeqCst);
            if !PATIENT.load(SeqCst) {
                libc::signal(libc::SIGINT, libc::SIG_DFL);
            }
        }
        let tell = TELL.load(SeqCst);
        if !tell.is_null() {
            std::mem::transmute::<*mut (), fn(*mut ())>(tell)(TO.load(SeqCst));
        }
        *libc::__errno_location() = errno;
    }
}
