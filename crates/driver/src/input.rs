//! Reading of programs.

use crate::output::reason;
use crate::{Failure, Input, Language, Options};
use diag::{SourceId, Sources};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// What several files can be.
const SEVERAL: &str = "several files are a program if all are Standard ML, or all ANF";

/// Most bytes of a program.
const MAX_BYTES: u64 = 1 << 30;

/// Reads the texts of a program, at least one, and says in which language they are.
pub(crate) fn read(
    input: &Input,
    options: &Options,
    sources: &mut Sources,
) -> Result<(Vec<SourceId>, Language), Failure> {
    let language = match options.language {
        Some(language) => language,
        None => language_of(input)?,
    };
    let mut ids = Vec::new();
    if *input == Input::Stdin {
        ids.push(sources.add("<stdin>", read_stdin()?));
    }
    for path in input.files() {
        ids.push(sources.add(path.to_string_lossy(), read_file(path)?));
    }
    if ids.is_empty() {
        return Err(Failure::Usage("which FILE?".to_owned()));
    }
    if let (Language::Cps | Language::Flow | Language::Il, true) = (language, ids.len() > 1) {
        return Err(Failure::Usage(SEVERAL.to_owned()));
    }
    Ok((ids, language))
}

/// The language that the ending of the name says.
fn language_of(input: &Input) -> Result<Language, Failure> {
    match input {
        Input::Stdin => Err(Failure::Usage(
            "reading standard input needs --lang sml, anf, cps, flow or il".to_owned(),
        )),
        Input::Files(paths) => {
            let mut languages = Vec::new();
            for path in paths {
                languages.push(language_of(&Input::from_arg(path))?);
            }
            match languages.first() {
                Some(first) if languages.iter().all(|other| other == first) => Ok(*first),
                _ => Err(Failure::Usage(SEVERAL.to_owned())),
            }
        }
        Input::File(path) => {
            // What is not there at all has no language either.
            if let Err(error) = std::fs::metadata(path) {
                return Err(unreadable(path, &reason(&error)));
            }
            let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
            Language::of_ending(&ending).ok_or_else(|| {
                if path.is_dir() {
                    return unreadable(path, "it is a directory");
                }
                Failure::Usage(format!(
                    "cannot tell the language of {}: it does not end in .sml, .mlb, .cm, .anf, .cps, .flow or .il; say --lang",
                    path.display()
                ))
            })
        }
    }
}

fn read_file(path: &Path) -> Result<Vec<u8>, Failure> {
    bytes_of(path).map_err(|why| unreadable(path, &why))
}

/// What a file contains, or why it cannot be read.
pub(crate) fn bytes_of(path: &Path) -> Result<Vec<u8>, String> {
    let meta = std::fs::metadata(path).map_err(|error| reason(&error))?;
    if meta.is_dir() {
        return Err("it is a directory".to_owned());
    }
    let file = File::open(path).map_err(|error| reason(&error))?;
    read_all(file, meta.len())
}

fn read_stdin() -> Result<Vec<u8>, Failure> {
    let read = read_all(std::io::stdin().lock(), 0);
    read.map_err(|why| Failure::Usage(format!("cannot read standard input: {why}")))
}

/// All bytes, which may be more than the `expected` ones: a device has no length.
fn read_all(from: impl Read, expected: u64) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    if expected <= MAX_BYTES {
        bytes.reserve_exact(expected as usize + 1);
        from.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|error| reason(&error))?;
    }
    if expected.max(bytes.len() as u64) > MAX_BYTES {
        return Err("it has more than a gigabyte".to_owned());
    }
    Ok(bytes)
}

fn unreadable(path: &Path, why: &str) -> Failure {
    Failure::Usage(format!("cannot read {}: {why}", path.display()))
}

/// Reads a text that is no program.
pub(crate) fn read_text(input: &Input) -> Result<String, Failure> {
    let bytes = match input.files() {
        [] => read_stdin()?,
        [path, ..] => read_file(path)?,
    };
    String::from_utf8(bytes).map_err(|_| Failure::plain("not UTF-8: this is no text"))
}
