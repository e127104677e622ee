//! Waiting for many descriptors at once, and a clock that never jumps.
#![allow(unsafe_code, reason = "calls to libc")]

use super::{descriptor, interrupt, retry};
use std::io;

/// Most descriptors that one call reports; the others are reported by the next.
const MOST: usize = 1024;

/// epoll_create(2): a descriptor for the calls below, closed on exec.
pub(crate) fn create() -> io::Result<i64> {
    // SAFETY: takes no pointers.
    Ok(retry(|| unsafe { libc::epoll_create1(libc::EPOLL_CLOEXEC) as isize })? as i64)
}

/// epoll_ctl(2): from now on a descriptor is reported each time it becomes ready for input or
/// output. False for one that is always ready, such as a file.
pub(crate) fn watch(events: i64, number: i64) -> io::Result<bool> {
    let (events, fd) = (descriptor(events)?, descriptor(number)?);
    let interest =
        libc::EPOLLIN | libc::EPOLLPRI | libc::EPOLLOUT | libc::EPOLLRDHUP | libc::EPOLLET;
    let mut event = libc::epoll_event { events: interest as u32, u64: fd as u64 };
    let mut control = |what| {
        // SAFETY: `event` outlives the call.
        retry(|| unsafe { libc::epoll_ctl(events, what, fd, &mut event) as isize })
    };
    match control(libc::EPOLL_CTL_ADD) {
        Ok(_) => Ok(true),
        // It is there under a number that meant another one; now it is reported once more.
        Err(error) if error.raw_os_error() == Some(libc::EEXIST) => {
            control(libc::EPOLL_CTL_MOD).map(|_| true)
        }
        Err(error) if error.raw_os_error() == Some(libc::EPERM) => Ok(false),
        Err(error) => Err(error),
    }
}

/// epoll_wait(2): waits at most so many nanoseconds, for ever if they are negative; gives
/// descriptors and events, packed: 1 for input, 2 for output, 3 for both. A signal ends the wait,
/// and is the descriptor -1.
pub(crate) fn wait(events: i64, nanos: i64) -> io::Result<Vec<u8>> {
    let fd = descriptor(events)?;
    let mut found = vec![libc::epoll_event { events: 0, u64: 0 }; MOST];
    // A wait that is too short would be repeated at once.
    let limit = if nanos < 0 { -1 } else { (nanos as u64).div_ceil(1_000_000) as i64 };
    let limit = limit.min(i64::from(i32::MAX)) as i32;
    let room = found.as_mut_ptr();
    // SAFETY: `found` is writable for its length.
    let wait = |mask: *const libc::sigset_t| unsafe {
        libc::epoll_pwait(fd, room, MOST as i32, limit, mask) as isize
    };
    let count = if limit == 0 {
        Some(retry(|| wait(std::ptr::null()))?)
    } else {
        interrupt::wait(|mask| wait(mask))?
    };
    let Some(count) = count else {
        return Ok([-1i64, 0].map(i64::to_le_bytes).concat());
    };
    let both = (libc::EPOLLERR | libc::EPOLLHUP) as u32;
    let pack = |event: &libc::epoll_event| {
        let (events, number) = (event.events, event.u64);
        let input =
            events & ((libc::EPOLLIN | libc::EPOLLPRI | libc::EPOLLRDHUP) as u32 | both) != 0;
        let output = events & (libc::EPOLLOUT as u32 | both) != 0;
        [number, u64::from(input) | u64::from(output) << 1].map(u64::to_le_bytes).concat()
    };
    Ok(found[..count as usize].iter().flat_map(pack).collect())
}

/// Nanoseconds of a clock that never jumps.
pub(crate) fn steady() -> i64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `time` outlives the call, which cannot fail.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut time) };
    time.tv_sec * 1_000_000_000 + time.tv_nsec
}
