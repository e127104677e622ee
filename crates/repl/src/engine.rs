//! Texts that are elaborated, compiled, run and answered, one after the other.
//!
//! ```text
//! text ──elaborate──▶ bindings, not in force ──lower, compile, run──▶ in force, and answered
//! ```
//! A text that is rejected, raises or is interrupted leaves all as it was. What runs may leave for a
//! file (`use`): its texts are then evaluated in the same way, and what has left goes on.

use crate::user::User;
use base::Name;
use diag::{Diagnostic, Severity, SourceId, Sources};
use driver::{Failure, Image, Options, Outcome, RunOptions, Session, UnitId};
use front::{FrontEnds, Program};
use host::show::Description;
use sml::{Compilation, Item, Lowered, Mark, Monomorphiser, Shown};
use std::ffi::OsStr;

/// The ways in which the evaluation of a text ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// It has run to its end.
    Done,
    /// It was rejected, or has ended in an exception or for lack of memory.
    Failed,
    /// The user has interrupted it.
    Interrupted,
}

/// A session: all that was typed so far, and what has become of it.
pub struct Engine {
    pub(crate) sources: Sources,
    pub(crate) compilation: Compilation,
    monomorphiser: Monomorphiser,
    session: Session,
    image: Image,
    /// The number of texts that have left for a file.
    left: usize,
}

/// A text that has been lowered, compiled and loaded.
struct Ready {
    unit: UnitId,
    shown: Vec<Shown>,
}

/// The most files that use one another at a time.
const MOST_FILES: usize = 1000;

impl Engine {
    /// A session in which nothing has been typed.
    ///
    /// # Errors
    /// If there is no memory for its heap.
    pub fn new(fronts: FrontEnds, options: Options, run: &RunOptions) -> Result<Engine, Failure> {
        let mut sources = Sources::new();
        let compilation = Compilation::new(&mut sources).interactive();
        let mut image = driver::new_image(OsStr::new("kont"), run)?;
        image.runtime().catch_interrupts();
        Ok(Engine {
            sources,
            compilation,
            monomorphiser: Monomorphiser::new(),
            session: Session::new(fronts, options),
            image,
            left: 0,
        })
    }

    /// Evaluates an input.
    pub fn input(&mut self, source: SourceId, user: &mut dyn User) -> End {
        let text = self.sources.get(source).bytes.clone();
        let mark = self.compilation.mark();
        let found = self.compilation.add(source, &text);
        let rejected = found.iter().any(|message| message.severity == Severity::Error);
        user.messages(&self.sources, &found);
        if rejected {
            return End::Failed;
        }
        self.evaluate(mark, user)
    }

    /// Evaluates what was elaborated since a moment.
    fn evaluate(&mut self, mark: Mark, user: &mut dyn User) -> End {
        let taken = self.compilation.take(mark);
        let items = self.compilation.items(&taken);
        let ready = match self.ready(&items) {
            Ok(ready) => ready,
            Err(failure) => {
                self.fail(failure, user);
                return End::Failed;
            }
        };
        let end = match &ready {
            Some(ready) => self.run(ready.unit, user),
            None => End::Done,
        };
        if end == End::Done {
            self.compilation.bind(&taken);
            self.answer(&items, ready, user);
        }
        end
    }

    /// Makes declarations ready to run, if there is something to run.
    fn ready(&mut self, items: &[Item]) -> Result<Option<Ready>, Failure> {
        let vars: Vec<_> = items.iter().filter_map(Item::var).collect();
        let infix = |name| self.compilation.infix(name);
        let program = self.compilation.program();
        let lowered = self.monomorphiser.resume_showing(program, &self.sources, &vars, &infix);
        let Lowered { module, shown, runs, .. } = lowered.map_err(Failure::Rejected)?;
        if !runs {
            return Ok(None);
        }
        let cells: Vec<Name> = shown.iter().filter_map(|shown| shown.cell.clone()).collect();
        let unit = self.session.load_showing(&mut self.image, Program::Anf(module), &cells)?;
        Ok(Some(Ready { unit, shown }))
    }

    /// Runs a unit, and the files for which it leaves.
    fn run(&mut self, unit: UnitId, user: &mut dyn User) -> End {
        let mut outcome = self.image.run(unit);
        loop {
            match outcome {
                Outcome::Done => return End::Done,
                Outcome::Failed(_) | Outcome::Exhausted => return End::Failed,
                Outcome::Interrupted => {
                    self.image.runtime().catch_interrupts();
                    return End::Interrupted;
                }
                Outcome::Left => {}
            }
            let wish = self.image.runtime().wish();
            let before = self.left;
            self.left += 1;
            let end = self.file(OsStr::new(&*String::from_utf8_lossy(&wish)), user);
            self.left = before;
            if end == End::Interrupted {
                return end;
            }
            match self.go_on(before, end == End::Done) {
                Ok(next) => outcome = next,
                Err(failure) => {
                    self.fail(failure, user);
                    return End::Failed;
                }
            }
        }
    }

    /// Has what left for a file go on.
    fn go_on(&mut self, before: usize, ok: bool) -> Result<Outcome, Failure> {
        let text = format!("val () = Session.resume ({before}, {ok})");
        let source = self.sources.add("", &*text);
        let found = self.compilation.add_own(source, text.as_bytes());
        self.sources.forget(source);
        if !found.is_empty() {
            return Err(Failure::bug(format!("`{text}` is rejected")));
        }
        match self.ready(&[])? {
            Some(ready) => Ok(self.image.run(ready.unit)),
            None => Err(Failure::bug(format!("`{text}` does nothing"))),
        }
    }

    /// Evaluates a file.
    fn file(&mut self, path: &OsStr, user: &mut dyn User) -> End {
        if self.left > MOST_FILES {
            let message = format!("more than {MOST_FILES} files use one another");
            self.fail(Failure::plain(message), user);
            return End::Failed;
        }
        match driver::read_text(&driver::Input::File(path.into())) {
            Ok(bytes) => {
                user.opens(&path.to_string_lossy());
                let source = self.sources.add(path.to_string_lossy(), bytes);
                self.input(source, user)
            }
            Err(why) => {
                self.fail(why, user);
                End::Failed
            }
        }
    }

    /// Answers what has been bound.
    fn answer(&mut self, items: &[Item], ready: Option<Ready>, user: &mut dyn User) {
        let mut text = String::new();
        let (unit, shown) = match ready {
            Some(Ready { unit, shown }) => (Some(unit), shown),
            None => (None, Vec::new()),
        };
        let mut shown = shown.iter();
        let mut cell = 0;
        for item in items {
            let value = item.var().and_then(|_| {
                let Shown { description, cell: has } = shown.next()?;
                let description = Description::parse(description.as_bytes())?;
                let at = has.as_ref().map(|_| cell);
                cell += usize::from(has.is_some());
                self.image.shown(unit?, at, &description)
            });
            let value =
                value.map_or("fn".into(), |value| String::from_utf8_lossy(&value).into_owned());
            text += &item.answer(&value);
        }
        user.answer(&text);
    }

    /// Says why something failed.
    fn fail(&mut self, failure: Failure, user: &mut dyn User) {
        let found = match failure {
            Failure::Rejected(found) => found,
            other => vec![Diagnostic::error(
                other.text(&self.sources, diag::Style::default()).trim_end(),
            )],
        };
        user.messages(&self.sources, &found);
    }
}
