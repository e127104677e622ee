//! The process as a program expects it, whoever started it: alike in an
//! executable and under `kont run`.

use crate::fatal;
use host::interrupt;
use libc::{POLLNVAL, pollfd};

/// Gives SIGPIPE its default, so that writing to a pipe without a reader ends the
/// program as it ends others; and opens `/dev/null` for each of the first three
/// descriptors that is closed, so that no file the program opens is taken for a
/// standard stream.
pub fn prepare_process() {
    let mut streams = [0, 1, 2].map(|fd| pollfd { fd, events: 0, revents: 0 });
    // SAFETY: the array and the string outlive the calls.
    unsafe {
        libc::signal(libc::SIGPIPE, libc::SIG_DFL);
        libc::poll(streams.as_mut_ptr(), 3, 0);
        for stream in streams.iter().filter(|stream| stream.revents & POLLNVAL != 0) {
            // The lowest free number is this one.
            let opened = libc::open(c"/dev/null".as_ptr(), libc::O_RDWR);
            debug_assert_eq!(opened, stream.fd);
        }
    }
}

/// Ends the process as C does. `std` has nothing to do at the end: whoever writes to its standard
/// output flushes that.
pub(crate) fn exit(code: i32) -> ! {
    // SAFETY: takes no pointers and does not return.
    unsafe { libc::exit(code) }
}

/// From now on SIGINT is a request to the interpreter that this thread runs, which ends as
/// if nobody had handled an exception; see [`end_interrupted`].
pub fn catch_interrupts() {
    // SAFETY: nothing is to be called.
    unsafe { interrupt::catch(None) };
}

/// Says where an interpreted program was interrupted, and ends the process by SIGINT.
pub fn end_interrupted(lines: &[String]) -> ! {
    fatal::interrupted(&fatal::interrupted_text(lines, None))
}

/// Lets the process have at most so many bytes more than it has now. An
/// interpreter has no heap of its own to bound; what it cannot get ends it as an exhausted
/// heap does.
pub fn limit_memory(bytes: usize) {
    let pages = std::fs::read_to_string("/proc/self/statm").ok();
    let pages = pages.and_then(|text| text.split(' ').next()?.parse::<u64>().ok());
    let Some(pages) = pages else { return };
    // SAFETY: the structure outlives the calls.
    unsafe {
        let page = u64::try_from(libc::sysconf(libc::_SC_PAGESIZE)).unwrap_or(4096);
        let most = pages.saturating_mul(page).saturating_add(bytes as u64);
        let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        if libc::getrlimit(libc::RLIMIT_AS, &mut limit) == 0 && most < limit.rlim_cur {
            limit.rlim_cur = most;
            libc::setrlimit(libc::RLIMIT_AS, &limit);
        }
    }
}
