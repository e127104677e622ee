//! Values as text.

use super::core;
use crate::literal::{Value, parse, print, writable};
use base::rng::Rng;
use cogent_check::core::Program;
use cogent_check::types::{Ty, TypeKind, Types};
use cogent_syntax::File;
use diag::{Sources, draw_all};
use expect_test::{Expect, expect};

const DEFS: &str = "
type A
type Pt = #{x : U8, y : U16}
type Opt a = <None | Some a>
";

/// A program with a type, and the type.
fn with_type(ty: &str) -> (Program, Ty) {
    let program = core(&format!("{DEFS}f : {ty} -> ()\n"));
    let function = program.functions.values().next().expect("there is one");
    let ty = function.arg;
    (program, ty)
}

fn read(program: &Program, ty: Ty, text: &[u8]) -> Result<Value, String> {
    let mut sources = Sources::new();
    let source = sources.add("ARG", text);
    let file = File { source, text: text.into() };
    parse(&program.types, ty, file).map_err(|errors| draw_all(&sources, &errors, false, 100))
}

/// A text is a value of a type, and prints like this; what prints is read as the same value.
#[track_caller]
fn reads(ty: &str, text: impl AsRef<[u8]>, printed: &str) {
    let (program, ty) = with_type(ty);
    let value = read(&program, ty, text.as_ref()).unwrap_or_else(|message| panic!("{message}"));
    let found = print(&program.types, ty, &value);
    assert_eq!(found, printed);
    assert_eq!(read(&program, ty, found.as_bytes()), Ok(value));
}

/// Texts are no values of their types, and this is said about them.
fn refuses(texts: &[(&str, &str)], expected: Expect) {
    let mut messages = String::new();
    for (ty, text) in texts {
        let (program, ty) = with_type(ty);
        match read(&program, ty, text.as_bytes()) {
            Ok(value) => messages += &format!("{value:?}\n"),
            Err(message) => messages += &message,
        }
    }
    expected.assert_eq(&messages);
}

#[test]
fn words_have_the_width_of_their_type() {
    reads("U8", "255", "255");
    reads("U8", "'a'", "97");
    reads("U16", "65535", "65535");
    reads("U32", "0x10", "16");
    reads("U64", "3", "3");
    reads("U64", "18446744073709551615", "18446744073709551615");
}

#[test]
fn other_scalars() {
    reads("Bool", " True ", "True");
    reads("()", "()", "()");
    reads("String", r#""it's\n\"\\\x80\&1\NUL""#, r#""it's\n\"\\\x80\&1\x00""#);
    reads("String", b"\"\xC3\xA9\"", r#""\xc3\xa9""#);
    reads("U8", "((7))", "7");
}

#[test]
fn compounds() {
    reads("(U8, (Bool, ()), String)", "(1,(False,()),\"x\")", "(1, (False, ()), \"x\")");
    reads("Pt", "#{y = 500, x = 1}", "#{x = 1, y = 500}");
    reads(
        "#{p : Pt, q : Opt Pt}",
        "#{p = #{x = 1, y = 2}, q = None}",
        "#{p = #{x = 1, y = 2}, q = None}",
    );
}

#[test]
fn tags() {
    reads("Opt U8", "None", "None");
    reads("Opt U8", "Some 3", "Some 3");
    reads("Opt ()", "Some ()", "Some");
    reads("Opt (Opt (Opt ()))", "Some (Some None)", "Some (Some None)");
    reads("Opt Pt", "Some #{x = 1, y = 2}", "Some #{x = 1, y = 2}");
    reads("(Opt U8, Opt String)", "(Some 1, Some \"a\")", "(Some 1, Some \"a\")");
    reads("<Pair U8 Bool | Other>", "Pair 1 True", "Pair (1, True)");
    reads("<Pair U8 Bool | Other>", "Pair (1, True)", "Pair (1, True)");
    reads("<Pair U8 (Opt U8) | Other>", "Pair 1 (Some 2)", "Pair (1, Some 2)");
    reads("<A | B U8> take A", "B 1", "B 1");
    reads("<A' U8>", "A' 1", "A' 1");
}

/// Some value of a type that can be written.
fn some_value(types: &Types, ty: Ty, rng: &mut Rng) -> Value {
    match types.kind(ty) {
        TypeKind::Word(width) => Value::Int(rng.bits() >> (64 - width.bits())),
        TypeKind::Bool => Value::Bool(rng.chance(50)),
        TypeKind::Unit => Value::Unit,
        TypeKind::String => {
            let bytes = (0..rng.below(8)).map(|_| rng.below(256) as u8);
            Value::String(bytes.collect())
        }
        TypeKind::Tuple(parts) => {
            Value::Tuple(parts.iter().map(|part| some_value(types, *part, rng)).collect())
        }
        TypeKind::Record(_, parts) => {
            Value::Record(parts.iter().map(|part| some_value(types, part.ty, rng)).collect())
        }
        TypeKind::Variant(parts) => {
            let part = rng.pick(parts);
            Value::Tag(part.name, Box::new(some_value(types, part.ty, rng)))
        }
        TypeKind::Abstract(..)
        | TypeKind::Fn(..)
        | TypeKind::Var(..)
        | TypeKind::Hole(..)
        | TypeKind::Error => unreachable!("it can be written"),
    }
}

#[test]
fn values_that_print_are_read_again() {
    let (program, ty) =
        with_type("<A (Opt (Pt, String)) | B Bool (Opt <C () | D U64>) | E String | F (U8, U32)>");
    let mut rng = Rng::new(7);
    for _ in 0..2_000 {
        let value = some_value(&program.types, ty, &mut rng);
        let text = print(&program.types, ty, &value);
        assert_eq!(read(&program, ty, text.as_bytes()), Ok(value), "{text}");
    }
}

#[test]
fn numbers_that_are_too_large() {
    let largest = "18446744073709551616";
    refuses(
        &[("U8", "256"), ("U32", "4294967296"), ("U64", largest)],
        expect![[r#"
        error: the number 256 is too large
          ┌─ ARG:1:1
          │
        1 │ 256
          │ ^^^ a `U8` holds at most 255

        error: the number 4294967296 is too large
          ┌─ ARG:1:1
          │
        1 │ 4294967296
          │ ^^^^^^^^^^ a `U32` holds at most 4294967295

        error: a number is too large
          ┌─ ARG:1:1
          │
        1 │ 18446744073709551616
          │ ^^^^^^^^^^^^^^^^^^^^ numbers have at most 64 bits

    "#]],
    );
}

#[test]
fn values_that_do_not_fit() {
    refuses(
        &[("(U8, U8)", "(1, 2, 3)"), ("(U8, U8)", "(1, True)"), ("String", "'a'")],
        expect![[r#"
            error: the value does not fit its type
              ┌─ ARG:1:1
              │
            1 │ (1, 2, 3)
              │ ^^^^^^^^^ this should be a value of type `(U8, U8)`

            error: the value does not fit its type
              ┌─ ARG:1:5
              │
            1 │ (1, True)
              │     ^^^^ this should be a value of type `U8`

            error: the value does not fit its type
              ┌─ ARG:1:1
              │
            1 │ 'a'
              │ ^^^ this should be a value of type `String`

        "#]],
    );
}

#[test]
fn expressions_are_no_literals() {
    refuses(
        &[("U8", "1 + 1"), ("U8", "x"), ("Pt", "#{x, y = 3}")],
        expect![[r#"
        error: this is not a literal
          ┌─ ARG:1:1
          │
        1 │ 1 + 1
          │ ^^^^^ a value is written without names and operators

        error: this is not a literal
          ┌─ ARG:1:1
          │
        1 │ x
          │ ^ a value is written without names and operators

        error: this is not a literal
          ┌─ ARG:1:3
          │
        1 │ #{x, y = 3}
          │   ^ a value is written without names and operators

    "#]],
    );
}

#[test]
fn texts_that_cannot_be_read() {
    refuses(
        &[("U8", ""), ("U8", "1 2"), ("U8", "(1"), ("U8", "let")],
        expect![[r#"
        error: expected an expression, found nothing

        error: this is not a literal
          ┌─ ARG:1:1
          │
        1 │ 1 2
          │ ^^^ a value is written without names and operators

        error: expected `,` or `)`, found the end of the text
          ┌─ ARG:1:2
          │
        1 │ (1
          │ -^ `,` or `)` should follow this
          │ │ 
          │ behind this

        error: expected a pattern, found the end of the text
          ┌─ ARG:1:1
          │
        1 │ let
          │ ^^^ a pattern should follow this

    "#]],
    );
}

#[test]
fn fields_that_do_not_fit() {
    refuses(
        &[("Pt", "#{x = 1}"), ("Pt", "#{x = 1, y = 2, z = 3}"), ("Pt", "#{x = 1, x = 2, y = 3}")],
        expect![[r#"
            error: the field `y` is missing
              ┌─ ARG:1:1
              │
            1 │ #{x = 1}
              │ ^^^^^^^^ this should have all fields of `Pt`

            error: unknown field `z`
              ┌─ ARG:1:17
              │
            1 │ #{x = 1, y = 2, z = 3}
              │                 ^ `Pt` has no such field

            error: the field `x` is given twice
              ┌─ ARG:1:10
              │
            1 │ #{x = 1, x = 2, y = 3}
              │          ^ given again here

        "#]],
    );
}

#[test]
fn tags_that_do_not_fit() {
    refuses(
        &[
            ("Opt U8", "Any"),
            ("Opt U8 take None", "None"),
            ("Opt U8", "Some"),
            ("Opt U8", "None 1"),
            ("Opt (U8, U8)", "Some 1 2 3"),
        ],
        expect![[r#"
            error: unknown tag `Any`
              ┌─ ARG:1:1
              │
            1 │ Any
              │ ^^^ `<None | Some U8>` has no such tag

            error: unknown tag `None`
              ┌─ ARG:1:1
              │
            1 │ None
              │ ^^^^ `<None | Some U8> take (None)` has no such tag

            error: the tag `Some` has 0 arguments here
              ┌─ ARG:1:1
              │
            1 │ Some
              │ ^^^^ it carries a `U8`

            error: the value does not fit its type
              ┌─ ARG:1:6
              │
            1 │ None 1
              │      ^ this should be a value of type `()`

            error: the tag `Some` has 3 arguments here
              ┌─ ARG:1:1
              │
            1 │ Some 1 2 3
              │ ^^^^^^^^^^ it carries a `(U8, U8)`

        "#]],
    );
}

#[test]
fn types_that_cannot_be_written() {
    let types = [
        "A",
        "#A",
        "(U8, {x : U8})",
        "Pt!",
        "{x : U8}!",
        "(Opt (U8 -> U8), ())",
        "Pt take x",
        "<>",
        "Opt U8 take (..)",
        "(Opt (Pt, String), U64)",
    ];
    let mut found = String::new();
    for text in types {
        let (program, ty) = with_type(text);
        match writable(&program.types, ty) {
            Ok(()) => found += &format!("{text} can be written\n"),
            Err(message) => found += &format!("{}\n", message.title),
        }
        assert!(read(&program, ty, b"()").is_err());
    }
    expect![[r#"
        a value of type `A` cannot be written: it is abstract
        a value of type `#A` cannot be written: it is abstract
        a value of type `(U8, {x : U8})` cannot be written: `{x : U8}` is boxed
        Pt! can be written
        a value of type `{x : U8}!` cannot be written: it is boxed
        a value of type `(<None | Some (U8 -> U8)>, ())` cannot be written: `U8 -> U8` is the type of a function
        a value of type `Pt take (x)` cannot be written: it is a record without some of its fields
        a value of type `<>` cannot be written: it has no values
        a value of type `<None | Some U8> take (None, Some)` cannot be written: it has no values
        (Opt (Pt, String), U64) can be written
    "#]].assert_eq(&found);
}
