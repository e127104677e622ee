//! Every interpreter agrees with the reference, before and after every pass, on
//! programs by chance. `cargo xtask fuzz` runs more of them, and native code.

use kont_fuzz::{Config, disagreement, generate, run_all};
use std::time::{Duration, Instant};

/// Where the time is over, the rest is left to `cargo xtask fuzz`.
const TIME: Duration = Duration::from_secs(45);

const PROGRAMS: u64 = 1000;

/// Every program is run, or the time is used: not a few of them by accident.
#[test]
fn interpreters_agree() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let workers: Vec<_> = (0..threads)
        .map(|first| {
            let worker = std::thread::Builder::new().stack_size(256 << 20);
            worker.spawn(move || run(first, threads)).expect("a thread")
        })
        .collect();
    let run: u64 = workers.into_iter().map(|worker| worker.join().expect("all agree")).sum();
    println!("{run} programs");
    assert!(run > 0);
}

fn run(first: u64, step: u64) -> u64 {
    let start = Instant::now();
    let mut run = 0;
    for seed in (first..PROGRAMS).step_by(step as usize) {
        if start.elapsed() > TIME {
            break;
        }
        let module = generate(seed, &Config::varied(seed));
        let runs = run_all(&module, 300_000);
        if let Some((reference, other)) = disagreement(&runs) {
            panic!(
                "seed {seed}: {} says\n{}\n{} says\n{}\nrun `cargo xtask fuzz --seed {seed} --count 1` to make it small",
                reference.oracle, reference.outcome, other.oracle, other.outcome
            );
        }
        run += 1;
    }
    run
}
