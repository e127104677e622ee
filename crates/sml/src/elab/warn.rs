//! Where matches are examined: what they miss, and what is never reached.

use super::Elab;
use crate::core::{Clause, Loc, Pat, Rule};

impl Elab {
    /// A match: `fn`, `case` or `handle`.
    pub(crate) fn analyse_rules(&mut self, rules: &[Rule], loc: Loc, handler: bool) {
        let _ = (rules, loc, handler);
    }

    /// The clauses of a function.
    pub(crate) fn analyse_clauses(&mut self, clauses: &[Clause], loc: Loc) {
        let _ = (clauses, loc);
    }

    /// The pattern of a `val`.
    pub(crate) fn analyse_binding(&mut self, pat: &Pat, loc: Loc) {
        let _ = (pat, loc);
    }
}
