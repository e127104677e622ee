//! The way in for executables: their `main` calls [`kont_main`].

use crate::{Config, Runtime, fatal, prepare_process};
use abi::Unit;
use core::panic::PanicInfo;
use host::OsHost;
use host::groups;
use std::alloc::Layout;
use std::ffi::{CStr, OsStr, OsString, c_char, c_int};
use std::fmt::Display;
use std::os::unix::ffi::OsStrExt;

/// The exit code of a wrong setting.
const USAGE: i32 = 2;

/// Makes a panic end the process, as a bug in Kont, before it begins to unwind:
/// it must not unwind into compiled code.
pub fn report_panics() {
    std::panic::set_hook(Box::new(|info| panicked(&info)));
}

/// What a panic comes to in an executable. The linker puts it in the place of the handler of `std`,
/// with which come unwinding and all that a backtrace of Rust code needs.
#[unsafe(no_mangle)]
pub(crate) fn kont_panicked(info: &PanicInfo<'_>) -> ! {
    panicked(info)
}

/// Ends the process with what a panic says, in one line.
fn panicked(info: &dyn Display) -> ! {
    let text: String = info.to_string().lines().flat_map(|line| [line, " "]).collect();
    fatal::internal_error(text.trim_end())
}

/// In the place of what handles a failed allocation, which the allocator has ended already.
#[unsafe(no_mangle)]
pub(crate) fn kont_exhausted(_: Layout) -> ! {
    fatal::memory_exhausted()
}

/// In the place of what unwinds: nothing does.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn kont_unwound() -> ! {
    fatal::internal_error("unwinding")
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
    let host = OsHost::with_calls(calls(), name, args);
    let mut runtime = match Runtime::new(config, Box::new(host)) {
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

/// The calls of the system, each group by its symbol: the linker leaves out those that the program
/// has no use for.
fn calls() -> groups::Calls {
    groups::Calls {
        files: groups::kont_calls_files,
        processes: groups::kont_calls_processes,
        sockets: groups::kont_calls_sockets,
        events: groups::kont_calls_events,
        facts: groups::kont_calls_facts,
    }
}

/// # Safety
/// The pointer is to a zero-terminated string.
unsafe fn argument(text: *const c_char) -> OsString {
    // SAFETY: by the contract.
    OsStr::from_bytes(unsafe { CStr::from_ptr(text) }.to_bytes()).to_os_string()
}
