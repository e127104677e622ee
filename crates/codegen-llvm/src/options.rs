//! The options of a caller, and the errors of the code generator.

use crate::places::Turn;
use base::{Name, SourceLines};
use std::fmt;

/// The effort to make the code fast.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum OptLevel {
    /// Nothing: quickest to compile; backtraces say exactly where arithmetic failed.
    #[default]
    O0,
    /// Local simplification.
    O1,
    /// A small pipeline with inlining and loop optimisation.
    O2,
    /// All that LLVM does.
    O3,
    /// As much as makes the code smaller.
    Os,
}

/// The processor that code is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Cpu {
    /// Any processor of the architecture: the same bytes on every machine that compiles.
    #[default]
    Baseline,
    /// This machine's: for code that runs at once.
    Host,
}

/// The options by which a unit is compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// The effort to make the code fast.
    pub opt_level: OptLevel,
    /// The target triple; none for this machine's.
    pub target: Option<String>,
    /// The processor.
    pub cpu: Cpu,
    /// The symbol of the unit's [`abi::Unit`].
    pub unit_symbol: String,
    /// The symbols of what units that are compiled at other times give this one.
    pub imports: Vec<String>,
    /// The symbols of what this unit gives them.
    pub exports: Vec<String>,
    /// The exported function whose closure can be looked up in memory, by [`crate::closure_symbol`].
    pub shown: Option<String>,
    /// Global cells whose addresses can be looked up in memory, in a table with the symbol
    /// [`crate::cells_symbol`].
    pub cells: Vec<Name>,
    /// The turn of a unit that may be compiled twice.
    pub turn: Turn,
    /// True if the object has a `main` that runs the unit.
    pub main: bool,
    /// C code that is linked into the unit before LLVM's passes.
    pub c: Vec<CCode>,
    /// True if nothing outside names what the unit and its C code define, but for `main`.
    pub closed: bool,
    /// True if source positions are described to debuggers.
    pub debug: bool,
    /// True if LLVM's verifier is run before its passes.
    pub verify: bool,
    /// LLVM's passes that are left out, to see what they are worth.
    pub without: Vec<String>,
    /// The source lines whose code seldom runs: LLVM does not optimise it.
    pub seldom: Vec<SourceLines>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            opt_level: OptLevel::default(),
            target: None,
            cpu: Cpu::default(),
            unit_symbol: "kont_unit".to_owned(),
            imports: Vec::new(),
            exports: Vec::new(),
            shown: None,
            cells: Vec::new(),
            turn: Turn::Only,
            main: false,
            c: Vec::new(),
            closed: false,
            debug: false,
            verify: cfg!(debug_assertions),
            without: Vec::new(),
            seldom: Vec::new(),
        }
    }
}

/// C code as a C compiler translated it, before any of its passes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CCode {
    /// The file that it comes from.
    pub file: String,
    /// LLVM's bitcode.
    pub bitcode: Vec<u8>,
}

/// The form in which a compiled unit is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Artefact {
    /// LLVM's language as text.
    LlvmText,
    /// LLVM's language in binary form.
    Bitcode,
    /// The assembly language of the target.
    Assembly,
    /// An object file.
    Object,
}

/// The reason for which a unit was not compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// LLVM has no such target, or cannot use it.
    Target(String),
    /// The code built here is not well-formed: a mistake of the compiler.
    Verifier(String),
    /// C code is no bitcode that this LLVM reads, or does not go with the unit.
    CCode {
        /// The file that it comes from.
        file: String,
        /// The reason.
        message: String,
    },
    /// Two files, or a file and the unit, define a symbol.
    Twice {
        /// The second file.
        file: String,
        /// The symbol.
        symbol: String,
    },
    /// LLVM refused a pass or the output: a mistake of the compiler.
    Llvm(String),
    /// Nobody wants the code any more.
    Unwanted,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Target(message) => write!(f, "cannot compile for this target: {message}"),
            Error::Verifier(message) => write!(f, "LLVM's verifier rejects the code: {message}"),
            Error::CCode { file, message } => write!(f, "cannot link {file}: {message}"),
            Error::Twice { file, symbol } => {
                write!(
                    f,
                    "`{symbol}` is defined twice: in {file}, and in the program or another file"
                )
            }
            Error::Llvm(message) => write!(f, "LLVM failed: {message}"),
            Error::Unwanted => write!(f, "the code is not wanted any more"),
        }
    }
}

impl std::error::Error for Error {}
