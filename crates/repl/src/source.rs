//! Redirected input, a line at a time: what is behind a line belongs to the program that runs next.
//!
//! A file is read in blocks, and its position set to the end of the line whenever something
//! runs. Of anything else, byte by byte, no more than a line is ever read.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::os::fd::AsFd;

/// The bytes that are read of a file at a time.
const BLOCK: usize = 1 << 16;

/// Standard input.
pub(crate) struct Source {
    file: File,
    /// True if there are positions to go to.
    is_file: bool,
    /// What was read of a file, and how much of that has been given.
    block: Vec<u8>,
    given: usize,
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    /// A line, or the rest of the text.
    Some,
    /// The end.
    End,
    /// The wait was interrupted.
    Interrupted,
}

impl Source {
    /// Standard input, by a descriptor of its own.
    pub(crate) fn stdin() -> io::Result<Source> {
        let mut file = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        let is_file = file.stream_position().is_ok();
        Ok(Source { file, is_file, block: Vec::new(), given: 0 })
    }

    /// True if it is a file, which nobody types.
    pub(crate) fn is_file(&self) -> bool {
        self.is_file
    }

    /// Adds the next line to the text.
    pub(crate) fn line(&mut self, text: &mut Vec<u8>) -> Line {
        let before = text.len();
        loop {
            let rest = &self.block[self.given..];
            if let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
                text.extend_from_slice(&rest[..=end]);
                self.given += end + 1;
                return Line::Some;
            }
            text.extend_from_slice(rest);
            let size = if self.is_file { BLOCK } else { 1 };
            self.block.resize(size, 0);
            self.given = 0;
            match self.file.read(&mut self.block) {
                Ok(count) => self.block.truncate(count),
                Err(error) => {
                    self.block.clear();
                    if error.kind() == ErrorKind::Interrupted && host::interrupt::asked() {
                        return Line::Interrupted;
                    }
                    if error.kind() == ErrorKind::Interrupted {
                        continue;
                    }
                }
            }
            if self.block.is_empty() {
                return if text.len() > before { Line::Some } else { Line::End };
            }
        }
    }

    /// Leaves what has not been given to others, who may read standard input now.
    pub(crate) fn lend(&mut self) {
        let ahead = self.block.len() - self.given;
        if ahead > 0 {
            // The position was asked for at the start, so it can be set.
            let _ = self.file.seek(SeekFrom::Current(-(ahead as i64)));
        }
        self.block.drain(..self.given);
        self.given = 0;
    }

    /// Goes on where the others have stopped.
    pub(crate) fn take_back(&mut self, before: Option<u64>) {
        if self.block.is_empty() {
            return;
        }
        let now = self.position();
        if now == before && now.is_some() {
            let _ = self.file.seek(SeekFrom::Current(self.block.len() as i64));
        } else {
            self.block.clear();
        }
    }

    /// The position of a file.
    pub(crate) fn position(&mut self) -> Option<u64> {
        if self.is_file { self.file.stream_position().ok() } else { None }
    }
}
