//! Measures our program and its peer side by side.

use super::build::{self, Places};
use super::child::{Task, Usage};
use super::suite::{Entry, Subject};

/// Seconds after which one run must do: nine of them would take too long, and
/// against runs so long the noise is small.
const PATIENCE: f64 = 30.0;

/// Our program and its peer, and what was measured so far.
pub(super) struct Contest {
    pub(super) entry: &'static Entry,
    pub(super) ours: Side,
    pub(super) theirs: Option<Side>,
}

/// One of the two.
pub(super) struct Side {
    task: Task,
    /// Whether the clock counts, rather than the processor's time.
    wall: bool,
    /// What it must print.
    output: Vec<u8>,
    /// Seconds per run, one figure a round.
    pub(super) samples: Vec<f64>,
}

impl Contest {
    /// Builds both and runs each once; they must print the same.
    pub(super) fn new(entry: &'static Entry, places: &Places) -> Result<Contest, String> {
        let wall = entry.subject != Subject::Program;
        let ours = Side::new(build::ours(entry, places)?, wall)?;
        let theirs = match entry.peer {
            Some(peer) => Some(Side::new(build::theirs(entry.name, peer, places)?, wall)?),
            None => None,
        };
        if let Some(theirs) = &theirs
            && theirs.output != ours.output
        {
            return Err(format!(
                "{}: Kont prints {:?}, the peer {:?}",
                entry.name,
                String::from_utf8_lossy(&ours.output),
                String::from_utf8_lossy(&theirs.output)
            ));
        }
        Ok(Contest { entry, ours, theirs })
    }

    /// Measures both, for at least so many seconds each. Who begins changes
    /// from round to round.
    pub(super) fn round(&mut self, number: usize, least: f64) -> Result<(), String> {
        let Some(theirs) = &mut self.theirs else { return self.ours.sample(least) };
        let (first, second) = if number.is_multiple_of(2) {
            (&mut self.ours, theirs)
        } else {
            (theirs, &mut self.ours)
        };
        first.sample(least)?;
        second.sample(least)
    }
}

impl Side {
    fn new(task: Task, wall: bool) -> Result<Side, String> {
        let Usage { cpu, wall: elapsed, output } = task.run()?;
        let time = if wall { elapsed } else { cpu };
        let samples = if time > PATIENCE { vec![time] } else { Vec::new() };
        Ok(Side { task, wall, output, samples })
    }

    fn is_slow(&self) -> bool {
        self.samples.first().is_some_and(|time| *time > PATIENCE)
    }

    /// Runs until the runs took long enough together; their mean is the
    /// sample. Nothing is subtracted for the start of the process.
    fn sample(&mut self, least: f64) -> Result<(), String> {
        if self.is_slow() {
            return Ok(());
        }
        let (mut total, mut runs) = (0.0, 0);
        while total < least {
            let Usage { cpu, wall, output } = self.task.run()?;
            if output != self.output {
                return Err(format!(
                    "{}: prints something else each time",
                    self.task.program.display()
                ));
            }
            total += if self.wall { wall } else { cpu };
            runs += 1;
        }
        self.samples.push(total / f64::from(runs));
        Ok(())
    }
}

#[cfg(test)]
impl Side {
    /// A side that was measured before.
    pub(super) fn measured(samples: &[f64]) -> Side {
        let task = Task::new("/bin/true", &[]);
        Side { task, wall: false, output: Vec::new(), samples: samples.to_vec() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_programs_are_repeated() {
        let mut side = Side::new(Task::new("/bin/true", &[]), true).expect("true runs");
        side.sample(0.02).expect("true runs");
        assert!(side.samples.len() == 1 && side.samples[0] < 0.02);
    }
}
