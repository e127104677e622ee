//! The calling convention: every slot arrives, through a thousand transfers to
//! unknown functions, at every level, here and on AArch64.

mod common;

use codegen_llvm::{Artefact, OptLevel, Options, compile};
use common::{LEVELS, parse, run_with};
use runtime::Config;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// The number of functions that a value goes through.
const STEPS: usize = 1003;

/// One of three functions that hand on all slots, permuted and changed.
fn step(source: &mut String, name: &str, int_turn: usize, float_turn: usize) {
    let ints: Vec<String> = (0..7).map(|i| format!("i{i}: i64")).collect();
    let floats: Vec<String> = (0..8).map(|i| format!("f{i}: f64")).collect();
    let params = [ints, floats].concat().join(", ");
    let _ = writeln!(source, "fun {name}({params}) clos c return k fields (ref) {{");
    let _ = writeln!(source, "  next: ref = load.1 c");
    for i in 0..7 {
        let _ = writeln!(source, "  j{i}: i64 = add.i64 i{} {}", (i + int_turn) % 7, i + 1);
    }
    for i in 0..8 {
        let _ = writeln!(source, "  g{i}: f64 = fadd.f64 f{} {i}.5", (i + float_turn) % 8);
    }
    let _ = writeln!(
        source,
        "  apply * next j0 j1 j2 j3 j4 j5 j6 g0 g1 g2 g3 g4 g5 g6 g7 return k\n}}"
    );
}

/// A program that builds a chain of closures and goes through it.
fn program() -> String {
    let mut source = String::from("flow 1\nforeign report_all \"report_all\" (");
    source += "i64, i64, i64, i64, i64, i64, i64, f64, f64, f64, f64, f64, f64, f64, f64) -> ()\n";
    step(&mut source, "a", 1, 3);
    step(&mut source, "b", 2, 1);
    step(&mut source, "c", 6, 7);
    source += &format!(
        "fun last(i0: i64, i1: i64, i2: i64, i3: i64, i4: i64, i5: i64, i6: i64, \
         f0: f64, f1: f64, f2: f64, f3: f64, f4: f64, f5: f64, f6: f64, f7: f64) return k {{
  () = ccall report_all i0 i1 i2 i3 i4 i5 i6 f0 f1 f2 f3 f4 f5 f6 f7
  throw k
}}
known build(n: i64, next: ref) return k {{
  () = check 48 next k
  which: i64 = urem.i64 n 3
  m: i64 = sub.i64 n 1
  switch n {{
    0 => {{ apply * next 100 101 102 103 104 105 106 0.0 1.0 2.0 3.0 4.0 5.0 6.0 7.0 return k }}
    _ => {{
      switch which {{
        0 => {{ x: ref = closure a next
               apply build m x return k }}
        1 => {{ y: ref = closure b next
               apply build m y return k }}
        _ => {{ z: ref = closure c next
               apply build m z return k }}
      }}
    }}
  }}
}}
fun main() return k {{ apply build {STEPS} static last return k }}
entry main
"
    );
    source
}

/// The words that must arrive.
fn expected() -> Vec<u64> {
    let mut ints: Vec<u64> = (100..107).collect();
    let mut floats: Vec<f64> = (0..8).map(f64::from).collect();
    for n in 1..=STEPS {
        let (int_turn, float_turn) = [(1, 3), (2, 1), (6, 7)][n % 3];
        ints = (0..7).map(|i| ints[(i + int_turn) % 7] + i as u64 + 1).collect();
        floats = (0..8).map(|i| floats[(i + float_turn) % 8] + i as f64 + 0.5).collect();
    }
    ints.into_iter().chain(floats.into_iter().map(f64::to_bits)).collect()
}

#[test]
fn every_slot_arrives_through_unknown_functions() {
    for level in LEVELS {
        let outcome = run_with(&program(), level, Config::default());
        assert_eq!(outcome.reports, expected(), "at {level:?}");
    }
}

/// Runs the program with the C driver on AArch64, and gives what it printed.
/// It fails where there is no cross compiler or emulator: `scripts/setup test` installs them.
fn run_on_aarch64(directory: &Path, level: OptLevel) -> String {
    let target = Some("aarch64-unknown-linux-gnu".to_owned());
    let options = Options { opt_level: level, target, ..Options::default() };
    let object = compile(&parse(&program()), &options, Artefact::Object).expect("an object");
    let (object_file, program) = (directory.join("unit.o"), directory.join("program"));
    std::fs::write(&object_file, object).expect("a file");
    let driver = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/driver.c");
    let linked = Command::new("aarch64-linux-gnu-gcc")
        .args(["-static", driver, "-o"])
        .args([&program, &object_file])
        .status();
    assert!(linked.expect("aarch64-linux-gnu-gcc runs").success());
    let output = Command::new("qemu-aarch64").arg(&program).output();
    let output = output.expect("qemu-aarch64 runs");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn every_slot_arrives_on_aarch64() {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("aarch64");
    std::fs::create_dir_all(&directory).expect("a directory");
    let expected: String = expected().iter().map(|word| format!("{word}\n")).collect();
    for level in LEVELS {
        assert_eq!(run_on_aarch64(&directory, level), expected, "at {level:?}");
    }
}
