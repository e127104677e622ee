//! `tests/fail`: programs that are rejected, with the whole message in `.err`
//! beside. The exit code is 1.

use crate::files::{programs, root};
use crate::{Kont, compare};
use libtest_mimic::{Failed, Trial};
use std::path::Path;

/// A test for every program.
pub fn trials(kont: &Kont) -> Vec<Trial> {
    let programs = programs("tests/fail").into_iter();
    let trials = programs.map(|(name, path)| {
        let kont = kont.clone();
        Trial::test(name.clone(), move || check(&kont, &name, &path).map_err(Failed::from))
    });
    trials.collect()
}

fn check(kont: &Kont, name: &str, program: &Path) -> Result<(), String> {
    let ended = kont.command(&["check", name]).folder(&root().join("tests/fail")).run();
    if ended.code != Some(1) {
        return Err(format!("{}, expected exit code 1\n{}", ended.status, ended.err()));
    }
    if !ended.stdout.is_empty() {
        return Err("something was written to standard output".to_owned());
    }
    compare(&program.with_extension("err"), &ended.stderr)
}
