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
use crate::statics::set_contents;
use abi::{CodeInfo, Layout, STACK_FIELDS, WORD, word};
use flow::{Atom, ClusterId, ClusterKind, Frames, Kind};
use inkwell::module::Linkage;
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
                let pushed = &self.unit.unit.clusters[cluster];
                let frame = self.below(link, pushed.frame_words() + 1);
                self.ir.store(code, frame);
                for (i, field) in args[1..].iter().enumerate() {
                    let place = pushed.place(i);
                    if !self.kept.has(&args[0], place, field) {
                        let to = self.below(link, place);
                        self.set_word(to, self.kind(field), self.value(field));
                    }
                }
                self.pushed.insert(frame, self.unit.code(cluster));
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
                let words = self.cluster.frame_words() + 1;
                let loads = fields.enumerate().map(|(i, kind)| {
                    let place = self.word_of(frame, words - self.cluster.place(i));
                    self.get_word(kind, place, false)
                });
                let loads: Vec<Value<'c>> = loads.collect();
                std::iter::once(self.word_of(frame, words).into()).chain(loads).collect()
            }
        }
    }

    /// `link c k`
    pub(crate) fn link(&self, cluster: ClusterId, frame: &Atom) -> Value<'c> {
        let words = self.unit.unit.clusters[cluster].frame_words() + 1;
        self.word_of(self.ptr(frame), words).into()
    }

    /// The frame that a raise in this cluster leaves behind first.
    pub(crate) fn around(&self) -> PointerValue<'c> {
        match (self.cluster.kind, self.ir.frames) {
            (ClusterKind::Cont, Frames::Stack) => {
                self.word_of(self.params.cont, self.cluster.frame_words() + 1)
            }
            (ClusterKind::Cont, Frames::Heap) => self.params.cont,
            (ClusterKind::Fun | ClusterKind::Known | ClusterKind::Foreign(_), _) => {
                self.params.cont
            }
        }
    }

    /// Frames below another that keep these objects while a poll waits: the last of them, and the
    /// place of each object.
    pub(crate) fn poll_frames(
        &self,
        link: PointerValue<'c>,
        objects: &[PointerValue<'c>],
    ) -> (PointerValue<'c>, Vec<PointerValue<'c>>) {
        let mut last = link;
        let mut places = Vec::with_capacity(objects.len());
        let mut rest = objects;
        loop {
            let (group, after) = rest.split_at(rest.len().min(STACK_FIELDS));
            last = self.below(last, group.len() + 1);
            self.ir.store(self.poll_code(group.len()), last);
            for (i, object) in group.iter().enumerate() {
                let place = self.word_of(last, word::FIELDS + i);
                self.ir.store(*object, place);
                places.push(place);
            }
            rest = after;
            if rest.is_empty() {
                return (last, places);
            }
        }
    }

    /// What the frame of a poll that keeps so many objects has in place of code.
    fn poll_code(&self, objects: usize) -> PointerValue<'c> {
        let ir = self.ir;
        let name = format!("kont.poll.{objects}.{}", self.cluster.name);
        let global = ir.module.get_global(&name).unwrap_or_else(|| {
            let layout = Layout::on_stack(&vec![true; objects]);
            let code = self.function.as_global_value().as_pointer_value();
            let words =
                [ir.word(CodeInfo::OF_POLL.0).into(), ir.word(layout.0).into(), code.into()];
            let contents = ir.context.const_struct(&words, false);
            let global = ir.module.add_global(contents.get_type(), None, &name);
            set_contents(global, &contents);
            global.set_constant(true);
            global.set_linkage(Linkage::Private);
            global
        });
        ir.beyond(global, 2 * WORD as u64)
    }

    /// Goes on with a frame.
    pub(crate) fn throw(&mut self, frame: PointerValue<'c>, args: &[Atom]) {
        let slots = Slots { cont: Some(frame), ..self.slots(args) };
        let code = match self.pushed.get(&frame) {
            Some(known) => Code::Known(*known),
            None => Code::At(self.ir.load_ptr(frame)),
        };
        self.leave(code, &slots);
    }

    /// The fields of the cluster's own frame that do not move, which a poll puts back: their
    /// addresses, and what is there.
    pub(crate) fn still(&self, link: PointerValue<'c>) -> Vec<(PointerValue<'c>, Kind, Value<'c>)> {
        let fields = self.kept.still.iter().map(|(place, kind)| {
            let place = self.below(link, *place);
            (place, *kind, self.get_word(*kind, place, false))
        });
        fields.collect()
    }

    /// The address so many words below another.
    pub(crate) fn below(&self, address: PointerValue<'c>, words: usize) -> PointerValue<'c> {
        let bytes = (words * WORD) as u64;
        self.ir.index(address, self.ir.word(bytes.wrapping_neg()))
    }
}
