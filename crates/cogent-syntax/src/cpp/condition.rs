//! The conditions of `#if` and `#elif`: integers, comparison, arithmetic, `defined NAME`.

use super::Cpp;
use crate::ast::Place;
use crate::token::{Kind, Sym, Token};

/// The greatest depth of a condition.
const MAX_DEPTH: u32 = 100;

/// A mistake in a condition: its place, and a label for it.
type Wrong = (Place, &'static str);

impl Cpp<'_, '_> {
    /// True if a condition holds. `place` is that of the line.
    pub(super) fn condition(&mut self, place: Place, tokens: &[Token]) -> bool {
        let tokens = self.defined(tokens);
        let mut expanded = Vec::new();
        self.expand(&tokens, &mut Vec::new(), &mut expanded);
        let end = expanded.last().map_or(place, |token| token.place);
        let mut condition = Condition { tokens: &expanded, at: 0, depth: 0, end };
        match condition.whole() {
            Ok(value) => value != 0,
            Err((place, label)) => {
                self.log.error(place, "a condition cannot be read", label);
                false
            }
        }
    }

    /// Tokens with 1 or 0 for `defined NAME` and `defined(NAME)`.
    fn defined(&self, tokens: &[Token]) -> Vec<Token> {
        let mut result = Vec::new();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let word = matches!(&token.kind, Kind::Lower(name) if &**name == "defined");
            let kind = |distance: usize| tokens.get(at + distance).map(|token| &token.kind);
            let (name, len) = match kind(1) {
                Some(Kind::Sym(Sym::LParen)) => (kind(2), 4),
                other => (other, 2),
            };
            match name.and_then(Kind::name) {
                Some(name) if word => {
                    let value = u64::from(self.macros.contains_key(name));
                    result.push(Token { kind: Kind::Int(value), ..token.clone() });
                    at += len;
                }
                Some(_) | None => {
                    result.push(token.clone());
                    at += 1;
                }
            }
        }
        result
    }
}

/// A condition, read up to some token.
struct Condition<'a> {
    tokens: &'a [Token],
    at: usize,
    depth: u32,
    /// The end of the line.
    end: Place,
}

impl Condition<'_> {
    fn whole(&mut self) -> Result<i64, Wrong> {
        let value = self.binary(0)?;
        match self.tokens.get(self.at) {
            None => Ok(value),
            Some(token) => Err((token.place, "this does not belong to a condition")),
        }
    }

    fn sym(&self) -> Option<Sym> {
        let Kind::Sym(sym) = self.tokens.get(self.at)?.kind else { return None };
        Some(sym)
    }

    /// Operands and operators that bind at least as tightly as `min`.
    fn binary(&mut self, min: u32) -> Result<i64, Wrong> {
        let mut left = self.unary()?;
        while let Some(sym) = self.sym() {
            let Some(precedence) = precedence(sym).filter(|&precedence| precedence >= min) else {
                break;
            };
            let place = self.tokens[self.at].place;
            self.at += 1;
            let right = self.binary(precedence + 1)?;
            left = apply(sym, left, right).ok_or((place, "this divides by zero"))?;
        }
        Ok(left)
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "every other token is an error")]
    fn unary(&mut self) -> Result<i64, Wrong> {
        let Some(token) = self.tokens.get(self.at) else {
            return Err((self.end, "something is missing behind this"));
        };
        if self.depth >= MAX_DEPTH {
            return Err((token.place, "this nests too deeply"));
        }
        self.at += 1;
        self.depth += 1;
        let value = match &token.kind {
            Kind::Int(value) => *value as i64,
            Kind::Lower(_) | Kind::Upper(_) => 0,
            Kind::Sym(Sym::Bang) => i64::from(self.unary()? == 0),
            Kind::Sym(Sym::Minus) => self.unary()?.wrapping_neg(),
            Kind::Sym(Sym::LParen) => {
                let value = self.binary(0)?;
                if self.sym() != Some(Sym::RParen) {
                    return Err((token.place, "the `)` of this is missing"));
                }
                self.at += 1;
                value
            }
            _ => return Err((token.place, "an integer or a name should stand here")),
        };
        self.depth -= 1;
        Ok(value)
    }
}

/// The precedence of an operator; the tightest has the highest.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other symbol is an operator")]
fn precedence(sym: Sym) -> Option<u32> {
    match sym {
        Sym::OrOr => Some(0),
        Sym::AndAnd => Some(1),
        Sym::EqualEqual | Sym::BangEqual | Sym::NotEqual => Some(2),
        Sym::Less | Sym::LessEq | Sym::Greater | Sym::GreaterEq => Some(3),
        Sym::Plus | Sym::Minus => Some(4),
        Sym::Star | Sym::Slash | Sym::Percent => Some(5),
        _ => None,
    }
}

/// The value of an operation; none for a division by zero.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other symbol is an operator")]
fn apply(sym: Sym, a: i64, b: i64) -> Option<i64> {
    Some(match sym {
        Sym::OrOr => i64::from(a != 0 || b != 0),
        Sym::AndAnd => i64::from(a != 0 && b != 0),
        Sym::EqualEqual => i64::from(a == b),
        Sym::BangEqual | Sym::NotEqual => i64::from(a != b),
        Sym::Less => i64::from(a < b),
        Sym::LessEq => i64::from(a <= b),
        Sym::Greater => i64::from(a > b),
        Sym::GreaterEq => i64::from(a >= b),
        Sym::Plus => a.wrapping_add(b),
        Sym::Minus => a.wrapping_sub(b),
        Sym::Star => a.wrapping_mul(b),
        Sym::Slash if b != 0 => a.wrapping_div(b),
        Sym::Percent if b != 0 => a.wrapping_rem(b),
        _ => return None,
    })
}
