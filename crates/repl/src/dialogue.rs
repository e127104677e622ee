//! A session as its user sees it: inputs and commands, from wherever they come.

use crate::engine::{End, Engine};
use crate::inputs::{Inputs, Piece};
use crate::place::Place;
use crate::user::User;
use crate::{plain, terminal};
use diag::{Diagnostic, Sources, Style};
use driver::{Failure, MOST_SHOWN, Options, RunOptions};
use front::FrontEnds;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;

/// The name of what is typed, in messages.
pub(crate) const STDIN: &str = "<stdin>";

/// What a session begins with.
pub struct Setup {
    /// The languages that files may be in.
    pub fronts: FrontEnds,
    /// The options of compiling.
    pub options: Options,
    /// The options of running.
    pub run: RunOptions,
    /// Whether there are colours; where nothing is said, a terminal has them.
    pub colour: Option<bool>,
    /// True if nothing is answered.
    pub quiet: bool,
    /// Files and projects to begin with.
    pub files: Vec<PathBuf>,
}

/// The user at standard output and standard error.
pub(crate) struct Streams {
    /// The look of messages.
    style: Style,
    /// Nothing is answered.
    quiet: bool,
    /// Only messages about the text up to a place are of interest.
    up_to: Option<usize>,
}

impl User for Streams {
    fn messages(&mut self, sources: &Sources, found: &[Diagnostic]) {
        let near = |message: &&Diagnostic| match (self.up_to, &message.primary) {
            (Some(end), Some(label)) => label.span.start <= end,
            (Some(_) | None, _) => true,
        };
        let found: Vec<Diagnostic> = found.iter().filter(near).cloned().collect();
        say(&diag::draw_all(sources, &found, self.style, MOST_SHOWN));
    }

    fn interrupted(&mut self) {
        say("Interrupted\n");
    }

    fn answer(&mut self, text: &str) {
        if self.quiet {
            return;
        }
        // If nobody reads the answers, the program's own output will find out.
        let _ = driver::write_stdout(text.as_bytes());
    }
}

/// A session, and what it was begun with.
pub(crate) struct Dialogue {
    pub(crate) engine: Engine,
    pub(crate) setup: Setup,
    pub(crate) user: Streams,
}

/// What became of a command or an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum After {
    Good,
    /// It was rejected, or ended in an exception.
    Bad,
    Interrupted,
    /// The user wants to leave.
    Quit,
}

impl From<End> for After {
    fn from(end: End) -> After {
        match end {
            End::Done => After::Good,
            End::Failed => After::Bad,
            End::Interrupted => After::Interrupted,
        }
    }
}

/// Has a session: at a terminal if standard input is one and there is one to show what is typed.
/// Gives the exit code.
///
/// # Errors
/// If there is no memory for its heap.
pub fn start(setup: Setup) -> Result<u8, Failure> {
    let (stdout, stderr) = (std::io::stdout().is_terminal(), std::io::stderr().is_terminal());
    process::release_interrupts();
    host::interrupt::be_patient();
    let style = driver::style(setup.colour, stderr);
    let engine = new_engine(&setup)?;
    let mut dialogue =
        Dialogue { engine, user: Streams { style, quiet: setup.quiet, up_to: None }, setup };
    if std::io::stdin().is_terminal() && (stdout || stderr) {
        let out = if stdout { 1 } else { 2 };
        terminal::terminal(&mut dialogue, out);
        dialogue.engine.end(&mut dialogue.user);
        return Ok(0);
    }
    let good = plain::plain(&mut dialogue);
    dialogue.engine.end(&mut dialogue.user);
    Ok(u8::from(!good))
}

fn new_engine(setup: &Setup) -> Result<Engine, Failure> {
    Engine::new(setup.fronts, setup.options.clone(), &setup.run)
}

impl Dialogue {
    /// Loads the files to begin with; true if all were good.
    pub(crate) fn begin(&mut self) -> After {
        let mut after = After::Good;
        for file in self.setup.files.clone() {
            match self.load(&file) {
                After::Good => {}
                After::Bad => after = After::Bad,
                other @ (After::Interrupted | After::Quit) => return other,
            }
        }
        after
    }

    /// Evaluates an input, or the part of it up to the semicolon behind an error in the syntax.
    pub(crate) fn piece(&mut self, inputs: &mut Inputs, piece: &Piece) -> After {
        if host::interrupt::asked() {
            // While the input before was compiled, or between the two.
            host::interrupt::settle();
            self.user.interrupted();
            return After::Interrupted;
        }
        let error = self.syntax_error(piece);
        let Some(error) = error else {
            return match piece.whole {
                true => self.input(&piece.text, piece.place),
                false => After::Good,
            };
        };
        let text = if piece.whole { &piece.text } else { piece.up_to_semicolon(error) };
        self.user.up_to = Some(error + piece.place.column);
        let after = self.input(text, piece.place);
        self.user.up_to = None;
        if after == After::Bad {
            inputs.skip(piece, error);
        }
        after
    }

    /// The place of the first error in the syntax of an input that has semicolons in it; none at
    /// its end.
    fn syntax_error(&mut self, piece: &Piece) -> Option<usize> {
        if piece.inner.is_empty() {
            return None;
        }
        let place = self.error_in(&piece.text)?;
        // What is missing at the end of a beginning may come yet.
        let end = piece.text.trim_ascii_end().len();
        let last = piece.inner.last().copied().unwrap_or(0);
        (place < if piece.whole { last } else { end }).then_some(place)
    }

    /// The place of the first error in the syntax of a text.
    pub(crate) fn error_in(&mut self, text: &[u8]) -> Option<usize> {
        let source = self.engine.sources.add(STDIN, text);
        let (_, error) = self.engine.compilation.outline(source, text);
        self.engine.sources.forget(source);
        error.map(|span| span.start)
    }

    /// Evaluates a text.
    pub(crate) fn input(&mut self, text: &[u8], place: Place) -> After {
        let source = self.engine.sources.add_part(STDIN, place.pad(text), place.line);
        self.engine.input(source, &mut self.user).into()
    }

    /// Forgets all that was typed and loaded.
    pub(crate) fn reset(&mut self) -> Result<(), Failure> {
        let engine = new_engine(&self.setup)?;
        let Engine { depth, length, .. } = std::mem::replace(&mut self.engine, engine);
        (self.engine.depth, self.engine.length) = (depth, length);
        self.engine.listen();
        Ok(())
    }
}

/// A message that cannot be written changes nothing.
pub(crate) fn say(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}
