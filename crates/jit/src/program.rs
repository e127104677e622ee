//! A program from its object file to its exit code.

use crate::{Error, Jit};
use abi::Unit;
use host::Host;
use runtime::{Config, Runtime};

/// Loads an object file that holds one unit, runs its entry, and gives the
/// exit code.
///
/// The object must come from `codegen-llvm` as it is built into this process:
/// it is trusted.
///
/// # Errors
/// If it cannot be loaded, or there is no memory for a heap.
pub fn run_program(
    object: &[u8],
    unit_symbol: &str,
    config: Config,
    host: Box<dyn Host>,
) -> Result<i32, Error> {
    let mut jit = Jit::new()?;
    jit.define(runtime::symbols())?;
    jit.add_object(object)?;
    let unit = jit.lookup(unit_symbol)?.cast::<Unit>();
    let mut runtime = Runtime::new(config, host).map_err(Error)?;
    // SAFETY: the code generator wrote the unit; the JIT is dropped after the runtime.
    unsafe {
        runtime.register(unit).map_err(Error)?;
        Ok(runtime.run_unit(unit))
    }
}
