//! Talks to an interactive system through pipes, and times its answers.
//!
//! Each system writes its answers as soon as it has them, also where nobody types: SML/NJ,
//! Poly/ML and Kont alike. An answer is a line with `val it = `.

use super::super::child::{Usage, wait};
use super::super::stats::median;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};

/// The longest time to wait for an answer.
const PATIENCE: Duration = Duration::from_secs(600);

/// What begins an answer.
const ANSWER: &str = "val it = ";

/// What is typed, and the number of answers to it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ask {
    pub(super) text: String,
    pub(super) answers: usize,
}

/// A conversation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Dialogue {
    /// The number of processes that are started, each of which is asked all.
    pub(super) starts: usize,
    /// True if the start of the process is part of the time of the first answer.
    pub(super) from_start: bool,
    /// What is not timed.
    pub(super) before: Vec<Ask>,
    pub(super) asks: Vec<Ask>,
}

/// Has a conversation with a system: its answers to what was timed are the output, one a line; the
/// time is the median of what each took.
pub(crate) fn talk(program: &Path, args: &[String], dialogue: &Dialogue) -> Result<Usage, String> {
    let (mut times, mut answers) = (Vec::new(), String::new());
    let (mut cpu, mut resident) = (0.0, 0.0_f64);
    for _ in 0..dialogue.starts {
        let mut begun = Instant::now();
        let mut system = System::start(program, args)?;
        answers.clear();
        for ask in &dialogue.before {
            system.ask(ask)?;
        }
        for ask in &dialogue.asks {
            if !dialogue.from_start {
                begun = Instant::now();
            }
            answers += &system.ask(ask)?;
            answers.push('\n');
            times.push(begun.elapsed().as_secs_f64());
        }
        let (busy, most) = system.end()?;
        cpu += busy;
        resident = resident.max(most);
    }
    Ok(Usage { cpu, wall: median(&times), resident, output: answers.into_bytes() })
}

/// An interactive system that runs.
struct System {
    shown: String,
    child: Child,
    stdin: Option<ChildStdin>,
    /// What it writes; nothing at the end.
    written: Receiver<Vec<u8>>,
    ended: bool,
}

impl System {
    fn start(program: &Path, args: &[String]) -> Result<System, String> {
        let shown = format!("{} {}", program.display(), args.join(" "));
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|e| format!("{shown}: {e}"))?;
        let (sender, written) = channel();
        if let Some(stdout) = child.stdout.take() {
            listen(stdout, sender.clone());
        }
        if let Some(stderr) = child.stderr.take() {
            listen(stderr, sender);
        }
        let stdin = child.stdin.take();
        Ok(System { shown, child, stdin, written, ended: false })
    }

    /// Types something and waits for its last answer, which is given without its type.
    fn ask(&mut self, ask: &Ask) -> Result<String, String> {
        let wrong = |what: &str| {
            let head: String = ask.text.chars().take(60).collect();
            format!("{}: {what} to {head:?}", self.shown)
        };
        let sent = self.stdin.as_mut().map(|stdin| stdin.write_all(ask.text.as_bytes()));
        if sent.is_none_or(|sent| sent.is_err()) {
            return Err(wrong("does not listen"));
        }
        let deadline = Instant::now() + PATIENCE;
        let mut heard = Heard { lines: Vec::new(), left: ask.answers };
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let Ok(more) = self.written.recv_timeout(left) else {
                let end = String::from_utf8_lossy(&heard.lines);
                return Err(format!("{}, but {end:?}", wrong("gives no answer")));
            };
            if let Some(answer) = heard.add(&more) {
                return Ok(answer);
            }
        }
    }

    /// Ends it, and gives its time of the processor and its megabytes.
    fn end(&mut self) -> Result<(f64, f64), String> {
        self.stdin = None;
        let ended = wait(self.child.id());
        self.ended = true;
        let (_, cpu, resident) = ended.map_err(|e| format!("{}: {e}", self.shown))?;
        Ok((cpu, resident))
    }
}

impl Drop for System {
    fn drop(&mut self) {
        if !self.ended {
            // What is wrong with it has been told.
            _ = self.child.kill();
            _ = self.child.wait();
        }
    }
}

/// Sends on what is written.
fn listen(mut from: impl Read + Send + 'static, to: Sender<Vec<u8>>) {
    std::thread::spawn(move || {
        let mut buffer = [0; 65_536];
        while let Ok(count) = from.read(&mut buffer) {
            if count == 0 || to.send(buffer[..count].to_vec()).is_err() {
                break;
            }
        }
    });
}

/// What was heard since something was asked.
struct Heard {
    /// The last lines; the last one may have no end yet.
    lines: Vec<u8>,
    /// The answers to come.
    left: usize,
}

impl Heard {
    /// The bytes of old lines that are kept for a message.
    const KEPT: usize = 2_000;

    /// Hears more; gives the last answer when it is whole.
    fn add(&mut self, more: &[u8]) -> Option<String> {
        for line in more.split_inclusive(|byte| *byte == b'\n') {
            self.lines.extend(line);
            if line.ends_with(b"\n") {
                let start = self.lines[..self.lines.len() - 1].iter().rposition(|c| *c == b'\n');
                let whole = String::from_utf8_lossy(&self.lines[start.map_or(0, |at| at + 1)..]);
                if let Some((_, answer)) = whole.split_once(ANSWER) {
                    self.left -= 1;
                    if self.left == 0 {
                        let value = answer.split_once(':').map_or(answer, |(value, _)| value);
                        return Some(value.trim().to_owned());
                    }
                }
                if self.lines.len() > Heard::KEPT {
                    self.lines.clear();
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_whole_lines() {
        let hear = |left, parts: &[&str]| {
            let mut heard = Heard { lines: Vec::new(), left };
            parts.iter().find_map(|part| heard.add(part.as_bytes()))
        };
        assert_eq!(hear(1, &["- val it = 12"]), None);
        assert_eq!(hear(1, &["- val i", "t = 12 : int", "\n- "]).as_deref(), Some("12"));
        assert_eq!(
            hear(2, &["a\n> val it = (): unit\n", "> val it = ~3: int\n"]).as_deref(),
            Some("~3")
        );
    }

    #[test]
    fn a_conversation() {
        let script = "while read line; do echo \"- val it = $line : int\"; done";
        let ask = |text: &str| Ask { text: format!("{text}\n"), answers: 1 };
        let dialogue = Dialogue {
            starts: 2,
            from_start: false,
            before: vec![ask("1")],
            asks: vec![ask("2"), ask("3")],
        };
        let args = ["-c".to_owned(), script.to_owned()];
        let talked = talk(Path::new("/bin/sh"), &args, &dialogue).expect("a shell");
        assert_eq!(talked.output, b"2\n3\n");
        assert!(talked.wall > 0.0 && talked.wall < 5.0);
        let mute = ["-c".to_owned(), "exit 0".to_owned()];
        assert!(talk(Path::new("/bin/sh"), &mute, &dialogue).is_err());
    }
}
