//! From a finished module to bytes.

use crate::ir::Ir;
use crate::{Artefact, Code, Error, OptLevel, Options, passes};
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::module::Module;
use inkwell::passes::PassBuilderOptions;
use inkwell::targets::{FileType, TargetMachine};
use inkwell::values::FunctionValue;

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
    // What takes structs apart and puts them together is inlined while they are still in memory:
    // afterwards two numbers that share a register stay together.
    let early = match (level, code) {
        (OptLevel::O0, _) | (_, Code::Managed) => "",
        (_, Code::Freestanding) => "always-inline,",
    };
    let pipeline = format!("{closed}{early}{pipeline}");
    if pipeline.is_empty() {
        return Ok(());
    }
    let settings = PassBuilderOptions::create();
    let vectorise = level != OptLevel::O1;
    settings.set_loop_vectorization(vectorise);
    settings.set_loop_slp_vectorization(vectorise);
    settings.set_merge_functions(false);
    set_thresholds(module, level, code);
    let run = module.run_passes(&pipeline, machine, settings);
    module.get_functions().for_each(|f| f.remove_string_attribute(FUNCTION, THRESHOLD));
    run.map_err(|message| Error::Llvm(message.to_string()))
}

const FUNCTION: AttributeLoc = AttributeLoc::Function;
/// The attribute that says up to which size a function is inlined.
const THRESHOLD: &str = "function-inline-threshold";

/// Has functions inlined as LLVM would, where that is not as for managed code: the settings of the
/// process are managed code's, and count before those of a run of passes.
fn set_thresholds(module: &Module<'_>, level: OptLevel, code: Code) {
    let has = |function: FunctionValue<'_>, name: &str| {
        let kind = Attribute::get_named_enum_kind_id(name);
        function.get_enum_attribute(FUNCTION, kind).is_some()
    };
    for function in module.get_functions().filter(|function| function.count_basic_blocks() > 0) {
        let wanted =
            passes::Wanted { hinted: has(function, "inlinehint"), cold: has(function, "cold") };
        if let Some(threshold) = passes::inline_threshold(level, code, wanted) {
            let threshold = threshold.to_string();
            let attribute = module.get_context().create_string_attribute(THRESHOLD, &threshold);
            function.add_attribute(FUNCTION, attribute);
        }
    }
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
