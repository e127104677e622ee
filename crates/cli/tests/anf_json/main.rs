//! ANF as JSON: every program of the tests is the same in both notations, keeps to the schema, and
//! runs from JSON as from text; what is wrong with a file is said with its place.

mod schema;

use anf_json::json::Tree;
use diag::Sources;
use schema::{At, Schema};
use sml::{Compilation, Monomorphiser};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use testkit::{Ended, Kont, Scratch, programs, root};

fn kont() -> Kont {
    Kont::new(env!("CARGO_BIN_EXE_kont"))
}

fn schema_text() -> Vec<u8> {
    std::fs::read(root().join("docs/anf.schema.json")).expect("the schema")
}

/// The programs in a folder that end like this.
fn ending_in(folder: &str, ending: &str) -> Vec<PathBuf> {
    let all = programs(folder).into_iter().map(|(_, path)| path);
    all.filter(|path| path.extension().is_some_and(|end| end == ending)).collect()
}

/// Does something with each, on two threads with stacks as deep as the command's own.
fn each(paths: &[PathBuf], work: impl Fn(&Path) + Sync) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            let work = || {
                while let Some(path) = paths.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(path);
                }
            };
            let thread = std::thread::Builder::new().stack_size(1 << 30);
            thread.spawn_scoped(scope, work).expect("a thread");
        }
    });
}

/// The module as JSON keeps to the schema and is read back as it was.
fn same_in_json(schema: &Schema<'_>, name: &Path, module: &anf::Module) {
    let json = anf_json::show(module).to_string();
    let tree = Tree::read(json.as_bytes()).expect("JSON");
    let fault = schema.fault(At(&tree, tree.root));
    assert_eq!(fault, None, "{}: not as the schema says", name.display());
    match anf_json::read(json.as_bytes()) {
        Ok(again) => {
            assert!(again.to_string() == module.to_string(), "{}: differs", name.display());
        }
        Err(errors) => panic!("{}: {:?}", name.display(), errors[0]),
    }
}

#[test]
fn programs_in_anf_are_the_same_in_json() {
    let text = schema_text();
    let schema = Schema(Tree::read(&text).expect("the schema is JSON"));
    let paths = ending_in("tests/run", "anf");
    assert!(paths.len() > 100);
    each(&paths, |path| {
        let module = anf::parse(&std::fs::read(path).expect("a file")).expect("ANF");
        same_in_json(&schema, path, &module);
    });
}

#[test]
fn programs_in_standard_ml_are_the_same_in_json() {
    let text = schema_text();
    let schema = Schema(Tree::read(&text).expect("the schema is JSON"));
    let paths = ending_in("tests/run", "sml");
    assert!(paths.len() > 200);
    each(&paths, |path| {
        let bytes = std::fs::read(path).expect("a file");
        let mut sources = Sources::new();
        let mut compilation = Compilation::new(&mut sources);
        let id = sources.add(path.to_string_lossy(), bytes.clone());
        compilation.add(id, &bytes);
        let module = Monomorphiser::lower(&compilation.into_program(), &sources);
        same_in_json(&schema, path, &module.expect("a program"));
    });
}

/// Programs in Cogent have C types, and foreign functions that they define.
#[test]
fn programs_in_cogent_are_the_same_in_json() {
    let text = schema_text();
    let schema = Schema(Tree::read(&text).expect("the schema is JSON"));
    let mut written = 0;
    for path in ending_in("tests/cogent", "cogent") {
        let ended = kont().command(&["build", "--emit", "anf", "-o", "-"]).arg(&path).run();
        // Some are parts of others.
        if ended.code == Some(0) {
            same_in_json(&schema, &path, &anf::parse(&ended.stdout).expect("ANF"));
            written += 1;
        }
    }
    assert!(written > 10, "{written}");
}

#[test]
fn the_schema_refuses_what_the_reader_refuses() {
    let text = schema_text();
    let schema = Schema(Tree::read(&text).expect("the schema is JSON"));
    for wrong in [
        "[]",
        "{}",
        r#"{"anf": 2}"#,
        r#"{"anf": 1, "funs": {}}"#,
        r#"{"anf": 1, "fun": []}"#,
        r#"{"anf": 1, "entry": 5}"#,
        r#"{"anf": 1, "globals": [{"name": "g"}]}"#,
        r#"{"anf": 1, "globals": [{"name": "g", "type": "int"}]}"#,
        r#"{"anf": 1, "globals": [{"name": "g", "type": {"array": []}}]}"#,
        r#"{"anf": 1, "globals": [{"name": "g", "type": {"array": "i8", "ref": "i8"}}]}"#,
        r#"{"anf": 1, "positions": [{"file": "a", "line": -1, "column": 1}]}"#,
        r#"{"anf": 1, "funs": [{"name": "f", "params": [], "results": [], "body": {"lets": [], "tail": {"kind": "go"}}}]}"#,
        r#"{"anf": 1, "funs": [{"name": "f", "params": [], "results": [], "body": {"lets": [], "tail": {"kind": "ret", "args": [5]}}}]}"#,
        r#"{"anf": 1, "funs": [{"name": "f", "params": [], "results": [], "body": {"lets": [], "tail": {"kind": "ret", "args": [{"i8": "x"}]}}}]}"#,
        r#"{"anf": 1, "funs": [{"name": "f", "params": [], "results": [], "body": {"lets": [{"kind": "op", "dst": [], "op": "get", "args": []}], "tail": {"kind": "unreachable"}}}]}"#,
        r#"{"anf": 1, "funs": [{"name": "f", "params": [], "results": [], "body": {"lets": [{"kind": "op", "dst": [], "op": "copy", "index": 1, "args": []}], "tail": {"kind": "unreachable"}}}]}"#,
    ] {
        let tree = Tree::read(wrong.as_bytes()).expect("JSON");
        assert!(schema.fault(At(&tree, tree.root)).is_some(), "the schema takes {wrong}");
        assert!(anf_json::read(wrong.as_bytes()).is_err(), "the reader takes {wrong}");
    }
}

fn run(folder: &Scratch, args: &[&str]) -> Ended {
    kont().command(args).folder(folder.path()).run()
}

#[track_caller]
fn ok(folder: &Scratch, args: &[&str]) -> String {
    let ended = run(folder, args);
    assert_eq!(ended.code, Some(0), "{args:?}: {}\n{}", ended.status, ended.err());
    ended.out()
}

/// Every fifteenth program, run from JSON.
#[test]
fn programs_run_from_json() {
    let folder = Scratch::new();
    let anf = ending_in("tests/run", "anf");
    let sml = ending_in("tests/run", "sml");
    let plain = |path: &&PathBuf| {
        ["in", "args", "err", "exit", "script"].iter().all(|e| !path.with_extension(e).exists())
    };
    let mut ran = 0;
    for path in anf.iter().chain(&sml).filter(plain).step_by(15) {
        let file = path.to_string_lossy();
        ok(&folder, &["build", &file, "--emit", "anf-json", "-o", "p.anf.json"]);
        let wanted = std::fs::read_to_string(path.with_extension("out")).expect("the output");
        for command in ["run", "eval"] {
            let found = ok(&folder, &[command, "p.anf.json"]);
            assert_eq!(found, wanted, "{command} {file}");
        }
        ran += 1;
    }
    assert!(ran > 20, "{ran}");
}

#[test]
fn names_of_files_and_standard_input() {
    let folder = Scratch::new();
    let fib = root().join("examples/fib.anf");
    let fib = fib.to_string_lossy();
    ok(&folder, &["build", &fib, "--emit", "anf-json"]);
    let wanted = ok(&folder, &["run", &fib]);
    ok(&folder, &["check", "fib.anf.json"]);
    ok(&folder, &["build", "fib.anf.json"]);
    assert_eq!(testkit::Child::new(folder.file("fib")).run().out(), wanted);
    // Two kinds beside one another.
    ok(&folder, &["build", "fib.anf.json", "--emit", "anf,anf-json", "-o", "both"]);
    let json = std::fs::read(folder.file("fib.anf.json")).expect("JSON");
    assert_eq!(std::fs::read(folder.file("both.anf.json")).expect("JSON"), json);
    assert_eq!(ok(&folder, &["run", "both.anf"]), wanted);
    let ended = kont().command(&["run", "--lang", "anf-json", "-"]).input(json).run();
    assert_eq!((ended.code, ended.out()), (Some(0), wanted));
    assert!(ok(&folder, &["dev", "fib.anf.json", "--to", "flow"]).starts_with("flow 1"));
    // The input is not overwritten, and after ANF there is no way back.
    let ended = run(&folder, &["build", "fib.anf.json", "--emit", "anf-json"]);
    assert_eq!(ended.code, Some(2), "{}", ended.err());
    ok(&folder, &["build", "fib.anf.json", "--emit", "flow"]);
    assert_eq!(run(&folder, &["build", "fib.flow", "--emit", "anf-json"]).code, Some(2));
}

/// Units in JSON are linked, and exceptions have the lines of the file.
#[test]
fn units_and_lines() {
    let folder = Scratch::new();
    folder.write("lib.anf", "anf 1 export fun f(n: i64) -> (i64) { m: i64 = squot.i64 1 n ret m }");
    folder.write(
        "main.anf",
        "anf 1 import f \"f\": fun(i64) -> (i64) fun main() -> () { n: i64 = call f 0 ret } entry main",
    );
    for name in ["lib", "main"] {
        let module = anf::parse(&std::fs::read(folder.file(&format!("{name}.anf"))).expect("text"));
        let json = anf_json::show(&module.expect("ANF")).to_string();
        folder.write(&format!("{name}.anf.json"), json);
    }
    ok(&folder, &["build", "main.anf.json", "lib.anf.json", "-o", "p"]);
    let ended = testkit::Child::new(folder.file("p")).run();
    assert_eq!(ended.code, Some(1));
    assert!(ended.err().contains("lib.anf.json:12"), "{}", ended.err());
    let ended = run(&folder, &["run", "main.anf.json"]);
    assert_eq!(ended.code, Some(1));
    assert!(ended.err().contains("main.anf.json:9:"), "{}", ended.err());
}

/// Bad files: the message says where, the exit code is 1.
#[test]
fn bad_files() {
    let deep = "[".repeat(100_000);
    let closed = format!("{deep}{}", "]".repeat(100_000));
    let bodies = |depth: usize| {
        let then = r#"{"lets": [], "tail": {"kind": "if", "cond": {"i1": true}, "then": "#;
        let els = r#", "else": {"lets": [], "tail": {"kind": "unreachable"}}}}"#;
        let body = r#"{"lets": [], "tail": {"kind": "ret", "args": []}}"#;
        format!(
            r#"{{"anf": 1, "entry": "main", "funs": [{{"name": "main", "params": [], "results": [], "body": {}{body}{}}}]}}"#,
            then.repeat(depth),
            els.repeat(depth)
        )
    };
    let types = format!(
        r#"{{"anf": 1, "globals": [{{"name": "g", "type": {}"i8"{}}}]}}"#,
        r#"{"ref": "#.repeat(100_000),
        "}".repeat(100_000)
    );
    let cases: [(&[u8], &str); 12] = [
        (b"", "x.anf.json:1:1"),
        (b"\xff", "not UTF-8"),
        (b"{\"anf\": 1,\n", "x.anf.json:2:1"),
        (b"{\"anf\": 1,\n\"funs\": [}", "x.anf.json:2:10"),
        (b"{\"anf\": 1,\n\"funs\": 5}", "expected an array of functions"),
        (b"[]", "expected a module"),
        (b"{\"anf\": 3}", "this is version 3"),
        (deep.as_bytes(), "the end of the file"),
        (closed.as_bytes(), "expected a module"),
        (types.as_bytes(), "nested too deeply"),
        (b"{\"anf\": 1, \"entry\": \"main\"}", "`main` is not in scope"),
        (b"{\"anf\": 1, \"anf\": 1}", "field given twice"),
    ];
    let folder = Scratch::new();
    for (text, wanted) in cases {
        folder.write("x.anf.json", text);
        for command in [&["check"][..], &["run"], &["eval"], &["dev"], &["build", "-o", "out"]] {
            let ended = kont().command(command).arg("x.anf.json").folder(folder.path()).run();
            let said = ended.err();
            assert_eq!(ended.code, Some(1), "{command:?}: {}\n{said}", ended.status);
            assert!(said.contains("x.anf.json:") && said.contains(wanted), "{wanted}: {said}");
            assert!(said.len() < 10_000, "it says too much");
        }
    }
    folder.write("x.anf.json", bodies(20_000));
    ok(&folder, &["check", "x.anf.json"]);
    folder.write("x.anf.json", bodies(100_000));
    let ended = run(&folder, &["check", "x.anf.json"]);
    assert_eq!(ended.code, Some(1), "{}", ended.err());
    assert!(ended.err().contains("nested too deeply"), "{}", ended.err());
}
