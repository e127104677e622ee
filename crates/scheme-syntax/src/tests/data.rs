//! Texts that are read, and the data as they are written.

use super::{read_all, read_one};
use crate::{Kind, read_folded};
use base::{EntityId, Span};
use diag::SourceId;
use std::path::Path;
use std::rc::Rc;

/// Texts, each with its only datum as it should be written, which reads as the same datum.
fn written(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        let datum = read_one(text);
        assert_eq!(datum.to_string(), *expected, "{text}");
        assert_eq!(read_one(expected), datum, "{text}");
    }
}

#[test]
fn lists() {
    written(&[
        ("( )", "()"),
        ("(a b c)", "(a b c)"),
        ("(a . b)", "(a . b)"),
        ("(a b . c)", "(a b . c)"),
        ("(a . (b . (c . ())))", "(a b c)"),
        ("(a . (b c . d))", "(a b c . d)"),
        ("(a . ())", "(a)"),
        ("(a . #(b))", "(a . #(b))"),
        ("(a .b)", "(a .b)"),
        ("(a .(b))", "(a b)"),
        ("(a . 'b)", "(a quote b)"),
        ("#(1 (2) #())", "#(1 (2) #())"),
        ("#u8(0 #xff 10)", "#u8(0 255 10)"),
        ("#U8()", "#u8()"),
        ("'a", "'a"),
        ("(quote a)", "'a"),
        ("(quote a b)", "(quote a b)"),
        ("`(a ,b ,@c , @d)", "`(a ,b ,@c (unquote @d))"),
        ("''()", "''()"),
    ]);
}

#[test]
fn atmosphere() {
    written(&[
        ("(a ; comment )\n b)", "(a b)"),
        ("(a #| x #| y |# ) |# b)", "(a b)"),
        ("(a #;b c)", "(a c)"),
        ("(a #; #;b c d)", "(a d)"),
        ("(a #;(b #;c . d) . #;e f #;g)", "(a . f)"),
        ("#;a b", "b"),
        ("b #;a", "b"),
        ("'#;a b", "'b"),
        ("#!/usr/bin/env kont run\na", "a"),
        ("#! /bin/sh\na", "a"),
        ("\u{feff}a", "a"),
        ("\u{a0}a\u{3000}\r\n", "a"),
        ("(#||# a #|||# b #|#||#|#)", "(a b)"),
    ]);
    assert!(read_all(" ; nothing").is_empty());
    assert!(read_all("").is_empty());
    assert_eq!(read_all("a;b\rc").len(), 2);
    assert_eq!(read_all("a|b|\"c\"d(e)f").len(), 6);
}

#[test]
fn symbols() {
    written(&[
        ("Hello", "Hello"),
        ("|Hello|", "Hello"),
        ("|a b|", "|a b|"),
        ("||", "||"),
        (r"|\x3BB;\t\|\\|", r"|λ\t\|\\|"),
        (r"|\x3bb;|", "λ"),
        ("|a\nb|", r"|a\nb|"),
        ("|1|", "|1|"),
        ("|+i|", "|+i|"),
        ("|-inf.0|", "|-inf.0|"),
        ("|.|", "|.|"),
        ("|1+|", "|1+|"),
        ("|a,b|", "|a,b|"),
        ("|#foo|", "|#foo|"),
        ("|\u{1}|", r"|\x1;|"),
        (
            "(+ - ... +a -. .x ->x +.a .. --1 +@ -x- +infinity)",
            "(+ - ... +a -. .x ->x +.a .. --1 +@ -x- +infinity)",
        ),
        ("(<=? !$%&*/:<=>?^_~+-.@ a.b @ λ-名前 →)", "(<=? !$%&*/:<=>?^_~+-.@ a.b @ λ-名前 →)"),
        ("#!fold-case (FOO |FOO| #\\A \"A\" ΣΑΣ) ", "(foo FOO #\\A \"A\" σασ)"),
        ("(A #!fold-case B #!no-fold-case C)", "(A b C)"),
    ]);
    let folded = read_folded(SourceId::from_index(0), b"(A #!no-fold-case A)").expect("data");
    assert_eq!(folded[0].to_string(), "(a A)");
}

#[test]
fn strings() {
    written(&[
        ("\"\"", "\"\""),
        (r#""\a\b\t\n\r\"\\\|\x41;\x3bb;""#, r#""\a\b\t\n\r\"\\|Aλ""#),
        ("\"a\nb\r\nc\rd\"", r#""a\nb\nc\nd""#),
        ("\"a \\ \t\n  \t b\"", r#""a b""#),
        ("\"a\\\r\n b\\\rc\"", r#""abc""#),
        ("\"tab\there\"", r#""tab\there""#),
        ("\"\u{0}\u{7f}\u{a0}«é»\"", r#""\x0;\x7f;\xa0;«é»""#),
        (r#""\x0;\x10FFFF;""#, "\"\\x0;\u{10ffff}\""),
    ]);
}

#[test]
fn characters() {
    written(&[
        (
            r##"(#\a #\A #\( #\) #\; #\" #\\ #\| #\# #\' #\x #\X)"##,
            r##"(#\a #\A #\( #\) #\; #\" #\\ #\| #\# #\' #\x #\X)"##,
        ),
        (r"#\ ", r"#\space"),
        ("#\\\n", r"#\newline"),
        (
            r"(#\space #\newline #\nul #\null #\altmode #\backspace)",
            r"(#\space #\newline #\null #\null #\escape #\backspace)",
        ),
        (
            r"(#\delete #\escape #\alarm #\return #\tab)",
            r"(#\delete #\escape #\alarm #\return #\tab)",
        ),
        (r"(#\x41 #\x3bb #\λ #\x1 #\x10FFFF #\x0)", "(#\\A #\\λ #\\λ #\\x1 #\\\u{10ffff} #\\null)"),
        (r"(#\()", r"(#\()"),
        (r"(#\a)", r"(#\a)"),
        ("(#t #f #true #false #T #FALSE)", "(#t #f #t #f #t #f)"),
    ]);
}

#[test]
fn numbers() {
    written(&[
        ("(0 -0 +5 007 12345678901234567890)", "(0 0 5 7 12345678901234567890)"),
        ("(1/2 -4/6 6/3 0/5 +1/3)", "(1/2 -2/3 2 0 1/3)"),
        ("(1.0 1. .5 -.5 +.5e1 1e3 1E-2 -0.0)", "(1.0 1.0 0.5 -0.5 5.0 1000.0 0.01 -0.0)"),
        ("(+inf.0 -inf.0 +nan.0 -nan.0 +INF.0)", "(+inf.0 -inf.0 +nan.0 +nan.0 +inf.0)"),
        ("(#xff #XFF #b101 #o17 #d10 #x-1A/2)", "(255 255 5 15 10 -13)"),
        (
            "(#e1.5 #e-1.25 #e1e3 #e1.5e-2 #e.5 #e0e999999999999 #e5)",
            "(3/2 -5/4 1000 3/200 1/2 0 5)",
        ),
        ("(#i1/3 #i5 #i-0 #i1.5 #i-1/2)", "(0.3333333333333333 5.0 0.0 1.5 -0.5)"),
        ("(#e#x10 #x#e10 #i#b11 #b#i11 #I#XA #x+inf.0)", "(16 16 3.0 3.0 10.0 +inf.0)"),
        (
            "(1e400 1e-400 -1e400 4.9e-324 1.7976931348623157e308)",
            "(+inf.0 0.0 -inf.0 5e-324 1.7976931348623157e308)",
        ),
        ("(1e21 1e22 123456789.123 1e100 1e-7 0.1)", "(1e21 1e22 123456789.123 1e100 1e-7 0.1)"),
        ("#xdeadbeefdeadbeefdeadbeef", "68915718021581205938132336367"),
    ]);
}

/// Quotients are rounded to the nearest flonum: the text of an integer in decimal, which Rust
/// rounds, is compared with the same as a quotient.
#[test]
fn inexact_quotients_are_rounded_to_even() {
    let real = |text: &str| {
        let Kind::Real(value) = read_one(text).kind else { panic!("{text}") };
        value
    };
    for (quotient, decimal) in [
        ("9007199254740993", "9007199254740993.0"),
        ("9007199254740995", "9007199254740995.0"),
        ("18014398509481986/2", "9007199254740993.0"),
        ("18014398509481987/2", "9007199254740993.5"),
        ("1/10", "0.1"),
        ("2/3", "0.66666666666666666666666666666666666666666667"),
        ("179769313486231580793/1000", "179769313486231580.793"),
    ] {
        assert_eq!(real(&format!("#i{quotient}")), real(decimal), "{quotient}");
    }
    for exponent in [300, 307, 308, 309, 320, 323, 324, 325, 400] {
        for digits in ["1", "3", "49406564584124654", "24703282292062327", "22250738585072014"] {
            let quotient = format!("#i{digits}/1{}", "0".repeat(exponent));
            assert_eq!(real(&quotient), real(&format!("{digits}e-{exponent}")), "{quotient}");
            let product = format!("#i{digits}{}", "0".repeat(exponent - 20));
            assert_eq!(real(&product), real(&format!("{digits}e{}", exponent - 20)));
        }
    }
    assert_eq!(real("#i1/2"), 0.5);
}

#[test]
fn labels_share_data() {
    written(&[
        ("(#0=(a) #0#)", "(#0=(a) #0#)"),
        ("(#07=(a) #1=#(b) #7# #001#)", "(#0=(a) #1=#(b) #0# #1#)"),
        ("(#0=a #0#)", "(a a)"),
        ("(#0=(a b) . #0#)", "((a b) a b)"),
        ("(#0=#(a) . #0#)", "(#0=#(a) . #0#)"),
        ("#0=(a #1=(b #2='c #2#) #1# )", "(a #0=(b #1='c #1#) #0#)"),
        ("(#;(#0=a) #0=(b) '#0#)", "(#0=(b) '#0#)"),
    ]);
    let datum = read_one("(#0=(a) #0#)");
    let items = datum.list().expect("a list");
    assert!(Rc::ptr_eq(&items[0], &items[1]));
    assert_eq!(read_all("#0=a #0=b").len(), 2);
}

#[test]
fn places_are_those_of_the_text() {
    let data = read_all("é (a\n . #0='b) ;x\n#u8( 1)'#| |#c");
    let spans: Vec<Span> = data.iter().map(|datum| datum.span).collect();
    let at = Span::new;
    assert_eq!(spans, [at(0, 2), at(3, 15), at(19, 26), at(26, 33)]);
    let datum = read_one("(#0=a '#0#)");
    assert_eq!(datum.list().expect("a list")[1].span, at(6, 10));
}

#[test]
fn equality_is_that_of_constants() {
    for (one, two) in [
        ("0.0", "-0.0"),
        ("1", "1.0"),
        ("(a)", "#(a)"),
        ("(a b)", "(a . b)"),
        ("(a . b)", "(a . c)"),
        ("a", "\"a\""),
        ("#\\a", "#\\b"),
        ("1/2", "1/3"),
        ("#u8(1)", "#u8(2)"),
        ("#t", "#f"),
        ("(a (b))", "(a (c))"),
    ] {
        assert_ne!(read_one(one), read_one(two));
    }
    assert_eq!(read_one("(+nan.0 (1 . #(x)))"), read_one("( +nan.0 (1 . #(x)) )"));
}

#[test]
fn programs_are_read_and_read_back() {
    for folder in ["tests/run/scheme", "bench/scheme"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder);
        for path in folder.read_dir().expect("programs").map(|entry| entry.expect("a file").path())
        {
            // The prelude of another implementation has that one's syntax.
            let ours = path.extension().is_some_and(|end| end == "scm")
                && !path.ends_with("chez-prelude.scm");
            if ours {
                let text = std::fs::read_to_string(&path).expect("a text");
                for datum in read_all(&text) {
                    assert_eq!(read_one(&datum.to_string()), datum, "{}", path.display());
                }
            }
        }
    }
}
