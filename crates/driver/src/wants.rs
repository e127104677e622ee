//! Functions that a program wants of others: of other units, and in C.

use crate::{Failure, objects};
use anf::interface::Interface;
use base::Name;
use diag::Diagnostic;
use front::{Places, Program};
use std::collections::BTreeSet;
use std::path::PathBuf;

/// A program that is to run has all that it imports.
pub(crate) fn complete(places: &Places, program: &Program) -> Result<(), Failure> {
    if !places.missing.is_empty() {
        let errors = places.missing.iter().map(|missing| missing.error.clone());
        return Err(Failure::Rejected(errors.collect()));
    }
    complete_itself(program)
}

/// A program with objects has all that it imports in itself or in them, of the right types.
pub(crate) fn complete_with(
    places: &Places,
    program: &Program,
    interface: &Interface,
    objects: &[PathBuf],
) -> Result<(), Failure> {
    let objects = objects::open(objects)?;
    let has_entry = matches!(program, Program::Anf(module) if module.entry.is_some());
    match objects::unfit(interface, has_entry, &places.missing, &objects) {
        found if !found.is_empty() => Err(Failure::Rejected(found)),
        _ => complete_itself(program),
    }
}

fn complete_itself(program: &Program) -> Result<(), Failure> {
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
/// its message, wanted by the program or by the C that it is linked with. Nothing if it is about
/// something else.
pub(crate) fn unknown(
    places: &Places,
    unit: &flow::Unit,
    with: &[PathBuf],
    message: &str,
) -> Option<Failure> {
    const HINT: &str = "programs are linked with the C library, its mathematical part, and the C \
                        files of `--with`";
    let missing: BTreeSet<&str> = message.lines().flat_map(missing).collect();
    let symbols = unit.foreigns.values().map(|foreign| &foreign.symbol);
    let unknown = symbols.filter(|symbol| missing.contains(&***symbol));
    let mut found: Vec<Diagnostic> = unknown
        .map(|symbol| about(places, symbol, "unknown C function", "no library has it").hint(HINT))
        .collect();
    if found.is_empty() && !with.is_empty() {
        let wanted = |symbol| {
            Diagnostic::error(format!("C wants `{symbol}`, which no library has")).hint(HINT)
        };
        found.extend(missing.into_iter().map(wanted));
    }
    (!found.is_empty()).then_some(Failure::Rejected(found))
}

/// The symbols that a line of a loader or linker says are missing.
fn missing(line: &str) -> Vec<&str> {
    let words = |text: &'static str| {
        let rest = line.split_once(text).map(|(_, rest)| rest)?;
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        Some(rest.split(move |c| !is_part(c)).filter(|word| !word.is_empty()).collect::<Vec<_>>())
    };
    match (words("Symbols not found"), words("undefined ")) {
        (Some(all), _) => all,
        // "undefined reference to", "undefined symbol:".
        (None, Some(words)) => words.last().into_iter().copied().collect(),
        (None, None) => Vec::new(),
    }
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
