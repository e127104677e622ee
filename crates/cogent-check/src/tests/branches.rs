//! Conditionals and matches.

use super::{accepts, rejects, titles};
use expect_test::expect;

#[test]
fn conditionals_nest() {
    accepts(
        "
f : U8 -> U8
f x = if | x == 1 => 10
         | x == 2 ~> 20
         | else -> if x > 3 then x else 0
",
        expect![[r#"
            f ('0 : U8) : U8 =
              let x'1 = '0
              if (x'1 == 1 : U8) =>
                10 : U8
              else
                if (x'1 == 2 : U8) ~>
                  20 : U8
                else
                  if (x'1 > 3 : U8) ->
                    x'1
                  else
                    0 : U8
        "#]],
    );
}

#[test]
fn matches_on_tags() {
    accepts(
        "
type T = <A U8 Bool | B U8 | C>
f : T -> U8
f | A x _ => x
  | B x ~> x
  | C -> 0
g : T -> <B U8 | C | D>
g t = t | A _ _ -> D
        | rest -> rest
",
        expect![[r#"
            f ('0 : <A (U8, Bool) | B U8 | C>) : U8 =
              case '0
              | A '1 =>
                let (x'2, '3) = '1
                x'2
              | B x'4 ~>
                x'4
              | C '5 ->
                let '6 = '5
                0 : U8
            g ('0 : <A (U8, Bool) | B U8 | C>) : <B U8 | C | D> =
              let t'1 = '0
              case t'1
              | A '2 ->
                let ('3, '4) = '2
                D (()) : <B U8 | C | D>
              | rest'5 ->
                (promote rest'5 : <B U8 | C | D>)
        "#]],
    );
}

#[test]
fn matches_on_numbers_characters_and_booleans() {
    accepts(
        "
f : U8 -> Bool
f | 1 -> True
  | 'a' -> False
  | n -> n > 10
g : Bool -> U8
g | True ~> 1
  | False -> 0
h : Bool -> U8
h b = b | True -> 1
        | _ -> 0
",
        expect![[r#"
            f ('0 : U8) : Bool =
              case '0
              | 1 ->
                True
              | 97 ->
                False
              | n'1 ->
                (n'1 > 10 : U8)
            g ('0 : Bool) : U8 =
              let '1 = '0
              if '1 ~>
                1 : U8
              else
                0 : U8
            h ('0 : Bool) : U8 =
              let b'1 = '0
              let '2 = b'1
              if '2 ->
                1 : U8
              else
                let '3 = '2
                0 : U8
        "#]],
    );
}

#[test]
fn biased_bindings_end_the_let() {
    accepts(
        "
type R = <Ok U8 | No U16>
get : U8 -> R
f : U8 -> R
f x = let Ok y <= get x |> No e => No (e + 1)
      and z = y + 1
      and Ok w <= get z |> rest -> rest
      in Ok (w + z)
",
        expect![[r#"
            get : (U8) -> <No U16 | Ok U8>
            f ('0 : U8) : <No U16 | Ok U8> =
              let x'1 = '0
              case (get x'1)
              | Ok y'2 ->
                let z'3 = (y'2 + 1 : U8)
                case (get z'3)
                | Ok w'4 ->
                  Ok ((w'4 + z'3)) : <No U16 | Ok U8>
                | rest'5 ->
                  (promote rest'5 : <No U16 | Ok U8>)
              | No e'6 =>
                No ((e'6 + 1 : U16)) : <No U16 | Ok U8>
        "#]],
    );
}

#[test]
fn a_branch_may_have_a_smaller_variant() {
    accepts(
        "
f : Bool -> U8
f b = let x = if b then Some 1 else None
      in x | Some y -> y
           | None -> 0
g : (Bool, <A U8>) -> <A U8 | B>
g (b, x) = if b then x else B
",
        expect![[r#"
            f ('0 : Bool) : U8 =
              let b'1 = '0
              let x'2 = 
                if b'1 ->
                  Some (1 : U8) : <None | Some U8>
                else
                  None (()) : <None | Some U8>
              case x'2
              | Some y'3 ->
                y'3
              | None '4 ->
                let '5 = '4
                0 : U8
            g ('0 : (Bool, <A U8>)) : <A U8 | B> =
              let (b'1, x'2) = '0
              if b'1 ->
                (promote x'2 : <A U8 | B>)
              else
                B (()) : <A U8 | B>
        "#]],
    );
}

#[test]
fn an_arm_that_can_never_match_is_dropped() {
    accepts(
        "
f : <A U8 | B> take B -> U8
f | A x -> x
  | B -> 0
",
        expect![[r#"
            f ('0 : <A U8 | B> take (B)) : U8 =
              case '0
              | A x'1 ->
                x'1
        "#]],
    );
}

#[test]
fn not_exhaustive() {
    rejects(
        "
f : <A U8 | B | C> -> U8
f x = x | B -> 1
",
        expect![[r#"
            error: this match is not exhaustive
              ┌─ a.cogent:3:7
              │
            3 │ f x = x | B -> 1
              │       ^ there is nothing for `A`, `C`

        "#]],
    );
    titles(
        &[
            "f : U8 -> U8\nf | 1 -> 2\n",
            "f : Bool -> U8\nf | True -> 2\n",
            "f : () -> U8\nf () = let x = if True then A else B in x | A -> 1\n",
        ],
        expect![[r#"
            error: this match is not exhaustive
            error: this match is not exhaustive
            error: this match is not exhaustive
        "#]],
    );
}

#[test]
fn patterns_that_do_not_fit() {
    rejects(
        "
f : <A U8> -> U8
f | A x -> x
  | B -> 1
",
        expect![[r#"
            error: there is no alternative `B`
              ┌─ a.cogent:4:5
              │
            4 │   | B -> 1
              │     ^ the value is `<A U8>`

        "#]],
    );
    titles(
        &[
            "f : U16 -> U8\nf | 'a' -> 2\n  | _ -> 1\n",
            "f : U8 -> U8\nf | 256 -> 2\n  | _ -> 1\n",
            "f : U8 -> U8\nf | A -> 2\n  | _ -> 1\n",
            "f : U8 -> U8\nf x = 2 | A -> x\n",
            "f : <A | B> -> U8\nf | A -> 2\n  | 1 -> 1\n  | _ -> 3\n",
            "f : <A | B> -> U8\nf | A -> 2\n  | A -> 1\n  | B -> 3\n",
            "f : U8 -> U8\nf | 1 -> 2\n  | 1 -> 1\n  | _ -> 3\n",
            "f : (U8, U8) -> U8\nf (a, b, c) = 1\n",
            "f : U8 -> U8\nf () = 1\n",
            "f : (U8, U8) -> U8\nf (a, a) = 1\n",
        ],
        expect![[r#"
            error: this pattern does not fit the value
            error: this pattern does not fit the value
            error: this has no tags
            error: `<A _>` is wanted here
            error: this match is on tags
            error: two alternatives for the same
            error: two alternatives for the same
            error: this pattern does not fit the value
            error: this pattern does not fit the value
            error: `a` is bound twice in one pattern
        "#]],
    );
}

#[test]
fn what_comes_after_a_variable_is_dead() {
    accepts(
        "
f : <A | B> -> U8
f | x -> 2
  | A -> 1
  | B -> 3
g : <A | B> -> U8
g | A -> 2
  | x -> 1
  | B -> 3
h : U8 -> U8
h | _ -> 2
  | 1 -> 1
i : Bool -> U8
i | _ -> 2
  | True -> 1
",
        expect![[r#"
            f ('0 : <A | B>) : U8 =
              case '0
              | x'1 ->
                2 : U8
            g ('0 : <A | B>) : U8 =
              case '0
              | A '1 ->
                let '2 = '1
                2 : U8
              | x'3 ->
                1 : U8
            h ('0 : U8) : U8 =
              case '0
              | '1 ->
                2 : U8
            i ('0 : Bool) : U8 =
              let '1 = '0
              let '2 = '1
              2 : U8
        "#]],
    );
}
