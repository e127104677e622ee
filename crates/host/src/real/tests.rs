//! Tests of number formatting and reading.

use super::*;
use base::rng::Rng;
use num_bigint::BigInt;
use num_traits::Signed;

const SCI: i64 = 0;
const FIX: i64 = 1;
const GEN: i64 = 2;
const EXACT: i64 = 3;

#[track_caller]
fn check(style: i64, digits: i64, cases: &[(f64, &str)]) {
    for (x, text) in cases {
        assert_eq!(fmt_f64(*x, style, digits).as_deref(), Ok(*text), "{x:?}");
    }
}

#[test]
fn sci_has_digits_after_the_point() {
    check(
        SCI,
        0,
        &[
            (0.0, "0E0"),
            (1.5, "2E0"),
            (2.5, "2E0"),
            (1e10, "1E10"),
            (9.5e-5, "1E-4"),
            (-1234.0, "-1E3"),
        ],
    );
    check(
        SCI,
        2,
        &[
            (0.5, "5.00E-1"),
            (-1234.5, "-1.23E3"),
            (0.0, "0.00E0"),
            (-0.0, "-0.00E0"),
            (9.999, "1.00E1"),
        ],
    );
    check(
        SCI,
        6,
        &[(2.0 / 3.0, "6.666667E-1"), (5e-324, "4.940656E-324"), (f64::MAX, "1.797693E308")],
    );
}

#[test]
fn fix_has_digits_after_the_point() {
    check(
        FIX,
        0,
        &[
            (0.5, "0"),
            (1.5, "2"),
            (2.5, "2"),
            (-0.4, "-0"),
            (1e20, "100000000000000000000"),
            (0.75, "1"),
        ],
    );
    check(
        FIX,
        2,
        &[
            (1.0, "1.00"),
            (0.125, "0.12"),
            (0.375, "0.38"),
            (1.005, "1.00"),
            (-2.675, "-2.67"),
            (1e-9, "0.00"),
        ],
    );
    check(FIX, 1, &[(0.25, "0.2"), (0.35, "0.3"), (0.05, "0.1"), (0.15, "0.1"), (99.95, "100.0")]);
}

#[test]
fn gen_is_short() {
    check(
        GEN,
        12,
        &[
            (0.0, "0.0"),
            (-0.0, "-0.0"),
            (3.0, "3.0"),
            (100.0, "100.0"),
            (12345.0, "12345.0"),
            (0.1, "0.1"),
            (1.0 / 3.0, "0.333333333333"),
            (2.0 / 3.0, "0.666666666667"),
            (1e11, "100000000000.0"),
            (1e12, "1E12"),
            (1.5e20, "1.5E20"),
            (999999999999.5, "1E12"),
            (123456789012.3, "123456789012.0"),
            (0.0001, "0.0001"),
            (0.00012345, "0.00012345"),
            (0.00001, "1E-5"),
            (-1.25e-7, "-1.25E-7"),
            (std::f64::consts::PI, "3.14159265359"),
        ],
    );
    check(GEN, 1, &[(0.25, "0.2"), (7.0, "7.0"), (15.0, "2E1"), (1e300, "1E300")]);
    check(
        GEN,
        3,
        &[(12345.0, "1.23E4"), (999.5, "1E3"), (998.5, "998.0"), (0.00012345, "0.000123")],
    );
    check(GEN, 17, &[(0.1, "0.10000000000000001")]);
}

#[test]
fn exact_reads_back() {
    check(
        EXACT,
        0,
        &[
            (0.1, "0.1"),
            (3.0, "3.0"),
            (-0.0, "-0.0"),
            (1e15, "1000000000000000.0"),
            (1e16, "1E16"),
            (1.5e20, "1.5E20"),
            (123456789.125, "123456789.125"),
            (0.0001, "0.0001"),
            (1e-5, "1E-5"),
            (5e-324, "5E-324"),
            (f64::MAX, "1.7976931348623157E308"),
            (9007199254740993.0, "9007199254740992.0"),
            (f64::INFINITY, "inf"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::NAN, "nan"),
        ],
    );
    let mut rng = Rng::new(1);
    for _ in 0..20_000 {
        let bits = rng.bits();
        let x = f64::from_bits(bits);
        if x.is_finite() {
            let text = fmt_f64(x, EXACT, 0).unwrap();
            assert_eq!(parse_f64(text.as_bytes()).map(f64::to_bits), Some(bits), "{text}");
            let text = fmt_f64(x, GEN, 17).unwrap();
            assert_eq!(parse_f64(text.as_bytes()).map(f64::to_bits), Some(bits), "{text}");
        }
    }
}

/// FIX by exact arithmetic: |x| * 10^digits as a fraction, rounded half to even.
fn fix_by_integers(x: f64, digits: u32) -> String {
    let bits = x.abs().to_bits();
    let raw = (bits >> 52) as i64;
    let mantissa = BigInt::from(if raw == 0 { bits } else { bits & ((1 << 52) - 1) | 1 << 52 });
    let exponent = raw.max(1) - 1075;
    let scaled = mantissa * BigInt::from(10).pow(digits);
    let rounded = if exponent >= 0 {
        scaled << exponent
    } else {
        let (floor, unit) = (&scaled >> -exponent, BigInt::from(1) << -exponent);
        let twice = (scaled - (&floor << -exponent)) * 2;
        let up = twice > unit || twice == unit && floor.bit(0);
        floor + i32::from(up)
    };
    assert!(!rounded.is_negative());
    let text = format!("{:0>width$}", rounded.to_string(), width = digits as usize + 1);
    let (whole, fraction) = text.split_at(text.len() - digits as usize);
    let point = if digits == 0 { "" } else { "." };
    format!("{}{whole}{point}{fraction}", if x.is_sign_negative() { "-" } else { "" })
}

#[test]
fn fix_and_sci_agree_with_exact_arithmetic() {
    let mut numbers = vec![
        0.5,
        1.5,
        2.5,
        0.125,
        5e-324,
        f64::MAX,
        f64::MIN_POSITIVE,
        1e22,
        1e23,
        4.35,
        0.000244140625,
    ];
    let mut rng = Rng::new(2);
    for _ in 0..1500 {
        let bits = rng.bits();
        // Exponents around 1, where the digits are; few significant bits, so that ties occur.
        let exponent = 1023 - 40 + (bits >> 58);
        numbers.push(f64::from_bits(bits & (1 << 63) | exponent << 52 | bits & (0xfff << 40)));
        numbers.push(f64::from_bits(bits & (1 << 63) | exponent << 52 | bits & ((1 << 52) - 1)));
    }
    for x in numbers {
        for digits in [0, 1, 2, 3, 7, 17, 40] {
            assert_eq!(
                fmt_f64(x, FIX, digits.into()),
                Ok(fix_by_integers(x, digits)),
                "{x:?} {digits}"
            );
        }
        // A scientific number is the exact decimal rounded at another place.
        let exact = fmt_f64(x, SCI, 800).unwrap();
        let value = parse_f64(exact.as_bytes());
        assert_eq!(value, Some(x));
    }
}

#[test]
fn many_digits() {
    let tenth = fmt_f64(0.1, FIX, 10_000).unwrap();
    assert_eq!(tenth.len(), 10_002);
    assert!(tenth.starts_with("0.1000000000000000055511151231257827021181583404541015625000"));
    assert!(tenth.ends_with("000"));
    assert_eq!(fmt_f64(5e-324, SCI, 10_000).unwrap().len(), "4.E-324".len() + 10_000);
    assert_eq!(
        fmt_f64(0.1, GEN, 10_000).unwrap(),
        "0.1000000000000000055511151231257827021181583404541015625"
    );
}

#[test]
fn wrong_digits_raise_size() {
    for (style, digits) in
        [(SCI, -1), (FIX, -1), (GEN, -1), (GEN, 0), (EXACT, -1), (FIX, 10_001), (4, 2), (-1, 2)]
    {
        assert_eq!(fmt_f64(1.0, style, digits), Err(BuiltinExn::Size), "{style} {digits}");
    }
    assert_eq!(fmt_f64(f64::NAN, SCI, -1), Err(BuiltinExn::Size));
}

#[test]
fn reading() {
    let cases: &[(&str, f64)] = &[
        ("0", 0.0),
        ("1.5", 1.5),
        ("~2", -2.0),
        ("-2.5E3", -2500.0),
        ("+7", 7.0),
        ("1.", 1.0),
        (".5", 0.5),
        ("1e~3", 0.001),
        ("1E+3", 1000.0),
        ("1e-3", 0.001),
        ("inf", f64::INFINITY),
        ("-Infinity", f64::NEG_INFINITY),
        ("1e400", f64::INFINITY),
        ("1e99999999999999999999999", f64::INFINITY),
        ("0e99999999999999999999999", 0.0),
        ("1e-99999999999999999999999", 0.0),
        ("9007199254740993", 9007199254740992.0),
        ("9007199254740993.00000000000000000000000000000000000000001", 9007199254740994.0),
        ("2.2250738585072011e-308", 2.225073858507201e-308),
    ];
    for (text, value) in cases {
        assert_eq!(parse_f64(text.as_bytes()), Some(*value), "{text}");
    }
    assert_eq!(parse_f64(b"-0").map(f64::to_bits), Some((-0.0f64).to_bits()));
    assert!(parse_f64(b"NaN").is_some_and(f64::is_nan));
    for bad in [
        "", "-", ".", "e5", "1e", "1e+", "--1", "1.2.3", " 1", "1 ", "0x10", "1_0", "infi",
        "1e5.0", "é",
    ] {
        assert_eq!(parse_f64(bad.as_bytes()), None, "{bad}");
    }
}
