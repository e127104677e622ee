//! What the collector did.

use std::fmt;
use std::time::Duration;

/// Counters of a runtime since its start.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    /// Bytes allocated, in the nursery and outside.
    pub allocated: u64,
    /// Minor collections.
    pub minors: u64,
    /// Major collections.
    pub majors: u64,
    /// Bytes copied by both.
    pub copied: u64,
    /// Time spent collecting.
    pub pause_total: Duration,
    /// The longest collection.
    pub pause_max: Duration,
    /// Bytes the heap has now: nursery, old generation, large objects.
    pub heap: usize,
    /// The most it had after a collection.
    pub heap_peak: usize,
    /// Bytes of the nursery now.
    pub nursery: usize,
}

impl Statistics {
    pub(crate) fn pause(&mut self, time: Duration) {
        self.pause_total += time;
        self.pause_max = self.pause_max.max(time);
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mib = |bytes: u64| bytes as f64 / f64::from(1 << 20);
        writeln!(f, "allocated   {:>12.1} MiB", mib(self.allocated))?;
        writeln!(f, "copied      {:>12.1} MiB", mib(self.copied))?;
        writeln!(
            f,
            "heap        {:>12.1} MiB, at most {:.1}",
            mib(self.heap as u64),
            mib(self.heap_peak as u64)
        )?;
        writeln!(f, "nursery     {:>12.1} MiB", mib(self.nursery as u64))?;
        writeln!(f, "collections {:>12} minor, {} major", self.minors, self.majors)?;
        let (total, max) = (self.pause_total.as_secs_f64(), self.pause_max.as_secs_f64());
        writeln!(f, "pauses      {:>12.3} ms, longest {:.3}", total * 1e3, max * 1e3)
    }
}
