//! The subject of fuzzing: a module of ANF, or a program in Standard ML.

use crate::{Config, Native, Run, SmlProgram, generate, run_all, run_one, shrink};

/// Steps that the interpreter of ANF may take for a module.
const STEPS: u64 = 300_000;

/// A program by chance.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A module of ANF; the interpreter of ANF is the reference.
    Anf(Box<anf::Module>),
    /// A program in Standard ML, which knows what it must print.
    Sml(Box<SmlProgram>),
}

impl Subject {
    /// The program of a seed.
    pub fn generate(seed: u64, is_sml: bool) -> Subject {
        if is_sml {
            return Subject::Sml(Box::new(SmlProgram::generate(seed)));
        }
        Subject::Anf(Box::new(generate(seed, &Config::varied(seed))))
    }

    /// Its text.
    pub fn text(&self) -> String {
        match self {
            Subject::Anf(module) => module.to_string(),
            Subject::Sml(program) => program.text(),
        }
    }

    /// The ending of the name of its file.
    pub fn ending(&self) -> &'static str {
        match self {
            Subject::Anf(_) => "anf",
            Subject::Sml(_) => "sml",
        }
    }

    /// Lines as a comment.
    pub fn comment(&self, text: &str) -> String {
        let line = |line: &str| match self {
            Subject::Anf(_) => format!("; {line}\n"),
            Subject::Sml(_) => format!("(* {} *)\n", line.replace("*)", "* )")),
        };
        text.lines().map(line).collect()
    }

    /// Its size: bindings, or lines.
    pub fn size(&self) -> usize {
        match self {
            Subject::Anf(module) => module.size(),
            Subject::Sml(program) => program.text().lines().count(),
        }
    }

    /// The reference first, then every interpreter or one oracle.
    pub fn run(&self, oracle: Option<&str>) -> Vec<Run> {
        match (self, oracle) {
            (Subject::Anf(module), None) => run_all(module, STEPS),
            (Subject::Anf(module), Some(oracle)) => run_one(module, STEPS, oracle),
            (Subject::Sml(program), None) => program.run_all(),
            (Subject::Sml(program), Some(oracle)) => program.run_one(oracle),
        }
    }

    /// Every native oracle, or one.
    pub fn run_native(&self, native: &Native, oracle: Option<&str>) -> Vec<Run> {
        native.run(&self.text(), self.ending(), oracle)
    }

    /// The smallest that still fails.
    pub fn shrink(&self, fails: &mut dyn FnMut(&Subject) -> bool) -> Subject {
        match self {
            Subject::Anf(module) => {
                let wrap = |module: &anf::Module| Subject::Anf(Box::new(module.clone()));
                wrap(&shrink(module, &mut |module| fails(&wrap(module))))
            }
            Subject::Sml(program) => {
                let wrap = |program: &SmlProgram| Subject::Sml(Box::new(program.clone()));
                wrap(&program.shrink(&mut |program| fails(&wrap(program))))
            }
        }
    }
}
