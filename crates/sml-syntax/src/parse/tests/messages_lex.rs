//! Messages in full about characters, and about phrases in the wrong place.

use super::messages;
use expect_test::expect;

#[test]
fn a_character_in_primes() {
    messages(
        r#"val x = 'a'"#,
        expect![[r#"
        error: expected an expression, found the type variable `'a'`
          ┌─ a.sml:1:9
          │
        1 │ val x = 'a'
          │ ---     ^^^ an expression should stand here
          │ │        
          │ in this `val`
          │
          = hint: a character is written #"a"

    "#]],
    );
}

#[test]
fn a_string_not_closed() {
    messages(
        r#"val s = "abc
val t = 2"#,
        expect![[r#"
            error: a string is not closed
              ┌─ a.sml:1:9
              │
            1 │ val s = "abc
              │         ^^^^ the string that begins here does not end on its line
              │
              = hint: end it with "; to go on in the next line, end this one with \ and begin the next with \

        "#]],
    );
}

#[test]
fn escapes() {
    messages(
        r#"val s = "\q \300 \u2192 \^a""#,
        expect![[r#"
        error: an unknown escape in a string
          ┌─ a.sml:1:10
          │
        1 │ val s = "\q \300 \u2192 \^a"
          │          ^^ nothing is written like this
          │
          = hint: the escapes are \a \b \t \n \v \f \r \^A \065 \u0041 \" and \\

        error: an escape is out of range
          ┌─ a.sml:1:13
          │
        1 │ val s = "\q \300 \u2192 \^a"
          │             ^^^^ characters are bytes, from 0 to 255

        error: an escape is out of range
          ┌─ a.sml:1:18
          │
        1 │ val s = "\q \300 \u2192 \^a"
          │                  ^^^^^^ characters are bytes, from 0 to 255
          │
          = hint: its UTF-8 encoding is written "\226\134\146"

        error: an incomplete escape in a string
          ┌─ a.sml:1:25
          │
        1 │ val s = "\q \300 \u2192 \^a"
          │                         ^^ one of @A...Z[\]^_ must follow

    "#]],
    );
}

#[test]
fn a_comment_not_closed() {
    messages(
        r#"(* a (* b *)
val x = 1"#,
        expect![[r#"
            error: a comment is not closed
              ┌─ a.sml:1:1
              │
            1 │ (* a (* b *)
              │ ^^ the comment that begins here never ends
              │
              = hint: comments nest: every `(*` needs a `*)` of its own

        "#]],
    );
}

#[test]
fn times_in_parentheses() {
    messages(
        r#"val x = foldl (*) 1"#,
        expect![[r#"
        error: a comment is not closed
          ┌─ a.sml:1:15
          │
        1 │ val x = foldl (*) 1
          │               ^^ the comment that begins here never ends
          │
          = hint: `(*)` begins a comment; the operator is written `op *` or `( * )`

    "#]],
    );
}

#[test]
fn two_characters() {
    messages(
        r#"val c = #"ab""#,
        expect![[r#"
        error: a character literal has exactly one character
          ┌─ a.sml:1:9
          │
        1 │ val c = #"ab"
          │         ^^^^^ there are 2 bytes between the quotation marks

    "#]],
    );
}

#[test]
fn typographic_quotation_marks() {
    messages(
        r#"val x = “a”"#,
        expect![[r#"
            error: a character outside ASCII
              ┌─ a.sml:1:9
              │
            1 │ val x = “a”
              │         ^^^ only comments and strings may have such characters
              │
              = hint: strings stand between straight quotation marks: "text"

        "#]],
    );
}

#[test]
fn declarations_in_a_signature() {
    messages(
        r#"signature S = sig val x = 3 fun f x = x infix + end"#,
        expect![[r#"
            error: expected `:`, found `=`
              ┌─ a.sml:1:25
              │
            1 │ signature S = sig val x = 3 fun f x = x infix + end
              │                   ---   ^ `:` should stand here
              │                   │      
              │                   in this `val`
              │
              = hint: a signature gives a value's type: `val x : int`

            error: `fun` cannot stand in a signature
              ┌─ a.sml:1:29
              │
            1 │ signature S = sig val x = 3 fun f x = x infix + end
              │                             ^^^ a specification should stand here
              │
              = hint: a function is specified with its type: `val f : int -> int`

            error: `infix` cannot stand in a signature
              ┌─ a.sml:1:41
              │
            1 │ signature S = sig val x = 3 fun f x = x infix + end
              │                                         ^^^^^ a specification should stand here
              │
              = hint: where the structure is used, say again what is infix

        "#]],
    );
}

#[test]
fn a_colon_that_belongs_to_a_name() {
    messages(
        r#"signature S = sig val +: int end"#,
        expect![[r#"
        error: expected `:`, found `int`
          ┌─ a.sml:1:26
          │
        1 │ signature S = sig val +: int end
          │                   ---    ^^^ `:` should stand here
          │                   │       
          │                   in this `val`
          │
          = hint: a colon behind a symbolic name needs a space before it

    "#]],
    );
}

#[test]
fn a_long_signature_name() {
    messages(
        r#"structure A : A.S = B"#,
        expect![[r#"
        error: expected a signature, found `A.`
          ┌─ a.sml:1:15
          │
        1 │ structure A : A.S = B
          │ ---------     ^ a signature should stand here
          │ │              
          │ in this `structure`
          │
          = hint: signatures cannot be part of structures, so their names have no dots

    "#]],
    );
}

#[test]
fn a_structure_in_let() {
    messages(
        r#"val x = let structure A = B in 1 end"#,
        expect![[r#"
        error: a structure cannot be declared here
          ┌─ a.sml:1:13
          │
        1 │ val x = let structure A = B in 1 end
          │         --- ^^^^^^^^^ not inside this
          │         │    
          │         in this `let`
          │
          = hint: structures stand at the top and in structures, not in expressions

    "#]],
    );
}

#[test]
fn a_signature_in_a_structure() {
    messages(
        r#"structure A = struct signature S = sig end end"#,
        expect![[r#"
        error: a signature cannot be declared here
          ┌─ a.sml:1:22
          │
        1 │ structure A = struct signature S = sig end end
          │               ------ ^^^^^^^^^ not inside this
          │               │       
          │               in this `struct`
          │
          = hint: signatures and functors stand at the top of a file

    "#]],
    );
}

#[test]
fn then_without_if() {
    messages(
        r#"val x = a then b"#,
        expect![[r#"
        error: `then` without its `if`
          ┌─ a.sml:1:11
          │
        1 │ val x = a then b
          │           ^^^^ the declaration before it has ended
          │
          = hint: several expressions in an `if` need parentheses: `(a; b)`

    "#]],
    );
}

#[test]
fn end_without_beginning() {
    messages(
        r#"end"#,
        expect![[r#"
        error: `end` closes nothing
          ┌─ a.sml:1:1
          │
        1 │ end
          │ ^^^ nothing is open that this could end

    "#]],
    );
}

#[test]
fn a_bar_without_rules() {
    messages(
        r#"val x = 1 | 2"#,
        expect![[r#"
        error: expected a declaration, found `|`
          ┌─ a.sml:1:11
          │
        1 │ val x = 1 | 2
          │           ^ the declaration before it has ended
          │
          = hint: a `|` goes on with the rules or clauses directly before it; several expressions in a rule need parentheses: `(a; b)`

    "#]],
    );
}

#[test]
fn an_expression_without_semicolon() {
    messages(
        r#"print "a" val x = 1"#,
        expect![[r#"
        error: expected `;`, found `val`
          ┌─ a.sml:1:11
          │
        1 │ print "a" val x = 1
          │           ^^^ `;` should stand here
          │
          = hint: an expression at the top of a file ends with `;`

    "#]],
    );
}

#[test]
fn eqtype_outside() {
    messages(
        r#"eqtype t"#,
        expect![[r#"
            error: `eqtype` stands in signatures only
              ┌─ a.sml:1:1
              │
            1 │ eqtype t
              │ ^^^^^^ a declaration should stand here

        "#]],
    );
}
