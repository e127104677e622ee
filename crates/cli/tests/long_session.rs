//! Sessions in Standard ML that live long: inputs are elaborated, lowered, compiled, loaded and
//! run one after the other in this process.

use diag::{Severity, SourceId, Sources};
use driver::{Failure, Image, OptLevel, Options, Outcome, RunOptions, Session, UnitId};
use front::{FrontEnds, Program};
use sml::{Compilation, Lowered, Monomorphiser, UnitNumbers};
use std::ffi::OsStr;
use std::ops::Range;

/// A session at work.
struct Live {
    sources: Sources,
    compilation: Compilation,
    monomorphiser: Monomorphiser,
    session: Session,
    image: Image,
}

impl Live {
    fn new() -> Live {
        let mut sources = Sources::new();
        let compilation = Compilation::new(&mut sources);
        let options = Options { level: OptLevel::O0, ..Options::default() };
        let run = RunOptions { args: Vec::new(), heap_max: Some(256 << 20), stats: false };
        Live {
            sources,
            compilation,
            monomorphiser: Monomorphiser::new(),
            session: Session::new(FrontEnds(&[]), options),
            image: driver::new_image(OsStr::new("session"), &run)
                .expect("a heap of this size fits"),
        }
    }

    /// Elaborates, lowers, compiles and runs an input.
    fn input(&mut self, text: &str) -> (Input, Outcome) {
        let input = self.compiled(text).expect("it compiles");
        let outcome = self.image.run(input.unit);
        (input, outcome)
    }

    /// Elaborates, lowers and compiles an input.
    fn compiled(&mut self, text: &str) -> Result<Input, Failure> {
        let source = self.sources.add("input".to_owned(), text);
        let first = self.compilation.program().decs.len();
        let found = self.compilation.add(source, text.as_bytes());
        assert!(found.iter().all(|m| m.severity != Severity::Error), "{text}: {found:?}");
        let decs = first..self.compilation.program().decs.len();
        let lowered = self.monomorphiser.resume(self.compilation.program(), &self.sources);
        let lowered = lowered.unwrap_or_else(|found| panic!("{text}: {found:?}"));
        let Lowered { module, numbers, starts_library, .. } = lowered;
        match self.session.load(&mut self.image, Program::Anf(module)) {
            Ok(unit) => Ok(Input { unit, numbers, starts_library, source, decs }),
            Err(failure) => {
                self.monomorphiser.forget(&[numbers]);
                Err(failure)
            }
        }
    }

    /// Nobody can name what the input has defined: its unit goes when nothing reaches it.
    fn release(&mut self, input: Input) {
        if !input.starts_library {
            self.monomorphiser.forget(&[input.numbers]);
            self.image.release(input.unit);
        }
        self.compilation.forget(input.decs);
        self.sources.forget(input.source);
    }
}

/// What is known of an input that has run.
struct Input {
    unit: UnitId,
    numbers: UnitNumbers,
    starts_library: bool,
    source: SourceId,
    decs: Range<usize>,
}

/// The memory that the process has now, in bytes.
fn resident() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").expect("the system tells");
    let pages: usize = text.split(' ').nth(1).and_then(|n| n.parse().ok()).expect("a number");
    pages * 4096
}

/// Every input defines `it` again, with a string and a function of its own in it, so that the unit
/// before is garbage. The variable `KONT_UNITS` asks for more inputs.
#[test]
fn many_inputs_in_bounded_memory() {
    const WARM: usize = 500;
    let inputs = std::env::var("KONT_UNITS").ok().and_then(|n| n.parse().ok()).unwrap_or(2000);
    let mut live = Live::new();
    live.input("val it = (Int.toString (length [1]), fn n : int => n);");
    let (mut before, mut last) = (0, None);
    for i in 1..=inputs {
        // What it is computed from is gone after it.
        let text = format!(
            "val it = let val k = #2 it 0 mod 7 in (\"input {i}\", fn n => n + k + length [n]) end;"
        );
        let (input, outcome) = live.input(&text);
        assert_eq!(outcome, Outcome::Done);
        if let Some(before) = last.replace(input) {
            live.release(before);
        }
        if i % 100 == 0 {
            live.image.sweep().expect("memory is given back");
            assert!(live.image.len() < 20, "{} units after {i} inputs", live.image.len());
        }
        if i == WARM {
            before = resident();
        }
    }
    let grown = resident().saturating_sub(before);
    println!("{} bytes an input", grown / (inputs - WARM));
    assert!(grown < 8 << 20, "{} KiB for {} inputs", grown >> 10, inputs - WARM);
}

#[test]
fn a_session_goes_on_after_every_end() {
    let mut live = Live::new();
    live.input("val kept = ref [\"kept\"] fun check () = if !kept = [\"kept\"] then () else raise Fail \"lost\";");
    for _ in 0..3 {
        let (_, outcome) = live.input("exception Mine of int val () = raise Mine 5;");
        assert_eq!(outcome, Outcome::Failed(1));
        let (_, outcome) = live.input("fun grow n = n :: grow (n + 1) val it = length (grow 0);");
        assert_eq!(outcome, Outcome::Exhausted);
        let (_, outcome) = live.input("val it = Array.array (1000000000, 0);");
        assert_eq!(outcome, Outcome::Exhausted);
        let (_, outcome) = live.input("val () = check () val it = map Int.toString [1, 2, 3];");
        assert_eq!(outcome, Outcome::Done);
        live.image.sweep().expect("memory is given back");
        live.image.runtime().check_heap().expect("a sane heap");
    }
}

/// What nobody wants any more is compiled no further, and what comes later is as ever.
#[test]
fn what_nobody_wants() {
    let mut live = Live::new();
    live.input("fun twice f x = f (f x);");
    live.session.options.passes.unwanted = Some(|| true);
    let refused = live.compiled("val x = twice (fn n => n + 1) 5;");
    assert!(matches!(refused, Err(Failure::Unwanted)));
    live.session.options.passes.unwanted = Some(|| false);
    let text = "val () = if twice (fn n => n + 1) 5 = 7 then () else raise Fail \"wrong\";";
    assert_eq!(live.input(text).1, Outcome::Done);
}
