//! The limit of open descriptors. A program with sockets may use as many as the system lets it;
//! those that it starts get the limit that it was started with, for they may rely on small numbers.
#![allow(unsafe_code, reason = "calls to libc")]

use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::OnceLock;

/// The limit before it was raised: it is the process's, hence a static.
static BEFORE: OnceLock<Option<libc::rlimit>> = OnceLock::new();

/// Raises the limit as far as it goes, once.
pub(super) fn raise() {
    BEFORE.get_or_init(|| {
        let mut before = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        // SAFETY: the limit is writable.
        if unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut before) } != 0 {
            return None;
        }
        let raised = libc::rlimit { rlim_cur: before.rlim_max, ..before };
        (before.rlim_cur < before.rlim_max && set(&raised).is_ok()).then_some(before)
    });
}

fn set(limit: &libc::rlimit) -> io::Result<()> {
    // SAFETY: the limit is readable.
    super::check(unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, limit) })
}

/// Gives a program that is started the limit from before.
pub(super) fn restore_in(command: &mut Command) {
    if let Some(before) = BEFORE.get().copied().flatten() {
        // SAFETY: the function makes one system call.
        unsafe { command.pre_exec(move || set(&before)) };
    }
}

/// Raises the limit again after [`restore_in`] in this process, where a program did not start.
pub(super) fn raise_again() {
    if let Some(before) = BEFORE.get().copied().flatten() {
        let raised = libc::rlimit { rlim_cur: before.rlim_max, ..before };
        // A failure leaves the limit from before, which holds for everything else too.
        let _ = set(&raised);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> libc::rlimit {
        let mut now = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        // SAFETY: the limit is writable.
        unsafe { libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut now) };
        now
    }

    #[test]
    fn programs_that_are_started_get_the_limit_from_before() {
        // Another test may have raised it already.
        let before = BEFORE.get().copied().flatten().unwrap_or_else(now);
        raise();
        assert_eq!(now().rlim_cur, now().rlim_max);
        let mut shell = Command::new("/bin/sh");
        restore_in(shell.args(["-c", "ulimit -n"]));
        let told = String::from_utf8(shell.output().unwrap().stdout).unwrap();
        assert_eq!(told.trim().parse(), Ok(before.rlim_cur));
        raise_again();
        assert_eq!(now().rlim_cur, now().rlim_max);
    }
}
