//! A session: one command on one program.

use crate::native::{self, InMemory};
use crate::tap::Tap;
use crate::{Activity, Failure, Input, Options, RunOptions, input, interpret, passes, wants};
use anf::interface::Interface;
use base::SourceLines;
use codegen_llvm::Cpu;
use diag::{Diagnostic, Sources};
use front::{At, Evaluator, FrontEnd, FrontEnds, Header, Places, Program, Request, Stage, Types};
use pass::Report;
use std::ffi::OsString;

/// A listener to warnings, with the texts that they point into.
pub type Warned = dyn Fn(&Sources, &[Diagnostic]);

/// The state of a command.
pub struct Session {
    /// The languages there are.
    pub fronts: FrontEnds,
    /// The files that were read.
    pub sources: Sources,
    /// The options of compiling.
    pub options: Options,
    /// The report of the passes.
    pub report: Report,
    /// The listener that is told what the command is doing.
    pub on_activity: Box<dyn Fn(Activity)>,
    /// The listener that is given the warnings.
    pub on_warnings: Box<Warned>,
    /// The stage whose text is noted while programs of a session that lives long are compiled.
    pub tap: Option<Tap>,
    /// The places where the program says what it wants of others.
    pub(crate) places: Places,
    /// The program's C header.
    pub(crate) header: Option<Header>,
    /// The compiler of what the program evaluates.
    pub(crate) evaluator: Option<Box<dyn Evaluator>>,
    /// The lines whose code seldom runs.
    pub(crate) seldom: Vec<SourceLines>,
    /// What the program imports from units compiled at other times, and exports to them.
    pub(crate) interface: Interface,
}

/// The order of `dev`.
#[derive(Clone, Debug, Default)]
pub struct DevRequest {
    /// Passes to run, in order.
    pub passes: Vec<String>,
    /// The stage to end at.
    pub to: Option<Stage>,
    /// True to run the default passes as well.
    pub pipelines: bool,
}

impl Session {
    /// A session that has read nothing.
    pub fn new(fronts: FrontEnds, options: Options) -> Session {
        Session {
            fronts,
            sources: Sources::new(),
            options,
            report: Report::default(),
            on_activity: Box::new(|_| ()),
            on_warnings: Box::new(|_, _| ()),
            tap: None,
            places: Places::default(),
            header: None,
            evaluator: None,
            seldom: Vec::new(),
            interface: Interface::default(),
        }
    }

    /// Tells what the command is doing.
    pub fn enter(&self, activity: Activity) {
        (self.on_activity)(activity);
    }

    /// Reads a program and checks it.
    ///
    /// # Errors
    /// Fails if it cannot be read or is rejected.
    pub fn check(&mut self, input: &Input) -> Result<(), Failure> {
        let (front, request) = self.open(input)?;
        Ok(front.check(&request, self)?)
    }

    /// Reads a program, checks it, and gives what it binds at its top level.
    ///
    /// # Errors
    /// Fails if it cannot be read or is rejected, or if its language has no types to show.
    pub fn types(&mut self, input: &Input) -> Result<Types, Failure> {
        let (front, request) = self.open(input)?;
        if !front.has_types() {
            let (title, others) = (front.title(), self.fronts.with_types("or"));
            let message = format!("--types is for programs in {others}; this one is in {title}");
            return Err(Failure::Usage(message));
        }
        Ok(front.types(&request, self)?)
    }

    /// Compiles a program in memory and runs it; gives its exit code.
    ///
    /// # Errors
    /// Fails if the program is not started.
    pub fn run(&mut self, input: &Input, options: &RunOptions) -> Result<u8, Failure> {
        self.check_c()?;
        let (front, request) = self.open_to_run(input, Some(&options.args))?;
        let program = self.read(front, &request)?;
        wants::complete(&self.places, &program)?;
        let unit = self.flow(program)?;
        let c = self.compile_c(Cpu::Host)?;
        self.enter(Activity::Generating);
        let program = InMemory::compile(&unit, self, c)?;
        self.enter(Activity::Done);
        let compile = self.evaluation();
        let with = &self.options.with;
        let unknown = |message: &str| wants::unknown(&self.places, &unit, with, message);
        program.run(&input.name(), options, compile, &unknown)
    }

    /// Runs a program in an interpreter; gives its exit code.
    ///
    /// # Errors
    /// Fails if the program is not started.
    pub fn eval(
        &mut self,
        input: &Input,
        at: Option<At>,
        options: &RunOptions,
    ) -> Result<u8, Failure> {
        let (front, request) = self.open_to_run(input, Some(&options.args))?;
        let at = at.unwrap_or_else(|| front.stage().interpreter());
        reachable(front, at.stage())?;
        if let Some(language) = front.as_written() {
            // A language's own interpreter may have no heap, but a wrong setting is an error anyway.
            native::config(options)?;
            self.enter(Activity::Done);
            return Ok(language.eval(&request, at, self)?);
        }
        let program = self.read(front, &request)?;
        wants::complete(&self.places, &program)?;
        let by_hand = program.stage() == Stage::Flow;
        let mut program = self.compile_to(program, at.stage())?;
        if let (Program::Flow(unit), At::FlowImperative, false) = (&mut program, at, by_hand) {
            // What is written by hand is read as it is; what is compiled gets registers first.
            flow::assign::assign_registers(unit);
        }
        self.enter(Activity::Done);
        interpret::interpret(&program, at, &input.name(), options, &self.places)
    }

    /// Runs passes on a program; gives its text.
    ///
    /// # Errors
    /// Fails if it is rejected, a pass breaks it, or there is no such pass.
    pub fn develop(&mut self, input: &Input, request: &DevRequest) -> Result<String, Failure> {
        passes::check_names(&self.options.passes)?;
        let passes = passes::named(&request.passes)?;
        let (front, texts) = self.open(input)?;
        if let Some(stage) = request.to {
            reachable(front, stage)?;
        }
        if let Some(pass) = passes.iter().find(|pass| pass.stage() < front.stage()) {
            return Err(passes::too_late(pass, front.name()));
        }
        let as_written = request.to.is_none() && passes.is_empty() && !request.pipelines;
        if as_written && let Some(text) = front.print(&texts, self)? {
            return Ok(text);
        }
        let mut program = self.read(front, &texts)?;
        for pass in passes {
            if !self.report.stopped {
                program = self.run_pass(program, pass)?;
            }
        }
        let target = request.to.unwrap_or(program.stage());
        if request.pipelines && !self.report.stopped {
            program = self.optimise(program)?;
        }
        while program.stage() < target && !self.report.stopped {
            program = match request.pipelines {
                true => self.advance(program)?,
                false => self.translate(program)?,
            };
        }
        passes::check_turns(&self.options.passes, &self.report)?;
        Ok(program.to_string())
    }

    /// Reads the texts of a program; gives its language, and what that is to be asked.
    ///
    /// # Errors
    /// Fails if a text cannot be read, or nothing says in which language it is.
    pub fn open(&mut self, input: &Input) -> Result<(&'static dyn FrontEnd, Request), Failure> {
        self.enter(Activity::Reading);
        let (texts, front) =
            input::read(input, self.fronts, self.options.language, &mut self.sources)?;
        let settings = self.options.settings.clone();
        let alone = self.options.with.is_empty();
        Ok((front, Request { texts, behind: None, settings, place: false, alone }))
    }

    /// The same for a program that will run, now with these arguments if there are any.
    pub(crate) fn open_to_run(
        &mut self,
        input: &Input,
        args: Option<&[OsString]>,
    ) -> Result<(&'static dyn FrontEnd, Request), Failure> {
        let (front, request) = self.open(input)?;
        Ok((front, Request { behind: args.map(<[_]>::to_vec), place: true, ..request }))
    }

    /// The program that a front end gives.
    ///
    /// # Errors
    /// Fails if it is rejected.
    pub fn read(&mut self, front: &dyn FrontEnd, request: &Request) -> Result<Program, Failure> {
        let parsed = front.read(request, self)?;
        if parsed.program.stage() != front.stage() {
            let stage = parsed.program.stage().name();
            return Err(Failure::bug(format!("{} gives a program in {stage}", front.name())));
        }
        self.check_given(&parsed.program)?;
        self.places = parsed.places;
        self.header = parsed.header;
        self.seldom = parsed.seldom;
        self.evaluator = parsed.evaluator;
        Ok(parsed.program)
    }

    /// The Flow of a program, ready for code generation.
    pub(crate) fn flow(&mut self, program: Program) -> Result<flow::Unit, Failure> {
        match self.compile_to(program, Stage::Flow)? {
            Program::Flow(unit) => {
                self.bound_once(&unit)?;
                Ok(unit)
            }
            Program::Anf(_) | Program::Cps(_) => unreachable!("compiled to Flow"),
        }
    }

    /// Code generation wants every variable bound once. The translation sees
    /// to that; a program written by hand may not.
    pub(crate) fn bound_once(&self, unit: &flow::Unit) -> Result<(), Failure> {
        match flow::bound_once(unit).first() {
            None => Ok(()),
            Some(violation) => Err(Failure::with_hint(
                violation.what.clone(),
                "native code wants every variable bound once; the interpreters do not",
            )),
        }
    }
}

/// A program goes to later stages, never back.
pub(crate) fn reachable(front: &dyn FrontEnd, stage: Stage) -> Result<(), Failure> {
    if front.stage() <= stage {
        return Ok(());
    }
    let (have, want) = (front.name(), stage.name());
    Err(Failure::Usage(format!("a program in {have} has no {want}")))
}
