//! The command line: exit codes, files written, standard streams.

use std::fs;
use testkit::{Child, Ended, Kont, Scratch};

const HELLO: &str = "anf 1\nfun main() -> () {\n  () = print \"hello\\n\"\n  ret\n}\nentry main\n";

fn kont() -> Kont {
    Kont::new(env!("CARGO_BIN_EXE_kont"))
}

fn folder() -> Scratch {
    let folder = Scratch::new();
    folder.write("hello.anf", HELLO);
    folder
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

#[track_caller]
fn wrong(folder: &Scratch, args: &[&str], code: i32, text: &str) {
    let ended = run(folder, args);
    assert_eq!(ended.code, Some(code), "{args:?}: {}\n{}", ended.status, ended.err());
    assert!(ended.err().contains(text), "{args:?} says\n{}", ended.err());
}

#[test]
fn help_and_version() {
    let folder = folder();
    assert!(ok(&folder, &["--version"]).contains("LLVM 22"));
    assert!(ok(&folder, &["help"]).contains("Examples:"));
    for command in ["run", "build", "check", "eval", "dev"] {
        assert!(ok(&folder, &["help", command]).contains("Example"), "{command}");
        assert!(ok(&folder, &[command, "--help"]).contains("Usage"), "{command}");
    }
    assert!(ok(&folder, &["dev", "--list-passes"]).contains("contract"));
}

#[test]
fn a_program_in_the_place_of_a_command() {
    let folder = folder();
    wrong(&folder, &["hello.anf"], 2, "to run it, write `kont run hello.anf`");
    // Neither what is not there nor what is no program.
    for word in ["none.anf", "hello.txt"] {
        folder.write("hello.txt", "");
        let ended = run(&folder, &[word]);
        assert!(ended.code == Some(2) && !ended.err().contains("kont run"), "{}", ended.err());
    }
}

#[test]
fn sizes_are_written_alike_everywhere() {
    let folder = folder();
    for size in ["64m", "64M", "64MiB", "67108864", "1g"] {
        assert_eq!(ok(&folder, &["run", "--heap-max", size, "hello.anf"]), "hello\n");
        let child = kont().command(&["run", "hello.anf"]).env("KONT_HEAP_MAX", size);
        assert_eq!(child.folder(folder.path()).run().out(), "hello\n", "{size}");
    }
    wrong(&folder, &["run", "--heap-max", "64x", "hello.anf"], 2, "a size is a number");
}

#[test]
fn drawings_are_of_ascii_where_the_locale_is() {
    let folder = folder();
    folder.write("wrong.anf", "anf 1\nfun main() -> () { ret x }\n");
    let check = |variables: &[(&str, &str)]| {
        let mut child = kont().command(&["check", "wrong.anf"]).env("LC_ALL", "").env("LANG", "");
        for (name, value) in variables {
            child = child.env(name, value);
        }
        let ended = child.env("LC_CTYPE", "").folder(folder.path()).run();
        assert_eq!(ended.code, Some(1), "{}", ended.err());
        ended.err()
    };
    assert!(check(&[("LC_ALL", "C")]).is_ascii());
    assert!(check(&[("LANG", "de_DE.ISO-8859-1")]).is_ascii());
    assert!(check(&[("LC_ALL", "C.UTF-8"), ("LANG", "C")]).contains('┌'));
    assert!(check(&[("LANG", "en_GB.utf8")]).contains('┌'));
    assert!(check(&[]).contains('┌'));
}

#[test]
fn debuggers_are_told_lines() {
    let folder = folder();
    folder.write(
        "placed.anf",
        "anf 1\npos !1 = \"placed.sml\" 7:3\nfun main() -> () !1 {\n  () = print \"hello\\n\" !1\n  ret\n}\nentry main\n",
    );
    for level in ["-O0", "-O2"] {
        let lines = ok(&folder, &["build", "-g", level, "placed.anf", "--emit", "asm", "-o", "-"]);
        assert!(lines.contains("placed.sml") && lines.contains("7 3"), "{lines}");
        let plain = ok(&folder, &["build", level, "placed.anf", "--emit", "asm", "-o", "-"]);
        assert!(!plain.contains(".loc"), "{plain}");
    }
}

#[test]
fn positions_can_be_demanded() {
    let folder = folder();
    ok(&folder, &["check", "hello.anf"]);
    wrong(&folder, &["check", "--positions", "hello.anf"], 1, "position");
}

#[test]
fn wrong_command_lines() {
    let folder = folder();
    wrong(&folder, &[], 2, "Usage");
    wrong(&folder, &["compile"], 2, "compile");
    wrong(&folder, &["run"], 2, "FILE");
    wrong(&folder, &["run", "--no-such-option", "hello.anf"], 2, "--no-such-option");
    wrong(&folder, &["run", "-O7", "hello.anf"], 2, "7");
    wrong(&folder, &["run", "--heap-max", "much", "hello.anf"], 2, "size");
    wrong(&folder, &["build", "hello.anf", "--emit", "pdf", "-o", "x"], 2, "pdf");
    wrong(&folder, &["eval", "--at", "llvm", "hello.anf"], 2, "llvm");
    wrong(&folder, &["dev", "hello.anf", "--passes", "no-such-pass"], 2, "no-such-pass");
    wrong(&folder, &["dev", "hello.anf", "--skip", "no-such-pass"], 2, "no-such-pass");
    wrong(&folder, &["dev", "hello.anf", "--skip", "contract@0"], 2, "contract@1");
    let often = ["dev", "-O2", "--to", "cps", "hello.anf", "--skip", "contract@99"];
    wrong(&folder, &often, 2, "there was no `contract@99`");
    wrong(&folder, &["dev", "hello.anf", "--passes", "inline:huge=1"], 2, "no setting `huge`");
    wrong(&folder, &["run", "-"], 2, "--lang");
    wrong(
        &folder,
        &["build", "hello.anf", "--target", "pdp11-bell-unix", "--emit", "obj", "-o", "x"],
        2,
        "pdp11",
    );
    wrong(
        &folder,
        &["build", "hello.anf", "--target", "aarch64-linux-gnu", "-o", "x"],
        2,
        "--emit obj",
    );
}

#[test]
fn standard_input() {
    for args in [&["run", "--lang", "anf", "-"][..], &["eval", "--lang", "anf", "-"]] {
        let ended = kont().command(args).input(HELLO).run();
        assert_eq!((ended.code, ended.out().as_str()), (Some(0), "hello\n"), "{}", ended.err());
    }
}

#[test]
fn arguments_after_the_file_are_the_programs() {
    let folder = Scratch::new();
    let program = fs::read(testkit::root().join("examples/echo.anf")).unwrap();
    folder.write("echo.anf", program);
    let args = ["--stats", "-O0", "--", "-", "a b"];
    for command in [&["run", "echo.anf"][..], &["eval", "echo.anf"]] {
        let ended = kont().command(command).args(args).folder(folder.path()).run();
        assert_eq!(ended.out(), args.map(|arg| format!("{arg}\n")).concat(), "{}", ended.err());
    }
}

#[test]
fn one_kind_is_written_to_the_file_named() {
    let folder = folder();
    for (kind, start) in
        [("anf", "anf 1\n"), ("cps", "cps 1\n"), ("flow", "flow 1\n"), ("llvm", "; ModuleID")]
    {
        assert_eq!(ok(&folder, &["build", "hello.anf", "--emit", kind, "-o", "out"]), "");
        let text = fs::read_to_string(folder.file("out")).unwrap();
        assert!(text.starts_with(start), "{kind}: {text}");
        assert_eq!(ok(&folder, &["build", "hello.anf", "--emit", kind, "-o", "-"]), text, "{kind}");
    }
    ok(&folder, &["build", "hello.anf", "--emit", "bc", "-o", "out"]);
    assert!(fs::read(folder.file("out")).unwrap().starts_with(b"BC"));
    ok(&folder, &["build", "hello.anf", "--emit", "obj", "-o", "out"]);
    assert!(fs::read(folder.file("out")).unwrap().starts_with(b"\x7fELF"));
    assert!(ok(&folder, &["build", "hello.anf", "--emit", "asm", "-o", "-"]).contains(".text"));
}

#[test]
fn several_kinds_get_their_suffixes() {
    let folder = folder();
    ok(&folder, &["build", "hello.anf", "--emit", "anf,cps,flow,llvm,bc,asm,obj,exe", "-o", "out"]);
    let names = ["out.anf", "out.cps", "out.flow", "out.ll", "out.bc", "out.s", "out.o", "out"];
    for name in names {
        assert!(folder.file(name).is_file(), "{name}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), names.len() + 1);
    assert_eq!(Child::new(folder.file("out")).run().out(), "hello\n");
    wrong(&folder, &["build", "hello.anf", "--emit", "anf,cps", "-o", "-"], 2, "standard output");
}

#[test]
fn later_languages_are_programs_too() {
    let folder = folder();
    ok(&folder, &["build", "hello.anf", "--emit", "cps,flow", "-o", "out"]);
    for file in ["out.cps", "out.flow"] {
        assert_eq!(ok(&folder, &["run", file]), "hello\n", "{file}");
        assert_eq!(ok(&folder, &["eval", "--at", "flow", file]), "hello\n", "{file}");
        ok(&folder, &["check", file]);
    }
    wrong(&folder, &["build", "out.flow", "--emit", "anf", "-o", "x"], 2, "anf");
    wrong(&folder, &["eval", "--at", "anf", "out.flow"], 2, "anf");
}

#[test]
fn outputs_are_whole_or_not_there() {
    let folder = folder();
    fs::create_dir(folder.file("d")).unwrap();
    wrong(&folder, &["build", "hello.anf", "-o", "d"], 1, "directory");
    wrong(&folder, &["build", "hello.anf", "-o", "no/such/folder"], 1, "cannot write");
    wrong(&folder, &["build", "hello.anf", "--emit", "anf", "-o", "hello.anf"], 2, "hello.anf");
    assert_eq!(fs::read_to_string(folder.file("hello.anf")).unwrap(), HELLO);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    ok(&folder, &["build", "hello.anf"]);
    assert_eq!(Child::new(folder.file("hello")).run().out(), "hello\n");
}

#[test]
fn other_machines() {
    let folder = folder();
    let args =
        ["build", "hello.anf", "--emit", "obj", "--target", "aarch64-linux-gnu", "-o", "x.o"];
    ok(&folder, &args);
    // The machine is the 16-bit word at offset 18; AArch64 is 183.
    assert_eq!(fs::read(folder.file("x.o")).unwrap()[18..20], [183, 0]);
}

#[test]
fn an_executable_needs_libc_and_libm_alone() {
    let folder = folder();
    ok(&folder, &["build", "hello.anf", "-o", "hello"]);
    let ended = Child::new("llvm-readelf-22").args(["-d", "hello"]).folder(folder.path()).run();
    assert!(ended.out().contains("(NEEDED)"), "{}", ended.err());
    for line in ended.out().lines().filter(|line| line.contains("(NEEDED)")) {
        let allowed = ["libc.so.6", "libm.so.6", "ld-linux"].iter().any(|name| line.contains(name));
        assert!(allowed, "{line}");
    }
}

#[test]
fn a_linker_without_a_c_compiler_is_enough() {
    for linker in ["ld.lld-22", "ld"] {
        let folder = folder();
        let link = std::os::unix::fs::symlink;
        link(format!("/usr/bin/{linker}"), folder.file(linker)).unwrap();
        let build = kont().command(&["build", "hello.anf", "-o", "hello"]);
        let ended = build.env("PATH", folder.path()).folder(folder.path()).run();
        assert_eq!(ended.code, Some(0), "{linker}: {}", ended.err());
        assert_eq!(Child::new(folder.file("hello")).run().out(), "hello\n", "{linker}");
    }
}

#[test]
fn no_linker_says_what_to_install() {
    let folder = folder();
    let ended = kont().command(&["build", "hello.anf", "-o", "hello"]).env("PATH", "/nonexistent");
    let ended = ended.folder(folder.path()).run();
    assert_eq!(ended.code, Some(1), "{}", ended.err());
    assert!(ended.err().contains("apt install"), "{}", ended.err());
    assert!(!folder.file("hello").exists());
}

#[test]
fn uncaught_exceptions_and_exit_codes() {
    let folder = Scratch::new();
    let raise = "anf 1\nfun main() -> () {\n  x: i64 = sdiv.i64 1 0\n  ret\n}\nentry main\n";
    folder.write("raise.anf", raise);
    let exit = "anf 1\nfun main() -> () {\n  () = exit 7\n  unreachable\n}\nentry main\n";
    folder.write("exit.anf", exit);
    for command in [
        &["run", "-O0"][..],
        &["run"],
        &["eval"],
        &["eval", "--at", "cps"],
        &["eval", "--at", "flow"],
    ] {
        let ended = kont().command(command).arg("raise.anf").folder(folder.path()).run();
        assert_eq!(ended.code, Some(1), "{command:?}: {}", ended.err());
        assert!(ended.err().contains("Div"), "{command:?}: {}", ended.err());
        let ended = kont().command(command).arg("exit.anf").folder(folder.path()).run();
        assert_eq!(ended.code, Some(7), "{command:?}: {}", ended.err());
    }
}

#[test]
fn exhausted_heap() {
    let folder = Scratch::new();
    let program = "anf 1\nsum list = nil | cons(i64, list)\n\
        fun grow(n: i64, l: list) -> () {\n  m: list = con.list.cons n l\n  tailcall grow n m\n}\n\
        fun main() -> () {\n  l: list = con.list.nil\n  tailcall grow 1 l\n}\nentry main\n";
    folder.write("grow.anf", program);
    let ended =
        kont().command(&["run", "--heap-max", "32m", "grow.anf"]).folder(folder.path()).run();
    assert_eq!(ended.code, Some(71), "{}\n{}", ended.status, ended.err());
    assert!(ended.err().contains("heap"), "{}", ended.err());
    assert!(!ended.err().contains("collections"), "{}", ended.err());
    // What the collector did is said as well, if that is asked for.
    let args = ["run", "--stats", "--heap-max", "32m", "grow.anf"];
    let ended = kont().command(&args).folder(folder.path()).run();
    assert_eq!(ended.code, Some(71), "{}\n{}", ended.status, ended.err());
    let (first, second) = (ended.err().find("heap exhausted"), ended.err().find("collections"));
    assert!(first.is_some() && first < second, "{}", ended.err());
}

#[test]
fn a_copy_of_kont_elsewhere_works() {
    let folder = folder();
    let copy = folder.file("kont");
    fs::copy(kont().path, &copy).unwrap();
    let moved = Kont::new(&copy);
    let ended = moved.command(&["run", "hello.anf"]).folder(folder.path()).run();
    assert_eq!((ended.code, ended.out().as_str()), (Some(0), "hello\n"), "{}", ended.err());
    let archive = kont().path.with_file_name("libkont_runtime.a");
    fs::copy(archive, folder.file("libkont_runtime.a")).unwrap();
    let ended = moved.command(&["build", "hello.anf", "-o", "hello"]).folder(folder.path()).run();
    assert_eq!(ended.code, Some(0), "{}", ended.err());
    assert_eq!(Child::new(folder.file("hello")).run().out(), "hello\n");
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let script =
        format!("{} help | head -c 1 >/dev/null; exit ${{PIPESTATUS[0]}}", kont().path.display());
    let ended = Child::new("bash").args(["-c", &script]).run();
    assert_eq!((ended.code, ended.err().as_str()), (Some(0), ""));
}

#[test]
fn programs_without_entry_do_not_run() {
    let folder = folder();
    for language in ["anf", "cps", "flow"] {
        let file = format!("library.{language}");
        folder.write(&file, format!("{language} 1\n"));
        ok(&folder, &["check", &file]);
        let commands: [&[&str]; 3] = [&["eval"], &["run"], &["build", "-o", "library"]];
        for command in commands {
            wrong(&folder, &[command, &[&file]].concat(), 1, "the program has no entry");
        }
    }
    wrong(&folder, &["eval", "--at", "flow", "library.anf"], 1, "the program has no entry");
}

/// A program that `check` rejects is rejected in the same way by the commands that would use it.
#[test]
fn rejected_programs_are_rejected_by_every_command() {
    let folder = folder();
    let rejected = [
        ("untyped.anf", "anf 1\nfun main() -> () {\n  () = print 5\n  ret\n}\nentry main\n"),
        ("unbound.cps", "cps 1\nentry main\n"),
        ("empty.flow", ""),
        ("free.il", "let x = 1 in y"),
        ("incoherent.il", "let x = 1 in fun f (z) = x + z in let x = 7 in f 2"),
        ("untyped.sml", "val x : int = true"),
        ("unfinished.sml", "val x = ("),
        ("missing-member.mlb", "no-such-file.sml"),
        ("wrong.cm", "Group is no-such-file.sml"),
        ("bytes.sml", "\u{0}\u{fffd}"),
    ];
    let commands: [&[&str]; 3] = [&["eval"], &["run"], &["build", "-o", "program"]];
    for (file, text) in rejected {
        folder.write(file, text);
    }
    for file in rejected.map(|(file, _)| file).into_iter().chain(["no-such-file.sml", "."]) {
        let checked = run(&folder, &["check", file]);
        assert!(matches!(checked.code, Some(1 | 2)), "{file}: {}", checked.err());
        for command in commands {
            let ended = run(&folder, &[command, &[file]].concat());
            assert_eq!(ended.code, checked.code, "{command:?} {file}: {}", ended.err());
        }
    }
}

#[test]
fn a_pass_is_left_out_once_or_always() {
    let folder = Scratch::new();
    folder.write("hello.anf", HELLO);
    let ran = |flags: &[&str]| -> Vec<String> {
        let words = ["dev", "-O2", "--to", "cps", "--time-passes", "hello.anf"];
        let words: Vec<&str> = words.into_iter().chain(flags.iter().copied()).collect();
        let err = kont().command(&words).folder(folder.path()).run().err();
        err.lines().filter_map(|line| line.split(" ms  ").nth(1)).map(str::to_owned).collect()
    };
    let all = ran(&[]);
    let contracts: Vec<&String> = all.iter().filter(|name| name.starts_with("contract@")).collect();
    assert!(contracts.len() > 3, "{all:?}");
    let without = |name: &str| -> Vec<String> {
        all.iter().filter(|other| !other.starts_with(name)).cloned().collect()
    };
    assert_eq!(ran(&["--skip", "contract@2"]), without("contract@2"));
    assert_eq!(ran(&["--skip", "contract"]), without("contract@"));
    let until = ran(&["--stop-after", "inline@2"]);
    assert_eq!(until.last().map(String::as_str), Some("inline@2"));
}
