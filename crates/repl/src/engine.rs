//! Texts that are elaborated, compiled, run and answered, one after the other.
//!
//! ```text
//! text ──elaborate──▶ bindings, not in force ──lower, compile, run──▶ in force, and answered
//! ```
//! An input that is rejected, raises or is interrupted leaves all as it was. What runs may leave for
//! a file (`use`), which is then evaluated; after that, what has left goes on.
//!
//! A file is evaluated as if each of its declarations were an input: what the ones before a wrong
//! one bind stays, and each sees what files have bound that those before it have used. It is
//! compiled as one unit all the same, as far as that makes no difference: the unit says which
//! declaration is next (`program.step`), and ends early if a file was used in between.

use crate::past::{Input as PastInput, Past, Unit};
use crate::runs::{Abandoned, NOT_BEGUN, Ran};
use crate::user::User;
use base::Name;
use diag::{Diagnostic, Severity, SourceId, Sources};
use driver::{Failure, Image, Options, RunOptions, Session, UnitId};
use front::{FrontEnds, Program};
use host::show::{Description, Limit, Look};
use sml::{
    Compilation, Form, Interactive, Item, Length, Lowered, Mark, Monomorphiser, Shown, Taken, Var,
};
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
    pub(crate) monomorphiser: Monomorphiser,
    pub(crate) session: Session,
    pub(crate) image: Image,
    /// The number of texts that have left for a file.
    pub(crate) left: usize,
    pub(crate) past: Past,
    /// The levels and elements that answers show.
    pub(crate) depth: Limit,
    pub(crate) length: Limit,
    /// What the library has not been told yet of an end.
    pub(crate) abandoned: Option<Abandoned>,
}

/// A text whose declarations are evaluated.
pub(crate) struct Text {
    taken: Taken,
    /// What each declaration binds, or all of them together.
    items: Vec<Vec<Bound>>,
    /// True if each declaration counts for itself.
    pub(crate) steps: bool,
    /// The number of declarations whose bindings are in force, and have been answered.
    done: usize,
    unit: Option<UnitId>,
    /// The step by which it says that it has come to its end.
    pub(crate) end: i64,
    /// The values that are still to be answered.
    shown: std::vec::IntoIter<Shown>,
    /// The number of cells whose values have been answered.
    cells: usize,
}

/// A thing that a text binds.
struct Bound {
    item: Item,
    /// False if it was only opened.
    is_new: bool,
}

impl Bound {
    /// The variable whose value is answered.
    fn var(&self) -> Option<Var> {
        match (&self.item.form, self.is_new) {
            (Form::Value(value), true) => value.var,
            (_, true | false) => None,
        }
    }

    /// The answer, with the value if there is one.
    fn answer(&self, value: Option<String>) -> String {
        match (&self.item.form, value) {
            (Form::Value(of), Some(value)) => {
                format!("val {} = {value} : {}", self.item.name, of.text)
            }
            _ => self.item.lines(),
        }
    }
}

impl Engine {
    /// A session in which nothing has been typed.
    ///
    /// # Errors
    /// If there is no memory for its heap.
    pub fn new(fronts: FrontEnds, options: Options, run: &RunOptions) -> Result<Engine, Failure> {
        let mut sources = Sources::new();
        let compilation = Compilation::new(&mut sources).interactive();
        let mut options = options;
        options.passes.unwanted = Some(host::interrupt::asked);
        let mut image = driver::new_image(OsStr::new("kont"), run)?;
        image.runtime().catch_interrupts();
        Ok(Engine {
            sources,
            compilation,
            monomorphiser: Monomorphiser::new(),
            session: Session::new(fronts, options),
            image,
            left: 0,
            past: Past::default(),
            depth: Limit::DEPTH,
            length: Limit::LENGTH,
            abandoned: None,
        })
    }

    /// Evaluates an input.
    pub fn input(&mut self, source: SourceId, user: &mut dyn User) -> End {
        let text = self.sources.get(source).bytes.clone();
        let mark = self.compilation.mark();
        let found = self.add(source, &text, mark);
        user.messages(&self.sources, &found);
        let end = match is_wrong(&found) {
            true => End::Failed,
            false => self.bound_since(mark, user),
        };
        self.end_source(source);
        self.forget_past();
        end
    }

    /// Elaborates a text; gives what is to be said of it.
    pub(crate) fn add(&mut self, source: SourceId, text: &[u8], mark: Mark) -> Vec<Diagnostic> {
        let mut found = self.compilation.add(source, text);
        let accepted = !is_wrong(&found);
        self.session.options.warnings.apply(&mut found);
        if accepted && is_wrong(&found) {
            self.compilation.take(mark);
            self.compilation.withdraw(mark);
        }
        found
    }

    /// Evaluates what has been bound since a moment, as one declaration.
    pub(crate) fn bound_since(&mut self, mark: Mark, user: &mut dyn User) -> End {
        let taken = self.compilation.take(mark);
        let (ran, _) = self.evaluate(taken, false, user);
        match ran {
            Ran::End(end) => end,
            // An input has no steps.
            Ran::Outdated => End::Failed,
            Ran::Ended => End::Done,
        }
    }

    /// Ends the session: what the program wants done at its end is done.
    pub fn end(&mut self, user: &mut dyn User) {
        let first = self.compilation.program().decs.len();
        if self.compilation.finish().decs.len() > first
            && let Err(failure) = self.run_own(first)
        {
            self.fail(failure, user);
        }
    }

    /// Evaluates a text; says how that ended, and how many of its declarations are in force.
    pub(crate) fn evaluate(
        &mut self,
        taken: Taken,
        steps: bool,
        user: &mut dyn User,
    ) -> (Ran, usize) {
        let items = self.items(&taken, steps);
        let mut text = Text {
            taken,
            items,
            steps,
            done: 0,
            unit: None,
            end: 0,
            shown: Vec::new().into_iter(),
            cells: 0,
        };
        if let Err(failure) = self.load(&mut text) {
            return (Ran::End(self.refused(failure, user)), 0);
        }
        let ran = match text.unit {
            Some(unit) => self.run(unit, &mut text, user),
            None => Ran::End(End::Done),
        };
        match ran {
            Ran::End(End::Done) => self.answer(&mut text, usize::MAX, user),
            Ran::Outdated | Ran::Ended | Ran::End(_) => {
                self.answer_steps(&mut text, user);
                if self.image.runtime().step().number == NOT_BEGUN {
                    self.forget_unit(text.unit);
                }
            }
        }
        (ran, text.done)
    }

    /// What the declarations of a text bind, each by itself or all together.
    fn items(&mut self, taken: &Taken, steps: bool) -> Vec<Vec<Bound>> {
        let all = 0..taken.len();
        let items = match steps {
            true => self.compilation.items_of_each(taken, Length::Cut),
            false => vec![self.compilation.items(taken, all.clone(), Length::Cut)],
        };
        let is_new = |dec: usize| match steps {
            true => !taken.opens(dec),
            false => all.clone().any(|dec| !taken.opens(dec)),
        };
        let bound = |(dec, items): (usize, Vec<Item>)| {
            let is_new = is_new(dec);
            items.into_iter().map(|item| Bound { item, is_new }).collect()
        };
        items.into_iter().enumerate().map(bound).collect()
    }

    /// Lowers, compiles and loads a text, if there is something to run.
    fn load(&mut self, text: &mut Text) -> Result<(), Failure> {
        let shown: Vec<_> = text.items.iter().flatten().filter_map(Bound::var).collect();
        let has_constructors = |tycon| self.compilation.has_constructors(tycon);
        // Code that is shown is that of the input alone.
        let marks = self.session.tap.is_none();
        let session = Interactive {
            shown: &shown,
            has_constructors: &has_constructors,
            steps: text.steps,
            marks,
        };
        let program = self.compilation.program();
        let decs = text.taken.decs();
        // Even if nobody wants it any more: what is not lowered now would be with the next text.
        let lowered = self.monomorphiser.resume_for(program, &self.sources, Some(session));
        let lowered = match lowered.map_err(Failure::Rejected) {
            Ok(lowered) if host::interrupt::asked() => {
                self.monomorphiser.forget(&[lowered.numbers]);
                Err(Failure::Unwanted)
            }
            lowered => lowered,
        };
        let lowered = match lowered {
            Ok(lowered) => lowered,
            Err(failure) => {
                self.past.add(PastInput { decs, unit: None, source: None });
                return Err(failure);
            }
        };
        let Lowered { module, numbers, starts_library, shown, runs, end } = lowered;
        text.end = if marks { end } else { NOT_BEGUN };
        if runs {
            let cells: Vec<Name> = shown.iter().filter_map(|shown| shown.cell.clone()).collect();
            let program = Program::Anf(module);
            match self.session.load_showing(&mut self.image, program, &cells) {
                Ok(unit) => text.unit = Some(unit),
                Err(failure) => {
                    self.monomorphiser.forget(&[numbers]);
                    self.past.add(PastInput { decs, unit: None, source: None });
                    return Err(failure);
                }
            }
        }
        let unit = text.unit.map(|id| Unit { id, numbers, starts_library });
        self.past.add(PastInput { decs, unit, source: None });
        if let Some(unit) = text.unit {
            self.past.use_units(self.image.imports(unit));
        }
        text.shown = shown.into_iter();
        Ok(())
    }

    /// Answers the declarations before the one that ran last, if each counts for itself.
    pub(crate) fn answer_steps(&mut self, text: &mut Text, user: &mut dyn User) {
        // A negative number is that of no declaration: nothing has begun, or another unit has ended.
        let number = usize::try_from(self.image.runtime().step().number);
        if let (true, Ok(number)) = (text.steps, number) {
            let done = self.compilation.done_before(&text.taken, number);
            self.answer(text, done, user);
        }
    }

    /// Brings declarations into force that have been evaluated, and answers what they have bound.
    fn answer(&mut self, text: &mut Text, until: usize, user: &mut dyn User) {
        let until = until.min(text.items.len());
        if until <= text.done {
            return;
        }
        let decs = if text.steps { text.done..until } else { 0..text.taken.len() };
        self.compilation.bind(&text.taken, decs);
        let mut answer = String::new();
        for item in std::mem::take(&mut text.done)..until {
            for item in std::mem::take(&mut text.items[item]) {
                let value = item.var().map(|_| self.next_value(text));
                answer += &item.answer(value);
                answer.push('\n');
            }
        }
        text.done = until;
        user.answer(&answer);
    }

    /// The next value that a text shows.
    fn next_value(&self, text: &mut Text) -> String {
        let mut value = || {
            let Shown { description, cell } = text.shown.next()?;
            let cell = match cell {
                Some(_) => {
                    text.cells += 1;
                    Some((text.unit?, text.cells - 1))
                }
                None => None,
            };
            let description = Description::parse(description.as_bytes())?;
            let infix = |name: &str| self.compilation.infix(name);
            let look = Look { depth: self.depth, length: self.length, infix: &infix };
            self.image.shown(cell, &description, &look)
        };
        let value = value();
        value.map_or_else(|| "-".to_owned(), |value| String::from_utf8_lossy(&value).into_owned())
    }

    /// Says why something failed.
    pub(crate) fn fail(&mut self, failure: Failure, user: &mut dyn User) {
        let found = match failure {
            Failure::Rejected(found) => found,
            Failure::Said(text) | Failure::Usage(text) | Failure::NoMemory(text) => {
                vec![Diagnostic::error(text.trim_end())]
            }
            Failure::Bug(bug) => vec![Diagnostic::error(bug.to_string().trim_end())],
            Failure::Unwanted => return user.interrupted(),
        };
        user.messages(&self.sources, &found);
    }
}

pub(crate) fn is_wrong(found: &[Diagnostic]) -> bool {
    found.iter().any(|message| message.severity == Severity::Error)
}
