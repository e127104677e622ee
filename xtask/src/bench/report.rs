//! Rows of the table, and the table on the terminal, as Markdown and as CSV.

use super::generate;
use super::measure::{Clock, Contest, Side};
use super::server;
use super::stats::{geometric_mean, median, ratios, spread};
use super::suite::{Bar, MEANS, Mean, SUITE};
use std::fmt::{self, Write};

/// The verdict on a bar.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Verdict {
    /// As demanded.
    Met,
    /// Above the bar, but by no more than the spread.
    MetWithinNoise,
    /// It takes longer than the bar allows, by this share.
    Missed(f64),
    /// Shown for comparison.
    NoBar,
    /// Not built, not run, or a wrong result.
    Failed,
}

impl Verdict {
    /// From the share of what is allowed (1 is the bar) and the spread.
    pub(super) fn of(share: f64, spread: f64) -> Verdict {
        if share <= 1.0 {
            Verdict::Met
        } else if share * (1.0 - spread) <= 1.0 {
            Verdict::MetWithinNoise
        } else {
            Verdict::Missed(share - 1.0)
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Met => f.write_str("met"),
            Verdict::MetWithinNoise => f.write_str("met within noise"),
            Verdict::Missed(by) => write!(f, "missed by {:.0} %", (by * 100.0).max(1.0)),
            Verdict::NoBar => f.write_str("-"),
            Verdict::Failed => f.write_str("failed"),
        }
    }
}

/// A line of the table: a program and one of its bars.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) program: &'static str,
    /// Seconds of ours.
    pub(super) ours: Option<f64>,
    /// The processor's time, where the clock counts.
    pub(super) cpu: Option<f64>,
    /// Who, and its seconds.
    pub(super) peer: Option<(&'static str, f64)>,
    /// The processor's time of the peer, where the clock counts.
    peer_cpu: Option<f64>,
    /// The requests that a server has answered in that time.
    requests: Option<f64>,
    /// The figure that the bar is about, such as a ratio, as a number and as text.
    pub(super) value: Option<f64>,
    pub(super) shown: String,
    /// True if it is from one run only, and has no spread.
    pub(super) single: bool,
    pub(super) spread: f64,
    pub(super) bar: String,
    /// The measured time as a share of what the bar allows.
    pub(super) share: Option<f64>,
    pub(super) verdict: Verdict,
}

impl Row {
    /// The row of a program that could not be measured.
    pub(super) fn failed(program: &'static str) -> Row {
        Row {
            program,
            ours: None,
            cpu: None,
            peer: None,
            peer_cpu: None,
            requests: None,
            value: None,
            shown: "-".to_owned(),
            single: false,
            spread: 0.0,
            bar: "-".to_owned(),
            share: None,
            verdict: Verdict::Failed,
        }
    }

    fn cells(&self) -> [String; 7] {
        [
            self.program.to_owned(),
            self.ours.map_or("-".to_owned(), |ours| self.figure(ours, self.cpu)),
            self.peer.map_or("-".to_owned(), |(name, time)| {
                format!("{name} {}", self.figure(time, self.peer_cpu))
            }),
            self.shown.clone(),
            match (self.single, self.ours) {
                (true, _) => "one run".to_owned(),
                (false, None) => "-".to_owned(),
                (false, Some(_)) => format!("{:.1} %", self.spread * 100.0),
            },
            self.bar.clone(),
            self.verdict.to_string(),
        ]
    }

    /// A time, with the processor's in brackets; both for one request if there are any.
    fn figure(&self, time: f64, cpu: Option<f64>) -> String {
        let speed = |count: f64| format!("{:.0}/s", count / time);
        match (self.requests, cpu) {
            (Some(count), Some(cpu)) => {
                format!("{} (cpu {:.1} us)", speed(count), cpu / count * 1e6)
            }
            (Some(count), None) => speed(count),
            (None, Some(cpu)) => format!("{} (cpu {})", seconds(time), seconds(cpu)),
            (None, None) => seconds(time),
        }
    }
}

/// The opponent of a program: the name and what was measured.
type Opponent<'a> = Option<(&'static str, &'a Side)>;

/// The rows of a contest: its bars, and the peers that no bar is about. `all`
/// has the contests that it may be compared with.
pub(super) fn rows(contest: &Contest, all: &[Contest]) -> Vec<Row> {
    let bars = contest.entry.bars.iter();
    let mut rows: Vec<Row> =
        bars.map(|bar| row(contest, Some(*bar), opponent(contest, *bar, all))).collect();
    for peer in peers(contest) {
        let shown = |row: &Row| row.peer.is_some_and(|(name, _)| name == peer.0);
        if !rows.iter().any(shown) {
            rows.push(row(contest, None, Some(peer)));
        }
    }
    if rows.is_empty() {
        rows.push(row(contest, None, None));
    }
    rows
}

fn peers(contest: &Contest) -> impl Iterator<Item = (&'static str, &Side)> {
    contest.entry.peers.iter().map(|peer| peer.name()).zip(&contest.theirs)
}

fn opponent<'a>(contest: &'a Contest, bar: Bar, all: &'a [Contest]) -> Opponent<'a> {
    let time = |side: &Side| median(&side.samples);
    match bar {
        Bar::Against(name, _) => {
            let other = all.iter().find(|contest| contest.entry.name == name);
            other.map(|other| (name, &other.ours))
        }
        Bar::Slowest(_) => peers(contest).max_by(|a, b| time(a.1).total_cmp(&time(b.1))),
        Bar::Fastest(_) => peers(contest).min_by(|a, b| time(a.1).total_cmp(&time(b.1))),
        Bar::Faster(peer, _) => peers(contest).find(|(name, _)| *name == peer.name()),
        Bar::Megabytes { .. }
        | Bar::Nanoseconds { .. }
        | Bar::Milliseconds(_)
        | Bar::Resident(_)
        | Bar::Lets(_) => None,
        Bar::Ratio(_) | Bar::Requests | Bar::Runs => peers(contest).next(),
    }
}

fn row(contest: &Contest, bar: Option<Bar>, peer: Opponent) -> Row {
    let ours = &contest.ours.samples;
    let time = median(ours);
    let ratio = peer.map(|(_, side)| time / median(&side.samples));
    let spread = match &peer {
        Some((_, side)) => spread(&ratios(ours, &side.samples)),
        None => spread(ours),
    };
    let name = peer.as_ref().map_or("-", |(name, _)| name);
    let (value, shown, text, share) = match bar {
        Some(bar) => judge(bar, time, median(&contest.ours.resident), ratio, name),
        None => (ratio, ratio_text(ratio), "-".to_owned(), None),
    };
    let verdict = match (bar, share) {
        (None, _) => Verdict::NoBar,
        (Some(Bar::Runs), _) => Verdict::Met,
        (Some(_), Some(share)) => Verdict::of(share, spread),
        (Some(_), None) => Verdict::Failed,
    };
    let cpu = |side: &Side| (side.clock == Clock::Wall).then(|| median(&side.cpu));
    Row {
        program: contest.entry.name,
        ours: Some(time),
        cpu: cpu(&contest.ours),
        peer_cpu: peer.and_then(|(_, side)| cpu(side)),
        peer: peer.map(|(name, side)| (name, median(&side.samples))),
        requests: contest.entry.subject.connections().map(|_| f64::from(server::REQUESTS)),
        value,
        shown,
        single: ours.len() == 1,
        spread,
        bar: text,
        share,
        verdict,
    }
}

/// The value a bar is about, as number and text, the text of the bar, and the
/// share of what it allows.
fn judge(
    bar: Bar,
    time: f64,
    resident: f64,
    ratio: Option<f64>,
    peer: &str,
) -> (Option<f64>, String, String, Option<f64>) {
    let shown = ratio_text(ratio);
    match bar {
        Bar::Runs => (ratio, shown, "runs".to_owned(), None),
        Bar::Ratio(limit) | Bar::Slowest(limit) | Bar::Fastest(limit) | Bar::Against(_, limit) => {
            let text = format!("at most {limit:.2} x {peer}");
            (ratio, shown, text, ratio.map(|ratio| ratio / limit))
        }
        Bar::Requests => (ratio, shown, format!("as many requests/s as {peer}"), ratio),
        Bar::Faster(_, times) => {
            let text = format!("{times} x faster than {peer}");
            (ratio, shown, text, ratio.map(|ratio| ratio * times))
        }
        Bar::Nanoseconds { count, limit, each } => {
            let taken = time / count * 1e9;
            let text = format!("at most {limit} ns a {each}");
            (Some(taken), format!("{taken:.2} ns"), text, Some(taken / limit))
        }
        Bar::Milliseconds(limit) => {
            let taken = time * 1e3;
            let text = format!("under {limit} ms");
            (Some(taken), format!("{taken:.1} ms"), text, Some(taken / limit))
        }
        Bar::Resident(limit) => {
            let text = format!("at most {limit} MB");
            (Some(resident), format!("{resident:.0} MB"), text, Some(resident / limit))
        }
        Bar::Megabytes { size, limit } => {
            let speed = size / time;
            let text = format!("at least {limit} MB/s");
            (Some(speed), format!("{speed:.0} MB/s"), text, Some(limit / speed))
        }
        Bar::Lets(limit) => {
            let speed = generate::LETS as f64 / time;
            let text = format!("at least {limit} lets/s");
            (Some(speed), format!("{speed:.0} lets/s"), text, Some(limit / speed))
        }
    }
}

fn ratio_text(ratio: Option<f64>) -> String {
    ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}"))
}

/// The means of the ratios to peers.
pub(super) fn means(contests: &[Contest]) -> impl Iterator<Item = Row> {
    MEANS.iter().filter_map(|wanted| mean(wanted, contests))
}

/// The geometric mean of the ratios to a peer, if all programs of the subject were measured. Its
/// spread is that of the means of the single rounds.
fn mean(Mean { title, subject, peer, limit }: &Mean, contests: &[Contest]) -> Option<Row> {
    let wanted = SUITE.iter().filter(|entry| entry.subject == *subject).count();
    let ratios: Vec<Vec<f64>> = contests
        .iter()
        .filter(|contest| contest.entry.subject == *subject)
        .filter_map(|contest| {
            let (_, theirs) = peers(contest).find(|(name, _)| *name == peer.name())?;
            Some(ratios(&contest.ours.samples, &theirs.samples))
        })
        .collect();
    let rounds = ratios.iter().map(Vec::len).min().filter(|_| ratios.len() == wanted)?;
    let mean = |round: usize| geometric_mean(ratios.iter().map(|ratios| ratios[round]));
    let means: Vec<f64> = (0..rounds).map(mean).collect();
    let value = median(&means);
    let (share, spread) = (value / limit, spread(&means));
    let mut row = Row::failed(title);
    row.value = Some(value);
    row.shown = format!("{value:.2}");
    row.spread = spread;
    row.bar = format!("at most {limit:.2} x {}", peer.name());
    row.share = Some(share);
    row.verdict = Verdict::of(share, spread);
    Some(row)
}

fn seconds(time: f64) -> String {
    if time < 0.1 { format!("{:.1} ms", time * 1e3) } else { format!("{time:.3} s") }
}

const TITLES: [&str; 7] = ["program", "kont", "peer", "ratio", "spread", "bar", "verdict"];

/// The table with aligned columns.
pub(super) fn terminal(rows: &[Row]) -> String {
    let mut lines = vec![TITLES.map(str::to_owned)];
    lines.extend(rows.iter().map(Row::cells));
    let widths: [usize; 7] = std::array::from_fn(|column| {
        lines.iter().map(|cells| cells[column].chars().count()).max().unwrap_or(0)
    });
    let mut text = String::new();
    for cells in lines {
        let mut line = String::new();
        for (column, cell) in cells.iter().enumerate() {
            let width = widths[column];
            // Figures to the right, words to the left.
            match column {
                1..=4 => _ = write!(line, "{cell:>width$}  "),
                _ => _ = write!(line, "{cell:<width$}  "),
            }
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// The table and the facts as Markdown.
pub(super) fn markdown(rows: &[Row], facts: &[(&str, String)]) -> String {
    let mut text =
        "# Benchmarks\n\nHow they are made: [performance](../../docs/performance.md).\n\n"
            .to_owned();
    for (name, fact) in facts {
        _ = writeln!(text, "- {name}: {fact}");
    }
    _ = writeln!(text, "\n![](latest.svg)\n\n| {} |", TITLES.join(" | "));
    text.push_str("| --- | ---: | ---: | ---: | ---: | --- | --- |\n");
    for row in rows {
        _ = writeln!(text, "| {} |", row.cells().join(" | "));
    }
    text
}

/// The same in numbers, for programs to read.
pub(super) fn csv(rows: &[Row], facts: &[(&str, String)]) -> String {
    let mut text = String::new();
    for (name, fact) in facts {
        _ = writeln!(text, "# {name}: {fact}");
    }
    text.push_str("program,kont_s,kont_cpu_s,peer,peer_s,value,spread,bar,share_of_bar,verdict\n");
    let number = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:.6}"));
    for row in rows {
        _ = writeln!(
            text,
            "{},{},{},{},{},{},{:.6},{},{},{}",
            row.program,
            number(row.ours),
            number(row.cpu.or(row.ours)),
            row.peer.map_or("", |(name, _)| name),
            number(row.peer.map(|(_, time)| time)),
            number(row.value),
            row.spread,
            row.bar,
            number(row.share),
            row.verdict
        );
    }
    text
}

#[cfg(test)]
mod tests;
