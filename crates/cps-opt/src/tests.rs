//! Tests of all passes together: behaviour is kept, and large programs are
//! quick.

mod generate;

use super::{ALL, PIPELINE, pipeline};
use crate::testing::{behaviour, read, run};
use generate::Generator;
use std::fmt::Write;
use std::thread;
use values::Ending;

/// Runs a test with the stack that the driver gives.
fn with_stack(test: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().stack_size(2 << 30).spawn(test).unwrap();
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

#[test]
fn names_are_distinct() {
    let mut names: Vec<_> = ALL.iter().map(|pass| pass.name).collect();
    names.dedup();
    assert_eq!(names.len(), ALL.len());
    assert!(names.is_sorted());
}

/// A function whose calls are nested `depth` deep, each in the continuation of
/// the one before.
fn nested(depth: usize) -> String {
    let mut text = String::from(
        "cps 1 fun f(x: i64) return k: cont(i64) { y: i64 = sadd.i64 x 1 jump k y }
        fun g(x: i64) return k: cont(i64) { c: i1 = slt.i64 x 0 if c { jump k 0 } else {
          y: i64 = sub.i64 x 1 cont j(z: i64) { w: i64 = add.i64 z x jump k w } call g y return j } }
        fun main() return k: cont() { a0: i64 = copy 0\n",
    );
    for i in 0..depth {
        // The continuation of call i binds the operand of call i + 1.
        let _ = writeln!(text, "cont j{i}(r{i}: i64) {{ a{}: i64 = and.i64 r{i} 7", i + 1);
    }
    let _ = writeln!(text, "s: str = i64.to.str a{depth} 10 () = print s jump k");
    for i in (0..depth).rev() {
        let callee = if i % 64 == 0 { "g" } else { "f" };
        let _ = writeln!(text, "}} call {callee} a{i} return j{i}");
    }
    text.push_str("} entry main");
    text
}

#[test]
fn deep_nesting_needs_little_stack() {
    with_stack(|| {
        let mut module = read(&nested(20_000));
        let before = behaviour(&module);
        run(&mut module, PIPELINE);
        assert_eq!(behaviour(&module), before);
    });
}

/// Every pass alone, and the pipelines, keep what random programs do.
#[test]
fn random_programs_behave_as_before() {
    let mut ended = 0;
    for seed in 1..=200 {
        let source = Generator::program(seed);
        let module = read(&source);
        let before = behaviour(&module);
        ended += (before.0 == Ending::Done) as usize;
        for pass in ALL {
            let mut after = module.clone();
            run(&mut after, &[pass.alone()]);
            assert_eq!(behaviour(&after), before, "{} {seed}\n{source}\n{after}", pass.name);
        }
        for level in 1..=3 {
            let mut after = module.clone();
            run(&mut after, pipeline(level));
            assert_eq!(behaviour(&after), before, "{seed} at {level}\n{source}\n{after}");
        }
    }
    assert!(ended > 50, "{ended}");
}
