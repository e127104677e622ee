//! Every interpreter agrees with the reference, before and after every pass, on
//! programs by chance. `cargo xtask fuzz` runs more of them, and native code.

use kont_fuzz::{Config, End, disagreement, generate, run_all};

const PROGRAMS: u64 = 1000;

/// Most programs that may take more steps than the reference is given, and so show nothing.
const MOST_EXHAUSTED: usize = 100;

#[test]
fn interpreters_agree() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let workers: Vec<_> = (0..threads)
        .map(|first| {
            let worker = std::thread::Builder::new().stack_size(256 << 20);
            worker.spawn(move || run(first, threads)).expect("a thread")
        })
        .collect();
    let exhausted: usize =
        workers.into_iter().map(|worker| worker.join().expect("all agree")).sum();
    assert!(exhausted <= MOST_EXHAUSTED, "{exhausted} of {PROGRAMS} programs are too long");
}

/// Runs the programs of a thread; gives how many were too long to be compared.
fn run(first: u64, step: u64) -> usize {
    let mut exhausted = 0;
    for seed in (first..PROGRAMS).step_by(step as usize) {
        let module = generate(seed, &Config::varied(seed));
        let runs = run_all(&module, 300_000);
        exhausted += usize::from(runs[0].outcome.end == End::Exhausted);
        if let Some((reference, other)) = disagreement(&runs) {
            panic!(
                "seed {seed}: {} says\n{}\n{} says\n{}\nrun `cargo xtask fuzz --seed {seed} --count 1` to make it small",
                reference.oracle, reference.outcome, other.oracle, other.outcome
            );
        }
    }
    exhausted
}
