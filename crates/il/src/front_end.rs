//! IL as a front end: programs in either reading as they are written, and on their way to Flow.

use crate::oracle::Oracle;
use crate::{Machine, Program, Reading, Source, Step, Stuck, Var};
use base::LocatedError;
use diag::{Diagnostic, SourceId};
use front::{At, Command, Driver, FrontEnd, Opt, Parsed, Refusal, Request, Stage, Takes};

/// The front end.
pub static FRONT_END: Il = Il;

/// IL as a front end.
#[derive(Debug)]
pub struct Il;

const SET: Opt = Opt {
    name: "set",
    takes: Takes::Texts("NAME=NUMBER", |text| parse_setting(text).map(drop)),
    help: "The value of a free variable of a program in IL",
    commands: &[Command::Run, Command::Build, Command::Check, Command::Eval],
    excludes: &[],
};

const SCRIPT: Opt = Opt {
    name: "script",
    takes: Takes::File,
    help: "Answer the actions of a program in IL from this file",
    commands: &[Command::Check, Command::Eval],
    excludes: &[],
};

const SEED: Opt = Opt {
    name: "seed",
    takes: Takes::Text("NUMBER", |text| parse_seed(text).map(drop)),
    help: "Answer the actions of a program in IL at random",
    commands: &[Command::Eval],
    excludes: &["script"],
};

const INTERACTIVE: Opt = Opt {
    name: "interactive",
    takes: Takes::Nothing,
    help: "Answer all actions of a program in IL from standard input",
    commands: &[Command::Eval],
    excludes: &["script", "seed"],
};

const TRACE: Opt = Opt {
    name: "trace",
    takes: Takes::Nothing,
    help: "Show every step of a program in IL",
    commands: &[Command::Eval],
    excludes: &[],
};

/// A value of a free variable: `n=3`.
fn parse_setting(text: &str) -> Result<(String, i64), String> {
    let wrong = || "write NAME=NUMBER".to_owned();
    let (name, value) = text.split_once('=').ok_or_else(wrong)?;
    Ok((name.trim().to_owned(), value.trim().parse().map_err(|_| wrong())?))
}

fn parse_seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|error: std::num::ParseIntError| error.to_string())
}

impl FrontEnd for Il {
    fn name(&self) -> &'static str {
        "il"
    }

    fn title(&self) -> &'static str {
        "IL"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["il"]
    }

    fn stage(&self) -> Stage {
        Stage::Flow
    }

    fn options(&self) -> &'static [Opt] {
        &[SET, SCRIPT, SEED, INTERACTIVE, TRACE]
    }

    /// Rejects what would not run with these options: free variables without
    /// values, and actions that nobody answers.
    fn check(&self, request: &Request, driver: &mut dyn Driver) -> Result<(), Refusal> {
        Given::parse(request, driver)?.check(request)
    }

    fn read(&self, request: &Request, driver: &mut dyn Driver) -> Result<Parsed, Refusal> {
        let given = Given::parse(request, driver)?;
        given.known_settings()?;
        reject(given.unset(), given.source)?;
        let source = driver.sources().get(given.source);
        let source = Source { name: &source.name, bytes: &source.bytes };
        let unit = crate::to_flow(&given.program, |var| given.setting(var), source)
            .map_err(|error| Refusal::located(given.source, [error]))?;
        Ok(front::Program::Flow(unit).into())
    }

    fn print(&self, request: &Request, driver: &mut dyn Driver) -> Result<Option<String>, Refusal> {
        Ok(Some(Given::parse(request, driver)?.program.to_string()))
    }

    fn as_written(&self) -> Option<&dyn front::AsWritten> {
        Some(self)
    }
}

impl front::AsWritten for Il {
    /// Prints the program's value.
    fn eval(&self, request: &Request, at: At, driver: &mut dyn Driver) -> Result<u8, Refusal> {
        let given = Given::parse(request, driver)?;
        given.check(request)?;
        let reading =
            if at == At::FlowImperative { Reading::Imperative } else { Reading::Functional };
        let seeds = request.settings.parsed(SEED.name, parse_seed).map_err(Refusal::Usage)?;
        let script = request.settings.file(SCRIPT.name);
        let mut oracle = Oracle::new(script.as_deref(), seeds.last().copied(), driver)?;
        let mut machine = Machine::new(&given.program, reading, |var| given.setting(var));
        let trace = request.settings.has(TRACE.name);
        let mut steps = 0_u64;
        loop {
            if trace {
                steps += 1;
                let shown = crate::show_configuration(&given.program, &machine);
                driver.print(format!("{steps:>4} {shown}\n").as_bytes())?;
            }
            let step = machine.step(&mut |action, args, span| {
                let answer = oracle.answer(action, args, driver);
                answer.map_err(|why| Stuck { why, span })
            });
            if trace {
                let shown = crate::show_step(&step);
                driver.print(format!("     event: {shown}\n").as_bytes())?;
            }
            match step {
                Step::Went(_) => {}
                Step::Value(value) => {
                    driver.print(format!("{value}\n").as_bytes())?;
                    return Ok(0);
                }
                Step::Stuck(Stuck { why, span }) => {
                    let stuck = Diagnostic::error("the program is stuck");
                    return Err(Refusal::Rejected(vec![stuck.at(given.source, span, why)]));
                }
            }
        }
    }
}

/// A program, and the values that its free variables are given.
struct Given {
    program: Program,
    source: SourceId,
    set: Vec<(String, i64)>,
}

/// The program of a request, and its text.
///
/// # Errors
/// Fails if it is rejected.
pub fn read(request: &Request, driver: &mut dyn Driver) -> Result<(Program, SourceId), Refusal> {
    let source = request.texts[0].source;
    driver.watch(FRONT_END.name(), source);
    let program = crate::parse(&driver.sources().get(source).bytes);
    Ok((program.map_err(|error| Refusal::located(source, [error]))?, source))
}

impl Given {
    fn parse(request: &Request, driver: &mut dyn Driver) -> Result<Given, Refusal> {
        let (program, source) = read(request, driver)?;
        let set = request.settings.parsed(SET.name, parse_setting).map_err(Refusal::Usage)?;
        Ok(Given { program, source, set })
    }

    /// The value that a free variable is given last.
    fn setting(&self, var: Var) -> Option<i64> {
        let name = self.program.name(var);
        self.set.iter().rev().find(|(other, _)| other == name).map(|(_, value)| *value)
    }

    /// Refuses a `--set` that is not about a free variable.
    fn known_settings(&self) -> Result<(), Refusal> {
        let Program { free, .. } = &self.program;
        let is_free = |name: &str| free.iter().any(|(var, _)| self.program.name(*var) == name);
        match self.set.iter().find(|(name, _)| !is_free(name)) {
            None => Ok(()),
            Some((name, _)) => Err(Refusal::Usage(format!(
                "--set {name}: the program has no free variable `{name}`"
            ))),
        }
    }

    fn check(&self, request: &Request) -> Result<(), Refusal> {
        self.known_settings()?;
        let mut errors = self.unset();
        let answered = [SCRIPT, SEED, INTERACTIVE];
        if !answered.iter().any(|option| request.settings.has(option.name)) {
            errors.extend(self.unknown_actions());
        }
        errors.sort_by_key(|error| error.span.map(|span| span.start));
        reject(errors, self.source)
    }

    fn unset(&self) -> Vec<LocatedError> {
        let unset = self.program.free.iter().filter(|(var, _)| self.setting(*var).is_none());
        unset.map(|(var, span)| crate::unset(&self.program, *var, *span)).collect()
    }

    fn unknown_actions(&self) -> Vec<LocatedError> {
        let actions = self.program.actions();
        let unknown = actions.filter(|(action, ..)| !crate::is_known_action(action));
        let error = |(action, _, span): (&base::Name, _, _)| {
            let label = format!("`@{action}` is neither `@read` nor `@print`");
            LocatedError::new(span, "unknown action", label)
                .with_hint("answer it: --script FILE, --seed NUMBER or --interactive")
        };
        unknown.map(error).collect()
    }
}

fn reject(errors: Vec<LocatedError>, source: SourceId) -> Result<(), Refusal> {
    if errors.is_empty() { Ok(()) } else { Err(Refusal::located(source, errors)) }
}
