//! The minor collection: what lives of the nursery is copied into the old
//! generation, so that it is copied once.
//!
//! Old objects may refer to young ones in three ways only: a recorded store, of which the
//! processors remember slots of arrays and whole records, an
//! object that was allocated outside the nursery since the last collection, or
//! a root. A global cell is a root of a minor collection only if it was stored to since the last.
//! These are also the ways in which an old object may have come to refer to another since the last
//! collection, which marking needs to know.

use super::mark::Marking;
use super::trace::{Fate, Generation, Tracer};
use crate::heap::{Heap, Range};
use crate::object::{Object, Slot};
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

/// The nurseries, while what is outside of them is marked: old objects that are met are marked, too.
struct YoungOfMarking<'m> {
    young: Range,
    marking: &'m mut Marking,
}

impl Generation for YoungOfMarking<'_> {
    #[inline(always)]
    fn fate(&self, heap: &Heap, address: u64) -> Fate {
        if self.young.contains(address) {
            Fate::Move
        } else if heap.is_markable(address) && !on(Fault::MarkingMissesOld) {
            Fate::Mark
        } else {
            Fate::Stay
        }
    }

    fn mark(&mut self, heap: &mut Heap, object: Object) -> bool {
        self.marking.meet(heap, object);
        false
    }

    fn settle(&mut self, _: &Heap, slot: Slot, _: Object) {
        self.marking.keep_weak(slot);
    }
}

/// Empties the nurseries, heeding what each processor remembers, and its frames on a stack. Gives the bytes that survived.
pub(crate) fn minor<'r>(
    heap: &mut Heap,
    last_words: LastWords<'_>,
    roots: &[Slot],
    processors: impl Iterator<Item = &'r mut Processor>,
    marking: Option<&mut Marking>,
) -> usize {
    let young = heap.nursery();
    match marking {
        None => minor_of(Tracer::new(heap, Young(young), last_words), roots, processors),
        Some(marking) => {
            let generation = YoungOfMarking { young, marking };
            minor_of(Tracer::new(heap, generation, last_words), roots, processors)
        }
    }
}

fn minor_of<'r, G: Generation>(
    mut tracer: Tracer<'_, G>,
    roots: &[Slot],
    processors: impl Iterator<Item = &'r mut Processor>,
) -> usize {
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
