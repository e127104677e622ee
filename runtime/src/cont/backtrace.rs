//! The frames of a continuation as text.

use crate::collect::forward;
use crate::collect::roots::live_slots;
use crate::object::{Object, Shape};
use crate::units::{CodeMap, Units};
use abi::{FieldKind, ROOT_CONT, VProc};
use host::trace::Trace;

/// The lines of a backtrace: the place that raised, an entry of a position table or
/// null, then the frames of its continuation. Code without a position is left out.
pub(crate) fn backtrace(units: &Units, site: u64, continuation: u64) -> Vec<String> {
    let map = units.code_map();
    let mut trace = Trace::default();
    map.site(site, &mut trace);
    frames(&map, continuation, &mut trace);
    trace.lines()
}

/// The lines of a backtrace from a safe point, where the slots are saved: the code to
/// be entered again, then the frames of the continuation, as far as it is live. Also
/// in the middle of a collection, which leaves forwarding addresses.
pub(crate) fn safe_point(units: &Units, vproc: &VProc) -> Vec<String> {
    let map = units.code_map();
    let mut trace = Trace::default();
    let (closure, continuation) = (settled(vproc.save_clos), settled(vproc.save_cont));
    // What is entered again in a continuation is its own frame.
    if is_object(closure) && closure != continuation {
        // SAFETY: the closure slot has an object whose word 0 is code.
        map.code(unsafe { Object::at(closure) }.word(0), &mut trace);
    }
    if live_slots(closure) & ROOT_CONT != 0 {
        frames(&map, continuation, &mut trace);
    }
    trace.lines()
}

/// Shows the frames of a continuation.
fn frames(map: &CodeMap<'_>, continuation: u64, trace: &mut Trace) {
    // The code of the last frame, if it showed one line.
    let mut last = None;
    let mut frame = settled(continuation);
    while is_object(frame) {
        // SAFETY: continuations are frames, linked by their field 0.
        let object = unsafe { Object::at(frame) };
        let Shape::Code(layout) = object.shape() else { break };
        let code = object.word(0);
        if last == Some(code) {
            trace.again(1);
        } else {
            last = (map.code(code, trace) == 1).then_some(code);
        }
        if layout.is_empty() || layout.field(0) != FieldKind::Cont {
            break;
        }
        frame = settled(object.word(1));
    }
}

/// Where an object is now.
fn settled(word: u64) -> u64 {
    if !is_object(word) {
        return word;
    }
    // SAFETY: continuations and closures are objects.
    forward::settled(unsafe { Object::at(word) }).address()
}

fn is_object(word: u64) -> bool {
    word != 0 && word & 1 == 0
}
