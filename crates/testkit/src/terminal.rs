//! A command at a pseudo-terminal: keys go in, and what a user would see comes out.
//!
//! Tests wait for what they expect to see, and never for a time.
#![allow(unsafe_code, reason = "pseudo-terminals have no safe interface")]

use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The time after which a test counts as stuck.
const PATIENCE: Duration = Duration::from_secs(60);

/// A process at a terminal, and what that shows.
pub struct Terminal {
    child: Child,
    master: File,
    columns: usize,
    rows: usize,
    /// All lines so far; the last ones are on the screen.
    lines: Vec<Vec<char>>,
    /// The line and column of the place.
    place: (usize, usize),
    /// Bytes that are no whole character or code yet.
    rest: Vec<u8>,
    /// The bytes that came.
    pub bytes: Vec<u8>,
}

impl Terminal {
    /// Starts a command at a terminal of 80 columns and 24 rows.
    ///
    /// # Panics
    /// Panics if there are no pseudo-terminals: `/dev/pts` has to be mounted.
    pub fn start(mut command: Command) -> Terminal {
        let (mut master, mut slave) = (0, 0);
        let size = libc::winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
        let null = std::ptr::null_mut();
        // SAFETY: the pointers are to values that outlive the call.
        let opened = unsafe {
            libc::openpty(&mut master, &mut slave, null, null.cast(), &raw const size as _)
        };
        let error = std::io::Error::last_os_error();
        assert!(opened == 0, "there is no pseudo-terminal; is /dev/pts mounted? {error}");
        // SAFETY: the descriptors are new.
        let (master, slave) =
            unsafe { (OwnedFd::from_raw_fd(master), OwnedFd::from_raw_fd(slave)) };
        let stream = || Stdio::from(slave.try_clone().expect("a descriptor"));
        command.stdin(stream()).stdout(stream()).stderr(stream());
        let leader = master.as_raw_fd();
        // SAFETY: the calls are async-signal-safe.
        unsafe {
            command.pre_exec(move || {
                libc::close(leader);
                libc::setsid();
                libc::ioctl(0, libc::TIOCSCTTY, 0);
                Ok(())
            });
        }
        let child = command.spawn().expect("the command starts");
        drop(slave);
        Terminal {
            child,
            master: File::from(master),
            columns: 80,
            rows: 24,
            lines: vec![Vec::new()],
            place: (0, 0),
            rest: Vec::new(),
            bytes: Vec::new(),
        }
    }

    /// Types keys. What the command shows meanwhile is taken, so that neither waits for the other.
    pub fn keys(&mut self, keys: impl AsRef<[u8]>) {
        for part in keys.as_ref().chunks(256) {
            while self.take(Duration::ZERO, libc::POLLOUT) {}
            self.master.write_all(part).expect("the terminal takes keys");
        }
    }

    /// Gives the window another size.
    pub fn resize(&mut self, columns: usize, rows: usize) {
        let (ws_col, ws_row) = (columns as u16, rows as u16);
        let size = libc::winsize { ws_row, ws_col, ws_xpixel: 0, ws_ypixel: 0 };
        // SAFETY: the size outlives the call.
        unsafe { libc::ioctl(self.master.as_raw_fd(), libc::TIOCSWINSZ, &size) };
        (self.columns, self.rows) = (columns, rows);
    }

    /// Sends the command a signal.
    pub fn signal(&self, signal: i32) {
        // SAFETY: takes no pointers.
        unsafe { libc::kill(self.child.id() as i32, signal) };
    }

    /// True if keys that are typed are shown by the terminal itself, as usual.
    pub fn is_usual(&self) -> bool {
        // SAFETY: a zero `termios` is a value, and outlives the call.
        let state = unsafe {
            let mut state: libc::termios = std::mem::zeroed();
            libc::tcgetattr(self.master.as_raw_fd(), &mut state);
            state
        };
        let usual = libc::ECHO | libc::ICANON | libc::ISIG;
        state.c_lflag & usual == usual
    }

    /// All that has been shown, each line without the blanks at its end.
    pub fn text(&self) -> String {
        let line = |line: &Vec<char>| line.iter().collect::<String>().trim_end().to_owned();
        self.lines.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// Waits until a text is shown.
    ///
    /// # Panics
    /// Panics if it does not come.
    pub fn see(&mut self, wanted: &str) {
        self.see_that(wanted, |text| text.contains(wanted));
    }

    /// Waits until a text is shown at the end.
    ///
    /// # Panics
    /// As [`Terminal::see`].
    pub fn see_last(&mut self, wanted: &str) {
        self.see_that(wanted, |text| text.trim_end().ends_with(wanted.trim_end()));
    }

    /// Waits until what is shown is as it should be.
    ///
    /// # Panics
    /// As [`Terminal::see`].
    pub fn see_that(&mut self, what: &str, holds: impl Fn(&str) -> bool) {
        let start = Instant::now();
        loop {
            if holds(&self.text()) {
                return;
            }
            let open = self.take(Duration::from_millis(50), 0);
            let over = !open && self.child.try_wait().is_ok_and(|ended| ended.is_some());
            if (over && !holds(&self.text())) || start.elapsed() > PATIENCE {
                let _ = self.child.kill();
                panic!("`{what}` is not seen in:\n{}", self.text());
            }
        }
    }

    /// Waits for the end; gives the exit code, or the negative number of a signal.
    ///
    /// # Panics
    /// Panics if it does not come.
    pub fn end(&mut self) -> i32 {
        let start = Instant::now();
        loop {
            self.take(Duration::from_millis(20), 0);
            if let Ok(Some(ended)) = self.child.try_wait() {
                while self.take(Duration::from_millis(20), 0) {}
                return ended.code().unwrap_or_else(|| -ended.signal().unwrap_or(0));
            }
            if start.elapsed() > PATIENCE {
                let _ = self.child.kill();
                panic!("no end comes after:\n{}", self.text());
            }
        }
    }

    /// Takes what is shown, if something comes within this time or until the terminal is ready for
    /// what else is wanted; true if something came.
    fn take(&mut self, limit: Duration, or: i16) -> bool {
        let fd = self.master.as_raw_fd();
        let mut wanted = libc::pollfd { fd, events: libc::POLLIN | or, revents: 0 };
        let limit = if or != 0 { PATIENCE } else { limit };
        // SAFETY: `wanted` is one element.
        let ready = unsafe { libc::poll(&mut wanted, 1, limit.as_millis() as i32) };
        if ready <= 0 || wanted.revents & libc::POLLIN == 0 {
            return false;
        }
        let mut bytes = [0; 4096];
        // The other end is closed: that is an error here.
        let count = self.master.read(&mut bytes).unwrap_or(0);
        self.bytes.extend_from_slice(&bytes[..count]);
        self.rest.extend_from_slice(&bytes[..count]);
        self.show();
        count > 0
    }

    /// Does what the bytes say, as far as they are whole.
    fn show(&mut self) {
        let bytes = std::mem::take(&mut self.rest);
        let mut at = 0;
        while at < bytes.len() {
            match self.one(&bytes[at..]) {
                Some(count) => at += count,
                None => break,
            }
        }
        self.rest = bytes[at..].to_vec();
    }

    /// Does what one character or code says; gives its length.
    fn one(&mut self, bytes: &[u8]) -> Option<usize> {
        match bytes[0] {
            b'\r' => self.place.1 = 0,
            b'\n' => self.down(),
            8 => self.place.1 = self.place.1.saturating_sub(1),
            7 => {}
            27 if bytes.get(1) == Some(&b'[') => {
                let end = bytes[2..].iter().position(|byte| (b'@'..=b'~').contains(byte))? + 2;
                self.code(bytes[end], std::str::from_utf8(&bytes[2..end]).unwrap_or(""));
                return Some(end + 1);
            }
            27 => return (bytes.len() > 1).then_some(2),
            first => {
                let length = match first {
                    0..0x80 => 1,
                    0x80..0xe0 => 2,
                    0xe0..0xf0 => 3,
                    0xf0.. => 4,
                };
                let bytes = bytes.get(..length)?;
                let text = std::str::from_utf8(bytes).unwrap_or("?");
                text.chars().for_each(|c| self.put(c));
                return Some(length);
            }
        }
        Some(1)
    }

    fn put(&mut self, c: char) {
        if self.place.1 >= self.columns {
            self.place.1 = 0;
            self.down();
        }
        let line = &mut self.lines[self.place.0];
        if line.len() <= self.place.1 {
            line.resize(self.place.1 + 1, ' ');
        }
        line[self.place.1] = c;
        self.place.1 += 1;
    }

    fn down(&mut self) {
        self.place.0 += 1;
        if self.place.0 == self.lines.len() {
            self.lines.push(Vec::new());
        }
    }

    fn code(&mut self, letter: u8, numbers: &str) {
        let number = numbers.split(';').next().and_then(|n| n.parse().ok());
        let count = number.unwrap_or(1);
        let top = self.lines.len().saturating_sub(self.rows);
        match letter {
            b'A' => self.place.0 = self.place.0.saturating_sub(count).max(top),
            b'B' => self.place.0 = (self.place.0 + count).min(self.lines.len() - 1),
            b'C' => self.place.1 = (self.place.1 + count).min(self.columns - 1),
            b'D' => self.place.1 = self.place.1.saturating_sub(count),
            b'H' => self.place = (top, 0),
            b'J' if number == Some(2) => self.lines[top..].iter_mut().for_each(Vec::clear),
            b'J' => {
                self.lines[self.place.0].truncate(self.place.1);
                self.lines[self.place.0 + 1..].iter_mut().for_each(Vec::clear);
            }
            b'K' => self.lines[self.place.0].truncate(self.place.1),
            _ => {}
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
