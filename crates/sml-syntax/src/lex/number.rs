//! Numbers: integers, words and reals in all their notations.

use super::{Kind, Lexer};
use crate::ast::Lit;
use base::Span;
use num_bigint::BigInt;

/// The most digits that a literal may have; converting them takes quadratic time.
const MAX_DIGITS: usize = 50_000;

impl Lexer<'_> {
    /// A number; a digit or `~` and a digit stand here.
    pub(super) fn number(&mut self) {
        let start = self.at;
        let negative = self.text[start] == b'~';
        self.at += usize::from(negative);
        let prefix = self.prefix(negative);
        let digits = self.at + prefix.len;
        self.at = digits;
        self.digits(prefix.radix);
        let real = prefix.len == 0 && self.fraction();
        if self.at - start > MAX_DIGITS {
            let span = Span::new(start, self.at);
            let label = format!("this has more than {MAX_DIGITS} digits");
            self.error("a number is too long", span, label);
            return self.push(Kind::Bad, start);
        }
        let lit = if real {
            let text = String::from_utf8_lossy(&self.text[start..self.at]);
            Lit::Real(text.replace('~', "-").replace('_', ""))
        } else {
            let value = value(&self.text[digits..self.at], prefix.radix);
            match (prefix.word, negative) {
                (true, _) => Lit::Word(value),
                (false, true) => Lit::Int(-value),
                (false, false) => Lit::Int(value),
            }
        };
        self.push_lit(lit, start);
    }

    /// A token for a special constant.
    pub(super) fn push_lit(&mut self, lit: Lit, start: usize) {
        let index = self.lits.len() as u32;
        self.lits.push(lit);
        self.push(Kind::Lit(index), start);
    }

    /// `0x`, `0wx` and the like, if a digit follows; else they are other tokens.
    fn prefix(&self, negative: bool) -> Prefix {
        let decimal = Prefix { len: 0, radix: 10, word: false };
        if self.byte(0) != b'0' {
            return decimal;
        }
        let word = self.byte(1) == b'w' && !negative;
        let at = if word { 2 } else { 1 };
        let radix = match self.byte(at) {
            b'x' => 16,
            b'b' => 2,
            _ if word => 10,
            _ => return decimal,
        };
        let len = if radix == 10 { at } else { at + 1 };
        if is_digit(self.byte(len), radix) { Prefix { len, radix, word } } else { decimal }
    }

    /// Digits, with underscores between them.
    fn digits(&mut self, radix: u32) {
        loop {
            self.skip_while(|byte| is_digit(byte, radix));
            let gap = self.text[self.at..].iter().take_while(|&&byte| byte == b'_').count();
            if gap == 0 || !is_digit(self.byte(gap), radix) {
                return;
            }
            self.at += gap;
        }
    }

    /// `.5`, `e~3` or both, if they are there.
    fn fraction(&mut self) -> bool {
        let start = self.at;
        if self.byte(0) == b'.' && self.byte(1).is_ascii_digit() {
            self.at += 1;
            self.digits(10);
        }
        if matches!(self.byte(0), b'e' | b'E') {
            let sign = usize::from(self.byte(1) == b'~');
            if self.byte(1 + sign).is_ascii_digit() {
                self.at += 1 + sign;
                self.digits(10);
            }
        }
        self.at > start
    }
}

struct Prefix {
    len: usize,
    radix: u32,
    word: bool,
}

fn is_digit(byte: u8, radix: u32) -> bool {
    (byte as char).is_digit(radix)
}

/// The value of digits with underscores.
fn value(digits: &[u8], radix: u32) -> BigInt {
    const ARE_DIGITS: &str = "the lexer takes digits of the radix and underscores only";
    let plain = digits.iter().filter(|&&byte| byte != b'_');
    if digits.len() <= 15 {
        let value = plain.fold(0u64, |value, &byte| {
            let digit = (byte as char).to_digit(radix).expect(ARE_DIGITS);
            value * u64::from(radix) + u64::from(digit)
        });
        return BigInt::from(value);
    }
    let plain: Vec<u8> = plain.copied().collect();
    BigInt::parse_bytes(&plain, radix).expect(ARE_DIGITS)
}
