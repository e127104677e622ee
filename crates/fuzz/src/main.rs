//! `fuzz`: programs by chance, until the time is over.
//!
//! ```text
//! fuzz [--minutes N] [--seed S] [--count N] [--native] [--kont FILE] [--into FOLDER] [--show]
//! fuzz --until-found ...       ends with the first program that fails, as it is
//! fuzz --oracle NAME ...       asks one oracle only, besides the reference
//! fuzz --sml ...               programs in Standard ML, which know what they must print
//! fuzz --cogent ...            programs in Cogent, the same
//! fuzz --bytes [--minutes N] [--seed S]     texts by chance, through the parsers
//! fuzz --seeded [--only NAME]  is every fault that was put in found?
//! ```
//! A program on which two oracles disagree is made small and written to a file
//! named after its seed. The exit code is 1 if there was one.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "it reports to the terminal")]

mod seeded;

use kont_fuzz::{End, Language, Native, READERS, Run, Subject, corpus, disagreement, fuzz_bytes};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Failures that are written down; more would be the same again.
const MOST_FAILURES: usize = 20;

struct Options {
    minutes: f64,
    seed: u64,
    count: u64,
    native: Option<Native>,
    into: PathBuf,
    show: bool,
    until_found: bool,
    seeded: bool,
    bytes: bool,
    language: Language,
    only: Option<String>,
    oracle: Option<String>,
}

#[derive(Default)]
struct Summary {
    programs: u64,
    /// Bindings, or lines.
    size: usize,
    printed: usize,
    exhausted: u64,
    uncaught: u64,
    /// The number of times that each way to fail was met.
    kinds: BTreeMap<String, u32>,
}

fn main() -> ExitCode {
    let options = match options(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    if options.show {
        println!("{}", Subject::generate(options.seed, options.language).text());
        return ExitCode::SUCCESS;
    }
    if options.seeded {
        let own = std::env::current_exe().unwrap_or_default();
        let missed = seeded::seeded(&own, options.only.as_deref());
        return if missed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    // A panic is an outcome like others; its message is kept there.
    std::panic::set_hook(Box::new(|_| {}));
    let worker =
        std::thread::Builder::new().stack_size(1 << 30).spawn(move || match options.bytes {
            true => bytes(&options),
            false => fuzz(&options),
        });
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(0)) => ExitCode::SUCCESS,
        Ok(Ok(_)) => ExitCode::FAILURE,
        Ok(Err(_)) | Err(_) => {
            eprintln!("the fuzzer itself failed");
            ExitCode::from(abi::exit::BUG)
        }
    }
}

fn options(mut args: impl Iterator<Item = String>) -> Result<Options, String> {
    let into = PathBuf::from("target/fuzz");
    let mut options = Options {
        minutes: 1.0,
        seed: 0,
        count: u64::MAX,
        native: None,
        into,
        show: false,
        until_found: false,
        seeded: false,
        bytes: false,
        language: Language::Anf,
        only: None,
        oracle: None,
    };
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} wants a value"));
        match arg.as_str() {
            "--minutes" => options.minutes = number(&value()?)?,
            "--seed" => options.seed = number(&value()?)?,
            "--count" => options.count = number(&value()?)?,
            "--into" => options.into = value()?.into(),
            "--kont" => options.native = Some(Native::new(value()?)),
            "--native" => options.native = Some(Native::new(beside()?)),
            "--show" => options.show = true,
            "--until-found" => options.until_found = true,
            "--seeded" => options.seeded = true,
            "--bytes" => options.bytes = true,
            "--sml" => options.language = Language::Sml,
            "--cogent" => options.language = Language::Cogent,
            "--only" => options.only = Some(value()?),
            "--oracle" => options.oracle = Some(value()?),
            _ => return Err(format!("unknown option {arg}")),
        }
    }
    Ok(options)
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{text} is not a number"))
}

/// The command beside this executable.
fn beside() -> Result<PathBuf, String> {
    let own = std::env::current_exe().map_err(|e| e.to_string())?;
    Ok(own.with_file_name("kont"))
}

/// Reads texts until the time is over; gives how many failed.
fn bytes(options: &Options) -> usize {
    let corpus = corpus(&testkit::root());
    let time = Duration::from_secs_f64(options.minutes * 60.0);
    let mut failures = 0;
    let tallies = fuzz_bytes(&corpus, options.seed, time, |finding| {
        failures += 1;
        let path = options.into.join(format!("bytes-{}.{}", finding.seed, finding.ending));
        let first = finding.why.lines().next().unwrap_or_default();
        println!("{}: {first}", path.display());
        let _ = std::fs::create_dir_all(&options.into);
        if let Err(e) = std::fs::write(&path, &finding.text) {
            println!("  cannot be written: {e}");
        }
    });
    for (reader, tally) in READERS.iter().zip(tallies) {
        println!("{:<6} {} texts, {} accepted", reader.ending, tally.read, tally.accepted);
    }
    failures
}

/// Runs programs until the time is over; gives how many failed.
fn fuzz(options: &Options) -> usize {
    let start = Instant::now();
    let end = Duration::from_secs_f64(options.minutes * 60.0);
    let mut summary = Summary::default();
    let mut failures = 0;
    let mut shown = Instant::now();
    for seed in (options.seed..).take(usize::try_from(options.count).unwrap_or(usize::MAX)) {
        let enough = if options.until_found { 1 } else { MOST_FAILURES };
        if start.elapsed() > end || failures >= enough {
            break;
        }
        failures += usize::from(!one(seed, options, &mut summary));
        if shown.elapsed() > Duration::from_secs(10) {
            shown = Instant::now();
            eprintln!(
                "{} programs, {failures} failures, {:.0} s",
                summary.programs,
                start.elapsed().as_secs_f64()
            );
        }
    }
    print_summary(&summary, options.language, failures, start.elapsed());
    failures
}

/// Runs one program; true if all oracles agree.
fn one(seed: u64, options: &Options, summary: &mut Summary) -> bool {
    let subject = Subject::generate(seed, options.language);
    let oracle = options.oracle.as_deref();
    let mut runs = subject.run(oracle);
    let reference = &runs[0].outcome;
    summary.programs += 1;
    summary.size += subject.size();
    summary.printed += reference.output.len();
    summary.exhausted += u64::from(reference.end == End::Exhausted);
    summary.uncaught += u64::from(matches!(reference.end, End::Uncaught(_)));
    if let (Some(native), None) = (&options.native, disagreement(&runs)) {
        runs.extend(subject.run_native(native, oracle));
    }
    let Some((_, other)) = disagreement(&runs) else { return true };
    let kind = kind(other);
    *summary.kinds.entry(kind.clone()).or_default() += 1;
    if options.until_found {
        println!("found after {} programs by {kind}", summary.programs);
        return false;
    }
    println!("seed {seed}: {kind}");
    // The same again tells nothing new.
    if summary.kinds[&kind] <= 2 {
        write_down(seed, &subject, other, options);
    }
    false
}

/// Makes a failing program small and writes it to a file.
fn write_down(seed: u64, subject: &Subject, failing: &Run, options: &Options) {
    let wanted = kind(failing);
    let runs_of = |subject: &Subject| {
        let mut runs = subject.run(Some(&failing.oracle));
        if let Some(native) = &options.native {
            runs.extend(subject.run_native(native, Some(&failing.oracle)));
        }
        runs
    };
    let least = subject.shrink(&mut |subject| {
        disagreement(&runs_of(subject)).is_some_and(|(_, other)| kind(other) == wanted)
    });
    let said = match disagreement(&runs_of(&least)) {
        Some((reference, other)) => {
            [reference, other].map(|run| format!("{}: {}\n", run.oracle, run.outcome)).concat()
        }
        None => "it does not fail any more".to_owned(),
    };
    let comment = least.comment(&format!("seed {seed}: {wanted}\n{said}"));
    let text = format!("{comment}{}", least.text());
    let path = options.into.join(format!("seed-{seed}.{}", subject.ending()));
    let written =
        std::fs::create_dir_all(&options.into).and_then(|()| std::fs::write(&path, &text));
    match written {
        Ok(()) => println!("  {} lines in {}", text.lines().count(), path.display()),
        Err(e) => println!("  {}: {e}\n{text}", path.display()),
    }
}

/// The oracle, and what went wrong without names and numbers.
fn kind(run: &Run) -> String {
    match &run.outcome.end {
        End::Failed(why) => {
            let words: Vec<&str> = why
                .split_whitespace()
                .filter(|word| !word.contains(|c: char| c.is_ascii_digit()))
                .take(6)
                .collect();
            format!("{}: {}", run.oracle, words.join(" "))
        }
        End::Done | End::Exit(_) | End::Uncaught(_) | End::Exhausted => {
            format!("{}: another outcome", run.oracle)
        }
    }
}

fn print_summary(summary: &Summary, language: Language, failures: usize, time: Duration) {
    let count = summary.programs.max(1);
    println!(
        "{} programs in {:.1} s, {:.1} a second; {} {} and {} bytes printed each; {} uncaught, {} too long; {failures} failures",
        summary.programs,
        time.as_secs_f64(),
        summary.programs as f64 / time.as_secs_f64(),
        summary.size as u64 / count,
        if language == Language::Anf { "bindings" } else { "lines" },
        summary.printed as u64 / count,
        summary.uncaught,
        summary.exhausted,
    );
    for (kind, count) in &summary.kinds {
        println!("{count:>6}  {kind}");
    }
}
