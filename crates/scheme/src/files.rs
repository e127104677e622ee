//! The files of libraries and includes.

use crate::library::LibraryText;
use diag::SourceId;
use front::{Driver, INCLUDE, Request};
use rustc_hash::FxHashMap;
use scheme_expand::{Loader, Text};
use std::path::{Path, PathBuf};

/// The environment variable that names a folder with files to read in place of the library's.
const LIBRARY_VARIABLE: &str = "KONT_SCHEME_LIB";

/// Reaches files by the driver.
pub(crate) struct Files<'d> {
    driver: &'d mut dyn Driver,
    /// The folders of the option for folders.
    folders: Vec<PathBuf>,
    /// The path of each text that is a file.
    paths: FxHashMap<SourceId, PathBuf>,
    known: FxHashMap<PathBuf, SourceId>,
}

impl<'d> Files<'d> {
    pub(crate) fn new(request: &Request, driver: &'d mut dyn Driver) -> Files<'d> {
        let text = &request.texts[0];
        let paths = text.path.iter().map(|path| (text.source, path.clone())).collect();
        let folders = request.settings.values(INCLUDE.name).map(PathBuf::from).collect();
        Files { driver, folders, paths, known: FxHashMap::default() }
    }

    /// A text of the built-in library, or the file that stands in for it.
    pub(crate) fn builtin(&mut self, LibraryText { name, text, .. }: &LibraryText) -> Text {
        let folder = std::env::var_os(LIBRARY_VARIABLE);
        let file = Path::new(name).file_name().unwrap_or_default();
        let own = folder.and_then(|folder| self.driver.read(&Path::new(&folder).join(file)).ok());
        let bytes = own.unwrap_or_else(|| text.as_bytes().to_vec());
        let source = self.driver.sources().add(*name, bytes.clone());
        Text { source, bytes }
    }

    /// The folder of a text.
    fn folder(&self, source: SourceId) -> PathBuf {
        let path = self.paths.get(&source).and_then(|path| path.parent());
        path.map_or_else(PathBuf::new, Path::to_owned)
    }

    fn load(&mut self, path: PathBuf) -> Result<Text, String> {
        let bytes = self.driver.read(&path)?;
        let source = match self.known.get(&path) {
            Some(source) => *source,
            None => self.driver.sources().add(path.to_string_lossy(), bytes.clone()),
        };
        self.known.insert(path.clone(), source);
        self.paths.insert(source, path);
        Ok(Text { source, bytes })
    }
}

impl Loader for Files<'_> {
    fn include(&mut self, from: SourceId, name: &str) -> Result<Text, String> {
        let beside = self.folder(from).join(name);
        let others = self.folders.iter().map(|folder| folder.join(name));
        let found = others.clone().find(|path| self.driver.canonical(path).is_ok());
        let path = match self.driver.canonical(&beside) {
            Ok(_) => beside,
            Err(_) => found.unwrap_or(beside),
        };
        self.load(path)
    }

    fn library(&mut self, from: SourceId, name: &[String]) -> Result<Option<Text>, String> {
        let mut file: PathBuf = name.iter().collect();
        file.as_mut_os_string().push(".sld");
        let folders = std::iter::once(self.folder(from)).chain(self.folders.clone());
        for folder in folders {
            let path = folder.join(&file);
            if self.driver.canonical(&path).is_ok() {
                return self.load(path).map(Some);
            }
        }
        Ok(None)
    }
}

/// Reaches no files.
pub(crate) struct NoFiles;

impl Loader for NoFiles {
    fn include(&mut self, _: SourceId, _: &str) -> Result<Text, String> {
        Err("there are no files".to_owned())
    }

    fn library(&mut self, _: SourceId, _: &[String]) -> Result<Option<Text>, String> {
        Ok(None)
    }
}
