//! Messages about broken text.

use super::{messages, titles};
use expect_test::expect;

#[test]
fn several_errors_are_reported() {
    messages(
        r"
type small = U8
f : U8 -> -> U8
f x = x
g : U8 -> U8
g x = (x + 1
h : U8 -> U8
h x = x]
i x = x
",
        expect![[r#"
            error: expected the name of a type, found `small`
              ┌─ a.cogent:2:6
              │
            2 │ type small = U8
              │      ^^^^^ the name of a type should stand here
              │
              = hint: such a name begins with a capital

            error: expected a type, found `->`
              ┌─ a.cogent:3:11
              │
            3 │ f : U8 -> -> U8
              │           ^^ a type should stand here

            error: expected `,` or `)`, found the next definition
              ┌─ a.cogent:6:12
              │
            6 │ g x = (x + 1
              │       -    ^ `,` or `)` should follow this
              │       │     
              │       behind this

            error: expected the end of the definition, found `]`
              ┌─ a.cogent:8:8
              │
            8 │ h x = x]
              │        ^ the end of the definition should stand here

            error: `i` has no signature
              ┌─ a.cogent:9:1
              │
            9 │ i x = x
              │ ^ a definition follows its signature directly
              │
              = hint: write `i : ...` on a line before it

        "#]],
    );
}

#[test]
fn operators() {
    messages(
        r"
f : U8 -> U8
f x = 1 < 2 == 3
f : U8 -> U8
f x = x + let a = 1 in a
f : U8 -> U8
f x = not not x
f : U8 -> U8
f x = x != 2
",
        expect![[r#"
            error: comparisons do not associate
              ┌─ a.cogent:3:13
              │
            3 │ f x = 1 < 2 == 3
              │             ^^ this compares the result of a comparison
              │
              = hint: put one of them in parentheses

            error: expected an expression, found `let`
              ┌─ a.cogent:5:11
              │
            5 │ f x = x + let a = 1 in a
              │           ^^^ an expression should stand here
              │
              = hint: an operand that begins with `let` needs parentheses

            error: expected an expression, found `not`
              ┌─ a.cogent:7:11
              │
            7 │ f x = not not x
              │           ^^^ an expression should stand here
              │
              = hint: `not` needs parentheses here

            error: expected an operator, found `!=`
              ┌─ a.cogent:9:9
              │
            9 │ f x = x != 2
              │         ^^ an operator should stand here
              │
              = hint: inequality is written `/=`

        "#]],
    );
}

#[test]
fn blocks() {
    messages(
        r"
f : U8 -> U8
f x = if x then 1
f : U8 -> U8
f x = if | x -> 1
f : U8 -> U8
f x = if x
         | A -> True
      then 1 else 2
f : U8 -> U8
f x = let Some y = x in y
f : U8 -> U8
f x = \a b => a
",
        expect![[r#"
            error: expected `else`, found the next definition
              ┌─ a.cogent:3:17
              │
            3 │ f x = if x then 1
              │                 ^ `else` should follow this

            error: expected `| else`, found the next definition
              ┌─ a.cogent:5:17
              │
            5 │ f x = if | x -> 1
              │                 ^ `| else` should follow this
              │
              = hint: the last branch of `if |` is `| else -> ...`

            error: expected `then`, found `|`
              ┌─ a.cogent:8:10
              │
            8 │          | A -> True
              │          ^ `then` should stand here
              │
              = hint: a match as a condition needs parentheses

            error: this pattern may not match
               ┌─ a.cogent:11:11
               │
            11 │ f x = let Some y = x in y
               │           ^^^^^^ a value of another form would be left over
               │
               = hint: write `<=`, and the other alternatives behind `|>`

            error: expected `:` or `=>`, found `b`
               ┌─ a.cogent:13:10
               │
            13 │ f x = \a b => a
               │          ^ `:` or `=>` should stand here
               │
               = hint: a function has one argument, which may be a tuple: `\(x, y) => ...`

        "#]],
    );
}

#[test]
fn patterns_in_tuples() {
    messages(
        r"
f : U8 -> U8
f (x, A y) = x
f : U8 -> U8
f ((x, 'a')) = x
f : U8 -> U8
f | A (x, (C y)) -> 3
",
        expect![[r#"
            error: this pattern may not match
              ┌─ a.cogent:3:7
              │
            3 │ f (x, A y) = x
              │       ^^^ a pattern that may not match stands at the top of an alternative only

            error: this pattern may not match
              ┌─ a.cogent:5:8
              │
            5 │ f ((x, 'a')) = x
              │        ^^^ a pattern that may not match stands at the top of an alternative only

            error: this pattern may not match
              ┌─ a.cogent:7:11
              │
            7 │ f | A (x, (C y)) -> 3
              │           ^^^^^ a pattern that may not match stands at the top of an alternative only

        "#]],
    );
}

#[test]
fn patterns() {
    messages(
        r"
f : U8 -> U8
f | A (B x) -> 1
  | A 3 -> 1
  | (1, x) -> 2
f : U8 -> U8
f True = 1
f : U8 -> U8
f x {let} = 1
",
        expect![[r#"
            error: this pattern may not match
              ┌─ a.cogent:3:7
              │
            3 │ f | A (B x) -> 1
              │       ^^^^^ a pattern that may not match stands at the top of an alternative only

            error: this pattern may not match
              ┌─ a.cogent:4:7
              │
            4 │   | A 3 -> 1
              │       ^ a pattern that may not match stands at the top of an alternative only

            error: this pattern may not match
              ┌─ a.cogent:5:6
              │
            5 │   | (1, x) -> 2
              │      ^ a pattern that may not match stands at the top of an alternative only

            error: this pattern may not match
              ┌─ a.cogent:7:3
              │
            7 │ f True = 1
              │   ^^^^ a pattern that may not match stands at the top of an alternative only

            error: expected the name of a field, found `let`
              ┌─ a.cogent:9:6
              │
            9 │ f x {let} = 1
              │      ^^^ the name of a field should stand here
              │
              = hint: `let` is a reserved word

        "#]],
    );
}

#[test]
fn types() {
    messages(
        r"
type A = B -> C -> D
type A = B take f put g
type A = {x : U8, y}
type A = <X | y>
f : all (a :< DX). a -> a
c : all a. a
c = 1
",
        expect![[r#"
            error: expected the end of the type, found `->`
              ┌─ a.cogent:2:17
              │
            2 │ type A = B -> C -> D
              │                 ^^ the end of the type should stand here
              │
              = hint: a function that returns a function is written `a -> (b -> c)`

            error: expected the end of the type, found `put`
              ┌─ a.cogent:3:19
              │
            3 │ type A = B take f put g
              │                   ^^^ the end of the type should stand here
              │
              = hint: put the type in parentheses before it is taken from again

            error: expected `:`, found `}`
              ┌─ a.cogent:4:20
              │
            4 │ type A = {x : U8, y}
              │                    ^ `:` should stand here

            error: expected the name of a tag, found `y`
              ┌─ a.cogent:5:15
              │
            5 │ type A = <X | y>
              │               ^ the name of a tag should stand here
              │
              = hint: such a name begins with a capital

            error: expected a kind, found `DX`
              ┌─ a.cogent:6:15
              │
            6 │ f : all (a :< DX). a -> a
              │               ^^ a kind should stand here
              │
              = hint: a kind is made of the letters D, S and E

            error: a constant is not polymorphic
              ┌─ a.cogent:8:1
              │
            8 │ c = 1
              │ ^ this has type variables, so that it must be a function

        "#]],
    );
}

#[test]
fn literals() {
    messages(
        "
a : String
a = \"open
b : U8
b = 18446744073709551616
c : U8
c = 'ab'
d : String
d = \"\\q \\99999999\"
",
        expect![[r#"
            error: a string is not closed
              ┌─ a.cogent:3:5
              │
            3 │ a = "open
              │     ^^^^^ the quotation mark at the end is missing

            error: a number is too large
              ┌─ a.cogent:5:5
              │
            5 │ b = 18446744073709551616
              │     ^^^^^^^^^^^^^^^^^^^^ numbers have at most 64 bits

            error: this is not a character
              ┌─ a.cogent:7:5
              │
            7 │ c = 'ab'
              │     ^^ a character is one byte in quotes

            error: unknown escape
              ┌─ a.cogent:9:6
              │
            9 │ d = "\q \99999999"
              │      ^^ a backslash here means no character

            error: an escape is too large
              ┌─ a.cogent:9:9
              │
            9 │ d = "\q \99999999"
              │         ^^^^^^^^^ no character is this

        "#]],
    );
}

#[test]
fn strange_bytes() {
    messages(
        "
e : U8
e = _x ? \u{3bb}
{- open
",
        expect![[r#"
            error: a name begins with `_`
              ┌─ a.cogent:3:5
              │
            3 │ e = _x ? λ
              │     ^ names begin with a letter

            error: `?` means nothing here
              ┌─ a.cogent:3:8
              │
            3 │ e = _x ? λ
              │        ^ no token begins like this

            error: a character outside ASCII
              ┌─ a.cogent:3:10
              │
            3 │ e = _x ? λ
              │          ^ only comments and strings may have such characters

            error: a comment is not closed
              ┌─ a.cogent:4:1
              │
            4 │ {- open
              │ ^^ the comment that begins here never ends
              │
              = hint: comments nest: every `{-` needs a `-}` of its own

        "#]],
    );
}

#[test]
fn one_message_for_one_mistake() {
    assert_eq!(titles("f : T\nf = ?\ng : T\ng = 1\n").len(), 1);
    assert_eq!(titles("f : (\nf x = 1\ng : T\ng = 1\n").len(), 1);
    assert_eq!(titles(&"f : )\ng : )\n".repeat(1000)).len(), 101);
}
