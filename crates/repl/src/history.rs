//! The inputs of earlier sessions and of this one.
//!
//! They are kept in a file of the user's, an input a line: a break in it is written `\n`, a
//! backslash `\\`. Each input is added to the file at once, so that sessions at the same time lose
//! none.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::PathBuf;

/// The most inputs that are kept.
const MOST: usize = 10_000;
/// The longest input that is kept, in bytes.
const LONGEST: usize = 1 << 18;

/// Inputs, the oldest first.
pub(crate) struct History {
    entries: Vec<String>,
    /// The file, if there is one.
    file: Option<File>,
}

impl History {
    /// The history of the user, as far as it can be read.
    pub(crate) fn of_user() -> History {
        folder(|name| std::env::var_os(name)).map_or(History::none(), History::in_folder)
    }

    /// An empty history that is kept nowhere.
    pub(crate) fn none() -> History {
        History { entries: Vec::new(), file: None }
    }

    fn in_folder(folder: PathBuf) -> History {
        let path = folder.join("history");
        let text = fs::read(&path).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let mut entries: Vec<String> = text.lines().map(read).collect();
        if entries.len() > MOST + MOST / 2 {
            entries.drain(..entries.len() - MOST);
            // Whoever writes to the old file meanwhile loses an input, which is all.
            let _ = replace(&path, &entries);
        }
        History { entries, file: open(&folder, &path).ok() }
    }

    pub(crate) fn entries(&self) -> &[String] {
        &self.entries
    }

    /// Adds an input, unless it is the last one again.
    pub(crate) fn add(&mut self, input: &str) {
        let input = input.trim_end();
        let again = self.entries.last().is_some_and(|last| last == input);
        if input.trim_start().is_empty() || again || input.len() > LONGEST {
            return;
        }
        self.entries.push(input.to_owned());
        if let Some(file) = &mut self.file {
            // One write, so that sessions at the same time do not mix their lines.
            let _ = file.write_all(written(input).as_bytes());
        }
    }
}

/// The folder of this user's state for Kont, by the XDG base directory specification.
fn folder(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let absolute = |path: &PathBuf| path.is_absolute();
    let state = variable("XDG_STATE_HOME").map(PathBuf::from).filter(absolute);
    let home = || variable("HOME").map(PathBuf::from).filter(absolute);
    Some(state.or_else(|| Some(home()?.join(".local/state")))?.join("kont"))
}

fn open(folder: &PathBuf, path: &PathBuf) -> io::Result<File> {
    fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    OpenOptions::new().append(true).create(true).mode(0o600).open(path)
}

fn replace(path: &PathBuf, entries: &[String]) -> io::Result<()> {
    let new = path.with_extension(format!("{}", std::process::id()));
    let text: String = entries.iter().map(|entry| written(entry)).collect();
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&new)?;
    file.write_all(text.as_bytes()).and_then(|()| fs::rename(&new, path)).inspect_err(|_| {
        let _ = fs::remove_file(&new);
    })
}

/// An input as a line.
fn written(input: &str) -> String {
    input.replace('\\', "\\\\").replace('\n', "\\n") + "\n"
}

/// The input of a line.
fn read(line: &str) -> String {
    let mut input = String::new();
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => input.push('\n'),
                Some(other) => input.push(other),
                None => input.push('\\'),
            },
            c => input.push(c),
        }
    }
    input
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_inputs() {
        for input in ["val x = 1;", "val s =\n  \"a\\nb\\\\\";", "\\", "é字\n\n"] {
            let line = written(input);
            assert_eq!(line.matches('\n').count(), 1);
            assert_eq!(read(line.trim_end_matches('\n')), input);
        }
    }

    #[test]
    fn the_folder_is_the_users() {
        let with = |pairs: &'static [(&str, &str)]| {
            folder(move |name| {
                pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into())
            })
        };
        assert_eq!(with(&[("HOME", "/h")]), Some("/h/.local/state/kont".into()));
        assert_eq!(with(&[("HOME", "/h"), ("XDG_STATE_HOME", "/s")]), Some("/s/kont".into()));
        assert_eq!(
            with(&[("HOME", "/h"), ("XDG_STATE_HOME", "s")]),
            Some("/h/.local/state/kont".into())
        );
        assert_eq!(with(&[]), None);
    }

    #[test]
    fn an_input_again_is_kept_once() {
        let mut history = History::none();
        for input in ["a;", "a;\n", " ", "b;", "a;"] {
            history.add(input);
        }
        assert_eq!(history.entries(), ["a;", "b;", "a;"]);
    }
}
