//! Programs to files.

use crate::native::Native;
use crate::session::{Session, reachable};
use crate::{Activity, Emit, Failure, Input, Output, wants};
use anf::interface::Interface;
use codegen_llvm::Cpu;
use front::{FrontEnd, FrontEnds, Program, Stage};
use std::path::{Path, PathBuf};

/// The files that `build` is to write.
#[derive(Clone, Debug)]
pub struct BuildRequest {
    /// The kinds.
    pub emit: Vec<Emit>,
    /// The file, or the base name of several; none for the name of the input.
    pub output: Option<Output>,
    /// A text to be written beside the first output.
    pub beside: Option<Beside>,
}

/// A text about a program's Flow that is written beside what is built.
#[derive(Clone, Copy, Debug)]
pub struct Beside {
    /// Its name in messages, with an article.
    pub what: &'static str,
    /// The ending that follows the name of the output.
    pub ending: &'static str,
    /// The text.
    pub make: fn(&flow::Unit) -> Result<String, Failure>,
}

impl Beside {
    /// The text about a program, and where it goes.
    fn about(
        &self,
        program: &Program,
        outputs: &[(Emit, Output)],
    ) -> Result<(String, Output), Failure> {
        let what = self.what;
        let Program::Flow(unit) = program else {
            return Err(Failure::Usage(format!("{what} is of Flow or what is made of it")));
        };
        let Some((_, Output::File(path))) = outputs.first() else {
            return Err(Failure::Usage(format!("{what} goes next to a file; say -o")));
        };
        let mut path = path.clone().into_os_string();
        path.push(self.ending);
        Ok(((self.make)(unit)?, Output::File(path.into())))
    }
}

impl Session {
    /// Compiles a program to files. All of them are written at the end.
    ///
    /// # Errors
    /// Fails if it is rejected, or the system refuses something.
    pub fn build(&mut self, input: &Input, request: &BuildRequest) -> Result<(), Failure> {
        let outputs = outputs(input, self.fronts, &self.options.with, request)?;
        self.check_c()?;
        let (front, texts) = self.open_to_run(input, None)?;
        for stage in outputs.iter().filter_map(|(kind, _)| kind.stage()) {
            reachable(front, stage)?;
        }
        let mut program = self.read(front, &texts)?;
        let mut artefacts: Vec<(Vec<u8>, &Output)> = Vec::new();
        for (_, output) in outputs.iter().filter(|(kind, _)| *kind == Emit::Header) {
            let header = self.header.as_ref().ok_or_else(|| no_header(front))?;
            artefacts.push((header.text.clone().into_bytes(), output));
        }
        if let Program::Anf(module) = &program {
            self.interface = Interface::of(module);
        }
        let objects = &self.options.objects;
        if request.emit.contains(&Emit::Executable) {
            wants::complete_with(&self.places, &program, &self.interface, objects)?;
        } else if let Some(object) = objects.first() {
            return Err(Failure::Usage(format!(
                "{} is an object file, which becomes part of executables only",
                object.display()
            )));
        }
        let stage = |kind: &Emit| if kind.is_native() { Some(Stage::Flow) } else { kind.stage() };
        let last = outputs.iter().filter_map(|(kind, _)| stage(kind)).max();
        program = self.optimise(program)?;
        for stage in Stage::ALL.into_iter().filter(|stage| Some(*stage) <= last) {
            if stage < program.stage() {
                continue;
            }
            program = self.go_on_to(program, stage)?;
            for (kind, output) in outputs.iter().filter(|(kind, _)| kind.stage() == Some(stage)) {
                let json = if *kind == Emit::AnfJson { program.to_json() } else { None };
                let text = json.unwrap_or_else(|| program.to_string());
                artefacts.push((text.into_bytes(), output));
            }
        }
        let beside = request.beside.map(|beside| beside.about(&program, &outputs)).transpose()?;
        if let Some((text, output)) = &beside {
            artefacts.push((text.clone().into_bytes(), output));
        }
        let natives = self.natives(&program, &outputs)?;
        self.enter(Activity::Writing);
        for (bytes, output) in artefacts {
            output.write(&bytes)?;
        }
        // Of native code there is none without Flow.
        let Program::Flow(unit) = &program else { return Ok(()) };
        let with = &self.options.with;
        let unknown = |message: &str| wants::unknown(&self.places, unit, with, message);
        natives.iter().try_for_each(|(native, output)| native.write(output, &unknown))
    }

    /// The outputs that are made by code generation.
    fn natives<'o>(
        &self,
        program: &Program,
        outputs: &'o [(Emit, Output)],
    ) -> Result<Vec<(Native, &'o Output)>, Failure> {
        let mut natives: Vec<(Native, &Output)> = Vec::new();
        let mut c = None;
        for (kind, output) in outputs.iter().filter(|(kind, _)| kind.is_native()) {
            let Program::Flow(unit) = program else {
                base::bug!("the program for {kind:?} ends at {}", program.stage().name())
            };
            self.bound_once(unit)?;
            let c = match &c {
                Some(c) => c,
                None => c.insert(self.compile_c(Cpu::Baseline)?),
            };
            self.enter(Activity::Generating);
            natives.push((Native::compile(unit, self, c.clone(), *kind)?, output));
        }
        Ok(natives)
    }
}

/// The refusal of a header for a program in a language without headers.
fn no_header(front: &dyn FrontEnd) -> Failure {
    Failure::Usage(format!("a program in {} has no header for C", front.title()))
}

/// The kinds of output, each with its place.
fn outputs(
    input: &Input,
    fronts: FrontEnds,
    with: &[PathBuf],
    request: &BuildRequest,
) -> Result<Vec<(Emit, Output)>, Failure> {
    let base = match (&request.output, input) {
        (Some(Output::Stdout), _) => match request.emit[..] {
            [Emit::Executable] | [] => {
                return Err(Failure::Usage(
                    "an executable does not go to standard output".to_owned(),
                ));
            }
            [kind] => return Ok(vec![(kind, Output::Stdout)]),
            [_, _, ..] => {
                return Err(Failure::Usage(
                    "several kinds do not go to standard output".to_owned(),
                ));
            }
        },
        (Some(Output::File(path)), _) => path.clone(),
        (None, Input::Files(_)) => {
            return Err(Failure::Usage("the files are several; say -o".to_owned()));
        }
        (None, Input::File(path)) => match fronts.of_file(path) {
            Some((_, stem)) => stem.into(),
            None => path.file_stem().unwrap_or_default().into(),
        },
        (None, Input::Stdin) => {
            return Err(Failure::Usage("no output file: use -o FILE".to_owned()));
        }
    };
    // A single kind goes to the file named, if one is named.
    let exact = request.output.is_some() && request.emit.len() == 1;
    let mut outputs = Vec::new();
    for kind in &request.emit {
        let mut path = base.clone().into_os_string();
        if !exact {
            path.push(kind.suffix());
        }
        let path = PathBuf::from(path);
        if input.files().iter().chain(with).any(|read| is_same_file(read, &path)) {
            return Err(Failure::Usage(format!("{} would be overwritten; say -o", path.display())));
        }
        outputs.push((*kind, Output::File(path)));
    }
    Ok(outputs)
}

fn is_same_file(input: &Path, output: &Path) -> bool {
    let (input, output) = (input.canonicalize(), output.canonicalize());
    input.is_ok() && input.ok() == output.ok()
}
