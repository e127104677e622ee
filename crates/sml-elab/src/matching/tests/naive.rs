//! Values, the first rule that fits them, and the rule that a tree finds.

use super::super::{Access, Key, Node, Place, Tree};
use crate::core::{Lit, Pat, PatKind, Var};
use base::EntityId;
use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use sml_syntax::names::Sym;

/// A value of the programs in these tests.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    Int(i64),
    Char(u8),
    String(String),
    /// A constructor by its number, and its argument.
    Con(u32, Option<Box<Value>>),
    Record(Vec<(Sym, Value)>),
    Ref(Box<Value>),
    Vector(Vec<Value>),
    /// An exception: which, whatever its constructor is called.
    Exn(u32, Option<Box<Value>>),
}

/// The values of variables.
pub(super) type Bindings = FxHashMap<Var, Value>;

/// The exception that each constructor makes.
pub(super) type Exns = FxHashMap<Var, u32>;

/// The variables of a pattern that fits; none if it does not.
pub(super) fn fits(pat: &Pat, value: &Value, exns: &Exns, vars: &mut Bindings) -> bool {
    match (&pat.kind, value) {
        (PatKind::Wild, _) => true,
        (PatKind::Var(var), _) => {
            vars.insert(*var, value.clone());
            true
        }
        (PatKind::As(var, pat), _) => {
            vars.insert(*var, value.clone());
            fits(pat, value, exns, vars)
        }
        (PatKind::Lit(Lit::Int(n)), Value::Int(m)) => *n == BigInt::from(*m),
        (PatKind::Lit(Lit::Char(a)), Value::Char(b)) => a == b,
        (PatKind::Lit(Lit::String(a)), Value::String(b)) => **a == *b.as_bytes(),
        (PatKind::Con(_, _, Some(arg)), Value::Ref(content)) => fits(arg, content, exns, vars),
        (PatKind::Con(_, index, arg), Value::Con(other, with)) => {
            index == other && fits_arg(arg.as_deref(), with.as_deref(), exns, vars)
        }
        (PatKind::Excon(var, arg), Value::Exn(which, with)) => {
            exns[var] == *which && fits_arg(arg.as_deref(), with.as_deref(), exns, vars)
        }
        (PatKind::Record(fields), Value::Record(values)) => fields.iter().all(|(label, pat)| {
            values.iter().any(|(l, value)| l == label && fits(pat, value, exns, vars))
        }),
        (PatKind::List(pats), _) => {
            let mut at = value.clone();
            for pat in pats {
                let Value::Con(1, Some(cell)) = at else { return false };
                let Value::Record(mut parts) = *cell else { return false };
                at = parts.remove(1).1;
                if !fits(pat, &parts[0].1, exns, vars) {
                    return false;
                }
            }
            at == Value::Con(0, None)
        }
        (PatKind::Vector(pats), Value::Vector(values)) => {
            pats.len() == values.len()
                && pats.iter().zip(values).all(|(pat, value)| fits(pat, value, exns, vars))
        }
        (PatKind::Or(pats), _) => pats.iter().any(|pat| {
            let mut inner = Bindings::default();
            let found = fits(pat, value, exns, &mut inner);
            if found {
                vars.extend(inner);
            }
            found
        }),
        _ => panic!("{pat:?} and {value:?}"),
    }
}

fn fits_arg(arg: Option<&Pat>, with: Option<&Value>, exns: &Exns, vars: &mut Bindings) -> bool {
    match (arg, with) {
        (None, _) => true,
        (Some(arg), Some(with)) => fits(arg, with, exns, vars),
        (Some(_), None) => panic!("no argument"),
    }
}

/// The first row that fits, with its variables.
pub(super) fn first(
    rows: &[Vec<&Pat>],
    values: &[Value],
    exns: &Exns,
) -> Option<(usize, Bindings)> {
    rows.iter().enumerate().find_map(|(i, row)| {
        let mut vars = Bindings::default();
        let fit = row.iter().zip(values).all(|(pat, value)| fits(pat, value, exns, &mut vars));
        fit.then_some((i, vars))
    })
}

/// The rule that the tree finds. No test is made twice on the way, and where several paths
/// meet, the places that [`Tree::needs`] lists suffice.
pub(super) fn decide(tree: &Tree, values: &[Value], exns: &Exns) -> Option<(usize, Bindings)> {
    let (uses, needs) = (tree.uses(), tree.needs());
    let mut at = tree.root;
    let mut asked: Vec<(Place, Option<Var>)> = Vec::new();
    let mut reader = Reader { tree, values, known: FxHashMap::default(), opened: Vec::new() };
    loop {
        if uses[at.index()] > 1 {
            let known = needs[at.index()].iter().map(|place| (*place, reader.read(*place)));
            reader.known = known.collect();
            reader.opened.clear();
        }
        match &tree.nodes[at] {
            Node::Fail => return None,
            Node::Leaf { rule, bindings } => {
                let vars = bindings.iter().map(|(var, place)| (*var, reader.read(*place)));
                return Some((*rule as usize, vars.collect()));
            }
            Node::Switch { place, cases, default } => {
                assert!(!asked.contains(&(*place, None)), "asked twice");
                asked.push((*place, None));
                let key = key(&reader.read(*place), &cases[0].0);
                let case = cases.iter().find(|(other, _)| *other == key);
                reader.opened.push((*place, None));
                at = match (case, default) {
                    (Some((_, case)), _) => *case,
                    (None, Some(default)) => *default,
                    (None, None) => panic!("no way for {key:?}"),
                };
            }
            Node::Exn { place, exn, yes, no } => {
                assert!(!asked.contains(&(*place, Some(*exn))), "asked twice");
                asked.push((*place, Some(*exn)));
                let Value::Exn(which, _) = reader.read(*place) else { panic!("no exception") };
                at = if exns[exn] == which { *yes } else { *no };
                reader.opened.push((*place, Some(*exn)));
            }
        }
    }
}

/// The key of a value, of the kind of another.
fn key(value: &Value, like: &Key) -> Key {
    match (value, like) {
        (Value::Con(index, _), Key::Con(con, _)) => Key::Con(*con, *index),
        (Value::Int(n), Key::Int(_)) => Key::Int(BigInt::from(*n)),
        (Value::Char(byte), Key::Char(_)) => Key::Char(*byte),
        (Value::String(text), Key::String(_)) => Key::String(text.as_bytes().into()),
        (Value::Vector(values), Key::Length(_)) => Key::Length(values.len() as u32),
        _ => panic!("{value:?} is compared with {like:?}"),
    }
}

/// Reads places as lowered code can.
struct Reader<'t> {
    tree: &'t Tree,
    values: &'t [Value],
    /// The parameters of the join point.
    known: FxHashMap<Place, Value>,
    /// The tests since then.
    opened: Vec<(Place, Option<Var>)>,
}

impl Reader<'_> {
    /// The value at a place, which must be there.
    fn read(&self, place: Place) -> Value {
        if let Some(value) = self.known.get(&place) {
            return value.clone();
        }
        let access = self.tree.places[place].access;
        if let Access::Root(i) = access {
            return self.values[i as usize].clone();
        }
        let from = access.from().expect("not a root");
        let exn = if let Access::ExnArg(_, exn) = access { Some(exn) } else { None };
        let test = (from, exn);
        let tested = self.tree.nodes.values().any(|node| match node {
            Node::Switch { place, .. } | Node::Exn { place, .. } => *place == from,
            Node::Fail | Node::Leaf { .. } => false,
        });
        assert!(!tested || self.opened.contains(&test), "{access:?} is not known here");
        match (access, self.read(from)) {
            (Access::Arg(_, _, index), Value::Con(found, Some(arg))) if index == found => *arg,
            (Access::ExnArg(..), Value::Exn(_, Some(arg))) => *arg,
            (Access::Content(_), Value::Ref(content)) => *content,
            (Access::Element(_, i), Value::Vector(mut items)) => items.swap_remove(i as usize),
            (Access::Field(_, label), Value::Record(fields)) => {
                let field = fields.into_iter().find(|(other, _)| *other == label);
                field.expect("a field").1
            }
            (access, from) => panic!("{access:?} of {from:?}"),
        }
    }
}
