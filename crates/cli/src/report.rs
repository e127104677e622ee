//! The command's messages on standard error.

use crate::args::{DevArgs, Format};
use clap::ColorChoice;
use diag::{Diagnostic, Sources, Style};
use driver::{Failure, Session};
use il_commands::Decision;
use std::ffi::OsString;
use std::io::{IsTerminal, Write};

/// Most diagnostics that are shown.
const MOST: usize = 50;

/// Says why the command failed; returns its exit code.
pub(crate) fn show(
    session: &Session,
    failure: &Failure,
    format: Format,
    colour: ColorChoice,
) -> u8 {
    let text = match failure {
        Failure::Rejected(found) => {
            diagnostics(&session.sources, found, format, colour);
            String::new()
        }
        Failure::Said(message) => message.clone(),
        Failure::Usage(message) => format!("error: {message}\n"),
        Failure::NoMemory(message) => format!("kont: {message}\n"),
        Failure::Bug(bug) => bug.to_string(),
    };
    say(&text);
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
            say(&diag::draw_all(sources, found, style, MOST));
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
    let reasons = diag::draw_all(&session.sources, &decision.reasons, style, MOST);
    driver::write_stdout(format!("{}{reasons}", decision.text).as_bytes())?;
    Ok(if decision.yes { 0 } else { 3 })
}

/// The characters and colours of messages.
fn style(choice: ColorChoice, terminal: bool) -> Style {
    Style {
        colour: has_colour(choice, terminal),
        ascii: is_ascii_locale(|name| std::env::var_os(name)),
    }
}

/// True if the environment names a locale whose encoding is not UTF-8.
fn is_ascii_locale(variable: impl Fn(&str) -> Option<OsString>) -> bool {
    let named = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(variable);
    let Some(locale) = named.into_iter().find(|value| !value.is_empty()) else { return false };
    let locale = locale.to_string_lossy().to_lowercase();
    !locale.contains("utf-8") && !locale.contains("utf8")
}

/// True if messages have colours. The command line counts first.
fn has_colour(choice: ColorChoice, terminal: bool) -> bool {
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
            let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
            !refused && !dumb && terminal
        }
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
