//! The options of a user.

use codegen_llvm::OptLevel;
use diag::{Diagnostic, Severity};
use front::{FrontEnd, Settings, Stage};
use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;

/// The kinds of files that `build` can write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Emit {
    Anf,
    AnfJson,
    Cps,
    Flow,
    Llvm,
    Bitcode,
    Assembly,
    Object,
    Header,
    Executable,
}

impl Emit {
    /// Their names.
    pub const NAMES: [(&'static str, Emit); 10] = [
        ("anf", Emit::Anf),
        ("anf-json", Emit::AnfJson),
        ("cps", Emit::Cps),
        ("flow", Emit::Flow),
        ("llvm", Emit::Llvm),
        ("bc", Emit::Bitcode),
        ("asm", Emit::Assembly),
        ("obj", Emit::Object),
        ("header", Emit::Header),
        ("exe", Emit::Executable),
    ];

    /// The ending behind the base name of the file.
    pub fn suffix(self) -> &'static str {
        match self {
            Emit::Anf => ".anf",
            Emit::AnfJson => ".anf.json",
            Emit::Cps => ".cps",
            Emit::Flow => ".flow",
            Emit::Llvm => ".ll",
            Emit::Bitcode => ".bc",
            Emit::Assembly => ".s",
            Emit::Object => ".o",
            Emit::Header => ".h",
            Emit::Executable => "",
        }
    }

    /// The stage whose program it is in text, if it is one.
    pub fn stage(self) -> Option<Stage> {
        match self {
            Emit::Anf | Emit::AnfJson => Some(Stage::Anf),
            Emit::Cps => Some(Stage::Cps),
            Emit::Flow => Some(Stage::Flow),
            Emit::Llvm | Emit::Bitcode | Emit::Assembly | Emit::Object => None,
            Emit::Executable | Emit::Header => None,
        }
    }

    /// True if it is made by code generation.
    pub fn is_native(self) -> bool {
        self.stage().is_none() && self != Emit::Header
    }
}

impl FromStr for Emit {
    type Err = String;
    fn from_str(text: &str) -> Result<Emit, String> {
        let kind = Emit::NAMES.into_iter().find(|(name, _)| *name == text);
        kind.map(|(_, kind)| kind).ok_or_else(|| {
            let names = Emit::NAMES.map(|(name, _)| name).join(", ");
            format!("there is no kind `{text}`; there are {names}")
        })
    }
}

/// The origin of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A file.
    File(PathBuf),
    /// Several files, in an order.
    Files(Vec<PathBuf>),
    /// Standard input.
    Stdin,
}

impl Input {
    /// `-` is standard input.
    pub fn from_arg(arg: impl Into<PathBuf>) -> Input {
        let path = arg.into();
        if path.as_os_str() == "-" { Input::Stdin } else { Input::File(path) }
    }

    /// One file, or several.
    pub fn from_args(args: &[PathBuf]) -> Input {
        match args {
            [one] => Input::from_arg(one),
            several => Input::Files(several.to_vec()),
        }
    }

    /// The files.
    pub(crate) fn files(&self) -> &[PathBuf] {
        match self {
            Input::Stdin => &[],
            Input::File(path) => std::slice::from_ref(path),
            Input::Files(paths) => paths,
        }
    }

    /// The name that a program sees as its own.
    pub fn name(&self) -> OsString {
        match self.files() {
            [] => "<stdin>".into(),
            [first, ..] => first.as_os_str().to_owned(),
        }
    }
}

/// The place where the frames of a program are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FrameChoice {
    /// On a stack, unless the program captures continuations.
    #[default]
    Auto,
    /// On the heap.
    Heap,
    /// On a stack; a program that captures continuations is refused.
    Stack,
}

impl FromStr for FrameChoice {
    type Err = String;
    fn from_str(text: &str) -> Result<FrameChoice, String> {
        match text {
            "auto" => Ok(FrameChoice::Auto),
            "heap" => Ok(FrameChoice::Heap),
            "stack" => Ok(FrameChoice::Stack),
            _ => Err("frames are kept on the `stack` or on the `heap`; `auto` chooses".to_owned()),
        }
    }
}

/// The options of compiling.
#[derive(Clone, Debug)]
pub struct Options {
    /// The language of the input; none to go by the ending of the file's name.
    pub language: Option<&'static dyn FrontEnd>,
    /// The level of optimisation.
    pub level: OptLevel,
    /// The level of code generation, where it is another.
    pub code_level: Option<OptLevel>,
    /// The place where frames are kept.
    pub frames: FrameChoice,
    /// Describe source positions to debuggers.
    pub debug: bool,
    /// The machine to compile for; none for this one.
    pub target: Option<String>,
    /// C files that native code is linked with.
    pub with: Vec<PathBuf>,
    /// Object files of units that were compiled before.
    pub objects: Vec<PathBuf>,
    /// The options of the runner of passes.
    pub passes: pass::Options,
    /// The options of front ends.
    pub settings: Settings,
    /// The treatment of warnings.
    pub warnings: Warnings,
}

/// The treatment of warnings.
#[derive(Clone, Debug, Default)]
pub struct Warnings {
    /// They are errors.
    pub errors: bool,
    /// The names of those that are not wanted.
    pub off: Vec<String>,
}

impl Warnings {
    /// Leaves out what is not wanted, and makes errors of the rest if that is wanted.
    pub fn apply(&self, found: &mut Vec<Diagnostic>) {
        found.retain(|d| d.code.is_none_or(|code| !self.off.iter().any(|off| off == code)));
        if self.errors {
            found.iter_mut().for_each(|d| d.severity = Severity::Error);
        }
    }
}

/// The variable that names passes of ours to leave out, for measurements of their worth.
const WITHOUT_VARIABLE: &str = "KONT_WITHOUT";

impl Default for Options {
    fn default() -> Options {
        let skip = std::env::var(WITHOUT_VARIABLE).unwrap_or_default();
        let skip = skip.split_terminator(',').map(str::to_owned).collect();
        let check = cfg!(debug_assertions);
        let passes = pass::Options { check, skip, ..pass::Options::default() };
        Options {
            language: None,
            level: OptLevel::O2,
            code_level: None,
            frames: FrameChoice::Auto,
            debug: false,
            target: None,
            with: Vec::new(),
            objects: Vec::new(),
            passes,
            settings: Settings::default(),
            warnings: Warnings::default(),
        }
    }
}

/// The options of running a program.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// The arguments that the program sees.
    pub args: Vec<OsString>,
    /// Most bytes of heap; none for the runtime's own choice.
    pub heap_max: Option<u64>,
    /// Report the collector's work at the end.
    pub stats: bool,
}

/// A level of optimisation, as it stands behind `-O`.
///
/// # Errors
/// Fails if there is none of this name.
pub fn parse_level(text: &str) -> Result<OptLevel, String> {
    match text {
        "0" => Ok(OptLevel::O0),
        "1" => Ok(OptLevel::O1),
        "2" => Ok(OptLevel::O2),
        "3" => Ok(OptLevel::O3),
        "s" => Ok(OptLevel::Os),
        _ => Err("there are -O0, -O1, -O2, -O3 and -Os".to_owned()),
    }
}

/// A size in bytes, as the variables of the runtime have it.
///
/// # Errors
/// Fails if it is not one, or too large.
pub fn parse_size(text: &str) -> Result<u64, String> {
    match runtime::parse_size(text) {
        Some(bytes) => Ok(bytes as u64),
        None => Err("a size is a number such as 512M, 64KiB or 2g".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(parse_size("17"), Ok(17));
        assert_eq!(parse_size("64m"), Ok(64 << 20));
        assert_eq!(parse_size("2G"), Ok(2 << 30));
        assert_eq!(parse_size("512MiB"), Ok(512 << 20));
        assert!(parse_size("").is_err());
        assert!(parse_size("m").is_err());
        assert!(parse_size("99999999999g").is_err());
    }

    #[test]
    fn every_kind_has_a_name() {
        for (name, kind) in Emit::NAMES {
            assert_eq!(name.parse(), Ok(kind));
        }
        assert!("pdf".parse::<Emit>().is_err());
    }
}
