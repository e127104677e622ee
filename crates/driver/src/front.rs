//! From text to a checked program.

use crate::wants::Places;
use crate::{Failure, Language, bug};
use base::{LocatedError, Span};
use diag::{Diagnostic, SourceId, Sources};
use flow::ClusterId;
use std::collections::HashMap;
use std::fmt;

/// A program in one of the languages.
pub(crate) enum Program {
    /// In ANF.
    Anf(anf::Module),
    /// In CPS.
    Cps(cps::Module),
    /// In IL, with the text.
    Il(il::Program, SourceId),
    /// In Flow.
    Flow(flow::Unit),
}

impl Program {
    /// Its language.
    pub(crate) fn language(&self) -> Language {
        match self {
            Program::Anf(_) => Language::Anf,
            Program::Cps(_) => Language::Cps,
            Program::Il(..) => Language::Il,
            Program::Flow(_) => Language::Flow,
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Program::Anf(module) => module.fmt(f),
            Program::Cps(module) => module.fmt(f),
            Program::Il(program, _) => program.fmt(f),
            Program::Flow(unit) => unit.fmt(f),
        }
    }
}

/// What is done about positions that a program in ANF does not have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Positions {
    /// Nothing.
    Leave,
    /// They are errors.
    Require,
    /// If it has none at all, they are those of its text.
    Place,
}

/// Reads and checks units of ANF.
pub(crate) fn parse_anf(
    sources: &Sources,
    ids: &[SourceId],
    positions: Positions,
) -> Result<Linked, Failure> {
    let mut units = Vec::new();
    let mut errors = Vec::new();
    for id in ids {
        let source = sources.get(*id);
        let bytes = &source.bytes;
        bug::watch(Language::Anf.name(), bytes, WATCH);
        let require_positions = positions == Positions::Require;
        let options = anf::check::Options { require_positions };
        let found = match anf::parse::parse_with_spans(bytes) {
            Ok((mut module, spans)) => {
                let found = anf::check::check_with(&module, Some(&spans), options);
                if positions == Positions::Place && found.is_empty() {
                    anf::parse::place(&mut module, &spans, bytes, &source.name);
                }
                units.push((module, spans));
                found
            }
            Err(found) => found,
        };
        errors.extend(found.into_iter().map(|error| diagnostic(*id, error)));
    }
    if !errors.is_empty() {
        return Err(Failure::Rejected(errors));
    }
    let place = |(unit, error): (usize, LocatedError)| diagnostic(ids[unit], error);
    let linked = anf::link::link(units).map_err(|e| rejected(e.into_iter().map(place)))?;
    let missing = linked.missing.into_iter().map(place).collect();
    let foreigns = linked.foreigns.into_iter();
    let foreigns = foreigns.map(|(unit, span, symbol)| (ids[unit], span, symbol)).collect();
    Ok(Linked { module: linked.module, places: Places { missing, foreigns } })
}

/// A program in ANF, and what it wants of others.
pub(crate) struct Linked {
    pub(crate) module: anf::Module,
    pub(crate) places: Places,
}

/// What shows a bug in what comes after reading.
const WATCH: &str = "kont build {} --check -o /dev/null";

/// Reads and checks a program.
pub(crate) fn parse(
    sources: &Sources,
    id: SourceId,
    language: Language,
) -> Result<Program, Failure> {
    let source = sources.get(id);
    bug::watch(language.name(), &source.bytes, WATCH);
    let located =
        |errors: Vec<LocatedError>| rejected(errors.into_iter().map(|e| diagnostic(id, e)));
    let placed = |violations: Vec<(Option<Span>, String)>| {
        rejected(violations.into_iter().map(|(head, violation)| match head {
            Some(head) => Diagnostic::error(violation).at(id, head, "in this function"),
            None => Diagnostic::error(format!("{}: {violation}", source.name)),
        }))
    };
    match language {
        Language::Sml => unreachable!("Standard ML has its own way in"),
        Language::Anf => unreachable!("ANF may have several files"),
        Language::Cps => {
            let (module, heads) = cps::parse_with_heads(&source.bytes).map_err(located)?;
            let head = |fun: Option<usize>| fun.and_then(|fun| heads.get(fun)).copied();
            let violations = cps::check_functions(&module).into_iter();
            let violations: Vec<_> = violations.map(|(fun, v)| (head(fun), v)).collect();
            if violations.is_empty() { Ok(Program::Cps(module)) } else { Err(placed(violations)) }
        }
        Language::Il => {
            let program = il::parse(&source.bytes).map_err(|error| located(vec![error]))?;
            Ok(Program::Il(program, id))
        }
        Language::Flow => {
            let (unit, heads) = flow::parse_with_heads(&source.bytes).map_err(located)?;
            let heads: HashMap<ClusterId, Span> = unit.clusters.keys().zip(heads).collect();
            let head = |cluster: Option<ClusterId>| cluster.and_then(|id| heads.get(&id)).copied();
            let violations = flow::check_clusters(&unit).into_iter();
            let violations: Vec<_> = violations.map(|(id, v)| (head(id), v)).collect();
            if violations.is_empty() { Ok(Program::Flow(unit)) } else { Err(placed(violations)) }
        }
    }
}

fn rejected(diagnostics: impl Iterator<Item = Diagnostic>) -> Failure {
    Failure::Rejected(diagnostics.collect())
}

/// The diagnostic of an error in a file.
pub(crate) fn diagnostic(source: SourceId, error: LocatedError) -> Diagnostic {
    let LocatedError { title, span, label, hint } = error;
    let mut diagnostic = match span {
        Some(span) => Diagnostic::error(title).at(source, span, label),
        None if label.is_empty() => Diagnostic::error(title),
        None => Diagnostic::error(format!("{title}: {label}")),
    };
    diagnostic.hint = hint;
    diagnostic
}
