//! Counters of the collector's work.

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
    /// Global cells that minor collections looked at.
    pub cells: u64,
    /// Time spent collecting.
    pub pause_total: Duration,
    /// The longest collection.
    pub pause_max: Duration,
    /// Time since a unit first ran.
    pub time: Duration,
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

    /// The part of the time that was spent collecting, 0 to 1.
    pub fn pause_share(&self) -> f64 {
        if self.time.is_zero() {
            return 0.0;
        }
        (self.pause_total.as_secs_f64() / self.time.as_secs_f64()).min(1.0)
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Whole numbers: what writes others is larger than all else that a small program has.
        let mib = |bytes: u64| Decimal { units: tenths(bytes.into(), 1 << 20), digits: 1 };
        writeln!(f, "allocated   {:>12} MiB", mib(self.allocated))?;
        writeln!(f, "copied      {:>12} MiB", mib(self.copied))?;
        writeln!(
            f,
            "heap        {:>12} MiB, at most {}",
            mib(self.heap as u64),
            mib(self.heap_peak as u64)
        )?;
        writeln!(f, "nursery     {:>12} MiB", mib(self.nursery as u64))?;
        writeln!(f, "collections {:>12} minor, {} major", self.minors, self.majors)?;
        let ms = |time: Duration| Decimal { units: (time.as_nanos() + 500) / 1000, digits: 3 };
        let share = tenths(self.pause_total.min(self.time).as_nanos() * 100, self.time.as_nanos());
        writeln!(
            f,
            "pauses      {:>12} ms, longest {}, {} % of the time",
            ms(self.pause_total),
            ms(self.pause_max),
            Decimal { units: share, digits: 1 }
        )?;
        writeln!(f, "time        {:>12} ms", ms(self.time))
    }
}

/// The tenths of a quotient, rounded; of nothing, none.
fn tenths(number: u128, by: u128) -> u128 {
    (number * 10 + by / 2).checked_div(by).unwrap_or(0)
}

/// A number with so many digits behind the point.
struct Decimal {
    units: u128,
    digits: usize,
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = format!("{:0least$}", self.units as u64, least = self.digits + 1);
        text.insert(text.len() - self.digits, '.');
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_of_pauses() {
        let mut stats = Statistics::default();
        assert_eq!(stats.pause_share(), 0.0);
        stats.pause(Duration::from_millis(30));
        stats.pause(Duration::from_millis(20));
        stats.time = Duration::from_millis(200);
        assert_eq!(stats.pause_share(), 0.25);
        let text = stats.to_string();
        assert!(text.contains("50.000 ms, longest 30.000, 25.0 % of the time"), "{text}");
    }
}
