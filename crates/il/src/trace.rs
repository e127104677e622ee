//! Traces: what a run shows to the outside; bounded comparison of the traces
//! of two programs; and the lines that `--trace` prints.

use crate::machine::{Call, Event, Machine, Reading, Step, Stuck};
use crate::print::{show_binding, show_end};
use crate::syntax::{Program, Var};
use base::rng::mix;
use base::{Name, Span};
use std::fmt;

/// A trace as far as it was followed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// The calls of actions.
    pub calls: Vec<Call>,
    /// Its end.
    pub end: End,
}

/// The end of a trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// With a value.
    Value(i64),
    /// The program was stuck.
    Stuck,
    /// It was not followed to its end.
    Open,
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let args: Vec<String> = self.args.iter().map(i64::to_string).collect();
        write!(f, "{} = @{} ({})", self.answer, self.action, args.join(", "))
    }
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Value(value) => write!(f, "value {value}"),
            End::Stuck => f.write_str("stuck"),
            End::Open => f.write_str("..."),
        }
    }
}

/// Answers of the environment: a function of how many were given before.
#[derive(Clone, Copy, Debug)]
pub struct Answers {
    seed: u64,
    given: u64,
}

impl Answers {
    /// The answers with this seed.
    pub fn new(seed: u64) -> Answers {
        Answers { seed, given: 0 }
    }

    /// The next answer: mostly small.
    pub fn next_answer(&mut self) -> i64 {
        self.given += 1;
        small(mix(self.seed ^ self.given.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }
}

fn small(bits: u64) -> i64 {
    match bits % 8 {
        0..=5 => ((bits >> 8) % 16) as i64 - 4,
        6 => ((bits >> 8) % 2000) as i64 - 1000,
        _ => (bits >> 3) as i64,
    }
}

/// Follows a program for so many steps.
pub fn follow(
    program: &Program,
    reading: Reading,
    free: impl Fn(Var) -> Option<i64>,
    mut answers: Answers,
    steps: usize,
) -> Trace {
    let mut machine = Machine::new(program, reading, free);
    let mut calls = Vec::new();
    let mut answer = |_: &str, _: &[i64], _: Span| Ok(answers.next_answer());
    for _ in 0..steps {
        match machine.step(&mut answer) {
            Step::Went(Event::Silent) => {}
            Step::Went(Event::Call(call)) => calls.push(call),
            Step::Value(value) => return Trace { calls, end: End::Value(value) },
            Step::Stuck(_) => return Trace { calls, end: End::Stuck },
        }
    }
    Trace { calls, end: End::Open }
}

/// The number of equal calls before the first difference of two traces, if they differ. A trace
/// that was not followed to its end differs by the calls it has, never by those it lacks.
pub fn differ(a: &Trace, b: &Trace) -> Option<usize> {
    let same = a.calls.iter().zip(&b.calls).take_while(|(x, y)| x == y).count();
    let (x, y) = (a.calls.get(same), b.calls.get(same));
    let differs = match (x, y) {
        (Some(_), Some(_)) => true,
        (Some(_), None) => b.end != End::Open,
        (None, Some(_)) => a.end != End::Open,
        (None, None) => a.end != b.end && a.end != End::Open && b.end != End::Open,
    };
    differs.then_some(same)
}

/// Two programs that are compared.
#[derive(Clone, Copy, Debug)]
pub struct Sides<'a> {
    /// The first, and how it is read.
    pub left: (&'a Program, Reading),
    /// The second, and how it is read.
    pub right: (&'a Program, Reading),
}

/// The bounds of a search.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The number of inputs.
    pub runs: u64,
    /// The number of steps of each.
    pub steps: usize,
    /// The seed of random choices.
    pub seed: u64,
}

/// Inputs with which two programs differ.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// The values of free variables, by name.
    pub inputs: Vec<(Name, i64)>,
    /// The trace of the first.
    pub left: Trace,
    /// The trace of the second.
    pub right: Trace,
    /// The number of calls that are equal.
    pub same: usize,
}

impl Counterexample {
    /// Short ones first, and of these the ones with small numbers.
    fn cost(&self) -> (usize, u128) {
        let inputs = self.inputs.iter().map(|(_, value)| *value);
        let answers = self.left.calls[..self.same].iter().map(|call| call.answer);
        let size = |value: i64| u128::from(value.unsigned_abs());
        (self.same, inputs.chain(answers).map(size).sum())
    }
}

/// Looks for inputs and answers with which the programs have other traces; of
/// all that are found, one with the shortest trace up to the difference and small numbers.
pub fn inequivalent(sides: Sides<'_>, effort: Effort) -> Option<Counterexample> {
    let mut names: Vec<Name> = Vec::new();
    for (program, _) in [sides.left, sides.right] {
        names.extend(program.free.iter().map(|(var, _)| program.vars[*var].clone()));
    }
    names.sort_unstable();
    names.dedup();
    let mut best: Option<Counterexample> = None;
    for run in 0..effort.runs {
        let inputs: Vec<(Name, i64)> = names
            .iter()
            .enumerate()
            .map(|(i, name)| (name.clone(), input(run, i, effort.seed)))
            .collect();
        let trace = |(program, reading): (&Program, Reading)| {
            let value = |var| {
                let at = inputs.binary_search_by(|(name, _)| (**name).cmp(program.name(var)));
                at.ok().map(|at| inputs[at].1)
            };
            follow(program, reading, value, Answers::new(mix(effort.seed ^ run)), effort.steps)
        };
        let (left, right) = (trace(sides.left), trace(sides.right));
        if let Some(same) = differ(&left, &right) {
            let found = Counterexample { inputs, left, right, same };
            if best.as_ref().is_none_or(|best| found.cost() < best.cost()) {
                best = Some(found);
            }
        }
        if best.as_ref().is_some_and(|best| best.same == 0) {
            break;
        }
    }
    best
}

/// The first inputs are small.
fn input(run: u64, variable: usize, seed: u64) -> i64 {
    match run {
        0 => 0,
        1 => 1,
        2 => 2 + variable as i64,
        3 => 3 - 2 * variable as i64,
        _ => small(mix(seed ^ mix(run ^ (variable as u64) << 32))),
    }
}

/// Most variables and functions of a line of `--trace`.
const MOST: usize = 40;

/// A configuration as `--trace` shows it, before its step.
pub fn show_configuration(program: &Program, machine: &Machine<'_>) -> String {
    let (body, item) = machine.place();
    let body = &program.bodies[body];
    let term = match body.lets.get(item) {
        Some(binding) => show_binding(program, &binding.binding, false),
        None => show_end(program, &body.end),
    };
    let env = machine.environment().map(|(var, value)| format!("{}={value}", program.name(var)));
    let mut context: Vec<String> =
        machine.context().map(|fun| program.funs[fun].name.to_string()).collect();
    for (name, closure) in context.iter_mut().rev().zip(machine.closures(MOST)) {
        let other =
            closure.into_iter().map(|(var, value)| format!("{}={value}", program.name(var)));
        let other: Vec<String> = other.collect();
        if !other.is_empty() {
            *name = format!("{name}[{}]", list(other));
        }
    }
    format!("{term}\n     V: {}\n     F: {}", list(env.collect()), list(context))
}

/// The last ones, if there are too many.
fn list(items: Vec<String>) -> String {
    let skipped = items.len().saturating_sub(MOST);
    let dots = if skipped > 0 { format!("({skipped} more) ") } else { String::new() };
    format!("{dots}{}", items[skipped..].join(" "))
}

/// An event as `--trace` shows it.
pub fn show_step(step: &Step) -> String {
    match step {
        Step::Went(Event::Silent) => "tau".to_owned(),
        Step::Went(Event::Call(call)) => call.to_string(),
        Step::Value(value) => format!("value {value}"),
        Step::Stuck(Stuck { why, .. }) => format!("stuck: {why}"),
    }
}
