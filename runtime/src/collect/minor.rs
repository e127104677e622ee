//! The minor collection: what lives of the nursery is copied into the old
//! generation, so that it is copied once.
//!
//! Old objects may refer to young ones in three ways only: a recorded store, of which the
//! processors remember slots of arrays and whole records, an
//! object that was allocated outside the nursery since the last collection, or
//! a root. A global cell is a root of a minor collection only if it was stored to since the last.

use super::trace::{Fate, Generation, Tracer};
use crate::heap::{Heap, Range};
use crate::object::Slot;
use crate::state::{LastWords, Processor};
use faults::{Fault, on};

/// The nurseries of all processors.
struct Young(Range);

impl Generation for Young {
    #[inline(always)]
    fn fate(&self, _: &Heap, address: u64) -> Fate {
        if self.0.contains(address) { Fate::Move } else { Fate::Stay }
    }
}

/// Empties the nurseries, heeding what each processor remembers, and its frames on a stack. Gives the bytes that survived.
pub(crate) fn minor<'r>(
    heap: &mut Heap,
    last_words: LastWords<'_>,
    roots: &[Slot],
    processors: impl Iterator<Item = &'r mut Processor>,
) -> usize {
    let young = Young(heap.nursery());
    let mut tracer = Tracer::new(heap, young, last_words);
    for slot in roots {
        tracer.visit(*slot);
    }
    for Processor { vproc, local } in processors {
        local.frames.visit(vproc, false, |slot| tracer.visit(slot));
        let of_processor = &mut local.remembered;
        for slot in of_processor.slots.drain(..) {
            tracer.visit(slot);
        }
        for record in of_processor.records.drain(..) {
            tracer.scan(record);
            if !on(Fault::RecordedForEver) {
                record.grow_old();
            }
        }
        for object in of_processor.objects.drain(..) {
            if !on(Fault::OutsideNotScanned) {
                tracer.scan(object);
            }
            object.grow_old();
        }
    }
    tracer.finish()
}
