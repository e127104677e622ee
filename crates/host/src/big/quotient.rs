//! Quotients and remainders of magnitudes.
//!
//! Where the quotient is much shorter than the divisor, it is that of their highest limbs, but for
//! one case in 2^64. So a quotient of one limb takes a few multiplications whatever the divisor,
//! and a remainder one round over it.

use super::limbs;
use super::product::multiply;
use super::scratch::with_scratch;
use std::cmp::Ordering;

/// Limbs of a quotient from which halves are quicker than digits.
const HALVES: usize = 50;

/// `quotient = a / b`, and the remainder if it is wanted; true if that is not zero.
///
/// `b` is not zero and not longer than `a`. `quotient` has the limbs of `a` without those of `b`
/// and one more, `rest` those of `b`.
pub(super) fn divide(quotient: &mut [u64], rest: Option<&mut [u64]>, a: &[u64], b: &[u64]) -> bool {
    if let [b] = b {
        quotient.copy_from_slice(a);
        let remainder = divide_in_place(quotient, *b);
        if let Some(rest) = rest {
            rest[0] = remainder;
        }
        return remainder != 0;
    }
    let enough = quotient.len() + 2;
    if b.len() <= enough {
        return match rest {
            Some(rest) => divide_whole(quotient, rest, a, b),
            None => with_scratch(b.len(), |rest| divide_whole(quotient, rest, a, b)),
        };
    }
    let below = b.len() - enough;
    let certain = with_scratch(enough, |rest| {
        divide_whole(quotient, rest, &a[below..], &b[below..]);
        limbs::compare(limbs::trimmed(rest), limbs::trimmed(quotient)) == Ordering::Greater
    });
    match rest {
        None if certain => true,
        None => with_scratch(b.len() + 1, |room| what_is_left(quotient, room, a, b)),
        Some(rest) => with_scratch(b.len() + 1, |room| {
            let some = what_is_left(quotient, room, a, b);
            rest.copy_from_slice(&room[..b.len()]);
            some
        }),
    }
}

/// `rest = a % b`, of the length of `b`, which is not zero; true if anything is left.
pub(super) fn remainder(rest: &mut [u64], a: &[u64], b: &[u64]) -> bool {
    if a.len() >= b.len() {
        return with_scratch(a.len() - b.len() + 1, |quotient| divide(quotient, Some(rest), a, b));
    }
    rest[..a.len()].copy_from_slice(a);
    rest[a.len()..].fill(0);
    !a.is_empty()
}

/// `rest = a - quotient * b`; a quotient that is one too large becomes right. True if anything is
/// left. The difference has one limb more than `b`, which says whether it is below zero.
fn what_is_left(quotient: &mut [u64], rest: &mut [u64], a: &[u64], b: &[u64]) -> bool {
    let known = a.len().min(rest.len());
    rest[..known].copy_from_slice(&a[..known]);
    rest[known..].fill(0);
    let used = limbs::trimmed(quotient).len();
    if used < HALVES {
        for (i, limb) in quotient[..used].iter().enumerate() {
            let count = b.len().min(rest.len() - i);
            let carry = limbs::sub_mul(&mut rest[i..i + count], &b[..count], *limb);
            if let Some(above) = rest.get_mut(i + count) {
                *above = above.wrapping_sub(carry);
            }
        }
    } else {
        with_scratch(used + b.len(), |product| {
            multiply(product, &quotient[..used], b);
            limbs::sub_from(rest, &product[..rest.len()]);
        });
    }
    if rest[b.len()] != 0 {
        limbs::decrement(quotient);
        limbs::add_to(rest, b);
    }
    rest.iter().any(|limb| *limb != 0)
}

/// Quotient and remainder by a divisor of more than one limb; true if that is not zero.
fn divide_whole(quotient: &mut [u64], rest: &mut [u64], a: &[u64], b: &[u64]) -> bool {
    // The highest bit of the divisor is moved to the top.
    let bits = b[b.len() - 1].leading_zeros();
    with_scratch(a.len() + 1 + b.len(), |room| {
        let (dividend, divisor) = room.split_at_mut(a.len() + 1);
        dividend[a.len()] = limbs::shl(&mut dividend[..a.len()], a, bits);
        limbs::shl(divisor, b, bits);
        for (i, part) in quotient.chunks_mut(b.len()).enumerate().rev() {
            let (start, count) = (i * b.len(), part.len() + b.len());
            by_halves(part, &mut dividend[start..start + count], divisor);
        }
        limbs::shr(rest, &dividend[..b.len()], bits);
    });
    rest.iter().any(|limb| *limb != 0)
}

/// Divides by a number whose highest bit is set; the dividend becomes the remainder. The quotient
/// is not longer than the divisor, and the dividend as long as both.
///
/// A long quotient is found by halves, each by as many of the divisor's highest limbs, which the
/// others correct: that costs as much as some products. Burnikel and Ziegler, Fast Recursive
/// Division.
fn by_halves(quotient: &mut [u64], dividend: &mut [u64], divisor: &[u64]) {
    let (k, n) = (quotient.len(), divisor.len());
    if k < HALVES {
        return digit_by_digit(quotient, dividend, divisor);
    }
    if k == n {
        let (low, high) = quotient.split_at_mut(k / 2);
        by_halves(high, &mut dividend[k / 2..], divisor);
        return by_halves(low, &mut dividend[..k / 2 + n], divisor);
    }
    let (low, high) = divisor.split_at(n - k);
    if dividend[n..] == *high {
        quotient.fill(u64::MAX);
        dividend[n..].fill(0);
        limbs::add_to(&mut dividend[n - k..=n], high);
    } else {
        by_halves(quotient, &mut dividend[n - k..], high);
    }
    with_scratch(n, |taken| {
        multiply(taken, quotient, low);
        limbs::sub_from(&mut dividend[..=n], taken);
    });
    // At most twice: the divisor's highest limbs say nearly all.
    while dividend[n] != 0 {
        limbs::decrement(quotient);
        limbs::add_to(&mut dividend[..=n], divisor);
    }
}

/// As [`by_halves`], a limb of the quotient after the other.
///
/// Knuth, The Art of Computer Programming, volume 2, algorithm D, with quotients of three limbs by
/// two, which are one too large at most.
fn digit_by_digit(quotient: &mut [u64], dividend: &mut [u64], divisor: &[u64]) {
    let n = divisor.len();
    let high = TwoLimbs::new(divisor[n - 1], divisor[n - 2]);
    for i in (0..quotient.len()).rev() {
        let part = &mut dividend[i..=i + n];
        let mut digit = high.quotient(part[n], part[n - 1], part[n - 2]);
        let taken = limbs::sub_mul(&mut part[..n], divisor, digit);
        let (top, below) = part[n].overflowing_sub(taken);
        part[n] = top;
        if below {
            digit -= 1;
            limbs::add_to(part, divisor);
        }
        quotient[i] = digit;
    }
}

/// `n /= by`; the remainder.
pub(super) fn divide_in_place(n: &mut [u64], by: u64) -> u64 {
    let bits = by.leading_zeros();
    let by = OneLimb::new(by << bits);
    n.iter_mut().rev().fold(0, |rest, limb| {
        // The limb's highest bits belong to the remainder that came before.
        let high = rest << bits | *limb >> 1 >> (63 - bits);
        let (digit, rest) = by.divide(high, *limb << bits);
        *limb = digit;
        rest >> bits
    })
}

/// A divisor whose highest bit is set, and its reciprocal.
///
/// Möller and Granlund, Improved Division by Invariant Integers.
struct OneLimb {
    limb: u64,
    /// The quotient of 2^128 - 1 by the divisor, without 2^64.
    reciprocal: u64,
}

impl OneLimb {
    fn new(limb: u64) -> OneLimb {
        OneLimb { limb, reciprocal: (u128::MAX / u128::from(limb)) as u64 }
    }

    /// Quotient and remainder of two limbs, the higher one less than the divisor.
    fn divide(&self, high: u64, low: u64) -> (u64, u64) {
        let estimate = u128::from(self.reciprocal) * u128::from(high)
            + (u128::from(high) << 64 | u128::from(low));
        let mut quotient = ((estimate >> 64) as u64).wrapping_add(1);
        let mut rest = low.wrapping_sub(quotient.wrapping_mul(self.limb));
        if rest > estimate as u64 {
            quotient = quotient.wrapping_sub(1);
            rest = rest.wrapping_add(self.limb);
        }
        if rest >= self.limb {
            (quotient.wrapping_add(1), rest - self.limb)
        } else {
            (quotient, rest)
        }
    }
}

/// The two highest limbs of a divisor whose highest bit is set, and their reciprocal.
struct TwoLimbs {
    limbs: u128,
    /// The quotient of 2^192 - 1 by them, without 2^64.
    reciprocal: u64,
}

impl TwoLimbs {
    fn new(high: u64, low: u64) -> TwoLimbs {
        let mut reciprocal = OneLimb::new(high).reciprocal;
        let (mut rest, wrapped) = high.wrapping_mul(reciprocal).overflowing_add(low);
        if wrapped {
            reciprocal -= 1;
            if rest >= high {
                reciprocal -= 1;
                rest -= high;
            }
            rest = rest.wrapping_sub(high);
        }
        let limbs = u128::from(high) << 64 | u128::from(low);
        let product = u128::from(reciprocal) * u128::from(low);
        let (rest, wrapped) = rest.overflowing_add((product >> 64) as u64);
        if wrapped {
            reciprocal -= 1;
            if u128::from(rest) << 64 | u128::from(product as u64) >= limbs {
                reciprocal -= 1;
            }
        }
        TwoLimbs { limbs, reciprocal }
    }

    /// The quotient of three limbs; the greatest limb, if it is not less than 2^64.
    fn quotient(&self, high: u64, middle: u64, low: u64) -> u64 {
        let two = u128::from(high) << 64 | u128::from(middle);
        if two >= self.limbs {
            return u64::MAX;
        }
        let estimate = (u128::from(self.reciprocal) * u128::from(high)).wrapping_add(two);
        let mut quotient = (estimate >> 64) as u64;
        let top = middle.wrapping_sub(quotient.wrapping_mul((self.limbs >> 64) as u64));
        let mut rest = (u128::from(top) << 64 | u128::from(low))
            .wrapping_sub(self.limbs)
            .wrapping_sub(u128::from(self.limbs as u64) * u128::from(quotient));
        quotient = quotient.wrapping_add(1);
        if (rest >> 64) as u64 >= estimate as u64 {
            quotient = quotient.wrapping_sub(1);
            rest = rest.wrapping_add(self.limbs);
        }
        if rest >= self.limbs { quotient.wrapping_add(1) } else { quotient }
    }
}
