//! Branches and matches. What follows a branch is a join point, whose parameters are the leaves of
//! its value.

use crate::Lower;
use crate::function::{Cx, Value};
use anf::{Atom, Body, Tail, Var};
use cogent_check::core::{Arm, Expr, ExprKind, Key, Rest};
use cogent_check::types::TypeKind;
use cogent_syntax::ast::BinOp;
use prim::Const;

/// What is done with a value.
#[derive(Clone, Copy)]
pub(crate) enum Goal {
    /// It is the function's result.
    Return,
    /// It is given to a join point.
    Jump(Var),
}

impl<'p> Lower<'p> {
    /// The value of an expression that branches.
    pub(crate) fn branching(&mut self, cx: &mut Cx<'p>, expr: &'p Expr) -> Value {
        let ty = self.ty(cx, expr.ty);
        let c_type = self.c_type(ty, expr.place);
        let leaves = self.b.types().leaves(&c_type);
        let params: Vec<_> = leaves.into_iter().map(|ty| ("v", ty)).collect();
        let (join, params) = self.b.declare_block("join", &params);
        let value = params.iter().map(|var| Atom::Var(*var)).collect();
        let tail = self.goal(cx, expr, Goal::Jump(join));
        self.b.branch_to(join, params, tail);
        value
    }

    /// The code that computes an expression and does with its value what is wanted.
    pub(crate) fn goal(&mut self, cx: &mut Cx<'p>, expr: &'p Expr, goal: Goal) -> Tail {
        match &expr.kind {
            ExprKind::Block(binds, result) => {
                self.binds(cx, binds);
                self.goal(cx, result, goal)
            }
            ExprKind::If(cond, _, yes, no) => {
                let cond = self.value(cx, cond)[0].clone();
                let then = self.body(|lower| lower.goal(cx, yes, goal));
                let els = self.body(|lower| lower.goal(cx, no, goal));
                Tail::If { cond, then: Box::new(then), els: Box::new(els) }
            }
            ExprKind::Binary(op @ (BinOp::And | BinOp::Or), first, second) => {
                let cond = self.value(cx, first)[0].clone();
                let rest = self.body(|lower| lower.goal(cx, second, goal));
                let decided = Atom::Const(Const::bool(*op == BinOp::Or));
                let decided = self.body(|lower| lower.reach(goal, &[decided]));
                let (then, els) = if *op == BinOp::And { (rest, decided) } else { (decided, rest) };
                Tail::If { cond, then: Box::new(then), els: Box::new(els) }
            }
            ExprKind::Case(subject, arms, rest) => self.case(cx, subject, arms, rest, goal),
            ExprKind::Var(_)
            | ExprKind::Fun(..)
            | ExprKind::Const(_)
            | ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::String(_)
            | ExprKind::Unit
            | ExprKind::Tuple(_)
            | ExprKind::Record(_)
            | ExprKind::Tag(..)
            | ExprKind::Member(..)
            | ExprKind::Put(..)
            | ExprKind::Call(..)
            | ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Upcast(_)
            | ExprKind::Promote(_) => {
                let value = self.value(cx, expr);
                self.reach(goal, &value)
            }
        }
    }

    fn case(
        &mut self,
        cx: &mut Cx<'p>,
        subject: &'p Expr,
        arms: &'p [Arm],
        rest: &'p Option<Box<Rest>>,
        goal: Goal,
    ) -> Tail {
        let value = self.value(cx, subject);
        let ty = self.ty(cx, subject.ty);
        let alternatives = self.parts(ty, subject.place);
        let names: Vec<_> = if let TypeKind::Variant(tags) = self.types.kind(ty) {
            tags.iter().map(|tag| tag.name.clone()).collect()
        } else {
            Vec::new()
        };
        let mut bodies = Vec::new();
        for arm in arms {
            let number = match &arm.key {
                Key::Tag(name, local) => {
                    let at = names.iter().position(|other| other == name);
                    let Some((_, range)) = at.and_then(|at| alternatives.get(at)) else { continue };
                    cx.set(*local, value[range.clone()].into());
                    self.c.tag(name).into()
                }
                Key::Int(number) => *number,
            };
            bodies.push((number, &arm.body));
        }
        let default = match rest {
            Some(rest) => {
                cx.set(rest.var, value.clone());
                Some(&rest.body)
            }
            // There are no others than those that have arms.
            None => bodies.pop().map(|(_, last)| last),
        };
        let Some(default) = default else { return self.b.unreachable() };
        if bodies.is_empty() {
            // It is what follows, and no body of its own: what branches in it comes before the
            // join point that the goal may be.
            return self.goal(cx, default, goal);
        }
        let mut body = |expr| self.body(|lower| lower.goal(cx, expr, goal));
        let cases = bodies.into_iter().map(|(number, expr)| (number, body(expr))).collect();
        let default = Box::new(body(default));
        Tail::SwitchInt { scrutinee: value[0].clone(), cases, default }
    }

    /// A body of its own.
    pub(crate) fn body(&mut self, build: impl FnOnce(&mut Self) -> Tail) -> Body {
        self.b.open();
        let tail = build(self);
        self.b.close(tail)
    }

    pub(crate) fn reach(&mut self, goal: Goal, value: &[Atom]) -> Tail {
        match goal {
            Goal::Return => self.b.ret(value),
            Goal::Jump(join) => self.b.jump(join, value),
        }
    }
}
