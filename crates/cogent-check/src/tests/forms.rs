//! The core of each form.

use super::accepts;
use expect_test::expect;

#[test]
fn literals_have_the_type_that_is_wanted_or_the_smallest() {
    accepts(
        r#"
f : () -> (U8, U32, U16, Bool, String)
f () = let x = 65535 in ('a', 1, x, True, "a\n")
g : U64 -> U64
g x = let y = 300 in x + 1 * y
"#,
        expect![[r#"
            f ('0 : ()) : (U8, U32, U16, Bool, String) =
              let '1 = '0
              let x'2 = 65535 : U16
              (97 : U8, 1 : U32, x'2, True, "a\n")
            g ('0 : U64) : U64 =
              let x'1 = '0
              let y'2 = 300 : U64
              (x'1 + (1 : U64 * y'2))
        "#]],
    );
}

#[test]
fn operators() {
    accepts(
        "
f : (U32, U8) -> Bool
f (x, y) = ((complement x .&. upcast y) << 2) > 0 && not (x % 3 == 1)
",
        expect![[r#"
            f ('0 : (U32, U8)) : Bool =
              let (x'1, y'2) = '0
              (((((complement x'1) .&. (upcast y'2 : U32)) << 2 : U32) > 0 : U32) && (not ((x'1 % 3 : U32) == 1 : U32)))
        "#]],
    );
}

#[test]
fn tuples_and_unboxed_records_become_bindings() {
    accepts(
        "
type T = #{a : U8, b : (U8, Bool), c : ()}
f : T -> (Bool, U8)
f #{a, b = (x, y), ..} = (y, a + x)
g : U8 -> T
g x = #{c = (), a = x, b = (x, True)}
",
        expect![[r#"
            f ('0 : #{a : U8, b : (U8, Bool), c : ()}) : (Bool, U8) =
              let '1 {a = a'2} = '0
              let '3 {b = '4} = '1
              let '5 {c = c'6} = '3
              let (x'7, y'8) = '4
              (y'8, (a'2 + x'7))
            g ('0 : U8) : #{a : U8, b : (U8, Bool), c : ()} =
              let x'1 = '0
              #{a = x'1, b = (x'1, True), c = ()}
        "#]],
    );
}

#[test]
fn taking_and_putting_one_field_at_a_time() {
    accepts(
        "
type R = {a : U8, b : U16, c : Bool}
f : R -> R
f r {a, b = old} = r {b = old + 1, a}
g : R -> R
g r {..} = r {..}
h : R! -> U16
h r = r.b
",
        expect![[r#"
            f ('0 : {a : U8, b : U16, c : Bool}) : {a : U8, b : U16, c : Bool} =
              let '1 {a = a'2} = '0
              let '3 {b = old'4} = '1
              let r'5 = '3
              ((r'5 {b = (old'4 + 1 : U16)}) {a = a'2})
            g ('0 : {a : U8, b : U16, c : Bool}) : {a : U8, b : U16, c : Bool} =
              let '1 {a = a'2} = '0
              let '3 {b = b'4} = '1
              let '5 {c = c'6} = '3
              let r'7 = '5
              (((r'7 {a = a'2}) {b = b'4}) {c = c'6})
            h ('0 : {a : U8, b : U16, c : Bool}!) : U16 =
              let r'1 = '0
              (r'1.b)
        "#]],
    );
}

#[test]
fn sequences_and_bindings() {
    accepts(
        "
act : U8 -> U8
f : U8 -> U8
f x = let y = act x
      and z : U8 = y
      in act y; act z; z
",
        expect![[r#"
            act : (U8) -> U8
            f ('0 : U8) : U8 =
              let x'1 = '0
              let y'2 = (act x'1)
              let z'3 = y'2
              let '4 = (act y'2)
              let '5 = (act z'3)
              z'3
        "#]],
    );
}

#[test]
fn calls_compositions_and_lambdas() {
    accepts(
        r"
twice : all a. (a -> a, a) -> a
twice (f, x) = f (f x)
inc : U8 -> U8
inc x = x + 1
f : U8 -> U8
f x = inc o inc $ twice (\x => x + 2, x)
g : (U8, U8) -> (U8 -> U8)
g _ = inc o inc
pair : all (a, b). (a, b) -> (b, a)
pair p = flip ((\(x, y) => (x, y)), p)
flip : all (a, b). ((a, b) -> (a, b), (a, b)) -> (b, a)
",
        expect![[r#"
            twice [a] ('0 : (a -> a, a)) : a =
              let (f'1, x'2) = '0
              (f'1 (f'1 x'2))
            inc ('0 : U8) : U8 =
              let x'1 = '0
              (x'1 + 1 : U8)
            f ('0 : U8) : U8 =
              let x'1 = '0
              (inc (inc (twice [U8] (f.1, x'1))))
            g ('0 : (U8, U8)) : U8 -> U8 =
              let '1 = '0
              g.1
            pair [a] [b] ('0 : (a, b)) : (b, a) =
              let p'1 = '0
              (flip [a] [b] (pair.1 [a] [b], p'1))
            flip [a] [b] : (((a, b) -> (a, b), (a, b))) -> (b, a)
            f.1 ('0 : U8) : U8 =
              let x'1 = '0
              (x'1 + 2 : U8)
            g.1 ('0 : U8) : U8 =
              (inc (inc '0))
            pair.1 [a] [b] ('0 : (a, b)) : (a, b) =
              let (x'1, y'2) = '0
              (x'1, y'2)
        "#]],
    );
}

#[test]
fn constants() {
    accepts(
        "
size : U32
size = 4 * half
half : U32
half = 512
f : () -> U32
f () = size
",
        expect![[r#"
            size : U32 =
              (4 : U32 * half)
            half : U32 =
              512 : U32
            f ('0 : ()) : U32 =
              let '1 = '0
              size
        "#]],
    );
}

#[test]
fn type_arguments_given_left_out_and_half_given() {
    accepts(
        "
type A
cast : all (a, b). a -> b
f : A -> U8
f x = cast x
g : U16 -> U8
g x = cast [U16] x
h : U16 -> U8
h x = cast [_, U8] x
i : U16 -> U8
i x = inline cast [U16, U8] x
",
        expect![[r#"
            cast [a] [b] : (a) -> b
            f ('0 : A) : U8 =
              let x'1 = '0
              (cast [A] [U8] x'1)
            g ('0 : U16) : U8 =
              let x'1 = '0
              (cast [U16] [U8] x'1)
            h ('0 : U16) : U8 =
              let x'1 = '0
              (cast [U16] [U8] x'1)
            i ('0 : U16) : U8 =
              let x'1 = '0
              (inline cast [U16] [U8] x'1)
        "#]],
    );
}

#[test]
fn a_function_with_another_type_is_called_by_one_that_has_it() {
    accepts(
        "
apply : (U8 -> <A | B U8>, U8) -> <A | B U8>
f : <A | B U8> -> <A>
g : U8 -> <A>
h : U8 -> <A | B U8>
h x = apply (g, x)
",
        expect![[r#"
            apply : ((U8 -> <A | B U8>, U8)) -> <A | B U8>
            f : (<A | B U8>) -> <A>
            g : (U8) -> <A>
            h ('0 : U8) : <A | B U8> =
              let x'1 = '0
              (apply (h.1, x'1))
            h.1 ('0 : U8) : <A | B U8> =
              (promote (g '0) : <A | B U8>)
        "#]],
    );
}
