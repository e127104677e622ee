//! Options of the command line that a front end takes, as data: the command makes arguments,
//! help and completions of them, and hands the values back.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// A command that reads programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    /// `kont run`.
    Run,
    /// `kont build`.
    Build,
    /// `kont check`.
    Check,
    /// `kont eval`.
    Eval,
}

impl Command {
    /// All of them.
    pub const ALL: [Command; 4] = [Command::Run, Command::Build, Command::Check, Command::Eval];

    /// The word on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Command::Run => "run",
            Command::Build => "build",
            Command::Check => "check",
            Command::Eval => "eval",
        }
    }
}

/// An option of a front end. Programs in other languages do not heed it.
#[derive(Clone, Copy, Debug)]
pub struct Opt {
    /// Its name, without the dashes; one letter stands behind a single dash.
    pub name: &'static str,
    /// The value that it takes.
    pub takes: Takes,
    /// A line for the help.
    pub help: &'static str,
    /// The commands that have it.
    pub commands: &'static [Command],
    /// Options that it cannot stand beside.
    pub excludes: &'static [&'static str],
}

/// The option for folders that several front ends look for files in; it is one option for all.
pub const INCLUDE: Opt = Opt {
    name: "I",
    takes: Takes::Texts("FOLDER", |_| Ok(())),
    help: "A folder in which files that a program includes or imports are looked for",
    commands: &Command::ALL,
    excludes: &[],
};

/// The value of an option. It has a name in the help, and a function that finds what is wrong with
/// a text.
#[derive(Clone, Copy, Debug)]
pub enum Takes {
    /// Nothing: it is given or not.
    Nothing,
    /// One value.
    Text(&'static str, fn(&str) -> Result<(), String>),
    /// A value, each time that it is given.
    Texts(&'static str, fn(&str) -> Result<(), String>),
    /// The name of a file.
    File,
}

/// The options of front ends that were given, in order. A switch has an empty value.
#[derive(Clone, Debug, Default)]
pub struct Settings(pub Vec<(&'static str, OsString)>);

impl Settings {
    /// True if this option was given.
    pub fn has(&self, name: &str) -> bool {
        self.values(name).next().is_some()
    }

    /// The values that this option was given.
    pub fn values<'s>(&'s self, name: &str) -> impl Iterator<Item = &'s OsStr> {
        self.0.iter().filter(move |(other, _)| *other == name).map(|(_, value)| value.as_os_str())
    }

    /// The values of an option, parsed by the function that its declaration checks them with.
    ///
    /// # Errors
    /// The first that is wrong.
    pub fn parsed<T>(
        &self,
        name: &str,
        parse: impl Fn(&str) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        self.values(name).map(|value| parse(&value.to_string_lossy())).collect()
    }

    /// The file that this option names.
    pub fn file(&self, name: &str) -> Option<PathBuf> {
        self.values(name).last().map(PathBuf::from)
    }
}
