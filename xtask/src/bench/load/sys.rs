//! What the standard library does not offer: waiting for many connections, more descriptors, the
//! processor's time of another process.

use std::io;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::time::Duration;

/// Connections that one call reports at most.
const MOST: usize = 1024;

/// Waits for input of many connections.
pub(super) struct Poller {
    descriptor: OwnedFd,
    found: Vec<libc::epoll_event>,
}

#[expect(unsafe_code, reason = "system calls")]
impl Poller {
    pub(super) fn new() -> io::Result<Poller> {
        // SAFETY: takes no pointers.
        let number = check(unsafe { libc::epoll_create1(libc::EPOLL_CLOEXEC) })?;
        // SAFETY: it was made just now, and nobody else has it.
        let descriptor = unsafe { OwnedFd::from_raw_fd(number) };
        Ok(Poller { descriptor, found: vec![libc::epoll_event { events: 0, u64: 0 }; MOST] })
    }

    /// Has a connection reported by this number whenever there is input.
    pub(super) fn add(&self, stream: BorrowedFd, number: u32) -> io::Result<()> {
        let mut event = libc::epoll_event { events: libc::EPOLLIN as u32, u64: u64::from(number) };
        let (poller, stream) = (self.descriptor.as_raw_fd(), stream.as_raw_fd());
        // SAFETY: `event` outlives the call.
        let result =
            unsafe { libc::epoll_ctl(poller, libc::EPOLL_CTL_ADD, stream, &raw mut event) };
        check(result).map(drop)
    }

    /// The connections that have input; none after this time, or after a signal.
    pub(super) fn wait(&mut self, time: Duration) -> io::Result<impl Iterator<Item = u32>> {
        let limit = i32::try_from(time.as_millis()).unwrap_or(i32::MAX).max(1);
        let (poller, room) = (self.descriptor.as_raw_fd(), self.found.as_mut_ptr());
        // SAFETY: `found` is writable for its length.
        let result = check(unsafe { libc::epoll_wait(poller, room, MOST as i32, limit) });
        let count = match result {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => 0,
            result => result?,
        };
        Ok(self.found[..count as usize].iter().map(|event| event.u64 as u32))
    }
}

/// Lets this process have so many descriptors.
#[expect(unsafe_code, reason = "system calls")]
pub(super) fn allow_descriptors(wanted: usize) -> Result<(), String> {
    let wanted = wanted as libc::rlim_t;
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the limit is writable.
    check(unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) })
        .map_err(|e| format!("the limit of descriptors: {e}"))?;
    if limit.rlim_max < wanted {
        let most = limit.rlim_max;
        return Err(format!(
            "{wanted} descriptors are needed, and the limit is {most} (ulimit -Hn)"
        ));
    }
    if limit.rlim_cur < wanted {
        limit.rlim_cur = wanted;
        // SAFETY: the limit is readable.
        check(unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &raw const limit) })
            .map_err(|e| format!("{wanted} descriptors: {e}"))?;
    }
    Ok(())
}

/// The seconds of the processor that a process has used so far, in all its threads.
#[expect(unsafe_code, reason = "system calls")]
pub(super) fn processor_time(process: u32) -> io::Result<f64> {
    let mut clock = 0;
    // SAFETY: the clock is writable.
    let problem = unsafe { libc::clock_getcpuclockid(process.cast_signed(), &raw mut clock) };
    if problem != 0 {
        return Err(io::Error::from_raw_os_error(problem));
    }
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the time is writable.
    check(unsafe { libc::clock_gettime(clock, &raw mut time) })?;
    Ok(time.tv_sec as f64 + time.tv_nsec as f64 / 1e9)
}

fn check(result: i32) -> io::Result<i32> {
    if result < 0 { Err(io::Error::last_os_error()) } else { Ok(result) }
}
