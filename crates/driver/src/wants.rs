//! Functions that a program wants of others: of other units, and in C.

use crate::Failure;
use base::Name;
use diag::Diagnostic;
use front::{Places, Program};

/// The rest of a line behind a phrase.
fn split<'l>(line: &'l str, phrase: &str) -> Option<&'l str> {
    line.split_once(phrase).map(|(_, rest)| rest)
}

/// A program that is to run has all that it imports.
pub(crate) fn complete(places: &Places, program: &Program) -> Result<(), Failure> {
    if !places.missing.is_empty() {
        return Err(Failure::Rejected(places.missing.clone()));
    }
    // Where they stand is known for ANF only.
    let imports: Vec<&Name> = match program {
        Program::Anf(_) => Vec::new(),
        Program::Cps(module) => module.imports.iter().map(|import| &import.symbol).collect(),
        Program::Flow(unit) => unit.imports.values().map(|import| &import.symbol).collect(),
    };
    let unresolved = |symbol: &&Name| {
        Diagnostic::error(format!("unresolved import: no file exports `{symbol}`"))
    };
    match imports.is_empty() {
        true => Ok(()),
        false => Err(Failure::Rejected(imports.iter().map(unresolved).collect())),
    }
}

/// The failure for C functions that a loader or linker did not find: those whose symbols stand in
/// its message. Nothing if it is about something else.
pub(crate) fn unknown(places: &Places, unit: &flow::Unit, message: &str) -> Option<Failure> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    // "undefined reference to", "undefined symbol:", "Symbols not found:".
    let behind = |line| ["undefined ", "not found"].iter().find_map(|p| split(line, p));
    let words: Vec<&str> =
        message.lines().filter_map(behind).flat_map(|l| l.split(|c| !is_part(c))).collect();
    let symbols = unit.foreigns.values().map(|foreign| &foreign.symbol);
    let unknown = symbols.filter(|symbol| words.contains(&&***symbol));
    let found: Vec<Diagnostic> = unknown
        .map(|symbol| {
            about(places, symbol, "unknown C function", "no library has it")
                .hint("programs are linked with the C library and its mathematical part")
        })
        .collect();
    (!found.is_empty()).then_some(Failure::Rejected(found))
}

/// The failure for a C function that only compiled code can call.
pub(crate) fn not_interpreted(places: &Places, symbol: &Name) -> Failure {
    let title = "call of a C function in an interpreter";
    let found = about(places, symbol, title, "only compiled code can call it");
    Failure::Rejected(vec![found.hint("`kont run` compiles")])
}

fn about(places: &Places, symbol: &Name, title: &str, label: &str) -> Diagnostic {
    match places.foreigns.iter().find(|(_, _, other)| other == symbol) {
        Some((source, span, _)) => {
            Diagnostic::error(title).at(*source, *span, format!("`{symbol}`: {label}"))
        }
        None => Diagnostic::error(format!("{title}: `{symbol}`: {label}")),
    }
}
