//! The places of variables in frames on a stack.
//!
//! All frames that a function pushes below the same one begin at the same address. So a variable gets
//! one place for all frames of the function that keep it: between two calls only what is new is stored.
//! Variables share a place if no frame keeps both, as registers are assigned in IL (Schneider,
//! Smolka, Hack: *A Linear First-Order Functional Intermediate Language*, section 9): going over the
//! frames from outer code to inner, a variable gets the first place that is free in the frame where it
//! is met first. That takes as many places as the largest frame has variables.
//!
//! A block that needs more variables than there are slots, and is a cluster, gets them in a frame,
//! too: what a loop around calls does not change stays where it is.

use super::live::Live;
use super::nodes::{NodeId, Nodes};
use super::plan::{Key, Plan};
use super::shared::WIDE;
use super::tops::Tops;
use base::SecondaryMap;
use cps::{Module, Var};
use flow::Frames;
use rustc_hash::FxHashSet;

/// Most places of a frame.
const MOST: u32 = abi::LAYOUT_FIELDS as u32 - 1;

/// The places.
#[derive(Default)]
pub(super) struct Places {
    /// Blocks whose variables are in a frame.
    pub(super) blocks: FxHashSet<NodeId>,
    /// The place of each variable, from 1; 0 for those that have none.
    of: SecondaryMap<Var, u32>,
}

impl Places {
    /// Assigns the places; none where frames are on the heap.
    pub(super) fn of(
        module: &Module,
        nodes: &Nodes<'_>,
        live: &Live,
        plan: &Plan,
        tops: &Tops,
    ) -> Places {
        let mut places = Places::default();
        if tops.frames == Frames::Heap {
            return places;
        }
        let kept = |id: NodeId| {
            let top = tops.top(nodes, id);
            live.vars[id].iter().copied().filter(move |var| *var != top)
        };
        for (id, node) in nodes.nodes.iter() {
            let count = kept(id).count();
            let fits = super::live::fits(module, nodes, node.params.iter().copied().chain(kept(id)));
            if plan.key[id] == Some(Key::Block(id)) && !fits && count <= WIDE.min(MOST as usize) {
                places.blocks.insert(id);
            }
        }
        // A piece of code comes after those around it.
        let framed = |id: &NodeId| nodes.framed.contains(id) || places.blocks.contains(id);
        let framed: Vec<NodeId> = nodes.nodes.keys().filter(framed).collect();
        let mut frames: SecondaryMap<Var, u32> = SecondaryMap::new();
        for id in &framed {
            kept(*id).for_each(|var| frames[var] += 1);
        }
        for id in framed.into_iter().filter(|id| live.vars[*id].len() <= WIDE) {
            let taken: FxHashSet<u32> = kept(id).map(|var| places.of[var]).collect();
            let mut free = (1..).filter(|place| !taken.contains(place));
            let mut new: Vec<Var> = kept(id).filter(|var| places.of[*var] == 0).collect();
            // What many frames keep is kept longest.
            new.sort_by_key(|var| (std::cmp::Reverse(frames[*var]), *var));
            for var in new {
                places.of[var] = free.next().unwrap_or(0);
            }
        }
        places
    }

    /// The places of the fields of a frame, if all have one that a frame can have.
    pub(super) fn of_fields(&self, fields: &[flow::Var]) -> Vec<u32> {
        let places: Vec<u32> = fields.iter().map(|field| self.of[Var(field.0)]).collect();
        if places.iter().all(|place| (1..=MOST).contains(place)) { places } else { Vec::new() }
    }
}
