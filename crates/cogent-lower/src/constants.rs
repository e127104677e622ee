//! Constants. Words and truth values made of literals and operators are computed here; another
//! constant has a function of its own that computes it: constants that mention constants twice
//! would take twice the code at every step.

use crate::Lower;
use crate::control::Goal;
use crate::function::{Cx, Value, operator};
use anf::Atom;
use cogent_check::core::{ConstId, Expr, ExprKind};
use cogent_syntax::ast::{BinOp, UnOp};
use prim::{Const, IntUnOp, Prim, eval_scalar};
use types::Width;

impl Lower<'_> {
    /// The value of a constant.
    pub(crate) fn constant(&mut self, id: ConstId) -> Value {
        if let Some(bits) = self.constant_word(id) {
            let width = self.width(self.program.consts[id].ty);
            return [Atom::Const(Const::Int(width, bits))].into();
        }
        if let Some(foreign) = self.consts.get(&id) {
            return self.foreign_call(*foreign, vec![]);
        }
        let constant = &self.program.consts[id];
        let result = self.c_type(constant.ty, constant.place);
        let foreign = self.hidden(&constant.name, &[], &result);
        self.consts.insert(id, foreign);
        let mut cx = Cx::new(Vec::new(), &constant.locals);
        if self.layouts_known(&cx, &constant.value) {
            self.define(&constant.name, foreign, "", |lower, _| {
                lower.goal(&mut cx, &constant.value, Goal::Return)
            });
        }
        self.foreign_call(foreign, vec![])
    }

    /// The word or truth value that a constant is, if it is made of nothing but literals and
    /// operators.
    fn constant_word(&mut self, id: ConstId) -> Option<u64> {
        if let Some(known) = self.words.get(&id) {
            return *known;
        }
        let word = self.word(&self.program.consts[id].value);
        self.words.insert(id, word);
        word
    }

    fn word(&mut self, expr: &Expr) -> Option<u64> {
        if let ExprKind::Int(number) = &expr.kind {
            Some(*number)
        } else if let ExprKind::Bool(value) = &expr.kind {
            Some(u64::from(*value))
        } else if let ExprKind::Const(id) = &expr.kind {
            self.constant_word(*id)
        } else if let ExprKind::Upcast(operand) = &expr.kind {
            self.word(operand)
        } else if let ExprKind::Unary(op, operand) = &expr.kind {
            let width = match op {
                UnOp::Complement => self.width(operand.ty),
                UnOp::Not => Width::I1,
            };
            let operand = self.word(operand)?;
            eval_scalar(Prim::IntUn(IntUnOp::Not, width), &[operand]).ok()
        } else if let ExprKind::Binary(op, first, second) = &expr.kind {
            let width = self.width(first.ty);
            let (a, b) = (self.word(first)?, self.word(second)?);
            match op {
                BinOp::And => Some(a & b),
                BinOp::Or => Some(a | b),
                _ => eval_scalar(operator(*op, width), &[a, b]).ok(),
            }
        } else {
            None
        }
    }
}
