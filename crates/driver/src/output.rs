//! Files that are written whole or not at all.

use crate::Failure;
use diag::Diagnostic;
use front::Refusal;
use process::Temporary;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The destination of a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Output {
    /// A file.
    File(PathBuf),
    /// Standard output.
    Stdout,
}

impl Output {
    /// `-` is standard output.
    pub fn from_arg(arg: impl Into<PathBuf>) -> Output {
        let path = arg.into();
        if path.as_os_str() == "-" { Output::Stdout } else { Output::File(path) }
    }

    /// Writes the bytes there.
    ///
    /// # Errors
    /// Fails if the system refuses; the file then is as it was before.
    pub fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Output::Stdout => write_stdout(bytes),
            Output::File(path) => replace(path, bytes),
        }
    }
}

/// Writes to standard output. A reader that went away is no failure.
///
/// # Errors
/// Fails if the system refuses.
pub fn write_stdout(bytes: &[u8]) -> Result<(), Failure> {
    Ok(to_stdout(bytes)?)
}

/// The same, for front ends.
pub(crate) fn to_stdout(bytes: &[u8]) -> Result<(), Refusal> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            let title = format!("cannot write to standard output: {}", reason(&error));
            Err(Refusal::Rejected(vec![Diagnostic::error(title)]))
        }
        _ => Ok(()),
    }
}

/// Writes a file beside `path`, which then takes its place.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    check_place(path)?;
    let refused = |error: io::Error| refused(path, &error);
    // A device or pipe is written to, not replaced.
    if fs::metadata(path).is_ok_and(|meta| !meta.is_file()) {
        return fs::write(path, bytes).map_err(refused);
    }
    let part = Temporary::beside(path).map_err(refused)?;
    part.write(bytes).map_err(refused)?;
    part.replace(path).map_err(refused)
}

/// Finds out, before much is done, that a file cannot be where it should.
pub(crate) fn check_place(path: &Path) -> Result<(), Failure> {
    let wrong = |why: &str| Failure::plain(format!("cannot write {}: {why}", path.display()));
    if path.is_dir() {
        return Err(wrong("it is a directory"));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) {
        return Err(wrong("no such directory"));
    }
    Ok(())
}

fn refused(path: &Path, error: &io::Error) -> Failure {
    Failure::plain(format!("cannot write {}: {}", path.display(), reason(error)))
}

/// The system's reason, in our words where it is a common one.
pub(crate) fn reason(error: &io::Error) -> String {
    const COMMON: [(io::ErrorKind, &str); 4] = [
        (io::ErrorKind::NotFound, "no such file or directory"),
        (io::ErrorKind::PermissionDenied, "permission denied"),
        (io::ErrorKind::IsADirectory, "it is a directory"),
        (io::ErrorKind::StorageFull, "no space left"),
    ];
    let known = COMMON.iter().find(|(kind, _)| *kind == error.kind());
    known.map_or_else(|| error.to_string(), |(_, words)| (*words).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_old_file() {
        let folder = std::env::temp_dir().join(format!("kont-output-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("x");
        Output::File(path.clone()).write(b"old").unwrap();
        assert!(Output::File(folder.clone()).write(b"new").is_err());
        assert!(Output::File(path.join("y")).write(b"new").is_err());
        assert_eq!(fs::read(&path).unwrap(), b"old");
        Output::File(path.clone()).write(b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }
}
