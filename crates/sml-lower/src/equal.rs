//! Equality, by type.
//!
//! Records, vectors and sums have a function for each type, made when all else is
//! lowered. It compares only constructors that the program makes values with. Those are
//! finitely many, so a datatype that mentions itself at ever larger types, as in
//! `datatype 'a t = N | C of ('a * 'a) t`, needs finitely many functions. Where later units
//! may make values with other constructors, it compares all.

use super::app::Applied;
use super::{Cx, Val};
use anf::{Atom, Block, Body, Case, Fun, Let, Tail, Var};
use base::{Pos, bug};
use faults::Fault;
use prim::{CmpOp, Data, FCmpOp, IntOp, Prim, Rt};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use types::{SumId, Ty as Anf, TyId, Width};

/// The functions that compare.
#[derive(Default)]
pub(super) struct Equal {
    funs: FxHashMap<TyId, Var>,
    queue: VecDeque<(TyId, Var, Pos)>,
}

impl Equal {
    /// Forgets functions that are gone.
    pub(super) fn forget(&mut self, gone: impl Fn(Var) -> bool) {
        self.funs.retain(|_, fun| !gone(*fun));
        self.queue.retain(|(_, fun, _)| !gone(*fun));
    }
}

impl<'p> Cx<'p> {
    /// The equality of two values.
    pub(super) fn equal(&mut self, ty: TyId, a: &Val, b: &Val) -> Atom {
        match self.equal_call(ty, a, b) {
            Ok(equal) => equal,
            Err((fun, args)) => self.kept.b.call("eq", fun, args).into(),
        }
    }

    /// The equality of two values, or the call that computes it.
    pub(super) fn equal_call(
        &mut self,
        ty: TyId,
        a: &Val,
        b: &Val,
    ) -> Result<Atom, (Var, Vec<Atom>)> {
        let unbuilt = matches!(a, Val::Record(..)) || matches!(b, Val::Record(..));
        if let (true, Anf::Tuple(fields)) = (unbuilt, self.kept.b.types().get(ty)) {
            let types: Vec<TyId> = fields.iter().map(|field| field.ty).collect();
            let (left, right) = (self.parts(a, types.len()), self.parts(b, types.len()));
            return Ok(self.equal_records(&types, &left, &right));
        }
        let (a, b) = (self.atom(a), self.atom(b));
        match self.simple_equal(ty, &a, &b) {
            Some(equal) => Ok(equal),
            None => Err((self.equal_fun(ty), vec![a, b])),
        }
    }

    /// Compares records that have not been built, field by field.
    fn equal_records(&mut self, types: &[TyId], left: &[Val], right: &[Val]) -> Atom {
        let bool = self.kept.b.types().bool();
        let (join, params) = self.kept.b.declare_block("join", &[("eq", bool)]);
        let pairs = types.iter().zip(left.iter().zip(right));
        let pairs = pairs.map(|(ty, (a, b))| (*ty, self.atom(a), self.atom(b))).collect();
        self.kept.b.open();
        let tail = self.equal_all(pairs, Some(join));
        let body = self.kept.b.close(tail);
        self.kept.b.branch_into(join, params.clone(), body);
        params[0].into()
    }

    /// The identity of the two components of a pair. Only numbers, references and arrays have
    /// one. Other values may be built again anywhere, so they are identical to nothing.
    pub(super) fn same_pair(&mut self, pair: &Val, ty: TyId) -> Applied {
        let parts = self.parts(pair, 2);
        let Anf::Tuple(fields) = self.kept.b.types().get(ty) else {
            return Applied::Val(Val::Atom(Self::bool_atom(false)));
        };
        let part = fields[0].ty;
        let has_identity =
            matches!(self.kept.b.types().get(part), Anf::Int(_) | Anf::Ref(_) | Anf::Array(_));
        let atom = if has_identity {
            self.equal(part, &parts[0], &parts[1])
        } else {
            Self::bool_atom(false)
        };
        Applied::Val(Val::Atom(atom))
    }

    /// The equality of two values of a type that needs no function.
    fn simple_equal(&mut self, ty: TyId, a: &Atom, b: &Atom) -> Option<Atom> {
        let args = [a.clone(), b.clone()];
        let prim = match *self.kept.b.types().get(ty) {
            Anf::Int(width) => Prim::Cmp(CmpOp::Eq, width),
            Anf::Str => Prim::Rt(Rt::StrEq),
            Anf::F64 => Prim::FCmp(FCmpOp::Eq, true),
            Anf::F32 => Prim::FCmp(FCmpOp::Eq, false),
            Anf::Big => {
                let order = self.kept.b.prim("cmp", Prim::Rt(Rt::BigCmp), args);
                let eq = Prim::Cmp(CmpOp::Eq, Width::I64);
                return Some(self.kept.b.prim("eq", eq, [order.into(), 0.into()]).into());
            }
            Anf::Ref(_) if faults::on(Fault::EqualRef) => return Some(Self::bool_atom(true)),
            Anf::Ref(_) | Anf::Array(_) => {
                let bool = self.kept.b.types().bool();
                return Some(self.kept.b.op("eq", bool, Data::Same, args).into());
            }
            Anf::Tuple(_) | Anf::Sum(_) | Anf::Vector(_) => return None,
            Anf::Unboxed(_)
            | Anf::Exn
            | Anf::Origin
            | Anf::Any
            | Anf::Ptr
            | Anf::Weak(_)
            | Anf::Fun(..)
            | Anf::Cont(_)
            | Anf::ExnCon(_) => return Some(Self::bool_atom(true)),
        };
        Some(self.kept.b.prim("eq", prim, args).into())
    }

    fn equal_fun(&mut self, ty: TyId) -> Var {
        if let Some(&fun) = self.kept.equal.funs.get(&ty) {
            return fun;
        }
        let bool = self.kept.b.types().bool();
        let fun = self.kept.b.declare("=", &[ty, ty], &[bool]);
        let pos = self.loc.map_or(Pos::NONE, |loc| self.pos(loc));
        self.kept.equal.funs.insert(ty, fun);
        self.kept.equal.queue.push_back((ty, fun, pos));
        fun
    }

    /// Makes the functions that were asked for, when all else is lowered.
    pub(super) fn equal_funs(&mut self) {
        while let Some((ty, name, pos)) = self.kept.equal.queue.pop_front() {
            let (params, results) = self.kept.b.params(name, &["a", "b"]);
            self.kept.b.at(pos);
            self.kept.b.open();
            let (a, b) = (params[0], params[1]);
            let form = self.kept.b.types().get(ty).clone();
            let tail = if let Anf::Tuple(fields) = form {
                let pairs = (0..fields.len()).map(|i| {
                    let (x, y) =
                        (self.kept.b.get("x", a, i as u32), self.kept.b.get("y", b, i as u32));
                    (fields[i].ty, x.into(), y.into())
                });
                let pairs = pairs.collect();
                self.equal_all(pairs, None)
            } else if let Anf::Vector(item) = form {
                self.equal_vectors(item, a, b)
            } else if let Anf::Sum(sum) = form {
                self.equal_sums(sum, a, b)
            } else {
                bug!("{form:?} needs no function to be compared")
            };
            let body = self.kept.b.close(tail);
            self.kept.b.add_fun(Fun { name, params, results, body, pos });
        }
    }

    /// Ends the body with the equality of all pairs, which goes to the join point, or is
    /// returned.
    fn equal_all(&mut self, mut pairs: Vec<(TyId, Atom, Atom)>, join: Option<Var>) -> Tail {
        let give = |atom: Atom| match join {
            Some(join) => Tail::Jump { join, args: vec![atom] },
            None => Tail::Ret(vec![atom]),
        };
        pairs.retain(|(ty, _, _)| *ty != self.unit);
        // Types that need no call come first, and those that may be recursive last.
        pairs.sort_by_key(|(ty, _, _)| {
            let ty = self.kept.b.module().types.get(*ty);
            let is_big = matches!(ty, Anf::Str | Anf::Big);
            let is_many = matches!(ty, Anf::Tuple(_) | Anf::Vector(_));
            (matches!(ty, Anf::Sum(_)), is_many, is_big)
        });
        if faults::on(Fault::EqualLast) && pairs.len() > 1 {
            pairs.pop();
        }
        let Some((last, before)) = pairs.split_last() else { return give(Self::bool_atom(true)) };
        let mut opened = Vec::new();
        for (ty, a, b) in before {
            let cond = match self.simple_equal(*ty, a, b) {
                Some(cond) => cond,
                None => {
                    let fun = self.equal_fun(*ty);
                    self.kept.b.call("eq", fun, [a.clone(), b.clone()]).into()
                }
            };
            opened.push(cond);
            self.kept.b.open();
        }
        let (ty, a, b) = last;
        let mut tail = match (self.simple_equal(*ty, a, b), join) {
            (Some(equal), _) => give(equal),
            (None, None) => {
                let fun = self.equal_fun(*ty);
                self.kept.b.tail_call(fun, [a.clone(), b.clone()])
            }
            (None, Some(_)) => {
                let fun = self.equal_fun(*ty);
                give(self.kept.b.call("eq", fun, [a.clone(), b.clone()]).into())
            }
        };
        for cond in opened.into_iter().rev() {
            let then = Box::new(self.kept.b.close(tail));
            let els = Box::new(Body { lets: Vec::new(), tail: give(Self::bool_atom(false)) });
            tail = Tail::If { cond, then, els };
        }
        tail
    }

    fn equal_sums(&mut self, sum: SumId, a: Var, b: Var) -> Tail {
        let count = self.constructor_count(sum) as u32;
        let info = &self.kept.sums[&sum];
        let made = |tag: &u32| info.built[*tag as usize] || !self.is_whole();
        let built: Vec<u32> = (0..count).filter(made).collect();
        let other = faults::on(Fault::EqualConstructors);
        let no = || Some(Box::new(Body { lets: vec![], tail: Tail::Ret(vec![other.into()]) }));
        let mut cases = Vec::new();
        for &tag in &built {
            let types = self.fields(sum, tag);
            let xs: Vec<Var> = types.iter().map(|ty| self.kept.b.var("x", *ty)).collect();
            let ys: Vec<Var> = types.iter().map(|ty| self.kept.b.var("y", *ty)).collect();
            self.kept.b.open();
            let pairs = types.iter().zip(xs.iter().zip(&ys));
            let pairs = pairs.map(|(ty, (x, y))| (*ty, (*x).into(), (*y).into())).collect();
            let tail = self.equal_all(pairs, None);
            let body = self.kept.b.close(tail);
            let tail = Tail::SwitchSum {
                scrutinee: b.into(),
                sum,
                cases: vec![Case { tag, fields: ys, body }],
                default: if count > 1 { no() } else { None },
            };
            cases.push(Case { tag, fields: xs, body: Body { lets: Vec::new(), tail } });
        }
        let default = if cases.len() < count as usize { no() } else { None };
        Tail::SwitchSum { scrutinee: a.into(), sum, cases, default }
    }

    fn equal_vectors(&mut self, item: TyId, a: Var, b: Var) -> Tail {
        let i64 = self.kept.b.types().i64();
        let cmp = |op| Prim::Cmp(op, Width::I64);
        let len = self.kept.b.op("len", i64, Data::ArrayLen, [a.into()]);
        let other = self.kept.b.op("len", i64, Data::ArrayLen, [b.into()]);
        let same = self.kept.b.prim("same", cmp(CmpOp::Eq), [len.into(), other.into()]);
        let (again, params) = self.kept.b.declare_block("loop", &[("i", i64)]);
        let i = params[0];
        self.kept.b.open();
        let more = self.kept.b.prim("more", cmp(CmpOp::Slt), [i.into(), len.into()]);
        self.kept.b.open();
        let x = self.kept.b.op("x", item, Data::ArrayGetU, [a.into(), i.into()]);
        let y = self.kept.b.op("y", item, Data::ArrayGetU, [b.into(), i.into()]);
        let equal = self.equal(item, &Val::from(x), &Val::from(y));
        self.kept.b.open();
        let next = self.kept.b.prim("i", Prim::Int(IntOp::Add, Width::I64), [i.into(), 1.into()]);
        let then = Box::new(self.kept.b.close(Tail::Jump { join: again, args: vec![next.into()] }));
        let no = || Box::new(Body { lets: vec![], tail: Tail::Ret(vec![false.into()]) });
        let then = Box::new(self.kept.b.close(Tail::If { cond: equal, then, els: no() }));
        let yes = Box::new(Body { lets: vec![], tail: Tail::Ret(vec![true.into()]) });
        let body = self.kept.b.close(Tail::If { cond: more.into(), then, els: yes });
        self.kept.b.push(Let::Join(Block { name: again, params, body, pos: Pos::NONE }));
        let start = Tail::Jump { join: again, args: vec![0.into()] };
        let then = Box::new(Body { lets: Vec::new(), tail: start });
        Tail::If { cond: same.into(), then, els: no() }
    }
}
