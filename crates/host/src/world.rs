//! The interface between a program and the world.

use crate::BufferMode;
use abi::Window;
use std::any::Any;
use std::fmt;
use std::io;
use std::sync::Arc;

/// A call to the world that failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HostError {
    /// The system's error number.
    pub errno: i32,
    /// The meaning of the error, in the system's words.
    pub message: String,
}

impl HostError {
    /// The error with this number.
    pub fn from_errno(errno: i32) -> HostError {
        HostError { errno, message: crate::sys::message(errno) }
    }
}

impl From<io::Error> for HostError {
    fn from(error: io::Error) -> HostError {
        HostError::from_errno(error.raw_os_error().unwrap_or(libc::EINVAL))
    }
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for HostError {}

/// A way to open a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpenMode {
    /// To read.
    Read,
    /// To write; created if it is not there, emptied if it is.
    Write,
    /// To write at its end; created if it is not there.
    Append,
    /// To read and write; created if it is not there.
    ReadWrite,
}

impl OpenMode {
    /// The mode that `io.open` calls by this number.
    pub fn from_code(code: i64) -> Result<OpenMode, HostError> {
        match code {
            0 => Ok(OpenMode::Read),
            1 => Ok(OpenMode::Write),
            2 => Ok(OpenMode::Append),
            3 => Ok(OpenMode::ReadWrite),
            _ => Err(HostError::from_errno(libc::EINVAL)),
        }
    }
}

/// The point that an offset is counted from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whence {
    /// The start of the file.
    Start,
    /// The current position.
    Here,
    /// The end of the file.
    End,
}

impl Whence {
    /// The origin that `io.seek` calls by this number.
    pub fn from_code(code: i64) -> Result<Whence, HostError> {
        match code {
            0 => Ok(Whence::Start),
            1 => Ok(Whence::Here),
            2 => Ok(Whence::End),
            _ => Err(HostError::from_errno(libc::EINVAL)),
        }
    }
}

/// The way from a program to the world.
///
/// Descriptors are those of the system: 0, 1 and 2 are open at the start.
/// Only what [`Host::put`] writes waits, and a call that a signal interrupts is repeated,
/// unless the program itself is interrupted ([`crate::interrupt`]): then it fails.
/// `exit` is absent: ending a program is the business of what runs it.
///
/// `Any`, so that a test gets back the host it gave to a runtime.
pub trait Host: Any {
    /// Reads at most as many bytes as there is room for; 0 at the end.
    fn read(&mut self, descriptor: i64, buffer: &mut [u8]) -> Result<usize, HostError>;
    /// Writes some of the bytes and says how many.
    fn write(&mut self, descriptor: i64, bytes: &[u8]) -> Result<usize, HostError>;
    /// Receives from a socket, with the system's flags: how many bytes, 0 at the end, and the
    /// address of the sender, if the socket does not know it; none where there are none yet.
    fn receive(
        &mut self,
        _descriptor: i64,
        _buffer: &mut [u8],
        _flags: i64,
    ) -> Result<Option<(usize, Vec<u8>)>, HostError> {
        Err(HostError::from_errno(libc::ENOSYS))
    }
    /// The same without a buffer: how many bytes, at most so many, and these with the address
    /// after them.
    fn receive_bytes(
        &mut self,
        _descriptor: i64,
        _most: usize,
        _flags: i64,
    ) -> Result<Option<(usize, Vec<u8>)>, HostError> {
        Err(HostError::from_errno(libc::ENOSYS))
    }
    /// Sends by a socket, with the system's flags, to an address, or to the one that the socket
    /// is connected to if it is empty: how many bytes, or none where there is no room yet.
    fn send(
        &mut self,
        _descriptor: i64,
        _bytes: &[u8],
        _flags: i64,
        _address: &[u8],
    ) -> Result<Option<usize>, HostError> {
        Err(HostError::from_errno(libc::ENOSYS))
    }
    /// Opens a file and gives its descriptor.
    fn open(&mut self, path: &[u8], mode: OpenMode) -> Result<i64, HostError>;
    /// Closes a descriptor.
    fn close(&mut self, descriptor: i64) -> Result<(), HostError>;
    /// Moves the position of a descriptor and gives the new one.
    fn seek(&mut self, descriptor: i64, offset: i64, whence: Whence) -> Result<i64, HostError>;
    /// Removes a file.
    fn remove(&mut self, path: &[u8]) -> Result<(), HostError>;
    /// Renames a file.
    fn rename(&mut self, from: &[u8], to: &[u8]) -> Result<(), HostError>;
    /// True if there is a file of this name.
    fn exists(&mut self, path: &[u8]) -> bool;
    /// The program's arguments, without its name.
    fn args(&self) -> Vec<Vec<u8>>;
    /// The program's name.
    fn program_name(&self) -> Vec<u8>;
    /// The value of an environment variable.
    fn getenv(&self, name: &[u8]) -> Option<Vec<u8>>;
    /// Nanoseconds since 1970.
    fn time_now(&mut self) -> i64;
    /// Nanoseconds of user and system time of this process.
    fn time_cpu(&mut self) -> i64;

    /// Writes all bytes, now or later, as [`Host::set_buffer`] says. Standard output waits for
    /// more, unless it is a terminal or was not written to for a while; it is written before
    /// anything is read, before anything is written to standard error, and before other
    /// processes are started or waited for.
    fn put(&mut self, descriptor: i64, bytes: &[u8]) -> Result<(), HostError> {
        self.write_all(descriptor, bytes)
    }
    /// Adds a byte to what waits for a descriptor, if that is written in blocks and there is room;
    /// true if so. Then more of them may be put into [`Host::window`].
    fn add(&mut self, _descriptor: i64, _byte: u8) -> bool {
        false
    }
    /// The window, which stays where it is.
    fn window(&self) -> Arc<Window> {
        Arc::default()
    }
    /// Writes what waits for a descriptor.
    fn flush(&mut self, _descriptor: i64) -> Result<(), HostError> {
        Ok(())
    }
    /// Sets when [`Host::put`] writes.
    fn set_buffer(&mut self, _descriptor: i64, _mode: BufferMode) -> Result<(), HostError> {
        Ok(())
    }
    /// From now on, calls this function before the program waits for standard input.
    fn before_input(&mut self, _ask: Box<dyn FnMut() + Send>) {}
    /// Writes all that waits, at the end of a program.
    fn finish(&mut self) -> Result<(), HostError> {
        Ok(())
    }
    /// True if this process is a child that the program made by forking. Then its end is the end of
    /// the process, for the threads that wait for it are not here.
    fn is_child(&self) -> bool {
        false
    }
    /// Any other call of the system, by its name, with two strings and two numbers; gives a
    /// number and a string. The names are listed in `os::calls`; a host that does not know
    /// one says ENOSYS.
    fn call(
        &mut self,
        _name: &[u8],
        _a: &[u8],
        _b: &[u8],
        _m: i64,
        _n: i64,
    ) -> Result<(i64, Vec<u8>), HostError> {
        Err(HostError::from_errno(libc::ENOSYS))
    }

    /// Writes all bytes.
    fn write_all(&mut self, descriptor: i64, mut bytes: &[u8]) -> Result<(), HostError> {
        while !bytes.is_empty() {
            let written = self.write(descriptor, bytes)?;
            bytes = &bytes[written..];
        }
        Ok(())
    }

    /// Writes all bytes to standard output.
    fn print(&mut self, bytes: &[u8]) -> Result<(), HostError> {
        self.put(1, bytes)?;
        self.flush(1)
    }
}
