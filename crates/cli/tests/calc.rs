//! A language that is one crate and one line of the list: the calculator, through the command.

use testkit::{Ended, Kont, Scratch};

const SUMS: &str = "let x = 6 * 7;\nprint x;\nprint (x - 2) / -4;\n";

fn kont(folder: &Scratch, args: &[&str]) -> Ended {
    Kont::new(env!("CARGO_BIN_EXE_kont")).command(args).folder(folder.path()).run()
}

#[track_caller]
fn ends(ended: &Ended, code: i32, out: &str) {
    assert_eq!(ended.code, Some(code), "{}\n{}{}", ended.status, ended.out(), ended.err());
    assert_eq!(ended.out(), out);
}

#[test]
fn runs_compiled_and_interpreted() {
    let folder = Scratch::new();
    folder.write("sums.calc", SUMS);
    ends(&kont(&folder, &["check", "sums.calc"]), 0, "");
    for args in [&["run"][..], &["run", "-O0", "--check"], &["eval"], &["eval", "--at", "flow"]] {
        ends(&kont(&folder, &[args, &["sums.calc"]].concat()), 0, "42\n-10\n");
    }
    folder.write("sums.txt", SUMS);
    ends(&kont(&folder, &["run", "--lang", "calc", "sums.txt"]), 0, "42\n-10\n");
}

#[test]
fn errors_have_places() {
    let folder = Scratch::new();
    folder.write("wrong.calc", "let x = 1;\nprint x + y;\n");
    let wrong = kont(&folder, &["check", "--format", "json", "wrong.calc"]);
    assert_eq!(wrong.code, Some(1), "{}", wrong.err());
    let out = wrong.out();
    assert!(out.contains("unknown variable") && out.contains("wrong.calc"), "{out}");
    let drawn = kont(&folder, &["check", "wrong.calc"]).err();
    assert!(drawn.contains("wrong.calc:2:11"), "{drawn}");
    assert!(drawn.contains("no `let` before this binds `y`"), "{drawn}");
}

#[test]
fn exceptions_have_places() {
    let folder = Scratch::new();
    folder.write("div.calc", "let x = 0;\nprint 1 / x;\n");
    for command in ["run", "eval"] {
        let ended = kont(&folder, &[command, "div.calc"]);
        assert_eq!(ended.code, Some(1), "{}", ended.status);
        assert!(
            ended.err().contains("Div") && ended.err().contains("div.calc:2:9"),
            "{}",
            ended.err()
        );
    }
}

#[test]
fn the_list_makes_help_and_messages() {
    let folder = Scratch::new();
    let help = kont(&folder, &["help"]).out();
    assert!(help.contains(".fil or .calc"), "{help}");
    let help = kont(&folder, &["run", "--help"]).out();
    assert!(help.contains("fil or calc"), "{help}");
    let bash = kont(&folder, &["generate", "bash"]).out();
    assert!(bash.contains("sml cogent scheme anf anf-json cps flow il fil calc"), "{bash}");
    folder.write("no", "");
    let ended = kont(&folder, &["run", "no"]);
    assert!(
        ended.code == Some(2) && ended.err().contains(".fil or .calc; say --lang"),
        "{}",
        ended.err()
    );
}
