//! The ways out of a cluster.

use crate::cluster::ClusterCx;
use crate::convention::{Code, Slots};
use crate::stubs;
use abi::{VProc, word};
use base::{EntityId, Pos};
use flow::{Atom, ClusterKind, Frames, Target};
use inkwell::values::PointerValue;
use std::mem::offset_of;

impl<'c> ClusterCx<'_, 'c> {
    pub(crate) fn apply(
        &mut self,
        target: &Target,
        clos: Option<&Atom>,
        args: &[Atom],
        k: Option<&Atom>,
    ) {
        let mut slots = self.slots(args);
        slots.cont = k.map(|k| self.ptr(k));
        slots.clos = clos.map(|clos| self.ptr(clos));
        let code = match target {
            Target::Cluster(cluster) => Code::Known(self.unit.code(*cluster)),
            Target::Import(import) => Code::Known(self.unit.imports[import.index()]),
            Target::Unknown(closure) => {
                let closure = self.ptr(closure);
                slots.clos = Some(closure);
                Code::At(self.ir.load_invariant(self.ir.ptr, closure).into_pointer_value())
            }
        };
        self.leave(code, &slots);
    }

    pub(crate) fn reinstate(&mut self, captured: &Atom, args: &[Atom]) {
        let ir = self.ir;
        let captured = self.ptr(captured);
        let frame = ir.load_ptr(self.word_of(captured, word::CAPTURED));
        let handler = ir.load_ptr(self.word_of(captured, word::HANDLER));
        ir.store(handler, self.vproc_field(offset_of!(VProc, handler)));
        self.throw(frame, args);
    }

    pub(crate) fn raise(&mut self, exn: &Atom, origin: Option<&Atom>, k: Option<&Atom>, pos: Pos) {
        let ir = self.ir;
        let (cont, site) = match origin {
            Some(origin) => {
                let origin = self.ptr(origin);
                let load = |i| ir.load_ptr(self.word_of(origin, i));
                match ir.frames {
                    Frames::Heap => (load(word::RAISED), load(word::SITE)),
                    Frames::Stack => (origin, load(word::SITE)),
                }
            }
            None => (k.map_or(ir.ptr.const_null(), |k| self.ptr(k)), self.raise_site(pos)),
        };
        stubs::enter_handler(ir, (self.alloc, self.vproc), (cont, site), self.ptr(exn));
    }

    /// The return of the code of a foreign function.
    pub(crate) fn give(&self, args: &[Atom]) {
        let values: Vec<_> = args.iter().map(|arg| self.value(arg)).collect();
        match values[..] {
            [] => self.ir.ret(),
            [one] => self.ir.ret_value(one),
            _ => self.ir.ret_several(&values),
        }
    }

    pub(crate) fn unreachable(&mut self) {
        if let ClusterKind::Foreign(_) = self.cluster.kind {
            self.ir.trap();
            return self.ir.unreachable();
        }
        let stub = stubs::unreachable(self.ir);
        self.leave(Code::Known(stub), &Slots::default());
    }

    pub(crate) fn leave(&self, code: Code<'c>, slots: &Slots<'c>) {
        self.ir.transfer(code, self.alloc, self.vproc, slots);
    }

    /// The address of a field of the virtual processor.
    pub(crate) fn vproc_field(&self, offset: usize) -> PointerValue<'c> {
        stubs::field(self.ir, self.vproc, offset)
    }
}
