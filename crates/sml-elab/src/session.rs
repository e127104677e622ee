//! Interactive sessions: texts whose bindings come into force when they have run.
//!
//! A text is elaborated, its bindings are taken out of the environment while it runs, and bound
//! again if it ends well. What runs may so have other texts elaborated and run, which see all that
//! came before them and whose bindings stay whatever becomes of the text that asked for them.

mod adopt;
mod withdraw;

use super::{Compilation, Severity};
use crate::core::TyCon;
use crate::env::Binding;
use crate::interface::Directive;
use base::Span;
use diag::{Diagnostic, SourceId};
use sml_syntax::ast::Fixity;
use sml_syntax::parse::{ParseOptions, parse};
use std::ops::Range;

/// A moment of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The number of bindings.
    pub(crate) bindings: usize,
    /// The number of declarations.
    decs: usize,
}

/// The state after a declaration of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    /// The number of bindings of the text.
    pub(crate) bindings: usize,
    /// The number of declarations of the core that it has become.
    pub(crate) decs: usize,
    /// The declaration opens structures.
    pub(crate) opens: bool,
}

/// The bindings of a text, which are not in force.
#[derive(Default)]
pub struct Taken {
    pub(crate) bindings: Vec<Binding>,
    /// Its fixity directives that hold to the end, and have come into force.
    pub(crate) directives: Vec<Directive>,
    /// The declarations of the text at its top: how many bindings and how many declarations of the
    /// core there are after each.
    steps: Vec<Step>,
    /// The declarations of the core.
    decs: Range<usize>,
}

impl Taken {
    /// The number of declarations of the text.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// True if the text has no declarations.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// True of a declaration that opens structures, whose values are not new.
    pub fn opens(&self, dec: usize) -> bool {
        self.steps[dec].opens
    }

    /// The declarations of the core.
    pub fn decs(&self) -> Range<usize> {
        self.decs.clone()
    }

    /// The bindings of these declarations of the text.
    pub(crate) fn bindings_of(&self, decs: &Range<usize>) -> Range<usize> {
        let until = |dec: usize| dec.checked_sub(1).map_or(0, |last| self.steps[last].bindings);
        until(decs.start)..until(decs.end)
    }
}

impl Compilation {
    /// A program that grows by what users type: names are bound that only sessions have.
    pub fn interactive(mut self) -> Compilation {
        self.elab.library.add_interactive(&mut self.elab.core.program.names);
        self
    }

    /// This moment.
    pub fn mark(&self) -> Mark {
        Mark { bindings: self.elab.env.mark(), decs: self.elab.core.program.decs.len() }
    }

    /// Takes what was bound since a moment out of force: the bindings of the last text.
    pub fn take(&mut self, since: Mark) -> Taken {
        let decs = since.decs..self.elab.core.program.decs.len();
        let steps = std::mem::take(&mut self.steps);
        let directives = std::mem::take(&mut self.directives);
        Taken { bindings: self.elab.env.take(since.bindings), directives, steps, decs }
    }

    /// Binds what these declarations of the text bind.
    pub fn bind(&mut self, taken: &Taken, decs: Range<usize>) {
        let bindings = &taken.bindings[taken.bindings_of(&decs)];
        bindings.iter().for_each(|binding| self.elab.env.bind(*binding));
    }

    /// The number of declarations of the text that have been evaluated when this one of the core
    /// is next.
    pub fn done_before(&self, taken: &Taken, dec: usize) -> usize {
        let decs = &self.elab.core.program.decs[taken.decs.clone()];
        let before = dec.saturating_sub(taken.decs.start);
        let before = decs.iter().take(before).filter(|top| !top.library).count();
        taken.steps.partition_point(|step| step.decs <= before)
    }

    /// Adds a text of the session itself, which sees what the library sees and binds nothing.
    pub fn add_own(&mut self, source: SourceId, text: &[u8]) -> Vec<Diagnostic> {
        self.elab.read_as_library(source, text, false);
        std::mem::take(&mut self.elab.messages.diagnostics)
    }

    /// The places of the declarations of a text, and the place of its first syntax error. Nothing
    /// is added to the program.
    pub fn outline(&mut self, source: SourceId, text: &[u8]) -> (Vec<Span>, Option<Span>) {
        let mut fixity = self.fixity.clone();
        let names = &mut self.elab.core.program.names;
        let read = parse(source, text, names, &mut fixity, ParseOptions::default());
        let errors = read.errors.iter().filter(|error| error.severity == Severity::Error);
        let places = errors.filter_map(|error| Some(error.primary.as_ref()?.span));
        let spans = read.decs.iter().map(|dec| dec.span).collect();
        (spans, places.min_by_key(|span| span.start))
    }

    /// True of a type whose constructors can be named.
    pub fn has_constructors(&self, tycon: TyCon) -> bool {
        self.elab.core.entities.cons.get(&tycon).is_some_and(|cons| !cons.is_empty())
    }

    /// The precedence of a name that is infix, and whether it associates to the right.
    pub fn infix(&self, name: &str) -> Option<(u8, bool)> {
        match self.fixity.get(self.elab.core.program.names.find(name)?) {
            Fixity::Left(precedence) => Some((precedence, false)),
            Fixity::Right(precedence) => Some((precedence, true)),
            Fixity::Nonfix => None,
        }
    }
}
