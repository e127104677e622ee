//! Backtraces as text: the place that raised first, then its callers, one a line.
//!
//! ```text
//! at third (a.sml:1:15)
//! at sum (a.sml:7:22)
//! ... repeated 998 times
//! at main (a.sml:9:5)
//! ```
//! The runtime and the interpreters give places in order and print the same.

/// Lines after which places are only counted.
const MAX_LINES: usize = 40;

/// A backtrace in the making.
#[derive(Default)]
pub struct Trace {
    lines: Vec<String>,
    /// The last place, as text.
    last: String,
    /// The number of times it came again.
    repeats: usize,
    /// Places that are not shown.
    more: usize,
}

impl Trace {
    /// The next place: the function, the file, line and column.
    pub fn place(&mut self, function: &str, file: &str, line: u32, column: u32) {
        if self.is_full() {
            self.more += 1;
            return;
        }
        let text = format!("at {function} ({file}:{line}:{column})");
        if text == self.last {
            self.repeats += 1;
            return;
        }
        self.close_repeats();
        self.last = text;
        if self.is_full() {
            self.more += 1;
        } else {
            self.lines.push(self.last.clone());
        }
    }

    /// The last place so many times more.
    pub fn again(&mut self, times: usize) {
        if self.is_full() {
            self.more += times;
        } else {
            self.repeats += times;
        }
    }

    /// The lines, without indentation.
    pub fn lines(mut self) -> Vec<String> {
        self.close_repeats();
        if self.more > 0 {
            self.lines.push(format!("... {} more", self.more));
        }
        self.lines
    }

    fn is_full(&self) -> bool {
        self.lines.len() >= MAX_LINES
    }

    fn close_repeats(&mut self) {
        if self.repeats > 0 {
            self.lines.push(format!("... repeated {} times", self.repeats));
            self.repeats = 0;
        }
    }
}

/// The report of an exception that nobody handled.
pub fn uncaught(message: &[u8], lines: &[String]) -> Vec<u8> {
    let mut report = [b"uncaught exception ", message, b"\n"].concat();
    for line in lines {
        report.extend_from_slice(format!("  {line}\n").as_bytes());
    }
    report
}

/// The first place in the lines of a history that is in no file whose name begins with `library`:
/// `FILE:LINE`, or nothing.
pub fn first_place(history: &[u8], library: &[u8]) -> String {
    let history = String::from_utf8_lossy(history);
    let library = String::from_utf8_lossy(library);
    let places = history.lines().filter_map(|line| {
        let (_, place) = line.strip_suffix(')')?.rsplit_once(" (")?;
        place.rsplit_once(':')
    });
    let own = places.map(|(place, _column)| place).find(|place| !place.starts_with(&*library));
    own.unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_places_are_counted() {
        let mut trace = Trace::default();
        trace.place("f", "a", 1, 2);
        trace.place("f", "a", 1, 2);
        trace.again(2);
        trace.place("g", "a", 1, 2);
        assert_eq!(trace.lines(), ["at f (a:1:2)", "... repeated 3 times", "at g (a:1:2)"]);
    }

    #[test]
    fn long_ones_are_cut() {
        let mut trace = Trace::default();
        (0..100).for_each(|line| trace.place("f", "a", line, 1));
        let lines = trace.lines();
        assert_eq!(lines.len(), 41);
        assert_eq!(lines[40], "... 60 more");
    }
}
