//! The frames of a continuation as text.

use crate::object::{Object, Shape};
use crate::units::Units;
use abi::FieldKind;
use host::trace::Trace;

/// The lines of a backtrace: the place that raised, an entry of a position table or
/// null, then the frames of its continuation. Code without a position is left out.
pub(crate) fn backtrace(units: &Units, site: u64, continuation: u64) -> Vec<String> {
    let map = units.code_map();
    let mut trace = Trace::default();
    map.site(site, &mut trace);
    // The code of the last frame, if it showed one line.
    let mut last = None;
    let mut frame = continuation;
    while is_object(frame) {
        // SAFETY: continuations are frames, linked by their field 0.
        let object = unsafe { Object::at(frame) };
        let Shape::Code(layout) = object.shape() else { break };
        let code = object.word(0);
        if last == Some(code) {
            trace.again(1);
        } else {
            last = (map.code(code, &mut trace) == 1).then_some(code);
        }
        if layout.is_empty() || layout.field(0) != FieldKind::Cont {
            break;
        }
        frame = object.word(1);
    }
    trace.lines()
}

fn is_object(word: u64) -> bool {
    word != 0 && word & 1 == 0
}
