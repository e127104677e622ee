//! Threads that take turns at every check of the heap, or at every few, with and without a collection
//! there: what they compute does not change.

use std::path::Path;
use testkit::{Child, Scratch};

const KONT: &str = env!("CARGO_BIN_EXE_kont");

fn check(program: &str, arguments: &[&str], variables: &[(&str, &str)], in_order: bool) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/run/sml");
    let expected = std::fs::read_to_string(folder.join(format!("{program}.out"))).expect("a file");
    for level in ["-O0", "-O2"] {
        let mut child = Child::new(KONT).args(["run", level, &format!("{program}.sml")]);
        child = child.args(arguments);
        for (name, value) in variables {
            child = child.env(name, value);
        }
        let ended = child.folder(&folder).run();
        let lines = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(String::from).collect();
            if !in_order {
                lines.sort();
            }
            lines
        };
        assert_eq!(lines(&ended.out()), lines(&expected), "{level} {variables:?}");
    }
}

#[test]
fn work_is_not_disturbed() {
    for turns in ["2", "3", "10"] {
        check("thread-work-is-not-disturbed", &[], &[("KONT_PREEMPT_STRESS", turns)], true);
    }
}

/// Fewer threads, as each check takes as long as a collection and a look at the whole heap; fewest
/// where threads hardly come further between two turns.
#[test]
fn nor_by_collections_at_the_same_place() {
    for (turns, threads) in [("2", "6"), ("3", "10"), ("5", "10")] {
        let stress = ("KONT_PREEMPT_STRESS", turns);
        let variables = [stress, ("KONT_GC_STRESS", "1"), ("KONT_SANITY", "1")];
        check("thread-work-is-not-disturbed", &[threads], &variables, true);
    }
}

#[test]
fn continuations_of_other_threads() {
    for turns in ["3", "7"] {
        check("cont-across-threads", &[], &[("KONT_PREEMPT_STRESS", turns)], true);
    }
}

#[test]
fn nothing_is_lost() {
    for turns in ["2", "3", "7"] {
        check("thread-turns-join-and-locals", &[], &[("KONT_PREEMPT_STRESS", turns)], false);
    }
}

#[test]
fn streams_stay_whole() {
    for turns in ["3", "7"] {
        check("thread-output-waits", &[], &[("KONT_PREEMPT_STRESS", turns)], true);
        check("thread-streams-are-locked", &[], &[("KONT_PREEMPT_STRESS", turns)], true);
        check("thread-descriptors-change", &[], &[("KONT_PREEMPT_STRESS", turns)], true);
    }
}

#[test]
fn a_deadlock_is_reported_with_threads_that_collections_have_moved() {
    let scratch = Scratch::new();
    let program = "val main = Thread.self ()
        val other = Thread.spawnNamed (\"other\", fn () => Thread.join main)
        val () = Thread.yield ()
        fun numbers 0 = [] | numbers n = n :: numbers (n - 1)
        val lists = List.tabulate (50, fn _ => numbers 100000)
        val () = if length (List.concat lists) = 5000000 then Thread.join other else ()";
    scratch.write("stuck.sml", program);
    let ended = Child::new(KONT).args(["run", "stuck.sml"]).folder(scratch.path()).run();
    assert_eq!(ended.code, Some(1), "{}", ended.status);
    let lines = "  main waits for the end of another\n  other waits for the end of another\n";
    assert!(ended.err().ends_with(lines), "{}", ended.err());
}

const RUN: &str = r#"
val ms = Time.fromMilliseconds
fun late () = (Thread.sleep (ms 20); print "this should not run\n")
val left = ref NONE
fun main () =
  (left := SOME (Thread.spawn late);
   CML.spawn (fn () => CML.sync CML.never);
   CML.yield ();
   RunCML.shutdown OS.Process.success)
val _ = RunCML.doit (main, NONE)
val () = Thread.join (valOf (!left))
val () = Thread.sleep (ms 40)
val () = print "main ends\n"
val () = Thread.exit ()
"#;

/// Nothing wakes them afterwards, and no report of a deadlock has them.
#[test]
fn threads_of_a_run_end_with_it() {
    let folder = Scratch::new();
    let program = folder.write("run.sml", RUN);
    let ended = Child::new(KONT).arg("run").arg(program).run();
    let expected = (Some(0), "main ends\n".to_owned(), String::new());
    assert_eq!((ended.code, ended.out(), ended.err()), expected);
}

/// Threads that say when they run, some of them in the middle of a computation.
const ORDER: &str = "\
    fun work 0 = () | work n = work (n - 1)\n\
    fun say (n, 0) = ()\n\
      | say (n, left) =\n\
          (print (Int.toString n ^ \" \"); work (100 * n); Thread.yield (); say (n, left - 1))\n\
    val all = List.tabulate (6, fn n => Thread.spawn (fn () => say (n, 5)))\n\
    val () = List.app Thread.join all\n";

/// Threads that all want to be chosen, by one who takes whatever comes.
const CHOICE: &str = "\
    val () =\n\
      ignore (RunCML.doit (fn () =>\n\
        let\n\
          val all = List.tabulate (5, fn n => (n, CML.channel ()))\n\
          fun send (n, c) = ignore (CML.spawn (fn () => List.app (fn i => CML.send (c, n)) [1, 2, 3]))\n\
          fun take 0 = ()\n\
            | take n =\n\
                (print (Int.toString (CML.select (List.map (CML.recvEvt o #2) all)));\n\
                 take (n - 1))\n\
        in\n\
          List.app send all;\n\
          CML.yield ();\n\
          take 15\n\
        end, NONE))\n";

#[test]
fn a_seed_decides_and_decides_the_same_again() {
    let folder = Scratch::new();
    for (name, text) in [("order", ORDER), ("choice", CHOICE)] {
        folder.write(&format!("{name}.sml"), text);
        let built = Child::new(KONT)
            .args(["build", &format!("{name}.sml"), "-o", name])
            .folder(folder.path())
            .run();
        assert_eq!(built.code, Some(0), "{}", built.err());
        for stress in ["", "3", "50"] {
            let run = |seed: u32| {
                let ended = Child::new(format!("./{name}"))
                    .env("KONT_SCHED_SEED", seed.to_string())
                    .env("KONT_PREEMPT_STRESS", stress)
                    .folder(folder.path())
                    .run();
                assert_eq!(ended.code, Some(0), "{}", ended.err());
                ended.out()
            };
            let mut orders: Vec<String> = (0..5).map(run).collect();
            let again: Vec<String> = (0..5).map(run).collect();
            assert_eq!(orders, again, "{name} {stress}");
            orders.sort();
            orders.dedup();
            assert!(orders.len() > 3, "{name} {stress}: {orders:?}");
        }
    }
}

#[test]
fn programs_are_right_in_any_order() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/run/sml");
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(String::from).collect();
        lines.sort();
        lines
    };
    for program in [
        "thread-work-is-not-disturbed",
        "thread-turns-join-and-locals",
        "cml-event-laws",
        "cml-sieve",
    ] {
        let folder = Scratch::new();
        let file = sources.join(format!("{program}.sml"));
        let words = ["build", &file.to_string_lossy(), "-o", "program"];
        let built = Child::new(KONT).args(words).folder(folder.path()).run();
        assert_eq!(built.code, Some(0), "{}", built.err());
        let expected = std::fs::read_to_string(sources.join(format!("{program}.out"))).unwrap();
        for seed in 0..20 {
            for stress in ["", "7"] {
                let child = Child::new("./program")
                    .env("KONT_SCHED_SEED", seed.to_string())
                    .env("KONT_PREEMPT_STRESS", stress);
                let ended = child.folder(folder.path()).run();
                assert_eq!(sorted(&ended.out()), sorted(&expected), "{program} {seed} {stress}");
            }
        }
    }
}

/// A child whose threads wait for a time that began before it, for a computation, and for input. Its
/// pipe is its own, since the parent's threads would take what is in a common one.
const FORKED: &str = "\
    val flag = ref false\n\
    fun until () = if !flag then () else until ()\n\
    val sleeper = Thread.spawn (fn () => Thread.sleep (Time.fromMilliseconds 100))\n\
    val () = Thread.sleep (Time.fromMilliseconds 30)\n\
    fun child () =\n\
      let\n\
        val {infd, outfd} = Posix.IO.pipe ()\n\
        fun read () = print (Byte.bytesToString (Posix.IO.readVec (infd, 4)))\n\
        val reader = Thread.spawn read\n\
      in\n\
        ignore (Thread.spawn (fn () => flag := true));\n\
        until ();\n\
        print \"the child took turns\\n\";\n\
        ignore (Posix.IO.writeVec (outfd, Word8VectorSlice.full (Byte.stringToBytes \"abc\\n\")));\n\
        List.app Thread.join [reader, sleeper]\n\
      end\n\
    val () =\n\
      case Posix.Process.fork () of\n\
        NONE => child ()\n\
      | SOME pid =>\n\
          (ignore (Posix.Process.waitpid (Posix.Process.W_CHILD pid, []));\n\
           Thread.join sleeper;\n\
           print \"the parent\\n\")\n";

#[test]
fn a_child_takes_turns() {
    let folder = Scratch::new();
    folder.write("p.sml", FORKED);
    let ended = Child::new(KONT).args(["run", "p.sml"]).folder(folder.path()).run();
    assert_eq!(ended.out(), "the child took turns\nabc\nthe parent\n", "{}", ended.err());
}

#[test]
fn a_shell_keeps_nobody_waiting() {
    let folder = Scratch::new();
    let text = "fun say s = (print s; TextIO.flushOut TextIO.stdOut)\n\
        val t = Thread.spawn (fn () => say \"a thread\\n\")\n\
        val status = OS.Process.system \"sleep 0.2; echo the shell; exit 3\"\n\
        val () = say (if OS.Process.isSuccess status then \"success\\n\" else \"failure\\n\")\n";
    folder.write("p.sml", text);
    let ended = Child::new(KONT).args(["run", "p.sml"]).folder(folder.path()).run();
    assert_eq!(ended.out(), "a thread\nthe shell\nfailure\n", "{}", ended.err());
}

/// Natively only: the interpreters let a thread run until it waits.
#[test]
fn loops_give_turns() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/threads");
    for level in ["-O0", "-O2"] {
        let program = "thread-turns-come-by-themselves.sml";
        let ended = Child::new(KONT).args(["run", level, program]).folder(&folder).run();
        let expected = std::fs::read_to_string(folder.join(program).with_extension("out"));
        assert_eq!(ended.out(), expected.expect("a file"), "{level}");
    }
}

/// Threads that wait for input and for each other, and one that works later.
const IDLE: &str = "\
    val {infd, outfd} = Posix.IO.pipe ()\n\
    val reader = Thread.spawn (fn () => ignore (Posix.IO.readVec (infd, 10)))\n\
    val () = (print \"ready\\n\"; TextIO.flushOut TextIO.stdOut)\n\
    val () = Thread.join reader\n";

/// How often the threads of a process have waited.
fn waits(process: u32) -> u64 {
    let folder = std::fs::read_dir(format!("/proc/{process}/task")).expect("it runs");
    let of = |task: std::io::Result<std::fs::DirEntry>| {
        let status = std::fs::read_to_string(task.ok()?.path().join("status")).ok()?;
        let line = status.lines().find(|line| line.starts_with("voluntary_ctxt_switches"))?;
        line.split_whitespace().last()?.parse::<u64>().ok()
    };
    folder.filter_map(of).sum()
}

/// The clock that gives turns sleeps when nobody takes them.
#[test]
fn a_program_that_waits_does_nothing() {
    let folder = Scratch::new();
    let program = folder.write("idle.sml", IDLE);
    let mut command = std::process::Command::new(KONT);
    command.arg("run").arg(program).stdout(std::process::Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let mut ready = [0; 6];
    let read = child.stdout.take().map(|mut out| std::io::Read::read_exact(&mut out, &mut ready));
    let pause = std::time::Duration::from_millis(500);
    std::thread::sleep(pause);
    let before = waits(child.id());
    std::thread::sleep(pause);
    let after = waits(child.id());
    child.kill().expect("it runs");
    child.wait().expect("its end");
    assert!(read.is_some_and(|read| read.is_ok()) && after - before < 10, "{before} {after}");
}
