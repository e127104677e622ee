//! Matches: the first rule that fits, each right side once.

use super::bind::pat_vars;
use super::data::Repr;
use super::{Arm, Binding, Cx, Dest, Row, Val};
use crate::core::{Failing, Lit, Loc, Node, Pat, PatKind, Ty, TyCon, Var};
use crate::names::Sym;
use anf::{Atom, Block, Body, Case, Let, Tail};
use prim::{CmpOp, Data, Prim, Rt, Ty as Anf, TyId, Width};
use std::rc::Rc;

/// Patterns that are still to be tested, the next one last.
type Todo<'p> = Vec<(&'p Pat, Val)>;

impl<'p> Cx<'p> {
    /// Ends the body with the first row whose patterns fit the values.
    pub(super) fn matching(
        &mut self,
        vals: Vec<Val>,
        mut rows: Vec<Row<'p>>,
        failing: Failing,
        loc: Loc,
        dest: Dest,
    ) -> Tail {
        let vals: Vec<Val> = vals.into_iter().map(|val| self.settle_parts(val)).collect();
        let total = rows.iter().position(|row| row.pats.iter().all(|pat| self.irrefutable(pat)));
        rows.truncate(total.map_or(rows.len(), |i| i + 1));
        let mut fail = None;
        if total.is_none() {
            self.b.open();
            let tail = self.failing(failing, &vals[0], loc);
            let body = self.b.close(tail);
            fail = Some(self.block("fail", body));
        }
        let Some(first) = (!rows.is_empty()).then(|| rows.remove(0)) else {
            return fail.map_or(Tail::Unreachable, |join| Tail::Jump { join, args: Vec::new() });
        };
        for row in rows.into_iter().rev() {
            self.b.open();
            let tail = self.row(row, &vals, fail, dest);
            let body = self.b.close(tail);
            fail = Some(self.block("next", body));
        }
        self.row(first, &vals, fail, dest)
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

    fn row(&mut self, row: Row<'p>, vals: &[Val], fail: Option<anf::Var>, dest: Dest) -> Tail {
        let todo = row.pats.iter().copied().zip(vals.iter().cloned()).rev().collect();
        self.tests(todo, &row.arm, fail, dest)
    }

    /// Tests what is to be tested, then goes on with the arm.
    fn tests(
        &mut self,
        mut todo: Todo<'p>,
        arm: &Arm<'p>,
        fail: Option<anf::Var>,
        dest: Dest,
    ) -> Tail {
        while let Some((pat, val)) = todo.pop() {
            match &pat.kind {
                PatKind::Wild => {}
                PatKind::Var(var) => self.bind_var(*var, val),
                PatKind::As(var, pat) => {
                    let val = self.settle(val);
                    self.bind_var(*var, val.clone());
                    todo.push((pat, val));
                }
                PatKind::Record(fields) => self.record_pat(pat.ty, fields, &val, &mut todo),
                PatKind::Lit(lit) => {
                    let cond = self.equals_literal(lit, pat.ty, &val);
                    return self.go_on_if(cond, todo, arm, fail, dest);
                }
                PatKind::Con(con, tag, arg) => {
                    let arg = arg.as_deref();
                    match self.con_pat(*con, *tag, arg, pat.ty, val, todo, arm, fail, dest) {
                        Ok(rest) => todo = rest,
                        Err(tail) => return tail,
                    }
                }
                PatKind::Excon(var, arg) => {
                    let arg = arg.as_deref();
                    return self.excon_pat(*var, arg, &val, todo, arm, fail, dest);
                }
                PatKind::List(pats) => {
                    return self.list_pat(pats, pat.ty, val, todo, arm, fail, dest);
                }
                PatKind::Vector(pats) => {
                    return self.vector_pat(pats, val, todo, arm, fail, dest);
                }
                PatKind::Or(pats) => return self.or_pat(pats, val, todo, arm, fail, dest),
            }
        }
        match arm {
            Arm::Exp(e) => self.tail(e, dest),
            Arm::Jump(join, vars) => {
                let mut args = Vec::new();
                for var in vars.iter() {
                    if let Some(Binding::Val(val)) = self.env.get(var).cloned() {
                        args.extend(self.travel(&val));
                    }
                }
                Tail::Jump { join: *join, args }
            }
        }
    }

    /// A test that decides whether the row can still fit.
    fn go_on_if(
        &mut self,
        cond: Atom,
        todo: Todo<'p>,
        arm: &Arm<'p>,
        fail: Option<anf::Var>,
        dest: Dest,
    ) -> Tail {
        self.b.open();
        let tail = self.tests(todo, arm, fail, dest);
        let then = Box::new(self.b.close(tail));
        Tail::If { cond, then, els: Box::new(self.fail_body(fail)) }
    }

    fn fail_body(&mut self, fail: Option<anf::Var>) -> Body {
        match fail {
            Some(join) => self.jump_body(join),
            None => Body { lets: Vec::new(), tail: Tail::Unreachable },
        }
    }

    fn bind_var(&mut self, var: Var, val: Val) {
        let val = self.settle(val);
        self.env.insert(var, Binding::Val(val));
    }

    fn record_pat(&mut self, ty: Ty, fields: &'p [(Sym, Pat)], val: &Val, todo: &mut Todo<'p>) {
        for (label, pat) in fields.iter().rev() {
            if let Some((index, count)) = self.label_index(ty, *label)
                && !matches!(pat.kind, PatKind::Wild)
            {
                let part = self.part(val, index, count);
                todo.push((pat, part));
            }
        }
    }

    /// Where the field of a record type is, and how many there are.
    pub(super) fn label_index(&self, ty: Ty, label: Sym) -> Option<(usize, usize)> {
        match self.program.types.node(ty) {
            Node::Record(fields) => {
                Some((fields.iter().position(|(l, _)| *l == label)?, fields.len()))
            }
            _ => None,
        }
    }

    fn equals_literal(&mut self, lit: &Lit, ty: Ty, val: &Val) -> Atom {
        let ty = self.ty(ty);
        let (atom, constant) = (self.atom(val), self.literal(lit, ty));
        match *self.b.types().get(ty) {
            Anf::Int(width) => {
                self.b.prim("eq", Prim::Cmp(CmpOp::Eq, width), [atom, constant]).into()
            }
            Anf::Str => self.b.prim("eq", Prim::Rt(Rt::StrEq), [atom, constant]).into(),
            _ => {
                let order = self.b.prim("cmp", Prim::Rt(Rt::BigCmp), [atom, constant]);
                let eq = Prim::Cmp(CmpOp::Eq, Width::I64);
                self.b.prim("eq", eq, [order.into(), 0.into()]).into()
            }
        }
    }

    /// A constructor pattern: what is left to test if it needs no test itself, or the tail.
    #[expect(clippy::too_many_arguments, reason = "the parts of one match")]
    fn con_pat(
        &mut self,
        con: TyCon,
        tag: u32,
        arg: Option<&'p Pat>,
        ty: Ty,
        val: Val,
        mut todo: Todo<'p>,
        arm: &Arm<'p>,
        fail: Option<anf::Var>,
        dest: Dest,
    ) -> Result<Todo<'p>, Tail> {
        match self.repr(con) {
            Repr::Unit => {}
            Repr::Transparent(_) => todo.extend(arg.map(|arg| (arg, val))),
            Repr::Ref => {
                if let Some(arg) = arg {
                    todo.push((arg, self.deref(&val)));
                }
            }
            Repr::Enum(width) => {
                let atom = self.atom(&val);
                if width == Width::I1 {
                    self.b.open();
                    let tail = self.tests(todo, arm, fail, dest);
                    let fits = Box::new(self.b.close(tail));
                    let fails = Box::new(self.fail_body(fail));
                    let (then, els) = if tag == 1 { (fits, fails) } else { (fails, fits) };
                    return Err(Tail::If { cond: atom, then, els });
                }
                let tag = Atom::Const(prim::Const::Int(width, u64::from(tag)));
                let cond = self.b.prim("is", Prim::Cmp(CmpOp::Eq, width), [atom, tag]);
                return Err(self.go_on_if(cond.into(), todo, arm, fail, dest));
            }
            Repr::Sum => {
                let ty = self.ty(ty);
                return Err(self.sum_pat(tag, arg, ty, val, todo, arm, fail, dest));
            }
        }
        Ok(todo)
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one match")]
    fn sum_pat(
        &mut self,
        tag: u32,
        arg: Option<&'p Pat>,
        ty: TyId,
        val: Val,
        mut todo: Todo<'p>,
        arm: &Arm<'p>,
        fail: Option<anf::Var>,
        dest: Dest,
    ) -> Tail {
        let Some(sum) = self.sum_of(ty) else { return Tail::Unreachable };
        let fields = self.fields(sum, tag);
        let vars: Vec<anf::Var> = fields.iter().map(|ty| self.b.var("f", *ty)).collect();
        self.b.open();
        if let Some(arg) = arg {
            let arg_ty = match vars.len() {
                0 | 1 => self.unit,
                _ => self.record(&fields),
            };
            todo.push((arg, self.carried_val(&vars, arg_ty)));
        }
        let tail = self.tests(todo, arm, fail, dest);
        let body = self.b.close(tail);
        let default = match self.constructor_count(sum) {
            1 => None,
            _ => Some(Box::new(self.fail_body(fail))),
        };
        let scrutinee = self.atom(&val);
        Tail::SwitchSum { scrutinee, sum, cases: vec![Case { tag, fields: vars, body }], default }
    }

    /// The argument that a constructor carries as these fields.
    fn carried_val(&self, vars: &[anf::Var], ty: TyId) -> Val {
        match vars {
            [] => Val::Unit,
            [single] => Val::from(*single),
            _ => Val::Record(vars.iter().map(|var| Val::from(*var)).collect(), ty),
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

    #[expect(clippy::too_many_arguments, reason = "the parts of one match")]
    fn excon_pat(
        &mut self,
        var: Var,
        arg: Option<&'p Pat>,
        val: &Val,
        mut todo: Todo<'p>,
        arm: &Arm<'p>,
        fail: Option<anf::Var>,
        dest: Dest,
    ) -> Tail {
        let (con, carried) = self.exncon(var);
        let exn = self.atom(val);
        let bool = self.b.types().bool();
        let cond = self.b.op("is", bool, Data::ExnIs, [con.clone(), exn.clone()]);
        self.b.open();
        if let Some(arg) = arg
            && !matches!(arg.kind, PatKind::Wild)
        {
            let names: Vec<(&str, TyId)> = carried.iter().map(|ty| ("f", *ty)).collect();
            let vars = self.b.ops(&names, Data::ExnGet, [con, exn]);
            let ty = if vars.len() > 1 { self.record(&carried) } else { self.unit };
            todo.push((arg, self.carried_val(&vars, ty)));
        }
        let tail = self.tests(todo, arm, fail, dest);
        let then = Box::new(self.b.close(tail));
        Tail::If { cond: cond.into(), then, els: Box::new(self.fail_body(fail)) }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one match")]
    fn list_pat(
        &mut self,
        pats: &'p [Pat],
        ty: Ty,
        val: Val,
        mut todo: Todo<'p>,
        arm: &Arm<'p>,
        fail: Option<anf::Var>,
        dest: Dest,
    ) -> Tail {
        let ty = self.ty(ty);
        let Some(sum) = self.sum_of(ty) else { return Tail::Unreachable };
        let fields = self.fields(sum, 1);
        // The cells from the outside in, then the end; all tests of the length first.
        let mut cells = Vec::new();
        let mut list = self.atom(&val);
        for pat in pats {
            let vars: Vec<anf::Var> = fields.iter().map(|ty| self.b.var("f", *ty)).collect();
            todo.push((pat, Val::from(vars[0])));
            let tail = vars[1];
            cells.push((std::mem::replace(&mut list, tail.into()), vars));
        }
        let from = todo.len() - pats.len();
        todo[from..].reverse();
        self.b.open();
        let tail = self.tests(todo, arm, fail, dest);
        let mut body = self.b.close(tail);
        let mut tag = 0;
        let mut fields = Vec::new();
        let mut scrutinee = list;
        loop {
            let default = Some(Box::new(self.fail_body(fail)));
            let cases = vec![Case { tag, fields, body }];
            let tail = Tail::SwitchSum { scrutinee, sum, cases, default };
            let Some((outer, vars)) = cells.pop() else { return tail };
            body = Body { lets: Vec::new(), tail };
            (tag, fields, scrutinee) = (1, vars, outer);
        }
    }

    fn vector_pat(
        &mut self,
        pats: &'p [Pat],
        val: Val,
        mut todo: Todo<'p>,
        arm: &Arm<'p>,
        fail: Option<anf::Var>,
        dest: Dest,
    ) -> Tail {
        let vector = self.atom(&val);
        let i64 = self.b.types().i64();
        let len = self.b.op("len", i64, Data::ArrayLen, [vector.clone()]);
        let count = Atom::from(pats.len() as i64);
        let eq = Prim::Cmp(CmpOp::Eq, Width::I64);
        let cond = self.b.prim("eq", eq, [len.into(), count]);
        self.b.open();
        for (i, pat) in pats.iter().enumerate().rev() {
            let ty = self.ty(pat.ty);
            let at = Atom::from(i as i64);
            let item = self.b.op("x", ty, Data::ArrayGetU, [vector.clone(), at]);
            todo.push((pat, Val::from(item)));
        }
        let tail = self.tests(todo, arm, fail, dest);
        let then = Box::new(self.b.close(tail));
        Tail::If { cond: cond.into(), then, els: Box::new(self.fail_body(fail)) }
    }

    /// One of several patterns: the variables that they bind go to a join point.
    fn or_pat(
        &mut self,
        pats: &'p [Pat],
        val: Val,
        todo: Todo<'p>,
        arm: &Arm<'p>,
        fail: Option<anf::Var>,
        dest: Dest,
    ) -> Tail {
        let val = self.settle(val);
        let mut vars = Vec::new();
        pats.iter().for_each(|pat| pat_vars(pat, &mut vars));
        let vars: Rc<[Var]> = vars.into();
        let types: Vec<TyId> = vars
            .iter()
            .flat_map(|var| {
                let ty = self.ty(self.program.vars[*var].ty);
                self.slots(ty)
            })
            .collect();
        let names: Vec<(&str, TyId)> = types.iter().map(|ty| ("x", *ty)).collect();
        let (join, params) = self.b.declare_block("fits", &names);
        let pos = self.loc.map_or(base::Pos::NONE, |loc| self.pos(loc));
        self.b.open();
        self.arrive(&vars, &params);
        let tail = self.tests(todo, arm, fail, dest);
        let body = self.b.close(tail);
        self.b.push(Let::Join(Block { name: join, params, body, pos }));
        let mut next = fail;
        let mut tail = Tail::Unreachable;
        for (i, pat) in pats.iter().enumerate().rev() {
            let arm = Arm::Jump(join, vars.clone());
            if i == 0 {
                tail = self.tests(vec![(pat, val.clone())], &arm, next, dest);
            } else {
                self.b.open();
                let tail = self.tests(vec![(pat, val.clone())], &arm, next, dest);
                let body = self.b.close(tail);
                next = Some(self.block("or", body));
            }
        }
        tail
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
                PatKind::Var(var) => self.bind_var(*var, val),
                PatKind::As(var, pat) => {
                    let val = self.settle(val);
                    self.bind_var(*var, val.clone());
                    todo.push((pat, val));
                }
                PatKind::Record(fields) => self.record_pat(pat.ty, fields, &val, &mut todo),
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
}
