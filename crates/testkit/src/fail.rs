//! `tests/fail`: programs that are rejected, with the whole message in `.err`
//! beside. The exit code is 1. On every guilty line stands `; ERROR text`,
//! `-- ERROR text` or `(* ERROR text *)`, a part of what is said about it; the text may be empty. A
//! header `(* command: il assign *)` names the command, which is `check` where
//! there is none. FIL has no comments, so its programs have no marks.

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
    if program.extension().is_none_or(|ending| ending != "fil") {
        check_marks(&text, &errors(&ended.err()))?;
    }
    compare(&program.with_extension("err"), &ended.stderr)
}

/// An error: its line, 0 for none, and all that is said, without the program.
struct Error {
    line: usize,
    said: String,
}

fn errors(drawn: &str) -> Vec<Error> {
    let mut errors: Vec<Error> = Vec::new();
    let mut warning = false;
    for line in drawn.lines() {
        if line.starts_with("error: ") {
            errors.push(Error { line: 0, said: String::new() });
            warning = false;
        }
        warning |= line.starts_with("warning: ");
        let Some(error) = errors.last_mut().filter(|_| !warning) else { continue };
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

/// The text of a mark in a line.
fn mark(line: &str) -> Option<&str> {
    for start in ["; ERROR", "-- ERROR"] {
        if let Some((_, text)) = line.split_once(start) {
            return Some(text.trim());
        }
    }
    let (_, text) = line.split_once("(* ERROR")?;
    Some(text.split_once("*)").map_or(text, |(text, _)| text).trim())
}

/// Every mark has its error, and every error its mark, if it has a place.
fn check_marks(text: &str, errors: &[Error]) -> Result<(), String> {
    let marks: Vec<Option<&str>> = text.lines().map(mark).collect();
    for (i, mark) in marks.iter().enumerate() {
        let Some(mark) = mark else { continue };
        let here: Vec<&Error> = errors.iter().filter(|error| error.line == i + 1).collect();
        if !here.iter().any(|error| error.said.contains(mark)) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_both_kinds() {
        assert_eq!(mark("  x = add ; ERROR unknown operation"), Some("unknown operation"));
        assert_eq!(mark("f x = y -- ERROR unknown variable"), Some("unknown variable"));
        assert_eq!(mark("val x = 1 + true (* ERROR bool *)"), Some("bool"));
        assert_eq!(mark("val x = (* ERROR *)"), Some(""));
        assert_eq!(mark("(* without end (* ERROR comment"), Some("comment"));
        assert_eq!(mark("val x = 1"), None);
    }

    #[test]
    fn marks_and_errors_belong_together() {
        let drawn = "error: unbound variable\n  ┌─ a.sml:2:9\n  │\n2 │ val x = y (* ERROR y *)\n  │         ^ `y` is not bound\n";
        let text = "val a = 1\nval x = y (* ERROR y *)\n";
        assert_eq!(check_marks(text, &errors(drawn)), Ok(()));
        let warned = format!("{drawn}\nwarning: match is not exhaustive\n  ┌─ a.sml:1:5\n");
        assert_eq!(check_marks(text, &errors(&warned)), Ok(()));
        assert!(check_marks("val a = 1\nval x = y\n", &errors(drawn)).is_err());
        assert!(
            check_marks("val a = 1 (* ERROR *)\nval x = y (* ERROR y *)\n", &errors(drawn))
                .is_err()
        );
        assert!(check_marks("\nval x = y (* ERROR z *)\n", &errors(drawn)).is_err());
    }
}
