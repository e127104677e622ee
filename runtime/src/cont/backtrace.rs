//! The frames of a continuation as text.

use super::frame::{Stopped, frames};
use crate::units::{CodeMap, Units};
use abi::VProc;
use host::trace::Trace;

/// The lines of a backtrace: the place that raised, an entry of a position table or
/// null, then the frames of its continuation. Code without a position is left out.
pub(crate) fn backtrace(units: &Units, site: u64, continuation: u64) -> Vec<String> {
    let map = units.code_map();
    let mut trace = Trace::default();
    map.site(site, &mut trace);
    show(&map, continuation, &mut trace);
    trace.lines()
}

/// The lines of a backtrace from a safe point, where the slots are saved: the code to
/// be entered again, then the frames of the continuation, as far as it is live.
pub(crate) fn safe_point(units: &Units, vproc: &VProc) -> Vec<String> {
    let map = units.code_map();
    let mut trace = Trace::default();
    let stopped = Stopped::at(vproc);
    if let Some(code) = stopped.code {
        map.code(code, &mut trace);
    }
    show(&map, stopped.continuation, &mut trace);
    trace.lines()
}

/// Shows the frames of a continuation.
fn show(map: &CodeMap<'_>, continuation: u64, trace: &mut Trace) {
    // The code of the last frame, if it showed one line.
    let mut last = None;
    for frame in frames(continuation) {
        let code = frame.code();
        if last == Some(code) {
            trace.again(1);
        } else {
            last = (map.code(code, trace) == 1).then_some(code);
        }
    }
}
