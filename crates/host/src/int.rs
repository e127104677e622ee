//! Formatting of 64-bit integers.

use crate::BuiltinExn;

/// The radix, if there are digits for it; raises Domain.
pub(crate) fn radix(radix: i64) -> Result<u32, BuiltinExn> {
    if (2..=36).contains(&radix) { Ok(radix as u32) } else { Err(BuiltinExn::Domain) }
}

/// A signed integer in radix 2..36, lower case, `-` for the sign; raises Domain.
pub fn i64_to_str(n: i64, base: i64) -> Result<String, BuiltinExn> {
    let digits = u64_to_str(n.unsigned_abs(), base)?;
    Ok(if n < 0 { format!("-{digits}") } else { digits })
}

/// An unsigned integer in radix 2..36, lower case; raises Domain.
pub fn u64_to_str(mut n: u64, base: i64) -> Result<String, BuiltinExn> {
    let base = radix(base)?;
    if base == 10 {
        return Ok(n.to_string());
    }
    let mut digits = Vec::new();
    loop {
        digits.extend(char::from_digit((n % u64::from(base)) as u32, base));
        n /= u64::from(base);
        if n == 0 {
            return Ok(digits.iter().rev().collect());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_radix() {
        assert_eq!(i64_to_str(0, 2).unwrap(), "0");
        assert_eq!(i64_to_str(-255, 16).unwrap(), "-ff");
        assert_eq!(i64_to_str(i64::MIN, 10).unwrap(), "-9223372036854775808");
        assert_eq!(i64_to_str(i64::MIN, 2).unwrap(), format!("-1{}", "0".repeat(63)));
        assert_eq!(u64_to_str(u64::MAX, 36).unwrap(), "3w5e11264sgsf");
        assert_eq!(u64_to_str(u64::MAX, 10).unwrap(), "18446744073709551615");
        for base in [-1, 0, 1, 37, i64::MAX] {
            assert_eq!(i64_to_str(7, base), Err(BuiltinExn::Domain));
            assert_eq!(u64_to_str(7, base), Err(BuiltinExn::Domain));
        }
        for base in 2..=36 {
            let text = i64_to_str(-123_456_789, base).unwrap();
            assert_eq!(i64::from_str_radix(&text, base as u32), Ok(-123_456_789));
        }
    }
}
