//! `tests/run`: every program through every oracle. All must agree with the
//! file `.out` beside the program, and with `.exit` (0 where there is none).
//!
//! Beside a program may stand: `.in`, its standard input; `.args`, an argument
//! a line; `.err`, whose lines standard error must contain in this order (of an
//! interpreter, which knows no positions, the first). In the program, `;; skip: WORD,... because REASON` leaves out the oracles whose
//! names contain a word.

use crate::bless::{bless, difference};
use crate::files::{header, programs};
use crate::{Child, Ended, Kont, Scratch, compare};
use libtest_mimic::{Failed, Trial};
use std::path::{Path, PathBuf};

/// A way to run a program.
#[derive(Clone, Copy, Debug)]
struct Oracle {
    name: &'static str,
    how: How,
    level: &'static str,
}

#[derive(Clone, Copy, Debug)]
enum How {
    Interpreter(&'static str),
    InMemory,
    InMemoryUnderStress,
    Executable,
}

/// The reference comes first: it is what `BLESS=1` believes.
const ORACLES: &[Oracle] = &[
    Oracle { name: "anf", how: How::Interpreter("anf"), level: "-O0" },
    Oracle { name: "cps-O0", how: How::Interpreter("cps"), level: "-O0" },
    Oracle { name: "cps-O2", how: How::Interpreter("cps"), level: "-O2" },
    Oracle { name: "flow-O0", how: How::Interpreter("flow"), level: "-O0" },
    Oracle { name: "flow-O2", how: How::Interpreter("flow"), level: "-O2" },
    Oracle { name: "flow-imperative", how: How::Interpreter("flow-imperative"), level: "-O2" },
    Oracle { name: "jit-O0", how: How::InMemory, level: "-O0" },
    Oracle { name: "jit-O2", how: How::InMemory, level: "-O2" },
    Oracle { name: "jit-stress", how: How::InMemoryUnderStress, level: "-O2" },
    Oracle { name: "exe-O0", how: How::Executable, level: "-O0" },
    Oracle { name: "exe-O2", how: How::Executable, level: "-O2" },
];

/// A test for every program and oracle.
///
/// # Panics
/// If a program cannot be read.
pub fn trials(kont: &Kont) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (name, path) in programs("tests/run") {
        let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let skipped = skipped(&String::from_utf8_lossy(&bytes));
        for oracle in ORACLES {
            if skipped.iter().any(|word| oracle.name.contains(word.as_str())) {
                continue;
            }
            let (kont, path) = (kont.clone(), path.clone());
            trials.push(Trial::test(format!("{name} {}", oracle.name), move || {
                check(&kont, &path, *oracle).map_err(Failed::from)
            }));
        }
    }
    trials
}

/// The words of `;; skip: a,b because REASON`.
fn skipped(text: &str) -> Vec<String> {
    let Some(value) = header(text, "skip") else { return Vec::new() };
    let words = value.split_once(" because ").map_or("", |(words, _)| words);
    words.split(',').map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()).collect()
}

fn check(kont: &Kont, program: &Path, oracle: Oracle) -> Result<(), String> {
    let folder = Scratch::new();
    let ended = start(kont, program, oracle, &folder)?
        .args(arguments(program))
        .input(std::fs::read(program.with_extension("in")).unwrap_or_default())
        .folder(folder.path())
        .run();
    let wanted = expected_code(program)?;
    if ended.code != Some(wanted) {
        return Err(format!("{}, expected exit code {wanted}\n{}", ended.status, streams(&ended)));
    }
    let file = program.with_extension("out");
    if bless() && oracle.name == "anf" {
        compare(&file, &ended.stdout)?;
    }
    let out = std::fs::read(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    if out != ended.stdout {
        return Err(format!("standard output: {}", difference(&out, &ended.stdout)));
    }
    let messages = std::fs::read_to_string(program.with_extension("err")).unwrap_or_default();
    let wanted = if oracle.is_native() { usize::MAX } else { 1 };
    match missing(messages.lines().take(wanted), &ended.err()) {
        Some(line) => Err(format!(
            "standard error does not contain `{line}` where expected:\n{}",
            ended.err()
        )),
        None => Ok(()),
    }
}

/// The first line that does not occur in the text after those before it.
fn missing<'l>(lines: impl Iterator<Item = &'l str>, text: &str) -> Option<&'l str> {
    let mut rest = text;
    for line in lines {
        match rest.split_once(line) {
            Some((_, after)) => rest = after,
            None => return Some(line),
        }
    }
    None
}

impl Oracle {
    fn is_native(self) -> bool {
        match self.how {
            How::InMemory | How::InMemoryUnderStress | How::Executable => true,
            How::Interpreter(_) => false,
        }
    }
}

/// The command, up to the program's arguments.
fn start(kont: &Kont, program: &Path, oracle: Oracle, folder: &Scratch) -> Result<Child, String> {
    let run = || kont.command(&["run", oracle.level]).arg(program);
    match oracle.how {
        How::Interpreter(at) => Ok(kont.command(&["eval", "--at", at, oracle.level]).arg(program)),
        How::InMemory => Ok(run()),
        How::InMemoryUnderStress => Ok(run().env("KONT_GC_STRESS", "1").env("KONT_SANITY", "1")),
        How::Executable => {
            let executable = executable(kont, program, oracle.level, folder)?;
            Ok(Child::new(executable))
        }
    }
}

/// Builds the program.
fn executable(
    kont: &Kont,
    program: &Path,
    level: &str,
    folder: &Scratch,
) -> Result<PathBuf, String> {
    let path = folder.file("program");
    let ended = kont.command(&["build", level, "-o"]).arg(&path).arg(program).run();
    if ended.code == Some(0) {
        Ok(path)
    } else {
        Err(format!("build: {}\n{}", ended.status, streams(&ended)))
    }
}

fn arguments(program: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(program.with_extension("args")).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

fn expected_code(program: &Path) -> Result<i32, String> {
    let path = program.with_extension("exit");
    match std::fs::read_to_string(&path) {
        Ok(text) => text.trim().parse().map_err(|e| format!("{}: {e}", path.display())),
        Err(_) => Ok(0),
    }
}

fn streams(ended: &Ended) -> String {
    format!("standard output:\n{}\nstandard error:\n{}", ended.out(), ended.err())
}
