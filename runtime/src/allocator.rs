//! Memory for Rust code: the system's, and an end like that of an exhausted heap
//! where it has none. Without this the process would be aborted.

use crate::fatal;
use std::alloc::{GlobalAlloc, Layout, System};

/// The allocator of executables, and of whatever has the runtime in it.
struct OrEnd;

#[global_allocator]
static ALLOCATOR: OrEnd = OrEnd;

/// No state hides behind the one static of the runtime.
const _: () = assert!(size_of::<OrEnd>() == 0);

/// The memory, unless there is none.
#[inline(always)]
fn some(memory: *mut u8) -> *mut u8 {
    if memory.is_null() {
        fatal::memory_exhausted();
    }
    memory
}

// SAFETY: all calls go to the system's allocator, which keeps the contract.
unsafe impl GlobalAlloc for OrEnd {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: by the contract of this function, as in those that follow.
        some(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        some(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        // SAFETY: as above.
        some(unsafe { System.realloc(memory, layout, bytes) })
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(memory, layout) }
    }
}
