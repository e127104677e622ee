//! The commands on programs in IL, as a user gives them.

use testkit::{Child, Ended, Kont, Scratch};

const SEVEN: &str = "let x = 7 in\nfun f () = x in\nlet x = 5 in f ()\n";
const PRODUCT: &str = include_str!("../../../examples/product.il");
const REGISTERS: &str = "i := 1;
fun f (i, n) =
  c := n <= m;
  if c then
    i := n * i;
    n := n + 1;
    f (i, n)
  else
    i
in
f (i, n)
";
const ECHO: &str = "fun loop (n, sum) =
  if n == 0 then sum else
  let x = @read () in let u = @print (x * 2) in loop (n - 1, sum + 10 / x)
in let n = @read () in loop (n, 0)
";

fn command(folder: &Scratch, args: &[&str]) -> Child {
    Kont::new(env!("CARGO_BIN_EXE_kont")).command(args).folder(folder.path())
}

fn folder() -> Scratch {
    let folder = Scratch::new();
    folder.write("seven.il", SEVEN);
    folder.write("product.il", PRODUCT);
    folder.write("registers.il", REGISTERS);
    folder.write("echo.il", ECHO);
    folder
}

#[track_caller]
fn ends(ended: &Ended, code: i32, out: &str) {
    assert_eq!(ended.code, Some(code), "{}\n{}{}", ended.status, ended.out(), ended.err());
    assert_eq!(ended.out(), out);
}

#[test]
fn two_readings() {
    let folder = folder();
    let run = |args: &[&str]| command(&folder, args).run();
    ends(&run(&["eval", "seven.il"]), 0, "7\n");
    ends(&run(&["eval", "--at", "flow-imperative", "seven.il"]), 0, "5\n");
    ends(&run(&["run", "seven.il"]), 0, "7\n");
    ends(&run(&["run", "--set", "n=2", "--set", "m=5", "product.il"]), 0, "120\n");
    ends(
        &run(&["run", "-O0", "--check", "--set", "n=2", "--set", "m=5", "product.il"]),
        0,
        "120\n",
    );
    ends(
        &run(&["eval", "--at", "flow-imperative", "--set", "n=2", "--set", "m=5", "registers.il"]),
        0,
        "120\n",
    );
    let trace = run(&["eval", "--trace", "seven.il"]).out();
    assert!(trace.ends_with("event: value 7\n7\n"), "{trace}");
    // The closure of `f`, where it has another value than the environment.
    assert!(trace.contains("   4 f ()\n     V: x=5\n     F: f[x=7]\n"), "{trace}");
    let trace = run(&["eval", "--trace", "--at", "flow-imperative", "seven.il"]).out();
    assert!(trace.contains("   4 f ()\n     V: x=5\n     F: f\n"), "{trace}");
    ends(&run(&["build", "--set", "n=1", "--set", "m=3", "product.il", "-o", "product"]), 0, "");
    ends(&Child::new(folder.path().join("product")).run(), 0, "6\n");
}

#[test]
fn decisions() {
    let folder = folder();
    let run = |args: &[&str]| command(&folder, args).run();
    let no = run(&["il", "coherent", "seven.il"]);
    assert_eq!(no.code, Some(3));
    assert!(
        no.out().starts_with("no\n") && no.out().contains("`x` is bound again here"),
        "{}",
        no.out()
    );
    ends(&run(&["il", "coherent", "registers.il"]), 0, "yes\n");
    let assigned = format!("{REGISTERS}names: 4\nlargest live set: 4\n");
    ends(&run(&["il", "assign", "product.il"]), 0, &assigned);
    ends(&run(&["il", "alpha", "product.il", "registers.il"]), 0, "yes\n");
    assert_eq!(run(&["il", "alpha", "product.il", "seven.il"]).code, Some(3));
    assert_eq!(run(&["il", "equiv", "product.il", "registers.il", "--imperative-b"]).code, Some(0));
    let differ = run(&["il", "equiv", "seven.il", "seven.il", "--imperative-b"]);
    ends(&differ, 3, "no\n  first:  value 7\n  second: value 5\n");
    folder.write("wrong.il", "let x = 1 in\nfun f () : {} = x in f ()");
    let wrong = run(&["il", "live", "wrong.il"]);
    assert!(wrong.code == Some(3) && wrong.out().contains("Live-Fun"), "{}", wrong.out());
}

#[test]
fn programs_are_printed_or_written_to_files() {
    let folder = folder();
    let run = |args: &[&str]| command(&folder, args).run();
    for analysis in ["live", "apart"] {
        let printed = run(&["il", analysis, "product.il"]);
        assert_eq!(printed.code, Some(0), "{}", printed.err());
        ends(&run(&["il", analysis, "product.il", "-o", "out.il"]), 0, "");
        let written = std::fs::read_to_string(folder.path().join("out.il")).unwrap();
        assert_eq!(written, printed.out());
        // What is printed is a program of which the same holds.
        ends(&run(&["il", analysis, "out.il"]), 0, &written);
    }
    ends(&run(&["il", "alpha", "product.il", "out.il"]), 0, "yes\n");
    folder.write("wrong.il", "let x = 1 in <> x");
    let wrong = run(&["il", "live", "wrong.il", "-o", "none.il"]);
    assert!(wrong.code == Some(3) && wrong.out().starts_with("no\n"), "{}", wrong.out());
    assert!(!folder.path().join("none.il").exists());
    let plain = run(&["il", "coherent", "seven.il"]).out();
    let coloured = run(&["il", "coherent", "--color", "always", "seven.il"]).out();
    assert!(!plain.contains('\x1b') && coloured.contains('\x1b'));
}

#[test]
fn dev_prints_il_unless_passes_are_to_run() {
    let folder = folder();
    ends(
        &command(&folder, &["dev", "seven.il"]).run(),
        0,
        "let x = 7 in\nfun f () =\n  x\nin\nlet x = 5 in\nf ()\n",
    );
    let flow = command(&folder, &["dev", "-O2", "seven.il"]).run();
    assert!(flow.out().starts_with("flow 1\n"), "{}{}", flow.out(), flow.err());
}

#[test]
fn every_missing_value_is_named() {
    let folder = folder();
    for how in [&["run"][..], &["eval"], &["build"], &["check"]] {
        let ended = command(&folder, how).arg("product.il").run();
        assert_eq!(ended.code, Some(1), "{}", ended.err());
        for place in ["product.il:5:16", "product.il:12:10"] {
            assert!(ended.err().contains(place), "{how:?}: {}", ended.err());
        }
    }
}

#[test]
fn clusters_of_flow_are_il() {
    let folder = folder();
    let run = |args: &[&str]| command(&folder, args).run();
    let cluster = |last: &str| {
        format!(
            "flow 1\nknown f(a.0: i64) return k.1 {{ x.2: i64 = copy 7 fun g.3() {{ throw k.1 x.2 }} {last} if a.0 {{ jump g.3 }} else {{ throw k.1 a.0 }} }}"
        )
    };
    folder.write("yes.flow", cluster("y.4: i64 = copy 5"));
    folder.write("no.flow", cluster("x.2: i64 = copy 5"));
    ends(&run(&["il", "coherent", "yes.flow"]), 0, "yes\n");
    let no = run(&["il", "coherent", "no.flow"]);
    let why = "error: f: g.3 is not available: x.2, which it needs, is bound again before a jump";
    assert!(no.code == Some(3) && no.out().contains(why), "{}", no.out());
    let live = run(&["il", "live", "yes.flow"]);
    let text = "flow 1

known f(a.0: i64) return k.1 {
  ; live: a.0, k.1
  x.2: i64 = copy 7
  fun g.3() {
    ; live: k.1, x.2
    throw k.1 x.2
  }
  y.4: i64 = copy 5
  if a.0 {
    ; live: k.1, x.2
    jump g.3
  } else {
    ; live: a.0, k.1
    throw k.1 a.0
  }
}
";
    ends(&live, 0, text);
    // It is still the same program.
    folder.write("live.flow", text);
    ends(&run(&["check", "live.flow"]), 0, "");
    assert_eq!(run(&["il", "assign", "yes.flow"]).code, Some(2));
}

#[test]
fn actions() {
    let folder = folder();
    for args in [
        &["run", "echo.il"][..],
        &["eval", "echo.il"],
        &["eval", "--at", "flow-imperative", "echo.il"],
    ] {
        ends(&command(&folder, args).input("2 5 \n-2").run(), 0, "10\n-4\n-3\n");
        let stuck = command(&folder, args).input("1 0").run();
        assert_eq!(stuck.code, Some(1), "{}", stuck.err());
        assert!(
            stuck.err().contains("echo.il:3:") && stuck.err().contains("division by zero"),
            "{}",
            stuck.err()
        );
        assert!(command(&folder, args).input("1 x").run().err().contains("no number"));
    }
    folder.write("script", "read 1 # how many\n4\n");
    ends(&command(&folder, &["eval", "--script", "script", "echo.il"]).run(), 0, "8\n2\n");
}

#[test]
fn ill_formed_programs_have_places() {
    let folder = folder();
    for (text, place) in [
        ("let x = 1 in\ng (x)", ":2:1"),
        ("fun f (x) = x in\nf ()", ":2:1"),
        ("let x = @launch () in x", ":1:5"),
        ("let y = 1 in\nx", ":2:1"),
        ("let x =", ":1:8"),
    ] {
        folder.write("bad.il", text);
        let ended = command(&folder, &["run", "bad.il"]).run();
        assert_eq!(ended.code, Some(1), "{text}: {}", ended.err());
        assert!(ended.err().contains(&format!("bad.il{place}")), "{text}: {}", ended.err());
    }
    folder.write("bad.il", "fun f () = 1 in\n2");
    let ended = command(&folder, &["il", "assign", "bad.il"]).run();
    assert!(ended.code == Some(1) && ended.err().contains("bad.il:1:5"), "{}", ended.err());
}

#[test]
fn nesting_has_a_limit_with_a_place() {
    let folder = folder();
    let deep = 200_001;
    folder.write("deep.il", "fun f (x) =\n".repeat(deep));
    let ended = command(&folder, &["check", "deep.il"]).run();
    assert!(ended.code == Some(1) && ended.err().contains("deep.il:200001:5"), "{}", ended.err());
    // Divisions nest in native code, as each may end the program.
    folder.write("long.il", format!("let x = 1 in\n{}x", "let y = 1 / x in\n".repeat(deep)));
    let ended = command(&folder, &["run", "long.il"]).run();
    assert!(ended.code == Some(1) && ended.err().contains("long.il:1:5"), "{}", ended.err());
    ends(&command(&folder, &["eval", "long.il"]).run(), 0, "1\n");
}

#[test]
fn certificates() {
    let folder = folder();
    let run = |args: &[&str]| command(&folder, args).run();
    ends(
        &run(&[
            "build",
            "--set",
            "n=1",
            "--set",
            "m=3",
            "product.il",
            "--emit",
            "flow",
            "--certify",
            "-o",
            "p.flow",
        ]),
        0,
        "",
    );
    ends(&run(&["il", "verify", "p.flow.cert", "p.flow"]), 0, "yes: 1 clusters\n");
    ends(&run(&["build", "seven.il", "--emit", "flow", "-o", "q.flow"]), 0, "");
    assert_eq!(run(&["il", "verify", "p.flow.cert", "q.flow"]).code, Some(3));
    assert_eq!(run(&["il", "verify", "p.flow", "q.flow"]).code, Some(1));
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    // The verdict stands with each cluster, and with the whole.
    let (certificate, program) = (read("p.flow.cert"), read("p.flow"));
    assert_eq!(certificate.matches("\nverdict yes\n").count(), 2, "{certificate}");
    // A program that means the same, but is written otherwise, is another one.
    folder.write("spaced.flow", program.replacen("  ", "   ", 1));
    let spaced = run(&["il", "verify", "p.flow.cert", "spaced.flow"]);
    assert!(spaced.code == Some(3) && spaced.out().contains("not as --emit flow wrote it"));
    folder.write("cut.flow", &program[..program.len() / 2]);
    let cut = run(&["il", "verify", "p.flow.cert", "cut.flow"]);
    assert!(cut.code == Some(1) && cut.err().contains("cut.flow:"), "{}", cut.err());
}
