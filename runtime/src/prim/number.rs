//! Machine numbers as text.

use super::value::Str;
use host::{int, real};

exports! {
    /// `i64.to.str`; raises Domain.
    fn kont_i64_to_str(cx, n: i64, radix: i64) -> Str {
        match int::i64_to_str(n, radix) {
            Ok(text) => cx.new_str(text.as_bytes()),
            Err(exn) => cx.raise(exn),
        }
    }

    /// `u64.to.str`; raises Domain.
    fn kont_u64_to_str(cx, n: u64, radix: i64) -> Str {
        match int::u64_to_str(n, radix) {
            Ok(text) => cx.new_str(text.as_bytes()),
            Err(exn) => cx.raise(exn),
        }
    }

    /// `f64.fmt`; raises Size.
    fn kont_f64_fmt(cx, x: f64, style: i64, digits: i64) -> Str {
        match real::fmt_f64(x, style, digits) {
            Ok(text) => cx.new_str(text.as_bytes()),
            Err(exn) => cx.raise(exn),
        }
    }

    /// `f64.parse`: the flag, and the bits of the number as extra result.
    fn kont_f64_parse(cx, s: Str) -> u64 {
        let number = real::parse_f64(s.bytes());
        cx.vproc.extra[0] = number.unwrap_or(0.0).to_bits();
        u64::from(number.is_some())
    }
}
