//! Bad input of every kind gets a message and exit code 1 or 2; never a panic,
//! never a signal.

use testkit::{Ended, Kont, Scratch};

fn kont() -> Kont {
    Kont::new(env!("CARGO_BIN_EXE_kont"))
}

/// The commands that read a program.
const COMMANDS: &[&[&str]] = &[&["check"], &["run"], &["eval"], &["dev"], &["build", "-o", "out"]];

fn run_on(folder: &Scratch, command: &[&str], file: &str) -> Ended {
    kont().command(command).arg(file).folder(folder.path()).run()
}

/// Every command rejects the file with this exit code, a message that contains
/// `text`, and nothing else.
#[track_caller]
fn rejected(bytes: &[u8], code: i32, text: &str) {
    let folder = Scratch::new();
    folder.write("x.anf", bytes);
    for command in COMMANDS {
        let ended = run_on(&folder, command, "x.anf");
        check(&ended, command, code, text);
        assert!(!folder.file("out").exists(), "{command:?} wrote something");
    }
}

#[track_caller]
fn check(ended: &Ended, command: &[&str], code: i32, text: &str) {
    assert_eq!(ended.code, Some(code), "{command:?}: {}\n{}", ended.status, ended.err());
    assert!(ended.err().contains(text), "{command:?} says\n{}", ended.err());
    assert!(ended.err().len() < 100_000, "{command:?} says too much");
    assert_eq!(ended.out(), "", "{command:?} prints");
}

#[test]
fn missing_file() {
    let folder = Scratch::new();
    for command in COMMANDS {
        check(&run_on(&folder, command, "x.anf"), command, 2, "cannot read x.anf: no such file");
        check(
            &run_on(&folder, command, "nothing"),
            command,
            2,
            "cannot read nothing: no such file",
        );
    }
}

#[test]
fn directory() {
    let folder = Scratch::new();
    std::fs::create_dir(folder.file("d.anf")).unwrap();
    std::fs::create_dir(folder.file("d")).unwrap();
    for command in COMMANDS {
        check(
            &run_on(&folder, command, "d.anf"),
            command,
            2,
            "cannot read d.anf: it is a directory",
        );
        check(&run_on(&folder, command, "d"), command, 2, "cannot read d: it is a directory");
    }
}

#[test]
fn unknown_ending() {
    let folder = Scratch::new();
    folder.write("x.txt", "anf 1\n");
    for command in COMMANDS {
        check(&run_on(&folder, command, "x.txt"), command, 2, "cannot tell the language of x.txt");
    }
}

#[test]
fn empty_file() {
    rejected(b"", 1, "x.anf:1:1");
    rejected(b"\n\n ; nothing\n", 1, "x.anf:");
}

#[test]
fn another_version() {
    rejected(b"anf 2\n", 1, "x.anf:1:");
    rejected(b"cps 1\n", 1, "x.anf:1:");
}

#[test]
fn binary_file() {
    let bytes: Vec<u8> =
        (0..100_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 11) as u8).collect();
    rejected(&bytes, 1, "x.anf:");
    rejected(&std::fs::read(kont().path).unwrap()[..100_000], 1, "x.anf:");
    rejected(&[0; 5000], 1, "x.anf:");
}

#[test]
fn malformed_text() {
    rejected(b"anf 1\nfun main() -> () {\n  ret\n", 1, "x.anf:");
    rejected(b"anf 1\nfun main( -> () {\n  ret\n}\nentry main\n", 1, "x.anf:2:");
    rejected(b"anf 1\nfun main() -> () {\n  x: i64 = \n  ret\n}\nentry main\n", 1, "x.anf:");
    rejected(b"anf 1\nfun main() -> () {\n  () = print \"never closed\n  ret\n}\n", 1, "x.anf:3:");
    rejected("anf 1\nfun ma\u{202e}in() -> () {\n".as_bytes(), 1, "x.anf:2:");
}

#[test]
fn ill_typed() {
    rejected(
        b"anf 1\nfun main() -> () {\n  x: i64 = sadd.i64 1 \"a\"\n  ret\n}\nentry main\n",
        1,
        "x.anf:3:",
    );
    rejected(b"anf 1\nfun main() -> (i64) {\n  ret 1\n}\nentry main\n", 1, "error:");
    rejected(b"anf 1\nfun main() -> () {\n  ret y\n}\nentry main\n", 1, "x.anf:3:");
}

#[test]
fn integer_too_large() {
    let program = "anf 1\nfun main() -> () {\n  x: i64 = copy 99999999999999999999999\n  ret\n}\nentry main\n";
    rejected(program.as_bytes(), 1, "x.anf:3:");
    let program = program.replace("99999999999999999999999", "256:i8");
    rejected(program.as_bytes(), 1, "x.anf:3:");
}

/// `depth` conditionals in one another.
fn nested(depth: usize) -> String {
    let mut text = "anf 1\nfun main() -> () {\n  x: i1 = slt.i64 1 2\n".to_owned();
    text.push_str(&"if x {\n".repeat(depth));
    text.push_str("ret\n");
    text.push_str(&"} else {\nret\n}\n".repeat(depth));
    text.push_str("}\nentry main\n");
    text
}

#[test]
fn nested_beyond_the_limit() {
    rejected(nested(60_000).as_bytes(), 1, "x.anf:");
    rejected("anf 1\nfun main() -> () {".repeat(200_000).as_bytes(), 1, "x.anf:");
    rejected(format!("anf 1\nglobal x: {}", "(".repeat(2_000_000)).as_bytes(), 1, "x.anf:");
}

/// Every command accepts it; interpreters and native code run it.
#[track_caller]
fn accepted(program: &str) {
    let folder = Scratch::new();
    folder.write("x.anf", program);
    let commands: &[&[&str]] = &[
        &["check"],
        &["eval"],
        &["eval", "--at", "cps", "-O2"],
        &["eval", "--at", "flow"],
        &["run", "-O0"],
        &["run"],
    ];
    for command in commands {
        let ended = run_on(&folder, command, "x.anf");
        assert_eq!(ended.code, Some(0), "{command:?}: {}\n{}", ended.status, ended.err());
    }
}

#[test]
fn ten_thousand_nested_conditionals() {
    accepted(&nested(10_000));
}

#[test]
fn ten_thousand_lets() {
    let mut text = "anf 1\nfun main() -> () {\n  x0: i64 = copy 0\n".to_owned();
    for i in 1..10_000 {
        text.push_str(&format!("  x{i}: i64 = sadd.i64 x{} 1\n", i - 1));
    }
    text.push_str("  ret\n}\nentry main\n");
    accepted(&text);
}

#[test]
fn ten_thousand_nested_functions() {
    let mut text = "anf 1\nfun main() -> () {\n".to_owned();
    for i in 0..10_000 {
        text.push_str(&format!("fun f{i}() -> () {{\n"));
    }
    text.push_str("ret\n");
    for i in (0..10_000).rev() {
        text.push_str(&format!("}}\ntailcall f{i}\n"));
    }
    text.push_str("}\nentry main\n");
    accepted(&text);
}

#[test]
fn file_of_fifty_megabytes() {
    // One line without a meaning, and a program that is wrong at its end.
    rejected(&vec![b'x'; 50 << 20], 1, "x.anf:1:1");
    let mut text = "anf 1\nfun main() -> () {\n".to_owned();
    let mut i = 0;
    while text.len() < 50 << 20 {
        text.push_str(&format!("  x{i}: i64 = sadd.i64 1 2\n"));
        i += 1;
    }
    text.push_str("  ret nothing\n}\nentry main\n");
    let folder = Scratch::new();
    folder.write("x.anf", &text);
    check(&run_on(&folder, &["check"], "x.anf"), &["check"], 1, "x.anf:");
}
