//! Integers of arbitrary precision. Immediates have their own paths.

use super::value::{BigWord, Str};
use crate::state::Cx;
use host::bytes::sign;
use host::{BuiltinExn, big};
use num_bigint::BigInt;

/// An operation that cannot raise: on immediates where that fits a word, or on any.
#[inline(always)]
fn total(
    cx: &mut Cx,
    a: BigWord,
    b: BigWord,
    small: impl Fn(i64, i64) -> Option<i64>,
    any: impl Fn(BigInt, BigInt) -> BigInt,
) -> BigWord {
    if let (Some(a), Some(b)) = (a.small(), b.small())
        && let Some(n) = small(a, b)
    {
        return cx.big_of_i64(n);
    }
    cx.new_big(&any(a.value(), b.value()))
}

/// A division, which raises Div. The quotient of immediates fits a word.
#[inline(always)]
fn division(
    cx: &mut Cx,
    a: BigWord,
    b: BigWord,
    small: impl Fn(i64, i64) -> i64,
    any: impl Fn(&BigInt, &BigInt) -> Result<BigInt, BuiltinExn>,
) -> BigWord {
    if let (Some(a), Some(b)) = (a.small(), b.small())
        && b != 0
    {
        return cx.big_of_i64(small(a, b));
    }
    match any(&a.value(), &b.value()) {
        Ok(n) => cx.new_big(&n),
        Err(exn) => cx.raise(exn),
    }
}

fn floor_div(a: i64, b: i64) -> i64 {
    a / b - i64::from(a % b != 0 && (a < 0) != (b < 0))
}

fn floor_mod(a: i64, b: i64) -> i64 {
    a - b * floor_div(a, b)
}

exports! {
    /// `big.of.i64`.
    fn kont_big_of_i64(cx, n: i64) -> BigWord {
        cx.big_of_i64(n)
    }

    /// `big.of.u64`.
    fn kont_big_of_u64(cx, n: u64) -> BigWord {
        cx.new_big(&n.into())
    }

    /// `big.to.i64`; raises Overflow.
    fn kont_big_to_i64(cx, n: BigWord) -> i64 {
        match n.small() {
            Some(n) => n,
            None => cx.or_raise(big::to_i64(&n.value())),
        }
    }

    /// `big.wrap`.
    fn kont_big_wrap(cx, n: BigWord) -> i64 {
        big::wrap(&n.value())
    }

    /// `big.to.f64`.
    fn kont_big_to_f64(cx, n: BigWord) -> f64 {
        big::to_f64(&n.value())
    }

    /// `big.of.f64`; raises Domain, Overflow.
    fn kont_big_of_f64(cx, x: f64) -> BigWord {
        match big::of_f64(x) {
            Ok(n) => cx.new_big(&n),
            Err(exn) => cx.raise(exn),
        }
    }

    /// `big.add`.
    fn kont_big_add(cx, a: BigWord, b: BigWord) -> BigWord {
        total(cx, a, b, i64::checked_add, |a, b| a + b)
    }

    /// `big.sub`.
    fn kont_big_sub(cx, a: BigWord, b: BigWord) -> BigWord {
        total(cx, a, b, i64::checked_sub, |a, b| a - b)
    }

    /// `big.mul`.
    fn kont_big_mul(cx, a: BigWord, b: BigWord) -> BigWord {
        total(cx, a, b, i64::checked_mul, |a, b| a * b)
    }

    /// `big.quot`; raises Div.
    fn kont_big_quot(cx, a: BigWord, b: BigWord) -> BigWord {
        division(cx, a, b, |a, b| a / b, big::quot)
    }

    /// `big.rem`; raises Div.
    fn kont_big_rem(cx, a: BigWord, b: BigWord) -> BigWord {
        division(cx, a, b, |a, b| a % b, big::rem)
    }

    /// `big.div`; raises Div.
    fn kont_big_div(cx, a: BigWord, b: BigWord) -> BigWord {
        division(cx, a, b, floor_div, big::div)
    }

    /// `big.mod`; raises Div.
    fn kont_big_mod(cx, a: BigWord, b: BigWord) -> BigWord {
        division(cx, a, b, floor_mod, big::modulo)
    }

    /// `big.neg`.
    fn kont_big_neg(cx, n: BigWord) -> BigWord {
        match n.small() {
            Some(n) => cx.big_of_i64(-n),
            None => cx.new_big(&-n.value()),
        }
    }

    /// `big.cmp`.
    fn kont_big_cmp(cx, a: BigWord, b: BigWord) -> i64 {
        match (a.small(), b.small()) {
            (Some(a), Some(b)) => sign(a.cmp(&b)),
            _ => sign(a.value().cmp(&b.value())),
        }
    }

    /// `big.and`.
    fn kont_big_and(cx, a: BigWord, b: BigWord) -> BigWord {
        total(cx, a, b, |a, b| Some(a & b), |a, b| a & b)
    }

    /// `big.or`.
    fn kont_big_or(cx, a: BigWord, b: BigWord) -> BigWord {
        total(cx, a, b, |a, b| Some(a | b), |a, b| a | b)
    }

    /// `big.xor`.
    fn kont_big_xor(cx, a: BigWord, b: BigWord) -> BigWord {
        total(cx, a, b, |a, b| Some(a ^ b), |a, b| a ^ b)
    }

    /// `big.shl`; raises Size.
    fn kont_big_shl(cx, n: BigWord, amount: u64) -> BigWord {
        match big::shl(&n.value(), amount) {
            Ok(n) => cx.new_big(&n),
            Err(exn) => cx.raise(exn),
        }
    }

    /// `big.shr`.
    fn kont_big_shr(cx, n: BigWord, amount: u64) -> BigWord {
        match n.small() {
            Some(n) => cx.big_of_i64(n >> amount.min(63)),
            None => cx.new_big(&big::shr(&n.value(), amount)),
        }
    }

    /// `big.log2`; raises Domain.
    fn kont_big_log2(cx, n: BigWord) -> i64 {
        cx.or_raise(big::log2(&n.value()))
    }

    /// `big.to.str`; raises Domain.
    fn kont_big_to_str(cx, n: BigWord, radix: i64) -> Str {
        match big::to_str(&n.value(), radix) {
            Ok(text) => cx.new_str(text.as_bytes()),
            Err(exn) => cx.raise(exn),
        }
    }

    /// `big.parse`: the flag, and the integer as extra result.
    fn kont_big_parse(cx, s: Str, radix: i64) -> u64 {
        let number = big::parse(s.bytes(), radix);
        cx.vproc.extra[0] = cx.new_big(&number.clone().unwrap_or_default()).word();
        u64::from(number.is_some())
    }
}
