//! Rules about columns.

use super::{accepted, messages, titles};
use expect_test::expect;

#[test]
fn a_bar_belongs_to_the_match_in_its_column() {
    accepted(
        "f : T -> T
f x = a
   | A -> b
      | B -> c
      | C -> d
   | D -> let e = g
       | E -> h
       in e
   | F -> i
",
        expect![[r"
            f : T -> T
            f x = a
              | A -> b
                | B -> c
                | C -> d
              | D -> let e = g
                | E -> h in e
              | F -> i
        "]],
    );
}

#[test]
fn a_tabulator_reaches_to_the_eighth_column() {
    accepted(
        "f : T -> T\nf x = a\n        | A -> b\n\t| B -> c\n  \t| C -> d\n",
        expect![[r"
            f : T -> T
            f x = a
              | A -> b
              | B -> c
              | C -> d
        "]],
    );
}

#[test]
fn a_bar_in_another_column_is_an_error() {
    messages(
        "f : T -> T\nf x = a\n   | A -> b\n  | B -> c\n",
        expect![[r#"
        error: expected the end of the definition, found `|`
          ┌─ a.cogent:4:3
          │
        4 │   | B -> c
          │   ^ the end of the definition should stand here
          │
          = hint: the bars of one match stand in one column

    "#]],
    );
}

#[test]
fn definitions_begin_in_the_first_column_and_nothing_else_does() {
    assert_eq!(titles("f : T -> T\nf x = a +\nb\n").len(), 2);
    assert_eq!(titles(" f : T\n"), ["1: expected a definition, found `f`"]);
    assert_eq!(titles("f : T -> T\nf\n| A -> (b\n)\n| B -> c {\n  a = 1\n}\n"), [""; 0]);
}
