//! Programs that are accepted, with their core, and programs that are rejected, with the message.

mod branches;
mod definitions;
mod forms;
mod inference;
mod limits;
mod linear;
mod mistakes;
mod records;

use crate::check;
use cogent_syntax::{File, Loader, Options, Read, read};
use diag::{Sources, draw_all};
use expect_test::Expect;
use std::path::Path;

struct NoFiles;

impl Loader for NoFiles {
    fn load(&mut self, _: &Path) -> Result<Option<File>, String> {
        Ok(None)
    }
}

/// The core of a program as text, or the messages about it.
fn outcome(text: &str) -> Result<String, String> {
    let mut sources = Sources::new();
    let source = sources.add("a.cogent", text.as_bytes());
    let file = File { source, text: text.as_bytes().into() };
    let Read { program, diagnostics } =
        read(Path::new("a.cogent"), file, &mut NoFiles, &Options::default());
    if !diagnostics.is_empty() {
        return Err(draw_all(&sources, &diagnostics, false, 100));
    }
    match check(&program) {
        Ok(mut core) => {
            let faults = core.check();
            assert!(faults.is_empty(), "{}\n{core}", faults.join("\n"));
            Ok(core.to_string())
        }
        Err(errors) => Err(draw_all(&sources, &errors, false, 100)),
    }
}

/// A program is accepted, and its core is this.
#[track_caller]
fn accepts(text: &str, core: Expect) {
    match outcome(text) {
        Ok(found) => core.assert_eq(&found),
        Err(messages) => panic!("{messages}"),
    }
}

/// Programs are accepted.
#[track_caller]
fn fits(texts: &[&str]) {
    for text in texts {
        if let Err(messages) = outcome(text) {
            panic!("{text}\n{messages}");
        }
    }
}

/// A program is rejected, and this is said about it.
#[track_caller]
fn rejects(text: &str, messages: Expect) {
    match outcome(text) {
        Ok(core) => panic!("accepted:\n{core}"),
        Err(found) => messages.assert_eq(&found),
    }
}

/// Programs are rejected, each with these titles.
#[track_caller]
fn titles(texts: &[&str], titles: Expect) {
    let mut all = String::new();
    for text in texts {
        match outcome(text) {
            Ok(core) => all += &format!("accepted: {core}\n"),
            Err(found) => {
                let lines = found.lines().filter(|line| line.starts_with("error: "));
                lines.for_each(|line| all += &format!("{line}\n"));
            }
        }
    }
    titles.assert_eq(&all);
}
