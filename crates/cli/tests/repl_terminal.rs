//! `kont repl` at a terminal, as users type: keys, completion, history, interrupts, resizing, long
//! pastes.
#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fmt::Write;
use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};
use testkit::{Scratch, Terminal};

/// A session whose user has an empty home.
struct User {
    home: Scratch,
}

const UP: &str = "\x1b[A";
const LEFT: &str = "\x1b[D";

impl User {
    fn new() -> User {
        User { home: Scratch::new() }
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kont"));
        command.args(args).current_dir(self.home.path()).env("HOME", self.home.path());
        command.env("TERM", "xterm").env("LC_ALL", "C.UTF-8").env("NO_COLOR", "1");
        command.env_remove("XDG_STATE_HOME");
        command
    }

    fn start(&self) -> Terminal {
        let mut terminal = Terminal::start(self.command(&["repl"]));
        terminal.see_last("- ");
        terminal
    }
}

/// Leaves by Ctrl-D.
fn leave(mut terminal: Terminal) {
    terminal.keys("\x04");
    assert_eq!(terminal.end(), 0, "{}", terminal.text());
    assert!(terminal.is_usual());
}

#[test]
fn inputs_of_several_lines_have_prompts() {
    let mut terminal = User::new().start();
    assert!(terminal.text().starts_with("Kont "), "{}", terminal.text());
    terminal.keys("let val x = 20;\n");
    terminal.see_last("= ");
    terminal.keys("in x + 1\nend;\n");
    terminal.see("= in x + 1\n= end;\nval it = 21 : int\n-");
    // An empty line ends what is complete, and nothing else.
    terminal.keys("val y =\n\n22\n\n");
    terminal.see("val y = 22 : int\n-");
    // What is behind an input in its line begins the next.
    terminal.keys("val z = 23; val u =\n");
    terminal.see("val z = 23 : int\n- val u =");
    terminal.keys("\n24;\n");
    terminal.see("val u = 24 : int\n-");
    leave(terminal);
}

#[test]
fn keys_move_and_remove() {
    let mut terminal = User::new().start();
    terminal.keys("vall x = 1;");
    terminal.keys(LEFT.repeat(8));
    terminal.keys("\x7f\x05\x02\x7f31\n");
    terminal.see("val x = 31 : int\n-");
    terminal.keys("1 + 2\x01(\x05) * 11;\n");
    terminal.see("val it = 33 : int\n-");
    terminal.keys("foo bar\x17\x17\x15\x19\x15\"a\" ^ \"b\";\n");
    terminal.see("val it = \"ab\" : string\n-");
    terminal.keys("34;x\x1b[3~\x7f\n");
    terminal.see("val it = 34 : int\n-");
    // A line before can be gone back to.
    terminal.keys(format!("let val a = 35\nin b end;{UP}\x01{}", "\x1b[C".repeat(9)));
    terminal.keys("\x7fb\x1b[B\n");
    terminal.see("val it = 35 : int\n-");
    leave(terminal);
}

#[test]
fn tab_completes() {
    let mut terminal = User::new().start();
    terminal.keys("val length_of_all = 41;\n");
    terminal.see("val length_of_all = 41 : int\n-");
    terminal.keys("length_\t + 1;\n");
    terminal.see("val it = 42 : int\n-");
    terminal.keys("List.mapP\t;\n");
    terminal.see("- List.mapPartial;\nval it = fn");
    terminal.keys("List.co\t\t");
    terminal.see("List.collate");
    terminal.keys("\x15struct\ture S = struct end;\n");
    terminal.see("structure S : sig end");
    terminal.keys("val r = {surname = 1};\n");
    terminal.see("{surname=1}");
    terminal.keys("#surn\t r;\n");
    terminal.see("#surname r;");
    terminal.keys(":hel\t\n");
    terminal.see(":quit");
    leave(terminal);
}

#[test]
fn history_outlives_sessions() {
    let user = User::new();
    let mut terminal = user.start();
    terminal.keys("val first = 51;\nlet val x = 52\nin x end;\n");
    terminal.see("val it = 52 : int\n-");
    leave(terminal);
    let file = user.home.file(".local/state/kont/history");
    assert_eq!(fs::read_to_string(&file).unwrap(), "val first = 51;\nlet val x = 52\\nin x end;\n");
    let mut terminal = user.start();
    terminal.keys(UP);
    terminal.see_last("- let val x = 52\n= in x end;");
    terminal.keys(format!("{UP}{UP}\x7f + 2;\n"));
    terminal.see("val first = 53 : int\n-");
    // Ctrl-R looks for an input.
    terminal.keys("\x12in x");
    terminal.see("(search: in x)");
    terminal.keys("\n");
    terminal.see("val it = 52 : int\n-");
    leave(terminal);
    // Another folder has another history.
    let mut command = user.command(&["repl"]);
    command.env("XDG_STATE_HOME", user.home.path());
    let mut terminal = Terminal::start(command);
    terminal.see_last("- ");
    terminal.keys("54;\n");
    terminal.see("val it = 54 : int\n-");
    leave(terminal);
    assert_eq!(fs::read_to_string(user.home.file("kont/history")).unwrap(), "54;\n");
}

#[test]
fn interrupts_stop_what_runs() {
    let mut terminal = User::new().start();
    terminal.keys("val kept = 61;\n");
    terminal.see("val kept = 61 : int\n-");
    let loops = [
        "fun f n = f (n + 1) : unit;\nprint (\"s\" ^ \"tart 0\\n\"); f 0;\n",
        "fun g l = g (1 :: (if length l > 99 then [] else l)) : unit;\nprint (\"s\" ^ \"tart 1\\n\"); g [];\n",
        "fun h () = (raise Fail \"x\") handle _ => h () : unit;\nprint (\"s\" ^ \"tart 2\\n\"); h ();\n",
        "print (\"s\" ^ \"tart 3\\n\"); TextIO.inputLine TextIO.stdIn;\n",
        "print (\"s\" ^ \"tart 4\\n\"); OS.Process.sleep (Time.fromSeconds 1000);\n",
        "fun p n = (print \"y\"; p n) : unit;\nprint (\"s\" ^ \"tart 5\\n\"); p 0;\n",
    ];
    for (number, text) in loops.iter().enumerate() {
        terminal.keys(text);
        terminal.see(&format!("start {number}\n"));
        // Twice is once.
        terminal.keys(if number == 0 { "\x03\x03" } else { "\x03" });
        terminal.see_that("Interrupted", |text| text.matches("Interrupted").count() == number + 1);
        terminal.see_last("- ");
        terminal.keys(format!("kept + {number};\n"));
        terminal.see(&format!("val it = {} : int\n-", 61 + number));
    }
    leave(terminal);
}

/// An interrupt stops all threads, wherever they are, and the next input has them as ever.
#[test]
fn interrupts_stop_threads() {
    let mut terminal = User::new().start();
    terminal.keys("val c : int CML.chan = CML.channel ();\nfun f n = f (n + 1) : unit;\n");
    terminal.see("val f = fn : int -> unit\n-");
    terminal.keys("fun run f = RunCML.doit (f, NONE);\n");
    terminal.keys("fun two () = (CML.spawn (fn () => f 0); CML.recv c; ());\n");
    terminal.keys("val v = Thread.newLocal (fn () => 0); Thread.setLocal (v, 77);\n");
    let stopped = [
        "Thread.join (Thread.spawn (fn () => (print (\"s\" ^ \"tart 0\\n\"); f 0)));\n",
        "Thread.spawn (fn () => f 0); (print (\"s\" ^ \"tart 1\\n\"); f 0);\n",
        "(print (\"s\" ^ \"tart 2\\n\"); run (fn () => f 0));\n",
        "(print (\"s\" ^ \"tart 3\\n\"); run two);\n",
        "(print (\"s\" ^ \"tart 4\\n\"); run (fn () => CML.sync (CML.timeOutEvt (Time.fromSeconds 999))));\n",
        "Thread.join (Thread.spawn (fn () => (print (\"s\" ^ \"tart 5\\n\"); Thread.sleep (Time.fromSeconds 999))));\n",
        "Thread.join (Thread.spawn (fn () => (print (\"s\" ^ \"tart 6\\n\"); ignore (TextIO.inputLine TextIO.stdIn))));\n",
    ];
    for (number, text) in stopped.iter().enumerate() {
        terminal.keys(text);
        terminal.see(&format!("start {number}\n"));
        terminal.keys("\x03");
        terminal.see_that("Interrupted", |text| text.matches("Interrupted").count() == number + 1);
        terminal.see_last("- ");
        terminal.keys(format!("RunCML.isRunning (); {number} + Thread.getLocal v;\n"));
        terminal.see(&format!("val it = false : bool\nval it = {} : int\n-", 77 + number));
        terminal.keys("Thread.join (Thread.spawn (fn () => print (\"aw\" ^ \"ake\\n\")));\n");
        terminal.see("awake\nval it = () : unit\n-");
        terminal
            .keys("fun got () = print (\"g\" ^ \"ot \" ^ Int.toString (CML.recv c) ^ \"\\n\");\n");
        terminal.keys("run (fn () => (CML.spawn got; CML.send (c, 12)));\n");
        terminal.see("got 12\nval it = 0 : int\n-");
    }
    terminal.keys("val SOME l = TextIO.inputLine TextIO.stdIn;\nthe line\nl ^ \"!\";\n");
    terminal.see("val it = \"the line\\n!\" : string\n-");
    assert!(!terminal.text().contains("an earlier one"), "{}", terminal.text());
    leave(terminal);
}

/// A file of 20,000 lines is dropped while it is compiled, and does not run.
#[test]
fn interrupts_stop_compiling() {
    let user = User::new();
    let mut text = String::from("val () = print \"it runs\\n\"\nval r = ref 0\n");
    for n in 0..2500 {
        let _ = write!(
            text,
            "fun f{n} (x, y) =\n  if x > y then f{n} (x - y, y)\n  else if x < {n} then y + !r\n  \
             else\n    case x mod 7 of\n      0 => (r := x + {n}; y)\n    | k => f{n} (k, y - 1)\n\
             val _ = f{n} ({n}, 5)\n"
        );
    }
    user.home.write("long.sml", text);
    let mut terminal = user.start();
    terminal.keys("val kept = 78;\n");
    terminal.see("val kept = 78 : int\n-");
    terminal.keys("use \"long.sml\";\n");
    terminal.see("[opening long.sml]");
    std::thread::sleep(Duration::from_millis(300));
    terminal.keys("\x03");
    terminal.see("Interrupted");
    terminal.see_last("- ");
    assert!(!terminal.text().contains("it runs"), "{}", terminal.text());
    terminal.keys("kept + 1; f0;\n");
    terminal.see("val it = 79 : int");
    terminal.see("`f0` is not bound here");
    leave(terminal);
}

#[test]
fn an_interrupt_drops_what_is_typed() {
    let mut terminal = User::new().start();
    terminal.keys("val a = 71;\nval b = (\n  1,");
    terminal.see_last("=   1,");
    terminal.keys("\x03");
    terminal.see_last("- ");
    terminal.keys("a + 1;\n");
    terminal.see("val it = 72 : int\n-");
    terminal.keys("val b");
    terminal.see_last("- val b");
    terminal.signal(2);
    terminal.see_last("^C\n- ");
    terminal.keys("a + 2;\n");
    terminal.see("val it = 73 : int\n-");
    leave(terminal);
}

#[test]
fn programs_read_what_is_typed_next() {
    let mut terminal = User::new().start();
    terminal.keys("val SOME l = TextIO.inputLine TextIO.stdIn;\nthe line\nl ^ \"!\";\n");
    terminal.see("val it = \"the line\\n!\" : string\n-");
    // What is typed while something runs comes after it.
    terminal.keys("OS.Process.sleep (Time.fromMilliseconds 300);\n80 + 1;\n80 + 2;\n");
    terminal.see("val it = 81 : int");
    terminal.see("val it = 82 : int\n-");
    // What a program leaves in its line is not drawn over.
    terminal.keys("print \"no end\";\n");
    terminal.see("no end");
    terminal.keys("83;\n");
    terminal.see("val it = 83 : int\n-");
    assert!(terminal.text().contains("no end"), "{}", terminal.text());
    leave(terminal);
}

#[test]
fn long_pastes_and_other_alphabets() {
    let mut terminal = User::new().start();
    let lines: String =
        (0..2500).map(|n| format!("val x{n} = {n}; (* a line of 40 bytes *)\r")).collect();
    let start = Instant::now();
    terminal.keys(format!("\x1b[200~let {lines}in x2499 end;\x1b[201~\n"));
    terminal.see("val it = 2499 : int\n-");
    assert!(start.elapsed().as_secs() < 40, "{:?}", start.elapsed());
    let lines: String = (0..1000).map(|n| format!(" + {n}\n")).collect();
    terminal.keys(format!("0{lines};\n"));
    terminal.see("val it = 499500 : int\n-");
    terminal.keys("\"é\u{5b57}\u{1f600}x\x7f\";\n");
    terminal.see("- \"é\u{5b57}");
    terminal.keys("size it;\n");
    terminal.see("val it = 9 : int\n-");
    leave(terminal);
}

#[test]
fn windows_change_their_size() {
    let mut terminal = User::new().start();
    terminal.resize(40, 10);
    terminal.keys(format!("size \"{}\"", "m".repeat(90)));
    terminal.see("mmmm\"");
    terminal.resize(60, 10);
    terminal.keys(" + 1;\n");
    terminal.see("val it = 91 : int\n-");
    leave(terminal);
}

#[test]
fn the_terminal_is_left_as_it_was() {
    for signal in [15, 1] {
        let mut terminal = User::new().start();
        assert!(!terminal.is_usual());
        terminal.keys("val a");
        terminal.see_last("- val a");
        terminal.signal(signal);
        assert_eq!(terminal.end(), -signal);
        assert!(terminal.is_usual());
    }
    // While a program runs, too.
    let mut terminal = User::new().start();
    terminal.keys("(print \"runs\\n\"; OS.Process.sleep (Time.fromSeconds 1000));\n");
    terminal.see("\nruns");
    assert!(terminal.is_usual());
    terminal.signal(15);
    assert_eq!(terminal.end(), -15);
    // A program that leaves takes the session with it.
    let mut terminal = User::new().start();
    terminal.keys("OS.Process.exit OS.Process.failure;\n");
    assert_eq!(terminal.end(), 1);
    assert!(terminal.is_usual());
}

#[test]
fn leaving_is_good_whatever_happened() {
    let mut terminal = User::new().start();
    terminal.keys("1 + \"a\";\n");
    terminal.see("error: operand");
    terminal.keys("raise Fail \"x\";\n");
    terminal.see("uncaught exception Fail: x");
    leave(terminal);
    let mut terminal = User::new().start();
    terminal.keys(":quit\n");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn colours_only_where_they_are_wanted() {
    let user = User::new();
    let mut coloured = user.command(&["repl"]);
    coloured.env_remove("NO_COLOR");
    for (command, expected) in [
        (coloured, true),
        (user.command(&["repl"]), false),
        (user.command(&["--color=always", "repl"]), true),
    ] {
        let mut terminal = Terminal::start(command);
        terminal.see_last("- ");
        terminal.keys("val x = 1;\n");
        terminal.see("val x = 1 : int\n-");
        let text = String::from_utf8_lossy(&terminal.bytes).into_owned();
        assert_eq!(text.contains("\x1b[34mval"), expected);
    }
}

#[test]
fn terminals_without_codes() {
    let user = User::new();
    let mut command = user.command(&["repl"]);
    command.env("TERM", "dumb");
    let mut terminal = Terminal::start(command);
    terminal.see_last("- ");
    terminal.keys("val x =\n");
    terminal.see_last("= ");
    terminal.keys("91;\n");
    terminal.see("val x = 91 : int\n-");
    terminal.keys("val y = (\n");
    terminal.see_last("= ");
    terminal.keys("\x03");
    terminal.see_last("\n- ");
    terminal.keys("x + 1;\n");
    terminal.see("val it = 92 : int\n-");
    terminal.keys("\x04");
    assert_eq!(terminal.end(), 0);
    assert!(!terminal.bytes.contains(&27));
}
