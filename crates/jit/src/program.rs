//! A program from its object file to its exit code.

use crate::{Error, Jit};
use abi::Unit;
use runtime::{Compiled, Compiler, Runtime};
use std::cell::RefCell;
use std::ffi::{CString, c_char, c_int};
use std::rc::Rc;

/// Compiles a piece that the program has written while it runs; none if it cannot.
pub type Compile = Box<dyn FnMut(&[u8]) -> Option<Piece>>;

/// A piece of a program that runs, compiled.
pub struct Piece {
    /// Its object files.
    pub objects: Vec<Vec<u8>>,
    /// The symbol of its unit.
    pub unit_symbol: String,
    /// The symbol of the closure of a function that runs it.
    pub function_symbol: String,
    /// The text that says what the function is to be called with.
    pub wants: String,
}

/// Loads the object files of one unit, runs its entry, and gives the exit code. Pieces that the
/// program writes are compiled and stay until its end.
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
    compile: Option<Compile>,
) -> Result<i32, Error> {
    let mut jit = Jit::new()?;
    jit.define(runtime::symbols())?;
    jit.add_objects(objects)?;
    let unit = jit.lookup(unit_symbol)?.cast::<Unit>();
    let jit = Rc::new(RefCell::new(jit));
    let pieces = jit.clone();
    let compiler = compile.map(|mut compile| -> Compiler {
        Box::new(move |text| load(&mut pieces.borrow_mut(), compile(text)?).ok())
    });
    // SAFETY: the code generator wrote the unit and the pieces, and the code outlives the runtime.
    let code = unsafe {
        runtime.register(unit).map_err(Error)?;
        if let Some(compiler) = compiler {
            runtime.set_compiler(compiler);
        }
        runtime.run_unit(unit)
    };
    drop(runtime);
    // At the end of the process C may run functions that it was given, or use its buffers.
    std::mem::forget(jit);
    Ok(code)
}

/// Loads a piece.
fn load(jit: &mut Jit, piece: Piece) -> Result<Compiled, Error> {
    jit.add_objects(&piece.objects)?;
    let unit = jit.lookup(&piece.unit_symbol)?.cast::<Unit>();
    let function = jit.lookup(&piece.function_symbol)?;
    Ok(Compiled { unit, function, wants: piece.wants.into_bytes() })
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
