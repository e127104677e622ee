//! Bad programs in Standard ML: a located message or a limit that says so, soon;
//! never a panic, never an endless run.

use testkit::{Ended, Kont, Scratch};

fn run(text: &[u8], command: &str) -> Ended {
    let folder = Scratch::new();
    folder.write("x.sml", text);
    // Nothing here takes long or much.
    let script = format!("ulimit -v 8000000; timeout 60 $KONT {command} x.sml");
    let kont = Kont::new(env!("CARGO_BIN_EXE_kont")).path;
    let bash = testkit::Child::new("bash").args(["-c", &script]).env("KONT", kont);
    bash.folder(folder.path()).run()
}

/// Rejected by `check` and `run`, with this title at this place.
#[track_caller]
fn rejected(text: impl AsRef<[u8]>, title: &str, place: &str) {
    for command in ["check", "run"] {
        let ended = run(text.as_ref(), command);
        assert_eq!(ended.code, Some(1), "{command}: {}\n{}", ended.status, ended.err());
        for part in [title, place] {
            assert!(ended.err().contains(part), "{command}: no {part} in\n{}", ended.err());
        }
        assert!(ended.err().len() < 100_000, "{command} says too much");
        assert_eq!(ended.out(), "");
    }
}

#[track_caller]
fn accepted(text: &str, out: &str) {
    let ended = run(text.as_bytes(), "run");
    assert_eq!(ended.code, Some(0), "{}\n{}", ended.status, ended.err());
    assert_eq!(ended.out(), out);
}

#[test]
fn comments_and_strings_without_end() {
    rejected("val x = 1\n  (* never (* closed *)\n", "comment is not closed", "x.sml:2:3");
    rejected("(* ".repeat(100_000), "comment is not closed", "x.sml:1:1");
    rejected("val x =\n \"never closed\nval y = 2", "string is not closed", "x.sml:2:2");
    rejected("val x = \"gap \\ \n ", "gap in a string is not closed", "x.sml:1:14");
    rejected("val c = #\"", "not closed", "x.sml:1:9");
}

#[test]
fn deep_nesting() {
    let deep = |open: &str, middle: &str, close: &str, depth: usize| {
        format!("val x = {}{middle}{}\n", open.repeat(depth), close.repeat(depth))
    };
    for (open, middle, close) in [
        ("(", "1", ")"),
        ("(", "", ""),
        ("[", "1", "]"),
        ("let val y = ", "1", " in y end"),
        ("fn x => ", "1", ""),
        ("if true then ", "1", " else 2"),
        ("case 1 of x => ", "1", ""),
        ("1 + ", "1", ""),
        ("1 :: ", "nil", ""),
        ("~ ", "1", ""),
    ] {
        rejected(deep(open, middle, close, 100_000), "nested too deeply", "x.sml:1:");
    }
    // What is below the limit runs.
    for (open, middle, close, depth) in [
        ("(", "1", ")", 19_900),
        ("let val y = ", "1", " in y end", 9_900),
        ("if true then ", "1", " else 2", 9_900),
        ("1 + ", "1", "", 19_900),
        ("1 :: ", "nil", "", 19_900),
    ] {
        accepted(&deep(open, middle, close, depth), "");
    }
    let types = format!("type t = {}int{}", "(".repeat(100_000), ")".repeat(100_000));
    rejected(types, "nested too deeply", "x.sml:1:");
    let structures = "structure S = struct ".repeat(100_000);
    rejected(structures, "nested too deeply", "x.sml:1:");
}

#[test]
fn a_datatype_of_five_thousand_constructors() {
    let constructor =
        |i: usize| if i.is_multiple_of(2) { format!("C{i}") } else { format!("C{i} of int") };
    let clause = |i: usize| match i % 2 {
        0 => format!("f C{i} = {i}"),
        _ => format!("f (C{i} n) = n + {i}"),
    };
    let join = |part: &dyn Fn(usize) -> String| (0..5000).map(part).collect::<Vec<_>>().join(" | ");
    let text = format!(
        "datatype t = {}\nfun {}\nval () = print (Int.toString (f (C4999 1) + f C4998) ^ \"\\n\")\n\
         val () = if C4999 1 = C4999 2 orelse C1 1 = C3 1 then print \"wrong\" else ()",
        join(&constructor),
        join(&clause)
    );
    accepted(&text, "9998\n");
}

#[test]
fn circular_types() {
    rejected("fun f x = f", "circular type", "x.sml:1:11");
    rejected("fun f x = x x", "circular type", "x.sml:1:11");
    rejected("val rec f = fn x => (f, x)", "circular type", "x.sml:1:13");
    rejected("type t = t list", "unknown type", "x.sml:1:10");
    rejected("datatype t = A of u withtype u = u * t", "unknown type", "x.sml:1:34");
}

#[test]
fn functors_applied_to_themselves() {
    rejected("functor F (X : sig end) =\n  F (X)", "unknown functor", "x.sml:2:3");
    let text = "functor F (X : sig end) = struct end\nstructure S = F (F)";
    rejected(text, "unknown structure", "x.sml:2:18");
    let mut text = "functor F0 (X : sig end) = struct val x = 1 end\n".to_owned();
    for i in 0..40 {
        let one = format!("F{i} (X)");
        let both = format!("struct structure A = {one} structure B = {one} end\n");
        text.push_str(&format!("functor F{} (X : sig end) = {both}", i + 1));
    }
    rejected(text, "too many applications of functors", "x.sml:");
}

#[test]
fn types_that_grow_exponentially() {
    let mut text = "fun f0 x = (x, x)\n".to_owned();
    (0..40).for_each(|i| text.push_str(&format!("fun f{} x = f{i} (f{i} x)\n", i + 1)));
    rejected(text + "val z = f40 1", "type is too large", "x.sml:18:5");
    // Large when it is written out, but of few different parts.
    let mut text = "fun pair x = (x, x)\nval x =".to_owned();
    text.push_str(&" pair (".repeat(60));
    text.push_str(&format!("1{}", ")".repeat(60)));
    accepted(&text, "");
    let mut text = "fun id x = x\nval x0 = (id, id)\n".to_owned();
    (0..40).for_each(|i| text.push_str(&format!("val x{} = (x{i}, x{i})\n", i + 1)));
    rejected(text, "type is too large", "x.sml:11:5");
}

#[test]
fn what_is_no_text() {
    let binary = std::fs::read(env!("CARGO_BIN_EXE_kont")).unwrap();
    rejected(&binary[..1_000_000], "error:", "x.sml:1:1");
    rejected([0; 5000], "error:", "x.sml:1:1");
    let folder = Scratch::new();
    std::fs::create_dir(folder.file("d.sml")).unwrap();
    for command in ["check", "run", "build"] {
        let kont = Kont::new(env!("CARGO_BIN_EXE_kont"));
        let ended = kont.command(&[command, "d.sml"]).folder(folder.path()).run();
        assert_eq!(ended.code, Some(2), "{}", ended.err());
        assert!(ended.err().contains("it is a directory"), "{}", ended.err());
    }
}
