//! A program on its way to a later language.

use crate::front::Program;
use crate::passes::{self, AnyStep};
use crate::session::Session;
use crate::{Failure, Language, Stage};
use pass::{Ir, Step};
use std::slice::from_ref;

impl Session {
    /// Runs the default passes and translations until the program is in
    /// `target`, the passes on `target` included.
    pub(crate) fn compile_to(
        &mut self,
        program: Program,
        target: Language,
    ) -> Result<Program, Failure> {
        let program = self.optimise(program)?;
        self.go_on_to(program, target)
    }

    /// The same for a program on whose language the passes have run.
    pub(crate) fn go_on_to(
        &mut self,
        mut program: Program,
        target: Language,
    ) -> Result<Program, Failure> {
        while program.language() < target {
            program = self.translate(program)?;
            program = self.optimise(program)?;
        }
        Ok(program)
    }

    /// Runs the default passes on the program's language.
    pub(crate) fn optimise(&mut self, mut program: Program) -> Result<Program, Failure> {
        let level = self.options.level;
        self.enter(Stage::Optimising(program.language()));
        match &mut program {
            Program::Anf(module) => self.run_passes(module, passes::anf_pipeline())?,
            Program::Cps(module) => self.run_passes(module, cps_opt::pipeline(level))?,
            Program::Il(..) => {}
            Program::Flow(unit) => self.run_passes(unit, flow_opt::pipeline(level))?,
        }
        Ok(program)
    }

    /// Runs one pass, after the translations that its language wants.
    pub(crate) fn run_pass(
        &mut self,
        mut program: Program,
        step: AnyStep,
    ) -> Result<Program, Failure> {
        while program.language() < step.language() {
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
            (Program::Anf(_) | Program::Cps(_) | Program::Il(..) | Program::Flow(_), _) => {
                let (have, want) = (program.language().name(), step.language().name());
                return Err(Failure::Usage(format!(
                    "a pass on {want} cannot run on a program in {have}"
                )));
            }
        }
        Ok(program)
    }

    fn run_passes<M: Ir>(&mut self, module: &mut M, steps: &[Step<M>]) -> Result<(), Failure> {
        pass::run_pipeline(module, steps, &self.options.passes, &mut self.report)?;
        Ok(())
    }

    /// To the next language. The result is checked like that of a pass.
    pub(crate) fn translate(&mut self, program: Program) -> Result<Program, Failure> {
        match program {
            Program::Anf(mut module) => {
                // The translation expects every variable bound once.
                self.run_passes(&mut module, passes::anf_pipeline())?;
                let translated = lower::anf_to_cps(&module);
                self.checked(&translated, "anf-to-cps")?;
                Ok(Program::Cps(translated))
            }
            Program::Cps(module) => {
                let translated = lower::cps_to_flow(&module);
                self.checked(&translated, "cps-to-flow")?;
                Ok(Program::Flow(translated))
            }
            Program::Il(program, id) => {
                let unit = self.il_to_flow(&program, id)?;
                self.checked(&unit, "il-to-flow")?;
                Ok(Program::Flow(unit))
            }
            Program::Flow(unit) => Ok(Program::Flow(unit)),
        }
    }

    fn checked<M: Ir>(&self, module: &M, translation: &str) -> Result<(), Failure> {
        if self.options.passes.check {
            pass::checked(module, translation, String::new())?;
        }
        Ok(())
    }
}
