//! The languages of docs/your-language.md: the page is right, and they take bad input well. Their
//! command, `mini`, is the one that the build left beside `kont`.
#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs;
use std::path::{Path, PathBuf};
use testkit::{Child, Ended, Kont, Scratch, pages};

const PAGE: &str = "docs/your-language.md";

fn kont() -> Kont {
    Kont::new(env!("CARGO_BIN_EXE_kont"))
}

/// What a compiler says about a program; the words before the program choose it.
fn said(compiler: &[&str], ending: &str, program: &[u8]) -> Ended {
    let folder = Scratch::new();
    let file = format!("t.{ending}");
    fs::write(folder.file(&file), program).unwrap();
    let bin = kont().path.parent().unwrap().to_owned();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let [command, words @ ..] = compiler else { panic!("no compiler") };
    let beside: PathBuf = bin.join(command);
    let command = if beside.exists() { beside } else { PathBuf::from(command) };
    let args = words.iter().copied().chain([&*file]);
    Child::new(&command).args(args).env("PATH", path).folder(folder.path()).run()
}

fn mini(command: &str, program: &[u8]) -> Ended {
    said(&["mini", command], "mini", program)
}

fn abacus(program: &[u8]) -> Ended {
    let script = testkit::root().join("examples/abacus.py");
    said(&["python3", &script.to_string_lossy(), "run"], "aba", program)
}

/// The error is at a place of the file, and the exit code is 1.
#[track_caller]
fn refused(ended: &Ended, title: &str, place: &str) {
    let message = ended.err();
    assert_eq!(ended.code, Some(1), "{}\n{message}", ended.status);
    assert!(message.contains(title) && message.contains(place), "{message}");
}

#[test]
fn page_is_right() {
    pages::check_commands(&kont(), PAGE);
    let text = fs::read_to_string(testkit::root().join(PAGE)).unwrap();
    for block in pages::blocks(&text).iter().filter(|block| block.file().is_none()) {
        assert!(["console", "text"].contains(&&*block.kind), "{PAGE}:{}", block.line);
    }
}

#[test]
fn languages_are_as_short_as_promised() {
    let lines = |file: &Path| fs::read_to_string(file).unwrap().lines().count();
    let examples = testkit::root().join("examples");
    let sources = fs::read_dir(examples.join("mini/src")).unwrap();
    let sources: usize = sources.map(|entry| lines(&entry.unwrap().path())).sum();
    let crate_lines = sources + lines(&examples.join("mini/Cargo.toml"));
    assert!(crate_lines <= 600, "examples/mini has {crate_lines} lines");
    assert!(lines(&examples.join("abacus.py")) <= 200);
}

#[test]
fn wrong_programs_in_mini() {
    for (program, title, place) in [
        ("(print", "syntax error", "t.mini:1:1"),
        ("1\n)", "syntax error", "t.mini:2:1"),
        ("(print \"a\nb\")", "syntax error", "t.mini:1:8"),
        ("(print 9223372036854775808)", "syntax error", "t.mini:1:8"),
        ("1\n(print x)", "unknown name", "t.mini:2:8"),
        ("()", "wrong form", "t.mini:1:1"),
        ("(if true 1)", "wrong form", "t.mini:1:2"),
        ("(do)", "wrong form", "t.mini:1:2"),
        ("(def f 1)", "wrong form", "t.mini:1:2"),
        ("(let f (fn (x) x)) (fn 1)", "wrong form", "t.mini:1:21"),
        ("(let X 1)", "wrong name", "t.mini:1:6"),
        ("(fn (1) 2)", "wrong name", "t.mini:1:6"),
        ("(match 1 (2))", "wrong case", "t.mini:1:10"),
        ("(match 1 ((f x) 2))", "wrong pattern", "t.mini:1:11"),
    ] {
        refused(&mini("check", program.as_bytes()), title, place);
    }
    refused(&mini("check", b"1\n\"\xff\""), "not UTF-8", "t.mini:2:2");
}

#[test]
fn mistakes_while_mini_runs() {
    for (program, message) in [
        ("(print\n (+ 1 \"two\"))", "`+` cannot take this: two\n  at main (t.mini:2:2)"),
        ("(1 2)", "no function of as many parameters: 1\n  at main (t.mini:1:1)"),
        ("(def (f) 1)\n(f 2)", "parameters: <function>\n  at main (t.mini:2:1)"),
        ("(if 1 2 3)", "`if` cannot take this: 1\n  at main (t.mini:1:1)"),
        ("(match (A 1) ((A) 1) (A 2))", "no case fits: A(1)\n  at main (t.mini:1:1)"),
        ("(/ 1 0)", "Div\n  at main (t.mini:1:1)"),
    ] {
        for command in ["run", "eval"] {
            refused(&mini(command, program.as_bytes()), message, "t.mini");
        }
    }
}

#[test]
fn mini_runs_compiled_and_interpreted() {
    let program = "(def (even n) (if (= n 0) true (odd (- n 1))))
        (def (odd n) (if (= n 0) false (even (- n 1))))
        (print (even 1001))
        (print (do (let a 1) (def (f x) (g x)) (def (g x) (+ x a)) (f (f a))))
        (print ((fn (n) (if (= n 0) \"end\\n\" (fn (- n 1)))) 10000))
        (print (match \"b\" (true 0) (1 1) (\"a\" 2) (\"b\" (Some (same \"\" \"\")))))
        (print (+ 4611686018427387903 1))";
    let wanted = "false\n3\nend\n\nSome(true)\n4611686018427387904\n";
    for command in ["run", "eval"] {
        let ended = mini(command, program.as_bytes());
        assert_eq!((ended.code, &*ended.out()), (Some(0), wanted), "{}", ended.err());
    }
}

/// Neither parser may exhaust the stack.
#[test]
fn deep_nesting_is_refused() {
    refused(&mini("check", "(".repeat(100_000).as_bytes()), "nested too deeply", "t.mini:1:1001");
    let deepest = format!("{}1{}", "(+ 1 ".repeat(1000), ")".repeat(1000));
    assert_eq!(mini("run", deepest.as_bytes()).code, Some(0));
    refused(&abacus("(".repeat(100_000).as_bytes()), "too many", "t.aba:1:201");
    let deepest = format!("(print {}1{})", "(+ 1 (if (< 1 2) ".repeat(98), " 2))".repeat(98));
    assert_eq!(abacus(deepest.as_bytes()).out(), "99\n");
}

#[test]
fn usage_of_mini() {
    for args in [&[][..], &["help"], &["run"], &["jump", "t.mini"], &["check", "t.mini", "more"]] {
        let ended = Child::new(kont().path.with_file_name("mini")).args(args).run();
        assert_eq!(ended.code, Some(2), "{args:?}: {}", ended.err());
        assert!(ended.err().contains("mini build FILE OUT"), "{}", ended.err());
    }
}

#[test]
fn wrong_programs_in_abacus() {
    for (program, message, place) in [
        ("(print", "not closed", "t.aba:1:1"),
        ("1\n)", "no parenthesis is open", "t.aba:2:1"),
        ("(print \"a\n\")", "does not end", "t.aba:1:8"),
        ("(print (+ 1 \"a\"))", "of type str", "t.aba:1:13"),
        ("(print\n x)", "unknown name", "t.aba:2:2"),
        ("(print ())", "no call", "t.aba:1:8"),
        ("(print (if 1))", "two expressions", "t.aba:1:8"),
        ("(def (f x int) int x) (print (f))", "as many parameters", "t.aba:1:30"),
        ("(def (f x) int x)", "wanted", "t.aba:1:1"),
        ("(def (f (x) int) int x)", "wanted", "t.aba:1:1"),
        ("(def (f x int x int) int x)", "name of another", "t.aba:1:1"),
    ] {
        refused(&abacus(program.as_bytes()), message, place);
    }
    refused(&abacus(b"\xff"), "decode", "t.aba:1");
    refused(&abacus(b"(print (/ 1 0))"), "Div", "t.aba:1:8");
}
