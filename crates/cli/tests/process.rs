//! The command and its programs as processes: scripts, streams, colours,
//! temporary files, statistics. Signals have a file of their own.
#![expect(clippy::unwrap_used, reason = "a test fails by a panic")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use testkit::{Child, Ended, Kont, Scratch};

const HELLO: &str = "anf 1\nfun main() -> () {\n  () = print \"hello\\n\"\n  ret\n}\nentry main\n";
const SML: &str = "val () = print \"hello\\n\"\n";
const IL: &str = "let x = 2 in\nx + 3\n";
/// Says what it read from standard input.
const COUNT: &str = "anf 1\nfun main() -> () {\n  b: array(i8) = array.new 10 0:i8\n  \
    n: i64 = io.read 0 b 0 10\n  s: str = i64.to.str n 10\n  () = print s\n  ret\n}\nentry main\n";
/// Makes ten lists of a million numbers, one after the other.
const WORK: &str = "\
anf 1
sum list = nil | cons(i64, list)
fun grow(n: i64, l: list) -> () {
  done: i1 = eq.i64 n 0
  if done {
    ret
  } else {
    m: list = con.list.cons n l
    p: i64 = sadd.i64 n -1
    r: i64 = rem.i64 n 1000000
    again: i1 = eq.i64 r 0
    if again {
      k: list = con.list.nil
      tailcall grow p k
    } else {
      tailcall grow p m
    }
  }
}
fun main() -> () {
  l: list = con.list.nil
  () = call grow 10000000 l
  ret
}
entry main
";

fn kont() -> Kont {
    Kont::new(env!("CARGO_BIN_EXE_kont"))
}

/// Runs a script with bash in a folder; `$KONT` is the command.
fn shell(folder: &Scratch, script: &str) -> Ended {
    let bash = Child::new("bash").args(["-c", script]).env("KONT", &kont().path);
    bash.folder(folder.path()).run()
}

/// The script succeeds; gives what it prints.
#[track_caller]
fn prints(folder: &Scratch, script: &str, wanted: &str) {
    let ended = shell(folder, script);
    assert_eq!(ended.out(), wanted, "{script}\n{}\n{}", ended.status, ended.err());
}

fn folder_with(files: &[(&str, &str)]) -> Scratch {
    let folder = Scratch::new();
    for (name, text) in files {
        folder.write(name, text);
    }
    folder
}

#[test]
fn a_file_can_be_a_script() {
    let folder = Scratch::new();
    let kont = kont().path;
    let head = format!("#!/usr/bin/env -S {} run", kont.display());
    let echo = fs::read_to_string(testkit::root().join("examples/echo.anf")).unwrap();
    for (name, option) in [("echo.anf", ""), ("echo", " --lang anf")] {
        let path = folder.write(name, format!("{head}{option}\n{echo}"));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        prints(&folder, &format!("./{name} one --two -- -"), "one\n--two\n--\n-\n");
    }
}

#[test]
fn the_line_of_a_script_is_passed_over_in_every_language() {
    let folder = folder_with(&[("hello.anf", HELLO)]);
    prints(&folder, "$KONT build hello.anf --emit cps,flow -o x && $KONT run x.cps", "hello\n");
    let own = [("hello.anf", HELLO), ("hello.sml", SML), ("hello.il", IL)];
    for (file, text) in own
        .into_iter()
        .map(|(file, text)| (file, text.to_owned()))
        .chain(["x.cps", "x.flow"].map(|f| (f, fs::read_to_string(folder.file(f)).unwrap())))
    {
        folder.write(file, format!("#!/usr/bin/env \"{{ \u{fc}\n{text}"));
        let wanted = if file.ends_with(".il") { "5\n" } else { "hello\n" };
        prints(&folder, &format!("$KONT run {file}"), wanted);
        // Positions are those of the file.
        folder.write(file, format!("#! x\n{text}?"));
        let ended = shell(&folder, &format!("$KONT check {file}"));
        let line = text.lines().count() + 2;
        assert!(ended.err().contains(&format!("{file}:{line}:1")), "{}", ended.err());
        // It is the first line or none.
        folder.write(file, format!("\n#! x\n{text}"));
        assert_eq!(shell(&folder, &format!("$KONT check {file}")).code, Some(1));
    }
}

#[test]
fn sources_are_bytes_whatever_the_locale() {
    let folder = Scratch::new();
    let mut program = HELLO.replace("hello", "h\u{e9}llo").into_bytes();
    program.extend(b"; \xff\xfe in a comment\n");
    folder.write("hello.anf", &program);
    for locale in ["C", "C.UTF-8", "de_DE.ISO-8859-1", "tr_TR.UTF-8", "nonsense"] {
        let script = format!("export LC_ALL={locale} LANG={locale}; $KONT run hello.anf");
        prints(&folder, &script, "h\u{e9}llo\n");
    }
    let mut program = SML.replace("hello", "h\u{e9}llo").into_bytes();
    program.extend(b"(* \xff\xfe in a comment *)\n");
    folder.write("hello.sml", &program);
    prints(&folder, "LC_ALL=C $KONT run hello.sml", "h\u{e9}llo\n");
    folder.write("hello.il", [b"(* \xff\xfe *)\n", IL.as_bytes()].concat());
    prints(&folder, "LC_ALL=C $KONT run hello.il", "5\n");
    folder.write("wrong.il", b"(* \xff\xfe *)\n \xff");
    let ended = shell(&folder, "$KONT run wrong.il");
    assert!(ended.code == Some(1) && ended.err().contains("wrong.il:2:2"), "{}", ended.err());
    // Names of files and arguments are bytes, too.
    let script = "cp hello.anf $'h\\xff.anf' && $KONT run $'h\\xff.anf' && \
        $KONT build $'h\\xff.anf' && ./$'h\\xff'";
    prints(&folder, script, "h\u{e9}llo\nh\u{e9}llo\n");
}

#[test]
fn colours() {
    let folder = folder_with(&[("x.anf", "anf 1\nfun\n")]);
    let coloured = |script: &str| shell(&folder, script).out().contains("\x1b[");
    // In a pipe only if asked for; NO_COLOR stands in the environment of all tests.
    assert!(!coloured("unset NO_COLOR; $KONT check x.anf 2>&1"));
    assert!(coloured("$KONT check x.anf --color always 2>&1"));
    assert!(coloured("$KONT check --color=always --nothing 2>&1"));
    assert!(!coloured("$KONT check --color=never --nothing 2>&1"));
    // On a terminal unless refused.
    let terminal = |setting: &str, args: &str| {
        format!("{setting}; TERM=xterm script -qec \"$KONT check x.anf {args}\" /dev/null")
    };
    assert!(coloured(&terminal("unset NO_COLOR", "")));
    assert!(coloured(&terminal("NO_COLOR=", "")));
    assert!(!coloured(&terminal("NO_COLOR=1", "")));
    assert!(!coloured(&terminal("unset NO_COLOR", "--color never")));
    assert!(shell(&folder, "$KONT check x.anf --color red").code == Some(2));
}

#[test]
fn arguments_that_look_like_options_are_the_programs() {
    let folder = Scratch::new();
    folder.write("echo.anf", fs::read(testkit::root().join("examples/echo.anf")).unwrap());
    let args = "--color always --help -O3 --version -h -- run --lang=anf '' 'a b'";
    let wanted = args.replace("''", "").replace("'a b'", "a\u{0}b").replace(' ', "\n");
    let wanted = wanted.replace('\u{0}', " ") + "\n";
    for command in ["run", "eval"] {
        prints(&folder, &format!("$KONT {command} echo.anf {args}"), &wanted);
    }
    prints(&folder, &format!("$KONT build echo.anf && ./echo {args}"), &wanted);
}

#[test]
fn programs_from_standard_input() {
    let folder = folder_with(&[("hello.anf", HELLO), ("hello.sml", SML), ("hello.il", IL)]);
    for (lang, wanted) in [("anf", "hello\n"), ("sml", "hello\n"), ("il", "5\n")] {
        prints(&folder, &format!("$KONT run --lang {lang} - < hello.{lang}"), wanted);
        let build = format!("$KONT build --lang {lang} - -o out < hello.{lang} && ./out");
        prints(&folder, &build, wanted);
        let ended = shell(&folder, &format!("$KONT run - < hello.{lang}"));
        assert!(ended.code == Some(2) && ended.err().contains("--lang"), "{}", ended.err());
    }
    let arguments = "val () = app (fn a => print (a ^ \"\\n\")) (CommandLine.arguments ())";
    folder.write("echo.sml", arguments);
    prints(&folder, "$KONT run --lang sml - -x --lang '' - < echo.sml", "-x\n--lang\n\n-\n");
    let ended = shell(&folder, "$KONT build --lang sml - < hello.sml");
    assert!(ended.code == Some(2) && ended.err().contains("use -o FILE"), "{}", ended.err());
}

#[test]
fn exhausted_memory_in_interpreters() {
    let grow = WORK.replace("tailcall grow p k", "tailcall grow p m");
    let folder = folder_with(&[("grow.anf", &grow)]);
    for at in ["anf", "cps", "flow", "flow-imperative"] {
        for limit in [format!("eval --heap-max 64m --at {at}"), format!("eval --at {at}")] {
            let ended =
                shell(&folder, &format!("export KONT_HEAP_MAX=64M; $KONT {limit} grow.anf"));
            assert_eq!(ended.code, Some(71), "{limit}: {}\n{}", ended.status, ended.err());
            assert_eq!(ended.err(), "kont: memory exhausted\n", "{limit}");
        }
    }
    let ended = shell(&folder, "KONT_HEAP_MAX=lots $KONT eval grow.anf");
    assert_eq!(ended.code, Some(2), "{}", ended.err());
}

#[test]
fn settings_that_cannot_be_followed_are_refused() {
    let folder = folder_with(&[("hello.sml", "val () = print \"hello\\n\""), ("one.il", "1")]);
    assert_eq!(shell(&folder, "$KONT build hello.sml").code, Some(0));
    let settings = [
        ("KONT_HEAP_MAX=0", "KONT_HEAP_MAX: at least 8M"),
        ("KONT_HEAP_MAX=lots", "KONT_HEAP_MAX: `lots` is not a size"),
        ("KONT_HEAP_MAX=$(printf '\\377')", "KONT_HEAP_MAX: `\u{fffd}` is not a size"),
        ("KONT_NURSERY=1", "KONT_NURSERY: at least 2M"),
        ("KONT_NURSERY=1G", "KONT_NURSERY: at most 64M"),
        ("KONT_GC_STRESS=yes", "KONT_GC_STRESS: `yes` is neither 0 nor 1"),
        ("KONT_SANITY=2", "KONT_SANITY: `2` is neither 0 nor 1"),
        ("KONT_STATS=no", "KONT_STATS: `no` is neither 0 nor 1"),
    ];
    let commands = ["$KONT run hello.sml", "$KONT eval hello.sml", "$KONT eval one.il", "./hello"];
    for (setting, message) in settings {
        for command in commands {
            let ended = shell(&folder, &format!("{setting} {command}"));
            assert_eq!(ended.code, Some(2), "{setting} {command}: {}", ended.err());
            assert!(ended.err().contains(message), "{setting} {command}: {}", ended.err());
            assert_eq!(ended.out(), "", "{setting} {command}");
        }
    }
    for command in ["run", "eval"] {
        let ended = shell(&folder, &format!("$KONT {command} --heap-max 1 hello.sml"));
        assert_eq!(ended.code, Some(2), "{}", ended.err());
        assert!(ended.err().contains("--heap-max: at least 8M"), "{}", ended.err());
    }
    // What is said before the file goes before what the environment says.
    prints(&folder, "KONT_HEAP_MAX=0 KONT_STATS= $KONT run --heap-max 8M hello.sml", "hello\n");
    let settings = "KONT_HEAP_MAX=16M KONT_NURSERY=2M KONT_GC_STRESS=1 KONT_SANITY=0";
    prints(&folder, &format!("{settings} ./hello"), "hello\n");
}

#[test]
fn exhausted_heap_under_run_and_in_executables() {
    let grow = WORK.replace("tailcall grow p k", "tailcall grow p m");
    let folder = folder_with(&[("grow.anf", &grow)]);
    for command in ["$KONT run grow.anf", "$KONT build grow.anf && ./grow"] {
        let ended = shell(&folder, &format!("export KONT_HEAP_MAX=32M; {command}"));
        assert_eq!((ended.code, ended.out().as_str()), (Some(71), ""), "{command} {}", ended.err());
        assert!(ended.err().contains("heap exhausted"), "{}", ended.err());
    }
    // Too little to begin with.
    let ended = shell(&folder, "ulimit -v 60000; ./grow");
    assert_eq!(ended.code, Some(71), "{}", ended.err());
    assert!(ended.err().contains("memory"), "{}", ended.err());
}

#[test]
fn exhausted_memory_of_the_compiler() {
    let mut program = "let x0 = 1 in\n".to_owned();
    (1..40_000).for_each(|i| program.push_str(&format!("let x{i} = x{} in\n", i - 1)));
    (1..40_000).for_each(|i| program.push_str(&format!("x{i} + ")));
    // Its live sets have 800 million entries in all.
    let folder = folder_with(&[("large.il", &(program + "x0"))]);
    let ended = shell(&folder, "ulimit -v 4000000; $KONT il live large.il");
    assert_eq!(ended.code, Some(71), "{}\n{}", ended.status, ended.err());
    assert_eq!(ended.err(), "kont: memory exhausted\n");
}

#[test]
fn closed_streams() {
    let folder = folder_with(&[("hello.anf", HELLO), ("count.anf", COUNT)]);
    prints(&folder, "$KONT build hello.anf && $KONT build count.anf", "");
    for (hello, count) in [
        ("./hello", "./count"),
        ("$KONT run hello.anf", "$KONT run count.anf"),
        ("$KONT eval hello.anf", "$KONT eval count.anf"),
    ] {
        prints(&folder, &format!("{hello} >&-; echo $?"), "0\n");
        prints(&folder, &format!("{hello} >&- 2>&- <&-; echo $?"), "0\n");
        prints(&folder, &format!("{count} <&-"), "0");
        prints(&folder, &format!("echo four | {count}"), "5");
        // A full disk is an error that the program sees.
        let ended = shell(&folder, &format!("{hello} > /dev/full"));
        assert_eq!(ended.code, Some(1), "{hello}");
        assert!(ended.err().starts_with("uncaught exception"), "{hello}: {}", ended.err());
    }
    let ended = shell(&folder, "$KONT run --lang anf - <&-");
    assert_eq!(ended.code, Some(1), "{}", ended.err());
    for command in ["build hello.anf --emit asm -o -", "dev hello.anf", "--version", "help"] {
        let ended = shell(&folder, &format!("$KONT {command} > /dev/full"));
        assert_eq!(ended.code, Some(1), "{command}: {}", ended.err());
    }
    prints(&folder, "$KONT build hello.anf -o /dev/null && test -c /dev/null && echo ok", "ok\n");
}

#[test]
fn sources_that_are_not_plain_files() {
    let folder = folder_with(&[("hello.anf", HELLO)]);
    prints(&folder, "$KONT run --lang anf <(cat hello.anf)", "hello\n");
    prints(&folder, "$KONT run --lang anf /dev/stdin < hello.anf", "hello\n");
    prints(&folder, "mkfifo p.anf; cat hello.anf > p.anf & $KONT run p.anf", "hello\n");
    let ended = shell(&folder, "truncate -s 1073741825 large.anf; $KONT check large.anf");
    assert_eq!(ended.code, Some(2));
    assert!(ended.err().contains("more than a gigabyte"), "{}", ended.err());
}

/// A folder with a linker of its own before the system's.
fn with_linker(body: &str) -> Scratch {
    let folder = folder_with(&[("hello.anf", HELLO)]);
    fs::create_dir(folder.file("bin")).unwrap();
    fs::create_dir(folder.file("tmp")).unwrap();
    let linker = folder.write("bin/cc", format!("#!/bin/bash\n{body}\n"));
    fs::set_permissions(linker, fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

const SET: &str = "export TMPDIR=$PWD/tmp PATH=$PWD/bin:$PATH;";

#[test]
fn temporary_files_are_where_tmpdir_says_and_go_away() {
    let folder = with_linker("ls tmp > seen; ls > here; exec gcc \"$@\"");
    prints(&folder, &format!("{SET} $KONT build hello.anf && ./hello"), "hello\n");
    let seen = fs::read_to_string(folder.file("seen")).unwrap();
    assert!(seen.starts_with("kont-") && seen.ends_with(".o\n"), "{seen}");
    prints(&folder, "ls tmp; ls", "bin\nhello\nhello.anf\nhere\nseen\ntmp\n");
    // An empty one is none.
    prints(&folder, &format!("{SET} TMPDIR= $KONT build hello.anf && ./hello"), "hello\n");
    let here = fs::read_to_string(folder.file("here")).unwrap();
    assert!(!here.contains(".o\n"), "{here}");
    let ended = shell(&folder, "TMPDIR=/nonexistent $KONT build hello.anf -o other");
    assert_eq!(ended.code, Some(1));
    assert!(ended.err().contains("/nonexistent"), "{}", ended.err());
}

#[test]
fn a_linker_that_fails_half_way_leaves_nothing() {
    let folder = with_linker("echo half > \"${@: -1}\"; echo no >&2; exit 1");
    folder.write("hello", "old");
    let ended = shell(&folder, &format!("{SET} $KONT build hello.anf; ls tmp; ls"));
    assert_eq!(ended.out(), "bin\nhello\nhello.anf\ntmp\n");
    assert!(ended.err().contains("the linker failed"), "{}", ended.err());
    assert_eq!(fs::read(folder.file("hello")).unwrap(), b"old");
}

#[test]
fn progress_on_a_terminal_only() {
    let folder = with_linker("sleep 2; exec gcc \"$@\"");
    let ended = shell(&folder, &format!("{SET} $KONT build hello.anf"));
    assert_eq!((ended.out(), ended.err()), (String::new(), String::new()));
    let terminal = "script -qec \"$KONT build hello.anf\" /dev/null";
    let ended = shell(&folder, &format!("{SET} TERM=xterm {terminal}"));
    assert!(ended.out().contains("\r\x1b[Kwriting ... 1 s"), "{:?}", ended.out());
    assert!(ended.out().ends_with("\r\x1b[K"), "{:?}", ended.out());
    assert_eq!(shell(&folder, &format!("{SET} TERM=dumb {terminal}")).out(), "");
}

#[test]
fn a_signal_wipes_the_line_of_progress() {
    let folder = with_linker("touch started; sleep 60");
    let script = "$KONT build hello.anf &\nuntil test -e started; do sleep 0.01; done\n\
        sleep 1.5; kill -TERM $!; wait $! 2>/dev/null; echo $?\n";
    folder.write("script", script);
    let terminal = "TERM=xterm script -qec 'bash ./script 2>/dev/tty' /dev/null";
    let out = shell(&folder, &format!("{SET} {terminal}")).out();
    let (_, after) = out.rsplit_once("writing ... ").unwrap_or_else(|| panic!("{out:?}"));
    assert!(
        after.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with(" s\r\x1b[K"),
        "{out:?}"
    );
    assert!(after.ends_with("143\r\n"), "{out:?}");
}

/// The allocated MiB of the statistics.
fn allocated(statistics: &str) -> f64 {
    let line = statistics.lines().find(|l| l.starts_with("allocated")).expect("a line for it");
    line.split_whitespace().nth(1).expect("a number").parse().expect("it is one")
}

/// A loop with more variables than slots must not make a record of them in every round.
#[test]
fn tabulate_allocates_two_bytes_a_character_whatever_is_around_it() {
    let vars = |what: &dyn Fn(usize) -> String, between: &str| {
        (0..12).map(what).collect::<Vec<_>>().join(between)
    };
    let program = format!(
        "fun loop (n, total, {params}) =
           if n = 1000 then total + {sum} else
           let
             val {made}
             val text = CharVector.tabulate (10000, fn j => chr (97 + (j + n + b0) mod 26))
           in
             loop (n + 1, total + size text mod 7, {args})
           end
         val a = length (CommandLine.arguments ())
         val () = print (Int.toString (loop (0, 0, {first})))",
        params = vars(&|i| format!("a{i}"), ", "),
        sum = vars(&|i| format!("a{i}"), " + "),
        made = vars(&|i| format!("b{i} = a{i} + n mod {}", i + 2), " val "),
        args = vars(&|i| format!("b{i}"), ", "),
        first = vars(&|i| format!("a + {i}"), ", "),
    );
    let folder = folder_with(&[("text.sml", &program)]);
    let ended = shell(&folder, "$KONT run -O2 --stats text.sml");
    assert_eq!(ended.code, Some(0), "{}", ended.err());
    let amount = allocated(&ended.err());
    assert!((10.0..24.0).contains(&amount), "{amount} MiB for ten million characters");
}

#[test]
fn statistics() {
    let folder = folder_with(&[("work.anf", WORK)]);
    let exit = WORK.replace("10000000 l\n  ret", "10000000 l\n  () = exit 3\n  ret");
    let raise = WORK.replace("10000000 l\n  ret", "10000000 l\n  x: i64 = sdiv.i64 1 0\n  ret");
    folder.write("exit.anf", exit);
    folder.write("raise.anf", raise);
    for (name, code) in [("work", 0), ("exit", 3), ("raise", 1)] {
        let run = format!("$KONT run --stats {name}.anf");
        let built = format!("$KONT build {name}.anf && KONT_STATS=1 ./{name}");
        for command in [run, built] {
            let ended = shell(&folder, &command);
            assert_eq!(ended.code, Some(code), "{command}: {}", ended.err());
            for word in
                ["allocated", "copied", "marked", "collections", "pauses", "longest", "by ms"]
            {
                assert_eq!(ended.err().matches(word).count(), 1, "{command}: {}", ended.err());
            }
            // Ten million cells of three words.
            let amount = allocated(&ended.err());
            assert!((200.0..400.0).contains(&amount), "{amount}");
        }
    }
    assert_eq!(shell(&folder, "$KONT run work.anf").err(), "");
}
