//! Signatures of C functions: some that are on every boundary of the conventions, and some by
//! chance.

use base::rng::Rng;
use c_abi::{Alternative, CTy, Signature};
use fuzz::c_type;

/// So many signatures by chance, after those of the boundaries; the same for the same seed.
pub(crate) fn signatures(seed: u64, by_chance: usize) -> Vec<Signature> {
    let rng = &mut Rng::new(seed);
    let types = boundaries();
    // Each type is a parameter once and a result once, beside a neighbour of another size.
    let results = types.iter().cycle().skip(types.len() / 2 + 1);
    let mut all: Vec<_> = types
        .iter()
        .zip(results)
        .map(|(param, result)| Signature { param: param.clone(), result: result.clone() })
        .collect();
    all.extend((0..by_chance).map(|_| Signature { param: c_type(rng), result: c_type(rng) }));
    all
}

/// Scalars, structs of every size up to two registers and a little more, and large ones.
fn boundaries() -> Vec<CTy> {
    let mut types = vec![CTy::Int(8), CTy::Int(16), CTy::Int(32), CTy::Int(64), CTy::Ptr];
    types.extend([CTy::Bool, CTy::Unit]);
    types.extend((0..=18).map(|n| CTy::structure(vec![CTy::Int(8); n])));
    types.extend((1..=9).map(|n| CTy::structure(vec![CTy::Int(16); n])));
    types.extend((1..=5).map(|n| CTy::structure(vec![CTy::Int(32); n])));
    types.extend([1, 2, 3, 7, 100].map(|n| CTy::structure(vec![CTy::Int(64); n])));
    types.extend(
        [CTy::Int(8), CTy::Int(16), CTy::Int(32), CTy::Bool, CTy::Ptr].into_iter().flat_map(
            |small| {
                let (before, after) = ([small.clone(), CTy::Int(64)], [CTy::Int(64), small]);
                [CTy::structure(before), CTy::structure(after)]
            },
        ),
    );
    let tagged = |types: &[CTy]| {
        let alternatives =
            types.iter().zip(0..).map(|(ty, tag)| Alternative { tag, ty: ty.clone() });
        CTy::Tagged(alternatives.collect())
    };
    let pair = CTy::structure([CTy::Int(64), CTy::Bool]);
    types.extend([
        tagged(&[]),
        tagged(&[CTy::Unit]),
        tagged(&[CTy::Int(8), CTy::Int(16)]),
        tagged(&[CTy::Int(64), CTy::Int(8)]),
        tagged(&[CTy::Int(8), pair, CTy::Unit]),
        tagged(&[CTy::structure([]), tagged(&[CTy::Bool, CTy::Int(32)])]),
    ]);
    types
}
