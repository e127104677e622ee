//! The Basis Library has what its manual specifies: every member that
//! `tests/basis/members.txt` lists elaborates, and the table of `docs/basis.md` tells the same.

use std::fmt::Write;
use std::path::Path;
use testkit::{Kont, Scratch};

const MEMBERS: &str = include_str!("../../../tests/basis/members.txt");
const PAGE: &str = include_str!("../../../docs/basis.md");

/// One or more structures of one signature.
#[derive(Default)]
struct Entry<'t> {
    structures: Vec<&'t str>,
    signature: &'t str,
    /// With their parameters before them.
    types: Vec<(&'t str, &'t str)>,
    values: Vec<&'t str>,
    missing: Vec<&'t str>,
}

impl Entry<'_> {
    fn present(&self) -> usize {
        self.types.len() + self.values.len()
    }
}

fn entries() -> Vec<Entry<'static>> {
    let mut entries: Vec<Entry<'_>> = Vec::new();
    for line in MEMBERS.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        if !line.starts_with(' ') {
            let (names, signature) = line.split_once(" : ").expect("structures and a signature");
            let structures = names.split(' ').collect();
            entries.push(Entry { structures, signature, ..Entry::default() });
            continue;
        }
        let entry = entries.last_mut().expect("a structure before its members");
        let mut words = line.split_whitespace();
        match words.next() {
            Some("val") => entry.values.extend(words),
            Some("missing") => entry.missing.extend(words),
            Some("type") => {
                let mut params = "";
                for word in words {
                    if word.starts_with(['\'', '(']) {
                        params = word;
                    } else {
                        entry.types.push((std::mem::take(&mut params), word));
                    }
                }
            }
            other => panic!("{other:?} in the list of members"),
        }
    }
    entries
}

fn check(program: &str) -> (Option<i32>, String) {
    let folder = Scratch::new();
    folder.write("members.sml", program);
    let kont = Kont::new(env!("CARGO_BIN_EXE_kont"));
    let ended = kont.command(&["check", "members.sml"]).folder(folder.path()).run();
    (ended.code, ended.err())
}

#[test]
fn every_member_is_there() {
    let mut program = String::new();
    for (number, entry) in entries().iter().enumerate() {
        for (which, structure) in entry.structures.iter().enumerate() {
            let Entry { signature, types, values, .. } = entry;
            let _ = writeln!(program, "structure S{number}_{which} : {signature} = {structure}");
            for (params, name) in types {
                let _ = writeln!(program, "type {params} t_{name} = {params} {structure}.{name}");
            }
            for name in values {
                let _ = writeln!(program, "fun v () = {structure}.{name}");
            }
        }
    }
    let (code, errors) = check(&program);
    assert_eq!(code, Some(0), "{errors}");
}

/// The types and values that programs have without naming a structure; `use` is for systems
/// that compile while they run.
#[test]
fn the_top_level_environment_is_there() {
    let types = "unit int word real char string substring exn bool order";
    let parameterised = "list option ref array vector";
    let values = "! := o before ignore exnMessage exnName getOpt isSome valOf not ceil floor round \
        trunc real chr ord concat explode implode size str substring ^ vector print @ app foldl \
        foldr hd length map null rev tl NONE SOME LESS EQUAL GREATER nil :: true false Bind Chr \
        Div Domain Empty Fail Match Option Overflow Size Span Subscript ref";
    let overloaded = "+ - * < <= > >= div mod /";
    let mut program = String::new();
    for name in types.split_whitespace() {
        let _ = writeln!(program, "type t = {name}");
    }
    for name in parameterised.split_whitespace() {
        let _ = writeln!(program, "type 'a t = 'a {name}");
    }
    for name in values.split_whitespace().chain(overloaded.split_whitespace()) {
        let _ = writeln!(program, "fun v () = op {name}");
    }
    program.push_str("fun v x = (x = x, x <> x, ~ 1, abs 1, [#\"a\"] = [])\n");
    let (code, errors) = check(&program);
    assert_eq!(code, Some(0), "{errors}");
}

#[test]
fn what_is_listed_as_missing_is_missing() {
    for entry in entries() {
        for (structure, name) in entry.structures.iter().zip(&entry.missing) {
            let (code, _) = check(&format!("fun v () = {structure}.{name}\n"));
            assert_eq!(code, Some(1), "{structure}.{name} is there");
        }
    }
}

#[test]
fn the_table_counts_right() {
    for entry in entries() {
        let present = entry.present();
        let counts = format!("{present} / {}", present + entry.missing.len());
        for structure in &entry.structures {
            let row = PAGE
                .lines()
                .find(|line| line.starts_with("| ") && line.contains(&format!("`{structure}`")));
            let row = row.unwrap_or_else(|| panic!("docs/basis.md has no row for {structure}"));
            assert!(row.contains(&counts), "{structure} has {counts}; the page says: {row}");
            assert!(row.contains(&format!("`{}`", entry.signature)), "{row}");
        }
    }
}

/// A signature documents each value in one line, so that tools can show it.
#[test]
fn values_are_documented() {
    let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lib/sml");
    let mut lacking = Vec::new();
    for file in std::fs::read_dir(library).expect("the library") {
        let path = file.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("text");
        let mut inside = false;
        let mut before = "";
        for line in text.lines() {
            inside |= line.starts_with("signature ");
            inside &= line != "end";
            if inside
                && line.trim_start().starts_with("val ")
                && !before.trim_start().starts_with("(**")
            {
                lacking.push(format!("{}: {line}", path.display()));
            }
            before = line;
        }
    }
    assert!(lacking.is_empty(), "without a line of documentation:\n{}", lacking.join("\n"));
}
