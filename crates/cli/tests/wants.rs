//! Programs that want functions of others: of other units, and in C. A function that is not there
//! is the program's mistake.

use testkit::{Ended, Kont, Scratch};

const FOREIGN: &str = "anf 1\nforeign sin \"sin\" (f64) -> (f64)\n\
    foreign getpid \"getpid\" () -> (i32)\nforeign nosuch \"no_such_function\" (i64) -> (i64)\n\
    fun main() -> () {\n  x: f64 = ccall.sin 1.0\n  () = print \"before\\n\"\n  \
    p: i32 = ccall.getpid\n  n: i64 = ccall.nosuch 3\n  ret\n}\nentry main\n";
const MAIN: &str = "anf 1\nimport triple \"triple\" : fun(i64) -> (i64)\nfun main() -> () {\n  \
    r: i64 = call triple 14\n  s: str = i64.to.str r 10\n  () = print s\n  ret\n}\nentry main\n";
const LIB: &str = "anf 1\nexport fun triple(n: i64) -> (i64) {\n  r: i64 = smul.i64 n 3\n  \
    ret r\n}\n";

fn folder() -> Scratch {
    let folder = Scratch::new();
    folder.write("foreign.anf", FOREIGN);
    folder.write("main.anf", MAIN);
    folder.write("lib.anf", LIB);
    folder
}

fn kont(folder: &Scratch, args: &[&str]) -> Ended {
    Kont::new(env!("CARGO_BIN_EXE_kont")).command(args).folder(folder.path()).run()
}

/// The program is rejected, with this message at this place.
#[track_caller]
fn rejected(folder: &Scratch, args: &[&str], title: &str, place: &str) -> Ended {
    let ended = kont(folder, args);
    assert_eq!(ended.code, Some(1), "{args:?}: {}", ended.err());
    let message = ended.err();
    assert!(message.starts_with(&format!("error: {title}")), "{args:?}: {message}");
    assert!(message.contains(place), "{args:?}: {message}");
    ended
}

#[test]
fn unknown_functions_in_c() {
    let folder = folder();
    for command in [&["run", "foreign.anf"][..], &["build", "foreign.anf", "-o", "x"]] {
        let ended = rejected(&folder, command, "unknown C function", "foreign.anf:4:9");
        assert!(
            !ended.err().contains("sin`") && !ended.err().contains("linker"),
            "{}",
            ended.err()
        );
    }
    // An object may be linked with whatever has it, and an interpreter does not get so far.
    assert_eq!(
        kont(&folder, &["build", "foreign.anf", "--emit", "obj", "-o", "x.o"]).code,
        Some(0)
    );
    assert_eq!(kont(&folder, &["check", "foreign.anf"]).code, Some(0));
    // Further languages say it without the place.
    kont(&folder, &["build", "foreign.anf", "--emit", "cps,flow", "-o", "x"]);
    for file in ["x.cps", "x.flow"] {
        rejected(&folder, &["run", file], "unknown C function", "`no_such_function`");
    }
}

#[test]
fn functions_in_c_are_not_for_interpreters() {
    let folder = folder();
    for at in ["anf", "cps", "flow", "flow-imperative"] {
        let args = ["eval", "--at", at, "foreign.anf"];
        let title = "call of a C function in an interpreter";
        let ended = rejected(&folder, &args, title, "foreign.anf:3:9");
        // It runs until there.
        assert_eq!(ended.out(), "before\n");
    }
}

#[test]
fn unresolved_imports() {
    let folder = folder();
    folder.write("cell.anf", MAIN.replace("anf 1\n", "anf 1\nimport global g: i64\n"));
    for command in [&["run"][..], &["eval"], &["build", "-o", "x"]] {
        let args = [command, &["main.anf"]].concat();
        rejected(&folder, &args, "unresolved import", "main.anf:2:8");
        let args = [command, &["cell.anf"]].concat();
        assert_eq!(kont(&folder, &args).err().matches("unresolved import").count(), 2);
    }
    assert_eq!(kont(&folder, &["build", "main.anf", "--emit", "obj", "-o", "x.o"]).code, Some(0));
    kont(&folder, &["build", "main.anf", "--emit", "cps,flow", "-o", "x"]);
    for file in ["x.cps", "x.flow"] {
        rejected(&folder, &["run", file], "unresolved import", "`triple`");
        rejected(&folder, &["eval", file], "unresolved import", "`triple`");
    }
}

#[test]
fn units_are_built_together() {
    let folder = folder();
    for files in [["main.anf", "lib.anf"], ["lib.anf", "main.anf"]] {
        for level in ["-O0", "-O2"] {
            let args = [&["build", level, "--check", "-o", "prog"][..], &files].concat();
            let ended = kont(&folder, &args);
            assert_eq!(ended.code, Some(0), "{}", ended.err());
            let ended = testkit::Child::new(folder.file("prog")).run();
            assert_eq!((ended.code, ended.out().as_str()), (Some(0), "42"));
        }
        assert_eq!(kont(&folder, &[&["check"][..], &files].concat()).code, Some(0));
    }
    // One text of both, for whoever runs it otherwise.
    let args = ["build", "main.anf", "lib.anf", "--emit", "anf", "-o", "both.anf"];
    assert_eq!(kont(&folder, &args).code, Some(0));
    for command in ["run", "eval"] {
        assert_eq!(kont(&folder, &[command, "both.anf"]).out(), "42");
    }
    rejected(&folder, &["check", "lib.anf", "lib.anf"], "two exports of one name", "lib.anf:2:12");
    folder.write("a.sml", "");
    let ended = kont(&folder, &["check", "a.sml", "lib.anf"]);
    assert_eq!(ended.code, Some(2), "{}", ended.err());
}
