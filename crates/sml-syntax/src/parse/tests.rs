//! Texts that are accepted, texts that are refused with their messages, and limits.

mod cut;
mod dump;
mod forms_dec;
mod forms_exp;
mod limits;
mod messages_dec;
mod messages_exp;
mod messages_lex;
mod places;
mod refused;

use super::{FixityEnv, ParseOptions, parse};
use crate::ast::Dec;
use crate::names::Names;
use diag::{Diagnostic, Sources, draw_all};
use expect_test::Expect;

/// A file that has been parsed, with its sources and names.
struct Read {
    names: Names,
    sources: Sources,
    decs: Vec<Dec>,
    errors: Vec<Diagnostic>,
}

fn read_with(text: &[u8], options: ParseOptions) -> Read {
    let mut names = Names::new();
    let mut fixity = FixityEnv::basis(&mut names);
    let mut sources = Sources::new();
    let source = sources.add("a.sml", text);
    let crate::parse::Read { decs, errors, .. } =
        parse(source, text, &mut names, &mut fixity, options);
    Read { names, sources, decs, errors }
}

fn read(text: &[u8]) -> Read {
    read_with(text, ParseOptions::default())
}

/// The tree of a text without errors, one declaration a line.
fn accepted_with(text: &str, options: ParseOptions, expect: Expect) {
    let read = read_with(text.as_bytes(), options);
    let drawn = draw_all(&read.sources, &read.errors, false, 100);
    assert!(read.errors.is_empty(), "{text}\n{drawn}");
    expect.assert_eq(&dump::decs(&read.names, &read.decs));
}

fn accepted(text: &str, expect: Expect) {
    accepted_with(text, ParseOptions::default(), expect);
}

/// The messages that a text gets.
fn messages(text: &str, expect: Expect) {
    let read = read(text.as_bytes());
    expect.assert_eq(&draw_all(&read.sources, &read.errors, false, 100));
}

/// `LINE:COLUMN title` of every message that a text gets.
fn titles(text: &str, expect: Expect) {
    let read = read(text.as_bytes());
    let mut out = String::new();
    for error in &read.errors {
        let start = error.primary.as_ref().map_or(0, |label| label.span.start);
        let before = &text.as_bytes()[..start];
        let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
        let column =
            start - before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1) + 1;
        out.push_str(&format!("{line}:{column} {}\n", error.title));
    }
    expect.assert_eq(&out);
}
