//! Programs in Standard ML that the world fails: full disks, files that are not there or disappear,
//! closed streams. They get the exception that the Basis Library names, or end with a message;
//! nothing is lost in silence.

use testkit::{Child, Ended, Kont, Scratch};

/// Tries things, each of which should fail, and says how it failed.
const TRIES: &str = r#"
fun say s = TextIO.output (TextIO.stdErr, s ^ "\n")
fun why (IO.Io {name, function, cause = OS.SysErr (_, SOME e)}) = name ^ " " ^ function ^ " " ^ OS.errorName e
  | why (OS.SysErr (_, SOME e)) = "SysErr " ^ OS.errorName e
  | why e = exnName e
fun try name f = (f () : unit; say (name ^ ": fine")) handle e => say (name ^ ": " ^ why e)
fun full write = let val s = TextIO.openOut "/dev/full" in write s end
fun lines 0 s = ()
  | lines n s = (TextIO.output (s, "line\n"); lines (n - 1) s)
val () = try "flush" (fn () => full (fn s => (TextIO.output (s, "abc"); TextIO.flushOut s)))
val () = try "close" (fn () => full (fn s => (TextIO.output1 (s, #"a"); TextIO.closeOut s)))
val () = try "lines" (fn () => full (lines 100000))
val () = try "much" (fn () => full (fn s => TextIO.output (s, CharVector.tabulate (1000000, fn _ => #"x"))))
val () = try "bytes" (fn () => let val s = BinIO.openOut "/dev/full" in BinIO.output1 (s, 0w3); BinIO.closeOut s end)
val () = try "missing" (fn () => ignore (TextIO.openIn "nowhere"))
val () = try "no folder" (fn () => ignore (TextIO.openOut "nowhere/file"))
val () = try "folder" (fn () => ignore (TextIO.inputAll (TextIO.openIn ".")))
val () = try "remove" (fn () => OS.FileSys.remove "nowhere")
val () = try "names" (fn () => ignore (OS.FileSys.openDir "nowhere"))
"#;

const FAILURES: &str = "\
flush: /dev/full flushOut nospc
close: /dev/full closeOut nospc
lines: /dev/full output nospc
much: /dev/full output nospc
bytes: /dev/full closeOut nospc
missing: nowhere openIn noent
no folder: nowhere/file openOut noent
folder: . inputAll isdir
remove: SysErr noent
names: SysErr noent
";

/// A file and a folder that disappear while they are used.
const VANISH: &str = r#"
fun try f = (f () : unit; print "fine\n") handle OS.SysErr (_, SOME e) => print (OS.errorName e ^ "\n")
val s = TextIO.openOut "here"
val () = (TextIO.output (s, "one\ntwo\nthree\n"); TextIO.closeOut s)
val i = TextIO.openIn "here"
val first = TextIO.inputLine i
val () = OS.FileSys.remove "here"
val () = print (valOf first ^ TextIO.inputAll i)
val () = try (fn () => ignore (OS.FileSys.fileSize "here"))
val () = (OS.FileSys.mkDir "gone"; OS.FileSys.chDir "gone"; OS.FileSys.rmDir "../gone")
val () = try (fn () => ignore (OS.FileSys.getDir ()))
val () = try (fn () => OS.FileSys.mkDir "inner")
"#;

/// Prints much to standard output.
const PRINT: &str = r#"
fun go 0 = ()
  | go n = (print (Int.toString n ^ "\n"); go (n - 1))
val () = go 100000
"#;

fn kont() -> Kont {
    Kont::new(env!("CARGO_BIN_EXE_kont"))
}

/// Runs a script with bash in a folder; `$KONT` is the command.
fn shell(folder: &Scratch, script: &str) -> Ended {
    let bash = Child::new("bash").args(["-c", script]).env("KONT", &kont().path);
    bash.folder(folder.path()).run()
}

/// A folder with a program, compiled.
fn folder_with(program: &str) -> Scratch {
    let folder = Scratch::new();
    folder.write("program.sml", program);
    let ended = shell(&folder, "$KONT build program.sml -o program");
    assert_eq!(ended.code, Some(0), "{}", ended.err());
    folder
}

const WAYS: &[&str] = &["./program", "$KONT run -O0 program.sml", "$KONT eval program.sml"];

#[test]
fn full_disks_and_missing_files_raise_io() {
    let folder = folder_with(TRIES);
    for way in WAYS {
        let ended = shell(&folder, way);
        // What could not be written is reported again at the end, as nobody closed it.
        let messages = ended.err();
        let end = messages.strip_prefix(FAILURES);
        let end = end.unwrap_or_else(|| panic!("{way}: {messages}"));
        assert!(end.is_empty() || end.starts_with("kont: cannot write"), "{way}: {end}");
    }
}

#[test]
fn files_that_disappear() {
    let folder = folder_with(VANISH);
    for way in WAYS {
        let ended = shell(&folder, way);
        assert_eq!(ended.out(), "one\ntwo\nthree\nnoent\nnoent\nnoent\n", "{way}: {}", ended.err());
        assert_eq!(ended.code, Some(0), "{way}");
    }
}

#[test]
fn standard_output_that_cannot_be_written() {
    let folder = folder_with(PRINT);
    for way in WAYS {
        let ended = shell(&folder, &format!("{way} > /dev/full"));
        assert_eq!(ended.code, Some(1), "{way}: {}", ended.err());
        assert!(ended.err().contains("No space left on device"), "{way}: {}", ended.err());
        // A reader that goes away ends the program, without a word.
        let ended = shell(&folder, &format!("{way} | head -1; echo ${{PIPESTATUS[0]}}"));
        assert_eq!((ended.out(), ended.err()), ("100000\n141\n".into(), String::new()), "{way}");
        // Who closes it wants nothing of it.
        let ended = shell(&folder, &format!("{way} >&-"));
        assert_eq!((ended.code, ended.err()), (Some(0), String::new()), "{way}");
    }
}

#[test]
fn a_file_that_nobody_closed_is_reported_at_the_end() {
    let folder = folder_with(
        "val s = TextIO.openOut \"/dev/full\"\n\
         val () = (TextIO.output (s, \"abc\"); print \"printed\\n\")\n",
    );
    for way in WAYS {
        let ended = shell(&folder, way);
        assert_eq!((ended.code, ended.out()), (Some(1), "printed\n".into()), "{way}");
        assert!(ended.err().contains("cannot write: No space left on device"), "{}", ended.err());
    }
}

#[test]
fn a_project_whose_file_disappears() {
    let folder = Scratch::new();
    folder.write("p.mlb", "$(SML_LIB)/basis/basis.mlb a.sml b.sml\n");
    folder.write("a.sml", "val () = print \"a\\n\"\n");
    folder.write("b.sml", "val () = print \"b\\n\"\n");
    assert_eq!(shell(&folder, "$KONT run p.mlb").out(), "a\nb\n");
    let ended = shell(&folder, "rm b.sml && $KONT run p.mlb");
    assert_eq!((ended.code, ended.out()), (Some(1), String::new()));
    assert!(ended.err().contains("b.sml"), "{}", ended.err());
    let ended = shell(&folder, "rm p.mlb && $KONT run p.mlb");
    assert_eq!(ended.code, Some(2), "{}", ended.err());
    assert!(ended.err().contains("cannot read p.mlb: no such file"), "{}", ended.err());
}
