//! C code that a unit is linked with, before LLVM's passes, so that they see through both.
//!
//! It comes as bitcode on which no pass has run. Beside managed code, which has few passes, it
//! gets those of C before it is linked; otherwise both get them together.

use crate::ir::Ir;
use crate::{CCode, Code, Error, Options, emit};
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::context::Context;
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::module::{Linkage, Module};
use inkwell::targets::TargetMachine;
use inkwell::values::{FunctionValue, GlobalValue, InstructionOpcode};
use llvm_sys::LLVMDiagnosticSeverity;
use llvm_sys::core::{
    LLVMContextSetDiagnosticHandler, LLVMDisposeMessage, LLVMGetDiagInfoDescription,
    LLVMGetDiagInfoSeverity,
};
use llvm_sys::linker::LLVMLinkModules2;
use llvm_sys::prelude::LLVMDiagnosticInfoRef;
use std::ffi::{CStr, c_void};

/// True if C code defines a function or variable that others can name.
///
/// # Errors
/// Fails if it is no bitcode.
pub fn defines(code: &CCode, symbol: &str) -> Result<bool, Error> {
    let context = Context::create();
    let module = parse(&context, code)?;
    Ok(defined(&module).any(|other| other == symbol))
}

/// Links the unit with its C code.
pub(crate) fn link(
    ir: &Ir<'_>,
    machine: &TargetMachine,
    options: &Options,
    code: Code,
) -> Result<(), Error> {
    for c in &options.c {
        let module = parse(ir.context, c)?;
        let twice = defined(&module).find(|symbol| is_defined(&ir.module, symbol));
        if let Some(symbol) = twice {
            return Err(Error::Twice { file: c.file.clone(), symbol });
        }
        if code == Code::Managed {
            let open = Options { closed: false, ..options.clone() };
            emit::optimise(&module, machine, &open, Code::Freestanding)?;
            module.get_functions().filter(|f| realigns_stack(*f)).for_each(|f| keep_apart(ir, f));
        }
        join(&ir.module, module)
            .map_err(|message| Error::CCode { file: c.file.clone(), message })?;
    }
    Ok(())
}

fn parse<'c>(context: &'c Context, code: &CCode) -> Result<Module<'c>, Error> {
    let buffer = MemoryBuffer::create_from_memory_range_copy(&code.bitcode, &code.file);
    Module::parse_bitcode_from_buffer(&buffer, context)
        .map_err(|message| Error::CCode { file: code.file.clone(), message: message.to_string() })
}

/// The functions and variables that a module defines for all others.
fn defined(module: &Module<'_>) -> impl Iterator<Item = String> {
    let functions = module.get_functions().map(|function| function.as_global_value());
    let open = functions.chain(module.get_globals()).filter(is_open);
    open.map(|value| value.get_name().to_string_lossy().into_owned())
}

fn is_defined(module: &Module<'_>, symbol: &str) -> bool {
    let function = module.get_function(symbol).map(|function| function.as_global_value());
    function.or_else(|| module.get_global(symbol)).is_some_and(|value| is_open(&value))
}

fn is_open(value: &GlobalValue<'_>) -> bool {
    !value.is_declaration() && value.get_linkage() == Linkage::External
}

/// The alignment of the stack in every function.
const STACK_ALIGNMENT: u32 = 16;

/// True if a function has variables that must be aligned more than the stack is. Managed code never
/// realigns the stack.
fn realigns_stack(function: FunctionValue<'_>) -> bool {
    let mut instructions =
        function.get_basic_block_iter().flat_map(|block| block.get_instructions());
    instructions.any(|instruction| {
        instruction.get_opcode() == InstructionOpcode::Alloca
            && instruction.get_alignment().is_ok_and(|alignment| alignment > STACK_ALIGNMENT)
    })
}

/// The function is not to be inlined.
fn keep_apart(ir: &Ir<'_>, function: FunctionValue<'_>) {
    let always = Attribute::get_named_enum_kind_id("alwaysinline");
    function.remove_enum_attribute(AttributeLoc::Function, always);
    function.add_attribute(AttributeLoc::Function, ir.attribute("noinline"));
}

/// Puts a module into another.
fn join(into: &Module<'_>, other: Module<'_>) -> Result<(), String> {
    let mut said = String::new();
    let context = into.get_context().raw();
    // SAFETY: both modules belong to the context, and the linker takes the other, which is
    // forgotten. The handler is given a text that lives until it is taken back.
    let failed = unsafe {
        let text: *mut String = &mut said;
        LLVMContextSetDiagnosticHandler(context, Some(note), text.cast::<c_void>());
        let failed = LLVMLinkModules2(into.as_mut_ptr(), other.as_mut_ptr());
        LLVMContextSetDiagnosticHandler(context, None, std::ptr::null_mut());
        std::mem::forget(other);
        failed
    };
    if failed == 0 { Ok(()) } else { Err(said) }
}

/// Keeps what LLVM's linker says about an error.
extern "C" fn note(info: LLVMDiagnosticInfoRef, text: *mut c_void) {
    // SAFETY: LLVM passes a diagnostic, and the text that `join` gave; the description is ours to
    // free.
    unsafe {
        if LLVMGetDiagInfoSeverity(info) != LLVMDiagnosticSeverity::LLVMDSError {
            return;
        }
        let description = LLVMGetDiagInfoDescription(info);
        *text.cast::<String>() += &CStr::from_ptr(description).to_string_lossy();
        LLVMDisposeMessage(description);
    }
}
