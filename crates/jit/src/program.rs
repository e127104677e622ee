//! A program from its object file to its exit code.

use crate::{Error, Jit};
use abi::Unit;
use runtime::Runtime;
use std::ffi::{CString, c_char, c_int};

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
    // At the end of the process C may run functions that it was given, or use its buffers.
    std::mem::forget(jit);
    Ok(code)
}

/// Loads the object files of a unit without managed code, runs the `main` of the C code that it was
/// linked with, and gives the exit code. The first argument is the name of the program. C's
/// constructors are not run.
///
/// # Errors
/// Fails if the unit cannot be loaded, or has no `main`.
pub fn run_main(objects: &[Vec<u8>], args: Vec<CString>) -> Result<i32, Error> {
    let mut jit = Jit::new()?;
    jit.add_objects(objects)?;
    let main = jit.lookup("main")?;
    // C may change them and keep them.
    let mut argv: Vec<*mut c_char> = args.into_iter().map(CString::into_raw).collect();
    let count = argv.len() as c_int;
    argv.push(std::ptr::null_mut());
    let argv = argv.leak();
    // SAFETY: C's `main` takes these, or fewer; the code and the arguments outlive the process.
    let code = unsafe {
        let main: extern "C" fn(c_int, *mut *mut c_char) -> c_int = std::mem::transmute(main);
        main(count, argv.as_mut_ptr())
    };
    std::mem::forget(jit);
    Ok(code)
}
