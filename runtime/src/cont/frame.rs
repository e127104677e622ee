//! Frames, as the runtime reads them: what code says of the objects whose word 0 it is, the chain
//! of frames that is a continuation, and what is live where a processor stopped. Closures have
//! the same form.
//!
//! Nothing else knows that the layout and the roots stand before the code, or which word of a
//! frame leads to the next.

use super::origin;
use super::stack::Stack;
use crate::collect::forward::settled;
use crate::object::{Object, Shape, Slot};
use abi::{CodeInfo, FieldKind, Layout, ROOT_CONT, VProc, word};

/// The layout of frames or closures of this code, from the word before its entry.
pub(crate) fn layout(code: u64) -> Layout {
    // SAFETY: word 0 of a closure or frame is the entry of a managed function,
    // which has two words before it.
    Layout(unsafe { *(Layout::address(code) as *const u64) })
}

/// Words of a frame or closure.
#[inline(always)]
pub(crate) fn words(layout: Layout) -> usize {
    word::FIELDS + layout.len()
}

/// Calls `visit` on each traced slot of a frame or closure.
#[inline(always)]
pub(crate) fn slots(object: Object, layout: Layout, mut visit: impl FnMut(Slot)) {
    for i in 0..layout.len() {
        if layout.field(i) != FieldKind::Raw {
            visit(object.slot(word::FIELDS + i));
        }
    }
}

/// A frame of a continuation. It is looked at where it is now, even in the middle of a
/// collection, which leaves forwarding addresses.
#[derive(Clone, Copy)]
struct Frame {
    object: Object,
    layout: Layout,
}

impl Frame {
    /// The first frame of a continuation, which may be an immediate and have none.
    fn of(continuation: u64) -> Option<Frame> {
        let object = object(continuation)?;
        match object.shape() {
            Shape::Code(layout) => Some(Frame { object, layout }),
            Shape::Data(_) => None,
        }
    }

    /// The code that goes on with the frame.
    fn code(self) -> u64 {
        self.object.word(0)
    }

    /// The frame after it, to which field 0 is the link.
    fn next(self) -> Option<Frame> {
        let has_link = !self.layout.is_empty() && self.layout.field(0) == FieldKind::Cont;
        if has_link { Frame::of(self.object.word(word::LINK)) } else { None }
    }
}

/// The code of the frames of a continuation, innermost first, and how often each comes in a row. An
/// exception that was raised again has its origin in place of a continuation.
pub(crate) fn codes(
    stack: &Stack,
    continuation: u64,
) -> Box<dyn Iterator<Item = (u64, usize)> + '_> {
    if stack.contains(continuation) {
        return Box::new(origin::shown(stack, continuation).map(|code| (code, 1)));
    }
    if let Some(origin) = origin::origin(continuation) {
        return Box::new(origin::codes(stack, origin));
    }
    let frames = std::iter::successors(Frame::of(continuation), |frame| frame.next());
    Box::new(frames.map(|frame| (frame.code(), 1)))
}

/// The code and continuation of a processor that stopped at a safe point, its slots saved.
pub(crate) struct Stopped {
    /// The code to be entered again, unless it is that of the first frame.
    pub(crate) code: Option<u64>,
    /// The frame it returns to; an immediate if it never does.
    pub(crate) continuation: u64,
}

impl Stopped {
    /// Reads the saved slots, if need be in the middle of a collection.
    pub(crate) fn at(stack: &Stack, vproc: &VProc) -> Stopped {
        let (closure, continuation) = (object(vproc.save_clos), object(vproc.save_cont));
        // What is entered again in a continuation is its own frame, which on a stack may be that of a
        // handler.
        if let Some((code, continuation)) = stack.own(vproc) {
            let polling = info(code).is_of_poll();
            // SAFETY: the word has the code of the cluster that polls.
            let code = if polling { unsafe { *(code as *const u64) } } else { code };
            return Stopped { code: Some(code), continuation };
        }
        let code = closure.filter(|_| closure != continuation).map(|closure| closure.word(0));
        let returns = closure.is_some_and(|closure| live_slots(closure) & ROOT_CONT != 0);
        let continuation = if returns { vproc.save_cont } else { abi::NULL_IMMEDIATE };
        Stopped { code, continuation }
    }
}

/// The live ones of the saved slots: a bit for each integer slot, and [`ROOT_CONT`]. The code to
/// re-enter says it, which is word 0 of the object saved from the closure slot.
pub(crate) fn live_slots(closure: Object) -> u32 {
    info(closure.word(0)).roots()
}

/// The information before the entry of code.
pub(crate) fn info(code: u64) -> CodeInfo {
    // SAFETY: a managed function has two words before its entry.
    CodeInfo(unsafe { *(CodeInfo::address(code) as *const u64) })
}

/// The object that a word refers to, where it is now. None for an immediate, and for 0, which a
/// slot holds before anything ran.
pub(super) fn object(word: u64) -> Option<Object> {
    if word == 0 || word & 1 == 1 {
        return None;
    }
    // SAFETY: continuations and closures are objects.
    Some(settled(unsafe { Object::at(word) }))
}
