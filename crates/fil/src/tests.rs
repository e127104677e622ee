//! The notation as Haskell's `read` takes it, and the steps on the way to ANF.

use crate::Program;
use crate::syntax::{AExp, End, Funcall, Kind};

/// The one expression of a program.
fn atom(text: &str) -> Kind {
    let (body, _) = crate::parse::parse(text.as_bytes()).unwrap();
    let End::Call(Funcall::Atom(AExp { kind, .. })) = body.end else { panic!("{text}") };
    kind
}

/// The string that a literal stands for.
fn string(literal: &str) -> Vec<u8> {
    let kind = atom(&format!("FC (Atom (LitStr {literal}))"));
    let Kind::Str(text) = kind else { panic!("{literal}") };
    text.to_vec()
}

fn number(literal: &str) -> String {
    let kind = atom(&format!("FC (Atom (Number {literal}))"));
    let Kind::Number(number) = kind else { panic!("{literal}") };
    number.to_string()
}

/// What is said of a text, and about which part of it.
#[track_caller]
fn wrong(text: &str, title: &str, at: &str) {
    let errors = Program::parse(text.as_bytes()).err().unwrap();
    let span = errors[0].span.unwrap();
    assert_eq!((&*errors[0].title, &text[span.start..span.end]), (title, at), "{text}");
}

#[test]
fn escapes_of_strings() {
    assert_eq!(string(r#""""#), b"");
    assert_eq!(string(r#""\a\b\f\n\r\t\v\\\"\'""#), b"\x07\x08\x0c\n\r\t\x0b\\\"'");
    assert_eq!(string(r#""\65\x41\X4a\o101\O102""#), b"AAJAB");
    assert_eq!(string(r#""\1234\&5\x3bb""#), "\u{4d2}5\u{3bb}".as_bytes());
    assert_eq!(string(r#""\NUL\SOH\SO\&H\SOX\DEL\SP""#), b"\0\x01\x0eH\x0eX\x7f ");
    assert_eq!(string(r#""\^@\^A\^Z\^[\^\\^]\^^\^_""#), b"\0\x01\x1a\x1b\x1c\x1d\x1e\x1f");
    assert_eq!(string("\"a\\  \n\t \\b\\&c\""), b"abc");
    assert_eq!(string("\"a\nb\""), b"a\nb", "read takes line breaks");
    assert_eq!(string(r#""\xD800""#), b"\xed\xa0\x80");
}

#[test]
fn every_word_for_a_control_character() {
    let words = "NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK \
                 SYN ETB CAN EM SUB ESC FS GS RS US SP";
    for (code, word) in words.split_whitespace().enumerate() {
        assert_eq!(string(&format!("\"\\{word}\"")), [code as u8], "{word}");
    }
}

#[test]
fn strings_as_lists_of_characters() {
    assert_eq!(string("['a' , ('b'),'\\'','\\n','\"']"), b"ab'\n\"");
    assert_eq!(string("[ ]"), b"");
    assert_eq!(string("(((['\\955'])))"), "λ".as_bytes());
    wrong("FC (Atom (LitStr ['']))", "unfinished character", "'");
    wrong("FC (Atom (LitStr ['ab']))", "unfinished character", "'");
    wrong("FC (Atom (LitStr [\"a\"]))", "syntax error", "\"a\"");
}

#[test]
fn numbers() {
    assert_eq!(number("007"), "7");
    assert_eq!(number("((-5))"), "-5");
    assert_eq!(number("( - 5 )"), "-5");
    assert_eq!(number("-5"), "-5", "read takes a sign without parentheses");
    assert_eq!(number("0xFf"), "255");
    assert_eq!(number("(-0O17)"), "-15");
    assert_eq!(number("123456789012345678901234567890"), "123456789012345678901234567890");
    wrong("FC (Atom (Number (-(5))))", "syntax error", "(");
    wrong("FC (Atom (Number 1e3))", "syntax error", "1e3");
    wrong("FC (Atom (Number 1.5e-3))", "syntax error", "1.5e-3");
    wrong("FC (Atom (Number 0x))", "syntax error", "x");
    wrong("FC (Atom (Number 5a))", "syntax error", "a");
    wrong("FC (Atom (Number +5))", "syntax error", "+");
}

#[test]
fn tokens_need_no_space_between_them() {
    let text =
        "Let\"x\"(Atom(Lam[\"a\",\"b\"](FC(Atom(AAdd(Ident\"a\")LitTrue)))))(FC(Call\"x\"[]))";
    assert!(Program::parse(text.as_bytes()).is_ok());
    wrong("FC (AtomLitTrue)", "unknown constructor", "AtomLitTrue");
}

#[test]
fn parentheses_where_fields_want_them() {
    assert!(matches!(atom("FC (Atom LitTrue)"), Kind::Truth(true)));
    assert!(matches!(atom("((FC (((Atom ((LitFalse)))))))"), Kind::Truth(false)));
    assert!(Program::parse(b"FC (Call (\"print\") ([Number 1]))").is_ok());
    wrong("FC Atom LitTrue", "syntax error", "Atom");
    wrong("If LitTrue FC (Atom LitTrue) FC (Atom LitTrue)", "syntax error", "FC");
    wrong("FC (Call \"print\" (Number 1))", "syntax error", "Number");
    wrong("FC (Call \"print\" [(Number 1, Number 2)])", "syntax error", ",");
}

#[test]
fn spaces_are_those_of_haskell() {
    assert!(matches!(atom("\u{3000}FC\u{a0}(\u{b}Atom\r\n\u{c}LitTrue)\u{1680}"), Kind::Truth(_)));
    assert!(matches!(atom("#!/usr/bin/env -S kont run\nFC (Atom LitTrue)"), Kind::Truth(true)));
    wrong("FC (Atom LitTrue)\u{2028}", "syntax error", "\u{2028}");
    wrong("\u{feff}FC (Atom LitTrue)", "syntax error", "\u{feff}");
}

/// Parses, prints, and prints again what was printed.
fn renamed(text: &str) -> String {
    let printed = Program::parse(text.as_bytes()).unwrap().to_string();
    let again = Program::parse(printed.as_bytes()).unwrap().to_string();
    assert_eq!(printed, again);
    printed
}

#[test]
fn new_names_are_nobody_elses() {
    let text = "Let \"x_2\" (Atom (Number 1)) (Let \"x\" (Atom (Number 2)) (Let \"x\" (Atom (Ident \
                \"x\")) (FC (Atom (AAdd (Ident \"x\") (Ident \"x_2\"))))))";
    let wanted = "Let \"x_2\" (Atom (Number 1))\n(Let \"x\" (Atom (Number 2))\n(Let \"x_3\" (Atom \
                  (Ident \"x\"))\n(FC (Atom (AAdd (Ident \"x_3\") (Ident \"x_2\"))))))\n";
    assert_eq!(renamed(text), wanted);
    let hidden = renamed("Let \"print\" (Atom (Number 1)) (FC (Atom (Ident \"print\")))");
    assert_eq!(hidden, "Let \"print_2\" (Atom (Number 1))\n(FC (Atom (Ident \"print_2\")))\n");
}

#[test]
fn strings_print_as_they_are_read() {
    for literal in [r#""\SO\&H\1234\&5""#, r#""\0\&7\n\t\"\\\DEL""#, r#""λ\xD800\&\57343x\SOH""#] {
        let printed = renamed(&format!("FC (Atom (LitStr {literal}))"));
        let shown = printed.trim().strip_prefix("FC (Atom (LitStr ").unwrap();
        assert_eq!(string(shown.strip_suffix("))").unwrap()), string(literal), "{printed}");
    }
    renamed("FC (Atom (AAdd (Number (-5)) (Number 0x10)))");
}

#[test]
fn functions_take_what_they_capture() {
    let text = "Let \"k\" (Atom (Number 1)) (Let \"add\" (Atom (Lam [\"n\"] (FC (Atom (AAdd (Ident \
                \"k\") (Ident \"n\")))))) (Let \"x\" (Call \"add\" [Number 2]) (FC (Atom (Ident \
                \"add\")))))";
    let lifted = Program::parse(text.as_bytes()).unwrap().lift().to_string();
    let wanted = "\"add\" = Lam [\"k\",\"n\"]\n    (FC (Atom (AAdd (Ident \"k\") (Ident \
                  \"n\"))))\nLet \"k\" (Atom (Number 1))\n(Let \"x\" (Call \"add\" [Ident \
                  \"k\",Number 2])\n(FC (Atom (Lam [\"n\"]\n    (FC (Call \"add\" [Ident \
                  \"k\",Ident \"n\"]))))))\n";
    assert_eq!(lifted, wanted);
}

#[test]
fn an_inner_function_captures_for_the_outer_one_that_it_calls() {
    let text = "Let \"k\" (Atom (Number 1)) (Let \"f\" (Atom (Lam [\"a\"] (Let \"g\" (Atom (Lam \
                [\"b\"] (FC (Call \"f\" [Ident \"b\"])))) (FC (Call \"g\" [AAdd (Ident \"a\") \
                (Ident \"k\")]))))) (FC (Call \"f\" [Number 1])))";
    let lifted = Program::parse(text.as_bytes()).unwrap().lift().to_string();
    assert!(lifted.contains("\"g\" = Lam [\"k\",\"b\"]"), "{lifted}");
    assert!(lifted.contains("Call \"f\" [Ident \"k\",Ident \"b\"]"), "{lifted}");
}

#[test]
fn what_is_not_reached_is_not_there() {
    let lower = |text: &str| {
        let module =
            Program::parse(text.as_bytes()).unwrap().lift().lower("t.fil", text.as_bytes());
        assert_eq!(anf::check(&module), []);
        module
    };
    let small = lower("FC (Atom (Number 1))");
    let names: Vec<&str> = small.funs.iter().map(|fun| &*small.vars[fun.name].name).collect();
    assert_eq!(names, ["program", "main", "show", "print"]);
    assert!(small.globals.is_empty() && small.exports.is_empty() && small.imports.is_empty());
    let reads = lower("FC (Call \"getLine\" [])");
    assert!(!reads.globals.is_empty() && reads.imports.is_empty());
}
