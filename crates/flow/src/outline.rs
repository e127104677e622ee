//! The parts of a program that the theory of IL sees: where variables are bound and used,
//! and how control goes from body to body.
//!
//! Liveness, coherence, renaming apart and register assignment are defined on
//! outlines, so that they are the same for Flow's clusters and for programs in
//! IL's own notation. Every occurrence of a variable has a number; a renaming is
//! a new variable for each number, and whoever made the outline carries it out by
//! going over the program in the order of the numbers:
//!
//! ```text
//! the variables bound at the entry, then body by body (see [`walk::all_bodies`]):
//!   for each binding its results, then its operands;
//!   for each group of functions their parameters;
//!   the operands of the end
//! ```

use crate::walk::{self, BodyEntry, BodyNode};
use crate::{Body, Cluster, Let, Local, Tail, Var};
use faults::{Fault, on};
use rustc_hash::FxHashMap;
use std::ops::Range;

/// A run of occurrences.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Occs {
    start: u32,
    end: u32,
}

impl Occs {
    /// The numbers.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The outline of a cluster or of a program in IL.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// The variable of each occurrence.
    pub vars: Vec<Var>,
    /// The bodies, numbered as the text begins them; the first is the whole.
    pub bodies: Vec<Part>,
}

/// A body.
#[derive(Clone, Debug)]
pub struct Part {
    /// The way it is reached.
    pub entry: Entry,
    /// The variables bound where it begins.
    pub params: Occs,
    /// Its bindings, in order.
    pub items: Vec<Item>,
    /// The variables that its end uses.
    pub uses: Occs,
    /// The bodies that control goes to.
    pub next: Next,
}

/// The way a body is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    /// It is the whole.
    Root,
    /// By jumps; it is that of a function defined in this body.
    Fun(usize),
    /// From the end of this body.
    Branch(usize),
}

/// A binding.
#[derive(Clone, Debug)]
pub enum Item {
    /// Of variables.
    Op {
        /// The variables it binds.
        dst: Occs,
        /// The variables it uses.
        uses: Occs,
    },
    /// Of functions, with the numbers of their bodies.
    Funs(Box<[u32]>),
}

/// The bodies that control goes to at the end of a body.
#[derive(Clone, Debug)]
pub enum Next {
    /// Out.
    Leave,
    /// To the function with this body. An argument that is a variable is
    /// there, others are not.
    Jump {
        /// The body.
        body: usize,
        /// The arguments.
        args: Box<[Option<Var>]>,
    },
    /// To one of these bodies.
    Branches(Box<[u32]>),
}

/// A step of a walk in the order of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A body begins, and its parameters are bound.
    Enter(usize),
    /// A binding of variables: the body and the place in it.
    Op(usize, usize),
    /// A binding of functions, whose bodies follow: the body and the place in it.
    Funs(usize, usize),
    /// The end of a body; its branches follow.
    End(usize),
    /// A body has ended, and what was bound in it is not bound any more.
    Leave(usize),
}

impl Outline {
    /// The outline of a cluster.
    pub fn of(cluster: &Cluster) -> Outline {
        let mut outline = Outline::default();
        let params = outline.push(cluster.entry_vars());
        outline.add_bodies(&cluster.body, params);
        outline
    }

    /// The outline of a body that stands for itself.
    pub fn of_body(body: &Body) -> Outline {
        let mut outline = Outline::default();
        outline.add_bodies(body, Occs::default());
        outline
    }

    /// Adds occurrences.
    pub fn push(&mut self, vars: impl IntoIterator<Item = Var>) -> Occs {
        let start = self.vars.len() as u32;
        self.vars.extend(vars);
        Occs { start, end: self.vars.len() as u32 }
    }

    /// The variables of some occurrences.
    pub fn at(&self, occs: Occs) -> &[Var] {
        &self.vars[occs.range()]
    }

    /// The parameters of a body.
    pub fn params(&self, body: usize) -> &[Var] {
        self.at(self.bodies[body].params)
    }

    fn add_bodies(&mut self, body: &Body, params: Occs) {
        let nodes = walk::all_bodies(body);
        let funs = walk::fun_bodies(&nodes);
        self.bodies = parts(&nodes);
        self.bodies[0].params = params;
        for (i, node) in nodes.iter().enumerate() {
            for binding in &node.body.lets {
                let item = self.item(binding, i, &funs);
                self.bodies[i].items.push(item);
            }
            self.bodies[i].uses = self.push(walk::vars(node.body.tail.operands()));
            if let Tail::Jump { fun, args } = &node.body.tail
                && let Some(body) = funs.get(fun)
            {
                let args = args.iter().map(|atom| atom.var()).collect();
                self.bodies[i].next = Next::Jump { body: *body, args };
            }
        }
    }

    fn item(&mut self, binding: &Let, around: usize, funs: &FxHashMap<Local, usize>) -> Item {
        match binding {
            Let::Op { dst, args, .. } => {
                let dst = self.push(dst.iter().copied());
                Item::Op { dst, uses: self.push(walk::vars(args)) }
            }
            Let::Funs(group) => {
                let mut bodies = Vec::with_capacity(group.len());
                for fun in group {
                    let params = self.push(fun.params.iter().copied());
                    if let Some(body) = funs.get(&fun.name) {
                        self.bodies[*body].params = params;
                        self.bodies[*body].entry = Entry::Fun(around);
                        bodies.push(*body as u32);
                    }
                }
                Item::Funs(bodies.into())
            }
        }
    }

    /// Goes over everything in the order of the text.
    pub fn walk(&self) -> Steps<'_> {
        let todo = if self.bodies.is_empty() { Vec::new() } else { vec![Todo::Body(0)] };
        Steps { outline: self, todo }
    }

    /// The bodies from which each body is entered.
    pub fn predecessors(&self) -> Vec<Vec<usize>> {
        let mut preds = vec![Vec::new(); self.bodies.len()];
        for (i, part) in self.bodies.iter().enumerate() {
            match &part.next {
                Next::Leave => {}
                Next::Jump { .. } if on(Fault::LiveForgetsJumps) => {}
                Next::Branches(bodies) if on(Fault::LiveForgetsElse) => {
                    bodies.iter().take(1).for_each(|b| preds[*b as usize].push(i));
                }
                Next::Jump { body, .. } => preds[*body].push(i),
                Next::Branches(bodies) => bodies.iter().for_each(|b| preds[*b as usize].push(i)),
            }
        }
        preds
    }

    /// True for each body that control can come to.
    pub fn reachable(&self) -> Vec<bool> {
        let mut reached = vec![false; self.bodies.len()];
        let mut todo = vec![0];
        while let Some(body) = todo.pop() {
            if std::mem::replace(&mut reached[body], true) {
                continue;
            }
            match &self.bodies[body].next {
                Next::Leave => {}
                Next::Jump { body, .. } => todo.push(*body),
                Next::Branches(bodies) => todo.extend(bodies.iter().map(|b| *b as usize)),
            }
        }
        reached
    }

    /// The binding that each occurrence means: the number of an occurrence that
    /// binds, its own for those; nothing for what is free.
    pub fn resolve(&self) -> Vec<Option<u32>> {
        let mut meaning = vec![None; self.vars.len()];
        let mut scope: FxHashMap<Var, u32> = FxHashMap::default();
        // What each binding has covered, and where the open bodies begin in it.
        let mut covered: Vec<(Var, Option<u32>)> = Vec::new();
        let mut open = Vec::new();
        for step in self.walk() {
            let (uses, binds) = self.occurrences(step);
            for i in uses.range() {
                meaning[i] = scope.get(&self.vars[i]).copied();
            }
            match step {
                Step::Enter(_) => open.push(covered.len()),
                Step::Op(..) | Step::Funs(..) | Step::End(_) => {}
                Step::Leave(_) => {
                    let from = open.pop().unwrap_or(0);
                    for (var, before) in covered.drain(from..).rev() {
                        match before {
                            Some(before) => scope.insert(var, before),
                            None => scope.remove(&var),
                        };
                    }
                }
            }
            for i in binds.range() {
                meaning[i] = Some(i as u32);
                covered.push((self.vars[i], scope.insert(self.vars[i], i as u32)));
            }
        }
        meaning
    }

    /// The variables that a step uses, and those it binds thereafter.
    pub fn occurrences(&self, step: Step) -> (Occs, Occs) {
        let none = Occs::default();
        match step {
            Step::Enter(body) => (none, self.bodies[body].params),
            Step::Op(body, i) => match self.bodies[body].items[i] {
                Item::Op { dst, uses } => (uses, dst),
                Item::Funs(_) => (none, none),
            },
            Step::End(body) => (self.bodies[body].uses, none),
            Step::Funs(..) | Step::Leave(_) => (none, none),
        }
    }
}

fn parts(nodes: &[BodyNode<'_>]) -> Vec<Part> {
    let none = Occs::default();
    let mut branches = vec![Vec::new(); nodes.len()];
    let mut parts: Vec<Part> = Vec::with_capacity(nodes.len());
    for (i, node) in nodes.iter().enumerate() {
        let entry = match node.entry {
            // The body around a function is known when its definition is met.
            BodyEntry::Cluster | BodyEntry::Fun(_) => Entry::Root,
            BodyEntry::Branch(parent) => {
                branches[parent].push(i as u32);
                Entry::Branch(parent)
            }
        };
        let items = Vec::with_capacity(node.body.lets.len());
        parts.push(Part { entry, params: none, items, uses: none, next: Next::Leave });
    }
    for (part, branches) in parts.iter_mut().zip(branches) {
        if !branches.is_empty() {
            part.next = Next::Branches(branches.into());
        }
    }
    parts
}

enum Todo {
    Body(usize),
    Items(usize, usize),
    Group(usize, usize, usize),
    Branches(usize, usize),
    Leave(usize),
}

/// The steps of a walk.
pub struct Steps<'a> {
    outline: &'a Outline,
    todo: Vec<Todo>,
}

impl Iterator for Steps<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        loop {
            match self.todo.pop()? {
                Todo::Body(body) => {
                    self.todo.push(Todo::Leave(body));
                    self.todo.push(Todo::Items(body, 0));
                    return Some(Step::Enter(body));
                }
                Todo::Items(body, i) => {
                    let Some(item) = self.outline.bodies[body].items.get(i) else {
                        self.todo.push(Todo::Branches(body, 0));
                        return Some(Step::End(body));
                    };
                    self.todo.push(Todo::Items(body, i + 1));
                    match item {
                        Item::Op { .. } => return Some(Step::Op(body, i)),
                        Item::Funs(_) => {
                            self.todo.push(Todo::Group(body, i, 0));
                            return Some(Step::Funs(body, i));
                        }
                    }
                }
                Todo::Group(body, i, k) => {
                    if let Item::Funs(group) = &self.outline.bodies[body].items[i]
                        && let Some(fun) = group.get(k)
                    {
                        self.todo.push(Todo::Group(body, i, k + 1));
                        self.todo.push(Todo::Body(*fun as usize));
                    }
                }
                Todo::Branches(body, k) => {
                    if let Next::Branches(branches) = &self.outline.bodies[body].next
                        && let Some(branch) = branches.get(k)
                    {
                        self.todo.push(Todo::Branches(body, k + 1));
                        self.todo.push(Todo::Body(*branch as usize));
                    }
                }
                Todo::Leave(body) => return Some(Step::Leave(body)),
            }
        }
    }
}
