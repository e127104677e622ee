//! Programs by chance that end in an exception nobody handles: each has the same backtrace in
//! every interpreter and in native code.

use fuzz::{End, Language, Native, Run, Subject, disagreement};

/// The number of programs.
const PROGRAMS: usize = 100;

/// Others than those of other tests.
const FIRST: u64 = 20_000;

const INTERPRETERS: [&str; 3] = ["cps", "flow", "flow, imperative"];

const NATIVE: [&str; 2] = ["jit -O0", "jit -O2"];

#[test]
fn a_hundred_backtraces() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let workers: Vec<_> = (0..threads)
        .map(|worker| {
            let thread = std::thread::Builder::new().stack_size(256 << 20);
            let programs = PROGRAMS.div_ceil(threads);
            thread.spawn(move || run(FIRST + worker as u64, threads, programs)).expect("a thread")
        })
        .collect();
    workers.into_iter().for_each(|worker| worker.join().expect("all agree"));
}

/// Runs programs from a seed on, until so many have ended in an exception.
fn run(first: u64, step: usize, mut left: usize) {
    let native = Native::new(env!("CARGO_BIN_EXE_kont"));
    for seed in (first..).step_by(step) {
        if left == 0 {
            break;
        }
        let subject = Subject::generate(seed, Language::Anf);
        let mut runs: Vec<Run> = subject.run(Some(INTERPRETERS[0]));
        let End::Uncaught(Some(report)) = &runs[0].outcome.end else { continue };
        if !report.contains("\n  at ") {
            continue;
        }
        left -= 1;
        INTERPRETERS[1..].iter().for_each(|oracle| runs.extend(subject.run(Some(oracle))));
        NATIVE.iter().for_each(|oracle| runs.extend(subject.run_native(&native, Some(oracle))));
        if let Some((reference, other)) = disagreement(&runs) {
            panic!(
                "seed {seed}: {} says\n{}\n{} says\n{}\nrun `cargo xtask fuzz --native --seed {seed} --count 1` to make it small",
                reference.oracle, reference.outcome, other.oracle, other.outcome
            );
        }
    }
}
