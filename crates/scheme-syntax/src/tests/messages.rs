//! Texts that are refused, with their messages.

use super::{messages, titles};
use expect_test::expect;

#[test]
fn unclosed_lists() {
    messages(
        "(a (b)\n(c d)\n",
        expect![[r#"
        error: the list is not closed
          ┌─ a.scm:1:1
          │
        1 │ (a (b)
          │ ^ its `)` is missing
          │
          = hint: line 2 begins with a list that is inside this one

    "#]],
    );
    messages(
        "(a b))\n(c",
        expect![[r#"
        error: a closing parenthesis too many
          ┌─ a.scm:1:6
          │
        1 │ (a b))
          │      ^ no list is open here

        error: the list is not closed
          ┌─ a.scm:2:1
          │
        2 │ (c
          │ ^ its `)` is missing

    "#]],
    );
    messages(
        "(define-library (x)\n  (begin (f 1)",
        expect![[r#"
        error: the list is not closed
          ┌─ a.scm:1:1
          │
        1 │ (define-library (x)
          │ ^ its `)` is missing, and 1 more

    "#]],
    );
}

#[test]
fn brackets() {
    messages(
        "[a (b] c}",
        expect![[r#"
        error: `[` is not a parenthesis
          ┌─ a.scm:1:1
          │
        1 │ [a (b] c}
          │ ^ lists begin with `(`

        error: `]` is not a parenthesis
          ┌─ a.scm:1:6
          │
        1 │ [a (b] c}
          │      ^ lists end with `)`

        error: `}` is not a parenthesis
          ┌─ a.scm:1:9
          │
        1 │ [a (b] c}
          │         ^ lists end with `)`

    "#]],
    );
}

#[test]
fn several_in_one_run() {
    messages(
        "(a #<x> #\\foo \"\\q\" 1+ 1/0 1+2i)\n",
        expect![[r#"
        error: unknown syntax `#<x>`
          ┌─ a.scm:1:4
          │
        1 │ (a #<x> #\foo "\q" 1+ 1/0 1+2i)
          │    ^^^^ no datum begins like this

        error: unknown character name `foo`
          ┌─ a.scm:1:9
          │
        1 │ (a #<x> #\foo "\q" 1+ 1/0 1+2i)
          │         ^^^^^ no character has this name

        error: unknown escape `\q`
          ┌─ a.scm:1:16
          │
        1 │ (a #<x> #\foo "\q" 1+ 1/0 1+2i)
          │                ^^ no character is written like this

        error: malformed number
          ┌─ a.scm:1:20
          │
        1 │ (a #<x> #\foo "\q" 1+ 1/0 1+2i)
          │                    ^^ what begins like a number must be one
          │
          = hint: a symbol like this is written `|1+|`

        error: division by zero in a number
          ┌─ a.scm:1:23
          │
        1 │ (a #<x> #\foo "\q" 1+ 1/0 1+2i)
          │                       ^^^ its denominator is zero

        error: complex numbers are left out
          ┌─ a.scm:1:27
          │
        1 │ (a #<x> #\foo "\q" 1+ 1/0 1+2i)
          │                           ^^^^ this number is complex

    "#]],
    );
}

#[test]
fn dots_and_bytes() {
    messages(
        "#u8(1 256 x)\n(. a) (a . b c) (a . )\n",
        expect![[r#"
        error: no byte in a bytevector
          ┌─ a.scm:1:7
          │
        1 │ #u8(1 256 x)
          │       ^^^ bytes are exact integers from 0 to 255

        error: no byte in a bytevector
          ┌─ a.scm:1:11
          │
        1 │ #u8(1 256 x)
          │           ^ bytes are exact integers from 0 to 255

        error: misplaced dot
          ┌─ a.scm:2:2
          │
        2 │ (. a) (a . b c) (a . )
          │  ^ nothing stands before it in this list

        error: misplaced dot
          ┌─ a.scm:2:14
          │
        2 │ (. a) (a . b c) (a . )
          │              ^ one datum only stands behind a dot

        error: misplaced dot
          ┌─ a.scm:2:20
          │
        2 │ (. a) (a . b c) (a . )
          │                    ^ nothing stands behind it

    "#]],
    );
}

#[test]
fn what_is_cut_off() {
    messages(
        "(a \"b c)\n(d)",
        expect![[r#"
        error: the string is not closed
          ┌─ a.scm:1:4
          │
        1 │ (a "b c)
          │    ^^^^^ it has no closing `"`

    "#]],
    );
    messages(
        "(a |b c)\n(d)",
        expect![[r#"
        error: the symbol is not closed
          ┌─ a.scm:1:4
          │
        1 │ (a |b c)
          │    ^^^^^ it has no closing `|`

    "#]],
    );
    messages(
        "(a #| b #| c |#)\n(d)",
        expect![[r#"
        error: the comment is not closed
          ┌─ a.scm:1:4
          │
        1 │ (a #| b #| c |#)
          │    ^^ it has no `|#`

    "#]],
    );
}

#[test]
fn what_is_missing() {
    messages(
        "(a '",
        expect![[r#"
        error: the list is not closed
          ┌─ a.scm:1:1
          │
        1 │ (a '
          │ ^ its `)` is missing

        error: a quote of nothing
          ┌─ a.scm:1:4
          │
        1 │ (a '
          │    ^ a datum must follow

    "#]],
    );
    messages(
        "(a ') #;",
        expect![[r#"
        error: a quote of nothing
          ┌─ a.scm:1:4
          │
        1 │ (a ') #;
          │    ^ a datum must follow

        error: a comment on nothing
          ┌─ a.scm:1:7
          │
        1 │ (a ') #;
          │       ^^ a datum must follow

    "#]],
    );
    messages(
        "#\\",
        expect![[r#"
        error: a character is missing
          ┌─ a.scm:1:1
          │
        1 │ #\
          │ ^^ the text ends here

    "#]],
    );
}

#[test]
fn bytes_that_are_not_text() {
    let found = titles(b"(a \xff \xc3) ; \xe2\x82");
    let title = "the text is not UTF-8";
    assert_eq!(found, [format!("3-4 {title}"), format!("5-6 {title}"), format!("10-11 {title}")]);
    assert_eq!(
        titles(b"(\xff\xff \"\xff"),
        [
            format!("1-2 {title}"),
            format!("2-3 {title}"),
            "4-6 the string is not closed".into(),
            format!("5-6 {title}"),
        ]
    );
}

#[test]
fn labels() {
    messages(
        "#0=(a #0#)",
        expect![[r#"
        error: a literal that contains itself
          ┌─ a.scm:1:7
          │
        1 │ #0=(a #0#)
          │       ^^^ this label is that of a datum around it

    "#]],
    );
    messages(
        "(#0=a #1# #0=b)",
        expect![[r#"
        error: unknown label
          ┌─ a.scm:1:7
          │
        1 │ (#0=a #1# #0=b)
          │       ^^^ no datum before it has this label

        error: the label is there already
          ┌─ a.scm:1:11
          │
        1 │ (#0=a #1# #0=b)
          │           ^^^ it was given before

    "#]],
    );
}

#[test]
fn numbers() {
    let complex = [
        "+i",
        "-I",
        "1+i",
        "1+2i",
        "-1.5e3-2/3i",
        "+5i",
        "1@2",
        "+inf.0i",
        "1-inf.0i",
        "#x1+ai",
        "#e1@-1/2",
    ];
    for text in complex {
        let expected = format!("0-{} complex numbers are left out", text.len());
        assert_eq!(titles(text.as_bytes()), [expected], "{text}");
    }
    let malformed = [
        "1+", "1x", "1i", "1/", "1/2/3", "1.5/2", "1e", "1e+", "1.2.3", "+5a", ".5.", "-1+", "#x",
        "#xg", "#x1.5", "#b2", "#o8", "#e", "#e#e1", "#x#b1", "#x#x1", "#i#", "#einf.0", "1s2",
        "#b1e1", "1_000", "#e+5@",
    ];
    for text in malformed {
        let expected = format!("0-{} malformed number", text.len());
        assert_eq!(titles(text.as_bytes()), [expected], "{text}");
    }
    for (text, expected) in [
        ("1/0", "division by zero in a number"),
        ("#i0/0", "division by zero in a number"),
        ("#xa/0", "division by zero in a number"),
        ("#e+inf.0", "no such exact number"),
        ("#e-nan.0", "no such exact number"),
        ("#e1e1000000000", "an exact number with too many digits"),
        ("#e1e-1000000000", "an exact number with too many digits"),
        ("#e1e99999999999999999999", "an exact number with too many digits"),
        ("#e1e-99999999999999999999", "an exact number with too many digits"),
    ] {
        assert_eq!(titles(text.as_bytes()), [format!("0-{} {expected}", text.len())], "{text}");
    }
}

#[test]
fn characters_and_escapes() {
    for (text, expected) in [
        (r"#\xd800", "0-7 no such character"),
        (r"#\x110000", "0-9 no such character"),
        (r"#\x99999999999999", "0-17 no such character"),
        (r"#\Space", "0-7 unknown character name `Space`"),
        (r"#\xyz", "0-5 unknown character name `xyz`"),
        (r"#\(a", "0-4 malformed character"),
        (r#""\xd800;""#, "1-8 no such character"),
        (r#""\x41""#, "1-5 malformed escape"),
        (r#""\x;""#, "1-3 malformed escape"),
        (r#""\q""#, "1-3 unknown escape `\\q`"),
        (r#""\ x""#, "1-3 unknown escape `\\ `"),
        ("|a\\\n b|", "2-4 unknown escape `\\\\n`"),
        (r"a\x41;b", r"1-2 `\\` in a name"),
        ("a'b", r"1-2 `\'` in a name"),
        ("“a”", "0-3 `“` in a name"),
        ("a\u{200b}", "1-4 `\\u{200b}` in a name"),
        ("a\u{0}", "1-2 `\\0` in a name"),
    ] {
        assert_eq!(titles(text.as_bytes()), [expected], "{text}");
    }
}

#[test]
fn signs_that_mean_nothing() {
    for (text, expected) in [
        ("#", "0-1 unknown syntax `#`"),
        ("#foo", "0-4 unknown syntax `#foo`"),
        ("#'a", "0-3 unknown syntax `#'a`"),
        ("#tru", "0-4 unknown syntax `#tru`"),
        ("#u9(1)", "0-3 unknown syntax `#u9`"),
        ("#12", "0-3 unknown syntax `#12`"),
        ("#!eof", "0-5 unknown directive `#!eof`"),
        ("#!fold-cases", "0-12 unknown directive `#!fold-cases`"),
        (" #!/bin/sh\n", "1-10 unknown directive `#!/bin/sh`"),
        ("a . b", "2-3 misplaced dot"),
        ("#(a . b)", "4-5 misplaced dot"),
        ("#u8(1 -1)", "6-8 no byte in a bytevector"),
        ("#u8(1.0)", "4-7 no byte in a bytevector"),
        ("(a . b . c)", "7-8 misplaced dot"),
        ("'", "0-1 a quote of nothing"),
        ("(,@)", "1-3 an unquote-splicing of nothing"),
        ("(#0=)", "1-4 a label of nothing"),
        ("(a #;)", "3-5 a comment on nothing"),
    ] {
        let found = titles(text.as_bytes());
        assert_eq!(found[0], expected, "{text}");
    }
}
