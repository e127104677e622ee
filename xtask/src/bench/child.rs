//! Runs a process and measures it: what it printed, its time on the
//! processor, its time on the clock.

use super::repl::{Dialogue, talk};
use super::server;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Instant;

/// A command that can be run again and again.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Task {
    pub(crate) program: PathBuf,
    pub(crate) args: Vec<String>,
    /// The number of connections to it, if it is a server.
    clients: Option<u32>,
    /// What is typed into it, if it is an interactive system; boxed, as few are.
    dialogue: Option<Box<Dialogue>>,
}

/// The seconds that one run of a process took, and its output.
pub(crate) struct Usage {
    /// User and system time of the process and of its children.
    pub(crate) cpu: f64,
    /// From before it is started until it is reaped. Of an interactive system, the median time
    /// of its answers.
    pub(crate) wall: f64,
    /// Megabytes that it had in memory at most.
    pub(crate) resident: f64,
    pub(crate) output: Vec<u8>,
}

impl Task {
    /// A program and its arguments.
    pub(crate) fn new(program: impl Into<PathBuf>, args: &[&str]) -> Task {
        let args = args.iter().map(|&arg| arg.to_owned()).collect();
        Task { program: program.into(), args, clients: None, dialogue: None }
    }

    /// The same with as much stack as it wants. The shell is replaced by the
    /// program; its start is part of what is measured, less than a millisecond.
    pub(crate) fn with_unlimited_stack(self) -> Task {
        let script = "ulimit -s unlimited && exec \"$0\" \"$@\"";
        let mut args = vec!["-c".to_owned(), script.to_owned()];
        args.push(self.program.to_string_lossy().into_owned());
        args.extend(self.args);
        Task { program: "/bin/sh".into(), args, ..self }
    }

    /// The same as a server, which so many connections send requests to. Its last argument is the
    /// port, of which it may choose any.
    pub(super) fn with_clients(mut self, connections: u32) -> Task {
        self.args.push("0".to_owned());
        Task { clients: Some(connections), ..self }
    }

    /// The same as an interactive system, into which this is typed.
    pub(super) fn with_dialogue(self, dialogue: Dialogue) -> Task {
        Task { dialogue: Some(Box::new(dialogue)), ..self }
    }

    /// Runs it; it must succeed.
    pub(crate) fn run(&self) -> Result<Usage, String> {
        if let Some(connections) = self.clients {
            return server::run(self, connections);
        }
        if let Some(dialogue) = &self.dialogue {
            return talk(&self.program, &self.args, dialogue);
        }
        let shown = || format!("{} {}", self.program.display(), self.args.join(" "));
        let start = Instant::now();
        let mut child = Command::new(&self.program)
            .args(&self.args)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{}: {e}", shown()))?;
        let mut output = Vec::new();
        if let Some(mut pipe) = child.stdout.take() {
            pipe.read_to_end(&mut output).map_err(|e| format!("{}: {e}", shown()))?;
        }
        let (status, cpu, resident) = wait(child.id()).map_err(|e| format!("{}: {e}", shown()))?;
        let wall = start.elapsed().as_secs_f64();
        match status {
            0 => Ok(Usage { cpu, wall, resident, output }),
            status if libc::WIFSIGNALED(status) => {
                Err(format!("{}: ended by signal {}", shown(), libc::WTERMSIG(status)))
            }
            status => Err(format!("{}: exit code {}", shown(), libc::WEXITSTATUS(status))),
        }
    }
}

/// Reaps a child; its status, the seconds of processor time and the megabytes that it used.
#[expect(unsafe_code, reason = "the standard library does not tell what a child used")]
pub(super) fn wait(id: u32) -> std::io::Result<(i32, f64, f64)> {
    let mut status = 0;
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    loop {
        // SAFETY: both pointers are to live variables of the right type, and
        // nobody else reaps this child: its handle is dropped without waiting.
        let reaped =
            unsafe { libc::wait4(id.cast_signed(), &raw mut status, 0, usage.as_mut_ptr()) };
        if reaped >= 0 {
            break;
        }
        let error = std::io::Error::last_os_error();
        if error.kind() != std::io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    // SAFETY: it was all zeroes, which is a value of this type, and wait4 filled it in.
    let usage = unsafe { usage.assume_init() };
    // Linux counts in kilobytes.
    let resident = usage.ru_maxrss as f64 * 1024.0 / 1e6;
    Ok((status, seconds(usage.ru_utime) + seconds(usage.ru_stime), resident))
}

fn seconds(time: libc::timeval) -> f64 {
    time.tv_sec as f64 + time.tv_usec as f64 / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_and_time() {
        let usage = Task::new("/bin/echo", &["a", "b c"]).run().expect("echo runs");
        assert_eq!(usage.output, b"a b c\n");
        assert!(usage.cpu < 1.0 && usage.wall > 0.0 && usage.resident > 0.0);
    }

    #[test]
    fn stack_and_arguments() {
        let usage = Task::new("/bin/echo", &["a", "b c"]).with_unlimited_stack().run();
        assert_eq!(usage.expect("echo runs").output, b"a b c\n");
    }

    #[test]
    fn failures_are_told() {
        let message = Task::new("/bin/false", &[]).run().err();
        assert_eq!(message.as_deref(), Some("/bin/false : exit code 1"));
        assert!(Task::new("/nowhere", &[]).run().is_err());
    }
}
