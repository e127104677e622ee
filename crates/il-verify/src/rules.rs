//! The rules, each read off the paper and decided on its own.

use crate::certificate::Claim;
use crate::map::{Map, Set};
use crate::text::{Body, Cluster, Item};

/// Every variable is bound once: the cluster is renamed apart.
pub(crate) fn bound_once(cluster: &Cluster<'_>) -> Vec<String> {
    let mut seen = Set::default();
    let ops = cluster.bodies.iter().flat_map(|body| &body.items).flat_map(|item| match item {
        Item::Op { dst, .. } => &dst[..],
        Item::Fun(_) => &[],
    });
    let all = cluster.bodies.iter().flat_map(|body| &body.params).chain(ops);
    let again = all.filter(|var| !seen.insert(**var));
    again.map(|var| format!("variable {var} is bound more than once")).collect()
}

fn globals<'a>(
    cluster: &'a Cluster<'_>,
    claim: &'a Claim,
    body: usize,
) -> impl Iterator<Item = u32> + 'a {
    let params = &cluster.bodies[body].params;
    claim.live[body].iter().copied().filter(|var| !params.contains(var))
}

/// The variables that the end of a body needs.
fn at_end(cluster: &Cluster<'_>, claim: &Claim, body: &Body) -> Vec<u32> {
    let mut needed = body.uses.clone();
    if let Some(target) = body.jump {
        needed.extend(globals(cluster, claim, target));
    }
    for branch in &body.branches {
        needed.extend(&claim.live[*branch]);
    }
    needed
}

/// The claimed sets satisfy the rules Live-Op to Live-Fun.
pub(crate) fn liveness(cluster: &Cluster<'_>, claim: &Claim) -> Vec<String> {
    let mut refusals = Vec::new();
    for (number, body) in cluster.bodies.iter().enumerate() {
        let mut needed: Set<u32> = at_end(cluster, claim, body).into_iter().collect();
        for item in body.items.iter().rev() {
            match item {
                Item::Op { dst, uses } => {
                    for var in dst {
                        needed.remove(var);
                    }
                    needed.extend(uses);
                }
                Item::Fun(_) => {}
            }
        }
        let claimed = &claim.live[number];
        let missing = needed.iter().filter(|var| claimed.binary_search(var).is_err()).min();
        if let Some(var) = missing {
            refusals
                .push(format!("variable {var} is live in body {number}, which does not say so"));
        }
    }
    let entry = &cluster.bodies[0].params;
    if let Some(var) = claim.live[0].iter().find(|var| !entry.contains(var)) {
        refusals.push(format!("variable {var} is live at the entry, but not bound there"));
    }
    refusals
}

/// Only available functions are applied: none of their globals was bound since
/// their definition. That the functions around need all of them follows from the rules of
/// liveness where control can come; where it cannot, nothing is judged.
pub(crate) fn coherence(cluster: &Cluster<'_>, claim: &Claim) -> Vec<String> {
    let reached = reached(cluster);
    // The place in the text of each binding and definition; in a cluster that is
    // renamed apart the place of a variable's binding is one.
    let mut refusals = Vec::new();
    let order = order(cluster);
    for (number, body) in cluster.bodies.iter().enumerate() {
        let Some(target) = body.jump.filter(|_| reached[number]) else { continue };
        let defined = order.funs.get(&target).copied().unwrap_or(0);
        for var in globals(cluster, claim, target) {
            let bound = order.vars.get(&var).copied().unwrap_or(0);
            // Bound after the definition, and around here: then it is another value.
            if bound > defined && order.ends[target] < bound && bound < order.tails[number] {
                refusals.push(format!(
                    "variable {var} is bound between a function that needs it and a jump to it"
                ));
                break;
            }
        }
    }
    refusals
}

fn reached(cluster: &Cluster<'_>) -> Vec<bool> {
    let mut reached = vec![false; cluster.bodies.len()];
    let mut todo = vec![0];
    while let Some(body) = todo.pop() {
        if !reached[body] {
            reached[body] = true;
            todo.extend(cluster.bodies[body].jump);
            todo.extend(&cluster.bodies[body].branches);
        }
    }
    reached
}

/// Places in the text.
struct Order {
    vars: Map<u32, usize>,
    funs: Map<usize, usize>,
    /// The place where the body of each function has ended.
    ends: Vec<usize>,
    /// The place of the end of each body.
    tails: Vec<usize>,
}

fn order(cluster: &Cluster<'_>) -> Order {
    let count = cluster.bodies.len();
    let mut order = Order {
        vars: Map::default(),
        funs: Map::default(),
        ends: vec![0; count],
        tails: vec![0; count],
    };
    let mut clock = 0;
    // Bodies that are open, with the next line of each; past the lines come the branches.
    let mut open = vec![(0_usize, 0_usize)];
    let enter = |body: usize, clock: &mut usize, order: &mut Order| {
        *clock += 1;
        order.vars.extend(cluster.bodies[body].params.iter().map(|var| (*var, *clock)));
    };
    enter(0, &mut clock, &mut order);
    while let Some((body, next)) = open.pop() {
        let this = &cluster.bodies[body];
        clock += 1;
        match this.items.get(next) {
            Some(Item::Op { dst, .. }) => {
                order.vars.extend(dst.iter().map(|var| (*var, clock)));
                open.push((body, next + 1));
            }
            Some(Item::Fun(fun)) => {
                order.funs.insert(*fun, clock);
                open.push((body, next + 1));
                open.push((*fun, 0));
                enter(*fun, &mut clock, &mut order);
            }
            None => {
                let branch = next - this.items.len();
                if branch == 0 {
                    order.tails[body] = clock;
                }
                match this.branches.get(branch) {
                    Some(inner) => {
                        open.push((body, next + 1));
                        open.push((*inner, 0));
                        enter(*inner, &mut clock, &mut order);
                    }
                    None => order.ends[body] = clock,
                }
            }
        }
    }
    order
}

/// Registers of what is live at once are apart and keep their kinds; they and
/// the largest live set are as many as is said.
pub(crate) fn assignment(cluster: &Cluster<'_>, claim: &Claim) -> Vec<String> {
    let mut refusals = Vec::new();
    let mut used: Set<u32> = Set::default();
    for (var, kind) in &cluster.kinds {
        let Some(name) = claim.assign.get(var) else {
            refusals.push(format!("variable {var} has no register"));
            continue;
        };
        used.insert(*name);
        if cluster.kinds.get(name) != Some(kind) {
            refusals.push(format!("variable {var} and its register {name} are of other kinds"));
        }
    }
    if used.len() != claim.names {
        refusals.push(format!("{} registers, not {}", used.len(), claim.names));
    }
    refusals.sort();
    if !refusals.is_empty() {
        return refusals;
    }
    let mut holders = Holders { claim, holders: Map::default(), largest: 0 };
    for body in 0..cluster.bodies.len() {
        refusals.extend(injective(cluster, body, &mut holders).err());
    }
    if refusals.is_empty() && holders.largest != claim.largest {
        let (have, want) = (holders.largest, claim.largest);
        refusals.push(format!("the largest live set has {have} variables, not {want}"));
    }
    refusals
}

/// The registers in use, with the variable that each holds.
struct Holders<'a> {
    claim: &'a Claim,
    holders: Map<u32, u32>,
    largest: usize,
}

impl Holders<'_> {
    fn name(&self, var: u32) -> u32 {
        self.claim.assign.get(&var).copied().unwrap_or(var)
    }

    fn add(&mut self, vars: &[u32]) -> Result<(), String> {
        for var in vars {
            let holder = *self.holders.entry(self.name(*var)).or_insert(*var);
            if holder != *var {
                return Err(format!(
                    "variables {holder} and {var} are live at once and share a register"
                ));
            }
        }
        Ok(())
    }

    fn remove(&mut self, vars: &[u32]) {
        for var in vars {
            self.holders.remove(&self.name(*var));
        }
    }

    /// Counts the variables that are live now as a live set.
    fn count(&mut self) {
        self.largest = self.largest.max(self.holders.len());
    }
}

/// Goes backwards over a body.
fn injective(
    cluster: &Cluster<'_>,
    number: usize,
    holders: &mut Holders<'_>,
) -> Result<(), String> {
    let (body, claim) = (&cluster.bodies[number], holders.claim);
    holders.holders.clear();
    holders.add(&at_end(cluster, claim, body))?;
    for item in body.items.iter().rev() {
        match item {
            Item::Op { dst, uses } => {
                holders.add(dst)?;
                holders.count();
                holders.remove(dst);
                holders.add(uses)?;
            }
            Item::Fun(_) => {}
        }
    }
    holders.holders.clear();
    holders.add(&claim.live[number])?;
    if number == 0 {
        // Of the parameters of a cluster, only those that are used are live.
        holders.count();
        return holders.add(&body.params);
    }
    holders.add(&body.params)?;
    holders.count();
    Ok(())
}
