//! C types by chance.

use base::rng::Rng;
use c_abi::{Alternative, CTy};

/// Types are nested in one another so deep at most.
const DEEPEST: usize = 3;

/// A C type: a scalar, or a small struct or tagged union, nested and with padding.
pub fn c_type(rng: &mut Rng) -> CTy {
    nested(rng, 0)
}

fn nested(rng: &mut Rng, depth: usize) -> CTy {
    let deeper = if depth < DEEPEST { 30 } else { 0 };
    let make: fn(&mut Rng, usize) -> CTy = rng.weighted(&[
        (60, |rng, _| CTy::Int(rng.pick(&[8, 16, 32, 64]))),
        (10, |_, _| CTy::Ptr),
        (15, |_, _| CTy::Bool),
        (8, |_, _| CTy::Unit),
        (2 * deeper, |rng, depth| {
            let count = rng.weighted(&[(1, 0), (4, 1), (8, 2), (8, 3), (4, 5), (1, 12)]);
            CTy::structure((0..count).map(|_| nested(rng, depth + 1)))
        }),
        (deeper, |rng, depth| {
            let count = rng.weighted(&[(1, 0), (3, 1), (6, 2), (6, 3), (2, 5)]);
            // Tags are not dense, and some are above what an `int` holds.
            let first = rng.pick(&[0, 1, 7, u32::MAX - 20]);
            let tags = (first..).step_by(rng.between(1, 4)).take(count);
            let alternative = |tag| Alternative { tag, ty: nested(rng, depth + 1) };
            CTy::Tagged(tags.map(alternative).collect())
        }),
    ]);
    make(rng, depth)
}
