//! Units that run, and the ways in which they end: at their end, by an exception, by an interrupt,
//! for lack of memory, where their thread has ended, or for a file that they use, after which they
//! go on.

use crate::engine::{End, Engine, Text};
use crate::past::{Input as PastInput, Unit};
use crate::user::User;
use diag::Diagnostic;
use driver::{Failure, Outcome, Step, UnitId};
use front::Program;
use sml::Lowered;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

/// The ways in which a unit ends.
pub(crate) enum Ran {
    End(End),
    /// Before the next declaration: what names mean may have changed.
    Outdated,
    /// Before its end, since its thread has ended.
    Ended,
}

/// The number of the declaration that runs, before the first one of the user does.
pub(crate) const NOT_BEGUN: i64 = -1;

/// An end of which the library has not been told yet: what ran does not go on.
#[derive(Clone, Copy)]
pub(crate) struct Abandoned {
    /// The number of texts around that have left for a file, and go on.
    left: usize,
    /// True if all threads were stopped, not only that of the text.
    stopped: bool,
}

impl Engine {
    /// Runs the unit of a text, and the files for which it leaves.
    pub(crate) fn run(&mut self, unit: UnitId, text: &mut Text, user: &mut dyn User) -> Ran {
        self.tell_of_abandoned(user);
        *self.image.runtime().step() = Step { number: NOT_BEGUN, ends: false };
        let mut outcome = self.image.run(unit);
        loop {
            match outcome {
                Outcome::Done if self.image.runtime().step().number == text.end => {
                    return Ran::End(End::Done);
                }
                Outcome::Left => {}
                Outcome::Done => {
                    self.fail(went_elsewhere(), user);
                    return Ran::End(self.failed(outcome, user));
                }
                Outcome::Failed(_) | Outcome::Exhausted | Outcome::Interrupted => {
                    return Ran::End(self.failed(outcome, user));
                }
            }
            let wish = self.image.runtime().wish();
            match &*wish {
                b"" => return Ran::Outdated,
                b"ended" => {
                    user.messages(&self.sources, &[thread_has_ended()]);
                    self.abandon(self.left, false, user);
                    return Ran::Ended;
                }
                b"stuck" => {
                    self.abandon(self.left, false, user);
                    return Ran::End(End::Failed);
                }
                wish => match self.used(wish, text, user) {
                    Ok(next) => outcome = next,
                    Err(end) => return Ran::End(end),
                },
            }
        }
    }

    /// A text has not come to its end, for a reason of which the user has been told by the runtime.
    fn failed(&mut self, outcome: Outcome, user: &mut dyn User) -> End {
        match outcome {
            Outcome::Interrupted => {
                self.image.runtime().catch_interrupts();
                self.abandon(0, true, user);
                return End::Interrupted;
            }
            Outcome::Exhausted => self.abandon(self.left, true, user),
            // What has left for this file goes on, in its thread.
            Outcome::Failed(_) | Outcome::Done | Outcome::Left if self.left > 0 => {}
            Outcome::Failed(_) | Outcome::Done | Outcome::Left => self.abandon(0, false, user),
        }
        End::Failed
    }

    /// Evaluates the file for which a text has left, and has the text go on; or says how it ends.
    fn used(&mut self, wish: &[u8], text: &mut Text, user: &mut dyn User) -> Result<Outcome, End> {
        let file = wish.strip_prefix(b"use ").unwrap_or(wish);
        self.answer_steps(text, user);
        let number = self.image.runtime().step().number;
        self.left += 1;
        let end = self.file(OsStr::from_bytes(file), user);
        self.left -= 1;
        if end == End::Interrupted {
            return Err(end);
        }
        *self.image.runtime().step() = Step { number, ends: text.steps };
        let ok = end == End::Done;
        let next = self.run_text(&format!("Session.resume ({}, {ok})", self.left));
        next.map_err(|failure| self.refused(failure, user))
    }

    /// A text does not run, or does not go on, for a reason of which the user has not been told.
    pub(crate) fn refused(&mut self, failure: Failure, user: &mut dyn User) -> End {
        let interrupted = matches!(failure, Failure::Unwanted);
        self.fail(failure, user);
        if !interrupted {
            return End::Failed;
        }
        // No thread ran, but texts that have left for this one do not go on.
        self.abandon(0, false, user);
        End::Interrupted
    }

    /// What ran does not go on, but for so many texts around it.
    fn abandon(&mut self, left: usize, stopped: bool, user: &mut dyn User) {
        host::interrupt::settle();
        self.abandoned = Some(match self.abandoned {
            Some(before) => {
                Abandoned { left: left.min(before.left), stopped: stopped || before.stopped }
            }
            None => Abandoned { left, stopped },
        });
        self.tell_of_abandoned(user);
    }

    /// Tells the library of what does not go on. If there is no memory for that now, there may be
    /// before the next text runs.
    fn tell_of_abandoned(&mut self, user: &mut dyn User) {
        let Some(Abandoned { left, stopped }) = self.abandoned else { return };
        match self.run_text(&format!("Session.abandon ({left}, {stopped})")) {
            Ok(Outcome::Done) => self.abandoned = None,
            Ok(Outcome::Interrupted) => self.image.runtime().catch_interrupts(),
            Ok(Outcome::Failed(_) | Outcome::Exhausted | Outcome::Left) => {}
            Err(Failure::Unwanted) => {}
            Err(failure) => self.fail(failure, user),
        }
    }

    /// Runs an expression of the session's own.
    fn run_text(&mut self, text: &str) -> Result<Outcome, Failure> {
        let text = format!("val () = {text}");
        let first = self.compilation.program().decs.len();
        let source = self.sources.add("", &*text);
        let found = self.compilation.add_own(source, text.as_bytes());
        self.sources.forget(source);
        if !found.is_empty() {
            return Err(Failure::bug(format!("`{text}` is rejected")));
        }
        self.run_own(first)
    }

    /// Runs declarations of the session itself, from this one on.
    pub(crate) fn run_own(&mut self, first: usize) -> Result<Outcome, Failure> {
        let lowered = self.monomorphiser.resume(self.compilation.program(), &self.sources);
        let Lowered { module, numbers, starts_library, .. } = lowered.map_err(Failure::Rejected)?;
        let unit = self.session.load(&mut self.image, Program::Anf(module))?;
        let decs = first..self.compilation.program().decs.len();
        let kept = Some(Unit { id: unit, numbers, starts_library });
        self.past.add_own(PastInput { decs, unit: kept, source: None });
        Ok(self.image.run(unit))
    }
}

/// The report of an input that has not come to its own end.
fn went_elsewhere() -> Failure {
    Failure::with_hint(
        "this input has gone on with the rest of an earlier one, so it binds nothing",
        "a continuation leads to the end of the input that has captured it",
    )
}

/// The warning about an input whose thread has ended.
fn thread_has_ended() -> Diagnostic {
    Diagnostic::warning("this input has not come to its end, since its thread has ended")
}
