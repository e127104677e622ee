//! From a finished module to bytes.

use crate::ir::Ir;
use crate::{Artefact, Code, Error, OptLevel, Options, passes};
use inkwell::module::Module;
use inkwell::passes::PassBuilderOptions;
use inkwell::targets::{FileType, TargetMachine};
use llvm_sys::transforms::pass_builder::LLVMPassBuilderOptionsSetInlinerThreshold;

/// Runs the passes of the level.
pub(crate) fn optimise(
    module: &Module<'_>,
    machine: &TargetMachine,
    options: &Options,
    code: Code,
) -> Result<(), Error> {
    let level = options.opt_level;
    let pipeline = passes::text(passes::pipeline(level, code));
    let pipeline = passes::without(&pipeline, &options.without);
    let closed = if options.closed { "internalize<preserve-gv=main>,globaldce," } else { "" };
    let pipeline = format!("{closed}{pipeline}");
    if pipeline.is_empty() {
        return Ok(());
    }
    let settings = PassBuilderOptions::create();
    let vectorise = level != OptLevel::O1;
    settings.set_loop_vectorization(vectorise);
    settings.set_loop_slp_vectorization(vectorise);
    settings.set_merge_functions(false);
    if let Some(threshold) = passes::inline_threshold(level, code) {
        // SAFETY: the settings live, and the call changes a number in them.
        unsafe { LLVMPassBuilderOptionsSetInlinerThreshold(settings.as_mut_ptr(), threshold) };
    }
    module
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
