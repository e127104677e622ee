//! Measures our program and its peers side by side.

use super::build::{self, Places};
use super::child::{Task, Usage};
use super::suite::{Entry, Subject};

/// Seconds of processor time after which one run must do: nine of them would take too long, and
/// against runs so long the noise is small.
const PATIENCE: f64 = 30.0;

/// Our program and its peers, and what was measured so far.
pub(super) struct Contest {
    pub(super) entry: &'static Entry,
    pub(super) ours: Side,
    /// One for each peer of the entry, in the same order.
    pub(super) theirs: Vec<Side>,
}

/// The time that counts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Clock {
    /// The processor's.
    Processor,
    /// That on the wall.
    Wall,
    /// What the program prints in its last line, after this word.
    Own,
    /// That on the wall, of the answers of an interactive system.
    Answer,
}

/// The word before the figure of a program that measures its own work.
const FIGURE: &str = "microseconds ";

/// One of them.
pub(super) struct Side {
    task: Task,
    pub(super) clock: Clock,
    /// The output that it must have.
    output: Vec<u8>,
    /// Seconds per run, one figure a round.
    pub(super) samples: Vec<f64>,
    /// The processor's time, likewise.
    pub(super) cpu: Vec<f64>,
    /// The megabytes that it had in memory, likewise.
    pub(super) resident: Vec<f64>,
}

impl Contest {
    /// Builds all and runs each once; they must print the same.
    pub(super) fn new(entry: &'static Entry, places: &Places) -> Result<Contest, String> {
        let clock = match entry.subject {
            Subject::Run | Subject::Compile(_) | Subject::Server(_) => Clock::Wall,
            Subject::Control => Clock::Own,
            Subject::Repl(_) => Clock::Answer,
            Subject::Program
            | Subject::Sml
            | Subject::Basis
            | Subject::Scheme
            | Subject::Cogent(_) => Clock::Processor,
        };
        let ours = Side::new(build::ours(entry, places)?, clock)?;
        let mut theirs = Vec::new();
        for peer in entry.peers {
            let side = Side::new(build::theirs(entry, *peer, places)?, clock)?;
            if side.output != ours.output {
                return Err(format!(
                    "{}: Kont prints {:?}, {} {:?}",
                    entry.name,
                    String::from_utf8_lossy(&ours.output),
                    peer.name(),
                    String::from_utf8_lossy(&side.output)
                ));
            }
            theirs.push(side);
        }
        Ok(Contest { entry, ours, theirs })
    }

    /// Measures all, for at least so many seconds each. Who begins changes
    /// from round to round.
    pub(super) fn round(&mut self, number: usize, least: f64) -> Result<(), String> {
        let mut sides: Vec<&mut Side> = Vec::with_capacity(1 + self.theirs.len());
        sides.push(&mut self.ours);
        sides.extend(&mut self.theirs);
        let count = sides.len();
        sides.rotate_left(number % count);
        sides.into_iter().try_for_each(|side| side.sample(least))
    }
}

impl Side {
    fn new(task: Task, clock: Clock) -> Result<Side, String> {
        let Run { time, cpu, resident, output } = run(&task, clock)?;
        let once = if cpu > PATIENCE { 1 } else { 0 };
        Ok(Side {
            task,
            clock,
            output,
            samples: vec![time; once],
            cpu: vec![cpu; once],
            resident: vec![resident; once],
        })
    }

    fn is_slow(&self) -> bool {
        self.cpu.first().is_some_and(|time| *time > PATIENCE)
    }

    /// Runs until the runs took long enough together; their mean is the
    /// sample. Nothing is subtracted for the start of the process.
    fn sample(&mut self, least: f64) -> Result<(), String> {
        if self.is_slow() {
            return Ok(());
        }
        let (mut total, mut busy, mut most, mut runs) = (0.0, 0.0, 0.0_f64, 0);
        // An interactive system answers often within one run, of which the time is the median.
        let least = if self.clock == Clock::Answer { f64::MIN_POSITIVE } else { least };
        while total < least {
            let Run { time, cpu, resident, output } = run(&self.task, self.clock)?;
            if output != self.output {
                return Err(format!(
                    "{}: prints something else each time",
                    self.task.program.display()
                ));
            }
            total += time;
            busy += cpu;
            most = most.max(resident);
            runs += 1;
        }
        self.samples.push(total / f64::from(runs));
        self.cpu.push(busy / f64::from(runs));
        self.resident.push(most);
        Ok(())
    }
}

/// One run: the time that counts, the processor's time, megabytes, and the output but for the
/// program's own figure.
struct Run {
    time: f64,
    cpu: f64,
    resident: f64,
    output: Vec<u8>,
}

fn run(task: &Task, clock: Clock) -> Result<Run, String> {
    let Usage { cpu, wall, resident, output } = task.run()?;
    let (time, output) = match clock {
        Clock::Processor => (cpu, output),
        Clock::Wall | Clock::Answer => (wall, output),
        Clock::Own => figure(&output)
            .ok_or_else(|| format!("{}: does not say its time", task.program.display()))?,
    };
    Ok(Run { time, cpu, resident, output })
}

/// The seconds in the last line of an output, and what stands before.
fn figure(output: &[u8]) -> Option<(f64, Vec<u8>)> {
    let text = std::str::from_utf8(output).ok()?;
    let (before, last) = text.rsplit_once(FIGURE)?;
    let microseconds: f64 = last.trim_end().parse().ok()?;
    // A time of nothing would be repeated without end.
    Some((microseconds.max(1.0) / 1e6, before.as_bytes().to_vec()))
}

#[cfg(test)]
impl Side {
    /// A side that was measured before.
    pub(super) fn measured(samples: &[f64]) -> Side {
        let task = Task::new("/bin/true", &[]);
        Side {
            task,
            clock: Clock::Processor,
            output: Vec::new(),
            samples: samples.to_vec(),
            cpu: samples.to_vec(),
            resident: vec![300.0; samples.len()],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_programs_are_repeated() {
        let mut side = Side::new(Task::new("/bin/true", &[]), Clock::Processor).expect("true runs");
        side.sample(0.02).expect("true runs");
        assert!(side.samples.len() == 1 && side.samples[0] < 0.02);
    }

    #[test]
    fn programs_say_their_own_time() {
        let task = Task::new("/bin/echo", &["7\nmicroseconds", "1500000"]);
        let run = run(&task, Clock::Own).expect("echo says a time");
        assert_eq!((run.time, run.output.as_slice()), (1.5, b"7\n".as_slice()));
        assert!(super::run(&Task::new("/bin/echo", &["7"]), Clock::Own).is_err());
    }
}
