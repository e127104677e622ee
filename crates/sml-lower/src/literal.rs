//! List and vector expressions.
//!
//! A short one is straight code. A long one of integer constants is a string of their
//! bytes in the program, which a loop reads. Other long ones are evaluated in parts of
//! [`PART`] elements, since LLVM takes quadratic time for straight code: 5 s for 20,000
//! cells in a row.
//!
//! ```text
//! a = array.new n first
//! join loop(k) { switch k { 0 => { a[1] := ...; jump next } 1 => { a[101] := ... } ... } }
//! ```

use super::{Cx, Val};
use anf::{Atom, Block, Fun, Let, Tail, Var};
use base::Pos;
use prim::{CmpOp, Const, Data, IntOp, Prim, Rt};
use sml_elab::core::{Exp, ExpKind};
use types::{Ty as Anf, TyId, Width};

/// Elements that are straight code.
const SHORT: usize = 100;
/// Elements of a part.
const PART: usize = 100;

const fn int(op: IntOp) -> Prim {
    Prim::Int(op, Width::I64)
}

impl<'p> Cx<'p> {
    /// `[a, b]`.
    pub(super) fn list(&mut self, e: &'p Exp, items: &'p [Exp]) -> Val {
        let ty = self.ty(e.ty);
        if items.len() > SHORT
            && let Some(array) = self.long(items)
        {
            let fun = self.list_of_array(array, ty);
            return Val::from(self.kept.b.call("list", fun, [array.into()]));
        }
        let items: Vec<Val> = items
            .iter()
            .map(|item| {
                let val = self.exp(item);
                self.settle(val)
            })
            .collect();
        let mut list = self.construct_sum(0, ty, None);
        for item in items.into_iter().rev() {
            // The pair is spread in the constructor, so its type does not matter.
            let cell = Val::Record([item, list].into(), ty);
            list = self.construct_sum(1, ty, Some(cell));
        }
        list
    }

    /// `#[a, b]`.
    pub(super) fn vector(&mut self, e: &'p Exp, items: &'p [Exp]) -> Val {
        let ty = self.ty(e.ty);
        if items.len() > SHORT
            && let Some(array) = self.long(items)
        {
            return Val::from(self.kept.b.op("v", ty, Data::Freeze, [array.into()]));
        }
        let items: Vec<Val> = items.iter().map(|item| self.exp(item)).collect();
        let items: Vec<Atom> = items.iter().map(|item| self.atom(item)).collect();
        Val::from(self.kept.b.op("v", ty, Data::ArrayLit, items))
    }

    /// The elements in an array.
    fn long(&mut self, items: &'p [Exp]) -> Option<Var> {
        let (first, rest) = items.split_first()?;
        let item = self.ty(first.ty);
        if let Some(array) = self.packed(items, item) {
            return Some(array);
        }
        let val = self.exp(first);
        let first = self.atom(&val);
        let ty = self.kept.b.types().intern(Anf::Array(item));
        let count = Atom::from(items.len() as i64);
        let array = self.kept.b.op("a", ty, Data::ArrayNew, [count, first]);
        let i64 = self.kept.b.types().i64();
        let (done, _) = self.kept.b.declare_block("done", &[]);
        let (again, params) = self.kept.b.declare_block("part", &[("k", i64)]);
        let k = params[0];
        self.kept.b.open();
        let (next, _) = self.kept.b.declare_block("next", &[]);
        let parts = rest.len().div_ceil(PART);
        self.kept.b.open();
        let more = self.kept.b.prim("k", int(IntOp::Add), [k.into(), 1.into()]);
        let last = Prim::Cmp(CmpOp::Eq, Width::I64);
        let last = self.kept.b.prim("last", last, [more.into(), (parts as i64).into()]);
        let then = Box::new(self.jump_body(done));
        let els = Tail::Jump { join: again, args: vec![more.into()] };
        let els = Box::new(anf::Body { lets: Vec::new(), tail: els });
        let body = self.kept.b.close(Tail::If { cond: last.into(), then, els });
        self.kept.b.push(Let::Join(Block { name: next, params: Vec::new(), body, pos: Pos::NONE }));
        let mut cases = Vec::new();
        for (part, items) in rest.chunks(PART).enumerate() {
            self.kept.b.open();
            for (i, item) in items.iter().enumerate() {
                let val = self.exp(item);
                let at = Atom::from((part * PART + i + 1) as i64);
                let item = self.atom(&val);
                self.kept.b.effect(Data::ArraySetU, [array.into(), at, item]);
            }
            cases.push((
                part as u64,
                self.kept.b.close(Tail::Jump { join: next, args: Vec::new() }),
            ));
        }
        let default = Box::new(anf::Body { lets: Vec::new(), tail: Tail::Unreachable });
        let body = self.kept.b.close(Tail::SwitchInt { scrutinee: k.into(), cases, default });
        let block = Let::Join(Block { name: again, params, body, pos: Pos::NONE });
        let tail = Tail::Jump { join: again, args: vec![0.into()] };
        self.kept.b.branch_into(done, Vec::new(), anf::Body { lets: vec![block], tail });
        Some(array)
    }

    /// The array of integers that are all constants.
    fn packed(&mut self, items: &'p [Exp], ty: TyId) -> Option<Var> {
        let Anf::Int(width) = *self.kept.b.types().get(ty) else { return None };
        let size = (width.bits() as usize).div_ceil(8);
        let mut bytes = Vec::with_capacity(items.len() * size);
        for item in items {
            let ExpKind::Lit(lit) = &item.kind else { return None };
            let Atom::Const(Const::Int(_, bits)) = self.literal(lit, ty) else { return None };
            bytes.extend_from_slice(&bits.to_le_bytes()[..size]);
        }
        let fun = self.array_of_bytes(ty, width);
        let text = Atom::Const(Const::str(bytes));
        Some(self.kept.b.call("a", fun, [text, (items.len() as i64).into()]))
    }

    /// The function from bytes, little end first, and a count to an array of integers.
    fn array_of_bytes(&mut self, item: TyId, width: Width) -> Var {
        if let Some(&fun) = self.kept.literals.get(&item) {
            return fun;
        }
        let (i64, str) = (self.kept.b.types().i64(), self.kept.b.types().intern(Anf::Str));
        let array_ty = self.kept.b.types().intern(Anf::Array(item));
        let name = self.kept.b.declare("unpack", &[str, i64], &[array_ty]);
        self.kept.literals.insert(item, name);
        let pos = self.loc.map_or(Pos::NONE, |loc| self.pos(loc));
        let (params, results) = self.kept.b.params(name, &["bytes", "n"]);
        let (bytes, n) = (params[0], params[1]);
        self.kept.b.open();
        let zero = Atom::Const(Const::Int(width, 0));
        let array = self.kept.b.op("a", array_ty, Data::ArrayNew, [n.into(), zero]);
        let size = (width.bits() as i64 + 7) / 8;
        let tail = self.counting(n, Tail::Ret(vec![array.into()]), |cx, i| {
            let start = cx.kept.b.prim("at", int(IntOp::Mul), [i.into(), size.into()]);
            let mut x: Atom = 0.into();
            for k in 0..size {
                let at = cx.kept.b.prim("at", int(IntOp::Add), [start.into(), k.into()]);
                let byte = cx.kept.b.prim("b", Prim::Rt(Rt::StrGetU), [bytes.into(), at.into()]);
                let wide = Prim::Zext(Width::I8, Width::I64);
                let wide = cx.kept.b.prim("b", wide, [byte.into()]);
                let part = cx.kept.b.prim("b", int(IntOp::Shl), [wide.into(), (8 * k).into()]);
                x = cx.kept.b.prim("x", int(IntOp::Or), [x, part.into()]).into();
            }
            if width != Width::I64 {
                x = cx.kept.b.prim("x", Prim::Trunc(Width::I64, width), [x]).into();
            }
            cx.kept.b.effect(Data::ArraySetU, [array.into(), i.into(), x]);
        });
        let body = self.kept.b.close(tail);
        self.kept.b.add_fun(Fun { name, params, results, body, pos });
        name
    }

    /// A loop with this body for each number from 0 up to `n`, and the tail `done` behind it.
    fn counting(&mut self, n: Var, done: Tail, each: impl FnOnce(&mut Self, Var)) -> Tail {
        let i64 = self.kept.b.types().i64();
        let (again, params) = self.kept.b.declare_block("loop", &[("i", i64)]);
        let i = params[0];
        self.kept.b.open();
        let more = Prim::Cmp(CmpOp::Slt, Width::I64);
        let more = self.kept.b.prim("more", more, [i.into(), n.into()]);
        self.kept.b.open();
        each(self, i);
        let next = self.kept.b.prim("i", int(IntOp::Add), [i.into(), 1.into()]);
        let then = Box::new(self.kept.b.close(Tail::Jump { join: again, args: vec![next.into()] }));
        let els = Box::new(anf::Body { lets: Vec::new(), tail: done });
        let body = self.kept.b.close(Tail::If { cond: more.into(), then, els });
        self.kept.b.push(Let::Join(Block { name: again, params, body, pos: Pos::NONE }));
        Tail::Jump { join: again, args: vec![0.into()] }
    }

    /// The function from an array to the list of its elements.
    fn list_of_array(&mut self, array: Var, list_ty: TyId) -> Var {
        if let Some(&fun) = self.kept.literals.get(&list_ty) {
            return fun;
        }
        let array_ty = self.kept.b.ty_of(array);
        let name = self.kept.b.declare("list", &[array_ty], &[list_ty]);
        self.kept.literals.insert(list_ty, name);
        let item = if let Anf::Array(item) = *self.kept.b.types().get(array_ty) {
            item
        } else {
            self.only_beyond_limits("the elements of a list are in no array");
            self.unit
        };
        let i64 = self.kept.b.types().i64();
        let pos = self.loc.map_or(Pos::NONE, |loc| self.pos(loc));
        let (params, results) = self.kept.b.params(name, &["a"]);
        let a = params[0];
        self.kept.b.open();
        let len = self.kept.b.op("len", i64, Data::ArrayLen, [a.into()]);
        let nil = self.construct_sum(0, list_ty, None);
        let nil = self.atom(&nil);
        let (again, vars) = self.kept.b.declare_block("loop", &[("i", i64), ("l", list_ty)]);
        let (i, list) = (vars[0], vars[1]);
        self.kept.b.open();
        let end = Prim::Cmp(CmpOp::Eq, Width::I64);
        let end = self.kept.b.prim("end", end, [i.into(), 0.into()]);
        self.kept.b.open();
        let before = self.kept.b.prim("i", int(IntOp::Sub), [i.into(), 1.into()]);
        let x = self.kept.b.op("x", item, Data::ArrayGetU, [a.into(), before.into()]);
        let cell = Val::Record([Val::from(x), Val::from(list)].into(), list_ty);
        let cell = self.construct_sum(1, list_ty, Some(cell));
        let args = vec![before.into(), self.atom(&cell)];
        let els = Box::new(self.kept.b.close(Tail::Jump { join: again, args }));
        let then = anf::Body { lets: Vec::new(), tail: Tail::Ret(vec![list.into()]) };
        let tail = Tail::If { cond: end.into(), then: Box::new(then), els };
        let body = self.kept.b.close(tail);
        self.kept.b.push(Let::Join(Block { name: again, params: vars, body, pos: Pos::NONE }));
        let body = self.kept.b.close(Tail::Jump { join: again, args: vec![len.into(), nil] });
        self.kept.b.add_fun(Fun { name, params, results, body, pos });
        name
    }
}
