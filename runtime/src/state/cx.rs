//! The context of a runtime function that compiled code calls.

use super::{Ending, Local, Processor, Shared, State};
use crate::heap::NURSERY_WORDS;
use crate::object::Object;
use abi::{VProc, WORD};
use host::BuiltinExn;

/// The processor that calls, and what it shares. Nothing moves while it exists.
pub(crate) struct Cx<'v> {
    pub(crate) vproc: &'v mut VProc,
    pub(crate) local: &'v mut Local,
    pub(crate) shared: &'v mut Shared,
}

impl<'v> Cx<'v> {
    /// # Safety
    /// The vproc is one that a runtime made, and no other `Cx` of it is in use.
    #[inline(always)]
    pub(crate) unsafe fn new(vproc: *mut VProc) -> Cx<'v> {
        // SAFETY: by the contract; a vproc is the first field of its processor.
        unsafe {
            let processor = &mut *vproc.cast::<Processor>();
            let shared = &raw mut (*(processor.vproc.runtime as *mut State)).shared;
            Cx { vproc: &mut processor.vproc, local: &mut processor.local, shared: &mut *shared }
        }
    }

    /// The whole state, this processor included: nothing else of this value is used afterwards.
    pub(crate) fn whole(&mut self) -> &mut State {
        // SAFETY: it is that of this vproc, and nobody else uses it.
        unsafe { State::of(self.vproc) }
    }

    /// Room for an object, none of whose words is set. Never collects.
    #[inline(always)]
    pub(crate) fn alloc(&mut self, words: usize) -> Object {
        if self.nursery_has(words) {
            // SAFETY: the bytes are free nursery.
            let object = unsafe { Object::at(self.vproc.alloc) };
            self.vproc.alloc += (words * WORD) as u64;
            return object;
        }
        self.alloc_outside(words)
    }

    /// True if an object of so many words would lie in the nursery.
    #[inline(always)]
    pub(crate) fn nursery_has(&self, words: usize) -> bool {
        let end = self.vproc.alloc + (words * WORD) as u64;
        words <= NURSERY_WORDS && end <= self.local.nursery_limit
    }

    /// Ends the program from a primitive that may raise, by way of the outermost handler, which
    /// knows where that was.
    pub(crate) fn end<T: Default>(&mut self, ending: Ending) -> T {
        if self.vproc.outermost == 0 {
            self.whole().end(ending, &[]);
        }
        self.local.ending = Some(ending);
        self.vproc.handler = self.vproc.outermost;
        // Which exception carries it there does not matter.
        self.raise(BuiltinExn::Size)
    }

    /// Ends the program from a primitive that may raise, if an object of so many words is too large.
    #[inline(always)]
    pub(crate) fn room_or_end(&mut self, words: usize) -> Option<()> {
        if words > NURSERY_WORDS && !self.shared.heap.has_room(words * WORD) {
            self.end::<()>(Ending::Exhausted(words * WORD));
            return None;
        }
        Some(())
    }

    /// Makes the primitive raise, and gives a result that means nothing.
    pub(crate) fn raise<T: Default>(&mut self, exn: BuiltinExn) -> T {
        self.vproc.exn = self.vproc.builtin_value[exn as usize];
        T::default()
    }
}
