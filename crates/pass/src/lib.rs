//! Passes and the runner that checks, dumps, times, counts and stops.
//!
//! A pass is a value: a name, a line about it and a function from a language to
//! itself. It transforms and counts its rewrites; everything else is done here,
//! once, for every language.

use std::collections::BTreeMap;
use std::fmt;
use std::time::{Duration, Instant};

/// A language that passes work on.
pub trait Ir: fmt::Display {
    /// Its name, as `--emit` and file endings say it.
    const LANGUAGE: &'static str;

    /// Every violation of the language's invariants.
    fn check(&self) -> Vec<String>;
}

/// A transformation of a language.
pub struct Pass<M> {
    /// Its name: its flag, its folder of tests, its line in the statistics.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// Does it.
    pub run: fn(&mut M, &mut Stats),
}

/// How often each rewrite of each pass happened.
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

    /// How often a rewrite happened, over all passes.
    pub fn total(&self, what: &str) -> usize {
        self.counts.iter().filter(|((_, w), _)| *w == what).map(|(_, n)| n).sum()
    }

    /// How many rewrites happened altogether.
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

/// What the runner does besides running.
#[derive(Default, Debug, Clone)]
pub struct Options {
    /// Check after every pass.
    pub check: bool,
    /// Passes not to run.
    pub skip: Vec<String>,
    /// Print the program before these passes.
    pub dump_before: Vec<String>,
    /// Print the program after these passes.
    pub dump_after: Vec<String>,
    /// End the pipeline after this pass.
    pub stop_after: Option<String>,
}

/// What a run of pipelines leaves behind.
#[derive(Default, Debug, Clone)]
pub struct Report {
    /// Rewrites.
    pub stats: Stats,
    /// Time of every pass, in order of running.
    pub times: Vec<(String, Duration)>,
    /// What was asked to be dumped: a title and the text.
    pub dumps: Vec<(String, String)>,
    /// The pass after which the pipeline was asked to stop, once it has.
    pub stopped: bool,
}

/// A pass left the program ill-formed: a bug in Kont.
#[derive(Debug, Clone)]
pub struct Broken {
    /// The pass.
    pub pass: String,
    /// What does not hold.
    pub violations: Vec<String>,
    /// The program after the pass.
    pub program: String,
    /// The program before the pass.
    pub before: String,
    /// The language, for the name of the file it is saved in.
    pub language: &'static str,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "internal error after pass {}: {}", self.pass, self.violations.join("; "))
    }
}

/// Runs passes in order.
///
/// # Errors
/// If a check after a pass fails.
pub fn run_pipeline<M: Ir>(
    module: &mut M,
    passes: &[&Pass<M>],
    options: &Options,
    report: &mut Report,
) -> Result<(), Box<Broken>> {
    for pass in passes {
        if report.stopped || options.skip.iter().any(|s| s == pass.name) {
            continue;
        }
        if options.dump_before.iter().any(|s| s == pass.name) {
            report.dumps.push((format!("before {}", pass.name), module.to_string()));
        }
        let before = if options.check { module.to_string() } else { String::new() };
        report.stats.pass = pass.name;
        let start = Instant::now();
        (pass.run)(module, &mut report.stats);
        report.times.push((pass.name.to_owned(), start.elapsed()));
        if options.check {
            checked(module, pass.name, before)?;
        }
        if options.dump_after.iter().any(|s| s == pass.name) {
            report.dumps.push((format!("after {}", pass.name), module.to_string()));
        }
        report.stopped = options.stop_after.as_deref() == Some(pass.name);
    }
    Ok(())
}

/// Checks a program that `pass`, a pass or a translation, has made.
///
/// # Errors
/// If an invariant does not hold.
pub fn checked<M: Ir>(module: &M, pass: &str, before: String) -> Result<(), Box<Broken>> {
    let violations = module.check();
    if violations.is_empty() {
        return Ok(());
    }
    let program = module.to_string();
    Err(Box::new(Broken {
        pass: pass.to_owned(),
        violations,
        program,
        before,
        language: M::LANGUAGE,
    }))
}
