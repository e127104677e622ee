//! The generator writes everything there is.

use kont_fuzz::{Config, Coverage, generate};

#[test]
fn two_thousand_seeds_cover_everything() {
    let mut coverage = Coverage::default();
    for seed in 0..2000 {
        coverage.add(&generate(seed, &Config::varied(seed)));
    }
    assert_eq!(coverage.missing(), Vec::<String>::new());
    let rarest = coverage.counts().min_by_key(|(_, count)| *count);
    println!("{} things, the rarest {rarest:?}", coverage.counts().count());
}

#[test]
fn a_seed_gives_the_same_program() {
    let text = |seed| generate(seed, &Config::varied(seed)).to_string();
    for seed in 0..20 {
        assert_eq!(text(seed), text(seed));
    }
}

#[test]
fn every_program_is_well_formed() {
    // In the last, a value for `heap.size` is made that is a constant, and so no variable.
    for seed in (10_000..10_300).chain([6757]) {
        let module = generate(seed, &Config::varied(seed));
        let errors = anf::check(&module);
        assert!(errors.is_empty(), "seed {seed}: {errors:?}");
    }
}
