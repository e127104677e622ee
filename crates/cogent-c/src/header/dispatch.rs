//! What the C definition of an abstract function finds in a header besides its types: names for
//! the calls of function values in its argument, and the list of its instances.

use super::naming::Taken;
use super::nodes::{Form, Met, Node, Use};
use super::{Function, Interface};
use crate::names::{member, symbol};
use rustc_hash::FxHashMap;

/// How deep inside an argument function values have names: in fields of fields.
const DEEPEST: usize = 2;

/// The functions that are values, by their types.
pub(super) type Dispatched = FxHashMap<(Use, Use), Vec<usize>>;

/// The functions that are values, by their types. `functions` has the types of all functions.
pub(super) fn dispatched(interface: &Interface, functions: &[(Use, Use)]) -> Dispatched {
    let mut dispatched = Dispatched::default();
    for function in &interface.values {
        dispatched.entry(functions[*function]).or_default().push(*function);
    }
    dispatched
}

/// A name for the dispatch function of a function type, and what that type is made of.
pub(super) struct Alias {
    pub(super) name: String,
    pub(super) node: Node,
    pub(super) arg: Use,
    pub(super) result: Use,
}

/// The names for function values in the arguments of abstract functions.
pub(super) fn aliases(
    interface: &Interface,
    functions: &[(Use, Use)],
    nodes: &[Met],
    taken: &mut Taken,
) -> Vec<Alias> {
    let depths = depths(nodes);
    let mut aliases = Vec::new();
    for (Function { symbol, is_abstract, .. }, (arg, _)) in
        interface.functions.iter().zip(functions)
    {
        let mut left = Vec::new();
        if *is_abstract && depths[arg.node] <= DEEPEST {
            left.push((format!("dispatch_{symbol}"), arg.node, DEEPEST));
        }
        while let Some((name, node, levels)) = left.pop() {
            match &nodes[node].form {
                Form::Function(arg, result) => {
                    taken.take_with_types(&name, format!("a dispatch for `{symbol}`"));
                    aliases.push(Alias { name, node, arg: *arg, result: *result });
                }
                Form::Struct(members) | Form::Variant(members) => {
                    let inner = members.iter().filter(|(_, part)| depths[part.node] < levels);
                    left.extend(inner.rev().map(|(part_name, part)| {
                        (format!("{name}_{}", member(part_name)), part.node, levels - 1)
                    }));
                }
                Form::Plain(_) | Form::Abstract(..) => {}
            }
        }
    }
    aliases
}

/// For each C type, how deep inside it the first function value is. Most types have none, so that
/// arguments are searched only where there is something to find.
fn depths(nodes: &[Met]) -> Vec<usize> {
    let mut depths: Vec<usize> = Vec::with_capacity(nodes.len());
    for Met { form, .. } in nodes {
        depths.push(match form {
            Form::Function(..) => 0,
            Form::Struct(members) | Form::Variant(members) => {
                let first = members.iter().map(|(_, part)| depths[part.node]).min();
                first.map_or(usize::MAX, |depth| depth.saturating_add(1))
            }
            Form::Plain(_) | Form::Abstract(..) => usize::MAX,
        });
    }
    depths
}

/// The macros that list the instances of abstract functions: names, and functions by where they
/// are in the interface.
pub(super) fn instances(interface: &Interface, taken: &mut Taken) -> Vec<(String, Vec<usize>)> {
    let mut numbers: FxHashMap<&str, usize> = FxHashMap::default();
    let mut instances: Vec<(String, Vec<usize>)> = Vec::new();
    for (i, Function { source, is_abstract, .. }) in interface.functions.iter().enumerate() {
        if *is_abstract {
            let number = *numbers.entry(source).or_insert_with(|| {
                let name = format!("INSTANCES_{}", symbol(source));
                taken.take(&name, format!("the instances of `{source}`"));
                instances.push((name, Vec::new()));
                instances.len() - 1
            });
            instances[number].1.push(i);
        }
    }
    instances
}
