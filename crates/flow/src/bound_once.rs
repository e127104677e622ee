//! The property that code generation wants of every cluster: each of its
//! variables is bound once. Then both readings of the cluster agree, since a
//! register that is assigned once for each entry of its scope is a binding.

use crate::check::in_cluster;
use crate::{Cluster, Rule, Unit, Var};
use base::{EntityId, Violation};
use rustc_hash::FxHashSet;

/// A violation for each name that is bound more than once; none if the property holds.
pub fn bound_once(unit: &Unit) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (id, cluster) in unit.clusters.iter() {
        for var in bound_again(cluster) {
            let what = format!("{} is bound more than once", unit.show_var(var));
            violations.push(in_cluster(Rule::BoundOnce, id.index(), cluster, &what));
        }
    }
    violations
}

/// The variables of a cluster that are bound more than once, each one once.
pub fn bound_again(cluster: &Cluster) -> Vec<Var> {
    let (mut once, mut again) = (FxHashSet::default(), FxHashSet::default());
    let mut vars = Vec::new();
    cluster.each_binder(&mut |var| {
        if !once.insert(var) && again.insert(var) {
            vars.push(var);
        }
    });
    vars
}
