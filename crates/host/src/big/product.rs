//! Products of magnitudes: row by row, then by halves, then by transforms.

use super::limbs;
use super::scratch::with_scratch;
use super::transform;
use std::cmp::Ordering;

/// Limbs of both factors from which halves are quicker than rows.
const HALVES: usize = 40;
/// Limbs of both factors from which transforms are quicker than halves.
const TRANSFORMS: usize = 6000;

/// `out = a * b`; `out` has as many limbs as both together.
pub(super) fn multiply(out: &mut [u64], a: &[u64], b: &[u64]) {
    let (a, b) = if a.len() < b.len() { (b, a) } else { (a, b) };
    let n = b.len();
    if n < HALVES {
        return rows(out, a, b);
    }
    if n >= TRANSFORMS {
        return transform::multiply(out, a, b);
    }
    with_scratch(room_for_halves(n), |room| halves(&mut out[..2 * n], &a[..n], b, room));
    out[2 * n..].fill(0);
    for (i, part) in a.chunks(n).enumerate().skip(1) {
        with_scratch(part.len() + n, |product| {
            multiply(product, b, part);
            limbs::add_to(&mut out[i * n..], product);
        });
    }
}

/// One limb of `b` after the other.
fn rows(out: &mut [u64], a: &[u64], b: &[u64]) {
    let Some((first, rest)) = b.split_first() else {
        return out.fill(0);
    };
    out[a.len()] = limbs::mul(&mut out[..a.len()], a, *first);
    for (i, limb) in rest.iter().enumerate() {
        let (at, end) = (i + 1, i + 1 + a.len());
        out[end] = limbs::add_mul(&mut out[at..end], a, *limb);
    }
}

/// Limbs that [`halves`] of so many need: those of a product of halves and as many again, with one
/// more at each level.
fn room_for_halves(n: usize) -> usize {
    2 * n + 4 * usize::BITS as usize
}

/// A product of factors of one length by three products of halves, as Karatsuba found.
///
/// The one in the middle is `a0 b0 + a1 b1 - (a0 - a1) (b0 - b1)`.
fn halves(out: &mut [u64], a: &[u64], b: &[u64], room: &mut [u64]) {
    if a.len() < HALVES {
        return rows(out, a, b);
    }
    let half = a.len().div_ceil(2);
    let ((a0, a1), (b0, b1)) = (a.split_at(half), b.split_at(half));
    let (product, room) = room.split_at_mut(2 * half);
    let (a_apart, b_apart) = out[..2 * half].split_at_mut(half);
    let negative = apart(a_apart, a0, a1) != apart(b_apart, b0, b1);
    halves(product, a_apart, b_apart, room);
    let (low, high) = out.split_at_mut(2 * half);
    halves(low, a0, b0, room);
    halves(high, a1, b1, room);
    let middle = &mut room[..=2 * half];
    middle[2 * half] = limbs::add(&mut middle[..2 * half], low, high).into();
    if negative {
        limbs::add_to(middle, product);
    } else {
        limbs::sub_from(middle, product);
    }
    // The whole product has room for all of it, but perhaps not for zeros above it.
    let kept = middle.len().min(out.len() - half);
    limbs::add_to(&mut out[half..], &middle[..kept]);
}

/// `out = |a - b|`, where `b` may have a limb less; true if that is `b - a`.
fn apart(out: &mut [u64], a: &[u64], b: &[u64]) -> bool {
    let less = limbs::compare(limbs::trimmed(a), limbs::trimmed(b)) == Ordering::Less;
    if less {
        let (low, high) = out.split_at_mut(b.len());
        limbs::sub(low, b, &a[..b.len()]);
        high.fill(0);
    } else {
        limbs::sub(out, a, b);
    }
    less
}
