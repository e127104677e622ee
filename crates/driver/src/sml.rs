//! Standard ML: from files to ANF.

use crate::input::bytes_of;
use crate::output::reason;
use crate::{Failure, Input, Options, bug};
use ::sml::elab::{Compilation, Loader};
use ::sml::mono::Monomorphiser;
use ::sml::project::{self, Root};
use diag::{Diagnostic, Severity, SourceId, Sources};
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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

impl project::Files for Files<'_> {
    fn canonical(&mut self, path: &Path) -> Result<PathBuf, String> {
        path.canonicalize().map_err(|error| reason(&error))
    }

    fn read(&mut self, path: &Path) -> Result<(SourceId, Arc<[u8]>), String> {
        let bytes = bytes_of(path)?;
        Ok((self.sources.add(path.to_string_lossy(), &*bytes), bytes.into()))
    }
}

/// Elaborates a program, whose first text this is.
pub(crate) fn check(
    sources: &mut Sources,
    input: &Input,
    id: SourceId,
    options: &Options,
) -> Result<Checked, Failure> {
    let text = sources.get(id).bytes.clone();
    let roots = roots(sources, input, id);
    let mut files = Files { sources };
    let mut compilation = Compilation::new(&mut files);
    let mut diagnostics = match &roots[..] {
        [] => {
            bug::watch("sml", &text, "kont build {} --check -o /dev/null");
            compilation.add(id, &text)
        }
        roots => project::add(&mut compilation, &mut files, &options.path_variables, roots),
    };
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

/// The files of a program that is more than a text.
fn roots(sources: &Sources, input: &Input, first: SourceId) -> Vec<Root> {
    let paths = input.files();
    if paths.len() < 2 && !paths.iter().any(|path| project::is_project(path)) {
        return Vec::new();
    }
    let texts = sources.iter().skip_while(|(id, _)| *id != first);
    paths
        .iter()
        .zip(texts)
        .map(|(path, (source, text))| Root {
            path: path.clone(),
            source,
            text: text.bytes.as_slice().into(),
        })
        .collect()
}

/// Lowers a program that was elaborated.
pub(crate) fn lower(
    checked: &Checked,
    sources: &Sources,
    options: &Options,
) -> Result<anf::Module, Failure> {
    let lowered = Monomorphiser::lower(&checked.program, sources);
    let module = lowered.map_err(Failure::Rejected)?;
    if options.passes.check {
        if let Some(error) = anf::check(&module).first() {
            return Err(bug::found(format!("{}: {}", error.title, error.label)));
        }
    }
    Ok(module)
}
