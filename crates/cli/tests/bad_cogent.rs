//! Bad programs in Cogent and bad calls of them: a message and exit code 1 or 2, soon; never a
//! panic, never a signal.

use testkit::{Ended, Kont, Scratch};

fn kont() -> Kont {
    Kont::new(env!("CARGO_BIN_EXE_kont"))
}

/// The commands that read a program.
const COMMANDS: &[&[&str]] = &[
    &["check", "x.cogent"],
    &["run", "-O0", "x.cogent", "f", "1"],
    &["eval", "x.cogent", "f", "1"],
    &["build", "-O0", "--emit", "obj", "-o", "x.o", "x.cogent"],
];

fn run(folder: &Scratch, command: &[&str]) -> Ended {
    run_within(60, folder, command)
}

/// Runs a command that has some seconds of processor time and 8 gigabytes.
fn run_within(seconds: u32, folder: &Scratch, command: &[&str]) -> Ended {
    let script = &format!("ulimit -v 8000000; ulimit -t {seconds}; exec \"$KONT\" \"$@\"");
    let bash = testkit::Child::new("bash").args(["-c", script, "bash"]).args(command);
    bash.env("KONT", kont().path).folder(folder.path()).run()
}

/// Every command rejects the program, with a message that has this in it.
#[track_caller]
fn rejected(text: impl AsRef<[u8]>, title: &str) {
    let folder = Scratch::new();
    folder.write("x.cogent", text);
    for command in COMMANDS {
        let ended = run(&folder, command);
        assert_eq!(ended.code, Some(1), "{command:?}: {}\n{}", ended.status, ended.err());
        for part in [title, "x.cogent:"] {
            assert!(ended.err().contains(part), "{command:?}: no {part} in\n{}", ended.err());
        }
        assert!(ended.err().len() < 100_000, "{command:?} says too much");
        assert_eq!(ended.out(), "", "{command:?} prints");
    }
}

/// Every command accepts the program; calling `f` with 1 gives this.
#[track_caller]
fn accepted(text: &str, result: &str) {
    let folder = Scratch::new();
    folder.write("x.cogent", text);
    for command in COMMANDS {
        let ended = run(&folder, command);
        assert_eq!(ended.code, Some(0), "{command:?}: {}\n{}", ended.status, ended.err());
        if matches!(command[0], "run" | "eval") {
            assert_eq!(ended.out(), format!("{result}\n"), "{command:?}");
        }
    }
}

/// A function with something that nests in its body.
fn nested(before: &str, middle: &str, after: &str, depth: usize) -> String {
    let (before, after) = (before.repeat(depth), after.repeat(depth));
    format!("f : U8 -> U8\nf x = {before}{middle}{after}\n")
}

#[test]
fn deep_nesting() {
    for (before, middle, after) in [
        ("(", "x", ")"),
        ("if x == 1 then 2 else ", "x", ""),
        ("if x == 1 then ", "x", " else 2"),
        ("let x = x + 1 in ", "x", ""),
        ("let x = ", "x", " in x"),
        ("(x, ", "x", ")"),
        ("A (", "x", ")"),
        ("#{a = ", "x", "}"),
        ("f (", "x", ")"),
        ("1 + ", "x", ""),
        ("(\\x => ", "x", ") x"),
        ("x {a = ", "x", "}"),
    ] {
        rejected(nested(before, middle, after, 50_000), "nested too deeply");
    }
    for (before, after) in
        [("(", ")"), ("(U8, ", ")"), ("#{a : ", "}"), ("U8 -> (", ")"), ("#(", ")"), ("<A (", ")>")]
    {
        let (before, after) = (before.repeat(50_000), after.repeat(50_000));
        rejected(format!("f : {before}U8{after} -> U8\nf x = 1\n"), "nested too deeply");
    }
    rejected("{- ".repeat(50_000), "a comment is not closed");
}

#[test]
fn what_is_not_too_deep_runs() {
    for (before, middle, after, result) in [
        ("(", "x", ")", "1"),
        ("if x == 2 then 2 else ", "x", "", "1"),
        ("if x == 1 then ", "x", " else 2", "1"),
        ("let x = x + 1 in ", "x", "", "41"),
        ("let x = ", "x", " in x", "1"),
        ("1 + ", "x", "", "41"),
    ] {
        accepted(&nested(before, middle, after, 9_000), result);
    }
}

#[test]
fn long_programs() {
    let lets = "  and x = x + 1\n".repeat(50_000);
    accepted(&format!("f : U32 -> U32\nf x = let y = x\n{lets}  in x\n"), "50001");
    accepted(&format!("f : U32 -> U32\nf x = {}x\n", "x; ".repeat(50_000)), "1");
    let cases: String = (0..10_000).map(|i| format!("\n  | {i} -> {}", i + 7)).collect();
    accepted(&format!("f : U32 -> U32\nf{cases}\n  | n -> n\n"), "8");
    let branches = "\n  | x == 2 -> 3".repeat(50_000);
    rejected(format!("f : U8 -> U8\nf x = if{branches}\n  | else -> 1\n"), "nests too deeply");
}

#[test]
fn ten_thousand_functions() {
    let mut text = "f0 : U32 -> U32\nf0 x = x\n".to_owned();
    for i in 1..10_000 {
        let half = i / 2;
        text.push_str(&format!("f{i} : U32 -> U32\nf{i} x =\n  let y = f{half} (x + 1)\n"));
        text.push_str("  and z = if y > 3 then y * 2 else y\n  in z .^. x\n");
    }
    text.push_str("f : U32 -> U32\nf x = f1 x\n");
    let folder = Scratch::new();
    folder.write("x.cogent", &text);
    let ended = run_within(2, &folder, COMMANDS[0]);
    assert_eq!(ended.code, Some(0), "{}\n{}", ended.status, ended.err());
    accepted(&text, "3");
}

#[test]
fn ten_thousand_tags() {
    let tags: Vec<String> = (0..10_000).map(|i| format!("T{i}")).collect();
    let cases: String = (0..10_000).map(|i| format!("\n  | T{i} -> {i}")).collect();
    let text = format!(
        "type V = <{}>\nnumber : V -> U32\nnumber v = v{cases}\n\
         f : U32 -> U32\nf x = number (if x == 1 then T9876 else T5)\n",
        tags.join(" | ")
    );
    accepted(&text, "9876");
    let carried: Vec<String> = (0..10_000).map(|i| format!("T{i} U32")).collect();
    let text = format!("type V = <{}>\nf : U32 -> V\nf x = T7 x\n", carried.join(" | "));
    let folder = Scratch::new();
    folder.write("x.cogent", &text);
    let ended = run(&folder, COMMANDS[3]);
    assert_eq!(ended.code, Some(1), "{}", ended.err());
    assert!(ended.err().contains("this value is too large"), "{}", ended.err());
}

#[test]
fn types_that_grow() {
    let chain = |count: usize, of: &dyn Fn(usize) -> String| {
        let types: String = (0..count).map(|i| format!("type T{} = {}\n", i + 1, of(i))).collect();
        format!("type T0 = (U8, U8)\n{types}type T = T{count}\n")
    };
    let pairs = |count| chain(count, &|i| format!("(T{i}, T{i})"));
    rejected(pairs(60) + "f : T -> U8\nf x = 1\n", "this type is too large");
    let variants = chain(60, &|i| format!("<A T{i} | B T{i}>"));
    rejected(variants + "f : T -> U8\nf x = 1\n", "this type is too large");
    let folder = Scratch::new();
    folder.write("x.cogent", pairs(15) + "f : T -> T\nf x = x\n");
    for (command, code) in [(COMMANDS[0], 0), (COMMANDS[1], 2), (COMMANDS[2], 2), (COMMANDS[3], 1)]
    {
        let ended = run(&folder, command);
        assert_eq!(ended.code, Some(code), "{command:?}: {}\n{}", ended.status, ended.err());
        assert!(ended.err().len() < 2_000, "{command:?} says too much");
    }
}

/// A program of many forms.
const SAMPLE: &str = include_str!("../../../tests/cogent/boxed.cogent");

#[test]
fn files_that_are_cut_off() {
    let folder = Scratch::new();
    for end in (0..SAMPLE.len()).step_by(97) {
        folder.write("x.cogent", &SAMPLE.as_bytes()[..end]);
        for (command, codes) in [(COMMANDS[0], [0, 1]), (COMMANDS[1], [1, 2])] {
            let ended = run(&folder, command);
            let code = ended.code.unwrap_or(-1);
            assert!(codes.contains(&code), "{command:?}, {end}: {}\n{}", ended.status, ended.err());
            let located = ended.err().is_empty() || code == 2 || ended.err().contains("x.cogent:");
            assert!(located, "{}", ended.err());
        }
    }
}

#[test]
fn what_is_no_text() {
    rejected([0; 5000], "error:");
    rejected(&std::fs::read(kont().path).unwrap()[..100_000], "error:");
    rejected("f : U8 -> U8\nf x = \u{202e}x\n", "a character outside ASCII");
}

#[test]
fn messages_name_the_file_that_is_included() {
    let folder = Scratch::new();
    std::fs::create_dir(folder.file("parts")).unwrap();
    folder.write("parts/a.cogent", "\ng : U8 -> U16\ng x = x\n");
    folder.write("x.cogent", "include \"parts/a.cogent\"\nf : U8 -> U16\nf x = g x\n");
    let ended = run(&folder, COMMANDS[0]);
    assert_eq!(ended.code, Some(1));
    assert!(ended.err().contains("┌─ parts/a.cogent:3:7"), "{}", ended.err());
}

const CALLS: &str = "
type R = {x : U8}
type A
type P = #{x : U32, y : Bool}
type V = <None | Some U8 | Both U8 P>
id : all a. a -> a
id x = x
byte : U8 -> U8
byte x = x
pair : (U8, Bool) -> (U8, Bool)
pair p = p
point : P -> P
point p = p
choice : V -> V
choice v = v
text : String -> String
text s = s
unit : () -> U8
unit () = 7
boxed : R -> R
boxed r = r
opaque : A! -> U8
higher : (U8 -> U8) -> U8
higher f = f 1
outside : U8 -> U8
";

/// Calls that cannot be made, and parts of what is said about them.
const WRONG_CALLS: &[(&[&str], &str)] = &[
    (&["nothing", "1"], "there is no function `nothing`; there are `byte`, `pair`"),
    (&["byte"], "`byte` takes an argument of type U8"),
    (&["byte", "1", "2"], "takes one argument; what is `2` for?"),
    (&["byte", "256"], "the number 256 is too large: a `U8` holds at most 255"),
    (&["byte", "-1"], "the argument `-1`"),
    (&["byte", "99999999999999999999"], "a number is too large"),
    (&["byte", "True"], "this should be a value of type `U8`"),
    (&["byte", ""], "expected an expression, found nothing"),
    (&["byte", "("], "expected an expression, found the end of the text"),
    (&["byte", "1 + 2"], "this is not a literal"),
    (&["byte", "x"], "this is not a literal"),
    (&["pair", "(1, 2)"], "this should be a value of type `Bool`"),
    (&["pair", "(1, True, 3)"], "this should be a value of type `(U8, Bool)`"),
    (&["point", "#{x = 1}"], "the field `y` is missing"),
    (&["point", "#{x = 1, y = True, z = 3}"], "unknown field `z`"),
    (&["point", "#{x = 1, x = 2}"], "the field `x` is given twice"),
    (&["choice", "Other"], "unknown tag `Other`"),
    (&["choice", "Some"], "the tag `Some` has 0 arguments here"),
    (&["choice", "Some 300"], "the number 300 is too large"),
    (&["text", "abc"], "this is not a literal"),
    (&["text", "\"abc"], "a string is not closed"),
    (&["unit", "1"], "this should be a value of type `()`"),
    (&["boxed", "1"], "`boxed` cannot be called"),
    (&["opaque", "1"], "`opaque` cannot be called"),
    (&["higher", "1"], "`higher` cannot be called"),
    (&["id", "1"], "`id` has type variables, and cannot be called"),
];

#[test]
fn wrong_calls() {
    let folder = Scratch::new();
    folder.write("x.cogent", CALLS);
    let long = "(".repeat(60_000);
    let long: (&[&str], &str) = (&["byte", &long], "nested too deeply");
    for (words, said) in WRONG_CALLS.iter().chain([&long]) {
        for command in ["run", "eval"] {
            let ended = run(&folder, &[&[command, "x.cogent"], *words].concat());
            assert_eq!(ended.code, Some(2), "{words:?}: {}\n{}", ended.status, ended.err());
            assert!(ended.err().contains(said), "{words:?}: {}", ended.err());
            assert!(ended.err().len() < 1000, "{words:?}: {}", ended.err());
            assert_eq!(ended.out(), "");
        }
    }
}

#[test]
fn a_call_needs_only_what_it_calls() {
    let folder = Scratch::new();
    folder.write("x.cogent", CALLS);
    for command in ["run", "eval"] {
        let ended = run(&folder, &[command, "x.cogent", "byte", "3"]);
        assert_eq!((ended.code, &*ended.out()), (Some(0), "3\n"), "{}", ended.err());
        let ended = run(&folder, &[command, "x.cogent"]);
        assert_eq!(ended.code, Some(0), "{}", ended.err());
        assert!(ended.out().starts_with("byte : U8 -> U8\npair : "), "{}", ended.out());
        let ended = run(&folder, &[command, "x.cogent", "outside", "3"]);
        assert_eq!(ended.code, Some(1), "{}", ended.err());
        assert!(ended.err().contains("x.cogent:25:1"), "{}", ended.err());
    }
}
