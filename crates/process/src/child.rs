//! Programs that the command starts.

use crate::signal;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Command, Output, Stdio};

/// Runs a program to its end and gives what it wrote. A signal to the command
/// ends the program and those that it started: they are a process group.
///
/// # Errors
/// Fails if it cannot be started.
pub fn output(command: &mut Command) -> io::Result<Output> {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let child = command.spawn()?;
    signal::note_child(i32::try_from(child.id()).unwrap_or(0));
    let output = child.wait_with_output();
    signal::note_child(0);
    output
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn output_of_both_kinds() {
        let ended = output(Command::new("sh").args(["-c", "cat; echo a; echo b >&2"])).unwrap();
        assert_eq!((ended.stdout, ended.stderr), (b"a\n".to_vec(), b"b\n".to_vec()));
        assert!(output(&mut Command::new("/nonexistent/program")).is_err());
    }
}
