//! Messages in full about common mistakes in expressions.

use super::messages;
use expect_test::expect;

#[test]
fn arrows_and_equals_signs() {
    messages(
        r#"val f = fn x = x + 1"#,
        expect![[r#"
        error: expected `=>`, found `=`
          ┌─ a.sml:1:14
          │
        1 │ val f = fn x = x + 1
          │         --   ^ `=>` should stand here
          │         │     
          │         in this `fn`
          │
          = hint: a rule is written `pattern => expression`

    "#]],
    );
    messages(
        r#"val y = case x of 1 -> 2 | _ -> 3"#,
        expect![[r#"
            error: expected `=>`, found `->`
              ┌─ a.sml:1:21
              │
            1 │ val y = case x of 1 -> 2 | _ -> 3
              │         ----        ^^ `=>` should stand here
              │         │            
              │         in this `case`
              │
              = hint: a rule is written `pattern => expression`

        "#]],
    );
    messages(
        r#"fun f x => x"#,
        expect![[r#"
        error: expected `=`, found `=>`
          ┌─ a.sml:1:9
          │
        1 │ fun f x => x
          │ ---     ^^ `=` should stand here
          │ │        
          │ in this `fun`
          │
          = hint: a clause is written `f x = e`; `=>` belongs to `fn` and `case`

    "#]],
    );
}

#[test]
fn conditionals() {
    messages(
        r#"val x = let val y = if a then b in y end"#,
        expect![[r#"
        error: expected `else`, found `in`
          ┌─ a.sml:1:33
          │
        1 │ val x = let val y = if a then b in y end
          │                     --          ^^ `else` should stand here
          │                     │            
          │                     in this `if`
          │
          = hint: every `if` has an `else`; if there is nothing to do: `else ()`

    "#]],
    );
    messages(
        r#"fun f x = (if x then print "a"; 2)"#,
        expect![[r#"
        error: expected `else`, found `;`
          ┌─ a.sml:1:31
          │
        1 │ fun f x = (if x then print "a"; 2)
          │            --                 ^ `else` should stand here
          │            │                   
          │            in this `if`
          │
          = hint: every `if` has an `else`; several expressions in one branch need parentheses: `(a; b)`

    "#]],
    );
    messages(
        r#"val x = if a then b; else c"#,
        expect![[r#"
            error: a `;` stands before `else`
              ┌─ a.sml:1:20
              │
            1 │ val x = if a then b; else c
              │         --         ^ leave it out
              │         │           
              │         in this `if`
              │
              = hint: `;` separates; an `if` goes on with `else` directly

        "#]],
    );
    messages(
        r#"val _ = if a b else c"#,
        expect![[r#"
        error: expected `then`, found `else`
          ┌─ a.sml:1:16
          │
        1 │ val _ = if a b else c
          │         --     ^^^^ `then` should stand here
          │         │       
          │         in this `if`

    "#]],
    );
}

#[test]
fn clauses_swallowed_by_case() {
    messages(
        r#"fun f 1 = case x of
    A => 1
  | B => 2
  | f n = 3"#,
        expect![[r#"
            error: a clause of `f` stands among rules
              ┌─ a.sml:4:3
              │
            1 │ fun f 1 = case x of
              │           ---- in this `case`
              ·
            4 │   | f n = 3
              │   ^ this is read as one more rule
              │
              = hint: rules reach as far as they can: put parentheses around the inner expression

        "#]],
    );
}

#[test]
fn a_parenthesis_not_closed() {
    messages(
        r#"val x = f (1, 2
val y = 3"#,
        expect![[r#"
            error: expected `,` or `)`, found `val`
              ┌─ a.sml:2:1
              │
            1 │ val x = f (1, 2
              │           - behind this `(`
            2 │ val y = 3
              │ ^^^ `,` or `)` should stand here

        "#]],
    );
}

#[test]
fn the_wrong_bracket() {
    messages(
        r#"val x = [1, 2)"#,
        expect![[r#"
        error: expected `,` or `]`, found `)`
          ┌─ a.sml:1:14
          │
        1 │ val x = [1, 2)
          │         -    ^ `,` or `]` should stand here
          │         │     
          │         behind this `[`

    "#]],
    );
}

#[test]
fn a_bracket_not_closed_in_parentheses() {
    messages(
        r#"val x = f ([1, 2)"#,
        expect![[r#"
        error: expected `,` or `]`, found `)`
          ┌─ a.sml:1:17
          │
        1 │ val x = f ([1, 2)
          │            -    ^ `,` or `]` should stand here
          │            │     
          │            behind this `[`

    "#]],
    );
}

#[test]
fn a_parenthesis_too_many() {
    messages(
        r#"val x = 1)"#,
        expect![[r#"
        error: `)` closes nothing
          ┌─ a.sml:1:10
          │
        1 │ val x = 1)
          │          ^ the declaration before it has ended

    "#]],
    );
}

#[test]
fn semicolons_in_a_list() {
    messages(
        r#"val x = [1; 2]"#,
        expect![[r#"
        error: expected `,` or `]`, found `;`
          ┌─ a.sml:1:11
          │
        1 │ val x = [1; 2]
          │         - ^ `,` or `]` should stand here
          │         │  
          │         behind this `[`
          │
          = hint: the elements of a list are separated by commas

    "#]],
    );
}

#[test]
fn a_comma_too_many() {
    messages(
        r#"val x = (1, 2,)"#,
        expect![[r#"
            error: nothing follows this `,`
              ┌─ a.sml:1:14
              │
            1 │ val x = (1, 2,)
              │         -    ^ another element should follow
              │         │     
              │         behind this `(`
              │
              = hint: leave out the `,`: it separates, and does not end

        "#]],
    );
}

#[test]
fn a_semicolon_too_many() {
    messages(
        r#"val x = (f (); g ();)"#,
        expect![[r#"
            error: nothing follows this `;`
              ┌─ a.sml:1:20
              │
            1 │ val x = (f (); g ();)
              │         -          ^ another element should follow
              │         │           
              │         behind this `(`
              │
              = hint: leave out the `;`: it separates, and does not end

        "#]],
    );
}

#[test]
fn fun_for_fn() {
    messages(
        r#"val x = map (fun y => y + 1) z"#,
        expect![[r#"
        error: expected `fn`, found `fun`
          ┌─ a.sml:1:14
          │
        1 │ val x = map (fun y => y + 1) z
          │              ^^^ `fn` should stand here
          │
          = hint: a function without a name is written `fn x => ...`

    "#]],
    );
}

#[test]
fn a_negative_number() {
    messages(
        r#"val x = -1"#,
        expect![[r#"
        error: the infix operator `-` lacks its left operand
          ┌─ a.sml:1:9
          │
        1 │ val x = -1
          │ ---     ^ nothing stands before it
          │ │        
          │ in this `val`
          │
          = hint: a negative number is written `~1`

    "#]],
    );
}

#[test]
fn an_operator_as_a_function() {
    messages(
        r#"val x = foldl (+) 0 xs"#,
        expect![[r#"
        error: the infix operator `+` lacks its left operand
          ┌─ a.sml:1:16
          │
        1 │ val x = foldl (+) 0 xs
          │               -^ nothing stands before it
          │               │ 
          │               behind this `(`
          │
          = hint: as a function of a pair it is written `op +`

    "#]],
    );
}

#[test]
fn operators_that_group_differently() {
    messages(
        r#"infix 6 ++ infixr 6 -- val x = a ++ b -- c"#,
        expect![[r#"
        error: `++` and `--` have the same precedence, but group to different sides
          ┌─ a.sml:1:39
          │
        1 │ infix 6 ++ infixr 6 -- val x = a ++ b -- c
          │                                  --   ^^ this operator
          │                                  │     
          │                                  and this one
          │
          = hint: put parentheses around one of them

    "#]],
    );
}

#[test]
fn an_infix_function_without_op() {
    messages(
        r#"fun + (x, y) = x"#,
        expect![[r#"
        error: the infix identifier `+` does not stand between two patterns
          ┌─ a.sml:1:5
          │
        1 │ fun + (x, y) = x
          │     ^ this identifier is infix
          │
          = hint: to define it like other functions write `fun op + (x, y) = ...`

    "#]],
    );
}

#[test]
fn an_infix_function_between_too_much() {
    messages(
        r#"infix ++ fun f x ++ y = 1"#,
        expect![[r#"
            error: the infix identifier `++` does not stand between two patterns
              ┌─ a.sml:1:18
              │
            1 │ infix ++ fun f x ++ y = 1
              │                  ^^ this identifier is infix
              │
              = hint: an argument of more than one word needs parentheses: `(x ++ y)`

        "#]],
    );
}

#[test]
fn fn_without_parentheses() {
    messages(
        r#"val x = map fn y => y"#,
        expect![[r#"
        error: this `fn` needs parentheses
          ┌─ a.sml:1:13
          │
        1 │ val x = map fn y => y
          │ ---         ^^ an atomic expression should stand here
          │ │            
          │ in this `val`
          │
          = hint: an argument or operand that begins with `fn` is written `(fn ...)`

    "#]],
    );
}
