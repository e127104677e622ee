//! The choice of the functions that become continuations, and of the places where they are put.

use crate::census::census;
use crate::graph::dominators;
use base::SecondaryMap;
use cps::{Atom, Body, Fun, Let, Module, Tail, Var};
use faults::{Fault, on};
use rustc_hash::FxHashMap;

/// The functions that become continuations, and where each is put.
pub(super) struct Plan {
    /// The continuation that a function always returns to.
    pub(super) target: SecondaryMap<Var, Option<Var>>,
    /// True if the function becomes a continuation where it stands, and is not moved.
    pub(super) in_place: SecondaryMap<Var, bool>,
    /// True for a continuation that a moved function must join as a member of its group, because
    /// the group calls that function; other functions are put after the group.
    pub(super) in_group: SecondaryMap<Var, bool>,
    /// The functions, in order.
    pub(super) all: Vec<Var>,
    pub(super) count: usize,
}

/// The part of the program in which a variable is in scope, by the numbers of
/// its bindings in order.
#[derive(Clone, Copy, Default)]
struct Extent {
    start: u32,
    end: u32,
}

/// The root is node 0.
const ROOT: usize = 0;

struct Graph {
    nodes: FxHashMap<Var, usize>,
    /// For each node, the variable that stands for what it returns to: a
    /// function's own return, or the continuation itself.
    returns: Vec<Var>,
    names: Vec<Option<Var>>,
    edges: Vec<Vec<usize>>,
    /// From a function to all that it calls.
    calls: FxHashMap<usize, Vec<usize>>,
    extents: SecondaryMap<Var, Extent>,
    /// The function that a nested function stands in.
    owner: SecondaryMap<Var, Option<Var>>,
    clock: u32,
}

/// Decides what to do.
pub(super) fn plan(module: &Module) -> Plan {
    let mut graph = Graph {
        nodes: FxHashMap::default(),
        returns: vec![Var(0)],
        names: vec![None],
        edges: vec![Vec::new()],
        calls: FxHashMap::default(),
        extents: SecondaryMap::new(),
        owner: SecondaryMap::new(),
        clock: 0,
    };
    module.funs.iter().for_each(|fun| graph.declare(fun));
    // Functions of the module are in scope everywhere.
    module.funs.iter().for_each(|fun| graph.fun(fun));
    let end = graph.clock + 1;
    for fun in &module.funs {
        graph.extents[fun.name] = Extent { start: 0, end };
    }
    graph.root_edges(module);
    let mut plan = graph.decide();
    if plan.count > 0 {
        let mut open = SecondaryMap::new();
        module.funs.iter().for_each(|fun| groups(&fun.body, &mut open, &mut plan));
    }
    plan
}

impl Graph {
    fn declare(&mut self, fun: &Fun) {
        let node = self.edges.len();
        self.nodes.insert(fun.name, node);
        self.edges.push(Vec::new());
        self.returns.push(fun.k);
        self.names.push(Some(fun.name));
        self.declare_in(&fun.body);
    }

    fn declare_in(&mut self, body: &Body) {
        for binding in &body.lets {
            match binding {
                Let::Funs(funs) => funs.iter().for_each(|fun| self.declare(fun)),
                Let::Conts(conts) => conts.iter().for_each(|cont| self.declare_in(&cont.body)),
                Let::Op { .. }
                | Let::GetHandler { .. }
                | Let::SetHandler { .. }
                | Let::Capture { .. } => {}
            }
        }
        body.tail.bodies().for_each(|body| self.declare_in(body));
    }

    fn fun(&mut self, fun: &Fun) {
        self.clock += 1;
        let start = self.clock;
        self.body(&fun.body, fun);
        self.extents[fun.k] = Extent { start, end: self.clock + 1 };
    }

    fn body(&mut self, body: &Body, fun: &Fun) {
        let mut bound: Vec<(Var, u32)> = Vec::new();
        for binding in &body.lets {
            self.clock += 1;
            let start = self.clock;
            match binding {
                Let::Funs(funs) => {
                    for inner in funs {
                        bound.push((inner.name, start));
                        self.owner[inner.name] = Some(fun.name);
                        self.fun(inner);
                    }
                }
                Let::Conts(conts) => {
                    bound.extend(conts.iter().map(|cont| (cont.name, start)));
                    conts.iter().for_each(|cont| self.body(&cont.body, fun));
                }
                Let::GetHandler { k } => bound.push((*k, start)),
                Let::Op { .. } | Let::SetHandler { .. } | Let::Capture { .. } => {}
            }
        }
        if let Tail::Call { fun: Atom::Var(callee), k, .. } = &body.tail {
            self.call(fun, *callee, *k);
        }
        body.tail.bodies().for_each(|body| self.body(body, fun));
        self.clock += 1;
        for (var, start) in bound {
            self.extents[var] = Extent { start, end: self.clock };
        }
    }

    fn call(&mut self, caller: &Fun, callee: Var, k: Var) {
        let Some(callee) = self.nodes.get(&callee).copied() else { return };
        let caller_node = self.nodes[&caller.name];
        self.calls.entry(caller_node).or_default().push(callee);
        let from = if k == caller.k {
            caller_node
        } else {
            let next = self.edges.len();
            let node = *self.nodes.entry(k).or_insert(next);
            if node == next {
                self.edges.push(Vec::new());
                self.returns.push(k);
                self.names.push(None);
                self.edges[ROOT].push(node);
            }
            node
        };
        let known = || self.edges.iter().any(|edges| edges.contains(&callee));
        if !(on(Fault::ContifyFirstReturn) && known()) {
            self.edges[from].push(callee);
        }
    }

    /// From the root to functions that are values, and to those that no call
    /// from one of these reaches: the places that dead functions return to may
    /// be inside themselves.
    fn root_edges(&mut self, module: &Module) {
        let census = census(module);
        let funs: Vec<(usize, Var)> =
            self.names.iter().enumerate().filter_map(|(n, name)| name.map(|v| (n, v))).collect();
        let mut seen = vec![false; self.edges.len()];
        let mut work = Vec::new();
        for (node, name) in &funs {
            if census[*name].values > 0 {
                seen[*node] = true;
                work.push(*node);
                self.edges[ROOT].push(*node);
            }
        }
        while let Some(node) = work.pop() {
            for callee in self.calls.get(&node).into_iter().flatten() {
                if !std::mem::replace(&mut seen[*callee], true) {
                    work.push(*callee);
                }
            }
        }
        self.edges[ROOT].extend(funs.iter().map(|(node, _)| *node).filter(|n| !seen[*n]));
    }

    fn decide(&self) -> Plan {
        let idom = dominators(&self.edges, ROOT);
        let mut plan = Plan {
            target: SecondaryMap::new(),
            in_place: SecondaryMap::new(),
            in_group: SecondaryMap::new(),
            all: Vec::new(),
            count: 0,
        };
        self.targets(&idom, &mut plan);
        // What stands in a function that goes to the same place goes with it.
        for name in &plan.all {
            let around = self.owner[*name].and_then(|owner| plan.target[owner]);
            plan.in_place[*name] |= around.is_some() && around == plan.target[*name];
        }
        plan
    }

    fn targets(&self, idom: &[Option<usize>], plan: &mut Plan) {
        let mut top: Vec<Option<usize>> = vec![None; self.edges.len()];
        for node in 1..self.edges.len() {
            // Follows the dominators up to a successor of the root, and notes it on the way.
            let mut path = Vec::new();
            let mut at = node;
            let found = loop {
                if let Some(known) = top[at] {
                    break known;
                }
                path.push(at);
                match idom[at] {
                    Some(up) if up != ROOT => at = up,
                    Some(_) | None => break at,
                }
            };
            path.into_iter().for_each(|v| top[v] = Some(found));
            if let Some(name) = self.names[node]
                && found != node
            {
                let to = self.returns[found];
                let (at, to_at) = (self.extents[name], self.extents[to]);
                plan.target[name] = Some(to);
                plan.in_place[name] = to_at.start <= at.start && at.start < to_at.end;
                plan.all.push(name);
                plan.count += 1;
            }
        }
    }
}

/// Notes the continuations that call, in their own group, a function that is
/// moved to them. `open` counts the groups that the walk is inside of.
fn groups(body: &Body, open: &mut SecondaryMap<Var, bool>, plan: &mut Plan) {
    for binding in &body.lets {
        match binding {
            Let::Conts(conts) => {
                conts.iter().for_each(|cont| open[cont.name] = true);
                conts.iter().for_each(|cont| groups(&cont.body, open, plan));
                conts.iter().for_each(|cont| open[cont.name] = false);
            }
            Let::Funs(_)
            | Let::Op { .. }
            | Let::GetHandler { .. }
            | Let::SetHandler { .. }
            | Let::Capture { .. } => {
                binding.bodies().for_each(|body| groups(body, open, plan));
            }
        }
    }
    if let Tail::Call { fun: Atom::Var(f), .. } = &body.tail
        && let Some(to) = plan.target[*f]
        && open[to]
        && !plan.in_place[*f]
    {
        plan.in_group[to] = true;
    }
    body.tail.bodies().for_each(|body| groups(body, open, plan));
}
