//! Frames on a stack, for units whose frames are there ([`abi::Unit::frames`]).
//!
//! The stack grows downwards. The frames of a continuation lie one behind the other, from the last one
//! to the end of the stack, with the frames of installed handlers among them.
//!
//! A minor collection leaves no young object behind, so it need not look at frames that are as the
//! last collection left them. Those are the ones from the *barrier* on: a frame whose code is
//! replaced, so that the return to it calls [`Stack::returned`], which moves the barrier up. A raise
//! that goes to a handler above the barrier moves it, too. Frames at which the barrier may stand are
//! noted when they are gone over, so that finding the next one takes no time.

mod memory;

use super::frame::{self, layout};
use crate::object::{Object, Slot};
use abi::{Layout, VProc, WORD, word};
use memory::Memory;

/// Frames from one place of the barrier to the next. A collection goes over up to so many frames that
/// have not changed; a return to a frame with the barrier takes as long as some twenty others.
const SPACING: usize = 128;

/// The stack of a processor.
#[derive(Default)]
pub(crate) struct Stack {
    memory: Option<Memory>,
    /// The code that stands for that of the frame at the barrier.
    barrier_code: u64,
    /// The code of the frame at the barrier.
    hidden: u64,
    /// The frames at which the barrier may stand, the last one first; it stands at the last of them.
    places: Vec<u64>,
}

impl Stack {
    /// Prepares an empty stack, of at most so many bytes, for a unit with this code for the barrier.
    pub(crate) fn open(
        &mut self,
        vproc: &mut VProc,
        barrier_code: u64,
        most: usize,
    ) -> Result<(), String> {
        if self.memory.is_none() {
            let memory = Memory::reserve(most, &raw mut *vproc);
            self.memory = Some(memory.map_err(|error| format!("cannot reserve memory: {error}"))?);
        }
        let memory = self.memory.as_mut().expect("reserved above");
        memory.attend()?;
        self.barrier_code = barrier_code;
        self.places.clear();
        vproc.stack_end = memory.end();
        vproc.barrier = vproc.stack_end;
        Ok(())
    }

    /// Forgets all frames.
    pub(crate) fn close(&mut self, vproc: &mut VProc) {
        if let Some(memory) = &mut self.memory {
            memory.leave();
        }
        (vproc.stack_end, vproc.barrier) = (0, 0);
        self.places.clear();
    }

    /// True if the address is that of a frame on the stack.
    pub(crate) fn contains(&self, address: u64) -> bool {
        self.memory.as_ref().is_some_and(|memory| memory.contains(address))
    }

    /// Bytes from a frame to the end of the stack; 0 for what is no frame on it.
    pub(crate) fn depth(&self, frame: u64) -> usize {
        let memory = self.memory.as_ref().filter(|memory| memory.contains(frame));
        memory.map_or(0, |memory| (memory.end() - frame) as usize)
    }

    /// The code of a processor that stopped at the beginning of a continuation, and the frame behind
    /// its own.
    pub(super) fn own(&self, vproc: &VProc) -> Option<(u64, u64)> {
        let own = vproc.save_cont;
        let code = (own == vproc.save_clos && self.contains(own)).then(|| self.code(own))?;
        Some((code, own + bytes(code)))
    }

    /// The code of a frame on the stack.
    pub(crate) fn code(&self, frame: u64) -> u64 {
        let code = code_slot(frame).get();
        if code == self.barrier_code { self.hidden } else { code }
    }

    /// The frames on the stack from this one on, and their code.
    pub(crate) fn frames(&self, first: u64) -> impl Iterator<Item = (u64, u64)> {
        let end = self.memory.as_ref().map_or(0, Memory::end);
        let mut next = first;
        std::iter::from_fn(move || {
            let frame = next;
            if frame >= end || !self.contains(frame) {
                return None;
            }
            let code = self.code(frame);
            next = frame + bytes(code);
            Some((frame, code))
        })
    }

    /// Calls `visit` on the traced slots of all frames that may have changed since the last time, of a
    /// processor that has stopped; or on those of all frames.
    pub(crate) fn visit(&mut self, vproc: &mut VProc, all: bool, mut visit: impl FnMut(Slot)) {
        let first = vproc.save_cont;
        if !self.contains(first) {
            return;
        }
        self.lift(vproc);
        if all {
            self.places.clear();
            vproc.barrier = vproc.stack_end;
        }
        let mut places = Vec::new();
        let (mut frame, mut count) = (first, 0);
        while frame < vproc.barrier {
            let code = code_slot(frame).get();
            let layout = layout(code);
            // SAFETY: a frame is there.
            slots(unsafe { Object::at(frame) }, layout, &mut visit);
            count += 1;
            // A handler goes without a return when what it guards comes to its end, and the frame
            // of a poll when that is over.
            let info = frame::info(code);
            if count >= SPACING && !info.is_of_handler() && !info.is_of_poll() {
                count = 0;
                places.push(frame);
            }
            frame += bytes(code);
        }
        self.places.extend(places.into_iter().rev());
        self.set_barrier(vproc);
    }

    /// The same for all frames, and nothing is noted.
    pub(crate) fn look(&self, vproc: &VProc, mut visit: impl FnMut(Slot)) {
        for (frame, code) in self.frames(vproc.save_cont) {
            // SAFETY: a frame is there.
            slots(unsafe { Object::at(frame) }, layout(code), &mut visit);
        }
    }

    /// Control returns to the frame at the barrier: it gets its code back.
    pub(crate) fn returned(&mut self, vproc: &mut VProc) {
        self.lift(vproc);
        self.places.pop();
        self.set_barrier(vproc);
    }

    /// A raise goes to this handler, above the barrier.
    pub(crate) fn unwound(&mut self, vproc: &mut VProc, handler: u64) {
        // The outermost handler is not on the stack, and pushes nothing.
        if !self.contains(handler) {
            return;
        }
        while self.places.last().is_some_and(|place| *place <= handler) {
            self.places.pop();
        }
        self.set_barrier(vproc);
    }

    /// After a collection: what is not used is given back, and so many bytes may be used.
    pub(crate) fn settle(&mut self, vproc: &VProc, most: usize) {
        let depth = self.depth(vproc.save_cont);
        if let Some(memory) = &mut self.memory {
            memory.settle(depth, most);
        }
    }

    /// Gives the frame at the barrier its code.
    fn lift(&self, vproc: &VProc) {
        if vproc.barrier != vproc.stack_end {
            code_slot(vproc.barrier).set(self.hidden);
        }
    }

    /// Puts the barrier where it may stand next.
    fn set_barrier(&mut self, vproc: &mut VProc) {
        vproc.barrier = self.places.last().copied().unwrap_or(vproc.stack_end);
        if vproc.barrier != vproc.stack_end {
            self.hidden = code_slot(vproc.barrier).get();
            code_slot(vproc.barrier).set(self.barrier_code);
        }
    }
}

/// Calls `visit` on each traced slot of a frame. Continuations among them do not move.
#[inline(always)]
fn slots(frame: Object, layout: Layout, mut visit: impl FnMut(Slot)) {
    let traced = (0..layout.len()).filter(|i| layout.is_traced_on_stack(*i));
    traced.for_each(|i| visit(frame.slot(word::FIELDS + i)));
}

/// Word 0 of a frame on the stack.
fn code_slot(frame: u64) -> Slot {
    // SAFETY: who has the address of a frame has it from compiled code, or from the frame before.
    unsafe { Slot::at(frame) }
}

/// Bytes of a frame with this code.
fn bytes(code: u64) -> u64 {
    (frame::words(layout(code)) * WORD) as u64
}
