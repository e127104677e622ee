//! The trait of front ends, what they are asked, and what they ask of the driver.

use crate::{At, Opt, Program, Settings, Stage, Types};
use base::{LocatedError, Name, SourceLines, Span};
use diag::{Diagnostic, SourceId, Sources};
use std::ffi::OsString;
use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};

/// A language that programs are written in.
pub trait FrontEnd: Sync {
    /// The word for `--lang`, and the ending under which a program that shows a bug is saved.
    fn name(&self) -> &'static str;

    /// The language's name in sentences.
    fn title(&self) -> &'static str;

    /// The endings of its files, without the dot before them; one may have a dot inside.
    fn endings(&self) -> &'static [&'static str];

    /// The stage at which its programs enter the chain.
    fn stage(&self) -> Stage;

    /// True if a program can be named as several files. Else there is one text, which may name
    /// others.
    fn takes_several(&self) -> bool {
        false
    }

    /// Options of the command line for programs in this language.
    fn options(&self) -> &'static [Opt] {
        &[]
    }

    /// The warnings that can be switched off: name, and what they are about.
    fn warnings(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Checks a program, for `kont check`. A front end that can do so with less work than
    /// [`FrontEnd::read`] has its own definition.
    ///
    /// # Errors
    /// Fails if it is rejected.
    fn check(&self, request: &Request, driver: &mut dyn Driver) -> Result<(), Refusal> {
        self.read(request, driver).map(drop)
    }

    /// True if it can show what a program binds, for `kont check --types`.
    fn has_types(&self) -> bool {
        false
    }

    /// Checks a program, and gives what it binds at its top level, with types.
    ///
    /// # Errors
    /// Fails if it is rejected, or if the language has no types to show.
    fn types(&self, _: &Request, _: &mut dyn Driver) -> Result<Types, Refusal> {
        Err(Refusal::Usage(format!("programs in {} have no types to show", self.title())))
    }

    /// Reads a program, checks it, and gives it at the stage of [`FrontEnd::stage`].
    ///
    /// # Errors
    /// Fails if it is rejected.
    fn read(&self, request: &Request, driver: &mut dyn Driver) -> Result<Parsed, Refusal>;

    /// The program as its own language prints it, for `kont dev` where neither a stage nor a pass
    /// is asked for; none if it is to be printed at its stage.
    ///
    /// # Errors
    /// Fails if it is rejected.
    fn print(&self, _: &Request, _: &mut dyn Driver) -> Result<Option<String>, Refusal> {
        Ok(None)
    }

    /// The language's own interpreter, if it has one.
    fn as_written(&self) -> Option<&dyn AsWritten> {
        None
    }
}

impl fmt::Debug for dyn FrontEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A language whose programs are run as they are written.
pub trait AsWritten {
    /// Runs a program in the language's own interpreter, for `kont eval`; gives the exit code.
    ///
    /// # Errors
    /// Fails if it is rejected, or cannot go on.
    fn eval(&self, request: &Request, at: At, driver: &mut dyn Driver) -> Result<u8, Refusal>;
}

/// The order to a front end.
#[derive(Clone, Debug)]
pub struct Request {
    /// The texts that the command line names; at least one, and several only for front ends that
    /// take them.
    pub texts: Vec<Text>,
    /// The words behind the program on the command line, which are its arguments; none if it is
    /// not run now.
    pub behind: Option<Vec<OsString>>,
    /// The options of front ends.
    pub settings: Settings,
    /// True if the program is to run. If it has no positions then, it gets those of its text.
    pub place: bool,
    /// True if the program is not linked with C that could call its functions.
    pub alone: bool,
}

/// A text of a program.
#[derive(Clone, Debug)]
pub struct Text {
    /// Its number among the sources.
    pub source: SourceId,
    /// The file; none for standard input.
    pub path: Option<PathBuf>,
}

/// The result of a front end.
#[derive(Debug)]
pub struct Parsed {
    /// The program.
    pub program: Program,
    /// The places where its text says what it wants of others.
    pub places: Places,
    /// What C includes to call the program and to be called by it, if the language has that.
    pub header: Option<Header>,
    /// The lines whose code seldom runs, so that optimising it is not worth the time.
    pub seldom: Vec<SourceLines>,
    /// The compiler of what the program evaluates when it runs, if the language has that.
    pub evaluator: Option<Box<dyn Evaluator>>,
}

/// A compiler of pieces that a program writes while it runs, by the operation `program.compile`.
pub trait Evaluator {
    /// Compiles a piece; none if it cannot, so that the program must do without.
    fn compile(&mut self, text: &[u8]) -> Option<Piece>;
}

impl fmt::Debug for dyn Evaluator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("evaluator")
    }
}

/// A piece that a program has written.
#[derive(Debug)]
pub struct Piece {
    /// Its unit, without entry.
    pub program: Program,
    /// The exported function that runs it. No other piece has one of this name.
    pub function: String,
    /// The text that tells the program what to call the function with.
    pub wants: String,
}

impl From<Program> for Parsed {
    fn from(program: Program) -> Parsed {
        Parsed {
            program,
            places: Places::default(),
            header: None,
            seldom: Vec::new(),
            evaluator: None,
        }
    }
}

/// The C header of a program, which `kont build --emit header` writes and C given with `--with`
/// includes.
#[derive(Clone, Debug, Default)]
pub struct Header {
    /// The name of the file, such as `x.h`.
    pub name: String,
    /// Its text.
    pub text: String,
    /// Folders in which C finds further headers, before those of the library.
    pub folders: Vec<PathBuf>,
    /// Macros that C sees: `NAME` or `NAME=VALUE`.
    pub macros: Vec<String>,
    /// The language's library for C: the paths by which its files are included, with at most one
    /// folder in them, and their texts.
    pub library: &'static [(&'static str, &'static str)],
}

/// The places where a text says what the program wants of others.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The names that are imported and that nothing exports, as they are reported if the program is
    /// to run.
    pub missing: Vec<Missing>,
    /// The places where foreign functions are declared, and their symbols.
    pub foreigns: Vec<(SourceId, Span, Name)>,
}

/// A name that is imported and that nothing exports.
#[derive(Clone, Debug)]
pub struct Missing {
    /// The symbol by which it may be found in an object that was compiled before.
    pub symbol: String,
    /// The text that imports it.
    pub source: SourceId,
    /// The place in this text.
    pub span: Span,
    /// The error if it is found nowhere.
    pub error: Diagnostic,
}

/// A reason why a front end gives nothing.
#[derive(Debug)]
pub enum Refusal {
    /// The program is rejected.
    Rejected(Vec<Diagnostic>),
    /// The command line asks for something impossible.
    Usage(String),
}

impl Refusal {
    /// Errors in one text.
    pub fn located(source: SourceId, errors: impl IntoIterator<Item = LocatedError>) -> Refusal {
        Refusal::Rejected(errors.into_iter().map(|error| diagnostic(source, error)).collect())
    }
}

/// The diagnostic of an error in a text.
pub fn diagnostic(source: SourceId, error: LocatedError) -> Diagnostic {
    let LocatedError { title, span, label, hint } = error;
    let mut diagnostic = match span {
        Some(span) => Diagnostic::error(title).at(source, span, label),
        None if label.is_empty() => Diagnostic::error(title),
        None => Diagnostic::error(format!("{title}: {label}")),
    };
    diagnostic.hint = hint;
    diagnostic
}

/// The services of the driver to a front end, which reaches the world outside in no other way.
pub trait Driver {
    /// All texts that were read so far; library texts are added here.
    fn sources(&mut self) -> &mut Sources;

    /// The contents of a file.
    ///
    /// # Errors
    /// The reason why it cannot be read, in words.
    fn read(&mut self, path: &Path) -> Result<Vec<u8>, String>;

    /// The one name of a file, whatever path leads to it.
    ///
    /// # Errors
    /// The reason why there is no such file, in words.
    fn canonical(&mut self, path: &Path) -> Result<PathBuf, String>;

    /// Remembers a text, in case that it shows a bug: the text is saved for the report then.
    fn watch(&mut self, language: &'static str, source: SourceId);

    /// Judges diagnostics by the options about warnings, and shows them if they are warnings only.
    ///
    /// # Errors
    /// Fails if one of them is an error, with all that are left.
    fn judge(&mut self, found: Vec<Diagnostic>) -> Result<(), Refusal>;

    /// Writes to standard output. A reader that went away is no failure.
    ///
    /// # Errors
    /// Fails if the system refuses.
    fn print(&mut self, bytes: &[u8]) -> Result<(), Refusal>;

    /// Standard input. A person at a terminal sees the prompt first.
    fn input(&mut self, prompt: &str) -> Box<dyn Read>;
}
