//! What a user can ask for.

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;

/// A language that a file can be written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord)]
pub enum Language {
    /// Standard ML.
    Sml,
    /// What front ends write.
    Anf,
    /// What the optimiser works on.
    Cps,
    /// IL, which enters at Flow.
    Il,
    /// What code is generated from.
    Flow,
}

impl Language {
    /// Those of the pipeline, in order.
    pub const ALL: [Language; 3] = [Language::Anf, Language::Cps, Language::Flow];

    /// The language of files with this ending.
    pub fn of_ending(ending: &str) -> Option<Language> {
        match ending {
            "sig" | "fun" | "mlb" | "cm" => Some(Language::Sml),
            _ => ending.parse().ok(),
        }
    }

    /// Its name, which is also the ending of its files.
    pub fn name(self) -> &'static str {
        match self {
            Language::Sml => "sml",
            Language::Anf => "anf",
            Language::Cps => "cps",
            Language::Il => "il",
            Language::Flow => "flow",
        }
    }
}

impl FromStr for Language {
    type Err = String;
    fn from_str(text: &str) -> Result<Language, String> {
        let mut languages = Language::ALL.into_iter().chain([Language::Il, Language::Sml]);
        languages.find(|language| language.name() == text).ok_or_else(|| {
            format!("there is no language `{text}`; there are sml, anf, cps, flow and il")
        })
    }
}

/// What `build` can write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Emit {
    Anf,
    Cps,
    Flow,
    Llvm,
    Bitcode,
    Assembly,
    Object,
    Executable,
}

impl Emit {
    /// Their names.
    pub const NAMES: [(&'static str, Emit); 8] = [
        ("anf", Emit::Anf),
        ("cps", Emit::Cps),
        ("flow", Emit::Flow),
        ("llvm", Emit::Llvm),
        ("bc", Emit::Bitcode),
        ("asm", Emit::Assembly),
        ("obj", Emit::Object),
        ("exe", Emit::Executable),
    ];

    /// What stands after the base name of the file.
    pub fn suffix(self) -> &'static str {
        match self {
            Emit::Anf => ".anf",
            Emit::Cps => ".cps",
            Emit::Flow => ".flow",
            Emit::Llvm => ".ll",
            Emit::Bitcode => ".bc",
            Emit::Assembly => ".s",
            Emit::Object => ".o",
            Emit::Executable => "",
        }
    }

    /// The language, if it is one of ours.
    pub fn language(self) -> Option<Language> {
        match self {
            Emit::Anf => Some(Language::Anf),
            Emit::Cps => Some(Language::Cps),
            Emit::Flow => Some(Language::Flow),
            Emit::Llvm | Emit::Bitcode | Emit::Assembly | Emit::Object | Emit::Executable => None,
        }
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

/// Which interpreter runs a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    /// That of ANF.
    Anf,
    /// That of CPS.
    Cps,
    /// That of Flow, with scoped variables.
    Flow,
    /// That of Flow, with variables as registers.
    FlowImperative,
}

impl At {
    /// The language it interprets.
    pub fn language(self) -> Language {
        match self {
            At::Anf => Language::Anf,
            At::Cps => Language::Cps,
            At::Flow | At::FlowImperative => Language::Flow,
        }
    }
}

impl FromStr for At {
    type Err = String;
    fn from_str(text: &str) -> Result<At, String> {
        match text {
            "anf" => Ok(At::Anf),
            "cps" => Ok(At::Cps),
            "flow" => Ok(At::Flow),
            "flow-imperative" => Ok(At::FlowImperative),
            _ => Err(format!(
                "there is no interpreter `{text}`; there are anf, cps, flow and flow-imperative"
            )),
        }
    }
}

impl Language {
    /// The interpreter that runs a program in it as it is.
    pub fn interpreter(self) -> At {
        match self {
            Language::Sml | Language::Anf => At::Anf,
            Language::Cps => At::Cps,
            Language::Flow | Language::Il => At::Flow,
        }
    }
}

/// What programs in IL are given.
#[derive(Clone, Debug, Default)]
pub struct IlOptions {
    /// Values of free variables.
    pub set: Vec<(String, i64)>,
    /// A file with the answers to actions.
    pub script: Option<PathBuf>,
    /// Actions are answered at random, from here.
    pub seed: Option<u64>,
    /// Actions are answered from standard input.
    pub interactive: bool,
    /// Show every step.
    pub trace: bool,
}

/// A value of a free variable: `n=3`.
///
/// # Errors
/// If it is not one.
pub fn parse_setting(text: &str) -> Result<(String, i64), String> {
    let wrong = || "write NAME=NUMBER".to_owned();
    let (name, value) = text.split_once('=').ok_or_else(wrong)?;
    Ok((name.trim().to_owned(), value.trim().parse().map_err(|_| wrong())?))
}

/// A variable in paths: `NAME=FOLDER`.
///
/// # Errors
/// If it is not one.
pub fn parse_path_variable(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.to_owned()))
        }
        _ => Err("write NAME=FOLDER".to_owned()),
    }
}

/// Where a program comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Input {
    /// A file.
    File(PathBuf),
    /// Files of Standard ML, one after another, or units of ANF.
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

    /// What a program sees as its name.
    pub(crate) fn name(&self) -> OsString {
        match self.files() {
            [] => "<stdin>".into(),
            [first, ..] => first.as_os_str().to_owned(),
        }
    }
}

/// How to compile.
#[derive(Clone, Debug)]
pub struct Options {
    /// The language of the input; none to go by the ending of the file's name.
    pub language: Option<Language>,
    /// How much to optimise, 0 to 3.
    pub level: u8,
    /// Describe source positions to debuggers.
    pub debug: bool,
    /// Reject ANF whose functions, calls and raises have no positions.
    pub positions: bool,
    /// The machine to compile for; none for this one.
    pub target: Option<String>,
    /// What the runner of passes does besides running them.
    pub passes: pass::Options,
    /// What programs in IL are given.
    pub il: IlOptions,
    /// What becomes of warnings.
    pub warnings: Warnings,
    /// Variables in the paths of project files; later ones count.
    pub path_variables: Vec<(String, String)>,
}

/// What becomes of warnings.
#[derive(Clone, Debug, Default)]
pub struct Warnings {
    /// They are errors.
    pub errors: bool,
    /// The names of those that are not wanted.
    pub off: Vec<String>,
}

impl Default for Options {
    fn default() -> Options {
        let passes = pass::Options { check: cfg!(debug_assertions), ..pass::Options::default() };
        let il = IlOptions::default();
        Options {
            language: None,
            level: 2,
            debug: false,
            positions: false,
            target: None,
            passes,
            il,
            warnings: Warnings::default(),
            path_variables: Vec::new(),
        }
    }
}

/// How a program runs.
#[derive(Clone, Debug, Default)]
pub struct RunOptions {
    /// What the program sees as its arguments.
    pub args: Vec<OsString>,
    /// Most bytes of heap; none for the runtime's own choice.
    pub heap_max: Option<u64>,
    /// Report the collector's work at the end.
    pub stats: bool,
}

/// A size in bytes, as the variables of the runtime have it.
///
/// # Errors
/// If it is not one, or too large.
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
