//! The settings of the runtime, from the environment and from the machine.

use crate::heap::{NURSERY_MIN, nursery_max};
use std::fs;

/// Settings of a runtime.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// Most bytes that the heap may take from the system, copies in progress included.
    pub heap_max: usize,
    /// Bytes of the nursery at the start.
    pub nursery: usize,
    /// Bytes of a nursery that stays in the caches.
    pub cached: usize,
    /// Collect at every check that follows an allocation; a major collection every 64th time.
    pub stress: bool,
    /// Walk the heap after every collection.
    pub sanity: bool,
    /// Print statistics at the end.
    pub stats: bool,
    /// It is somebody else's turn at one in so many checks; 0 for never.
    pub turns: u64,
}

/// Least bytes of a heap.
const HEAP_MIN: usize = 8 << 20;
/// Bytes of the nursery, unless told otherwise, or the caches are small.
const NURSERY: usize = 4 << 20;
/// A nursery of more bytes than this is taken to be outside the caches: they are others' as well.
const CACHED_MOST: usize = 16 << 20;
/// Checks between two turns if a seed decides about them, which a clock would disturb.
const SEEDED_TURNS: u64 = 1000;
/// Taken for the machine's memory where it is not known.
const MEMORY: usize = 4 << 30;

impl Default for Config {
    /// Four fifths of the memory of the machine or its control group.
    fn default() -> Config {
        let heap_max = (memory() / 5 * 4).max(HEAP_MIN);
        let cached = cached(last_cache());
        let nursery = NURSERY.min(cached);
        Config { heap_max, nursery, cached, stress: false, sanity: false, stats: false, turns: 0 }
    }
}

impl Config {
    /// The default, changed by `KONT_HEAP_MAX`, `KONT_NURSERY`, `KONT_GC_STRESS`,
    /// `KONT_SANITY`, `KONT_STATS`, `KONT_PREEMPT_STRESS` and `KONT_SCHED_SEED`. What `--heap-max`
    /// says, if anything, goes first.
    ///
    /// # Errors
    /// Returns an error if a setting cannot be read or followed.
    pub fn from_env(heap_max: Option<u64>) -> Result<Config, String> {
        let var = |name: &str| std::env::var_os(name).map(|text| text.to_string_lossy().into());
        Config::from_vars(var, heap_max)
    }

    /// As [`Config::from_env`], with another environment.
    pub fn from_vars(
        var: impl Fn(&str) -> Option<String>,
        heap_max: Option<u64>,
    ) -> Result<Config, String> {
        let size = |name: &str| {
            let parse = |text: String| {
                parse_size(&text)
                    .ok_or_else(|| format!("{name}: `{text}` is not a size such as 512M"))
            };
            var(name).map(parse).transpose()
        };
        let flag = |name: &str| match var(name).as_deref() {
            None | Some("" | "0") => Ok(false),
            Some("1") => Ok(true),
            Some(text) => Err(format!("{name}: `{text}` is neither 0 nor 1")),
        };
        // At every check, the function that takes turns would never come to its end.
        let usual = if has_seed(var("KONT_SCHED_SEED").as_deref())? { SEEDED_TURNS } else { 0 };
        let turns = match var("KONT_PREEMPT_STRESS").as_deref() {
            None | Some("" | "0") => Ok(usual),
            Some(text) => text.parse().ok().filter(|n| *n >= 2).ok_or_else(|| {
                format!("KONT_PREEMPT_STRESS: `{text}` is not a number of at least 2")
            }),
        };
        let default = Config::default();
        let (source, heap_max) = match heap_max {
            Some(bytes) => ("--heap-max", Some(usize::try_from(bytes).unwrap_or(usize::MAX))),
            None => ("KONT_HEAP_MAX", size("KONT_HEAP_MAX")?),
        };
        let heap_max = within(source, heap_max, HEAP_MIN, usize::MAX)?.unwrap_or(default.heap_max);
        let most = nursery_max(heap_max, 1);
        let nursery = within("KONT_NURSERY", size("KONT_NURSERY")?, NURSERY_MIN, most)?;
        Ok(Config {
            heap_max,
            nursery: nursery.unwrap_or(default.nursery).next_multiple_of(1 << 20),
            cached: default.cached,
            stress: flag("KONT_GC_STRESS")?,
            sanity: flag("KONT_SANITY")?,
            stats: flag("KONT_STATS")?,
            turns: turns?,
        })
    }
}

/// True for a seed, false for none. The program's scheduler reads the number.
fn has_seed(text: Option<&str>) -> Result<bool, String> {
    match text {
        None | Some("") => Ok(false),
        Some(text) if text.parse::<u64>().is_ok() => Ok(true),
        Some(text) => Err(format!("KONT_SCHED_SEED: `{text}` is not a number")),
    }
}

/// Refuses a size that cannot be followed.
fn within(
    name: &str,
    bytes: Option<usize>,
    least: usize,
    most: usize,
) -> Result<Option<usize>, String> {
    match bytes {
        Some(bytes) if bytes < least => Err(format!("{name}: at least {}M", least >> 20)),
        Some(bytes) if bytes > most => {
            Err(format!("{name}: at most {}M in a heap of this size", most >> 20))
        }
        Some(_) | None => Ok(bytes),
    }
}

/// A number of bytes, with `K`, `M`, `G` or `T` for powers of 1024.
pub fn parse_size(text: &str) -> Option<usize> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" | "B" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        "T" | "TB" | "TIB" => 40,
        _ => return None,
    };
    digits.parse::<usize>().ok()?.checked_mul(1 << shift)
}

/// Bytes of a nursery that stays in a last cache of so many bytes, if its size is known.
fn cached(last_cache: Option<usize>) -> usize {
    last_cache.map_or(NURSERY, |bytes| (bytes / 2).clamp(NURSERY_MIN, CACHED_MOST) >> 20 << 20)
}

/// Bytes of the last cache of the processor.
fn last_cache() -> Option<usize> {
    let levels = [libc::_SC_LEVEL3_CACHE_SIZE, libc::_SC_LEVEL2_CACHE_SIZE];
    // SAFETY: a question that changes nothing.
    let mut sizes = levels.iter().map(|level| unsafe { libc::sysconf(*level) });
    sizes.find(|bytes| *bytes > 0).map(|bytes| bytes as usize)
}

/// Bytes of memory that this process may use.
fn memory() -> usize {
    let physical = fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
        line.split_whitespace().nth(1)?.parse::<usize>().ok()?.checked_mul(1024)
    });
    let limits = [physical, control_group()];
    limits.into_iter().flatten().min().unwrap_or(MEMORY)
}

/// The least memory limit of the control group and those above it.
fn control_group() -> Option<usize> {
    let read = |path: &str| fs::read_to_string(path).ok()?.trim().parse::<usize>().ok();
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let mut path = groups.lines().find_map(|line| line.strip_prefix("0::")).unwrap_or("/");
    let mut least = read("/sys/fs/cgroup/memory/memory.limit_in_bytes");
    loop {
        let limit = read(&format!("/sys/fs/cgroup{}/memory.max", path.trim_end_matches('/')));
        least = least.into_iter().chain(limit).min();
        match path.rfind('/') {
            Some(slash) if !path.is_empty() => path = &path[..slash],
            _ => return least,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nursery_is_half_of_the_last_cache() {
        let sizes = [None, Some(1 << 20), Some(6 << 20), Some(12 << 20), Some(400 << 20)];
        assert_eq!(sizes.map(|size| cached(size) >> 20), [4, 2, 3, 6, 16]);
    }

    #[test]
    fn sizes() {
        let cases = [
            ("17", Some(17)),
            ("4K", Some(4096)),
            ("512m", Some(512 << 20)),
            ("2GiB", Some(2 << 30)),
        ];
        for (text, bytes) in cases {
            assert_eq!(parse_size(text), bytes, "{text}");
        }
        for bad in ["", "M", "-1", "1.5G", "3X", "99999999999999T"] {
            assert_eq!(parse_size(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_environment_changes_the_default() {
        let vars = |name: &str| match name {
            "KONT_HEAP_MAX" => Some("64M".to_string()),
            "KONT_NURSERY" => Some("3M".to_string()),
            "KONT_GC_STRESS" => Some("1".to_string()),
            "KONT_SANITY" => Some("0".to_string()),
            "KONT_PREEMPT_STRESS" => Some("3".to_string()),
            _ => None,
        };
        let config = Config::from_vars(vars, None).unwrap();
        let expected = Config {
            heap_max: 64 << 20,
            nursery: 3 << 20,
            cached: Config::default().cached,
            stress: true,
            sanity: false,
            stats: false,
            turns: 3,
        };
        assert_eq!(config, expected);
        assert_eq!(Config::from_vars(vars, Some(32 << 20)).unwrap().heap_max, 32 << 20);
    }

    #[test]
    fn a_seed_counts_checks_instead_of_time() {
        let turns = |stress: &str| {
            let var = |name: &str| match name {
                "KONT_SCHED_SEED" => Some("7".to_string()),
                "KONT_PREEMPT_STRESS" => Some(stress.to_string()),
                _ => None,
            };
            Config::from_vars(var, None).unwrap().turns
        };
        assert_eq!(turns(""), SEEDED_TURNS);
        assert_eq!(turns("3"), 3);
    }

    #[test]
    fn what_cannot_be_followed_is_refused() {
        let error = |name: &'static str, text: &str| {
            Config::from_vars(|n| (n == name).then(|| text.to_string()), None).unwrap_err()
        };
        let cases = [
            ("KONT_HEAP_MAX", "lots", "`lots` is not a size such as 512M"),
            ("KONT_HEAP_MAX", "0", "at least 8M"),
            ("KONT_HEAP_MAX", "8191K", "at least 8M"),
            ("KONT_NURSERY", "0", "at least 2M"),
            ("KONT_NURSERY", "65M", "at most 64M in a heap of this size"),
            ("KONT_GC_STRESS", "yes", "`yes` is neither 0 nor 1"),
            ("KONT_SANITY", "2", "`2` is neither 0 nor 1"),
            ("KONT_STATS", " ", "` ` is neither 0 nor 1"),
            ("KONT_PREEMPT_STRESS", "1", "`1` is not a number of at least 2"),
            ("KONT_PREEMPT_STRESS", "some", "`some` is not a number of at least 2"),
            ("KONT_SCHED_SEED", "-1", "`-1` is not a number"),
        ];
        for (name, text, why) in cases {
            assert_eq!(error(name, text), format!("{name}: {why}"));
        }
        assert!(Config::from_vars(|_| Some(String::new()), Some(1 << 30)).is_err());
        let nursery = |n: &str| (n == "KONT_NURSERY").then(|| "8M".to_string());
        let error = Config::from_vars(nursery, Some(32 << 20)).unwrap_err();
        assert_eq!(error, "KONT_NURSERY: at most 4M in a heap of this size");
        let error = Config::from_vars(|_| None, Some(1)).unwrap_err();
        assert_eq!(error, "--heap-max: at least 8M");
    }

    #[test]
    fn the_default_fits_the_machine() {
        assert!(Config::default().heap_max >= HEAP_MIN);
        assert!(Config::default().heap_max <= memory());
    }
}
