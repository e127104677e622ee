//! The test of the fuzzer itself: for each fault of [`faults`] it is run until a program fails.
//! The theorems of IL find the rest of them, in a test of theirs.

use faults::{Fault, THEOREMS, THREADS};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use testkit::Child;

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
        let found = match fault.finder() {
            THREADS => programs_with_threads(&executable.with_file_name("kont"), *fault),
            _ => search(executable, *fault),
        };
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

/// The time after which a program with threads has got stuck.
const STUCK: Duration = Duration::from_secs(60);

/// The first program with threads that prints something else than it should, though without the
/// fault it does not, and the number of runs it took: as it is, then with a collection at every
/// check. The command is that beside this executable, with the faults.
fn programs_with_threads(kont: &Path, fault: Fault) -> Option<String> {
    let mut runs = 0;
    for stress in [false, true] {
        for (program, expected) in programs() {
            runs += 1;
            let goes_wrong = |fault: Option<Fault>| {
                let mut child = Child::new(kont).args(["run", "-O2"]).arg(&program).patience(STUCK);
                if stress {
                    child = child.env("KONT_GC_STRESS", "1");
                }
                if let Some(fault) = fault {
                    child = child.env("KONT_FAULT", fault.name());
                }
                sorted(&child.run().stdout) != sorted(&expected)
            };
            if goes_wrong(Some(fault)) && !goes_wrong(None) {
                let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
                return Some(format!("by {name} after {runs} runs"));
            }
        }
    }
    None
}

/// The programs with threads, and what they print.
fn programs() -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    for folder in ["tests/threads", "tests/run/sml"] {
        let files = std::fs::read_dir(testkit::root().join(folder)).into_iter().flatten();
        let mut programs: Vec<PathBuf> = files.filter_map(|file| Some(file.ok()?.path())).collect();
        programs.retain(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            ["cml-", "thread-", "cont-"].iter().any(|start| name.starts_with(start))
                && path.extension().is_some_and(|ending| ending == "sml")
                && !path.with_extension("in").exists()
        });
        programs.sort();
        found.extend(programs.into_iter().filter_map(|path| {
            let expected = std::fs::read(path.with_extension("out")).ok()?;
            Some((path, expected))
        }));
    }
    found
}

/// The lines in alphabetical order, as the order of turns is not fixed.
fn sorted(text: &[u8]) -> Vec<String> {
    let mut lines: Vec<String> = String::from_utf8_lossy(text).lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

#[cfg(test)]
mod tests {
    use faults::{Fault, THEOREMS, THREADS};
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
        assert!(count(|finder| finder == THREADS) >= 4);
        let names: HashSet<&str> = Fault::ALL.iter().map(|fault| fault.name()).collect();
        assert_eq!(names.len(), Fault::ALL.len());
        for fault in Fault::ALL {
            assert!(fault.about().ends_with('.'), "{}", fault.name());
        }
    }
}
