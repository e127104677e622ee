//! Reading of programs.

use crate::output::reason;
use crate::{Failure, Input};
use diag::Sources;
use front::{FrontEnd, FrontEnds, Text};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// Most bytes of a program.
const MAX_BYTES: u64 = 1 << 30;

/// Reads the texts of a program, at least one, and says in which language they are.
pub(crate) fn read(
    input: &Input,
    fronts: FrontEnds,
    chosen: Option<&'static dyn FrontEnd>,
    sources: &mut Sources,
) -> Result<(Vec<Text>, &'static dyn FrontEnd), Failure> {
    let front = match chosen {
        Some(front) => front,
        None => front_of(input, fronts)?,
    };
    let mut texts = Vec::new();
    if *input == Input::Stdin {
        texts.push(Text { source: sources.add("<stdin>", read_stdin()?), path: None });
    }
    for path in input.files() {
        let source = sources.add(path.to_string_lossy(), read_file(path)?);
        texts.push(Text { source, path: Some(path.clone()) });
    }
    if texts.is_empty() {
        return Err(Failure::Usage("which FILE?".to_owned()));
    }
    if texts.len() > 1 && !front.takes_several() {
        return Err(no_program(fronts));
    }
    Ok((texts, front))
}

/// The refusal of several files that are no program.
fn no_program(fronts: FrontEnds) -> Failure {
    let several = fronts.several(", or all ");
    Failure::Usage(format!("several files are a program if all are {several}"))
}

/// The language that the ending of the name says.
fn front_of(input: &Input, fronts: FrontEnds) -> Result<&'static dyn FrontEnd, Failure> {
    match input {
        Input::Stdin => {
            let names = fronts.names("or");
            Err(Failure::Usage(format!("reading standard input needs --lang {names}")))
        }
        Input::Files(paths) => {
            let mut found = Vec::new();
            for path in paths {
                found.push(front_of(&Input::from_arg(path), fronts)?);
            }
            match found.first() {
                Some(first) if found.iter().all(|other| other.name() == first.name()) => Ok(*first),
                Some(_) => Err(no_program(fronts)),
                None => Err(Failure::Usage("which FILE? An object alone is no program".to_owned())),
            }
        }
        Input::File(path) => {
            // What is not there at all has no language either.
            if let Err(error) = std::fs::metadata(path) {
                return Err(unreadable(path, &reason(&error)));
            }
            fronts.of_file(path).map(|(front, _)| front).ok_or_else(|| {
                if path.is_dir() {
                    return unreadable(path, "it is a directory");
                }
                Failure::Usage(format!(
                    "cannot tell the language of {}: it does not end in {}; say --lang",
                    path.display(),
                    fronts.endings("or")
                ))
            })
        }
    }
}

fn read_file(path: &Path) -> Result<Vec<u8>, Failure> {
    bytes_of(path).map_err(|why| unreadable(path, &why))
}

/// The contents of a file, or why it cannot be read.
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

/// Reads a file as it is.
///
/// # Errors
/// Fails if it cannot be read.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    read_file(path)
}

/// Reads a text that is no program.
///
/// # Errors
/// Fails if it cannot be read, or is no text.
pub fn read_text(input: &Input) -> Result<String, Failure> {
    let bytes = match input.files() {
        [] => read_stdin()?,
        [path, ..] => read_file(path)?,
    };
    String::from_utf8(bytes).map_err(|_| Failure::plain("not UTF-8: this is no text"))
}
