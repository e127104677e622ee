//! The memory that a cluster allocates, and whether the room that its `check` asks for
//! suffices.
//!
//! A path from a cluster's entry to one of its ends allocates at most what the
//! cluster's `check` asks for. Without a `check`, a continuation may take a
//! little ([`abi::UNCHECKED`]) on paths that go on to a function, which checks;
//! the slack behind the limit has room for it. So may a *block*, a known cluster that others
//! only go to, and never call: what it takes counts for the continuation before it as well.
//! Functions that are called check, and so does one cluster of every cycle, and a continuation that
//! enters a captured one, which may be itself; so each round of a
//! loop has a check, and what is taken without one is bounded.
//!
//! A local function that begins with a `poll` asks for what is allocated from there to the ends of
//! the cluster or to further polls; those before it need not count that. No loop of local
//! functions without one allocates: each round would need a check of its own.

use crate::kinds::alloc_bytes;
use crate::walk::{BodyEntry, BodyNode, all_bodies, fun_bodies};
use crate::{
    Atom, Cluster, ClusterId, ClusterKind, FlowOp, Frames, Let, Local, Tail, Target, Unit, Var,
};
use base::SecondaryMap;
use base::graph::components;
use rustc_hash::{FxHashMap, FxHashSet};

/// The most that a cluster allocates, in bytes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Cost {
    /// The most on any path.
    pub most: usize,
    /// The most on a path that ends in a throw, which may go to code that does
    /// not check; none if there is no such path.
    pub thrown: Option<usize>,
    /// True if a path ends where a captured continuation is entered: that may be the very one that
    /// is running, while a throw or raise goes to an older frame.
    pub reinstates: bool,
}

/// The bytes that a cluster's check asks for, if it has one.
fn asked(cluster: &Cluster) -> Option<usize> {
    match cluster.body.lets.first() {
        Some(Let::Op { op: FlowOp::Check(bytes), .. }) => Some(*bytes as usize),
        Some(Let::Op { .. } | Let::Funs(_)) | None => None,
    }
}

/// The clusters that need a check, and what each allocates by itself; nothing for one that
/// allocates in a loop.
pub struct Rooms {
    /// What each cluster allocates.
    pub costs: SecondaryMap<ClusterId, Option<Cost>>,
    /// The most that each allocates from each of its polls on.
    pub polls: SecondaryMap<ClusterId, Vec<(Local, usize)>>,
    /// True for those that need a check.
    pub checked: SecondaryMap<ClusterId, bool>,
    /// What each allocates together with the blocks that it goes to and that have no check.
    totals: SecondaryMap<ClusterId, Cost>,
}

impl Rooms {
    /// Decides which clusters need a check.
    pub fn of(unit: &Unit) -> Rooms {
        Rooms::with(unit, |_, _| None)
    }

    /// The same, where it is given of some whether they have a check.
    fn with(unit: &Unit, given: impl Fn(ClusterId, &Cluster) -> Option<bool>) -> Rooms {
        let mut rooms = Rooms {
            costs: SecondaryMap::default(),
            polls: SecondaryMap::default(),
            checked: SecondaryMap::default(),
            totals: SecondaryMap::default(),
        };
        let Transfers { next, called } = Transfers::of(unit);
        for (id, heads_loop) in finished(unit, &next) {
            let cluster = &unit.clusters[id];
            let costs = Costs::of(unit.frames, cluster);
            let own = costs.as_ref().map(|costs| costs.entry);
            rooms.costs[id] = own;
            rooms.polls[id] = costs.map_or(Vec::new(), |costs| costs.polls);
            let after = next[id].iter().filter(|to| !rooms.checked[**to] && **to != id);
            let after = after.map(|to| rooms.totals[*to]).fold(Cost::default(), Cost::or);
            let total = own.unwrap_or_default().then(after);
            rooms.totals[id] = total;
            let needed = match cluster.kind {
                ClusterKind::Fun => true,
                ClusterKind::Known => heads_loop || called.contains(&id) || total.needs_check(),
                ClusterKind::Cont => heads_loop || total.needs_check() || total.reinstates,
                ClusterKind::Foreign(_) => false,
            };
            rooms.checked[id] = given(id, cluster).unwrap_or(needed);
        }
        rooms
    }

    /// What is wrong with the checks that a cluster has or has not.
    pub(crate) fn wrong(unit: &Unit) -> Vec<(ClusterId, String)> {
        let rooms = Rooms::with(unit, |_, cluster| Some(asked(cluster).is_some()));
        let called = Transfers::of(unit).called;
        let mut found = Vec::new();
        for (id, cluster) in unit.clusters.iter() {
            let total = rooms.totals[id];
            let block = match cluster.kind {
                ClusterKind::Fun => false,
                ClusterKind::Known => !called.contains(&id),
                ClusterKind::Cont | ClusterKind::Foreign(_) => true,
            };
            let problem = match (rooms.costs[id], asked(cluster)) {
                (None, _) => "allocates in a loop without a check".to_owned(),
                (Some(cost), Some(asked)) if cost.most > asked => {
                    format!("allocates {} bytes, checks {asked}", cost.most)
                }
                (Some(_), None) if block && total.needs_check() => {
                    format!("allocates {} bytes, checks 0", total.most)
                }
                (Some(_), None) if cluster.kind == ClusterKind::Cont && total.reinstates => {
                    "enters a captured continuation without a check".to_owned()
                }
                (Some(cost), None) if !block && cost.most > 0 => {
                    format!("allocates {} bytes, checks 0", cost.most)
                }
                (Some(_), _) => continue,
            };
            found.push((id, problem));
        }
        for (id, cluster) in unit.clusters.iter().filter(|(id, _)| !rooms.polls[*id].is_empty()) {
            let bodies = all_bodies(&cluster.body);
            let funs = fun_bodies(&bodies);
            for (fun, bytes) in &rooms.polls[id] {
                let asked = funs.get(fun).and_then(|i| bodies[*i].body.polled()).unwrap_or(0);
                if *bytes > asked {
                    found.push((id, format!("allocates {bytes} bytes, polls for {asked}")));
                }
            }
        }
        found
    }
}

/// The frames that a cluster makes, by their variables.
fn pushed(nodes: &[BodyNode<'_>]) -> FxHashMap<Var, ClusterId> {
    let bindings = nodes.iter().flat_map(|node| &node.body.lets);
    bindings
        .filter_map(|binding| match binding {
            Let::Op { op: FlowOp::Push(code), dst, .. } => Some((dst[0], *code)),
            Let::Op { .. } | Let::Funs(_) => None,
        })
        .collect()
}

/// The transfers from cluster to cluster.
struct Transfers {
    /// The clusters that each goes to.
    next: SecondaryMap<ClusterId, Vec<ClusterId>>,
    /// Those that are called: they return to a frame that the caller has made.
    called: FxHashSet<ClusterId>,
}

impl Transfers {
    fn of(unit: &Unit) -> Transfers {
        let mut next: SecondaryMap<ClusterId, Vec<ClusterId>> = SecondaryMap::default();
        let mut called = FxHashSet::default();
        for (id, cluster) in unit.clusters.iter() {
            let nodes = all_bodies(&cluster.body);
            let frames = pushed(&nodes);
            for node in &nodes {
                match &node.body.tail {
                    Tail::Apply { target: Target::Cluster(to), k, .. } => {
                        next[id].push(*to);
                        if matches!(k, Some(Atom::Var(k)) if frames.contains_key(k)) {
                            called.insert(*to);
                        }
                    }
                    Tail::Throw { k: Atom::Var(k), .. } => next[id].extend(frames.get(k)),
                    Tail::Apply { .. } | Tail::Throw { .. } | Tail::Jump { .. } => {}
                    Tail::If { .. } | Tail::Switch { .. } | Tail::Reinstate { .. } => {}
                    Tail::Raise { .. } | Tail::Unreachable => {}
                }
            }
        }
        Transfers { next, called }
    }
}

/// The clusters, each after those that it goes to, except where that would be a cycle; and whether
/// each is where a cycle begins.
fn finished(unit: &Unit, next: &SecondaryMap<ClusterId, Vec<ClusterId>>) -> Vec<(ClusterId, bool)> {
    #[derive(Clone, Copy, Default, PartialEq)]
    enum State {
        #[default]
        New,
        Open,
        Done,
    }
    let mut state: SecondaryMap<ClusterId, State> = SecondaryMap::default();
    let mut heads: SecondaryMap<ClusterId, bool> = SecondaryMap::default();
    let mut found = Vec::new();
    for root in unit.clusters.keys() {
        let mut path = vec![(root, 0)];
        while let Some((id, edge)) = path.pop() {
            if edge == 0 {
                if state[id] != State::New {
                    heads[id] |= state[id] == State::Open;
                    continue;
                }
                state[id] = State::Open;
            }
            match next[id].get(edge) {
                Some(to) => path.extend([(id, edge + 1), (*to, 0)]),
                None => {
                    state[id] = State::Done;
                    found.push((id, heads[id]));
                }
            }
        }
    }
    found
}

impl Cost {
    /// True if a continuation or block that allocates so much must have a check.
    fn needs_check(self) -> bool {
        self.most > abi::UNCHECKED || self.thrown.is_some_and(|bytes| bytes > 0)
    }

    /// The cost of this, and of what comes after it.
    fn then(self, after: Cost) -> Cost {
        let most = self.most + after.most;
        let thrown = self.thrown.max(after.thrown.map(|bytes| bytes + self.most));
        Cost { most, thrown, reinstates: self.reinstates || after.reinstates }
    }

    /// The greater of two costs.
    fn or(self, other: Cost) -> Cost {
        Cost {
            most: self.most.max(other.most),
            thrown: self.thrown.max(other.thrown),
            reinstates: self.reinstates || other.reinstates,
        }
    }
}

/// What a cluster allocates: up to its polls, and from each of them on.
struct Costs {
    entry: Cost,
    polls: Vec<(Local, usize)>,
}

impl Costs {
    /// None if a loop allocates that has no poll.
    fn of(frames: Frames, cluster: &Cluster) -> Option<Costs> {
        let nodes = all_bodies(&cluster.body);
        let funs = fun_bodies(&nodes);
        // What goes on with a frame of its own goes to a block.
        let pushed = pushed(&nodes);
        let mut own = Vec::with_capacity(nodes.len());
        let mut next: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
        let mut polls: Vec<(usize, Local)> = Vec::new();
        for (i, node) in nodes.iter().enumerate() {
            let bytes = |binding: &Let| match binding {
                Let::Op { op, args, .. } => alloc_bytes(frames, op, args.len()),
                Let::Funs(_) => 0,
            };
            let throws = match &node.body.tail {
                Tail::Throw { k, .. } => k.var().is_none_or(|k| !pushed.contains_key(&k)),
                Tail::Reinstate { .. } | Tail::Raise { .. } => true,
                Tail::Jump { .. } | Tail::If { .. } | Tail::Switch { .. } => false,
                Tail::Apply { .. } | Tail::Unreachable => false,
            };
            own.push((node.body.lets.iter().map(bytes).sum::<usize>(), throws));
            match node.entry {
                BodyEntry::Branch(parent) => next[parent].push(i),
                BodyEntry::Fun(fun) if node.body.polled().is_some() => polls.push((i, fun.name)),
                BodyEntry::Fun(_) | BodyEntry::Cluster => {}
            }
            if let Tail::Jump { fun, .. } = &node.body.tail {
                let target = funs.get(fun).filter(|i| nodes[**i].body.polled().is_none());
                next[i].extend(target);
            }
        }
        let mut total = vec![Cost::default(); nodes.len()];
        // Components come with those they lead to before them.
        for component in components(&next, [0].into_iter().chain(polls.iter().map(|(i, _)| *i))) {
            let inside: usize = component.iter().map(|i| own[*i].0).sum();
            let loops = component.len() > 1 || next[component[0]].contains(&component[0]);
            if loops && inside > 0 {
                return None;
            }
            let after = || component.iter().flat_map(|i| &next[*i]).map(|j| total[*j]);
            let throws = component.iter().any(|i| own[*i].1).then_some(0);
            let most = inside + after().map(|cost| cost.most).max().unwrap_or(0);
            let thrown = after()
                .map(|cost| cost.thrown)
                .max()
                .unwrap_or(None)
                .max(throws)
                .map(|bytes| bytes + inside);
            let reinstated = |i: &usize| matches!(nodes[*i].body.tail, Tail::Reinstate { .. });
            let reinstates =
                component.iter().any(reinstated) || after().any(|cost| cost.reinstates);
            let cost = Cost { most, thrown, reinstates };
            component.iter().for_each(|i| total[*i] = cost);
        }
        let polls = polls.into_iter().map(|(i, fun)| (fun, total[i].most)).collect();
        Some(Costs { entry: total[0], polls })
    }
}
