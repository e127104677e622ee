//! Frames of continuations: heap objects `[code, link, fields...]`. Their loads are
//! never marked invariant, so that frames may one day be kept elsewhere.

use crate::cluster::ClusterCx;
use crate::convention::{Code, Slots};
use crate::ir::Value;
use abi::word;
use flow::{Atom, ClusterId, Kind};
use inkwell::values::PointerValue;

impl<'c> ClusterCx<'_, 'c> {
    /// `push c k x...`
    pub(crate) fn push(&mut self, cluster: ClusterId, args: &[Atom]) -> Value<'c> {
        let frame = self.allocate(word::LINK + args.len());
        let code = self.unit.code(cluster).as_global_value().as_pointer_value();
        self.ir.store(code, frame);
        self.fill(frame, word::LINK, args);
        frame.into()
    }

    /// `pop k`
    pub(crate) fn pop(&mut self, frame: &Atom) -> Vec<Value<'c>> {
        let frame = self.ptr(frame);
        let kinds = std::iter::once(Kind::Cont).chain(self.cluster.fields.iter().copied());
        kinds
            .enumerate()
            .map(|(i, kind)| self.get_word(kind, self.word_of(frame, word::LINK + i), false))
            .collect()
    }

    /// Goes on with a frame.
    pub(crate) fn throw(&mut self, frame: PointerValue<'c>, args: &[Atom]) {
        let slots = Slots { cont: Some(frame), ..self.slots(args) };
        let code = self.ir.load_ptr(frame);
        self.leave(Code::At(code), &slots);
    }
}
