//! The library of the compiler's numbers is the model.

use super::*;
use base::rng::Rng;
use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{Pow, ToPrimitive, Zero};

/// Where a result becomes a number of the model.
struct Fresh;

impl Room for Fresh {
    type Whole = BigInt;

    fn fill(self, limbs: usize, write: impl FnOnce(&mut [u64]) -> bool) -> BigInt {
        let mut limbs = vec![0x1234_5678_9abc_def0; limbs];
        let sign = if write(&mut limbs) { Sign::Minus } else { Sign::Plus };
        let halves = limbs.iter().flat_map(|limb| [*limb as u32, (*limb >> 32) as u32]);
        BigInt::from_biguint(sign, BigUint::new(halves.collect()))
    }
}

/// An operand.
struct Given(bool, Vec<u64>);

impl Given {
    fn number(&self) -> Number<'_> {
        Number { negative: self.0, limbs: &self.1 }
    }
}

fn given(n: &BigInt) -> Given {
    Given(n.sign() == Sign::Minus, n.magnitude().to_u64_digits())
}

fn big(text: &str) -> BigInt {
    text.parse().unwrap()
}

fn one<R>(n: &BigInt, op: impl Fn(Number<'_>) -> R) -> R {
    op(given(n).number())
}

fn two<R>(a: &BigInt, b: &BigInt, op: impl Fn(Number<'_>, Number<'_>, Fresh) -> R) -> R {
    op(given(a).number(), given(b).number(), Fresh)
}

/// A number of so many limbs; long runs of ones and zeros now and then, where carries go far and
/// estimates go wrong.
fn random(limbs: usize, rng: &mut Rng) -> BigInt {
    let mut half = || match rng.bits() >> 61 {
        0 | 1 => 0,
        2 | 3 => u32::MAX,
        _ => (rng.bits() >> 32) as u32,
    };
    let halves = (0..2 * limbs).map(|_| half()).collect();
    let sign = if half() & 1 == 0 { Sign::Plus } else { Sign::Minus };
    BigInt::from_biguint(sign, BigUint::new(halves))
}

/// Numbers at the boundaries of limbs.
fn edges() -> Vec<BigInt> {
    let mut all = vec![BigInt::ZERO];
    for bits in [0u32, 1, 31, 32, 62, 63, 64, 65, 127, 128, 129, 192, 512, 513, 1024] {
        let power = BigInt::from(1) << bits;
        all.extend([&power - 1, power.clone(), &power + 1, -&power - 1, -&power, 1 - &power]);
    }
    all
}

fn agree(a: &BigInt, b: &BigInt) {
    assert_eq!(two(a, b, add), a + b, "{a} + {b}");
    assert_eq!(two(a, b, sub), a - b, "{a} - {b}");
    assert_eq!(two(a, b, mul), a * b, "{a} * {b}");
    assert_eq!(two(a, b, |a, b, _| cmp(a, b)), a.cmp(b), "{a} < {b}");
    assert_eq!(two(a, b, and), a & b, "{a} and {b}");
    assert_eq!(two(a, b, or), a | b, "{a} or {b}");
    assert_eq!(two(a, b, xor), a ^ b, "{a} xor {b}");
    if b.is_zero() {
        for f in [quot, rem, div, modulo] {
            assert_eq!(two(a, b, f), Err(BuiltinExn::Div));
        }
    } else {
        assert_eq!(two(a, b, quot), Ok(a / b), "{a} quot {b}");
        assert_eq!(two(a, b, rem), Ok(a % b), "{a} rem {b}");
        assert_eq!(two(a, b, div), Ok(a.div_floor(b)), "{a} div {b}");
        assert_eq!(two(a, b, modulo), Ok(a.mod_floor(b)), "{a} mod {b}");
    }
}

#[test]
fn edges_agree() {
    let edges = edges();
    for a in &edges {
        for b in &edges {
            agree(a, b);
        }
    }
}

#[test]
fn random_numbers_agree() {
    let mut rng = Rng::new(1);
    let sizes = [1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 40, 61, 64, 65, 100, 130, 200, 500];
    for a in sizes {
        for b in sizes {
            for _ in 0..3 {
                let (a, b) = (random(a, &mut rng), random(b, &mut rng));
                agree(&a, &b);
            }
        }
    }
}

#[test]
fn long_products_and_quotients_agree() {
    let mut rng = Rng::new(2);
    for (a, b) in [(1000, 40), (1000, 500), (1000, 990), (999, 998), (3000, 1100)] {
        let (a, b) = (random(a, &mut rng), random(b, &mut rng));
        agree(&a, &b);
        agree(&(&a * &b), &b);
    }
    let (a, b) = (random(15_000, &mut rng), random(14_001, &mut rng));
    assert!(two(&a, &b, mul) == a * b);
}

#[test]
fn quotients_that_are_nearly_exact() {
    let mut rng = Rng::new(3);
    for b in [2, 3, 4, 5, 10, 70, 200] {
        for q in [1, 2, 3, 63, 64, 70, 150] {
            let (b, q) = (random(b, &mut rng), random(q, &mut rng));
            let product = &b * &q;
            for n in [product.clone(), &product - 1, &product + 1, &product - &b, product + &b] {
                if !b.is_zero() {
                    agree(&n, &b);
                }
            }
        }
    }
    // The highest limbs of the divisor say too much.
    for n in [4u32, 5, 9, 40] {
        let b: BigInt = (BigInt::from(1) << (64 * n)) + (BigInt::from(u64::MAX) << 64u32);
        for q in [1u64, 2, 7, 1 << 63, u64::MAX] {
            let product = &b * q;
            for n in [product.clone(), &product - 1, product + 1] {
                agree(&n, &b);
                agree(&n, &-&b);
            }
        }
    }
}

#[test]
fn shifts_agree() {
    let mut rng = Rng::new(4);
    let mut numbers = edges();
    numbers.extend([1, 2, 8, 9, 40].map(|size| random(size, &mut rng)));
    for n in numbers {
        for by in [0u64, 1, 13, 63, 64, 65, 128, 200, 1000, 3000] {
            assert_eq!(one(&n, |n| shl(n, by, Fresh)), Ok(&n << by), "{n} << {by}");
            assert_eq!(one(&n, |n| shr(n, by, Fresh)), &n >> by, "{n} >> {by}");
        }
        assert_eq!(one(&n, |n| neg(n, Fresh)), -&n);
        assert_eq!(one(&n, to_i64).ok(), n.to_i64());
        assert_eq!(one(&n, wrap) as u64, (&n & BigInt::from(u64::MAX)).to_u64().unwrap());
        let log = if n > BigInt::ZERO { Some(n.bits() as i64 - 1) } else { None };
        assert_eq!(one(&n, log2).ok(), log);
        let below = if n.sign() == Sign::Minus { -1 } else { 0 };
        assert_eq!(one(&n, |n| shr(n, u64::MAX, Fresh)), below.into());
    }
    assert_eq!(one(&big("1"), |n| shl(n, MAX_SHIFT + 1, Fresh)), Err(BuiltinExn::Size));
    assert_eq!(one(&big("0"), |n| shl(n, u64::MAX, Fresh)), Ok(big("0")));
    assert_eq!(one(&big("0"), log2), Err(BuiltinExn::Domain));
}

#[test]
fn of_machine_integers() {
    for n in [0, 1, -1, i64::MAX, i64::MIN] {
        assert_eq!(of_i64(n, Fresh), n.into());
        assert_eq!(of_u64(n as u64, Fresh), (n as u64).into());
    }
}

#[test]
fn to_f64_rounds_to_nearest_even() {
    let to_f64 = |n: &BigInt| one(n, to_f64);
    assert_eq!(to_f64(&big("0")), 0.0);
    assert_eq!(to_f64(&big("-3")), -3.0);
    // 2^53 + 1 is a tie, 2^53 + 3 another.
    assert_eq!(to_f64(&big("9007199254740993")), 9007199254740992.0);
    assert_eq!(to_f64(&big("9007199254740995")), 9007199254740996.0);
    let one = BigInt::from(1);
    for shift in [12u64, 64, 65, 200, 900] {
        let tie = (big("9007199254740993") << shift, 9007199254740992.0 * 2f64.powi(shift as i32));
        assert_eq!(to_f64(&tie.0), tie.1);
        let above = 9007199254740994.0 * 2f64.powi(shift as i32);
        assert_eq!(to_f64(&(&tie.0 + &one)), above);
        assert_eq!(to_f64(&(&tie.0 - &one)), tie.1);
    }
    assert_eq!(to_f64(&(&one << 1023u32)), 2f64.powi(1023));
    assert_eq!(to_f64(&(&one << 1024u32)), f64::INFINITY);
    assert_eq!(to_f64(&(&one - (&one << 1024u32))), f64::NEG_INFINITY);
    assert_eq!(to_f64(&((&one << 1024u32) - (&one << 970u32))), f64::INFINITY);
    assert_eq!(to_f64(&((&one << 1024u32) - (&one << 970u32) - &one)), f64::MAX);
}

#[test]
fn of_f64_truncates() {
    let of_f64 = |x| of_f64(x, Fresh);
    assert_eq!(of_f64(-2.9), Ok(big("-2")));
    assert_eq!(of_f64(0.99), Ok(big("0")));
    assert_eq!(of_f64(-0.5), Ok(big("0")));
    assert_eq!(of_f64(5e-324), Ok(big("0")));
    assert_eq!(of_f64(1e22), Ok(big("10000000000000000000000")));
    assert_eq!(of_f64(-2251799813685249.5), Ok(big("-2251799813685249")));
    assert_eq!(of_f64(f64::MAX).map(|n| one(&n, to_f64)), Ok(f64::MAX));
    assert_eq!(of_f64(f64::NAN), Err(BuiltinExn::Domain));
    assert_eq!(of_f64(f64::NEG_INFINITY), Err(BuiltinExn::Overflow));
}

#[test]
fn texts_agree() {
    for base in [2u32, 3, 10, 16, 36] {
        for digits in [1u32, 19, 20, 40, 570, 571, 1140, 1200, 5000, 9121] {
            let power = BigInt::from(base).pow(digits);
            for n in [&power - 1, -&power, &power + 1, &power / 7] {
                let text = one(&n, |n| to_str(n, base.into())).unwrap();
                assert_eq!(text, n.to_str_radix(base), "{digits} digits");
                assert_eq!(parse(text.as_bytes(), base.into(), Fresh), Some(n));
            }
        }
    }
    assert_eq!(parse(&[b'0'; 5000], 10, Fresh), Some(BigInt::ZERO));
}

#[test]
fn what_is_text_of_a_number() {
    assert_eq!(parse(b"~ff", 16, Fresh), Some(big("-255")));
    assert_eq!(parse(b"FF", 16, Fresh), Some(big("255")));
    assert_eq!(parse(b"+12", 10, Fresh), Some(big("12")));
    for bad in [&b""[..], b"-", b"--1", b"1_000", b" 1", b"12a", b"1.0", b"\xff"] {
        assert_eq!(parse(bad, 10, Fresh), None);
    }
    assert_eq!(parse(b"1", 1, Fresh), None);
    assert_eq!(one(&big("-255"), |n| to_str(n, 16)).unwrap(), "-ff");
    assert_eq!(one(&big("0"), |n| to_str(n, 2)).unwrap(), "0");
    assert_eq!(one(&big("1"), |n| to_str(n, 37)), Err(BuiltinExn::Domain));
}
