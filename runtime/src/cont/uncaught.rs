//! The report of an exception that nobody handled.

use super::backtrace::backtrace;
use super::builtin::exn_message;
use crate::object::Object;
use crate::report::Report;
use crate::state::{Cx, Ending, Shared};
use abi::VProc;

/// Prints an exception that reached the outermost handler, with a backtrace, on
/// standard error, and makes the exit code 1. Or it is the end of the program that a primitive
/// has asked for, or of a unit that was given up.
///
/// # Safety
/// Called by compiled code, with its vproc, an exception and its origin.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kont_uncaught(vproc: *mut VProc, exn: u64, site: u64, cont: u64) {
    // SAFETY: compiled code passes the vproc it runs on.
    let mut cx = unsafe { Cx::new(vproc) };
    let abandoned = cx.local.abandoned.take();
    let lines =
        abandoned.unwrap_or_else(|| backtrace(&cx.shared.units, &cx.local.frames, site, cont));
    if let Some(ending) = cx.local.ending.take() {
        let Shared { host, heap, ended, reports, .. } = cx.shared;
        if ending == Ending::Interrupted && !heap.lenient && cx.local.turns != 0 {
            // What is to be done at the end comes first.
            cx.local.interrupted = Some(lines);
            return;
        }
        if !heap.lenient {
            cx.whole().end(ending, &lines);
        }
        match reports {
            Some(reports) => reports.extend(ending.kept(heap, lines)),
            None => ending.report(&mut **host, heap, &lines),
        }
        *ended = Some(ending);
        return;
    }
    // SAFETY: compiled code passes an exception.
    let message = exn_message(cx.shared, unsafe { Object::at(exn) });
    cx.shared.exit_code = 1;
    if let Some(reports) = &mut cx.shared.reports {
        let why = [b"uncaught exception ", &message[..]].concat();
        reports.push(Report { why, places: lines });
        return;
    }
    let report = host::trace::uncaught(&message, &lines);
    // If standard error is closed, the exit code still tells.
    let _ = cx.shared.host.write_all(2, &report);
}
