//! What may flow where: a node for every place that holds functions, or values with functions in
//! them. Places between which a value may pass have the same node.
//!
//! A node has the parts of its type: the fields of a tuple, the parameters and results of a function,
//! the elements of an array. A sum has one node in the program. Parts are made when they are asked
//! for; a value that nothing looks into keeps its type.

use super::Class;
use base::{PrimaryMap, SecondaryMap, entity_impl};
use cps::Var;
use types::{Field, SumId, Ty, TyId, TyTable};

/// A set of places that hold the same values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Node(u32);
entity_impl!(Node, "node");

/// The facts about a node.
struct Facts {
    ty: TyId,
    /// A node nearer to the one that stands for this one; itself, if that is it.
    up: Node,
    parts: Option<Vec<Option<Node>>>,
    /// True if something that the analysis does not see makes such values or looks at them.
    pinned: bool,
    /// True if a value is called.
    called: bool,
    /// The functions that are values here.
    functions: Vec<Var>,
}

/// The nodes of types.
pub(super) struct Flow {
    nodes: PrimaryMap<Node, Facts>,
    sums: SecondaryMap<SumId, Option<Node>>,
    /// True for types that functions are part of.
    holds: SecondaryMap<TyId, bool>,
    /// The new types of nodes.
    new_types: SecondaryMap<Node, Option<TyId>>,
}

impl Flow {
    /// The nodes of a module whose values have these types.
    pub(super) fn new(types: &TyTable, used: impl Iterator<Item = TyId>) -> Flow {
        Flow {
            nodes: PrimaryMap::new(),
            sums: SecondaryMap::new(),
            holds: holds(types, used),
            new_types: SecondaryMap::new(),
        }
    }

    /// The node of a new place for values of a type, if functions are part of it.
    pub(super) fn place(&mut self, types: &TyTable, ty: TyId) -> Option<Node> {
        if !self.holds[ty] {
            return None;
        }
        let Ty::Sum(sum) = types.get(ty) else { return Some(self.push(ty)) };
        if self.sums[*sum].is_none() {
            self.sums[*sum] = Some(self.push(ty));
        }
        self.sums[*sum]
    }

    fn push(&mut self, ty: TyId) -> Node {
        let up = self.nodes.next_key();
        let functions = Vec::new();
        self.nodes.push(Facts { ty, up, parts: None, pinned: false, called: false, functions })
    }

    /// The node that stands for a node and all that are the same as it.
    pub(super) fn find(&mut self, mut node: Node) -> Node {
        while self.nodes[node].up != node {
            let up = self.nodes[node].up;
            self.nodes[node].up = self.nodes[up].up;
            node = up;
        }
        node
    }

    /// A part of a node.
    pub(super) fn part(&mut self, types: &TyTable, node: Node, i: usize) -> Option<Node> {
        let node = self.find(node);
        if self.nodes[node].parts.is_none() {
            let ty = self.nodes[node].ty;
            let pinned = self.nodes[node].pinned;
            let parts: Vec<Option<Node>> =
                parts(types, ty).into_iter().map(|ty| self.place(types, ty)).collect();
            self.nodes[node].parts = Some(parts.clone());
            if pinned {
                parts.into_iter().for_each(|part| self.pin(part));
            }
        }
        self.nodes[node].parts.as_ref().and_then(|parts| parts.get(i).copied().flatten())
    }

    /// The same values are in both places.
    pub(super) fn unify(&mut self, a: Option<Node>, b: Option<Node>) {
        let mut work: Vec<(Node, Node)> = a.zip(b).into_iter().collect();
        while let Some((a, b)) = work.pop() {
            let (a, b) = (self.find(a), self.find(b));
            if a == b {
                continue;
            }
            // The one with more functions stays, so that each is moved a few times only.
            let less = self.nodes[a].functions.len() < self.nodes[b].functions.len();
            let (to, from) = if less { (b, a) } else { (a, b) };
            self.nodes[from].up = to;
            let functions = std::mem::take(&mut self.nodes[from].functions);
            self.nodes[to].functions.extend(functions);
            self.nodes[to].called |= self.nodes[from].called;
            let pinned = self.nodes[to].pinned || self.nodes[from].pinned;
            let (there, here) = (self.nodes[from].parts.take(), self.nodes[to].parts.take());
            if let (Some(there), Some(here)) = (&there, &here) {
                work.extend(there.iter().zip(here).filter_map(|(a, b)| a.zip(*b)));
            }
            self.nodes[to].parts = here.or(there);
            if pinned {
                self.nodes[to].pinned = false;
                self.pin(Some(to));
            }
        }
    }

    /// Something else makes such values, or looks at them: their types stay.
    pub(super) fn pin(&mut self, node: Option<Node>) {
        let mut work: Vec<Node> = node.into_iter().collect();
        while let Some(node) = work.pop() {
            let node = self.find(node);
            if !std::mem::replace(&mut self.nodes[node].pinned, true) {
                work.extend(self.nodes[node].parts.iter().flatten().flatten());
            }
        }
    }

    /// A function is a value here.
    pub(super) fn add_function(&mut self, node: Node, function: Var) {
        let node = self.find(node);
        self.nodes[node].functions.push(function);
    }

    /// A value is called.
    pub(super) fn call(&mut self, node: Node) {
        let node = self.find(node);
        self.nodes[node].called = true;
    }

    /// The classes of at most so many functions of which all calls are known, and some is made.
    pub(super) fn classes(&mut self, targets: usize) -> Vec<Class> {
        let mut classes = Vec::new();
        for (node, facts) in self.nodes.iter() {
            let few = (1..=targets).contains(&facts.functions.len());
            if few && facts.up == node && facts.called && !facts.pinned {
                let mut members = facts.functions.clone();
                members.sort();
                classes.push(Class { node, members });
            }
        }
        classes.sort_by_key(|class| class.members[0]);
        classes
    }

    /// Says that the values of a class are those of another type from now on.
    pub(super) fn retype(&mut self, class: Node, ty: TyId) {
        self.new_types[class] = Some(ty);
    }

    /// The type that values of a place have, once the classes have new types.
    pub(super) fn new_type(&mut self, types: &mut TyTable, node: Node) -> TyId {
        let node = self.find(node);
        if let Some(ty) = self.new_types[node] {
            return ty;
        }
        let old = self.nodes[node].ty;
        let ty = match types.get(old) {
            Ty::Sum(_) => old,
            ty => {
                let ty = ty.clone();
                self.with_new_parts(types, node, &ty).map_or(old, |ty| types.intern(ty))
            }
        };
        self.new_types[node] = Some(ty);
        ty
    }

    /// The new types of the parts of a node, if anything has looked into it.
    fn new_parts(&mut self, types: &mut TyTable, node: Node) -> Option<Vec<TyId>> {
        let places = self.nodes[node].parts.clone()?;
        let old = parts(types, self.nodes[node].ty);
        let new = |(place, old): (Option<Node>, TyId)| match place {
            Some(place) => self.new_type(types, place),
            None => old,
        };
        Some(places.into_iter().zip(old).map(new).collect())
    }

    fn with_new_parts(&mut self, types: &mut TyTable, node: Node, ty: &Ty) -> Option<Ty> {
        let new = self.new_parts(types, node)?;
        let content = |types: &mut TyTable, old: TyId| match types.get(old) {
            Ty::Unboxed(_) => types.intern(Ty::Unboxed(new.clone())),
            _ => new[0],
        };
        Some(match ty {
            Ty::Tuple(fields) => {
                let fields = fields.iter().zip(&new);
                Ty::Tuple(fields.map(|(f, ty)| Field { ty: *ty, mutable: f.mutable }).collect())
            }
            Ty::Fun(params, _) => {
                let (params, results) = new.split_at(params.len());
                Ty::Fun(params.to_vec(), results.to_vec())
            }
            Ty::Unboxed(_) => Ty::Unboxed(new),
            Ty::Cont(_) => Ty::Cont(new),
            Ty::ExnCon(_) => Ty::ExnCon(new),
            Ty::Array(old) => Ty::Array(content(types, *old)),
            Ty::Vector(old) => Ty::Vector(content(types, *old)),
            Ty::Ref(old) => Ty::Ref(content(types, *old)),
            Ty::Weak(old) => Ty::Weak(content(types, *old)),
            Ty::Int(_) | Ty::F32 | Ty::F64 | Ty::Str | Ty::Big | Ty::Exn | Ty::Origin => {
                return None;
            }
            Ty::Any | Ty::Ptr | Ty::Sum(_) => return None,
        })
    }

    /// Gives the fields of sums their new types.
    pub(super) fn retype_sums(&mut self, types: &mut TyTable) {
        let sums: Vec<SumId> = types.sums.keys().collect();
        for sum in sums {
            let Some(node) = self.sums[sum].map(|node| self.find(node)) else { continue };
            let Some(new) = self.new_parts(types, node) else { continue };
            let mut new = new.into_iter();
            for (_, constructor) in types.sums[sum].constructors.iter_mut().enumerate() {
                constructor.fields.iter_mut().zip(&mut new).for_each(|(field, ty)| *field = ty);
            }
        }
    }
}

/// The types of the parts of a value; those of a sum are the fields of all of its constructors.
pub(super) fn parts(types: &TyTable, ty: TyId) -> Vec<TyId> {
    match types.get(ty) {
        Ty::Tuple(fields) => fields.iter().map(|field| field.ty).collect(),
        Ty::Fun(params, results) => [&params[..], results].concat(),
        Ty::Unboxed(_) => types.components(&[ty]),
        Ty::Cont(parts) | Ty::ExnCon(parts) => parts.clone(),
        Ty::Array(part) | Ty::Vector(part) | Ty::Ref(part) | Ty::Weak(part) => {
            types.components(&[*part])
        }
        Ty::Sum(sum) => {
            let constructors = &types.sums[*sum].constructors;
            constructors.iter().flat_map(|constructor| &constructor.fields).copied().collect()
        }
        Ty::Int(_) | Ty::F32 | Ty::F64 | Ty::Str | Ty::Big => Vec::new(),
        Ty::Exn | Ty::Origin | Ty::Any | Ty::Ptr => Vec::new(),
    }
}

/// The types that functions are part of, among these and their parts.
fn holds(types: &TyTable, used: impl Iterator<Item = TyId>) -> SecondaryMap<TyId, bool> {
    let mut seen: SecondaryMap<TyId, bool> = SecondaryMap::new();
    let mut wholes: SecondaryMap<TyId, Vec<TyId>> = SecondaryMap::new();
    let mut holding: Vec<TyId> = Vec::new();
    let mut work: Vec<TyId> = used.collect();
    while let Some(ty) = work.pop() {
        if std::mem::replace(&mut seen[ty], true) {
            continue;
        }
        if matches!(types.get(ty), Ty::Fun(..)) {
            holding.push(ty);
        }
        for part in parts(types, ty) {
            wholes[part].push(ty);
            work.push(part);
        }
    }
    let mut holds: SecondaryMap<TyId, bool> = SecondaryMap::new();
    while let Some(ty) = holding.pop() {
        if !std::mem::replace(&mut holds[ty], true) {
            holding.extend(&wholes[ty]);
        }
    }
    holds
}
