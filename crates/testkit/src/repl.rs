//! `tests/repl`: scripts for `kont repl`, with what they give in `.out` beside: standard output,
//! then what is on standard error and the exit code. Times and sizes are left out.

use crate::files::{programs, root};
use crate::{Kont, compare};
use libtest_mimic::{Failed, Trial};
use std::fs::read;
use std::path::Path;

/// A test for every script.
pub fn trials(kont: &Kont) -> Vec<Trial> {
    let scripts = programs("tests/repl").into_iter();
    let trials = scripts.map(|(name, path)| {
        let kont = kont.clone();
        Trial::test(name, move || check(&kont, &path).map_err(Failed::from))
    });
    trials.collect()
}

fn check(kont: &Kont, script: &Path) -> Result<(), String> {
    let text = read(script).map_err(|e| e.to_string())?;
    let ended = kont.command(&["repl"]).folder(&root().join("tests/repl")).input(text).run();
    let (out, err) = (without_times(&ended.out()), ended.err());
    let got = format!("{out}--- standard error\n{err}--- {}\n", ended.status);
    compare(&script.with_extension("out"), got.as_bytes())
}

/// What a session says, without what is another each time.
pub fn without_times(out: &str) -> String {
    let line = |line: &str| match line.starts_with("compiled in ") {
        true => "compiled in ...\n".to_owned(),
        false => line.to_owned(),
    };
    out.split_inclusive('\n').map(line).collect()
}
