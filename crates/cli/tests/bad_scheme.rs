//! Bad programs in Scheme: a message with a place and exit code 1, soon; never a panic, never a
//! signal. Large ones that are right are checked in little time.

use testkit::{Ended, Kont, Scratch};

fn kont() -> Kont {
    Kont::new(env!("CARGO_BIN_EXE_kont"))
}

/// Checks a program, in at most ten seconds of processor time.
fn check(text: impl AsRef<[u8]>) -> Ended {
    let folder = Scratch::new();
    folder.write("x.scm", text);
    let script = "ulimit -t 10; exec \"$KONT\" check x.scm";
    let bash = testkit::Child::new("bash").args(["-c", script]);
    bash.env("KONT", kont().path).folder(folder.path()).run()
}

#[track_caller]
fn rejected(text: impl AsRef<[u8]>, title: &str) {
    let ended = check(text);
    assert_eq!(ended.code, Some(1), "{}\n{}", ended.status, ended.err());
    assert!(ended.err().starts_with(&format!("error: {title}\n")), "{title}:\n{}", ended.err());
    assert!(ended.err().contains("─ x.scm:"), "{}", ended.err());
}

#[track_caller]
fn accepted(text: &str) {
    let ended = check(text);
    let start: String = text.chars().take(60).collect();
    assert_eq!(ended.code, Some(0), "{start}: {}\n{}", ended.status, ended.err());
}

/// Something inside others of its kind.
fn nested(before: &str, times: usize, inner: &str, after: &str) -> String {
    [before.repeat(times), inner.to_owned(), after.repeat(times)].concat()
}

/// What can be nested, and what is behind it.
const NESTED: &[(&str, &str)] = &[
    ("(", ")"),
    ("'", ""),
    ("`", ""),
    ("`(a ,", ")"),
    ("#(", ")"),
    ("(a . ", ")"),
    ("(lambda () ", ")"),
    ("(begin ", ")"),
    ("(let ((x 1)) ", ")"),
    ("(let loop ((i 0)) ", ")"),
    ("(if #t ", " 2)"),
    ("(if ", " 1 2)"),
    ("(list ", ")"),
    ("(define (f) ", " (f))"),
    ("(guard (e (#t 1)) ", ")"),
    ("(let-syntax () ", ")"),
    ("#;", ""),
];

#[test]
fn what_is_nested_too_deeply_is_rejected_with_its_place() {
    for (before, after) in NESTED {
        rejected(nested(before, 100_000, "1", after), "the nesting is too deep");
    }
    let template = nested("(", 100_000, "x", ")");
    let text = format!("(define-syntax m (syntax-rules () ((_ x) '{template}))) (m 1)");
    rejected(text, "the nesting is too deep");
    rejected("(".repeat(5_000), "the list is not closed");
    rejected("#|".repeat(100_000), "the comment is not closed");
}

#[test]
fn what_is_nested_deeply_is_checked_soon() {
    for (before, after) in NESTED {
        let text = match *before {
            "(" | "(a . " | "#;" | "(guard (e (#t 1)) " => continue,
            "`(a ," => nested(before, 3_000, "1", after),
            _ => nested(before, 9_000, "1", after),
        };
        accepted(&text);
    }
    for (before, after) in [("(", ")"), ("'", ""), ("#(", ")")] {
        accepted(&format!("(display '{})", nested(before, 9_000, "x", after)));
    }
    let template = nested("(", 9_000, "x", ")");
    accepted(&format!("(define-syntax m (syntax-rules () ((_ x) '{template}))) (display (m 1))"));
}

#[test]
fn what_is_long_is_checked_soon() {
    let long = |before: &str, item: &str, after: &str| {
        accepted(&format!("(define x 5) (display ({before} {} {after}))", item.repeat(50_000)));
    };
    long("cond", "((eqv? x 1) 2)", "(else 3)");
    long("case x", "((1 a) 2)", "(else 3)");
    long("and", "x ", "");
    long("or", "#f ", "");
    long("list", "x ", "");
    long("+", "x ", "");
    long("begin", "(set! x 1)", "x");
    long("let* (", "(x x)", ") x");
    long("length `(", "a ,x ", ")");
}

/// A list whose halves are the same, and theirs again, is small.
#[test]
fn what_macros_double_is_shared() {
    let rules = "(define-syntax double (syntax-rules () ((_ () x) 'x) \
                 ((_ (a . b) x) (double b (x x)))))";
    let times = "1 ".repeat(40);
    accepted(&format!("{rules} (display (length (double ({times}) 1/2)))"));
    let holes = rules.replace("'x", "`(x ,1)");
    rejected(format!("{holes} (display (length (double ({times}) 1)))"), "program too large");
}

#[test]
fn texts_that_are_cut_off_are_rejected_with_a_place() {
    let text =
        "(define (f x)\n  (let ((y \"a\\\"b\") (z '#(1 #\\a |b c|)) #| c |#)\n    `(,x ,@y)))";
    for end in 1..text.len() {
        let ended = check(&text.as_bytes()[..end]);
        assert_eq!(ended.code, Some(1), "{}: {}", &text[..end], ended.status);
        assert!(ended.err().contains("─ x.scm:"), "{}\n{}", &text[..end], ended.err());
    }
    rejected(b"(display \"\xff\")", "the text is not UTF-8");
    rejected(b"(display \xfe)", "the text is not UTF-8");
    for cyclic in ["#0=(a . #0#)", "'#0=(a . #0#)", "`#0=(a ,#0#)", "(let #0=((x #0#)) x)"] {
        rejected(cyclic, "a literal that contains itself");
    }
}
