//! The command's messages on standard error.

use crate::args::{DevArgs, Format};
use clap::ColorChoice;
use diag::{Diagnostic, Sources, Style};
use driver::{Failure, MOST_SHOWN, Session};
use il_commands::Decision;
use std::io::{IsTerminal, Write};

/// Says why the command failed; returns its exit code.
pub(crate) fn show(
    session: &Session,
    failure: &Failure,
    format: Format,
    colour: ColorChoice,
) -> u8 {
    match failure {
        Failure::Rejected(found) => diagnostics(&session.sources, found, format, colour),
        Failure::Said(_)
        | Failure::Usage(_)
        | Failure::NoMemory(_)
        | Failure::Unwanted
        | Failure::Bug(_) => {
            say(&failure.text(&session.sources, Style::default()));
        }
    }
    failure.exit_code()
}

/// Shows diagnostics: on standard error for people, on standard output for tools.
pub(crate) fn diagnostics(
    sources: &Sources,
    found: &[Diagnostic],
    format: Format,
    colour: ColorChoice,
) {
    match format {
        Format::Text => {
            let style = style(colour, std::io::stderr().is_terminal());
            say(&diag::draw_all(sources, found, style, MOST_SHOWN));
        }
        Format::Json => {
            let lines: String = found.iter().map(|d| diag::json(sources, d)).collect();
            let _ = driver::write_stdout(lines.as_bytes());
        }
    }
}

/// An answer on standard output; returns the exit code.
pub(crate) fn decision(
    session: &Session,
    decision: &Decision,
    colour: ColorChoice,
) -> Result<u8, Failure> {
    let style = style(colour, std::io::stdout().is_terminal());
    let reasons = diag::draw_all(&session.sources, &decision.reasons, style, MOST_SHOWN);
    driver::write_stdout(format!("{}{reasons}", decision.text).as_bytes())?;
    Ok(if decision.yes { 0 } else { 3 })
}

/// The characters and colours of messages.
pub(crate) fn style(choice: ColorChoice, terminal: bool) -> Style {
    driver::style(self::choice(choice), terminal)
}

/// What the user has said about colours.
pub(crate) fn choice(choice: ColorChoice) -> Option<bool> {
    match choice {
        ColorChoice::Always => Some(true),
        ColorChoice::Never => Some(false),
        ColorChoice::Auto => None,
    }
}

/// Writes the reports on passes that `dev` was asked for.
pub(crate) fn passes(session: &Session, args: &DevArgs) {
    for (title, text) in &session.report.dumps {
        say(&format!(";; {title}\n{text}\n"));
    }
    if args.time_passes {
        for (name, time) in &session.report.times {
            say(&format!("{:>10.3} ms  {name}\n", time.as_secs_f64() * 1e3));
        }
    }
    if args.stats {
        say(&session.report.stats.to_string());
    }
}

/// A message that cannot be written changes nothing.
pub(crate) fn say(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}
