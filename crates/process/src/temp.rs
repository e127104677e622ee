//! Files that are gone when the command is: at the end of their scope, and at
//! a signal.

use crate::signal;
use host::temporary_folder;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A file that goes away with this value.
#[derive(Debug)]
pub struct Temporary {
    path: PathBuf,
    noted: Option<usize>,
}

impl Temporary {
    /// A new, empty file in the system's folder for such files, which the
    /// variable TMPDIR names.
    ///
    /// # Errors
    /// Fails if the system refuses.
    pub fn new(ending: &str) -> io::Result<Temporary> {
        Temporary::create(&temporary_folder().join("kont"), ending)
    }

    /// A new, empty file beside another, whose place it can take.
    ///
    /// # Errors
    /// Fails if the system refuses.
    pub fn beside(path: &Path) -> io::Result<Temporary> {
        Temporary::create(path, ".part")
    }

    fn create(start: &Path, ending: &str) -> io::Result<Temporary> {
        let path = unused(start, ending, |path| {
            OpenOptions::new().write(true).create_new(true).open(path).map(drop)
        })?;
        let noted = signal::note_file(&path);
        Ok(Temporary { path, noted })
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes its content.
    ///
    /// # Errors
    /// Fails if the system refuses.
    pub fn write(&self, bytes: &[u8]) -> io::Result<()> {
        OpenOptions::new().write(true).truncate(true).open(&self.path)?.write_all(bytes)
    }

    /// Puts it in the place of `path`, where it stays.
    ///
    /// # Errors
    /// Fails if the system refuses; then `path` is what it was.
    pub fn replace(self, path: &Path) -> io::Result<()> {
        // What is dropped now has moved away, or is removed.
        fs::rename(&self.path, path)
    }
}

/// Makes something under a name that begins and ends so: never one that is there already, nor one
/// that a link leads to.
pub(crate) fn unused(
    start: &Path,
    ending: &str,
    make: impl Fn(&Path) -> io::Result<()>,
) -> io::Result<PathBuf> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let pid = std::process::id();
    loop {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let mut name = start.as_os_str().to_owned();
        name.push(format!("-{pid}-{number}{ending}"));
        let path = PathBuf::from(name);
        match make(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        // One that has moved is not there any more.
        let _ = fs::remove_file(&self.path);
        if let Some(slot) = self.noted {
            signal::forget_file(slot);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_away_unless_it_takes_a_place() {
        let file = Temporary::new(".o").unwrap();
        let path = file.path().to_owned();
        file.write(b"x").unwrap();
        assert!(path.starts_with(temporary_folder()));
        assert_eq!(fs::read(&path).unwrap(), b"x");
        let part = Temporary::beside(&path).unwrap();
        part.write(b"y").unwrap();
        part.replace(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"y");
        drop(file);
        assert!(!path.exists());
    }
}
