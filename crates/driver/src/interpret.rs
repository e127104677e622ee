//! The reference interpreters.

use crate::{Failure, RunOptions, native, wants};
use front::{At, Places, Program};
use host::{Host, OsHost, interrupt};
use std::ffi::OsStr;
use std::io::Write;
use values::Ending;

/// Runs a program in an interpreter; gives its exit code.
pub(crate) fn interpret(
    program: &Program,
    at: At,
    name: &OsStr,
    options: &RunOptions,
    places: &Places,
) -> Result<u8, Failure> {
    if !program.has_entry() {
        return Err(native::no_entry());
    }
    let most = native::config(options)?.heap_max;
    process::release();
    runtime::prepare_process();
    runtime::limit_memory(most);
    runtime::catch_interrupts();
    let mut host = OsHost::new(name, options.args.iter().cloned());
    let ending = match (program, at) {
        (Program::Anf(module), At::Anf) => anf::eval(module, &mut host),
        (Program::Cps(module), At::Cps) => cps::eval(module, &mut host),
        (Program::Flow(unit), At::Flow) => flow::eval(unit, &mut host).ending,
        (Program::Flow(unit), At::FlowImperative) => flow::eval_imperative(unit, &mut host).ending,
        (Program::Anf(_) | Program::Cps(_) | Program::Flow(_), _) => {
            let (have, want) = (program.stage().name(), at.stage().name());
            return Err(Failure::Usage(format!(
                "the interpreter of {want} cannot run a program in {have}"
            )));
        }
    };
    let written = host.finish();
    if interrupt::asked()
        && let Ending::Uncaught { trace, .. } = &ending
    {
        runtime::end_interrupted(trace);
    }
    if let Ending::Foreign(symbol) = &ending {
        return Err(wants::not_interpreted(places, symbol));
    }
    report(&ending);
    // The low eight bits, as the system takes them.
    let code = ending.exit_code() as u8;
    if host.is_child() {
        std::process::exit(code.into());
    }
    if let (Err(error), true) = (&written, code == 0) {
        say(&format!("kont: cannot write: {error}\n"));
        return Ok(1);
    }
    Ok(code)
}

/// Says how the program ended, if that was not its own will.
fn report(ending: &Ending) {
    match ending {
        // What it cannot call is reported with its place.
        Ending::Done | Ending::Exit(_) | Ending::Foreign(_) => {}
        Ending::Uncaught { message, trace } => {
            let report = host::trace::uncaught(message.as_bytes(), trace);
            say(&String::from_utf8_lossy(&report));
        }
        Ending::Stuck(why) => say(&format!("the program cannot go on: {why}\n")),
        Ending::Exhausted => say("the program was stopped\n"),
    }
}

/// A message that cannot be written changes nothing.
fn say(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}
