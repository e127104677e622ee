//! Child processes with an end: their output is kept, and they are stopped
//! when they take too long.

use crate::Scratch;
use std::ffi::OsStr;
use std::fs::File;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The time after which a test counts as stuck.
const PATIENCE: Duration = Duration::from_secs(300);

/// A process to be run.
#[derive(Debug)]
pub struct Child {
    command: Command,
    input: Vec<u8>,
    patience: Duration,
}

/// A process that has ended.
#[derive(Debug)]
pub struct Ended {
    /// Its exit code; none if a signal or our patience ended it.
    pub code: Option<i32>,
    /// The reason why it ended, in words.
    pub status: String,
    /// The bytes that it wrote to standard output.
    pub stdout: Vec<u8>,
    /// The bytes that it wrote to standard error.
    pub stderr: Vec<u8>,
}

impl Ended {
    /// Standard output as text.
    pub fn out(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    /// Standard error as text.
    pub fn err(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }
}

impl Child {
    /// A process of this program.
    pub fn new(program: impl AsRef<OsStr>) -> Child {
        let mut command = Command::new(program);
        command.env("NO_COLOR", "1").env("LC_ALL", "C.UTF-8");
        Child { command, input: Vec::new(), patience: PATIENCE }
    }

    /// With these arguments as well.
    pub fn args<S: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = S>) -> Child {
        self.command.args(args);
        self
    }

    /// With this argument as well.
    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Child {
        self.command.arg(arg);
        self
    }

    /// With this variable in its environment.
    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Child {
        self.command.env(name, value);
        self
    }

    /// In this folder.
    pub fn folder(mut self, folder: &Path) -> Child {
        self.command.current_dir(folder);
        self
    }

    /// With this on standard input.
    pub fn input(mut self, bytes: impl Into<Vec<u8>>) -> Child {
        self.input = bytes.into();
        self
    }

    /// Stopped after this time.
    pub fn patience(mut self, patience: Duration) -> Child {
        self.patience = patience;
        self
    }

    /// Runs it to its end. Streams are files, so that no pipe can fill up.
    ///
    /// # Panics
    /// Panics if it cannot be started.
    pub fn run(mut self) -> Ended {
        let scratch = Scratch::new();
        let input = scratch.write("in", &self.input);
        let (out, err) = (scratch.file("out"), scratch.file("err"));
        self.command.stdin(Stdio::from(File::open(input).expect("the input")));
        self.command.stdout(Stdio::from(File::create(&out).expect("the output")));
        self.command.stderr(Stdio::from(File::create(&err).expect("the messages")));
        let (code, status) = self.wait();
        let stdout = std::fs::read(out).expect("the output");
        let stderr = std::fs::read(err).expect("the messages");
        Ended { code, status, stdout, stderr }
    }

    fn wait(&mut self) -> (Option<i32>, String) {
        let shown = format!("{:?}", self.command.get_program());
        let mut child =
            self.command.spawn().unwrap_or_else(|e| panic!("cannot start {shown}: {e}"));
        let start = Instant::now();
        let mut pause = Duration::from_micros(500);
        loop {
            let ended: Option<ExitStatus> = child.try_wait().expect("a status");
            if let Some(status) = ended {
                return (status.code(), status.to_string());
            }
            if start.elapsed() > self.patience {
                // It may have ended just now.
                let _ = child.kill();
                let _ = child.wait();
                return (None, format!("stopped after {} s", self.patience.as_secs()));
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(10));
        }
    }
}
