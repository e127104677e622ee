//! Syntax to ANF: one function, with an operation for each operator.

use crate::parse::{Exp, Kind, Op, Statement};
use anf::build::Builder;
use anf::{Atom, Fun, Module};
use base::{LocatedError, Name, Pos, Span};
use prim::{IntOp, IntUnOp, Prim, Rt};
use std::collections::HashMap;
use types::Width;

/// Makes a module of a program, whose text is needed for positions.
pub(crate) fn lower(
    name: &str,
    text: &[u8],
    program: &[Statement<'_>],
) -> Result<Module, LocatedError> {
    let mut lowering =
        Lowering { builder: Builder::new(), file: name.into(), text, env: HashMap::new() };
    let main = lowering.builder.declare("main", &[], &[]);
    lowering.builder.entry(main);
    lowering.builder.open();
    for statement in program {
        lowering.statement(statement)?;
    }
    let Lowering { mut builder, .. } = lowering;
    let tail = builder.ret([]);
    let body = builder.close(tail);
    builder.add_fun(Fun {
        name: main,
        params: Vec::new(),
        results: Vec::new(),
        body,
        pos: Pos::NONE,
    });
    Ok(builder.finish())
}

struct Lowering<'t> {
    builder: Builder,
    file: Name,
    text: &'t [u8],
    /// The meaning of each name.
    env: HashMap<&'t str, Atom>,
}

impl<'t> Lowering<'t> {
    fn statement(&mut self, statement: &Statement<'t>) -> Result<(), LocatedError> {
        match statement {
            Statement::Let(name, exp) => {
                let value = self.exp(exp)?;
                self.env.insert(name, value);
            }
            Statement::Print(exp) => {
                let value = self.exp(exp)?;
                self.stand_at(exp.span);
                let b = &mut self.builder;
                let digits = b.prim("digits", Prim::Rt(Rt::I64ToStr), [value, 10.into()]);
                b.effect(Prim::Rt(Rt::Print), [digits.into()]);
                b.effect(Prim::Rt(Rt::Print), ["\n".into()]);
            }
        }
        Ok(())
    }

    fn exp(&mut self, exp: &Exp<'t>) -> Result<Atom, LocatedError> {
        match &exp.kind {
            Kind::Int(n) => Ok((*n).into()),
            Kind::Name(name) => self.env.get(name).cloned().ok_or_else(|| {
                let label = format!("no `let` before this binds `{name}`");
                LocatedError::new(exp.span, "unknown variable", label)
            }),
            Kind::Negated(inner) => {
                let value = self.exp(inner)?;
                self.stand_at(exp.span);
                Ok(self.builder.prim("x", Prim::IntUn(IntUnOp::SNeg, Width::I64), [value]).into())
            }
            Kind::Op(op, operands) => {
                let op = match op {
                    Op::Add => IntOp::SAdd,
                    Op::Sub => IntOp::SSub,
                    Op::Mul => IntOp::SMul,
                    Op::Div => IntOp::SDiv,
                };
                let (left, right) = (self.exp(&operands.0)?, self.exp(&operands.1)?);
                self.stand_at(exp.span);
                Ok(self.builder.prim("x", Prim::Int(op, Width::I64), [left, right]).into())
            }
        }
    }

    /// Gives what is built next the position of this text.
    fn stand_at(&mut self, span: Span) {
        let before = &self.text[..span.start];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
        let pos = self.builder.position(&self.file, line as u32, column as u32);
        self.builder.at(pos);
    }
}
