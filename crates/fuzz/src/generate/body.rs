//! Bodies: some bindings and a tail that goes where the body is to go.

use super::structure::Shape;
use super::{Generator, Goal, values};
use anf::{Atom, Body, Tail};
use prim::{IntOp, Prim};
use types::{Ty, Width};

/// Kinds of bindings.
#[derive(Clone, Copy)]
enum Kind {
    Prim,
    Data,
    Call,
    UnknownCall,
    Callcc,
    Handle,
    Funs,
    Cont,
    Report,
}

impl Generator<'_> {
    /// A body of about so many bindings, in a scope of its own.
    pub(super) fn body_for(&mut self, goal: Goal, depth: u32, statements: usize) -> Body {
        let lets = std::mem::take(&mut self.lets);
        let (scope, known) = (self.scope.len(), self.known.len());
        let outer = std::mem::replace(&mut self.here.goal, goal);
        for _ in 0..statements {
            if self.here.room == 0 {
                break;
            }
            self.statement(depth);
        }
        let tail = self.tail(depth);
        self.here.goal = outer;
        self.leave(scope, known);
        Body { lets: std::mem::replace(&mut self.lets, lets), tail }
    }

    /// Leaves a scope. What was forgotten inside stays so.
    fn leave(&mut self, scope: usize, known: usize) {
        self.scope.truncate(scope);
        self.known.truncate(known);
    }

    fn statement(&mut self, depth: u32) {
        if self.here.c_result.is_some() {
            return self.c_statement();
        }
        let w = &self.config.weights;
        let open = u32::from(!self.here.closed);
        let nested = u32::from(depth > 0);
        let kind = self.rng.weighted(&[
            (w.prim, Kind::Prim),
            (w.data, Kind::Data),
            (w.call, Kind::Call),
            (w.unknown_call * open, Kind::UnknownCall),
            (w.callcc * nested, Kind::Callcc),
            (w.handle * nested, Kind::Handle),
            (w.funs * nested, Kind::Funs),
            (w.cont, Kind::Cont),
            (w.report, Kind::Report),
        ]);
        match kind {
            Kind::Prim => self.prim_statement(),
            Kind::Data => self.data_statement(),
            Kind::Call => self.call_statement(),
            Kind::UnknownCall => self.unknown_call(),
            Kind::Callcc => self.callcc(depth),
            Kind::Handle => self.handle(depth),
            Kind::Funs => self.local_group(depth),
            Kind::Cont => {
                let params = self.some_types(0, 2);
                self.make_cont(&params);
            }
            Kind::Report => self.report(),
        }
    }

    /// Ends a body: with branches and loops as long as there is room.
    fn tail(&mut self, depth: u32) -> Tail {
        if depth == 0 || self.here.room < 4 {
            return self.simple_tail();
        }
        let shape = self.rng.weighted(&[
            (30, Shape::Simple),
            (25, Shape::Branch),
            (30, Shape::Diamond),
            (if self.affords(100) { 20 } else { 0 }, Shape::Loop),
        ]);
        match shape {
            Shape::Simple => self.simple_tail(),
            Shape::Branch => self.branch(&self.here.goal.clone(), depth),
            Shape::Diamond => self.diamond(depth),
            Shape::Loop => self.count_loop(depth),
        }
    }

    fn simple_tail(&mut self) -> Tail {
        if self.here.c_result.is_some() {
            return self.finish();
        }
        if self.rng.chance(30) {
            self.report();
        }
        match self.rng.below(100) {
            0..=3 => {
                let exn = self.make_exn();
                Tail::Raise { exn, origin: None, pos: self.pos() }
            }
            4..=11 => self.throw_forward().unwrap_or_else(|| self.finish()),
            12..=17 if !self.here.closed => self.throw_metered().unwrap_or_else(|| self.finish()),
            18..=22 => self.ret(),
            _ => self.finish(),
        }
    }

    /// Goes where the body is to go.
    pub(super) fn finish(&mut self) -> Tail {
        match self.here.goal.clone() {
            Goal::Ret => self.ret(),
            Goal::Jump(join, tys) => {
                let args = self.values(&tys, 1);
                Tail::Jump { join, args }
            }
            Goal::Loop { head, counter, carried } => {
                let mut args = vec![self.count_down(counter)];
                args.extend(self.values(&carried, 1));
                Tail::Jump { join: head, args }
            }
        }
    }

    fn count_down(&mut self, counter: anf::Var) -> Atom {
        self.prim1(Prim::Int(IntOp::Sub, Width::I64), vec![Atom::Var(counter), values::int(1)])
    }

    fn ret(&mut self) -> Tail {
        if let Some(ty) = self.here.c_result.clone() {
            return Tail::Ret(self.c_value(&ty));
        }
        let results = self.here.results.clone();
        if self.rng.chance(30)
            && let Some(tail) = self.tail_call(&results)
        {
            return tail;
        }
        Tail::Ret(self.values(&results, 1))
    }

    /// Throws to a continuation of this function: it leads forward.
    fn throw_forward(&mut self) -> Option<Tail> {
        let serial = self.here.serial;
        let bound = self.pick_bound(|_, bound| bound.forward == Some(serial))?;
        Some(self.throw(bound.var))
    }

    fn throw(&mut self, cont: anf::Var) -> Tail {
        let Ty::Cont(params) = self.module.types.get(self.ty(cont)).clone() else {
            return Tail::Unreachable;
        };
        let args = self.values(&params, 1);
        Tail::Throw { cont: Atom::Var(cont), args, pos: self.pos() }
    }

    /// Throws to any continuation while there is fuel.
    fn throw_metered(&mut self) -> Option<Tail> {
        let is_cont = |cx: &Generator<'_>, bound: &super::Bound| {
            matches!(cx.module.types.get(bound.ty), Ty::Cont(_))
        };
        let cont = self.pick_bound(is_cont)?.var;
        let cond = self.burn();
        let then = Box::new(self.alone(|cx| cx.throw(cont)));
        let els = Box::new(self.alone(|cx| cx.finish()));
        Some(Tail::If { cond, then, els })
    }

    /// A body that is only a tail and what it needs.
    pub(super) fn alone(&mut self, tail: impl FnOnce(&mut Self) -> Tail) -> Body {
        let lets = std::mem::take(&mut self.lets);
        let (scope, known) = (self.scope.len(), self.known.len());
        let tail = tail(self);
        self.leave(scope, known);
        Body { lets: std::mem::replace(&mut self.lets, lets), tail }
    }
}
