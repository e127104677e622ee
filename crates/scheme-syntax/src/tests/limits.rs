//! Deep, large and hostile texts.

use super::{read_all, read_one, titles, try_read};
use crate::{Datum, Kind, MAX_ERRORS, MAX_NESTING};
use base::Span;
use std::rc::Rc;

#[test]
fn nesting_is_limited_and_needs_no_stack() {
    let nested = |open: &str, close: &str, depth: usize| {
        format!("{}x{}", open.repeat(depth), close.repeat(depth))
    };
    for (open, close) in [("(", ")"), ("#(", ")"), ("'", ""), ("(a . ", ")"), ("#;", "")] {
        let text = nested(open, close, MAX_NESTING);
        let data = try_read(text.as_bytes());
        assert!(data.is_ok() || open == "#;", "{open}");
        for depth in [MAX_NESTING + 1, 100_000, 10_000_000] {
            let at = MAX_NESTING * open.len();
            let title = format!("{at}-{} the nesting is too deep", at + open.trim_end().len());
            let found = titles(nested(open, close, depth).as_bytes());
            if open != "(a . " {
                assert_eq!(found, [title]);
            }
            assert_eq!(found.len(), 1);
        }
    }
    let deep = read_one(&nested("(", ")", MAX_NESTING));
    assert_eq!(deep.to_string(), nested("(", ")", MAX_NESTING));
    assert_eq!(deep, read_one(&nested("(", ")", MAX_NESTING)));
}

#[test]
fn comments_nest_without_limit() {
    let text = format!("{}{}a", "#|".repeat(1_000_000), "|#".repeat(1_000_000));
    assert_eq!(read_all(&text).len(), 1);
}

#[test]
fn deep_data_are_compared_written_and_dropped_without_a_stack() {
    let deep = || {
        let leaf = read_one("x");
        let (source, span) = (leaf.source, Span::default());
        (0..1_000_000).fold(leaf.clone(), |inner, depth| {
            let kind = match depth % 3 {
                0 => Kind::List(vec![inner]),
                1 => Kind::Vector(vec![leaf.clone(), inner]),
                _ => Kind::with_tail(
                    vec![leaf.clone()],
                    &Datum::new(Kind::Vector(vec![inner]), source, span),
                ),
            };
            Datum::new(kind, source, span)
        })
    };
    let (one, two) = (deep(), deep());
    assert_eq!(one, two);
    assert!(one.to_string().len() > 1_000_000);
    let keep = one.clone();
    drop(one);
    assert_eq!(keep, two);
}

#[test]
fn data_that_share_much_are_compared_and_written_once() {
    let mut text = String::from("(#0=(a b)");
    for label in 1..200 {
        text.push_str(&format!(" #{label}=(#{0}# #{0}#)", label - 1));
    }
    text.push(')');
    let (one, two) = (read_one(&text), read_one(&text));
    assert_eq!(one, two);
    assert_eq!(read_one(&one.to_string()), one);
}

#[test]
fn labels_do_not_multiply_texts() {
    let text = format!("(#0=({}) {})", "a ".repeat(10_000), "(b . #0#)".repeat(1_000));
    assert_eq!(titles(text.as_bytes()), ["4-20006 the literals are too large"]);
}

#[test]
fn errors_are_counted() {
    let errors = try_read(&b")".repeat(100_000)).expect_err("errors");
    assert_eq!(errors.len(), MAX_ERRORS + 1);
    assert_eq!(errors[MAX_ERRORS].title, "more than 100 errors; the others are not shown");
    let errors = try_read(&b"\xff ".repeat(100_000)).expect_err("errors");
    assert_eq!(errors.len(), MAX_ERRORS + 1);
}

#[test]
fn every_end_of_a_text_is_read_or_refused() {
    let text = r##"#;(a) #!fold-case (define (f x) `(1.5e3 #\x41 "a\x41;\
        b" |c\t| #u8(1 2) ,@(g #t) . #(λ #0=+inf.0 #0#))) #| #| |# |# ; end"##;
    for end in 0..=text.len() {
        let _: Result<Vec<Rc<Datum>>, _> = try_read(&text.as_bytes()[..end]);
        let _ = try_read(&text.as_bytes()[end..]);
    }
    assert_eq!(read_all(text).len(), 1);
}

#[test]
fn ten_thousand_definitions_are_read() {
    let text: String = (0..10_000)
        .map(|n| {
            format!("(define (f{n} x y) (if (< x {n}) (g \"text\" 'y 1.5) (f{n} (+ x 1) y)))\n")
        })
        .collect();
    assert_eq!(read_all(&text).len(), 10_000);
}
