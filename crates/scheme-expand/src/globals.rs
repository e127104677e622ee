//! Global variables, and which of them the program reaches.
//!
//! The definitions of the built-in library are expanded when something reaches them, so that a
//! program pays for what it uses alone.

use crate::core::{Exp, Form, Place, Var};
use crate::program::Runs;
use crate::scope::ScopeId;
use crate::stx::{Ident, Stx};
use base::{Name, Span};
use diag::SourceId;
use rustc_hash::{FxHashMap, FxHashSet};

/// The value of a definition, as it is written.
#[derive(Clone)]
pub(crate) enum Rhs {
    /// An expression.
    Exp(Stx),
    /// `(define (f . formals) body ...)`
    Lambda(Name, Stx, Vec<Stx>),
}

impl Rhs {
    /// Where it stands, from the parameters on.
    pub(crate) fn place(&self) -> Place {
        match self {
            Rhs::Exp(stx) => stx.place,
            Rhs::Lambda(_, formals, body) => {
                let end = body.last().map_or(formals.place.span.end, |last| last.place.span.end);
                let span = Span::new(formals.place.span.start, end);
                Place { source: formals.place.source, span }
            }
        }
    }
}

/// A definition of the built-in library.
#[derive(Clone)]
pub(crate) struct Pending {
    pub(crate) rhs: Rhs,
    pub(crate) scope: ScopeId,
    /// Its number in the library's text.
    pub(crate) order: usize,
}

/// The global variables.
#[derive(Default)]
pub(crate) struct Globals {
    /// Definitions of the built-in library that nothing has reached so far.
    pub(crate) pending: FxHashMap<Var, Pending>,
    /// Those that have been reached and wait for their expansion.
    pub(crate) reached: Vec<Var>,
    /// The definitions of the built-in library that are expanded, by their number.
    pub(crate) library: Vec<(usize, Form)>,
    /// Definitions and expressions of the program and its libraries, in order.
    pub(crate) forms: Vec<Form>,
    /// The variables that nothing defines.
    pub(crate) unbound: FxHashMap<Ident, Var>,
    /// The variables that are needed in any case.
    pub(crate) roots: Vec<Var>,
    /// The procedures that make environments for evaluation.
    pub(crate) environments: Vec<Var>,
    /// How often the code of the library's texts runs.
    pub(crate) runs: FxHashMap<SourceId, Runs>,
    queued: FxHashSet<Var>,
}

impl Globals {
    /// A library of which nothing is reached.
    pub(crate) fn of(pending: FxHashMap<Var, Pending>) -> Globals {
        Globals { pending, ..Globals::default() }
    }

    /// Notes that the program reaches a variable.
    pub(crate) fn reach(&mut self, var: Var) {
        if self.pending.contains_key(&var) && self.queued.insert(var) {
            self.reached.push(var);
        }
    }

    /// Notes that the program reaches all of the library that runs so often.
    pub(crate) fn reach_all(&mut self, runs: Runs) {
        let all = self.pending.iter();
        let all = all.filter(|(_, pending)| self.runs[&pending.rhs.place().source] == runs);
        let mut all: Vec<(usize, Var)> = all.map(|(var, pending)| (pending.order, *var)).collect();
        all.sort_unstable();
        all.into_iter().for_each(|(_, var)| self.reach(var));
    }

    /// Adds a definition of the built-in library that is expanded.
    pub(crate) fn define(&mut self, order: usize, var: Var, exp: Exp) {
        self.library.push((order, Form::Define(var, exp)));
    }
}
