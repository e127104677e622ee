//! The minor collection: what lives of the nursery is copied into the old
//! generation, so that it is copied once.
//!
//! Old objects may refer to young ones in three ways only: a recorded store, an
//! object that was allocated outside the nursery since the last collection, or
//! a root.

use super::roots::Roots;
use super::trace::{Fate, Generation, Tracer};
use crate::heap::Heap;
use faults::{Fault, on};

/// The nursery.
struct Young {
    base: u64,
    bytes: u64,
}

impl Generation for Young {
    #[inline(always)]
    fn fate(&self, _: &Heap, address: u64) -> Fate {
        if address.wrapping_sub(self.base) < self.bytes { Fate::Move } else { Fate::Stay }
    }
}

/// Empties the nursery. Gives the bytes that survived.
pub(crate) fn minor(heap: &mut Heap, roots: &mut Roots) -> usize {
    let young = Young { base: heap.nursery_base(), bytes: heap.nursery_bytes as u64 };
    roots.remembered.keep_outside(heap);
    let mut tracer = Tracer::new(heap, young);
    for slot in &roots.strong {
        tracer.visit(*slot);
    }
    for slot in roots.remembered.slots.drain(..) {
        tracer.visit(slot);
    }
    for object in roots.remembered.objects.drain(..) {
        if !on(Fault::OutsideNotScanned) {
            tracer.scan(object);
        }
    }
    tracer.finish()
}
