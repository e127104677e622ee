//! The origins of exceptions, where frames are on a stack.
//!
//! A backtrace of an exception that nobody handles shows the frames of the place that raised it, also
//! if it was handled and raised again in between. On the heap these frames stay as long as their
//! origin does. On a stack they are overwritten as soon as the handler pushes something; so their
//! code is noted before, up to the frame of the handler. Those behind it stay while the function of
//! the handler runs. An exception that is raised again takes its origin along, to which the next
//! handler adds. So each frame is noted once, when it is left behind.

use super::frame;
use super::stack::Stack;
use crate::object::{Object, Shape};
use crate::state::Cx;
use abi::{Elem, Header, NULL_IMMEDIATE, word};

/// The origin that a continuation slot holds in place of a continuation, if it does.
pub(super) fn origin(word: u64) -> Option<Object> {
    let object = frame::object(word)?;
    match object.shape() {
        Shape::Data(header) if header.is_like(Header::ORIGIN_ON_STACK) => Some(object),
        Shape::Data(_) | Shape::Code(_) => None,
    }
}

/// The code of the frames of an origin, and how often each comes: those that are gone, then those on
/// the stack.
pub(super) fn codes(stack: &Stack, origin: Object) -> impl Iterator<Item = (u64, usize)> {
    let earlier = |origin: &Object| self::origin(origin.word(word::EARLIER));
    let parts: Vec<Object> = std::iter::successors(Some(origin), earlier).collect();
    let gone = parts.into_iter().rev().filter_map(|part| frame::object(part.word(word::GONE)));
    let gone = gone.flat_map(|array| {
        let element = move |i| array.word(word::ELEMENTS + i);
        let firsts = (0..array.word(word::LENGTH) as usize).step_by(2);
        firsts.map(move |i| (element(i), element(i + 1) as usize))
    });
    gone.chain(shown(stack, origin.word(word::GOES_ON)).map(|code| (code, 1)))
}

/// The code of the frames on a stack that are not handlers.
pub(super) fn shown(stack: &Stack, first: u64) -> impl Iterator<Item = u64> {
    let codes = stack.frames(first).map(|(_, code)| code);
    codes.filter(|code| !frame::info(*code).is_of_handler())
}

impl Cx<'_> {
    /// The origin of an exception that came to this handler.
    pub(crate) fn origin(&mut self, site: u64, raised: u64, handler: u64) -> u64 {
        let stack = &self.local.frames;
        let (first, earlier) = match origin(raised) {
            _ if stack.contains(raised) => (raised, NULL_IMMEDIATE),
            Some(earlier) => (earlier.word(word::GOES_ON), raised),
            None => (handler, NULL_IMMEDIATE),
        };
        let mut gone: Vec<u64> = Vec::new();
        for (_, code) in stack.frames(first).take_while(|(frame, _)| *frame < handler) {
            match gone[..] {
                _ if frame::info(code).is_of_handler() => {}
                [.., last, ref mut count] if last == code => *count += 1,
                _ => gone.extend([code, 1]),
            }
        }
        // The handlers of this function may be gone before it returns.
        let is_handler = |code| frame::info(code).is_of_handler();
        let goes_on = stack.frames(first.max(handler)).find(|(_, code)| !is_handler(*code));
        let goes_on = goes_on.map_or(self.vproc.stack_end, |(frame, _)| frame);
        let gone = self.words(&gone);
        let object = self.alloc(word::ORIGIN_ON_STACK_WORDS);
        object.set(0, Header::ORIGIN_ON_STACK.0);
        object.set(word::SITE, site);
        object.set(word::GOES_ON, goes_on);
        object.set(word::EARLIER, earlier);
        object.set(word::GONE, gone);
        object.address()
    }

    /// An array of words, or an immediate for none.
    fn words(&mut self, words: &[u64]) -> u64 {
        if words.is_empty() {
            return NULL_IMMEDIATE;
        }
        let object = self.alloc(word::ELEMENTS + words.len());
        object.set(0, Header::array(Elem::Raw(3)).0);
        object.set(word::LENGTH, words.len() as u64);
        words.iter().enumerate().for_each(|(i, word)| object.set(word::ELEMENTS + i, *word));
        object.address()
    }
}
