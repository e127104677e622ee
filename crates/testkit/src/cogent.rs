//! `tests/cogent`: programs in Cogent whose comments say what calls of their functions give.
//!
//! ```text
//! -- flags: -DSIZE=4 -I included
//! -- run: swap (1, True) => (True, 1)
//! ```
//! Every call is made through every oracle, and all must print this as their only line. Each
//! program is compiled to an object too, which is all that can be done with functions whose
//! values cannot be written.

use crate::files::{headers, programs, root};
use crate::{Child, Kont, Scratch};
use libtest_mimic::{Failed, Trial};
use std::path::Path;

/// The ways to run a program.
const ORACLES: &[(&str, &[&str])] = &[
    ("anf", &["eval", "--at", "anf"]),
    ("cps", &["eval", "--at", "cps"]),
    ("flow", &["eval", "--at", "flow"]),
    ("flow-imperative", &["eval", "--at", "flow-imperative"]),
    ("run-O0", &["run", "-O0"]),
    ("run-O1", &["run", "-O1"]),
    ("run-O2", &["run", "-O2"]),
    ("run-O3", &["run", "-O3"]),
    ("run-unions", &["run", "-O2", "--union-variants"]),
];

/// The ways to compile a program.
const BUILDS: &[(&str, &[&str])] = &[
    ("build-O0", &["build", "-O0", "--emit", "obj"]),
    ("build-O2", &["build", "-O2", "--emit", "obj"]),
];

/// A call, and what it gives.
#[derive(Clone, Debug)]
struct Call {
    function: String,
    arg: Option<String>,
    result: String,
}

/// A test for every program and oracle. Files in folders below are for the programs to include.
///
/// # Panics
/// Panics if a program cannot be read.
pub fn trials(kont: &Kont) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (name, path) in programs("tests/cogent") {
        if name.contains('/') {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{name}: {e}"));
        let flags: Vec<String> = headers(&text, "flags").flat_map(words).collect();
        let calls: Vec<Call> = headers(&text, "run").map(|line| call(&line)).collect();
        for (oracle, command) in ORACLES.iter().filter(|_| !calls.is_empty()) {
            let (kont, flags, file, calls) =
                (kont.clone(), flags.clone(), name.clone(), calls.clone());
            trials.push(Trial::test(format!("{name} {oracle}"), move || {
                let start = || program(kont.command(command), &flags, &file);
                calls.iter().try_for_each(|call| check(start(), call)).map_err(Failed::from)
            }));
        }
        for (way, command) in BUILDS {
            let (kont, flags, file) = (kont.clone(), flags.clone(), name.clone());
            trials.push(Trial::test(format!("{name} {way}"), move || {
                let folder = Scratch::new();
                let object = folder.file("program.o");
                let command = kont.command(command).arg("-o").arg(&object);
                compiles(program(command, &flags, &file), &object).map_err(Failed::from)
            }));
        }
    }
    trials
}

fn words(flags: String) -> Vec<String> {
    flags.split_whitespace().map(str::to_owned).collect()
}

/// `f ARG => RESULT`, or without an argument.
fn call(line: &str) -> Call {
    let (called, result) =
        line.rsplit_once(" => ").unwrap_or_else(|| panic!("no result in `{line}`"));
    let (function, arg) = match called.trim().split_once(' ') {
        Some((function, arg)) => (function, Some(arg.trim().to_owned())),
        None => (called.trim(), None),
    };
    Call { function: function.to_owned(), arg, result: result.trim().to_owned() }
}

fn program(command: Child, flags: &[String], file: &str) -> Child {
    command.args(flags).arg(file).folder(&root().join("tests/cogent"))
}

fn check(start: Child, call: &Call) -> Result<(), String> {
    let ended = start.arg(&call.function).args(&call.arg).run();
    if ended.code == Some(0) && ended.out() == format!("{}\n", call.result) {
        return Ok(());
    }
    let Call { function, arg, result } = call;
    let arg = arg.as_deref().unwrap_or_default();
    let (out, err) = (ended.out(), ended.err());
    Err(format!("{function} {arg}: {}, {out}expected {result}\n{err}", ended.status))
}

fn compiles(command: Child, object: &Path) -> Result<(), String> {
    let ended = command.run();
    if ended.code == Some(0) && object.exists() {
        return Ok(());
    }
    Err(format!("{}\n{}", ended.status, ended.err()))
}
