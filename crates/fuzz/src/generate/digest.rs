//! Checksums of values, so that a wrong value shows.
//!
//! A tuple, array, sum and so on has a function for its type, which goes so many
//! levels deep: data may be cyclic.

use super::{Generator, Here, values};
use anf::{Atom, Block, Body, Case, Fun, Let, Op, Tail, Var};
use base::Pos;
use prim::{CmpOp, Data, IntOp, Prim, Rt};
use types::{Ty, TyId, Width};

/// The number of elements of an array that are looked at.
const ELEMENTS: i64 = 4;

impl Generator<'_> {
    /// A checksum of a value, `depth` levels deep.
    pub(super) fn checksum(&mut self, value: Atom, depth: Atom) -> Atom {
        let ty = self.ty_of(&value);
        match self.module.types.get(ty).clone() {
            Ty::Int(Width::I64) => value,
            Ty::Int(w) => self.prim1(Prim::Zext(w, Width::I64), vec![value]),
            Ty::F64 => {
                let x = self.call_helper("canon64", value);
                self.prim1(Prim::FBits(true), vec![x])
            }
            Ty::F32 => {
                let x = self.call_helper("canon32", value);
                let bits = self.prim1(Prim::FBits(false), vec![x]);
                self.prim1(Prim::Sext(Width::I32, Width::I64), vec![bits])
            }
            Ty::Str => self.prim_op(Rt::StrHash, [value]),
            Ty::Big => {
                let text = self.prim_op(Rt::BigToStr, [value, values::int(16)]);
                self.prim_op(Rt::StrHash, [text])
            }
            // None is ever in scope.
            Ty::Origin => values::int(0),
            Ty::Exn => {
                let text = self.prim_op(Rt::ExnMessage, [value]);
                self.prim_op(Rt::StrHash, [text])
            }
            Ty::Unboxed(parts) => {
                let mut hash = values::int(parts.len() as i64);
                for (i, part) in parts.iter().enumerate() {
                    let part = self.op1(Op::Part(i as u32), vec![value.clone()], *part);
                    let part = self.checksum(part, depth.clone());
                    hash = self.mix(hash, part);
                }
                hash
            }
            Ty::Tuple(_) | Ty::Array(_) | Ty::Vector(_) | Ty::Ref(_) | Ty::Sum(_) | Ty::Any => {
                let digest = Atom::Var(self.digest_fun(ty));
                let i64 = self.module.types.i64();
                Atom::Var(self.call(digest, vec![value, depth], &[i64])[0])
            }
            Ty::Ptr => values::int(2),
            Ty::Weak(_) | Ty::Fun(..) | Ty::Cont(_) | Ty::ExnCon(_) => values::int(3),
        }
    }

    /// The function for a type, written later.
    fn digest_fun(&mut self, ty: TyId) -> Var {
        if let Some(fun) = self.digests.get(&ty) {
            return *fun;
        }
        let i64 = self.module.types.i64();
        let name = self.fresh_fun("digest", &[ty, i64], &[i64]);
        self.digests.insert(ty, name);
        self.digests_to_write.push(ty);
        name
    }

    /// Writes the functions that have been asked for, and those that they ask for.
    pub(super) fn write_digests(&mut self) {
        self.here = Here { times: 1, room: usize::MAX, limit: u64::MAX, ..Here::default() };
        while let Some(ty) = self.digests_to_write.pop() {
            let name = self.digests[&ty];
            let i64 = self.module.types.i64();
            let (value, depth) = (self.fresh("x", ty), self.fresh("depth", i64));
            let body = self.alone(|cx| {
                let args = vec![Atom::Var(depth), values::int(0)];
                let cond = cx.prim1(Prim::Cmp(CmpOp::Sgt, Width::I64), args);
                let then = Box::new(cx.alone(|cx| cx.digest_body(ty, value, depth)));
                let els = Box::new(Body { lets: vec![], tail: Tail::Ret(vec![values::int(1)]) });
                Tail::If { cond, then, els }
            });
            let params = vec![value, depth];
            let pos = Pos::NONE;
            self.module.funs.push(Fun { name, params, results: vec![i64], body, pos });
        }
    }

    fn digest_body(&mut self, ty: TyId, value: Var, depth: Var) -> Tail {
        let one_less = vec![Atom::Var(depth), values::int(1)];
        let depth = self.prim1(Prim::Int(IntOp::Sub, Width::I64), one_less);
        let value = Atom::Var(value);
        match self.module.types.get(ty).clone() {
            Ty::Tuple(fields) => {
                let mut hash = values::int(fields.len() as i64);
                for (i, field) in fields.iter().enumerate() {
                    let part = self.op1(Data::Get(i as u32), vec![value.clone()], field.ty);
                    let part = self.checksum(part, depth.clone());
                    hash = self.mix(hash, part);
                }
                Tail::Ret(vec![hash])
            }
            Ty::Ref(content) => {
                let part = self.op1(Data::Deref, vec![value], content);
                Tail::Ret(vec![self.checksum(part, depth)])
            }
            Ty::Array(elem) | Ty::Vector(elem) => self.digest_array(value, elem, depth),
            Ty::Sum(sum) => self.digest_sum(value, sum, depth),
            Ty::Any => self.digest_any(value, depth),
            Ty::Int(_) | Ty::F32 | Ty::F64 | Ty::Str | Ty::Big | Ty::Exn | Ty::Origin | Ty::Ptr => {
                unreachable!("the checksum of such a value needs no function")
            }
            Ty::Unboxed(_) | Ty::Weak(_) | Ty::Fun(..) | Ty::Cont(_) | Ty::ExnCon(_) => {
                unreachable!("the checksum of such a value needs no function")
            }
        }
    }

    fn digest_array(&mut self, value: Atom, elem: TyId, depth: Atom) -> Tail {
        let i64 = self.module.types.i64();
        let len = self.op1(Data::ArrayLen, vec![value.clone()], i64);
        let smin = Prim::Int(IntOp::SMin, Width::I64);
        let end = self.prim1(smin, vec![len.clone(), values::int(ELEMENTS)]);
        let head = self.fresh_cont("loop", &[i64, i64]);
        let (at, hash) = (self.fresh("at", i64), self.fresh("hash", i64));
        let body = self.alone(|cx| {
            let more = cx.prim1(Prim::Cmp(CmpOp::Slt, Width::I64), vec![Atom::Var(at), end]);
            let then = Box::new(cx.alone(|cx| {
                let part = cx.op1(Data::ArrayGet, vec![value, Atom::Var(at)], elem);
                let part = cx.checksum(part, depth);
                let hash = cx.mix(Atom::Var(hash), part);
                let next = vec![Atom::Var(at), values::int(1)];
                let next = cx.prim1(Prim::Int(IntOp::Add, Width::I64), next);
                Tail::Jump { join: head, args: vec![next, hash] }
            }));
            let els = Box::new(Body { lets: vec![], tail: Tail::Ret(vec![Atom::Var(hash)]) });
            Tail::If { cond: more, then, els }
        });
        self.push(Let::Join(Block { name: head, params: vec![at, hash], body, pos: Pos::NONE }));
        Tail::Jump { join: head, args: vec![values::int(0), len] }
    }

    fn digest_sum(&mut self, value: Atom, sum: types::SumId, depth: Atom) -> Tail {
        let mut cases = Vec::new();
        for (tag, constructor) in
            self.module.types.sums[sum].constructors.clone().iter().enumerate()
        {
            let fields: Vec<Var> =
                constructor.fields.iter().map(|ty| self.fresh("f", *ty)).collect();
            let body = self.alone(|cx| {
                let mut hash = values::int(tag as i64);
                for field in &fields {
                    let part = cx.checksum(Atom::Var(*field), depth.clone());
                    hash = cx.mix(hash, part);
                }
                Tail::Ret(vec![hash])
            });
            cases.push(Case { tag: tag as u32, fields, body });
        }
        Tail::SwitchSum { scrutinee: value, sum, cases, default: None }
    }

    /// Tries a few types.
    fn digest_any(&mut self, value: Atom, depth: Atom) -> Tail {
        let mut tries: Vec<TyId> = (0..4).map(|_| self.some_type()).collect();
        tries.push(self.module.types.i64());
        tries.retain(|ty| self.injectable(*ty));
        self.try_types(value, &tries, depth)
    }

    fn try_types(&mut self, value: Atom, tries: &[TyId], depth: Atom) -> Tail {
        let Some((ty, rest)) = tries.split_first() else { return Tail::Ret(vec![values::int(4)]) };
        let i1 = self.module.types.bool();
        let cond = self.op1(Op::Is(*ty), vec![value.clone()], i1);
        let then = self.alone(|cx| {
            let part = cx.op1(Op::Project(*ty), vec![value.clone()], *ty);
            Tail::Ret(vec![cx.checksum(part, depth.clone())])
        });
        let els = self.alone(|cx| cx.try_types(value, rest, depth));
        Tail::If { cond, then: Box::new(then), els: Box::new(els) }
    }
}
