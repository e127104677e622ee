//! The continuations of a function, and the jumps between them.

use super::is_quiet;
use cps::{Atom, Body, Cont, Let, Op, Tail, Var};
use prim::counted::{Operand, View};
use prim::{Const, Prim};
use rustc_hash::{FxHashMap, FxHashSet};

/// A continuation.
pub(super) struct Block<'m> {
    /// Its number: those nested in it have the ones that follow, up to `end`.
    pub(super) index: usize,
    end: usize,
    pub(super) cont: &'m Cont,
}

impl<'m> Block<'m> {
    /// True if the other block is this one or nested in it.
    pub(super) fn holds(&self, other: &Block<'_>) -> bool {
        (self.index..self.end).contains(&other.index)
    }

    /// The variable that it branches on, and the branches.
    pub(super) fn branch(&self) -> Option<(Var, &'m Body, &'m Body)> {
        match &self.cont.body.tail {
            Tail::If { cond: Atom::Var(cond), then, els } => Some((*cond, then, els)),
            Tail::If { cond: Atom::Const(_), .. }
            | Tail::SwitchInt { .. }
            | Tail::SwitchSum { .. }
            | Tail::Call { .. }
            | Tail::Jump { .. }
            | Tail::Raise { .. }
            | Tail::Throw { .. }
            | Tail::Unreachable => None,
        }
    }
}

/// A jump to a continuation.
pub(super) struct Jump<'m> {
    /// The continuation in whose own code it stands, if it is one's.
    pub(super) from: Option<usize>,
    pub(super) args: &'m [Atom],
}

/// The continuations of a function of the module and of those nested in it, outer ones first.
#[derive(Default)]
pub(super) struct Code<'m> {
    pub(super) blocks: Vec<Block<'m>>,
    of: FxHashMap<Var, usize>,
    jumps: FxHashMap<Var, Vec<Jump<'m>>>,
    prims: FxHashMap<Var, (Prim, &'m [Atom])>,
    /// Continuations that are entered in other ways than by jumps.
    pub(super) named_otherwise: FxHashSet<Var>,
}

/// An operand, as the analysis of counted loops sees it.
pub(super) fn operand(atom: &Atom) -> Operand<Var> {
    match atom {
        Atom::Var(var) => Operand::Var(*var),
        Atom::Const(Const::Int(_, n)) => Operand::Int(*n as i64),
        Atom::Const(_) => Operand::Other,
    }
}

impl<'m> Code<'m> {
    /// The continuations, jumps and primitives of a function's body.
    pub(super) fn of(body: &'m Body) -> Code<'m> {
        let mut code = Code::default();
        code.body(body, None);
        code
    }

    fn body(&mut self, body: &'m Body, from: Option<usize>) {
        for binding in &body.lets {
            match binding {
                Let::Op {
                    dst, op: Op::Prim(prim @ (Prim::Int(..) | Prim::Cmp(..))), args, ..
                } => {
                    self.prims.insert(dst[0], (*prim, args));
                }
                Let::Funs(funs) => funs.iter().for_each(|fun| self.body(&fun.body, None)),
                Let::Conts(conts) => {
                    for cont in conts {
                        let index = self.blocks.len();
                        self.of.insert(cont.name, index);
                        self.blocks.push(Block { index, end: index, cont });
                        self.body(&cont.body, Some(index));
                        self.blocks[index].end = self.blocks.len();
                    }
                }
                Let::SetHandler { k } | Let::Capture { k, .. } => {
                    self.named_otherwise.insert(*k);
                }
                Let::Op { .. } | Let::GetHandler { .. } => {}
            }
        }
        match &body.tail {
            Tail::Jump { k, args } => {
                self.jumps.entry(*k).or_default().push(Jump { from, args });
            }
            Tail::Call { k, .. } => _ = self.named_otherwise.insert(*k),
            Tail::If { .. } | Tail::SwitchInt { .. } | Tail::SwitchSum { .. } => {}
            Tail::Raise { .. } | Tail::Throw { .. } | Tail::Unreachable => {}
        }
        body.tail.bodies().for_each(|body| self.body(body, from));
    }

    pub(super) fn jumps_to(&self, k: Var) -> &[Jump<'m>] {
        self.jumps.get(&k).map_or(&[], |jumps| jumps)
    }

    /// Asks the analysis of counted loops, which sees operands and definitions only.
    pub(super) fn view<R>(&self, ask: impl FnOnce(&View<'_, Var, Atom>) -> R) -> R {
        ask(&View { operand, definition: &|var| self.prims.get(&var).copied() })
    }

    /// The continuations on a way from the head of a loop back to it.
    pub(super) fn ways_back(&self, head: &Block<'_>) -> FxHashSet<usize> {
        let mut inside = FxHashSet::from_iter([head.index]);
        let mut work = vec![head.index];
        while let Some(block) = work.pop() {
            let jumps = self.jumps_to(self.blocks[block].cont.name).iter();
            let froms = jumps.filter_map(|jump| jump.from);
            work.extend(
                froms.filter(|from| head.holds(&self.blocks[*from]) && inside.insert(*from)),
            );
        }
        inside
    }

    /// True if a body, or a branch of it, jumps to one of these blocks.
    pub(super) fn stays(&self, body: &Body, inside: &FxHashSet<usize>) -> bool {
        pieces(body).iter().any(|(_, body)| self.jumps_into(body, inside))
    }

    fn jumps_into(&self, body: &Body, inside: &FxHashSet<usize>) -> bool {
        match &body.tail {
            Tail::Jump { k, .. } => self.of.get(k).is_some_and(|block| inside.contains(block)),
            Tail::If { .. }
            | Tail::SwitchInt { .. }
            | Tail::SwitchSum { .. }
            | Tail::Call { .. }
            | Tail::Raise { .. }
            | Tail::Throw { .. }
            | Tail::Unreachable => false,
        }
    }

    /// True if nothing is allocated or called on the ways from one of these blocks to another.
    pub(super) fn is_quiet(&self, inside: &FxHashSet<usize>) -> bool {
        inside.iter().all(|block| {
            let pieces = pieces(&self.blocks[*block].cont.body);
            let mut on_the_way = vec![false; pieces.len()];
            for (i, (parent, body)) in pieces.iter().enumerate().rev() {
                on_the_way[i] |= self.jumps_into(body, inside);
                on_the_way[*parent] |= on_the_way[i];
            }
            let mut pieces = pieces.iter().zip(on_the_way);
            pieces.all(|((_, body), on)| !on || body.lets.iter().all(is_quiet))
        })
    }
}

/// A body and its branches, each after the one it is a branch of, with that one's index.
fn pieces(body: &Body) -> Vec<(usize, &Body)> {
    let mut pieces = vec![(0, body)];
    let mut next = 0;
    while let Some((_, body)) = pieces.get(next).copied() {
        body.tail.bodies().for_each(|branch| pieces.push((next, branch)));
        next += 1;
    }
    pieces
}
