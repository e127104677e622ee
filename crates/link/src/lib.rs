//! Compiled code to executables: finds the runtime's archive and a linker, and
//! runs it.
//!
//! The executable needs the C library and its mathematical part, nothing else.
//! It appears whole or not at all: the linker writes beside it, and what it
//! wrote is then renamed.

mod linker;
mod runtime_archive;

pub use runtime_archive::{RUNTIME_ARCHIVE, RUNTIME_VARIABLE, find_runtime};

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// An object file.
#[derive(Clone, Copy, Debug)]
pub enum Object<'o> {
    /// In memory.
    Bytes(&'o [u8]),
    /// On disk; also an archive.
    Path(&'o Path),
}

/// Why there is no executable.
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
        /// What it said.
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

/// Links objects with the runtime's archive to an executable.
///
/// # Errors
/// Where there is no linker, or it fails, or a file cannot be written. Then
/// `output` is what it was before.
pub fn link_executable(objects: &[Object<'_>], runtime: &Path, output: &Path) -> Result<(), Error> {
    let mut temporaries = Temporaries::default();
    let mut inputs = Vec::new();
    for object in objects {
        inputs.push(match object {
            Object::Path(path) => path.to_path_buf(),
            Object::Bytes(bytes) => {
                let path = temporaries.new_path(&std::env::temp_dir(), "kont", ".o");
                std::fs::write(&path, bytes).map_err(|error| Error::Io(path.clone(), error))?;
                path
            }
        });
    }
    inputs.push(runtime.to_path_buf());
    let directory = match output.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        Some(_) | None => Path::new("."),
    };
    let unfinished = temporaries.new_path(directory, ".kont", ".tmp");
    linker::run(&inputs, &unfinished)?;
    std::fs::rename(&unfinished, output).map_err(|error| Error::Io(output.to_path_buf(), error))
}

/// Files that go away with this value.
#[derive(Default)]
struct Temporaries(Vec<PathBuf>);

impl Temporaries {
    /// A path that nobody else uses.
    fn new_path(&mut self, directory: &Path, before: &str, after: &str) -> PathBuf {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = directory.join(format!("{before}-{}-{number}{after}", std::process::id()));
        self.0.push(path.clone());
        path
    }
}

impl Drop for Temporaries {
    fn drop(&mut self) {
        for path in &self.0 {
            // One that was renamed, or never written, is not there any more.
            let _ = std::fs::remove_file(path);
        }
    }
}
