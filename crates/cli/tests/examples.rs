//! The programs in `examples` in Standard ML: each prints what stands in `tests/examples`, at
//! each level and in the interpreter, and says at its beginning what it shows.

use std::path::PathBuf;
use testkit::{Kont, Scratch, compare, root};

const PAGE: &str = include_str!("../../../docs/sml.md");

/// Names and files.
fn examples() -> Vec<(String, PathBuf)> {
    let is_sml = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "sml");
    let folder = std::fs::read_dir(root().join("examples")).expect("examples");
    let mut all: Vec<(String, PathBuf)> = folder
        .map(|entry| entry.expect("a file").path())
        .filter(is_sml)
        .map(|path| (path.file_stem().expect("a name").to_string_lossy().into_owned(), path))
        .collect();
    all.sort();
    all
}

#[test]
fn they_print_what_they_should() {
    let (kont, folder) = (Kont::new(env!("CARGO_BIN_EXE_kont")), Scratch::new());
    for (name, path) in examples() {
        let beside = root().join("tests/examples").join(&name);
        let input = std::fs::read(beside.with_extension("in")).unwrap_or_default();
        for command in [&["run", "-O2"][..], &["run", "-O0"], &["eval"]] {
            let ended =
                kont.command(command).arg(&path).folder(folder.path()).input(input.clone()).run();
            assert_eq!((ended.code, ended.err()), (Some(0), String::new()), "{name}: {command:?}");
            if let Err(difference) = compare(&beside.with_extension("out"), &ended.stdout) {
                panic!("{name}: {command:?}: {difference}");
            }
        }
    }
}

#[test]
fn there_are_ten_and_each_says_what_it_shows() {
    let all = examples();
    assert!(all.len() >= 10, "{all:?}");
    for (name, path) in all {
        let text = std::fs::read_to_string(&path).expect("text");
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("#!/usr/bin/env -S kont run"), "{name}");
        assert!(lines.next().is_some_and(|line| line.starts_with("(* ")), "{name}");
        let comment = text.split("*)").next().unwrap_or_default();
        assert!(comment.contains("Shows: "), "{name}");
        let link = format!("(../examples/{name}.sml)");
        assert!(PAGE.contains(&link), "docs/sml.md does not mention {link}");
    }
}
