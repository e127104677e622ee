//! A folder that lasts as long as a test.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

static NEXT: AtomicUsize = AtomicUsize::new(0);

/// A new, empty folder, removed at the end.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
}

impl Scratch {
    /// Makes one.
    ///
    /// # Panics
    /// Panics if the system refuses.
    #[expect(clippy::new_without_default, reason = "it does something")]
    pub fn new() -> Scratch {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("kont-test-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Scratch { path }
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// A file in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Writes a file in it, or in a folder of it, which is made if need be.
    ///
    /// # Panics
    /// Panics if the system refuses.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.file(name);
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).expect("a folder for the test");
        }
        std::fs::write(&path, bytes).expect("a file for the test");
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed stays.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}
