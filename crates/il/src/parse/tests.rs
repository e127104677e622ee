//! Tests of reading and printing, and of refusals with their places.

use crate::{Imperative, parse};
use expect_test::{Expect, expect};

fn printed(text: &str, expect: Expect) {
    let program = parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error:?}"));
    let out = program.to_string();
    let again = parse(out.as_bytes()).unwrap_or_else(|error| panic!("{error:?}\n{out}"));
    assert_eq!(again.to_string(), out);
    let registers = Imperative(&program).to_string();
    let again =
        parse(registers.as_bytes()).unwrap_or_else(|error| panic!("{error:?}\n{registers}"));
    assert_eq!(again.to_string(), out);
    expect.assert_eq(&out);
}

/// `LINE: title: label` of the error.
fn refused(text: &str, expect: Expect) {
    let Err(error) = parse(text.as_bytes()) else { panic!("accepted: {text}") };
    let line = text[..error.span.unwrap().start].matches('\n').count() + 1;
    expect.assert_eq(&format!("{line}: {}: {}", error.title, error.label));
}

#[test]
fn terms() {
    printed(
        "let i = 1 in (* a (* nested *) comment *)
         fun f (j, p) : {m} = let c = p <= m in
           if c then let k = p * j in let m = p + 1 in f (k, m) else <j> j
         in x := @read (); let u = @print (x + 1, ) in (if x = 2 then f (i, n) else (let y = 1 in y))",
        expect![[r#"
            let i = 1 in
            fun f (j, p) : {m} =
              let c = p <= m in
              if c then
                let k = p * j in
                let m = p + 1 in
                f (k, m)
              else
                <j> j
            in
            let x = @read () in
            let u = @print (x + 1) in
            if x == 2 then
              f (i, n)
            else
              let y = 1 in
              y
        "#]],
    );
}

#[test]
fn expressions() {
    for (text, want) in [
        ("1 - 2 - 3", "1 - 2 - 3"),
        ("1 - (2 - 3)", "1 - (2 - 3)"),
        ("(1 + 2) * -x", "(1 + 2) * -x"),
        ("-(1) - -5", "-1 - -5"),
        ("- -x", "-(-x)"),
        ("-(-1 + 2)", "-(-1 + 2)"),
        ("not a and b or c < d + 1", "!a && b || c < d + 1"),
        ("!(a && b)", "!(a && b)"),
        ("(a < b) < c", "a < b < c"),
        ("((((x))))", "x"),
        ("-9223372036854775808", "-9223372036854775808"),
        ("a \u{2264} b", "a <= b"),
    ] {
        let program = parse(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        assert_eq!(program.to_string(), format!("{want}\n"));
        assert_eq!(parse(want.as_bytes()).unwrap().to_string(), format!("{want}\n"));
    }
}

#[test]
fn errors_have_places() {
    refused("let x = 1 in\nf (x)", expect!["2: unknown function: there is no function `f` here"]);
    refused(
        "fun f (x) = x in\nf (1, 2)",
        expect!["2: wrong number of arguments: `f` takes 1, given 2"],
    );
    refused(
        "fun f (x) = x in\nlet y = f (1) in y",
        expect!["2: call not in tail position: a function is applied at the end, and alone"],
    );
    refused(
        "fun f (x) = x in\nf (1) + 1",
        expect!["2: call not in tail position: a function is applied at the end, and alone"],
    );
    refused(
        "fun f (x,\nx) = x in f (1, 2)",
        expect!["2: parameter twice in one list: `x` stands in the list already"],
    );
    refused(
        "let x = @read (1) in x",
        expect!["1: wrong number of arguments: `@read` takes 0, given 1"],
    );
    refused(
        "let x = 1 + @read () in x",
        expect!["1: action in an expression: an action is what a `let` binds, and nothing else"],
    );
    refused("let x = 1 in", expect!["1: the program ends too early: expected an expression"]);
    refused("let x = (1 + 2", expect!["1: the program ends too early: expected `)`"]);
    refused("if 1 then 2", expect!["1: the program ends too early: expected `else`"]);
    refused("x y", expect!["1: unexpected word: the program has ended before this"]);
    refused("(* (* *)", expect!["1: comment without end: it begins here"]);
    refused("99999999999999999999", expect!["1: number too large: this does not fit 64 bits"]);
    refused("1 # 2", expect!["1: unknown sign: IL has no such sign"]);
    refused("", expect!["1: the program ends too early: expected an expression"]);
    assert!(parse(b"\xff").is_err());
}

#[test]
fn a_function_is_known_to_the_end_of_its_body() {
    assert!(parse(b"fun f (x) = if x then f (x - 1) else 0 in f (2)").is_ok());
    assert!(parse(b"fun f (x) = fun g () = f (x) in g () in g ()").is_err());
    assert!(parse(b"if 1 then fun f () = 1 in f () else f ()").is_err());
}

/// Cut off anywhere, a program is another one, or an error has a place in it.
#[test]
fn what_is_cut_off_has_a_place() {
    let text = include_str!("../../../../examples/product.il").to_owned()
        + "\n+ (-1) \u{2264} 2 (* an (* inner *) comment *) <x> let y = @read () in y := 1; y";
    let mut refused = 0;
    for length in 0..text.len() {
        if let Err(error) = parse(&text.as_bytes()[..length]) {
            let span = error.span.unwrap_or_else(|| panic!("{length}: {error:?}"));
            assert!(span.start <= length && span.start <= span.end, "{length}: {error:?}");
            refused += 1;
        }
    }
    assert!(refused > text.len() / 2, "{refused}");
}

#[test]
fn nesting_has_a_limit() {
    let deep = crate::MAX_NESTING + 1;
    for (text, line) in [
        ("fun f (x) =\n".repeat(deep), deep),
        ("if x then\n".repeat(deep), deep),
        ("(\n".repeat(deep) + "let x = 1 in x", deep),
    ] {
        let Err(error) = parse(text.as_bytes()) else { panic!("accepted") };
        assert_eq!(error.title, "nested too deeply");
        let start = error.span.map_or(0, |span| span.start);
        assert_eq!(text[..start].matches('\n').count() + 1, line);
    }
}

#[test]
fn depth_costs_no_stack() {
    let deep = 100_000;
    let nested: String = (0..deep).map(|i| format!("fun f{i} (x) = ")).collect();
    let closing: String = (0..deep).rev().map(|i| format!(" in f{i} (x)")).collect();
    for text in [
        format!("{nested} x{closing}"),
        format!("{}1{}", "(".repeat(deep), ")".repeat(deep)),
        format!("{}1", "- ".repeat(deep)),
        format!("{}1", "if x then 1 else ".repeat(deep)),
        format!("{}1{}", "if x then ".repeat(deep), " else 1".repeat(deep)),
        "let x = 1 in ".repeat(deep) + "x",
        format!("{}let x = 1 in x{}", "(".repeat(deep), ")".repeat(deep)),
    ] {
        let program = parse(text.as_bytes()).unwrap_or_else(|error| panic!("{error:?}"));
        assert!(program.to_string().len() < 40 << 20);
    }
}
