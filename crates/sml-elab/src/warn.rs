//! Warnings: values that matches miss, rules that are never reached, types that are not determined.

use super::Elab;
use crate::core::{Clause, Loc, Node, Pat, Rule, VarInfo};
use crate::matching::{Analysis, analyse};
use diag::Diagnostic;

/// All warnings: name and meaning.
pub const WARNINGS: &[(&str, &str)] = &[
    ("non-exhaustive-match", "A match or function misses values; Match is raised then."),
    ("non-exhaustive-binding", "The pattern of a val misses values; Bind is raised then."),
    ("redundant-match", "A rule or clause is never reached."),
    ("undetermined-type", "Nothing says which type a value has that is computed."),
    ("unknown-annotation", "An annotation of an .mlb file means nothing to Kont."),
    ("missing-member", "What a project lists under a condition is not there."),
];

/// The construct that a match belongs to.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Match {
    /// `case` or `fn`: a value that no rule fits raises `Match`.
    Rules,
    /// A `case` that is the right side of another match's rule, without
    /// parentheses: it takes all rules that follow.
    InRule(Loc),
    /// `handle`: an exception that no rule fits is raised again.
    Handler,
}

impl Elab {
    /// True where matches are examined: in the user's text, when it is elaborated for the
    /// first time, unless an error may have removed patterns or no structure matches the
    /// parameter of the functor at hand.
    fn examines(&self) -> bool {
        let is_sound = !self.messages.is_wrong() && !self.expansion.is_impossible;
        is_sound && !self.messages.is_quiet() && !self.place.in_library
    }

    /// Warns about a match. The message about missing values is placed at `loc`.
    pub(crate) fn analyse_rules(&mut self, rules: &[Rule], loc: Loc, kind: Match) {
        if !self.examines() {
            return;
        }
        let rows: Vec<Vec<&Pat>> = rules.iter().map(|rule| vec![&rule.pat]).collect();
        let mut found = analyse(&self.core.program, &rows);
        if kind == Match::Handler {
            found.missing = None;
        }
        let locs: Vec<Loc> = rules.iter().map(|rule| rule.pat.loc).collect();
        self.warn_match(found, loc, &locs, "match", kind);
    }

    /// Warns about the clauses of a function, whose name stands at `loc`.
    pub(crate) fn analyse_clauses(&mut self, clauses: &[Clause], loc: Loc) {
        if !self.examines() {
            return;
        }
        let rows: Vec<Vec<&Pat>> =
            clauses.iter().map(|clause| clause.pats.iter().collect()).collect();
        let found = analyse(&self.core.program, &rows);
        let locs: Vec<Loc> = clauses.iter().filter_map(clause_loc).collect();
        self.warn_match(found, loc, &locs, "function", Match::Rules);
    }

    /// Warns about the pattern of a `val`.
    pub(crate) fn analyse_binding(&mut self, pat: &Pat) {
        if !self.examines() {
            return;
        }
        let found = analyse(&self.core.program, &[vec![pat]]);
        let Some(missing) = found.missing else { return };
        let loc = pat.loc;
        self.report(
            Diagnostic::warning("the binding may fail")
                .at(loc.source, loc.span, format!("this does not fit `{}`", missing.join(" ")))
                .hint("`Bind` is raised then; `case` can say what is to happen")
                .code("non-exhaustive-binding"),
        );
    }

    /// Warns about a variable whose type nothing determines.
    pub(crate) fn undetermined(&mut self, info: &VarInfo) {
        let (name, ty) = (self.core.text(info.name), self.show(info.ty));
        // What has any type never gives a value: `raise E;`, `OS.Process.exit status;`.
        if &*name == "it" && matches!(self.core.head_node(info.ty), Node::Meta(_)) {
            return;
        }
        self.report(
            Diagnostic::warning("the type is not determined")
                .at(
                    info.loc.source,
                    info.loc.span,
                    format!("`{name}` is {ty}, computed, so of one type only"),
                )
                .hint("write a type, or make it a function")
                .code("undetermined-type"),
        );
    }

    fn warn_match(&mut self, found: Analysis, loc: Loc, rules: &[Loc], what: &str, kind: Match) {
        if let Some(missing) = found.missing {
            let missing = missing.join(" ");
            self.report(
                Diagnostic::warning(format!("the {what} is not exhaustive"))
                    .at(loc.source, loc.span, format!("`{missing}` is missed"))
                    .hint("`Match` is raised then")
                    .code("non-exhaustive-match"),
            );
        }
        for rule in found.redundant {
            let loc = rules[rule];
            let mut warning = Diagnostic::warning("redundant rule")
                .at(loc.source, loc.span, "this is never reached: rules before it take all it fits")
                .code("redundant-match");
            if let Match::InRule(Loc { source, span }) = kind {
                let word = base::Span::new(span.start, span.start + "case".len());
                warning = warning
                    .also(source, word, "it is a rule of this `case`")
                    .hint("in parentheses, the inner `case` leaves it to the match around it");
            }
            self.report(warning);
        }
    }
}

/// The place of all patterns of a clause.
fn clause_loc(clause: &Clause) -> Option<Loc> {
    let (first, last) = (clause.pats.first()?, clause.pats.last()?);
    let span = base::Span::new(first.loc.span.start, last.loc.span.end);
    Some(Loc { source: first.loc.source, span })
}
