//! The text of a stage of what a session that lives long compiles, noted on the way.

use crate::{Emit, Failure, Session, bug};
use codegen_llvm::{Artefact, Options};
use front::{Program, Stage};

/// A stage whose text is to be noted, and what was noted.
#[derive(Clone, Debug)]
pub struct Tap {
    /// The stage.
    pub kind: Emit,
    /// The texts of the programs that have been compiled since.
    pub texts: Vec<u8>,
}

impl Tap {
    /// A tap at the stage of this name.
    ///
    /// # Errors
    /// If there is no such stage, or it is no text.
    pub fn named(name: &str) -> Result<Tap, String> {
        let names: Vec<&str> = Emit::NAMES.iter().map(|(name, _)| *name).collect();
        let kind = name.parse::<Emit>().ok().filter(|kind| is_text(*kind)).ok_or_else(|| {
            let texts = names.iter().filter(|name| name.parse().is_ok_and(is_text));
            format!("there is {}", texts.copied().collect::<Vec<_>>().join(", "))
        })?;
        Ok(Tap { kind, texts: Vec::new() })
    }
}

fn is_text(kind: Emit) -> bool {
    match kind {
        Emit::Anf | Emit::AnfJson | Emit::Cps | Emit::Flow | Emit::Llvm | Emit::Assembly => true,
        Emit::Bitcode | Emit::Object | Emit::Header | Emit::Executable => false,
    }
}

impl Session {
    /// The Flow of a program; the text of a stage on the way is noted, if there is a tap.
    pub(crate) fn tapped_flow(&mut self, program: Program) -> Result<flow::Unit, Failure> {
        let Some(kind) = self.tap.as_ref().map(|tap| tap.kind) else { return self.flow(program) };
        let mut program = self.optimise(program)?;
        let first = program.stage();
        for stage in Stage::ALL.into_iter().filter(|stage| *stage >= first) {
            program = self.go_on_to(program, stage)?;
            if kind.stage() == Some(stage) {
                let json = if kind == Emit::AnfJson { program.to_json() } else { None };
                self.note(json.unwrap_or_else(|| program.to_string()).as_bytes());
            }
        }
        match program {
            Program::Flow(unit) => Ok(unit),
            Program::Anf(_) | Program::Cps(_) => unreachable!("compiled to Flow"),
        }
    }

    /// Notes the text of native code, if there is a tap for it.
    pub(crate) fn tap_native(&mut self, unit: &flow::Unit, of: &Options) -> Result<(), Failure> {
        let artefact = match self.tap.as_ref().map(|tap| tap.kind) {
            Some(Emit::Llvm) => Artefact::LlvmText,
            Some(Emit::Assembly) => Artefact::Assembly,
            Some(_) | None => return Ok(()),
        };
        let text = codegen_llvm::compile(unit, of, artefact);
        let text = text.map_err(|error| bug::found(error.to_string()))?;
        self.note(&text);
        Ok(())
    }

    fn note(&mut self, text: &[u8]) {
        if let Some(tap) = &mut self.tap {
            tap.texts.extend_from_slice(text);
        }
    }
}
