//! The lines that are being edited, and the place in them.

use crate::scan::Scanner;

/// Lines and a place in them. There is always a line.
#[derive(Clone, Debug)]
pub(crate) struct Buffer {
    lines: Vec<String>,
    row: usize,
    /// The bytes of the line before the place.
    col: usize,
    /// What has been seen before each line, for as many as were looked at since they changed.
    before: Vec<Seen>,
}

/// What has been seen before a line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Seen {
    /// What has begun, and not ended.
    pub scanner: Scanner,
    /// True if an input has ended.
    pub ended: bool,
}

impl Default for Buffer {
    fn default() -> Buffer {
        Buffer::new("")
    }
}

impl Buffer {
    /// A text with the place at its end.
    pub(crate) fn new(text: &str) -> Buffer {
        let lines: Vec<String> = text.split('\n').map(str::to_owned).collect();
        let row = lines.len() - 1;
        Buffer { col: lines[row].len(), row, lines, before: Vec::new() }
    }

    pub(crate) fn lines(&self) -> &[String] {
        &self.lines
    }

    pub(crate) fn text(&self) -> String {
        self.lines.join("\n")
    }

    /// True if there is no text.
    pub(crate) fn is_empty(&self) -> bool {
        self.lines.len() == 1 && self.lines[0].is_empty()
    }

    /// The line of the place, and the bytes before it there.
    pub(crate) fn place(&self) -> (usize, usize) {
        (self.row, self.col)
    }

    /// The line of the place.
    pub(crate) fn line(&self) -> &str {
        &self.lines[self.row]
    }

    /// The line up to the place.
    pub(crate) fn before(&self) -> &str {
        &self.lines[self.row][..self.col]
    }

    /// The line from the place on.
    fn after(&self) -> &str {
        &self.lines[self.row][self.col..]
    }

    /// What has been seen before a line, or before the end for the number of lines.
    pub(crate) fn seen(&mut self, line: usize) -> Seen {
        if self.before.is_empty() {
            self.before.push(Seen::default());
        }
        while self.before.len() <= line {
            let at = self.before.len() - 1;
            let Seen { mut scanner, ended } = self.before[at].clone();
            let ends = scanner.whole_line(self.lines[at].as_bytes());
            self.before.push(Seen { scanner, ended: ended || ends });
        }
        self.before[line].clone()
    }

    /// A line is about to change.
    fn changes(&mut self, row: usize) {
        self.before.truncate(row + 1);
    }

    /// Puts text before the place.
    pub(crate) fn insert(&mut self, text: &str) {
        self.changes(self.row);
        let Some((first, rest)) = text.split_once('\n') else {
            self.lines[self.row].insert_str(self.col, text);
            self.col += text.len();
            return;
        };
        let behind = self.lines[self.row].split_off(self.col);
        self.lines[self.row].push_str(first);
        let mut new: Vec<String> = rest.split('\n').map(str::to_owned).collect();
        let last = new.len() - 1;
        self.col = new[last].len();
        new[last].push_str(&behind);
        let at = self.row + 1;
        self.row += new.len();
        self.lines.splice(at..at, new);
    }

    /// Removes what is between the place and another one in the same line, or the break between
    /// two lines; gives it.
    fn remove_to(&mut self, col: usize) -> String {
        self.changes(self.row);
        let range = self.col.min(col)..self.col.max(col);
        self.col = range.start;
        self.lines[self.row].drain(range).collect()
    }

    /// Joins the line with the next.
    fn join(&mut self) -> String {
        if self.row + 1 == self.lines.len() {
            return String::new();
        }
        self.changes(self.row);
        let next = self.lines.remove(self.row + 1);
        self.lines[self.row].push_str(&next);
        "\n".to_owned()
    }

    /// Removes the character before the place.
    pub(crate) fn backspace(&mut self) {
        if self.col > 0 {
            self.remove_to(self.previous());
        } else if self.row > 0 {
            self.left();
            self.join();
        }
    }

    /// Removes the character behind the place.
    pub(crate) fn delete(&mut self) {
        if self.after().is_empty() {
            self.join();
        } else {
            self.remove_to(self.next());
        }
    }

    /// Removes the rest of the line, or its end.
    pub(crate) fn kill_line(&mut self) -> String {
        if self.after().is_empty() { self.join() } else { self.remove_to(self.line().len()) }
    }

    /// Removes the line up to the place.
    pub(crate) fn kill_before(&mut self) -> String {
        self.remove_to(0)
    }

    /// Removes the word before the place.
    pub(crate) fn kill_word_left(&mut self) -> String {
        let from = self.col;
        self.word_left_in_line();
        self.remove_to(from)
    }

    /// Removes the word behind the place.
    pub(crate) fn kill_word_right(&mut self) -> String {
        let from = self.col;
        self.word_right_in_line();
        self.remove_to(from)
    }

    /// Removes so many bytes before the place, which are of its line.
    pub(crate) fn remove_before(&mut self, bytes: usize) {
        self.remove_to(self.col.saturating_sub(bytes));
    }

    /// Exchanges the characters around the place.
    pub(crate) fn transpose(&mut self) {
        if self.after().is_empty() {
            self.left();
        }
        let from = self.previous();
        if from < self.col && !self.after().is_empty() {
            let first = self.remove_to(from);
            self.right();
            self.insert(&first);
        }
    }

    /// The place before the character before the place, combining marks included.
    fn previous(&self) -> usize {
        let marks = |c: char| width(c) == 0;
        let mut chars = self.before().char_indices().rev();
        chars.find(|(_, c)| !marks(*c)).map_or(0, |(at, _)| at)
    }

    /// The place behind the character behind the place, combining marks included.
    fn next(&self) -> usize {
        let mut chars = self.after().char_indices().skip(1);
        let end = chars.find(|(_, c)| width(*c) > 0).map_or(self.after().len(), |(at, _)| at);
        self.col + end
    }

    pub(crate) fn left(&mut self) {
        if self.col > 0 {
            self.col = self.previous();
        } else if self.row > 0 {
            self.row -= 1;
            self.col = self.line().len();
        }
    }

    pub(crate) fn right(&mut self) {
        if !self.after().is_empty() {
            self.col = self.next();
        } else if self.row + 1 < self.lines.len() {
            (self.row, self.col) = (self.row + 1, 0);
        }
    }

    /// Goes a line up, if there is one.
    pub(crate) fn up(&mut self) -> bool {
        self.row > 0 && self.go_to_line(self.row - 1)
    }

    /// Goes a line down, if there is one.
    pub(crate) fn down(&mut self) -> bool {
        self.row + 1 < self.lines.len() && self.go_to_line(self.row + 1)
    }

    fn go_to_line(&mut self, row: usize) -> bool {
        let before = self.before().chars().count();
        self.row = row;
        let mut chars = self.line().char_indices();
        self.col = chars.nth(before).map_or(self.line().len(), |(at, _)| at);
        true
    }

    pub(crate) fn home(&mut self) {
        self.col = 0;
    }

    pub(crate) fn end(&mut self) {
        self.col = self.line().len();
    }

    /// Goes to the end of the text.
    pub(crate) fn go_to_end(&mut self) {
        self.row = self.lines.len() - 1;
        self.end();
    }

    pub(crate) fn word_left(&mut self) {
        if self.col == 0 {
            self.left();
        }
        self.word_left_in_line();
    }

    fn word_left_in_line(&mut self) {
        let before = self.before().trim_end_matches(|c| !is_letter(c));
        self.col = before.trim_end_matches(is_letter).len();
    }

    pub(crate) fn word_right(&mut self) {
        if self.after().is_empty() {
            self.right();
        }
        self.word_right_in_line();
    }

    fn word_right_in_line(&mut self) {
        let after = self.after().trim_start_matches(|c| !is_letter(c));
        self.col = self.line().len() - after.trim_start_matches(is_letter).len();
    }
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '\''
}

/// The columns that a character takes.
pub(crate) fn width(c: char) -> usize {
    unicode_width::UnicodeWidthChar::width(c).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_goes_in_and_out() {
        let mut buffer = Buffer::new("ab");
        buffer.left();
        buffer.insert("1\n2\n3");
        assert_eq!((buffer.text().as_str(), buffer.place()), ("a1\n2\n3b", (2, 1)));
        buffer.home();
        buffer.backspace();
        assert_eq!((buffer.text().as_str(), buffer.place()), ("a1\n23b", (1, 1)));
        buffer.left();
        buffer.left();
        buffer.delete();
        assert_eq!((buffer.text().as_str(), buffer.place()), ("a123b", (0, 2)));
    }

    #[test]
    fn words_and_lines() {
        let mut buffer = Buffer::new("val foo = bar'\nx");
        buffer.up();
        buffer.end();
        assert_eq!(buffer.kill_word_left(), "bar'");
        buffer.word_left();
        assert_eq!(buffer.before(), "val ");
        assert_eq!(buffer.kill_line(), "foo = ");
        assert_eq!(buffer.kill_line(), "\n");
        assert_eq!(buffer.kill_before(), "val ");
        assert_eq!(buffer.text(), "x");
    }

    #[test]
    fn marks_stay_with_their_characters() {
        let mut buffer = Buffer::new("ae\u{301}");
        buffer.backspace();
        assert_eq!(buffer.text(), "a");
    }

    #[test]
    fn what_was_seen_follows_changes() {
        let mut buffer = Buffer::new("let\nin 1\nend;");
        assert!(buffer.seen(3).ended);
        buffer.up();
        buffer.insert("(* ");
        let seen = buffer.seen(3);
        assert!(!seen.ended && !seen.scanner.is_closed());
        (0..3).for_each(|_| buffer.backspace());
        assert!(buffer.seen(3).ended);
    }
}
