//! Big integers: `host` computes with limbs, values have the library's numbers.

use host::big::{Number, Room};
use num_bigint::{BigInt, BigUint, Sign};

/// The limbs of an operand.
pub(super) struct Limbs {
    negative: bool,
    limbs: Vec<u64>,
}

impl Limbs {
    pub(super) fn of(n: &BigInt) -> Limbs {
        Limbs { negative: n.sign() == Sign::Minus, limbs: n.magnitude().to_u64_digits() }
    }

    pub(super) fn number(&self) -> Number<'_> {
        Number { negative: self.negative, limbs: &self.limbs }
    }
}

/// Where a result becomes a library's number.
pub(super) struct Fresh;

impl Room for Fresh {
    type Whole = BigInt;

    fn fill(self, limbs: usize, write: impl FnOnce(&mut [u64]) -> bool) -> BigInt {
        // As in a heap, what is there before means nothing.
        let mut limbs = vec![u64::MAX / 3; limbs];
        let sign = if write(&mut limbs) { Sign::Minus } else { Sign::Plus };
        let halves = limbs.iter().flat_map(|limb| [*limb as u32, (*limb >> 32) as u32]);
        BigInt::from_biguint(sign, BigUint::new(halves.collect()))
    }
}
