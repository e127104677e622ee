//! Definitions and types.

use super::{accepted, read_text};
use crate::ast::{DefKind, PragmaKind};
use expect_test::expect;

#[test]
fn definitions() {
    accepted(
        r"
type Handle
type Array a -: Array U8, Array U16
type Pair a b = (a, b)

size : U32
size = 12

same : all a. a -> a
same x = x

open : all (a :< DSE, b :< E, c). (a, b!) -> #c
close : Handle -> ()
close h = free h
free : Handle -> ()
",
        expect![[r"
            type Handle
            type Array a -: Array U8, Array U16
            type Pair a b = (a, b)
            size : U32
            size = 12
            same : all (a). a -> a
            same x = x
            open : all (a :< DSE, b :< E, c). (a, b!) -> #c
            close : Handle -> ()
            close h = free h
            free : Handle -> ()
        "]],
    );
}

#[test]
fn types() {
    accepted(
        r"
type A = {f : U8, g : #{x : T a b!}}
type B = <X U8 (a, b) | Y | Z <P | Q <R <>>>>
type C = A take f -> (B put (X, Y))!
type D = (T a) take (..)
type E = T a take ()
type F = #(T a) -> (A -> B)
type G = <>
type H = T #{a : U8} <X>! (A take f)
",
        expect![[r"
            type A = {f : U8, g : #{x : T a b!}}
            type B = <X U8 (a, b) | Y | Z <P | Q <R <>>>>
            type C = A take (f) -> (B put (X, Y))!
            type D = (T a) take (..)
            type E = (T a) take ()
            type F = #(T a) -> (A -> B)
            type G = <>
            type H = T #{a : U8} <X>! (A take (f))
        "]],
    );
}

#[test]
fn a_signature_apart_from_its_definition_is_a_function_of_its_own() {
    let program = read_text(b"f : A -> B\ntype A\ng : U8\n");
    let kinds = program.accepted().defs.iter().map(|def| match def.kind {
        DefKind::AbstractFn(_) => "abstract",
        DefKind::AbstractType(..) => "type",
        DefKind::Synonym(..) | DefKind::Fn(..) | DefKind::Const(..) => "other",
    });
    assert_eq!(kinds.collect::<Vec<_>>(), ["abstract", "type", "abstract"]);
}

#[test]
fn comments_documentation_and_pragmas() {
    let text = r"
-- A comment. {- not one
{- one {- in another -} -- -}
@@ # A chapter
@ What it's about.
{-# inline f, g #-}
{-# CINLINE h #-}
{-# fnmacro f #-}
f : ( U8 @ a byte, it's small
    , U16) -> U8  @ the sum
f x = x  --> y
type T = <A U8 @ first
         | B> @ last
{-# getter T, a, get_a #-}
";
    let result = read_text(text.as_bytes());
    expect![[r"
        f : (U8, U16) -> U8
        f x = x
        type T = <A U8 | B>
    "]]
    .assert_eq(&result.read.program.to_string());
    expect![[r#"
        warning: unknown pragma `getter`
           ┌─ a.cogent:14:5
           │
        14 │ {-# getter T, a, get_a #-}
           │     ^^^^^^ this has no effect

    "#]]
    .assert_eq(&result.messages());
    let pragmas = result.read.program.pragmas.iter();
    let pragmas: Vec<(PragmaKind, String)> = pragmas
        .map(|pragma| {
            let names: Vec<&str> = pragma.names.iter().map(|name| &*name.name).collect();
            (pragma.kind, names.join(" "))
        })
        .collect();
    let expected =
        [(PragmaKind::Inline, "f g"), (PragmaKind::CInline, "h"), (PragmaKind::FnMacro, "f")];
    assert_eq!(pragmas, expected.map(|(kind, names)| (kind, names.to_string())));
}

#[test]
fn places() {
    let text = "f : U8 -> U8\nf x = (a + b) * c {d = 1}\n";
    let result = read_text(text.as_bytes());
    let DefKind::Fn(_, alts) = &result.accepted().defs[0].kind else { panic!("a function") };
    let crate::ast::ExprKind::Binary(_, left, right) = &alts[0].body.kind else {
        panic!("a product")
    };
    let text_of = |place: crate::ast::Place| &text[place.span().start..place.span().end];
    assert_eq!(text_of(alts[0].body.place), "(a + b) * c {d = 1}");
    assert_eq!(text_of(left.place), "(a + b)");
    assert_eq!(text_of(right.place), "c {d = 1}");
    assert_eq!(text_of(result.accepted().defs[0].place), text.trim_end());
}
