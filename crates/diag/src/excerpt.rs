//! The few lines of a file that a diagnostic shows.
//!
//! A file may have fifty megabytes, one line, and no encoding. Only the lines
//! with labels are decoded, and of a long line only the part around its first
//! label; the drawing library then sees a small file with the original's line
//! and column numbers.

use crate::{Diagnostic, Label, Source, SourceId, Sources};
use base::Span;
use codespan_reporting::files::{Error, Files};
use std::collections::BTreeMap;
use std::ops::Range;

/// Most bytes of a line that are shown.
const WIDTH: usize = 120;
/// Bytes shown before the first label of a line that is cut.
const BEFORE: usize = 40;

/// The excerpts of all files that one diagnostic mentions.
pub(crate) struct Excerpts {
    files: BTreeMap<SourceId, Excerpt>,
}

/// Some lines of a file.
struct Excerpt {
    name: String,
    text: String,
    lines: Vec<Line>,
}

/// A line of an excerpt.
struct Line {
    /// Its number in the file, from 1.
    number: usize,
    /// The offset in the file at which it begins.
    file_start: usize,
    /// The part of the file that is shown.
    shown: Range<usize>,
    /// The place of that part in the excerpt's text.
    text: Range<usize>,
    /// Characters before the part that is shown.
    columns_before: usize,
    /// Characters of "..." before it.
    dots: usize,
}

impl Excerpts {
    /// The lines that the labels of `diagnostic` touch.
    pub(crate) fn new(sources: &Sources, diagnostic: &Diagnostic) -> Excerpts {
        let mut spans: BTreeMap<SourceId, Vec<Span>> = BTreeMap::new();
        for label in diagnostic.primary.iter().chain(&diagnostic.others) {
            spans.entry(label.source).or_default().push(label.span);
        }
        let files = spans
            .into_iter()
            .map(|(id, spans)| (id, Excerpt::new(sources.get(id), &spans)))
            .collect();
        Excerpts { files }
    }

    /// The place of a label in its excerpt: on one line, inside what is shown.
    pub(crate) fn locate(&self, label: &Label) -> Range<usize> {
        self.files[&label.source].locate(label.span)
    }

    fn file(&self, id: SourceId) -> Result<&Excerpt, Error> {
        self.files.get(&id).ok_or(Error::FileMissing)
    }
}

impl Excerpt {
    fn new(source: &Source, spans: &[Span]) -> Excerpt {
        let bytes = &source.bytes;
        // The line of every label, with the first label on it to stay in view.
        let mut wanted: BTreeMap<usize, usize> = BTreeMap::new();
        for span in spans {
            let at = span.start.min(bytes.len());
            let start = bytes[..at].iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
            wanted.entry(start).and_modify(|view| *view = at.min(*view)).or_insert(at);
        }
        let mut excerpt =
            Excerpt { name: source.name.clone(), text: String::new(), lines: Vec::new() };
        let (mut number, mut counted) = (source.first_line as usize, 0);
        for (start, view) in wanted {
            let breaks = bytes[counted..start].iter().filter(|b| **b == b'\n').count();
            number += breaks;
            excerpt.bridge(bytes, start, breaks, number);
            counted = start;
            excerpt.add_line(bytes, start, number, view);
        }
        excerpt
    }

    /// Writes what the library expects between two lines `gap` lines apart: the one line between
    /// them, or enough lines that it draws a gap.
    fn bridge(&mut self, bytes: &[u8], start: usize, gap: usize, number: usize) {
        if self.lines.is_empty() || gap < 2 {
            return;
        }
        let end = start - 1;
        let before = bytes[..end].iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
        self.add_line(bytes, before, number - 1, before);
        if gap > 2 {
            self.add_line(bytes, before, number - 1, before);
        }
    }

    fn add_line(&mut self, bytes: &[u8], start: usize, number: usize, view: usize) {
        let end =
            bytes[start..].iter().position(|b| *b == b'\n').map_or(bytes.len(), |i| start + i);
        let end = if end > start && bytes[end - 1] == b'\r' { end - 1 } else { end };
        let mut shown = start..end;
        if end - start > WIDTH {
            shown.start = character(bytes, view.min(end).saturating_sub(BEFORE).max(start), start);
            shown.end = character(bytes, (shown.start + WIDTH).min(end), start);
        }
        let dots = if shown.start > start { 3 } else { 0 };
        let text_start = self.text.len();
        self.text.push_str(&"..."[..dots]);
        self.text.push_str(&decode(&bytes[shown.clone()]));
        if shown.end < end {
            self.text.push_str("...");
        }
        self.text.push('\n');
        let columns_before = decode(&bytes[start..shown.start]).chars().count();
        let text = text_start..self.text.len();
        self.lines.push(Line { number, file_start: start, shown, text, columns_before, dots });
    }

    fn locate(&self, span: Span) -> Range<usize> {
        let line = self
            .lines
            .iter()
            .rev()
            .find(|line| line.file_start <= span.start)
            .unwrap_or(&self.lines[0]);
        let place = |at: usize| {
            let at = at.clamp(line.shown.start, line.shown.end) - line.shown.start;
            let mut place = line.text.start + line.dots + at;
            while !self.text.is_char_boundary(place) {
                place -= 1;
            }
            place
        };
        let start = place(span.start);
        start..place(span.end).max(start)
    }
}

/// The bytes as text of the same length: what is not UTF-8 or would move the
/// cursor is replaced, byte by byte.
fn decode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            match c {
                '\t' => text.push('\t'),
                _ if c.is_control() || is_bidirectional(c) => {
                    text.push_str(&"????"[..c.len_utf8()])
                }
                _ => text.push(c),
            }
        }
        text.extend(chunk.invalid().iter().map(|_| '?'));
    }
    text
}

/// Characters that reorder the text around them.
fn is_bidirectional(c: char) -> bool {
    matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The beginning of the character at `at`, if it is UTF-8 at all.
fn character(bytes: &[u8], at: usize, least: usize) -> usize {
    let mut start = at;
    while start > least && at - start < 4 && start < bytes.len() && bytes[start] & 0xc0 == 0x80 {
        start -= 1;
    }
    start
}

impl<'a> Files<'a> for Excerpts {
    type FileId = SourceId;
    type Name = &'a str;
    type Source = &'a str;

    fn name(&'a self, id: SourceId) -> Result<&'a str, Error> {
        Ok(&self.file(id)?.name)
    }

    fn source(&'a self, id: SourceId) -> Result<&'a str, Error> {
        Ok(&self.file(id)?.text)
    }

    fn line_index(&'a self, id: SourceId, at: usize) -> Result<usize, Error> {
        let file = self.file(id)?;
        Ok(file.lines.partition_point(|line| line.text.start <= at).saturating_sub(1))
    }

    fn line_number(&'a self, id: SourceId, index: usize) -> Result<usize, Error> {
        let file = self.file(id)?;
        let line = file
            .lines
            .get(index)
            .ok_or(Error::LineTooLarge { given: index, max: file.lines.len() })?;
        Ok(line.number)
    }

    fn column_number(&'a self, id: SourceId, index: usize, at: usize) -> Result<usize, Error> {
        let file = self.file(id)?;
        let line = file
            .lines
            .get(index)
            .ok_or(Error::LineTooLarge { given: index, max: file.lines.len() })?;
        let text = &file.text[line.text.start..at.clamp(line.text.start, line.text.end)];
        Ok(line.columns_before + text.chars().count() - line.dots.min(text.len()) + 1)
    }

    fn line_range(&'a self, id: SourceId, index: usize) -> Result<Range<usize>, Error> {
        let file = self.file(id)?;
        let line = file
            .lines
            .get(index)
            .ok_or(Error::LineTooLarge { given: index, max: file.lines.len() })?;
        Ok(line.text.clone())
    }
}
