//! A host in memory, for tests: everything it gives is given to it.

use crate::{Host, HostError, OpenMode, Whence};
use std::collections::BTreeMap;

/// A host in memory. The fields are what the program sees and what it did.
#[derive(Clone, Default, Debug)]
pub struct TestHost {
    /// The program's name.
    pub name: Vec<u8>,
    /// Its arguments.
    pub args: Vec<Vec<u8>>,
    /// Its environment.
    pub env: BTreeMap<Vec<u8>, Vec<u8>>,
    /// The rest of standard input, still to be read.
    pub input: Vec<u8>,
    /// All that was written to standard output.
    pub output: Vec<u8>,
    /// All that was written to standard error.
    pub errors: Vec<u8>,
    /// The files, by name.
    pub files: BTreeMap<Vec<u8>, Vec<u8>>,
    /// The time of both clocks.
    pub clock: i64,
    open: BTreeMap<i64, Open>,
    closed: [bool; 3],
}

/// An open file. It holds the name, so a renamed file is gone for it.
#[derive(Clone, Debug)]
struct Open {
    path: Vec<u8>,
    position: usize,
    mode: OpenMode,
}

fn error<T>(errno: i32) -> Result<T, HostError> {
    Err(HostError::from_errno(errno))
}

impl TestHost {
    /// A host whose standard input holds these bytes.
    pub fn with_input(input: &[u8]) -> TestHost {
        TestHost { input: input.to_vec(), ..TestHost::default() }
    }

    /// Standard output as text.
    pub fn output_text(&self) -> String {
        String::from_utf8_lossy(&self.output).into_owned()
    }

    fn is_closed(&self, descriptor: i64) -> bool {
        self.closed.get(descriptor as usize).copied().unwrap_or(false)
    }

    /// The open file and its contents.
    fn file(&mut self, descriptor: i64) -> Result<(&mut Open, &mut Vec<u8>), HostError> {
        let Some(open) = self.open.get_mut(&descriptor) else { return error(libc::EBADF) };
        match self.files.get_mut(&open.path) {
            Some(bytes) => Ok((open, bytes)),
            None => error(libc::ESTALE),
        }
    }
}

impl Host for TestHost {
    fn read(&mut self, descriptor: i64, buffer: &mut [u8]) -> Result<usize, HostError> {
        if descriptor == 0 && !self.is_closed(0) {
            let count = buffer.len().min(self.input.len());
            buffer[..count].copy_from_slice(&self.input[..count]);
            self.input.drain(..count);
            return Ok(count);
        }
        let (open, bytes) = self.file(descriptor)?;
        if matches!(open.mode, OpenMode::Write | OpenMode::Append) {
            return error(libc::EBADF);
        }
        let rest = bytes.get(open.position..).unwrap_or_default();
        let count = buffer.len().min(rest.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        open.position += count;
        Ok(count)
    }

    fn write(&mut self, descriptor: i64, written: &[u8]) -> Result<usize, HostError> {
        match descriptor {
            1 | 2 if self.is_closed(descriptor) => return error(libc::EBADF),
            1 => self.output.extend_from_slice(written),
            2 => self.errors.extend_from_slice(written),
            _ => {
                let (open, bytes) = self.file(descriptor)?;
                match open.mode {
                    OpenMode::Read => return error(libc::EBADF),
                    OpenMode::Append => open.position = bytes.len(),
                    OpenMode::Write | OpenMode::ReadWrite => {}
                }
                let end = open.position + written.len();
                if bytes.len() < end {
                    bytes.resize(end, 0);
                }
                bytes[open.position..end].copy_from_slice(written);
                open.position = end;
            }
        }
        Ok(written.len())
    }

    fn open(&mut self, path: &[u8], mode: OpenMode) -> Result<i64, HostError> {
        match mode {
            OpenMode::Read if !self.files.contains_key(path) => return error(libc::ENOENT),
            OpenMode::Write => {
                self.files.insert(path.to_vec(), Vec::new());
            }
            OpenMode::Read => {}
            OpenMode::Append | OpenMode::ReadWrite => {
                self.files.entry(path.to_vec()).or_default();
            }
        }
        let descriptor = (3..).find(|d| !self.open.contains_key(d)).unwrap_or(3);
        self.open.insert(descriptor, Open { path: path.to_vec(), position: 0, mode });
        Ok(descriptor)
    }

    fn close(&mut self, descriptor: i64) -> Result<(), HostError> {
        if (0..3).contains(&descriptor) {
            let was = std::mem::replace(&mut self.closed[descriptor as usize], true);
            return if was { error(libc::EBADF) } else { Ok(()) };
        }
        match self.open.remove(&descriptor) {
            Some(_) => Ok(()),
            None => error(libc::EBADF),
        }
    }

    fn seek(&mut self, descriptor: i64, offset: i64, whence: Whence) -> Result<i64, HostError> {
        if (0..3).contains(&descriptor) && !self.is_closed(descriptor) {
            return error(libc::ESPIPE);
        }
        let (open, bytes) = self.file(descriptor)?;
        let from = match whence {
            Whence::Start => 0,
            Whence::Here => open.position as i64,
            Whence::End => bytes.len() as i64,
        };
        match from.checked_add(offset) {
            Some(position) if position >= 0 => {
                open.position = position as usize;
                Ok(position)
            }
            _ => error(libc::EINVAL),
        }
    }

    fn remove(&mut self, path: &[u8]) -> Result<(), HostError> {
        match self.files.remove(path) {
            Some(_) => Ok(()),
            None => error(libc::ENOENT),
        }
    }

    fn rename(&mut self, from: &[u8], to: &[u8]) -> Result<(), HostError> {
        let Some(bytes) = self.files.remove(from) else { return error(libc::ENOENT) };
        self.files.insert(to.to_vec(), bytes);
        Ok(())
    }

    fn exists(&mut self, path: &[u8]) -> bool {
        self.files.contains_key(path)
    }

    fn args(&self) -> Vec<Vec<u8>> {
        self.args.clone()
    }

    fn program_name(&self) -> Vec<u8> {
        self.name.clone()
    }

    fn getenv(&self, name: &[u8]) -> Option<Vec<u8>> {
        self.env.get(name).cloned()
    }

    fn time_now(&mut self) -> i64 {
        self.clock
    }

    fn time_cpu(&mut self) -> i64 {
        self.clock
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn standard_streams_are_captured() {
        let mut host = TestHost::with_input(b"abc");
        let mut buffer = [0; 2];
        assert_eq!(host.read(0, &mut buffer), Ok(2));
        assert_eq!(host.read(0, &mut buffer), Ok(1));
        assert_eq!(host.read(0, &mut buffer), Ok(0));
        host.print(b"out").unwrap();
        host.write_all(2, b"err").unwrap();
        assert_eq!((host.output_text().as_str(), host.errors.as_slice()), ("out", &b"err"[..]));
        host.close(1).unwrap();
        assert_eq!(host.print(b"x").unwrap_err().errno, libc::EBADF);
        assert_eq!(host.seek(0, 0, Whence::Start).unwrap_err().errno, libc::ESPIPE);
    }

    #[test]
    fn files_live_in_memory() {
        let mut host = TestHost::default();
        assert_eq!(host.open(b"f", OpenMode::Read).unwrap_err().errno, libc::ENOENT);
        let file = host.open(b"f", OpenMode::Write).unwrap();
        assert_eq!(file, 3);
        host.write_all(file, b"hello").unwrap();
        assert_eq!(host.seek(file, 1, Whence::Start), Ok(1));
        host.write_all(file, b"u").unwrap();
        host.close(file).unwrap();
        assert_eq!(host.files[&b"f"[..]], b"hullo");
        host.rename(b"f", b"g").unwrap();
        assert!(host.exists(b"g") && !host.exists(b"f"));
        assert_eq!(host.close(file).unwrap_err().errno, libc::EBADF);
        assert_eq!(host.seek(9, -1, Whence::Start).unwrap_err().errno, libc::EBADF);
    }
}
