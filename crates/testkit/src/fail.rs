//! `tests/fail`: programs that are rejected, with the whole message in `.err`
//! beside. The exit code is 1. On every guilty line stands `; ERROR text` or
//! `(* ERROR text *)`, a part of what is said about it. A header `(* command: il assign *)`
//! names the command, which is `check` where there is none.

use crate::files::{header, programs, root};
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
    let bytes = std::fs::read(program).map_err(|e| e.to_string())?;
    let text = String::from_utf8_lossy(&bytes);
    let command = header(&text, "command").unwrap_or_else(|| "check".to_owned());
    let words: Vec<&str> = command.split_whitespace().chain([name]).collect();
    let ended = kont.command(&words).folder(&root().join("tests/fail")).run();
    if ended.code != Some(1) {
        return Err(format!("{}, expected exit code 1\n{}", ended.status, ended.err()));
    }
    if !ended.stdout.is_empty() {
        return Err("something was written to standard output".to_owned());
    }
    check_marks(&text, &errors(&ended.err()))?;
    compare(&program.with_extension("err"), &ended.stderr)
}

/// An error: its line, 0 for none, and all that is said, without the program.
struct Error {
    line: usize,
    said: String,
}

fn errors(drawn: &str) -> Vec<Error> {
    let mut errors: Vec<Error> = Vec::new();
    for line in drawn.lines() {
        if line.starts_with("error: ") {
            errors.push(Error { line: 0, said: String::new() });
        }
        let Some(error) = errors.last_mut() else { continue };
        if let Some((_, place)) = line.split_once("┌─ ") {
            error.line =
                place.rsplit(':').nth(1).and_then(|number| number.parse().ok()).unwrap_or(0);
        } else if mark(line).is_none() {
            error.said.push_str(line);
            error.said.push('\n');
        }
    }
    errors
}

/// What a line says about its error.
fn mark(line: &str) -> Option<String> {
    let (_, mark) = line.split_once("; ERROR ").or_else(|| line.split_once("(* ERROR "))?;
    let mark = mark.trim();
    Some(mark.strip_suffix("*)").unwrap_or(mark).trim().to_owned())
}

/// Every mark has its error, and every error its mark, if it has a place.
fn check_marks(text: &str, errors: &[Error]) -> Result<(), String> {
    let marks: Vec<Option<String>> = text.lines().map(mark).collect();
    for (i, mark) in marks.iter().enumerate() {
        let Some(mark) = mark else { continue };
        let here: Vec<&Error> = errors.iter().filter(|error| error.line == i + 1).collect();
        if !here.iter().any(|error| error.said.contains(mark.as_str())) {
            let said: String = here.iter().map(|error| error.said.as_str()).collect();
            return Err(format!("nothing says `{mark}` about line {}:\n{said}", i + 1));
        }
    }
    for Error { line, said } in errors.iter().filter(|error| error.line > 0) {
        if marks.get(line - 1).is_none_or(|mark| mark.is_none()) {
            return Err(format!("line {line} has no mark `; ERROR`:\n{said}"));
        }
    }
    Ok(())
}
