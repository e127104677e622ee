//! Standard ML: from files to ANF.

use crate::{Failure, Options, bug};
use diag::{Diagnostic, Severity, SourceId, Sources};
use ::sml::elab::Compilation;
use ::sml::mono::Monomorphiser;

/// What a text in Standard ML turned out to be.
pub(crate) struct Checked {
    program: ::sml::core::Program,
    /// What is odd about it.
    pub(crate) warnings: Vec<Diagnostic>,
}

/// Elaborates a file.
pub(crate) fn check(
    sources: &mut Sources,
    id: SourceId,
    options: &Options,
) -> Result<Checked, Failure> {
    let text = sources.get(id).bytes.clone();
    bug::watch("sml", &text, "kont build {} --check -o /dev/null");
    let mut compilation = Compilation::new(sources);
    let mut diagnostics = compilation.add(id, &text);
    let warnings = &options.warnings;
    diagnostics.retain(|d| d.code.is_none_or(|code| !warnings.off.iter().any(|off| off == code)));
    if warnings.errors {
        diagnostics.iter_mut().for_each(|d| d.severity = Severity::Error);
    }
    if diagnostics.iter().any(|d| d.severity == Severity::Error) {
        return Err(Failure::Rejected(diagnostics));
    }
    Ok(Checked { program: compilation.into_program(), warnings: diagnostics })
}

/// Lowers a program that was elaborated.
pub(crate) fn lower(
    checked: &Checked,
    sources: &Sources,
    options: &Options,
) -> Result<anf::Module, Failure> {
    let lowered = Monomorphiser::new().lower(&checked.program, sources, 0);
    let module = lowered.map_err(Failure::Rejected)?;
    if options.passes.check {
        if let Some(error) = anf::check(&module).first() {
            return Err(bug::found(format!("{}: {}", error.title, error.label)));
        }
    }
    Ok(module)
}
