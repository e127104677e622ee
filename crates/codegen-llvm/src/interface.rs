//! The interface of a unit: the symbols by which its code is linked with that of others.

use crate::parts::mentions;
use crate::statics::{cell_symbol, code_symbol};
use base::EntityId;
use flow::walk::{Event, walk};
use flow::{Atom, Cluster, ClusterId, ClusterKind, FlowOp, ImportId, Tail, Target, Unit};
use std::collections::BTreeSet;
use types::{GlobalId, Linkage};

/// The symbols that tie a unit to others.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Interface {
    /// Functions and cells of other units that the unit may name as long as it is reached.
    pub imports: Vec<String>,
    /// Functions and cells of other units that only code mentions which runs with the entry.
    pub entry_imports: Vec<String>,
    /// Functions and cells that other units may name.
    pub exports: Vec<String>,
}

impl Interface {
    /// The interface of a unit. A function stands for its static closure as well.
    pub fn of(unit: &Unit) -> Interface {
        let functions = unit.clusters.values().filter(|cluster| cluster.export);
        let mut exports: Vec<_> = functions.map(|cluster| code_symbol(&cluster.name)).collect();
        let cells = unit.globals.values().filter(|global| global.linkage == Linkage::Export);
        exports.extend(cells.map(|global| cell_symbol(&global.name)));
        let of_entry = of_entry(unit);
        let (mut imports, mut entry_imports) = (BTreeSet::new(), BTreeSet::new());
        for (id, cluster) in unit.clusters.iter() {
            let to = if of_entry[id.index()] { &mut entry_imports } else { &mut imports };
            named(unit, cluster, to);
        }
        let entry_imports = entry_imports.difference(&imports).cloned().collect();
        Interface { imports: imports.into_iter().collect(), entry_imports, exports }
    }
}

/// The symbols of other units that a cluster names.
fn named(unit: &Unit, cluster: &Cluster, to: &mut BTreeSet<String>) {
    let function = |import: ImportId| code_symbol(&unit.imports[import].symbol);
    let cell = |id: GlobalId| {
        let global = &unit.globals[id];
        (global.linkage == Linkage::Import).then(|| cell_symbol(&global.name))
    };
    let static_import = |atom: &Atom| match atom {
        Atom::StaticImport(import) => Some(function(*import)),
        Atom::Var(_) | Atom::Const(_) | Atom::Imm(_) | Atom::Static(_) => None,
    };
    for event in walk(&cluster.body) {
        match event {
            Event::Op(op) => {
                to.extend(op.args.iter().filter_map(static_import));
                if let FlowOp::Global(id) | FlowOp::GlobalSet(id) = op.op {
                    to.extend(cell(*id));
                }
            }
            Event::Tail(tail) => {
                to.extend(tail.operands().filter_map(static_import));
                if let Tail::Apply { target: Target::Import(import), .. } = tail {
                    to.insert(function(*import));
                }
            }
            Event::Funs(_) | Event::EnterFun(_) | Event::LeaveFun(_) => {}
            Event::EnterBranch(..) | Event::LeaveBranch(..) | Event::EndBranches(_) => {}
        }
    }
}

/// For every cluster, true if it runs with the entry only: nothing that outlives the entry
/// leads to it, no function that is exported and none of which a closure is made.
pub(crate) fn of_entry(unit: &Unit) -> Vec<bool> {
    let mut of_entry = vec![true; unit.clusters.len()];
    let mut waiting: Vec<ClusterId> = Vec::new();
    for (id, cluster) in unit.clusters.iter() {
        if cluster.export && cluster.kind == ClusterKind::Fun {
            waiting.push(id);
        }
        for event in walk(&cluster.body) {
            closures(&event, |function| waiting.push(function));
        }
    }
    while let Some(id) = waiting.pop() {
        if std::mem::replace(&mut of_entry[id.index()], false) {
            for event in walk(&unit.clusters[id].body) {
                mentions(&event, |other| waiting.push(other));
            }
        }
    }
    of_entry
}

/// The functions of which a closure is made or mentioned here.
pub(crate) fn closures(event: &Event<'_>, mut visit: impl FnMut(ClusterId)) {
    let mut atom = |atom: &Atom| {
        if let Atom::Static(cluster) = atom {
            visit(*cluster);
        }
    };
    match event {
        Event::Op(op) => {
            op.args.iter().for_each(&mut atom);
            if let FlowOp::Closure(cluster) = op.op {
                visit(*cluster);
            }
        }
        Event::Tail(tail) => tail.operands().for_each(&mut atom),
        Event::Funs(_) | Event::EnterFun(_) | Event::LeaveFun(_) => {}
        Event::EnterBranch(..) | Event::LeaveBranch(..) | Event::EndBranches(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_the_entry_names() {
        let text = "flow 1
import f \"f\" (i64)
import g \"g\" ()
import global once: ref
import global often: ref
export global own: ref
fun later(n: i64) return k {
  x: ref = global often
  apply helper n return k
}
known helper(n: i64) return k { apply import f n return k }
cont done() return k {
  (link: cont) = pop k
  throw link
}
fun main() return k {
  () = check 32 k
  x: ref = global once
  y: ref = global often
  c: ref = closure later
  () = global.set own c
  k1: cont = push done k
  apply import g return k1
}
entry main
";
        let unit = flow::parse(text.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"));
        let interface = Interface::of(&unit);
        assert_eq!(interface.imports, ["f.code", "often.cell"]);
        assert_eq!(interface.entry_imports, ["g.code", "once.cell"]);
        assert_eq!(interface.exports, ["own.cell"]);
    }
}
