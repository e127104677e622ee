//! A whole command, for those who have a list of languages of their own; and how failures look.

use crate::{Failure, Options, Session, exit_on_panic, with_large_stack};
use diag::{Sources, Style};
use front::FrontEnds;
use std::ffi::OsString;
use std::io::{IsTerminal, Write};
use std::process::ExitCode;

/// Most diagnostics that are shown.
pub const MOST_SHOWN: usize = 50;

/// Runs a command, from `main`: with a stack for deep programs, clean ends by signals and bugs, and
/// warnings and failures on standard error. The command gives its exit code.
///
/// ```no_run
/// # use kont_driver as driver;
/// use driver::{Input, Options, RunOptions};
/// use front::{FrontEnd, FrontEnds, text};
///
/// static LANGUAGES: [&dyn FrontEnd; 1] = [&text::ANF];
///
/// fn main() -> std::process::ExitCode {
///     driver::command(FrontEnds(&LANGUAGES), Options::default(), |session| {
///         session.run(&Input::from_arg("hello.anf"), &RunOptions::default())
///     })
/// }
/// ```
pub fn command(
    fronts: FrontEnds,
    options: Options,
    work: impl FnOnce(&mut Session) -> Result<u8, Failure> + Send + 'static,
) -> ExitCode {
    exit_on_panic();
    process::catch();
    let code = with_large_stack(move || {
        let style = style(None, std::io::stderr().is_terminal());
        let mut session = Session::new(fronts, options);
        session.on_warnings = Box::new(move |sources, found| {
            say(&diag::draw_all(sources, found, style, MOST_SHOWN));
        });
        work(&mut session).unwrap_or_else(|failure| {
            say(&failure.text(&session.sources, style));
            failure.exit_code()
        })
    });
    ExitCode::from(code)
}

impl Failure {
    /// The message for people, with its line break; the sources are those of the session.
    pub fn text(&self, sources: &Sources, style: Style) -> String {
        match self {
            Failure::Rejected(found) => diag::draw_all(sources, found, style, MOST_SHOWN),
            Failure::Said(message) => message.clone(),
            Failure::Usage(message) => format!("error: {message}\n"),
            Failure::NoMemory(message) => format!("kont: {message}\n"),
            Failure::Unwanted => "interrupted\n".to_owned(),
            Failure::Bug(bug) => bug.to_string(),
        }
    }
}

/// The characters and colours of messages: if nothing is said about colours, a terminal has them
/// unless the environment says otherwise.
pub fn style(colour: Option<bool>, terminal: bool) -> Style {
    let usual = || {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        !refused && !dumb && terminal
    };
    Style {
        colour: colour.unwrap_or_else(usual),
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

/// A message that cannot be written changes nothing.
fn say(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}
