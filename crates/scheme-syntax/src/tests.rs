//! Texts that are read, texts that are refused with their messages, and limits.

mod data;
mod generated;
mod limits;
mod messages;

use crate::{Datum, read};
use base::{EntityId, LocatedError};
use diag::{Diagnostic, SourceId, Sources, draw_all};
use expect_test::Expect;
use std::rc::Rc;

fn try_read(text: &[u8]) -> Result<Vec<Rc<Datum>>, Vec<LocatedError>> {
    read(SourceId::from_index(0), text)
}

fn read_all(text: &str) -> Vec<Rc<Datum>> {
    try_read(text.as_bytes()).unwrap_or_else(|_| panic!("{}", drawn(text.as_bytes())))
}

fn read_one(text: &str) -> Rc<Datum> {
    let mut data = read_all(text);
    assert_eq!(data.len(), 1, "{text}: {data:?}");
    data.remove(0)
}

/// The messages that a text gets.
fn drawn(text: &[u8]) -> String {
    let mut sources = Sources::new();
    let source = sources.add("a.scm", text);
    let errors = read(source, text).expect_err("an error");
    let diagnostics = errors.into_iter().map(|error| {
        let diagnostic = Diagnostic::error(error.title);
        let diagnostic = match error.span {
            Some(span) => diagnostic.at(source, span, error.label),
            None => diagnostic,
        };
        match error.hint {
            Some(hint) => diagnostic.hint(hint),
            None => diagnostic,
        }
    });
    draw_all(&sources, &diagnostics.collect::<Vec<_>>(), false, 100)
}

fn messages(text: &str, expect: Expect) {
    expect.assert_eq(&drawn(text.as_bytes()));
}

/// `START-END title` of every message that a text gets.
fn titles(text: &[u8]) -> Vec<String> {
    let errors = try_read(text).expect_err("an error");
    let show = |error: &LocatedError| {
        let span = error.span.expect("a place");
        format!("{}-{} {}", span.start, span.end, error.title)
    };
    errors.iter().map(show).collect()
}
