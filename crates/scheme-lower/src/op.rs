//! Operations of the library.

use crate::lower::{Lowering, Slot, array};
use anf::{Atom, Let, Op as AnfOp, Tail};
use prim::{CmpOp, Const, Data, IntOp, Prim, SmallOp};
use scheme_expand::core::{Elem, Exp, ExpKind, Op, Place, Special, Type, Var};
use types::{PTy, Ty, TyId, Width};

impl Lowering<'_> {
    /// The code of an operation that does not go on.
    pub(crate) fn ending(&mut self, op: &Op, args: &[Exp], place: Place) -> Option<Tail> {
        match op {
            Op::Never => {
                // The frame is kept, so that a backtrace shows the place.
                self.value(&args[0]);
                Some(Tail::Unreachable)
            }
            Op::Throw => {
                let k = self.value(&args[0]);
                let value = self.value(&args[1]);
                let ty = self.cont_type();
                let k = self.b.op("k", ty, AnfOp::As(ty), [k]);
                Some(self.b.throw(k, [value]))
            }
            Op::Raise => {
                let value = self.value(&args[0]);
                let outer = self.at(place);
                let any = self.any;
                let con = self.b.types().intern(Ty::ExnCon(vec![any]));
                let con = self.b.op("c", con, Data::Global(self.exncon), []);
                let exn = self.b.types().intern(Ty::Exn);
                let exn = self.b.op("e", exn, Data::Exn, [con.into(), value]);
                let tail = self.b.raise(exn);
                self.b.at(outer);
                Some(tail)
            }
            Op::Prim(_)
            | Op::Is(_)
            | Op::Tuple
            | Op::Get(..)
            | Op::Fixed
            | Op::FixedGet(..)
            | Op::Set(..)
            | Op::ArrayNew(_)
            | Op::ArrayLength(_)
            | Op::ArrayRef(_)
            | Op::ArraySet(_)
            | Op::ArrayCopy(_)
            | Op::IsIndex(_)
            | Op::Same
            | Op::Hash
            | Op::Callcc
            | Op::Apply1
            | Op::Literals => None,
        }
    }

    fn cont_type(&mut self) -> TyId {
        let any = self.any;
        self.b.types().intern(Ty::Cont(vec![any]))
    }

    /// The truth that an operation gives, if it gives one.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other expressions are handled alike")]
    pub(crate) fn predicate(&mut self, op: &Op, args: &[Exp], place: Place) -> Option<Atom> {
        let bool = self.b.types().bool();
        match op {
            Op::Is(Type::Small) => {
                let value = self.value(&args[0]);
                let i64 = self.b.types().i64();
                let get = Prim::Small(SmallOp::Get);
                Some(self.b.ops(&[("is", bool), ("n", i64)], get, [value])[0].into())
            }
            Op::Is(ty) => {
                let value = self.value(&args[0]);
                let ty = self.type_of(*ty);
                Some(self.b.op("is", bool, AnfOp::Is(ty), [value]).into())
            }
            Op::Same => {
                let values = self.values(args);
                Some(self.b.op("is", bool, Data::Same, values).into())
            }
            Op::IsIndex(elem) => Some(self.is_index(*elem, args)),
            Op::Prim(prim) if prim.sig().results == [PTy::Int(Width::I1)] => {
                Some(self.primitive(*prim, args, place)[0].into())
            }
            _ => None,
        }
    }

    /// True if a value is a small integer below the length of an array.
    fn is_index(&mut self, elem: Elem, args: &[Exp]) -> Atom {
        let (bool, i64) = (self.b.types().bool(), self.b.types().i64());
        let values = self.values(args);
        let ty = array(&mut self.b, elem);
        let a = self.b.op("a", ty, AnfOp::As(ty), [values[0].clone()]);
        let length = self.b.op("n", i64, Data::ArrayLen, [a.into()]);
        let get = Prim::Small(SmallOp::Get);
        let found = self.b.ops(&[("is", bool), ("i", i64)], get, [values[1].clone()]);
        let below = Prim::Cmp(CmpOp::Ult, Width::I64);
        let below = self.b.prim("below", below, [found[1].into(), length.into()]);
        let both = Prim::Int(IntOp::And, Width::I1);
        self.b.prim("both", both, [found[0].into(), below.into()]).into()
    }

    fn type_of(&mut self, ty: Type) -> TyId {
        let any = self.any;
        let ty = match ty {
            Type::Small => Ty::Int(Width::I64),
            Type::Big => Ty::Big,
            Type::Flonum => Ty::F64,
            Type::Char => Ty::Int(Width::I32),
            Type::Bool => Ty::Int(Width::I1),
            Type::Symbol => Ty::Str,
            Type::Array(elem) => return array(&mut self.b, elem),
            Type::Tuple(len) => return self.tuple_type(len, true),
            Type::Fixed(len) => return self.tuple_type(len, false),
            Type::Fun(count) => Ty::Fun(vec![any; count as usize], vec![any]),
            Type::Cont => return self.cont_type(),
        };
        self.b.types().intern(ty)
    }

    /// The value of an operation that goes on.
    pub(crate) fn op(&mut self, op: &Op, args: &[Exp], place: Place) -> Atom {
        if let Some(truth) = self.predicate(op, args, place) {
            return self.inject(truth);
        }
        match op {
            Op::Prim(prim) => self.prim_value(*prim, args, place),
            Op::Tuple => {
                let values = self.values(args);
                self.tuple(values)
            }
            Op::Fixed => {
                let values = self.values(args);
                self.new_tuple(values, false)
            }
            Op::Get(len, field) | Op::FixedGet(len, field) => {
                let values = self.values(args);
                let mutable = matches!(op, Op::Get(..));
                let (any, tuple) = (self.any, self.taken(*len, mutable, &values[0]));
                self.b.op("x", any, Data::Get(*field), [tuple]).into()
            }
            Op::Set(len, field) => {
                let values = self.values(args);
                let tuple = self.taken(*len, true, &values[0]);
                self.b.effect(Data::Set(*field), [tuple, values[1].clone()]);
                self.special(Special::Unspecified)
            }
            Op::ArrayNew(_)
            | Op::ArrayLength(_)
            | Op::ArrayRef(_)
            | Op::ArraySet(_)
            | Op::ArrayCopy(_) => self.array_op(op, args),
            Op::Hash => {
                let value = self.value(&args[0]);
                let i64 = self.b.types().i64();
                let hash = self.b.op("h", i64, Data::IdHash, [value]);
                let mask = Atom::Const(Const::i64((1 << 60) - 1));
                let and = Prim::Int(IntOp::And, Width::I64);
                let hash = self.b.prim("h", and, [hash.into(), mask]);
                self.of_small(hash.into())
            }
            Op::Callcc => self.callcc(&args[0], place),
            Op::Apply1 => {
                let (function, argument) = self.one_argument(args);
                let outer = self.at(place);
                let value = self.b.call("x", function, [argument]);
                self.b.at(outer);
                value.into()
            }
            Op::Literals => self.literal_symbols(),
            Op::Is(_) | Op::Same | Op::IsIndex(_) => base::bug!("{op:?} is a predicate"),
            Op::Never | Op::Throw | Op::Raise => base::bug!("{op:?} does not go on"),
        }
    }

    /// A function of one parameter, and its argument.
    pub(crate) fn one_argument(&mut self, args: &[Exp]) -> (Atom, Atom) {
        let values = self.values(args);
        let ty = self.type_of(Type::Fun(1));
        let function = self.b.op("f", ty, AnfOp::As(ty), [values[0].clone()]);
        (function.into(), values[1].clone())
    }

    /// A tuple out of an `any`.
    fn taken(&mut self, len: u32, mutable: bool, value: &Atom) -> Atom {
        let ty = self.tuple_type(len, mutable);
        self.b.op("t", ty, AnfOp::As(ty), [value.clone()]).into()
    }

    /// A primitive's results: none are unspecified, two are a pair.
    fn prim_value(&mut self, prim: Prim, args: &[Exp], place: Place) -> Atom {
        let results = self.primitive(prim, args, place);
        let types = prim.sig().results;
        let mut values: Vec<Atom> =
            results.into_iter().zip(types).map(|(result, ty)| self.into(result, ty)).collect();
        match values.len() {
            0 => self.special(Special::Unspecified),
            1 => values.remove(0),
            _ => self.tuple(values),
        }
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "all other expressions are handled alike")]
    fn array_op(&mut self, op: &Op, args: &[Exp]) -> Atom {
        const INDEX: PTy = PTy::Int(Width::I64);
        match op {
            Op::ArrayNew(elem) => {
                let n = self.operand(&args[0], INDEX);
                let fill = self.operand(&args[1], element(*elem));
                let ty = array(&mut self.b, *elem);
                let made = self.b.op("a", ty, Data::ArrayNew, [n, fill]);
                self.inject(made)
            }
            Op::ArrayLength(elem) => {
                let n = self.array_length(*elem, &args[0]);
                self.of_small(n)
            }
            Op::ArrayRef(elem) => {
                let a = self.array_operand(*elem, &args[0]);
                let i = self.operand(&args[1], INDEX);
                let ty = self.b.types().of_prim(element(*elem));
                let found = self.b.op("x", ty, Data::ArrayGetU, [a, i]);
                self.into(found, element(*elem))
            }
            Op::ArraySet(elem) => {
                let a = self.array_operand(*elem, &args[0]);
                let i = self.operand(&args[1], INDEX);
                let x = self.operand(&args[2], element(*elem));
                self.b.effect(Data::ArraySetU, [a, i, x]);
                self.special(Special::Unspecified)
            }
            Op::ArrayCopy(elem) => {
                let a = self.array_operand(*elem, &args[0]);
                let i = self.operand(&args[1], INDEX);
                let b = self.array_operand(*elem, &args[2]);
                let [j, n] = [3, 4].map(|at: usize| self.operand(&args[at], INDEX));
                self.b.effect(Data::ArrayCopy, [a, i, b, j, n]);
                self.special(Special::Unspecified)
            }
            _ => base::bug!("{op:?} is on no array"),
        }
    }

    fn array_operand(&mut self, elem: Elem, exp: &Exp) -> Atom {
        let value = self.value(exp);
        let ty = array(&mut self.b, elem);
        self.b.op("a", ty, AnfOp::As(ty), [value]).into()
    }

    /// The length of an array, as an `i64`.
    pub(crate) fn array_length(&mut self, elem: Elem, exp: &Exp) -> Atom {
        let (a, i64) = (self.array_operand(elem, exp), self.b.types().i64());
        self.b.op("n", i64, Data::ArrayLen, [a]).into()
    }

    /// Calls a procedure of one parameter with the continuation as a value.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other expressions are handled alike")]
    fn callcc(&mut self, function: &Exp, place: Place) -> Atom {
        let (any, cont) = (self.any, self.cont_type());
        let receiver = self.b.declare("receiver", &[cont], &[any]);
        let (params, results) = self.b.params(receiver, &["k"]);
        let outer = self.at(place);
        let pos = self.b.pos();
        let body = match &function.kind {
            ExpKind::Lambda(clauses) if clauses.len() == 1 && clauses[0].params.len() == 1 => {
                let inside = std::mem::replace(&mut self.in_procedure, true);
                let body = self.body(|cx| {
                    let k = cx.inject(params[0]);
                    let var = clauses[0].params[0];
                    cx.slots[var] = if cx.program.vars[var].assigned {
                        Slot::Ref(cx.reference(k))
                    } else {
                        Slot::Any(k)
                    };
                    cx.tail(&clauses[0].body)
                });
                self.in_procedure = inside;
                body
            }
            _ => base::bug!("the library writes the receiver of a continuation out"),
        };
        self.b.funs(vec![anf::Fun { name: receiver, params, results, body, pos }]);
        let value = self.b.callcc(&[("x", any)], receiver)[0];
        self.b.at(outer);
        value.into()
    }

    /// A primitive with a flag; gives the flag, and binds the variable to the second result.
    pub(crate) fn flagged(&mut self, prim: Prim, args: &[Exp], var: Var, place: Place) -> Atom {
        let results = self.primitive(prim, args, place);
        let ty = prim.sig().results[1];
        // A result that is taken into an `any` by a box or a call must not be where it means
        // nothing; none of those that have a flag are, but an integer of any size.
        let value = self.into(results[1], ty);
        self.slots[var] = Slot::Any(value);
        results[0].into()
    }

    /// `(%try body (text number) handler)`.
    pub(crate) fn try_form(
        &mut self,
        body: &Exp,
        vars: [Var; 2],
        handler: &Exp,
        place: Place,
    ) -> Atom {
        let outer = self.at(place);
        let pos = self.b.pos();
        let any = self.any;
        let body = self.body(|cx| {
            let value = cx.value(body);
            cx.b.ret([value])
        });
        let (exn_ty, origin_ty) =
            (self.b.types().intern(Ty::Exn), self.b.types().intern(Ty::Origin));
        let (exn, origin) = (self.b.var("e", exn_ty), self.b.var("o", origin_ty));
        let handler = self.body(|cx| cx.system_error(exn, origin, vars, handler));
        let dst = self.b.var("x", any);
        let origin = Some(origin);
        self.b.push(Let::Handle { dst: vec![dst], body, exn, origin, handler, pos });
        self.b.at(outer);
        dst.into()
    }

    /// Handles an error of the system, and passes others on.
    fn system_error(
        &mut self,
        exn: anf::Var,
        origin: anf::Var,
        vars: [Var; 2],
        handler: &Exp,
    ) -> Tail {
        let (bool, i64) = (self.b.types().bool(), self.b.types().i64());
        let str = self.b.types().intern(Ty::Str);
        let ty = self.b.types().intern(Ty::ExnCon(vec![str, i64]));
        let con = self.b.op("c", ty, Data::Builtin(prim::BuiltinExn::SysErr), []);
        let is = self.b.op("is", bool, Data::ExnIs, [con.into(), exn.into()]);
        let then = Box::new(self.body(|cx| {
            let dst = [("text", str), ("number", i64)];
            let found = cx.b.ops(&dst, Data::ExnGet, [con.into(), exn.into()]);
            let text = cx.inject(found[0]);
            let number = cx.of_small(found[1].into());
            cx.slots[vars[0]] = Slot::Any(text);
            cx.slots[vars[1]] = Slot::Any(number);
            cx.tail(handler)
        }));
        let els = Box::new(self.body(|cx| cx.b.raise_again(exn, origin)));
        Tail::If { cond: is.into(), then, els }
    }
}

/// The type of an array's elements.
fn element(elem: Elem) -> PTy {
    match elem {
        Elem::Any => PTy::Any,
        Elem::Byte => PTy::Int(Width::I8),
        Elem::Char => PTy::Int(Width::I32),
    }
}
