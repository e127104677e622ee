//! Depth and length without end, and files that are cut off or damaged.

use super::{read_text, titles};

/// Runs on a stack of this size, much smaller than that of the command.
fn with_stack<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(run);
    thread.expect("a thread").join().expect("no panic")
}

/// Beginnings that nest when they are repeated, and what stands in the middle.
const NESTING: &[(&str, &str, &str)] = &[
    ("f : T\nf = ", "(", "1"),
    ("f : T\nf = ", "#{a = ", "1"),
    ("f : T\nf = ", "let a = ", "1"),
    ("f : T\nf = ", "let a = 1 in ", "1"),
    ("f : T\nf = ", "if ", "1"),
    ("f : T\nf = ", "if a then b else ", "1"),
    ("f : T\nf = ", "if a then ", "1"),
    ("f : T\nf = ", "if | a -> ", "1"),
    ("f : T\nf = ", "\\x => ", "1"),
    ("f : T\nf = ", "a | A -> ", "1"),
    ("f : T\nf = ", "a {b = ", "1"),
    ("f : T\nf = a", " {b = c}", ""),
    ("f : T\nf = a", ".b", ""),
    ("f : T\nf = ", "f ", "1"),
    ("f : T\nf = ", "f (2 + ", "1"),
    ("f : T\nf = ", "f $ ", "1"),
    ("f : T\nf = ", "f o ", "g"),
    ("f : T\nf = ", "1 + ", "1"),
    ("f : T\nf = ", "a && ", "1"),
    ("f : T\nf = ", "not (", "1"),
    ("f : T\nf = 1", " : U8", ""),
    ("f : T\nf = ", "[", "1"),
    ("f : T\nf = a", " @ b", ""),
    ("f : T\nf = ", "f [(", "U8"),
    ("f : T -> T\nf ", "(", "x"),
    ("f : T -> T\nf ", "#{a = ", "x"),
    ("f : T -> T\nf ", "r {a = ", "x"),
    ("f : T -> T\nf | ", "(", "x"),
    ("f : ", "(", "T"),
    ("f : ", "{a : ", "T"),
    ("f : ", "<A ", "T"),
    ("f : ", "T (", "T"),
    ("f : ", "#(", "T"),
    ("f : ", "T -> (", "T"),
    ("f : T", "[1", ""),
    ("f : T layout ", "(", "L"),
    ("", "{- ", ""),
];

#[test]
fn depth() {
    with_stack(|| {
        for (start, again, middle) in NESTING {
            let text = format!("{start}{}{middle}\n", again.repeat(50_000));
            assert!(read_text(text.as_bytes()).rejected(), "{start}{again}");
        }
    });
}

#[test]
fn what_is_just_not_too_deep_is_read() {
    with_stack(|| {
        let text = format!("f : T\nf = {}1{}\n", "(".repeat(7_000), ")".repeat(7_000));
        assert_eq!(titles(&text), [""; 0]);
        let text = format!("f : T\nf = {}1\n", "a + ".repeat(4_500));
        let again = read_text(text.as_bytes()).accepted().to_string();
        assert_eq!(titles(&again), [""; 0]);
    });
}

#[test]
fn length() {
    for (start, again, end) in [
        ("f : T\nf = (1", ", 1 + 2 * 3", ")"),
        ("f : T\nf = a", "; a + 1", ""),
        ("f : T\nf = let a = 1", " and b = 1 + c", " in 1"),
        ("f : T\nf = if", "\n | a + b * c -> d", "\n | else -> e"),
        ("f : T\nf = A", " a", ""),
        ("f : T -> T\nf", "\n  | A -> 1 + 2", ""),
        ("type A = B", " c", ""),
        ("type A = <X", " | Y (a, b)", ">"),
        ("type A\n", "f : A -> A\nf x = g (x, 1)\n", ""),
    ] {
        let text = format!("{start}{}{end}\n", again.repeat(100_000));
        assert_eq!(titles(&text), [""; 0], "{start}{again}");
    }
}

/// A bit of everything.
const SAMPLE: &str = r#"
#define MAX(a, b) (if a > b then a else b)
#if defined(MAX) && 1
include "x"
#else
include <y>
#endif
{-# inline f #-}
type R a = {f : U8, g : #{h : a!}} take (f, g)
type V = <A U8 | B (U16, ()) | C> -- tags
layout L = record {a : 1b at 2B}
c : String
c = "text\n\x41" @ 1
f : all (a :< DS). (R a)! -> V
f r {f = x, ..} = let y : U8 = MAX(x, 'c') !r and A z <= g [_, U8] r
                         |> B _ -> C
                         |> C => A 0xFF
  in if | z == 1 && not True -> upcast r {f = 1, g}; A z
        | else -> \p => (h $ p)
{- {- nested -} -}
g : V -> U8
g | A n -> n .&. complement 3 << 1
  | B (_, ()) ~> inline k #{a = 1}.a
  | _ -> m [1, 2] : U8
"#;

#[test]
fn files_that_are_cut_off() {
    for end in 0..SAMPLE.len() {
        read_text(&SAMPLE.as_bytes()[..end]);
        read_text(&SAMPLE.as_bytes()[end..]);
    }
}

#[test]
fn files_that_are_damaged() {
    let strange = b"\0\n\t #|(){}[]<>!@'\"\\-._:=\xff1aA";
    for at in 0..SAMPLE.len() {
        for &byte in strange {
            let mut text = SAMPLE.as_bytes().to_vec();
            text[at] = byte;
            read_text(&text);
        }
        let mut text = SAMPLE.as_bytes().to_vec();
        text.remove(at);
        read_text(&text);
        text.insert(at, b'|');
        text.insert(at, b'\n');
        read_text(&text);
    }
}
