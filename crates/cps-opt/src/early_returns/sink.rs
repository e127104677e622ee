//! Moves what only one branch needs into it.

use cps::{Body, Let, Op, Tail, Var};
use prim::Effect;
use rustc_hash::FxHashSet;

/// Moves bindings of a body that ends in a branch into the only branch that uses them. No binding
/// moves over one that may write or raise: that stays, and ends the search.
pub(super) fn sink(body: &mut Body) {
    let branches =
        matches!(body.tail, Tail::If { .. } | Tail::SwitchInt { .. } | Tail::SwitchSum { .. });
    if !branches {
        return;
    }
    let at_tail: FxHashSet<Var> = body.tail.uses().map(|(v, _)| v).collect();
    let mut used: Vec<FxHashSet<Var>> = body.tail.bodies().map(uses_of).collect();
    let mut kept = Vec::new();
    let mut kept_uses = at_tail;
    while let Some(binding) = body.lets.pop() {
        if !movable(&binding) {
            body.lets.push(binding);
            break;
        }
        let mut uses = FxHashSet::default();
        binding_uses(&binding, &mut uses);
        match only_user(&binding, &kept_uses, &used) {
            Some(branch) => {
                used[branch].extend(uses);
                if let Some(inside) = body.tail.bodies_mut().nth(branch) {
                    inside.lets.insert(0, binding);
                }
            }
            None => {
                kept_uses.extend(uses);
                kept.push(binding);
            }
        }
    }
    kept.reverse();
    body.lets.extend(kept);
}

/// The only branch that uses what a binding binds.
fn only_user(binding: &Let, kept: &FxHashSet<Var>, used: &[FxHashSet<Var>]) -> Option<usize> {
    if binding.defs().any(|v| kept.contains(&v)) {
        return None;
    }
    let mut users = (0..used.len()).filter(|i| binding.defs().any(|v| used[*i].contains(&v)));
    let first = users.next()?;
    users.next().is_none().then_some(first)
}

fn movable(binding: &Let) -> bool {
    match binding {
        Let::Op { op, .. } => readable(op),
        Let::Funs(_) | Let::Conts(_) => true,
        Let::GetHandler { .. } | Let::SetHandler { .. } | Let::Capture { .. } => false,
    }
}

fn readable(op: &Op) -> bool {
    match op.effect() {
        Effect::Pure | Effect::Read | Effect::Alloc => true,
        Effect::Trap | Effect::Write | Effect::AllocTrap | Effect::Control => false,
    }
}

fn uses_of(body: &Body) -> FxHashSet<Var> {
    let mut uses = FxHashSet::default();
    body.each_use(&mut |v, _| {
        uses.insert(v);
    });
    uses
}

fn binding_uses(binding: &Let, uses: &mut FxHashSet<Var>) {
    uses.extend(binding.uses().map(|(v, _)| v));
    for body in binding.bodies() {
        body.each_use(&mut |v, _| {
            uses.insert(v);
        });
    }
}
