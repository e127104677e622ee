//! Standard ML: from files to ANF.

use crate::input::bytes_of;
use crate::output::reason;
use crate::{Failure, Input, Options, bug};
use ::sml::project::{self, Root};
use ::sml::{Compilation, Loader, Monomorphiser};
use diag::{Diagnostic, Severity, SourceId, Sources};
use std::borrow::Cow;
use std::ffi::OsString;
use std::mem::ManuallyDrop;
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
    /// Left to the end of the process: to take it apart takes a fifth of the time that
    /// elaboration does.
    compilation: ManuallyDrop<Compilation>,
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

/// Elaborates a program, whose first text this is. `behind` stands behind it on the command
/// line.
pub(crate) fn check(
    sources: &mut Sources,
    input: &Input,
    id: SourceId,
    options: &Options,
    behind: &[OsString],
) -> Result<Checked, Failure> {
    let text = sources.get(id).bytes.clone();
    let roots = roots(sources, input, id);
    let mut files = Files { sources };
    let mut compilation = ManuallyDrop::new(Compilation::new(&mut files));
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
        if roots.is_empty() {
            hint_at_files(&mut compilation, sources, input, &mut diagnostics, behind);
        }
        return Err(Failure::Rejected(diagnostics));
    }
    compilation.finish();
    Ok(Checked { compilation, warnings: diagnostics })
}

/// If a file among the arguments of a program declares what the program lacks, it was meant to
/// be a part of it. The message about the name says so then.
fn hint_at_files(
    compilation: &mut Compilation,
    sources: &mut Sources,
    input: &Input,
    diagnostics: &mut [Diagnostic],
    behind: &[OsString],
) {
    let Input::File(first) = input else { return };
    for path in behind.iter().map(Path::new) {
        let ending = path.extension().unwrap_or_default();
        if !["sml", "sig", "fun"].iter().any(|known| ending == *known) {
            continue;
        }
        let Ok(bytes) = bytes_of(path) else { continue };
        let source = sources.add(path.to_string_lossy(), &*bytes);
        let Some(name) = compilation.lacked(source, &bytes) else { continue };
        let about = diagnostics.iter_mut().find(|d| {
            let label = d.primary.as_ref();
            label.is_some_and(|l| {
                sources.get(l.source).bytes.get(l.span.start..l.span.end) == Some(name.as_bytes())
            })
        });
        if let Some(message) = about {
            let (first, path) = (first.display(), path.display());
            message.hint = Some(format!(
                "`{path}` declares `{name}`, but what stands behind the first file goes to the \
                 program; name both in a project, `prog.mlb`, or build them: `kont build {path} \
                 {first} -o prog`"
            ));
            return;
        }
    }
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
    let lowered = Monomorphiser::lower(checked.compilation.program(), sources);
    let module = lowered.map_err(Failure::Rejected)?;
    if options.passes.check {
        if let Some(error) = anf::check(&module).first() {
            return Err(bug::found(format!("{}: {}", error.title, error.label)));
        }
    }
    Ok(module)
}
