//! A line editor for texts of several lines.
//!
//! ```text
//! keys     bytes from the terminal, as keys
//! buffer   the lines that are edited, and the place in them
//! screen   what is drawn
//! search   looking for an earlier input
//! ```
//! Keys are those of readline and Emacs. Each line has its prompt, and all lines of an input that
//! has not ended can be gone back to. Bytes are read one by one and only while a text is
//! edited: what is typed ahead is left to the program that runs next.

pub(crate) mod buffer;
mod keys;
mod screen;
mod search;

use crate::history::History;
use crate::source::{Line, Source};
use buffer::Buffer;
use keys::{Key, key};
use process::Raw;
use screen::{Prompts, Screen};
use std::io::Write;
use std::time::Duration;

/// What an editor asks about the text.
pub(crate) trait Language {
    /// True if Enter at the end of the text ends it, and does not begin a line.
    fn is_whole(&mut self, buffer: &mut Buffer) -> bool;

    /// The number of bytes before the place that can be completed, and the completions.
    fn complete(&mut self, buffer: &mut Buffer) -> (usize, Vec<String>);

    /// The places in a line at which colours begin.
    fn colours(&mut self, buffer: &mut Buffer, line: usize) -> Vec<(usize, &'static str)>;
}

/// The ways in which editing ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Edited {
    /// With a text.
    Text(String),
    /// The text was dropped.
    Dropped,
    /// The user leaves.
    End,
}

/// A line editor.
pub(crate) struct Editor {
    pub(crate) history: History,
    /// The descriptor of the terminal that shows what is typed.
    out: i32,
    /// True if the terminal knows no codes, and edits lines itself.
    simple: bool,
    /// The text that was removed last.
    removed: String,
    prompts: [String; 2],
}

/// The state of editing one text.
struct State<'e> {
    editor: &'e mut Editor,
    language: &'e mut dyn Language,
    raw: Raw,
    buffer: Buffer,
    screen: Screen,
    /// The entry of the history that is shown; their number for none.
    entry: usize,
    /// What was typed before an entry of the history took its place.
    own: Buffer,
    /// Texts to go back to, and whether the last one was made by typing letters.
    undo: Vec<Buffer>,
    typing: bool,
    /// What the last key removed can be added to.
    removing: bool,
    /// The terminal does not show the text as it is.
    stale: bool,
}

/// The most texts that one can go back to, and the longest text for which one can.
const MOST_UNDONE: usize = 200;
const LONGEST_UNDONE: usize = 1 << 14;

impl Editor {
    pub(crate) fn new(history: History, out: i32, colour: bool) -> Editor {
        let prompt = |text: &str| match colour {
            true => format!("\x1b[1;36m{text}\x1b[0m "),
            false => format!("{text} "),
        };
        let simple = std::env::var_os("TERM").is_none_or(|term| term.is_empty() || term == "dumb");
        let prompts = [prompt("-"), prompt("=")];
        Editor { history, out, simple, removed: String::new(), prompts }
    }

    /// Shows a text between two inputs.
    pub(crate) fn show(&self, text: &str) {
        // A terminal that is gone says so where it is read.
        if self.out == 2 {
            let _ = std::io::stderr().write_all(text.as_bytes());
        } else {
            let mut out = std::io::stdout().lock();
            let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
        }
    }

    /// Has the user edit a text that begins with this one.
    pub(crate) fn edit(&mut self, text: &str, language: &mut dyn Language) -> Edited {
        if self.simple {
            return self.lines(text, language);
        }
        let Ok(raw) = Raw::enter(self.out) else { return Edited::End };
        let (entry, screen) = (self.history.entries().len(), Screen::new(process::size(self.out)));
        let buffer = Buffer::new(text);
        let mut state = State {
            editor: self,
            language,
            raw,
            own: Buffer::default(),
            buffer,
            screen,
            entry,
            undo: Vec::new(),
            typing: false,
            removing: false,
            stale: true,
        };
        let begin = state.screen.begin();
        state.write(&begin);
        let edited = state.run();
        state.leave(if edited == Edited::Dropped { "^C" } else { "" });
        edited
    }
}

impl Editor {
    /// Reads lines that the terminal has edited, up to the end of an input.
    fn lines(&mut self, text: &str, language: &mut dyn Language) -> Edited {
        let Ok(mut source) = Source::stdin() else { return Edited::End };
        let mut typed = text.as_bytes().to_vec();
        loop {
            self.show(&self.prompts[usize::from(!typed.is_empty())]);
            match source.line(&mut typed) {
                Line::Some => {}
                Line::Interrupted => {
                    self.show("\n");
                    return Edited::Dropped;
                }
                Line::End if typed.is_empty() => {
                    self.show("\n");
                    return Edited::End;
                }
                // The end of an input that has not ended drops nothing.
                Line::End => continue,
            }
            let text = String::from_utf8_lossy(&typed);
            let mut buffer = Buffer::new(text.strip_suffix('\n').unwrap_or(&text));
            if language.is_whole(&mut buffer) {
                return Edited::Text(buffer.text());
            }
        }
    }
}

impl State<'_> {
    fn run(&mut self) -> Edited {
        loop {
            // While more is there already, nothing is drawn.
            let ready = if self.stale { Some(Duration::ZERO) } else { None };
            let Some(key) = key(&mut self.raw, ready) else {
                self.draw();
                continue;
            };
            self.stale = true;
            if let Some(edited) = self.key(key) {
                return edited;
            }
        }
    }

    fn draw(&mut self) {
        let [first, others] = &self.editor.prompts;
        let prompts = Prompts { first, others };
        let language = &mut self.language;
        let codes = self
            .screen
            .draw(&mut self.buffer, prompts, &mut |buffer, line| language.colours(buffer, line));
        self.write(&codes);
        self.stale = false;
    }

    fn write(&self, text: &str) {
        self.editor.show(text);
    }

    /// Shows the whole text and what is to stand behind it, and goes to the next line.
    fn leave(&mut self, mark: &str) {
        self.buffer.go_to_end();
        self.draw();
        self.write(mark);
        let codes = self.screen.leave();
        self.write(&codes);
    }

    /// Does what a key asks for; says how editing ends, if it does.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most keys have no meaning in a place")]
    fn key(&mut self, key: Key) -> Option<Edited> {
        let (typing, removing) = (self.typing, self.removing);
        (self.typing, self.removing) = (false, false);
        match key {
            Key::Enter => return self.enter(),
            Key::Ctrl('c' | 'g') => return Some(Edited::Dropped),
            Key::Signal if host::interrupt::asked() => return Some(Edited::Dropped),
            Key::Signal => {}
            Key::Ctrl('d') if self.buffer.is_empty() => return Some(Edited::End),
            Key::Gone => return Some(Edited::End),
            Key::Char(c) => {
                if !typing {
                    self.remember();
                }
                self.buffer.insert(c.encode_utf8(&mut [0; 4]));
                self.typing = true;
            }
            Key::AltEnter => self.change(|buffer| buffer.insert("\n")),
            Key::Paste(text) => self.change(|buffer| buffer.insert(&text)),
            Key::Tab => self.complete(),
            Key::Backspace | Key::Ctrl('h') => self.change(Buffer::backspace),
            Key::Delete | Key::Ctrl('d') => self.change(Buffer::delete),
            Key::Ctrl('t') => self.change(Buffer::transpose),
            Key::Ctrl('k') => self.remove(removing, false, Buffer::kill_line),
            Key::Alt('d') => self.remove(removing, false, Buffer::kill_word_right),
            Key::Ctrl('u') => self.remove(removing, true, Buffer::kill_before),
            Key::Ctrl('w') | Key::AltBackspace => {
                self.remove(removing, true, Buffer::kill_word_left);
            }
            Key::Ctrl('y') => {
                let removed = self.editor.removed.clone();
                self.change(|buffer| buffer.insert(&removed));
            }
            Key::Ctrl('_') => self.buffer = self.undo.pop().unwrap_or(self.buffer.clone()),
            Key::Ctrl('r') => return self.search(),
            other => self.go(other),
        }
        None
    }

    /// Does what keys ask for that change nothing.
    #[expect(clippy::wildcard_enum_match_arm, reason = "most keys have no meaning in a place")]
    fn go(&mut self, key: Key) {
        match key {
            Key::Left | Key::Ctrl('b') => self.buffer.left(),
            Key::Right | Key::Ctrl('f') => self.buffer.right(),
            Key::Up | Key::Ctrl('p') => {
                if !self.buffer.up() {
                    self.earlier();
                }
            }
            Key::Down | Key::Ctrl('n') => {
                if !self.buffer.down() {
                    self.later();
                }
            }
            Key::Home | Key::Ctrl('a') => self.buffer.home(),
            Key::End | Key::Ctrl('e') => self.buffer.end(),
            Key::WordLeft | Key::Alt('b') => self.buffer.word_left(),
            Key::WordRight | Key::Alt('f') => self.buffer.word_right(),
            Key::Alt('<') => self.show_entry(0),
            Key::Alt('>') => self.show_entry(self.editor.history.entries().len()),
            Key::Ctrl('l') => {
                self.screen.forget();
                self.write("\x1b[H\x1b[2J");
            }
            Key::Ctrl('z') => {
                self.leave("");
                let _ = self.raw.stop();
                self.screen.resize(process::size(self.editor.out));
            }
            Key::Resized => self.screen.resize(process::size(self.editor.out)),
            Key::Continued => {
                self.screen.forget();
                self.screen.resize(process::size(self.editor.out));
            }
            // The others have no meaning here.
            other => self.stale = other == Key::Gone,
        }
    }

    fn enter(&mut self) -> Option<Edited> {
        if self.language.is_whole(&mut self.buffer) {
            return Some(Edited::Text(self.buffer.text()));
        }
        self.change(|buffer| buffer.insert("\n"));
        None
    }

    /// Notes the text, to go back to.
    fn remember(&mut self) {
        let long = self.buffer.lines().iter().map(String::len).sum::<usize>() > LONGEST_UNDONE;
        if long {
            return;
        }
        self.undo.push(self.buffer.clone());
        if self.undo.len() > MOST_UNDONE {
            self.undo.remove(0);
        }
    }

    fn change(&mut self, change: impl FnOnce(&mut Buffer)) {
        self.remember();
        change(&mut self.buffer);
    }

    /// Removes text that can be put back elsewhere; what several keys in a row remove is one text.
    fn remove(&mut self, more: bool, before: bool, remove: impl FnOnce(&mut Buffer) -> String) {
        self.remember();
        let removed = remove(&mut self.buffer);
        let old = if more { std::mem::take(&mut self.editor.removed) } else { String::new() };
        self.editor.removed = if before { removed + &old } else { old + &removed };
        self.removing = true;
    }

    fn earlier(&mut self) {
        if self.entry > 0 {
            self.show_entry(self.entry - 1);
        }
    }

    fn later(&mut self) {
        if self.entry < self.editor.history.entries().len() {
            self.show_entry(self.entry + 1);
        }
    }

    /// Shows an entry of the history, or what was typed behind its last.
    fn show_entry(&mut self, entry: usize) {
        let entries = self.editor.history.entries();
        if self.entry == entries.len() && entry != self.entry {
            self.own = self.buffer.clone();
        }
        self.buffer = match entries.get(entry) {
            Some(text) => Buffer::new(text),
            None => std::mem::take(&mut self.own),
        };
        self.entry = entry;
        self.undo.clear();
    }

    /// Completes the word before the place: as far as all completions agree, and shows them if
    /// that is no further than it is.
    fn complete(&mut self) {
        if self.buffer.before().trim().is_empty() {
            return self.change(|buffer| buffer.insert("  "));
        }
        let (length, words) = self.language.complete(&mut self.buffer);
        let Some(common) = common(&words) else {
            self.write("\x07");
            return;
        };
        let before = self.buffer.before();
        if before[before.len() - length..] != *common {
            let common = common.to_owned();
            self.change(|buffer| {
                buffer.remove_before(length);
                buffer.insert(&common);
            });
        } else if words.len() > 1 {
            let (place, text) = (self.buffer.clone(), columns(&words, self.editor.out));
            self.leave("");
            self.write(&text);
            self.buffer = place;
        }
    }
}

/// The longest text with which all words begin.
fn common(words: &[String]) -> Option<&str> {
    let (first, rest) = words.split_first()?;
    let agree = |word: &String| {
        let same = first.chars().zip(word.chars()).take_while(|(a, b)| a == b);
        same.map(|(c, _)| c.len_utf8()).sum::<usize>()
    };
    let length = rest.iter().map(agree).min().unwrap_or(first.len());
    Some(&first[..length])
}

/// The most words that are shown.
const MOST_WORDS: usize = 200;

/// Words in columns, as wide as the terminal is.
fn columns(words: &[String], out: i32) -> String {
    let wide = |word: &str| word.chars().map(buffer::width).sum::<usize>();
    let shown = &words[..words.len().min(MOST_WORDS)];
    let width = shown.iter().map(|word| wide(word)).max().unwrap_or(0) + 2;
    let across = (process::size(out).0 / width).max(1);
    let down = shown.len().div_ceil(across);
    let mut text = String::new();
    for row in 0..down {
        let row: Vec<&String> = shown.iter().skip(row).step_by(down).collect();
        for (index, word) in row.iter().enumerate() {
            text += word;
            if index + 1 < row.len() {
                text.extend(std::iter::repeat_n(' ', width - wide(word)));
            }
        }
        text += "\r\n";
    }
    if words.len() > shown.len() {
        text += &format!("... and {} more\r\n", words.len() - shown.len());
    }
    text
}
