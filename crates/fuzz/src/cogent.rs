//! Programs in Cogent by chance.
//!
//! All oracles share one front end, so that what it gets wrong is wrong everywhere. A
//! generated program therefore comes with the result that it must have, by an interpreter of the
//! generated language that knows nothing of inference, instances and layouts.
//!
//! - `syntax`: the generated language;
//! - `generate`: a program from a seed;
//! - `eval`: its result;
//! - `print`: its text;
//! - `shrink`: the smallest program that still fails.

mod eval;
mod generate;
mod print;
mod shrink;
mod syntax;

use crate::oracle::{End, Outcome, Run, run_all, run_one, run_stages};
use cogent_c::literal;
use cogent_check::core::Program as Core;
use cogent_lower::{Call, Options, lower};
use cogent_syntax::{File, Loader};
use diag::{Diagnostic, Severity, Sources};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Steps that the interpreter of ANF may take: many times those of the direct interpreter.
const STEPS: u64 = 20_000_000;

/// What stands before the names of oracles by which variants are unions.
const UNION: &str = "union, ";

/// A program in Cogent and the line that it must print.
#[derive(Clone, Debug)]
pub struct CogentProgram {
    program: syntax::Program,
    expected: String,
}

impl CogentProgram {
    /// The program of a seed.
    pub fn generate(seed: u64) -> CogentProgram {
        let (program, expected) = generate::generate(seed);
        CogentProgram { program, expected }
    }

    /// Its text.
    pub fn text(&self) -> String {
        print::text(&self.program)
    }

    /// The line that it must print.
    pub fn expected(&self) -> &str {
        &self.expected
    }

    /// The function that is called and its argument, as words of the command line.
    pub fn call(&self) -> [String; 2] {
        let entry = self.program.funs.last().map(|fun| fun.name.clone());
        [entry.unwrap_or_default(), print::argument(&self.program)]
    }

    /// The result that it must have, then that of every interpreter, between passes too; and at
    /// the end of every stage with variants that are unions.
    pub fn run_all(&self) -> Vec<Run> {
        let mut runs = self.run(false, |module| run_all(module, STEPS));
        runs.extend(self.run(true, |module| run_stages(module, STEPS)).drain(1..));
        runs
    }

    /// The same without what lies between passes.
    pub fn run_stages(&self) -> Vec<Run> {
        let mut runs = self.run(false, |module| run_stages(module, STEPS));
        runs.extend(self.run(true, |module| run_stages(module, STEPS)).drain(1..));
        runs
    }

    /// The result that it must have, that of the interpreter of ANF, and that of one other oracle.
    pub fn run_one(&self, oracle: &str) -> Vec<Run> {
        let plain = oracle.strip_prefix(UNION);
        self.run(plain.is_some(), |module| run_one(module, STEPS, plain.unwrap_or(oracle)))
    }

    /// The smallest program that still fails.
    pub fn shrink(&self, fails: &mut dyn FnMut(&CogentProgram) -> bool) -> CogentProgram {
        shrink::shrink(self, fails)
    }

    fn run(&self, union: bool, run: impl FnOnce(&anf::Module) -> Vec<Run>) -> Vec<Run> {
        let output = self.expected.clone().into_bytes();
        let outcome = Outcome { end: End::Done, output };
        let mut runs = vec![Run { oracle: "expected".to_owned(), outcome }];
        let module = catch_unwind(AssertUnwindSafe(|| self.compiled(union)))
            .unwrap_or_else(|panic| Err(format!("panic: {}", crate::oracle::said(&*panic))));
        match module {
            Ok(module) => runs.extend(run(&module)),
            Err(why) => {
                let outcome = Outcome::failed(why);
                runs.push(Run { oracle: "front end".to_owned(), outcome });
            }
        }
        if union {
            runs[1..].iter_mut().for_each(|run| run.oracle.insert_str(0, UNION));
        }
        runs
    }

    /// The module that the front end makes of the program and its call, or the first error.
    fn compiled(&self, union_variants: bool) -> Result<anf::Module, String> {
        let mut sources = Sources::new();
        let text = self.text();
        let mut program = read(&mut sources, text.as_bytes()).1.map_err(|found| {
            found.first().map_or("no message".into(), |error| diag::draw(&sources, error, false))
        })?;
        let faults = program.check();
        if !faults.is_empty() {
            return Err(format!("core check: {}", faults.join("; ")));
        }
        let [name, arg] = self.call();
        let found = program.functions.iter().find(|(_, function)| *function.name == *name);
        let (id, function) = found.ok_or("the function that is called is not there")?;
        let source = sources.add("ARG".to_owned(), arg.as_bytes().to_vec());
        let file = File { source, text: arg.as_bytes().into() };
        let shown = |found: Vec<Diagnostic>| {
            found.first().map_or("no message".into(), |error| diag::draw(&sources, error, false))
        };
        let value = literal::parse(&program.types, function.arg, file).map_err(shown)?;
        let options = Options { union_variants, ..Options::default() };
        let lowered = lower(&program, &sources, &options, Some(&Call::Function(id, value)));
        lowered.map(|lowered| lowered.module).map_err(shown)
    }
}

/// The print of a program, and what the checker makes of it; it includes nothing.
pub(crate) fn read(sources: &mut Sources, text: &[u8]) -> (String, Result<Core, Vec<Diagnostic>>) {
    let source = sources.add("program.cogent".to_owned(), text.to_vec());
    let file = File { source, text: text.into() };
    let options = cogent_syntax::Options::default();
    let read = cogent_syntax::read(Path::new("program.cogent"), file, &mut Nothing, &options);
    if read.diagnostics.iter().any(|found| found.severity == Severity::Error) {
        return (String::new(), Err(read.diagnostics));
    }
    (read.program.to_string(), cogent_check::check(&read.program))
}

/// No files.
struct Nothing;

impl Loader for Nothing {
    fn load(&mut self, _: &Path) -> Result<Option<File>, String> {
        Ok(None)
    }
}
