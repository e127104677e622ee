//! Operands and operators to a tree, by the operators' precedence.
//!
//! Two stacks, so that a long chain needs no recursion.

use super::{Parsed, Parser};
use crate::ast::{Exp, ExpKind, Fixity, Ident, Pat, PatKind};
use base::Span;
use diag::Diagnostic;

/// The phrases that operators join: expressions or patterns.
pub(super) trait Operand: Sized {
    /// `left op right`.
    fn join(left: Self, op: Ident, right: Self) -> Self;
}

impl Operand for Exp {
    fn join(left: Exp, op: Ident, right: Exp) -> Exp {
        let span = Span::new(left.span.start, right.span.end);
        Exp { kind: ExpKind::Infix(Box::new(left), op, Box::new(right)), span }
    }
}

impl Operand for Pat {
    fn join(left: Pat, op: Ident, right: Pat) -> Pat {
        let span = Span::new(left.span.start, right.span.end);
        Pat { kind: PatKind::Infix(Box::new(left), op, Box::new(right)), span }
    }
}

/// Operands and the operators between them, those not yet joined.
struct Chain<T> {
    operands: Vec<T>,
    operators: Vec<(Ident, Fixity)>,
}

impl<T: Operand> Chain<T> {
    fn reduce(&mut self) {
        const BETWEEN: &str = "every operator stands between two operands";
        let right = self.operands.pop().expect(BETWEEN);
        let left = self.operands.pop().expect(BETWEEN);
        let (op, _) = self.operators.pop().expect("an operator is left to join with");
        self.operands.push(T::join(left, op, right));
    }
}

impl Parser<'_> {
    /// The rest of `first op operand op ...`, if operators follow. `operator` gives the
    /// fixity of the current token, if it is one.
    pub(super) fn chain<T: Operand>(
        &mut self,
        first: T,
        operator: impl Fn(&Self) -> Option<Fixity>,
        operand: impl Fn(&mut Self) -> Parsed<T>,
    ) -> Parsed<T> {
        let mut chain = Chain { operands: vec![first], operators: Vec::new() };
        let mut count = 0;
        while let Some(fixity) = operator(self) {
            let op = self.any_id().expect("an operator is an identifier");
            self.make_room(&mut chain, op, fixity);
            chain.operators.push((op, fixity));
            chain.operands.push(operand(self)?);
            count += 1;
        }
        self.grow(count)?;
        while !chain.operators.is_empty() {
            chain.reduce();
        }
        Ok(chain.operands.pop().expect("the first operand is always there"))
    }

    /// Joins the operands of operators that bind more tightly than the one that follows.
    fn make_room<T: Operand>(&mut self, chain: &mut Chain<T>, op: Ident, fixity: Fixity) {
        while let Some(&(before, other)) = chain.operators.last() {
            let (here, there) = (precedence(fixity), precedence(other));
            if there < here {
                return;
            }
            if there == here {
                match (other, fixity) {
                    (Fixity::Right(_), Fixity::Right(_)) => return,
                    (Fixity::Left(_), Fixity::Left(_)) => {}
                    _ => self.mixed(before, op),
                }
            }
            chain.reduce();
        }
    }

    /// Reports two operators of equal precedence that group to different sides.
    fn mixed(&mut self, before: Ident, op: Ident) {
        let text = |ident: Ident| self.names.text(ident.name).clone();
        let title = format!(
            "`{}` and `{}` have the same precedence, but group to different sides",
            text(before),
            text(op)
        );
        let error = Diagnostic::error(title)
            .at(self.source, op.span, "this operator")
            .also(self.source, before.span, "and this one")
            .hint("put parentheses around one of them");
        self.push_error(error);
    }
}

fn precedence(fixity: Fixity) -> u8 {
    match fixity {
        Fixity::Left(precedence) | Fixity::Right(precedence) => precedence,
        Fixity::Nonfix => 10,
    }
}
