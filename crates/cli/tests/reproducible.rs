//! Same input, same bytes: whatever the folder, the time, the locale, the number
//! of processors, and where temporary files go.

use std::fs;
use std::path::Path;
use testkit::{Ended, Kont, Scratch};

/// What is written.
const KINDS: [&str; 8] = ["anf", "cps", "flow", "ll", "bc", "s", "o", ""];

/// Programs that use most of the language.
const PROGRAMS: [&str; 3] = [
    "examples/generator.anf",
    "tests/run/anf/binary-trees.anf",
    "tests/run/anf/constants-of-every-form.anf",
];

fn build(folder: &Path, level: &str, settings: &[(&str, &str)], prefix: &[&str]) -> Ended {
    let kont = Kont::new(env!("CARGO_BIN_EXE_kont")).path;
    let mut child = testkit::Child::new("env").args(prefix).arg(kont);
    for (name, value) in settings {
        child = child.env(name, value);
    }
    let emit = "anf,cps,flow,llvm,bc,asm,obj,exe";
    child.args(["build", level, "p.anf", "--emit", emit, "-o", "out"]).folder(folder).run()
}

#[test]
fn two_builds_are_alike() {
    for program in PROGRAMS {
        let text = fs::read(testkit::root().join(program)).unwrap();
        let (one, two) = (Scratch::new(), Scratch::new());
        let deep = two.file("another/folder, deeper");
        fs::create_dir_all(&deep).unwrap();
        one.write("p.anf", &text);
        fs::write(deep.join("p.anf"), &text).unwrap();
        let temporary = two.path().to_str().unwrap();
        let other = [
            ("TZ", "Pacific/Auckland"),
            ("LC_ALL", "tr_TR.UTF-8"),
            ("TMPDIR", temporary),
            ("SOURCE_DATE_EPOCH", "1"),
            ("USER", "somebody"),
        ];
        for level in ["-O0", "-O2"] {
            let ended = build(one.path(), level, &[("TZ", "UTC"), ("LC_ALL", "C")], &[]);
            assert_eq!(ended.code, Some(0), "{}", ended.err());
            // On one processor only.
            let ended = build(&deep, level, &other, &["taskset", "-c", "0"]);
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
