//! The choice of programs, and the number of rounds.

use super::suite::{Bar, Entry, SUITE};

/// Rounds of a run that counts.
const ROUNDS: usize = 9;

/// The options of the command line.
#[derive(Debug, PartialEq)]
pub(super) struct Options {
    /// Names; all if empty.
    only: Vec<String>,
    pub(super) rounds: usize,
    /// Seconds that a program runs in a round, at least.
    pub(super) least: f64,
}

impl Options {
    /// Reads `--only NAME,...`, `--rounds N`, `--quick`.
    pub(super) fn parse(args: &[String]) -> Result<Options, String> {
        let mut options = Options { only: Vec::new(), rounds: ROUNDS, least: 0.2 };
        let mut args = args.iter();
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or_else(|| format!("{arg} what?"));
            match arg.as_str() {
                "--only" => options.only.extend(value()?.split(',').map(str::to_owned)),
                "--rounds" => {
                    let text = value()?;
                    let rounds = text.parse().ok().filter(|rounds| *rounds > 0);
                    options.rounds = rounds.ok_or_else(|| format!("--rounds {text}: no number"))?;
                }
                "--quick" => (options.rounds, options.least) = (3, 0.0),
                _ => {
                    return Err(format!("{arg}: what is that? --only NAME,... --rounds N --quick"));
                }
            }
        }
        // A run of nothing is no run.
        options.least = options.least.max(f64::MIN_POSITIVE);
        let unknown = |asked: &&String| !SUITE.iter().any(|entry| selects(asked, entry.name));
        match options.only.iter().find(unknown) {
            Some(name) => Err(format!("{name}: there is no such program")),
            None => Ok(options),
        }
    }

    /// The programs to be measured: those asked for, and those that they are compared with.
    pub(super) fn entries(&self) -> impl Iterator<Item = &'static Entry> {
        SUITE.iter().filter(|entry| {
            let asked = |name: &str| self.only.iter().any(|asked| selects(asked, name));
            let compared = |other: &Entry| {
                asked(other.name)
                    && other
                        .bars
                        .iter()
                        .any(|bar| matches!(bar, Bar::Against(name, _) if *name == entry.name))
            };
            self.only.is_empty() || asked(entry.name) || SUITE.iter().any(compared)
        })
    }

    /// True if the sizes of freestanding code are wanted: with all programs, or those in Cogent.
    pub(super) fn wants_sizes(&self) -> bool {
        self.only.is_empty() || self.only.iter().any(|asked| asked == "cogent")
    }

    /// True if the result is one to keep.
    pub(super) fn is_whole(&self) -> bool {
        self.only.is_empty() && self.rounds >= ROUNDS
    }
}

/// True if a word stands for a program: its name, or a folder it is in.
fn selects(word: &str, name: &str) -> bool {
    word == name
        || name.strip_prefix(word).is_some_and(|rest| rest.starts_with('/'))
        || name.rsplit('/').skip(1).any(|folder| folder == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Options, String> {
        Options::parse(&text.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    fn names(text: &str) -> Vec<&str> {
        parse(text).expect("good options").entries().map(|entry| entry.name).collect()
    }

    #[test]
    fn selections() {
        assert_eq!(names("--only fib,sum"), ["fib", "sum"]);
        assert_eq!(names("--only deep1m"), ["deep1k", "deep1m"]);
        assert_eq!(names("").len(), SUITE.len());
        assert_eq!(names("--only sml").len(), 15);
        assert_eq!(names("--only sml/tak"), ["sml/tak"]);
        assert_eq!(names("--only echo"), ["control/echo/10000", "control/echo/100"]);
        assert_eq!(names("--only control/echo/100"), ["control/echo/100"]);
        assert_eq!(names("--only control").len(), 9);
    }

    #[test]
    fn only_whole_runs_are_kept() {
        assert!(parse("").is_ok_and(|options| options.is_whole()));
        assert!(parse("--rounds 21").is_ok_and(|options| options.is_whole()));
        assert!(parse("--quick").is_ok_and(|options| !options.is_whole()));
        assert!(parse("--only fib").is_ok_and(|options| !options.is_whole()));
    }

    #[test]
    fn wrong_options() {
        assert!(parse("--only nothing").is_err());
        assert!(parse("--rounds none").is_err());
        assert!(parse("--rounds").is_err());
        assert!(parse("fib").is_err());
    }
}
