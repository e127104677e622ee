//! The lines that are being edited, on the screen.
//!
//! A text may be longer than the screen: what has gone out at its top is left alone, and drawn
//! again when the place is there.

use super::buffer::{Buffer, width};
use std::fmt::Write;

/// The prompts: before the first line, and before each of the others.
#[derive(Clone, Copy)]
pub(crate) struct Prompts<'p> {
    pub first: &'p str,
    pub others: &'p str,
}

/// A line as it is shown: escape codes that take no room, and characters.
pub(crate) type Painter<'p> = &'p mut dyn FnMut(&mut Buffer, usize) -> Vec<(usize, &'static str)>;

/// What is on the screen.
pub(crate) struct Screen {
    columns: usize,
    rows: usize,
    /// The first line of the text that is drawn.
    top: usize,
    /// The columns taken in the rows that are drawn.
    drawn: Vec<usize>,
    /// The row and column of the place among these.
    place: (usize, usize),
}

/// The width of a tab.
const TAB: usize = 4;

impl Screen {
    pub(crate) fn new((columns, rows): (usize, usize)) -> Screen {
        Screen { columns: columns.max(4), rows: rows.max(2), top: 0, drawn: vec![0], place: (0, 0) }
    }

    /// The codes that begin a line, wherever the last one ends: blanks that fill one end in it if it
    /// is empty, and else in the next.
    pub(crate) fn begin(&self) -> String {
        format!("{}\r\x1b[J", " ".repeat(self.columns - 1))
    }

    /// The screen has another size: what the terminal has made of the rows is guessed.
    pub(crate) fn resize(&mut self, (columns, rows): (usize, usize)) {
        let columns = columns.max(4);
        let high = |width: usize| width.saturating_sub(1) / columns;
        let above: usize = self.drawn[..self.place.0].iter().map(|width| 1 + high(*width)).sum();
        self.place = (above + self.place.1.saturating_sub(1) / columns, self.place.1);
        (self.columns, self.rows) = (columns, rows.max(2));
    }

    /// Nothing is on the screen any more.
    pub(crate) fn forget(&mut self) {
        (self.top, self.drawn, self.place) = (0, vec![0], (0, 0));
    }

    /// The codes that draw a text.
    pub(crate) fn draw(
        &mut self,
        buffer: &mut Buffer,
        prompts: Prompts<'_>,
        paint: Painter<'_>,
    ) -> String {
        let (row, _) = buffer.place();
        let mut out = String::from("\x1b[?25l\r");
        if self.place.0 > 0 {
            let _ = write!(out, "\x1b[{}A", self.place.0);
        }
        out.push_str("\x1b[J");
        self.top = self.top.min(row).min(buffer.lines().len() - 1);
        let heights: Vec<usize> =
            (self.top..buffer.lines().len()).map(|line| self.height(buffer, line)).collect();
        // The place has to be seen, and as much behind it as there is room for.
        let mut last = row - self.top;
        let mut seen: usize = heights[..=last].iter().sum();
        while last + 1 < heights.len() && seen + heights[last + 1] <= self.rows {
            last += 1;
            seen += heights[last];
        }
        self.drawn = vec![0];
        let mut place = (0, 0);
        let mut first_rows = Vec::new();
        for line in self.top..=self.top + last {
            if line > self.top {
                out.push_str("\r\n");
                self.drawn.push(0);
            }
            first_rows.push(self.drawn.len() - 1);
            let prompt = if line == 0 { prompts.first } else { prompts.others };
            let runs = paint(buffer, line);
            let at = self.line(&mut out, prompt, buffer, line, &runs);
            place = at.unwrap_or(place);
        }
        // Rows that have gone out at the top are never drawn over.
        let gone = self.drawn.len().saturating_sub(self.rows);
        let lines_gone = first_rows.iter().filter(|first| **first < gone).count();
        if lines_gone > 0 {
            let rows_gone = first_rows.get(lines_gone).copied().unwrap_or(gone);
            self.top += lines_gone.min(last);
            let rows_gone = rows_gone.min(place.0);
            self.drawn.drain(..rows_gone);
            place.0 -= rows_gone;
        }
        let up = self.drawn.len() - 1 - place.0;
        if up > 0 {
            let _ = write!(out, "\x1b[{up}A");
        }
        out.push('\r');
        if place.1 > 0 {
            let _ = write!(out, "\x1b[{}C", place.1);
        }
        out.push_str("\x1b[?25h");
        self.place = place;
        out
    }

    /// The codes that leave what is drawn, and begin a line behind it.
    pub(crate) fn leave(&mut self) -> String {
        let down = self.drawn.len() - 1 - self.place.0.min(self.drawn.len() - 1);
        let code = if down > 0 { format!("\x1b[{down}B") } else { String::new() };
        self.forget();
        format!("{code}\r\n")
    }

    /// The rows that a line takes; prompts have two columns.
    fn height(&self, buffer: &Buffer, line: usize) -> usize {
        let mut column = 2;
        let mut rows = 1;
        for c in buffer.lines()[line].chars() {
            let width = shown_width(c, column);
            if column + width > self.columns {
                (rows, column) = (rows + 1, 0);
            }
            column += width;
        }
        if column >= self.columns { rows + 1 } else { rows }
    }

    /// Draws a line; gives the row and column of the place, if it is in it.
    fn line(
        &mut self,
        out: &mut String,
        prompt: &str,
        buffer: &Buffer,
        line: usize,
        runs: &[(usize, &'static str)],
    ) -> Option<(usize, usize)> {
        let (row, col) = buffer.place();
        let text = &buffer.lines()[line];
        out.push_str(prompt);
        let mut column = 2;
        let mut place = None;
        let mut runs = runs.iter().peekable();
        for (at, c) in text.char_indices() {
            while let Some((_, code)) = runs.next_if(|(from, _)| *from <= at) {
                out.push_str(code);
            }
            let width = shown_width(c, column);
            if column + width > self.columns {
                out.push_str("\r\n");
                self.row_ends(column);
                column = 0;
            }
            if (row, col) == (line, at) {
                place = Some((self.drawn.len() - 1, column));
            }
            column += width;
            match c {
                '\t' => out.extend(std::iter::repeat_n(' ', width)),
                c if c.is_control() => out.push('?'),
                c => out.push(c),
            }
        }
        runs.for_each(|(_, code)| out.push_str(code));
        if column >= self.columns {
            // The place behind the last column is in the next row.
            out.push_str("\r\n");
            self.row_ends(column);
            column = 0;
        }
        if let Some(last) = self.drawn.last_mut() {
            *last = column;
        }
        let at_end = row == line && col == text.len();
        if at_end { Some((self.drawn.len() - 1, column)) } else { place }
    }

    fn row_ends(&mut self, column: usize) {
        if let Some(last) = self.drawn.last_mut() {
            *last = column;
        }
        self.drawn.push(0);
    }
}

/// The columns that a character takes where it stands.
fn shown_width(c: char, _column: usize) -> usize {
    match c {
        '\t' => TAB,
        c if c.is_control() => 1,
        c => width(c),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROMPTS: Prompts<'static> = Prompts { first: "- ", others: "= " };

    /// What a terminal shows of some codes, and the row and column of the place.
    fn show(screen: &mut Vec<String>, place: &mut (usize, usize), rows: usize, codes: &str) {
        let mut chars = codes.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\r' => place.1 = 0,
                '\n' => {
                    place.0 += 1;
                    if place.0 == rows {
                        screen.remove(0);
                        place.0 -= 1;
                    }
                }
                '\x1b' => {
                    let mut code = String::new();
                    chars.next();
                    for c in chars.by_ref() {
                        code.push(c);
                        if c.is_ascii_alphabetic() {
                            break;
                        }
                    }
                    let number = code[..code.len() - 1].parse().unwrap_or(1);
                    match code.chars().last() {
                        Some('A') => place.0 = place.0.saturating_sub(number),
                        Some('B') => place.0 += number,
                        Some('C') => place.1 += number,
                        Some('J') => {
                            screen.truncate(place.0 + 1);
                            if let Some(line) = screen.get_mut(place.0) {
                                *line = line.chars().take(place.1).collect();
                            }
                        }
                        _ => {}
                    }
                    continue;
                }
                c => {
                    while screen.len() <= place.0 {
                        screen.push(String::new());
                    }
                    let mut line: Vec<char> = screen[place.0].chars().collect();
                    line.resize(line.len().max(place.1 + 1), ' ');
                    line[place.1] = c;
                    screen[place.0] = line.into_iter().collect();
                    place.1 += 1;
                }
            }
            while screen.len() <= place.0 {
                screen.push(String::new());
            }
        }
    }

    struct Window {
        screen: Screen,
        rows: usize,
        text: Vec<String>,
        place: (usize, usize),
    }

    impl Window {
        fn new(columns: usize, rows: usize) -> Window {
            let screen = Screen::new((columns, rows));
            Window { screen, rows, text: vec![String::new()], place: (0, 0) }
        }

        fn draw(&mut self, buffer: &mut Buffer) -> String {
            let codes = self.screen.draw(buffer, PROMPTS, &mut |_, _| Vec::new());
            show(&mut self.text, &mut self.place, self.rows, &codes);
            self.text.join("|")
        }
    }

    #[test]
    fn lines_have_prompts() {
        let mut window = Window::new(20, 10);
        let mut buffer = Buffer::new("val x =\n1");
        assert_eq!(window.draw(&mut buffer), "- val x =|= 1");
        assert_eq!(window.place, (1, 3));
        buffer.up();
        buffer.insert("!");
        assert_eq!(window.draw(&mut buffer), "- v!al x =|= 1");
        assert_eq!(window.place, (0, 4));
    }

    #[test]
    fn long_lines_take_several_rows() {
        let mut window = Window::new(6, 10);
        let mut buffer = Buffer::new("abcdefgh");
        assert_eq!(window.draw(&mut buffer), "- abcd|efgh");
        buffer.insert("ij");
        assert_eq!(window.draw(&mut buffer), "- abcd|efghij|");
        assert_eq!(window.place, (2, 0));
        buffer.backspace();
        assert_eq!(window.draw(&mut buffer), "- abcd|efghi");
    }

    #[test]
    fn wide_characters_are_not_cut() {
        let mut window = Window::new(7, 10);
        let mut buffer = Buffer::new("字字字");
        window.draw(&mut buffer);
        assert_eq!(window.screen.place, (1, 2));
        assert_eq!(window.screen.drawn, [6, 2]);
    }

    #[test]
    fn texts_longer_than_the_screen() {
        let mut window = Window::new(20, 3);
        let mut buffer = Buffer::new("a\nb\nc\nd\ne");
        assert_eq!(window.draw(&mut buffer), "= c|= d|= e");
        buffer.insert("!");
        assert_eq!(window.draw(&mut buffer), "= c|= d|= e!");
        buffer.insert("\nf");
        assert_eq!(window.draw(&mut buffer), "= d|= e!|= f");
        for _ in 0..5 {
            buffer.up();
            window.draw(&mut buffer);
        }
        assert_eq!(window.draw(&mut buffer), "- a|= b|= c");
        assert_eq!(window.place.0, 0);
        buffer.go_to_end();
        assert_eq!(window.draw(&mut buffer), "= d|= e!|= f");
    }
}
