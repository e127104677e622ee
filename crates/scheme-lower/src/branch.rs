//! Branches on the truth of expressions.

use crate::lower::{Lowering, Slot, is_false};
use anf::{Atom, Block, Let, Tail, Var as AnfVar};
use prim::{Data, Prim};
use scheme_expand::core::{self, Exp, ExpKind, Place, Special, Var};
use scheme_syntax::{Datum, Kind};
use std::rc::Rc;
use types::Width;

impl Lowering<'_> {
    /// Checks that a variable has a value.
    pub(crate) fn bound(&mut self, var: Var, value: Atom, place: Place) {
        let unbound = self.special(Special::Unbound);
        let bool = self.b.types().bool();
        let is = self.b.op("is", bool, Data::Same, [value, unbound]);
        let (join, params) = self.b.declare_block("bound", &[]);
        let body = self.body(|cx| {
            let then = Box::new(cx.body(|cx| {
                let name = cx.symbol(&cx.program.vars[var].name.clone());
                cx.never_returning("%unbound-variable", vec![name], place)
            }));
            let els = Box::new(cx.body(|cx| cx.b.jump(join, [])));
            Tail::If { cond: is.into(), then, els }
        });
        self.b.branch_into(join, params, body);
    }

    /// A branch on the truth of an expression.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other expressions are handled alike")]
    pub(crate) fn branch(
        &mut self,
        test: &Exp,
        then: &mut dyn FnMut(&mut Self) -> Tail,
        els: &mut dyn FnMut(&mut Self) -> Tail,
    ) -> Tail {
        if let Some(known) = self.known_truth(test) {
            return if known { then(self) } else { els(self) };
        }
        match &test.kind {
            ExpKind::If(_) | ExpKind::Let(..) | ExpKind::Flagged(..) => {
                self.branch_joined(test, then, els)
            }
            ExpKind::Seq(parts) => {
                let (last, before) = parts.split_last().expect("a sequence is not empty");
                before.iter().for_each(|part| self.effect(part));
                self.branch(last, then, els)
            }
            _ => {
                let cond = self.truth(test);
                let then = Box::new(self.body(then));
                Tail::If { cond, then, els: Box::new(self.body(els)) }
            }
        }
    }

    /// The truth of a test that is known before the program runs: of constants and their types.
    fn known_truth(&self, test: &Exp) -> Option<bool> {
        if let ExpKind::Op(core::Op::Is(ty), args) = &test.kind {
            return Some(is_of_type(&*self.constant(&args[0])?, *ty));
        }
        self.constant(test).map(|datum| !is_false(&datum))
    }

    /// The constant that an expression is.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other expressions are handled alike")]
    fn constant(&self, exp: &Exp) -> Option<Rc<Datum>> {
        match &exp.kind {
            ExpKind::Const(datum) => Some(datum.clone()),
            ExpKind::Var(var) => match &self.slots[*var] {
                Slot::Const(datum) => Some(datum.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// A branch that several ways lead to: each branch is a join point.
    fn branch_joined(
        &mut self,
        test: &Exp,
        then: &mut dyn FnMut(&mut Self) -> Tail,
        els: &mut dyn FnMut(&mut Self) -> Tail,
    ) -> Tail {
        let (yes, _) = self.b.declare_block("then", &[]);
        let (no, _) = self.b.declare_block("else", &[]);
        // What the branches bind is not in scope in the test, and the other way round.
        let pos = self.b.pos();
        let then = self.body(then);
        let els = self.body(els);
        for (name, body) in [(yes, then), (no, els)] {
            self.b.push(Let::Join(Block { name, params: Vec::new(), body, pos }));
        }
        self.test(test, yes, no)
    }

    /// Goes to one of two join points.
    #[expect(clippy::wildcard_enum_match_arm, reason = "all other expressions are handled alike")]
    fn test(&mut self, exp: &Exp, yes: AnfVar, no: AnfVar) -> Tail {
        match &exp.kind {
            ExpKind::Const(datum) => self.b.jump(if is_false(datum) { no } else { yes }, []),
            ExpKind::If(parts) => {
                let [test, then, els] = &**parts;
                self.branch(test, &mut |cx| cx.test(then, yes, no), &mut |cx| cx.test(els, yes, no))
            }
            ExpKind::Let(bindings, body) => {
                self.bind(bindings);
                self.test(body, yes, no)
            }
            ExpKind::Flagged(prim, args, var, branches) => {
                let flag = self.flagged(*prim, args, *var, exp.place);
                let then = Box::new(self.body(|cx| cx.test(&branches[0], yes, no)));
                let els = Box::new(self.body(|cx| cx.test(&branches[1], yes, no)));
                Tail::If { cond: flag, then, els }
            }
            _ => {
                if let ExpKind::Op(op, args) = &exp.kind
                    && let Some(tail) = self.ending(op, args, exp.place)
                {
                    return tail;
                }
                self.branch(exp, &mut |cx| cx.b.jump(yes, []), &mut |cx| cx.b.jump(no, []))
            }
        }
    }

    /// The truth of an expression, an `i1`.
    fn truth(&mut self, exp: &Exp) -> Atom {
        if let ExpKind::Op(op, args) = &exp.kind
            && let Some(truth) = self.predicate(op, args, exp.place)
        {
            return truth;
        }
        let value = self.value(exp);
        let no = self.inject(false);
        let bool = self.b.types().bool();
        let is = self.b.op("is", bool, Data::Same, [value, no]);
        let prim = Prim::IntUn(prim::IntUnOp::Not, Width::I1);
        self.b.prim("test", prim, [is.into()]).into()
    }
}

/// True if a constant is of a type.
fn is_of_type(datum: &Datum, ty: core::Type) -> bool {
    match (&datum.kind, ty) {
        (Kind::Int(n), core::Type::Small) => crate::literal::small(n).is_some(),
        (Kind::Int(n), core::Type::Big) => crate::literal::small(n).is_none(),
        (Kind::Real(_), core::Type::Flonum)
        | (Kind::Char(_), core::Type::Char)
        | (Kind::Bool(_), core::Type::Bool)
        | (Kind::Symbol(_), core::Type::Symbol)
        | (Kind::Str(_), core::Type::Array(core::Elem::Char))
        | (Kind::Vector(_), core::Type::Array(core::Elem::Any))
        | (Kind::Bytes(_), core::Type::Array(core::Elem::Byte))
        | (Kind::Dotted(..), core::Type::Tuple(2))
        | (Kind::Ratio(_), core::Type::Tuple(3)) => true,
        (Kind::List(items), core::Type::Tuple(2)) => !items.is_empty(),
        _ => false,
    }
}
