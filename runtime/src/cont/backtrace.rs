//! The frames of a continuation as text.

use crate::object::{Object, Shape};
use crate::units::{CodeMap, Place};
use abi::FieldKind;
use std::fmt::Write;

/// Lines after which frames are only counted.
const MAX_LINES: usize = 40;

/// The report of a raise: the code that raised, then the frames of its
/// continuation. Code without a position is left out.
pub(crate) fn backtrace(map: &CodeMap, site: u64, continuation: u64) -> String {
    let mut report = Report::default();
    if is_object(site) {
        // SAFETY: the site is kept as an object whose word 0 is code.
        report.frame(map, unsafe { Object::at(site) }.word(0));
    }
    let mut frame = continuation;
    while is_object(frame) {
        // SAFETY: continuations are frames, linked by their field 0.
        let object = unsafe { Object::at(frame) };
        let Shape::Code(layout) = object.shape() else { break };
        report.frame(map, object.word(0));
        if layout.is_empty() || layout.field(0) != FieldKind::Cont {
            break;
        }
        frame = object.word(1);
    }
    report.finish()
}

fn is_object(word: u64) -> bool {
    word != 0 && word & 1 == 0
}

#[derive(Default)]
struct Report {
    text: String,
    lines: usize,
    /// The code of the last frame, and how often it was repeated.
    last: u64,
    repeats: usize,
    /// Frames that were not shown.
    more: usize,
}

impl Report {
    fn frame(&mut self, map: &CodeMap, code: u64) {
        if self.lines >= MAX_LINES {
            self.more += 1;
            return;
        }
        if code == self.last {
            self.repeats += 1;
            return;
        }
        let places = map.places(code);
        if places.is_empty() {
            return;
        }
        self.close_repeats();
        self.last = code;
        for place in places {
            self.line(&place);
        }
    }

    fn line(&mut self, place: &Place) {
        self.lines += 1;
        let function = &place.function;
        let result = match &place.at {
            Some((file, line, column)) => {
                writeln!(self.text, "  at {function} ({file}:{line}:{column})")
            }
            None => writeln!(self.text, "  at {function}"),
        };
        debug_assert!(result.is_ok(), "writing to a string");
    }

    fn close_repeats(&mut self) {
        if self.repeats > 0 {
            self.text += &format!("  ... repeated {} times\n", self.repeats);
            self.lines += 1;
            self.repeats = 0;
        }
    }

    fn finish(mut self) -> String {
        self.close_repeats();
        if self.more > 0 {
            self.text += &format!("  ... {} more frames\n", self.more);
        }
        self.text
    }
}
