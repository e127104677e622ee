//! The frames of a continuation as text.

use super::frame::{Stopped, codes};
use super::stack::Stack;
use crate::units::{CodeMap, Units};
use abi::VProc;
use host::trace::Trace;

/// The lines of a backtrace: the place that raised, an entry of a position table or
/// null, then the frames of its continuation. Code without a position is left out.
pub(crate) fn backtrace(units: &Units, stack: &Stack, site: u64, continuation: u64) -> Vec<String> {
    let map = units.code_map();
    let mut trace = Trace::default();
    map.site(site, &mut trace);
    show(&map, stack, continuation, &mut trace);
    trace.lines()
}

/// The lines of a backtrace from a safe point, where the slots are saved: the code to
/// be entered again, then the frames of the continuation, as far as it is live.
pub(crate) fn safe_point(units: &Units, stack: &Stack, vproc: &VProc) -> Vec<String> {
    let map = units.code_map();
    let mut trace = Trace::default();
    let stopped = Stopped::at(stack, vproc);
    if let Some(code) = stopped.code {
        map.code(code, &mut trace);
    }
    show(&map, stack, stopped.continuation, &mut trace);
    trace.lines()
}

/// Shows the frames of a continuation.
fn show(map: &CodeMap<'_>, stack: &Stack, continuation: u64, trace: &mut Trace) {
    // The code of the last frame, if it showed one line.
    let mut last = None;
    for (code, mut times) in codes(stack, continuation) {
        if last != Some(code) {
            last = (map.code(code, trace) == 1).then_some(code);
            times -= 1;
        }
        match last {
            Some(_) if times > 0 => trace.again(times),
            Some(_) => {}
            None => (0..times).for_each(|_| _ = map.code(code, trace)),
        }
    }
}
