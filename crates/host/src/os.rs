//! The host that is the operating system.

mod calls;
mod errors;
pub mod groups;
mod sockets;

use crate::buffers::{Attempt, Buffers};
use crate::sys;
use crate::{BufferMode, Host, HostError, OpenMode, Whence};
use abi::Window;
use groups::Calls;
use std::ffi::{OsStr, OsString};
use std::io::ErrorKind;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// The longest time that standard output may wait for more, if more comes.
const PATIENCE: Duration = Duration::from_millis(20);

/// The operating system, with the arguments that the program is to see.
pub struct OsHost {
    calls: Calls,
    name: Vec<u8>,
    args: Vec<Vec<u8>>,
    buffers: Buffers,
    /// The time at which standard output was last written, as long as the program leaves it to the
    /// host.
    shown: Option<Instant>,
    /// True in the child of a program that forked.
    child: bool,
    /// True if standard input is read a line at a time.
    lines: bool,
    /// What is done before the program waits for standard input.
    ask: Option<Box<dyn FnMut() + Send>>,
}

impl OsHost {
    /// A host whose program has this name and these arguments.
    pub fn new(name: impl Into<OsString>, args: impl IntoIterator<Item = OsString>) -> OsHost {
        OsHost::with_calls(Calls::ALL, name, args)
    }

    /// The same, with the groups of calls that there are.
    pub fn with_calls(
        calls: Calls,
        name: impl Into<OsString>,
        args: impl IntoIterator<Item = OsString>,
    ) -> OsHost {
        OsHost {
            calls,
            name: name.into().into_vec(),
            args: args.into_iter().map(OsStringExt::into_vec).collect(),
            buffers: Buffers::default(),
            shown: None,
            child: false,
            lines: false,
            ask: None,
        }
    }

    /// The same, for a program that shares standard input with others: it reads no more of it than
    /// a line at a time.
    pub fn reading_lines(mut self) -> OsHost {
        self.lines = true;
        self
    }

    /// Says that the program is about to read from a descriptor.
    fn wants(&mut self, descriptor: i64) {
        if let Some(ask) = &mut self.ask
            && descriptor == 0
            && !sys::streams::is_ready(0)
        {
            ask();
        }
    }

    /// Adds to standard output. Pieces that come one soon after the other wait for one another.
    fn put_output(&mut self, bytes: &[u8]) -> Result<(), HostError> {
        if !self.buffers.knows(1) {
            let mode = if sys::is_tty(1) { BufferMode::Unbuffered } else { BufferMode::Block };
            self.buffers.set(1, mode);
            // The first piece is written at once.
            self.shown = Instant::now().checked_sub(PATIENCE);
        }
        self.buffers.put(1, bytes, &|bytes| write_all(1, bytes))?;
        if let Some(shown) = self.shown {
            let now = Instant::now();
            if now.duration_since(shown) >= PATIENCE {
                self.shown = Some(now);
                self.buffers.hurry(1);
                return if self.buffers.threads() { Ok(()) } else { self.show_output() };
            }
        }
        Ok(())
    }

    /// Writes what waits for standard output, where others may look for it now; in a program with
    /// threads, as far as there is room, and whoever prints next is told of an error.
    fn show_output(&mut self) -> Result<(), HostError> {
        if !self.buffers.threads() {
            return self.buffers.flush(1, &|bytes| write_all(1, bytes));
        }
        self.show_some();
        Ok(())
    }

    /// Writes what waits for standard output, as far as there is room; true if something is left.
    fn show_some(&mut self) -> bool {
        loop {
            match self.attempt(1, true) {
                Ok(Attempt::More) => {}
                Ok(Attempt::Done) => return false,
                Ok(Attempt::NoRoom) => return true,
                Err(error) => {
                    self.buffers.fail(1, error);
                    return false;
                }
            }
        }
    }

    /// Writes all that another process would write, too, or before.
    fn share_output(&mut self) -> Result<(), HostError> {
        let due = self.buffers.due();
        let mut result = Ok(());
        for descriptor in [1, 2].into_iter().chain(due) {
            result = result.and(self.flush(descriptor));
        }
        result
    }

    /// Writes some of what is due, or of all that waits for a descriptor, without waiting.
    fn attempt(&mut self, descriptor: i64, all: bool) -> Result<Attempt, HostError> {
        self.buffers.attempt(descriptor, all, &|bytes| Ok(sys::offer(descriptor, bytes)?))
    }
}

fn write_all(descriptor: i64, mut bytes: &[u8]) -> Result<(), HostError> {
    while !bytes.is_empty() {
        match sys::write(descriptor, bytes) {
            Ok(written) => bytes = &bytes[written..],
            // Whoever shares the descriptor has asked for that.
            Err(error) if error.kind() == ErrorKind::WouldBlock => sys::await_room(descriptor)?,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

fn path(bytes: &[u8]) -> &Path {
    Path::new(OsStr::from_bytes(bytes))
}

impl Host for OsHost {
    fn read(&mut self, descriptor: i64, buffer: &mut [u8]) -> Result<usize, HostError> {
        self.show_output()?;
        self.wants(descriptor);
        if self.lines && descriptor == 0 {
            return Ok(sys::read_line(descriptor, buffer)?);
        }
        Ok(sys::read(descriptor, buffer)?)
    }

    fn write(&mut self, descriptor: i64, bytes: &[u8]) -> Result<usize, HostError> {
        if descriptor == 2 {
            self.show_output()?;
        }
        self.flush(descriptor)?;
        let most =
            if self.buffers.threads() { sys::most_at_once(descriptor, bytes) } else { bytes };
        Ok(sys::write(descriptor, most)?)
    }

    fn receive(
        &mut self,
        descriptor: i64,
        buffer: &mut [u8],
        flags: i64,
    ) -> Result<Option<(usize, Vec<u8>)>, HostError> {
        Ok(sys::socket::receive(descriptor, sys::socket::room(buffer), flags)?)
    }

    fn receive_bytes(
        &mut self,
        descriptor: i64,
        most: usize,
        flags: i64,
    ) -> Result<Option<(usize, Vec<u8>)>, HostError> {
        Ok(sys::socket::receive_bytes(descriptor, most, flags)?)
    }

    fn send(
        &mut self,
        descriptor: i64,
        bytes: &[u8],
        flags: i64,
        address: &[u8],
    ) -> Result<Option<usize>, HostError> {
        Ok(sys::socket::send(descriptor, bytes, flags, address)?)
    }

    fn open(&mut self, path: &[u8], mode: OpenMode) -> Result<i64, HostError> {
        let flags = match mode {
            OpenMode::Read => libc::O_RDONLY,
            OpenMode::Write => libc::O_WRONLY | libc::O_CREAT | libc::O_TRUNC,
            OpenMode::Append => libc::O_WRONLY | libc::O_CREAT | libc::O_APPEND,
            OpenMode::ReadWrite => libc::O_RDWR | libc::O_CREAT,
        };
        Ok(sys::open(path, flags)?)
    }

    fn put(&mut self, descriptor: i64, bytes: &[u8]) -> Result<(), HostError> {
        if descriptor == 1 {
            return self.put_output(bytes);
        }
        if descriptor == 2 {
            self.show_output()?;
        }
        self.buffers.put(descriptor, bytes, &|bytes| write_all(descriptor, bytes))
    }

    fn add(&mut self, descriptor: i64, byte: u8) -> bool {
        // What comes before standard error, and when standard output is written, is seen to by `put`.
        descriptor != 2
            && (descriptor != 1 || self.shown.is_none())
            && self.buffers.add(descriptor, byte)
    }

    fn window(&self) -> Arc<Window> {
        self.buffers.window()
    }

    fn flush(&mut self, descriptor: i64) -> Result<(), HostError> {
        self.buffers.flush(descriptor, &|bytes| write_all(descriptor, bytes))
    }

    fn set_buffer(&mut self, descriptor: i64, mode: BufferMode) -> Result<(), HostError> {
        if mode == BufferMode::Unbuffered {
            self.flush(descriptor)?;
        }
        if descriptor == 1 {
            self.shown = None;
        }
        self.buffers.set(descriptor, mode);
        Ok(())
    }

    fn before_input(&mut self, ask: Box<dyn FnMut() + Send>) {
        // What is sent for the program is shared with nobody.
        self.lines = false;
        self.ask = Some(ask);
    }

    fn finish(&mut self) -> Result<(), HostError> {
        let waiting = self.buffers.waiting();
        let mut result = Ok(());
        // All are written, whatever becomes of the first.
        for descriptor in waiting {
            result = result.and(self.flush(descriptor));
        }
        result
    }

    fn call(
        &mut self,
        name: &[u8],
        a: &[u8],
        b: &[u8],
        m: i64,
        n: i64,
    ) -> Result<(i64, Vec<u8>), HostError> {
        match name {
            b"output.threads" => {
                self.buffers.have_threads();
                return Ok((0, Vec::new()));
            }
            b"output.write" => return Ok((self.attempt(m, n != 0)? as i64, Vec::new())),
            b"output.show" => return Ok((i64::from(self.show_some()), Vec::new())),
            b"epoll.watch" => self.wants(n),
            _ if calls::shares_output(name) => self.share_output()?,
            _ if calls::shows_output(name) => self.show_output()?,
            _ => {}
        }
        let answer = calls::call(&self.calls, name, a, b, m, n)?;
        self.child |= name == b"fork" && answer.0 == 0;
        Ok(answer)
    }

    fn is_child(&self) -> bool {
        self.child
    }

    fn close(&mut self, descriptor: i64) -> Result<(), HostError> {
        let flushed = self.flush(descriptor);
        self.buffers.forget(descriptor);
        sys::close(descriptor)?;
        flushed
    }

    fn seek(&mut self, descriptor: i64, offset: i64, whence: Whence) -> Result<i64, HostError> {
        self.flush(descriptor)?;
        let whence = match whence {
            Whence::Start => libc::SEEK_SET,
            Whence::Here => libc::SEEK_CUR,
            Whence::End => libc::SEEK_END,
        };
        Ok(sys::seek(descriptor, offset, whence)?)
    }

    fn remove(&mut self, name: &[u8]) -> Result<(), HostError> {
        Ok(std::fs::remove_file(path(name))?)
    }

    fn rename(&mut self, from: &[u8], to: &[u8]) -> Result<(), HostError> {
        Ok(std::fs::rename(path(from), path(to))?)
    }

    fn exists(&mut self, name: &[u8]) -> bool {
        path(name).exists()
    }

    fn args(&self) -> Vec<Vec<u8>> {
        self.args.clone()
    }

    fn program_name(&self) -> Vec<u8> {
        self.name.clone()
    }

    fn getenv(&self, name: &[u8]) -> Option<Vec<u8>> {
        // `std` would panic or lie on such a name.
        if name.is_empty() || name.contains(&b'=') || name.contains(&0) {
            return None;
        }
        std::env::var_os(OsStr::from_bytes(name)).map(OsString::into_vec)
    }

    fn time_now(&mut self) -> i64 {
        match SystemTime::now().duration_since(UNIX_EPOCH) {
            Ok(after) => after.as_nanos() as i64,
            Err(before) => -(before.duration().as_nanos() as i64),
        }
    }

    fn time_cpu(&mut self) -> i64 {
        sys::cpu_time()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host() -> OsHost {
        OsHost::new("prog", ["a".into(), "b c".into()])
    }

    #[test]
    fn a_file_is_written_read_renamed_and_removed() {
        let mut host = host();
        let dir = std::env::temp_dir();
        let name = dir.join(format!("kont-host-{}", std::process::id()));
        let name = name.as_os_str().as_bytes();
        let other = [name, b".new"].concat();
        let file = host.open(name, OpenMode::Write).unwrap();
        host.write_all(file, b"hello world").unwrap();
        host.close(file).unwrap();
        let file = host.open(name, OpenMode::Append).unwrap();
        assert_eq!(host.write(file, b"!"), Ok(1));
        host.close(file).unwrap();
        host.rename(name, &other).unwrap();
        assert!(host.exists(&other) && !host.exists(name));
        let file = host.open(&other, OpenMode::ReadWrite).unwrap();
        let mut buffer = [0; 32];
        assert_eq!(host.read(file, &mut buffer), Ok(12));
        assert_eq!(&buffer[..12], b"hello world!");
        assert_eq!(host.read(file, &mut buffer), Ok(0));
        assert_eq!(host.seek(file, -6, Whence::End), Ok(6));
        assert_eq!(host.read(file, &mut buffer[..5]), Ok(5));
        assert_eq!(&buffer[..5], b"world");
        assert_eq!(host.seek(file, 0, Whence::Here), Ok(11));
        host.close(file).unwrap();
        host.remove(&other).unwrap();
        assert!(!host.exists(&other));
    }

    #[test]
    fn errors_carry_number_and_text() {
        let mut host = host();
        let missing = HostError { errno: 2, message: "No such file or directory".into() };
        assert_eq!(host.open(b"/no/such/file", OpenMode::Read), Err(missing.clone()));
        assert_eq!(host.remove(b"/no/such/file"), Err(missing));
        assert_eq!(host.open(b"a\0b", OpenMode::Read).unwrap_err().errno, libc::EINVAL);
        assert_eq!(host.read(1 << 40, &mut [0]).unwrap_err().errno, libc::EBADF);
        assert_eq!(OpenMode::from_code(4).unwrap_err().errno, libc::EINVAL);
        assert_eq!(Whence::from_code(-1).unwrap_err().errno, libc::EINVAL);
    }

    #[test]
    fn arguments_environment_and_clocks() {
        let mut host = host();
        assert_eq!(host.program_name(), b"prog");
        assert_eq!(host.args(), [b"a".to_vec(), b"b c".to_vec()]);
        assert!(host.getenv(b"PATH").is_some());
        assert_eq!(host.getenv(b"A=B"), None);
        assert_eq!(host.getenv(b""), None);
        assert!(host.time_now() > 1_600_000_000_000_000_000);
        assert!(host.time_cpu() > 0);
    }
}
