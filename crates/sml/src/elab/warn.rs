//! Where matches are examined: what they miss, and what is never reached.

use super::Elab;
use super::near::nearest;
use crate::core::{Clause, Loc, Pat, PatKind, Rule};
use crate::matching::{self, Analysis};
use diag::Diagnostic;

impl Elab {
    /// A match: `fn`, `case` or `handle`; a handler raises again what it does not fit.
    pub(crate) fn analyse_rules(&mut self, rules: &[Rule], loc: Loc, handler: bool) {
        let rows = || rules.iter().map(|rule| vec![&rule.pat]).collect();
        let Some((rows, analysis)) = self.analysed(rows) else { return };
        self.report_redundant(&rows, &analysis);
        if !handler {
            self.report_missing_values(analysis, "match is not exhaustive", loc, false);
        }
    }

    /// The clauses of a function.
    pub(crate) fn analyse_clauses(&mut self, clauses: &[Clause], loc: Loc) {
        let rows = || clauses.iter().map(|clause| clause.pats.iter().collect()).collect();
        let Some((rows, analysis)) = self.analysed(rows) else { return };
        self.report_redundant(&rows, &analysis);
        self.report_missing_values(analysis, "match is not exhaustive", loc, false);
    }

    /// The pattern of a `val`.
    pub(crate) fn analyse_binding(&mut self, pat: &Pat, loc: Loc) {
        let _ = loc;
        let Some((_, analysis)) = self.analysed(|| vec![vec![pat]]) else { return };
        self.report_missing_values(analysis, "this binding may fail", pat.loc, true);
    }

    /// What is wrong with a match, if anyone wants to know: nobody does in library text,
    /// or behind errors.
    fn analysed<'r>(
        &self,
        rows: impl FnOnce() -> Vec<Vec<&'r Pat>>,
    ) -> Option<(Vec<Vec<&'r Pat>>, Analysis)> {
        if self.is_quiet() || self.in_library || self.errors > 0 {
            return None;
        }
        let rows = rows();
        let analysis = matching::analyse(&self.program, &rows);
        Some((rows, analysis))
    }

    fn report_missing_values(&mut self, found: Analysis, title: &str, loc: Loc, binding: bool) {
        let Some(missing) = found.missing else { return };
        let label = format!("not matched: `{}`", missing.join(" "));
        let code = if binding { "non-exhaustive-binding" } else { "non-exhaustive-match" };
        let warning = Diagnostic::warning(title).at(loc.source, loc.span, label).code(code);
        self.report_once(warning);
    }

    fn report_redundant(&mut self, rows: &[Vec<&Pat>], found: &Analysis) {
        for &rule in &found.redundant {
            let (Some(first), Some(last)) = (rows[rule].first(), rows[rule].last()) else {
                continue;
            };
            let mut span = first.loc.span;
            span.end = last.loc.span.end;
            let mut warning = Diagnostic::warning("this rule is never used")
                .at(first.loc.source, span, "all values are matched before")
                .code("redundant-match");
            // A variable that fits everything is often a misspelt constructor.
            let all = rows[..rule].iter().find(|row| row.iter().all(|pat| fits_all(pat)));
            if let Some([pat]) = all.map(Vec::as_slice) {
                warning = self.with_catch_all(warning, pat);
            }
            self.report_once(warning);
        }
    }

    /// The warning with the pattern that fits everything before.
    fn with_catch_all(&self, warning: Diagnostic, pat: &Pat) -> Diagnostic {
        let PatKind::Var(var) = pat.kind else {
            return warning.also(pat.loc.source, pat.loc.span, "this matches everything");
        };
        let name = self.text(self.program.vars[var].name);
        let label = format!("`{name}` is a variable here and matches every {}", self.show(pat.ty));
        let warning = warning.also(pat.loc.source, pat.loc.span, label);
        let constructors = matching::constructors_of(&self.program, pat.ty);
        let names = constructors.iter().map(|constructor| constructor.name);
        match nearest(&self.program.names, &name, names) {
            Some(near) => warning.hint(format!("did you mean the constructor `{near}`?")),
            None => warning,
        }
    }

    /// Reports what an application of a functor may have reported before.
    fn report_once(&mut self, warning: Diagnostic) {
        let known = self
            .diagnostics
            .iter()
            .rev()
            .any(|other| other.code == warning.code && other.primary == warning.primary);
        if !known {
            self.report(warning);
        }
    }
}

/// Is it a variable or `_`?
fn fits_all(pat: &Pat) -> bool {
    matches!(pat.kind, PatKind::Wild | PatKind::Var(_))
}
