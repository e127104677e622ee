//! From text to a checked program.

use crate::{Failure, Language, bug};
use base::LocatedError;
use diag::{Diagnostic, SourceId, Sources};
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

/// Reads and checks a program.
pub(crate) fn parse(
    sources: &Sources,
    id: SourceId,
    language: Language,
    require_positions: bool,
) -> Result<Program, Failure> {
    let source = sources.get(id);
    bug::watch(language.name(), &source.bytes, "kont build {} --check -o /dev/null");
    let located =
        |errors: Vec<LocatedError>| rejected(errors.into_iter().map(|e| diagnostic(id, e)));
    let named = |violations: Vec<String>| {
        rejected(violations.into_iter().map(|v| Diagnostic::error(format!("{}: {v}", source.name))))
    };
    match language {
        Language::Sml => unreachable!("Standard ML has its own way in"),
        Language::Anf => {
            let (module, spans) = anf::parse::parse_with_spans(&source.bytes).map_err(located)?;
            let options = anf::check::Options { require_positions };
            let errors = anf::check::check_with(&module, Some(&spans), options);
            if errors.is_empty() { Ok(Program::Anf(module)) } else { Err(located(errors)) }
        }
        Language::Cps => {
            let module = cps::parse(&source.bytes).map_err(located)?;
            let violations = cps::check(&module);
            if violations.is_empty() { Ok(Program::Cps(module)) } else { Err(named(violations)) }
        }
        Language::Il => {
            let program = il::parse(&source.bytes).map_err(|error| located(vec![error]))?;
            Ok(Program::Il(program, id))
        }
        Language::Flow => {
            let unit = flow::parse(&source.bytes).map_err(located)?;
            let violations = flow::check(&unit);
            if violations.is_empty() { Ok(Program::Flow(unit)) } else { Err(named(violations)) }
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
