//! The size of executables: a program has of the runtime what it has a use for.

use testkit::{Child, Kont, Scratch};

/// Most bytes of the executable of a program that prints a line.
const MOST: u64 = 350_000;

/// The bytes of the executable of a program, which prints this.
fn size(source: &str, printed: &str) -> u64 {
    let folder = Scratch::new();
    let (source, program) = (folder.write("it.sml", source), folder.path().join("it"));
    let kont = Kont::new(env!("CARGO_BIN_EXE_kont"));
    let ended = kont.command(&["build", "-O2"]).arg(source).arg("-o").arg(&program).run();
    assert_eq!((ended.code, ended.err()), (Some(0), String::new()));
    let ended = Child::new(&program).folder(folder.path()).run();
    assert_eq!((ended.out(), ended.err(), ended.code), (printed.into(), String::new(), Some(0)));
    std::fs::metadata(program).expect("it was built").len()
}

#[test]
fn a_program_has_of_the_system_what_it_calls() {
    let hello = size("val () = print \"hello\\n\"\n", "hello\n");
    assert!(hello <= MOST, "{hello} bytes");
    let files =
        size("val () = print (Bool.toString (OS.FileSys.isDir \".\") ^ \"\\n\")\n", "true\n");
    assert!(hello < files && files < 2 * hello, "{hello} and {files} bytes");
    // The call goes through functions that take its name.
    let shell = "val () = print (Bool.toString (OS.Process.isSuccess (OS.Process.system \"true\")) ^ \"\\n\")\n";
    assert!(hello < size(shell, "true\n"));
}
