//! The ways around a loop.

use cps::{Body, Cont, Let, Tail, Var};
use rustc_hash::{FxHashMap, FxHashSet};

/// True if jumps alone lead from the head of a loop back to it.
pub(super) fn has_round_without_frame(head: &Cont) -> bool {
    let mut jumps = Jumps::default();
    jumps.body(&head.body, head.name);
    let mut reached = FxHashSet::default();
    let mut work = vec![head.name];
    while let Some(k) = work.pop() {
        let next = jumps.0.get(&k).into_iter().flatten().copied();
        work.extend(next.filter(|k| reached.insert(*k)));
    }
    reached.contains(&head.name)
}

/// The continuations that each continuation jumps to.
#[derive(Default)]
struct Jumps(FxHashMap<Var, Vec<Var>>);

impl Jumps {
    /// The code of the continuation `here`.
    fn body(&mut self, body: &Body, here: Var) {
        for binding in &body.lets {
            if let Let::Conts(conts) = binding {
                conts.iter().for_each(|cont| self.body(&cont.body, cont.name));
            }
        }
        if let Tail::Jump { k, .. } = &body.tail {
            self.0.entry(here).or_default().push(*k);
        }
        body.tail.bodies().for_each(|body| self.body(body, here));
    }
}
