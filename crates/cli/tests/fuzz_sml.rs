//! Programs in Standard ML by chance, through native code: what they print is what they must.

use fuzz::{Language, NATIVE, Native, Run, Subject, disagreement};

/// Others than those that `crates/fuzz/tests/sml.rs` runs through the interpreters.
const SEEDS: std::ops::Range<u64> = 1000..1050;

/// Each program by every other oracle, so that each oracle has half of them.
#[test]
fn native_code_prints_what_it_must() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let workers: Vec<_> = (0..threads)
        .map(|first| {
            let worker = std::thread::Builder::new().stack_size(256 << 20);
            worker.spawn(move || run(first, threads)).expect("a thread")
        })
        .collect();
    workers.into_iter().for_each(|worker| worker.join().expect("all agree"));
}

fn run(first: u64, step: u64) {
    let native = Native::new(env!("CARGO_BIN_EXE_kont"));
    for seed in SEEDS.skip(first as usize).step_by(step as usize) {
        let subject = Subject::generate(seed, Language::Sml);
        let mut runs: Vec<Run> = subject.run(Some("anf"));
        for oracle in NATIVE.iter().skip(seed as usize % 2).step_by(2) {
            runs.extend(subject.run_native(&native, Some(oracle)));
        }
        if let Some((reference, other)) = disagreement(&runs) {
            panic!(
                "seed {seed}: {} says\n{}\n{} says\n{}\nrun `cargo xtask fuzz --sml --native --seed {seed} --count 1` to make it small",
                reference.oracle, reference.outcome, other.oracle, other.outcome
            );
        }
    }
}
