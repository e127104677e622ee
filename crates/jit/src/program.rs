//! A program from its object file to its exit code.

use crate::{Error, Jit};
use abi::Unit;
use runtime::Runtime;

/// Loads the object files of one unit, runs its entry, and gives the exit code.
///
/// They must come from `codegen-llvm` as it is built into this process:
/// they are trusted.
///
/// # Errors
/// Fails if the unit cannot be loaded.
pub fn run_program(
    objects: &[Vec<u8>],
    unit_symbol: &str,
    mut runtime: Runtime,
) -> Result<i32, Error> {
    let mut jit = Jit::new()?;
    jit.define(runtime::symbols())?;
    jit.add_objects(objects)?;
    let unit = jit.lookup(unit_symbol)?.cast::<Unit>();
    // SAFETY: the code generator wrote the unit, and the code outlives the runtime.
    let code = unsafe {
        runtime.register(unit).map_err(Error)?;
        runtime.run_unit(unit)
    };
    drop(runtime);
    Ok(code)
}
