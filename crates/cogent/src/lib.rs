//! Cogent as a front end: from a file and what it includes to freestanding ANF and a C header.
//!
//! ```text
//! cogent-syntax   the C preprocessor's lines, tokens, the parser
//! cogent-check    the type checker, to a typed core
//! cogent-lower    the core to ANF
//! cogent-c        C types, the header, values as text
//! library         the texts of the library
//! ```

mod library;

use base::{Name, Span};
use c_abi::Layout;
use cogent_c::literal;
use cogent_check::core::{FunId, Program as Core};
use cogent_lower::{Call, Lowered, lower};
use cogent_syntax::ast::Place;
use cogent_syntax::{File, Loader, Options};
use diag::{Diagnostic, Severity, SourceId};
use front::{
    Command, Driver, FrontEnd, Header, INCLUDE, Opt, Parsed, Places, Program, Refusal, Request,
    Stage, Takes,
};
use rustc_hash::FxHashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The front end.
pub static FRONT_END: Cogent = Cogent;

/// Cogent as a front end.
#[derive(Debug)]
pub struct Cogent;

const ALL: &[Command] = &[Command::Run, Command::Build, Command::Check, Command::Eval];

const DEFINE: Opt = Opt {
    name: "D",
    takes: Takes::Texts("NAME[=VALUE]", |_| Ok(())),
    help: "A macro of the C preprocessor, for Cogent and C",
    commands: ALL,
    excludes: &[],
};

const SIZE_OF: Opt = Opt {
    name: "size-of",
    takes: Takes::Texts("TYPE=BYTES[:ALIGN]", |text| parse_size(text).map(drop)),
    help: "The size of an abstract type of Cogent that is used by value, as C has it",
    commands: &[Command::Run, Command::Build, Command::Eval],
    excludes: &[],
};

/// The layout of an abstract type: `TYPE=BYTES`, or `TYPE=BYTES:ALIGN`.
fn parse_size(text: &str) -> Result<(String, Layout), String> {
    const WRONG: &str = "write TYPE=BYTES or TYPE=BYTES:ALIGN, where ALIGN is 1, 2, 4 or 8 and \
                         divides BYTES";
    let (name, numbers) = text.rsplit_once('=').ok_or(WRONG)?;
    let (size, align) = match numbers.split_once(':') {
        Some((size, align)) => (size, align.parse().ok()),
        None => (numbers, None),
    };
    let size: u64 = size.parse().map_err(|_| WRONG)?;
    let align = align.unwrap_or(1 << size.trailing_zeros().min(3));
    if !matches!(align, 1 | 2 | 4 | 8) || !size.is_multiple_of(align) || size > MOST_BYTES {
        return Err(WRONG.to_owned());
    }
    Ok((name.trim().to_owned(), Layout { size, align }))
}

/// The largest abstract type that is used by value.
const MOST_BYTES: u64 = 1 << 16;

const UNION_VARIANTS: Opt = Opt {
    name: "union-variants",
    takes: Takes::Nothing,
    help: "The alternatives of Cogent's variants share their place in memory",
    commands: &[Command::Run, Command::Build, Command::Eval],
    excludes: &[],
};

impl FrontEnd for Cogent {
    fn name(&self) -> &'static str {
        "cogent"
    }

    fn title(&self) -> &'static str {
        "Cogent"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["cogent"]
    }

    fn stage(&self) -> Stage {
        Stage::Anf
    }

    fn options(&self) -> &'static [Opt] {
        &[INCLUDE, DEFINE, SIZE_OF, UNION_VARIANTS]
    }

    fn check(&self, request: &Request, driver: &mut dyn Driver) -> Result<(), Refusal> {
        check(request, driver).map(drop)
    }

    fn read(&self, request: &Request, driver: &mut dyn Driver) -> Result<Parsed, Refusal> {
        let program = check(request, driver)?;
        let call =
            request.behind.as_ref().map(|words| call(&program, words, driver)).transpose()?;
        let sizes = request.settings.parsed(SIZE_OF.name, parse_size);
        let options = cogent_lower::Options {
            name: header_name(request),
            union_variants: request.settings.has(UNION_VARIANTS.name),
            sizes: sizes.map_err(Refusal::Usage)?,
            needed_only: request.alone && call.is_some(),
        };
        let lowered = lower(&program, driver.sources(), &options, call.as_ref());
        let lowered = lowered.map_err(Refusal::Rejected)?;
        let places =
            Places { foreigns: abstract_functions(&program, &lowered), ..Places::default() };
        let header = header(&program, &lowered, request)?;
        let program = Program::Anf(lowered.module);
        Ok(Parsed { places, header: Some(header), ..program.into() })
    }
}

/// The header that C includes.
fn header(program: &Core, lowered: &Lowered, request: &Request) -> Result<Header, Refusal> {
    let Lowered { types, c, interface, .. } = lowered;
    let text = cogent_c::header(types, &program.synonyms, interface, c);
    let text = text.map_err(|faults| {
        let faults = faults.into_iter().map(|fault| about_name(program, lowered, fault));
        Refusal::Rejected(faults.collect())
    })?;
    let values = |name| request.settings.values(name);
    Ok(Header {
        name: format!("{}.h", interface.name),
        text,
        folders: values(INCLUDE.name).map(PathBuf::from).collect(),
        macros: values(DEFINE.name).map(|word| word.to_string_lossy().into_owned()).collect(),
        library: library::TEXTS,
    })
}

/// A message about a C name that two things have, at the last function that it is made of.
fn about_name(program: &Core, lowered: &Lowered, fault: String) -> Diagnostic {
    let name = fault.split('`').nth(1).unwrap_or_default();
    let made_of = |function: &&cogent_c::Function| name.contains(&*function.symbol);
    let function = lowered.interface.functions.iter().rev().find(made_of);
    let place = function
        .and_then(|function| find(program, &function.source))
        .map(|id| program.functions[id].place);
    let Some(place) = place else { return Diagnostic::error(fault) };
    Diagnostic::error(fault).at(place.source, place.span(), "C could not tell them apart")
}

/// The places of the functions that C defines, and their symbols.
fn abstract_functions(program: &Core, lowered: &Lowered) -> Vec<(SourceId, Span, Name)> {
    let all = program.functions.values();
    let places: FxHashMap<&Name, Place> = all.map(|known| (&known.name, known.place)).collect();
    let functions = lowered.interface.functions.iter().filter(|function| function.is_abstract);
    let located = functions.filter_map(|function| {
        let place = places.get(&function.source)?;
        Some((place.source, place.span(), function.symbol.clone()))
    });
    located.collect()
}

/// The name of the header: that of the program, with another ending.
fn header_name(request: &Request) -> String {
    let path = request.texts[0].path.as_ref().and_then(|path| path.file_stem());
    path.map_or("cogent".into(), |name| name.to_string_lossy().into_owned())
}

/// A program that is read and checked.
fn check(request: &Request, driver: &mut dyn Driver) -> Result<Core, Refusal> {
    let id = request.texts[0].source;
    driver.watch(FRONT_END.name(), id);
    let text = driver.sources().get(id).bytes.as_slice().into();
    let path = request.texts[0].path.clone().unwrap_or_default();
    let folders = request.settings.values(INCLUDE.name).map(PathBuf::from);
    let defines = request.settings.values(DEFINE.name);
    let options = Options {
        folders: folders.chain([PathBuf::from(library::FOLDER)]).collect(),
        defines: defines.map(|define| define.to_string_lossy().into_owned()).collect(),
    };
    let mut files = Files { driver, known: FxHashMap::default() };
    if let Ok(path) = files.driver.canonical(&path) {
        files.known.insert(path, id);
    }
    let read = cogent_syntax::read(&path, File { source: id, text }, &mut files, &options);
    let failed = read.diagnostics.iter().any(|found| found.severity == Severity::Error);
    driver.judge(read.diagnostics)?;
    if failed {
        return Err(Refusal::Rejected(Vec::new()));
    }
    cogent_check::check(&read.program).map_err(Refusal::Rejected)
}

/// The files that programs include: those of the library, and others.
struct Files<'d> {
    driver: &'d mut dyn Driver,
    known: FxHashMap<PathBuf, SourceId>,
}

impl Loader for Files<'_> {
    fn load(&mut self, path: &Path) -> Result<Option<File>, String> {
        let shown = path;
        let (path, text) = match path.strip_prefix(library::FOLDER).ok().and_then(Path::to_str) {
            Some(name) => match library::text(name) {
                Some(text) => (path.to_owned(), text.as_bytes().to_vec()),
                None => return Ok(None),
            },
            None => match self.driver.canonical(path) {
                Ok(canonical) => (canonical, self.driver.read(path)?),
                Err(_) => return Ok(None),
            },
        };
        let source = match self.known.get(&path) {
            Some(source) => *source,
            None => {
                let source = self.driver.sources().add(shown.to_string_lossy(), &*text);
                self.known.insert(path, source);
                source
            }
        };
        Ok(Some(File { source, text: text.into() }))
    }
}

/// The call that the words behind the program ask for: a function and its argument; without them
/// a list of the functions that can be called.
fn call(program: &Core, words: &[OsString], driver: &mut dyn Driver) -> Result<Call, Refusal> {
    let words: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let (name, arg) = match &words[..] {
        [] => return Ok(Call::Print(list(program))),
        [name] => (name, None),
        [name, arg] => (name, Some(arg.as_str())),
        [_, _, others @ ..] => {
            let more = others.join(" ");
            let what = format!("a function of Cogent takes one argument; what is `{more}` for?");
            return Err(Refusal::Usage(format!(
                "{what} An argument of several words needs quotes."
            )));
        }
    };
    let Some(id) = find(program, name) else {
        return Err(Refusal::Usage(format!("there is no function `{name}`; {}", known(program))));
    };
    let function = &program.functions[id];
    if !function.vars.is_empty() {
        return Err(Refusal::Usage(format!("`{name}` has type variables, and cannot be called")));
    }
    for ty in [function.arg, function.result] {
        if let Err(reason) = literal::writable(&program.types, ty) {
            let reason = reason.title;
            return Err(Refusal::Usage(format!("`{name}` cannot be called: {reason}")));
        }
    }
    let unit = function.arg == cogent_check::types::Types::UNIT;
    let Some(arg) = arg.or(unit.then_some("()")) else {
        let ty = program.types.short_text(function.arg);
        return Err(Refusal::Usage(format!("`{name}` takes an argument of type {ty}")));
    };
    let source = driver.sources().add("ARG", arg.as_bytes());
    let text = File { source, text: arg.as_bytes().into() };
    let value = literal::parse(&program.types, function.arg, text);
    let value = value.map_err(|errors| Refusal::Usage(about_argument(arg, &errors)))?;
    Ok(Call::Function(id, value))
}

/// The most characters of an argument that a message repeats.
const MOST_SHOWN: usize = 60;

/// A sentence about an argument that is none of its type.
fn about_argument(arg: &str, errors: &[Diagnostic]) -> String {
    let mut shown: String = arg.chars().take(MOST_SHOWN).collect();
    if shown.len() < arg.len() {
        shown.push_str("...");
    }
    let Some(error) = errors.first() else { return format!("`{shown}` is no value") };
    let label = error.primary.as_ref().map_or("", |label| &label.text);
    let colon = if label.is_empty() { "" } else { ": " };
    format!("the argument `{shown}`: {}{colon}{label}", error.title)
}

fn find(program: &Core, name: &str) -> Option<FunId> {
    program.functions.iter().find(|(_, function)| *function.name == *name).map(|(id, _)| id)
}

/// The functions that can be called, in the order of the text.
fn callable(program: &Core) -> impl Iterator<Item = &cogent_check::core::Function> {
    program.functions.values().filter(|function| {
        let writable = |ty| literal::writable(&program.types, ty).is_ok();
        let written = !function.name.contains('.') && function.body.is_some();
        written && function.vars.is_empty() && writable(function.arg) && writable(function.result)
    })
}

/// The list that is printed if no function is named.
fn list(program: &Core) -> String {
    let lines = callable(program).map(|function| {
        let text = |ty| program.types.short_text(ty);
        format!("{} : {} -> {}\n", function.name, text(function.arg), text(function.result))
    });
    let lines: String = lines.collect();
    if lines.is_empty() {
        "no function can be called from the command line\n".into()
    } else {
        lines
    }
}

/// A few words on the functions that there are.
fn known(program: &Core) -> String {
    let names: Vec<String> =
        callable(program).take(5).map(|function| format!("`{}`", function.name)).collect();
    if names.is_empty() {
        return "none can be called from the command line".into();
    }
    format!("there are {}", names.join(", "))
}
