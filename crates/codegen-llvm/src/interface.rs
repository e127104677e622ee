//! What units know of each other: the symbols by which their code is linked.

use crate::statics::{cell_symbol, code_symbol};
use flow::Unit;
use prim::Linkage;

/// The symbols that tie a unit to others.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Interface {
    /// Functions and cells of other units, which the unit may name.
    pub imports: Vec<String>,
    /// Functions and cells that other units may name.
    pub exports: Vec<String>,
}

impl Interface {
    /// The interface of a unit. A function stands for its static closure as well.
    pub fn of(unit: &Unit) -> Interface {
        let functions = unit.clusters.values().filter(|cluster| cluster.export);
        let mut exports: Vec<_> = functions.map(|cluster| code_symbol(&cluster.name)).collect();
        let mut imports: Vec<_> =
            unit.imports.values().map(|import| code_symbol(&import.symbol)).collect();
        for global in unit.globals.values() {
            match global.linkage {
                Linkage::Local => {}
                Linkage::Export => exports.push(cell_symbol(&global.name)),
                Linkage::Import => imports.push(cell_symbol(&global.name)),
            }
        }
        Interface { imports, exports }
    }
}
