//! Mini, a small functional language, and its command; `docs/your-language.md` builds it.
//!
//! ```text
//! parse   text to syntax, with located errors
//! lower   syntax to ANF, with positions; the operations on values are in `library.anf`
//! ```

mod lower;
mod parse;

use driver::{BuildRequest, Emit, Failure, Input, Options, Output, RunOptions, Session};
use front::{Driver, FrontEnd, FrontEnds, Parsed, Program, Refusal, Request, Stage};
use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    driver::command(FrontEnds(&[&Mini]), Options::default(), move |session| run(session, &words))
}

const USAGE: &str = "write `mini run FILE ARG ...`, `mini eval FILE ARG ...`, `mini check FILE`, \
    `mini build FILE OUT` or `mini emit FILE KIND`";

/// Carries out a command line; gives the exit code.
fn run(session: &mut Session, words: &[OsString]) -> Result<u8, Failure> {
    let [command, file, rest @ ..] = words else { return Err(Failure::Usage(USAGE.to_owned())) };
    let input = Input::from_arg(file);
    let options = RunOptions { args: rest.to_vec(), ..RunOptions::default() };
    let (kind, output) = match (&*command.to_string_lossy(), rest) {
        ("run", _) => return session.run(&input, &options),
        ("eval", _) => return session.eval(&input, None, &options),
        ("check", []) => return session.check(&input).map(|()| 0),
        ("build", [out]) => (Emit::Executable, Output::from_arg(out)),
        ("emit", [kind]) => {
            (kind.to_string_lossy().parse().map_err(Failure::Usage)?, Output::Stdout)
        }
        _ => return Err(Failure::Usage(USAGE.to_owned())),
    };
    let request = BuildRequest { emit: vec![kind], output: Some(output), beside: None };
    session.build(&input, &request).map(|()| 0)
}

/// Mini as the driver sees it.
struct Mini;

impl FrontEnd for Mini {
    fn name(&self) -> &'static str {
        "mini"
    }

    fn title(&self) -> &'static str {
        "Mini"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["mini"]
    }

    fn stage(&self) -> Stage {
        Stage::Anf
    }

    fn read(&self, request: &Request, driver: &mut dyn Driver) -> Result<Parsed, Refusal> {
        let id = request.texts[0].source;
        driver.watch(self.name(), id);
        let source = driver.sources().get(id);
        let program = parse::parse(&source.bytes);
        let program = program.map_err(|error| Refusal::located(id, [error]))?;
        let module = lower::lower(source, &program);
        module.map(|module| Program::Anf(module).into()).map_err(|e| Refusal::located(id, e))
    }
}
