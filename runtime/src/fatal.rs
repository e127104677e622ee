//! The ends that no program can handle: a message, and an exit code of their own.

use crate::collect::Statistics;
use abi::exit;
use std::io::Write;

/// The message about an exhausted heap: `wanted` bytes more are needed than the `used` that there
/// are. Where the program was follows, if that is known, and what the collector did, if that
/// was asked for.
pub(crate) fn exhausted_text(
    used: usize,
    wanted: usize,
    max: usize,
    lines: &[String],
    report: Option<&Statistics>,
) -> String {
    let (needed, max) = ((used + wanted).div_ceil(1 << 20), max >> 20);
    let message =
        format!("heap exhausted: {needed} MiB needed, at most {max} MiB allowed (KONT_HEAP_MAX)");
    message + &details(lines, report)
}

/// Ends the program, whose heap is exhausted.
#[cold]
pub(crate) fn heap_exhausted(message: &str) -> ! {
    end(exit::NO_MEMORY, message)
}

/// The message for an interrupt. The place where the program was comes first.
pub(crate) fn interrupted_text(lines: &[String], report: Option<&Statistics>) -> String {
    format!("interrupted{}", details(lines, report))
}

/// Ends the program by SIGINT.
#[cold]
pub(crate) fn interrupted(message: &str) -> ! {
    say(message);
    host::interrupt::end()
}

/// The place where a program was, and the work of its collector.
fn details(lines: &[String], report: Option<&Statistics>) -> String {
    let place: String = lines.iter().map(|line| format!("\n  {line}")).collect();
    let report = report.map_or(String::new(), |report| format!("\n{report}"));
    (place + &report).trim_end().to_owned()
}

/// Ends the process, for which the system has no memory. Nothing is allocated.
#[cold]
pub(crate) fn memory_exhausted() -> ! {
    let message = b"kont: memory exhausted\n";
    // SAFETY: the message outlives the call; the other takes no pointers and does not return.
    unsafe {
        libc::write(2, message.as_ptr().cast(), message.len());
        libc::_exit(exit::NO_MEMORY.into())
    }
}

/// Ends the program, which cannot begin without a heap.
#[cold]
pub(crate) fn no_memory(what: &str) -> ! {
    end(exit::NO_MEMORY, what)
}

/// Ends the program after a bug in Kont.
#[cold]
pub(crate) fn internal_error(what: &str) -> ! {
    end(exit::BUG, &format!("internal error: {what}"))
}

/// Ends the program, which reached what its compiler took for unreachable.
#[cold]
pub(crate) fn unreachable_code() -> ! {
    end(exit::BUG, "reached unreachable code")
}

/// Ends the process at once, flushing nothing.
fn end(code: u8, message: &str) -> ! {
    say(message);
    // SAFETY: takes no pointers and does not return.
    unsafe { libc::_exit(code.into()) }
}

/// Nothing can be done if standard error is gone.
fn say(message: &str) {
    let _ = writeln!(std::io::stderr(), "kont: {message}");
}
