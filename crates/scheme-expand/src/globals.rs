//! Global variables, and which of them the program reaches.
//!
//! The definitions of the built-in library are expanded when something reaches them, so that a
//! program pays for what it uses alone.

use crate::core::{Exp, Form, Var};
use crate::scope::ScopeId;
use crate::stx::{Ident, Stx};
use base::Name;
use rustc_hash::{FxHashMap, FxHashSet};

/// The value of a definition, as it is written.
#[derive(Clone)]
pub(crate) enum Rhs {
    /// An expression.
    Exp(Stx),
    /// `(define (f . formals) body ...)`
    Lambda(Name, Stx, Vec<Stx>),
}

/// A definition of the built-in library.
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
    queued: FxHashSet<Var>,
}

impl Globals {
    /// Notes that the program reaches a variable.
    pub(crate) fn reach(&mut self, var: Var) {
        if self.pending.contains_key(&var) && self.queued.insert(var) {
            self.reached.push(var);
        }
    }

    /// Adds a definition of the built-in library that is expanded.
    pub(crate) fn define(&mut self, order: usize, var: Var, exp: Exp) {
        self.library.push((order, Form::Define(var, exp)));
    }
}
