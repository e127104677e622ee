//! Captured continuations, handlers and heap checks.

use crate::cluster::{ClusterCx, param_slots};
use crate::convention::{Code, Shape, Slots};
use crate::ir::Value;
use crate::stubs;
use abi::{CHECK_SLACK, Header, Loc, VProc, word};
use flow::{Atom, Frames};
use inkwell::IntPredicate;
use inkwell::values::{IntValue, PointerValue};
use std::mem::offset_of;

impl<'c> ClusterCx<'_, 'c> {
    pub(super) fn capture(&mut self, k: &Atom) -> Value<'c> {
        let ir = self.ir;
        let object = self.allocate(word::CAPTURE_WORDS);
        let handler = self.get_handler();
        ir.store(ir.word(Header::CAPTURE.0), object);
        ir.store(self.ptr(k), self.word_of(object, word::CAPTURED));
        ir.store(handler, self.word_of(object, word::HANDLER));
        object.into()
    }

    pub(super) fn origin(&mut self, site: &Atom, k: &Atom) -> Value<'c> {
        let ir = self.ir;
        if ir.frames == Frames::Stack {
            // The frames of the raise are gone when something else is pushed.
            let params = [ir.ptr.into(); 4];
            let function = ir.c_function(abi::ORIGIN, Some(ir.ptr.into()), &params);
            let (site, k) = (self.ptr(site).into(), self.ptr(k).into());
            let args = [self.vproc.into(), site, k, self.params.cont.into()];
            return self.allocating_call(function, &args).expect("it returns an object");
        }
        let object = self.allocate(word::ORIGIN_WORDS);
        ir.store(ir.word(Header::ORIGIN.0), object);
        ir.store(self.ptr(site), self.word_of(object, word::SITE));
        ir.store(self.ptr(k), self.word_of(object, word::RAISED));
        object.into()
    }

    pub(super) fn get_handler(&self) -> Value<'c> {
        self.ir.load_ptr(self.vproc_field(offset_of!(VProc, handler))).into()
    }

    pub(super) fn set_handler(&mut self, k: &Atom) -> Vec<Value<'c>> {
        self.ir.store(self.ptr(k), self.vproc_field(offset_of!(VProc, handler)));
        self.publish();
        vec![]
    }

    /// `check N x...`: the collector enters this cluster again, so it gets the
    /// parameters as they came, and an object whose word 0 is this code. Which
    /// of them are roots stands before the code.
    pub(super) fn check(&mut self, bytes: u32) -> Vec<Value<'c>> {
        let ir = self.ir;
        let full = self.is_full(bytes);
        let (slow, go_on) = (self.new_block("collect"), self.new_block(""));
        ir.branch_cold(full, slow, go_on);
        ir.position(slow);
        let mut slots = Slots {
            cont: self.cluster.k.map(|_| self.params.cont),
            clos: Some(self.anchor),
            ..Slots::default()
        };
        let locs = param_slots(self.unit.unit, self.cluster);
        let stub = stubs::collect(ir, Shape::of(&locs));
        for loc in locs {
            match loc {
                Loc::Int(i) => slots.ints[i] = Some(self.params.ints[i]),
                Loc::Float(i) => slots.floats[i] = Some(self.params.floats[i]),
                Loc::Spill(_) => {}
            }
        }
        self.leave(Code::Known(stub), &slots);
        ir.position(go_on);
        vec![]
    }

    /// True if the runtime wants something, or so many bytes are too many.
    fn is_full(&self, bytes: u32) -> IntValue<'c> {
        let ir = self.ir;
        let beyond = (bytes as usize).saturating_sub(CHECK_SLACK);
        let limit = ir.load_volatile(self.vproc);
        let end = ir.offset(self.alloc, beyond as u64);
        ir.ptr_cmp(IntPredicate::UGT, end, limit)
    }

    /// `poll N k x...`: what may move is kept in frames while the runtime is at work. The stub
    /// leaves nearly all registers alone, so that the code around need not save its own.
    pub(super) fn poll(&mut self, bytes: u32, args: &[Atom]) -> Vec<Value<'c>> {
        let ir = self.ir;
        let full = self.is_full(bytes);
        let (here, slow, go_on) = (ir.block(), self.new_block("poll"), self.new_block(""));
        ir.branch_cold(full, slow, go_on);
        ir.position(slow);
        let before: Vec<PointerValue<'c>> = args[1..].iter().map(|arg| self.ptr(arg)).collect();
        // What is in the cluster's own frame need not be in a register for that, and is put back.
        let link = self.ptr(&args[0]);
        let homes: Vec<Option<PointerValue<'c>>> =
            args[1..].iter().map(|arg| Some(self.below(link, self.kept.place(arg)?))).collect();
        let still = self.still(link);
        let objects: Vec<PointerValue<'c>> = homes
            .iter()
            .zip(&before)
            .map(|(home, before)| home.map_or(*before, |home| ir.load_ptr(home)))
            .collect();
        let (frame, places) = self.poll_frames(link, &objects);
        let call = [self.alloc.into(), self.vproc.into(), frame.into()];
        let alloc = ir.call(stubs::poll(ir), &call).expect("it gives the allocation pointer");
        let after: Vec<Value<'c>> = places.iter().map(|place| ir.load_ptr(*place).into()).collect();
        for (home, after) in homes.iter().zip(&after) {
            home.iter().for_each(|home| ir.store(after.into_pointer_value(), *home));
        }
        for (place, kind, value) in still {
            self.set_word(place, kind, value);
        }
        ir.jump(go_on);
        ir.position(go_on);
        let join = |before: Value<'c>, after: Value<'c>| {
            let phi = ir.phi(ir.ptr);
            phi.add_incoming(&[(&before, here), (&after, slow)]);
            phi.as_basic_value()
        };
        self.alloc = join(self.alloc.into(), alloc).into_pointer_value();
        self.publish();
        before.into_iter().zip(after).map(|(before, after)| join(before.into(), after)).collect()
    }
}
