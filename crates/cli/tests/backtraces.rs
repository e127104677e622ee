//! Backtraces: the same lines at every level, in the interpreters, and from the
//! library functions that ask for them.

use testkit::{Child, Kont, Scratch};

fn kont() -> Kont {
    Kont::new(env!("CARGO_BIN_EXE_kont"))
}

/// Every way to run a program.
const WAYS: [&[&str]; 8] = [
    &["run", "-O0"],
    &["run", "-O1"],
    &["run", "-O2"],
    &["run", "-O3"],
    &["eval", "--at", "anf"],
    &["eval", "--at", "cps"],
    &["eval", "--at", "flow"],
    &["eval", "--at", "flow-imperative"],
];

/// Runs a program in every way; each prints the same and ends with exit code 1 and the
/// same report. Gives both.
#[track_caller]
fn check(name: &str, text: &str, wanted: &str) {
    let folder = Scratch::new();
    folder.write(name, text);
    for way in WAYS {
        let words: Vec<&str> = way.iter().copied().chain([name]).collect();
        let ended = kont().command(&words).folder(folder.path()).run();
        assert_eq!(ended.code, Some(1), "{way:?}");
        assert_eq!(ended.out() + &ended.err(), wanted, "{way:?}");
    }
}

#[test]
fn the_place_that_raised_and_every_caller() {
    check(
        "small.sml",
        "fun third a = Array.sub (a, 2)\n\
         fun twice f x = f (f x)\n\
         val () = print (Int.toString (twice (fn x => x + third (Array.fromList [1, x])) 3))\n",
        "uncaught exception Subscript\n  \
         at third (small.sml:1:15)\n  \
         at top.fn (small.sml:3:50)\n  \
         at twice (small.sml:2:19)\n  \
         at top (small.sml:3:30)\n  \
         at main (small.sml:3:5)\n",
    );
}

#[test]
fn calls_that_share_what_follows_them() {
    // Both calls go on to the same place; each has a line of its own.
    check(
        "join.sml",
        "fun f n = if n = 0 then 10 div n else f (n - 1) + 1\n\
         fun g b = let val x = if b then f 5\n\
         else f 3 in x * 2 end\n\
         val () = (print (Int.toString (g true)) handle Div => ();\n\
         print (Int.toString (g false)))\n",
        "uncaught exception Div\n  \
         at f (join.sml:1:25)\n  \
         at f (join.sml:1:39)\n  \
         ... repeated 2 times\n  \
         at g (join.sml:3:6)\n  \
         at top (join.sml:5:21)\n  \
         at main (join.sml:4:5)\n",
    );
}

#[test]
fn a_raise_of_what_was_handled_keeps_the_origin() {
    check(
        "again.sml",
        "fun inner n = if n > 3 then raise Fail \"deep\" else n + inner (n + 1)\n\
         fun cleanup () = (raise Empty) handle Empty => print \"cleanup\\n\"\n\
         fun guarded f = f () handle e => (cleanup (); raise e)\n\
         fun passing f = f () handle Subscript => 0\n\
         fun history e = app (fn line => print (line ^ \"\\n\")) (MLton.Exn.history e)\n\
         val () = print (Int.toString (passing (fn () => guarded (fn () => inner 3) + 1)))\n  \
         handle e => (history e; raise e)\n",
        "cleanup\n\
         at inner (again.sml:1:29)\n\
         at inner (again.sml:1:56)\n\
         at guarded (again.sml:3:17)\n\
         at top.fn (again.sml:6:49)\n\
         at passing (again.sml:4:17)\n\
         at top (again.sml:6:30)\n\
         at main (again.sml:6:5)\n\
         uncaught exception Fail: deep\n  \
         at inner (again.sml:1:29)\n  \
         at inner (again.sml:1:56)\n  \
         at guarded (again.sml:3:17)\n  \
         at top.fn (again.sml:6:49)\n  \
         at passing (again.sml:4:17)\n  \
         at top (again.sml:6:30)\n  \
         at main (again.sml:6:5)\n",
    );
}

#[test]
fn a_program_in_anf_without_positions_shows_its_text() {
    check(
        "div.anf",
        "anf 1\nfun f(x: i64) -> (i64) {\n  r: i64 = sdiv.i64 1 x\n  ret r\n}\n\
         fun main() -> () {\n  r: i64 = call f 0\n  ret\n}\nentry main\n",
        "uncaught exception Div\n  at f (div.anf:3:3)\n  at main (div.anf:7:3)\n",
    );
}

#[test]
fn an_exhausted_heap_says_where() {
    let folder = Scratch::new();
    folder.write("count.sml", "fun count n = 1 + count (n + 1)\nval _ = count 0\n");
    for level in ["-O0", "-O2"] {
        let words = ["run", level, "--heap-max", "32M", "count.sml"];
        let ended = kont().command(&words).folder(folder.path()).run();
        assert_eq!(ended.code, Some(71), "{}", ended.err());
        let lines: Vec<String> = ended.err().lines().map(str::to_owned).collect();
        assert!(lines[0].starts_with("kont: heap exhausted: "), "{lines:?}");
        assert_eq!(lines[2], "  at count (count.sml:1:19)", "{lines:?}");
        assert!(lines[3].starts_with("  ... repeated "), "{lines:?}");
    }
}

#[test]
fn an_object_that_the_heap_has_no_room_for_says_where() {
    for (name, text, line) in [
        ("array.sml", "fun f n = Array.array (n, 0)\nval _ = f 100000000 handle _ => f 1\n", 10),
        (
            "string.sml",
            "fun f s = f (s ^ s) ^ s\nval _ = f (CharVector.tabulate (14000000, fn _ => #\"x\"))\n",
            12,
        ),
    ] {
        let folder = Scratch::new();
        folder.write(name, text);
        for level in ["-O0", "-O2"] {
            let words = ["run", level, "--heap-max", "32M", name];
            let ended = kont().command(&words).folder(folder.path()).run();
            assert_eq!(ended.code, Some(71), "{}", ended.err());
            let wanted = format!("\n  at f ({name}:1:{})\n", line + 1);
            assert!(ended.err().contains(&wanted), "{}", ended.err());
        }
    }
}

/// Interrupts a program that has printed a line and then waits for something or has computed for a
/// while, however busy the machine is; its input has no end. Every way to run it ends by SIGINT and
/// with a report of lines that begin so; places in the library are left out.
#[track_caller]
fn check_interrupted(text: &str, wanted: &[&str]) {
    let folder = Scratch::new();
    folder.write("p.sml", text);
    // Programs in the background ignore SIGINT, as may whatever runs the tests.
    let script = r#"mkfifo in out
        threads() { cat /proc/$!/task/*/stat | sed 's/.*) //'; }
        spent() { threads | awk '{ ticks += $12 } END { print ticks }'; }
        env --default-signal=INT $KONT "$@" p.sml <in >out 2>err & exec 3>in
        read line <out; begun=$(spent)
        while threads | grep -q '^[^S]' && [ $(spent) -lt $((begun + 10)) ]; do sleep 0.02; done
        kill -INT $!; wait $!; echo $?; cat err; rm in out"#;
    for way in WAYS {
        let bash = Child::new("bash").args(["-c", script, "bash"]).args(way.iter().copied());
        let ended = bash.env("KONT", &kont().path).folder(folder.path()).run();
        let report: String =
            ended.out().split_inclusive('\n').filter(|l| !l.contains("lib/")).collect();
        let lines: Vec<&str> = report.lines().collect();
        assert_eq!(lines[..2], ["130", "kont: interrupted"], "{way:?}: {}", ended.err());
        let shown = lines[2..].iter().zip(wanted).all(|(line, start)| line.starts_with(start));
        assert!(shown && lines.len() == 2 + wanted.len(), "{way:?}: {report}");
    }
}

#[test]
fn an_interrupt_says_where() {
    let begin = "val () = (print \"begun\\n\"; TextIO.flushOut TextIO.stdOut)\n";
    check_interrupted(
        &format!("{begin}fun turn n = turn (if n > 9 then 0 else n + 1)\nval _ = 1 + turn 0\n"),
        &["  at turn (p.sml:2:", "  at top (p.sml:3:13)", "  at main (p.sml:3:5)"],
    );
    // A handler does not get to see it.
    check_interrupted(
        &format!(
            "{begin}fun ask () = TextIO.inputLine TextIO.stdIn\nval _ = ask () handle _ => NONE\n"
        ),
        &["  at top (p.sml:3:9)", "  at main (p.sml:3:5)"],
    );
    check_interrupted(
        &format!(
            "{begin}fun nap () = (OS.Process.sleep (Time.fromSeconds 60); 1)\nval _ = nap () + 1\n"
        ),
        &["  at nap (p.sml:2:15)", "  at top (p.sml:3:9)", "  at main (p.sml:3:5)"],
    );
}

#[test]
fn an_interrupt_that_is_ignored_stays_so() {
    let folder = Scratch::new();
    folder.write("p.sml", "val () = (OS.Process.sleep (Time.fromSeconds 1); print \"done\\n\")\n");
    let script = "trap '' INT; $KONT run p.sml & sleep 0.5; kill -INT $!; wait $!; echo $?";
    let bash = Child::new("bash").args(["-c", script]).env("KONT", &kont().path);
    assert_eq!(bash.folder(folder.path()).run().out(), "done\n0\n");
}
