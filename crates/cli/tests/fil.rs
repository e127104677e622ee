//! FIL through the command: what `kont dev` shows, and programs that are nested deeply. The
//! programs in `tests/run/fil` and `tests/fail/fil` are run elsewhere.

use testkit::{Ended, Kont, Scratch};

fn kont() -> Kont {
    Kont::new(env!("CARGO_BIN_EXE_kont"))
}

fn on(command: &[&str], text: &str) -> Ended {
    let folder = Scratch::new();
    folder.write("x.fil", text);
    kont().command(command).arg("x.fil").folder(folder.path()).run()
}

#[track_caller]
fn prints(command: &[&str], text: &str) -> String {
    let ended = on(command, text);
    assert_eq!(ended.code, Some(0), "{command:?}: {}\n{}", ended.status, ended.err());
    ended.out()
}

const FACT: &str = r#"
Let "fact" (Atom (Lam ["n"] (If (ALt (Ident "n") (Number 2)) (FC (Atom (Number 1)))
  (Let "r" (Call "fact" [ASub (Ident "n") (Number 1)]) (FC (Atom (AMul (Ident "n") (Ident "r"))))))))
(FC (Call "fact" [Number 30]))"#;

#[test]
fn dev_shows_every_step() {
    let text = prints(&["dev"], FACT);
    let (renamed, rest) = text.split_once("\n\n; lifted: ").expect("two steps");
    let (_, renamed) = renamed.split_once('\n').expect("a heading");
    assert_eq!(prints(&["run"], renamed), "265252859812191058636308480000000\n");
    let (lifted, lowered) = rest.split_once("\n\n; lowered: ANF\n").expect("three steps");
    assert!(lifted.contains("\n\"fact\" = Lam [\"n\"]\n"), "{lifted}");
    let eval = kont().command(&["eval", "--lang", "anf", "-"]).input(lowered.as_bytes()).run();
    assert_eq!(eval.out(), "265252859812191058636308480000000\n", "{}", eval.err());
}

#[test]
fn dev_runs_passes_and_translates() {
    for (options, begins) in [
        (&["--passes", "rename"][..], "anf 1"),
        (&["-O2"], "anf 1"),
        (&["--to", "cps"], "cps 1"),
        (&["-O2", "--to", "cps", "--check"], "cps 1"),
        (&["-O2", "--to", "flow", "--check"], "flow 1"),
    ] {
        let command: Vec<&str> = ["dev"].iter().chain(options).copied().collect();
        let text = prints(&command, FACT);
        assert!(text.starts_with(begins), "{options:?}: {text}");
    }
}

#[test]
fn the_other_commands_take_it() {
    assert_eq!(prints(&["check"], FACT), "");
    assert_eq!(prints(&["eval", "--at", "cps"], FACT), "265252859812191058636308480000000\n");
    let unbound = on(&["check"], "If LitTrue (FC (Atom (Number 1))) (FC (Atom (Ident \"x\")))");
    assert_eq!(unbound.code, Some(1));
    assert!(unbound.err().contains("x.fil:1:52"), "{}", unbound.err());
}

/// The text of a term inside many others.
fn nested(before: &str, times: usize, inner: &str, after: &str) -> String {
    [before.repeat(times), inner.to_owned(), after.repeat(times)].concat()
}

const DEEP: usize = 100_000;

#[test]
fn parentheses_and_bindings_may_be_many() {
    let parentheses = nested("(", DEEP, "FC (Atom (Number 1))", ")");
    assert_eq!(prints(&["run"], &parentheses), "1\n");
    let parentheses = format!("FC (Atom ({}))", nested("(", DEEP, "Number 1", ")"));
    assert_eq!(prints(&["run"], &parentheses), "1\n");
    let sum = nested(
        "Let \"x\" (Atom (AAdd (Ident \"x\") (Number 1))) (",
        DEEP,
        "FC (Atom (Ident \"x\"))",
        ")",
    );
    let bindings = format!("Let \"x\" (Atom (Number 0)) ({sum})");
    assert_eq!(prints(&["check"], &bindings), "");
    assert_eq!(prints(&["eval"], &bindings), "100000\n");
    let constants = nested("Let \"x\" (Atom (Number 1)) (", DEEP, "FC (Atom (Ident \"x\"))", ")");
    assert_eq!(prints(&["run"], &constants), "1\n");
}

#[test]
fn terms_nested_too_deeply_are_rejected_with_their_place() {
    let one = "FC (Atom (Number 1))";
    let terms = [
        format!("FC (Atom ({}))", nested("AAdd (Number 1) (\n", DEEP, "Number 1", ")")),
        format!("FC (Atom ({}))", nested("AAdd (", DEEP, "Number 1", ") (Number 1)\n")),
        nested("If LitTrue (FC (Atom LitTrue)) (\n", DEEP, one, ")"),
        format!("FC (Atom ({}))", nested("Lam [] (FC (Atom (\n", DEEP, "Number 1", ")))")),
        nested("Let \"f\" (Atom (Lam [] (\n", DEEP, one, "))) (FC (Atom LitTrue))"),
    ];
    for text in &terms {
        for command in [&["check"][..], &["run"], &["eval"], &["dev"], &["build", "-o", "out"]] {
            let ended = on(command, text);
            assert_eq!(ended.code, Some(1), "{command:?}: {}", ended.status);
            assert!(ended.err().starts_with("error: nested too deeply\n"), "{}", ended.err());
            assert!(ended.err().contains("─ x.fil:"), "{}", ended.err());
        }
    }
}

#[test]
fn what_is_nested_as_deeply_as_may_be_runs() {
    let deep = 9_990;
    let sum = format!("FC (Atom ({}))", nested("AAdd (Number 1) (", deep, "Number 1", ")"));
    assert_eq!(prints(&["eval"], &sum), "9991\n");
    let branches = nested("If LitFalse (FC (Atom LitTrue)) (", deep, "FC (Atom (Number 1))", ")");
    assert_eq!(prints(&["run"], &branches), "1\n");
    let functions = nested("FC (Atom (Lam [] (", deep / 2, "FC (Atom (Number 1))", ")))");
    assert_eq!(prints(&["run"], &functions), "<function>\n");
}
