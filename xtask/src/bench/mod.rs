//! `cargo xtask bench`: Kont and its peers, side by side.
//!
//! Every program is built by Kont and, where it has any, by its peers'
//! compilers; all must print the same. Then rounds: in each, every program
//! runs next to its peers, for at least 0.2 s each. The table shows medians of
//! the rounds. A missed bar is not an error; a program that cannot be built,
//! fails or prints something else is. `docs/performance.md` has the rules.

mod build;
pub(crate) mod child;
mod generate;
pub(crate) mod load;
mod machine;
mod measure;
mod options;
pub(crate) mod passes;
mod plot;
pub(crate) mod repl;
mod report;
mod server;
mod size;
mod stats;
mod suite;

use build::Places;
use measure::Contest;
use options::Options;
use report::Row;
use std::io::{IsTerminal, Write};
use std::path::Path;
use suite::Entry;

/// Measures what the arguments ask for, and reports.
pub(crate) fn run(root: &Path, args: &[String]) -> Result<(), String> {
    let options = Options::parse(args)?;
    let places = places(root)?;
    let mut facts = machine::facts(&places, options.rounds);
    let (contests, failures) = measure(&options, &places);
    facts.push(("load after", machine::load()));
    let mut rows: Vec<Row> = options.entries().flat_map(|entry| rows(entry, &contests)).collect();
    rows.extend(report::means(&contests));
    print!("{}", report::terminal(&rows));
    if options.wants_sizes() {
        let (table, larger) = size::table(&places)?;
        print!("\n{table}\nlarger than C at -Os: {larger}\n");
        let path = root.join("bench/results/sizes.md");
        std::fs::write(&path, &table).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    if options.is_whole() {
        save(root, &rows, &facts)?;
    } else {
        eprintln!("bench/results is as it was: only a whole run is written there");
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

fn places(root: &Path) -> Result<Places, String> {
    let bin = std::env::current_exe().map_err(|e| e.to_string())?;
    let kont = bin.with_file_name("kont");
    if !kont.exists() {
        return Err("kont is not built: make build".to_owned());
    }
    let work = bin.with_file_name("bench");
    std::fs::create_dir_all(&work).map_err(|e| format!("{}: {e}", work.display()))?;
    Ok(Places { kont, sources: root.join("bench"), work })
}

/// Builds all, then measures all in rounds. What fails drops out.
fn measure(options: &Options, places: &Places) -> (Vec<Contest>, Vec<String>) {
    let (mut contests, mut failures) = (Vec::new(), Vec::new());
    for entry in options.entries() {
        progress(&format!("building {}", entry.name));
        match Contest::new(entry, places) {
            Ok(contest) => contests.push(contest),
            Err(message) => failures.push(message),
        }
    }
    for number in 0..options.rounds {
        contests.retain_mut(|contest| {
            progress(&format!(
                "round {} of {}: {}",
                number + 1,
                options.rounds,
                contest.entry.name
            ));
            let result = contest.round(number, options.least);
            let fine = result.is_ok();
            failures.extend(result.err());
            fine
        });
    }
    progress("");
    (contests, failures)
}

fn rows(entry: &'static Entry, contests: &[Contest]) -> Vec<Row> {
    match contests.iter().find(|contest| contest.entry.name == entry.name) {
        Some(contest) => report::rows(contest, contests),
        None => vec![Row::failed(entry.name)],
    }
}

fn save(root: &Path, rows: &[Row], facts: &[(&str, String)]) -> Result<(), String> {
    let folder = root.join("bench/results");
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for (name, text) in [
        ("latest.md", report::markdown(rows, facts)),
        ("latest.csv", report::csv(rows, facts)),
        ("latest.svg", plot::svg(rows)),
    ] {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    }
    Ok(())
}

/// Says on a terminal what is going on, in one line that the next one replaces.
fn progress(what: &str) {
    let mut channel = std::io::stderr();
    if channel.is_terminal() {
        // Nothing depends on whether this is seen.
        _ = write!(channel, "\r\x1b[K{what}");
        _ = channel.flush();
    }
}
