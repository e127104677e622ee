//! The command `kont`: arguments in, exit codes out. Everything else is the
//! driver's.

mod args;
mod front_args;
mod front_ends;
mod generate;
mod kernel;
mod progress;
mod repl_args;
mod report;
mod types;
mod warning_args;

use args::{Args, Command};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ColorChoice, FromArgMatches};
use driver::{Activity, Failure, RunOptions, Session};
use front::Settings;
use front_ends::FRONT_ENDS;
// Replaces C's `malloc` in the whole process, for LLVM above all: a fifth of the time of a large
// build was spent in it.
use libmimalloc_sys as _;
use progress::Progress;
use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    driver::exit_on_panic();
    process::catch();
    let (args, settings) = match parse() {
        Ok(parsed) => parsed,
        Err(error) => return explain(&error),
    };
    let code = driver::with_large_stack(move || {
        let mut session = Session::new(FRONT_ENDS, args.command.options(settings));
        let format = args.command.format();
        let colour = args.color;
        session.on_warnings =
            Box::new(move |sources, found| report::diagnostics(sources, found, format, colour));
        // At a prompt, it is the user who takes long.
        let interactive = matches!(args.command, Command::Repl(_));
        if let Some(progress) = Progress::new().filter(|_| !interactive) {
            session.on_activity = Box::new(move |activity| progress.enter(activity));
        }
        let result = run(&mut session, args.command, colour);
        session.enter(Activity::Done);
        match result {
            Ok(code) => code,
            Err(failure) => report::show(&session, &failure, format, colour),
        }
    });
    ExitCode::from(code)
}

/// The arguments, and the options of front ends among them. What is said about wrong ones has the
/// colours that they ask for.
fn parse() -> Result<(Args, Settings), clap::Error> {
    let words: Vec<OsString> = std::env::args_os().collect();
    let asked = |word: &str, choice| words.iter().any(|w| w == word).then_some(choice);
    let choice = asked("--color=always", ColorChoice::Always)
        .or_else(|| asked("--color=never", ColorChoice::Never))
        .unwrap_or(ColorChoice::Auto);
    let mut matches = front_args::command().color(choice).try_get_matches_from(words)?;
    let settings = front_args::settings(&matches);
    Ok((Args::from_arg_matches_mut(&mut matches)?, settings))
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
    if let Some(tip) = runnable(error) {
        report::say(&tip);
        return ExitCode::from(2);
    }
    match error.print() {
        _ if error.use_stderr() => ExitCode::from(2),
        // A reader that went away is no failure.
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => ExitCode::FAILURE,
        Ok(()) | Err(_) => ExitCode::SUCCESS,
    }
}

/// The advice for a user who names a program in the place of a command.
fn runnable(error: &clap::Error) -> Option<String> {
    if error.kind() != ErrorKind::InvalidSubcommand {
        return None;
    }
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
        return None;
    };
    let path = std::path::Path::new(word);
    FRONT_ENDS.of_file(path)?;
    path.is_file().then(|| {
        format!("error: `{word}` is a file, not a command\n\n  tip: to run it, write `kont run {word}`\n\nFor more information, try '--help'.\n")
    })
}

fn run(session: &mut Session, command: Command, colour: ColorChoice) -> Result<u8, Failure> {
    match command {
        Command::Run(args) => {
            let (input, options) = args.program.split()?;
            session.run(&input, &options)
        }
        Command::Build(args) => {
            session.build(&args.input(), &args.request())?;
            Ok(0)
        }
        Command::Repl(args) => {
            let run = RunOptions { heap_max: args.heap_max, ..RunOptions::default() };
            let (fronts, options) = (FRONT_ENDS, session.options.clone());
            let colour = report::choice(colour);
            let (quiet, files) = (args.quiet, args.files);
            let setup = repl::Setup { fronts, options, run, colour, quiet, files };
            if args.protocol { repl::protocol(&setup) } else { repl::start(setup) }
        }
        Command::Kernel(command) => {
            command.run()?;
            Ok(0)
        }
        Command::Check(args) if args.types => {
            let types = session.types(&args.input())?;
            session.enter(Activity::Done);
            types::show(&session.sources, &types, args.format)?;
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
        Command::Il(command) => {
            let decision = command.run(session)?;
            report::decision(session, &decision, colour)
        }
        Command::Dev(args) if args.list_passes => {
            let list = args.level.map_or_else(driver::list_passes, driver::list_level);
            driver::write_stdout(list.as_bytes())?;
            Ok(0)
        }
        Command::Dev(args) => {
            let result = session.develop(&args.input()?, &args.request());
            session.enter(Activity::Done);
            report::passes(session, &args);
            driver::write_stdout(result?.as_bytes())?;
            Ok(0)
        }
        Command::Generate { page } => {
            let text = generate::generate(page).map_err(|e| Failure::plain(e.to_string()))?;
            driver::write_stdout(&text)?;
            Ok(0)
        }
    }
}
