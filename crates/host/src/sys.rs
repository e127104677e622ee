//! The few system calls on plain descriptors that `std` does not offer.
#![allow(unsafe_code, reason = "calls to libc; `std` reaches no descriptor by its number")]

pub(crate) mod call;
pub(crate) mod events;
pub mod fault;
pub mod interrupt;
mod limit;
pub(crate) mod names;
pub(crate) mod socket;
pub mod streams;

pub(crate) use call::borrow;
use std::ffi::{CStr, CString};
use std::io;
use std::os::unix::fs::MetadataExt;

/// Repeats a call that a signal interrupts, unless the signal interrupts the program.
fn retry(mut call: impl FnMut() -> isize) -> io::Result<isize> {
    loop {
        if interrupt::asked() {
            return Err(io::Error::from_raw_os_error(libc::EINTR));
        }
        let result = call();
        if result >= 0 {
            return Ok(result);
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

fn check(result: i32) -> io::Result<()> {
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

fn descriptor(number: i64) -> io::Result<i32> {
    i32::try_from(number).map_err(|_| io::Error::from_raw_os_error(libc::EBADF))
}

/// read(2).
pub(crate) fn read(number: i64, buffer: &mut [u8]) -> io::Result<usize> {
    let fd = descriptor(number)?;
    // SAFETY: `buffer` is writable for its length.
    let count = retry(|| unsafe { libc::read(fd, buffer.as_mut_ptr().cast(), buffer.len()) })?;
    Ok(count as usize)
}

/// read(2) of no more than a line: what is behind it stays there for others. A file is read
/// in blocks, anything else byte by byte.
pub(crate) fn read_line(number: i64, buffer: &mut [u8]) -> io::Result<usize> {
    if seek(number, 0, libc::SEEK_CUR).is_ok() {
        let count = read(number, buffer)?;
        let Some(end) = find_byte(&buffer[..count], b'\n') else { return Ok(count) };
        let behind = count - (end + 1);
        if behind > 0 {
            seek(number, -(behind as i64), libc::SEEK_CUR)?;
        }
        return Ok(end + 1);
    }
    let mut count = 0;
    while count < buffer.len() {
        match read(number, &mut buffer[count..count + 1]) {
            Ok(0) => break,
            Ok(_) => count += 1,
            // The bytes before it are not lost; the error comes again.
            Err(_) if count > 0 => break,
            Err(error) => return Err(error),
        }
        if buffer[count - 1] == b'\n' {
            break;
        }
    }
    Ok(count)
}

/// write(2).
pub(crate) fn write(number: i64, bytes: &[u8]) -> io::Result<usize> {
    let fd = descriptor(number)?;
    // SAFETY: `bytes` is readable for its length.
    let count = retry(|| unsafe { libc::write(fd, bytes.as_ptr().cast(), bytes.len()) })?;
    Ok(count as usize)
}

/// Most bytes for which there is room where there is room at all: a pipe takes as many at once.
const ALWAYS_FIT: usize = libc::PIPE_BUF;

/// As many of the bytes as can be written without waiting, to a descriptor that is ready for
/// output. A file takes all.
pub(crate) fn most_at_once(number: i64, bytes: &[u8]) -> &[u8] {
    if bytes.len() <= ALWAYS_FIT || is_file(number) { bytes } else { &bytes[..ALWAYS_FIT] }
}

/// True for a file, and for what is not open.
fn is_file(number: i64) -> bool {
    borrow(number).and_then(|file| file.metadata()).map_or(true, |known| known.is_file())
}

/// True if two descriptors are of one file, pipe or terminal.
pub(crate) fn is_same(a: i64, b: i64) -> bool {
    let which = |number| {
        let known = borrow(number).and_then(|file| file.metadata());
        known.map(|known| (known.dev(), known.ino())).ok()
    };
    which(a).is_some_and(|a| which(b) == Some(a))
}

/// poll(2) for room for output, for at most so many milliseconds, or for ever; true if there is.
fn has_room(number: i64, limit: i32) -> io::Result<bool> {
    let mut wanted = libc::pollfd { fd: descriptor(number)?, events: libc::POLLOUT, revents: 0 };
    // SAFETY: `wanted` is one element.
    Ok(retry(|| unsafe { libc::poll(&mut wanted, 1, limit) as isize })? != 0)
}

/// Waits until there is room for output.
pub(crate) fn await_room(number: i64) -> io::Result<()> {
    has_room(number, -1).map(|_| ())
}

/// write(2) of some of the bytes without waiting: how many, or none where there is no room.
pub(crate) fn offer(number: i64, bytes: &[u8]) -> io::Result<Option<usize>> {
    if !has_room(number, 0)? {
        return Ok(None);
    }
    match write(number, most_at_once(number, bytes)) {
        Ok(count) => Ok(Some(count)),
        Err(error) if error.kind() == io::ErrorKind::WouldBlock => Ok(None),
        Err(error) => Err(error),
    }
}

/// open(2), closed on exec, created with mode 666.
pub(crate) fn open(path: &[u8], flags: i32) -> io::Result<i64> {
    let path = CString::new(path)?;
    // SAFETY: `path` ends in a zero byte.
    let fd =
        retry(|| unsafe { libc::open(path.as_ptr(), flags | libc::O_CLOEXEC, 0o666) as isize })?;
    Ok(fd as i64)
}

/// close(2); an interrupted one has closed and is not repeated.
pub(crate) fn close(number: i64) -> io::Result<()> {
    let fd = descriptor(number)?;
    // SAFETY: the program owns its descriptors; the runtime keeps none open.
    if unsafe { libc::close(fd) } == 0 {
        return Ok(());
    }
    let error = io::Error::last_os_error();
    if error.kind() == io::ErrorKind::Interrupted { Ok(()) } else { Err(error) }
}

/// lseek(2).
pub(crate) fn seek(number: i64, offset: i64, whence: i32) -> io::Result<i64> {
    let fd = descriptor(number)?;
    // SAFETY: takes no pointers.
    let position = retry(|| unsafe { libc::lseek(fd, offset, whence) as isize })?;
    Ok(position as i64)
}

/// isatty(3).
pub(crate) fn is_tty(number: i64) -> bool {
    // SAFETY: takes no pointers.
    descriptor(number).is_ok_and(|fd| unsafe { libc::isatty(fd) } == 1)
}

/// strerror(3), of this thread.
pub(crate) fn message(error: i32) -> String {
    let mut text = [0; 256];
    // SAFETY: `text` is writable for its length; it ends in a zero byte, whatever the call does.
    unsafe {
        libc::strerror_r(error, text.as_mut_ptr(), text.len() - 1);
        CStr::from_ptr(text.as_ptr()).to_string_lossy().into_owned()
    }
}

/// memchr(3).
pub(crate) fn find_byte(bytes: &[u8], byte: u8) -> Option<usize> {
    // SAFETY: `bytes` is readable for its length.
    let found = unsafe { libc::memchr(bytes.as_ptr().cast(), i32::from(byte), bytes.len()) };
    (!found.is_null()).then(|| found as usize - bytes.as_ptr() as usize)
}

/// Nanoseconds of user and system time of this process.
pub(crate) fn cpu_time() -> i64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` is writable; the clock exists on every Linux.
    unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    time.tv_sec * 1_000_000_000 + time.tv_nsec
}
