//! The places of variables in frames on a stack.
//!
//! All frames that a function pushes below the same one begin at the same address. So a variable gets
//! one place for all frames of the function that keep it: between two calls only what is new is stored.
//! Variables share a place if no frame keeps both. Those that most frames keep come first, since they
//! are kept longest; each gets the first place that none of the variables beside it has.
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
const MOST: u32 = abi::STACK_FIELDS as u32;

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
            let fits =
                super::live::fits(module, nodes, node.params.iter().copied().chain(kept(id)));
            if plan.key[id] == Some(Key::Block(id)) && !fits && count <= WIDE.min(MOST as usize) {
                places.blocks.insert(id);
            }
        }
        let framed = |id: &NodeId| nodes.framed.contains(id) || places.blocks.contains(id);
        let framed = nodes.nodes.keys().filter(framed);
        let frames = framed.filter(|id| live.vars[*id].len() <= WIDE);
        let frames: Vec<Vec<Var>> = frames.map(|id| kept(id).collect()).collect();
        // The frames that keep each variable.
        let mut keep: SecondaryMap<Var, Vec<usize>> = SecondaryMap::new();
        let mut vars: Vec<Var> = Vec::new();
        for (i, frame) in frames.iter().enumerate() {
            for var in frame {
                if keep[*var].is_empty() {
                    vars.push(*var);
                }
                keep[*var].push(i);
            }
        }
        vars.sort_by_key(|var| (std::cmp::Reverse(keep[*var].len()), *var));
        for var in vars {
            let others = keep[var].iter().flat_map(|frame| &frames[*frame]);
            let taken: FxHashSet<u32> = others.map(|other| places.of[*other]).collect();
            places.of[var] = (1..).find(|place| !taken.contains(place)).unwrap_or(0);
        }
        places
    }

    /// The places of the fields of a frame, if all have one that a frame can have.
    pub(super) fn of_fields(&self, fields: &[flow::Var]) -> Vec<u32> {
        let places: Vec<u32> = fields.iter().map(|field| self.of[Var(field.0)]).collect();
        if places.iter().all(|place| (1..=MOST).contains(place)) { places } else { Vec::new() }
    }
}
