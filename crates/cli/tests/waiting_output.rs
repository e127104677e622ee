//! Programs whose standard output nobody reads for a while: the thread that writes waits, the others
//! go on, and nothing is lost.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use testkit::Scratch;

const KONT: &str = env!("CARGO_BIN_EXE_kont");

/// A child that is killed if the test ends before it does.
struct Running(std::process::Child);

impl Drop for Running {
    fn drop(&mut self) {
        // One that has ended cannot be killed, and need not.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn start(folder: &Scratch, text: &str) -> Running {
    let program = folder.write("program.sml", text);
    let mut command = Command::new(KONT);
    command.arg("run").arg(program);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    Running(command.spawn().expect("the command starts"))
}

/// Two threads print a megabyte; a third one works, and says so on standard error.
const STUCK: &str = r#"
fun repeat (0, f) = () | repeat (n, f) = (f (); repeat (n - 1, f))
val line = String.concat (List.tabulate (50, fn _ => "0123456789")) ^ "\n"
val writers =
  List.tabulate (2, fn _ => Thread.spawn (fn () => repeat (1000, fn () => print line)))
val worker =
  Thread.spawn
    (fn () => (Thread.sleep (Time.fromMilliseconds 50); TextIO.output (TextIO.stdErr, "working\n")))
val () = Thread.join worker
val () = TextIO.output (TextIO.stdErr, "worked\n")
val () = List.app Thread.join writers
val () = print "the end\n"
"#;

#[test]
fn others_run_while_nobody_reads() {
    let folder = Scratch::new();
    let mut child = start(&folder, STUCK);
    let mut errors = BufReader::new(child.0.stderr.take().expect("a pipe"));
    let mut said = String::new();
    errors.read_line(&mut said).expect("a line");
    errors.read_line(&mut said).expect("a line");
    assert_eq!(said, "working\nworked\n");
    let mut output = String::new();
    child.0.stdout.take().expect("a pipe").read_to_string(&mut output).expect("text");
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines.len(), 2001);
    assert!(lines[..2000].iter().all(|line| line.len() == 500));
    assert_eq!(lines[2000], "the end");
    assert_eq!(child.0.wait().expect("its end").code(), Some(0));
}

/// A thread that waits for input has what it printed before written, be it into a full pipe.
const PROMPT: &str = r#"
val _ = Thread.spawn (fn () => ())
val () = print (String.concat (List.tabulate (100000, fn _ => "x")) ^ "\nname? ")
val () =
  case TextIO.inputLine TextIO.stdIn of
    SOME line => print ("hello " ^ line)
  | NONE => print "nobody\n"
"#;

#[test]
fn a_question_is_seen_before_the_answer_is_read() {
    let folder = Scratch::new();
    let mut child = start(&folder, PROMPT);
    std::thread::sleep(std::time::Duration::from_millis(300));
    let mut output = child.0.stdout.take().expect("a pipe");
    let mut first = vec![0; 100_007];
    output.read_exact(&mut first).expect("the question");
    assert!(first.ends_with(b"x\nname? "));
    child.0.stdin.take().expect("a pipe").write_all(b"world\n").expect("it reads");
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("text");
    assert_eq!(rest, "hello world\n");
}

/// What is printed before all threads wait is written then.
const IDLE: &str = r#"
val _ = Thread.spawn (fn () => Thread.sleep (Time.fromSeconds 60))
val () = print (String.concat (List.tabulate (100000, fn _ => "y")))
val () = print "now\n"
val () = Thread.sleep (Time.fromSeconds 60)
"#;

#[test]
fn what_is_left_is_written_when_nothing_else_is_to_be_done() {
    let folder = Scratch::new();
    let mut child = start(&folder, IDLE);
    let mut output = vec![0; 100_004];
    child.0.stdout.take().expect("a pipe").read_exact(&mut output).expect("all of it");
    assert!(output.ends_with(b"ynow\n"));
}

/// A reader that goes away is an error in the thread that writes.
const GONE: &str = r#"
val () = ignore (Posix.Process.sleep Time.zeroTime)
val () = MLton.Signal.setHandler (Posix.Signal.pipe, MLton.Signal.Handler.ignore)
val line = String.concat (List.tabulate (50, fn _ => "0123456789")) ^ "\n"
fun print' () = (print line; print' ())
val writer =
  Thread.spawn
    (fn () => print' () handle IO.Io {name, ...} => TextIO.output (TextIO.stdErr, name ^ "\n"))
val () = Thread.join writer
val () = TextIO.output (TextIO.stdErr, "still here\n")
"#;

#[test]
fn a_reader_that_goes_away_is_an_error() {
    let folder = Scratch::new();
    let mut child = start(&folder, GONE);
    let mut output = child.0.stdout.take().expect("a pipe");
    output.read_exact(&mut [0; 500]).expect("a line");
    drop(output);
    let mut said = String::new();
    child.0.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
    assert!(said.starts_with("<stdout>\nstill here\n"), "{said}");
}

/// Standard output that takes nothing is an error of the thread that prints; the others go on, and
/// have their turns.
const FULL: &str = r#"
val other = Thread.spawn (fn () => TextIO.output (TextIO.stdErr, "another\n"))
fun often 0 = ()
  | often n = (print "text\n"; Thread.sleep (Time.fromMilliseconds 25); often (n - 1))
val () = often 10 handle IO.Io {name, ...} => TextIO.output (TextIO.stdErr, name ^ "\n")
val done = ref false
val later = Thread.spawn (fn () => done := true)
fun compute n = if !done then () else compute (n + 1)
val () = compute 0
val () = TextIO.output (TextIO.stdErr, "turns are taken\n")
"#;

#[test]
fn a_full_disk_is_told_to_who_prints() {
    let folder = Scratch::new();
    let program = folder.write("program.sml", FULL);
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
    let mut command = Command::new(KONT);
    command.arg("run").arg(program).stdin(Stdio::null()).stdout(full).stderr(Stdio::piped());
    let mut child = Running(command.spawn().expect("the command starts"));
    let mut said = String::new();
    child.0.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
    let mut lines: Vec<&str> = said.lines().take(3).collect();
    lines.sort_unstable();
    assert_eq!(lines, ["<stdout>", "another", "turns are taken"]);
}

/// What a thread prints and what it writes to standard error come in order, if one file takes both,
/// and a child that is forked has nothing of it again.
const ORDER: &str = r#"
val () = Thread.join (Thread.spawn (fn () => ()))
fun many c = CharVector.tabulate (40000, fn _ => c) ^ "\n"
val () = print (many #"a")
val () = TextIO.output (TextIO.stdErr, many #"b")
val () = print (many #"c")
val () =
  case Posix.Process.fork () of
    NONE => Posix.Process.exit 0w0
  | SOME child => ignore (Posix.Process.waitpid (Posix.Process.W_CHILD child, []))
val () = TextIO.output (TextIO.stdErr, "d\n")
"#;

#[test]
fn standard_output_and_error_come_in_order() {
    let folder = Scratch::new();
    folder.write("program.sml", ORDER);
    let mut command = Command::new("/bin/sh");
    let line = format!("'{KONT}' run program.sml 2>&1 | (sleep 0.3; cat)");
    command.args(["-c", &line]).current_dir(folder.path()).stdin(Stdio::null());
    let output = command.output().expect("it runs");
    let text = String::from_utf8(output.stdout).expect("text");
    let lines: Vec<(Option<char>, usize)> =
        text.lines().map(|line| (line.chars().next(), line.len())).collect();
    let expected = [('a', 40000), ('b', 40000), ('c', 40000), ('d', 1)];
    assert_eq!(lines, expected.map(|(c, n)| (Some(c), n)));
}
