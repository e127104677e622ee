//! Handlers, and the calls that a handle body ends in.

use super::{Lower, Pending, Then};
use anf::Body as ABody;
use base::{Pos, bug};
use cps::{Atom, Body, Cont, Let, Op, Tail, Var};
use faults::{Fault, on};
use prim::{Prim, Rt};
use types::{Ty, TyId};

impl<'a> Lower<'a> {
    /// `after` is where the body around goes on, if it gives the results of the
    /// handle as its own: then the handler needs no continuation besides.
    pub(super) fn handle(
        &mut self,
        dst: &[anf::Var],
        (body, (exn, origin), handler): (&'a ABody, (anf::Var, Option<anf::Var>), &'a ABody),
        after: Option<Var>,
        pos: Pos,
        lets: &mut Vec<Let>,
        pending: &mut Vec<Pending>,
    ) {
        let tys: Vec<TyId> = dst.iter().map(|v| self.ty(*v)).collect();
        let results = self.flat.results(&tys).1;
        let exn_ty = self.flat.one(self.ty(exn));
        let old = self.fresh_cont("old", &[exn_ty]);
        let normal = self.fresh_cont("n", &results);
        let caught: Vec<anf::Var> =
            std::iter::once(exn).chain(origin.filter(|o| self.wanted.origins[*o])).collect();
        let caught_tys: Vec<TyId> = caught.iter().map(|v| self.flat.one(self.ty(*v))).collect();
        let handling = self.fresh_cont("h", &caught_tys);
        let caught: Vec<Var> = caught.iter().map(|v| Var(v.0)).collect();
        self.rest_of(
            dst,
            pos,
            lets,
            pending,
            Then::Handle(Body { lets: Vec::new(), tail: Tail::Unreachable }),
        );
        let Some(Pending::Rest { cont, .. }) = pending.last() else { return };
        let join = *cont;

        let mut restore =
            if on(Fault::HandlerStays) { vec![] } else { vec![Let::SetHandler { k: old }] };
        if self.wanted.history && caught.len() == 2 {
            let args = caught.iter().map(|v| Atom::Var(*v)).collect();
            restore.push(Let::Op { dst: vec![], op: Op::Prim(Prim::Rt(Rt::ExnNote)), args, pos });
        }
        let handler = self.body(handler, after.unwrap_or(join), &tys, restore);
        let params: Vec<Var> = results.iter().map(|ty| self.fresh("r", *ty)).collect();
        let leave = Body {
            lets: vec![Let::SetHandler { k: old }],
            tail: Tail::Jump { k: join, args: params.iter().map(|v| Atom::Var(*v)).collect() },
        };
        let before = vec![
            Let::GetHandler { k: old },
            Let::Conts(vec![Cont::new(normal, params, leave, pos)]),
            Let::Conts(vec![Cont::new(handling, caught, handler, pos)]),
            Let::SetHandler { k: handling },
        ];
        self.place.handlers.push(old);
        let body = self.body(body, normal, &tys, before);
        self.place.handlers.pop();
        if let Some(Pending::Rest { then, .. }) = pending.last_mut() {
            *then = Then::Handle(body);
        }
    }

    /// A continuation of a call here that goes on with `k`.
    pub(super) fn call_and_jump(&mut self, k: Var, pos: Pos, lets: &mut Vec<Let>) -> Var {
        let Ty::Cont(types) = self.flat.to.get(self.vars[k].ty).clone() else {
            bug!("{k:?} is no continuation")
        };
        let name = self.fresh_cont("j", &types);
        let params: Vec<Var> = types.iter().map(|ty| self.fresh("r", *ty)).collect();
        let args = params.iter().map(|v| Atom::Var(*v)).collect();
        let body = Body { lets: Vec::new(), tail: Tail::Jump { k, args } };
        lets.push(Let::Conts(vec![Cont::new(name, params, body, pos)]));
        name
    }
}
