//! Scheme (R7RS-small) as a front end: from a file and the libraries it imports to ANF.
//!
//! ```text
//! scheme-syntax   text to data
//! scheme-expand   data to a core without macros and libraries
//! scheme-lower    the core to ANF
//! library         the texts of the built-in library
//! files           the files of libraries and includes
//! pieces          what a program evaluates when it runs
//! ```

mod files;
mod library;
mod pieces;

use base::SourceLines;
use diag::{Diagnostic, Lines, SourceId, Sources};
use files::Files;
use front::{
    Command, Driver, FrontEnd, INCLUDE, Opt, Parsed, Program, Refusal, Request, Stage, Takes,
};
use library::{LibraryText, Role};
use pieces::Pieces;
use rustc_hash::FxHashMap;
use scheme_expand::core::Place;
use scheme_expand::{Expanded, Input, Runs, Text};

/// The front end.
pub static FRONT_END: Scheme = Scheme;

/// Scheme as a front end.
#[derive(Debug)]
pub struct Scheme;

const EXPAND_LIMIT: Opt = Opt {
    name: "expand-limit",
    takes: Takes::Text("N", |text| limit(text).map(drop)),
    help: "The most uses of macros in a program of Scheme (a million unless told)",
    commands: &Command::ALL,
    excludes: &[],
};

/// The uses of macros that are allowed unless the user says otherwise.
const USUAL_LIMIT: usize = 1_000_000;

fn limit(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("`{text}` is no number"))
}

impl FrontEnd for Scheme {
    fn name(&self) -> &'static str {
        "scheme"
    }

    fn title(&self) -> &'static str {
        "Scheme"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["scm", "sps"]
    }

    fn stage(&self) -> Stage {
        Stage::Anf
    }

    fn options(&self) -> &'static [Opt] {
        &[INCLUDE, EXPAND_LIMIT]
    }

    fn warnings(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("unbound", "variables that nothing defines"),
            ("arity", "calls with a number of arguments that the procedure does not take"),
        ]
    }

    fn check(&self, request: &Request, driver: &mut dyn Driver) -> Result<(), Refusal> {
        let (expanded, id) = expand(request, driver)?;
        let sources = driver.sources();
        let (_, warnings) = scheme_lower::lower(&expanded.program, expanded.roots, id, sources);
        driver.judge(joined(expanded.warnings, warnings))
    }

    fn read(&self, request: &Request, driver: &mut dyn Driver) -> Result<Parsed, Refusal> {
        let (expanded, id) = expand(request, driver)?;
        let sources = driver.sources();
        let (module, warnings) =
            scheme_lower::lower(&expanded.program, expanded.roots, id, sources);
        driver.judge(joined(expanded.warnings, warnings))?;
        let seldom = seldom(&expanded.seldom, driver.sources());
        let evaluates = request.behind.is_some() && !seldom.is_empty();
        let evaluator = evaluates.then(|| Pieces::boxed(request, driver));
        Ok(Parsed { seldom, evaluator, ..Program::Anf(module).into() })
    }
}

/// The lines of definitions that seldom run. Where there are any, there are many constants too.
fn seldom(places: &[Place], sources: &Sources) -> Vec<SourceLines> {
    let constants = SourceLines { file: scheme_lower::CONSTANTS.into(), lines: 1..=1 };
    let constants = (!places.is_empty()).then_some(constants);
    let mut files: FxHashMap<SourceId, Lines> = FxHashMap::default();
    let lines = places.iter().map(|Place { source, span }| {
        let file = sources.get(*source);
        let lines = files.entry(*source).or_insert_with(|| Lines::of(&file.bytes));
        let line = |byte: usize| lines.place(byte).0;
        SourceLines { file: file.name.as_str().into(), lines: line(span.start)..=line(span.end) }
    });
    lines.chain(constants).collect()
}

fn joined(mut first: Vec<Diagnostic>, second: Vec<Diagnostic>) -> Vec<Diagnostic> {
    first.extend(second);
    first
}

/// Reads and expands a program.
fn expand(request: &Request, driver: &mut dyn Driver) -> Result<(Expanded, SourceId), Refusal> {
    let text = &request.texts[0];
    let id = text.source;
    driver.watch(FRONT_END.name(), id);
    let bytes = driver.sources().get(id).bytes.clone();
    let limits = request.settings.parsed(EXPAND_LIMIT.name, limit).map_err(Refusal::Usage)?;
    let limit = limits.last().copied().unwrap_or(USUAL_LIMIT);
    let mut files = Files::new(request, driver);
    let program = Text { source: id, bytes };
    let input = input(program, limit, request.behind.is_some(), |text| files.builtin(text));
    let expanded = scheme_expand::expand(&input, &mut files).map_err(Refusal::Rejected)?;
    Ok((expanded, id))
}

/// What an expansion starts from: the built-in library and a program, which runs now or later.
fn input(
    program: Text,
    limit: usize,
    runs_now: bool,
    mut builtin: impl FnMut(&LibraryText) -> Text,
) -> Input<'static> {
    let runs = |role: Role| match role {
        Role::Procedures => Runs::AsReached,
        Role::Expander => Runs::Seldom,
        // A program that runs now has the compiler at hand.
        Role::Interpreter if runs_now => Runs::Seldom,
        Role::Interpreter => Runs::Often,
        Role::Tables => Runs::Last,
    };
    Input {
        library: library::TEXTS.iter().map(|text| (builtin(text), runs(text.role))).collect(),
        standard: builtin(&library::STANDARD),
        program,
        limit,
        roots: scheme_lower::ROOTS,
        compiles: runs_now,
    }
}

/// Makes ANF of a text that reaches no files, with warnings. A test of the compiler calls it.
///
/// # Errors
/// All that is wrong with the text.
pub fn module(
    sources: &mut Sources,
    id: SourceId,
    limit: usize,
) -> Result<(anf::Module, Vec<Diagnostic>), Vec<Diagnostic>> {
    let bytes = sources.get(id).bytes.clone();
    let input = input(Text { source: id, bytes }, limit, false, |text| {
        let bytes = text.text.as_bytes().to_vec();
        Text { source: sources.add(text.name, bytes.clone()), bytes }
    });
    let expanded = scheme_expand::expand(&input, &mut files::NoFiles)?;
    let (module, warnings) = scheme_lower::lower(&expanded.program, expanded.roots, id, sources);
    Ok((module, joined(expanded.warnings, warnings)))
}
