//! Standard ML: from files to ANF.

use crate::{Failure, Options, bug};
use ::sml::elab::{Compilation, Loader};
use ::sml::mono::Monomorphiser;
use diag::{Diagnostic, Severity, SourceId, Sources};
use std::borrow::Cow;
use std::path::Path;

/// Names a folder whose files stand in for those of the library, for those who write it.
const LIBRARY_VARIABLE: &str = "KONT_SML_LIB";

/// The library as it is built in, or as a folder has it.
struct Files<'s> {
    sources: &'s mut Sources,
}

impl Loader for Files<'_> {
    fn library(&mut self, name: &str, text: &'static [u8]) -> (SourceId, Cow<'static, [u8]>) {
        let folder = std::env::var_os(LIBRARY_VARIABLE);
        let file = Path::new(name).file_name().unwrap_or_default();
        let own = folder.and_then(|folder| std::fs::read(Path::new(&folder).join(file)).ok());
        let text = own.map_or(Cow::Borrowed(text), Cow::Owned);
        (self.sources.add(name, &*text), text)
    }
}

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
    let mut compilation = Compilation::new(&mut Files { sources });
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
