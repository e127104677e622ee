//! Source positions: the table at the top of a file, and `!N` in the text.

use crate::{Cursor, Read, Tok, show_str};
use base::{LocatedError, Pos, PosInfo, PosTable, Span};
use rustc_hash::FxHashMap;
use std::fmt;

/// Collects the positions of a module. They may stand in any order, but are
/// numbered from 1 without gaps.
#[derive(Default)]
pub struct PosReader {
    entries: FxHashMap<u32, (PosInfo, Span)>,
    /// Uses of numbers that were not declared yet.
    uses: Vec<(u32, Span)>,
}

impl PosReader {
    /// None yet.
    pub fn new() -> PosReader {
        PosReader::default()
    }

    /// Reads `!1 = "file" 3:5 of "f" in !2`, after the word `pos`.
    pub fn item(&mut self, cursor: &mut Cursor<'_>) -> Read<()> {
        let start = cursor.span();
        let Tok::Pos(number) = cursor.peek() else {
            return Err(cursor.unexpected("a position like `!1`"));
        };
        cursor.bump();
        cursor.expect(Tok::Equal)?;
        let (file, _) = cursor.utf8("the name of a file")?;
        let line = cursor.number("a line number")?;
        cursor.expect(Tok::Colon)?;
        let column = cursor.number("a column number")?;
        let function = match cursor.eat_word("of") {
            true => Some(cursor.utf8("the name of a function")?.0),
            false => None,
        };
        let inlined_at = if cursor.eat_word("in") { self.required(cursor)? } else { Pos::NONE };
        let span = cursor.since(start);
        if number == 0 {
            cursor.report(LocatedError::new(
                span,
                "position 0 is no position",
                "positions are numbered from 1",
            ));
        } else if self
            .entries
            .insert(number, (PosInfo { file, line, column, function, inlined_at }, span))
            .is_some()
        {
            cursor.report(LocatedError::new(
                span,
                "position declared twice",
                format!("`!{number}` is declared before"),
            ));
        }
        Ok(())
    }

    /// Reads a position if there is one.
    pub fn optional(&mut self, cursor: &mut Cursor<'_>) -> Pos {
        let Tok::Pos(number) = cursor.peek() else { return Pos::NONE };
        if !self.entries.contains_key(&number) {
            self.uses.push((number, cursor.span()));
        }
        cursor.bump();
        Pos(number)
    }

    fn required(&mut self, cursor: &mut Cursor<'_>) -> Read<Pos> {
        let Tok::Pos(_) = cursor.peek() else {
            return Err(cursor.unexpected("a position like `!1`"));
        };
        Ok(self.optional(cursor))
    }

    /// The table. Unknown numbers, gaps and chains without end are errors.
    pub fn finish(mut self, cursor: &mut Cursor<'_>) -> PosTable {
        for (number, span) in &self.uses {
            if *number != 0 && !self.entries.contains_key(number) {
                cursor.report(LocatedError::new(
                    *span,
                    "unknown position",
                    format!("`!{number}` is not declared"),
                ));
            }
        }
        let mut table = PosTable::default();
        let count = self.entries.len() as u32;
        let mut gap: Vec<(u32, Span)> = self
            .entries
            .iter()
            .filter(|(n, _)| **n > count)
            .map(|(n, (_, span))| (*n, *span))
            .collect();
        gap.sort_by_key(|(n, _)| *n);
        if let Some((number, span)) = gap.first() {
            let label = format!("`!{number}` is one of {count} positions");
            cursor.report(LocatedError::new(
                *span,
                "positions are not numbered from 1 without gaps",
                label,
            ));
            return table;
        }
        if let Some(span) = self.endless() {
            cursor.report(LocatedError::new(
                span,
                "position is inlined in itself",
                "following `in` comes back here",
            ));
            return table;
        }
        for number in 1..=count {
            if let Some((info, _)) = self.entries.remove(&number) {
                table.add(info);
            }
        }
        table
    }

    /// A position whose chain of `in` does not end. Every link is followed once.
    fn endless(&self) -> Option<Span> {
        // 0: not seen, otherwise the number of the walk that saw it.
        let mut seen = vec![0u32; self.entries.len() + 1];
        for start in 1..=self.entries.len() as u32 {
            let mut at = start;
            while let Some((info, span)) = self.entries.get(&at) {
                match seen.get_mut(at as usize) {
                    Some(mark) if *mark == 0 => *mark = start,
                    Some(mark) if *mark == start => return Some(*span),
                    _ => break,
                }
                at = info.inlined_at.0;
            }
        }
        None
    }
}

/// Writes the table, a line for each position.
pub fn write_positions(f: &mut fmt::Formatter<'_>, table: &PosTable) -> fmt::Result {
    for (pos, info) in table.iter() {
        write!(
            f,
            "pos {pos:?} = {} {}:{}",
            show_str(info.file.as_bytes()),
            info.line,
            info.column
        )?;
        if let Some(function) = &info.function {
            write!(f, " of {}", show_str(function.as_bytes()))?;
        }
        if !info.inlined_at.is_none() {
            write!(f, " in {:?}", info.inlined_at)?;
        }
        writeln!(f)?;
    }
    Ok(())
}

/// ` !N`, or nothing where no position is known.
pub fn show_pos(pos: Pos) -> impl fmt::Display {
    ShownPos(pos)
}

struct ShownPos(Pos);

impl fmt::Display for ShownPos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_none() { Ok(()) } else { write!(f, " {:?}", self.0) }
    }
}
