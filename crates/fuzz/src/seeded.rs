//! The test of the fuzzer itself: for each fault of [`faults`] it is run until a program fails.
//! The theorems of IL find the rest of them, in a test of theirs.

use faults::{Fault, THEOREMS};
use std::path::Path;
use std::process::Command;
use std::time::Instant;

/// The number of programs after which a fault counts as not found.
const MOST_PROGRAMS: u64 = 30_000;

/// The minutes after which it does.
const MOST_MINUTES: &str = "20";

/// Runs this executable once for each fault whose name contains `only`; gives how many were not found.
pub(crate) fn seeded(executable: &Path, only: Option<&str>) -> usize {
    if !faults::on_at_all() {
        eprintln!("this fuzzer has no faults: `cargo xtask fuzz --seeded` builds one that has");
        return 1;
    }
    let (mut missed, mut asked) = (0, 0);
    for fault in Fault::ALL.iter().filter(|fault| fault.finder() != THEOREMS) {
        if only.is_some_and(|only| !fault.name().contains(only)) {
            continue;
        }
        asked += 1;
        let start = Instant::now();
        let found = search(executable, *fault);
        let found_text = found.as_deref().unwrap_or("NOT FOUND");
        println!("{:<26} {found_text}, {:.0} s", fault.name(), start.elapsed().as_secs_f64());
        missed += usize::from(found.is_none());
    }
    println!("{} of {asked} faults were found", asked - missed);
    missed
}

/// The number of programs it took, and the oracle that found the fault. Only the oracle that
/// should see it is asked, which takes a twentieth of the time: all together find it as soon, or sooner.
fn search(executable: &Path, fault: Fault) -> Option<String> {
    let mut command = Command::new(executable);
    command.env("KONT_FAULT", fault.name());
    command.args(["--until-found", "--minutes", MOST_MINUTES, "--oracle", fault.finder()]);
    command.args(["--count", &MOST_PROGRAMS.to_string()]);
    if fault.finder() == "anf" {
        command.arg("--sml");
    }
    if fault.finder().starts_with("jit") {
        command.arg("--native");
    }
    let output = command.output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().find_map(|line| line.strip_prefix("found ")).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use faults::{Fault, THEOREMS};
    use std::collections::HashSet;

    #[test]
    fn there_are_faults_of_every_kind() {
        let count =
            |is: fn(&str) -> bool| Fault::ALL.iter().filter(|fault| is(fault.finder())).count();
        let passes = count(|finder| finder.starts_with("cps ") || finder.contains("optimised"));
        let (collector, code) =
            (count(|finder| finder.ends_with("stress")), count(|finder| finder == "jit -O0"));
        assert!(passes >= 10 && collector >= 5 && code >= 5, "{passes}, {collector}, {code}");
        assert!(count(|finder| finder == "anf") >= 10);
        assert!(count(|finder| finder == THEOREMS) >= 10);
        let names: HashSet<&str> = Fault::ALL.iter().map(|fault| fault.name()).collect();
        assert_eq!(names.len(), Fault::ALL.len());
        for fault in Fault::ALL {
            assert!(fault.about().ends_with('.'), "{}", fault.name());
        }
    }
}
