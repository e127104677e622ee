//! A value of any type: picked from the scope, or made.

use super::functions::Style;
use super::{Generator, Goal};
use anf::{Atom, Block, Body, Let, Op, Tail};
use base::{EntityId, Pos};
use prim::{BuiltinExn, Const, Data, Prim, Rt};
use types::{GlobalId, Ty, TyId, Width};

/// An `i64`.
pub(super) fn int(n: i64) -> Atom {
    Atom::Const(Const::i64(n))
}

impl Generator<'_> {
    /// A value of a type; `depth` limits what is made for it.
    pub(super) fn value(&mut self, ty: TyId, depth: u32) -> Atom {
        if self.rng.chance(75)
            && let Some(bound) = self.pick_bound(|_, bound| bound.ty == ty)
        {
            return Atom::Var(bound.var);
        }
        self.build(ty, depth)
    }

    pub(super) fn values(&mut self, tys: &[TyId], depth: u32) -> Vec<Atom> {
        tys.iter().map(|ty| self.value(*ty, depth)).collect()
    }

    /// A new value. Calls nothing and reads no cell but the one that is set first.
    pub(super) fn build(&mut self, ty: TyId, depth: u32) -> Atom {
        let inner = depth.saturating_sub(1);
        match self.module.types.get(ty).clone() {
            Ty::Int(w) if self.here.c_result.is_none() && self.rng.chance(15) => self.opaque(w),
            Ty::Int(w) => Atom::Const(self.int_const(w)),
            Ty::F32 => Atom::Const(self.f32_const()),
            Ty::F64 => Atom::Const(self.f64_const()),
            Ty::Str => Atom::Const(self.str_const()),
            Ty::Big => Atom::Const(self.big_const()),
            Ty::Ptr => Atom::Const(Const::Null),
            Ty::Exn => self.make_exn(),
            // Only handlers bind one.
            Ty::Origin => unreachable!("no value of type origin is asked for"),
            Ty::Any => self.make_any(inner),
            Ty::Tuple(fields) => {
                let args = fields.iter().map(|f| self.part(f.ty, inner)).collect();
                self.op1(Data::Tuple, args, ty)
            }
            Ty::Unboxed(parts) => {
                let args = parts.iter().map(|part| self.part(*part, inner)).collect();
                self.op1(Op::Unboxed, args, ty)
            }
            Ty::Array(elem) | Ty::Vector(elem) => self.make_array(ty, elem, depth),
            Ty::Ref(content) => {
                let arg = self.part(content, inner);
                self.op1(Data::Ref, vec![arg], ty)
            }
            Ty::Weak(content) => {
                let arg = self.part(content, inner);
                self.op1(Data::Weak, vec![arg], ty)
            }
            Ty::Fun(params, results) => self.make_fun(ty, &params, &results, depth),
            Ty::Cont(params) => self.make_cont(&params),
            Ty::ExnCon(_) => self.make_exncon(ty),
            Ty::Sum(sum) => self.make_sum(sum, inner, depth),
        }
    }

    /// An integer that no optimiser knows: of the fuel that is left.
    pub(super) fn opaque(&mut self, width: Width) -> Atom {
        let i64 = self.module.types.i64();
        let fuel = self.op1(Data::Global(GlobalId::from_index(0)), vec![], i64);
        if width == Width::I64 {
            return fuel;
        }
        self.prim1(Prim::Trunc(Width::I64, width), vec![fuel])
    }

    /// An operand for a value: when it must not be deep, one that is there.
    pub(super) fn part(&mut self, ty: TyId, depth: u32) -> Atom {
        if depth > 0 {
            return self.value(ty, depth);
        }
        match self.pick_bound(|_, bound| bound.ty == ty) {
            Some(bound) => Atom::Var(bound.var),
            None => self.build(ty, 0),
        }
    }

    fn make_array(&mut self, ty: TyId, elem: TyId, depth: u32) -> Atom {
        let most = if depth > 0 { self.rng.pick(&[1, 2, 3, 4, 9]) } else { 0 };
        let len = self.rng.between(0, most);
        if self.rng.chance(60) || len == 0 {
            let args = (0..len).map(|_| self.part(elem, depth.saturating_sub(1))).collect();
            let array = self.op1(Data::ArrayLit, args, ty);
            self.note_len(len);
            return array;
        }
        let value = self.part(elem, depth - 1);
        let array = self.op1(Data::ArrayNew, vec![int(len as i64), value], ty);
        self.note_len(len);
        array
    }

    fn make_sum(&mut self, sum: types::SumId, inner: u32, depth: u32) -> Atom {
        let constructors = self.module.types.sums[sum].constructors.clone();
        let tag = if depth == 0 { 0 } else { self.rng.below(constructors.len()) };
        let fields = &constructors[tag].fields;
        let args = fields.iter().map(|ty| self.part(*ty, inner)).collect();
        let ty = self.module.types.intern(Ty::Sum(sum));
        self.op1(Data::Con(sum, tag as u32), args, ty)
    }

    /// Something in an `any`.
    pub(super) fn make_any(&mut self, depth: u32) -> Atom {
        let any = self.module.types.intern(Ty::Any);
        let mut ty = if depth > 0 { self.some_type() } else { self.simple_type() };
        if !self.injectable(ty) {
            ty = self.module.types.i64();
        }
        let value = self.value(ty, depth);
        self.op1(Op::Inject, vec![value], any)
    }

    pub(super) fn injectable(&self, ty: TyId) -> bool {
        !matches!(self.module.types.get(ty), Ty::Unboxed(_) | Ty::Any | Ty::Ptr)
    }

    /// An exception of a constructor in scope, or of one that is always there.
    pub(super) fn make_exn(&mut self) -> Atom {
        let exn = self.module.types.intern(Ty::Exn);
        let is_exncon = |cx: &Generator<'_>, bound: &super::Bound| {
            matches!(cx.module.types.get(bound.ty), Ty::ExnCon(_))
        };
        let constructor = match self.pick_bound(is_exncon) {
            Some(bound) if self.exns < 2 && self.rng.chance(60) => Atom::Var(bound.var),
            Some(_) | None => self.builtin_exncon(),
        };
        let ty = self.ty_of(&constructor);
        let Ty::ExnCon(carried) = self.module.types.get(ty).clone() else {
            unreachable!("a constructor of exceptions")
        };
        let mut args = vec![constructor];
        self.exns += 1;
        for ty in carried {
            args.push(self.part(ty, 0));
        }
        self.exns -= 1;
        self.op1(Data::Exn, args, exn)
    }

    pub(super) fn builtin_exncon(&mut self) -> Atom {
        let builtin = self.rng.pick(&BuiltinExn::ALL);
        let str = self.module.types.intern(Ty::Str);
        let i64 = self.module.types.i64();
        let carried = match builtin {
            BuiltinExn::SysErr => vec![str, i64],
            BuiltinExn::Overflow | BuiltinExn::Div | BuiltinExn::Subscript => vec![],
            BuiltinExn::Size | BuiltinExn::Match | BuiltinExn::Domain => vec![],
        };
        let ty = self.module.types.intern(Ty::ExnCon(carried));
        self.op1(Data::Builtin(builtin), vec![], ty)
    }

    pub(super) fn make_exncon(&mut self, ty: TyId) -> Atom {
        let name = format!("E{}", self.rng.below(4));
        self.op1(Data::ExnCon(name.into(), None), vec![], ty)
    }

    /// A function that is a value: one that is known, or a new one.
    fn make_fun(&mut self, ty: TyId, params: &[TyId], results: &[TyId], depth: u32) -> Atom {
        let fits = |known: &&super::Known| {
            known.value && known.params == params && known.results == results
        };
        let found: Vec<_> = self.known.iter().filter(fits).map(|known| known.var).collect();
        if !found.is_empty() && self.rng.chance(50) {
            return Atom::Var(self.rng.pick(&found));
        }
        let style = if self.rng.chance(50) { Style::Closed } else { Style::Metered };
        let room = if depth > 0 { self.rng.pick(&[2, 4, 8]) } else { 1 };
        let name = self.fresh("lambda", ty);
        let fun = self.write_fun(name, params, results, style, room, 1);
        self.push(Let::Funs(vec![fun]));
        self.enter(name);
        Atom::Var(name)
    }

    /// A continuation that goes where the body around goes.
    pub(super) fn make_cont(&mut self, params: &[TyId]) -> Atom {
        let name = self.fresh_cont("k", params);
        let mark = self.scope.len();
        let bound = self.bind_all("a", params);
        let body = self.cont_body();
        self.scope.truncate(mark);
        self.push(Let::Cont(Block { name, params: bound, body, pos: Pos::NONE }));
        self.enter(name);
        if let Some(bound) = self.scope.last_mut() {
            bound.forward = Some(self.here.serial);
        }
        Atom::Var(name)
    }

    /// Needs other continuations only so deep: what it returns may be one.
    fn cont_body(&mut self) -> Body {
        if self.conts >= 2 {
            return self.alone(|cx| {
                let exn = cx.make_exn();
                Tail::Raise { exn, origin: None, pos: Pos::NONE }
            });
        }
        let goal = if self.rng.chance(50) { self.here.goal.clone() } else { Goal::Ret };
        let statements = self.rng.below(3);
        self.conts += 1;
        let body = self.body_for(goal, 0, statements);
        self.conts -= 1;
        body
    }

    /// Prints a checksum.
    pub(super) fn call_report(&mut self, tag: i64, hash: Atom) {
        let report = self.helper("report");
        let pos = self.pos();
        self.push(Let::Call {
            dst: vec![],
            fun: Atom::Var(report),
            args: vec![int(tag), hash],
            pos,
        });
        self.pay(8);
    }

    /// A value at most 40 bytes long.
    pub(super) fn clipped(&mut self, rt: Rt, args: Vec<Atom>) {
        let whole = self.prim1(Prim::Rt(rt), args);
        self.forget(&whole);
        self.call_helper("clip", whole);
    }
}
