//! The variables in scope, and fresh ones.

use super::Generator;
use anf::{Atom, Let, Op, Var, VarInfo};
use prim::{Prim, Rt};
use types::{Ty, TyId};

/// A variable in scope.
#[derive(Clone)]
pub(super) struct Bound {
    pub(super) var: Var,
    pub(super) ty: TyId,
    /// The least length of an array, vector or string, as far as it is known.
    pub(super) len: usize,
    /// The function in which a throw to this continuation leads forward.
    pub(super) forward: Option<u32>,
}

/// A function that may be called by name.
#[derive(Clone)]
pub(super) struct Known {
    pub(super) var: Var,
    pub(super) params: Vec<TyId>,
    pub(super) results: Vec<TyId>,
    /// Steps of a call.
    pub(super) cost: u64,
    /// True if it calls only closed functions.
    pub(super) closed: bool,
    /// True if it counts down its first parameter.
    pub(super) counts: bool,
    /// True if it may be a value.
    pub(super) value: bool,
}

impl Generator<'_> {
    /// A new variable, not in scope.
    pub(super) fn fresh(&mut self, name: &str, ty: TyId) -> Var {
        self.module.vars.push(VarInfo { name: name.into(), ty })
    }

    pub(super) fn fresh_fun(&mut self, name: &str, params: &[TyId], results: &[TyId]) -> Var {
        let ty = self.module.types.fun(params, results);
        self.fresh(name, ty)
    }

    pub(super) fn fresh_cont(&mut self, name: &str, params: &[TyId]) -> Var {
        let ty = self.module.types.intern(Ty::Cont(params.to_vec()));
        self.fresh(name, ty)
    }

    /// A new variable in scope.
    pub(super) fn bind(&mut self, name: &str, ty: TyId) -> Var {
        let var = self.fresh(name, ty);
        self.enter(var);
        var
    }

    pub(super) fn bind_all(&mut self, name: &str, tys: &[TyId]) -> Vec<Var> {
        tys.iter().map(|ty| self.bind(name, *ty)).collect()
    }

    pub(super) fn bind_exn(&mut self) -> Var {
        let ty = self.module.types.intern(Ty::Exn);
        self.bind("e", ty)
    }

    /// Puts a variable in scope.
    pub(super) fn enter(&mut self, var: Var) {
        let ty = self.ty(var);
        self.scope.push(Bound { var, ty, len: 0, forward: None });
    }

    /// Takes a variable out of scope that must not be used again.
    pub(super) fn forget(&mut self, atom: &Atom) {
        self.scope.retain(|bound| Some(bound.var) != atom.var());
    }

    /// Notes the length of what was bound last.
    pub(super) fn note_len(&mut self, len: usize) {
        if let Some(bound) = self.scope.last_mut() {
            bound.len = len;
        }
    }

    pub(super) fn ty(&self, var: Var) -> TyId {
        self.module.vars[var].ty
    }

    /// The type of an operand.
    pub(super) fn ty_of(&mut self, atom: &Atom) -> TyId {
        match atom {
            Atom::Var(var) => self.ty(*var),
            Atom::Const(constant) => cps::const_ty(&mut self.module.types, constant),
        }
    }

    /// A variable in scope of which something holds; the latest are likelier.
    pub(super) fn pick_bound(
        &mut self,
        holds: impl Fn(&Generator<'_>, &Bound) -> bool,
    ) -> Option<Bound> {
        let found: Vec<usize> =
            (0..self.scope.len()).filter(|i| holds(self, &self.scope[*i])).collect();
        if found.is_empty() {
            return None;
        }
        let (a, b) = (self.rng.below(found.len()), self.rng.below(found.len()));
        Some(self.scope[found[a.max(b)]].clone())
    }

    /// Binds the results of an operation.
    pub(super) fn op(&mut self, op: impl Into<Op>, args: Vec<Atom>, tys: &[TyId]) -> Vec<Var> {
        let pos = self.pos();
        let dst: Vec<Var> = tys.iter().map(|ty| self.fresh("x", *ty)).collect();
        self.push(Let::Op { dst: dst.clone(), op: op.into(), args, pos });
        dst.iter().for_each(|var| self.enter(*var));
        dst
    }

    /// Binds the one result of an operation.
    pub(super) fn op1(&mut self, op: impl Into<Op>, args: Vec<Atom>, ty: TyId) -> Atom {
        Atom::Var(self.op(op, args, &[ty])[0])
    }

    /// Does an operation that gives nothing.
    pub(super) fn effect(&mut self, op: impl Into<Op>, args: Vec<Atom>) {
        self.op(op, args, &[]);
    }

    /// Binds the one result of a primitive.
    pub(super) fn prim1(&mut self, prim: Prim, args: Vec<Atom>) -> Atom {
        let ty = self.module.types.of_prim(prim.sig().results[0]);
        self.op1(prim, args, ty)
    }

    /// Binds the one result of a function of the runtime.
    pub(super) fn prim_op<const N: usize>(&mut self, rt: Rt, args: [Atom; N]) -> Atom {
        self.prim1(Prim::Rt(rt), args.to_vec())
    }

    /// Adds a binding and counts what it costs.
    pub(super) fn push(&mut self, binding: Let) {
        self.lets.push(binding);
        self.pay(1);
        self.here.room = self.here.room.saturating_sub(1);
    }

    /// Counts steps of a call of the function around.
    pub(super) fn pay(&mut self, steps: u64) {
        self.here.cost = self.here.cost.saturating_add(steps.saturating_mul(self.here.times));
    }

    /// True if this many steps more can be afforded here.
    pub(super) fn affords(&self, steps: u64) -> bool {
        self.here.cost.saturating_add(steps.saturating_mul(self.here.times)) <= self.here.limit
    }
}
