//! Division of large integers, by recursion on halves of the divisor.
//!
//! The library's division is quadratic. This one costs as much as some
//! multiplications of the same size: a number of two halves by one is divided
//! as if the divisor were its upper half, and the lower half corrects that.
//!
//! Burnikel and Ziegler, Fast Recursive Division.

use num_bigint::{BigInt, BigUint, Sign};
use num_integer::Integer;
use num_traits::{One, Zero};

/// Bits of divisor and quotient below which the library is quicker: measured, 60 to 120 limbs are alike.
const SMALL: u64 = 80 * 64;

/// Quotient towards zero and remainder; the divisor is not zero.
pub(crate) fn quot_rem(a: &BigInt, b: &BigInt) -> (BigInt, BigInt) {
    let (q, r) = magnitudes(a.magnitude(), b.magnitude());
    let sign = if a.sign() == b.sign() { Sign::Plus } else { Sign::Minus };
    (BigInt::from_biguint(sign, q), BigInt::from_biguint(a.sign(), r))
}

/// Quotient rounded down and remainder with the sign of the divisor, which is not zero.
pub(crate) fn div_mod(a: &BigInt, b: &BigInt) -> (BigInt, BigInt) {
    let (q, r) = quot_rem(a, b);
    if !r.is_zero() && r.sign() != b.sign() { (q - 1, r + b) } else { (q, r) }
}

/// Quotient and remainder.
pub(super) fn magnitudes(a: &BigUint, b: &BigUint) -> (BigUint, BigUint) {
    let n = b.bits();
    if n <= SMALL || a.bits() <= n + SMALL {
        return a.div_rem(b);
    }
    // Digits of n bits of the dividend, highest first.
    let mut quotient = BigUint::zero();
    let mut rest = BigUint::zero();
    for digit in digits(a, n).iter().rev() {
        let (q, r) = two_by_one((rest << n) | digit, b, n);
        quotient = (quotient << n) | q;
        rest = r;
    }
    (quotient, rest)
}

/// The digits of n bits, lowest first; by halves, so that each bit is copied a few times only.
fn digits(a: &BigUint, n: u64) -> Vec<BigUint> {
    if a.bits() <= n {
        return vec![a.clone()];
    }
    let low = a.bits().div_ceil(n) / 2;
    let mut all = digits(&low_bits(a, low * n), n);
    all.resize(low as usize, BigUint::zero());
    all.extend(digits(&(a >> (low * n)), n));
    all
}

fn low_bits(a: &BigUint, n: u64) -> BigUint {
    a & ((BigUint::one() << n) - 1u32)
}

/// Divides a, less than b * 2^n, by b, of n bits.
fn two_by_one(a: BigUint, b: &BigUint, n: u64) -> (BigUint, BigUint) {
    if a.bits() <= n + SMALL {
        return a.div_rem(b);
    }
    if n % 2 == 1 {
        let (q, r) = two_by_one(a << 1u32, &(b << 1u32), n + 1);
        return (q, r >> 1u32);
    }
    let half = n / 2;
    let divisor = (b >> half, low_bits(b, half));
    let middle = low_bits(&(&a >> half), half);
    let (high, r) = three_by_two(&a >> n, middle, b, &divisor, half);
    let (low, r) = three_by_two(r, low_bits(&a, half), b, &divisor, half);
    ((high << half) | low, r)
}

/// Divides a * 2^n + next by b, whose halves have n bits.
fn three_by_two(
    a: BigUint,
    next: BigUint,
    b: &BigUint,
    (high, low): &(BigUint, BigUint),
    n: u64,
) -> (BigUint, BigUint) {
    let (mut q, r) = if &a >> n == *high {
        ((BigUint::one() << n) - 1u32, a + high - (high << n))
    } else {
        two_by_one(a, high, n)
    };
    let taken = &q * low;
    let mut r = (r << n) | next;
    // At most twice: the upper half of the divisor says nearly all.
    while r < taken {
        q -= 1u32;
        r += b;
    }
    (q, r - taken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::rng::Rng;

    fn number(bits: u64, seed: u64) -> BigUint {
        let mut rng = Rng::new(seed);
        let halves = (0..bits.div_ceil(32)).map(|_| {
            let bits = rng.bits();
            // Long runs of ones and zeros now and then, where estimates go wrong.
            match bits >> 61 {
                0 => 0,
                1 | 2 => u32::MAX,
                _ => (bits >> 32) as u32,
            }
        });
        (BigUint::one() << bits) | low_bits(&BigUint::new(halves.collect()), bits)
    }

    #[test]
    fn as_the_library_divides() {
        let sizes = [1, 100, SMALL - 1, SMALL + 1, 2 * SMALL, 3 * SMALL + 7, 9 * SMALL + 1];
        for (i, a) in sizes.iter().enumerate() {
            for (j, b) in sizes.iter().enumerate() {
                for seed in 0..4 {
                    let a = number(a + SMALL * seed * 3, i as u64 * 100 + seed);
                    let b = number(*b, j as u64 * 1000 + seed);
                    assert_eq!(magnitudes(&a, &b), a.div_rem(&b));
                    let product = &a * &b;
                    assert_eq!(magnitudes(&product, &b), (a.clone(), BigUint::zero()));
                    let last = product - 1u32;
                    assert_eq!(magnitudes(&last, &b), (&a - 1u32, &b - 1u32));
                }
            }
        }
        let ones = (BigUint::one() << (4 * SMALL)) - 1u32;
        let half = (BigUint::one() << (2 * SMALL)) - 1u32;
        assert_eq!(magnitudes(&ones, &half), ones.div_rem(&half));
    }
}
