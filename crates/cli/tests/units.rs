//! Programs of several units that are compiled at different times.

use testkit::{Child, Ended, Kont, Scratch};

const LIST: &str = "sum list = nil | cons(i64, list)\n";
const LIB: &str = "export global seen: str
export fun total(l: list) -> (i64) {
  () = global.set seen \"seen\"
  case l {
    nil => { ret 0 }
    cons(x, rest) => {
      t: i64 = call total rest
      s: i64 = sadd.i64 x t
      ret s
    }
  }
}\n";
const MIDDLE: &str = "import total \"total\" : fun(list) -> (i64)
export fun average(l: list, n: i64) -> (i64) {
  t: i64 = call total l
  q: i64 = quot.i64 t n
  ret q
}\n";
const MAIN: &str = "import mean \"average\" : fun(list, i64) -> (i64)
import global seen: str
fun main() -> () {
  none: list = con.list.nil
  one: list = con.list.cons 30 none
  two: list = con.list.cons 54 one
  m: i64 = call mean two 2
  text: str = i64.to.str m 10
  () = print text
  () = gc.collect
  s: str = global seen
  () = print s
  n: i64 = handle {
    q: i64 = call mean two 0
    ret q
  } with e {
    name: str = exn.name e
    () = print name
    ret 0
  }
  ret
}
entry main\n";

fn folder() -> Scratch {
    let folder = Scratch::new();
    for (name, text) in [("lib", LIB), ("middle", MIDDLE), ("main", MAIN)] {
        folder.write(&format!("{name}.anf"), format!("anf 1\n{LIST}{text}"));
    }
    folder
}

fn kont(folder: &Scratch, args: &[&str]) -> Ended {
    Kont::new(env!("CARGO_BIN_EXE_kont")).command(args).folder(folder.path()).run()
}

fn object(folder: &Scratch, name: &str) {
    let (text, object) = (format!("{name}.anf"), format!("{name}.o"));
    let ended = kont(folder, &["build", &text, "--emit", "obj", "-o", &object]);
    assert_eq!(ended.code, Some(0), "{}", ended.err());
}

fn prints(folder: &Scratch, files: &[&str]) {
    let args = [&["build", "-o", "prog"], files].concat();
    let ended = kont(folder, &args);
    assert_eq!(ended.code, Some(0), "{args:?}: {}", ended.err());
    let ran = Child::new(folder.file("prog")).folder(folder.path()).run();
    assert_eq!((ran.out().as_str(), ran.code), ("42seenDiv", Some(0)), "{}", ran.err());
}

/// The program is rejected, with all of these in the message.
#[track_caller]
fn rejected(folder: &Scratch, files: &[&str], parts: &[&str]) {
    let args = [&["build", "-o", "prog"], files].concat();
    let ended = kont(folder, &args);
    assert_eq!(ended.code, Some(1), "{args:?}: {}", ended.err());
    for part in parts {
        assert!(ended.err().contains(part), "{args:?}: {part}: {}", ended.err());
    }
}

#[test]
fn texts_and_objects_mix() {
    let folder = folder();
    object(&folder, "lib");
    object(&folder, "middle");
    prints(&folder, &["main.anf", "middle.anf", "lib.anf"]);
    prints(&folder, &["main.anf", "middle.anf", "lib.o"]);
    prints(&folder, &["lib.o", "main.anf", "middle.o"]);
    prints(&folder, &["main.anf", "lib.anf", "middle.o"]);
    // The older object serves a text that changed what it does not export.
    folder.write("middle.anf", format!("anf 1\n{LIST}global own: i64\n{MIDDLE}"));
    prints(&folder, &["main.anf", "middle.anf", "lib.o"]);
}

#[test]
fn what_does_not_fit_is_said_where_it_is_imported() {
    let folder = folder();
    object(&folder, "lib");
    object(&folder, "middle");
    rejected(
        &folder,
        &["main.anf", "middle.o"],
        &["unresolved import", "main.anf:4:15", "no file exports `seen`"],
    );
    let main = MAIN
        .replace("import global seen: str\n", "")
        .replace("s: str = global seen", "s: str = copy \"\"");
    folder.write("alone.anf", format!("anf 1\n{LIST}{main}"));
    rejected(
        &folder,
        &["alone.anf", "middle.o"],
        &["middle.o imports `total`", "no file exports it"],
    );
    // Another declaration of a sum is another type.
    folder.write("other.anf", format!("anf 1\n{}{MAIN}", LIST.replace("nil |", "none | nil |")));
    rejected(
        &folder,
        &["other.anf", "middle.o", "lib.o"],
        &["import of another type", "other.anf:3:8", "what middle.o exports"],
    );
    rejected(
        &folder,
        &["main.anf", "middle.o", "lib.o", "lib.anf"],
        &["the program and lib.o both export `total`"],
    );
    folder.write("no.o", "no object");
    rejected(&folder, &["main.anf", "no.o"], &["no.o is not an object file"]);
    rejected(&folder, &["main.anf", "gone.o"], &["gone.o"]);
}

#[test]
fn other_linkers_refuse_other_types() {
    let folder = folder();
    object(&folder, "lib");
    object(&folder, "middle");
    object(&folder, "main");
    let runtime =
        std::path::Path::new(env!("CARGO_BIN_EXE_kont")).with_file_name("libkont_runtime.a");
    let link = |objects: &[&str]| {
        let libraries = ["-lm", "-ldl", "-lpthread", "-o", "prog"];
        Child::new("cc").args(objects).args([&runtime]).args(libraries).folder(folder.path()).run()
    };
    let linked = link(&["main.o", "middle.o", "lib.o"]);
    assert_eq!(linked.code, Some(0), "{}", linked.err());
    assert_eq!(Child::new(folder.file("prog")).folder(folder.path()).run().out(), "42seenDiv");
    let list = LIST.replace("nil |", "none | nil |");
    let lib = LIB.replace("    nil => { ret 0 }\n", "");
    let lib = lib.replace("      ret s\n    }\n", "      ret s\n    }\n    _ => { ret 0 }\n");
    folder.write("lib.anf", format!("anf 1\n{list}{lib}"));
    object(&folder, "lib");
    let linked = link(&["main.o", "middle.o", "lib.o"]);
    assert_ne!(linked.code, Some(0));
    assert!(linked.err().contains("kont.export total : fun(list {"), "{}", linked.err());
}
