//! Counters of the collector's work.

use std::fmt;
use std::time::Duration;

/// The classes of pauses: the bound of each in microseconds, and how it is written.
const CLASSES: [(u128, &str); 9] = [
    (100, "0.1"),
    (300, "0.3"),
    (1_000, "1"),
    (3_000, "3"),
    (10_000, "10"),
    (30_000, "30"),
    (100_000, "100"),
    (300_000, "300"),
    (1_000_000, "1000"),
];

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
    /// Bytes of the objects that were marked and scanned where they are.
    pub marked: u64,
    /// Global cells that minor collections looked at.
    pub cells: u64,
    /// Time spent collecting.
    pub pause_total: Duration,
    /// The longest collection.
    pub pause_max: Duration,
    /// Collections by their time: those below 0.1, 0.3, 1, 3, 10, 30, 100, 300 and 1000 ms that are
    /// in no class before, and all others.
    pub pauses: [u64; CLASSES.len() + 1],
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
        let class = CLASSES.iter().position(|(bound, _)| time.as_micros() < *bound);
        self.pauses[class.unwrap_or(CLASSES.len())] += 1;
    }

    /// How many pauses there were of each class that has some.
    fn classes(&self) -> String {
        let bounds = CLASSES.iter().map(|(_, bound)| format!("below {bound}"));
        let names = bounds.chain(["longer".to_string()]);
        let classes = self.pauses.iter().zip(names).filter(|(count, _)| **count > 0);
        classes.map(|(count, name)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
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
        writeln!(f, "marked      {:>12} MiB", mib(self.marked))?;
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
        if self.pauses.iter().any(|count| *count > 0) {
            writeln!(f, "by ms       {:>12}", self.classes())?;
        }
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

    #[test]
    fn pauses_by_their_time() {
        let mut stats = Statistics::default();
        assert!(!stats.to_string().contains("by ms"));
        for micros in [99, 100, 299, 300, 30_000, 999_999, 1_000_000, 13_000_000] {
            stats.pause(Duration::from_micros(micros));
        }
        let classes = "1 below 0.1, 2 below 0.3, 1 below 1, 1 below 100, 1 below 1000, 2 longer";
        assert_eq!(stats.classes(), classes);
        assert!(stats.to_string().contains(classes));
    }
}
