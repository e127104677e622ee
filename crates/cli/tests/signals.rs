//! Signals end the command, and the programs it runs or makes, as they end other
//! processes; temporary files and linkers do not stay behind.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use testkit::{Child, Scratch};

const KONT: &str = env!("CARGO_BIN_EXE_kont");
const INT: i32 = 2;
const PIPE: i32 = 13;
const TERM: i32 = 15;

/// Says that it has begun, and goes on until it is stopped.
const LOOP: &str = "anf 1\nfun go() -> () {\n  t: i64 = time.now\n  tailcall go\n}\n\
    fun main() -> () {\n  () = print \"ready\\n\"\n  tailcall go\n}\nentry main\n";
/// Says that it has begun, and enters a continuation again and again, without an allocation.
const SPIN: &str = "anf 1\nsum t = T(cont(t))\nglobal g: fun(cont(t)) -> (t)\n\
    fun make(k: cont(t)) -> (t) {\n  x: t = con.t.T k\n  ret x\n}\n\
    fun main() -> () {\n  () = print \"ready\\n\"\n  () = global.set g make\n\
      h: fun(cont(t)) -> (t) = global g\n  t: t = callcc h\n\
      case t {\n    T(k) => { throw k t }\n  }\n}\nentry main\n";
/// Prints until somebody stops it.
const YES: &str = "anf 1\nfun go() -> () {\n  () = print \"yes\\n\"\n  tailcall go\n}\nentry go\n";

/// A command line that begins with the signals as a terminal gives them, even
/// if the tests run in the background.
fn fresh(words: &[&str], folder: &Path) -> Command {
    let mut command = Command::new("env");
    command.arg("--default-signal=INT,TERM,PIPE").args(words).current_dir(folder);
    command
}

fn signal(pid: u32, number: i32) {
    let kill = format!("kill -{number} {pid}");
    assert!(Command::new("sh").args(["-c", &kill]).status().expect("kill").success());
}

/// Starts it, waits for its first line, sends a signal, waits for its end.
fn interrupted(mut command: Command, number: i32) -> ExitStatus {
    let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
    assert_eq!(line, "ready\n");
    signal(child.id(), number);
    child.wait().expect("its end")
}

#[test]
fn programs_end_by_the_signal() {
    for program in [LOOP, SPIN] {
        let folder = Scratch::new();
        folder.write("loop.anf", program);
        let built = Child::new(KONT).args(["build", "loop.anf"]).folder(folder.path()).run();
        assert_eq!(built.code, Some(0), "{}", built.err());
        for words in [&["./loop"][..], &[KONT, "run", "loop.anf"], &[KONT, "eval", "loop.anf"]] {
            for number in [INT, TERM] {
                let status = interrupted(fresh(words, folder.path()), number);
                assert_eq!(status.signal(), Some(number), "{words:?}: {status}");
            }
        }
    }
}

#[test]
fn a_signal_while_linking_leaves_nothing_behind() {
    for number in [INT, TERM] {
        let folder = Scratch::new();
        folder.write("hello.anf", LOOP);
        fs::create_dir(folder.file("bin")).unwrap();
        fs::create_dir(folder.file("tmp")).unwrap();
        let script = "#!/bin/bash\necho half > \"${@: -1}\"\necho $$ > pid.new\nmv pid.new pid\n\
            sleep 60 & wait\n";
        let linker = folder.write("bin/cc", script);
        fs::set_permissions(linker, fs::Permissions::from_mode(0o755)).unwrap();
        let mut command = fresh(&[KONT, "build", "hello.anf"], folder.path());
        let path = std::env::var("PATH").unwrap();
        command.env("PATH", format!("{}:{path}", folder.file("bin").display()));
        command.env("TMPDIR", folder.file("tmp"));
        let mut child = command.stderr(Stdio::piped()).spawn().expect("it starts");
        wait_until(|| folder.file("pid").exists());
        assert_ne!(fs::read_dir(folder.file("tmp")).unwrap().count(), 0);
        signal(child.id(), number);
        let status = child.wait().expect("its end");
        assert_eq!(status.signal(), Some(number), "{status}");
        let said = std::io::read_to_string(child.stderr.take().expect("its messages")).unwrap();
        assert_eq!(said, "");
        assert_eq!(fs::read_dir(folder.file("tmp")).unwrap().count(), 0);
        let names = Child::new("ls").folder(folder.path()).run().out();
        assert_eq!(names, "bin\nhello.anf\npid\ntmp\n");
        let pid = fs::read_to_string(folder.file("pid")).unwrap();
        let process = format!("/proc/{}", pid.trim());
        wait_until(|| !Path::new(&process).exists());
    }
}

fn wait_until(done: impl Fn() -> bool) {
    let start = Instant::now();
    while !done() {
        assert!(start.elapsed() < Duration::from_secs(60), "it takes too long");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn an_ignored_signal_stays_ignored() {
    let folder = Scratch::new();
    folder.write("loop.anf", LOOP);
    for words in [&["./loop"][..], &[KONT, "run", "loop.anf"]] {
        let built = Child::new(KONT).args(["build", "loop.anf"]).folder(folder.path()).run();
        assert_eq!(built.code, Some(0), "{}", built.err());
        let script = "trap '' INT; exec \"$@\"";
        let mut command = Command::new("bash");
        command.args(["-c", script, "bash"]).args(words).current_dir(folder.path());
        let mut child = command.stdout(Stdio::piped()).spawn().expect("it starts");
        let mut line = String::new();
        let output = child.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut line).expect("a line");
        signal(child.id(), INT);
        std::thread::sleep(Duration::from_millis(50));
        assert!(child.try_wait().expect("a status").is_none(), "{words:?}");
        signal(child.id(), TERM);
        assert_eq!(child.wait().expect("its end").signal(), Some(TERM));
    }
}

#[test]
fn a_pipe_without_a_reader_ends_programs() {
    let folder = Scratch::new();
    folder.write("yes.anf", YES);
    let built = Child::new(KONT).args(["build", "yes.anf"]).folder(folder.path()).run();
    assert_eq!(built.code, Some(0), "{}", built.err());
    for words in [&["./yes"][..], &[KONT, "run", "yes.anf"], &[KONT, "eval", "yes.anf"]] {
        for how in ["--default-signal=PIPE", "--ignore-signal=PIPE"] {
            let mut command = Command::new("env");
            command.arg(how).args(words).current_dir(folder.path());
            let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
            let mut child = child.expect("it starts");
            let mut line = String::new();
            let output = child.stdout.take().expect("its output");
            BufReader::with_capacity(4, output).read_line(&mut line).expect("a line");
            assert_eq!(line, "yes\n");
            let ended = child.wait_with_output().expect("its end");
            assert_eq!(ended.status.signal(), Some(PIPE), "{how} {words:?}: {}", ended.status);
            assert_eq!(String::from_utf8_lossy(&ended.stderr), "");
        }
    }
}

/// Says that it has begun, and what is done at its end.
const BEGIN: &str = "val () = OS.Process.atExit (fn () => print \"at exit\\n\")\n\
    val () = (print \"ready\\n\"; TextIO.flushOut TextIO.stdOut; print \"waits\\n\")\n\
    fun turn n = turn (if n > 9 then 0 else n + 1)\n";

/// Starts a program of Standard ML, whose input has no end, in both ways; sends it signals, each
/// after a line of its own; gives all output and how it ended.
fn signalled(text: &str, signals: &[i32]) -> Vec<(String, ExitStatus)> {
    let folder = Scratch::new();
    folder.write("p.sml", text);
    let built = Child::new(KONT).args(["build", "p.sml"]).folder(folder.path()).run();
    assert_eq!(built.code, Some(0), "{}", built.err());
    let run = |words: &[&str]| {
        let mut command = fresh(words, folder.path());
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        let input = child.stdin.take();
        let mut output = BufReader::new(child.stdout.take().expect("its output"));
        let mut all = String::new();
        for number in signals {
            output.read_line(&mut all).expect("a line");
            // It may not wait yet, which is as good.
            std::thread::sleep(Duration::from_millis(50));
            signal(child.id(), *number);
        }
        output.read_to_string(&mut all).expect("its output");
        drop(input);
        (all, child.wait().expect("its end"))
    };
    vec![run(&["./p"]), run(&[KONT, "run", "p.sml"])]
}

#[test]
fn what_is_to_be_done_at_the_end_is_done() {
    let wait = "val _ = TextIO.inputLine TextIO.stdIn handle _ => NONE\n";
    let sleep = "val () = OS.Process.sleep (Time.fromSeconds 60) handle _ => ()\n";
    let spin = "val () = turn 0 handle _ => ()\n";
    let threads = [
        "",
        "val t = Thread.spawn (fn () => Thread.sleep (Time.fromSeconds 60))\n",
        "val t = Thread.spawn (fn () => turn 0)\n",
    ];
    for first in threads {
        for last in [wait, sleep, spin] {
            for (output, status) in signalled(&format!("{BEGIN}{first}{last}"), &[INT]) {
                assert_eq!(output, "ready\nwaits\nat exit\n", "{first}{last}");
                assert_eq!(status.signal(), Some(INT), "{first}{last}: {status}");
            }
        }
    }
}

#[test]
fn a_second_interrupt_ends_at_once() {
    let text = "fun turn n = turn (if n > 9 then 0 else n + 1)\n\
        fun say s = (print s; TextIO.flushOut TextIO.stdOut)\n\
        val () = OS.Process.atExit (fn () => (say \"at exit\\n\"; turn 0))\n\
        val () = (say \"ready\\n\"; turn 0)\n";
    for (output, status) in signalled(text, &[INT, INT]) {
        assert_eq!(output, "ready\nat exit\n");
        assert_eq!(status.signal(), Some(INT), "{status}");
    }
}

#[test]
fn an_interrupt_is_an_exception_where_a_program_asks_for_it() {
    let text = "fun turn n = turn (if n > 9 then 0 else n + 1)\n\
        fun say s = (print s; TextIO.flushOut TextIO.stdOut)\n\
        val () = Thread.interruptible true\n\
        val () = (say \"ready\\n\"; turn 0) handle Thread.Interrupt => say \"interrupted\\n\"\n\
        val t = Thread.spawn (fn () => turn 0)\n\
        val () = turn 0 handle Thread.Interrupt => say \"again\\n\"\n\
        val () = Thread.interruptible false\n\
        val () = turn 0 handle _ => say \"not handled\\n\"\n";
    for (output, status) in signalled(text, &[INT, INT, INT]) {
        assert_eq!(output, "ready\ninterrupted\nagain\n");
        assert_eq!(status.signal(), Some(INT), "{status}");
    }
}
