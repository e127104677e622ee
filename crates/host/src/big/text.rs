//! Large integers as text, by halves: the library's way is quadratic.

use super::divide::magnitudes;
use num_bigint::BigUint;
use num_traits::{One, Zero};

/// Digits below which the library is quicker.
const SMALL: usize = 1200;

/// In radix 2..36, lower case.
pub(super) fn to_str(n: &BigUint, base: u32) -> String {
    // At least as many digits as there are.
    let digits = (n.bits() as f64 / f64::from(base).log2()) as usize + 1;
    if digits <= SMALL || base.is_power_of_two() {
        return n.to_str_radix(base);
    }
    let powers = powers(base, digits.div_ceil(2));
    let mut text = String::with_capacity(digits);
    write(n, base, &powers, &mut text);
    text
}

/// The radix to the power SMALL, its square, the square of that and so on, as far as `most` digits.
fn powers(base: u32, most: usize) -> Vec<BigUint> {
    let mut all = vec![BigUint::from(base).pow(SMALL as u32)];
    while SMALL << all.len() <= most {
        let last = &all[all.len() - 1];
        all.push(last * last);
    }
    all
}

/// Appends a number; behind others, with zeros before it, so that it has SMALL << powers.len() digits.
fn write(n: &BigUint, base: u32, powers: &[BigUint], text: &mut String) {
    let first = text.is_empty();
    let Some((power, rest)) = powers.split_last() else {
        let digits = if first && n.is_zero() { String::new() } else { n.to_str_radix(base) };
        if !first {
            text.extend(std::iter::repeat_n('0', SMALL - digits.len()));
        }
        text.push_str(&digits);
        return;
    };
    if first && n < power {
        return write(n, base, rest, text);
    }
    let (high, low) = magnitudes(n, power);
    if first {
        // There may be more than the first power's square.
        write(&high, base, if high < *power { rest } else { powers }, text);
    } else {
        write(&high, base, rest, text);
    }
    write(&low, base, rest, text);
}

/// Reads digits of either case that are known to be of the radix.
pub(super) fn parse(digits: &[u8], base: u32) -> Option<BigUint> {
    if digits.len() <= SMALL || base.is_power_of_two() {
        return BigUint::parse_bytes(digits, base);
    }
    // Values of SMALL digits each, lowest first; then pairs of them, until one is left.
    let parts = digits.rchunks(SMALL).map(|part| BigUint::parse_bytes(part, base));
    let mut parts = parts.collect::<Option<Vec<BigUint>>>()?;
    let mut power = BigUint::from(base).pow(SMALL as u32);
    while parts.len() > 1 {
        let pairs = parts.chunks(2).map(|pair| match pair {
            [low, high] => high * &power + low,
            _ => pair.iter().sum(),
        });
        parts = pairs.collect();
        power = if parts.len() > 1 { &power * &power } else { BigUint::one() };
    }
    parts.pop()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_the_library_writes_and_reads() {
        for base in [3, 10, 16, 36] {
            for digits in [
                1,
                SMALL - 1,
                SMALL,
                SMALL + 1,
                2 * SMALL,
                2 * SMALL + 1,
                7 * SMALL + 3,
                16 * SMALL,
            ] {
                let power = BigUint::from(base).pow(digits as u32);
                let third = &power / 7u32;
                for n in [&power - 1u32, power.clone(), &power + 1u32, third] {
                    let text = to_str(&n, base);
                    assert_eq!(text, n.to_str_radix(base), "{digits} digits");
                    assert_eq!(parse(text.as_bytes(), base), Some(n));
                }
            }
        }
        assert_eq!(parse(&[b'0'; 5 * SMALL], 10), Some(BigUint::zero()));
    }
}
