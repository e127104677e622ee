//! Expressions: what groups how.

use super::{accepted, exprs};
use crate::program::{File, read_expr};
use diag::{Sources, draw_all};
use expect_test::expect;

#[test]
fn operators_by_how_tightly_they_bind() {
    exprs(&[
        ("a + b * c - d", "(a + (b * c)) - d"),
        ("a * b % c / d", "((a * b) % c) / d"),
        ("f o g o h", "f o (g o h)"),
        ("f o g x * 2", "(f o (g x)) * 2"),
        ("a + 1 < b .&. c", "((a + 1) < b) .&. c"),
        ("a .|. b .^. c .&. d", "a .|. (b .^. (c .&. d))"),
        ("a .|. b << 2 >> c", "((a .|. b) << 2) >> c"),
        ("a << 1 == b && c || d && e", "((a << (1 == b)) && c) || (d && e)"),
        ("a && b && c", "a && (b && c)"),
        ("a || b || c : Bool : Bool", "(((a || (b || c)) : Bool) : Bool)"),
        ("f $ g $ h : T", "f (g (h : T))"),
        ("a : T $ b", "(a : T) b"),
        ("(a >= b, a <= b, a > b, a /= b)", "(a >= b, a <= b, a > b, a /= b)"),
    ]);
}

#[test]
fn application_and_what_binds_like_it() {
    exprs(&[
        ("f x y", "(f x) y"),
        ("f x.a.b", "f x.a.b"),
        ("f r {a = 1, b} s", "(f (r {a = 1, b = b})) s"),
        ("r {..}", "r {..}"),
        ("r {a, ..} {b = 2}", "(r {a = a, ..}) {b = 2}"),
        ("not f x", "(not f) x"),
        ("f not x", "f (not x)"),
        ("upcast x.a + 1", "(upcast x.a) + 1"),
        ("complement x .&. 0xFF", "(complement x) .&. 255"),
        ("upcast r {a = 1}", "(upcast r) {a = 1}"),
        ("Some x", "Some x"),
        ("Pair x (f y) 3", "Pair x (f y) 3"),
        ("f None", "f None"),
        ("Some $ x", "Some $ x"),
        ("f [U8, _, (A, B!)] x", "f [U8, _, (A, B!)] x"),
        ("inline f x", "inline f x"),
        ("inline f [U8]", "inline f [U8]"),
    ]);
}

#[test]
fn atoms() {
    exprs(&[
        ("()", "()"),
        ("(a)", "a"),
        ("(a, (b, c))", "(a, (b, c))"),
        ("#{a = 1, b}", "#{a = 1, b = b}"),
        ("(0x1f, 0XFF, 0o17, 0b101, 007)", "(31, 255, 15, 5, 7)"),
        ("18446744073709551615", "18446744073709551615"),
        (
            "('a', '\\n', '\\'', '\"', '\\xff', '\\DEL')",
            "('a', '\\n', '\\'', '\"', '\\xff', '\\x7f')",
        ),
        (r#""a\tb'\"\65\x42\SOH\&1\^A""#, r#""a\tb'\"AB\x01\&1\x01""#),
        ("\"one \\\n   \\line\"", "\"one line\""),
        ("\"\\960\"", "\"\\xcf\\x80\""),
        ("True", "True"),
        ("x'", "x'"),
    ]);
}

#[test]
fn blocks() {
    exprs(&[
        (
            "let a = 1 and (b, _) : T = f a !x !y in a; b",
            "let a = 1 and (b, _) : T = f a !x !y in a; b",
        ),
        ("let r {f = p, g, ..} = r in r", "let r {f = p, g = g, ..} = r in r"),
        ("let #{f, g = (a, b)} = r in a", "let #{f = f, g = (a, b)} = r in a"),
        (
            "if a; b !x then c else if d then e else f",
            "if (a; b) !x then c else if d then e else f",
        ),
        ("\\x => \\(a, b) : T => a", "\\x => \\(a, b) : T => a"),
        ("a; b; let x = c; d in e; f", "a; b; (let x = c; d in e; f)"),
        ("f (\\x => x) $ (let a = 1 in a)", "(f (\\x => x)) (let a = 1 in a)"),
    ]);
}

#[test]
fn matches() {
    accepted(
        r"
f : <A U8 | B> -> U8
f x = g x !x
  | A (a, b) => a
  | B ~> h x
          | 0 -> 1
          | 'a' -> 2
          | (True) -> 3
          | _ -> 4
  | y -> 5

g : <A U8 U8 | B> -> U8
g | A a _ -> a
  | B -> 0

h : U8 -> U8
h x = let A a <= f x !x
            |> B -> 1
            |> C c -> c
      and b = if
              | x == 1 !x -> 1
              | x > 2 => 3
              | else -> 4
      and True <= b
      in a; b | _ -> 2
",
        expect![[r"
            f : <A U8 | B> -> U8
            f x = g x !x
              | A (a, b) => a
              | B ~> h x
                | 0 -> 1
                | 'a' -> 2
                | True -> 3
                | _ -> 4
              | y -> 5
            g : <A U8 U8 | B> -> U8
            g
              | A a _ -> a
              | B -> 0
            h : U8 -> U8
            h x = let A a <= f x !x
              |> B -> 1
              |> C c -> c and b = if
              | x == 1 !x -> 1
              | x > 2 => 3
              | else -> 4 and True <= b in a; (b
              | _ -> 2)
        "]],
    );
}

#[test]
fn expressions_of_the_command_line() {
    let read = |text: &str| {
        let mut sources = Sources::new();
        let source = sources.add("argument", text);
        match read_expr(File { source, text: text.as_bytes().into() }) {
            Ok(expr) => expr.to_string(),
            Err(errors) => draw_all(&sources, &errors, false, 100),
        }
    };
    assert_eq!(read("(1, #{x = 'a'}, Some 3, \"b\")"), "(1, #{x = 'a'}, Some 3, \"b\")");
    expect![[r#"
        error: expected an expression, found nothing

        error: expected `,` or `)`, found the end of the text
          ┌─ argument:1:2
          │
        1 │ (1
          │ -^ `,` or `)` should follow this
          │ │ 
          │ behind this

        error: expected the end of the expression, found `)`
          ┌─ argument:1:2
          │
        1 │ 1)
          │  ^ the end of the expression should stand here

        error: `?` means nothing here
          ┌─ argument:1:1
          │
        1 │ ?
          │ ^ no token begins like this

    "#]]
    .assert_eq(&[read(""), read("(1"), read("1)"), read("?")].concat());
}
