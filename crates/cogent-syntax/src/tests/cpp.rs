//! Lines for the preprocessor, and macros.

use super::{accepted, messages, read_files, read_text, titles};
use crate::program::Options;
use expect_test::expect;

/// The definitions that are left, by name.
fn names(text: &str, defines: &[&str]) -> String {
    let defines = defines.iter().map(ToString::to_string).collect();
    let options = Options { folders: Vec::new(), defines };
    let result = read_files(&[("a.cogent", text.as_bytes())], &options);
    let defs = &result.accepted().defs;
    defs.iter().map(|def| &*def.name.name).collect::<Vec<_>>().join(" ")
}

#[test]
fn conditions() {
    let text = "\
#ifdef X
type A
#  ifndef Y
type B
#  else
type C
#  endif
#elif Z > 1 && (Z < 3 || !defined(W))
type D
#elif defined W
type E
#else -- of X
type F
#endif /* X */
type G
";
    assert_eq!(names(text, &[]), "F G");
    assert_eq!(names(text, &["X"]), "A B G");
    assert_eq!(names(text, &["X=0", "Y"]), "A C G");
    assert_eq!(names(text, &["Z=2", "W"]), "D G");
    assert_eq!(names(text, &["Z=3", "W"]), "E G");
    assert_eq!(names(text, &["Z=3"]), "D G");
}

#[test]
fn arithmetic_in_conditions() {
    for (condition, holds) in [
        ("1 + 2 * 3 == 7", true),
        ("(1 + 2) * 3 == 7", false),
        ("7 % 4 - 3", false),
        ("-1 < 0", true),
        ("1 != 2", true),
        ("!0 && !unknown", true),
        ("defined F && F(2) == 4", true),
        ("0x10 >= 16 && 8 / 2 <= 4", true),
        ("1 \\\n == 1", true),
    ] {
        let text = format!("#define F(x) x * 2\n#if {condition}\ntype T\n#endif\ntype U\n");
        assert_eq!(names(&text, &[]), if holds { "T U" } else { "U" }, "{condition}");
    }
}

#[test]
fn macros() {
    accepted(
        r#"
#define SIZE 12
#define TWICE(f, x) f (f x)
#define NOTHING
#define NONE() 3
#define LONG a + \
             b
#define SELF SELF + OTHER
#define OTHER SELF

f : T
f = TWICE(g, SIZE + 1) NOTHING

g : T
g = (TWICE ((a, b), TWICE(h, "SIZE")), NONE(), NONE)

h : T
h = LONG -- SIZE

i : T
i = SELF
#undef SIZE
j : T
j = (SIZE, TWICE)
"#,
        expect![[r#"
            f : T
            f = g ((g 12) + 1)
            g : T
            g = ((a, b) (((a, b) h) (h "SIZE")), 3, NONE)
            h : T
            h = a + b
            i : T
            i = SELF + SELF
            j : T
            j = (SIZE, TWICE)
        "#]],
    );
}

#[test]
fn bars_in_a_macro_stand_in_the_column_of_its_use() {
    accepted(
        r"
#define LAST | _ -> 0
#define PASS(x) x
f : U8 -> U8
f x = x
   | 1 -> 2
   LAST

g : U8 -> U8
g x = PASS(x
        | 1 -> 2
        | 3 -> 4)
",
        expect![[r#"
            f : U8 -> U8
            f x = x
              | 1 -> 2
              | _ -> 0
            g : U8 -> U8
            g x = x
              | 1 -> 2
              | 3 -> 4
        "#]],
    );
}

#[test]
fn what_comes_out_of_a_macro_has_the_place_of_its_use() {
    messages(
        r"
#define BROKEN (a + )
#define HALF(x) (x +
f : T
f = BROKEN

g : T
g = HALF(b)
",
        expect![[r#"
            error: expected an expression, found `)`
              ┌─ a.cogent:5:5
              │
            5 │ f = BROKEN
              │     ^^^^^^ an expression should stand here

            error: expected an expression, found the end of the text
              ┌─ a.cogent:8:5
              │
            8 │ g = HALF(b)
              │     ^^^^ an expression should follow this

        "#]],
    );
}

#[test]
fn wrong_lines() {
    messages(
        r"
#define
#define F(x, y
#undef 1
#include a
#nonsense
#error stop here
#warning look here
",
        expect![[r#"
            error: `#define` without a name
              ┌─ a.cogent:2:1
              │
            2 │ #define
              │ ^^^^^^^ the name of a macro should stand here

            error: the parameters of a macro cannot be read
              ┌─ a.cogent:3:10
              │
            3 │ #define F(x, y
              │          ^ names should stand here, with commas between them, up to a `)`

            error: `#undef` without a name
              ┌─ a.cogent:4:8
              │
            4 │ #undef 1
              │        ^ the name of a macro should stand here

            error: no file is named
              ┌─ a.cogent:5:1
              │
            5 │ #include a
              │ ^^^^^^^^ this is written `#include "file"` or `#include <file>`

            error: unknown preprocessor line `#nonsense`
              ┌─ a.cogent:6:1
              │
            6 │ #nonsense
              │ ^^^^^^^^^ a `#` in column 1 begins such a line

            error: `#error`
              ┌─ a.cogent:7:1
              │
            7 │ #error stop here
              │ ^^^^^^ stop here

            warning: `#warning`
              ┌─ a.cogent:8:1
              │
            8 │ #warning look here
              │ ^^^^^^^^ look here

        "#]],
    );
}

#[test]
fn wrong_conditions() {
    messages(
        r"
#if 1 +
#endif
#if 1 / 0
#endif
#if (1
#endif
#if 1 2
#endif
#if
#endif
",
        expect![[r#"
            error: a condition cannot be read
              ┌─ a.cogent:2:7
              │
            2 │ #if 1 +
              │       ^ something is missing behind this

            error: a condition cannot be read
              ┌─ a.cogent:4:7
              │
            4 │ #if 1 / 0
              │       ^ this divides by zero

            error: a condition cannot be read
              ┌─ a.cogent:6:5
              │
            6 │ #if (1
              │     ^ the `)` of this is missing

            error: a condition cannot be read
              ┌─ a.cogent:8:7
              │
            8 │ #if 1 2
              │       ^ this does not belong to a condition

            error: a condition cannot be read
               ┌─ a.cogent:10:1
               │
            10 │ #if
               │ ^^^ something is missing behind this

        "#]],
    );
}

#[test]
fn branches_of_nothing() {
    messages(
        r"
#else
#elif 1
#endif
#if 1
#else
#else
",
        expect![[r#"
            error: `#else` without `#if`
              ┌─ a.cogent:2:1
              │
            2 │ #else
              │ ^^^^^ no condition is open here

            error: `#elif` without `#if`
              ┌─ a.cogent:3:1
              │
            3 │ #elif 1
              │ ^^^^^ no condition is open here

            error: `#endif` without `#if`
              ┌─ a.cogent:4:1
              │
            4 │ #endif
              │ ^^^^^^ this ends nothing

            error: a condition is not closed
              ┌─ a.cogent:5:1
              │
            5 │ #if 1
              │ ^^^ the `#endif` of this is missing

            error: `#else` behind `#else`
              ┌─ a.cogent:7:1
              │
            7 │ #else
              │ ^^^^^ `#else` is the last branch

        "#]],
    );
}

#[test]
fn wrong_uses() {
    messages(
        r"
#define G(x) x
x : T
x = G(1, 2)
y : T
y = G(1
",
        expect![[r#"
            error: `G` takes 1 argument, not 2
              ┌─ a.cogent:4:5
              │
            4 │ x = G(1, 2)
              │     ^ this is a macro

            error: a macro is not closed
              ┌─ a.cogent:6:5
              │
            6 │ y = G(1
              │     ^ the `)` behind the arguments of this macro is missing

        "#]],
    );
}

#[test]
fn lines_that_say_nothing() {
    assert_eq!(names("#line 12 \"b.cogent\"\n# 3 \"c\"\n#\n#pragma once\ntype A\n", &[]), "A");
    // What stands in a comment or further to the right is not for the preprocessor.
    assert_eq!(names("{-\n#if 0\n-}\ntype A =\n #{a : B}\n", &[]), "A");
}

#[test]
fn macros_without_end() {
    let mut doubling = String::from("#define A0 x x\n");
    for i in 1..60 {
        doubling.push_str(&format!("#define A{i} A{} A{}\n", i - 1, i - 1));
    }
    doubling.push_str("f : T\nf = A59\n");
    assert_eq!(titles(&doubling)[0], "62: macros expand to too much");
    let mut chain = String::new();
    for i in 0..5000 {
        chain.push_str(&format!("#define B{i} B{}\n", i + 1));
    }
    chain.push_str("f : T\nf = B0\n");
    assert_eq!(titles(&chain)[0], "5002: macros expand to too much");
    let deep =
        format!("#define F(x) x\nf : T\nf = {}1{}\n", "F(".repeat(50_000), ")".repeat(50_000));
    assert_eq!(titles(&deep)[0], "3: macros expand to too much");
    assert!(read_text(format!("#if {}", "(".repeat(50_000)).as_bytes()).rejected());
    assert!(read_text(format!("#if {}", "!".repeat(50_000)).as_bytes()).rejected());
}

#[test]
fn wrong_macros_of_the_command_line() {
    let options = Options { folders: Vec::new(), defines: vec!["F(x)=1".into(), "=".into()] };
    let result = read_files(&[("a.cogent", b"type A\n")], &options);
    expect![[r#"
        error: `F(x)=1` is no macro: it must be NAME or NAME=VALUE

        error: `=` is no macro: it must be NAME or NAME=VALUE

    "#]]
    .assert_eq(&result.messages());
}
