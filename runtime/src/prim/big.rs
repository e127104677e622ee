//! Integers of arbitrary precision. Compiled code adds, multiplies, divides and compares immediates
//! itself where the result is one.

use super::value::{BigWord, Str};
use host::big;
use host::bytes::sign;

/// Calls an operation with the limbs of two integers; its result is written to the heap.
macro_rules! of_two {
    ($operation:path, $cx:ident, $a:ident, $b:ident) => {
        $operation($a.number(&mut [0]), $b.number(&mut [0]), &mut *$cx)
    };
}

exports! {
    /// `big.of.i64`.
    fn kont_big_of_i64(cx, n: i64) -> BigWord {
        big::of_i64(n, cx)
    }

    /// `big.of.u64`.
    fn kont_big_of_u64(cx, n: u64) -> BigWord {
        big::of_u64(n, cx)
    }

    /// `big.to.i64`; raises Overflow.
    fn kont_big_to_i64(cx, n: BigWord) -> i64 {
        cx.or_raise(big::to_i64(n.number(&mut [0])))
    }

    /// `big.wrap`.
    fn kont_big_wrap(cx, n: BigWord) -> i64 {
        big::wrap(n.number(&mut [0]))
    }

    /// `big.to.f64`.
    fn kont_big_to_f64(cx, n: BigWord) -> f64 {
        big::to_f64(n.number(&mut [0]))
    }

    /// `big.of.f64`; raises Domain, Overflow.
    fn kont_big_of_f64(cx, x: f64) -> BigWord {
        let n = big::of_f64(x, &mut *cx);
        cx.or_raise(n)
    }

    /// `big.add`.
    fn kont_big_add(cx, a: BigWord, b: BigWord) -> BigWord {
        of_two!(big::add, cx, a, b)
    }

    /// `big.sub`.
    fn kont_big_sub(cx, a: BigWord, b: BigWord) -> BigWord {
        of_two!(big::sub, cx, a, b)
    }

    /// `big.mul`.
    fn kont_big_mul(cx, a: BigWord, b: BigWord) -> BigWord {
        of_two!(big::mul, cx, a, b)
    }

    /// `big.quot`; raises Div.
    fn kont_big_quot(cx, a: BigWord, b: BigWord) -> BigWord {
        let n = of_two!(big::quot, cx, a, b);
        cx.or_raise(n)
    }

    /// `big.rem`; raises Div.
    fn kont_big_rem(cx, a: BigWord, b: BigWord) -> BigWord {
        let n = of_two!(big::rem, cx, a, b);
        cx.or_raise(n)
    }

    /// `big.div`; raises Div.
    fn kont_big_div(cx, a: BigWord, b: BigWord) -> BigWord {
        let n = of_two!(big::div, cx, a, b);
        cx.or_raise(n)
    }

    /// `big.mod`; raises Div.
    fn kont_big_mod(cx, a: BigWord, b: BigWord) -> BigWord {
        let n = of_two!(big::modulo, cx, a, b);
        cx.or_raise(n)
    }

    /// `big.neg`.
    fn kont_big_neg(cx, n: BigWord) -> BigWord {
        big::neg(n.number(&mut [0]), cx)
    }

    /// `big.cmp`.
    fn kont_big_cmp(cx, a: BigWord, b: BigWord) -> i64 {
        sign(big::cmp(a.number(&mut [0]), b.number(&mut [0])))
    }

    /// `big.and`.
    fn kont_big_and(cx, a: BigWord, b: BigWord) -> BigWord {
        of_two!(big::and, cx, a, b)
    }

    /// `big.or`.
    fn kont_big_or(cx, a: BigWord, b: BigWord) -> BigWord {
        of_two!(big::or, cx, a, b)
    }

    /// `big.xor`.
    fn kont_big_xor(cx, a: BigWord, b: BigWord) -> BigWord {
        of_two!(big::xor, cx, a, b)
    }

    /// `big.shl`; raises Size.
    fn kont_big_shl(cx, n: BigWord, amount: u64) -> BigWord {
        let n = big::shl(n.number(&mut [0]), amount, &mut *cx);
        cx.or_raise(n)
    }

    /// `big.shr`.
    fn kont_big_shr(cx, n: BigWord, amount: u64) -> BigWord {
        big::shr(n.number(&mut [0]), amount, cx)
    }

    /// `big.log2`; raises Domain.
    fn kont_big_log2(cx, n: BigWord) -> i64 {
        cx.or_raise(big::log2(n.number(&mut [0])))
    }

    /// `big.to.str`; raises Domain.
    fn kont_big_to_str(cx, n: BigWord, radix: i64) -> Str {
        match n.digits(radix) {
            Ok(text) => cx.new_str(text.as_bytes()),
            Err(exn) => cx.raise(exn),
        }
    }

    /// `big.parse`: the flag, and the integer as extra result.
    fn kont_big_parse(cx, s: Str, radix: i64) -> u64 {
        let number = big::parse(s.bytes(), radix, &mut *cx);
        cx.vproc.extra[0] = number.unwrap_or_else(|| big::of_i64(0, &mut *cx)).word();
        u64::from(number.is_some())
    }
}
