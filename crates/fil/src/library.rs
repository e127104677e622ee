//! The functions that programs call, in ANF, and how they get to a program.

use anf::parse::{Spans, parse_with_spans};
use anf::{Fun, Module, Var};
use base::bug;
use rustc_hash::{FxHashMap, FxHashSet};

/// Operations on values, and output.
const VALUES: &str = include_str!("library/values.anf");
/// Input.
const INPUT: &str = include_str!("library/input.anf");

/// Adds the functions that a program imports, and those that they call.
pub(crate) fn link(program: Module, input: bool) -> Module {
    let mut units = vec![(program, Spans::default())];
    let texts = [Some(VALUES), input.then_some(INPUT)];
    for text in texts.into_iter().flatten() {
        match parse_with_spans(text.as_bytes()) {
            Ok(unit) => units.push(unit),
            Err(errors) => bug!("the library of FIL: {errors:?}"),
        }
    }
    let mut module = match anf::link::link(units) {
        Ok(linked) => linked.module,
        Err(errors) => bug!("the library of FIL: {errors:?}"),
    };
    module.exports.clear();
    prune(&mut module);
    module
}

/// Drops the functions that the entry does not reach.
fn prune(module: &mut Module) {
    let by_name: FxHashMap<Var, &Fun> = module.funs.iter().map(|fun| (fun.name, fun)).collect();
    let mut reached: FxHashSet<Var> = module.entry.into_iter().collect();
    let mut left: Vec<Var> = reached.iter().copied().collect();
    while let Some(fun) = left.pop().and_then(|var| by_name.get(&var)) {
        fun.body.each_use(&mut |var| {
            if by_name.contains_key(&var) && reached.insert(var) {
                left.push(var);
            }
        });
    }
    module.funs.retain(|fun| reached.contains(&fun.name));
}
