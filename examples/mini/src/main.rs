//! Mini, the language that `docs/your-language.md` builds, and its command: `parse` reads a text,
//! and `lower` makes ANF of it.

mod lower;
mod parse;

use driver::{BuildRequest, Emit, Failure, Input, Options, Output, RunOptions, Session};
use front::{FrontEnds, Language};
use std::ffi::OsString;
use std::process::ExitCode;

const MINI: Language =
    Language { name: "mini", title: "Mini", endings: &["mini"], compile: lower::compile };

fn main() -> ExitCode {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    driver::command(FrontEnds(&[&MINI]), Options::default(), move |session| run(session, &words))
}

const USAGE: &str = "this is no command of Mini, which has
  mini run FILE ARG ...     run a program
  mini eval FILE ARG ...    run it in the interpreter
  mini check FILE           find its mistakes
  mini build FILE OUT       write an executable
  mini emit FILE KIND       print it as anf, cps, flow, llvm or asm";

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
