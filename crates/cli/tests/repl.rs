//! `kont repl` with redirected input: the scripts in `tests/repl`, each with what it gives beside.
#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs;
use std::io::Write;
use std::process::{Command, ExitCode, Stdio};
use testkit::{Kont, Trial};

fn main() -> ExitCode {
    let kont = Kont::new(env!("CARGO_BIN_EXE_kont"));
    let mut trials = testkit::repl::trials(&kont);
    trials.push(Trial::test("scripts_come_through_pipes", || {
        scripts_come_through_pipes();
        Ok(())
    }));
    trials.push(Trial::test("long_scripts_are_read_at_once", || {
        long_scripts_are_read_at_once();
        Ok(())
    }));
    trials.push(Trial::test("files_come_first", || {
        files_come_first();
        Ok(())
    }));
    testkit::main(trials)
}

/// Each script gives the same through a pipe, which is read a line at a time.
fn scripts_come_through_pipes() {
    for (_, path) in testkit::programs("tests/repl") {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kont"))
            .arg("repl")
            .current_dir(testkit::root().join("tests/repl"))
            .env("NO_COLOR", "1")
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut input = child.stdin.take().unwrap();
        input.write_all(&fs::read(&path).unwrap()).unwrap();
        drop(input);
        let ended = child.wait_with_output().unwrap();
        let wanted = fs::read_to_string(path.with_extension("out")).unwrap();
        let out = String::from_utf8_lossy(&ended.stdout);
        let shown = testkit::repl::without_times(&out);
        assert!(wanted.starts_with(&*shown), "{}:\n{out}", path.display());
    }
}

/// A megabyte of comments takes no time.
fn long_scripts_are_read_at_once() {
    let text = "(* a line of a comment, which is not much to read *)\n".repeat(20_000);
    let kont = Kont::new(env!("CARGO_BIN_EXE_kont"));
    let start = std::time::Instant::now();
    let ended = kont.command(&["repl"]).input(text + "1;\n").run();
    assert_eq!((ended.code, ended.out().as_str()), (Some(0), "val it = 1 : int\n"));
    assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
}

/// Files and projects on the command line are loaded before anything is read.
fn files_come_first() {
    let scratch = testkit::Scratch::new();
    scratch.write("a.sml", "structure A = struct val x = 1 end\n");
    scratch.write("b.sml", "val y = 2 val () = print \"b\\n\"\n");
    scratch.write("p.mlb", "$(SML_LIB)/basis/basis.mlb\nb.sml\n");
    let kont = Kont::new(env!("CARGO_BIN_EXE_kont"));
    let run = |args: &[&str]| kont.command(args).folder(scratch.path()).input("A.x + y;\n").run();
    let ended = run(&["repl", "a.sml", "p.mlb"]);
    assert_eq!(ended.code, Some(0), "{}", ended.err());
    assert!(ended.out().ends_with("b\nval y = 2 : int\nval it = 3 : int\n"), "{}", ended.out());
    let ended = run(&["repl", "a.sml", "none.sml"]);
    assert_eq!(ended.code, Some(1));
    assert!(ended.err().contains("cannot read none.sml"), "{}", ended.err());
}
