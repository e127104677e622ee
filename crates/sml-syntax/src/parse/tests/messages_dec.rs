//! Messages in full about declarations, patterns and types.

use super::messages;
use expect_test::expect;

#[test]
fn missing_val() {
    messages(
        r#"val z = let x = 3 in x end"#,
        expect![[r#"
        error: expected a declaration, found `x`
          ┌─ a.sml:1:13
          │
        1 │ val z = let x = 3 in x end
          │         --- ^ `val` should stand before this
          │         │    
          │         in this `let`
          │
          = hint: a value is declared with `val x = ...`

    "#]],
    );
    messages(
        r#"val z = let print "a" in 3 end"#,
        expect![[r#"
        error: expected a declaration, found `print`
          ┌─ a.sml:1:13
          │
        1 │ val z = let print "a" in 3 end
          │         --- ^^^^^ an expression begins here
          │         │    
          │         in this `let`
          │
          = hint: an expression cannot stand among declarations; to evaluate it write `val _ = ...`

    "#]],
    );
    messages(
        r#"structure A = struct f 3 end"#,
        expect![[r#"
        error: expected a declaration, found `f`
          ┌─ a.sml:1:22
          │
        1 │ structure A = struct f 3 end
          │               ------ ^ an expression begins here
          │               │       
          │               in this `struct`
          │
          = hint: an expression cannot stand among declarations; to evaluate it write `val _ = ...`

    "#]],
    );
}

#[test]
fn missing_end() {
    messages(
        r#"fun f x =
  let val y = 1
  in y

fun g x = x"#,
        expect![[r#"
            error: expected `;` or `end`, found `fun`
              ┌─ a.sml:5:1
              │
            2 │   let val y = 1
              │   --- in this `let`
              ·
            5 │ fun g x = x
              │ ^^^ `;` or `end` should stand here

        "#]],
    );
    messages(
        r#"structure A = struct
  val x = 1

signature S = sig end"#,
        expect![[r#"
            error: expected a declaration or `end`, found `signature`
              ┌─ a.sml:4:1
              │
            1 │ structure A = struct
              │               ------ in this `struct`
              ·
            4 │ signature S = sig end
              │ ^^^^^^^^^ a declaration or `end` should stand here

        "#]],
    );
    messages(
        r#"val x = let val y = 1 end"#,
        expect![[r#"
        error: expected `in`, found `end`
          ┌─ a.sml:1:23
          │
        1 │ val x = let val y = 1 end
          │         ---           ^^^ `in` should stand here
          │         │              
          │         in this `let`
          │
          = hint: a `let` is written `let declarations in expression end`

    "#]],
    );
}

#[test]
fn a_function_declared_with_val() {
    messages(
        r#"val f x y = 1"#,
        expect![[r#"
        error: `f` is applied to more than one pattern
          ┌─ a.sml:1:9
          │
        1 │ val f x y = 1
          │ ---     ^ the second argument
          │ │        
          │ in this `val`
          │
          = hint: a function is declared with `fun f ...`

    "#]],
    );
}

#[test]
fn a_name_with_an_underscore() {
    messages(
        r#"fn _x => 1"#,
        expect![[r#"
        error: only a constructor can be applied in a pattern
          ┌─ a.sml:1:5
          │
        1 │ fn _x => 1
          │ --  ^ what stands before this is not a constructor
          │ │    
          │ in this `fn`
          │
          = hint: names cannot begin with an underscore; `_` alone is a pattern

    "#]],
    );
}

#[test]
fn as_behind_a_tuple() {
    messages(
        r#"val (x, y) as z = 1"#,
        expect![[r#"
        error: only a variable can stand before `as`
          ┌─ a.sml:1:5
          │
        1 │ val (x, y) as z = 1
          │     ^^^^^^ this is not a variable

    "#]],
    );
}

#[test]
fn dots_before_the_end() {
    messages(
        r#"val {..., a} = x"#,
        expect![[r#"
        error: expected `}`, found `,`
          ┌─ a.sml:1:9
          │
        1 │ val {..., a} = x
          │     -   ^ `}` should stand here
          │     │    
          │     behind this `{`
          │
          = hint: `...` stands last

    "#]],
    );
}

#[test]
fn a_character_in_primes() {
    messages(
        r#"fun f 'a' = 1"#,
        expect![[r#"
            error: expected a pattern, found the type variable `'a'`
              ┌─ a.sml:1:7
              │
            1 │ fun f 'a' = 1
              │ ---   ^^^ a pattern should stand here
              │ │      
              │ in this `fun`
              │
              = hint: a character is written #"a"

        "#]],
    );
}

#[test]
fn constructors_in_a_type() {
    messages(
        r#"type t = A | B of int"#,
        expect![[r#"
        error: expected the end of the type, found `|`
          ┌─ a.sml:1:12
          │
        1 │ type t = A | B of int
          │ ----       ^ the end of the type should stand here
          │ │           
          │ in this `type`
          │
          = hint: a type with constructors is declared with `datatype`

    "#]],
    );
}

#[test]
fn parameters_behind_the_name() {
    messages(
        r#"datatype tree 'a = Leaf"#,
        expect![[r#"
        error: expected `=`, found the type variable `'a`
          ┌─ a.sml:1:15
          │
        1 │ datatype tree 'a = Leaf
          │ --------      ^^ `=` should stand here
          │ │              
          │ in this `datatype`
          │
          = hint: a type's parameters stand before its name: `'a tree`

    "#]],
    );
}

#[test]
fn arguments_behind_the_type() {
    messages(
        r#"val x : list 'a = 1"#,
        expect![[r#"
        error: expected the end of the type, found the type variable `'a`
          ┌─ a.sml:1:14
          │
        1 │ val x : list 'a = 1
          │ ---          ^^ the end of the type should stand here
          │ │             
          │ in this `val`
          │
          = hint: what a type is applied to stands before it: `'a list`

    "#]],
    );
}

#[test]
fn a_pair_of_types() {
    messages(
        r#"type t = (int, int)"#,
        expect![[r#"
        error: expected the name of a type behind its arguments, found the end of the file
          ┌─ a.sml:1:20
          │
        1 │ type t = (int, int)
          │ ----               ^ the name of a type behind its arguments should stand here
          │ │                  
          │ in this `type`
          │
          = hint: the type of a pair is written `t * u`

    "#]],
    );
}

#[test]
fn a_constructor_without_of() {
    messages(
        r#"datatype t = A int"#,
        expect![[r#"
        error: expected `of`, `|` or the end of the datatype, found `int`
          ┌─ a.sml:1:16
          │
        1 │ datatype t = A int
          │ --------       ^^^ `of`, `|` or the end of the datatype should stand here
          │ │               
          │ in this `datatype`
          │
          = hint: the type of a constructor's argument stands behind `of`: `C of int`

    "#]],
    );
}

#[test]
fn equals_in_a_record_type() {
    messages(
        r#"val x : {a = int} = 1"#,
        expect![[r#"
        error: expected `:`, found `=`
          ┌─ a.sml:1:12
          │
        1 │ val x : {a = int} = 1
          │         -  ^ `:` should stand here
          │         │   
          │         behind this `{`
          │
          = hint: in a record type a colon stands between label and type

    "#]],
    );
}

#[test]
fn clauses() {
    messages(
        r#"fun f 1 = 2 | g 2 = 3"#,
        expect![[r#"
        error: a clause of `f` has another name
          ┌─ a.sml:1:15
          │
        1 │ fun f 1 = 2 | g 2 = 3
          │     -         ^ this clause defines `g`
          │     │          
          │     the function's name

    "#]],
    );
    messages(
        r#"fun f 1 = 2 | f 2 3 = 4"#,
        expect![[r#"
        error: the clauses of `f` take different numbers of arguments
          ┌─ a.sml:1:17
          │
        1 │ fun f 1 = 2 | f 2 3 = 4
          │       -         ^^^ 2 arguments
          │       │          
          │       one argument

    "#]],
    );
    messages(
        r#"fun f = 1"#,
        expect![[r#"
        error: expected the arguments of the function, found `=`
          ┌─ a.sml:1:7
          │
        1 │ fun f = 1
          │ ---   ^ the arguments of the function should stand here
          │ │      
          │ in this `fun`
          │
          = hint: a value that is not a function is declared with `val f = ...`

    "#]],
    );
    messages(
        r#"fun true x = 1"#,
        expect![[r#"
        error: `true` cannot be bound anew
          ┌─ a.sml:1:5
          │
        1 │ fun true x = 1
          │     ^^^^ this name always means the constructor

    "#]],
    );
}

#[test]
fn the_end_of_the_file() {
    messages(
        r#"val x = let val y = (1 +"#,
        expect![[r#"
        error: expected an expression, found the end of the file
          ┌─ a.sml:1:25
          │
        1 │ val x = let val y = (1 +
          │                     -   ^ an expression should stand here
          │                     │   
          │                     behind this `(`

    "#]],
    );
}
