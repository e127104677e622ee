//! Inferred types and messages, on small programs.

mod core;
mod describe;
mod interface;
mod interface_modules;
mod library;
mod limits;
mod messages;
mod module_messages;
mod modules;
mod more_messages;
mod round_trip;

use super::Compilation;
use diag::{Severity, Sources};
use expect_test::Expect;

/// Elaborates a text and gives the messages, without those warnings that
/// no test is about, then the types of the variables bound outside functions.
fn elaborate(text: &str) -> String {
    let mut sources = Sources::new();
    let mut compilation = Compilation::new(&mut sources);
    let source = sources.add("t.sml", text);
    let messages = compilation.add(source, text.as_bytes());
    let mut result = String::new();
    for message in &messages {
        let drawn = diag::draw(&sources, message, false);
        result.extend(drawn.lines().map(|line| format!("{}\n", line.trim_end())));
    }
    let program = compilation.program();
    for info in program.vars.values() {
        if let Some(path) = &info.path
            && info.loc.source == source
        {
            result.push_str(&format!("val {path} : {}\n", compilation.show(info.ty)));
        }
    }
    if messages.iter().all(|message| message.severity == Severity::Warning) {
        super::check::check(program);
    }
    result
}

fn check(text: &str, expect: Expect) {
    expect.assert_eq(&elaborate(text));
}

/// The titles of the messages about a text.
fn titles(text: &str) -> Vec<String> {
    let mut sources = Sources::new();
    let mut compilation = Compilation::new(&mut sources);
    let source = sources.add("t.sml", text);
    compilation.add(source, text.as_bytes()).into_iter().map(|message| message.title).collect()
}
