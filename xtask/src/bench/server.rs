//! Runs a server beside the process that makes requests to it, and measures both.

use super::child::{Task, Usage, wait};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

/// The requests of one run, all connections together.
pub(super) const REQUESTS: u32 = 300_000;

/// The time for a server to say that it listens.
const PATIENCE: Duration = Duration::from_secs(30);

/// Starts a server and has so many connections send it requests. The time on the clock is that of
/// the requests alone, and so is the server's time of the processor.
pub(super) fn run(task: &Task, connections: u32) -> Result<Usage, String> {
    let shown = task.program.display();
    let mut server = Server::start(task).map_err(|e| format!("{shown}: {e}"))?;
    let port = server.port().ok_or_else(|| format!("{shown}: does not say its port"))?;
    let myself = std::env::current_exe().map_err(|e| e.to_string())?;
    let messages = REQUESTS / connections;
    let numbers = [u32::from(port), server.child.id(), connections, messages];
    let mut load = Command::new(myself);
    load.arg("load").args(numbers.map(|number| number.to_string()));
    let ended = load.output().map_err(|e| format!("{shown}: {e}"))?;
    let told = |text: &[u8]| String::from_utf8_lossy(text).trim_end().to_owned();
    if !ended.status.success() {
        return Err(format!("{shown}, {connections} connections: {}", told(&ended.stderr)));
    }
    let output = told(&ended.stdout);
    let (wall, cpu, answers) =
        figures(&output).ok_or_else(|| format!("{shown}: no figures in {output:?}"))?;
    let resident = server.end().map_err(|e| format!("{shown}: {e}"))?;
    Ok(Usage { cpu, wall, resident, output: answers.into() })
}

/// The seconds on the clock and of the processor, and what is said before them.
fn figures(output: &str) -> Option<(f64, f64, &str)> {
    let (answers, last) = output.rsplit_once("seconds ")?;
    let (wall, cpu) = last.split_once(' ')?;
    Some((wall.parse().ok()?, cpu.parse().ok()?, answers))
}

/// A server that ends when it is not needed any more.
struct Server {
    child: Child,
    ended: bool,
}

impl Server {
    fn start(task: &Task) -> std::io::Result<Server> {
        let mut command = Command::new(&task.program);
        command.args(&task.args).stdin(Stdio::null()).stdout(Stdio::piped());
        Ok(Server { child: command.spawn()?, ended: false })
    }

    /// The number at the end of the first line that it prints.
    fn port(&mut self) -> Option<u16> {
        let output = self.child.stdout.take()?;
        let (line, first) = mpsc::channel();
        std::thread::spawn(move || {
            let mut text = String::new();
            // Without a line there is no port in it, and perhaps nobody wants it any more.
            _ = BufReader::new(output).read_line(&mut text);
            _ = line.send(text);
        });
        let text = first.recv_timeout(PATIENCE).ok()?;
        text.split_whitespace().next_back()?.parse().ok()
    }

    /// Ends it, and gives the megabytes that it had in memory at most.
    fn end(&mut self) -> std::io::Result<f64> {
        self.child.kill()?;
        self.ended = true;
        let (_, _, resident) = wait(self.child.id())?;
        Ok(resident)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if !self.ended {
            // What is wrong with it has been told.
            _ = self.end();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_say_their_port_and_end() {
        let script = "echo listening on port 1234; exec sleep 1000";
        let mut server = Server::start(&Task::new("/bin/sh", &["-c", script])).expect("a shell");
        assert_eq!(server.port(), Some(1234));
        assert!(server.end().is_ok_and(|megabytes| megabytes > 0.0));
        let mut server = Server::start(&Task::new("/bin/true", &[])).expect("a process");
        assert_eq!(server.port(), None);
    }

    #[test]
    fn two_figures_and_a_text() {
        let found = figures("3 answers\nseconds 1.500000 0.25");
        assert_eq!(found, Some((1.5, 0.25, "3 answers\n")));
        assert_eq!(figures("3 answers"), None);
    }
}
