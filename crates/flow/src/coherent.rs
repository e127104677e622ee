//! Coherence: the property under which both readings of a program agree.
//!
//! A function is *available* as long as none of its globals (see
//! [`crate::live`]) has been bound again since its definition; in the body of a
//! function, those are that need no more globals than it does. A program is
//! coherent if only available functions are applied (Schneider, Smolka, Hack,
//! section 7; theorem 5 says that a coherent program means the same in both
//! readings).
//!
//! ```text
//! x = 7                                x = 7
//! fun f() { x }   coherent             fun f() { x }   not coherent: at `jump f`
//! y = 5                                x = 5           the register `x` does not hold
//! jump f                               jump f          what it held where `f` was defined
//! ```
//! One walk, in time proportional to the program and the sets of globals. The
//! rule about bodies needs no work where control can come: a global of a function
//! that is applied there is live where the body begins, unless it is bound in
//! between, which is found otherwise. Only in unreachable bodies it is looked at.

use crate::check::in_cluster;
use crate::live::{Liveness, VarSet};
use crate::outline::{Entry, Item, Next, Outline, Step};
use crate::{Rule, Unit, Var};
use base::{EntityId, Violation};
use faults::{Fault, on};
use rustc_hash::FxHashMap;

/// An application of a function that is not available.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Incoherence {
    /// The body that ends with the application.
    pub at: usize,
    /// The body of the function.
    pub fun: usize,
    /// The global in question.
    pub var: Var,
    /// Why the function is not available.
    pub why: Why,
}

/// Why a function is not available.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// This occurrence has bound the variable again.
    Redefined(usize),
    /// The variable is not among the globals of the function with this body,
    /// which is around the application.
    NotGlobal(usize),
}

/// All applications of functions that are not available, in the order of the text.
pub fn incoherences(live: &Liveness) -> Vec<Incoherence> {
    let outline = live.outline();
    let mut walk = Availability {
        outline,
        again: bound_again(outline),
        by_var: FxHashMap::default(),
        lost: vec![None; outline.bodies.len()],
        undo: Vec::new(),
        open: Vec::new(),
    };
    let reachable = outline.reachable();
    let mut found = Vec::new();
    for step in outline.walk() {
        let (_, binds) = outline.occurrences(step);
        match step {
            Step::Enter(_) => walk.open.push(walk.undo.len()),
            Step::Funs(body, i) => walk.define(live, body, i),
            Step::Op(..) => {}
            Step::End(body) => {
                if let Next::Jump { body: fun, .. } = outline.bodies[body].next {
                    match walk.lost[fun] {
                        Some((var, at)) => {
                            let why = Why::Redefined(at);
                            found.push(Incoherence { at: body, fun, var, why });
                        }
                        None if !reachable[body] => found.extend(restricted(live, body, fun)),
                        None => {}
                    }
                }
            }
            Step::Leave(_) => walk.leave(),
        }
        let ignored = match step {
            Step::Enter(_) => on(Fault::CoherentForgetsParams),
            Step::Op(..) => on(Fault::CoherentForgetsLets),
            Step::Funs(..) | Step::End(_) | Step::Leave(_) => false,
        };
        if !ignored {
            binds.range().for_each(|i| walk.bind(i));
        }
    }
    found
}

/// The variables that are bound more than once.
fn bound_again(outline: &Outline) -> VarSet {
    let (mut once, mut again) = (VarSet::of(&outline.vars), VarSet::of(&outline.vars));
    for step in outline.walk() {
        let (_, binds) = outline.occurrences(step);
        for var in outline.at(binds) {
            if once.contains(*var) {
                again.insert(*var);
            }
            once.insert(*var);
        }
    }
    again
}

/// The incoherence, if the function is not available in a body around the application.
fn restricted(live: &Liveness, at: usize, fun: usize) -> Option<Incoherence> {
    let outline = live.outline();
    let Entry::Fun(home) = outline.bodies[fun].entry else { return None };
    let mut body = at;
    while body != home && body != fun {
        let around = match outline.bodies[body].entry {
            Entry::Root => return None,
            Entry::Branch(parent) => parent,
            Entry::Fun(parent) => {
                let mine: Vec<Var> = live.globals_of(body).collect();
                let missing = live.globals_of(fun).find(|var| mine.binary_search(var).is_err());
                if let Some(var) = missing {
                    return Some(Incoherence { at, fun, var, why: Why::NotGlobal(body) });
                }
                parent
            }
        };
        body = around;
    }
    None
}

enum Undo {
    /// The function that was defined last has this global.
    Defined(Var),
    /// This function was available.
    Lost(usize),
    /// So many functions with this global had been looked at.
    Seen(Var, usize),
}

/// The functions in scope with a certain global, and how many of them a binding
/// of it has made unavailable already.
#[derive(Default)]
struct Users {
    funs: Vec<usize>,
    seen: usize,
}

struct Availability<'a> {
    outline: &'a Outline,
    /// Only these can be bound again after a definition.
    again: VarSet,
    by_var: FxHashMap<Var, Users>,
    /// The global and its binding that have made each function unavailable.
    lost: Vec<Option<(Var, usize)>>,
    undo: Vec<Undo>,
    /// The beginnings of the open bodies in `undo`.
    open: Vec<usize>,
}

impl Availability<'_> {
    fn define(&mut self, live: &Liveness, body: usize, i: usize) {
        let Item::Funs(group) = &self.outline.bodies[body].items[i] else { return };
        if self.again.is_empty() {
            return;
        }
        for fun in group {
            for var in self.bound_again(live, *fun as usize) {
                self.by_var.entry(var).or_default().funs.push(*fun as usize);
                self.undo.push(Undo::Defined(var));
            }
        }
    }

    /// The globals of a function that are bound more than once.
    fn bound_again(&self, live: &Liveness, fun: usize) -> Vec<Var> {
        let (set, params) = (live.at_body(fun), self.outline.params(fun));
        if self.again.len() * 16 < set.len() {
            // Each of them costs a search.
            let is_global = |var: &Var| set.binary_search(var).is_ok() && !params.contains(var);
            return self.again.iter().filter(is_global).collect();
        }
        live.globals_of(fun).filter(|var| self.again.contains(*var)).collect()
    }

    fn bind(&mut self, occurrence: usize) {
        let var = self.outline.vars[occurrence];
        let Some(users) = self.by_var.get_mut(&var) else { return };
        if users.seen == users.funs.len() {
            return;
        }
        self.undo.push(Undo::Seen(var, users.seen));
        for fun in &users.funs[users.seen..] {
            if self.lost[*fun].is_none() {
                self.lost[*fun] = Some((var, occurrence));
                self.undo.push(Undo::Lost(*fun));
            }
        }
        users.seen = users.funs.len();
    }

    fn leave(&mut self) {
        let from = self.open.pop().unwrap_or(0);
        while self.undo.len() > from {
            match self.undo.pop() {
                Some(Undo::Defined(var)) => {
                    if let Some(users) = self.by_var.get_mut(&var) {
                        users.funs.pop();
                    }
                }
                Some(Undo::Lost(_)) if on(Fault::CoherentForgetsScopes) => {}
                Some(Undo::Lost(fun)) => self.lost[fun] = None,
                Some(Undo::Seen(var, seen)) => {
                    if let Some(users) = self.by_var.get_mut(&var) {
                        users.seen = seen;
                    }
                }
                None => return,
            }
        }
    }
}

/// Decides liveness and coherence of every cluster: what does not hold, in
/// words that begin with the name of the cluster. Bodies that control does not
/// come to are not judged.
pub fn decide(unit: &Unit) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (id, cluster) in unit.clusters.iter() {
        let mut fail =
            |rule, what: &str| violations.push(in_cluster(rule, id.index(), cluster, what));
        let live = Liveness::of(cluster);
        let show = |var: Var| unit.show_var(var).to_string();
        live.decide(show).iter().for_each(|what| fail(Rule::Live, what));
        let reachable = live.outline().reachable();
        for Incoherence { var, .. } in incoherences(&live).iter().filter(|i| reachable[i.at]) {
            let var = show(*var);
            let what = format!(
                "not coherent: {var} is bound again where a function that needs it is jumped to"
            );
            fail(Rule::Coherent, &what);
        }
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::{Why, decide, incoherences};
    use crate::{Liveness, Var, parse};

    fn verdict(body: &str) -> Vec<String> {
        let text = format!("flow 1 known f(a.0: i64) return k.1 {{ {body} }}");
        let unit = parse(text.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"));
        decide(&unit).iter().map(base::Violation::to_string).collect()
    }

    #[test]
    fn a_global_bound_again_makes_a_function_unavailable() {
        let none = Vec::<String>::new();
        assert_eq!(
            verdict("x.2: i64 = copy 7 fun g() { throw k.1 x.2 } y.3: i64 = copy 5 jump g"),
            none
        );
        assert_eq!(
            verdict("x.2: i64 = copy 7 fun g() { throw k.1 x.2 } x.2: i64 = copy 5 jump g"),
            ["f: not coherent: x.2 is bound again where a function that needs it is jumped to"]
        );
        // In one branch only, and the function is not jumped to there.
        assert_eq!(
            verdict(
                "x.2: i64 = copy 7 fun g() { throw k.1 x.2 }
                 if a.0 { x.2: i64 = copy 5 throw k.1 x.2 } else { jump g }"
            ),
            none
        );
        // A parameter binds as well.
        assert_eq!(
            verdict(
                "x.2: i64 = copy 7 fun g() { throw k.1 x.2 } fun h(x.2: i64) { jump g } jump h 1"
            )
            .len(),
            1
        );
    }

    #[test]
    fn unreachable_bodies_are_judged_by_the_rule() {
        // `u` needs `x`, but the function around it does not, as `u` is not applied.
        let text = "x.2: i64 = copy 7 fun g() { throw k.1 x.2 }
            fun h() { fun u() { jump g } throw k.1 a.0 } jump h";
        assert_eq!(verdict(text), Vec::<String>::new());
        let unit = parse(format!("flow 1 known f(a.0: i64) return k.1 {{ {text} }}").as_bytes());
        let live = Liveness::of(unit.unwrap().clusters.values().next().unwrap());
        let found = incoherences(&live);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].var, found[0].why), (Var(2), Why::NotGlobal(2)));
    }
}
