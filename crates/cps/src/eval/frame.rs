//! Frames: the variables of one entry of a function or continuation, linked to
//! the frame around.

use super::Val;
use crate::{Cont, Fun};
use base::{Name, Pos};
use std::cell::RefCell;
use std::mem;
use std::rc::Rc;
use values::{Code, Value, release};

/// A function or continuation.
#[derive(Clone)]
pub(super) enum Proc<'m> {
    /// A function, with the frame around it unless it is one of the module.
    Fun(&'m Fun, Option<Rc<Frame<'m>>>),
    /// A continuation, with the frame around it.
    Block(&'m Cont, Option<Rc<Frame<'m>>>),
    /// A captured continuation.
    Captured(Rc<Saved<'m>>),
    /// A function of another unit.
    Import(Name),
    /// The return of the entry.
    Done,
    /// The outermost handler.
    Uncaught,
    /// The origin of an exception.
    Origin(Rc<Origin<'m>>),
}

/// The place where an exception was raised.
pub(super) struct Origin<'m> {
    pub(super) pos: Pos,
    /// The return of the function there.
    pub(super) k: Val<'m>,
}

/// A captured continuation and the handler in force at the capture.
pub(super) struct Saved<'m> {
    pub(super) k: Val<'m>,
    pub(super) handler: Val<'m>,
}

/// The variables of one entry.
pub(super) struct Frame<'m> {
    pub(super) slots: RefCell<Vec<Val<'m>>>,
    depth: u32,
    parent: Option<Rc<Frame<'m>>>,
    /// A frame further out, so that any frame is found in logarithmic time
    /// (Myers, *An applicative random-access stack*).
    jump: Option<Rc<Frame<'m>>>,
}

impl<'m> Frame<'m> {
    /// A frame of `size` variables inside another.
    pub(super) fn new(parent: Option<Rc<Frame<'m>>>, size: usize) -> Rc<Frame<'m>> {
        let slots = RefCell::new(vec![Value::Int(0); size]);
        let Some(parent) = parent else {
            return Rc::new(Frame { slots, depth: 1, parent: None, jump: None });
        };
        let depth = parent.depth + 1;
        let jump = match &parent.jump {
            Some(near) => match &near.jump {
                Some(far) if parent.depth - near.depth == near.depth - far.depth => far.clone(),
                Some(_) | None => parent.clone(),
            },
            None => parent.clone(),
        };
        Rc::new(Frame { slots, depth, parent: Some(parent), jump: Some(jump) })
    }

    /// The frame at this depth around `frame`, or itself.
    pub(super) fn ancestor(frame: &Rc<Frame<'m>>, depth: u32) -> Option<Rc<Frame<'m>>> {
        let mut at = frame;
        while at.depth > depth {
            at = match &at.jump {
                Some(jump) if jump.depth >= depth => jump,
                Some(_) | None => at.parent.as_ref()?,
            };
        }
        (at.depth == depth).then(|| at.clone())
    }
}

/// Takes apart the frames that nothing else holds.
fn unlink_frames<'m>(mut frames: Vec<Rc<Frame<'m>>>, values: &mut Vec<Val<'m>>) {
    while let Some(frame) = frames.pop() {
        if let Some(mut frame) = Rc::into_inner(frame) {
            values.append(frame.slots.get_mut());
            frames.extend(frame.parent.take());
            frames.extend(frame.jump.take());
        }
    }
}

impl Drop for Frame<'_> {
    fn drop(&mut self) {
        let mut values = mem::take(self.slots.get_mut());
        let frames: Vec<_> = self.parent.take().into_iter().chain(self.jump.take()).collect();
        if !frames.is_empty() {
            unlink_frames(frames, &mut values);
        }
        if !values.is_empty() {
            release(values);
        }
    }
}

impl Drop for Saved<'_> {
    fn drop(&mut self) {
        let k = mem::replace(&mut self.k, Value::Int(0));
        let handler = mem::replace(&mut self.handler, Value::Int(0));
        release(vec![k, handler]);
    }
}

impl Drop for Origin<'_> {
    fn drop(&mut self) {
        release(vec![mem::replace(&mut self.k, Value::Int(0))]);
    }
}

impl<'m> Code for Proc<'m> {
    fn same(&self, other: &Proc<'m>) -> bool {
        match (self, other) {
            (Proc::Fun(a, x), Proc::Fun(b, y)) => {
                let frame = |f: &Option<Rc<Frame<'m>>>| f.as_ref().map(Rc::as_ptr);
                std::ptr::eq(*a, *b) && frame(x) == frame(y)
            }
            (Proc::Captured(a), Proc::Captured(b)) => Rc::ptr_eq(a, b),
            (Proc::Import(a), Proc::Import(b)) => a == b,
            _ => false,
        }
    }

    fn unlink(self, values: &mut Vec<Val<'m>>) {
        match self {
            Proc::Fun(_, Some(frame)) | Proc::Block(_, Some(frame)) => {
                unlink_frames(vec![frame], values);
            }
            Proc::Captured(saved) => {
                if let Some(mut saved) = Rc::into_inner(saved) {
                    values.push(mem::replace(&mut saved.k, Value::Int(0)));
                    values.push(mem::replace(&mut saved.handler, Value::Int(0)));
                }
            }
            Proc::Fun(_, None) | Proc::Block(_, None) => {}
            Proc::Origin(origin) => {
                if let Some(mut origin) = Rc::into_inner(origin) {
                    values.push(mem::replace(&mut origin.k, Value::Int(0)));
                }
            }
            Proc::Import(_) | Proc::Done | Proc::Uncaught => {}
        }
    }
}
