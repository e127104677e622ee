//! Primitives, each with operands that it can do something with.

use super::{Bound, Generator, Goal, values};
use anf::{Atom, Body, Let, Tail, Var};
use prim::{COp, Const, Data, Effect, FBinOp, FUnOp, IntOp, Prim, Rt};
use types::{PTy, TyId, Width};

/// The primitives that programs use: those whose results are the same
/// everywhere.
pub(super) fn chosen() -> Vec<Prim> {
    Prim::all().into_iter().filter(|prim| is_chosen(*prim)).collect()
}

/// True if generated programs use it.
pub(crate) fn is_chosen(prim: Prim) -> bool {
    // A result of an operation on small integers may be used only where it is known to be one.
    let Prim::Rt(rt) = prim else { return !matches!(prim, Prim::Small(_)) };
    !matches!(
        rt,
        Rt::IoOpen
            | Rt::IoClose
            | Rt::IoRead
            | Rt::IoWrite
            | Rt::IoWriteStr
            | Rt::IoReceive
            | Rt::IoReceiveStr
            | Rt::IoSend
            | Rt::IoSendStr
            | Rt::IoSeek
            | Rt::IoPut
            | Rt::IoPut1
            | Rt::IoAdd1
            | Rt::IoFlush
            | Rt::IoBuffer
            | Rt::SysCall
            | Rt::FileRemove
            | Rt::FileRename
            | Rt::FileExists
            | Rt::Args
            | Rt::ProgramName
            | Rt::ProgramCompile
            | Rt::ProgramLeave
            | Rt::ProgramStep
            | Rt::Getenv
            | Rt::TimeNow
            | Rt::TimeCpu
            | Rt::PreemptBy
            | Rt::PreemptEvery
    )
}

/// The precision of an operation that a library computes, and rounds as it likes: true for
/// double. None for all that are exact or rounded in one way.
fn rounded(prim: Prim) -> Option<bool> {
    if let Prim::FBin(FBinOp::Pow | FBinOp::Atan2, double) = prim {
        return Some(double);
    }
    let Prim::FUn(op, double) = prim else { return None };
    match op {
        FUnOp::Neg
        | FUnOp::Abs
        | FUnOp::Sqrt
        | FUnOp::Floor
        | FUnOp::Ceil
        | FUnOp::Trunc
        | FUnOp::Round => None,
        FUnOp::Sin
        | FUnOp::Cos
        | FUnOp::Tan
        | FUnOp::Asin
        | FUnOp::Acos
        | FUnOp::Atan
        | FUnOp::Sinh
        | FUnOp::Cosh
        | FUnOp::Tanh
        | FUnOp::Exp
        | FUnOp::Ln
        | FUnOp::Log10 => Some(double),
    }
}

impl Generator<'_> {
    /// A primitive, now and then with a handler of its own.
    pub(super) fn prim_statement(&mut self) {
        let prim = self.rng.pick(&self.prims.clone());
        let raises = matches!(prim.effect(), Effect::Trap | Effect::AllocTrap | Effect::Write);
        if raises && self.rng.chance(70) {
            return self.guarded(|cx| cx.prim(prim));
        }
        self.prim(prim);
    }

    /// Writes what `act` writes, with a handler around its end: from the last operation on that
    /// may raise. The variable that was bound last is the result, or another value of its type
    /// if there was an exception.
    pub(super) fn guarded(&mut self, act: impl FnOnce(&mut Self)) {
        let before = self.lets.len();
        act(self);
        let raises = |binding: &Let| matches!(binding, Let::Op { op, .. } if op.effect().raises());
        let Some(at) = self.lets.iter().rposition(raises).filter(|at| *at >= before) else {
            return;
        };
        let inner = self.lets.split_off(at);
        let moved: Vec<Var> = inner.iter().flat_map(Let::defs).collect();
        let is_moved = |bound: &Bound| moved.contains(&bound.var);
        let last = self.scope.last().filter(|bound| is_moved(bound)).cloned();
        self.scope.retain(|bound| !is_moved(bound));
        let tys: Vec<TyId> = last.iter().map(|bound| bound.ty).collect();
        let given = last.iter().map(|bound| Atom::Var(bound.var)).collect();
        let body = Body { lets: inner, tail: Tail::Ret(given) };
        let mark = self.scope.len();
        let exn = self.bind_exn();
        let goal = std::mem::replace(&mut self.here.goal, Goal::Ret);
        let results = std::mem::replace(&mut self.here.results, tys.clone());
        let handler = self.alone(|cx| Tail::Ret(cx.values(&tys, 1)));
        (self.here.goal, self.here.results) = (goal, results);
        self.scope.truncate(mark);
        let dst: Vec<Var> = tys.iter().map(|ty| self.fresh("h", *ty)).collect();
        let pos = self.pos();
        self.push(Let::Handle { dst: dst.clone(), body, exn, origin: None, handler, pos });
        dst.iter().for_each(|var| self.enter(*var));
    }

    fn prim(&mut self, prim: Prim) {
        if let Prim::Rt(rt) = prim {
            return self.runtime_prim(rt);
        }
        let is_shift = |op| matches!(op, IntOp::Shl | IntOp::Lshr | IntOp::Ashr | IntOp::Rotl);
        let mut shifted = None;
        if let Prim::Int(op, width) = prim
            && is_shift(op)
            && self.rng.chance(50)
        {
            shifted = Some(width);
        }
        let mut args = self.prim_args(prim);
        let canon = |double| if double { "canon64" } else { "canon32" };
        if let Prim::FBits(double) = prim {
            args[0] = self.call_helper(canon(double), args[0].clone());
        } else if let Prim::FBin(FBinOp::Copysign, double) = prim {
            args[1] = self.call_helper(canon(double), args[1].clone());
        } else if let Some(w) = shifted {
            let amount = self.rng.below(w.bits() as usize + 2) as u64;
            args[1] = Atom::Const(Const::Int(w, amount & w.mask()));
        }
        let result = self.prim1(prim, args);
        if let Some(double) = rounded(prim) {
            self.forget(&result);
            self.call_helper(if double { "coarse64" } else { "coarse32" }, result);
        }
    }

    fn prim_args(&mut self, prim: Prim) -> Vec<Atom> {
        prim.sig().args.iter().map(|ty| self.prim_arg(*ty)).collect()
    }

    fn prim_arg(&mut self, ty: PTy) -> Atom {
        if ty == PTy::Ptr {
            let text: &[u8] = self.rng.pick(&[b"".as_slice(), b"C", b"a\0b", b"text\n"]);
            let ptr = self.module.types.of_prim(ty);
            return self.op1(Data::C(COp::String(text.into())), vec![], ptr);
        }
        let ty = self.module.types.of_prim(ty);
        self.value(ty, 1)
    }

    /// A count, start or index: mostly small, sometimes wrong.
    pub(super) fn index(&mut self) -> Atom {
        match self.rng.below(10) {
            0 => self.prim_arg(PTy::Int(Width::I64)),
            1 => values::int(self.rng.pick(&[-1, i64::MIN, i64::MAX, 1 << 32])),
            2..=3 => self.small(3),
            _ => values::int(self.rng.below(4) as i64),
        }
    }

    /// A number of a few bits, not known when the program is compiled.
    fn small(&mut self, mask: i64) -> Atom {
        let any = self.prim_arg(PTy::Int(Width::I64));
        self.prim1(Prim::Int(IntOp::And, Width::I64), vec![any, values::int(mask)])
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "most need nothing of their own")]
    fn runtime_prim(&mut self, rt: Rt) {
        match rt {
            Rt::StrGetU => self.str_get_unchecked(),
            Rt::StrConcat | Rt::StrJoin => {
                let args = self.prim_args(Prim::Rt(rt));
                self.clipped(rt, args);
            }
            Rt::BigMul | Rt::BigAdd | Rt::BigSub => {
                let args = self.prim_args(Prim::Rt(rt));
                let whole = self.prim1(Prim::Rt(rt), args);
                self.forget(&whole);
                self.call_helper("trim", whole);
            }
            Rt::BigShl => {
                let n = self.prim_arg(PTy::Big);
                let amount = match self.rng.below(4) {
                    0 => values::int(self.rng.pick(&[-1, 1 << 40, (1 << 32) + 1])),
                    1 => self.small(63),
                    _ => values::int(self.rng.below(130) as i64),
                };
                let whole = self.prim_op(rt, [n, amount]);
                self.forget(&whole);
                self.call_helper("trim", whole);
            }
            Rt::F64Fmt => {
                let x = self.prim_arg(PTy::F64);
                let style = values::int(self.rng.between(0, 3) as i64);
                let digits = values::int(self.rng.pick(&[0, 1, 2, 3, 6, 12, 17, 20, -1, 10001]));
                self.clipped(rt, vec![x, style, digits]);
            }
            // Only a handler has an origin, and histories are compared at the end of sections.
            Rt::Exit | Rt::ExnNote | Rt::ExnHistory => self.report(),
            Rt::HeapUsed => {
                let bytes = self.prim_op(rt, []);
                self.forget(&bytes);
            }
            Rt::Print => self.print(),
            Rt::Collect if self.rng.chance(70) => self.report(),
            _ => self.runtime_call(rt),
        }
    }

    /// Calls a function of the runtime, with indices and radices that are mostly right.
    fn runtime_call(&mut self, rt: Rt) {
        let (tys, results, _) = rt.signature();
        let mut args = Vec::new();
        for (i, ty) in tys.iter().enumerate() {
            let is_index = *ty == PTy::Int(Width::I64)
                && matches!(
                    rt,
                    Rt::StrGet
                        | Rt::StrGet16
                        | Rt::StrGet32
                        | Rt::StrGet64
                        | Rt::StrSub
                        | Rt::StrCmpPart
                        | Rt::StrOfBytes
                        | Rt::StrOfChars
                        | Rt::StrBlit
                        | Rt::BytesGet16
                        | Rt::BytesGet32
                        | Rt::BytesGet64
                        | Rt::BytesSet16
                        | Rt::BytesSet32
                        | Rt::BytesSet64
                );
            let is_radix =
                i == 1 && matches!(rt, Rt::I64ToStr | Rt::U64ToStr | Rt::BigToStr | Rt::BigParse);
            args.push(if is_index {
                self.index()
            } else if is_radix {
                values::int(self.rng.pick(&[2, 8, 10, 10, 10, 16, 16, 36, 1, 37, -10]))
            } else {
                self.prim_arg(*ty)
            });
        }
        let tys: Vec<TyId> = results.iter().map(|ty| self.module.types.of_prim(*ty)).collect();
        self.op(Prim::Rt(rt), args, &tys);
    }

    /// A byte of a string whose length is known.
    fn str_get_unchecked(&mut self) {
        let text = Const::str(self.rng.pick(&["a", "xyz", "\u{0}9 zZ", "unchecked"]));
        let Const::Str(bytes) = &text else { unreachable!("a string constant") };
        let len = bytes.len() as i64;
        let index = if self.rng.chance(50) {
            values::int(self.rng.below(len as usize) as i64)
        } else {
            let any = self.prim_arg(PTy::Int(Width::I64));
            self.prim1(Prim::Int(IntOp::URem, Width::I64), vec![any, values::int(len)])
        };
        self.prim_op(Rt::StrGetU, [Atom::Const(text), index]);
    }

    /// Prints a string that is a value of the program.
    fn print(&mut self) {
        let text = self.prim_arg(PTy::Str);
        let text = self.call_helper("clip", text);
        let line = self.prim_op(Rt::StrConcat, [text, Atom::Const(Const::str("\n"))]);
        self.forget(&line);
        self.effect(Prim::Rt(Rt::Print), vec![line]);
    }
}
