//! Sessions that live long, or run long: what is kept, what is compiled again, what is named alike.

use std::fmt::Write;
use testkit::{Ended, Kont};

fn session(text: &str) -> Ended {
    Kont::new(env!("CARGO_BIN_EXE_kont")).command(&["repl"]).input(text).run()
}

/// Every input binds names again that inputs before it have bound. Values that are named stay, and so
/// does what functions mention.
#[test]
fn what_is_named_stays() {
    let mut text = String::new();
    text += "val kept = [1, 2, 3];\nfun double x = x * 2;\nfun all xs = map double xs;\n";
    text += "exception E of int;\nfun fail n = raise E n;\nstructure S = struct val deep = ref 5 end;\n";
    text += "0;\nfunctor F (X : sig val n : int end) = struct val m = X.n + length kept end;\n";
    for i in 0..1500 {
        let _ = match i % 3 {
            0 => writeln!(text, "fun double y = (y, {i});"),
            1 => writeln!(text, "val it = Int.toString (length [it, it]) ^ \"{i}\";"),
            _ => writeln!(text, "datatype t = T of int; fn (T n) => n + {i};"),
        };
    }
    text += "all kept;\nfail 3 handle E n => n;\n!S.deep;\n";
    text += "structure A = F (struct val n = 4 end);\nA.m;\n";
    let ended = session(&text);
    assert_eq!(ended.code, Some(0), "{}", ended.err());
    let out = ended.out();
    let last: Vec<&str> = out.lines().rev().take(5).collect();
    assert_eq!(
        last,
        [
            "val it = 7 : int",
            "structure A : sig val m : int end",
            "val it = 5 : int",
            "val it = 3 : int",
            "val it = [2,4,6] : int list",
        ]
    );
}

/// A loop that has begun goes on in code that is compiled while it runs, with the same result, as do
/// the exceptions, closures and frames that it has made before.
#[test]
fn code_is_replaced_while_it_runs() {
    let text = "\
        fun collatz (1, steps) = steps\n\
          | collatz (n, steps) = collatz (if n mod 2 = 0 then n div 2 else 3 * n + 1, steps + 1);\n\
        fun longest (0, best) = best\n\
          | longest (n, best) = longest (n - 1, Int.max (best, collatz (n, 0)));\n\
        longest (300000, 0);\n\
        fun deep 0 = 0 | deep n = 1 + deep (n - 1);\n\
        fun often (0, sum) = sum | often (k, sum) = often (k - 1, sum + deep 1000);\n\
        often (20000, 0);\n\
        fun risky n = if n mod 3 = 0 then raise Fail \"three\" else n;\n\
        fun tries (0, sum) = sum\n\
          | tries (n, sum) = tries (n - 1, (sum + (risky n handle Fail _ => 1)) mod 1000003);\n\
        tries (3000000, 0);\n\
        val adders = List.tabulate (10, fn i => fn x : real => x + real i);\n\
        fun add (0, x) = x | add (n, x) = add (n - 1, foldl (fn (f, x) => f x) x adders);\n\
        add (200000, 0.0);\n";
    for pause in ["5000", "100"] {
        let kont = Kont::new(env!("CARGO_BIN_EXE_kont"));
        let ended = kont.command(&["repl"]).env("KONT_LOOK_EVERY", pause).input(text).run();
        let out = ended.out();
        let results: Vec<&str> = out.lines().filter(|line| line.starts_with("val it")).collect();
        assert_eq!(
            results,
            [
                "val it = 442 : int",
                "val it = 20000000 : int",
                "val it = 24 : int",
                "val it = 9000000.0 : real"
            ],
            "{}",
            ended.err()
        );
    }
}

/// Functions of several units, and inside one, have symbols of their own, whatever their names.
#[test]
fn names_alike() {
    let text = "\
        fun add3 a b c = a + b + c;\n\
        val a1 = add3 1;\n\
        val a12 = a1 2;\n\
        a12 3;\n\
        a1 10 20;\n\
        fun twice f x = f (f x);\n\
        twice (add3 1 1) 0;\n";
    let ended = session(text);
    assert!(ended.out().ends_with(
        "val it = 6 : int\nval it = 31 : int\n\
         val twice = fn : ('a -> 'a) -> 'a -> 'a\nval it = 4 : int\n"
    ));
}

/// The library's own declarations are evaluated though the input fails that mentions them first.
#[test]
fn the_library_is_ready_after_a_failure() {
    let text = "\
        val a = (raise Fail \"first\") : int val b = TextIO.inputLine TextIO.stdIn;\n\
        TextIO.output (TextIO.stdOut, \"fine\\n\");\n";
    let ended = session(text);
    assert_eq!(ended.out(), "fine\nval it = () : unit\n");
    assert!(ended.err().contains("uncaught exception Fail: first"));
    assert_eq!(ended.code, Some(1));
}

/// Threads, their clock and timers go on from input to input.
#[test]
fn threads_go_on() {
    let text = "\
        val stop = ref false;\n\
        fun load () = if !stop then () else (Thread.yield (); load ());\n\
        val busy = Thread.spawn load;\n\
        val t = Thread.spawn (fn () => (Thread.sleep (Time.fromMilliseconds 20); print \"awake\\n\"));\n\
        Thread.join t;\n\
        stop := true;\n\
        Thread.join busy;\n";
    let ended = session(text);
    assert!(ended.out().contains("awake\nval it = () : unit\n"), "{}{}", ended.out(), ended.err());
    assert_eq!(ended.code, Some(0));
}

/// An input ends with its thread, and where no thread can run any more; the session goes on.
#[test]
fn the_first_thread_may_end() {
    let text = "\
        val v = Thread.newLocal (fn () => 1);\n\
        Thread.setLocal (v, 2);\n\
        val other = Thread.spawn (fn () => print \"other\\n\");\n\
        val x = (print \"ends\\n\"; Thread.exit (); 5);\n\
        (Thread.getLocal v, Thread.name (Thread.self ()), Thread.hasEnded other);\n\
        Cont.throw (Cont.isolate (fn () => print \"isolated\\n\")) ();\n\
        val self = Thread.self ();\n\
        val y = Thread.join self;\n\
        (Thread.getLocal v, Thread.hasEnded self, Thread.hasEnded (Thread.self ()));\n\
        Thread.join (Thread.spawn (fn () => raise Fail \"of a thread\"));\n\
        Thread.join (Thread.spawn (fn () => print \"again\\n\"));\n\
        x; y;\n";
    let ended = session(text);
    let (out, err) = (ended.out(), ended.err());
    for answer in [
        "\nends\nother\nval it = (2,\"main\",true) : int * string * bool\n",
        "\nisolated\nval self",
        "\nval it = (2,true,false) : int * bool * bool\n",
        "\nagain\nval it = () : unit\n",
    ] {
        assert!(out.contains(answer), "{answer}: {out}{err}");
    }
    assert_eq!(err.matches("warning: this input has not come to its end").count(), 2, "{err}");
    assert_eq!(err.matches("deadlock: no thread can run\n  main waits for").count(), 1, "{err}");
    assert!(err.contains("uncaught exception in thread") && err.contains("Fail: of a thread"));
    assert!(err.contains("`x` is not bound") && err.contains("`y` is not bound"), "{err}");
    assert_eq!(ended.code, Some(1));
    let ended = session("Thread.exit ();\n");
    assert_eq!((ended.code, ended.out()), (Some(0), String::new()));
}

/// A heap that a thread has exhausted is there again, and so are threads.
#[test]
fn threads_may_exhaust_the_heap() {
    let text = "\
        val v = Thread.newLocal (fn () => 1);\n\
        Thread.setLocal (v, 2);\n\
        fun hog (l : int list) = hog (1 :: l) : unit;\n\
        val h = Thread.spawn (fn () => hog []);\n\
        Thread.join h;\n\
        Thread.hasEnded h;\n\
        val c : int CML.chan = CML.channel ();\n\
        RunCML.doit (fn () => (CML.spawn (fn () => (Thread.yield (); hog [])); CML.recv c; ()), NONE);\n\
        RunCML.isRunning ();\n\
        fun got () = print (\"got \" ^ Int.toString (CML.recv c) ^ \"\\n\");\n\
        RunCML.doit (fn () => (CML.spawn got; CML.send (c, 12)), NONE);\n\
        (Thread.join (Thread.spawn (fn () => print \"awake\\n\")); Thread.getLocal v);\n";
    let kont = Kont::new(env!("CARGO_BIN_EXE_kont"));
    let ended = kont.command(&["repl", "--heap-max", "64M"]).input(text).run();
    let (out, err) = (ended.out(), ended.err());
    assert_eq!(err.matches("heap exhausted").count(), 2, "{out}{err}");
    assert!(out.contains("val it = true : bool\nval c"), "{out}{err}");
    assert!(out.contains("val it = false : bool\nval got"), "{out}{err}");
    assert!(out.ends_with("got 12\nval it = 0 : int\nawake\nval it = 2 : int\n"), "{out}{err}");
}

/// A file that fails is left by those that use it, and by nothing else that they do.
#[test]
fn files_that_threads_use() {
    let scratch = testkit::Scratch::new();
    let raises = scratch.write("raises.sml", "val a = 1 val b = hd [] : int");
    let stuck = scratch.write("stuck.sml", "val c = Thread.join (Thread.self ())");
    let ends = scratch.write("ends.sml", "val d = 1 val e = Thread.exit () : int");
    let mut text =
        String::from("fun get f = (use f; print \"ok\\n\") handle _ => print \"not\\n\";\n");
    for file in [&raises, &stuck, &ends] {
        let file = file.display();
        let _ = writeln!(text, "get \"{file}\"; 1;");
        let _ = writeln!(text, "(Thread.join (Thread.spawn (fn () => get \"{file}\")); 2);");
        let _ = writeln!(text, "RunCML.doit (fn () => get \"{}\", NONE);", raises.display());
    }
    text += "(a, d);\n";
    let ended = session(&text);
    let (out, err) = (ended.out(), ended.err());
    assert_eq!(out.matches("not\n").count(), 7, "{out}{err}");
    assert_eq!(out.matches("ok\n").count(), 2, "{out}{err}");
    assert!(out.ends_with("val it = (1,1) : int * int\n"), "{out}{err}");
}

/// Of a list, nothing within 12 elements and 5 levels is cut.
#[test]
fn answers_are_whole_within_limits() {
    let text = "\
        List.tabulate (12, fn i => CharVector.tabulate (150, fn _ => Char.chr (97 + i)));\n\
        List.tabulate (200, fn i => i);\n\
        List.tabulate (12, fn a => List.tabulate (12, fn b => List.tabulate (12, fn c => a * b * c)));\n\
        CharVector.tabulate (5000, fn _ => #\"x\");\n";
    let out = session(text).out();
    let lines: Vec<&str> = out.lines().collect();
    assert!(
        lines[0].ends_with(&format!("{}\"] : string list", "l".repeat(150)))
            && !lines[0].contains("...")
    );
    assert!(lines[1].contains(",98,99,...]"));
    assert!(!lines[2].contains("...") && lines[2].contains("1331"));
    assert!(lines[3].contains("xxx...\" : string") && lines[3].len() < 1100);
}

/// A continuation of an earlier input leads to the end of that input: the one that throws binds
/// nothing.
#[test]
fn a_continuation_of_an_earlier_input() {
    let text = "\
        val k = ref (NONE : int SMLofNJ.Cont.cont option);\n\
        val x = SMLofNJ.Cont.callcc (fn c => (k := SOME c; 1));\n\
        val again = ref true;\n\
        val s = (if !again then (again := false; SMLofNJ.Cont.throw (valOf (!k)) 42) else (); \"s\");\n\
        s;\n\
        x;\n";
    let ended = session(text);
    assert!(ended.err().contains("this input has gone on with the rest of an earlier one"));
    assert!(ended.err().contains("`s` is not bound here"));
    assert!(ended.out().ends_with("val it = 42 : int\n"), "{}", ended.out());
}

/// Files that are not there, not right, or use others keep what they bind before.
#[test]
fn files_that_fail() {
    let scratch = testkit::Scratch::new();
    let other = scratch.write("other.sml", "val x = 100; val y = x + 1");
    let name = other.to_string_lossy().into_owned();
    let first =
        scratch.write("first.sml", format!("val x = 1\nval _ = use \"{name}\"\nval z = x + y\n"));
    let wrong = scratch.write("wrong.sml", "val a = 1;\nval b = ; val c = 3;");
    let typed =
        scratch.write("typed.sml", "val d = 1\nfun f x = x ^ \"!\"\nval e = f 3\nval g = 5\n");
    let raises = scratch.write("raises.sml", "val h = 1 val i = hd [] + 1 val j = 2");
    let mut text = String::from("use \"\"; use \"/\"; use \"missing.sml\";\n");
    for file in [&first, &wrong, &typed, &raises] {
        let _ = writeln!(text, "use \"{}\";", file.display());
    }
    text += "(x, y, z); (a, d, h, f \"f\");\nj;\n";
    let ended = session(&text);
    let (out, err) = (ended.out(), ended.err());
    assert!(out.contains("val it = (100,101,201) : int * int * int\n"), "{out}{err}");
    assert!(out.ends_with("val it = (1,1,1,\"f!\") : int * int * int * string\n"), "{out}{err}");
    for message in [
        "cannot read",
        "missing.sml",
        "an expression should stand here",
        "Empty",
        "`j` is not bound",
    ] {
        assert!(err.contains(message), "{message}: {err}");
    }
    assert!(!err.contains("internal error"), "{err}");
    assert_eq!(ended.code, Some(1));
}

/// The same in a file, where each declaration counts for itself.
#[test]
fn a_continuation_of_an_earlier_input_in_a_file() {
    let scratch = testkit::Scratch::new();
    let file = scratch.write(
        "throws.sml",
        "val a = \"a\"\nval b = (if !again then (again := false; throw (valOf (!k)) 42) else (); \"b\")\n\
         val c = \"c\"\n",
    );
    let text = format!(
        "val throw = SMLofNJ.Cont.throw : int SMLofNJ.Cont.cont -> int -> unit;\n\
         val k = ref (NONE : int SMLofNJ.Cont.cont option);\n\
         val again = ref true;\n\
         val x = SMLofNJ.Cont.callcc (fn c => (k := SOME c; 1));\n\
         use \"{}\";\nb;\nc;\nx;\n",
        file.display()
    );
    let ended = session(&text);
    let (out, err) = (ended.out(), ended.err());
    assert!(err.contains("this input has gone on with the rest of an earlier one"), "{out}{err}");
    assert!(
        err.contains("`b` is not bound here") && err.contains("`c` is not bound here"),
        "{err}"
    );
    assert!(out.ends_with("val it = 42 : int\n"), "{out}");
    assert_eq!(ended.code, Some(1));
}
