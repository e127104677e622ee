//! The property that code generation wants of every cluster: each of its
//! variables is bound once. Then both readings of the cluster agree, since a
//! register that is assigned once for each entry of its scope is a binding.

use crate::{Cluster, Unit, Var};
use rustc_hash::FxHashSet;

/// What is bound more than once, in words; empty if the property holds.
pub fn bound_once(unit: &Unit) -> Vec<String> {
    let mut violations = Vec::new();
    for cluster in unit.clusters.values() {
        for var in bound_again(cluster) {
            violations.push(format!(
                "{}: {} is bound more than once",
                cluster.name,
                unit.show_var(var)
            ));
        }
    }
    violations
}

/// The variables of a cluster that are bound more than once, each one once.
pub fn bound_again(cluster: &Cluster) -> Vec<Var> {
    let (mut once, mut again) = (FxHashSet::default(), FxHashSet::default());
    cluster.bindings().filter(|var| !once.insert(*var) && again.insert(*var)).collect()
}
