//! Integers of 1 and 8 bits against a model in plain arithmetic, all operands;
//! the other widths and the numbers at their edges.

use super::*;
use crate::{CmpOp, FBinOp, FCmpOp, FUnOp, IntOp, IntUnOp, Round};
use BuiltinExn::{Div, Domain, Overflow, Subscript};

const SMALL: [Width; 2] = [Width::I1, Width::I8];

/// The result by the model: the value, and whether it must fit.
enum Model {
    Wrap(i128),
    Signed(i128),
    Unsigned(i128),
    Raise(BuiltinExn),
}

fn settle(w: Width, model: Model) -> Result<u64, BuiltinExn> {
    let size = 1i128 << w.bits();
    let wrapped = |value: i128| value.rem_euclid(size) as u64;
    match model {
        Model::Wrap(value) => Ok(wrapped(value)),
        Model::Signed(value) if (-size / 2..size / 2).contains(&value) => Ok(wrapped(value)),
        Model::Unsigned(value) if (0..size).contains(&value) => Ok(value as u64),
        Model::Signed(_) | Model::Unsigned(_) => Err(Overflow),
        Model::Raise(exn) => Err(exn),
    }
}

fn as_signed(w: Width, a: u64) -> i128 {
    let size = 1i128 << w.bits();
    if (a as i128) < size / 2 { a as i128 } else { a as i128 - size }
}

fn bits(w: Width, a: u64) -> Vec<bool> {
    (0..w.bits()).map(|i| a >> i & 1 == 1).collect()
}

fn model(op: IntOp, w: Width, a: u64, b: u64) -> Model {
    let (s, t, u, v) = (as_signed(w, a), as_signed(w, b), a as i128, b as i128);
    let divides = |model: fn(i128) -> Model, round: fn(f64) -> f64| {
        if b == 0 { Model::Raise(Div) } else { model(round(s as f64 / t as f64) as i128) }
    };
    let remainder = |round: fn(f64) -> f64| {
        if b == 0 {
            Model::Raise(Div)
        } else {
            Model::Wrap(s - t * round(s as f64 / t as f64) as i128)
        }
    };
    let power = 2f64.powi(b as i32);
    let pick = |f: fn(bool, bool) -> bool| {
        let pairs = bits(w, a).into_iter().zip(bits(w, b));
        Model::Wrap(pairs.enumerate().map(|(i, (x, y))| (f(x, y) as i128) << i).sum())
    };
    match op {
        IntOp::Add => Model::Wrap(u + v),
        IntOp::Sub => Model::Wrap(u - v),
        IntOp::Mul => Model::Wrap(u * v),
        IntOp::SAdd => Model::Signed(s + t),
        IntOp::SSub => Model::Signed(s - t),
        IntOp::SMul => Model::Signed(s * t),
        IntOp::UAdd => Model::Unsigned(u + v),
        IntOp::USub => Model::Unsigned(u - v),
        IntOp::UMul => Model::Unsigned(u * v),
        IntOp::Quot => divides(Model::Wrap, f64::trunc),
        IntOp::SQuot => divides(Model::Signed, f64::trunc),
        IntOp::Div => divides(Model::Wrap, f64::floor),
        IntOp::SDiv => divides(Model::Signed, f64::floor),
        IntOp::Rem => remainder(f64::trunc),
        IntOp::Mod => remainder(f64::floor),
        IntOp::UQuotZ | IntOp::URemZ if b == 0 => Model::Wrap(0),
        IntOp::UQuot if b == 0 => Model::Raise(Div),
        IntOp::UQuot | IntOp::UQuotZ => Model::Wrap((u as f64 / v as f64).floor() as i128),
        IntOp::URem if b == 0 => Model::Raise(Div),
        IntOp::URem | IntOp::URemZ => Model::Wrap(u - v * (u as f64 / v as f64).floor() as i128),
        IntOp::Index if u >= v => Model::Raise(Subscript),
        IntOp::Index => Model::Wrap(u),
        IntOp::And => pick(|x, y| x && y),
        IntOp::Or => pick(|x, y| x || y),
        IntOp::Xor => pick(|x, y| x != y),
        // What leaves at the top is lost; past the width everything is.
        IntOp::Shl => Model::Wrap(if b >= w.bits() as u64 { 0 } else { u << b }),
        IntOp::Lshr => Model::Wrap((u as f64 / power).floor() as i128),
        IntOp::Ashr => Model::Wrap((s as f64 / power).floor() as i128),
        IntOp::Rotl => {
            let from = bits(w, a);
            let n = from.len();
            Model::Wrap((0..n).map(|i| (from[i] as i128) << ((i + b as usize) % n)).sum())
        }
        IntOp::SMin => Model::Wrap(if s < t { s } else { t }),
        IntOp::SMax => Model::Wrap(if s > t { s } else { t }),
        IntOp::UMin => Model::Wrap(if u < v { u } else { v }),
        IntOp::UMax => Model::Wrap(if u > v { u } else { v }),
    }
}

#[test]
fn integers_of_two_operands_are_as_the_model_says() {
    for w in SMALL {
        for op in IntOp::ALL {
            for (a, b) in (0..=w.mask()).flat_map(|a| (0..=w.mask()).map(move |b| (a, b))) {
                let got = eval_scalar(Prim::Int(*op, w), &[a, b]);
                assert_eq!(got, settle(w, model(*op, w, a, b)), "{}.{w} {a} {b}", op.name());
            }
        }
    }
}

#[test]
fn integers_of_one_operand_are_as_the_model_says() {
    for w in SMALL {
        for (op, a) in IntUnOp::ALL.iter().flat_map(|op| (0..=w.mask()).map(move |a| (*op, a))) {
            let (s, n) = (as_signed(w, a), w.bits() as usize);
            let model = match op {
                IntUnOp::Not => Model::Wrap(-1 - s),
                IntUnOp::Neg => Model::Wrap(-s),
                IntUnOp::SNeg => Model::Signed(-s),
                IntUnOp::SAbs => Model::Signed(if s < 0 { -s } else { s }),
                IntUnOp::Popcount => {
                    Model::Wrap(bits(w, a).iter().filter(|bit| **bit).count() as i128)
                }
                IntUnOp::Clz => {
                    Model::Wrap(bits(w, a).iter().rev().position(|bit| *bit).unwrap_or(n) as i128)
                }
                IntUnOp::Ctz => {
                    Model::Wrap(bits(w, a).iter().position(|bit| *bit).unwrap_or(n) as i128)
                }
                IntUnOp::Likely | IntUnOp::Bswap => Model::Wrap(a as i128),
            };
            assert_eq!(
                eval_scalar(Prim::IntUn(op, w), &[a]),
                settle(w, model),
                "{}.{w} {a}",
                op.name()
            );
        }
    }
}

#[test]
fn comparisons_are_as_the_model_says() {
    for w in SMALL {
        for (a, b) in (0..=w.mask()).flat_map(|a| (0..=w.mask()).map(move |b| (a, b))) {
            let (s, t) = (as_signed(w, a), as_signed(w, b));
            for op in CmpOp::ALL {
                let want = match op {
                    CmpOp::Eq => s == t,
                    CmpOp::Ne => s != t,
                    CmpOp::Slt => s < t,
                    CmpOp::Sle => s <= t,
                    CmpOp::Sgt => s > t,
                    CmpOp::Sge => s >= t,
                    CmpOp::Ult => a < b,
                    CmpOp::Ule => a <= b,
                    CmpOp::Ugt => a > b,
                    CmpOp::Uge => a >= b,
                };
                assert_eq!(
                    eval_scalar(Prim::Cmp(*op, w), &[a, b]),
                    Ok(want as u64),
                    "{}.{w} {a} {b}",
                    op.name()
                );
            }
        }
    }
}

#[test]
fn conversions_between_widths_are_as_the_model_says() {
    for (from, to) in [(Width::I8, Width::I1), (Width::I16, Width::I8), (Width::I16, Width::I1)] {
        for a in 0..=from.mask() {
            let s = as_signed(from, a);
            assert_eq!(eval_scalar(Prim::Trunc(from, to), &[a]), settle(to, Model::Wrap(s)));
            assert_eq!(eval_scalar(Prim::STrunc(from, to), &[a]), settle(to, Model::Signed(s)));
            assert_eq!(
                eval_scalar(Prim::UTrunc(from, to), &[a]),
                settle(to, Model::Unsigned(a as i128))
            );
        }
        for a in 0..=to.mask() {
            assert_eq!(eval_scalar(Prim::Zext(to, from), &[a]), Ok(a));
            let sign_extended = settle(from, Model::Wrap(as_signed(to, a)));
            assert_eq!(eval_scalar(Prim::Sext(to, from), &[a]), sign_extended);
        }
    }
}

fn int64(op: IntOp, a: i64, b: i64) -> Result<i64, BuiltinExn> {
    eval_scalar(Prim::Int(op, Width::I64), &[a as u64, b as u64]).map(|bits| bits as i64)
}

#[test]
fn the_edges_of_64_bits() {
    assert_eq!(int64(IntOp::SAdd, i64::MAX, 1), Err(Overflow));
    assert_eq!(int64(IntOp::Add, i64::MAX, 1), Ok(i64::MIN));
    assert_eq!(int64(IntOp::SMul, i64::MIN, -1), Err(Overflow));
    assert_eq!(int64(IntOp::SMul, 1 << 32, 1 << 31), Err(Overflow));
    assert_eq!(int64(IntOp::SMul, 1 << 32, -1 << 31), Ok(i64::MIN));
    assert_eq!(int64(IntOp::UMul, -1, -1), Err(Overflow));
    assert_eq!(int64(IntOp::UMul, -1, 1), Ok(-1));
    assert_eq!(int64(IntOp::Mul, -1, -1), Ok(1));
    assert_eq!(int64(IntOp::USub, 1, 2), Err(Overflow));
    assert_eq!(int64(IntOp::UAdd, -1, 1), Err(Overflow));
    for op in [IntOp::Quot, IntOp::Div] {
        assert_eq!(int64(op, i64::MIN, -1), Ok(i64::MIN));
    }
    for op in [IntOp::SQuot, IntOp::SDiv] {
        assert_eq!(int64(op, i64::MIN, -1), Err(Overflow));
        assert_eq!(int64(op, i64::MIN, 0), Err(Div));
    }
    for op in [IntOp::Rem, IntOp::Mod] {
        assert_eq!(int64(op, i64::MIN, -1), Ok(0));
    }
    assert_eq!((int64(IntOp::Quot, -7, 2), int64(IntOp::Rem, -7, 2)), (Ok(-3), Ok(-1)));
    assert_eq!((int64(IntOp::Div, -7, 2), int64(IntOp::Mod, -7, 2)), (Ok(-4), Ok(1)));
    assert_eq!((int64(IntOp::Div, 7, -2), int64(IntOp::Mod, 7, -2)), (Ok(-4), Ok(-1)));
    assert_eq!((int64(IntOp::Shl, 1, 64), int64(IntOp::Lshr, -1, 64)), (Ok(0), Ok(0)));
    assert_eq!((int64(IntOp::Ashr, -5, 64), int64(IntOp::Ashr, 5, -1)), (Ok(-1), Ok(0)));
    assert_eq!((int64(IntOp::Rotl, 1, 65), int64(IntOp::Rotl, i64::MIN, 1)), (Ok(2), Ok(1)));
}

#[test]
fn bytes_are_swapped_within_the_width() {
    let swap = |w, a| eval_scalar(Prim::IntUn(IntUnOp::Bswap, w), &[a]);
    assert_eq!(swap(Width::I16, 0x0102), Ok(0x0201));
    assert_eq!(swap(Width::I32, 0x0102_0304), Ok(0x0403_0201));
    assert_eq!(swap(Width::I64, 1), Ok(1 << 56));
}

fn float(op: FBinOp, a: f64, b: f64) -> f64 {
    f64::from_bits(
        eval_scalar(Prim::FBin(op, true), &[a.to_bits(), b.to_bits()]).expect("does not raise"),
    )
}

#[test]
fn minimum_and_maximum_prefer_numbers_and_order_zeros() {
    for double in [true, false] {
        let run = |op: FBinOp, a: f64, b: f64| {
            if double {
                return float(op, a, b);
            }
            let args = [(a as f32).to_bits() as u64, (b as f32).to_bits() as u64];
            f32::from_bits(eval_scalar(Prim::FBin(op, false), &args).expect("does not raise") as u32)
                as f64
        };
        for op in [FBinOp::Min, FBinOp::Max] {
            assert_eq!(run(op, f64::NAN, 1.0), 1.0);
            assert_eq!(run(op, 1.0, f64::NAN), 1.0);
            assert!(run(op, f64::NAN, f64::NAN).is_nan());
        }
        assert!(
            run(FBinOp::Min, 0.0, -0.0).is_sign_negative()
                && run(FBinOp::Min, -0.0, 0.0).is_sign_negative()
        );
        assert!(
            run(FBinOp::Max, 0.0, -0.0).is_sign_positive()
                && run(FBinOp::Max, -0.0, 0.0).is_sign_positive()
        );
        assert_eq!((run(FBinOp::Min, 1.0, 2.0), run(FBinOp::Max, 1.0, 2.0)), (1.0, 2.0));
        assert_eq!((run(FBinOp::Min, 2.0, 1.0), run(FBinOp::Max, 2.0, 1.0)), (1.0, 2.0));
    }
}

#[test]
fn the_remainder_has_the_sign_of_the_dividend_and_halves_go_to_even() {
    assert_eq!((float(FBinOp::Rem, -7.5, 2.0), float(FBinOp::Rem, 7.5, -2.0)), (-1.5, 1.5));
    assert_eq!(float(FBinOp::Rem, 5.0, f64::INFINITY), 5.0);
    assert!(float(FBinOp::Rem, 5.0, 0.0).is_nan());
    let round =
        |x: f64| eval_scalar(Prim::FUn(FUnOp::Round, true), &[x.to_bits()]).map(f64::from_bits);
    assert_eq!((round(0.5), round(1.5), round(-2.5)), (Ok(0.0), Ok(2.0), Ok(-2.0)));
}

#[test]
fn comparisons_with_nan_are_false_but_for_ne() {
    for op in FCmpOp::ALL {
        let got = eval_scalar(Prim::FCmp(*op, true), &[f64::NAN.to_bits(), f64::NAN.to_bits()]);
        assert_eq!(got, Ok((*op == FCmpOp::Ne) as u64));
    }
    assert_eq!(
        eval_scalar(Prim::FCmp(FCmpOp::Eq, true), &[0.0f64.to_bits(), (-0.0f64).to_bits()]),
        Ok(1)
    );
}

#[test]
fn numbers_to_integers_round_then_must_fit() {
    let convert = |r, x: f64, w: Width| {
        eval_scalar(Prim::FToInt(r, true, w), &[x.to_bits()]).map(|n| w.sext(n))
    };
    assert_eq!(convert(Round::Trunc, -128.9, Width::I8), Ok(-128));
    assert_eq!(convert(Round::Floor, -128.1, Width::I8), Err(Overflow));
    assert_eq!(convert(Round::Ceil, 127.1, Width::I8), Err(Overflow));
    assert_eq!(convert(Round::Even, 127.5, Width::I8), Err(Overflow));
    assert_eq!(convert(Round::Even, 126.5, Width::I8), Ok(126));
    assert_eq!(convert(Round::Even, -2.5, Width::I8), Ok(-2));
    assert_eq!(convert(Round::Trunc, 9223372036854775808.0, Width::I64), Err(Overflow));
    assert_eq!(convert(Round::Trunc, -9223372036854775808.0, Width::I64), Ok(i64::MIN));
    assert_eq!(convert(Round::Trunc, 9223372036854774784.0, Width::I64), Ok(9223372036854774784));
    assert_eq!(convert(Round::Trunc, f64::INFINITY, Width::I64), Err(Overflow));
    assert_eq!(convert(Round::Trunc, f64::NAN, Width::I64), Err(Domain));
    let single = (0.75f32).to_bits() as u64;
    assert_eq!(eval_scalar(Prim::FToInt(Round::Ceil, false, Width::I32), &[single]), Ok(1));
}

#[test]
fn integers_to_numbers_round_once() {
    // Through an f64 the low bit would be lost first, and the tie go to even.
    let n = (1u64 << 60) + (1 << 36) + 1;
    let nearest = ((1u64 << 60) + (1 << 37)) as f32;
    assert_eq!(eval_scalar(Prim::UToF(Width::I64, false), &[n]), Ok(nearest.to_bits() as u64));
    assert_eq!(eval_scalar(Prim::SToF(Width::I8, true), &[0xff]), Ok((-1.0f64).to_bits()));
    assert_eq!(eval_scalar(Prim::UToF(Width::I8, true), &[0xff]), Ok(255.0f64.to_bits()));
    assert_eq!(
        eval_scalar(Prim::UToF(Width::I64, true), &[u64::MAX]),
        Ok(18446744073709551616.0f64.to_bits())
    );
}

#[test]
fn a_product_and_sum_are_rounded_once() {
    let x = 1.0 + f64::EPSILON;
    let exact = eval_scalar(Prim::Fma(true), &[x.to_bits(), x.to_bits(), (-1.0f64).to_bits()]);
    assert_eq!(exact, Ok((2.0 * f64::EPSILON + f64::EPSILON * f64::EPSILON).to_bits()));
}

#[test]
fn constants_fold_if_they_have_the_types_of_the_signature() {
    let add = Prim::Int(IntOp::SAdd, Width::I8);
    let byte = |n| Const::Int(Width::I8, n);
    assert_eq!(fold(add, &[byte(100), byte(27)]), Some(Ok(byte(127))));
    assert_eq!(fold(add, &[byte(100), byte(28)]), Some(Err(Overflow)));
    assert_eq!(fold(add, &[Const::i64(1), byte(1)]), None);
    assert_eq!(fold(add, &[byte(1)]), None);
    assert_eq!(
        fold(Prim::Cmp(CmpOp::Ult, Width::I8), &[byte(1), byte(2)]),
        Some(Ok(Const::bool(true)))
    );
    assert_eq!(fold(Prim::FExt, &[Const::F32(1.5f32.to_bits())]), Some(Ok(Const::f64(1.5))));
    assert_eq!(
        fold(Prim::FBits(true), &[Const::f64(-0.0)]),
        Some(Ok(Const::Int(Width::I64, 1 << 63)))
    );
    assert_eq!(fold(Prim::Rt(crate::Rt::StrLen), &[Const::str("abc")]), None);
}

#[test]
fn every_scalar_primitive_has_a_result_of_its_type_or_raises() {
    for prim in Prim::all() {
        if !prim.is_scalar() {
            assert_eq!(fold(prim, &[]), None);
            continue;
        }
        let args: Vec<Const> =
            prim.sig().args.iter().map(|ty| constant(*ty, 1).expect("a scalar type")).collect();
        assert!(fold(prim, &args).is_some(), "{prim}");
    }
}
