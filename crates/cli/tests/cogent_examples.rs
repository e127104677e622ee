//! The programs in Cogent that have a `main` in C: the examples and a test of the library. Each
//! prints what it should at each level, loses no memory and frees none twice.

use std::path::{Path, PathBuf};
use testkit::{Child, Kont, Scratch, compare, root};

fn kont() -> Kont {
    Kont::new(env!("CARGO_BIN_EXE_kont"))
}

/// A program: its text, its C, and the file with what it prints.
struct Example {
    cogent: PathBuf,
    c: PathBuf,
    out: PathBuf,
}

fn examples() -> [Example; 3] {
    let example = |name: &str| Example {
        cogent: root().join(format!("examples/cogent/{name}/{name}.cogent")),
        c: root().join(format!("examples/cogent/{name}/main.c")),
        out: root().join(format!("tests/examples/cogent/{name}.out")),
    };
    let library = root().join("tests/cogent/library");
    let library = Example {
        cogent: library.with_extension("cogent"),
        c: library.with_extension("c"),
        out: library.with_extension("out"),
    };
    [example("kvlog"), example("dirblock"), library]
}

/// Runs a program, which ends well, and compares what it prints.
#[track_caller]
fn prints(child: Child, what: &str, out: &Path) {
    let ended = child.run();
    assert_eq!((ended.code, ended.err()), (Some(0), String::new()), "{what}");
    if let Err(difference) = compare(out, &ended.stdout) {
        panic!("{what}: {difference}");
    }
}

#[test]
fn they_print_what_they_should_and_lose_no_memory() {
    let folder = Scratch::new();
    for Example { cogent, c, out } in examples() {
        for options in [&["-O0"][..], &["-O2"], &["-Os"], &["-O2", "--union-variants"]] {
            let what = format!("{} {options:?}", cogent.display());
            let program = folder.path().join("program");
            let build = kont().command(&["build"]).args(options.iter().copied()).arg(&cogent);
            let ended = build.arg("--with").arg(&c).arg("-o").arg(&program).run();
            assert_eq!((ended.code, ended.err()), (Some(0), String::new()), "{what}");
            prints(Child::new(&program), &what, &out);
            let words = ["-q", "--leak-check=full", "--show-leak-kinds=all", "--error-exitcode=9"];
            let valgrind = Child::new("valgrind").args(words).arg(&program);
            prints(valgrind, &format!("{what} under valgrind"), &out);
        }
    }
}

#[test]
fn their_c_is_clean_under_the_address_sanitizer() {
    let folder = Scratch::new();
    for Example { cogent, c, out } in examples() {
        let base = folder.path().join(cogent.file_stem().expect("a name"));
        let build = kont().command(&["build", "--emit", "obj,header"]).arg(&cogent);
        let ended = build.arg("-o").arg(&base).run();
        assert_eq!((ended.code, ended.err()), (Some(0), String::new()), "{}", cogent.display());
        let program = folder.path().join("sanitized");
        let gcc = Child::new("gcc").args(["-g", "-fsanitize=address,undefined", "-I"]);
        let gcc = gcc.arg(folder.path()).arg("-I").arg(root().join("lib/cogent")).arg(&c);
        let ended = gcc.arg(base.with_extension("o")).arg("-o").arg(&program).run();
        assert_eq!((ended.code, ended.err()), (Some(0), String::new()), "{}", cogent.display());
        prints(Child::new(&program), &format!("{} with ASan", cogent.display()), &out);
    }
}

#[test]
fn the_adder_is_made_by_its_makefile() {
    let folder = Scratch::new();
    for name in ["Makefile", "adder.cogent", "main.c"] {
        let from = root().join("examples/cogent/adder").join(name);
        std::fs::copy(&from, folder.path().join(name)).expect("a copy");
    }
    let make = Child::new("make").args(["-s", &format!("KONT={}", kont().path.display())]);
    let ended = make.folder(folder.path()).run();
    assert_eq!((ended.code, ended.err()), (Some(0), String::new()));
    let ended = Child::new(folder.path().join("main")).run();
    assert_eq!((ended.code, ended.out().as_str()), (Some(0), "3\n"));
}

#[test]
fn names_that_c_could_not_tell_apart() {
    let folder = Scratch::new();
    folder.write("n.cogent", "f' : U8 -> U8\nf' x = x\n\nf_prime : U8 -> U8\nf_prime x = x\n");
    let ended = kont().command(&["build", "--emit", "obj", "n.cogent"]).folder(folder.path()).run();
    assert_eq!(ended.code, Some(1));
    let err = ended.err();
    assert!(err.contains("two things have the C name `f_prime`"), "{err}");
    assert!(err.contains("n.cogent:4:1"), "{err}");
}
