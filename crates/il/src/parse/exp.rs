//! Reading of expressions, by precedence, with a stack of waiting operators.

use super::{Parser, Read};
use crate::lex::Tok;
use crate::syntax::{BinOp, Exp, Node, UnOp};
use base::{LocatedError, Span};

/// The operator of two operands that a word is.
pub(super) fn operator(tok: Tok<'_>) -> Option<BinOp> {
    match tok {
        // In a condition and in a binding, `=` can only compare.
        Tok::Key("=") => Some(BinOp::Eq),
        Tok::Key(sign) => BinOp::ALL.into_iter().find(|op| op.text().0 == sign),
        Tok::Name(_) | Tok::Int(_) | Tok::End => None,
    }
}

pub(super) fn not_in_tail_position(span: Span) -> LocatedError {
    LocatedError::new(
        span,
        "call not in tail position",
        "a function is applied at the end, and alone",
    )
    .with_hint("pass what is to be done with the result as the body of another function")
}

/// An operator or an opening parenthesis that waits for its operand.
enum Wait {
    Open(Span),
    Un(UnOp),
    Bin(BinOp),
}

const TIGHTEST: u8 = 9;

impl Wait {
    fn level(&self) -> u8 {
        match self {
            Wait::Open(_) => 0,
            Wait::Un(_) => TIGHTEST,
            Wait::Bin(op) => op.text().1,
        }
    }
}

impl Parser<'_> {
    pub(super) fn exp(&mut self) -> Read<Exp> {
        let start = self.span().start;
        let (mut code, mut waits, mut opened) = (Vec::new(), Vec::new(), 0);
        loop {
            opened += self.operand(&mut code, &mut waits)?;
            // After an operand: what closes, then an operator or the end.
            while opened > 0 && self.eat(")") {
                reduce(&mut code, &mut waits, 1);
                waits.pop();
                opened -= 1;
            }
            let Some(op) = operator(self.peek()) else { break };
            reduce(&mut code, &mut waits, op.text().1);
            waits.push(Wait::Bin(op));
            self.bump();
        }
        reduce(&mut code, &mut waits, 1);
        if let Some(Wait::Open(span)) = waits.last() {
            let at = if self.peek() == Tok::End { *span } else { self.span() };
            return Err(LocatedError { span: Some(at), ..self.wrong("expected `)`") });
        }
        let end = self.words[self.at - 1].1.end;
        Ok(Exp { code: code.into(), span: Span::new(start, end) })
    }

    /// Reads an operand and what stands before it; says how many parentheses are open now.
    fn operand(&mut self, code: &mut Vec<Node>, waits: &mut Vec<Wait>) -> Read<usize> {
        let mut opened = 0;
        loop {
            let span = self.span();
            match self.peek() {
                Tok::Int(n) => {
                    code.push(Node::Int(n as i64));
                    self.bump();
                    return Ok(opened);
                }
                Tok::Name(name) => {
                    self.bump();
                    if self.is("(") {
                        return Err(not_in_tail_position(span));
                    }
                    let var = self.var(name);
                    self.used(var, span);
                    code.push(Node::Var(var));
                    return Ok(opened);
                }
                Tok::Key("(") => {
                    waits.push(Wait::Open(span));
                    opened += 1;
                }
                Tok::Key("-") => waits.push(Wait::Un(UnOp::Neg)),
                Tok::Key("!") => waits.push(Wait::Un(UnOp::Not)),
                Tok::Key("@") => {
                    let label = "an action is what a `let` binds, and nothing else";
                    return Err(LocatedError::new(span, "action in an expression", label));
                }
                Tok::Key("let" | "fun" | "if") => {
                    return Err(self.wrong("expected an expression, which has no bindings"));
                }
                Tok::Key(_) | Tok::End => return Err(self.wrong("expected an expression")),
            }
            self.bump();
        }
    }

    pub(super) fn args(&mut self) -> Read<Vec<Exp>> {
        let open = self.expect("(")?;
        let mut args = Vec::new();
        while !self.is(")") {
            args.push(self.exp()?);
            if !self.eat(",") {
                break;
            }
        }
        if self.peek() == Tok::End {
            return Err(LocatedError { span: Some(open), ..self.wrong("expected `)`") });
        }
        self.expect(")")?;
        Ok(args)
    }
}

/// Writes the operators that bind at least as tightly, up to a parenthesis.
fn reduce(code: &mut Vec<Node>, waits: &mut Vec<Wait>, level: u8) {
    while let Some(wait) = waits.pop_if(|wait| wait.level() >= level) {
        match (wait, code.last_mut()) {
            (Wait::Un(UnOp::Neg), Some(Node::Int(n))) => *n = n.wrapping_neg(),
            (Wait::Un(op), _) => code.push(Node::Un(op)),
            (Wait::Bin(op), _) => code.push(Node::Bin(op)),
            (Wait::Open(_), _) => {}
        }
    }
}
