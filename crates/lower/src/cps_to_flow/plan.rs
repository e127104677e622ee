//! Decides which code becomes a cluster of its own and which a local function
//! of another.
//!
//! A cluster has one entry: a function, the return into a continuation, or a
//! block. A block is a local function of the cluster from which it is reached,
//! unless it is reached from several, is the head of a loop that is not short (whose
//! heap check must stand at an entry), is forced, or the cluster is [`LARGEST`] already. Where
//! frames are on a stack, the head of a loop need not begin a cluster: it polls. If it does, it is a
//! local function of that besides, to which its own code jumps.

use super::live::Live;
use super::nodes::{NodeId, Nodes};
use super::shared::WIDE;
use base::SecondaryMap;
use flow::Frames;
use rustc_hash::{FxHashMap, FxHashSet};

/// Most bindings and transfers of a cluster, if it can be cut. Much of what LLVM does with a
/// function takes more than linear time: a loop of 6,000 bindings through 2,000 tests took it
/// 38 s, its pieces of this size take 0.3 s.
const LARGEST: usize = 1000;

/// The same where more than [`WIDE`] variables are needed: allocating registers for so many
/// takes LLVM quadratic time.
const LARGEST_WIDE: usize = 128;

/// A cluster, by what is entered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(super) enum Key {
    /// A function.
    Fun(NodeId),
    /// A continuation, by a throw to its frame.
    Frame(NodeId),
    /// A continuation, by a jump.
    Block(NodeId),
}

/// The decisions.
pub(super) struct Plan {
    /// The cluster that the code of every reached node is in.
    pub(super) key: SecondaryMap<NodeId, Option<Key>>,
    /// The heads of loops that poll.
    pub(super) polls: FxHashSet<NodeId>,
}

/// Most pieces of code that a loop and what follows it are looked for in.
const REACH: usize = 1000;

/// Makes the plan. Blocks in `forced` get clusters of their own.
pub(super) fn plan(
    nodes: &Nodes<'_>,
    live: &Live,
    forced: &FxHashSet<NodeId>,
    frames: Frames,
) -> Plan {
    let order = Order::of(nodes);
    let short = short_loops(nodes, &order.heads);
    let mut polls: FxHashSet<NodeId> = FxHashSet::default();
    let mut local = short.clone();
    if frames == Frames::Stack {
        let whole = |id: &NodeId| nodes.foreign.contains_key(&nodes.nodes[*id].fun);
        polls.extend(order.heads.iter().filter(|id| !short.contains(id) && !whole(id)));
        local.extend(polls.iter().filter(|id| !nodes.framed.contains(id)));
    }
    loop {
        let key = plan_with(nodes, live, forced, &order, (&short, &local));
        // A head that is not the root of its cluster must be reached from it alone.
        let strays = order.reached.iter().flat_map(|id| {
            let targets = nodes.nodes[*id].jumps.iter();
            targets.filter(|head| local.contains(head) && key[**head] != key[*id])
        });
        let strays: FxHashSet<NodeId> =
            strays.filter(|h| key[**h] != Some(Key::Block(**h))).copied().collect();
        if strays.is_empty() {
            return Plan { key, polls };
        }
        local.retain(|head| !strays.contains(head));
    }
}

/// The heads of the loops that need no safe point, among those of all loops.
///
/// A loop marked as short ends after few rounds each time that it is entered. So every path from
/// such a loop back to its own entry must pass through the head of a loop around it: then the
/// outermost one without a safe point on a cycle is not entered again, and the cycle ends.
fn short_loops(nodes: &Nodes<'_>, heads: &FxHashSet<NodeId>) -> FxHashSet<NodeId> {
    let marked = heads.iter().filter(|head| nodes.nodes[**head].short);
    marked.filter(|head| !entered_again(nodes, heads, **head)).copied().collect()
}

/// True if control may come back to the entry of a loop, not by way of the head of one around it.
fn entered_again(nodes: &Nodes<'_>, heads: &FxHashSet<NodeId>, head: NodeId) -> bool {
    let around: FxHashSet<NodeId> =
        ancestors(nodes, head).skip(1).filter(|id| heads.contains(id)).collect();
    let mut reached = FxHashSet::from_iter([head]);
    let mut work = vec![head];
    while let Some(id) = work.pop() {
        let enters = nodes.nodes[id].jumps.contains(&head);
        if enters && ancestors(nodes, id).all(|id| id != head) || reached.len() > REACH {
            return true;
        }
        let next = nodes.nodes[id].jumps.iter().filter(|next| !around.contains(next));
        work.extend(next.filter(|next| reached.insert(**next)));
    }
    false
}

/// The node and those it is nested in.
fn ancestors<'n>(nodes: &'n Nodes<'_>, id: NodeId) -> impl Iterator<Item = NodeId> + 'n {
    std::iter::successors(Some(id), |id| {
        let parent = nodes.nodes[*id].parent;
        (parent != *id).then_some(parent)
    })
}

fn plan_with(
    nodes: &Nodes<'_>,
    live: &Live,
    forced: &FxHashSet<NodeId>,
    order: &Order,
    (short, local): (&FxHashSet<NodeId>, &FxHashSet<NodeId>),
) -> SecondaryMap<NodeId, Option<Key>> {
    let mut preds: SecondaryMap<NodeId, Vec<NodeId>> = SecondaryMap::new();
    for id in &order.reached {
        for target in &nodes.nodes[*id].jumps {
            preds[*target].push(*id);
        }
    }
    let mut plan: SecondaryMap<NodeId, Option<Key>> = SecondaryMap::new();
    let mut sizes: FxHashMap<Key, usize> = FxHashMap::default();
    for id in order.reached.iter().rev() {
        let is_short = short.contains(id);
        // Freestanding code has no safe points, and nowhere to go but its return.
        let whole = nodes.foreign.contains_key(&nodes.nodes[*id].fun);
        let is_loop = order.heads.contains(id) && !local.contains(id) && !whole;
        let root = is_loop || forced.contains(id);
        let size = nodes.nodes[*id].size;
        let key = if nodes.nodes[*id].is_fun {
            Key::Fun(*id)
        } else if root {
            Key::Block(*id)
        } else {
            let framed = nodes.framed.contains(id).then_some(Key::Frame(*id));
            let mut from = preds[*id].iter().map(|p| plan[*p]).chain(framed.map(Some)).flatten();
            let first = from.next().unwrap_or(Key::Block(*id));
            let largest = if live.vars[*id].len() > WIDE { LARGEST_WIDE } else { LARGEST };
            let full = !is_short
                && !whole
                && sizes.get(&first).is_some_and(|there| there + size > largest);
            if !full && from.all(|key| key == first) { first } else { Key::Block(*id) }
        };
        *sizes.entry(key).or_default() += size;
        plan[*id] = Some(key);
    }
    plan
}

/// A depth-first order along jumps.
struct Order {
    /// Every reached node, after all that it jumps to (heads of loops excepted).
    reached: Vec<NodeId>,
    /// Targets of jumps back.
    heads: FxHashSet<NodeId>,
}

impl Order {
    fn of(nodes: &Nodes<'_>) -> Order {
        #[derive(Clone, Copy, PartialEq)]
        enum State {
            New,
            Open,
            Done,
        }
        let mut order = Order { reached: Vec::new(), heads: FxHashSet::default() };
        let mut state = SecondaryMap::with_default(State::New);
        let starts = nodes
            .nodes
            .iter()
            .filter(|(id, node)| node.is_fun || nodes.framed.contains(id))
            .map(|(id, _)| id);
        for start in starts {
            if state[start] != State::New {
                continue;
            }
            state[start] = State::Open;
            let mut stack = vec![(start, 0)];
            while let Some((id, next)) = stack.last_mut() {
                let Some(target) = nodes.nodes[*id].jumps.get(*next).copied() else {
                    state[*id] = State::Done;
                    order.reached.push(*id);
                    stack.pop();
                    continue;
                };
                *next += 1;
                match state[target] {
                    State::New => {
                        state[target] = State::Open;
                        stack.push((target, 0));
                    }
                    State::Open => _ = order.heads.insert(target),
                    State::Done => {}
                }
            }
        }
        order
    }
}
