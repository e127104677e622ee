//! Runs Flow programs as native code, with the runtime and two functions that
//! programs call to say what they found.
#![allow(dead_code, unsafe_code, reason = "every test uses a part of it; compiled code is called")]

pub(crate) mod session;

use codegen_llvm::{Artefact, Cpu, OptLevel, Options, compile, compile_objects};
use host::TestHost;
use kont_jit::Jit;
use runtime::{Config, Runtime};
use std::cell::RefCell;

thread_local! {
    static REPORTS: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
}

/// The foreign function `report` of the programs.
pub(crate) extern "C" fn report(word: u64) {
    REPORTS.with_borrow_mut(|reports| reports.push(word));
}

/// The foreign function `report_all` of the programs: it takes all slots of the convention.
#[allow(clippy::too_many_arguments)]
pub(crate) extern "C" fn report_all(
    i0: u64,
    i1: u64,
    i2: u64,
    i3: u64,
    i4: u64,
    i5: u64,
    i6: u64,
    f0: f64,
    f1: f64,
    f2: f64,
    f3: f64,
    f4: f64,
    f5: f64,
    f6: f64,
    f7: f64,
) {
    [i0, i1, i2, i3, i4, i5, i6].into_iter().for_each(|n| report(n));
    [f0, f1, f2, f3, f4, f5, f6, f7].into_iter().for_each(|x| report(x.to_bits()));
}

/// The reports since this was last asked.
pub(crate) fn reports() -> Vec<u64> {
    REPORTS.take()
}

/// The levels that tests run at.
pub(crate) const LEVELS: [OptLevel; 4] = [OptLevel::O0, OptLevel::O1, OptLevel::O2, OptLevel::O3];

/// Reads and checks a unit.
pub(crate) fn parse(source: &str) -> flow::Unit {
    let unit = flow::parse(source.as_bytes()).unwrap_or_else(|errors| panic!("{errors:?}"));
    let violations = flow::check(&unit);
    assert!(violations.is_empty(), "{violations:?}");
    unit
}

/// An object file for this machine.
pub(crate) fn object(source: &str, opt_level: OptLevel, unit_symbol: &str) -> Vec<u8> {
    let unit_symbol = unit_symbol.to_owned();
    let options = Options { opt_level, cpu: Cpu::Host, unit_symbol, ..Options::default() };
    compile(&parse(source), &options, Artefact::Object).unwrap_or_else(|error| panic!("{error}"))
}

/// A JIT that knows the runtime and the functions for reports.
pub(crate) fn new_jit() -> Jit {
    let mut jit = Jit::new().expect("this machine has a JIT");
    jit.define(runtime::symbols()).expect("the runtime's symbols");
    let ours: [(&str, *const u8); 2] =
        [("report", report as *const u8), ("report_all", report_all as *const u8)];
    jit.define(ours).expect("the tests' symbols");
    jit
}

/// The result of a run.
#[derive(Debug, PartialEq)]
pub(crate) struct Outcome {
    pub(crate) code: i32,
    pub(crate) reports: Vec<u64>,
}

/// Runs the entry of a program.
pub(crate) fn run_with(source: &str, level: OptLevel, config: Config) -> Outcome {
    let mut jit = new_jit();
    let options = Options { opt_level: level, cpu: Cpu::Host, ..Options::default() };
    let objects = compile_objects(&parse(source), &options).unwrap_or_else(|e| panic!("{e}"));
    jit.add_objects(&objects).expect("objects");
    let unit = jit.lookup("kont_unit").expect("a unit").cast::<abi::Unit>();
    let mut runtime = Runtime::new(config, Box::new(TestHost::default())).expect("a heap");
    reports();
    // SAFETY: the unit lives as long as the JIT, which outlives the runtime.
    let code = unsafe {
        runtime.register(unit).expect("a unit of this version");
        runtime.run_unit(unit)
    };
    runtime.check_heap().expect("a sane heap");
    drop(runtime);
    Outcome { code, reports: reports() }
}

/// Runs a program at every level, with and without a collection at every
/// check; all must agree.
pub(crate) fn run(source: &str) -> Outcome {
    let small = Config { heap_max: 256 << 20, ..Config::default() };
    let stress = Config { stress: true, sanity: true, ..small.clone() };
    let first = run_with(source, OptLevel::O0, small.clone());
    for level in LEVELS {
        for config in [&small, &stress] {
            assert_eq!(first, run_with(source, level, config.clone()), "at {level:?}");
        }
    }
    first
}

/// Runs a program that may call `report`; it must end well with these reports.
pub(crate) fn check(body: &str, expected: &[i64]) {
    let source = format!("flow 1\nforeign report \"report\" (i64) -> ()\n{body}\nentry main\n");
    let outcome = run(&source);
    let reports: Vec<i64> = outcome.reports.iter().map(|word| *word as i64).collect();
    assert_eq!((outcome.code, reports.as_slice()), (0, expected));
}
