//! The pages that are installed besides the command, made from its arguments: a manual page and
//! completions for shells.

use crate::front_args;
use crate::front_ends::FRONT_ENDS;
use clap::ValueEnum;
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use std::io;

/// A page that can be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Page {
    /// The manual page kont(1).
    Man,
    /// Completions for bash.
    Bash,
    /// Completions for zsh.
    Zsh,
    /// Completions for fish.
    Fish,
}

/// Environment variables: those of the command, then those of every program.
const VARIABLES: &[(&str, &str)] = &[
    ("NO_COLOR", "If set and not empty, messages have no colours, unless --color says otherwise."),
    ("TMPDIR", "The folder for temporary files; /tmp if it is not set or empty."),
    ("KONT_RUNTIME", "The runtime's archive libkont_runtime.a, or its folder."),
    (
        "KONT_HEAP_MAX",
        "Most bytes of heap, such as 512M, at least 8M; by default four fifths of the memory.",
    ),
    (
        "KONT_NURSERY",
        "Bytes of the nursery at the start: 2M to 64M, at most an eighth of the heap.",
    ),
    ("KONT_STATS", "If 1, the collector's work is reported at the end."),
    ("KONT_GC_STRESS", "If 1, every check of the heap collects. For tests."),
    ("KONT_PREEMPT_STRESS", "Threads take turns at one in so many checks of the heap. For tests."),
    ("KONT_SANITY", "If 1, the heap is checked after every collection. For tests."),
];

const EXIT_CODES: &[(&str, &str)] = &[
    ("0", "Success; or the program's own exit code, whatever it is."),
    ("1", "A rejected program, or an exception that nobody handled."),
    ("2", "A wrong command line or setting, or a file that cannot be read."),
    ("3", "A decision that is no: of `kont il coherent` and its like."),
    ("70", "A bug in Kont; the message says how to see it again."),
    ("71", "The heap is exhausted."),
];

/// The page as text.
pub(crate) fn generate(page: Page) -> io::Result<Vec<u8>> {
    let mut command = visible(&front_args::command());
    command.build();
    let shell = match page {
        Page::Man => return manual(&command),
        Page::Bash => Shell::Bash,
        Page::Zsh => Shell::Zsh,
        Page::Fish => Shell::Fish,
    };
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command, "kont", &mut text);
    Ok(text)
}

/// The command as users see it, without what is hidden.
fn visible(whole: &clap::Command) -> clap::Command {
    let about = whole.get_about().cloned().unwrap_or_default();
    clap::Command::new("kont")
        .version(env!("CARGO_PKG_VERSION"))
        .about(about)
        .args(whole.get_arguments().cloned())
        .subcommands(whole.get_subcommands().filter(|c| !c.is_hide_set()).cloned())
}

fn manual(command: &clap::Command) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    let man = Man::new(command.clone()).manual("Kont");
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    for command in command.get_subcommands().filter(|c| c.get_name() != "help") {
        render_command(command, &mut text)?;
    }
    render_list("WARNINGS", &FRONT_ENDS.warnings().collect::<Vec<_>>(), &mut text)?;
    render_list("ENVIRONMENT", VARIABLES, &mut text)?;
    render_list("EXIT STATUS", EXIT_CODES, &mut text)?;
    Ok(text)
}

/// A section about a command: how it is called, its options, examples.
fn render_command(command: &clap::Command, text: &mut Vec<u8>) -> io::Result<()> {
    let mut roff = Roff::new();
    roff.control("SH", [command.get_name().to_uppercase().as_str()]);
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    roff.text([bold(format!("kont {}", command.get_name())), roman(format!(": {about}."))]);
    roff.to_writer(text)?;
    let mut options = Vec::new();
    Man::new(command.clone()).render_options_section(&mut options)?;
    // The command has the section; its options are a part of it.
    text.extend(String::from_utf8_lossy(&options).replace(".SH OPTIONS", ".SS Options").bytes());
    let Some(after) = command.get_after_help() else { return Ok(()) };
    let mut roff = Roff::new();
    roff.control("SS", ["Notes"]);
    roff.control("nf", []);
    for line in after.to_string().lines() {
        roff.text([roman(line)]);
    }
    roff.control("fi", []);
    roff.to_writer(text)
}

fn render_list(title: &str, list: &[(&str, &str)], text: &mut Vec<u8>) -> io::Result<()> {
    let mut roff = Roff::new();
    roff.control("SH", [title]);
    for (term, about) in list {
        roff.control("TP", []).text([bold(*term)]).text([roman(*about)]);
    }
    roff.to_writer(text)
}
