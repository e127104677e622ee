//! Constants, most of them at the edges.

use super::Generator;
use prim::Const;
use std::sync::Arc;
use types::Width;

const STRINGS: &[&[u8]] = &[
    b"",
    b"a",
    b"abc",
    b"\0",
    b"\xff\xfe",
    b"12",
    b"-45",
    b"~7",
    b"1.5e3",
    b"-inf",
    b"nan",
    b"zz",
    b"0x1",
    b"the quick brown fox jumps over the dog",
    b"\n\t\"\\",
    b"340282366920938463463374607431768211456",
];

const FLOATS: &[f64] = &[
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    1.5,
    2.5,
    3.0,
    10.0,
    100.25,
    -7.75,
    1e10,
    1e300,
    -1e300,
    1e-310,
    5e-324,
    f64::MAX,
    f64::MIN_POSITIVE,
    f64::EPSILON,
    9007199254740993.0,
    9223372036854775807.0,
    -9223372036854775808.0,
    2147483647.0,
    2147483648.0,
    -129.0,
    127.5,
    32767.5,
];

impl Generator<'_> {
    /// An integer of a width.
    pub(super) fn int_const(&mut self, width: Width) -> Const {
        let (mask, top) = (width.mask(), 1 << (width.bits() - 1));
        let bits = match self.rng.below(12) {
            0 => 0,
            1 => mask,
            2 => top,
            3 => top - 1,
            4 => self.rng.bits(),
            5 => 1u64 << self.rng.below(64),
            6 => (1u64 << self.rng.below(64)).wrapping_sub(1),
            7 => (self.rng.below(100) as u64).wrapping_neg(),
            8..=9 => self.rng.below(100) as u64,
            _ => self.rng.below(8) as u64,
        };
        Const::Int(width, bits & mask)
    }

    fn float(&mut self) -> f64 {
        match self.rng.below(10) {
            0 => f64::NAN,
            1 => f64::INFINITY,
            2 => f64::NEG_INFINITY,
            3 => self.rng.below(1000) as f64 / 8.0,
            4 => {
                let x = f64::from_bits(self.rng.bits());
                if x.is_nan() { 2.0 } else { x }
            }
            5 => self.rng.bits() as i64 as f64,
            _ => self.rng.pick(FLOATS),
        }
    }

    pub(super) fn f64_const(&mut self) -> Const {
        let x = self.float();
        Const::F64(if x.is_nan() { 0x7ff8 << 48 } else { x.to_bits() })
    }

    pub(super) fn f32_const(&mut self) -> Const {
        let x = self.float() as f32;
        Const::F32(if x.is_nan() { 0x7fc0 << 16 } else { x.to_bits() })
    }

    pub(super) fn str_const(&mut self) -> Const {
        Const::str(self.rng.pick(STRINGS))
    }

    pub(super) fn big_const(&mut self) -> Const {
        let Const::Int(_, bits) = self.int_const(Width::I64) else {
            unreachable!("an integer constant")
        };
        let small = num_bigint::BigInt::from(bits as i64);
        // Around the limits of an immediate, of a word, and far from both.
        let shift = self.rng.pick(&[0u32, 0, 0, 1, 31, 62, 70]);
        Const::Big(Arc::new(small << shift))
    }
}
