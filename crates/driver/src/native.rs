//! Flow to machine code: in memory, or in files.

use crate::output::check_place;
use crate::spare;
use crate::{Emit, Failure, FrameChoice, Options, Output, RunOptions, Session, bug};
use base::Name;
use codegen_llvm::{Artefact, CCode, Cpu, Error, Interface, OptLevel, Turn};
use front::Program;
use host::OsHost;
use jit::{Compile, Image};
use link::Symbols;
use pass::Report;
use runtime::{Config, Runtime, UnitId};
use std::ffi::{CString, OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The version of Kont and of LLVM.
pub fn version() -> String {
    format!("{} (LLVM {})", env!("CARGO_PKG_VERSION"), codegen_llvm::llvm_version())
}

/// A function that is given the message of a loader or linker: the failure to report if it is about
/// functions that the program wants.
type Unknown<'a> = &'a dyn Fn(&str) -> Option<Failure>;

/// A program compiled for this process.
pub(crate) struct InMemory {
    objects: Vec<Vec<u8>>,
    begins: Begins,
}

/// Where a program begins.
enum Begins {
    /// At the entry of the unit whose descriptor has this symbol.
    Entry(String),
    /// At the `main` of its C code.
    Main,
}

impl InMemory {
    /// Compiles a unit.
    pub(crate) fn compile(
        unit: &flow::Unit,
        session: &Session,
        c: Vec<CCode>,
    ) -> Result<InMemory, Failure> {
        let closed = unit.entry.is_none();
        if closed && !begins_in_c(unit, &c)? {
            return Err(no_entry());
        }
        let settings = codegen_llvm::Options { cpu: Cpu::Host, c, closed, ..settings(session) };
        let objects = codegen_llvm::compile_objects(unit, &settings).map_err(failure)?;
        let begins = if closed { Begins::Main } else { Begins::Entry(settings.unit_symbol) };
        Ok(InMemory { objects, begins })
    }

    /// Runs it; gives its exit code.
    pub(crate) fn run(
        &self,
        name: &OsStr,
        run: &RunOptions,
        compile: Option<Compile>,
        unknown: Unknown<'_>,
    ) -> Result<u8, Failure> {
        let config = config(run)?;
        let code = match &self.begins {
            Begins::Entry(unit_symbol) => {
                let host = OsHost::new(name, run.args.iter().cloned());
                let runtime = Runtime::new(config, Box::new(host)).map_err(Failure::NoMemory)?;
                process::release();
                runtime::prepare_process();
                runtime.catch_interrupts();
                jit::run_program(&self.objects, unit_symbol, runtime, compile)
            }
            Begins::Main => {
                let args = std::iter::once(name).chain(run.args.iter().map(OsString::as_os_str));
                let args = args.map(|arg| CString::new(arg.as_bytes()));
                let args = args.collect::<Result<_, _>>().expect("no argument has a zero byte");
                process::release();
                runtime::prepare_process();
                jit::run_main(&self.objects, args)
            }
        };
        let code = code.map_err(|error| {
            let message = error.to_string();
            unknown(&message).unwrap_or_else(|| bug::found(message))
        })?;
        // The low eight bits, as the system takes them.
        Ok(code as u8)
    }
}

impl Session {
    /// The compiler of what the program evaluates, if its language has one. The program waits for
    /// it, so it does what is cheap.
    pub(crate) fn evaluation(&mut self) -> Option<Compile> {
        let mut evaluator = self.evaluator.take()?;
        let frames = FrameChoice::Heap;
        let options = Options { level: OptLevel::O1, frames, ..self.options.clone() };
        let mut session = Session::new(self.fronts, options);
        let mut number = 0;
        Some(Box::new(move |text| {
            let piece = evaluator.compile(text)?;
            session.report = Report::default();
            let unit = session.flow(piece.program).ok()?;
            number += 1;
            let settings = codegen_llvm::Options {
                cpu: Cpu::Host,
                unit_symbol: format!("kont_unit.{number}"),
                shown: Some(piece.function.clone()),
                ..settings(&session)
            };
            Some(jit::Piece {
                objects: codegen_llvm::compile_objects(&unit, &settings).ok()?,
                unit_symbol: settings.unit_symbol,
                function_symbol: codegen_llvm::closure_symbol(&piece.function),
                wants: piece.wants,
            })
        }))
    }

    /// Compiles a further program of a session that lives long, and loads it: it may refer to what
    /// earlier ones export.
    ///
    /// # Errors
    /// If it cannot be compiled or loaded.
    pub fn load(&mut self, image: &mut Image, program: Program) -> Result<UnitId, Failure> {
        self.load_showing(image, program, &[])
    }

    /// The same for a program whose values in these cells can be shown when it has run, by
    /// [`Image::shown`].
    ///
    /// # Errors
    /// As for [`Session::load`].
    pub fn load_showing(
        &mut self,
        image: &mut Image,
        program: Program,
        cells: &[Name],
    ) -> Result<UnitId, Failure> {
        // Programs that are linked with one another have their frames on the heap.
        self.options.frames = FrameChoice::Heap;
        // What the passes did to earlier programs is not kept.
        self.report = Report::default();
        let mut unit = self.tapped_flow(program)?;
        let unit_symbol = image.new_symbol();
        let cells = cells.to_vec();
        let improves = self.options.code_level.is_some_and(|level| level != self.options.level);
        let turn = if improves { Turn::First } else { Turn::Only };
        let settings =
            codegen_llvm::Options { cpu: Cpu::Host, unit_symbol, cells, turn, ..settings(self) };
        self.tap_native(&unit, &settings)?;
        codegen_llvm::show_plain_names(&mut unit);
        codegen_llvm::set_apart(&mut unit, &settings.unit_symbol);
        let unwanted = || self.options.passes.is_unwanted();
        let objects = codegen_llvm::compile_objects_unless(&unwanted, &unit, &settings);
        let objects = objects.map_err(failure)?;
        let loaded = image.load(&objects, &settings.unit_symbol, Interface::of(&unit));
        let found = |error: jit::Error| bug::found(error.to_string());
        let id = loaded.map_err(found)?;
        if !settings.cells.is_empty() {
            image.find_cells(id, &settings.unit_symbol, settings.cells.len()).map_err(found)?;
        }
        if improves {
            let settings = codegen_llvm::Options { opt_level: self.options.level, ..settings };
            improve(image, id, objects.len(), unit, settings).map_err(found)?;
        }
        Ok(id)
    }
}

/// Has a unit, which was loaded as so many objects, compiled again with these settings if it runs
/// often.
fn improve(
    image: &mut Image,
    id: UnitId,
    objects: usize,
    unit: flow::Unit,
    settings: codegen_llvm::Options,
) -> Result<(), jit::Error> {
    let first_symbol = settings.unit_symbol.clone();
    let settings = codegen_llvm::Options { cells: Vec::new(), exports: Vec::new(), ..settings };
    let again = move |places, unit_symbol| {
        let unit = codegen_llvm::second(unit.clone());
        let settings =
            codegen_llvm::Options { turn: Turn::Second(places), unit_symbol, ..settings.clone() };
        codegen_llvm::compile_objects(&unit, &settings).ok()
    };
    image.may_improve(id, (&first_symbol, objects), Arc::new(again))
}

/// An image without units, for programs that see these as their name and arguments.
///
/// # Errors
/// If there is no memory, or a setting is wrong.
pub fn new_image(name: &OsStr, run: &RunOptions) -> Result<Image, Failure> {
    let host = OsHost::new(name, run.args.iter().cloned()).reading_lines();
    let runtime = Runtime::new(config(run)?, Box::new(host)).map_err(Failure::NoMemory)?;
    Image::new(runtime).map_err(|error| bug::found(error.to_string()))
}

/// The settings of the heap, from the environment and the command line.
pub(crate) fn config(run: &RunOptions) -> Result<Config, Failure> {
    let mut config = Config::from_env(run.heap_max).map_err(Failure::Usage)?;
    config.stats |= run.stats;
    Ok(config)
}

/// One artefact, in memory until all of them are made.
pub(crate) struct Native {
    kind: Emit,
    /// Several for an executable only: the objects of its parts.
    bytes: Vec<Vec<u8>>,
    symbols: Symbols,
    /// True if an executable needs the runtime.
    managed: bool,
    /// Objects that an executable is linked with.
    objects: Vec<PathBuf>,
    /// What it can do without.
    replaced: Vec<link::Replaced>,
}

impl Native {
    /// Makes an artefact of a unit.
    pub(crate) fn compile(
        unit: &flow::Unit,
        session: &Session,
        c: Vec<CCode>,
        kind: Emit,
    ) -> Result<Native, Failure> {
        let options = &session.options;
        let artefact = match kind {
            Emit::Llvm => Artefact::LlvmText,
            Emit::Bitcode => Artefact::Bitcode,
            Emit::Assembly => Artefact::Assembly,
            Emit::Object | Emit::Executable => Artefact::Object,
            Emit::Anf | Emit::AnfJson | Emit::Cps | Emit::Flow | Emit::Header => {
                unreachable!("a text of ours is not native")
            }
        };
        let (main, mut closed) = (unit.entry.is_some(), false);
        let mut replaced = Vec::new();
        if kind == Emit::Executable {
            replaced = spare::replaced(unit, c.is_empty() && options.objects.is_empty());
            check_target(options)?;
            closed = !main;
            if closed && !begins_in_c(unit, &c)? {
                return Err(no_main(unit, session));
            }
        }
        let mut settings = codegen_llvm::Options { main, c, closed, ..settings(session) };
        let anf::interface::Interface { imports, exports } = session.interface.clone();
        settings.imports = imports;
        // In an executable of one piece nobody asks who exports what.
        if kind != Emit::Executable || !options.objects.is_empty() {
            settings.exports = exports;
        }
        if !main && !settings.exports.is_empty() {
            settings.unit_symbol += &format!(".{:016x}", hash(&settings.exports));
        }
        let bytes = if kind == Emit::Executable {
            codegen_llvm::compile_objects(unit, &settings)
        } else {
            codegen_llvm::compile(unit, &settings, artefact).map(|bytes| vec![bytes])
        };
        let bytes = bytes.map_err(failure)?;
        let symbols = if options.debug { Symbols::Keep } else { Symbols::Strip };
        let objects = options.objects.clone();
        let managed = codegen_llvm::is_managed(unit) || !objects.is_empty();
        Ok(Native { kind, bytes, symbols, managed, objects, replaced })
    }

    /// Writes it where it should be; an executable is linked.
    pub(crate) fn write(&self, output: &Output, unknown: Unknown<'_>) -> Result<(), Failure> {
        match (self.kind, output) {
            (Emit::Executable, Output::File(path)) => {
                check_place(path)?;
                self.link(path, unknown)
            }
            _ => output.write(&self.bytes.concat()),
        }
    }

    fn link(&self, executable: &Path, unknown: Unknown<'_>) -> Result<(), Failure> {
        let runtime = if self.managed { link::find_runtime().map(Some) } else { Ok(None) };
        let linked = runtime.and_then(|runtime| {
            let objects = self.bytes.iter().map(|object| link::Object::Bytes(object));
            let before = self.objects.iter().map(|path| link::Object::Path(path));
            let runtime = runtime.as_deref().map(link::Object::Path);
            let objects: Vec<_> = objects.chain(before).chain(runtime).collect();
            link::link_executable(&objects, executable, self.symbols, &self.replaced)
        });
        linked.map_err(|error| {
            let message = error.to_string();
            let failed = matches!(error, link::Error::Failed { .. });
            let unknown = if failed { unknown(&message) } else { None };
            unknown.unwrap_or_else(|| Failure::plain(message))
        })
    }
}

/// A number that tells the exports of one unit from those of another (FNV-1a), the same wherever and
/// whenever it is compiled.
fn hash(exports: &[String]) -> u64 {
    let bytes = exports.iter().flat_map(|export| export.bytes().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Executables are linked for this machine.
fn check_target(options: &Options) -> Result<(), Failure> {
    match &options.target {
        Some(target) if !target.starts_with(std::env::consts::ARCH) => Err(Failure::Usage(
            format!("an executable is linked for this machine alone; for {target} say --emit obj"),
        )),
        _ => Ok(()),
    }
}

/// The variable that names passes of LLVM to leave out, for measurements of their worth.
const WITHOUT_VARIABLE: &str = "KONT_LLVM_WITHOUT";

fn settings(session: &Session) -> codegen_llvm::Options {
    let options = &session.options;
    let opt_level = options.code_level.unwrap_or(options.level);
    let verify = options.passes.check;
    let without = std::env::var(WITHOUT_VARIABLE).unwrap_or_default();
    let without = without.split_terminator(',').map(str::to_owned).collect();
    let target = options.target.clone();
    let debug = options.debug;
    codegen_llvm::Options {
        opt_level,
        target,
        debug,
        verify,
        without,
        seldom: session.seldom.clone(),
        ..codegen_llvm::Options::default()
    }
}

fn failure(error: Error) -> Failure {
    match error {
        Error::Target(_) => Failure::Usage(error.to_string()),
        Error::CCode { .. } | Error::Twice { .. } => Failure::plain(error.to_string()),
        Error::Unwanted => Failure::Unwanted,
        Error::Verifier(_) | Error::Llvm(_) => bug::found(error.to_string()),
    }
}

/// True if a program without an entry begins at the `main` of its C code.
fn begins_in_c(unit: &flow::Unit, c: &[CCode]) -> Result<bool, Failure> {
    if codegen_llvm::is_managed(unit) {
        return Ok(false);
    }
    for code in c {
        if codegen_llvm::defines(code, "main").map_err(failure)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The failure of a program that is to be an executable and has no entry.
fn no_main(unit: &flow::Unit, session: &Session) -> Failure {
    if codegen_llvm::is_managed(unit) {
        return no_entry();
    }
    let emit = if session.header.is_some() { "obj,header" } else { "obj" };
    Failure::with_hint(
        "the program has no entry, and no C file defines `main`",
        format!("say --with FILE.c, or --emit {emit} for an object that C is linked with"),
    )
}

/// The failure of a program that is to run and has no entry.
pub(crate) fn no_entry() -> Failure {
    Failure::with_hint("the program has no entry", "name the function that runs: `entry main`")
}
