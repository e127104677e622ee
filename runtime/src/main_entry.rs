//! The way in for executables: their `main` calls [`kont_main`].

use crate::{Config, Runtime, fatal, prepare_process};
use abi::Unit;
use host::OsHost;
use std::ffi::{CStr, OsStr, OsString, c_char, c_int};
use std::os::unix::ffi::OsStrExt;

/// The exit code of a wrong setting.
const USAGE: i32 = 2;

/// Makes a panic end the process, as a bug in Kont, before it begins to unwind:
/// it must not unwind into compiled code.
pub fn report_panics() {
    std::panic::set_hook(Box::new(|info| {
        fatal::internal_error(&info.to_string().replace('\n', " "))
    }));
}

/// Runs a unit as a program and gives its exit code.
///
/// # Safety
/// `argv` holds `argc` strings, and the unit is one that Kont compiled.
#[expect(clippy::print_stderr, reason = "there is no host yet to report it to")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kont_main(
    argc: c_int,
    argv: *const *const c_char,
    unit: *const Unit,
) -> c_int {
    report_panics();
    prepare_process();
    // SAFETY: by the contract.
    let mut args = (0..argc as usize).map(|i| unsafe { argument(*argv.add(i)) });
    let name = args.next().unwrap_or_default();
    let config = match Config::from_env(None) {
        Ok(config) => config,
        Err(message) => {
            eprintln!("kont: {message}");
            return USAGE;
        }
    };
    let mut runtime = match Runtime::new(config, Box::new(OsHost::new(name, args))) {
        Ok(runtime) => runtime,
        Err(message) => fatal::no_memory(&message),
    };
    // SAFETY: by the contract.
    if let Err(message) = unsafe { runtime.register(unit) } {
        fatal::internal_error(&message);
    }
    runtime.catch_interrupts();
    // SAFETY: it was registered.
    unsafe { runtime.run_unit(unit) }
}

/// # Safety
/// The pointer is to a zero-terminated string.
unsafe fn argument(text: *const c_char) -> OsString {
    // SAFETY: by the contract.
    OsStr::from_bytes(unsafe { CStr::from_ptr(text) }.to_bytes()).to_os_string()
}
