//! Descriptions of how values of a type are written: texts that constructors of exceptions carry.
//!
//! ```text
//! *0; record code 1 why 2; int 64; str
//! ```
//! First which of the nodes that follow, numbered from 0, describes the argument of the
//! constructor; `*` says that the fields of that tuple or record are fields of
//! the exception itself.
//!
//! ```text
//! int BITS, word BITS       a number: 8, 16, 32 or 64 bits; i8 to i64 in ANF
//! char, str                 i8, str
//! real, real32              f64, f32
//! intinf, exn               intinf, exn
//! tuple N...                a tuple of what is described by these nodes
//! record LABEL N...         the same with labels
//! list N                    a sum of the constructor 0 without fields and the
//!                           constructor 1 with the item and the rest
//! vector N, array N, ref N  vector, array, ref
//! enum BITS NAME...         an integer, 1 bit to 32, that stands for one of these names
//! con NAME N                written as NAME and its argument; only the argument exists
//! single LABEL N            a record of one field; only the field exists
//! sum NAME ARG...           a sum with these constructors; `-` is no argument, N one
//!                           argument, `*N` the fields of a tuple or record
//! is TEXT                   always this text; nothing exists of it: `#()`
//! hidden, fn, cut           written as `-`, `fn` and `...`; any type but `#()`
//! ```
//! Nodes may refer to themselves.

use std::str::FromStr;

/// A description of how values of a type are written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// The argument of the constructor that carries the description.
    pub root: Argument,
    /// The nodes, which refer to one another by number.
    pub nodes: Vec<Node>,
}

/// The argument of a constructor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Argument {
    /// The node that describes it.
    pub node: usize,
    /// True if its fields are those of the constructor.
    pub spread: bool,
}

/// A way to write the values of one type; see the documentation of the module.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Node {
    Int(u8),
    Word(u8),
    Char,
    Str,
    Real,
    Real32,
    Big,
    Exn,
    Tuple(Vec<usize>),
    Record(Vec<(String, usize)>),
    List(usize),
    Vector(usize),
    Array(usize),
    Ref(usize),
    Enum(u8, Vec<String>),
    Con(String, usize),
    Single(String, usize),
    Sum(Vec<(String, Option<Argument>)>),
    Is(String),
    Hidden,
    Function,
    Cut,
}

impl Description {
    /// Reads a description; nothing if it is none.
    pub fn parse(text: &[u8]) -> Option<Description> {
        let text = std::str::from_utf8(text).ok()?;
        let mut parts = text.split(';');
        let root = argument(parts.next()?.trim())??;
        let nodes = parts.map(node).collect::<Option<Vec<Node>>>()?;
        let description = Description { root, nodes };
        description.is_closed().then_some(description)
    }

    /// True if every number stands for a node, and every `*` for a tuple or record, or one that
    /// is cut.
    fn is_closed(&self) -> bool {
        let exists = |node: &usize| *node < self.nodes.len();
        let fits = |argument: &Argument| match self.nodes.get(argument.node) {
            Some(Node::Tuple(_) | Node::Record(_) | Node::Cut) => true,
            Some(_) => !argument.spread,
            None => false,
        };
        fits(&self.root)
            && self.nodes.iter().all(|node| match node {
                Node::Tuple(parts) => parts.iter().all(exists),
                Node::Record(parts) => parts.iter().all(|(_, part)| exists(part)),
                Node::List(part) | Node::Vector(part) | Node::Array(part) => exists(part),
                Node::Ref(part) => exists(part),
                Node::Con(_, part) | Node::Single(_, part) => exists(part) && self.ends(*part),
                Node::Sum(constructors) => {
                    constructors.iter().filter_map(|(_, argument)| argument.as_ref()).all(fits)
                }
                Node::Int(_) | Node::Word(_) | Node::Char | Node::Str | Node::Real => true,
                Node::Real32 | Node::Big | Node::Exn | Node::Enum(..) | Node::Is(_) => true,
                Node::Hidden | Node::Function | Node::Cut => true,
            })
    }

    /// True if a chain of nodes each of which exists only as its part has an end.
    fn ends(&self, start: usize) -> bool {
        let mut at = start;
        for _ in 0..self.nodes.len() {
            match self.nodes.get(at) {
                Some(Node::Con(_, part) | Node::Single(_, part)) => at = *part,
                Some(_) | None => return true,
            }
        }
        false
    }

    /// True if such a value takes a slot.
    pub fn has_slot(&self, node: usize) -> bool {
        match &self.nodes[node] {
            Node::Is(_) => false,
            Node::Con(_, part) | Node::Single(_, part) => self.has_slot(*part),
            Node::Int(_) | Node::Word(_) | Node::Char | Node::Str | Node::Real | Node::Real32 => {
                true
            }
            Node::Big | Node::Exn | Node::Tuple(_) | Node::Record(_) | Node::List(_) => true,
            Node::Vector(_) | Node::Array(_) | Node::Ref(_) | Node::Enum(..) | Node::Sum(_) => true,
            Node::Hidden | Node::Function | Node::Cut => true,
        }
    }

    /// The number of slots of a constructor with this argument.
    pub fn slots(&self, argument: Argument) -> usize {
        match &self.nodes[argument.node] {
            node if argument.spread => self.slots_inside(node),
            _ => usize::from(self.has_slot(argument.node)),
        }
    }

    /// The number of fields of a tuple or record that take a slot.
    pub fn slots_inside(&self, node: &Node) -> usize {
        if let Node::Tuple(parts) = node {
            parts.iter().filter(|part| self.has_slot(**part)).count()
        } else if let Node::Record(parts) = node {
            parts.iter().filter(|(_, part)| self.has_slot(*part)).count()
        } else {
            0
        }
    }
}

/// `-`, a number or `*` and a number; nothing if it is none of them.
fn argument(word: &str) -> Option<Option<Argument>> {
    if word == "-" {
        return Some(None);
    }
    let (spread, number) = match word.strip_prefix('*') {
        Some(number) => (true, number),
        None => (false, word),
    };
    Some(Some(Argument { node: number.parse().ok()?, spread }))
}

fn node(text: &str) -> Option<Node> {
    let text = text.trim();
    if let Some(always) = text.strip_prefix("is ") {
        return Some(Node::Is(always.to_owned()));
    }
    let mut words = text.split_ascii_whitespace();
    let kind = words.next()?;
    let words: Vec<&str> = words.collect();
    Some(match (kind, &words[..]) {
        ("int", [bits]) => Node::Int(width(bits)?),
        ("word", [bits]) => Node::Word(width(bits)?),
        ("char", []) => Node::Char,
        ("str", []) => Node::Str,
        ("real", []) => Node::Real,
        ("real32", []) => Node::Real32,
        ("intinf", []) => Node::Big,
        ("exn", []) => Node::Exn,
        ("hidden", []) => Node::Hidden,
        ("fn", []) => Node::Function,
        ("cut", []) => Node::Cut,
        ("list", [item]) => Node::List(number(item)?),
        ("vector", [item]) => Node::Vector(number(item)?),
        ("array", [item]) => Node::Array(number(item)?),
        ("ref", [content]) => Node::Ref(number(content)?),
        ("con", [name, argument]) => Node::Con((*name).to_owned(), number(argument)?),
        ("single", [label, part]) => Node::Single((*label).to_owned(), number(part)?),
        ("tuple", parts) => {
            Node::Tuple(parts.iter().map(|word| number(word)).collect::<Option<_>>()?)
        }
        ("record", parts) => Node::Record(pairs(parts, number)?),
        ("sum", constructors) => Node::Sum(pairs(constructors, argument)?),
        ("enum", [bits @ ("1" | "8" | "16" | "32"), names @ ..]) => {
            Node::Enum(number(bits)?, names.iter().map(|name| (*name).to_owned()).collect())
        }
        _ => return None,
    })
}

fn number<N: FromStr>(word: &str) -> Option<N> {
    word.parse().ok()
}

/// Bits of a number.
fn width(word: &str) -> Option<u8> {
    number(word).filter(|bits| matches!(bits, 8 | 16 | 32 | 64))
}

/// Names, each with something behind it.
fn pairs<T>(words: &[&str], read: impl Fn(&str) -> Option<T>) -> Option<Vec<(String, T)>> {
    if words.len() % 2 == 1 {
        return None;
    }
    words.chunks(2).map(|pair| Some((pair[0].to_owned(), read(pair[1])?))).collect()
}
