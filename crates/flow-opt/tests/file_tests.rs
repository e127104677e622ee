//! Runs the file tests of the passes on Flow: `tests/ir/<pass>/*.flow`.
//!
//! A file begins with `;; passes: a,b`; what they make of the program stands
//! at its end, each line after `; `. `BLESS=1` writes it there.

use kont_flow_opt as flow_opt;
use pass::{Options, Pass, Report, run_pipeline};
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn file_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ir");
    let mut wrong = Vec::new();
    for pass in flow_opt::ALL {
        let files = flow_files(&root.join(pass.name));
        assert!(files.len() >= 2, "{} has {} file tests", pass.name, files.len());
        wrong.extend(files.iter().filter_map(|path| run(path).err()));
    }
    assert!(wrong.is_empty(), "{}\nrun with BLESS=1 to accept", wrong.join("\n"));
}

fn flow_files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|e| e == "flow")).collect();
    files.sort();
    files
}

fn run(path: &Path) -> Result<(), String> {
    let fail = |what: String| format!("{}: {what}", path.display());
    let text = fs::read_to_string(path).map_err(|e| fail(e.to_string()))?;
    let names = text.lines().next().and_then(|line| line.strip_prefix(";; passes: "));
    let names = names.ok_or_else(|| fail("there is no `;; passes:`".to_owned()))?;
    let passes: Vec<&Pass<flow::Unit>> = names
        .split(',')
        .map(|name| flow_opt::ALL.iter().find(|pass| pass.name == name.trim()).copied())
        .collect::<Option<_>>()
        .ok_or_else(|| fail(format!("unknown passes {names}")))?;
    let mut unit = flow::parse(text.as_bytes()).map_err(|e| fail(format!("{e:?}")))?;
    let problems = flow::check(&unit);
    if !problems.is_empty() {
        return Err(fail(problems.join("; ")));
    }
    let options = Options { check: true, ..Options::default() };
    run_pipeline(&mut unit, &passes, &options, &mut Report::default())
        .map_err(|e| fail(e.to_string()))?;
    let printed = unit.to_string();
    let again = flow::parse(printed.as_bytes()).map_err(|e| fail(format!("{e:?}")))?;
    assert_eq!(again.to_string(), printed);
    compare(path, &text, &printed).map_err(fail)
}

/// Compares the end of the file with what was printed.
fn compare(path: &Path, text: &str, printed: &str) -> Result<(), String> {
    let comment = |line: &str| line == ";" || line.starts_with("; ");
    let program: Vec<&str> = text.lines().take_while(|line| !comment(line)).collect();
    let commented = |line: &str| if line.is_empty() { ";".to_owned() } else { format!("; {line}") };
    let expectation: Vec<String> = printed.lines().map(commented).collect();
    let wanted = format!("{}\n\n{}\n", program.join("\n").trim_end(), expectation.join("\n"));
    if wanted == text {
        return Ok(());
    }
    if std::env::var_os("BLESS").is_some() {
        return fs::write(path, wanted).map_err(|e| e.to_string());
    }
    Err(format!("the output is\n{printed}"))
}
