//! Same input, same bytes: whatever the folder, the time, the locale, the number
//! of processors, and where temporary files go.

use std::fs;
use std::path::Path;
use testkit::{Ended, Kont, Scratch};

/// The endings of the files that are written.
const KINDS: [&str; 9] = ["anf", "anf.json", "cps", "flow", "ll", "bc", "s", "o", ""];

/// Programs that use most of the language.
const PROGRAMS: [&str; 5] = [
    "examples/generator.anf",
    "examples/primes.sml",
    "bench/sml/redblack.sml",
    "tests/run/anf/binary-trees.anf",
    "tests/run/anf/constants-of-every-form.anf",
];

/// Enough functions that they are compiled in parts, on as many threads as there are processors.
fn large() -> String {
    let mut text = "anf 1\n".to_owned();
    for i in 0..LARGE {
        let next = (i + 1).min(LARGE - 1);
        text.push_str(&format!("fun f{i}(x: i64) -> (i64) {{\n"));
        text.push_str("  c: i1 = slt.i64 x 1\n  if c {\n    ret x\n  } else {\n");
        text.push_str(&format!("  y: i64 = sadd.i64 x -1\n  r: i64 = call f{next} y\n"));
        text.push_str(&format!("  s: i64 = sadd.i64 r {i}\n  ret s\n  }}\n}}\n"));
    }
    text + "fun main() -> () {\n  r: i64 = call f0 9\n  ret\n}\nentry main\n"
}

const LARGE: usize = 1500;

fn build(
    folder: &Path,
    program: &str,
    level: &str,
    settings: &[(&str, &str)],
    prefix: &[&str],
) -> Ended {
    let kont = Kont::new(env!("CARGO_BIN_EXE_kont")).path;
    let mut child = testkit::Child::new("env").args(prefix).arg(kont);
    for (name, value) in settings {
        child = child.env(name, value);
    }
    let emit = "anf,anf-json,cps,flow,llvm,bc,asm,obj,exe";
    child.args(["build", level, program, "--emit", emit, "-o", "out"]).folder(folder).run()
}

#[test]
fn two_builds_are_alike() {
    let read = |program| (program, fs::read(testkit::root().join(program)).unwrap());
    let mut programs = PROGRAMS.map(read).to_vec();
    programs.push(("large.anf", large().into_bytes()));
    for (program, text) in programs {
        let name = if program.ends_with(".sml") { "p.sml" } else { "p.anf" };
        let (one, two) = (Scratch::new(), Scratch::new());
        let deep = two.file("another/folder, deeper");
        fs::create_dir_all(&deep).unwrap();
        one.write(name, &text);
        fs::write(deep.join(name), &text).unwrap();
        let temporary = two.path().to_str().unwrap();
        let other = [
            ("TZ", "Pacific/Auckland"),
            ("LC_ALL", "tr_TR.UTF-8"),
            ("TMPDIR", temporary),
            ("SOURCE_DATE_EPOCH", "1"),
            ("USER", "somebody"),
        ];
        let levels: &[&str] = if program == "large.anf" { &["-O0"] } else { &["-O0", "-O2"] };
        for level in levels {
            let ended = build(one.path(), name, level, &[("TZ", "UTC"), ("LC_ALL", "C")], &[]);
            assert_eq!(ended.code, Some(0), "{}", ended.err());
            // On one processor only.
            let ended = build(&deep, name, level, &other, &["taskset", "-c", "0"]);
            assert_eq!(ended.code, Some(0), "{}", ended.err());
            for kind in KINDS {
                let name = if kind.is_empty() { "out".to_owned() } else { format!("out.{kind}") };
                let bytes = fs::read(one.file(&name)).unwrap();
                assert!(bytes == fs::read(deep.join(&name)).unwrap(), "{program} {level}: {name}");
                for place in [one.path(), two.path()] {
                    let place = place.to_str().unwrap().as_bytes();
                    let found = bytes.windows(place.len()).any(|window| window == place);
                    assert!(!found, "{program} {level}: {name} names its folder");
                }
            }
        }
    }
}

#[test]
fn executables_do_not_name_the_folders_that_the_runtime_was_built_from() {
    let folder = Scratch::new();
    folder.write("p.sml", "exception E of IntInf.int\nval () = raise E 1\n");
    let kont = Kont::new(env!("CARGO_BIN_EXE_kont"));
    let home = |name| std::env::var(name).ok();
    let cargo = home("CARGO_HOME").or_else(|| Some(home("HOME")? + "/.cargo"));
    let places = [cargo.unwrap(), testkit::root().display().to_string()].map(|place| place + "/");
    for debug in [&[][..], &["-g"]] {
        let args = [&["build", "p.sml", "-o", "p"][..], debug].concat();
        let ended = kont.command(&args).folder(folder.path()).run();
        assert_eq!(ended.code, Some(0), "{}", ended.err());
        let bytes = fs::read(folder.file("p")).unwrap();
        for place in &places {
            let found = bytes.windows(place.len()).any(|window| window == place.as_bytes());
            assert!(!found, "{debug:?}: the executable names {place}");
        }
    }
}
