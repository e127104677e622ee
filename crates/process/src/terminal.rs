//! The terminal while lines are edited: keys come one by one, unseen, and a signal that ends or
//! stops the process leaves the terminal as it was.
//!
//! Keys are read a byte at a time, so that what is typed behind the end of a line stays in the
//! terminal for whoever reads it next, a program say.
#![allow(unsafe_code, reason = "terminals and signals have no safe interface")]

use std::io;
use std::ptr::null_mut;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, Ordering::SeqCst};
use std::time::Duration;

/// The state of the terminal as others want it; null before the first [`Raw`]. What it points to
/// is never freed, for a signal handler may read it while there is a [`Raw`].
static USUAL: AtomicPtr<libc::termios> = AtomicPtr::new(null_mut());
/// The descriptor that gets the escape codes of [`Raw`] while there is one; -1 for none.
static RAW: AtomicI32 = AtomicI32::new(-1);
/// True once the size of the terminal has changed, until somebody asks.
static RESIZED: AtomicBool = AtomicBool::new(false);
/// True once the process goes on after a stop, until somebody asks.
static CONTINUED: AtomicBool = AtomicBool::new(false);
/// The end of a pipe that handlers write to, so that whoever waits for a key notices.
static WAKE: AtomicI32 = AtomicI32::new(-1);

/// Has the terminal say what is pasted and what is typed.
const PASTES_ON: &[u8] = b"\x1b[?2004h";
/// Takes that back.
const PASTES_OFF: &[u8] = b"\x1b[?2004l";

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// A byte that was typed.
    Byte(u8),
    /// Nothing, for as long as one wanted to wait.
    Nothing,
    /// The window has another size.
    Resized,
    /// The process goes on after a stop: the terminal has forgotten what was on it.
    Continued,
    /// A signal came that is none of these.
    Signal,
    /// The terminal is gone, or said that its input ends.
    End,
}

/// A terminal whose keys are read one by one, until this value goes.
pub struct Raw {
    /// The descriptor that shows what is typed.
    out: i32,
    /// The end of the pipe that handlers write to.
    woken: i32,
    /// The number of bytes that were typed before.
    ahead: libc::c_int,
}

impl Raw {
    /// Has standard input give keys one by one.
    ///
    /// # Errors
    /// If standard input is no terminal.
    pub fn enter(out: i32) -> io::Result<Raw> {
        let woken = waker()?;
        let mut raw = Raw { out, woken, ahead: 0 };
        raw.set()?;
        // SAFETY: the number outlives the call.
        unsafe { libc::ioctl(0, libc::FIONREAD, &raw mut raw.ahead) };
        Ok(raw)
    }

    fn set(&self) -> io::Result<()> {
        // SAFETY: a zero `termios` is a value; pointers are to values that outlive the calls.
        unsafe {
            let mut usual: libc::termios = std::mem::zeroed();
            check(libc::tcgetattr(0, &mut usual))?;
            let mut raw = usual;
            keep(usual);
            // What Enter gives stays as it is, so that a program can read what was typed ahead.
            raw.c_iflag &= !(libc::BRKINT | libc::INPCK | libc::ISTRIP | libc::IXON);
            raw.c_lflag &= !(libc::ECHO | libc::ICANON | libc::IEXTEN | libc::ISIG);
            raw.c_cc[libc::VMIN] = 1;
            raw.c_cc[libc::VTIME] = 0;
            RAW.store(self.out, SeqCst);
            check(libc::tcsetattr(0, libc::TCSANOW, &raw))?;
        }
        write(self.out, PASTES_ON);
        Ok(())
    }

    /// Waits for what comes next, for so long at the most.
    pub fn next(&mut self, limit: Option<Duration>) -> Next {
        let limit = limit.map_or(-1, |limit| limit.as_millis() as i32);
        let wanted = |fd| libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
        let mut streams = [wanted(0), wanted(self.woken)];
        // SAFETY: the array and the bytes outlive the calls.
        unsafe {
            let ready = libc::poll(streams.as_mut_ptr(), 2, limit);
            let mut bytes = [0; 64];
            if ready > 0 && streams[1].revents != 0 {
                libc::read(self.woken, bytes.as_mut_ptr().cast(), bytes.len());
            }
            if CONTINUED.swap(false, SeqCst) {
                RESIZED.store(false, SeqCst);
                return if self.set().is_ok() { Next::Continued } else { Next::End };
            }
            if RESIZED.swap(false, SeqCst) {
                return Next::Resized;
            }
            match ready {
                0 => return Next::Nothing,
                -1 => return Next::Signal,
                _ if streams[0].revents == 0 => return Next::Signal,
                _ => {}
            }
            match libc::read(0, bytes.as_mut_ptr().cast(), 1) {
                1 => {
                    // What said that input ends is a zero byte now.
                    let end = bytes[0] == 0 && self.ahead > 0;
                    self.ahead -= i32::from(self.ahead > 0);
                    Next::Byte(if end { 4 } else { bytes[0] })
                }
                -1 if io::Error::last_os_error().kind() == io::ErrorKind::Interrupted => {
                    Next::Signal
                }
                _ => Next::End,
            }
        }
    }

    /// Stops the process, as Ctrl-Z does elsewhere; comes back when it goes on.
    pub fn stop(&mut self) -> io::Result<()> {
        restore();
        // SAFETY: takes no pointers. The whole group, for whoever started the process waits for it.
        unsafe { libc::kill(0, libc::SIGTSTP) };
        CONTINUED.store(false, SeqCst);
        self.set()
    }
}

impl Drop for Raw {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back its usual state, if a [`Raw`] has changed it. A signal handler may
/// call this.
pub(crate) fn restore() {
    let out = RAW.swap(-1, SeqCst);
    let usual = USUAL.load(SeqCst);
    if out < 0 || usual.is_null() {
        return;
    }
    // SAFETY: what was stored is never freed, and the call is async-signal-safe.
    unsafe { libc::tcsetattr(0, libc::TCSANOW, usual) };
    write(out, PASTES_OFF);
}

/// Notes the usual state. Nobody reads it now: there is no [`Raw`].
fn keep(usual: libc::termios) {
    let known = USUAL.load(SeqCst);
    if known.is_null() {
        USUAL.store(Box::into_raw(Box::new(usual)), SeqCst);
    } else {
        RAW.store(-1, SeqCst);
        // SAFETY: it is never freed, and the handler looks at it only if `RAW` says so.
        unsafe { known.write(usual) };
    }
}

/// The columns and rows of a terminal.
pub fn size(fd: i32) -> (usize, usize) {
    // SAFETY: a zero `winsize` is a value, and outlives the call.
    let size = unsafe {
        let mut size: libc::winsize = std::mem::zeroed();
        libc::ioctl(fd, libc::TIOCGWINSZ, &mut size);
        size
    };
    let or = |given: u16, usual| if given == 0 { usual } else { usize::from(given) };
    (or(size.ws_col, 80), or(size.ws_row, 24))
}

/// Drops what was typed and not read.
pub fn forget_typed() {
    // SAFETY: takes no pointers.
    unsafe { libc::tcflush(0, libc::TCIFLUSH) };
}

/// Makes the pipe for handlers and has them write to it; gives the other end.
fn waker() -> io::Result<i32> {
    static WOKEN: AtomicI32 = AtomicI32::new(-1);
    if WAKE.load(SeqCst) < 0 {
        let mut ends = [0; 2];
        // SAFETY: the array has room for two.
        check(unsafe { libc::pipe2(ends.as_mut_ptr(), libc::O_CLOEXEC | libc::O_NONBLOCK) })?;
        WOKEN.store(ends[0], SeqCst);
        WAKE.store(ends[1], SeqCst);
    }
    for (signal, handler) in [(libc::SIGWINCH, resized as Handler), (libc::SIGCONT, continued)] {
        // SAFETY: a zero `sigaction` is a value; the handlers are async-signal-safe.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = handler as *const () as libc::sighandler_t;
            action.sa_flags = libc::SA_RESTART;
            libc::sigaction(signal, &action, null_mut());
        }
    }
    Ok(WOKEN.load(SeqCst))
}

type Handler = extern "C" fn(libc::c_int);

extern "C" fn resized(_signal: libc::c_int) {
    RESIZED.store(true, SeqCst);
    wake();
}

extern "C" fn continued(_signal: libc::c_int) {
    CONTINUED.store(true, SeqCst);
    wake();
}

fn wake() {
    // SAFETY: the calls are async-signal-safe.
    unsafe {
        let errno = *libc::__errno_location();
        libc::write(WAKE.load(SeqCst), b"!".as_ptr().cast(), 1);
        *libc::__errno_location() = errno;
    }
}

/// What cannot be shown changes nothing.
fn write(fd: i32, bytes: &[u8]) {
    // SAFETY: the bytes outlive the call, which is async-signal-safe.
    unsafe { libc::write(fd, bytes.as_ptr().cast(), bytes.len()) };
}

fn check(result: i32) -> io::Result<()> {
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
