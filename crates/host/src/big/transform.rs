//! Products of long magnitudes by number-theoretic transforms.
//!
//! Limbs are the coefficients of polynomials. Their values at the powers of a root of one are
//! multiplied, modulo three primes, whose remainders tell each coefficient of the product. The
//! cost is that of `n log n` products of single limbs.

/// Primes below 2^62, less one each a multiple of 2^55, and a generator of each: all other numbers
/// are its powers.
const PRIMES: [(u64, u64); 3] = [
    (4_179_340_454_199_820_289, 3),
    (1_945_555_039_024_054_273, 5),
    (2_485_986_994_308_513_793, 5),
];

/// `out = a * b`; `out` has as many limbs as both together.
pub(super) fn multiply(out: &mut [u64], a: &[u64], b: &[u64]) {
    let length = out.len().next_power_of_two();
    let fields = PRIMES.map(|(prime, _)| Field::new(prime));
    let remainders = [0, 1, 2].map(|i| fields[i].convolution(a, b, length, PRIMES[i].1));
    let whole = Whole::new(fields);
    let mut carry = [0, 0];
    for (i, out) in out.iter_mut().enumerate() {
        (*out, carry) = whole.limb([0, 1, 2].map(|prime| remainders[prime][i]), carry);
    }
}

/// Arithmetic modulo a prime. Numbers that are multiplied with are kept times 2^64.
///
/// Montgomery, Modular Multiplication Without Trial Division.
struct Field {
    prime: u64,
    /// Times the prime it is 1, modulo 2^64.
    inverse: u64,
    /// 1, times 2^64.
    one: u64,
}

impl Field {
    fn new(prime: u64) -> Field {
        // Each step doubles the bits that are right, of which three are at first.
        let inverse = (0..5).fold(prime, |inverse, _| {
            inverse.wrapping_mul(2u64.wrapping_sub(prime.wrapping_mul(inverse)))
        });
        Field { prime, inverse, one: ((1 << 64) % u128::from(prime)) as u64 }
    }

    /// `a * b / 2^64`; `b` is less than the prime.
    #[inline(always)]
    fn mul(&self, a: u64, b: u64) -> u64 {
        let product = u128::from(a) * u128::from(b);
        let factor = (product as u64).wrapping_mul(self.inverse);
        let taken = (u128::from(factor) * u128::from(self.prime) >> 64) as u64;
        let (rest, below) = ((product >> 64) as u64).overflowing_sub(taken);
        if below { rest.wrapping_add(self.prime) } else { rest }
    }

    #[inline(always)]
    fn add(&self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        sum.min(sum.wrapping_sub(self.prime))
    }

    #[inline(always)]
    fn sub(&self, a: u64, b: u64) -> u64 {
        let rest = a.wrapping_sub(b);
        rest.min(rest.wrapping_add(self.prime))
    }

    /// A number as one to multiply with.
    fn factor(&self, n: u64) -> u64 {
        let shifted = u128::from(n % self.prime) << 64;
        (shifted % u128::from(self.prime)) as u64
    }

    /// A power of a number to multiply with, and so is that.
    fn power(&self, base: u64, exponent: u64) -> u64 {
        let squared = |n: u64| self.mul(n, n);
        (0..64).rev().fold(self.one, |power, bit| {
            let power = squared(power);
            if exponent >> bit & 1 == 1 { self.mul(power, base) } else { power }
        })
    }

    /// By this is multiplied what is to be divided.
    fn reciprocal(&self, n: u64) -> u64 {
        self.power(self.factor(n), self.prime - 2)
    }

    /// The remainders of the product's coefficients.
    fn convolution(&self, a: &[u64], b: &[u64], length: usize, generator: u64) -> Vec<u64> {
        let root = self.power(self.factor(generator), (self.prime - 1) / length as u64);
        let roots = self.roots(root, length);
        let mut values = self.values(a, &roots);
        // The product is divided by 2^64, so a factor of that is left to be made good.
        let scale = self.mul(self.reciprocal(length as u64), self.factor(self.one));
        for (value, other) in values.iter_mut().zip(self.values(b, &roots)) {
            *value = self.mul(self.mul(*value, other), scale);
        }
        self.backward(&mut values, &self.roots(self.power(root, self.prime - 2), length));
        values
    }

    /// Powers of a root of one, to multiply with: from `h` on `h` of them, of a root of order `2 h`.
    fn roots(&self, root: u64, length: usize) -> Vec<u64> {
        let mut roots = vec![self.one; length];
        for i in length / 2 + 1..length {
            roots[i] = self.mul(roots[i - 1], root);
        }
        for i in (1..length / 2).rev() {
            roots[i] = roots[2 * i];
        }
        roots
    }

    /// The values of a polynomial at the powers of the root, in the order of reversed bits.
    fn values(&self, limbs: &[u64], roots: &[u64]) -> Vec<u64> {
        let mut values: Vec<u64> = limbs.iter().map(|limb| self.mul(*limb, self.one)).collect();
        values.resize(roots.len(), 0);
        let mut half = roots.len() / 2;
        while half > 0 {
            for block in values.chunks_exact_mut(2 * half) {
                let (low, high) = block.split_at_mut(half);
                for ((a, b), root) in low.iter_mut().zip(high).zip(&roots[half..]) {
                    let apart = *a + self.prime - *b;
                    *a = self.add(*a, *b);
                    *b = self.mul(apart, *root);
                }
            }
            half /= 2;
        }
        values
    }

    /// The inverse of [`Self::values`], but for the factor of the length; the roots are its.
    fn backward(&self, values: &mut [u64], roots: &[u64]) {
        let mut half = 1;
        while half < values.len() {
            for block in values.chunks_exact_mut(2 * half) {
                let (low, high) = block.split_at_mut(half);
                for ((a, b), root) in low.iter_mut().zip(high).zip(&roots[half..]) {
                    let turned = self.mul(*b, *root);
                    *b = self.sub(*a, turned);
                    *a = self.add(*a, turned);
                }
            }
            half *= 2;
        }
    }
}

/// Numbers from their remainders by the three primes, which are `p`, `q` and `r`.
struct Whole {
    fields: [Field; 3],
    /// By these is multiplied what is to be divided by `p`, modulo `q` and `r`, and by `q`, modulo `r`.
    by_p: [u64; 2],
    by_q: u64,
    product: u128,
}

impl Whole {
    fn new(fields: [Field; 3]) -> Whole {
        let [p, q] = [fields[0].prime, fields[1].prime];
        Whole {
            by_p: [fields[1].reciprocal(p), fields[2].reciprocal(p)],
            by_q: fields[2].reciprocal(q),
            product: u128::from(p) * u128::from(q),
            fields,
        }
    }

    /// A coefficient with what is carried to it: its lowest limb, and what is carried on.
    ///
    /// It is `x + p (y + q z)`.
    fn limb(&self, [x, y, z]: [u64; 3], carry: [u64; 2]) -> (u64, [u64; 2]) {
        let [p, q, r] = &self.fields;
        // `p` is less than `3 q` and `2 r`.
        let y = q.mul(y + 3 * q.prime - x, self.by_p[0]);
        let z = r.sub(r.mul(z + 2 * r.prime - x, self.by_p[1]), y);
        let z = r.mul(z, self.by_q);
        let low = u128::from(p.prime) * u128::from(y) + u128::from(x);
        let middle = u128::from(self.product as u64) * u128::from(z);
        let high = (self.product >> 64) * u128::from(z);
        let word = |n: u128| n & u128::from(u64::MAX);
        let first = word(low) + word(middle) + u128::from(carry[0]);
        let second =
            (low >> 64) + (middle >> 64) + word(high) + u128::from(carry[1]) + (first >> 64);
        (first as u64, [second as u64, ((high >> 64) + (second >> 64)) as u64])
    }
}
