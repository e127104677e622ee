//! Frames of continuations. On the heap they are objects `[code, link, fields...]`; on a stack
//!
//! ```text
//! [code, last field, ..., first field]  [code of the link, ...]  ...
//! ```
//!
//! A frame lies directly below its link, which is therefore no field of it, and a field has the same
//! place in all frames below the same link. Loads are never marked invariant, since the memory of
//! a frame is used again.

use crate::cluster::ClusterCx;
use crate::convention::{Code, Slots};
use crate::ir::Value;
use abi::{WORD, word};
use flow::{Atom, ClusterId, ClusterKind, Frames, Kind};
use inkwell::values::PointerValue;

impl<'c> ClusterCx<'_, 'c> {
    /// `push c k x...`
    pub(crate) fn push(&mut self, cluster: ClusterId, args: &[Atom]) -> Value<'c> {
        let code = self.unit.code(cluster).as_global_value().as_pointer_value();
        match self.ir.frames {
            Frames::Heap => {
                let frame = self.allocate(word::LINK + args.len());
                self.ir.store(code, frame);
                self.fill(frame, word::LINK, args);
                frame.into()
            }
            Frames::Stack => {
                let link = self.ptr(&args[0]);
                let fields = &args[1..];
                let frame = self.below(link, fields.len() + 1);
                self.ir.store(code, frame);
                for (i, field) in fields.iter().enumerate() {
                    let place = self.below(link, i + 1);
                    self.set_word(place, self.kind(field), self.value(field));
                }
                frame.into()
            }
        }
    }

    /// `pop k`
    pub(crate) fn pop(&mut self, frame: &Atom) -> Vec<Value<'c>> {
        let frame = self.ptr(frame);
        let fields = self.cluster.fields.iter().copied();
        match self.ir.frames {
            Frames::Heap => {
                let kinds = std::iter::once(Kind::Cont).chain(fields).enumerate();
                kinds
                    .map(|(i, kind)| {
                        self.get_word(kind, self.word_of(frame, word::LINK + i), false)
                    })
                    .collect()
            }
            Frames::Stack => {
                let words = self.cluster.fields.len() + 1;
                let loads = fields.enumerate().map(|(i, kind)| {
                    self.get_word(kind, self.word_of(frame, words - 1 - i), false)
                });
                let loads: Vec<Value<'c>> = loads.collect();
                std::iter::once(self.word_of(frame, words).into()).chain(loads).collect()
            }
        }
    }

    /// `link c k`
    pub(crate) fn link(&self, cluster: ClusterId, frame: &Atom) -> Value<'c> {
        let words = self.unit.unit.clusters[cluster].fields.len() + 1;
        self.word_of(self.ptr(frame), words).into()
    }

    /// The frame that a raise in this cluster leaves behind first.
    pub(crate) fn around(&self) -> PointerValue<'c> {
        match (self.cluster.kind, self.ir.frames) {
            (ClusterKind::Cont, Frames::Stack) => {
                self.word_of(self.params.cont, self.cluster.fields.len() + 1)
            }
            (ClusterKind::Cont, Frames::Heap) => self.params.cont,
            (ClusterKind::Fun | ClusterKind::Known | ClusterKind::Foreign(_), _) => {
                self.params.cont
            }
        }
    }

    /// Goes on with a frame.
    pub(crate) fn throw(&mut self, frame: PointerValue<'c>, args: &[Atom]) {
        let slots = Slots { cont: Some(frame), ..self.slots(args) };
        let code = self.ir.load_ptr(frame);
        self.leave(Code::At(code), &slots);
    }

    /// The address so many words below another.
    fn below(&self, address: PointerValue<'c>, words: usize) -> PointerValue<'c> {
        let bytes = (words * WORD) as u64;
        self.ir.index(address, self.ir.word(bytes.wrapping_neg()))
    }
}
