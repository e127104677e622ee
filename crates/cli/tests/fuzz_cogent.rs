//! Programs in Cogent by chance, through native code: they print the result that they must.

use fuzz::{COGENT, Language, Native, Run, Subject, disagreement};

/// Others than those that `crates/fuzz/tests/cogent.rs` runs through the interpreters.
const SEEDS: std::ops::Range<u64> = 1000..1012;

/// Each program by every other oracle, so that each oracle has half of them.
#[test]
fn native_code_prints_what_it_must() {
    let native = Native::new(env!("CARGO_BIN_EXE_kont"));
    for seed in SEEDS {
        let subject = Subject::generate(seed, Language::Cogent);
        let mut runs: Vec<Run> = subject.run(Some("anf"));
        // Both levels, and variants of both kinds.
        for oracle in [COGENT[seed as usize % 2], COGENT[3 - seed as usize % 2]] {
            runs.extend(subject.run_native(&native, Some(oracle)));
        }
        if let Some((reference, other)) = disagreement(&runs) {
            panic!(
                "seed {seed}: {} says\n{}\n{} says\n{}\nrun `cargo xtask fuzz --cogent --native --seed {seed} --count 1` to make it small",
                reference.oracle, reference.outcome, other.oracle, other.outcome
            );
        }
    }
}
