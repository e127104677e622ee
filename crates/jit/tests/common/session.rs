//! Images with units that leave something behind.

use super::{parse, report, reports};
use codegen_llvm::{Cpu, Interface, OptLevel, Options, compile_objects};
use host::TestHost;
use kont_jit::Image;
use runtime::{Config, Outcome, Runtime, UnitId};

/// An image without units, of a small heap.
pub(crate) fn image() -> Image {
    let config = Config { heap_max: 64 << 20, ..Config::default() };
    let runtime = Runtime::new(config, Box::new(TestHost::default())).expect("a heap");
    let mut image = Image::new(runtime).expect("this machine has a JIT");
    image.jit().define([("report", report as *const u8)]).expect("the test's symbol");
    reports();
    image
}

/// Loads a unit.
pub(crate) fn load(image: &mut Image, name: &str, source: &str) -> UnitId {
    let unit = parse(&format!("flow 1\nforeign report \"report\" (i64) -> ()\n{source}"));
    let unit_symbol = format!("unit.{name}");
    let options =
        Options { cpu: Cpu::Host, opt_level: OptLevel::O0, unit_symbol, ..Options::default() };
    let objects = compile_objects(&unit, &options).unwrap_or_else(|error| panic!("{error}"));
    image.load(&objects, &options.unit_symbol, Interface::of(&unit)).expect("a unit")
}

/// A unit with a cell for others, and a function.
pub(crate) const BASE: &str = "
export global kept: ref
export fun say(n: i64) return k {
  () = ccall report n
  throw k
}";

/// A unit that leaves something in the cell of the base, for which `leave` sets `x`, and says its number.
pub(crate) fn leaving(i: usize, leave: &str) -> String {
    format!(
        "
import say \"say\" (i64)
import global kept: ref
export global own{i}: ref
export fun f{i}(n: i64) return k clos c {{
  throw k n
}}
known leave() return k {{
  () = check 64 k
  {leave}
  () = global.set kept x
  () = global.set own{i} x
  apply import say {i} return k
}}
fun main() return k {{ apply leave return k }}
entry main
"
    )
    .replace("return k clos c", "clos c return k")
}

/// Loads, runs and releases it.
pub(crate) fn pass(image: &mut Image, i: usize, leave: &str) -> UnitId {
    let unit = load(image, &format!("u{i}"), &leaving(i, leave));
    assert_eq!(image.run(unit), Outcome::Done);
    assert_eq!(reports(), [i as u64]);
    image.release(unit);
    unit
}
