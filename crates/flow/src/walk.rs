//! Questions that every pass asks of a term, with the names that all three languages share; events
//! in the order of the text, and bodies with their numbers.
//!
//! ```text
//! Let, Tail   operands, bodies   its own, in the order of the text, not those of the bodies inside
//!             uses               the variables that it uses
//! Body        each_use, size     also of all bodies inside
//! Cluster     each_binder        every variable bound, be it by a binding or as a parameter
//! ```
//! Nothing here is recursive, so that depth of nesting costs no stack.

use crate::{Atom, Body, FlowOp, Let, Local, LocalFun, Tail, Target, Var};
use base::Pos;
use base::graph::components;
use rustc_hash::FxHashMap;

/// A part that a walk meets; the order is that of the text.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A binding of results of an operation.
    Op(OpRef<'a>),
    /// A group of local functions, whose names are in scope from here to the
    /// end of the body around.
    Funs(&'a [LocalFun]),
    /// The body of a local function begins.
    EnterFun(&'a LocalFun),
    /// The body of a local function has ended.
    LeaveFun(&'a LocalFun),
    /// The end of a body; its branches follow.
    Tail(&'a Tail),
    /// A branch begins.
    EnterBranch(Branch, &'a Body),
    /// A branch has ended.
    LeaveBranch(Branch, &'a Body),
    /// All branches of an `if` or `switch` have ended.
    EndBranches(&'a Tail),
}

/// The parts of a [`Let::Op`].
#[derive(Clone, Copy, Debug)]
pub struct OpRef<'a> {
    /// The results.
    pub dst: &'a [Var],
    /// The operation.
    pub op: &'a FlowOp,
    /// Its operands.
    pub args: &'a [Atom],
    /// The position.
    pub pos: Pos,
}

/// A branch of a conditional.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Branch {
    /// The first of an `if`.
    Then,
    /// The second of an `if`.
    Else,
    /// A case of a `switch`.
    Case(u64),
    /// The default of a `switch`.
    Default,
}

/// The events of a body, in the order of the text.
pub struct Walk<'a> {
    todo: Vec<Step<'a>>,
}

enum Step<'a> {
    Lets(&'a Body, usize),
    Group(&'a [LocalFun], usize),
    LeaveFun(&'a LocalFun),
    Branches(&'a Tail, usize),
    LeaveBranch(Branch, &'a Body),
}

/// Goes over a body.
pub fn walk(body: &Body) -> Walk<'_> {
    Walk { todo: vec![Step::Lets(body, 0)] }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Event<'a>;

    fn next(&mut self) -> Option<Event<'a>> {
        loop {
            match self.todo.pop()? {
                Step::Lets(body, i) => {
                    let Some(binding) = body.lets.get(i) else {
                        self.todo.push(Step::Branches(&body.tail, 0));
                        return Some(Event::Tail(&body.tail));
                    };
                    self.todo.push(Step::Lets(body, i + 1));
                    match binding {
                        Let::Op { dst, op, args, pos } => {
                            return Some(Event::Op(OpRef { dst, op, args, pos: *pos }));
                        }
                        Let::Funs(funs) => {
                            self.todo.push(Step::Group(funs, 0));
                            return Some(Event::Funs(funs));
                        }
                    }
                }
                Step::Group(funs, i) => {
                    let Some(fun) = funs.get(i) else { continue };
                    self.todo.push(Step::Group(funs, i + 1));
                    self.todo.push(Step::LeaveFun(fun));
                    self.todo.push(Step::Lets(&fun.body, 0));
                    return Some(Event::EnterFun(fun));
                }
                Step::LeaveFun(fun) => return Some(Event::LeaveFun(fun)),
                Step::Branches(tail, i) => {
                    let Some((branch, body)) = tail.branch(i) else {
                        match tail {
                            Tail::If { .. } | Tail::Switch { .. } => {
                                return Some(Event::EndBranches(tail));
                            }
                            Tail::Jump { .. }
                            | Tail::Apply { .. }
                            | Tail::Throw { .. }
                            | Tail::Reinstate { .. }
                            | Tail::Raise { .. }
                            | Tail::Unreachable => continue,
                        }
                    };
                    self.todo.push(Step::Branches(tail, i + 1));
                    self.todo.push(Step::LeaveBranch(branch, body));
                    self.todo.push(Step::Lets(body, 0));
                    return Some(Event::EnterBranch(branch, body));
                }
                Step::LeaveBranch(branch, body) => return Some(Event::LeaveBranch(branch, body)),
            }
        }
    }
}

/// A body of a cluster, and how it is reached.
#[derive(Clone, Copy, Debug)]
pub struct BodyNode<'a> {
    /// The body.
    pub body: &'a Body,
    /// The way it is reached.
    pub entry: BodyEntry<'a>,
}

/// The way a body is reached.
#[derive(Clone, Copy, Debug)]
pub enum BodyEntry<'a> {
    /// It is the cluster's.
    Cluster,
    /// By jumps to this function.
    Fun(&'a LocalFun),
    /// From the end of the body with this number.
    Branch(usize),
}

/// All bodies of a cluster, numbered as a walk enters them; the first is the
/// one that is given.
pub fn all_bodies(body: &Body) -> Vec<BodyNode<'_>> {
    let mut nodes = vec![BodyNode { body, entry: BodyEntry::Cluster }];
    let mut around = vec![0];
    for event in walk(body) {
        match event {
            Event::EnterFun(fun) => {
                around.push(nodes.len());
                nodes.push(BodyNode { body: &fun.body, entry: BodyEntry::Fun(fun) });
            }
            Event::EnterBranch(_, body) => {
                let parent = around.last().copied().unwrap_or(0);
                around.push(nodes.len());
                nodes.push(BodyNode { body, entry: BodyEntry::Branch(parent) });
            }
            Event::LeaveFun(_) | Event::LeaveBranch(..) => {
                around.pop();
            }
            Event::Op(_) | Event::Funs(_) | Event::Tail(_) | Event::EndBranches(_) => {}
        }
    }
    nodes
}

/// The bodies from which each body is entered, by their numbers: the ends that
/// branch or jump to it.
pub fn predecessors(nodes: &[BodyNode<'_>]) -> Vec<Vec<usize>> {
    let mut preds = vec![Vec::new(); nodes.len()];
    let funs = fun_bodies(nodes);
    for (i, node) in nodes.iter().enumerate() {
        if let BodyEntry::Branch(parent) = node.entry {
            preds[i].push(parent);
        }
        if let Tail::Jump { fun, .. } = &node.body.tail
            && let Some(target) = funs.get(fun)
        {
            preds[*target].push(i);
        }
    }
    preds
}

/// The number of the body of each local function.
pub fn fun_bodies(nodes: &[BodyNode<'_>]) -> FxHashMap<Local, usize> {
    let number = |(i, node): (usize, &BodyNode<'_>)| match node.entry {
        BodyEntry::Fun(fun) => Some((fun.name, i)),
        BodyEntry::Cluster | BodyEntry::Branch(_) => None,
    };
    nodes.iter().enumerate().filter_map(number).collect()
}

/// Calls `visit` with every body in and under `body`, in the order of
/// [`all_bodies`]; what `visit` puts into a body is visited too.
pub fn each_body_mut(body: &mut Body, mut visit: impl FnMut(&mut Body)) {
    let mut todo = vec![body];
    while let Some(body) = todo.pop() {
        visit(body);
        let from = todo.len();
        todo.extend(body.lets.iter_mut().flat_map(Let::bodies_mut));
        todo.extend(body.tail.bodies_mut());
        todo[from..].reverse();
    }
}

impl Let {
    /// Its own operands.
    pub fn operands(&self) -> impl Iterator<Item = &Atom> {
        let args: &[Atom] = if let Let::Op { args, .. } = self { args } else { &[] };
        args.iter()
    }

    /// The variables it uses, not those of the bodies inside.
    pub fn uses(&self) -> impl Iterator<Item = Var> {
        vars(self.operands())
    }

    /// The local functions that it defines.
    pub fn funs_mut(&mut self) -> impl Iterator<Item = &mut LocalFun> {
        let funs: &mut [LocalFun] = if let Let::Funs(funs) = self { funs } else { &mut [] };
        funs.iter_mut()
    }

    /// The bodies inside.
    pub fn bodies(&self) -> impl Iterator<Item = &Body> {
        let funs: &[LocalFun] = if let Let::Funs(funs) = self { funs } else { &[] };
        funs.iter().map(|fun| &fun.body)
    }

    /// The bodies inside.
    pub fn bodies_mut(&mut self) -> impl Iterator<Item = &mut Body> {
        self.funs_mut().map(|fun| &mut fun.body)
    }
}

impl Body {
    /// Every use of a variable, also in bodies inside.
    pub fn each_use(&self, f: &mut impl FnMut(Var)) {
        for node in all_bodies(self) {
            node.body.lets.iter().flat_map(Let::uses).for_each(&mut *f);
            node.body.tail.uses().for_each(&mut *f);
        }
    }

    /// The bytes that it asks for, if it begins with a `poll`.
    pub fn polled(&self) -> Option<usize> {
        match self.lets.first() {
            Some(Let::Op { op: FlowOp::Poll(bytes), .. }) => Some(*bytes as usize),
            Some(Let::Op { .. } | Let::Funs(_)) | None => None,
        }
    }

    /// True if there are loops of local functions.
    pub fn has_loops(&self) -> bool {
        let nodes = all_bodies(self);
        let mut next: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
        for (i, before) in predecessors(&nodes).into_iter().enumerate() {
            before.into_iter().for_each(|from| next[from].push(i));
        }
        components(&next, [0]).iter().any(|part| part.len() > 1 || next[part[0]].contains(&part[0]))
    }

    /// The number of bindings, local functions and tails, also of bodies inside.
    pub fn size(&self) -> usize {
        let counts = |event: &Event<'_>| match event {
            Event::Op(_) | Event::EnterFun(_) | Event::Tail(_) => true,
            Event::Funs(_) | Event::LeaveFun(_) | Event::EnterBranch(..) => false,
            Event::LeaveBranch(..) | Event::EndBranches(_) => false,
        };
        walk(self).filter(counts).count()
    }
}

impl Tail {
    /// Its position, where that is known.
    pub fn pos(&self) -> Pos {
        match self {
            Tail::Apply { pos, .. } | Tail::Reinstate { pos, .. } | Tail::Raise { pos, .. } => *pos,
            Tail::Jump { .. } | Tail::If { .. } | Tail::Switch { .. } => Pos::NONE,
            Tail::Throw { .. } | Tail::Unreachable => Pos::NONE,
        }
    }

    /// Its branch with this number, in the order of the text.
    pub fn branch(&self, i: usize) -> Option<(Branch, &Body)> {
        match self {
            Tail::If { then, els, .. } => match i {
                0 => Some((Branch::Then, then)),
                1 => Some((Branch::Else, els)),
                _ => None,
            },
            Tail::Switch { cases, default, .. } => match cases.get(i) {
                Some((value, body)) => Some((Branch::Case(*value), body)),
                None if i == cases.len() => default.as_deref().map(|body| (Branch::Default, body)),
                None => None,
            },
            Tail::Jump { .. }
            | Tail::Apply { .. }
            | Tail::Throw { .. }
            | Tail::Reinstate { .. }
            | Tail::Raise { .. }
            | Tail::Unreachable => None,
        }
    }

    /// The variables it uses, not those of the bodies inside.
    pub fn uses(&self) -> impl Iterator<Item = Var> {
        vars(self.operands())
    }

    /// The bodies inside.
    pub fn bodies(&self) -> impl Iterator<Item = &Body> {
        (0..).map_while(|i| self.branch(i)).map(|(_, body)| body)
    }

    /// The bodies inside.
    pub fn bodies_mut(&mut self) -> impl Iterator<Item = &mut Body> {
        let (two, cases, default): (_, &mut [(u64, Body)], Option<&mut Body>) = match self {
            Tail::If { then, els, .. } => (Some([&mut **then, &mut **els]), &mut [], None),
            Tail::Switch { cases, default, .. } => (None, cases, default.as_deref_mut()),
            Tail::Jump { .. } | Tail::Apply { .. } | Tail::Throw { .. } => (None, &mut [], None),
            Tail::Reinstate { .. } | Tail::Raise { .. } => (None, &mut [], None),
            Tail::Unreachable => (None, &mut [], None),
        };
        let cases = cases.iter_mut().map(|(_, body)| body);
        two.into_iter().flatten().chain(cases).chain(default)
    }

    /// Its own operands, not those of the bodies inside.
    pub fn operands(&self) -> impl Iterator<Item = &Atom> {
        let (first, args, rest): (Option<&Atom>, &[Atom], [Option<&Atom>; 2]) = match self {
            Tail::Jump { args, .. } => (None, args, [None, None]),
            Tail::If { cond, .. } => (Some(cond), &[], [None, None]),
            Tail::Switch { scrutinee, .. } => (Some(scrutinee), &[], [None, None]),
            Tail::Apply { target, clos, args, k, .. } => match target {
                Target::Unknown(f) => (Some(f), args, [clos.as_ref(), k.as_ref()]),
                Target::Cluster(_) | Target::Import(_) => (None, args, [clos.as_ref(), k.as_ref()]),
            },
            Tail::Throw { k, args } => (Some(k), args, [None, None]),
            Tail::Reinstate { cont, args, .. } => (Some(cont), args, [None, None]),
            Tail::Raise { exn, origin, k, .. } => (Some(exn), &[], [origin.as_ref(), k.as_ref()]),
            Tail::Unreachable => (None, &[], [None, None]),
        };
        first.into_iter().chain(args).chain(rest.into_iter().flatten())
    }

    /// Its own operands, to be changed.
    pub fn operands_mut(&mut self) -> impl Iterator<Item = &mut Atom> {
        let (first, args, rest): (Option<&mut Atom>, &mut [Atom], [Option<&mut Atom>; 2]) =
            match self {
                Tail::Jump { args, .. } => (None, args, [None, None]),
                Tail::If { cond, .. } => (Some(cond), &mut [], [None, None]),
                Tail::Switch { scrutinee, .. } => (Some(scrutinee), &mut [], [None, None]),
                Tail::Apply { target, clos, args, k, .. } => match target {
                    Target::Unknown(f) => (Some(f), args, [clos.as_mut(), k.as_mut()]),
                    Target::Cluster(_) | Target::Import(_) => {
                        (None, args, [clos.as_mut(), k.as_mut()])
                    }
                },
                Tail::Throw { k, args } => (Some(k), args, [None, None]),
                Tail::Reinstate { cont, args, .. } => (Some(cont), args, [None, None]),
                Tail::Raise { exn, origin, k, .. } => {
                    (Some(exn), &mut [], [origin.as_mut(), k.as_mut()])
                }
                Tail::Unreachable => (None, &mut [], [None, None]),
            };
        first.into_iter().chain(args).chain(rest.into_iter().flatten())
    }
}

impl Atom {
    /// The variable, if it is one.
    pub fn var(&self) -> Option<Var> {
        match self {
            Atom::Var(var) => Some(*var),
            Atom::Const(_) | Atom::Imm(_) | Atom::Static(_) | Atom::StaticImport(_) => None,
        }
    }
}

/// The variables among operands.
pub fn vars<'a>(atoms: impl IntoIterator<Item = &'a Atom>) -> impl Iterator<Item = Var> {
    atoms.into_iter().filter_map(Atom::var)
}

#[cfg(test)]
mod tests {
    use super::{all_bodies, each_body_mut};
    use crate::{Unit, Var, parse};

    fn unit(body: &str) -> Unit {
        parse(format!("flow 1 fun f(a.0: i64, b.1: i64) return k.2 {{ {body} }}").as_bytes())
            .unwrap()
    }

    const NESTED: &str = "fun g(x.3: i64) { fun h() { throw k.2 x.3 } if x.3 { jump h } else { jump i } }
        and i() { unreachable } y.4: i64 = copy a.0 switch y.4 { 1 => { jump g y.4 } _ => { jump i } }";

    #[test]
    fn bodies_are_met_in_one_order() {
        let mut unit = unit(NESTED);
        let cluster = unit.clusters.iter_mut().next().unwrap().1;
        let numbered: Vec<String> =
            all_bodies(&cluster.body).iter().map(|n| format!("{:?}", n.body)).collect();
        let mut visited = Vec::new();
        each_body_mut(&mut cluster.body, |body| visited.push(format!("{body:?}")));
        assert_eq!(numbered, visited);
        assert_eq!(visited.len(), 8);
    }

    #[test]
    fn uses_and_size() {
        let unit = unit(NESTED);
        let cluster = unit.clusters.values().next().unwrap();
        let mut used = Vec::new();
        cluster.body.each_use(&mut |var| used.push(var.0));
        assert_eq!(used, [0, 4, 3, 2, 3, 4]);
        assert_eq!(cluster.body.size(), 12);
    }

    #[test]
    fn renaming_reaches_every_occurrence() {
        let mut unit = unit(NESTED);
        let cluster = unit.clusters.iter_mut().next().unwrap().1;
        cluster.rename(|var| Var(var.0 + 10));
        cluster.each_binder(&mut |var| assert!(var.0 >= 10));
        cluster.body.each_use(&mut |var| assert!(var.0 >= 10));
    }
}
