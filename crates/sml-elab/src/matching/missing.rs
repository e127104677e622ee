//! A value that no rule fits, as text.
//!
//! The shortest path to failure has found keys at some places; the text shows these keys
//! and has `_` for the rest.

use super::pattern;
use super::tree::{Access, Key, Node, NodeId, Place, Tree};
use crate::core::{Builtin, Definition, Node as TyNode, Program, Ty, TyCon};
use base::EntityId;
use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet};
use sml_syntax::names::Sym;
use std::collections::VecDeque;

/// The depth to which a value is shown.
const DEPTH: usize = 8;

/// The text of a value that ends in failure, for each of the matched values.
pub(super) fn missing(program: &Program, tree: &Tree) -> Option<Vec<String>> {
    let found = way_to_failure(tree)?;
    let mut children: FxHashMap<Place, Vec<Place>> = FxHashMap::default();
    let mut roots = Vec::new();
    for (place, info) in tree.places.iter() {
        match info.access.from() {
            Some(from) => children.entry(from).or_default().push(place),
            None => roots.push(place),
        }
    }
    let mut special: FxHashSet<Place> = FxHashSet::default();
    for place in found.keys() {
        let mut at = Some(*place);
        while let Some(place) = at {
            if !special.insert(place) {
                break;
            }
            at = tree.places[place].access.from();
        }
    }
    let text = Text { program, tree, found, children, special };
    let atomic = roots.len() > 1;
    Some(roots.into_iter().map(|place| text.place(place, DEPTH, atomic)).collect())
}

/// The result of a test on the path.
enum Found<'t> {
    /// This key.
    Key(&'t Key),
    /// None of these.
    Not(&'t [(Key, NodeId)]),
}

/// The results of the tests on the shortest path from the root to failure; none without a path.
fn way_to_failure(tree: &Tree) -> Option<FxHashMap<Place, Found<'_>>> {
    let mut before: Vec<Option<(NodeId, Option<usize>)>> = vec![None; tree.nodes.len()];
    let mut todo = VecDeque::from([tree.root]);
    let mut at = loop {
        let id = todo.pop_front()?;
        let mut step = |to: NodeId, case: Option<usize>| {
            if to != tree.root && before[to.index()].is_none() {
                before[to.index()] = Some((id, case));
                todo.push_back(to);
            }
        };
        match &tree.nodes[id] {
            Node::Fail => break id,
            Node::Leaf { .. } => {}
            Node::Switch { cases, default, .. } => {
                for (i, (_, to)) in cases.iter().enumerate() {
                    step(*to, Some(i));
                }
                if let Some(default) = default {
                    step(*default, None);
                }
            }
            // An exception of another constructor is shown as `_`.
            Node::Exn { yes, no, .. } => {
                step(*no, None);
                step(*yes, None);
            }
        }
    };
    let mut found = FxHashMap::default();
    while let Some((from, case)) = before[at.index()] {
        if let Node::Switch { place, cases, .. } = &tree.nodes[from] {
            let what = match case {
                Some(case) => Found::Key(&cases[case].0),
                None => Found::Not(cases),
            };
            found.insert(*place, what);
        }
        at = from;
    }
    Some(found)
}

struct Text<'t> {
    program: &'t Program,
    tree: &'t Tree,
    found: FxHashMap<Place, Found<'t>>,
    children: FxHashMap<Place, Vec<Place>>,
    /// The places of which anything is known.
    special: FxHashSet<Place>,
}

impl Text<'_> {
    /// The value at a place; in parentheses if `atomic` asks for them and it needs them.
    fn place(&self, place: Place, depth: usize, atomic: bool) -> String {
        if !self.special.contains(&place) || depth == 0 {
            return "_".to_owned();
        }
        let ty = self.tree.places[place].ty;
        match self.found.get(&place) {
            Some(Found::Key(Key::Con(con, index))) => {
                self.constructed(place, *con, *index, depth, atomic)
            }
            Some(Found::Key(Key::Length(len))) => self.vector(place, *len, depth),
            Some(Found::Key(key)) => self.key(key, ty),
            Some(Found::Not(cases)) => self.other(place, cases, ty, atomic),
            None => self.irrefutable(place, ty, depth, atomic),
        }
    }

    /// A value that needs no test: a record, a reference, the only constructor of a type.
    fn irrefutable(&self, place: Place, ty: Option<Ty>, depth: usize, atomic: bool) -> String {
        let children = self.children.get(&place).map_or(&[][..], Vec::as_slice);
        let part = children.iter().find(|child| self.special.contains(child));
        match part.map(|part| self.tree.places[*part].access) {
            Some(Access::Field(..)) => self.record(place, ty, depth),
            Some(Access::Content(_)) => {
                let content =
                    part.map_or("_".to_owned(), |part| self.place(*part, depth - 1, true));
                parenthesised(format!("ref {content}"), atomic)
            }
            Some(Access::Arg(_, con, index)) => self.constructed(place, con, index, depth, atomic),
            Some(Access::Element(..) | Access::ExnArg(..) | Access::Root(_)) | None => {
                "_".to_owned()
            }
        }
    }

    /// The place reached so, if there is one.
    fn child(&self, place: Place, access: Access) -> Option<Place> {
        let children = self.children.get(&place)?;
        children.iter().copied().find(|child| self.tree.places[*child].access == access)
    }

    fn constructed(
        &self,
        place: Place,
        con: TyCon,
        index: u32,
        depth: usize,
        atomic: bool,
    ) -> String {
        let names = &self.program.names;
        let Some(info) = pattern::constructors(self.program, con).get(index as usize) else {
            return "_".to_owned();
        };
        let name = names.text(info.name);
        if info.arg.is_none() {
            return if &**name == "nil" { "[]".to_owned() } else { name.to_string() };
        }
        let arg = self.child(place, Access::Arg(place, con, index));
        if name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '\'') {
            let arg = arg.map_or("_".to_owned(), |arg| self.place(arg, depth - 1, true));
            return parenthesised(format!("{name} {arg}"), atomic);
        }
        if &**name == "::" {
            return self.list(place, con, depth, atomic);
        }
        // A symbolic name stands between the parts of a pair.
        let side = |label: &str| {
            let part = self.field(arg?, label)?;
            Some(self.place(part, depth - 1, true))
        };
        let (left, right) = (side("1"), side("2"));
        let (left, right) = (left.as_deref().unwrap_or("_"), right.as_deref().unwrap_or("_"));
        parenthesised(format!("{left} {name} {right}"), atomic)
    }

    /// A field by its label, if there is a place for it.
    fn field(&self, place: Place, label: &str) -> Option<Place> {
        let label = self.program.names.find(label)?;
        self.child(place, Access::Field(place, label))
    }

    /// `a :: _`, or `[a, b]` if the end is known.
    fn list(&self, place: Place, con: TyCon, depth: usize, atomic: bool) -> String {
        let mut parts = Vec::new();
        let mut at = Some(place);
        loop {
            let found = at.and_then(|at| Some((at, self.found.get(&at)?)));
            let cell = match found {
                Some((_, Found::Key(Key::Con(_, 0)))) => return format!("[{}]", parts.join(", ")),
                Some((at, Found::Key(Key::Con(_, 1)))) => at,
                Some((at, Found::Not(cases))) => match cases.first() {
                    Some((Key::Con(_, 0), _)) => at,
                    _ => return format!("[{}]", parts.join(", ")),
                },
                _ => break,
            };
            if parts.len() >= DEPTH {
                break;
            }
            let arg = self.child(cell, Access::Arg(cell, con, 1));
            let first = arg.and_then(|arg| self.field(arg, "1"));
            parts.push(first.map_or("_".to_owned(), |first| self.place(first, depth - 1, true)));
            at = arg.and_then(|arg| self.field(arg, "2"));
        }
        parts.push("_".to_owned());
        parenthesised(parts.join(" :: "), atomic)
    }

    fn vector(&self, place: Place, len: u32, depth: usize) -> String {
        let parts = (0..len).map(|i| {
            let part = self.child(place, Access::Element(place, i));
            part.map_or("_".to_owned(), |part| self.place(part, depth - 1, false))
        });
        format!("#[{}]", parts.collect::<Vec<_>>().join(", "))
    }

    fn record(&self, place: Place, ty: Option<Ty>, depth: usize) -> String {
        let labels: Option<Vec<Sym>> = ty.and_then(|ty| {
            let TyNode::Record(fields) = self.program.types.node(ty) else { return None };
            Some(fields.iter().map(|(label, _)| *label).collect())
        });
        // The argument of `::` in a list pattern has no type at hand, and is a pair.
        let labels = labels.unwrap_or_else(|| {
            ["1", "2"].iter().filter_map(|label| self.program.names.find(label)).collect()
        });
        let part = |label: Sym| {
            let part = self.child(place, Access::Field(place, label));
            part.map_or("_".to_owned(), |part| self.place(part, depth - 1, false))
        };
        let tuple = labels.len() > 1
            && labels
                .iter()
                .enumerate()
                .all(|(i, label)| **self.program.names.text(*label) == *(i + 1).to_string());
        if tuple {
            let parts: Vec<String> = labels.into_iter().map(part).collect();
            return format!("({})", parts.join(", "));
        }
        let special = |label: &Sym| {
            let part = self.child(place, Access::Field(place, *label));
            part.is_some_and(|part| self.special.contains(&part))
        };
        let (shown, hidden): (Vec<Sym>, Vec<Sym>) = labels.into_iter().partition(special);
        let mut fields: Vec<String> = shown
            .into_iter()
            .map(|label| format!("{} = {}", self.program.names.text(label), part(label)))
            .collect();
        if !hidden.is_empty() {
            fields.push("...".to_owned());
        }
        format!("{{{}}}", fields.join(", "))
    }

    fn is_word(&self, ty: Option<Ty>) -> bool {
        let con = ty.and_then(|ty| pattern::tycon_of(self.program, ty));
        con.is_some_and(|con| {
            let definition = &self.program.tycons[con].definition;
            matches!(definition, Definition::Builtin(Builtin::Word(_)))
        })
    }

    fn key(&self, key: &Key, ty: Option<Ty>) -> String {
        match key {
            Key::Int(value) if self.is_word(ty) => format!("0w{value}"),
            Key::Int(value) => value.to_string().replace('-', "~"),
            Key::Char(byte) => format!("#\"{}\"", escaped(&[*byte])),
            Key::String(bytes) if bytes.len() > 30 => "_".to_owned(),
            Key::String(bytes) => format!("\"{}\"", escaped(bytes)),
            Key::Con(..) | Key::Length(_) => "_".to_owned(),
        }
    }

    /// A value that is none of these.
    fn other(&self, place: Place, cases: &[(Key, NodeId)], ty: Option<Ty>, atomic: bool) -> String {
        let listed: FxHashSet<&Key> = cases.iter().map(|(key, _)| key).collect();
        let free = |key: &Key| !listed.contains(key);
        match cases.first().map(|(key, _)| key) {
            Some(Key::Con(con, _)) => {
                let count = pattern::constructors(self.program, *con).len() as u32;
                let index = (0..count).find(|index| free(&Key::Con(*con, *index)));
                index
                    .map_or("_".to_owned(), |index| self.constructed(place, *con, index, 1, atomic))
            }
            Some(Key::Int(_)) => {
                let value = (0..).map(BigInt::from).map(Key::Int).find(free);
                value.map_or("_".to_owned(), |key| self.key(&key, ty))
            }
            Some(Key::Char(_)) => {
                let mut bytes = (b'a'..=b'z').chain(b'A'..=b'Z').chain(b'0'..=b'9').chain(0..=255);
                let byte = bytes.find(|byte| free(&Key::Char(*byte)));
                byte.map_or("_".to_owned(), |byte| self.key(&Key::Char(byte), ty))
            }
            Some(Key::String(_)) => {
                let mut texts = std::iter::once(String::new())
                    .chain(('a'..='z').map(String::from))
                    .chain((0..).map(|i| format!("a{i}")));
                let text = texts.find(|text| free(&Key::String(text.as_bytes().into())));
                text.map_or("_".to_owned(), |text| format!("\"{text}\""))
            }
            Some(Key::Length(_)) => {
                let len = (0..).find(|len| free(&Key::Length(*len)));
                let len = len.unwrap_or(0) as usize;
                if len > 10 { "_".to_owned() } else { format!("#[{}]", vec!["_"; len].join(", ")) }
            }
            None => "_".to_owned(),
        }
    }
}

fn parenthesised(text: String, wanted: bool) -> String {
    if wanted { format!("({text})") } else { text }
}

/// Bytes as they stand in a string.
fn escaped(bytes: &[u8]) -> String {
    let mut text = String::new();
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => text.extend(['\\', byte as char]),
            b'\n' => text.push_str("\\n"),
            b'\t' => text.push_str("\\t"),
            b' '..=b'~' => text.push(byte as char),
            _ => text.push_str(&format!("\\{byte:03}")),
        }
    }
    text
}
