//! Operands of primitives out of `any`s, and results into them.
//!
//! An `i64` stands for a small integer on both sides, an `i8` for a small integer, an `i32` for a
//! character, an `intinf` for an integer of any size.

use crate::literal::small;
use crate::lower::{Lowering, Slot};
use anf::{Atom, Block, Fun, Let, Op as AnfOp, Tail, Var as AnfVar};
use prim::{CmpOp, Const, Data, IntOp, Prim, Rt, SmallOp};
use scheme_expand::core::{Exp, ExpKind, Op, Special};
use scheme_syntax::{Datum, Kind};
use types::{PTy, Ty, TyId, Width};

impl Lowering<'_> {
    /// An expression as an operand of this type.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other expressions are handled alike")]
    pub(crate) fn operand(&mut self, exp: &Exp, ty: PTy) -> Atom {
        let constant = match &exp.kind {
            ExpKind::Const(datum) => constant(datum, ty),
            ExpKind::Var(var) => match &self.slots[*var] {
                Slot::Const(datum) => constant(datum, ty),
                _ => None,
            },
            _ => None,
        };
        if let Some(constant) = constant {
            return Atom::Const(constant);
        }
        match &exp.kind {
            ExpKind::Op(Op::Prim(prim), args) if prim.sig().results == [ty] && ty != PTy::Big => {
                self.primitive(*prim, args, exp.place)[0].into()
            }
            ExpKind::Op(Op::ArrayLength(elem), args) if ty == PTy::Int(Width::I64) => {
                self.array_length(*elem, &args[0])
            }
            _ => {
                let value = self.value(exp);
                self.out(value, ty)
            }
        }
    }

    /// The results of a primitive.
    pub(crate) fn primitive(
        &mut self,
        prim: Prim,
        args: &[Exp],
        place: scheme_expand::core::Place,
    ) -> Vec<AnfVar> {
        let sig = prim.sig();
        let args: Vec<Atom> =
            args.iter().zip(&sig.args).map(|(arg, ty)| self.operand(arg, *ty)).collect();
        let types: Vec<TyId> = sig.results.iter().map(|ty| self.b.types().of_prim(*ty)).collect();
        let dst: Vec<(&str, TyId)> = types.into_iter().map(|ty| ("r", ty)).collect();
        let outer = self.at(place);
        let results = self.b.ops(&dst, prim, args);
        self.b.at(outer);
        results
    }

    /// A value as an operand of this type, which it is known to have.
    pub(crate) fn out(&mut self, value: Atom, ty: PTy) -> Atom {
        match ty {
            PTy::Any => value,
            PTy::Int(Width::I64) => self.small(value),
            PTy::Int(width @ (Width::I8 | Width::I16)) => {
                let n = self.small(value);
                self.b.prim("n", Prim::Trunc(Width::I64, width), [n]).into()
            }
            PTy::Big => {
                let convert = self.helper("integer", Self::make_integer);
                self.b.call("n", convert, [value]).into()
            }
            PTy::Int(Width::I1 | Width::I32)
            | PTy::F32
            | PTy::F64
            | PTy::Str
            | PTy::Bytes
            | PTy::Chars => {
                let ty = self.b.types().of_prim(ty);
                self.b.op("x", ty, AnfOp::As(ty), [value]).into()
            }
            PTy::Exn | PTy::Origin | PTy::Strs | PTy::Ptr | PTy::Action => {
                base::bug!("no value of Scheme is a {ty:?}")
            }
        }
    }

    /// The number in a small integer.
    pub(crate) fn small(&mut self, value: Atom) -> Atom {
        let (bool, i64) = (self.b.types().bool(), self.b.types().i64());
        let get = Prim::Small(SmallOp::Get);
        self.b.ops(&[("is", bool), ("n", i64)], get, [value])[1].into()
    }

    /// A number as a small integer, which it is known to be.
    pub(crate) fn of_small(&mut self, n: Atom) -> Atom {
        let bool = self.b.types().bool();
        let of = Prim::Small(SmallOp::Of);
        self.b.ops(&[("is", bool), ("x", self.any)], of, [n])[1].into()
    }

    /// A result as a value.
    pub(crate) fn into(&mut self, result: AnfVar, ty: PTy) -> Atom {
        match ty {
            PTy::Any => result.into(),
            PTy::Int(Width::I64) => self.of_small(result.into()),
            PTy::Int(width @ (Width::I8 | Width::I16)) => {
                let n = self.b.prim("n", Prim::Zext(width, Width::I64), [result.into()]);
                self.of_small(n.into())
            }
            PTy::Big => {
                let convert = self.helper("number", Self::make_number);
                self.b.call("x", convert, [result.into()]).into()
            }
            PTy::Strs => {
                let convert = self.helper("texts", Self::make_texts);
                self.b.call("x", convert, [result.into()]).into()
            }
            PTy::Int(Width::I1 | Width::I32)
            | PTy::F32
            | PTy::F64
            | PTy::Str
            | PTy::Bytes
            | PTy::Chars => self.inject(result),
            PTy::Exn | PTy::Origin | PTy::Ptr | PTy::Action => {
                base::bug!("no value of Scheme is a {ty:?}")
            }
        }
    }

    /// A function that is made when it is first needed.
    fn helper(&mut self, name: &'static str, make: fn(&mut Self) -> Fun) -> AnfVar {
        if let Some(helper) = self.helpers.get(name) {
            return *helper;
        }
        let fun = make(self);
        let name_var = fun.name;
        self.helpers.insert(name, name_var);
        self.b.add_fun(fun);
        name_var
    }

    fn big_type(&mut self) -> TyId {
        self.b.types().intern(Ty::Big)
    }

    /// The `intinf` of an integer.
    fn make_integer(&mut self) -> Fun {
        let (any, big) = (self.any, self.big_type());
        let fun = self.b.declare("integer", &[any], &[big]);
        self.b.fun(fun, &["x"], |b, params| {
            let x: Atom = params[0].into();
            let (bool, i64) = (b.types().bool(), b.types().i64());
            let get = Prim::Small(SmallOp::Get);
            let found = b.ops(&[("is", bool), ("n", i64)], get, [x.clone()]);
            b.if_(
                found[0],
                |b| {
                    let n = b.prim("n", Prim::Rt(Rt::BigOfI64), [found[1].into()]);
                    b.ret([n.into()])
                },
                |b| {
                    let n = b.op("n", big, AnfOp::As(big), [x.clone()]);
                    b.ret([n.into()])
                },
            )
        })
    }

    /// The integer of an `intinf`: a small one if it is one.
    fn make_number(&mut self) -> Fun {
        let (any, big) = (self.any, self.big_type());
        let fun = self.b.declare("number", &[big], &[any]);
        self.b.fun(fun, &["n"], |b, params| {
            let n: Atom = params[0].into();
            let bool = b.types().bool();
            let low = b.prim("low", Prim::Rt(Rt::BigWrap), [n.clone()]);
            let same = b.prim("same", Prim::Rt(Rt::BigOfI64), [low.into()]);
            let order = b.prim("order", Prim::Rt(Rt::BigCmp), [n.clone(), same.into()]);
            let is = b.prim("is", Prim::Cmp(CmpOp::Eq, Width::I64), [order.into(), 0.into()]);
            let of = Prim::Small(SmallOp::Of);
            let small = b.ops(&[("fits", bool), ("x", any)], of, [low.into()]);
            let both = Prim::Int(IntOp::And, Width::I1);
            let both = b.prim("both", both, [is.into(), small[0].into()]);
            b.if_(
                both,
                |b| b.ret([small[1].into()]),
                |b| {
                    let x = b.op("x", any, AnfOp::Inject, [n.clone()]);
                    b.ret([x.into()])
                },
            )
        })
    }

    /// The list of a vector of strings.
    fn make_texts(&mut self) -> Fun {
        let any = self.any;
        let strs = self.b.types().of_prim(PTy::Strs);
        let fun = self.b.declare("texts", &[strs], &[any]);
        let (params, results) = self.b.params(fun, &["v"]);
        let body = self.body(|cx| {
            let (i64, str) = (cx.b.types().i64(), cx.b.types().of_prim(PTy::Str));
            let v: Atom = params[0].into();
            let (next, vars) = cx.b.declare_block("next", &[("i", i64), ("list", any)]);
            let (i, list): (Atom, Atom) = (vars[0].into(), vars[1].into());
            let body = cx.body(|cx| {
                let compare = Prim::Cmp(CmpOp::Eq, Width::I64);
                let end = cx.b.prim("end", compare, [i.clone(), 0.into()]);
                let then = Box::new(cx.body(|cx| cx.b.ret([list.clone()])));
                let els = Box::new(cx.body(|cx| {
                    let minus = Prim::Int(IntOp::Sub, Width::I64);
                    let j: Atom = cx.b.prim("j", minus, [i.clone(), 1.into()]).into();
                    let text = cx.b.op("s", str, Data::ArrayGetU, [v.clone(), j.clone()]);
                    let text = cx.inject(text);
                    let list = cx.cons(text, list.clone());
                    cx.b.jump(next, [j, list])
                }));
                Tail::If { cond: end.into(), then, els }
            });
            let pos = cx.b.pos();
            cx.b.push(Let::Join(Block { name: next, params: vars, body, pos }));
            let count = cx.b.op("n", i64, Data::ArrayLen, [v.clone()]);
            let nil = cx.special(Special::Nil);
            cx.b.jump(next, [count.into(), nil])
        });
        let pos = self.b.pos();
        Fun { name: fun, params, results, body, pos }
    }

    /// A byte as a constant.
    pub(crate) fn byte(byte: u8) -> Atom {
        Atom::Const(Const::Int(Width::I8, u64::from(byte)))
    }
}

/// A literal as an operand of this type, if it can be one without an `any`.
fn constant(datum: &Datum, ty: PTy) -> Option<Const> {
    match (&datum.kind, ty) {
        (Kind::Int(n), PTy::Int(width @ (Width::I64 | Width::I16 | Width::I8))) => {
            Some(Const::Int(width, small(n)? as u64 & width.mask()))
        }
        (Kind::Char(c), PTy::Int(width @ Width::I32)) => {
            Some(Const::Int(width, u64::from(u32::from(*c))))
        }
        (Kind::Real(x), PTy::F64) => Some(Const::f64(*x)),
        _ => None,
    }
}
