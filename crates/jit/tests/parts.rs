//! A unit so large that it is compiled in parts, which refer to one another's
//! code, static closures, frames and global cells.

mod common;

use codegen_llvm::{Cpu, OptLevel, Options, compile_objects};
use common::{parse, run_with};
use runtime::Config;
use std::fmt::Write;

const FUNCTIONS: usize = 1500;

/// Function `i` counts in a cell and calls function `(i + 437) % FUNCTIONS`, which is
/// mostly in another part: directly, through a closure, or with a frame of such a function.
fn source() -> String {
    let mut text = "flow 1
foreign report \"report\" (i64) -> ()
global count: i64
global last: ref
"
    .to_owned();
    for i in 0..FUNCTIONS {
        let next = (i + 437) % FUNCTIONS;
        let (check, push, k) =
            ("  () = check 16 k\n", format!("  k1: cont = push c{next} k\n"), "k1");
        let (check, push, k) = if i % 3 == 0 { (check, push.as_str(), k) } else { ("", "", "k") };
        let target = if i % 3 == 1 { format!("* static f{next}") } else { format!("f{next}") };
        write!(
            text,
            "cont c{i}() return k {{
  (link: cont) = pop k
  c: i64 = global count
  d: i64 = add.i64 c 2
  () = global.set count d
  throw link
}}
fun f{i}(n: i64) return k {{
{check}  stop: i1 = eq.i64 n 0
  c: i64 = global count
  d: i64 = add.i64 c 1
  () = global.set count d
  () = global.set last \"text {next}\"
  m: i64 = sub.i64 n 1
  if stop {{ throw k }} else {{
{push}    apply {target} m return {k}
  }}
}}
"
        )
        .expect("text");
    }
    text + "cont end() return k {
  (link: cont) = pop k
  c: i64 = global count
  () = ccall report c
  s: ref = global last
  l: i64 = str.len s
  () = ccall report l
  throw link
}
fun main() return k {
  () = check 16 k
  k1: cont = push end k
  apply f0 1498 return k1
}
entry main
"
}

#[test]
fn parts_refer_to_one_another() {
    let source = source();
    let frames = (0..1498).scan(0, |f, _| {
        let at = *f;
        *f = (*f + 437) % FUNCTIONS;
        Some(at)
    });
    let frames = frames.filter(|f| f % 3 == 0).count() as u64;
    let last = (0..=1498).fold(0, |f, _| (f + 437) % FUNCTIONS);
    let expected = [1499 + 2 * frames, format!("text {last}").len() as u64];
    for level in [OptLevel::O0, OptLevel::O2] {
        let stress = Config { stress: true, sanity: false, ..Config::default() };
        for config in [Config::default(), stress] {
            let outcome = run_with(&source, level, config);
            assert_eq!((outcome.code, outcome.reports.as_slice()), (0, &expected[..]));
        }
    }
}

#[test]
fn the_same_parts_every_time() {
    let unit = parse(&source());
    let options = Options { opt_level: OptLevel::O0, cpu: Cpu::Baseline, ..Options::default() };
    let first = compile_objects(&unit, &options).expect("objects");
    assert!(first.len() > 2, "{} parts", first.len());
    assert!(first == compile_objects(&unit, &options).expect("objects"));
}
