//! Switches on constants that are compared by functions: strings, large integers.
//!
//! Few are compared one after the other; many are halved by their order first:
//! ```text
//! c = str.cmp s "m"
//! if c < 0 { those before "m" } else { those from "m" on }
//! ```

use super::pat::Deciding;
use super::{Cx, Val};
use anf::{Atom, Body, Tail, Var};
use base::bug;
use prim::{CmpOp, Prim, Rt};
use sml_elab::core::Lit;
use sml_elab::matching::{Key, NodeId};
use types::{Ty as Anf, TyId, Width};

/// Constants that are compared one after the other.
const FEW: usize = 4;

impl<'p> Cx<'p> {
    /// A switch on constants, which ascend.
    pub(super) fn switch_constant(
        &mut self,
        val: &Val,
        ty: TyId,
        cases: Vec<(Key, NodeId)>,
        default: Option<NodeId>,
        cx: &mut Deciding<'p>,
    ) -> Tail {
        let atom = self.atom(val);
        let other = match default {
            Some(node) => self.branch(node, cx),
            None => Body { lets: Vec::new(), tail: Tail::Unreachable },
        };
        let other = self.block("other", other);
        let mut bodies = Vec::new();
        for (key, node) in cases {
            let lit = match key {
                Key::Int(n) => Lit::Int(n),
                Key::String(text) => Lit::String(text),
                Key::Con(..) | Key::Char(_) | Key::Length(_) => bug!("{key:?} is a number"),
            };
            let constant = self.literal(&lit, ty);
            bodies.push((constant, self.branch(node, cx)));
        }
        self.find(&atom, ty, bodies, other)
    }

    /// Goes on with the body of the constant that the value is, or elsewhere.
    fn find(&mut self, atom: &Atom, ty: TyId, mut cases: Vec<(Atom, Body)>, other: Var) -> Tail {
        if cases.len() > FEW {
            let upper = cases.split_off(cases.len() / 2);
            let order = self.order(ty, atom, &upper[0].0);
            let less = Prim::Cmp(CmpOp::Slt, Width::I64);
            let cond = self.kept.b.prim("less", less, [order.into(), 0.into()]).into();
            let mut half = |cases| {
                self.kept.b.open();
                let tail = self.find(atom, ty, cases, other);
                Box::new(self.kept.b.close(tail))
            };
            let (then, els) = (half(cases), half(upper));
            return Tail::If { cond, then, els };
        }
        let mut opened = Vec::new();
        for (constant, body) in cases {
            let cond = if *self.kept.b.types().get(ty) == Anf::Str {
                self.kept.b.prim("eq", Prim::Rt(Rt::StrEq), [atom.clone(), constant])
            } else {
                let order = self.order(ty, atom, &constant);
                let eq = Prim::Cmp(CmpOp::Eq, Width::I64);
                self.kept.b.prim("eq", eq, [order.into(), 0.into()])
            };
            opened.push((cond, Box::new(body)));
            self.kept.b.open();
        }
        let mut tail = Tail::Jump { join: other, args: Vec::new() };
        for (cond, then) in opened.into_iter().rev() {
            let els = Box::new(self.kept.b.close(tail));
            tail = Tail::If { cond: cond.into(), then, els };
        }
        tail
    }

    /// The order of a value and a constant: less than, equal to, or greater than 0.
    fn order(&mut self, ty: TyId, atom: &Atom, constant: &Atom) -> Var {
        let is_string = *self.kept.b.types().get(ty) == Anf::Str;
        let cmp = if is_string { Rt::StrCmp } else { Rt::BigCmp };
        self.kept.b.prim("cmp", Prim::Rt(cmp), [atom.clone(), constant.clone()])
    }
}
