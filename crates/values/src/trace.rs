//! Backtraces of the interpreters.

use base::{Pos, PosTable};
use host::trace::Trace;

/// Shows a position and the places it was inlined at. `function` is the name where a
/// position has none.
pub fn show(positions: &PosTable, mut pos: Pos, function: &str, trace: &mut Trace) {
    while let Some(info) = positions.get(pos) {
        let function = info.function.as_deref().unwrap_or(function);
        trace.place(function, &info.file, info.line, info.column);
        pos = info.inlined_at;
    }
}
