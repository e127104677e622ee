//! Executables from Flow to exit code.

use codegen_llvm::{Artefact, OptLevel, Options, compile};
use kont_link::{Error, Object, Symbols, link_executable};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

// The archive is built because the crate is a dependency.
use runtime as _;

/// The runtime's archive, as cargo leaves it beside the tests.
fn archive() -> PathBuf {
    let test = std::env::current_exe().expect("this test");
    let directory = test.parent().expect("a directory").read_dir().expect("it can be read");
    let archives = directory.flatten().map(|entry| entry.path()).filter(|path| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        name.is_some_and(|name| name.starts_with("libkont_runtime") && name.ends_with(".a"))
    });
    let newest = archives.max_by_key(|path| path.metadata().and_then(|m| m.modified()).ok());
    newest.expect("the runtime was built")
}

fn build(name: &str, source: &str, opt_level: OptLevel) -> PathBuf {
    let unit = flow::parse(source.as_bytes()).expect("a unit");
    let options = Options { opt_level, main: true, ..Options::default() };
    let object = compile(&unit, &options, Artefact::Object).expect("an object");
    let output = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let archive = archive();
    let objects = [Object::Bytes(&object), Object::Path(&archive)];
    link_executable(&objects, &output, Symbols::Strip, &[]).expect("it links");
    output
}

fn run(program: &Path, args: &[&str]) -> Output {
    Command::new(program).args(args).output().expect("it runs")
}

const HELLO: &str = "flow 1
pos !1 = \"hello.sml\" 3:7
cont next of \"sum\"() return k fields (ref) !1 {
  (link: cont, all: ref) = pop k
  n: i64 = array.len all
  x: i64 = quot.i64 100 n !1
  () = exit x
  throw link
}
fun main() return k !1 {
  () = check 24 k
  () = print \"hello, world\\n\"
  all: ref = args
  k1: cont = push next k all
  throw k1
}
entry main
";

#[test]
fn an_executable_runs_and_gives_its_exit_code() {
    for (level, name) in [(OptLevel::O0, "hello0"), (OptLevel::O2, "hello2")] {
        let program = build(name, HELLO, level);
        let output = run(&program, &["a", "b", "c"]);
        assert_eq!(String::from_utf8_lossy(&output.stdout), "hello, world\n");
        assert_eq!(output.status.code(), Some(33));
        let output = run(&program, &[]);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1));
        assert!(errors.contains("Div"), "{errors}");
        assert!(errors.contains("at sum (hello.sml:3:7)"), "{errors}");
    }
}

/// Code of Rust that panics, without arguments: a symbol that ends like this.
const PANICS: &str = "9panicking19panic_cannot_unwind";

#[test]
fn a_panic_in_an_executable_is_an_internal_error() {
    let index = std::fs::read(archive()).expect("the archive");
    // The index comes first, and its names end in zero bytes.
    let mut names = index.split(|byte| *byte == 0).filter_map(|name| str::from_utf8(name).ok());
    let symbol = names.find(|name| name.ends_with(PANICS)).expect("a function that panics");
    let source = format!(
        "flow 1\nforeign f \"{symbol}\" () -> ()\n\
         fun main() return k {{\n  () = ccall f\n  throw k\n}}\nentry main\n"
    );
    let program = build("panics", &source, OptLevel::O2);
    let output = run(&program, &[]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*output.stdout), (Some(70), &b""[..]), "{errors}");
    assert!(errors.starts_with("kont: internal error: panicked at "), "{errors}");
    assert!(errors.ends_with(" panic in a function that cannot unwind\n"), "{errors}");
    // Nothing of what `std` prints backtraces with.
    let bytes = std::fs::read(&program).expect("the executable");
    assert!(!bytes.windows(14).any(|part| part == b"RUST_BACKTRACE"));
}

#[test]
fn an_executable_needs_the_c_library_only() {
    let program = build("needs", HELLO, OptLevel::O2);
    let output = Command::new("llvm-readelf-22").arg("-d").arg(&program).output();
    let text = String::from_utf8(output.expect("llvm-readelf-22 runs").stdout).expect("text");
    let needed: Vec<&str> = text.lines().filter(|line| line.contains("(NEEDED)")).collect();
    assert_ne!(needed, [""; 0], "{text}");
    for line in needed {
        let known = ["libc.so", "libm.so", "ld-linux"].iter().any(|name| line.contains(name));
        assert!(known, "{line}");
    }
}

#[test]
fn a_failure_leaves_the_output_as_it_was() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("failure");
    std::fs::create_dir_all(&directory).expect("a directory");
    let output = directory.join("program");
    std::fs::write(&output, "before").expect("a file");
    let error = link_executable(&[Object::Bytes(b"no object")], &output, Symbols::Keep, &[]);
    assert!(matches!(error, Err(Error::Failed { .. })), "{error:?}");
    assert_eq!(std::fs::read(&output).expect("it is there"), b"before");
    assert_eq!(directory.read_dir().expect("it can be read").count(), 1);
}
