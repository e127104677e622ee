//! The command `kont`: arguments in, exit codes out. Everything else is the
//! driver's.

mod args;
mod il;
mod report;

use args::{Args, Command};
use clap::Parser;
use clap::error::ErrorKind;
use driver::{Failure, Session};
use std::process::ExitCode;

fn main() -> ExitCode {
    driver::exit_on_panic();
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return explain(&error),
    };
    let code = driver::with_large_stack(move || {
        let mut session = Session::new(args.command.options());
        match run(&mut session, args.command) {
            Ok(code) => code,
            Err(failure) => report::show(&session, &failure),
        }
    });
    ExitCode::from(code)
}

/// Help and version go to standard output, mistakes to standard error.
fn explain(error: &clap::Error) -> ExitCode {
    if error.kind() == ErrorKind::DisplayVersion {
        let version = format!("kont {}\n", driver::version());
        return match driver::write_stdout(version.as_bytes()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::FAILURE,
        };
    }
    // A reader that went away is no failure.
    let _ = error.print();
    ExitCode::from(if error.use_stderr() { 2 } else { 0 })
}

fn run(session: &mut Session, command: Command) -> Result<u8, Failure> {
    match command {
        Command::Run(args) => {
            let (input, options) = args.split()?;
            session.run(&input, &options)
        }
        Command::Build(args) => {
            session.build(&args.input(), &args.request())?;
            Ok(0)
        }
        Command::Check(args) => {
            session.check(&args.input())?;
            Ok(0)
        }
        Command::Eval(args) => {
            let (input, options) = args.program.split()?;
            session.eval(&input, args.at, &options)
        }
        Command::Il(command) => command.run(session),
        Command::Dev(args) if args.list_passes => {
            driver::write_stdout(driver::list_passes().as_bytes())?;
            Ok(0)
        }
        Command::Dev(args) => {
            let result = session.develop(&args.input()?, &args.request());
            report::passes(session, &args);
            driver::write_stdout(result?.as_bytes())?;
            Ok(0)
        }
    }
}
