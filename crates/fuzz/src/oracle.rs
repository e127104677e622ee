//! The ends and outputs of a module, by every way there is to run it.
//!
//! ```text
//! anf                  the reference
//! anf text             read back from its text
//! anf rename           after the passes on ANF
//! cps                  translated
//! cps PASS             after one pass alone
//! cps N PASS           after the first N passes of the pipeline
//! flow, flow-imp       both readings, from CPS as translated and as optimised,
//!                      before and after the passes on Flow
//! ```
//! Every program is checked before it is run.

use base::LocatedError;
use host::TestHost;
use pass::{Ir, Stats, Step};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use values::Ending;

/// The end of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// It ran to its end.
    Done,
    /// It exited with this code.
    Exit(u8),
    /// Nothing handled an exception; the report of it, with its backtrace. None where an
    /// oracle does not know what that says.
    Uncaught(Option<String>),
    /// It took more steps than it was allowed.
    Exhausted,
    /// It should not have happened.
    Failed(String),
}

/// The end of a program and its output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Its end.
    pub end: End,
    /// Its output.
    pub output: Vec<u8>,
}

/// A way to run a program, and the outcome.
#[derive(Clone, Debug)]
pub struct Run {
    /// The oracle.
    pub oracle: String,
    /// The outcome.
    pub outcome: Outcome,
}

impl Outcome {
    /// The outcome of what went wrong.
    pub fn failed(why: impl Into<String>) -> Outcome {
        Outcome { end: End::Failed(why.into()), output: Vec::new() }
    }

    /// True if another oracle says the same.
    pub fn agrees(&self, other: &Outcome) -> bool {
        let ends = match (&self.end, &other.end) {
            (End::Uncaught(a), End::Uncaught(b)) => a.is_none() || b.is_none() || a == b,
            (End::Failed(_), End::Failed(_)) => false,
            // The system does not tell these apart.
            (End::Done | End::Exit(0), End::Done | End::Exit(0)) => true,
            (a, b) => a == b,
        };
        ends && self.output == other.output
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:?}", self.end)?;
        f.write_str(&String::from_utf8_lossy(&self.output))
    }
}

/// The first oracle that does not agree with the reference, which is the first
/// of all; nothing if the reference took too long.
pub fn disagreement(runs: &[Run]) -> Option<(&Run, &Run)> {
    let reference = runs.first()?;
    match reference.outcome.end {
        End::Exhausted => return None,
        End::Failed(_) => return Some((reference, reference)),
        End::Done | End::Exit(_) | End::Uncaught(_) => {}
    }
    let other = runs.iter().find(|run| !run.outcome.agrees(&reference.outcome))?;
    Some((reference, other))
}

/// Runs a module in every interpreter, before and after every pass. The
/// reference may take this many steps.
pub fn run_all(module: &anf::Module, steps: u64) -> Vec<Run> {
    run_some(module, steps, Asked::All)
}

/// Runs a module in every interpreter, as translated and as optimised, but not between passes.
pub fn run_stages(module: &anf::Module, steps: u64) -> Vec<Run> {
    run_some(module, steps, Asked::Stages)
}

/// Runs a module in the reference interpreter and by one other oracle.
pub fn run_one(module: &anf::Module, steps: u64, oracle: &str) -> Vec<Run> {
    run_some(module, steps, Asked::One(oracle))
}

/// The oracles that are asked, besides the reference.
#[derive(Clone, Copy)]
enum Asked<'o> {
    All,
    Stages,
    One(&'o str),
}

/// The oracles after which a stage is complete.
const STAGES: [&str; 5] = [
    "cps",
    "flow",
    "flow, imperative",
    "flow optimised cps, optimised",
    "flow optimised cps, optimised, imperative",
];

fn run_some(module: &anf::Module, steps: u64, asked: Asked<'_>) -> Vec<Run> {
    let mut runs = Runs { runs: Vec::new(), steps, asked };
    let reference = runs.run("anf", || checked(module, run_anf(module, steps)));
    if reference.end == End::Exhausted || matches!(reference.end, End::Failed(_)) {
        return runs.runs;
    }
    if runs.is_done() {
        return runs.runs;
    }
    runs.run("anf text", || {
        let text = module.to_string();
        let read = match anf::parse(text.as_bytes()) {
            Ok(read) => read,
            Err(errors) => return Outcome::failed(shown(&errors)),
        };
        if read.to_string() != text {
            return Outcome::failed("it is read as something else");
        }
        checked(&read, run_anf(&read, steps))
    });
    let mut renamed = module.clone();
    runs.make_and_run(
        "anf rename",
        &mut renamed,
        |renamed| apply(renamed, anf::PIPELINE),
        |renamed| run_anf(renamed, steps),
    );
    runs.lowered(&renamed);
    runs.runs
}

fn shown(errors: &[LocatedError]) -> String {
    errors.iter().map(|e| format!("{}: {}", e.title, e.label)).collect::<Vec<_>>().join("; ")
}

fn apply<M>(module: &mut M, steps: &[Step<M>]) {
    let mut stats = Stats::default();
    steps.iter().for_each(|step| step.run(module, &mut stats));
}

/// The outcome, unless the program is not well-formed.
fn checked<M: Ir>(module: &M, outcome: Outcome) -> Outcome {
    let violations = module.check();
    if violations.is_empty() {
        outcome
    } else {
        Outcome::failed(format!("{} check: {}", M::LANGUAGE, base::Violation::join(&violations)))
    }
}

/// The message of a panic.
pub(crate) fn said(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    let text = text.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
    text.unwrap_or_default()
}

struct Runs<'o> {
    runs: Vec<Run>,
    steps: u64,
    asked: Asked<'o>,
}

impl Runs<'_> {
    /// True if this oracle is asked.
    fn asks(&self, oracle: &str) -> bool {
        let last = cps_opt::PIPELINE.len().to_string();
        let is_last = |oracle: &str| oracle.split(' ').nth(1) == Some(&*last);
        oracle == "anf"
            || match self.asked {
                Asked::All => true,
                Asked::Stages => STAGES.contains(&oracle) || is_last(oracle),
                Asked::One(only) => only == oracle,
            }
    }

    /// True if the only oracle has been asked, or is none of those here.
    fn is_done(&self) -> bool {
        match self.asked {
            Asked::One(only) => {
                let native = only.starts_with("jit") || only.starts_with("exe");
                self.runs.len() > 1 || native || only == "anf"
            }
            Asked::All | Asked::Stages => false,
        }
    }

    /// Makes a program and runs it, if it is asked for.
    fn make_and_run<M: Ir>(
        &mut self,
        oracle: &str,
        module: &mut M,
        make: impl FnOnce(&mut M),
        run: impl FnOnce(&M) -> Outcome,
    ) -> Outcome {
        if self.asks(oracle) {
            return self.run(oracle, || {
                make(module);
                checked(module, run(module))
            });
        }
        match catch_unwind(AssertUnwindSafe(|| make(module))) {
            Ok(()) => Outcome { end: End::Done, output: Vec::new() },
            Err(_) => Outcome::failed("panic"),
        }
    }

    fn run(&mut self, oracle: &str, act: impl FnOnce() -> Outcome) -> Outcome {
        if !self.asks(oracle) {
            return Outcome { end: End::Done, output: Vec::new() };
        }
        let outcome = catch_unwind(AssertUnwindSafe(act))
            .unwrap_or_else(|panic| Outcome::failed(format!("panic: {}", said(&*panic))));
        self.runs.push(Run { oracle: oracle.to_owned(), outcome: outcome.clone() });
        outcome
    }

    /// CPS and what comes after it.
    fn lowered(&mut self, module: &anf::Module) {
        // One step of ANF is a binding, of CPS a body, of Flow an operation.
        let steps = self.steps.saturating_mul(100);
        let mut translated = cps::Module::default();
        let plain = self.make_and_run(
            "cps",
            &mut translated,
            |translated| *translated = lower::anf_to_cps(module),
            |translated| run_cps(translated, steps),
        );
        if matches!(plain.end, End::Failed(_)) {
            return;
        }
        self.run("cps text", || match cps::parse(translated.to_string().as_bytes()) {
            Ok(read) if read.to_string() == translated.to_string() => run_cps(&read, steps),
            Ok(_) => Outcome::failed("it is read as something else"),
            Err(errors) => Outcome::failed(shown(&errors)),
        });
        for pass in cps_opt::ALL {
            let mut module = translated.clone();
            self.run(&format!("cps {}", pass.name), || {
                apply(&mut module, &[pass.alone()]);
                checked(&module, run_cps(&module, steps))
            });
        }
        if self.is_done() {
            return;
        }
        self.flow("flow", &translated, lower::cps_to_flow);
        if self.is_done() {
            return;
        }
        for (i, step) in cps_opt::PIPELINE.iter().enumerate() {
            let outcome = self.make_and_run(
                &format!("cps {} {}", i + 1, step.pass.name),
                &mut translated,
                |translated| apply(translated, std::slice::from_ref(step)),
                |translated| run_cps(translated, steps),
            );
            if matches!(outcome.end, End::Failed(_)) {
                return;
            }
        }
        self.flow("flow optimised cps", &translated, on_stack);
    }

    fn flow(
        &mut self,
        name: &str,
        module: &cps::Module,
        translate: fn(&cps::Module) -> flow::Unit,
    ) {
        let mut unit = flow::Unit::default();
        let steps = self.steps.saturating_mul(1000);
        self.make_and_run(
            name,
            &mut unit,
            |unit| *unit = translate(module),
            |unit| {
                let once = flow::bound_once(unit);
                if !once.is_empty() {
                    return Outcome::failed(format!(
                        "bound once: {}",
                        base::Violation::join(&once)
                    ));
                }
                run_flow(unit, steps)
            },
        );
        self.run(&format!("{name}, imperative"), || run_imperative(&unit, steps));
        self.run(&format!("{name}, text"), || match flow::parse(unit.to_string().as_bytes()) {
            Ok(read) if read.to_string() == unit.to_string() => run_flow(&read, steps),
            Ok(_) => Outcome::failed("it is read as something else"),
            Err(errors) => Outcome::failed(shown(&errors)),
        });
        self.make_and_run(
            &format!("{name}, optimised"),
            &mut unit,
            |unit| apply(unit, flow_opt::PIPELINE),
            |unit| run_flow(unit, steps),
        );
        self.run(&format!("{name}, optimised, imperative"), || run_imperative(&unit, steps));
    }
}

fn run_anf(module: &anf::Module, steps: u64) -> Outcome {
    with_host(|host| anf::eval_up_to(module, host, steps))
}

fn run_cps(module: &cps::Module, steps: u64) -> Outcome {
    with_host(|host| cps::eval_up_to(module, host, steps))
}

fn run_flow(unit: &flow::Unit, steps: u64) -> Outcome {
    with_host(|host| flow::eval_steps(unit, host, steps).ending)
}

fn run_imperative(unit: &flow::Unit, steps: u64) -> Outcome {
    with_host(|host| flow::eval_imperative_steps(unit, host, steps).ending)
}

fn with_host(run: impl FnOnce(&mut TestHost) -> Ending) -> Outcome {
    let mut host = TestHost::default();
    let end = match run(&mut host) {
        Ending::Done => End::Done,
        Ending::Exit(code) => End::Exit(code as u8),
        Ending::Uncaught { message, trace } => {
            let report = host::trace::uncaught(message.as_bytes(), &trace);
            End::Uncaught(Some(String::from_utf8_lossy(&report).into_owned()))
        }
        Ending::Foreign(symbol) => End::Failed(format!("call of {symbol}")),
        Ending::Stuck(why) => End::Failed(format!("stuck: {why}")),
        Ending::Exhausted => End::Exhausted,
    };
    Outcome { end, output: host.output }
}

/// The translation with frames on a stack, where the program allows that.
fn on_stack(module: &cps::Module) -> flow::Unit {
    match lower::hindrance(module) {
        None => lower::cps_to_flow_on_stack(module),
        Some(_) => lower::cps_to_flow(module),
    }
}
