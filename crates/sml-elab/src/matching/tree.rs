//! Decision trees: graphs without cycles, in which equal subtrees are one node.
//!
//! To lower a tree: a node that several edges lead to ([`Tree::uses`]) becomes a join
//! point; its parameters are the places that [`Tree::needs`] names, and all join
//! points can stand before the match, those that others jump to first
//! ([`Tree::children_first`]). The right side of a rule that several leaves lead to
//! becomes a join point with the rule's variables as its parameters. The values of
//! places are read where they are first needed, and those that a leaf binds at the
//! leaf: reading a reference later might give another value.

use crate::core::{Ty, TyCon, Var};
use base::{EntityId, PrimaryMap, entity_impl};
use num_bigint::BigInt;
use sml_syntax::names::Sym;
use std::sync::Arc;

/// A node of a [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);
entity_impl!(NodeId, "n");

/// A part of the matched values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place(u32);
entity_impl!(Place, "p");

/// The way to a place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Access {
    /// One of the matched values.
    Root(u32),
    /// The argument of a constructor of a datatype: a test has found the constructor,
    /// or there is only one.
    Arg(Place, TyCon, u32),
    /// A field of a record.
    Field(Place, Sym),
    /// The contents of a reference.
    Content(Place),
    /// An element of a vector, whose length a test has found to suffice.
    Element(Place, u32),
    /// The argument of an exception that a test has found to be of this constructor.
    ExnArg(Place, Var),
}

impl Access {
    /// The place it starts from.
    pub fn from(self) -> Option<Place> {
        match self {
            Access::Root(_) => None,
            Access::Arg(place, ..)
            | Access::Field(place, _)
            | Access::Content(place)
            | Access::Element(place, _)
            | Access::ExnArg(place, _) => Some(place),
        }
    }
}

/// The way to a place, and its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlaceInfo {
    /// The way to it.
    pub access: Access,
    /// Its type; none only of the argument of `::` in patterns such as `[a, b]`.
    pub ty: Option<Ty>,
}

/// The keys with which the value at a place is compared.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Key {
    /// A constructor of a datatype, by its number.
    Con(TyCon, u32),
    /// A number of an integer or word type.
    Int(BigInt),
    /// A byte.
    Char(u8),
    /// A string.
    String(Arc<[u8]>),
    /// A vector's length.
    Length(u32),
}

/// A step of a decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// No rule fits.
    Fail,
    /// This rule is the first that fits.
    Leaf {
        /// Its index.
        rule: u32,
        /// Its variables, each once.
        bindings: Vec<(Var, Place)>,
    },
    /// Compares the value at a place with keys.
    Switch {
        /// The place.
        place: Place,
        /// Keys of one kind, ascending, and the nodes that they lead to; at least one.
        cases: Vec<(Key, NodeId)>,
        /// For all other values; none if there are no others.
        default: Option<NodeId>,
    },
    /// Asks whether an exception is of a constructor.
    Exn {
        /// The place.
        place: Place,
        /// The constructor, which may be the same as another of the match.
        exn: Var,
        /// The node for an exception of the constructor.
        yes: NodeId,
        /// The node for other exceptions.
        no: NodeId,
    },
}

impl Node {
    /// Calls a function on every node that this one leads to.
    pub(crate) fn each_child(&self, mut f: impl FnMut(NodeId)) {
        match self {
            Node::Fail | Node::Leaf { .. } => {}
            Node::Switch { cases, default, .. } => {
                cases.iter().for_each(|(_, child)| f(*child));
                default.iter().for_each(|child| f(*child));
            }
            Node::Exn { yes, no, .. } => {
                f(*yes);
                f(*no);
            }
        }
    }
}

/// A compiled match.
#[derive(Clone, Debug)]
pub struct Tree {
    /// All nodes; every one can be reached.
    pub nodes: PrimaryMap<NodeId, Node>,
    /// The first node of the decision.
    pub root: NodeId,
    /// All places that nodes mention, and those on the way to them.
    pub places: PrimaryMap<Place, PlaceInfo>,
}

impl Tree {
    /// The number of edges to each node; one to the root from outside.
    pub fn uses(&self) -> Vec<u32> {
        let mut uses = vec![0; self.nodes.len()];
        uses[self.root.index()] += 1;
        for node in self.nodes.values() {
            node.each_child(|child| uses[child.index()] += 1);
        }
        uses
    }

    /// All nodes, each behind those that it leads to.
    pub fn children_first(&self) -> Vec<NodeId> {
        let mut order = Vec::with_capacity(self.nodes.len());
        let mut seen = vec![false; self.nodes.len()];
        // A node is met twice: before its children and behind them.
        let mut todo = vec![(self.root, false)];
        while let Some((node, behind)) = todo.pop() {
            if behind {
                order.push(node);
            } else if !std::mem::replace(&mut seen[node.index()], true) {
                todo.push((node, true));
                self.nodes[node].each_child(|child| todo.push((child, false)));
            }
        }
        order
    }

    /// For each node, by number, the parameters of its join point: the places whose values
    /// it and the nodes below it need, but no test below finds. Places that can be read from
    /// the matched values without a test, such as fields of a tuple, are not among them.
    pub fn needs(&self) -> Vec<Vec<Place>> {
        let tested = self.tested();
        let mut needs: Vec<Vec<Place>> = vec![Vec::new(); self.nodes.len()];
        for id in self.children_first() {
            let node = &self.nodes[id];
            let mut own = Vec::new();
            match node {
                Node::Fail => {}
                Node::Leaf { bindings, .. } => own.extend(bindings.iter().map(|(_, at)| *at)),
                Node::Switch { place, .. } | Node::Exn { place, .. } => own.push(*place),
            }
            node.each_child(|child| {
                let below = needs[child.index()].iter().copied();
                own.extend(below.filter(|place| !self.found_by(node, *place)));
            });
            own.retain(|place| self.is_behind(&tested, *place));
            own.sort_unstable();
            own.dedup();
            needs[id.index()] = own;
        }
        needs
    }

    /// True if the test of this node is on the way to the place.
    fn found_by(&self, node: &Node, place: Place) -> bool {
        let tested = match node {
            Node::Switch { place, .. } | Node::Exn { place, .. } => *place,
            Node::Fail | Node::Leaf { .. } => return false,
        };
        let mut at = place;
        loop {
            let access = self.places[at].access;
            let Some(from) = access.from() else { return false };
            if from == tested {
                // Of several exceptions compared at one place, the one that was found.
                return match (access, node) {
                    (Access::ExnArg(_, arg), Node::Exn { exn, .. }) => arg == *exn,
                    _ => true,
                };
            }
            at = from;
        }
    }

    /// For each place, by number, whether a node tests it.
    fn tested(&self) -> Vec<bool> {
        let mut tested = vec![false; self.places.len()];
        for node in self.nodes.values() {
            if let Node::Switch { place, .. } | Node::Exn { place, .. } = node {
                tested[place.index()] = true;
            }
        }
        tested
    }

    /// True if a test is on the way to the place.
    fn is_behind(&self, tested: &[bool], place: Place) -> bool {
        let mut at = self.places[place].access.from();
        while let Some(place) = at {
            if tested[place.index()] {
                return true;
            }
            at = self.places[place].access.from();
        }
        false
    }
}
