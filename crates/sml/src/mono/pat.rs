//! Matches: the first rule that fits, each right side once.

use super::data::Repr;
use super::tree::{Head, Part, Plan, Step, Tree};
use super::{Arm, Binding, Cx, Dest, Row, Val};
use crate::core::{Failing, Loc, Pat, PatKind, Ty, Var};
use crate::names::Sym;
use anf::{Atom, Block, Body, Case, Let, Tail};
use prim::{CmpOp, Const, Data, Prim, Rt, Ty as Anf, TyId, Width};

/// A decision tree while it is lowered.
struct Deciding<'p> {
    plan: Plan<'p>,
    rows: Vec<Row<'p>>,
    roots: Vec<Val>,
    /// The parts that are at hand; those of a branch are taken off after it.
    vals: Vec<Option<Val>>,
    at_hand: Vec<Part>,
    /// Join points of the right sides that several branches reach, with their variables.
    joins: Vec<Option<(anf::Var, Vec<Var>)>>,
    /// Where to go when nothing fits.
    fail: Option<anf::Var>,
    dest: Dest,
}

impl<'p> Cx<'p> {
    /// Ends the body with the first row whose patterns fit the values.
    pub(super) fn matching(
        &mut self,
        vals: Vec<Val>,
        rows: Vec<Row<'p>>,
        failing: Failing,
        loc: Loc,
        dest: Dest,
    ) -> Tail {
        let roots: Vec<Val> = vals.into_iter().map(|val| self.settle_parts(val)).collect();
        let mut plan = self.plan(&rows);
        let fail = plan.fails.then(|| {
            self.b.open();
            let tail = self.failing(failing, &roots[0], loc);
            let body = self.b.close(tail);
            self.block("fail", body)
        });
        let tree = std::mem::replace(&mut plan.tree, Tree::Fail);
        let (parts, arms) = (plan.steps.len(), rows.len());
        let mut cx = Deciding {
            plan,
            rows,
            roots,
            vals: vec![None; parts],
            at_hand: Vec::new(),
            joins: vec![None; arms],
            fail,
            dest,
        };
        self.shared_arms(&tree, &mut cx);
        self.at(loc);
        self.decision(tree, &mut cx)
    }

    /// A value whose parts, if it is a record, are operands.
    fn settle_parts(&mut self, val: Val) -> Val {
        match val {
            Val::Record(parts, ty) => {
                Val::Record(parts.iter().map(|part| self.settle(part.clone())).collect(), ty)
            }
            Val::Unit | Val::Atom(_) => val,
        }
    }

    /// Join points for right sides that are reached more than once.
    fn shared_arms(&mut self, tree: &Tree<'p>, cx: &mut Deciding<'p>) {
        if cx.plan.uses.iter().all(|uses| *uses < 2) {
            return;
        }
        let mut todo = vec![tree];
        while let Some(tree) = todo.pop() {
            match tree {
                Tree::Switch(_, _, cases, default) => {
                    todo.extend(default.as_deref());
                    todo.extend(cases.iter().rev().map(|(_, tree)| tree));
                }
                Tree::Try(first, second) => todo.extend([&**second, &**first]),
                Tree::Leaf(arm, binds) => {
                    if cx.plan.uses[*arm] > 1
                        && cx.joins[*arm].is_none()
                        && let Arm::Exp(e) = cx.rows[*arm].arm
                    {
                        let vars: Vec<Var> = binds.iter().map(|(var, _)| *var).collect();
                        let (join, params) = self.join_of(&vars);
                        let pos = self.pos(e.loc);
                        self.b.open();
                        self.arrive(&vars, &params);
                        let tail = self.tail(e, cx.dest);
                        let body = self.b.close(tail);
                        self.b.push(Let::Join(Block { name: join, params, body, pos }));
                        cx.joins[*arm] = Some((join, vars));
                    }
                }
                Tree::Fail => {}
            }
        }
    }

    /// A join point that takes these variables.
    pub(super) fn join_of(&mut self, vars: &[Var]) -> (anf::Var, Vec<anf::Var>) {
        let mut names = Vec::new();
        for var in vars {
            let ty = self.ty(self.program.vars[*var].ty);
            let name = self.program.names.text(self.program.vars[*var].name).clone();
            names.extend(self.slots(ty).into_iter().map(|ty| (name.clone(), ty)));
        }
        let names: Vec<(&str, TyId)> = names.iter().map(|(name, ty)| (&**name, *ty)).collect();
        self.b.declare_block("arm", &names)
    }

    fn decision(&mut self, tree: Tree<'p>, cx: &mut Deciding<'p>) -> Tail {
        match tree {
            Tree::Fail => match cx.fail {
                Some(join) => Tail::Jump { join, args: Vec::new() },
                None => Tail::Unreachable,
            },
            Tree::Leaf(arm, binds) => self.leaf(arm, &binds, cx),
            Tree::Try(first, second) => {
                let body = self.branch(*second, cx);
                let next = self.block("next", body);
                let outer = cx.fail.replace(next);
                let tail = self.decision(*first, cx);
                cx.fail = outer;
                tail
            }
            Tree::Switch(part, ty, cases, default) => self.switch(part, ty, cases, default, cx),
        }
    }

    /// A tree as a body of its own.
    fn branch(&mut self, tree: Tree<'p>, cx: &mut Deciding<'p>) -> Body {
        let mark = cx.at_hand.len();
        self.b.open();
        let tail = self.decision(tree, cx);
        let body = self.b.close(tail);
        for part in cx.at_hand.drain(mark..) {
            cx.vals[part] = None;
        }
        body
    }

    fn leaf(&mut self, arm: usize, binds: &[(Var, Part)], cx: &mut Deciding<'p>) -> Tail {
        for (var, part) in binds {
            let val = self.part_val(*part, cx);
            let val = self.settle(val);
            self.env.insert(*var, Binding::Val(val));
        }
        match (&cx.joins[arm], &cx.rows[arm].arm) {
            (Some((join, vars)), _) => self.jump_with(*join, vars),
            (None, Arm::Jump(join, vars)) => self.jump_with(*join, vars),
            (None, Arm::Exp(e)) => self.tail(e, cx.dest),
        }
    }

    fn jump_with(&mut self, join: anf::Var, vars: &[Var]) -> Tail {
        let mut args = Vec::new();
        for var in vars {
            if let Some(Binding::Val(val)) = self.env.get(var).cloned() {
                args.extend(self.travel(&val));
            }
        }
        Tail::Jump { join, args }
    }

    /// A part of what is matched.
    fn part_val(&mut self, part: Part, cx: &mut Deciding<'p>) -> Val {
        if let Some(val) = &cx.vals[part] {
            return val.clone();
        }
        let val = match cx.plan.steps[part] {
            Step::Root(i) => cx.roots[i].clone(),
            Step::Field(of, index, count) => {
                let of = self.part_val(of, cx);
                self.part(&of, index, count)
            }
            Step::Content(of) => {
                let of = self.part_val(of, cx);
                self.deref(&of)
            }
            Step::Item(of, index, ty) => {
                let of = self.part_val(of, cx);
                let (vector, ty) = (self.atom(&of), self.ty(ty));
                let at = Atom::from(index as i64);
                Val::from(self.b.op("x", ty, Data::ArrayGetU, [vector, at]))
            }
            Step::ExnArg(of, var) => {
                let of = self.part_val(of, cx);
                let exn = self.atom(&of);
                let (con, carried) = self.exncon(var);
                let names: Vec<(&str, TyId)> = carried.iter().map(|ty| ("f", *ty)).collect();
                let vars = self.b.ops(&names, Data::ExnGet, [con, exn]);
                self.carried_val(&vars, &carried)
            }
            // Bound where the constructor was found.
            Step::Arg(..) => Val::Unit,
        };
        cx.vals[part] = Some(val.clone());
        cx.at_hand.push(part);
        val
    }

    fn switch(
        &mut self,
        part: Part,
        ty: Ty,
        cases: Vec<(Head<'p>, Tree<'p>)>,
        default: Option<Box<Tree<'p>>>,
        cx: &mut Deciding<'p>,
    ) -> Tail {
        let val = self.part_val(part, cx);
        let ty = self.ty(ty);
        match cases.first().map(|(head, _)| *head) {
            Some(Head::Con(..)) if self.sum_of(ty).is_some() => {
                self.switch_sum(part, &val, ty, cases, default, cx)
            }
            Some(Head::Con(..)) => self.switch_int(&val, ty, cases, default, cx),
            Some(Head::Lit(_)) => match self.b.types().get(ty) {
                Anf::Int(_) => self.switch_int(&val, ty, cases, default, cx),
                _ => self.switch_one(&val, ty, cases, default, cx),
            },
            Some(Head::Excon(_)) => self.switch_one(&val, ty, cases, default, cx),
            Some(Head::Len(_)) => {
                let vector = self.atom(&val);
                let i64 = self.b.types().i64();
                let len = self.b.op("len", i64, Data::ArrayLen, [vector]);
                self.switch_int(&Val::from(len), i64, cases, default, cx)
            }
            None => Tail::Unreachable,
        }
    }

    fn switch_sum(
        &mut self,
        part: Part,
        val: &Val,
        ty: TyId,
        cases: Vec<(Head<'p>, Tree<'p>)>,
        default: Option<Box<Tree<'p>>>,
        cx: &mut Deciding<'p>,
    ) -> Tail {
        let Some(sum) = self.sum_of(ty) else { return Tail::Unreachable };
        let scrutinee = self.atom(val);
        let mut lowered = Vec::new();
        for (head, tree) in cases {
            let Head::Con(tag, _) = head else { continue };
            let types = self.fields(sum, tag);
            let fields: Vec<anf::Var> = types.iter().map(|ty| self.b.var("f", *ty)).collect();
            if let Some(&arg) = cx.plan.known.get(&Step::Arg(part, tag)) {
                cx.vals[arg] = Some(self.carried_val(&fields, &types));
            }
            let body = self.branch(tree, cx);
            lowered.push(Case { tag, fields, body });
        }
        let default = default.map(|tree| Box::new(self.branch(*tree, cx)));
        Tail::SwitchSum { scrutinee, sum, cases: lowered, default }
    }

    /// A switch on a number: an integer, a character, an enumeration.
    fn switch_int(
        &mut self,
        val: &Val,
        ty: TyId,
        cases: Vec<(Head<'p>, Tree<'p>)>,
        default: Option<Box<Tree<'p>>>,
        cx: &mut Deciding<'p>,
    ) -> Tail {
        let Anf::Int(width) = *self.b.types().get(ty) else { return Tail::Unreachable };
        let scrutinee = self.atom(val);
        let mut bodies: Vec<(u64, Body)> = Vec::new();
        for (head, tree) in cases {
            let value = match head {
                Head::Con(tag, _) => u64::from(tag),
                Head::Len(len) => len as u64,
                Head::Lit(lit) => match self.literal(lit, ty) {
                    Atom::Const(Const::Int(_, bits)) => bits,
                    _ => continue,
                },
                Head::Excon(_) => continue,
            };
            bodies.push((value, self.branch(tree, cx)));
        }
        let default = match default {
            Some(tree) => self.branch(*tree, cx),
            // All values are there: the last is for what is none of the others.
            None => match bodies.pop() {
                Some((_, body)) if !bodies.is_empty() => body,
                Some((_, body)) => return self.splice(body),
                None => return Tail::Unreachable,
            },
        };
        if bodies.len() > 1 {
            return Tail::SwitchInt { scrutinee, cases: bodies, default: Box::new(default) };
        }
        let Some((value, body)) = bodies.pop() else { return self.splice(default) };
        let (then, els) = (Box::new(body), Box::new(default));
        match (width, value) {
            (Width::I1, 1) => Tail::If { cond: scrutinee, then, els },
            (Width::I1, _) => Tail::If { cond: scrutinee, then: els, els: then },
            _ => {
                let constant = Atom::Const(Const::Int(width, value));
                let eq = Prim::Cmp(CmpOp::Eq, width);
                let cond = self.b.prim("eq", eq, [scrutinee, constant]).into();
                Tail::If { cond, then, els }
            }
        }
    }

    /// Goes on with a body as if it stood here.
    fn splice(&mut self, body: Body) -> Tail {
        body.lets.into_iter().for_each(|binding| self.b.push(binding));
        body.tail
    }

    /// Tests one after the other: strings, large integers, exceptions.
    fn switch_one(
        &mut self,
        val: &Val,
        ty: TyId,
        cases: Vec<(Head<'p>, Tree<'p>)>,
        default: Option<Box<Tree<'p>>>,
        cx: &mut Deciding<'p>,
    ) -> Tail {
        let atom = self.atom(val);
        let mut opened = Vec::new();
        for (head, tree) in cases {
            let cond = match head {
                Head::Excon(var) => {
                    let (con, _) = self.exncon(var);
                    let bool = self.b.types().bool();
                    self.b.op("is", bool, Data::ExnIs, [con, atom.clone()]).into()
                }
                Head::Lit(lit) => {
                    let constant = self.literal(lit, ty);
                    self.equals_constant(ty, atom.clone(), constant)
                }
                Head::Con(..) | Head::Len(_) => continue,
            };
            let then = Box::new(self.branch(tree, cx));
            opened.push((cond, then));
            self.b.open();
        }
        let mark = cx.at_hand.len();
        let mut tail = match default {
            Some(tree) => self.decision(*tree, cx),
            None => Tail::Unreachable,
        };
        for part in cx.at_hand.drain(mark..) {
            cx.vals[part] = None;
        }
        for (cond, then) in opened.into_iter().rev() {
            let els = Box::new(self.b.close(tail));
            tail = Tail::If { cond, then, els };
        }
        tail
    }

    fn equals_constant(&mut self, ty: TyId, atom: Atom, constant: Atom) -> Atom {
        if *self.b.types().get(ty) == Anf::Str {
            return self.b.prim("eq", Prim::Rt(Rt::StrEq), [atom, constant]).into();
        }
        let order = self.b.prim("cmp", Prim::Rt(Rt::BigCmp), [atom, constant]);
        let eq = Prim::Cmp(CmpOp::Eq, Width::I64);
        self.b.prim("eq", eq, [order.into(), 0.into()]).into()
    }

    /// The argument that a constructor carries as these fields.
    fn carried_val(&mut self, vars: &[anf::Var], types: &[TyId]) -> Val {
        match vars {
            [] => Val::Unit,
            [single] => Val::from(*single),
            _ => {
                let ty = self.record(types);
                Val::Record(vars.iter().map(|var| Val::from(*var)).collect(), ty)
            }
        }
    }

    fn deref(&mut self, val: &Val) -> Val {
        let cell = self.atom(val);
        let content = match &cell {
            Atom::Var(var) => match self.b.module().types.get(self.b.ty_of(*var)) {
                Anf::Ref(content) => *content,
                _ => self.unit,
            },
            Atom::Const(_) => self.unit,
        };
        Val::from(self.b.op("x", content, Data::Deref, [cell]))
    }

    /// Does the pattern fit every value, and needs it no test?
    pub(super) fn irrefutable(&mut self, pat: &Pat) -> bool {
        match &pat.kind {
            PatKind::Wild | PatKind::Var(_) => true,
            PatKind::As(_, pat) => self.irrefutable(pat),
            PatKind::Record(fields) => fields.iter().all(|(_, pat)| self.irrefutable(pat)),
            PatKind::Con(con, _, arg) => {
                self.single(*con) && arg.as_deref().is_none_or(|arg| self.irrefutable(arg))
            }
            PatKind::Or(pats) => pats.len() == 1 && self.irrefutable(&pats[0]),
            PatKind::Lit(_) | PatKind::Excon(..) | PatKind::List(_) | PatKind::Vector(_) => false,
        }
    }

    /// Binds the variables of a pattern that always fits.
    pub(super) fn bind(&mut self, pat: &'p Pat, val: Val) {
        let val = self.settle_parts(val);
        let mut todo = vec![(pat, val)];
        while let Some((pat, val)) = todo.pop() {
            match &pat.kind {
                PatKind::Var(var) => {
                    let val = self.settle(val);
                    self.env.insert(*var, Binding::Val(val));
                }
                PatKind::As(var, pat) => {
                    let val = self.settle(val);
                    self.env.insert(*var, Binding::Val(val.clone()));
                    todo.push((pat, val));
                }
                PatKind::Record(fields) => self.bind_fields(pat.ty, fields, &val, &mut todo),
                PatKind::Con(con, _, Some(arg)) => match self.repr(*con) {
                    Repr::Ref => {
                        let content = self.deref(&val);
                        todo.push((arg, content));
                    }
                    _ => todo.push((arg, val)),
                },
                PatKind::Or(pats) => todo.extend(pats.first().map(|pat| (pat, val))),
                PatKind::Wild
                | PatKind::Con(_, _, None)
                | PatKind::Lit(_)
                | PatKind::Excon(..)
                | PatKind::List(_)
                | PatKind::Vector(_) => {}
            }
        }
    }

    fn bind_fields(
        &mut self,
        ty: Ty,
        fields: &'p [(Sym, Pat)],
        val: &Val,
        todo: &mut Vec<(&'p Pat, Val)>,
    ) {
        for (label, pat) in fields.iter().rev() {
            if let Some((index, count)) = self.label_index(ty, *label)
                && !matches!(pat.kind, PatKind::Wild)
            {
                let part = self.part(val, index, count);
                todo.push((pat, part));
            }
        }
    }
}
