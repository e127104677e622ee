//! Targets: the only file that knows names of architectures.

use crate::convention::Tails;
use crate::{Code, Cpu, Error, OptLevel, Options};
use c_abi::Machine;
use inkwell::OptimizationLevel;
use inkwell::targets::{
    self, CodeModel, InitializationConfig, RelocMode, Target, TargetMachine, TargetTriple,
};
use llvm_sys::error_handling::LLVMInstallFatalErrorHandler;
use llvm_sys::support::LLVMParseCommandLineOptions;
use std::cell::RefCell;
use std::ffi::{CStr, c_char};
use std::rc::Rc;
use std::sync::Once;

/// What a machine is made for.
#[derive(Clone, PartialEq, Eq)]
struct Wanted {
    target: Option<String>,
    cpu: Cpu,
    with_c: bool,
    level: OptLevel,
}

thread_local! {
    /// The machine that this thread has used last. Making one takes as long as compiling two lines.
    static LAST: RefCell<Option<(Wanted, Rc<TargetMachine>)>> = const { RefCell::new(None) };
}

/// LLVM's description of the machine that code is made for.
pub(crate) fn machine(options: &Options, code: Code) -> Result<Rc<TargetMachine>, Error> {
    initialise(code);
    let wanted = Wanted {
        target: options.target.clone(),
        cpu: options.cpu,
        with_c: !options.c.is_empty(),
        level: options.opt_level,
    };
    LAST.with_borrow_mut(|last| {
        if let Some((known, machine)) = last
            && *known == wanted
        {
            return Ok(machine.clone());
        }
        let machine = Rc::new(new_machine(options)?);
        *last = Some((wanted, machine.clone()));
        Ok(machine)
    })
}

fn new_machine(options: &Options) -> Result<TargetMachine, Error> {
    let triple = match &options.target {
        Some(triple) => targets::TargetMachine::normalize_triple(&TargetTriple::create(triple)),
        None => TargetMachine::get_default_triple(),
    };
    let target =
        Target::from_triple(&triple).map_err(|message| Error::Target(message.to_string()))?;
    let (cpu, features) = match options.cpu {
        Cpu::Baseline => {
            let (cpu, features) = baseline(&triple);
            // Code is inlined only into code for the same processor.
            let features = if options.c.is_empty() { "" } else { features };
            (cpu.to_owned(), features.to_owned())
        }
        Cpu::Host => (
            TargetMachine::get_host_cpu_name().to_string(),
            TargetMachine::get_host_cpu_features().to_string(),
        ),
    };
    let level = match options.opt_level {
        OptLevel::O0 => OptimizationLevel::None,
        OptLevel::O1 => OptimizationLevel::Less,
        OptLevel::O2 | OptLevel::Os => OptimizationLevel::Default,
        OptLevel::O3 => OptimizationLevel::Aggressive,
    };
    target
        .create_target_machine(&triple, &cpu, &features, level, RelocMode::PIC, CodeModel::Small)
        .ok_or_else(|| Error::Target(format!("no code generator for {triple}")))
}

/// The C convention of a target.
pub(crate) fn c_machine(triple: &TargetTriple) -> Machine {
    if is_x86_64(triple) { Machine::X86_64 } else { Machine::AArch64 }
}

fn is_x86_64(triple: &TargetTriple) -> bool {
    triple.as_str().to_bytes().starts_with(b"x86_64")
}

/// Tail calls are plain ones where they are known to leave no stack.
pub(crate) fn tails(options: &Options, machine: &TargetMachine) -> Tails {
    let x86_64 = is_x86_64(&machine.get_triple());
    match options.opt_level {
        _ if !x86_64 => Tails::Must,
        OptLevel::O0 => Tails::PlainApart,
        OptLevel::O1 | OptLevel::O2 | OptLevel::O3 | OptLevel::Os => Tails::Plain,
    }
}

/// The processor that stands for every one of the architecture, and what a C compiler names as its
/// features.
fn baseline(triple: &TargetTriple) -> (&'static str, &'static str) {
    if is_x86_64(triple) { ("x86-64", "") } else { ("generic", "+outline-atomics,+v8a") }
}

/// Prepares LLVM, whose settings are those of the process: the first code decides.
fn initialise(code: Code) {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let config = InitializationConfig::default();
        targets::Target::initialize_x86(&config);
        targets::Target::initialize_aarch64(&config);
        // A short loop that lies in two cache lines takes twice as long on some processors
        // (a trapping sum of integers: 0.81 s instead of 0.35).
        let shared = [c"kont", c"-x86-experimental-pref-innermost-loop-alignment=5"];
        let managed = [
            // Also loops that may end by a trap (a trapping sum of integers: 0.25 s instead of 0.39).
            c"-unroll-runtime-multi-exit=true",
            // The usual 225 makes a sixth more code, and takes as much longer.
            c"-inline-threshold=100",
            // Records and frames are many stores in a row, and LLVM looks for others from each of
            // them. The usual limits, 2048, 100, 150 and 90, are far for that: a function of 200
            // loops with 200 variables took 15 s, and takes 7.
            c"-combiner-tokenfactor-inline-limit=64",
            c"-memdep-block-scan-limit=30",
            c"-dse-memoryssa-scanlimit=30",
            c"-dse-memoryssa-walklimit=20",
            // Fields that are copied from frame to frame two at a time would wait for the single
            // stores that have just made them (hash tables of Scheme: 0.14 s instead of 0.27).
            c"-combiner-store-merging=false",
        ];
        let managed = if code == Code::Managed { &managed[..] } else { &[] };
        let settings: Vec<*const c_char> =
            shared.iter().chain(managed).map(|setting| setting.as_ptr()).collect();
        // SAFETY: C strings, as many as said; nothing else has LLVM's settings in hand.
        unsafe {
            LLVMParseCommandLineOptions(settings.len() as i32, settings.as_ptr(), std::ptr::null())
        };
        // SAFETY: nothing else installs a handler, and ours does not return.
        unsafe { LLVMInstallFatalErrorHandler(Some(fatal)) };
    });
}

/// LLVM cannot go on: a mistake of the compiler, and the process ends as it does
/// after all of them. Without this it would end as if the program were wrong.
#[expect(clippy::print_stderr, reason = "LLVM calls it, and nothing can be handed to a caller")]
extern "C" fn fatal(message: *const c_char) {
    // SAFETY: LLVM passes a zero-terminated string.
    let message = unsafe { CStr::from_ptr(message) }.to_string_lossy();
    eprintln!("kont: internal error: LLVM: {message}");
    std::process::exit(abi::exit::BUG.into());
}
