//! Many units in one JIT, each using the one before: its functions, its static
//! closures and its global cells.

mod common;

use codegen_llvm::OptLevel;
use common::{new_jit, object, reports};
use host::TestHost;
use runtime::{Config, Runtime};

const UNITS: usize = 1000;

/// Unit `i` counts in its own cell, and calls the function of unit `i - 1`:
/// directly or through its static closure.
fn unit(i: usize) -> String {
    if i == 0 {
        return "flow 1
foreign report \"report\" (i64) -> ()
export global cell0: ref
export global count0: i64
export fun f0(n: i64) return k {
  () = ccall report n
  throw k
}
"
        .to_owned();
    }
    let before = i - 1;
    let call = if i.is_multiple_of(2) { "import f" } else { "* static import f" };
    format!(
        "flow 1
foreign report \"report\" (i64) -> ()
import f \"f{before}\" (i64)
import global count{before}: i64
import global cell{before}: ref
export global count{i}: i64
export global cell{i}: ref
export fun f{i}(n: i64) return k {{
  c: i64 = global count{before}
  d: i64 = add.i64 c 1
  () = global.set count{i} d
  s: ref = str.of.byte 65:i8
  () = global.set cell{i} s
  m: i64 = add.i64 n 1
  apply {call} m return k
}}
fun main() return k {{ apply f{i} 0 return k }}
entry main
"
    )
}

#[test]
#[allow(unsafe_code)]
fn a_thousand_units_each_calling_the_one_before() {
    let mut jit = new_jit();
    let mut runtime = {
        let config = Config { heap_max: 64 << 20, ..Config::default() };
        Runtime::new(config, Box::new(TestHost::default())).expect("a heap")
    };
    reports();
    for i in 0..UNITS {
        let name = format!("unit{i}");
        jit.add_objects(&[object(&unit(i), OptLevel::O0, &name)]).expect("an object");
        let unit = jit.lookup(&name).expect("a unit").cast();
        // SAFETY: the unit lives as long as the JIT.
        let code = unsafe {
            runtime.register(unit).expect("a unit of this version");
            if i % 111 == 0 { runtime.run_unit(unit) } else { 0 }
        };
        assert_eq!(code, 0);
    }
    let expected: Vec<u64> = (1..UNITS as u64).filter(|i| i % 111 == 0).collect();
    assert_eq!(reports(), expected);
    runtime.check_heap().expect("a sane heap");
    drop(runtime);
}

#[test]
fn what_is_missing_is_named() {
    let mut jit = new_jit();
    jit.add_objects(&[object(&unit(1), OptLevel::O0, "unit1")]).expect("an object");
    let error = jit.lookup("unit1").expect_err("f0 is missing");
    assert!(error.to_string().contains("f0.c"), "{error}");
    assert!(jit.lookup("nothing").is_err());
    assert!(jit.add_objects(&[b"not an object file"]).is_err());
}

#[test]
fn the_same_unit_gives_the_same_bytes() {
    for level in common::LEVELS {
        assert_eq!(object(&unit(5), level, "unit"), object(&unit(5), level, "unit"));
    }
}
