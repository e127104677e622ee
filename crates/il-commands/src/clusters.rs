//! The answers of `kont il` about programs in Flow, whose clusters are IL with memory.

use flow::coherent::{Incoherence, Why, incoherences};
use flow::walk::{BodyEntry, all_bodies};
use flow::{Cluster, Commented, Liveness, Unit, Var};

/// The program with comments that say, where each body begins, what is live.
pub(crate) fn live(unit: &Unit) -> String {
    let comments = |cluster: &Cluster| {
        let live = Liveness::of(cluster);
        let bodies = 0..live.outline().bodies.len();
        bodies.map(|body| live_at(unit, &live, body)).collect()
    };
    Commented { unit, comments }.to_string()
}

fn live_at(unit: &Unit, live: &Liveness, body: usize) -> String {
    let names = live.at_body(body).iter().map(|var| unit.show_var(*var).to_string());
    let names: Vec<String> = names.collect();
    format!("live: {}", if names.is_empty() { "nothing".into() } else { names.join(", ") })
}

/// The jumps to functions that are not available, in words; none if every
/// cluster is coherent.
pub(crate) fn incoherent(unit: &Unit) -> Vec<String> {
    let clusters = unit.clusters.values();
    clusters.flat_map(|cluster| of_cluster(unit, cluster)).collect()
}

fn of_cluster(unit: &Unit, cluster: &Cluster) -> Vec<String> {
    let live = Liveness::of(cluster);
    let shown = |var: Var| unit.show_var(var).to_string();
    let nodes = all_bodies(&cluster.body);
    let fun = |body: usize| match nodes[body].entry {
        BodyEntry::Fun(fun) => unit.show_local(fun.name).to_string(),
        BodyEntry::Cluster | BodyEntry::Branch(_) => String::new(),
    };
    let explain = |found: Incoherence| {
        let (name, global) = (fun(found.fun), shown(found.var));
        let why = match found.why {
            Why::Redefined(_) => format!("{global}, which it needs, is bound again before a jump"),
            Why::NotGlobal(body) => {
                format!(
                    "{global}, which it needs, is not live in {}, where it is jumped to",
                    fun(body)
                )
            }
        };
        format!("{}: {name} is not available: {why}", cluster.name)
    };
    incoherences(&live).into_iter().map(explain).collect()
}
