//! Large programs are analysed, checked and assigned in little time, counted
//! on the processor, so that others on the machine do not matter.
#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

extern crate kont_il as il;

use std::fmt::Write;

/// Nanoseconds that this thread has run.
fn processor_time() -> u64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("a kernel that says");
    let time = text.split(' ').next().and_then(|word| word.parse().ok());
    time.filter(|time| *time > 0).expect("a kernel that counts")
}

/// A straight line; all variables are used at the end, or each by the next.
fn line(size: usize, all_live: bool) -> String {
    let mut text = "let x0 = 1 in\n".to_owned();
    (1..size).for_each(|i| writeln!(text, "let x{i} = x{} + {i} in", i - 1).unwrap());
    if all_live {
        (1..size).for_each(|i| write!(text, "x{i} + ").unwrap());
    }
    text + "x0"
}

/// Functions in a row, each applied by the next; each may need a variable more
/// than the one before.
fn row(size: usize, globals: bool) -> String {
    let mut text = "fun f0 (x) = x in\n".to_owned();
    for i in 1..size {
        let more = if globals { format!("let v{i} = {i} in ") } else { String::new() };
        let arg = if globals { format!("x + v{i}") } else { "x + 1".to_owned() };
        writeln!(text, "{more}fun f{i} (x) = if x then f{} ({arg}) else x in", i - 1).unwrap();
    }
    write!(text, "f{} (1)", size - 1).unwrap();
    text
}

/// Nested functions; the innermost needs all that is bound around it.
fn nest(size: usize) -> String {
    let mut text = String::new();
    (0..size).for_each(|i| writeln!(text, "fun f{i} (x{i}) =").unwrap());
    (0..size).for_each(|i| write!(text, "x{i} + ").unwrap());
    text.push('1');
    (0..size).rev().for_each(|i| write!(text, "\nin f{i} (1)").unwrap());
    text
}

/// The time to analyse, to check and to assign a program, the least of so many.
fn times(text: &str, runs: usize) -> [u64; 3] {
    let program = il::parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error:?}"));
    let time = |work: &dyn Fn()| {
        let once = |_| {
            let start = processor_time();
            work();
            processor_time() - start
        };
        (0..runs).map(once).min().unwrap_or(0)
    };
    [
        time(&|| assert!(!flow::Liveness::of_outline(program.outline()).outline().vars.is_empty())),
        time(&|| assert!(il::unavailable(&program).is_empty())),
        time(&|| assert!(il::assign(&program).is_ok())),
    ]
}

#[test]
fn two_seconds_suffice() {
    let limit = if cfg!(debug_assertions) { 20_000_000_000 } else { 2_000_000_000 };
    for (what, text) in [
        ("a straight line", line(100_000, false)),
        ("a straight line with all live", line(100_000, true)),
        ("functions in a row", row(10_000, false)),
        ("functions in a row with all live", row(10_000, true)),
        ("nested functions with all live", nest(10_000)),
    ] {
        let times = times(&text, 3);
        println!("{what}: {:?} ms", times.map(|time| time / 1_000_000));
        assert!(times.iter().all(|time| *time < limit), "{what}: {times:?} ns");
    }
}

/// Four times the program takes four times the time where live sets are small; it would be sixteen
/// times if anything were quadratic.
#[test]
fn time_is_linear_where_live_sets_are_small() {
    for (what, small, large) in [
        ("a straight line", line(50_000, false), line(200_000, false)),
        ("functions in a row", row(5_000, false), row(20_000, false)),
    ] {
        let (small, large) = (times(&small, 3), times(&large, 3));
        for (small, large) in small.into_iter().zip(large) {
            // Ten is four times, and more for small caches and busy machines.
            assert!(large < 10 * small + 60_000_000, "{what}: {small} ns, then {large} ns");
        }
    }
}
