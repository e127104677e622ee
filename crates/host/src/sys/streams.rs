//! The first three descriptors of a process whose programs are to have others: what programs write
//! by number, in C or in child processes, can then be read here.
#![allow(unsafe_code, reason = "calls to libc; `std` replaces no descriptor and asks no pipe")]

use std::fs::File;
use std::io::{self, PipeReader, PipeWriter};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, FromRawFd, OwnedFd};

/// Descriptors that are kept get numbers from here on, where programs do not look for theirs.
const LEAST: i32 = 100;

/// The bytes for which a pipe gets room, if the system grants that.
const ROOM: i32 = 1 << 20;

/// What the process was started with, and the other ends of the pipes that are now in its place.
pub struct Taken {
    /// Standard input as it was; now it is at its end.
    pub input: File,
    /// Standard output as it was.
    pub output: File,
    /// What is written to standard output and to standard error from now on.
    pub written: [PipeReader; 2],
}

/// Takes the standard streams from the programs of this process.
///
/// # Errors
/// If the system has no descriptors left.
pub fn take() -> io::Result<Taken> {
    let (input, output) = (File::from(keep(0)?), File::from(keep(1)?));
    give(File::open("/dev/null")?.as_fd(), 0)?;
    let written = [caught(1)?, caught(2)?];
    Ok(Taken { input, output, written })
}

/// A copy of a descriptor, closed on exec.
fn keep(number: i32) -> io::Result<OwnedFd> {
    // SAFETY: takes no pointers; what it gives is new.
    unsafe {
        match libc::fcntl(number, libc::F_DUPFD_CLOEXEC, LEAST) {
            -1 => Err(io::Error::last_os_error()),
            copy => Ok(OwnedFd::from_raw_fd(copy)),
        }
    }
}

/// Puts a pipe in the place of a descriptor; gives the end at which it is read.
fn caught(number: i32) -> io::Result<PipeReader> {
    let (read, write) = io::pipe()?;
    give(write.as_fd(), number)?;
    // A smaller pipe does as well.
    let _ = widen(write.as_fd());
    Ok(PipeReader::from(keep(read.as_raw_fd())?))
}

fn widen(pipe: BorrowedFd<'_>) -> io::Result<()> {
    // SAFETY: takes no pointers.
    match unsafe { libc::fcntl(pipe.as_raw_fd(), libc::F_SETPIPE_SZ, ROOM) } {
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Puts a descriptor in the place of another; programs and their children have it.
fn give(file: BorrowedFd<'_>, number: i32) -> io::Result<()> {
    // SAFETY: takes no pointers.
    match unsafe { libc::dup2(file.as_raw_fd(), number) } {
        -1 => Err(io::Error::last_os_error()),
        _ => Ok(()),
    }
}

/// Puts nothing in the place of standard input: it is at its end.
///
/// # Errors
/// If the system has no descriptors left.
pub fn no_input() -> io::Result<()> {
    give(File::open("/dev/null")?.as_fd(), 0)
}

/// Puts a pipe in the place of standard input; gives the end at which it is written, which never
/// waits.
///
/// # Errors
/// If the system has no descriptors left.
pub fn new_input() -> io::Result<PipeWriter> {
    let (read, write) = io::pipe()?;
    let _ = widen(write.as_fd());
    let write = PipeWriter::from(keep(write.as_raw_fd())?);
    // SAFETY: takes no pointers.
    if unsafe { libc::fcntl(write.as_raw_fd(), libc::F_SETFL, libc::O_NONBLOCK) } == -1 {
        return Err(io::Error::last_os_error());
    }
    give(read.as_fd(), 0)?;
    Ok(write)
}

/// The number of bytes that can be read from a pipe at once.
pub fn waiting(pipe: BorrowedFd<'_>) -> usize {
    let mut count: libc::c_int = 0;
    // SAFETY: `count` outlives the call.
    let known = unsafe { libc::ioctl(pipe.as_raw_fd(), libc::FIONREAD, &raw mut count) } == 0;
    if known { usize::try_from(count).unwrap_or(0) } else { 0 }
}

/// Waits until something can be read from one of these.
pub fn await_any(pipes: [BorrowedFd<'_>; 2]) {
    await_events(&mut pipes.map(|pipe| (pipe.as_raw_fd(), libc::POLLIN)));
}

/// Waits until nobody reads a pipe any more; for ever, where something else is written.
pub fn await_gone(pipe: BorrowedFd<'_>) {
    await_events(&mut [(pipe.as_raw_fd(), 0)]);
}

fn await_events(wanted: &mut [(i32, i16)]) {
    let mut all: Vec<libc::pollfd> =
        wanted.iter().map(|&(fd, events)| libc::pollfd { fd, events, revents: 0 }).collect();
    // SAFETY: `all` is writable for its length. A signal makes no difference: it is called again.
    while unsafe { libc::poll(all.as_mut_ptr(), all.len() as _, -1) } < 0
        && io::Error::last_os_error().kind() == io::ErrorKind::Interrupted
    {}
}

/// True if somebody who reads this descriptor need not wait, for what is there or for its end.
pub(crate) fn is_ready(number: i64) -> bool {
    let Ok(fd) = i32::try_from(number) else { return true };
    let mut wanted = libc::pollfd { fd, events: libc::POLLIN, revents: 0 };
    // SAFETY: `wanted` is one element.
    unsafe { libc::poll(&mut wanted, 1, 0) != 0 }
}

/// Writes what waits in the buffers of C's library.
pub fn flush_c() {
    // SAFETY: with null, all streams are meant.
    unsafe { libc::fflush(std::ptr::null_mut()) };
}

/// Ends the process at once, whatever its other threads do.
pub fn leave(code: i32) -> ! {
    // SAFETY: takes no pointers.
    unsafe { libc::_exit(code) }
}

/// Has a function called when the process ends by itself.
pub fn at_exit(last: extern "C" fn()) {
    // SAFETY: the function takes nothing. If it cannot be noted, it is not called.
    unsafe { libc::atexit(last) };
}
