//! Managed code keeps its frames on the heap, so the stack is as deep at every
//! collection as at the start, but for what one function spills. A tail call that LLVM
//! made a plain one would show here long before the stack ends.

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
