//! The process as a program expects it, whoever started it: alike in an
//! executable and under `kont run`.

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
