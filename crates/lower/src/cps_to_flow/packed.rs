//! Records of what loops need from outside, where every round has a frame.
//!
//! A frame has a copy of all that is needed behind it: in such a loop each round would store and
//! load whatever is needed after the loop. So the head of a loop that is marked as `packed` gets
//! the variables that it needs from outside in a record, and so do the frames and blocks inside
//! that need all of them: those that lead back to the head. A loop inside another one has a record
//! of what it needs besides.
//!
//! Frames on a stack keep such variables in their places, without a record.
//!
//! A record is kept only where all that it holds is live, so this is as safe for space as flat
//! frames are.

use super::emit::Emit;
use super::live::Live;
use super::nodes::{NodeId, Nodes};
use super::path::Path;
use super::plan::{Key, Plan};
use super::shared::WIDE;
use base::SecondaryMap;
use flow::{Atom, Frames, Kind, Var};
use rustc_hash::FxHashMap;

/// Least variables in the record of a loop. With fewer, one that is left in its first rounds
/// would lose more than others gain.
const LEAST: usize = 4;

/// The records of loops.
pub(super) struct Packed {
    /// The variables in the record of each loop, by its head, ascending.
    groups: FxHashMap<NodeId, Vec<Var>>,
    /// The innermost loop with a record that a node is in, or the head of.
    innermost: SecondaryMap<NodeId, Option<NodeId>>,
}

impl Packed {
    /// Chooses the loops that have records.
    pub(super) fn of(nodes: &Nodes<'_>, live: &Live, plan: &Plan, frames: Frames) -> Packed {
        let mut packed = Packed { groups: FxHashMap::default(), innermost: SecondaryMap::new() };
        if frames == Frames::Stack {
            return packed;
        }
        // A node comes after the one that it is bound in.
        for (id, node) in nodes.nodes.iter().filter(|(_, node)| !node.is_fun) {
            packed.innermost[id] = packed.innermost[node.parent];
            let vars = &live.vars[id];
            if !node.packed || plan.key[id] != Some(Key::Block(id)) || vars.len() > WIDE {
                continue;
            }
            let values = vars.iter().filter(|v| !nodes.is_cont[**v]).map(|v| Var(v.0));
            let mut values: Vec<Var> = values.collect();
            let outer = packed.groups(nodes, id, &values);
            values.retain(|v| !outer.iter().any(|group| group.contains(v)));
            if (LEAST..=abi::RECORD_FIELDS).contains(&values.len()) {
                packed.groups.insert(id, values);
                packed.innermost[id] = Some(id);
            }
        }
        packed
    }

    /// The groups of variables that a piece of code which needs these values gets in records.
    pub(super) fn groups(&self, nodes: &Nodes<'_>, id: NodeId, values: &[Var]) -> Vec<Vec<Var>> {
        let around = |head: &NodeId| self.innermost[nodes.nodes[*head].parent];
        let heads = std::iter::successors(self.innermost[id], around);
        let groups = heads.map(|head| &self.groups[&head]);
        let needed = |group: &&Vec<Var>| group.iter().all(|v| values.binary_search(v).is_ok());
        groups.filter(needed).cloned().collect()
    }

    /// True if a piece of code is in a loop with a record.
    pub(super) fn has_group(&self, id: NodeId) -> bool {
        self.innermost[id].is_some()
    }
}

/// Variables that are not passed one by one.
pub(super) struct Records {
    /// Those in a tree of records.
    pub(super) shared: Vec<Var>,
    /// Those in records of loops.
    pub(super) packed: Vec<Vec<Var>>,
}

impl Emit<'_> {
    /// Variables for the records as they are passed.
    pub(super) fn roots_of(&mut self, records: &Records) -> Vec<Var> {
        let shared = (!records.shared.is_empty()).then(|| self.fresh("shared", Kind::Ref));
        let packed = records.packed.iter().map(|_| self.fresh("packed", Kind::Ref));
        packed.chain(shared).collect()
    }

    /// The records, to be passed.
    pub(super) fn make_records(&mut self, records: &Records, path: &mut Path) -> Vec<Atom> {
        let packed = records.packed.iter();
        let mut roots: Vec<Atom> =
            packed.map(|vars| Atom::Var(self.record("packed", vars.clone(), path))).collect();
        if !records.shared.is_empty() {
            roots.push(self.share(&records.shared, path));
        }
        roots
    }

    /// Binds what the records hold.
    pub(super) fn load_records(&mut self, roots: &[Var], records: &Records, path: &mut Path) {
        for (root, vars) in roots.iter().zip(&records.packed) {
            self.load_record(*root, vars, path);
        }
        if let [.., root] = roots
            && !records.shared.is_empty()
        {
            self.load_shared(*root, &records.shared, path);
        }
    }
}
