//! Looking for an earlier input: Ctrl-R, and what is typed then.

use super::buffer::Buffer;
use super::keys::{Key, key};
use super::screen::Prompts;
use super::{Edited, State};

impl State<'_> {
    /// Shows the last input that has what is typed in it; further Ctrl-R go further back.
    pub(super) fn search(&mut self) -> Option<Edited> {
        let own = self.buffer.clone();
        let mut wanted = String::new();
        let mut entry = self.editor.history.entries().len();
        loop {
            self.draw_search(&wanted);
            match key(&mut self.raw, None) {
                Some(Key::Char(c)) => {
                    wanted.push(c);
                    entry = self.find(
                        &wanted,
                        (entry + 1).min(self.editor.history.entries().len()),
                        entry,
                    );
                }
                Some(Key::Backspace) => {
                    wanted.pop();
                    let all = self.editor.history.entries().len();
                    entry = self.find(&wanted, all, all);
                }
                Some(Key::Ctrl('r')) => entry = self.find(&wanted, entry, entry),
                Some(Key::Ctrl('g' | 'c')) | Some(Key::Signal) => {
                    self.buffer = own;
                    self.screen_is_search();
                    return None;
                }
                Some(Key::Resized | Key::Unknown) | None => {}
                Some(other) => {
                    self.entry = entry.min(self.editor.history.entries().len());
                    self.screen_is_search();
                    return self.key(other);
                }
            }
        }
    }

    /// The last entry before this one that has the text in it, which is shown; the other one if
    /// there is none.
    fn find(&mut self, wanted: &str, before: usize, otherwise: usize) -> usize {
        let entries = &self.editor.history.entries()[..before];
        match entries.iter().rposition(|entry| entry.contains(wanted)) {
            Some(found) if !wanted.is_empty() => {
                self.buffer = Buffer::new(&entries[found]);
                found
            }
            Some(_) | None => {
                self.write("\x07");
                otherwise
            }
        }
    }

    fn draw_search(&mut self, wanted: &str) {
        // One line with what is looked for, then the input.
        let mut shown = Buffer::new(&format!("(search: {wanted})\n{}", self.buffer.text()));
        let prompts = Prompts { first: "  ", others: "  " };
        let codes = self.screen.draw(&mut shown, prompts, &mut |_, _| Vec::new());
        self.write(&codes);
    }

    /// What is on the screen has a line more than the text: it is drawn over.
    fn screen_is_search(&mut self) {
        self.stale = true;
    }
}
