//! Bits of integers: shifts, and two's complement without end.

use super::{Number, Room, limbs};

/// Limbs and bits of an amount of bits.
fn split(amount: u64) -> (usize, u32) {
    ((amount / 64) as usize, (amount % 64) as u32)
}

/// Shift left.
pub(super) fn shl<R: Room>(n: Number<'_>, amount: u64, room: R) -> R::Whole {
    let (below, bits) = split(amount);
    let len = n.limbs.len();
    room.fill(below + len + 1, |out| {
        out[..below].fill(0);
        out[below + len] = limbs::shl(&mut out[below..below + len], n.limbs, bits);
        n.negative
    })
}

/// Shift right, rounding down.
pub(super) fn shr<R: Room>(n: Number<'_>, amount: u64, room: R) -> R::Whole {
    let most = n.limbs.len() as u64 * 64;
    let (below, bits) = split(amount.min(most));
    let (lost, kept) = n.limbs.split_at(below);
    let some_lost = lost.iter().any(|limb| *limb != 0)
        || kept.first().is_some_and(|limb| limb & !(u64::MAX << bits) != 0);
    room.fill(kept.len() + 1, |out| {
        let (high, low) = out.split_last_mut().expect("at least a limb");
        limbs::shr(low, kept, bits);
        *high = 0;
        if n.negative && some_lost {
            limbs::increment(out);
        }
        n.negative
    })
}

/// What an operation on bits makes of two integers.
pub(super) fn bitwise<R: Room>(
    a: Number<'_>,
    b: Number<'_>,
    op: impl Fn(u64, u64) -> u64,
    room: R,
) -> R::Whole {
    // One limb more for the sign.
    room.fill(a.limbs.len().max(b.limbs.len()) + 1, |out| {
        let (a, b) = (complement(a), complement(b));
        for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
            *out = op(a, b);
        }
        let negative = out.last().is_some_and(|high| *high >> 63 == 1);
        if negative {
            out.iter_mut().for_each(|limb| *limb = !*limb);
            limbs::increment(out);
        }
        negative
    })
}

/// The limbs in two's complement, without end.
fn complement(n: Number<'_>) -> impl Iterator<Item = u64> {
    let mut carry = n.negative;
    n.limbs.iter().copied().chain(std::iter::repeat(0)).map(move |limb| {
        if !n.negative {
            return limb;
        }
        let (limb, overflow) = (!limb).overflowing_add(u64::from(carry));
        carry = overflow;
        limb
    })
}
