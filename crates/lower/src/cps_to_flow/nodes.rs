//! The pieces of code of a CPS module: one node for every function and every
//! continuation, with what its own code (that of nested functions and
//! continuations not counted) binds, uses, jumps to and pushes.

use base::{Pos, SecondaryMap, entity_impl};
use cps::{Atom, Body, Cont, Fun, Let, Module, Op, Tail, Var};
use prim::Data;
use rustc_hash::{FxHashMap, FxHashSet};
use types::ForeignId;

/// A piece of code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct NodeId(u32);
entity_impl!(NodeId, "n");

impl NodeId {
    /// The node with this number.
    pub(super) fn from_raw(n: u32) -> NodeId {
        NodeId(n)
    }
}

/// A function or continuation, and the facts about its code.
pub(super) struct Node<'a> {
    /// The function or continuation.
    pub(super) name: Var,
    pub(super) is_fun: bool,
    /// True if it is marked as the head of a loop that needs no safe point.
    pub(super) short: bool,
    pub(super) packed: bool,
    pub(super) params: &'a [Var],
    pub(super) body: &'a Body,
    pub(super) pos: Pos,
    /// The node in whose own code this one is bound; itself for functions of the module.
    pub(super) parent: NodeId,
    /// The function it belongs to.
    pub(super) fun: NodeId,
    /// The return continuation of that function.
    pub(super) return_k: Var,
    /// Values and continuation variables used, functions not counted.
    pub(super) uses: FxHashSet<Var>,
    /// Continuations jumped to.
    pub(super) jumps: Vec<NodeId>,
    /// Continuations of which a frame is made.
    pub(super) pushes: Vec<NodeId>,
    /// Functions called by name or used as values here.
    pub(super) fun_uses: FxHashSet<NodeId>,
    /// Functions bound here.
    pub(super) binds_funs: Vec<NodeId>,
    /// The number of bindings and transfers in its own code.
    pub(super) size: usize,
}

/// All nodes, and where variables are bound.
pub(super) struct Nodes<'a> {
    pub(super) nodes: base::PrimaryMap<NodeId, Node<'a>>,
    /// The node of a function or continuation.
    pub(super) of: SecondaryMap<Var, Option<NodeId>>,
    /// The node that binds a variable.
    pub(super) bound_in: SecondaryMap<Var, Option<NodeId>>,
    /// True for a continuation that is not a node: a return, or a saved handler.
    pub(super) is_cont: SecondaryMap<Var, bool>,
    /// The atom that replaces a variable whose binding needs no code.
    pub(super) constants: SecondaryMap<Var, Option<flow::Atom>>,
    /// Functions that are used as values.
    pub(super) escapes: FxHashSet<NodeId>,
    /// Continuations of which reached code makes frames.
    pub(super) framed: FxHashSet<NodeId>,
    /// Continuations that are made handlers.
    pub(super) handlers: FxHashSet<NodeId>,
    /// The pieces of code inside of each, or itself, that jump to it.
    pub(super) again: SecondaryMap<NodeId, Vec<NodeId>>,
    /// The functions that are the code of foreign functions.
    pub(super) foreign: FxHashMap<NodeId, ForeignId>,
}

impl<'a> Nodes<'a> {
    /// The nodes of a module.
    pub(super) fn collect(module: &'a Module) -> Nodes<'a> {
        let mut nodes = Nodes {
            nodes: base::PrimaryMap::new(),
            of: SecondaryMap::new(),
            bound_in: SecondaryMap::new(),
            is_cont: SecondaryMap::new(),
            constants: SecondaryMap::new(),
            escapes: FxHashSet::default(),
            framed: FxHashSet::default(),
            handlers: FxHashSet::default(),
            again: SecondaryMap::new(),
            foreign: FxHashMap::default(),
        };
        let mut work: Vec<(NodeId, &'a Body)> = Vec::new();
        for fun in &module.funs {
            nodes.add_fun(fun, None, &mut work);
        }
        // First all bindings, then all uses, so that a use finds its node.
        let mut bodies = Vec::new();
        while let Some((node, body)) = work.pop() {
            bodies.push((node, body));
            nodes.bindings(node, body, &mut work);
        }
        for (node, body) in bodies {
            nodes.uses(node, body);
        }
        for var in module.exports.iter().chain(&module.entry) {
            nodes.escapes.extend(nodes.of[*var]);
        }
        for define in &module.defines {
            nodes.foreign.extend(nodes.of[define.fun].map(|id| (id, define.foreign)));
        }
        nodes.framed = nodes.frames();
        nodes.find_again();
        nodes
    }

    fn find_again(&mut self) {
        // A node comes after the one that it is bound in.
        let mut depth: SecondaryMap<NodeId, u32> = SecondaryMap::new();
        for (id, node) in self.nodes.iter().filter(|(id, node)| node.parent != *id) {
            depth[id] = depth[node.parent] + 1;
        }
        for (id, node) in self.nodes.iter() {
            for target in &node.jumps {
                let mut around = id;
                while depth[around] > depth[*target] {
                    around = self.nodes[around].parent;
                }
                if around == *target {
                    self.again[*target].push(id);
                }
            }
        }
    }

    /// The continuations of which reached code makes frames. One that only code
    /// behind it makes frames of is never entered.
    fn frames(&self) -> FxHashSet<NodeId> {
        let mut work: Vec<NodeId> =
            self.nodes.iter().filter(|(_, node)| node.is_fun).map(|(id, _)| id).collect();
        let mut reached: FxHashSet<NodeId> = work.iter().copied().collect();
        let mut framed = FxHashSet::default();
        while let Some(id) = work.pop() {
            let node = &self.nodes[id];
            framed.extend(node.pushes.iter().copied());
            work.extend(
                node.jumps.iter().chain(&node.pushes).filter(|next| reached.insert(**next)),
            );
        }
        framed
    }

    fn add_fun(
        &mut self,
        fun: &'a Fun,
        parent: Option<NodeId>,
        work: &mut Vec<(NodeId, &'a Body)>,
    ) {
        let id = self.nodes.next_key();
        self.add(
            id,
            (fun.name, None, &fun.params, &fun.body, fun.pos),
            parent.unwrap_or(id),
            id,
            fun.k,
            work,
        );
        self.bound_in[fun.k] = Some(id);
        self.is_cont[fun.k] = true;
        if let Some(parent) = parent {
            self.bound_in[fun.name] = Some(parent);
            self.nodes[parent].binds_funs.push(id);
        }
    }

    fn add(
        &mut self,
        id: NodeId,
        (name, cont, params, body, pos): (Var, Option<&Cont>, &'a [Var], &'a Body, Pos),
        parent: NodeId,
        fun: NodeId,
        return_k: Var,
        work: &mut Vec<(NodeId, &'a Body)>,
    ) {
        self.nodes.push(Node {
            name,
            is_fun: cont.is_none(),
            short: cont.is_some_and(|cont| cont.short),
            packed: cont.is_some_and(|cont| cont.packed),
            params,
            body,
            pos,
            parent,
            fun,
            return_k,
            uses: FxHashSet::default(),
            jumps: Vec::new(),
            pushes: Vec::new(),
            fun_uses: FxHashSet::default(),
            binds_funs: Vec::new(),
            size: 0,
        });
        self.of[name] = Some(id);
        for param in params {
            self.bound_in[*param] = Some(id);
        }
        work.push((id, body));
    }

    fn bindings(&mut self, node: NodeId, body: &'a Body, work: &mut Vec<(NodeId, &'a Body)>) {
        self.nodes[node].size += body.lets.len() + 1;
        for binding in &body.lets {
            match binding {
                Let::Op { dst, op, args, .. } => {
                    for var in dst {
                        self.bound_in[*var] = Some(node);
                    }
                    if let Some(atom) = self.constant(op, args) {
                        self.constants[dst[0]] = Some(atom);
                    }
                }
                Let::Funs(funs) => funs.iter().for_each(|f| self.add_fun(f, Some(node), work)),
                Let::Conts(conts) => {
                    for cont in conts {
                        let (fun, return_k) = (self.nodes[node].fun, self.nodes[node].return_k);
                        let parts = (cont.name, Some(cont), &cont.params[..], &cont.body, cont.pos);
                        self.add(self.nodes.next_key(), parts, node, fun, return_k, work);
                    }
                }
                Let::GetHandler { k } => {
                    self.bound_in[*k] = Some(node);
                    self.is_cont[*k] = true;
                }
                Let::SetHandler { .. } => {}
                Let::Capture { dst, .. } => self.bound_in[*dst] = Some(node),
            }
        }
        body.tail.bodies().for_each(|body| work.push((node, body)));
    }

    /// The result of an operation that needs no code: a nullary constructor, the empty tuple, or
    /// a copy.
    fn constant(&self, op: &Op, args: &[Atom]) -> Option<flow::Atom> {
        match (op, args) {
            (Op::Data(Data::Con(_, tag)), []) => {
                Some(flow::Atom::Imm(abi::nullary(u64::from(*tag))))
            }
            (Op::Data(Data::Tuple), []) => Some(flow::Atom::Imm(abi::NULL_IMMEDIATE)),
            (Op::Data(Data::Copy), [Atom::Const(c)]) => Some(flow::Atom::Const(c.clone())),
            (Op::Data(Data::Copy), [Atom::Var(v)]) => self.constants[*v].clone(),
            _ => None,
        }
    }

    fn uses(&mut self, node: NodeId, body: &'a Body) {
        for binding in &body.lets {
            match binding {
                Let::Op { op, args, .. } => {
                    args.iter().for_each(|a| self.use_atom(node, a));
                    if op.effect().raises() {
                        self.use_return(node);
                    }
                }
                Let::Funs(_) | Let::Conts(_) | Let::GetHandler { .. } => {}
                Let::SetHandler { k } => {
                    self.handlers.extend(self.of[*k]);
                    self.push_cont(node, *k);
                }
                Let::Capture { k, .. } => self.push_cont(node, *k),
            }
        }
        match &body.tail {
            Tail::Call { fun, args, k, .. } => {
                match fun {
                    Atom::Var(f) if self.of[*f].is_some() => {
                        self.nodes[node].fun_uses.extend(self.of[*f])
                    }
                    Atom::Var(_) | Atom::Const(_) => self.use_atom(node, fun),
                }
                args.iter().for_each(|a| self.use_atom(node, a));
                self.push_cont(node, *k);
            }
            Tail::Jump { k, args } => {
                args.iter().for_each(|a| self.use_atom(node, a));
                match self.of[*k] {
                    Some(cont) => self.nodes[node].jumps.push(cont),
                    None => _ = self.nodes[node].uses.insert(*k),
                }
            }
            Tail::If { cond: atom, .. }
            | Tail::SwitchInt { scrutinee: atom, .. }
            | Tail::SwitchSum { scrutinee: atom, .. } => self.use_atom(node, atom),
            Tail::Raise { exn, origin, .. } => {
                self.use_atom(node, exn);
                origin.iter().for_each(|origin| self.use_atom(node, origin));
                self.use_return(node);
            }
            Tail::Throw { cont, args, .. } => {
                self.use_atom(node, cont);
                args.iter().for_each(|a| self.use_atom(node, a));
            }
            Tail::Unreachable => {}
        }
    }

    fn use_atom(&mut self, node: NodeId, atom: &Atom) {
        let Atom::Var(var) = atom else { return };
        if self.constants[*var].is_some() {
            return;
        }
        match self.of[*var] {
            Some(fun) => {
                self.escapes.insert(fun);
                self.nodes[node].fun_uses.insert(fun);
            }
            // Imported functions are bound nowhere and are constants.
            None if self.bound_in[*var].is_none() => {}
            None => _ = self.nodes[node].uses.insert(*var),
        }
    }

    /// A backtrace of a raise wants the return of the function around.
    fn use_return(&mut self, node: NodeId) {
        let return_k = self.nodes[node].return_k;
        self.nodes[node].uses.insert(return_k);
    }

    fn push_cont(&mut self, node: NodeId, k: Var) {
        match self.of[k] {
            Some(cont) => self.nodes[node].pushes.push(cont),
            None => _ = self.nodes[node].uses.insert(k),
        }
    }
}
