//! `tests/run`: every program through every oracle. All must agree with the
//! file `.out` beside the program, and with `.exit` (0 where there is none).
//!
//! Beside a program may stand: `.in`, its standard input; `.args`, an argument
//! a line; `.err`, whose lines standard error must contain in this order (of an
//! interpreter, which knows no positions, the first). In the program, `;; skip: WORD,... because REASON`
//! or the same in `(* ... *)` leaves out the oracles whose names contain a word.
//!
//! A program in IL has other oracles (see [`IL_ORACLES`]). Its free variables are set by
//! `(* set: n=3 m=5 *)`; beside it may stand `.script`, which answers its actions
//! and which native code has no use for, and `.imperative`, what it prints in the
//! imperative reading where that is not what it prints in the functional one.
//! All of its oracles know positions.

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
    frames: &'static str,
}

/// Frames are on a stack where the program allows it.
const AUTO: &str = "auto";
const HEAP: &str = "heap";

#[derive(Clone, Copy, Debug)]
enum How {
    Interpreter(&'static str),
    InMemory,
    InMemoryUnderStress,
    Executable,
    /// Rename apart, assign registers, read imperatively.
    Assigned,
}

/// The reference comes first: it is what `BLESS=1` believes.
const ORACLES: &[Oracle] = &[
    Oracle { name: "anf", how: How::Interpreter("anf"), level: "-O0", frames: AUTO },
    Oracle { name: "cps-O0", how: How::Interpreter("cps"), level: "-O0", frames: AUTO },
    Oracle { name: "cps-O2", how: How::Interpreter("cps"), level: "-O2", frames: AUTO },
    Oracle { name: "flow-O0-heap", how: How::Interpreter("flow"), level: "-O0", frames: HEAP },
    Oracle { name: "flow-O2", how: How::Interpreter("flow"), level: "-O2", frames: AUTO },
    Oracle {
        name: "flow-imperative",
        how: How::Interpreter("flow-imperative"),
        level: "-O2",
        frames: AUTO,
    },
    Oracle { name: "jit-O0", how: How::InMemory, level: "-O0", frames: AUTO },
    Oracle { name: "jit-O2", how: How::InMemory, level: "-O2", frames: AUTO },
    Oracle { name: "jit-stress", how: How::InMemoryUnderStress, level: "-O2", frames: AUTO },
    Oracle {
        name: "jit-O0-heap-stress",
        how: How::InMemoryUnderStress,
        level: "-O0",
        frames: HEAP,
    },
    Oracle { name: "exe-O0-heap", how: How::Executable, level: "-O0", frames: HEAP },
    Oracle { name: "exe-O2", how: How::Executable, level: "-O2", frames: AUTO },
];

/// The oracles of programs in IL, which allocate nothing and so have no collections.
const IL_ORACLES: &[Oracle] = &[
    Oracle { name: "flow", how: How::Interpreter("flow"), level: "-O0", frames: AUTO },
    Oracle {
        name: "imperative",
        how: How::Interpreter("flow-imperative"),
        level: "-O0",
        frames: AUTO,
    },
    Oracle { name: "assigned", how: How::Assigned, level: "-O0", frames: AUTO },
    Oracle { name: "jit-O0", how: How::InMemory, level: "-O0", frames: AUTO },
    Oracle { name: "jit-O2", how: How::InMemory, level: "-O2", frames: AUTO },
    Oracle { name: "exe-O0", how: How::Executable, level: "-O0", frames: AUTO },
    Oracle { name: "exe-O2", how: How::Executable, level: "-O2", frames: AUTO },
];

fn is_il(program: &Path) -> bool {
    program.extension().is_some_and(|ending| ending == "il")
}

fn oracles(program: &Path) -> Vec<Oracle> {
    if !is_il(program) {
        // What front ends write differs little in what the collector sees of it.
        let is_anf = program.extension().is_some_and(|ending| ending == "anf");
        let able = |oracle: &&Oracle| is_anf || oracle.name != "jit-O0-heap-stress";
        return ORACLES.iter().filter(able).copied().collect();
    }
    let scripted = program.with_extension("script").exists();
    let able = |oracle: &&Oracle| !(scripted && oracle.is_native());
    IL_ORACLES.iter().filter(able).copied().collect()
}

/// A test for every program and oracle.
///
/// # Panics
/// Panics if a program cannot be read.
pub fn trials(kont: &Kont) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (name, path) in programs("tests/run") {
        let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let skipped = skipped(&String::from_utf8_lossy(&bytes));
        for oracle in oracles(&path) {
            if skipped.iter().any(|word| oracle.name.contains(word.as_str())) {
                continue;
            }
            let (kont, path) = (kont.clone(), path.clone());
            trials.push(Trial::test(format!("{name} {}", oracle.name), move || {
                check(&kont, &path, oracle).map_err(Failed::from)
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
    let file = expected_output(program, oracle);
    if bless() && (oracle.name == "anf" || is_il(program) && oracle.name == "flow") {
        compare(&file, &ended.stdout)?;
    }
    let out = std::fs::read(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    if out != ended.stdout {
        return Err(format!("standard output: {}", difference(&out, &ended.stdout)));
    }
    let messages = std::fs::read_to_string(program.with_extension("err")).unwrap_or_default();
    let wanted = if oracle.is_native() || is_il(program) { usize::MAX } else { 1 };
    // After register assignment the program is another text, with places of its own.
    let known = |line: &&str| !(oracle.name == "assigned" && line.contains(".il:"));
    match missing(messages.lines().take(wanted).filter(known), &ended.err()) {
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
            How::Interpreter(_) | How::Assigned => false,
        }
    }
}

/// The file with what the program prints.
fn expected_output(program: &Path, oracle: Oracle) -> PathBuf {
    let imperative = program.with_extension("imperative");
    if is_il(program) && oracle.name == "imperative" && imperative.exists() {
        return imperative;
    }
    program.with_extension("out")
}

/// The command, up to the program's arguments.
fn start(kont: &Kont, program: &Path, oracle: Oracle, folder: &Scratch) -> Result<Child, String> {
    let settings = settings(program);
    let frames = ["--frames", oracle.frames];
    let run =
        || kont.command(&["run", oracle.level]).args(frames).args(settings.clone()).arg(program);
    match oracle.how {
        How::Interpreter(at) => {
            let command = kont.command(&["eval", "--at", at, oracle.level]).args(frames);
            let command = command.args(settings);
            Ok(command.args(script(program)).arg(program))
        }
        How::InMemory => Ok(run()),
        How::InMemoryUnderStress => Ok(run().env("KONT_GC_STRESS", "1").env("KONT_SANITY", "1")),
        How::Executable => {
            let path = folder.file("program");
            let build = kont.command(&["build", oracle.level, "-o"]).arg(&path);
            succeeds(build.args(frames).args(settings).arg(program))?;
            Ok(Child::new(path))
        }
        How::Assigned => {
            let registers = folder.file("registers.il");
            succeeds(kont.command(&["il", "assign", "-o"]).arg(&registers).arg(program))?;
            let command = kont.command(&["eval", "--at", "flow-imperative"]).args(settings);
            Ok(command.args(script(program)).arg(&registers))
        }
    }
}

fn succeeds(command: Child) -> Result<(), String> {
    let ended = command.run();
    if ended.code == Some(0) {
        return Ok(());
    }
    Err(format!("{}\n{}", ended.status, streams(&ended)))
}

/// `--set` for each word of the header `set`.
fn settings(program: &Path) -> Vec<String> {
    let text = std::fs::read(program).unwrap_or_default();
    let value = header(&String::from_utf8_lossy(&text), "set").unwrap_or_default();
    let words = value.split_whitespace();
    words.flat_map(|word| ["--set".to_owned(), word.to_owned()]).collect()
}

fn script(program: &Path) -> Vec<String> {
    let path = program.with_extension("script");
    if !path.exists() {
        return Vec::new();
    }
    vec!["--script".to_owned(), path.to_string_lossy().into_owned()]
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
