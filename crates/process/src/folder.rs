//! Folders that are gone when the command is, with what was written in them.

use crate::signal;
use crate::temp::unused;
use host::temporary_folder;
use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

/// A folder that goes away with this value, and all that is in it.
#[derive(Debug)]
pub struct TemporaryFolder {
    path: PathBuf,
    noted: Vec<usize>,
}

impl TemporaryFolder {
    /// A new, empty folder, which no other user can write to, in the system's folder for such
    /// things.
    ///
    /// # Errors
    /// Fails if the system refuses.
    pub fn new() -> io::Result<TemporaryFolder> {
        let own = |path: &Path| DirBuilder::new().mode(0o700).create(path);
        let path = unused(&temporary_folder().join("kont"), "", own)?;
        let noted = signal::note_file(&path).into_iter().collect();
        Ok(TemporaryFolder { path, noted })
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a file in it, in a folder at most two deeper that is made where it is not there;
    /// gives the file's path.
    ///
    /// # Errors
    /// Fails if the system refuses.
    pub fn write(&mut self, name: &str, bytes: &[u8]) -> io::Result<PathBuf> {
        let mut folder = self.path.clone();
        let mut names = name.split('/').peekable();
        while let Some(part) = names.next() {
            folder.push(part);
            if names.peek().is_some() {
                match fs::create_dir(&folder) {
                    Ok(()) => self.noted.extend(signal::note_file(&folder)),
                    Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                    Err(error) => return Err(error),
                }
            }
        }
        OpenOptions::new().write(true).create_new(true).open(&folder)?.write_all(bytes)?;
        self.noted.extend(signal::note_file(&folder));
        Ok(folder)
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        // What is not there any more need not go.
        let _ = fs::remove_dir_all(&self.path);
        self.noted.iter().for_each(|slot| signal::forget_file(*slot));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_away_with_its_files() {
        let mut folder = TemporaryFolder::new().unwrap();
        let path = folder.path().to_owned();
        let file = folder.write("a/b/c.h", b"x").unwrap();
        assert_eq!(file, path.join("a/b/c.h"));
        folder.write("a/d.h", b"y").unwrap();
        assert_eq!(fs::read(file).unwrap(), b"x");
        drop(folder);
        assert!(!path.exists());
    }
}
