//! Matches and their trees, and the faults of faulty ones.

use super::{Match, show};
use expect_test::{Expect, expect};

fn tree(text: &str, expect: Expect) {
    let of = Match::of(text);
    expect.assert_eq(&show::show(&of.program, &of.tree()));
}

/// The faults of a match: values that are missing, and rules that are not reached.
fn faults(text: &str, expect: Expect) {
    let analysis = Match::of(text).analysis();
    let missing = analysis.missing.map_or("nothing".to_owned(), |missing| missing.join(" "));
    expect.assert_eq(&format!("missing {missing}, redundant {:?}", analysis.redundant));
}

#[test]
fn no_place_is_tested_twice() {
    tree(
        "fun f ([], _) = 0 | f (_, []) = 1 | f (x :: xs, y :: ys) = x",
        expect![[r#"
        switch x.1
          nil => rule 0
          :: => switch x.2
            nil => rule 1
            :: => rule 2 x=x.1.::.1 xs=x.1.::.2 y=x.2.::.1 ys=x.2.::.2
    "#]],
    );
    tree(
        "fun f (_, false, true) = 0 | f (false, true, _) = 1 | f (_, _, false) = 2 | f (_, _, true) = 3",
        expect![[r#"
            switch x.2
              false => switch x.3
                false => rule 2
                true => rule 0
              true => switch x.1
                false => rule 1
                _ => switch x.3
                  false => rule 2
                  true => rule 3
        "#]],
    );
}

#[test]
fn equal_subtrees_are_one() {
    tree(
        "fun f (1, true, _) = 0 | f (_, _, SOME x) = x | f _ = 2",
        expect![[r#"
        switch x.1
          1 => switch x.2
            true => rule 0
            _ => n1: switch x.3
              SOME => rule 1 x=x.3.SOME
              _ => rule 2
          _ => n1
    "#]],
    );
    tree(
        "fun f ((1 | 2), SOME x) = x | f (3, NONE) = 0 | f (_, SOME 5) = 1 | f _ = 2",
        expect![[r#"
            switch x.2
              NONE => switch x.1
                3 => rule 1
                _ => rule 3
              SOME => switch x.1
                1 => rule 0 x=x.2.SOME
                2 => rule 0 x=x.2.SOME
                _ => switch x.2.SOME
                  5 => rule 2
                  _ => rule 3
        "#]],
    );
}

#[test]
fn literals() {
    tree(
        "fun f 1 = 0 | f ~1 = 1 | f 0x10 = 2 | f x = x",
        expect![[r#"
        switch x
          -1 => rule 1
          1 => rule 0
          16 => rule 2
          _ => rule 3 x=x
    "#]],
    );
    tree(
        "fun f \"b\" = 0 | f \"\" = 1 | f \"a\" = 2 | f _ = 3",
        expect![[r#"
        switch x
          "" => rule 1
          "a" => rule 2
          "b" => rule 0
          _ => rule 3
    "#]],
    );
    tree(
        "fun f #\"a\" 0w1 = 0 | f x 0w2 = 1",
        expect![[r#"
        switch y
          1 => switch x
            #'a' => rule 0
            _ => fail
          2 => rule 1 x=x
          _ => fail
    "#]],
    );
}

#[test]
fn lists_and_vectors() {
    tree(
        "fun f [] = 0 | f [x] = x | f (x :: y :: _) = y",
        expect![[r#"
        switch x
          nil => rule 0
          :: => switch x.::.2
            nil => rule 1 x=x.::.1
            :: => rule 2 x=x.::.1 y=x.::.2.::.1
    "#]],
    );
    tree(
        "fun f [1, x] = x | f (2 :: _) = 1 | f _ = 2",
        expect![[r#"
        switch x
          :: => switch x.::.1
            1 => switch x.::.2
              :: => switch x.::.2.::.2
                nil => rule 0 x=x.::.2.::.1
                _ => rule 2
              _ => rule 2
            2 => rule 1
            _ => rule 2
          _ => rule 2
    "#]],
    );
    tree(
        "fun f #[] = 0 | f #[x, 1] = x | f v = 1",
        expect![[r#"
        switch x
          length 0 => rule 0
          length 2 => switch x[1]
            1 => rule 1 x=x[0]
            _ => rule 2 v=x
          _ => rule 2 v=x
    "#]],
    );
}

#[test]
fn exceptions_are_compared_one_by_one() {
    tree(
        "exception A of int exception B exception C of int fun f (A 1) = 0 | f B = 1 | f (A x) = 2 | f (C y) = y | f _ = 3",
        expect![[r#"
            is x A
              yes => switch x.A
                1 => rule 0
                _ => is x B
                  yes => rule 1
                  no => rule 2 x=x.A
              no => is x B
                yes => rule 1
                no => is x C
                  yes => rule 3 y=x.C
                  no => rule 4
        "#]],
    );
}

#[test]
fn what_cannot_fail_is_not_tested() {
    tree(
        "datatype t = T of int * u and u = U fun f (T (x, U), {a = ref y, b}) = (x, y, b)",
        expect![[r#"
            rule 0 x=x.1.T.1 y=!x.2.a b=x.2.b
        "#]],
    );
    tree(
        "fun f (x as SOME (y as (1, z))) = x | f w = w",
        expect![[r#"
        switch x
          SOME => switch x.SOME.1
            1 => rule 0 x=x y=x.SOME z=x.SOME.2
            _ => rule 1 w=x
          _ => rule 1 w=x
    "#]],
    );
}

#[test]
fn or_patterns() {
    tree(
        "fun f (SOME (1 | 2) | NONE) = 0 | f (SOME (3 | _)) = 1",
        expect![[r#"
            switch x
              NONE => rule 0
              SOME => switch x.SOME
                1 => rule 0
                2 => rule 0
                _ => rule 1
        "#]],
    );
    tree(
        "fun f ((x, true) | (true, x)) = x | f (x, _) = x",
        expect![[r#"
        switch x.2
          true => rule 0 x=x.1
          _ => switch x.1
            true => rule 0 x=x.2
            _ => rule 1 x=x.1
    "#]],
    );
}

#[test]
fn what_is_missing() {
    faults("fun f (SOME 1) = 0 | f NONE = 1", expect!["missing SOME 0, redundant []"]);
    faults(
        "fun f (_, NONE) = 0 | f (_, SOME []) = 1",
        expect!["missing (_, SOME (_ :: _)), redundant []"],
    );
    faults("fun f 0 true = 0 | f _ false = 1", expect!["missing 1 true, redundant []"]);
    faults(
        "datatype c = R | G | B of int * c fun f R = 0 | f (B (1, G)) = 1 | f (B (_, R)) = 2 | f (B (_, B _)) = 2",
        expect!["missing G, redundant []"],
    );
    faults(
        "fun f {a = 1, b, c = _} = 0 | f {a, b = true, c = ()} = 1",
        expect!["missing {a = 0, b = false, ...}, redundant []"],
    );
    faults("fun f #\"a\" = 0 | f #\"b\" = 1", expect![[r#"missing #"c", redundant []"#]]);
    faults("fun f \"\" = 0 | f \"a\" = 1", expect![[r#"missing "b", redundant []"#]]);
    faults("fun f (0w0, 0w1) = 0 | f (_, 0w0) = 1", expect!["missing (_, 0w2), redundant []"]);
    faults("fun f [] = 0 | f [_] = 1 | f [_, _, 3] = 2", expect!["missing [_, _], redundant []"]);
    faults("fun f [] = 0 | f (1 :: _) = 1 | f [2] = 2", expect!["missing 0 :: _, redundant []"]);
    faults("fun f (x :: y :: z) = 0", expect!["missing [], redundant []"]);
    faults(
        "fun f [] = 0 | f [true] = 1 | f (false :: _) = 2",
        expect!["missing true :: _ :: _, redundant []"],
    );
    faults("fun f #[] = 0 | f #[1] = 1", expect!["missing #[_, _], redundant []"]);
    faults(
        "fun f (ref (SOME ~1)) = 0 | f (ref NONE) = 1",
        expect!["missing ref (SOME 0), redundant []"],
    );
    faults("exception E fun f E = 0", expect!["missing _, redundant []"]);
    faults("datatype t = T of bool fun f (T true) = 0", expect!["missing T false, redundant []"]);
    faults(
        "infix ++ datatype t = ++ of t * t | E fun f E = 0 | f (E ++ _) = 1",
        expect!["missing (_ ++ _) ++ _, redundant []"],
    );
}

#[test]
fn what_is_complete() {
    faults("fun f (SOME _) = 0 | f NONE = 1", expect!["missing nothing, redundant []"]);
    faults(
        "fun f (true, _) = 0 | f (_, true) = 1 | f (false, false) = 2",
        expect!["missing nothing, redundant []"],
    );
    faults("fun f [] = 0 | f (_ :: _) = 1", expect!["missing nothing, redundant []"]);
    faults(
        "fun f (x, {a, ...} : {a : int, b : int}) = a",
        expect!["missing nothing, redundant []"],
    );
    let all: Vec<String> = (0..=255).map(|i| format!("f #\"\\{i:03}\" = {i}")).collect();
    faults(&format!("fun {}", all.join(" | ")), expect!["missing nothing, redundant []"]);
}

#[test]
fn what_is_redundant() {
    faults(
        "fun f 1 = 0 | f 2 = 1 | f 1 = 2 | f _ = 3 | f 4 = 4",
        expect!["missing nothing, redundant [2, 4]"],
    );
    faults(
        "fun f (true, _) = 0 | f (_, false) = 1 | f (false, true) = 2 | f (true, true) = 3",
        expect!["missing nothing, redundant [3]"],
    );
    faults(
        "fun f (1 | 2) = 0 | f (2 | 1) = 1 | f (2 | 3) = 2 | f _ = 3",
        expect!["missing nothing, redundant [1]"],
    );
    faults(
        "exception E of int exception F fun f (E _) = 0 | f F = 1 | f (E 1) = 2 | f F = 3 | f _ = 4",
        expect!["missing nothing, redundant [2, 3]"],
    );
}
