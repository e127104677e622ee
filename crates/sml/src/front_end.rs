//! Standard ML as a front end: one text, several in an order, or a project.

use crate::project::{self, Root};
use crate::types::types;
use crate::{Compilation, Loader, Monomorphiser, WARNINGS};
use diag::{Diagnostic, Severity, SourceId};
use front::{
    Command, Driver, FrontEnd, Opt, Parsed, Program, Refusal, Request, Stage, Takes, Types,
};
use sml_elab::{Basis, Length, Mark};
use std::borrow::Cow;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The front end.
pub static FRONT_END: Sml = Sml;

/// Standard ML as a front end.
#[derive(Debug)]
pub struct Sml;

const PATH_VARIABLE: Opt = Opt {
    name: "mlb-path-var",
    takes: Takes::Texts("NAME=FOLDER", |text| parse_path_variable(text).map(drop)),
    help: "What `$(NAME)` stands for in .mlb files, and `$NAME` in .cm files",
    commands: &[Command::Run, Command::Build, Command::Check, Command::Eval],
    excludes: &[],
};

/// A variable in the paths of project files: `NAME=FOLDER`.
fn parse_path_variable(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.to_owned()))
        }
        Some(_) | None => Err("write NAME=FOLDER".to_owned()),
    }
}

impl FrontEnd for Sml {
    fn name(&self) -> &'static str {
        "sml"
    }

    fn title(&self) -> &'static str {
        "Standard ML"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["sml", "sig", "fun", "mlb", "cm"]
    }

    fn stage(&self) -> Stage {
        Stage::Anf
    }

    fn takes_several(&self) -> bool {
        true
    }

    fn options(&self) -> &'static [Opt] {
        &[PATH_VARIABLE]
    }

    fn warnings(&self) -> &'static [(&'static str, &'static str)] {
        WARNINGS
    }

    fn check(&self, request: &Request, driver: &mut dyn Driver) -> Result<(), Refusal> {
        elaborate(request, driver).map(drop)
    }

    fn has_types(&self) -> bool {
        true
    }

    fn types(&self, request: &Request, driver: &mut dyn Driver) -> Result<Types, Refusal> {
        let mut elaborated = elaborate(request, driver)?;
        let items = match &elaborated.exports {
            Some(exports) => elaborated.compilation.items_of(exports, Length::Whole),
            None => {
                let taken = elaborated.compilation.take(elaborated.start);
                elaborated.compilation.items(&taken, 0..taken.len(), Length::Whole)
            }
        };
        Ok(types(items))
    }

    fn read(&self, request: &Request, driver: &mut dyn Driver) -> Result<Parsed, Refusal> {
        let mut elaborated = elaborate(request, driver)?;
        let program = elaborated.compilation.finish();
        let lowered = Monomorphiser::lower(program, driver.sources());
        Ok(Program::Anf(lowered.map_err(Refusal::Rejected)?).into())
    }
}

/// The environment variable that names a folder with files to read in place of the library's.
const LIBRARY_VARIABLE: &str = "KONT_SML_LIB";

/// The library as it is built in, or as a folder has it.
struct Files<'d> {
    driver: &'d mut dyn Driver,
}

impl Loader for Files<'_> {
    fn library(&mut self, name: &str, text: &'static [u8]) -> (SourceId, Cow<'static, [u8]>) {
        let folder = std::env::var_os(LIBRARY_VARIABLE);
        let file = Path::new(name).file_name().unwrap_or_default();
        let own = folder.and_then(|folder| self.driver.read(&Path::new(&folder).join(file)).ok());
        let text = own.map_or(Cow::Borrowed(text), Cow::Owned);
        (self.driver.sources().add(name, &*text), text)
    }
}

impl project::Files for Files<'_> {
    fn canonical(&mut self, path: &Path) -> Result<PathBuf, String> {
        self.driver.canonical(path)
    }

    fn read(&mut self, path: &Path) -> Result<(SourceId, Arc<[u8]>), String> {
        let bytes = self.driver.read(path)?;
        Ok((self.driver.sources().add(path.to_string_lossy(), &*bytes), bytes.into()))
    }
}

/// A program that was elaborated.
struct Elaborated {
    /// It is never dropped: that takes a fifth of the time of elaboration, and the process ends
    /// soon.
    compilation: ManuallyDrop<Compilation>,
    /// The moment before it.
    start: Mark,
    /// What several files or a project export; none of a single text.
    exports: Option<Basis>,
}

/// Elaborates a program.
fn elaborate(request: &Request, driver: &mut dyn Driver) -> Result<Elaborated, Refusal> {
    let variables = request.settings.parsed(PATH_VARIABLE.name, parse_path_variable);
    let variables = variables.map_err(Refusal::Usage)?;
    let roots = roots(request, driver);
    let mut compilation = ManuallyDrop::new(Compilation::new(&mut Files { driver }));
    let start = compilation.mark();
    let (mut diagnostics, exports) = match &roots[..] {
        [] => {
            let id = request.texts[0].source;
            driver.watch(FRONT_END.name(), id);
            let text = driver.sources().get(id).bytes.clone();
            (compilation.add(id, &text), None)
        }
        roots => {
            let mut files = Files { driver };
            let (messages, exports) =
                project::evaluate(&mut compilation, &mut files, &variables, roots);
            (messages, Some(exports))
        }
    };
    if roots.is_empty() && diagnostics.iter().any(|d| d.severity == Severity::Error) {
        hint_at_files(&mut compilation, request, driver, &mut diagnostics);
    }
    driver.judge(diagnostics)?;
    Ok(Elaborated { compilation, start, exports })
}

/// Adds a hint to the message about an unknown name that a file among the arguments of the
/// program declares: that file was probably meant to be a part of the program.
fn hint_at_files(
    compilation: &mut Compilation,
    request: &Request,
    driver: &mut dyn Driver,
    diagnostics: &mut [Diagnostic],
) {
    let Some(first) = &request.texts[0].path else { return };
    for path in request.behind.iter().flatten().map(Path::new) {
        let ending = path.extension().unwrap_or_default();
        if !["sml", "sig", "fun"].iter().any(|known| ending == *known) {
            continue;
        }
        let Ok(bytes) = driver.read(path) else { continue };
        let sources = driver.sources();
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

/// The files of a program of several files or with a project; none of others.
fn roots(request: &Request, driver: &mut dyn Driver) -> Vec<Root> {
    let paths = || request.texts.iter().filter_map(|text| Some((text.path.as_ref()?, text.source)));
    if paths().count() < 2 && !paths().any(|(path, _)| project::is_project(path)) {
        return Vec::new();
    }
    let root = |(path, source): (&PathBuf, SourceId)| {
        let text = driver.sources().get(source).bytes.as_slice().into();
        Root { path: path.clone(), source, text }
    };
    paths().map(root).collect()
}
