//! The files that diagnostics point into.

use base::{PrimaryMap, entity_impl};

/// A file of [`Sources`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceId(u32);
entity_impl!(SourceId, "source");

/// A file: its name and its bytes.
#[derive(Clone, Debug)]
pub struct Source {
    /// As the user named it.
    pub name: String,
    /// Its contents; not necessarily UTF-8.
    pub bytes: Vec<u8>,
    /// The number of its first line: 1, unless it is a part of a longer text.
    pub first_line: u32,
}

impl Source {
    /// Its lines, with their numbers.
    pub fn lines(&self) -> Lines {
        Lines { before: self.first_line - 1, ..Lines::of(&self.bytes) }
    }
}

/// The lines of a file.
#[derive(Clone, Debug)]
pub struct Lines {
    /// The first byte of each.
    starts: Vec<usize>,
    /// The number of lines before the text.
    before: u32,
}

impl Lines {
    /// The lines of a text.
    pub fn of(text: &[u8]) -> Lines {
        let ends = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let starts = std::iter::once(0).chain(ends.map(|(at, _)| at + 1)).collect();
        Lines { starts, before: 0 }
    }

    /// The line and column of a byte, both from 1.
    pub fn place(&self, byte: usize) -> (u32, u32) {
        let line = self.starts.partition_point(|start| *start <= byte);
        (self.before + line as u32, (byte - self.starts[line - 1] + 1) as u32)
    }
}

/// All files of a session.
#[derive(Default, Debug, Clone)]
pub struct Sources {
    files: PrimaryMap<SourceId, Source>,
}

impl Sources {
    /// No files.
    pub fn new() -> Sources {
        Sources::default()
    }

    /// Adds a file.
    pub fn add(&mut self, name: impl Into<String>, bytes: impl Into<Vec<u8>>) -> SourceId {
        self.add_part(name, bytes, 1)
    }

    /// Adds a part of a longer text, which begins with this line of it.
    pub fn add_part(
        &mut self,
        name: impl Into<String>,
        bytes: impl Into<Vec<u8>>,
        first_line: u32,
    ) -> SourceId {
        self.files.push(Source { name: name.into(), bytes: bytes.into(), first_line })
    }

    /// A file.
    pub fn get(&self, id: SourceId) -> &Source {
        &self.files[id]
    }

    /// Frees the bytes of a file to which no diagnostic will point any more.
    pub fn forget(&mut self, id: SourceId) {
        self.files[id].bytes = Vec::new();
    }

    /// All files, in the order they were added.
    pub fn iter(&self) -> impl Iterator<Item = (SourceId, &Source)> {
        self.files.iter()
    }
}
