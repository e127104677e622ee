//! Numbers and operators.

use super::{Checker, Reason};
use crate::core::{self, ExprKind};
use crate::types::{Ty, TypeKind, Types, Width};
use cogent_syntax::ast::{BinOp, Expr, OpGroup, Place, UnOp};

impl<'a> Checker<'a> {
    pub(super) fn number(&mut self, number: u64, want: Option<Ty>, place: Place) -> core::Expr {
        let least = Width::holding(number);
        let ty = self.a_word(want, least, place);
        core::Expr { kind: ExprKind::Int(number), ty, place }
    }

    /// The wanted type if it is a word that is wide enough, or a hole for one.
    fn a_word(&mut self, want: Option<Ty>, least: Width, place: Place) -> Ty {
        if let Some(want) = want {
            let want = self.shallow(want);
            let may_be = matches!(self.form(want), TypeKind::Word(_) | TypeKind::Hole(..));
            if may_be && self.word(want, least) {
                return self.shallow(want);
            }
        }
        let ty = self.hole(place);
        self.word(ty, least);
        ty
    }

    pub(super) fn unary(
        &mut self,
        op: UnOp,
        operand: &'a Expr,
        want: Option<Ty>,
        place: Place,
    ) -> core::Expr {
        let ty = match op {
            UnOp::Complement => self.a_word(want, Width::U8, place),
            UnOp::Not => Types::BOOL,
        };
        let operand = self.check(operand, ty);
        core::Expr { kind: ExprKind::Unary(op, Box::new(operand)), ty, place }
    }

    pub(super) fn binary(
        &mut self,
        op: BinOp,
        left: &'a Expr,
        right: &'a Expr,
        want: Option<Ty>,
        place: Place,
    ) -> core::Expr {
        let (operands, ty) = match op.group() {
            OpGroup::Arithmetic => {
                let word = self.a_word(want, Width::U8, place);
                (word, word)
            }
            OpGroup::Logic => (Types::BOOL, Types::BOOL),
            OpGroup::Comparison => {
                let operands = self.hole(left.place);
                self.oblige_at(Reason::Compared(op), operands, left.place);
                (operands, Types::BOOL)
            }
        };
        let left = self.check(left, operands);
        let right = self.check(right, operands);
        core::Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, place }
    }

    pub(super) fn upcast(
        &mut self,
        operand: &'a Expr,
        want: Option<Ty>,
        place: Place,
    ) -> core::Expr {
        let operand = self.expr(operand, None);
        if !self.word(operand.ty, Width::U8) {
            let label = format!("this is `{}`", self.text(operand.ty));
            self.error(operand.place, "`upcast` of a value that is no word", label);
            return self.bad(place);
        }
        let mut least = Width::U8;
        if let TypeKind::Word(width) = self.form(operand.ty) {
            least = width;
        }
        let ty = self.a_word(want, least, place);
        self.oblige_at(Reason::Widened(ty), operand.ty, place);
        core::Expr { kind: ExprKind::Upcast(Box::new(operand)), ty, place }
    }
}
