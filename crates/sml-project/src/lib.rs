//! Projects: programs of several files, put together by ML Basis files (`.mlb`) or by
//! descriptions for the compilation manager (`.cm`), or listed on the command line.
//!
//! ```text
//! word       the words of project files
//! path       paths: variables, and files that the library stands for
//! mlb        the syntax of ML Basis; mlb_eval  its meaning
//! ann        annotations
//! cm         the syntax of descriptions; condition  `#if`; cm_eval  their meaning
//! cm_source  sources of descriptions, in the order of their needs
//! uses       the modules that a file defines and needs
//! ```
//!
//! A file is known by its canonical path, which the caller's [`Files`] gives. A project file
//! is evaluated once. So is a source file, unless it is mentioned again where names that
//! stand in it mean something else; then it is elaborated again, in that basis.
//! After a file with an error nothing more is elaborated: further messages would be about
//! names that the file failed to bind.

mod ann;
mod cm;
mod cm_eval;
mod cm_source;
mod condition;
mod mlb;
mod mlb_eval;
mod path;
#[cfg(test)]
mod tests;
mod uses;
mod word;

use ann::Annotations;
use base::Span;
use diag::{Diagnostic, Severity, SourceId};
use rustc_hash::{FxHashMap, FxHashSet};
use sml_elab::{Basis, Compilation, Loader, Parsed, Project as Kind, Visible};
use sml_syntax::names::Sym;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// The source of a project's files.
pub trait Files: Loader {
    /// The one name of a file, whatever path leads to it.
    ///
    /// # Errors
    /// The reason why there is no such file.
    fn canonical(&mut self, path: &Path) -> Result<PathBuf, String>;

    /// The number and the text of a file, under this name.
    ///
    /// # Errors
    /// The reason why it cannot be read.
    fn read(&mut self, path: &Path) -> Result<(SourceId, Arc<[u8]>), String>;
}

/// A file that the user named.
pub struct Root {
    /// Its name.
    pub path: PathBuf,
    /// Its number.
    pub source: SourceId,
    /// Its text.
    pub text: Arc<[u8]>,
}

/// True of names of project files.
pub fn is_project(path: &Path) -> bool {
    kind_of(path).is_some()
}

fn kind_of(path: &Path) -> Option<Kind> {
    let ending = path.extension()?.to_str()?;
    match ending {
        "mlb" => Some(Kind::Mlb),
        "cm" => Some(Kind::Cm),
        _ => None,
    }
}

/// Adds files to a program, in order, as an ML Basis file with the whole library before them
/// would. Gives the messages; without an error among them the program is complete.
pub fn add(
    compilation: &mut Compilation,
    files: &mut dyn Files,
    variables: &[(String, String)],
    roots: &[Root],
) -> Vec<Diagnostic> {
    evaluate(compilation, files, variables, roots).0
}

/// The same; gives also what the files export.
pub fn evaluate(
    compilation: &mut Compilation,
    files: &mut dyn Files,
    variables: &[(String, String)],
    roots: &[Root],
) -> (Vec<Diagnostic>, Basis) {
    let mut project = Project {
        compilation,
        files,
        variables,
        diagnostics: Vec::new(),
        warned: FxHashSet::default(),
        groups: FxHashMap::default(),
        open: Vec::new(),
        texts: FxHashMap::default(),
        elaborated: FxHashMap::default(),
        sources: Vec::new(),
        by_path: FxHashMap::default(),
        contexts: Vec::new(),
        waits: Vec::new(),
    };
    // An error has been reported; the messages are the result.
    let exports = project.roots(roots).unwrap_or_default();
    (project.diagnostics, exports)
}

/// An error that has been reported.
pub(crate) struct Stop;

/// A result, or nothing after an error.
pub(crate) type Done<T> = Result<T, Stop>;

/// The place at which a file is mentioned.
#[derive(Clone, Copy)]
pub(crate) struct Mention {
    pub(crate) source: SourceId,
    pub(crate) span: Span,
}

/// The result of evaluating a project file.
#[derive(Clone)]
pub(crate) struct Group {
    pub(crate) basis: Rc<Basis>,
    /// The modules of a description, which are made when they are needed.
    pub(crate) exports: Rc<Exports>,
    /// True of a library of the compilation manager, which is not exported with others.
    pub(crate) library: bool,
}

impl Group {
    /// A group that exports no modules by name.
    fn of_basis(basis: Basis, library: bool) -> Group {
        Group { basis: Rc::new(basis), exports: Rc::default(), library }
    }
}

/// The origin of a module.
#[derive(Clone, Debug)]
pub(crate) enum Module {
    /// A source of a description, by number.
    Source(usize),
    /// The library: a basis with this module.
    Library(Rc<Basis>),
}

impl PartialEq for Module {
    fn eq(&self, other: &Module) -> bool {
        match (self, other) {
            (Module::Source(a), Module::Source(b)) => a == b,
            // Callers compare modules of one name, and the library has one of a name.
            (Module::Library(_), Module::Library(_)) => true,
            (Module::Source(_), Module::Library(_)) | (Module::Library(_), Module::Source(_)) => {
                false
            }
        }
    }
}

/// The modules of a description.
pub(crate) type Exports = FxHashMap<uses::Name, Module>;

/// A source file that was elaborated.
struct Elaborated {
    /// The names that stand in it.
    words: Vec<Sym>,
    /// The meaning of those names when it was elaborated.
    seen: Basis,
    /// The bindings that it left.
    left: Basis,
}

/// The state of a project.
pub(crate) struct Project<'a> {
    compilation: &'a mut Compilation,
    files: &'a mut dyn Files,
    /// Path variables; later ones count.
    variables: &'a [(String, String)],
    diagnostics: Vec<Diagnostic>,
    /// Warnings that were given, each by its place and name.
    warned: FxHashSet<(SourceId, usize, Option<&'static str>)>,
    /// Project files that were evaluated.
    groups: FxHashMap<PathBuf, Group>,
    /// Project files that are being evaluated, and the places that mention them.
    open: Vec<(PathBuf, Option<Mention>)>,
    texts: FxHashMap<PathBuf, (SourceId, Arc<[u8]>)>,
    elaborated: FxHashMap<PathBuf, Vec<Elaborated>>,
    /// Sources of descriptions.
    sources: Vec<cm_source::Source>,
    by_path: FxHashMap<PathBuf, usize>,
    contexts: Vec<cm_eval::Context>,
    waits: Vec<cm_source::Wait>,
}

impl Project<'_> {
    /// What the files export.
    fn roots(&mut self, roots: &[Root]) -> Done<Basis> {
        let mut exports = Basis::default();
        let mut scope = Basis::library(Visible::ALL).with_operators(self.compilation.names());
        for root in roots {
            let canonical = self.files.canonical(&root.path);
            let canonical = canonical.unwrap_or_else(|_| root.path.clone());
            let text = (root.source, root.text.clone());
            self.texts.insert(canonical.clone(), text);
            let left = match kind_of(&root.path) {
                Some(kind) => {
                    let group = self.group(&root.path, canonical, kind, None)?;
                    let mut left = self.force_all(&group.exports)?;
                    self.compilation.open_basis(&mut left, &group.basis);
                    left
                }
                None => {
                    let parsed = self.compilation.parse_in(&scope, root.source, &root.text);
                    self.elaborate(&scope, parsed, &Annotations::default())?
                }
            };
            self.compilation.open_basis(&mut scope, &left);
            self.compilation.open_basis(&mut exports, &left);
        }
        Ok(exports)
    }

    /// A project file that is mentioned somewhere.
    pub(crate) fn mentioned_group(
        &mut self,
        path: &Path,
        kind: Kind,
        mention: Mention,
    ) -> Done<Group> {
        let canonical = self.find(path, mention)?;
        self.group(path, canonical, kind, Some(mention))
    }

    /// The result of a project file, which is evaluated once.
    fn group(
        &mut self,
        path: &Path,
        canonical: PathBuf,
        kind: Kind,
        mention: Option<Mention>,
    ) -> Done<Group> {
        if let Some(group) = self.groups.get(&canonical) {
            return Ok(group.clone());
        }
        if let Some(at) = self.open.iter().position(|(open, _)| *open == canonical) {
            return self.includes_itself(at, path, mention);
        }
        let (source, text) = self.read(path, &canonical, mention)?;
        self.open.push((canonical.clone(), mention));
        let group = match kind {
            Kind::Mlb => self.mlb(path, source, &text),
            Kind::Cm => self.cm(path, source, &text),
        };
        self.open.pop();
        let group = group?;
        self.groups.insert(canonical, group.clone());
        Ok(group)
    }

    /// Reports project files of which each includes the next, the last the first.
    fn includes_itself<T>(&mut self, at: usize, path: &Path, mention: Option<Mention>) -> Done<T> {
        let name = path.display();
        let mut message = Diagnostic::error("a project file includes itself");
        if let Some(mention) = mention {
            let label = format!("`{name}` is being read because of this very line");
            let label =
                if self.open.len() > at + 1 { format!("and here `{name}` again") } else { label };
            message = message.at(mention.source, mention.span, label);
        }
        for (path, mention) in &self.open[at + 1..] {
            if let Some(mention) = mention {
                let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                message =
                    message.also(mention.source, mention.span, format!("`{file}` is read here"));
            }
        }
        self.diagnostics.push(message);
        Err(Stop)
    }

    /// The bindings of a source file, which is elaborated in a basis.
    pub(crate) fn source_file(
        &mut self,
        path: &Path,
        scope: &Basis,
        mention: Mention,
        annotations: &Annotations,
    ) -> Done<Basis> {
        let canonical = self.find(path, mention)?;
        let (source, text) = self.read(path, &canonical, Some(mention))?;
        let mut before = self.elaborated.get(&canonical).into_iter().flatten();
        if let Some(found) = before.find(|old| old.seen.agrees(scope, &old.words)) {
            return Ok(found.left.clone());
        }
        let parsed = self.compilation.parse_in(scope, source, &text);
        let words = words(self.compilation.names(), &text);
        let left = self.elaborate(scope, parsed, annotations)?;
        let elaborated = Elaborated { seen: scope.only(&words), words, left: left.clone() };
        self.elaborated.entry(canonical).or_default().push(elaborated);
        Ok(left)
    }

    /// Adds a text to the program.
    pub(crate) fn elaborate(
        &mut self,
        scope: &Basis,
        parsed: Parsed,
        annotations: &Annotations,
    ) -> Done<Basis> {
        let (left, mut said) = self.compilation.add_in(scope, parsed);
        annotations.apply(&mut said);
        let wrong = said.iter().any(|message| message.severity == Severity::Error);
        // A file that is elaborated again has the same warnings.
        said.retain(|message| match &message.primary {
            Some(label) if message.severity == Severity::Warning => {
                self.warned.insert((label.source, label.span.start, message.code))
            }
            Some(_) | None => true,
        });
        self.diagnostics.append(&mut said);
        if wrong { Err(Stop) } else { Ok(left) }
    }

    /// The canonical path of a file that is mentioned.
    pub(crate) fn find(&mut self, path: &Path, mention: Mention) -> Done<PathBuf> {
        match self.files.canonical(path) {
            Ok(canonical) => Ok(canonical),
            Err(why) => self.unreadable(path, Some(mention), &why),
        }
    }

    /// A file's number and text. Each file is read once.
    pub(crate) fn read(
        &mut self,
        path: &Path,
        canonical: &Path,
        mention: Option<Mention>,
    ) -> Done<(SourceId, Arc<[u8]>)> {
        if let Some((source, text)) = self.texts.get(canonical) {
            return Ok((*source, text.clone()));
        }
        match self.files.read(path) {
            Ok((source, text)) => {
                self.texts.insert(canonical.to_owned(), (source, text.clone()));
                Ok((source, text))
            }
            Err(why) => self.unreadable(path, mention, &why),
        }
    }

    fn unreadable<T>(&mut self, path: &Path, mention: Option<Mention>, why: &str) -> Done<T> {
        let title = format!("cannot read {}", path.display());
        let message = match mention {
            Some(mention) => Diagnostic::error(title).at(mention.source, mention.span, why),
            None => Diagnostic::error(format!("{title}: {why}")),
        };
        self.fail(message)
    }

    /// Reports an error.
    pub(crate) fn fail<T>(&mut self, message: Diagnostic) -> Done<T> {
        self.diagnostics.push(message);
        Err(Stop)
    }
}

/// The words of a text that have been interned: only these can be bound in a basis.
fn words(names: &sml_syntax::names::Names, text: &[u8]) -> Vec<Sym> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'\'');
    let mut words = Vec::new();
    let runs = text.chunk_by(|a, b| is_word(a) == is_word(b) && !is_bracket(*a) && !is_bracket(*b));
    for run in runs {
        for part in run.split(u8::is_ascii_whitespace) {
            let known = std::str::from_utf8(part).ok().and_then(|part| names.find(part));
            words.extend(known);
        }
    }
    words.sort_unstable();
    words.dedup();
    words
}

/// True of bytes that belong to no name.
fn is_bracket(byte: u8) -> bool {
    matches!(byte, b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b';' | b'.' | b'"')
}
