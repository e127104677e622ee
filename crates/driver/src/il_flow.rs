//! What `kont il` says about programs in Flow, whose clusters are IL with memory.

use flow::coherent::{Incoherence, Why, incoherences};
use flow::walk::{BodyEntry, bodies};
use flow::{Cluster, Liveness, Unit, Var};

/// The program with comments that say, where each body begins, what is live.
pub(crate) fn live(unit: &Unit) -> String {
    let text = unit.to_string();
    let mut clusters = unit.clusters.values();
    let mut current: Option<Bodies> = None;
    let mut out = String::with_capacity(text.len() * 2);
    for line in text.lines() {
        out.push_str(line);
        out.push('\n');
        let inner = line.trim_start();
        let begins_body = inner.ends_with('{') && !inner.starts_with("switch ");
        if begins_body && inner.len() == line.len() {
            current =
                clusters.next().map(|cluster| Bodies { live: Liveness::of(cluster), next: 0 });
        }
        if let (true, Some(bodies)) = (begins_body, &mut current) {
            let indent = line.len() - inner.len();
            out.push_str(&" ".repeat(indent + 2));
            out.push_str(&bodies.comment(unit));
        }
    }
    out
}

/// The bodies of a cluster, in the order of the text.
struct Bodies {
    live: Liveness,
    next: usize,
}

impl Bodies {
    fn comment(&mut self, unit: &Unit) -> String {
        let set = self.live.at_body(self.next);
        self.next += 1;
        let names: Vec<String> = set.iter().map(|var| unit.show_var(*var).to_string()).collect();
        format!("; live: {}\n", if names.is_empty() { "nothing".into() } else { names.join(", ") })
    }
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
    let nodes = bodies(&cluster.body);
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
