//! Scheme through the command: what a program says that fails while it runs, and how fast evaluated
//! procedures are. The programs in `tests/run/scheme` and `tests/fail/scheme` are run elsewhere.

use testkit::{Child, Ended, Kont, Scratch};

fn kont() -> Kont {
    Kont::new(env!("CARGO_BIN_EXE_kont"))
}

/// An expression that fails, and what is said about it.
const FAILURES: [(&str, &str); 24] = [
    ("(vector-ref (vector 1 2) 2)", "vector-ref: index out of range: 2"),
    ("(string-ref \"abc\" 3)", "string-ref: index out of range: 3"),
    ("(car (id '()))", "car: expected a pair, got ()"),
    ("(string-append \"a\" 'b)", "string-append: expected a string, got b"),
    ("(id 1 2)", "id: wrong number of arguments: (1 2)"),
    ("((id 5) 1)", "apply: not a procedure: 5"),
    ("(apply id 1)", "apply: expected a list, got 1"),
    ("(/ 1 (id 0))", "/: division by zero: 1"),
    ("(sqrt -1)", "sqrt: the result is not a real number for -1"),
    ("(display nothing)", "unbound variable: nothing"),
    ("(display later) (define later 1)", "unbound variable: later"),
    ("(set! later 2) (define later 1)", "unbound variable: later"),
    ("(later 1) (define (later x) x)", "unbound variable: later"),
    ("(define-values (later) (list later))", "unbound variable: later"),
    ("(define later later)", "unbound variable: later"),
    ("(eval 'nothing (environment '(scheme base)))", "unbound variable: nothing"),
    ("(hash-table-ref (make-hash-table) 'k)", "hash-table-ref: no such key: k"),
    ("(let-values (((a b) (values 1 2 3))) a)", "values: too many values: (3)"),
    ("(read (open-input-string \"(1 2\"))", "the text ends inside a list"),
    ("(error \"went wrong:\" 1 \"two\" 'three)", "went wrong: 1 \"two\" three"),
    ("(raise 'boom)", "uncaught object: boom"),
    ("(raise-continuable (list 1 \"two\" #\\3))", "uncaught object: (1 \"two\" #\\3)"),
    (
        "(with-exception-handler (lambda (e) 1) (lambda () (raise 'again)))",
        "a handler returned from the exception again",
    ),
    ("(let loop ((i 0)) (if (< i 10) (loop (+ i 1)) (abs 'x)))", "abs: expected a number, got x"),
];

/// A program that writes something, and whose third line fails.
fn failing(exp: &str) -> String {
    format!("(define (id x) x)\n(display \"before\")\n{exp}\n(display \"behind\")\n")
}

#[track_caller]
fn fails(ended: &Ended, output: &str, message: &str) {
    assert_eq!(ended.code, Some(1), "{}\n{}", ended.status, ended.err());
    assert_eq!(ended.out(), output);
    let said = ended.err();
    assert!(said.ends_with(&format!("x.scm:3: {message}\n")), "{message}:\n{said}");
}

#[test]
fn failures_have_a_line_and_a_message() {
    let folder = Scratch::new();
    for (exp, message) in FAILURES {
        folder.write("x.scm", failing(exp));
        let ended = kont().command(&["run", "-O0", "x.scm"]).folder(folder.path()).run();
        fails(&ended, "before", message);
    }
}

#[test]
fn after_thunks_run_before_the_end() {
    let exp =
        "(dynamic-wind list (lambda () (error \"inside\" 1)) (lambda () (display \" left\")))";
    let folder = Scratch::new();
    folder.write("x.scm", failing(exp));
    for command in [&["run", "x.scm"][..], &["eval", "x.scm"]] {
        let ended = kont().command(command).folder(folder.path()).run();
        fails(&ended, "before left", "inside 1");
    }
    let built = kont().command(&["build", "x.scm", "-o", "x"]).folder(folder.path()).run();
    assert_eq!(built.code, Some(0), "{}", built.err());
    fails(&Child::new(folder.file("x")).run(), "before left", "inside 1");
}

/// All texts of the library share a scope, so that a name which another text has is easily taken.
#[test]
fn the_library_defines_a_name_once() {
    let text = include_str!("../../../lib/scheme/system.scm");
    let folder = Scratch::new();
    folder.write("x.scm", "(display 1)");
    for again in ["(define-inline (car x) x)", "(define (car x) x)", "(define-inline (exit x) x)"] {
        folder.write("system.scm", format!("{text}\n{again}\n"));
        let command = kont().command(&["run", "x.scm"]).folder(folder.path());
        let ended = command.env("KONT_SCHEME_LIB", folder.path()).run();
        assert_eq!(ended.code, Some(1), "{again}");
        assert!(ended.err().starts_with("error: duplicate definition\n"), "{}", ended.err());
    }
}

/// A program that evaluates a loop and a procedure that calls itself, runs them some times, and
/// writes the least time that it took.
const EVALUATING: &str = r#"
(import (scheme base) (scheme write) (scheme eval) (scheme time))
(define e (environment '(scheme base)))
(eval '(define (fib n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))) e)
(eval '(define (sum v n)
         (do ((i 0 (+ i 1)) (s 0 (+ s (vector-ref v (remainder i 10)))))
             ((= i n) s)))
      e)
(define fib (eval 'fib e))
(define sum (eval 'sum e))
(define (time)
  (let ((start (current-jiffy)))
    (unless (= (+ (fib 22) (sum (make-vector 10 1) 500000)) 517711) (error "wrong"))
    (- (current-jiffy) start)))
(let loop ((i 0) (least (time)))
  (if (< i 20) (loop (+ i 1) (min least (time))) (display least)))
"#;

#[test]
fn evaluated_procedures_are_compiled_where_the_compiler_is() {
    let folder = Scratch::new();
    folder.write("x.scm", EVALUATING);
    let least = |ended: Ended| -> u64 {
        assert_eq!(ended.code, Some(0), "{}", ended.err());
        ended.out().parse().expect("a number")
    };
    let compiled = least(kont().command(&["run", "x.scm"]).folder(folder.path()).run());
    let built = kont().command(&["build", "x.scm", "-o", "x"]).folder(folder.path()).run();
    assert_eq!(built.code, Some(0), "{}", built.err());
    let interpreted = least(Child::new(folder.file("x")).run());
    assert!(2 * compiled < interpreted, "{compiled} compiled, {interpreted} interpreted");
}
