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

/// One of them.
pub(super) struct Side {
    task: Task,
    /// True if the clock counts, rather than the processor's time.
    pub(super) wall: bool,
    /// The output that it must have.
    output: Vec<u8>,
    /// Seconds per run, one figure a round.
    pub(super) samples: Vec<f64>,
    /// The processor's time, likewise.
    pub(super) cpu: Vec<f64>,
}

impl Contest {
    /// Builds all and runs each once; they must print the same.
    pub(super) fn new(entry: &'static Entry, places: &Places) -> Result<Contest, String> {
        let wall = matches!(entry.subject, Subject::Run | Subject::Compile(_));
        let ours = Side::new(build::ours(entry, places)?, wall)?;
        let mut theirs = Vec::new();
        for peer in entry.peers {
            let side = Side::new(build::theirs(entry, *peer, places)?, wall)?;
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
    fn new(task: Task, wall: bool) -> Result<Side, String> {
        let Usage { cpu, wall: elapsed, output } = task.run()?;
        let time = if wall { elapsed } else { cpu };
        let once = if cpu > PATIENCE { 1 } else { 0 };
        Ok(Side { task, wall, output, samples: vec![time; once], cpu: vec![cpu; once] })
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
        let (mut total, mut busy, mut runs) = (0.0, 0.0, 0);
        while total < least {
            let Usage { cpu, wall, output } = self.task.run()?;
            if output != self.output {
                return Err(format!(
                    "{}: prints something else each time",
                    self.task.program.display()
                ));
            }
            total += if self.wall { wall } else { cpu };
            busy += cpu;
            runs += 1;
        }
        self.samples.push(total / f64::from(runs));
        self.cpu.push(busy / f64::from(runs));
        Ok(())
    }
}

#[cfg(test)]
impl Side {
    /// A side that was measured before.
    pub(super) fn measured(samples: &[f64]) -> Side {
        let task = Task::new("/bin/true", &[]);
        Side {
            task,
            wall: false,
            output: Vec::new(),
            samples: samples.to_vec(),
            cpu: samples.to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_programs_are_repeated() {
        let mut side = Side::new(Task::new("/bin/true", &[]), false).expect("true runs");
        side.sample(0.02).expect("true runs");
        assert!(side.samples.len() == 1 && side.samples[0] < 0.02);
    }
}
