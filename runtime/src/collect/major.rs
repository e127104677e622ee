//! The major collection that copies: the old generation is copied into fresh chunks, large
//! objects are marked, and the rest is given back. The nursery is empty. It is for small heaps: others
//! are marked where they are ([`super::mark`]), which takes no room and no long pause.

use super::trace::{Fate, Generation, Tracer};
use crate::heap::{CHUNK, ChunkState, Full, Heap};
use crate::object::Slot;
use crate::state::{LastWords, Processor};

/// Everything but the nursery.
pub(super) struct All;

impl Generation for All {
    #[inline(always)]
    fn fate(&self, heap: &Heap, address: u64) -> Fate {
        if heap.old.area.contains(address) {
            // A slot that is visited twice already points into a live chunk.
            if heap.old.state(address) == ChunkState::From { Fate::Move } else { Fate::Stay }
        } else if heap.large.area.contains(address) {
            Fate::Mark
        } else {
            Fate::Stay
        }
    }
}

/// Collects the old generation and the large objects. Gives the bytes copied.
/// The caller has emptied the nurseries, so nothing is remembered.
pub(super) fn major<'r>(
    heap: &mut Heap,
    last_words: LastWords<'_>,
    roots: &[Slot],
    processors: impl Iterator<Item = &'r mut Processor>,
) -> usize {
    major_from(heap, last_words, All, |tracer| {
        roots.iter().for_each(|slot| tracer.visit(*slot));
        for Processor { vproc, local } in processors {
            local.frames.visit(vproc, true, |slot| tracer.visit(slot));
        }
    })
}

/// The same from what `visit_roots` visits, for any generation that has all of the heap.
pub(super) fn major_from<G: Generation>(
    heap: &mut Heap,
    mut last_words: LastWords<'_>,
    generation: G,
    visit_roots: impl FnOnce(&mut Tracer<'_, G>),
) -> usize {
    if !heap.old.flip() {
        last_words.exhausted(heap, Full { bytes: CHUNK });
    }
    heap.large.unmark_all();
    let mut tracer = Tracer::new(heap, generation, last_words);
    visit_roots(&mut tracer);
    let copied = tracer.finish();
    heap.old.release();
    heap.large.sweep();
    copied
}
