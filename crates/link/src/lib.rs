//! Compiled code to executables: finds the runtime's archive and a linker, and
//! runs it.
//!
//! The executable needs the C library and its mathematical part, nothing else.
//! It appears whole or not at all: the linker writes beside it, and what it
//! wrote is then renamed. Temporary files go away on every way out, and the
//! bytes of the executable do not depend on their names.

mod linker;
mod object;
mod runtime_archive;
mod spare;

pub use object::{ObjectSymbols, symbols};
pub use runtime_archive::{RUNTIME_ARCHIVE, RUNTIME_VARIABLE, find_runtime};
pub use spare::Replaced;

use process::Temporary;
use std::fmt;
use std::path::{Path, PathBuf};

/// An object file.
#[derive(Clone, Copy, Debug)]
pub enum Object<'o> {
    /// In memory.
    Bytes(&'o [u8]),
    /// On disk; also an archive.
    Path(&'o Path),
}

/// A reason why there is no executable.
#[derive(Debug)]
pub enum Error {
    /// No linker; the names that were tried.
    NoLinker(Vec<String>),
    /// No archive of the runtime; the places that were looked at.
    NoRuntime(Vec<PathBuf>),
    /// The linker failed: its command, and what it said.
    Failed {
        /// The command.
        command: String,
        /// The linker's output.
        output: String,
    },
    /// A file could not be written.
    Io(PathBuf, std::io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoLinker(tried) => write!(
                f,
                "no linker found (tried {}); install a C compiler, on Debian `apt install gcc`",
                tried.join(", ")
            ),
            Error::NoRuntime(places) => {
                write!(f, "the runtime {RUNTIME_ARCHIVE} is not in any of:")?;
                for place in places {
                    write!(f, "\n  {}", place.display())?;
                }
                write!(f, "\nset {RUNTIME_VARIABLE} to where it is")
            }
            Error::Failed { command, output } => {
                write!(f, "the linker failed: {command}\n{}", output.trim_end())
            }
            Error::Io(path, error) => write!(f, "cannot write {}: {error}", path.display()),
        }
    }
}

impl std::error::Error for Error {}

/// The symbols that an executable keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symbols {
    /// Names and lines, for debuggers and profilers.
    Keep,
    /// The symbols that it needs to run, and no others.
    Strip,
}

/// Links objects, among them the runtime's archive if the program needs it, to an executable, in
/// which some functions are replaced by others.
///
/// # Errors
/// Fails if there is no linker, or it fails, or a file cannot be written. Then `output` is what it
/// was before.
pub fn link_executable(
    objects: &[Object<'_>],
    output: &Path,
    symbols: Symbols,
    replaced: &[Replaced],
) -> Result<(), Error> {
    let refused = |error| Error::Io(output.to_path_buf(), error);
    // Kept until the linker has read them.
    let mut temporaries = Vec::new();
    let mut inputs = Vec::new();
    for object in objects {
        inputs.push(match object {
            Object::Path(path) => path.to_path_buf(),
            Object::Bytes(bytes) => {
                let file = write_temporary(bytes)?;
                let path = file.path().to_path_buf();
                temporaries.push(file);
                path
            }
        });
    }
    let replaced = spare::replaced(&inputs, replaced);
    let run = |made: &Path| match linker::run(&inputs, made, symbols, &replaced) {
        // A linker that cannot replace functions links them all.
        Err(Error::Failed { .. }) if !replaced.is_empty() => {
            linker::run(&inputs, made, symbols, &[])
        }
        result => result,
    };
    // A device or pipe is written to, not replaced.
    if output.metadata().is_ok_and(|meta| !meta.is_file()) {
        let made = Temporary::new("").map_err(refused)?;
        run(made.path())?;
        let bytes = std::fs::read(made.path()).map_err(refused)?;
        return std::fs::write(output, bytes).map_err(refused);
    }
    let made = Temporary::beside(output).map_err(refused)?;
    run(made.path())?;
    made.replace(output).map_err(refused)
}

fn write_temporary(bytes: &[u8]) -> Result<Temporary, Error> {
    let refused = |error| Error::Io(process::temporary_folder(), error);
    let file = Temporary::new(".o").map_err(refused)?;
    file.write(bytes).map_err(refused)?;
    Ok(file)
}
