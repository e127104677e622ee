//! The names in a header. Two things with the same name are a fault.

use super::nodes::{Form, Node, Nodes, Use};
use crate::names::{OURS, is_symbol, member};
use base::Name;
use cogent_check::core::Synonym;
use rustc_hash::FxHashMap;

/// The longest name of an abstract type, which is that of a file too.
const LONGEST: usize = 200;

/// The names that are taken, and by what.
pub(super) struct Taken {
    by: FxHashMap<String, String>,
    pub(super) faults: Vec<String>,
}

impl Taken {
    pub(super) fn new() -> Taken {
        let ours = OURS.iter().map(|name| ((*name).into(), "what every header has".into()));
        Taken { by: ours.collect(), faults: Vec::new() }
    }

    /// Takes a name for something, if it is free.
    pub(super) fn take(&mut self, name: &str, what: String) -> bool {
        if let Some(other) = self.by.get(name) {
            self.faults.push(format!("two things have the C name `{name}`: {other}, and {what}"));
            return false;
        }
        self.by.insert(name.into(), what);
        true
    }

    /// Takes a name for something that is called, and for the types that go with it.
    pub(super) fn take_with_types(&mut self, name: &str, what: String) {
        if self.take(name, what) {
            self.take(&format!("{name}_arg"), format!("the argument of `{name}`"));
            self.take(&format!("{name}_ret"), format!("the result of `{name}`"));
        }
    }

    /// Takes the names of a function.
    pub(super) fn take_function(&mut self, symbol: &str) {
        if !is_symbol(symbol) {
            self.faults.push(format!("`{symbol}` cannot be the name of a C function"));
        }
        self.take_with_types(symbol, format!("the function `{symbol}`"));
    }

    fn is_free(&self, name: &str) -> bool {
        !self.by.contains_key(name)
    }
}

/// The names of C types.
pub(super) struct Names {
    /// The first name of each node.
    all: Vec<String>,
    /// The further names of nodes that several synonyms stand for.
    pub(super) others: FxHashMap<Node, Vec<String>>,
}

impl Names {
    /// Names all C types: structs by synonyms, where they have some.
    pub(super) fn new(nodes: &mut Nodes, synonyms: &[Synonym], taken: &mut Taken) -> Names {
        let mut names: FxHashMap<Node, Vec<String>> = FxHashMap::default();
        for Synonym { name, params, ty } in synonyms {
            let found = if params.is_empty() { nodes.if_settled(*ty) } else { None };
            let Some(Use { node, .. }) = found else { continue };
            match nodes.all[node].form {
                Form::Struct(_) | Form::Variant(_) => {}
                Form::Plain(_) | Form::Function(..) | Form::Abstract(..) => continue,
            }
            let c_name = member(name);
            taken.take(&c_name, format!("the type `{name}`"));
            names.entry(node).or_default().push(c_name);
        }
        let mut number = 0;
        let mut all: Vec<String> = Vec::with_capacity(nodes.all.len());
        for (node, met) in nodes.all.iter().enumerate() {
            let name = match &met.form {
                Form::Plain(name) => (*name).into(),
                Form::Abstract(name, args) => abstract_name(name, args, &all, taken),
                Form::Struct(_) | Form::Variant(_) | Form::Function(..) => {
                    let known = names.get_mut(&node).map(|names| names.remove(0));
                    known.unwrap_or_else(|| fresh(&mut number, taken))
                }
            };
            all.push(name);
        }
        Names { all, others: names }
    }

    /// The name of a C type without pointers.
    pub(super) fn of(&self, node: Node) -> &str {
        &self.all[node]
    }

    /// A type with a space or a star behind it, so that a name can follow.
    pub(super) fn before_name(&self, ty: Use) -> String {
        format!("{}{}", self.of(ty.node), if ty.pointer { " *" } else { " " })
    }
}

fn abstract_name(
    name: &Name,
    args: &[(Node, bool)],
    names: &[String],
    taken: &mut Taken,
) -> String {
    let mut text = member(name);
    for (arg, unboxed) in args {
        text += if *unboxed { "_u" } else { "_" };
        text += &names[*arg];
    }
    if text.len() > LONGEST {
        text.truncate(LONGEST);
        taken.faults.push(format!("the C name of an abstract type is too long: `{text}...`"));
    }
    taken.take(&text, format!("an instance of the abstract type `{name}`"));
    text
}

/// The next name of ours that nothing else has.
fn fresh(number: &mut u32, taken: &Taken) -> String {
    loop {
        *number += 1;
        let name = format!("t{number}");
        if taken.is_free(&name) && taken.is_free(&format!("dispatch_{name}")) {
            return name;
        }
    }
}
