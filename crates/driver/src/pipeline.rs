//! The chain: a program goes from a stage to the next, each with its passes.
//!
//! ```text
//! ANF --anf-to-cps--> CPS --cps-to-flow--> Flow
//! ```

use crate::passes::{self, AnyStep};
use crate::session::Session;
use crate::{Activity, Failure, FrameChoice, bug};
use base::PosInfo;
use diag::Diagnostic;
use front::{Program, Stage};
use pass::{Ir, Step};
use std::slice::from_ref;

impl Session {
    /// Runs the default passes of the program's stage, and goes on to `target`.
    pub(crate) fn compile_to(
        &mut self,
        program: Program,
        target: Stage,
    ) -> Result<Program, Failure> {
        let program = self.optimise(program)?;
        self.go_on_to(program, target)
    }

    /// The same for a program on which the passes of its stage have run.
    pub(crate) fn go_on_to(
        &mut self,
        mut program: Program,
        target: Stage,
    ) -> Result<Program, Failure> {
        while program.stage() < target {
            program = self.advance(program)?;
        }
        Ok(program)
    }

    /// From a stage to the next, with the default passes of that.
    pub(crate) fn advance(&mut self, program: Program) -> Result<Program, Failure> {
        let program = self.translate(program)?;
        self.optimise(program)
    }

    /// Runs the default passes of the program's stage.
    pub(crate) fn optimise(&mut self, mut program: Program) -> Result<Program, Failure> {
        self.wanted()?;
        passes::check_names(&self.options.passes)?;
        let level = passes::level(self.options.level);
        self.enter(Activity::Optimising(program.stage()));
        match &mut program {
            Program::Anf(module) => self.run_passes(module, anf::PIPELINE)?,
            Program::Cps(module) => self.run_passes(module, cps_opt::pipeline(level))?,
            Program::Flow(unit) => self.run_passes(unit, flow_opt::pipeline(level))?,
        }
        Ok(program)
    }

    /// Fails if nobody wants the result any more.
    fn wanted(&self) -> Result<(), Failure> {
        if self.options.passes.is_unwanted() { Err(Failure::Unwanted) } else { Ok(()) }
    }

    /// Runs one pass, after the translations to its stage.
    pub(crate) fn run_pass(
        &mut self,
        mut program: Program,
        step: AnyStep,
    ) -> Result<Program, Failure> {
        while program.stage() < step.stage() {
            program = self.translate(program)?;
        }
        match (&mut program, &step) {
            (Program::Anf(module), AnyStep::Anf(step)) => {
                self.run_passes(module, from_ref(step))?
            }
            (Program::Cps(module), AnyStep::Cps(step)) => {
                self.run_passes(module, from_ref(step))?
            }
            (Program::Flow(unit), AnyStep::Flow(step)) => self.run_passes(unit, from_ref(step))?,
            (Program::Anf(_) | Program::Cps(_) | Program::Flow(_), _) => {
                return Err(passes::too_late(&step, program.stage().name()));
            }
        }
        Ok(program)
    }

    fn run_passes<M: Ir>(&mut self, module: &mut M, steps: &[Step<M>]) -> Result<(), Failure> {
        pass::run_pipeline(module, steps, &self.options.passes, &mut self.report)?;
        Ok(())
    }

    /// Translates a program to the next stage, if it is not at the last one. The result is checked
    /// like that of a pass.
    pub(crate) fn translate(&mut self, program: Program) -> Result<Program, Failure> {
        self.wanted()?;
        match program {
            Program::Anf(module) => {
                let translated = lower::anf_to_cps(&module);
                self.checked(&translated, "anf-to-cps")?;
                Ok(Program::Cps(translated))
            }
            Program::Cps(module) => {
                let translated = self.to_flow(&module)?;
                self.checked(&translated, "cps-to-flow")?;
                Ok(Program::Flow(translated))
            }
            Program::Flow(unit) => Ok(Program::Flow(unit)),
        }
    }

    /// Translates a program to Flow, with its frames where they can be and are wanted.
    fn to_flow(&self, module: &cps::Module) -> Result<flow::Unit, Failure> {
        let hindrance = match self.options.frames {
            FrameChoice::Heap => return Ok(lower::cps_to_flow(module)),
            FrameChoice::Auto if !self.options.objects.is_empty() => {
                return Ok(lower::cps_to_flow(module));
            }
            FrameChoice::Auto | FrameChoice::Stack => lower::hindrance(module),
        };
        match hindrance {
            None => {
                let unit = lower::cps_to_flow_on_stack(module);
                match (self.options.frames, unit.frames) {
                    (FrameChoice::Stack, flow::Frames::Heap) => Err(not_on_stack(
                        "installs handlers in an order that a stack does not allow",
                        None,
                    )),
                    (FrameChoice::Auto | FrameChoice::Heap, _) | (_, flow::Frames::Stack) => {
                        Ok(unit)
                    }
                }
            }
            Some(_) if self.options.frames == FrameChoice::Auto => Ok(lower::cps_to_flow(module)),
            Some(found) => Err(not_on_stack(found.what, module.positions.get(found.pos))),
        }
    }

    /// Checks what a front end gave, like what a translation made.
    pub(crate) fn check_given(&self, program: &Program) -> Result<(), Failure> {
        if !self.options.passes.check {
            return Ok(());
        }
        let violations = match program {
            Program::Anf(module) => module.check(),
            Program::Cps(module) => module.check(),
            Program::Flow(unit) => unit.check(),
        };
        violations.first().map_or(Ok(()), |violation| Err(bug::found(&violation.what)))
    }

    fn checked<M: Ir>(&self, module: &M, translation: &str) -> Result<(), Failure> {
        if self.options.passes.check {
            pass::checked(module, translation, String::new())?;
        }
        Ok(())
    }
}

/// The refusal of a stack for the frames of a program that does something which needs them elsewhere.
fn not_on_stack(what: &str, place: Option<&PosInfo>) -> Failure {
    let place = place.map(|at| format!("{}:{}:{}: ", at.file, at.line, at.column));
    let title = format!("{}the program {what}", place.unwrap_or_default());
    let hint = "its frames must be on the heap: leave `--frames stack` out";
    Failure::Rejected(vec![Diagnostic::error(title).hint(hint)])
}
