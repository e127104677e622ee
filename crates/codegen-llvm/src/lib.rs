//! Flow to LLVM: the only crate that knows LLVM's language.
//!
//! A cluster becomes one function of one prototype, `preserve_nonecc`, and every
//! transfer of control a `musttail` call, so that compiled code needs neither a
//! stack nor a patched LLVM. A unit becomes one module, and that one of LLVM's
//! text, bitcode, assembly, or an object file; a large one several object files.
//! The same unit and options give the same bytes.
//!
//! | file | what |
//! | --- | --- |
//! | `ir` | types and instructions |
//! | `convention` | slots, transfers, the words before an entry |
//! | `unit`, `positions`, `statics` | what a module holds besides code |
//! | `interface` | what units know of each other |
//! | `parts`, `once` | large units on several threads, code that is not worth optimising |
//! | `foreign`, `c_value` | the C convention, and C values in memory |
//! | `c_code` | C code that a unit is linked with |
//! | `cluster`, `transfer` | functions, blocks and ways out |
//! | `ops` | operations, by what they are about |
//! | `stubs` | slow paths, entering and leaving managed code |
//! | `target`, `passes`, `emit` | LLVM's side |
//!
//! Absent on purpose: any decision about programs. Layouts are `abi`'s, checks
//! and frames `lower`'s.
#![expect(unsafe_code, reason = "LLVM's interface is not safe where inkwell does not cover it")]

mod c_code;
mod c_value;
mod cells;
mod classes;
mod cluster;
mod convention;
mod debug;
mod emit;
mod foreign;
mod frame;
mod interface;
mod ir;
mod kept;
mod once;
mod ops;
mod options;
mod parts;
mod passes;
mod places;
mod positions;
mod statics;
mod stubs;
mod tables;
mod target;
mod transfer;
mod unit;

pub use c_code::defines;
pub use interface::Interface;
pub use options::{Artefact, CCode, Cpu, Error, OptLevel, Options};
pub use parts::{compile_objects, compile_objects_unless};
pub use passes::{Code, LlvmPasses, pipeline};
pub use places::{Places, Turn, places_symbol, second, set_apart, show_plain_names};
pub use statics::closure_symbol;
pub use unit::{cells_symbol, is_managed};

use inkwell::context::Context;
use parts::Part;

/// The version of LLVM that compiles.
pub fn llvm_version() -> String {
    let (major, minor, patch) = inkwell::support::get_llvm_version();
    format!("{major}.{minor}.{patch}")
}

/// Compiles a unit, which [`flow`]'s checker has accepted and whose variables
/// are bound once in their clusters.
///
/// # Panics
/// For a unit that the checker would not accept.
pub fn compile(unit: &flow::Unit, options: &Options, artefact: Artefact) -> Result<Vec<u8>, Error> {
    compile_part(unit, options, artefact, &Part::whole(unit))
}

fn compile_part(
    unit: &flow::Unit,
    options: &Options,
    artefact: Artefact,
    part: &Part,
) -> Result<Vec<u8>, Error> {
    let code = if is_managed(unit) { Code::Managed } else { Code::Freestanding };
    let machine = target::machine(options, code)?;
    let context = Context::create();
    let ir =
        ir::Ir::new(&context, &options.unit_symbol, target::tails(options, &machine), unit.frames);
    ir.module.set_triple(&machine.get_triple());
    ir.module.set_data_layout(&machine.get_target_data().get_data_layout());
    let cx = unit::UnitCx::new(&ir, unit, options, part);
    cx.define();
    if options.opt_level == OptLevel::Os {
        ir.module.get_functions().for_each(|f| ir.set_attributes(f, &["optsize"]));
    }
    if part.number == 0 {
        c_code::link(&ir, &machine, options, code)?;
    }
    if options.verify {
        ir.module.verify().map_err(|message| Error::Verifier(message.to_string()))?;
    }
    emit::optimise(&ir.module, &machine, options, code)?;
    cx.define_positions();
    emit::emit(&ir, &machine, artefact)
}
