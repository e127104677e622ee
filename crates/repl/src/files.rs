//! Files, each of whose declarations is evaluated for itself.

use crate::engine::{End, Engine, is_wrong};
use crate::place::Place;
use crate::runs::Ran;
use crate::scan::Scanner;
use crate::user::User;
use diag::{Diagnostic, Severity, SourceId};
use driver::Failure;
use std::ffi::OsStr;

/// The most files that use one another at a time.
const MOST_FILES: usize = 1000;

impl Engine {
    /// Evaluates a file.
    pub fn file(&mut self, path: &OsStr, user: &mut dyn User) -> End {
        if self.left > MOST_FILES {
            let message = format!("more than {MOST_FILES} files use one another");
            self.fail(Failure::plain(message), user);
            return End::Failed;
        }
        match driver::read_bytes(path.as_ref()) {
            Ok(bytes) => {
                let name = path.to_string_lossy();
                user.opens(&name);
                self.pieces(&name, &bytes, user)
            }
            Err(why) => {
                self.fail(why, user);
                End::Failed
            }
        }
    }

    /// Evaluates a file, piece by piece, as semicolons outside brackets, words and strings divide
    /// it: what a piece binds is answered before the next one runs.
    fn pieces(&mut self, name: &str, bytes: &[u8], user: &mut dyn User) -> End {
        let mut place = Place::START;
        while place.offset < bytes.len() {
            let rest = &bytes[place.offset..];
            let piece = &rest[..end_of_piece(rest)];
            let source = self.sources.add_part(name, place.pad(piece), place.line);
            let end = self.text(source, user);
            self.end_source(source);
            if end != End::Done {
                return end;
            }
            place.pass(piece);
        }
        End::Done
    }

    /// Evaluates a text, each declaration for itself.
    fn text(&mut self, source: SourceId, user: &mut dyn User) -> End {
        let mut text = self.sources.get(source).bytes.clone();
        loop {
            let mark = self.compilation.mark();
            let found = self.add(source, &text, mark);
            let wrong = is_wrong(&found);
            let good = match wrong {
                true => self.add_before_errors(source, &text, &found),
                false => text.len(),
            };
            if wrong && good == 0 {
                user.messages(&self.sources, &found);
                return End::Failed;
            }
            if !wrong {
                user.messages(&self.sources, &found);
            }
            let taken = self.compilation.take(mark);
            let next = match self.evaluate(taken, true, user) {
                (Ran::End(End::Done), _) if wrong => {
                    if !std::mem::take(&mut self.image.runtime().step().ends) {
                        user.messages(&self.sources, &found);
                        return End::Failed;
                    }
                    good
                }
                (Ran::End(end), _) => return end,
                (Ran::Ended, _) => return End::Done,
                (Ran::Outdated, done) => self.start_of(source, &text, done),
            };
            blank(&mut text[..next]);
        }
    }

    /// Adds the part of a wrong text before its first error that is good for itself; gives the end
    /// of it. What is to be said of it is among what was found, or is said again.
    fn add_before_errors(&mut self, source: SourceId, text: &[u8], found: &[Diagnostic]) -> usize {
        const MOST_TRIES: usize = 4;
        let errors = found.iter().filter(|message| message.severity == Severity::Error);
        let labels = errors.filter_map(|error| error.primary.as_ref());
        let places = labels.filter(|label| label.source == source).map(|label| label.span.start);
        let first = places.min().unwrap_or(0);
        let (decs, _) = self.compilation.outline(source, text);
        let cuts = decs.iter().flat_map(|dec| [dec.start, dec.end]);
        let mut cuts: Vec<usize> = cuts.filter(|cut| (1..=first).contains(cut)).collect();
        cuts.sort_unstable();
        cuts.dedup();
        let mut tries = cuts.into_iter().rev().take(MOST_TRIES);
        tries.find(|cut| !is_wrong(&self.compilation.add(source, &text[..*cut]))).unwrap_or(0)
    }

    /// The place at which a declaration of a text begins.
    fn start_of(&mut self, source: SourceId, text: &[u8], dec: usize) -> usize {
        let (decs, _) = self.compilation.outline(source, text);
        decs.get(dec).map_or(text.len(), |dec| dec.start)
    }
}

/// The length of the first piece of a text, which ends at a semicolon or with the text.
fn end_of_piece(text: &[u8]) -> usize {
    let (mut scanner, mut end) = (Scanner::default(), 0);
    while let Some(semicolon) = scanner.line(&text[end..]) {
        end += semicolon.end;
        if semicolon.ends {
            return end;
        }
    }
    text.len()
}

/// Makes blanks of a text, but for the ends of lines.
fn blank(text: &mut [u8]) {
    text.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
}
