//! Managed code keeps its frames on the heap, so the stack is as deep at every
//! collection as at the start, but for what one function spills. If LLVM
//! fails to turn a tail call into a jump, the stack grows; this check catches it long before its end.

use crate::fatal;

/// More than any function spills.
const SPILLS: usize = 64 << 10;

/// An address in the current stack frame.
#[inline(always)]
pub(crate) fn here() -> usize {
    let local = 0u8;
    std::hint::black_box(&raw const local).addr()
}

/// Ends the program if the stack has grown since `start`.
pub(crate) fn check(start: usize) {
    let depth = start.saturating_sub(here());
    if depth > SPILLS {
        fatal::internal_error(&format!("compiled code left {depth} bytes on the stack"));
    }
}
