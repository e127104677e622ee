//! Texts by chance: the programs in `tests`, `bench` and `examples` with bytes and
//! words changed, through the parsers and checkers.
//!
//! Whatever a text is, reading it ends soon and without a panic, and an error lies
//! within the text. What is accepted prints, and the print is accepted and
//! prints the same.

use crate::cogent;
use base::rng::Rng;
use base::{LocatedError, Violation};
use diag::{Diagnostic, Label, Severity, Sources};
use sml::{Compilation, Monomorphiser};
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The fate of a text: it was accepted and prints like this, it was rejected, or the reader did
/// something wrong.
pub enum Read {
    /// With its print, if the language has one.
    Accepted(Option<String>),
    /// With a place for every error.
    Rejected,
    /// The mistake of the reader.
    Wrong(String),
}

/// A language, by the ending of its files.
pub struct Reader {
    /// The ending.
    pub ending: &'static str,
    /// Parses and checks.
    pub read: fn(&[u8]) -> Read,
}

/// Every language that has a parser.
pub const READERS: &[Reader] = &[
    Reader { ending: "anf", read: |text| judged(text, anf::parse(text), anf::check) },
    Reader {
        ending: "anf.json",
        read: |text| {
            let read = anf_json::read(text).map(InJson);
            judged(text, read, |InJson(module)| anf::check(module))
        },
    },
    Reader { ending: "cps", read: |text| judged(text, cps::parse(text), cps::check) },
    Reader { ending: "flow", read: |text| judged(text, flow::parse(text), flow::check) },
    Reader {
        ending: "il",
        read: |text| judged(text, il::parse(text).map_err(|e| vec![e]), |_| vec![]),
    },
    Reader { ending: "sml", read: read_sml },
    Reader { ending: "cogent", read: read_cogent },
    Reader { ending: "scm", read: read_scheme },
    Reader { ending: "fil", read: read_fil },
];

/// A module that prints as JSON.
struct InJson(anf::Module);

impl fmt::Display for InJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        anf_json::show(&self.0).fmt(f)
    }
}

/// The outcome of a parser and a checker of ours.
fn judged<M: ToString>(
    text: &[u8],
    parsed: Result<M, Vec<LocatedError>>,
    check: impl Fn(&M) -> Vec<Violation>,
) -> Read {
    match parsed {
        Ok(module) if check(&module).is_empty() => Read::Accepted(Some(module.to_string())),
        Ok(_) => Read::Rejected,
        Err(errors) => {
            let outside = |span: base::Span| span.start > span.end || span.end > text.len() + 1;
            if errors.is_empty() {
                return Read::Wrong("rejected without an error".to_owned());
            }
            match errors.iter().find(|error| error.span.is_none_or(outside)) {
                Some(error) => Read::Wrong(format!("an error without a place: {error:?}")),
                None => Read::Rejected,
            }
        }
    }
}

/// The whole front end: what it accepts is well-formed ANF.
fn read_sml(text: &[u8]) -> Read {
    let mut sources = Sources::new();
    let mut compilation = Compilation::new(&mut sources);
    let id = sources.add("text.sml".to_owned(), text.to_vec());
    let found = compilation.add(id, text);
    if let Some(read) = refused(&sources, &found) {
        return read;
    }
    match Monomorphiser::lower(&compilation.into_program(), &sources) {
        Err(found) => refused(&sources, &found)
            .unwrap_or_else(|| Read::Wrong("rejected without an error".to_owned())),
        Ok(module) => match anf::check(&module).first() {
            Some(error) => Read::Wrong(format!("wrong ANF: {error:?}")),
            None => Read::Accepted(None),
        },
    }
}

/// The same for Cogent, without the files that a text includes. The print of what is accepted
/// is accepted.
fn read_cogent(text: &[u8]) -> Read {
    let mut sources = Sources::new();
    let (print, checked) = cogent::read(&mut sources, text);
    let program = match checked {
        Err(found) => {
            return refused(&sources, &found)
                .unwrap_or_else(|| Read::Wrong("rejected without an error".to_owned()));
        }
        Ok(program) => program,
    };
    match cogent_lower::lower(&program, &sources, &cogent_lower::Options::default(), None) {
        Err(found) => refused(&sources, &found)
            .unwrap_or_else(|| Read::Wrong("rejected without an error".to_owned())),
        Ok(lowered) => match anf::check(&lowered.module).first() {
            Some(error) => Read::Wrong(format!("wrong ANF: {error:?}")),
            None => Read::Accepted(Some(print)),
        },
    }
}

/// The whole front end of Scheme, without files. What is accepted prints as its data.
fn read_scheme(text: &[u8]) -> Read {
    let mut sources = Sources::new();
    let id = sources.add("text.scm", text.to_vec());
    let data = match scheme_syntax::read(id, text) {
        Err(errors) => return judged::<String>(text, Err(errors), |_| vec![]),
        Ok(data) => data.iter().map(|datum| format!("{datum}\n")).collect::<String>(),
    };
    match scheme::module(&mut sources, id, EXPAND_LIMIT) {
        Err(found) => refused(&sources, &found)
            .unwrap_or_else(|| Read::Wrong("rejected without an error".to_owned())),
        Ok((module, warnings)) => match (anf::check(&module).first(), refused(&sources, &warnings))
        {
            (Some(error), _) => Read::Wrong(format!("wrong ANF: {error:?}")),
            (None, Some(Read::Wrong(why))) => Read::Wrong(why),
            (None, Some(_) | None) => Read::Accepted(Some(data)),
        },
    }
}

/// As many uses of macros are enough for what comes to an end here.
const EXPAND_LIMIT: usize = 100_000;

/// The same for FIL. What is accepted prints as it is after renaming.
fn read_fil(text: &[u8]) -> Read {
    let program = match fil::Program::parse(text) {
        Err(errors) => return judged::<String>(text, Err(errors), |_| vec![]),
        Ok(program) => program,
    };
    let print = program.to_string();
    match anf::check(&program.lift().lower("text.fil", text)).first() {
        Some(error) => Read::Wrong(format!("wrong ANF: {error:?}")),
        None => Read::Accepted(Some(print)),
    }
}

/// The refusal, if an error is among the messages. The first has a place, and every place is in its
/// text.
fn refused(sources: &Sources, found: &[Diagnostic]) -> Option<Read> {
    let inside = |label: &Label| {
        let length = sources.get(label.source).bytes.len();
        label.span.start <= label.span.end && label.span.end <= length + 1
    };
    let placed = |message: &Diagnostic| message.primary.iter().chain(&message.others).all(inside);
    let first = found.first().is_none_or(|message| message.primary.is_some());
    if !first || !found.iter().all(placed) {
        return Some(Read::Wrong(format!("a message without a place: {found:?}")));
    }
    // Drawing is part of it; a few are enough.
    found.iter().take(5).for_each(|message| drop(diag::draw(sources, message, false)));
    found.iter().any(|message| message.severity == Severity::Error).then_some(Read::Rejected)
}

impl Reader {
    /// Reads a text; what is wrong with the reader, if anything.
    pub fn test(&self, text: &[u8]) -> Result<bool, String> {
        let start = processor_time();
        let outcome = catch_unwind(AssertUnwindSafe(|| self.twice(text)));
        let outcome =
            outcome.unwrap_or_else(|panic| Err(format!("panic: {}", crate::oracle::said(&*panic))));
        let took = processor_time().saturating_sub(start);
        if took > PATIENCE {
            return Err(format!("{} bytes took {took:?}", text.len()));
        }
        outcome
    }

    fn twice(&self, text: &[u8]) -> Result<bool, String> {
        let print = match (self.read)(text) {
            Read::Wrong(why) => return Err(why),
            Read::Rejected => return Ok(false),
            Read::Accepted(None) => return Ok(true),
            Read::Accepted(Some(print)) => print,
        };
        match (self.read)(print.as_bytes()) {
            Read::Accepted(Some(again)) if again == print => Ok(true),
            Read::Accepted(_) => Err(format!("prints otherwise the second time:\n{print}")),
            Read::Rejected => Err(format!("the print is rejected:\n{print}")),
            Read::Wrong(why) => Err(why),
        }
    }
}

/// The time that this thread has run. Others on the machine do not matter then.
fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let time = text.split(' ').next().and_then(|word| word.parse().ok());
    Duration::from_nanos(time.filter(|time| *time > 0).expect("a kernel that counts"))
}

/// Longer than this, a text of a few thousand bytes is taken to hang.
const PATIENCE: Duration = Duration::from_secs(10);

/// Longer files are not taken: the same can be seen on shorter ones.
const MOST_BYTES: usize = 20_000;

/// The files to begin with, for each language; those in ANF are in JSON as well.
pub fn corpus(root: &Path) -> Vec<Vec<Vec<u8>>> {
    let mut corpus: Vec<Vec<Vec<u8>>> = READERS.iter().map(|_| Vec::new()).collect();
    let mut files = Vec::new();
    ["tests", "bench", "examples"].iter().for_each(|folder| gather(&root.join(folder), &mut files));
    files.sort();
    for file in files {
        let ending = file.extension().unwrap_or_default().to_string_lossy().into_owned();
        let Ok(text) = std::fs::read(&file) else { continue };
        let in_json = if ending == "anf" { anf::parse(&text).ok().map(InJson) } else { None };
        let in_json = in_json.map(|module| ("anf.json", module.to_string().into_bytes()));
        for (ending, text) in in_json.into_iter().chain([(&*ending, text)]) {
            let at = READERS.iter().position(|reader| reader.ending == ending);
            if let Some(at) = at.filter(|_| text.len() <= MOST_BYTES) {
                corpus[at].push(text);
            }
        }
    }
    corpus
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for path in entries.filter_map(|entry| entry.ok().map(|e| e.path())) {
        if path.is_dir() {
            gather(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// Words that are seldom where they are expected.
const ODD: &[&str] = &[
    "9223372036854775807",
    "-1",
    "18446744073709551616",
    "0x",
    "\"",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ":",
    "..",
    "\\",
    "(*",
    "*)",
    "\0",
    "\u{e9}",
    "i1",
    "nan",
    "null",
    "\\ud800",
    ".0",
    "4294967296",
    "=",
    "=>",
    "let",
    "in",
    "fun",
    "end",
    "and",
];

/// A text made of one of the files by a few changes.
pub fn mutated(files: &[Vec<u8>], rng: &mut Rng) -> Vec<u8> {
    let mut text = files[rng.below(files.len())].clone();
    for _ in 0..rng.between(1, 6) {
        if rng.chance(50) {
            change_bytes(&mut text, files, rng);
        } else {
            change_words(&mut text, files, rng);
        }
    }
    text.truncate(2 * MOST_BYTES);
    text
}

fn range(length: usize, rng: &mut Rng) -> std::ops::Range<usize> {
    let start = rng.below(length + 1);
    let most = rng.pick(&[1, 4, 40, 400]).min(length - start);
    start..start + rng.below(most + 1)
}

fn change_bytes(text: &mut Vec<u8>, files: &[Vec<u8>], rng: &mut Rng) {
    let at = range(text.len(), rng);
    match rng.below(7) {
        0 => drop(text.drain(at)),
        1 => text.truncate(at.start),
        2 => {
            let piece = text[at.clone()].to_vec();
            text.splice(at.end..at.end, piece);
        }
        3 => {
            let other = &files[rng.below(files.len())];
            let piece = other[range(other.len(), rng)].to_vec();
            text.splice(at, piece);
        }
        4 => text.insert(at.start, rng.bits() as u8),
        5 => {
            let piece = text[at.clone()].repeat(rng.pick(&[2, 20, 200]));
            text.splice(at, piece);
        }
        _ => {
            if let Some(byte) = text.get_mut(at.start) {
                *byte ^= 1 << rng.below(8);
            }
        }
    }
}

/// The words of a text: names and numbers, space, and other bytes one by one.
fn words(text: &[u8]) -> Vec<std::ops::Range<usize>> {
    let class = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'.' | b'\'' => 1,
        b' ' | b'\n' | b'\t' | b'\r' => 2,
        _ => 0,
    };
    let mut words: Vec<std::ops::Range<usize>> = Vec::new();
    for (i, byte) in text.iter().enumerate() {
        match words.last_mut() {
            Some(last) if class(*byte) > 0 && class(text[last.start]) == class(*byte) => {
                last.end += 1
            }
            _ => words.push(i..i + 1),
        }
    }
    words
}

fn change_words(text: &mut Vec<u8>, files: &[Vec<u8>], rng: &mut Rng) {
    let own = words(text);
    if own.is_empty() {
        return;
    }
    let at = own[rng.below(own.len())].clone();
    let other = &files[rng.below(files.len())];
    let theirs = words(other);
    let piece: Vec<u8> = match rng.below(5) {
        0 => Vec::new(),
        1 => text[own[rng.below(own.len())].clone()].to_vec(),
        2 if !theirs.is_empty() => other[theirs[rng.below(theirs.len())].clone()].to_vec(),
        3 => [&text[at.clone()], b" ", &text[at.clone()]].concat(),
        _ => rng.pick(ODD).as_bytes().to_vec(),
    };
    text.splice(at, piece);
}

/// A reader that failed, the text, and why.
pub struct Finding {
    /// The ending of the language's files.
    pub ending: &'static str,
    /// The number of the text.
    pub seed: u64,
    /// The text.
    pub text: Vec<u8>,
    /// The mistake.
    pub why: String,
}

/// The number of texts that were read, and of those that were accepted.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Read.
    pub read: u64,
    /// Accepted.
    pub accepted: u64,
}

/// Reads texts from this seed on until the processor time is over; each language in turn.
pub fn fuzz_bytes(
    corpus: &[Vec<Vec<u8>>],
    seed: u64,
    time: Duration,
    mut found: impl FnMut(Finding),
) -> Vec<Tally> {
    let start = processor_time();
    let mut tallies = vec![Tally::default(); READERS.len()];
    for seed in seed.. {
        if processor_time().saturating_sub(start) > time {
            break;
        }
        for ((reader, files), tally) in READERS.iter().zip(corpus).zip(&mut tallies) {
            if files.is_empty() {
                continue;
            }
            let text = mutated(files, &mut Rng::new(seed));
            tally.read += 1;
            match reader.test(&text) {
                Ok(accepted) => tally.accepted += u64::from(accepted),
                Err(why) => found(Finding { ending: reader.ending, seed, text, why }),
            }
        }
    }
    tallies
}
