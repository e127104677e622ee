//! The calling convention: every slot arrives, through a thousand transfers to
//! unknown functions, at every level.

mod common;

use common::{LEVELS, run_with};
use runtime::Config;
use std::fmt::Write;

/// How many functions a value goes through.
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
    let _ = writeln!(source, "  apply * next j0 j1 j2 j3 j4 j5 j6 g0 g1 g2 g3 g4 g5 g6 g7 return k\n}}");
}

/// A program that builds a chain of closures and goes through it.
pub(crate) fn program() -> String {
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

/// What must arrive.
pub(crate) fn expected() -> Vec<u64> {
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
