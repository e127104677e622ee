//! From a finished module to bytes.

use crate::ir::Ir;
use crate::{Artefact, Error, Options, passes};
use inkwell::passes::PassBuilderOptions;
use inkwell::targets::{FileType, TargetMachine};

/// Runs the passes of the level.
pub(crate) fn optimise(
    ir: &Ir<'_>,
    machine: &TargetMachine,
    options: &Options,
) -> Result<(), Error> {
    let pipeline =
        passes::without(&passes::text(passes::pipeline(options.opt_level)), &options.without);
    if pipeline.is_empty() {
        return Ok(());
    }
    let settings = PassBuilderOptions::create();
    settings.set_loop_vectorization(true);
    settings.set_loop_slp_vectorization(true);
    settings.set_merge_functions(false);
    ir.module
        .run_passes(&pipeline, machine, settings)
        .map_err(|message| Error::Llvm(message.to_string()))
}

/// The bytes of what is wanted.
pub(crate) fn emit(
    ir: &Ir<'_>,
    machine: &TargetMachine,
    artefact: Artefact,
) -> Result<Vec<u8>, Error> {
    let file_type = match artefact {
        Artefact::LlvmText => return Ok(ir.module.print_to_string().to_bytes().to_vec()),
        Artefact::Bitcode => {
            let buffer = ir.module.write_bitcode_to_memory();
            return Ok(buffer.as_slice().to_vec());
        }
        Artefact::Assembly => FileType::Assembly,
        Artefact::Object => FileType::Object,
    };
    let buffer = machine
        .write_to_memory_buffer(&ir.module, file_type)
        .map_err(|message| Error::Llvm(message.to_string()))?;
    Ok(buffer.as_slice().to_vec())
}
