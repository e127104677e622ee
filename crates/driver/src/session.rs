//! A session: one command on one program.

use crate::front::{self, Positions, Program};
use crate::native::{InMemory, Native};
use crate::wants::Places;
use crate::{
    At, Emit, Failure, Input, Language, Options, Output, RunOptions, Stage, certify, input,
    interpret, native, passes, sml,
};
use diag::{Diagnostic, SourceId, Sources};
use pass::Report;
use std::ffi::OsString;
use std::path::PathBuf;

/// The state of a command.
pub struct Session {
    /// The files that were read.
    pub sources: Sources,
    /// How to compile.
    pub options: Options,
    /// What the passes did.
    pub report: Report,
    /// Is told how far the command has come.
    pub on_stage: Box<dyn Fn(Stage)>,
    /// Is told what is odd about the program.
    pub on_warnings: Box<dyn Fn(&Sources, &[Diagnostic])>,
    /// Where the program says what it wants of others.
    pub(crate) places: Places,
}

/// What `build` is to write.
#[derive(Clone, Debug)]
pub struct BuildRequest {
    /// The kinds.
    pub emit: Vec<Emit>,
    /// The file, or the base name of several; none for the name of the input.
    pub output: Option<Output>,
    /// Write a certificate as well?
    pub certify: bool,
}

/// What `dev` is to do.
#[derive(Clone, Debug, Default)]
pub struct DevRequest {
    /// Passes to run, in order.
    pub passes: Vec<String>,
    /// The language to end in.
    pub to: Option<Language>,
    /// Run the default passes as well?
    pub pipelines: bool,
}

impl Session {
    /// A session that has read nothing.
    pub fn new(options: Options) -> Session {
        Session {
            sources: Sources::new(),
            options,
            report: Report::default(),
            on_stage: Box::new(|_| ()),
            on_warnings: Box::new(|_, _| ()),
            places: Places::default(),
        }
    }

    /// Tells how far the command has come.
    pub(crate) fn enter(&self, stage: Stage) {
        (self.on_stage)(stage);
    }

    /// Reads a program and checks it.
    ///
    /// # Errors
    /// If it cannot be read or is rejected.
    pub fn check(&mut self, input: &Input) -> Result<(), Failure> {
        let (ids, language) = self.read_text(input)?;
        if language == Language::Sml {
            return self.elaborate(input, ids[0], &[]).map(|_| ());
        }
        match self.parse(&ids, language, Positions::Leave)? {
            Program::Il(program, id) => self.check_il(&program, id),
            Program::Anf(_) | Program::Cps(_) | Program::Flow(_) => Ok(()),
        }
    }

    /// Elaborates a program in Standard ML, whose first text this is, with these words behind
    /// it on the command line.
    fn elaborate(
        &mut self,
        input: &Input,
        id: SourceId,
        behind: &[OsString],
    ) -> Result<sml::Checked, Failure> {
        let checked = sml::check(&mut self.sources, input, id, &self.options, behind)?;
        if !checked.warnings.is_empty() {
            self.enter(Stage::Done);
            (self.on_warnings)(&self.sources, &checked.warnings);
        }
        Ok(checked)
    }

    /// Compiles a program in memory and runs it; gives its exit code.
    ///
    /// # Errors
    /// If it does not come to run.
    pub fn run(&mut self, input: &Input, options: &RunOptions) -> Result<u8, Failure> {
        let program = self.read_behind(input, &options.args, Positions::Place)?;
        self.places.complete(&program)?;
        let unit = self.flow(program)?;
        self.enter(Stage::Generating);
        let program = InMemory::compile(&unit, &self.options)?;
        self.enter(Stage::Done);
        program.run(&input.name(), options, &|message| self.places.unknown(&unit, message))
    }

    /// Runs a program in an interpreter; gives its exit code.
    ///
    /// # Errors
    /// If it does not come to run.
    pub fn eval(
        &mut self,
        input: &Input,
        at: Option<At>,
        options: &RunOptions,
    ) -> Result<u8, Failure> {
        let program = self.read_behind(input, &options.args, Positions::Place)?;
        let at = at.unwrap_or_else(|| program.language().interpreter());
        self.reachable(&program, at.language())?;
        self.places.complete(&program)?;
        if let Program::Il(program, id) = program {
            // Its machines have no heap, but wrong settings are wrong.
            native::config(options)?;
            self.enter(Stage::Done);
            return self.run_il(&program, id, at);
        }
        let by_hand = program.language() == Language::Flow;
        let mut program = self.compile_to(program, at.language())?;
        if let (Program::Flow(unit), At::FlowImperative, false) = (&mut program, at, by_hand) {
            // What is written by hand is read as it is; what is compiled gets registers first.
            flow::assign::assign_registers(unit);
        }
        self.enter(Stage::Done);
        interpret::interpret(&program, at, &input.name(), options, &self.places)
    }

    /// Runs passes on a program; gives its text.
    ///
    /// # Errors
    /// If it is rejected, a pass breaks it, or there is no such pass.
    pub fn develop(&mut self, input: &Input, request: &DevRequest) -> Result<String, Failure> {
        passes::check_names(&self.options.passes)?;
        let passes = passes::named(&request.passes)?;
        let mut program = self.read(input)?;
        if let Some(language) = request.to {
            self.reachable(&program, language)?;
        }
        for pass in passes {
            if !self.report.stopped {
                program = self.run_pass(program, pass)?;
            }
        }
        let target = request.to.unwrap_or(program.language());
        if request.pipelines && !self.report.stopped {
            program = self.optimise(program)?;
        }
        while program.language() < target && !self.report.stopped {
            program = self.translate(program)?;
            if request.pipelines {
                program = self.optimise(program)?;
            }
        }
        passes::check_turns(&self.options.passes, &self.report)?;
        Ok(program.to_string())
    }

    /// Compiles a program to files. All of them are written at the end.
    ///
    /// # Errors
    /// If it is rejected, or the system refuses something.
    pub fn build(&mut self, input: &Input, request: &BuildRequest) -> Result<(), Failure> {
        let outputs = outputs(input, request)?;
        let mut program = self.read_behind(input, &[], Positions::Place)?;
        for language in outputs.iter().filter_map(|(kind, _)| kind.language()) {
            self.reachable(&program, language)?;
        }
        if request.emit.contains(&Emit::Executable) {
            self.places.complete(&program)?;
        }
        let last = outputs.iter().map(|(kind, _)| kind.language().unwrap_or(Language::Flow)).max();
        let mut artefacts: Vec<(Vec<u8>, &Output)> = Vec::new();
        program = self.optimise(program)?;
        for language in Language::ALL.into_iter().filter(|language| Some(*language) <= last) {
            if language < program.language() {
                continue;
            }
            program = self.go_on_to(program, language)?;
            for (_, output) in outputs.iter().filter(|(kind, _)| kind.language() == Some(language))
            {
                artefacts.push((program.to_string().into_bytes(), output));
            }
        }
        let certificate = match (&program, request.certify) {
            (Program::Flow(unit), true) => {
                let path = certify::path(&outputs)?;
                Some((certify::certificate(unit)?, Output::File(path)))
            }
            (_, true) => {
                return Err(Failure::Usage(
                    "a certificate is of Flow or what is made of it".to_owned(),
                ));
            }
            (_, false) => None,
        };
        if let Some((text, output)) = &certificate {
            artefacts.push((text.clone().into_bytes(), output));
        }
        let mut natives: Vec<(Native, &Output)> = Vec::new();
        for (kind, output) in outputs.iter().filter(|(kind, _)| kind.language().is_none()) {
            if let Program::Flow(unit) = &program {
                self.bound_once(unit)?;
                self.enter(Stage::Generating);
                natives.push((Native::compile(unit, &self.options, *kind)?, output));
            }
        }
        self.enter(Stage::Writing);
        for (bytes, output) in artefacts {
            output.write(&bytes)?;
        }
        let Program::Flow(unit) = &program else { return Ok(()) };
        let unknown = |message: &str| self.places.unknown(unit, message);
        natives.iter().try_for_each(|(native, output)| native.write(output, &unknown))
    }

    pub(crate) fn read(&mut self, input: &Input) -> Result<Program, Failure> {
        self.read_behind(input, &[], Positions::Leave)
    }

    /// Reads a program that has these arguments.
    fn read_behind(
        &mut self,
        input: &Input,
        args: &[OsString],
        positions: Positions,
    ) -> Result<Program, Failure> {
        let (ids, language) = self.read_text(input)?;
        if language == Language::Sml {
            let checked = self.elaborate(input, ids[0], args)?;
            return sml::lower(&checked, &self.sources, &self.options).map(Program::Anf);
        }
        self.parse(&ids, language, positions)
    }

    /// What is done about positions, unless they are demanded.
    fn positions(&self, otherwise: Positions) -> Positions {
        if self.options.positions { Positions::Require } else { otherwise }
    }

    /// A program in another language than Standard ML.
    pub(crate) fn parse(
        &mut self,
        ids: &[SourceId],
        language: Language,
        positions: Positions,
    ) -> Result<Program, Failure> {
        if language == Language::Anf {
            let positions = self.positions(positions);
            let linked = front::parse_anf(&self.sources, ids, positions)?;
            self.places = linked.places;
            return Ok(Program::Anf(linked.module));
        }
        front::parse(&self.sources, ids[0], language)
    }

    /// Reads the texts, of which there is at least one.
    fn read_text(&mut self, input: &Input) -> Result<(Vec<SourceId>, Language), Failure> {
        self.enter(Stage::Reading);
        input::read(input, &self.options, &mut self.sources)
    }

    /// The Flow of a program, ready for code generation.
    fn flow(&mut self, program: Program) -> Result<flow::Unit, Failure> {
        match self.compile_to(program, Language::Flow)? {
            Program::Flow(unit) => {
                self.bound_once(&unit)?;
                Ok(unit)
            }
            Program::Anf(_) | Program::Cps(_) | Program::Il(..) => unreachable!("compiled to Flow"),
        }
    }

    /// Code generation wants every variable bound once. The translation sees
    /// to that; a program written by hand may not.
    fn bound_once(&self, unit: &flow::Unit) -> Result<(), Failure> {
        match flow::bound_once(unit).first() {
            None => Ok(()),
            Some(violation) => Err(Failure::with_hint(
                violation.clone(),
                "native code wants every variable bound once; the interpreters do not",
            )),
        }
    }

    /// A program goes to later languages, never back.
    fn reachable(&self, program: &Program, language: Language) -> Result<(), Failure> {
        let is_il = program.language() == Language::Il;
        if program.language() <= language && (language != Language::Il || is_il) {
            return Ok(());
        }
        let (have, want) = (program.language().name(), language.name());
        Err(Failure::Usage(format!("a program in {have} has no {want}")))
    }
}

/// What goes where.
fn outputs(input: &Input, request: &BuildRequest) -> Result<Vec<(Emit, Output)>, Failure> {
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
        (None, Input::File(path)) => PathBuf::from(path.file_stem().unwrap_or_default()),
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
        if is_same_file(input, &path) {
            return Err(Failure::Usage(format!("{} would be overwritten; say -o", path.display())));
        }
        outputs.push((*kind, Output::File(path)));
    }
    Ok(outputs)
}

fn is_same_file(input: &Input, output: &std::path::Path) -> bool {
    input.files().iter().any(|path| {
        let (input, output) = (path.canonicalize(), output.canonicalize());
        input.is_ok() && input.ok() == output.ok()
    })
}
