//! Expressions: as a value, and as the end of a body.

use super::data::Repr;
use super::{Arm, Cx, Dest, Row, Val};
use anf::{Atom, Block, Let, Tail, Var};
use base::bug;
use prim::{Const, Data};
use sml_elab::core::{Exp, ExpKind, Failing, Loc, Rule};
use types::{Ty as Anf, TyId, Width};

impl<'p> Cx<'p> {
    /// Evaluates an expression.
    pub(super) fn exp(&mut self, e: &'p Exp) -> Val {
        self.at(e.loc);
        match &e.kind {
            ExpKind::Lit(lit) => {
                let ty = self.ty(e.ty);
                Val::Atom(self.literal(lit, ty))
            }
            ExpKind::Var(..) | ExpKind::Prim(_) | ExpKind::Con(..) | ExpKind::Excon(_) => {
                let callee = self.callee(e);
                self.callee_value(callee)
            }
            ExpKind::Record(fields) => self.record_exp(e, fields),
            ExpKind::Select(label, of) => self.select(*label, of),
            ExpKind::List(items) => self.list(e, items),
            ExpKind::Vector(items) => self.vector(e, items),
            ExpKind::Seq(items) => {
                let mut last = Val::Unit;
                for item in items {
                    last = self.exp(item);
                }
                last
            }
            ExpKind::Let(decs, body) => {
                self.decs(decs);
                self.exp(body)
            }
            ExpKind::App(..) => self.app(e),
            ExpKind::Fn(rules) => self.fn_value(rules, e.loc),
            ExpKind::While(cond, body) => self.while_loop(cond, body),
            ExpKind::Case(of, rules) if self.one_way(rules) => {
                let val = self.exp(of);
                self.bind(&rules[0].pat, val);
                self.exp(&rules[0].exp)
            }
            ExpKind::If(..) | ExpKind::Case(..) => self.join(e),
            ExpKind::Handle(..) => {
                let ty = self.ty(e.ty);
                let dst = self.handle(e, None);
                debug_assert_eq!(dst.len(), self.slots(ty).len());
                Self::arrived(&dst)
            }
            ExpKind::Raise(exn) => {
                let tail = self.raise(exn, e.loc);
                let ty = self.ty(e.ty);
                self.dead(tail, ty)
            }
        }
    }

    /// Ends the body with the value of an expression.
    pub(super) fn tail(&mut self, e: &'p Exp, dest: Dest) -> Tail {
        self.at(e.loc);
        match &e.kind {
            ExpKind::Seq(items) => {
                let (last, before) = items.split_last().expect("a sequence has an expression");
                for item in before {
                    self.exp(item);
                }
                self.tail(last, dest)
            }
            ExpKind::Let(decs, body) => {
                self.decs(decs);
                self.tail(body, dest)
            }
            ExpKind::App(..) => self.tail_app(e, dest),
            ExpKind::If(cond, then, els) => self.if_tail(cond, then, els, dest),
            ExpKind::Case(of, rules) => {
                let val = self.exp(of);
                self.case_tail(val, rules, Failing::Match, e.loc, dest)
            }
            ExpKind::Handle(..) => match dest {
                Dest::Ret => {
                    let dst = self.handle(e, Some(dest));
                    self.give(Self::arrived(&dst), dest)
                }
                Dest::Jump(_) => {
                    let val = self.exp(e);
                    self.give(val, dest)
                }
            },
            ExpKind::Raise(exn) => self.raise(exn, e.loc),
            ExpKind::Lit(_)
            | ExpKind::Var(..)
            | ExpKind::Prim(_)
            | ExpKind::Con(..)
            | ExpKind::Excon(_)
            | ExpKind::Record(_)
            | ExpKind::Select(..)
            | ExpKind::List(_)
            | ExpKind::Vector(_)
            | ExpKind::Fn(_)
            | ExpKind::While(..) => {
                let val = self.exp(e);
                self.give(val, dest)
            }
        }
    }

    /// Ends the body with a value.
    pub(super) fn give(&mut self, val: Val, dest: Dest) -> Tail {
        let args = self.travel(&val);
        match dest {
            Dest::Ret => Tail::Ret(args),
            Dest::Jump(join) => Tail::Jump { join, args },
        }
    }

    /// A branching expression whose value is needed here: the code that follows goes into a
    /// join point.
    pub(super) fn join(&mut self, e: &'p Exp) -> Val {
        let ty = self.ty(e.ty);
        let (join, params) = self.join_point(ty);
        self.kept.b.open();
        let tail = self.tail(e, Dest::Jump(join));
        let body = self.kept.b.close(tail);
        self.kept.b.branch_into(join, params.clone(), body);
        Self::arrived(&params)
    }

    /// A join point for a value of a type, and its parameters.
    pub(super) fn join_point(&mut self, ty: TyId) -> (Var, Vec<Var>) {
        let params: Vec<(&str, TyId)> = self.slots(ty).into_iter().map(|ty| ("x", ty)).collect();
        self.kept.b.declare_block("join", &params)
    }

    /// True if the first rule always fits.
    fn one_way(&mut self, rules: &[Rule]) -> bool {
        rules.first().is_some_and(|rule| self.irrefutable(&rule.pat))
    }

    fn record_exp(&mut self, e: &'p Exp, fields: &'p [(sml_syntax::names::Sym, Exp)]) -> Val {
        let mut vals: Vec<(sml_syntax::names::Sym, Val)> =
            fields.iter().map(|(label, exp)| (*label, self.exp(exp))).collect();
        match vals.len() {
            0 => return Val::Unit,
            1 => return vals.swap_remove(0).1,
            _ => {}
        }
        let names = &self.program.names;
        if !faults::on(faults::Fault::RecordOrder) {
            vals.sort_by(|a, b| names.compare_labels(a.0, b.0));
        }
        let ty = self.ty(e.ty);
        Val::Record(vals.into_iter().map(|(_, val)| val).collect(), ty)
    }

    fn select(&mut self, label: sml_syntax::names::Sym, of: &'p Exp) -> Val {
        let val = self.exp(of);
        let (index, count) = self.label_index(of.ty, label);
        self.part(&val, index, count)
    }

    fn while_loop(&mut self, cond: &'p Exp, body: &'p Exp) -> Val {
        let (again, _) = self.kept.b.declare_block("while", &[]);
        let (done, _) = self.kept.b.declare_block("done", &[]);
        let pos = self.pos(cond.loc);
        let start = || Tail::Jump { join: again, args: Vec::new() };
        self.kept.b.open();
        self.kept.b.open();
        self.exp(body);
        let then = self.kept.b.close(start());
        let els = self.jump_body(done);
        let tail = self.test(cond, then, els);
        let body = self.kept.b.close(tail);
        let block = Let::Join(Block { name: again, params: Vec::new(), body, pos });
        self.kept.b.branch_into(done, Vec::new(), anf::Body { lets: vec![block], tail: start() });
        Val::Unit
    }

    fn if_tail(&mut self, cond: &'p Exp, then: &'p Exp, els: &'p Exp, dest: Dest) -> Tail {
        // The condition comes first in the text, so its operations do in the body;
        // the branches are bodies of their own.
        if let Some(constant) = self.constant_bool(cond) {
            return self.tail(if constant { then } else { els }, dest);
        }
        if self.branching(cond) {
            self.kept.b.open();
            let tail = self.tail(then, dest);
            let then = self.kept.b.close(tail);
            self.kept.b.open();
            let tail = self.tail(els, dest);
            let els = self.kept.b.close(tail);
            return self.test(cond, then, els);
        }
        let val = self.exp(cond);
        let cond = self.atom(&val);
        self.kept.b.open();
        let tail = self.tail(then, dest);
        let then = Box::new(self.kept.b.close(tail));
        self.kept.b.open();
        let tail = self.tail(els, dest);
        Tail::If { cond, then, els: Box::new(self.kept.b.close(tail)) }
    }

    /// Ends the body with one of two bodies, by a condition.
    fn test(&mut self, cond: &'p Exp, then: anf::Body, els: anf::Body) -> Tail {
        if !self.branching(cond) {
            let val = self.exp(cond);
            let cond = self.atom(&val);
            return Tail::If { cond, then: Box::new(then), els: Box::new(els) };
        }
        let then = self.block("then", then);
        let els = self.block("else", els);
        self.decide(cond, then, els)
    }

    /// Jumps to one of two join points, by a condition.
    fn decide(&mut self, cond: &'p Exp, then: Var, els: Var) -> Tail {
        self.at(cond.loc);
        if let Some(constant) = self.constant_bool(cond) {
            return Tail::Jump { join: if constant { then } else { els }, args: Vec::new() };
        }
        if let ExpKind::If(first, yes, no) = &cond.kind {
            self.kept.b.open();
            let tail = self.decide(yes, then, els);
            let yes = self.kept.b.close(tail);
            self.kept.b.open();
            let tail = self.decide(no, then, els);
            let no = self.kept.b.close(tail);
            return self.test(first, yes, no);
        }
        if let ExpKind::Let(decs, body) = &cond.kind {
            self.decs(decs);
            return self.decide(body, then, els);
        }
        let val = self.exp(cond);
        let cond = self.atom(&val);
        let then = Box::new(self.jump_body(then));
        Tail::If { cond, then, els: Box::new(self.jump_body(els)) }
    }

    /// True of conditions that branch themselves.
    fn branching(&self, cond: &Exp) -> bool {
        let mut cond = cond;
        while let ExpKind::Let(_, body) = &cond.kind {
            cond = body;
        }
        matches!(cond.kind, ExpKind::If(..))
    }

    /// `true` or `false` as written.
    fn constant_bool(&mut self, e: &'p Exp) -> Option<bool> {
        let ExpKind::Con(con, tag, _) = &e.kind else { return None };
        (self.repr(*con) == Repr::Enum(Width::I1)).then_some(*tag == 1)
    }

    /// A join point without parameters.
    pub(super) fn block(&mut self, name: &str, body: anf::Body) -> Var {
        // A body that only jumps needs no block of its own.
        if let (true, Tail::Jump { join, args }) = (body.lets.is_empty(), &body.tail)
            && args.is_empty()
        {
            return *join;
        }
        let (var, params) = self.kept.b.declare_block(name, &[]);
        let pos = self.loc.map_or(base::Pos::NONE, |loc| self.pos(loc));
        self.kept.b.push(Let::Join(Block { name: var, params, body, pos }));
        var
    }

    /// A body that jumps to a join point without parameters.
    pub(super) fn jump_body(&mut self, join: Var) -> anf::Body {
        anf::Body { lets: Vec::new(), tail: Tail::Jump { join, args: Vec::new() } }
    }

    fn raise(&mut self, exn: &'p Exp, loc: Loc) -> Tail {
        let val = self.exp(exn);
        self.at(loc);
        let atom = self.atom(&val);
        self.raise_atom(atom)
    }

    /// Raises an exception. One that a handler took is raised again, with its origin.
    fn raise_atom(&mut self, exn: Atom) -> Tail {
        match exn.var().and_then(|var| self.origins.get(&var).copied()) {
            Some(origin) => self.kept.b.raise_again(exn, origin),
            None => self.kept.b.raise(exn),
        }
    }

    /// `body handle rules`; gives the variables that the value arrives in.
    /// With a destination, the rules go on there, so that their calls are tail
    /// calls: they stand in a continuation outside of the handled body.
    fn handle(&mut self, e: &'p Exp, dest: Option<Dest>) -> Vec<Var> {
        let ExpKind::Handle(body, rules) = &e.kind else { bug!("{:?} is no `handle`", e.kind) };
        let exn_ty = self.kept.b.types().intern(Anf::Exn);
        let origin_ty = self.kept.b.types().intern(Anf::Origin);
        let pos = self.pos(e.loc);
        let rules_of = |cx: &mut Self, exn: Var, origin: Var, dest: Dest| {
            cx.origins.insert(exn, origin);
            cx.kept.b.open();
            let tail = cx.case_tail(Val::from(exn), rules, Failing::Reraise, e.loc, dest);
            cx.kept.b.close(tail)
        };
        let outside = dest.map(|dest| {
            let caught = [("e", exn_ty), ("o", origin_ty)];
            let (k, params) = self.kept.b.declare_block("handler", &caught);
            let body = rules_of(self, params[0], params[1], dest);
            self.kept.b.push(Let::Cont(Block { name: k, params, body, pos }));
            k
        });
        self.kept.b.open();
        let tail = self.tail(body, Dest::Ret);
        let body = self.kept.b.close(tail);
        let exn = self.kept.b.var("e", exn_ty);
        let origin = self.kept.b.var("o", origin_ty);
        let handler = match outside {
            Some(k) => anf::Body {
                lets: Vec::new(),
                tail: Tail::Throw { cont: k.into(), args: vec![exn.into(), origin.into()], pos },
            },
            None => rules_of(self, exn, origin, Dest::Ret),
        };
        let ty = self.ty(e.ty);
        let dst: Vec<Var> = self.slots(ty).into_iter().map(|ty| self.kept.b.var("x", ty)).collect();
        let origin = Some(origin);
        self.kept.b.push(Let::Handle { dst: dst.clone(), body, exn, origin, handler, pos });
        dst
    }

    /// Ends the body with the first rule that fits.
    fn case_tail(
        &mut self,
        val: Val,
        rules: &'p [Rule],
        failing: Failing,
        loc: Loc,
        dest: Dest,
    ) -> Tail {
        let rows = rules
            .iter()
            .map(|rule| Row { pats: vec![&rule.pat], arm: Arm::Exp(&rule.exp) })
            .collect();
        self.matching(vec![val], rows, failing, loc, dest)
    }

    /// The tail for a match that no rule fits.
    pub(super) fn failing(&mut self, failing: Failing, val: &Val, loc: Loc) -> Tail {
        self.at(loc);
        let ty = self.kept.b.types().intern(Anf::ExnCon(Vec::new()));
        let con = match (failing, self.program.bind) {
            (Failing::Reraise, _) if !faults::on(faults::Fault::ReraiseMatch) => {
                let exn = self.atom(val);
                return self.raise_atom(exn);
            }
            (Failing::Bind, Some(bind)) => self.exncon(bind).0,
            (Failing::Match | Failing::Reraise | Failing::Bind, _) => {
                self.kept.b.op("failed", ty, Data::Builtin(prim::BuiltinExn::Match), []).into()
            }
        };
        let ty = self.kept.b.types().intern(Anf::Exn);
        let exn = self.kept.b.op("e", ty, Data::Exn, [con]);
        self.kept.b.raise(exn)
    }

    /// `true` or `false` as an operand.
    pub(super) fn bool_atom(value: bool) -> Atom {
        Atom::Const(Const::bool(value))
    }
}
