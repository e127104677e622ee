//! Continuations, handlers and what a program shows.

use super::functions::Style;
use super::{Generator, Goal};
use anf::{Atom, Let, Tail, Var};
use types::{Ty, TyId};

impl Generator<'_> {
    /// `callcc` of a function that may throw, keep the continuation, or return.
    pub(super) fn callcc(&mut self, depth: u32) {
        let tys = self.some_types(0, 2);
        let cont = self.module.types.intern(Ty::Cont(tys.clone()));
        let ty = self.module.types.fun(&[cont], &tys);
        let fun = match self.pick_bound(|_, bound| bound.ty == ty) {
            Some(bound) if !self.here.closed => bound.var,
            Some(_) | None => self.escape_fun(ty, cont, &tys, depth),
        };
        let dst: Vec<Var> = tys.iter().map(|ty| self.fresh("c", *ty)).collect();
        let pos = self.pos();
        self.push(Let::Callcc { dst: dst.clone(), fun: Atom::Var(fun), pos });
        dst.iter().for_each(|var| self.enter(*var));
    }

    /// A function for one `callcc`; it is not in scope for anything else.
    fn escape_fun(&mut self, ty: TyId, cont: TyId, results: &[TyId], depth: u32) -> Var {
        let name = self.fresh("escape", ty);
        let room = self.rng.pick(&[3, 6, 10]);
        let fun = self.write_fun(name, &[cont], results, Style::Escape, room, depth - 1);
        self.push(Let::Funs(vec![fun]));
        self.pay(self.last_cost);
        name
    }

    /// `handle` of a body that may raise.
    pub(super) fn handle(&mut self, depth: u32) {
        let tys = self.some_types(0, 2);
        let results = std::mem::replace(&mut self.here.results, tys.clone());
        let statements = self.rng.between(1, 4);
        let body = self.body_for(Goal::Ret, depth - 1, statements);
        let mark = self.scope.len();
        let exn = self.bind_exn();
        let origin = self.origin();
        let statements = self.rng.below(3);
        let mut handler = self.body_for(Goal::Ret, depth - 1, statements);
        if self.rng.chance(20) {
            let (exn, origin) = (Atom::Var(exn), Some(Atom::Var(origin)));
            handler.tail = Tail::Raise { exn, origin, pos: self.pos() };
        }
        self.scope.truncate(mark);
        self.here.results = results;
        let dst: Vec<Var> = tys.iter().map(|ty| self.fresh("h", *ty)).collect();
        let pos = self.pos();
        self.push(Let::Handle { dst: dst.clone(), body, exn, origin: Some(origin), handler, pos });
        dst.iter().for_each(|var| self.enter(*var));
    }

    /// Prints a checksum of a few variables, the latest preferred.
    pub(super) fn report(&mut self) {
        if self.scope.is_empty() || !self.affords(60) {
            return;
        }
        let mut hash = super::values::int(0);
        for _ in 0..self.rng.between(1, 3) {
            let Some(bound) = self.pick_bound(|_, _| true) else { return };
            let depth = super::values::int(self.rng.between(1, 3) as i64);
            let part = self.checksum(Atom::Var(bound.var), depth);
            hash = self.mix(hash, part);
            self.pay(20);
        }
        let tag = self.rng.below(1000) as i64;
        self.call_report(tag, hash);
    }

    pub(super) fn mix(&mut self, hash: Atom, part: Atom) -> Atom {
        let mix = Atom::Var(self.helper("mix"));
        let i64 = self.module.types.i64();
        let mixed = Atom::Var(self.call(mix, vec![hash, part], &[i64])[0]);
        self.forget(&mixed);
        mixed
    }
}
