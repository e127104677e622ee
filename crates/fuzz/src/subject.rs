//! The subject of fuzzing: a module of ANF, or a program in Standard ML or Cogent.

use crate::{CogentProgram, Config, Native, Run, SmlProgram, generate, run_all, run_one, shrink};

/// Steps that the interpreter of ANF may take for a module.
const STEPS: u64 = 300_000;

/// A language in which programs are generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// ANF.
    Anf,
    /// Standard ML.
    Sml,
    /// Cogent.
    Cogent,
}

/// A program by chance.
#[derive(Clone, Debug)]
pub enum Subject {
    /// A module of ANF; the interpreter of ANF is the reference.
    Anf(Box<anf::Module>),
    /// A program in Standard ML, which knows what it must print.
    Sml(Box<SmlProgram>),
    /// A program in Cogent, which knows its result.
    Cogent(Box<CogentProgram>),
}

impl Subject {
    /// The program of a seed.
    pub fn generate(seed: u64, language: Language) -> Subject {
        match language {
            Language::Anf => Subject::Anf(Box::new(generate(seed, &Config::varied(seed)))),
            Language::Sml => Subject::Sml(Box::new(SmlProgram::generate(seed))),
            Language::Cogent => Subject::Cogent(Box::new(CogentProgram::generate(seed))),
        }
    }

    /// Its text.
    pub fn text(&self) -> String {
        match self {
            Subject::Anf(module) => module.to_string(),
            Subject::Sml(program) => program.text(),
            Subject::Cogent(program) => program.text(),
        }
    }

    /// The ending of the name of its file.
    pub fn ending(&self) -> &'static str {
        match self {
            Subject::Anf(_) => "anf",
            Subject::Sml(_) => "sml",
            Subject::Cogent(_) => "cogent",
        }
    }

    /// Lines as a comment.
    pub fn comment(&self, text: &str) -> String {
        let line = |line: &str| match self {
            Subject::Anf(_) => format!("; {line}\n"),
            Subject::Sml(_) => format!("(* {} *)\n", line.replace("*)", "* )")),
            Subject::Cogent(_) => format!("-- {line}\n"),
        };
        let call = match self {
            Subject::Anf(_) | Subject::Sml(_) => String::new(),
            Subject::Cogent(program) => {
                let [function, arg] = program.call();
                format!("run with: {function} '{arg}'\n")
            }
        };
        format!("{text}{call}").lines().map(line).collect()
    }

    /// Its size: bindings, or lines.
    pub fn size(&self) -> usize {
        match self {
            Subject::Anf(module) => module.size(),
            Subject::Sml(_) | Subject::Cogent(_) => self.text().lines().count(),
        }
    }

    /// The reference first, then every interpreter or one oracle.
    pub fn run(&self, oracle: Option<&str>) -> Vec<Run> {
        match (self, oracle) {
            (Subject::Anf(module), None) => run_all(module, STEPS),
            (Subject::Anf(module), Some(oracle)) => run_one(module, STEPS, oracle),
            (Subject::Sml(program), None) => program.run_all(),
            (Subject::Sml(program), Some(oracle)) => program.run_one(oracle),
            (Subject::Cogent(program), None) => program.run_all(),
            (Subject::Cogent(program), Some(oracle)) => program.run_one(oracle),
        }
    }

    /// Every native oracle, or one.
    pub fn run_native(&self, native: &Native, oracle: Option<&str>) -> Vec<Run> {
        match self {
            Subject::Anf(_) | Subject::Sml(_) => native.run(&self.text(), self.ending(), oracle),
            Subject::Cogent(program) => native.run_cogent(&self.text(), &program.call(), oracle),
        }
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
            Subject::Cogent(program) => {
                let wrap = |program: &CogentProgram| Subject::Cogent(Box::new(program.clone()));
                wrap(&program.shrink(&mut |program| fails(&wrap(program))))
            }
        }
    }
}
