//! What is shown of a program is a signature that the program matches.

use crate::env::Binding;
use crate::interface::{Form, Item};
use crate::structure::Structure;
use crate::{Compilation, Length, draw};
use diag::{Severity, Sources};
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

/// The errors in a text.
fn errors(compilation: &mut Compilation, sources: &mut Sources, text: &[u8]) -> String {
    let source = sources.add("t.sml", text);
    let messages = compilation.add(source, text);
    let errors = messages.iter().filter(|message| message.severity == Severity::Error);
    errors.map(|error| diag::draw(sources, error, false)).collect()
}

/// Specifications of what a program binds, and the message if they are not a signature that it
/// matches. None of a program that is wrong.
fn round_trip(text: &[u8]) -> Option<(String, String)> {
    let mut sources = Sources::new();
    let mut compilation = Compilation::new(&mut sources);
    let mark = compilation.mark();
    if !errors(&mut compilation, &mut sources, text).is_empty() {
        return None;
    }
    let taken = compilation.take(mark);
    let mut items = compilation.items(&taken, 0..taken.len(), Length::Whole);
    keep_specifications(&mut items);
    let specs = draw(&items);
    let start = compilation.elab.env.mark();
    compilation.bind(&taken, 0..taken.len());
    let whole = compilation.elab.env.collect(start);
    compilation.elab.env.undo(start);
    let whole = compilation.elab.core.entities.strs.push(Structure::written(whole));
    let name = compilation.names().intern("Whole");
    compilation.elab.env.bind(Binding::Str(name, whole));
    let check = format!("signature CHECK = sig\n{specs}end\nstructure Checked : CHECK = Whole\n");
    let said = errors(&mut compilation, &mut sources, check.as_bytes());
    Some((specs, said))
}

/// True of what may stand in a signature. Datatypes with constructors of the library's, which cannot
/// be bound anew, or of others of the same signature stand in none.
fn keep_specifications(items: &mut Vec<Item>) {
    let reserved = ["true", "false", "nil", "::", "ref"].map(Arc::from);
    let mut seen: HashSet<Arc<str>> = reserved.into_iter().collect();
    let values = items.iter().filter(|item| matches!(item.form, Form::Value(_)));
    seen.extend(values.map(|item| item.name.clone()));
    items.retain_mut(|item| match &mut item.form {
        Form::Value(_) | Form::Type { .. } | Form::Exception(_) => true,
        Form::Datatype { constructors, .. } => {
            constructors.iter().all(|(name, _)| seen.insert(name.clone()))
        }
        Form::Structure(items) => {
            keep_specifications(items);
            true
        }
        Form::Signature(_) | Form::Functor(..) | Form::Fixity(_) => false,
    });
}

/// Programs of which what is shown is no signature that they match, and why.
const EXCEPTIONS: &[&str] = &[
    // A constructor of a type that is shown belongs to another type as well.
    "4.10-rule-02-status-of-identifiers",
    // A datatype does not admit equality, which a specification cannot say.
    "4.10-rule-19-abstype-replicated",
    "8-program-sorting-functor",
    // Types are larger than what is shown of any.
    "4.9-types-large-but-shared",
];

#[test]
fn programs_match_what_is_shown_of_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/run/sml");
    let programs = std::fs::read_dir(folder).expect("there are programs");
    let mut programs: Vec<_> = programs.filter_map(|entry| Some(entry.ok()?.path())).collect();
    programs.retain(|path| path.extension().is_some_and(|ending| ending == "sml"));
    programs.sort();
    let (mut tried, mut failed) = (0, Vec::new());
    for path in &programs {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let text = std::fs::read(path).unwrap_or_default();
        let Some((specs, said)) = round_trip(&text) else { continue };
        // A type without a name cannot be specified.
        if specs.contains("?.") {
            continue;
        }
        tried += 1;
        if !said.is_empty() && !EXCEPTIONS.contains(&&*name) {
            failed.push(format!("{name}: {said}"));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert!(tried > 300, "only {tried} programs were tried");
}
