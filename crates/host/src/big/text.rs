//! Magnitudes as text: short ones some digits at a time, long ones by halves.

use super::limbs;
use super::product::multiply;
use super::quotient::{divide, divide_in_place};
use super::scratch::with_scratch;
use std::cmp::Ordering;

/// Limbs of digits that are written and read some at a time.
const SHORT: usize = 30;

/// A radix, and how many of its digits fit a limb.
struct Radix {
    base: u32,
    /// Digits that fit any limb.
    digits: usize,
    /// The radix to the power of that.
    power: u64,
}

impl Radix {
    fn new(base: u32) -> Radix {
        let digits = u64::MAX.ilog(base.into());
        Radix { base, digits: digits as usize, power: u64::from(base).pow(digits) }
    }

    /// The radix to the power of the digits of a short text, its square, the square of that and so
    /// on, while they have fewer digits than this.
    fn powers(&self, most: usize) -> Vec<Vec<u64>> {
        let mut all: Vec<Vec<u64>> = vec![];
        let mut digits = SHORT * self.digits;
        while digits < most {
            let next = match all.last() {
                None => (0..SHORT).fold(vec![1], |power, _| self.continued(power, self.power, 0)),
                Some(last) => product(last, last),
            };
            all.push(next);
            digits *= 2;
        }
        all
    }

    /// `n * factor + more`.
    fn continued(&self, mut n: Vec<u64>, factor: u64, more: u64) -> Vec<u64> {
        let carry = n.iter_mut().fold(more, |carry, limb| {
            let sum = u128::from(*limb) * u128::from(factor) + u128::from(carry);
            *limb = sum as u64;
            (sum >> 64) as u64
        });
        n.extend((carry != 0).then_some(carry));
        n
    }

    /// Fills the text with the lowest digits, and zeros above them.
    fn write(&self, n: &[u64], powers: &[Vec<u64>], text: &mut [u8]) {
        let n = limbs::trimmed(n);
        let Some((power, rest)) = powers.split_last() else {
            return self.write_short(&mut n.to_vec(), text);
        };
        let (high, low) = text.split_at_mut(text.len() - (SHORT * self.digits << rest.len()));
        if limbs::compare(n, power) == Ordering::Less {
            high.fill(b'0');
            return self.write(n, rest, low);
        }
        with_scratch(n.len() + 1, |room| {
            let (quotient, remainder) = room.split_at_mut(n.len() - power.len() + 1);
            divide(quotient, Some(remainder), n, power);
            self.write(quotient, rest, high);
            self.write(remainder, rest, low);
        });
    }

    fn write_short(&self, n: &mut [u64], text: &mut [u8]) {
        let mut length = n.len();
        for digits in text.rchunks_mut(self.digits) {
            let rest = divide_in_place(&mut n[..length], self.power);
            length = limbs::trimmed(&n[..length]).len();
            // By a constant the compiler divides more quickly.
            match self.base {
                10 => fill(digits, rest, 10),
                base => fill(digits, rest, base.into()),
            }
        }
    }

    fn read_short(&self, text: &[u8]) -> Vec<u64> {
        let digit = |digit: u8| u64::from(char::from(digit).to_digit(self.base).unwrap_or(0));
        text.rchunks(self.digits).rev().fold(vec![], |n, digits| {
            let part = digits.iter().fold(0, |n, each| n * u64::from(self.base) + digit(*each));
            self.continued(n, self.power, part)
        })
    }
}

/// Fills the text with the lowest digits, and zeros above them.
#[inline(always)]
fn fill(text: &mut [u8], mut n: u64, base: u64) {
    for digit in text.iter_mut().rev() {
        *digit = b"0123456789abcdefghijklmnopqrstuvwxyz"[(n % base) as usize];
        n /= base;
    }
}

/// In radix 2..36, lower case, after the sign.
pub(super) fn to_str(sign: &str, n: &[u64], base: u32) -> String {
    let radix = Radix::new(base);
    // At least as many digits as there are.
    let most = (n.len() as f64 * 64.0 / f64::from(base).log2()) as usize + 1;
    let powers = radix.powers(most);
    let length = if powers.is_empty() { most } else { SHORT * radix.digits << powers.len() };
    let mut text = vec![b'0'; length];
    radix.write(n, &powers, &mut text);
    let zeros = text.iter().take_while(|digit| **digit == b'0').count().min(length - 1);
    [sign, str::from_utf8(&text[zeros..]).expect("digits are ASCII")].concat()
}

/// Reads digits of either case that are known to be of the radix; the highest limbs may be zero.
pub(super) fn parse(digits: &[u8], base: u32) -> Vec<u64> {
    let radix = Radix::new(base);
    // Parts, lowest first; then pairs of them, until one is left.
    let parts = digits.rchunks(SHORT * radix.digits);
    let mut parts: Vec<Vec<u64>> = parts.map(|part| radix.read_short(part)).collect();
    for power in radix.powers(digits.len()) {
        let pairs = parts.chunks(2).map(|pair| match pair {
            [low, high] => {
                let mut sum = product(high, &power);
                sum.push(0);
                limbs::add_to(&mut sum, low);
                sum
            }
            _ => pair.concat(),
        });
        parts = pairs.collect();
    }
    parts.concat()
}

fn product(a: &[u64], b: &[u64]) -> Vec<u64> {
    let mut product = vec![0; a.len() + b.len()];
    multiply(&mut product, a, b);
    product.truncate(limbs::trimmed(&product).len());
    product
}
