//! A session at a terminal.

use crate::complete::complete;
use crate::dialogue::{After, Dialogue};
use crate::edit::buffer::Buffer;
use crate::edit::{Edited, Editor, Language};
use crate::highlight::{colours, command_colours};
use crate::history::History;
use crate::inputs::{Inputs, Piece};
use driver::version;

/// Has a session; `out` is the descriptor that shows what is typed.
pub(crate) fn terminal(dialogue: &mut Dialogue, out: i32) {
    let colour = driver::style(dialogue.setup.colour, true).colour;
    let editor = Editor::new(History::of_user(), out, colour);
    let mut terminal =
        Terminal { dialogue, editor, inputs: Inputs::default(), rest: String::new(), colour };
    terminal.editor.show(&format!("Kont {}: `:help` says what there is.\n", number()));
    if terminal.dialogue.begin() != After::Quit {
        terminal.run();
    }
}

/// The version, without that of LLVM.
fn number() -> String {
    version().split(' ').next().unwrap_or_default().to_owned()
}

struct Terminal<'d> {
    dialogue: &'d mut Dialogue,
    editor: Editor,
    inputs: Inputs,
    /// What stands behind the last input in its line.
    rest: String,
    colour: bool,
}

impl Terminal<'_> {
    fn run(&mut self) {
        loop {
            let rest = std::mem::take(&mut self.rest);
            host::interrupt::settle();
            let colour = self.colour;
            let mut language = Sml { dialogue: self.dialogue, colour };
            match self.editor.edit(&rest, &mut language) {
                Edited::Text(text) => {
                    if !self.evaluate(&text) {
                        return;
                    }
                }
                Edited::Dropped => host::interrupt::settle(),
                Edited::End => return,
            }
        }
    }

    /// Evaluates what was typed; false if the session is over.
    fn evaluate(&mut self, text: &str) -> bool {
        if is_command(text) {
            self.editor.history.add(text);
            self.inputs.skip_line(format!("{text}\n").as_bytes());
            return self.dialogue.command(text) != After::Quit;
        }
        self.inputs.add(text.as_bytes());
        self.inputs.add(b"\n");
        let whole = ends(text);
        let kept = match whole {
            true => text.len() - rest_length(text),
            false => text.len(),
        };
        self.editor.history.add(&text[..kept]);
        loop {
            let piece = match self.inputs.next() {
                Some(piece) => piece,
                None if whole => break,
                None => match self.inputs.last() {
                    Some(piece) => piece,
                    None => break,
                },
            };
            match self.dialogue.piece(&mut self.inputs, &piece) {
                After::Good | After::Bad => {}
                After::Interrupted => {
                    self.inputs.clear();
                    return true;
                }
                After::Quit => return false,
            }
        }
        self.rest = self.inputs.take_rest();
        true
    }
}

/// True if an input ends in the text by a semicolon.
fn ends(text: &str) -> bool {
    let mut buffer = Buffer::new(text);
    let lines = buffer.lines().len();
    buffer.seen(lines).ended
}

/// The length of what is behind the last input.
fn rest_length(text: &str) -> usize {
    let mut inputs = Inputs::default();
    inputs.add(text.as_bytes());
    while let Some(Piece { .. }) = inputs.next() {}
    inputs.take_rest().len()
}

fn is_command(text: &str) -> bool {
    text.trim_start().starts_with(':')
}

/// Standard ML, as the editor asks about it.
struct Sml<'d> {
    dialogue: &'d mut Dialogue,
    colour: bool,
}

impl Language for Sml<'_> {
    fn is_whole(&mut self, buffer: &mut Buffer) -> bool {
        let count = buffer.lines().len();
        if is_command(&buffer.lines()[0]) {
            return true;
        }
        let seen = buffer.seen(count);
        if seen.ended {
            return true;
        }
        if seen.scanner.is_blank() {
            return true;
        }
        let last = &buffer.lines()[count - 1];
        if last.trim().is_empty() {
            let text = buffer.text();
            let end = text.trim_end().len();
            return seen.scanner.is_closed()
                && self.dialogue.error_in(text.as_bytes()).is_none_or(|error| error < end);
        }
        false
    }

    fn complete(&mut self, buffer: &mut Buffer) -> (usize, Vec<String>) {
        let before = buffer.before().to_owned();
        let is_first = buffer.place().0 == 0;
        complete(self.dialogue, &before, is_first)
    }

    fn colours(&mut self, buffer: &mut Buffer, line: usize) -> Vec<(usize, &'static str)> {
        if !self.colour {
            return Vec::new();
        }
        if line == 0 && is_command(&buffer.lines()[0]) {
            return command_colours(&buffer.lines()[0]);
        }
        let seen = buffer.seen(line);
        colours(&buffer.lines()[line], seen.scanner)
    }
}
