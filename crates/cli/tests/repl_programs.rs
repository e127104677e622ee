//! The programs of `tests/run/sml` in an interactive session: fed to it declaration by declaration,
//! and as files. They print what they print under `kont run`.

use diag::Sources;
use std::path::{Path, PathBuf};
use testkit::{Ended, Kont, programs};

/// Programs that a session refuses, and why.
const REFUSED: &[(&str, &str)] = &[(
    "4.9-nonregular-datatypes",
    "a session compares all constructors, and a datatype that mentions itself at ever larger types \
     has ever more of them",
)];

/// Programs that are otherwise when each declaration is an input of its own, and why.
const OTHERWISE: &[(&[&str], &str)] = &[
    (
        &[
            "4.11-flexible-records-generalised",
            "4.7-expansive-at-the-top-level",
            "E.2-overloading-resolved-by-a-neighbour",
            "basis-socket-pair",
            "cml-variables",
            "mlton-numbers-and-sequences",
            "mlton-process-streams",
            "mlton-size",
            "socket-select",
            "socket-tcp",
            "socket-unix",
        ],
        "types are determined by later declarations, which have not been typed yet",
    ),
    (
        &["basis-smlofnj-continuations", "cont-escapes-and-isolation"],
        "a continuation goes on to the end of its input, not of the program",
    ),
];

/// The programs that need no arguments.
fn candidates() -> Vec<PathBuf> {
    let all = programs("tests/run/sml").into_iter().map(|(_, path)| path);
    let refused = |path: &Path| {
        REFUSED.iter().any(|(name, _)| path.file_stem().is_some_and(|stem| stem == *name))
    };
    all.filter(|path| !path.with_extension("args").exists() && !refused(path)).collect()
}

/// A program with a semicolon behind each of its declarations.
fn as_inputs(text: &[u8]) -> Vec<u8> {
    let mut sources = Sources::new();
    let mut compilation = sml::Compilation::new(&mut sources);
    let source = sources.add("program", text);
    let (decs, _) = compilation.outline(source, text);
    let mut inputs = Vec::new();
    let mut from = 0;
    for dec in decs {
        inputs.extend(&text[from..dec.end]);
        inputs.extend(b" ;");
        from = dec.end;
    }
    inputs.extend(&text[from..]);
    inputs
}

/// What is wrong with the end of a program, if something is.
fn check(path: &Path, ended: &Ended, after_failure: bool) -> Option<String> {
    let expected = std::fs::read(path.with_extension("out")).unwrap_or_default();
    let code = std::fs::read_to_string(path.with_extension("exit")).unwrap_or_default();
    let code: i32 = code.trim().parse().unwrap_or(0);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    // Behind an exception, a session goes on.
    let prints = if after_failure && code != 0 {
        ended.stdout.starts_with(&expected)
    } else {
        ended.stdout == expected
    };
    let good = prints && ended.code == Some(code);
    (!good).then(|| {
        format!("{name}: exit code {:?}, not {code}\n{}{}", ended.code, ended.out(), ended.err())
    })
}

fn all_good(failures: &[String]) {
    assert!(failures.is_empty(), "{} programs\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn declaration_by_declaration() {
    let kont = Kont::new(env!("CARGO_BIN_EXE_kont"));
    let mut failures = Vec::new();
    for path in candidates() {
        let stem = path.file_stem().unwrap_or_default();
        let otherwise = OTHERWISE.iter().any(|(names, _)| names.iter().any(|name| stem == *name));
        if otherwise || path.with_extension("in").exists() {
            continue;
        }
        let text = std::fs::read(&path).expect("a program");
        let ended = kont.command(&["repl", "--quiet"]).input(as_inputs(&text)).run();
        failures.extend(check(&path, &ended, true));
    }
    all_good(&failures);
}

/// Code is compiled again as soon as it is met, so that much of it is replaced while it runs.
#[test]
fn as_files_with_replaced_code() {
    let kont = Kont::new(env!("CARGO_BIN_EXE_kont"));
    let mut failures = Vec::new();
    for path in candidates() {
        let input = std::fs::read(path.with_extension("in")).unwrap_or_default();
        let command = kont.command(&["repl", "--quiet"]).arg(&path).env("KONT_LOOK_EVERY", "100");
        failures.extend(check(&path, &command.input(input).run(), false));
    }
    all_good(&failures);
}
