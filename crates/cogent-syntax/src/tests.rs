//! Texts that are read, texts that are refused with their messages, and limits of the parser.

mod columns;
mod cpp;
mod defs;
mod exprs;
mod includes;
mod limits;
mod messages;
mod refused;

use crate::ast::Program;
use crate::program::{File, Loader, Options, Read, read};
use diag::{Severity, SourceId, Sources, draw_all};
use expect_test::Expect;
use std::collections::BTreeMap;
use std::path::Path;

/// Files by path; the first is the root.
struct Texts {
    sources: Sources,
    files: BTreeMap<String, (SourceId, Vec<u8>)>,
}

impl Loader for Texts {
    fn load(&mut self, path: &Path) -> Result<Option<File>, String> {
        let path = path.to_string_lossy().replace("./", "");
        if path.ends_with("locked") {
            return Err("permission denied".into());
        }
        let found = self.files.get(&path);
        Ok(found.map(|(source, text)| File { source: *source, text: text.as_slice().into() }))
    }
}

/// A program that was read, and what drawing needs.
struct Outcome {
    sources: Sources,
    read: Read,
}

impl Outcome {
    fn messages(&self) -> String {
        draw_all(&self.sources, &self.read.diagnostics, false, 100)
    }

    fn accepted(&self) -> &Program {
        assert!(self.read.diagnostics.is_empty(), "{}", self.messages());
        &self.read.program
    }

    fn rejected(&self) -> bool {
        self.read.diagnostics.iter().any(|each| each.severity == Severity::Error)
    }
}

/// Reads files, of which the first is the root.
fn read_files(files: &[(&str, &[u8])], options: &Options) -> Outcome {
    let mut texts = Texts { sources: Sources::new(), files: BTreeMap::new() };
    for (name, text) in files {
        let source = texts.sources.add(*name, *text);
        texts.files.insert((*name).into(), (source, text.to_vec()));
    }
    let root = Path::new(files[0].0);
    let file = texts.load(root).expect("a file").expect("the root");
    let read = read(root, file, &mut texts, options);
    Outcome { sources: texts.sources, read }
}

fn read_text(text: &[u8]) -> Outcome {
    read_files(&[("a.cogent", text)], &Options::default())
}

/// The tree of a text without errors, which reads the same when it is read again.
fn accepted(text: &str, expect: Expect) {
    let printed = read_text(text.as_bytes()).accepted().to_string();
    expect.assert_eq(&printed);
    assert_eq!(read_text(printed.as_bytes()).accepted().to_string(), printed);
}

/// Trees of expressions, each as it should print.
fn exprs(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        let program = read_text(format!("x : T\nx = {text}").as_bytes());
        assert_eq!(program.accepted().to_string(), format!("x : T\nx = {expected}\n"));
        let again = read_text(format!("x : T\nx = {expected}").as_bytes());
        assert_eq!(again.accepted().to_string(), program.accepted().to_string());
    }
}

/// The messages that a text gets.
fn messages(text: &str, expect: Expect) {
    expect.assert_eq(&read_text(text.as_bytes()).messages());
}

/// `LINE: title` of every message that a text gets.
fn titles(text: &str) -> Vec<String> {
    let result = read_text(text.as_bytes());
    let diagnostics = result.read.diagnostics.iter();
    diagnostics
        .map(|each| {
            let start = each.primary.as_ref().map_or(0, |label| label.span.start);
            let line = text.as_bytes()[..start].iter().filter(|&&byte| byte == b'\n').count();
            format!("{}: {}", line + 1, each.title)
        })
        .collect()
}
