//! Programs in Standard ML by chance.
//!
//! All oracles share one front end, so that what it gets wrong is wrong everywhere. A
//! generated program therefore comes with what it must print, by an interpreter of the generated
//! language that knows nothing of elaboration, decision trees and layouts.
//!
//! - `syntax`: the generated language;
//! - `generate`: a program from a seed;
//! - `ops`: functions of the library, with their meaning;
//! - `eval`, `value`: what a program must print;
//! - `print`: its text;
//! - `shrink`: the smallest program that still fails.

mod eval;
mod generate;
mod ops;
mod print;
mod shrink;
mod syntax;
mod value;

use crate::oracle::{Outcome, Run, run_all, run_one, run_stages};
use diag::{Severity, Sources};
use sml::{Compilation, Monomorphiser};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Steps that the interpreter of ANF may take: many times those of the direct interpreter.
const STEPS: u64 = 20_000_000;

/// A program in Standard ML and what it must print.
#[derive(Clone, Debug)]
pub struct SmlProgram {
    program: syntax::Program,
    expected: Outcome,
}

impl SmlProgram {
    /// The program of a seed.
    pub fn generate(seed: u64) -> SmlProgram {
        let (program, expected) = generate::generate(seed);
        SmlProgram { program, expected }
    }

    /// Its text.
    pub fn text(&self) -> String {
        print::text(&self.program)
    }

    /// The end and the output that it must have.
    pub fn expected(&self) -> &Outcome {
        &self.expected
    }

    /// The output that it must have, then that of every interpreter, between passes too.
    pub fn run_all(&self) -> Vec<Run> {
        self.run(|module| run_all(module, STEPS))
    }

    /// The same without what lies between passes.
    pub fn run_stages(&self) -> Vec<Run> {
        self.run(|module| run_stages(module, STEPS))
    }

    /// The output that it must have, that of the interpreter of ANF, and that of one other oracle.
    pub fn run_one(&self, oracle: &str) -> Vec<Run> {
        self.run(|module| run_one(module, STEPS, oracle))
    }

    /// The smallest program that still fails.
    pub fn shrink(&self, fails: &mut dyn FnMut(&SmlProgram) -> bool) -> SmlProgram {
        shrink::shrink(self, fails)
    }

    fn run(&self, run: impl FnOnce(&anf::Module) -> Vec<Run>) -> Vec<Run> {
        let expected = Run { oracle: "expected".to_owned(), outcome: self.expected.clone() };
        let text = self.text();
        let module = catch_unwind(AssertUnwindSafe(|| compiled(&text)))
            .unwrap_or_else(|_| Err("panic".to_owned()));
        let mut runs = vec![expected];
        match module {
            Ok(module) => runs.extend(run(&module)),
            Err(why) => {
                let outcome = Outcome::failed(why);
                runs.push(Run { oracle: "front end".to_owned(), outcome });
            }
        }
        runs
    }
}

/// The module that the front end makes of a text, or its first error.
fn compiled(text: &str) -> Result<anf::Module, String> {
    let mut sources = Sources::new();
    let mut compilation = Compilation::new(&mut sources);
    let id = sources.add("program.sml".to_owned(), text.as_bytes().to_vec());
    let found = compilation.add(id, text.as_bytes());
    let first = |found: &[diag::Diagnostic]| {
        let error = found.iter().find(|message| message.severity == Severity::Error)?;
        Some(diag::draw(&sources, error, false))
    };
    if let Some(error) = first(&found) {
        return Err(error);
    }
    Monomorphiser::lower(&compilation.into_program(), &sources)
        .map_err(|found| first(&found).unwrap_or_default())
}
