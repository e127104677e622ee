//! Passes and the runner that checks, dumps, times, counts and stops.
//!
//! A pass is a value: a name, a line about it, its settings and a function from a language to
//! itself. It transforms and counts its rewrites; everything else is done here,
//! once, for every language.
//!
//! A pipeline is a list of steps: a pass with the settings and the reason of its place. A pass that
//! runs several times has an instance for each, `contract@1`, `contract@2` and so on, in the
//! order of running; where a pass is named, its name means all of them.

mod step;

pub use step::{Setting, Settings, Step};

use base::Violation;
use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, Instant};

/// A language that passes work on.
pub trait Ir: fmt::Display {
    /// Its name, as `--emit` and file endings say it.
    const LANGUAGE: &'static str;

    /// Every violation of the language's invariants.
    fn check(&self) -> Vec<Violation>;

    /// Violations of optional invariants, which a pass must preserve where they held.
    fn check_kept(&self) -> Vec<Violation> {
        Vec::new()
    }
}

/// A transformation of a language.
pub struct Pass<M> {
    /// Its name: its flag, its folder of tests, its line in the statistics.
    pub name: &'static str,
    /// A description, in a line.
    pub about: &'static str,
    /// The settings and their defaults.
    pub settings: &'static [Setting],
    /// The transformation.
    pub run: fn(&mut M, &Settings<'_>, &mut Stats),
}

/// The number of times that each rewrite of each pass happened.
#[derive(Default, Debug, Clone)]
pub struct Stats {
    counts: BTreeMap<(&'static str, &'static str), usize>,
    pass: &'static str,
}

impl Stats {
    /// Counts `n` rewrites of the running pass.
    pub fn count(&mut self, what: &'static str, n: usize) {
        if n > 0 {
            *self.counts.entry((self.pass, what)).or_default() += n;
        }
    }

    /// The number of times that a rewrite happened, over all passes.
    pub fn total(&self, what: &str) -> usize {
        self.counts.iter().filter(|((_, w), _)| *w == what).map(|(_, n)| n).sum()
    }

    /// The number of all rewrites.
    pub fn sum(&self) -> usize {
        self.counts.values().sum()
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ((pass, what), n) in &self.counts {
            writeln!(f, "{n:>10}  {pass}: {what}")?;
        }
        Ok(())
    }
}

/// The work of the runner besides running passes.
#[derive(Default, Debug, Clone)]
pub struct Options {
    /// Check after every pass.
    pub check: bool,
    /// Passes or instances of them, here and below. Those not to run.
    pub skip: Vec<String>,
    /// Print the program before these passes.
    pub dump_before: Vec<String>,
    /// Print the program after these passes.
    pub dump_after: Vec<String>,
    /// End the pipeline after this pass.
    pub stop_after: Option<String>,
    /// End the pipeline where this says that nobody wants the result any more.
    pub unwanted: Option<fn() -> bool>,
}

impl Options {
    /// True if nobody wants the result any more.
    pub fn is_unwanted(&self) -> bool {
        self.unwanted.is_some_and(|unwanted| unwanted())
    }
}

/// The record of a run of pipelines.
#[derive(Default, Debug, Clone)]
pub struct Report {
    /// Rewrites.
    pub stats: Stats,
    /// Time of every instance of a pass, in order of running.
    pub times: Vec<(String, Duration)>,
    /// The number of turns that each pass had.
    turns: BTreeMap<&'static str, usize>,
    /// The dumps that were asked for: a title and the text.
    pub dumps: Vec<(String, String)>,
    /// True once the pipeline has stopped: after the pass where it was asked to, or since nobody
    /// wants the result.
    pub stopped: bool,
}

/// A pass left the program ill-formed: a bug in Kont.
#[derive(Debug, Clone)]
pub struct Broken {
    /// The pass.
    pub pass: String,
    /// The invariants that do not hold.
    pub violations: Vec<Violation>,
    /// The program after the pass.
    pub program: String,
    /// The program before the pass.
    pub before: String,
    /// The language, for the name of the file it is saved in.
    pub language: &'static str,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let violations = Violation::join(&self.violations);
        write!(f, "internal error after pass {}: {violations}", self.pass)
    }
}

impl Report {
    /// The name of the next instance of a pass.
    fn next_instance(&mut self, pass: &'static str) -> String {
        let turns = self.turns.entry(pass).or_default();
        *turns += 1;
        format!("{pass}@{turns}")
    }

    /// An instance among these names that had no turn.
    pub fn without_turn<'n>(&self, names: impl IntoIterator<Item = &'n String>) -> Option<&'n str> {
        names.into_iter().map(String::as_str).find(|name| match step::instance(name) {
            Some((pass, number)) => self.turns.get(pass).is_none_or(|turns| number > *turns),
            None => false,
        })
    }
}

/// Runs passes in order.
///
/// # Errors
/// Fails if a check after a pass fails.
pub fn run_pipeline<M: Ir>(
    module: &mut M,
    steps: &[Step<M>],
    options: &Options,
    report: &mut Report,
) -> Result<(), Box<Broken>> {
    // What a program written by hand lacks already, passes cannot lose.
    let keeps = options.check && module.check_kept().is_empty();
    for step in steps {
        let pass = step.pass;
        let instance = report.next_instance(pass.name);
        report.stopped |= options.is_unwanted();
        let is_named = |names: &[String]| names.iter().any(|n| n == pass.name || *n == instance);
        if report.stopped || is_named(&options.skip) {
            continue;
        }
        if is_named(&options.dump_before) {
            report.dumps.push((format!("before {instance}"), module.to_string()));
        }
        let before = if options.check { module.to_string() } else { String::new() };
        report.stats.pass = pass.name;
        let start = Instant::now();
        step.run(module, &mut report.stats);
        report.times.push((instance.clone(), start.elapsed()));
        if options.check {
            checked(module, &instance, before.clone())?;
            let lost = if keeps { module.check_kept() } else { Vec::new() };
            if !lost.is_empty() {
                return Err(broken(module, &instance, before, lost));
            }
        }
        if is_named(&options.dump_after) {
            report.dumps.push((format!("after {instance}"), module.to_string()));
        }
        report.stopped = is_named(options.stop_after.as_slice());
    }
    Ok(())
}

/// Checks a program that `pass`, a pass or a translation, has made.
///
/// # Errors
/// Fails if an invariant does not hold.
pub fn checked<M: Ir>(module: &M, pass: &str, before: String) -> Result<(), Box<Broken>> {
    let violations = module.check();
    if violations.is_empty() {
        return Ok(());
    }
    Err(broken(module, pass, before, violations))
}

fn broken<M: Ir>(
    module: &M,
    pass: &str,
    before: String,
    violations: Vec<Violation>,
) -> Box<Broken> {
    let (pass, program) = (pass.to_owned(), module.to_string());
    Box::new(Broken { pass, violations, program, before, language: M::LANGUAGE })
}
