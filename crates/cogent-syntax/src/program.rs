//! A root file and all that it includes.
//!
//! `include "f"` looks beside the including file, then in the folders of the options;
//! `include <f>` in the folders only. Each file is read once, and preprocessed by itself: a
//! macro does not outlive the file that defines it, except through `#include`.

use crate::ast::{Def, Expr, Place, Program};
use crate::{cpp, parse};
use diag::{Diagnostic, SourceId};
use rustc_hash::FxHashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The number of diagnostics after which nothing more is read or checked.
pub const MAX_ERRORS: usize = 100;

/// A file that was found.
#[derive(Clone)]
pub struct File {
    /// The same for the same file, by whatever path it was found.
    pub source: SourceId,
    /// Its content.
    pub text: Arc<[u8]>,
}

/// A source of files.
pub trait Loader {
    /// A file; none if there is no such file.
    ///
    /// # Errors
    /// The reason, in words, why it is there but cannot be read.
    fn load(&mut self, path: &Path) -> Result<Option<File>, String>;
}

/// The options of the command line.
#[derive(Clone, Default, Debug)]
pub struct Options {
    /// The folders in which included files are looked for, in this order.
    pub folders: Vec<PathBuf>,
    /// Macros: `NAME`, which is 1, or `NAME=VALUE`.
    pub defines: Vec<String>,
}

/// The result of reading.
pub struct Read {
    /// The definitions that could be read.
    pub program: Program,
    /// Errors and warnings.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a program from its root file, which has this path.
pub fn read(path: &Path, root: File, loader: &mut dyn Loader, options: &Options) -> Read {
    let mut reader = Reader {
        files: Files { loader, options },
        seen: FxHashSet::default(),
        program: Program::default(),
        diagnostics: cpp::check_defines(options),
    };
    if reader.diagnostics.is_empty() {
        reader.read(path, root);
    }
    let mut diagnostics = reader.diagnostics;
    cut_off(&mut diagnostics);
    Read { program: reader.program, diagnostics }
}

/// Keeps the first [`MAX_ERRORS`] diagnostics, and says so if there are more.
pub fn cut_off(diagnostics: &mut Vec<Diagnostic>) {
    if diagnostics.len() > MAX_ERRORS {
        diagnostics.truncate(MAX_ERRORS);
        let title = format!("more than {MAX_ERRORS} errors; the others are not shown");
        diagnostics.push(Diagnostic::error(title));
    }
}

/// Reads an expression that stands on the command line.
///
/// # Errors
/// All mistakes in it.
pub fn read_expr(text: File) -> Result<Expr, Vec<Diagnostic>> {
    let (tokens, log) = cpp::line_tokens(text);
    let (expr, mut errors) = parse::parse_expr(tokens);
    errors.extend(log.errors);
    match expr {
        Some(expr) if errors.is_empty() => Ok(expr),
        Some(_) | None => Err(errors),
    }
}

/// The way to files.
pub(crate) struct Files<'a> {
    loader: &'a mut dyn Loader,
    pub(crate) options: &'a Options,
}

/// A file that is asked for.
pub(crate) struct Include {
    pub(crate) name: String,
    /// True if it was `<f>`.
    pub(crate) angled: bool,
    pub(crate) place: Place,
}

impl Files<'_> {
    /// The file that a file at `path` includes, and its path.
    pub(crate) fn find(
        &mut self,
        include: &Include,
        path: &Path,
    ) -> Result<(PathBuf, File), Box<Diagnostic>> {
        let beside = path.parent().filter(|_| !include.angled);
        let folders = beside.into_iter().chain(self.options.folders.iter().map(PathBuf::as_path));
        for folder in folders {
            let path = folder.join(&include.name);
            match self.loader.load(&path) {
                Ok(Some(file)) => return Ok((path, file)),
                Ok(None) => {}
                Err(reason) => {
                    let title = format!("cannot read `{}`", path.display());
                    return Err(include.error(title, reason));
                }
            }
        }
        let label = if include.angled {
            "no folder of `-I` has such a file"
        } else {
            "there is no such file beside this one, nor in the folders of `-I`"
        };
        Err(include.error(format!("cannot find `{}`", include.name), label))
    }
}

impl Include {
    fn error(&self, title: String, label: impl Into<String>) -> Box<Diagnostic> {
        let error = Diagnostic::error(title);
        Box::new(error.at(self.place.source, self.place.span(), label))
    }
}

/// The forms of items at the top of a file.
pub(crate) enum Item {
    Def(Box<Def>),
    Include(Include),
}

struct Reader<'a> {
    files: Files<'a>,
    seen: FxHashSet<SourceId>,
    program: Program,
    diagnostics: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn read(&mut self, path: &Path, root: File) {
        let mut open = vec![self.file(path.into(), root)];
        while let Some((path, items)) = open.last_mut() {
            match items.next() {
                None => {
                    open.pop();
                }
                Some(Item::Def(def)) => self.program.defs.push(*def),
                Some(Item::Include(_)) if self.diagnostics.len() > MAX_ERRORS => {}
                Some(Item::Include(include)) => match self.files.find(&include, path) {
                    Ok((_, file)) if self.seen.contains(&file.source) => {}
                    Ok((path, file)) => open.push(self.file(path, file)),
                    Err(error) => self.diagnostics.push(*error),
                },
            }
        }
    }

    /// The items of a file, which has not been read yet.
    fn file(&mut self, path: PathBuf, file: File) -> (PathBuf, std::vec::IntoIter<Item>) {
        self.seen.insert(file.source);
        let (tokens, log) = cpp::preprocess(&mut self.files, &path, file);
        let (items, errors) = parse::parse(tokens);
        let mut diagnostics = log.errors;
        diagnostics.extend(errors);
        diagnostics.sort_by_key(|error| {
            error.primary.as_ref().map(|label| (label.source, label.span.start))
        });
        self.diagnostics.extend(diagnostics);
        self.program.pragmas.extend(log.pragmas);
        (path, items.into_iter())
    }
}
