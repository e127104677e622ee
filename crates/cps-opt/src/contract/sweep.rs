//! Dead code: what the rebuilt program does not use, seen from the end of each
//! body.

use super::Contract;
use cps::{Atom, Body, Let, Op, Tail, Var};
use prim::{Const, IntOp, Prim};
use rustc_hash::FxHashMap;

impl Contract<'_> {
    /// Drops the bindings of a complete body that nothing after them uses, and
    /// counts the uses of the rest. Nested bodies have been swept before.
    pub(super) fn sweep(&mut self, lets: &mut Vec<Let>, tail: &Tail) {
        tail.uses().for_each(|(v, _)| self.uses[v] += 1);
        let mut keep = vec![true; lets.len()];
        // True if a handler is set later, before anything can notice the one now.
        let mut set_later = false;
        for (i, binding) in lets.iter_mut().enumerate().rev() {
            let live = match binding {
                Let::Op { dst, op, args, .. } => {
                    let used = dst.iter().any(|v| self.uses[*v] > 0);
                    let live = used || !removable(op, args);
                    set_later &= !(live && op.effect().raises());
                    live
                }
                Let::Funs(funs) => {
                    let dead = self.dead_members(funs.iter().map(|f| (f.name, &f.body)).collect());
                    funs.retain(|fun| !dead.contains(&fun.name));
                    !funs.is_empty()
                }
                Let::Conts(conts) => {
                    let dead = self.dead_members(conts.iter().map(|c| (c.name, &c.body)).collect());
                    conts.retain(|cont| !dead.contains(&cont.name));
                    !conts.is_empty()
                }
                Let::GetHandler { k: v } | Let::Capture { dst: v, .. } => {
                    let live = self.uses[*v] > 0;
                    set_later &= !live;
                    live
                }
                // One that is reinstated later is installed where it was: its frame lies below those
                // of the handlers around, where frames are on a stack.
                Let::SetHandler { k } => {
                    !std::mem::replace(&mut set_later, true) || self.uses[*k] > 0
                }
            };
            keep[i] = live;
            if live {
                binding.uses().for_each(|(v, _)| self.uses[v] += 1);
            } else {
                self.count("dead binding");
            }
        }
        let mut keep = keep.into_iter();
        lets.retain(|_| keep.next().unwrap_or(true));
    }

    /// The members of a group that are not reached from outside it. The uses in
    /// them are taken back.
    fn dead_members(&mut self, members: Vec<(Var, &Body)>) -> Vec<Var> {
        let outside = |cx: &Self, name: Var| cx.uses[name] > cx.internal[name];
        let mut live: Vec<bool> = members.iter().map(|(name, _)| outside(self, *name)).collect();
        if members.len() > 1 && live.contains(&true) && live.contains(&false) {
            let index: FxHashMap<Var, usize> =
                members.iter().enumerate().map(|(i, (name, _))| (*name, i)).collect();
            let mut reached: Vec<usize> = (0..members.len()).filter(|i| live[*i]).collect();
            while let Some(i) = reached.pop() {
                members[i].1.each_use(&mut |v, _| {
                    if let Some(j) = index.get(&v)
                        && !live[*j]
                    {
                        live[*j] = true;
                        reached.push(*j);
                    }
                });
            }
        }
        let mut dead = Vec::new();
        for ((name, body), live) in members.iter().zip(live) {
            if !live {
                self.uncount(body);
                self.count("dead binding");
                dead.push(*name);
            }
        }
        dead
    }

    /// Takes back the uses in a body of the new program that is dropped.
    pub(super) fn uncount(&mut self, body: &Body) {
        body.each_use(&mut |v, _| self.uses[v] -= 1);
    }
}

/// True if a binding may go once nothing uses its results.
fn removable(op: &Op, args: &[Atom]) -> bool {
    op.effect().removable() || never_raises(op, args)
}

/// True if these operands keep an operation that can raise from raising.
fn never_raises(op: &Op, args: &[Atom]) -> bool {
    let Op::Prim(Prim::Int(op, width)) = op else { return false };
    let Some(Atom::Const(Const::Int(_, n))) = args.get(1) else { return false };
    match op {
        IntOp::Quot | IntOp::Rem | IntOp::Div | IntOp::Mod | IntOp::UQuot | IntOp::URem => *n != 0,
        IntOp::SQuot | IntOp::SDiv => *n != 0 && *n != width.mask(),
        IntOp::Add | IntOp::Sub | IntOp::Mul | IntOp::And | IntOp::Or | IntOp::Xor => true,
        IntOp::Shl | IntOp::Lshr | IntOp::Ashr | IntOp::Rotl => true,
        IntOp::UQuotZ | IntOp::URemZ => true,
        IntOp::SMin | IntOp::SMax | IntOp::UMin | IntOp::UMax => true,
        IntOp::SAdd | IntOp::SSub | IntOp::SMul | IntOp::UAdd | IntOp::USub | IntOp::UMul => false,
        IntOp::Index => false,
    }
}
