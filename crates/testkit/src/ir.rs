//! `tests/ir`: passes and checkers on text.
//!
//! ```text
//! ;; passes: contract,contify      what runs; nothing for the printer alone
//! ;; to: flow                      the language in which it ends, if another
//! ;; expect: call=0 cont=1         how often words occur in the result
//! ;; What the test is about.
//! ...
//! ; the result, a comment at the end of the file
//! ```
//! The result is parsed and printed again and must come out the same. In
//! `tests/ir/check` every error stands as `; error: title` on its line, or as
//! `;; error: title` at the top when it has no place.

use crate::bless::{bless, difference};
use crate::files::{header, programs, root};
use crate::{Ended, Kont};
use libtest_mimic::{Failed, Trial};
use std::path::Path;

/// A test for every file.
pub fn trials(kont: &Kont) -> Vec<Trial> {
    let programs = programs("tests/ir").into_iter();
    let trials = programs.map(|(name, path)| {
        let kont = kont.clone();
        Trial::test(name.clone(), move || {
            let checker = name.starts_with("check/");
            let result =
                if checker { check_errors(&kont, &path) } else { check_pass(&kont, &path) };
            result.map_err(Failed::from)
        })
    });
    trials.collect()
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))
}

fn check_pass(kont: &Kont, path: &Path) -> Result<(), String> {
    let text = read(path)?;
    let language = path.extension().unwrap_or_default().to_string_lossy().into_owned();
    let passes = header(&text, "passes").ok_or("no line `;; passes: ...`")?;
    let to = header(&text, "to").unwrap_or_else(|| language.clone());
    let mut command = kont.command(&["dev", "--check"]).arg(path);
    if !passes.is_empty() {
        command = command.args(["--passes", &passes]);
    }
    if to != language {
        command = command.args(["--to", &to]);
    }
    let got = succeeded(command.run())?;
    let again = succeeded(kont.command(&["dev", "--lang", &to, "-"]).input(got.as_bytes()).run())
        .map_err(|e| format!("the result does not parse: {e}\n{got}"))?;
    if again != got {
        let difference = difference(got.as_bytes(), again.as_bytes());
        return Err(format!(
            "the result changes when it is parsed and printed again: {difference}"
        ));
    }
    for count in header(&text, "expect").unwrap_or_default().split_whitespace() {
        check_count(&got, count)?;
    }
    compare_end(path, &text, &got)
}

fn succeeded(ended: Ended) -> Result<String, String> {
    if ended.code == Some(0) {
        Ok(ended.out())
    } else {
        Err(format!("{}\n{}", ended.status, ended.err()))
    }
}

/// `word=3`
fn check_count(result: &str, count: &str) -> Result<(), String> {
    let (word, wanted) =
        count.split_once('=').ok_or_else(|| format!("`{count}` is not word=number"))?;
    let wanted: usize = wanted.parse().map_err(|_| format!("`{count}` is not word=number"))?;
    let separators = |c: char| c.is_whitespace() || "(){},:;".contains(c);
    let got = result
        .split(separators)
        .filter(|w| *w == word || w.starts_with(&format!("{word}.")))
        .count();
    if got == wanted {
        Ok(())
    } else {
        Err(format!("`{word}` occurs {got} times, expected {wanted}:\n{result}"))
    }
}

/// The comment at the end of the file is the result.
fn compare_end(path: &Path, text: &str, got: &str) -> Result<(), String> {
    let lines: Vec<&str> = text.lines().collect();
    let is_result = |line: &&&str| line.starts_with("; ") || **line == ";";
    let kept = lines.len() - lines.iter().rev().take_while(is_result).count();
    let exact: String =
        lines[kept..].iter().map(|line| format!("{}\n", line.get(2..).unwrap_or(""))).collect();
    if exact == got {
        return Ok(());
    }
    if bless() {
        let mut new: String = lines[..kept].join("\n").trim_end().to_owned() + "\n\n";
        for line in got.lines() {
            new.push_str(format!("; {line}").trim_end());
            new.push('\n');
        }
        return std::fs::write(path, new).map_err(|e| format!("{}: {e}", path.display()));
    }
    Err(format!("{}\nrun with BLESS=1 to accept it", difference(exact.as_bytes(), got.as_bytes())))
}

/// An error: its line, 0 for none, and its title.
type Error = (usize, String);

fn check_errors(kont: &Kont, path: &Path) -> Result<(), String> {
    let text = read(path)?;
    let relative = path.strip_prefix(root()).unwrap_or(path);
    let ended = kont.command(&["check"]).arg(relative).folder(&root()).run();
    if ended.code != Some(1) {
        return Err(format!("{}, expected exit code 1\n{}", ended.status, ended.err()));
    }
    let got = errors(&ended.err());
    if got == marked(&text) {
        return Ok(());
    }
    if bless() {
        return std::fs::write(path, mark(&text, &got))
            .map_err(|e| format!("{}: {e}", path.display()));
    }
    Err(format!(
        "expected {:?}\ngot {got:?}\n{}run with BLESS=1 to accept it",
        marked(&text),
        ended.err()
    ))
}

/// The errors in drawn messages, sorted.
fn errors(drawn: &str) -> Vec<Error> {
    let mut errors: Vec<Error> = Vec::new();
    for line in drawn.lines() {
        if let Some(title) = line.strip_prefix("error: ") {
            errors.push((0, title.to_owned()));
        } else if let Some((_, place)) = line.split_once("┌─ ")
            && let Some(last) = errors.last_mut()
        {
            last.0 = place.rsplit(':').nth(1).and_then(|number| number.parse().ok()).unwrap_or(0);
        }
    }
    errors.sort();
    errors
}

/// The errors that a test expects, sorted.
fn marked(text: &str) -> Vec<Error> {
    let mut errors = Vec::new();
    for (i, line) in text.lines().enumerate() {
        if let Some(title) = line.strip_prefix(";; error: ") {
            errors.push((0, title.to_owned()));
        } else if let Some((_, titles)) = line.split_once("; error: ") {
            errors.extend(titles.split("; error: ").map(|title| (i + 1, title.trim().to_owned())));
        }
    }
    errors.sort();
    errors
}

/// The test with these errors in place of those it has.
fn mark(text: &str, errors: &[Error]) -> String {
    let mut new = String::new();
    // Lines at the top would move the others, so they are appended instead.
    for (i, line) in text.lines().filter(|line| !line.starts_with(";; error: ")).enumerate() {
        new.push_str(line.split("; error: ").next().unwrap_or("").trim_end());
        for (_, title) in errors.iter().filter(|(at, _)| *at == i + 1) {
            new.push_str(&format!(" ; error: {title}"));
        }
        new.push('\n');
    }
    for (_, title) in errors.iter().filter(|(at, _)| *at == 0) {
        new.push_str(&format!(";; error: {title}\n"));
    }
    new
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_read_and_marked() {
        let drawn = "error: unknown name\n  ┌─ a.anf:2:5\n  │\n2 │ x\n\nerror: no entry\n\n";
        let errors = errors(drawn);
        assert_eq!(errors, [(0, "no entry".to_owned()), (2, "unknown name".to_owned())]);
        let new = mark("anf 1\nx ; error: old\n", &errors);
        assert_eq!(new, "anf 1\nx ; error: unknown name\n;; error: no entry\n");
        assert_eq!(marked(&new), errors);
    }

    #[test]
    fn words_are_counted() {
        assert!(check_count("x = call f\n call g.1 (callcc)", "call=2").is_ok());
        assert!(check_count("x = add.i64 1 2", "add=1").is_ok());
        assert!(check_count("x = call f", "call=0").is_err());
    }
}
