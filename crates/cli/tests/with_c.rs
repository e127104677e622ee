//! `--with FILE.c`: C that a program is linked with, in memory and in files. Needs clang-22.

use testkit::{Child, Ended, Kont, Scratch};

/// A program that calls two functions in C.
const PROGRAM: &str = "anf 1
foreign add \"add\" (i64, i64) -> (i64) as struct(u64, u64) -> u64
foreign sum \"sum\" (i64) -> (i64)
fun deep(n: i64) -> (i64) {
  c: i1 = eq.i64 n 0
  if c { ret 0 } else {
    m: i64 = sub.i64 n 1
    s: i64 = ccall.sum n
    d: i64 = call deep m
    r: i64 = ccall.add s d
    ret r
  }
}
fun main() -> () {
  r: i64 = call deep 1000
  s: str = i64.to.str r 10
  () = print s
  ret
}
entry main
";

/// Its C; an array whose length is known only when it runs, on the machine's stack.
const HELPERS: &str = "struct two { unsigned long a, b; };
unsigned long add(struct two t) { return t.a + t.b; }
__attribute__((always_inline)) long sum(long n) {
  long all[n], s = 0;
  for (long i = 0; i < n; i++) all[i] = i;
  for (long i = n; i > 0; i--) s += all[i - 1];
  return s;
}
";

/// A program without an entry, which calls C and is called by it.
const LIBRARY: &str = "anf 1
foreign twice \"twice\" (i32) -> (i32) as u32 -> u32
foreign scale \"scale\" (i32, i32) -> (i32) as struct(u32, u32) -> u32
define twice fun twice_code(x: i32) -> (i32) {
  y: i32 = ccall.scale x 2:i32
  ret y
}
";

const MAIN: &str = "#include <stdio.h>
struct two { unsigned a, b; };
unsigned scale(struct two t) { return t.a * t.b; }
unsigned twice(unsigned x);
int main(int argc, char **argv) {
  printf(\"%u %s\\n\", twice(21), argv[argc - 1]);
  return argc;
}
";

fn folder() -> Scratch {
    let folder = Scratch::new();
    folder.write("program.anf", PROGRAM);
    folder.write("helpers.c", HELPERS);
    folder.write("library.anf", LIBRARY);
    folder.write("main.c", MAIN);
    folder
}

fn kont(folder: &Scratch, args: &[&str]) -> Ended {
    let kont = Kont::new(env!("CARGO_BIN_EXE_kont"));
    // What is left in it was not removed.
    let place = folder.file("temporary");
    std::fs::create_dir_all(&place).expect("a folder");
    let ended = kont.command(args).folder(folder.path()).env("TMPDIR", &place).run();
    let left = std::fs::read_dir(&place).expect("it is there").count();
    assert_eq!(left, 0, "{args:?} leaves files");
    ended
}

fn prints(folder: &Scratch, args: &[&str], out: &str) {
    let ended = kont(folder, args);
    assert_eq!((ended.code, ended.out().as_str()), (Some(0), out), "{args:?}: {}", ended.err());
}

/// The command fails so, with this in its message.
#[track_caller]
fn fails(folder: &Scratch, args: &[&str], code: i32, message: &str) {
    let ended = kont(folder, args);
    assert_eq!(ended.code, Some(code), "{args:?}: {}", ended.err());
    assert!(ended.err().contains(message), "{args:?}: {}", ended.err());
}

#[test]
fn managed_code_calls_c() {
    let folder = folder();
    for level in ["-O0", "-O1", "-O2", "-O3", "-Os"] {
        let run = ["run", level, "--with", "helpers.c", "program.anf"];
        prints(&folder, &run, "166666500");
        let build = ["build", level, "--with", "helpers.c", "program.anf", "-o", "program"];
        prints(&folder, &build, "");
        assert_eq!(Child::new(folder.file("program")).run().out(), "166666500", "{level}");
    }
    let debug = ["build", "-g", "--with", "helpers.c", "program.anf", "-o", "program"];
    prints(&folder, &debug, "");
    assert_eq!(Child::new(folder.file("program")).run().out(), "166666500");
}

#[test]
fn collections_do_not_mind_c_in_managed_code() {
    let folder = folder();
    let kont = Kont::new(env!("CARGO_BIN_EXE_kont"));
    let run = kont.command(&["run", "--with", "helpers.c", "program.anf"]);
    let ended = run.folder(folder.path()).env("KONT_GC_STRESS", "1").run();
    assert_eq!(ended.out(), "166666500", "{}", ended.err());
}

#[test]
fn c_is_inlined() {
    let folder = folder();
    let emit = ["build", "--with", "helpers.c", "program.anf", "--emit", "llvm", "-o", "-"];
    let text = kont(&folder, &emit).out();
    assert!(text.contains("define i64 @add("), "objects keep it: {text}");
    assert!(!text.contains("call i64 @add(") && !text.contains("call i64 @sum("), "{text}");
    let emit = ["build", "--with", "main.c", "library.anf", "--emit", "llvm", "-o", "-"];
    let text = kont(&folder, &emit).out();
    assert!(text.contains("i32 noundef 42"), "`twice` is known in `main`: {text}");
}

#[test]
fn main_in_c_needs_no_runtime() {
    let folder = folder();
    prints(&folder, &["build", "-g", "--with", "main.c", "library.anf", "-o", "program"], "");
    let ended = Child::new(folder.file("program")).args(["one", "two"]).run();
    assert_eq!((ended.code, ended.out().as_str()), (Some(3), "42 two\n"));
    let symbols = Child::new("nm").arg(folder.file("program")).run().out();
    assert!(symbols.contains(" main\n"), "{symbols}");
    for absent in ["kont", "twice", "scale"] {
        assert!(!symbols.contains(absent), "{absent} in {symbols}");
    }
    let ended = kont(&folder, &["run", "--with", "main.c", "library.anf", "one"]);
    assert_eq!((ended.code, ended.out().as_str()), (Some(2), "42 one\n"), "{}", ended.err());
}

#[test]
fn a_program_without_an_entry_says_what_to_do() {
    let folder = folder();
    fails(&folder, &["build", "library.anf"], 1, "--emit obj for an object that C is linked with");
    fails(&folder, &["run", "library.anf"], 1, "the program has no entry");
    let none = ["build", "library.anf", "--emit", "obj,header", "-o", "x"];
    fails(&folder, &none, 2, "a program in ANF has no header for C");
    assert!(!folder.file("x.o").exists());
}

#[test]
fn c_that_is_wrong() {
    let folder = folder();
    folder.write("bad.c", "int x = ;\n");
    folder.write("warns.c", "int f(void) {}\n");
    folder.write("twice.c", "int add(int x) { return x; }\n");
    folder.write("wants.c", "int no_such(int); long sum(long n) { return no_such(n); }\n");
    let with = |files: &[&'static str]| {
        let files = files.iter().flat_map(|file| ["--with", file]);
        files.chain(["program.anf"]).collect::<Vec<_>>()
    };
    for command in [&["run"][..], &["build", "-o", "x"]] {
        let fails = |files: &[&'static str], code, message| {
            fails(&folder, &[command, &with(files)].concat(), code, message);
        };
        fails(&["bad.c"], 1, "bad.c:1:9: error: expected expression");
        fails(&["nosuch.c"], 2, "cannot read nosuch.c: no such file");
        fails(&["program.o"], 2, "--with takes C");
        fails(&["helpers.c", "twice.c"], 1, "`add` is defined twice: in twice.c");
        fails(&["twice.c", "wants.c"], 1, "C wants `no_such`, which no library has");
        fails(&["twice.c"], 1, "`sum`: no library has it");
        fails(&[], 1, "unknown C function");
    }
    let build = [&["build", "-o", "x"][..], &with(&["helpers.c", "warns.c"])].concat();
    let ended = kont(&folder, &build);
    assert_eq!(ended.code, Some(0), "{}", ended.err());
    assert!(ended.err().starts_with("warns.c:1:14: warning: "), "{}", ended.err());
    let begins = [&["build", "-o", "x"][..], &with(&["helpers.c", "main.c"])].concat();
    fails(&folder, &begins, 1, "`main` is defined twice: in main.c");
    let over = [&["build", "-o", "helpers.c"][..], &with(&["helpers.c"])].concat();
    fails(&folder, &over, 2, "helpers.c would be overwritten");
}

#[test]
fn a_missing_compiler_is_named() {
    let folder = folder();
    let kont = Kont::new(env!("CARGO_BIN_EXE_kont"));
    let build = kont.command(&["build", "--with", "helpers.c", "program.anf", "-o", "x"]);
    let ended = build.folder(folder.path()).env("PATH", folder.path()).run();
    assert_eq!(ended.code, Some(1));
    assert!(ended.err().contains("there is no clang-22"), "{}", ended.err());
    assert!(ended.err().contains("apt install clang-22"), "{}", ended.err());
}

#[test]
fn for_another_machine() {
    let folder = folder();
    let program = ["--with", "helpers.c", "program.anf"];
    let arm = ["build", "--target", "aarch64-linux-gnu", "--emit", "asm", "-o", "-"];
    let text = kont(&folder, &[&arm[..], &program].concat()).out();
    assert!(text.contains("\nadd:"), "{text}");
}

/// A program whose language has a header, and its C, in a folder of its own.
fn cogent() -> Scratch {
    let folder = Scratch::new();
    folder.write(
        "sum.cogent",
        "sum : (U32, U32) -> U32\nsum (a, b) = twice a + b\ntwice : U32 -> U32\n",
    );
    folder.write(
        "sum.c",
        "#include \"sum.h\"\n#include <own.h>\n#include <kont/library.h>\n#include <stdio.h>\n\
         twice_ret twice(twice_arg x) { return FACTOR * x; }\n\
         int main(void) { sum_arg x = {20, 2}; printf(\"%u %d\\n\", sum(x), OWN); return 0; }\n",
    );
    std::fs::create_dir(folder.file("headers")).expect("a folder");
    std::fs::write(folder.file("headers/own.h"), "enum { OWN = 7 };\n").expect("a file");
    folder
}

const COGENT: [&str; 6] = ["-I", "headers", "-D", "FACTOR=2", "--with", "sum.c"];

#[test]
fn c_finds_the_header_and_the_library() {
    let folder = cogent();
    prints(&folder, &[&["build", "-g", "sum.cogent", "-o", "sum"], &COGENT[..]].concat(), "");
    assert_eq!(Child::new(folder.file("sum")).run().out(), "42 7\n");
    prints(&folder, &[&["run"], &COGENT[..], &["sum.cogent", "sum", "(1, 2)"]].concat(), "4\n");
    prints(&folder, &["build", "sum.cogent", "--emit", "obj,header", "-o", "made"], "");
    assert!(folder.file("made.o").exists());
    let header = std::fs::read_to_string(folder.file("made.h")).expect("it is written");
    assert!(header.contains("sum_arg"), "{header}");
    prints(&folder, &["build", "sum.cogent", "--emit", "header", "-o", "-"], &header);
    fails(&folder, &["build", "sum.cogent"], 1, "--emit obj,header for an object");
}

#[test]
fn temporary_folders_leave_no_trace_in_what_is_written() {
    let folder = cogent();
    let emit = |file: &'static str| {
        let build = ["build", "-g", "sum.cogent", "--emit", "obj", "-o", file];
        prints(&folder, &[&build[..], &COGENT].concat(), "");
        std::fs::read(folder.file(file)).expect("it is written")
    };
    assert!(emit("one.o") == emit("two.o"), "two objects differ");
}
