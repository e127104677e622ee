//! The text around an error that explains it: names that are declared further below, a `;` that
//! ended a function, lines that go on with the declaration before them.

use super::basis::Namespace;
use super::{Core, Elab, foreign};
use crate::core::{Node, Ty};
use base::Span;
use diag::{Diagnostic, SourceId};
use sml_syntax::ast::{Dec, DecKind, Exp, ExpKind, Ident, Lit, Pat, PatKind};
use sml_syntax::names::{Names, Sym};
use sml_syntax::parse::{Looks, Stray};

/// Facts about the file at hand and the text around the place, for hints.
#[derive(Default)]
pub(crate) struct Clues {
    /// The number of errors of the file among the diagnostics.
    pub(crate) shown_errors: usize,
    /// Variables of the `val`s around here that are functions and not in scope yet.
    pub(crate) being_bound: Vec<Sym>,
    /// The names that the declarations that follow, here and around, bind, the nearest last;
    /// true for functions.
    later: Vec<(Sym, bool)>,
    /// The variables of the function that a `;` ended before the expression at hand.
    ended: Vec<Sym>,
    /// Lines that go on with a declaration; true if a message has explained one that ends there.
    strays: Vec<(Stray, bool)>,
    /// The file.
    source: Option<SourceId>,
    /// Names that nothing binds there.
    pub(crate) unknown: Vec<(Namespace, Sym)>,
    /// Operators of other languages in it, which are arguments by our grammar.
    operators: Vec<Span>,
}

impl Clues {
    /// Begins a file; errors in these lines of it get hints.
    pub(crate) fn look_at(&mut self, source: SourceId, strays: Vec<Stray>) {
        self.strays = strays.into_iter().map(|stray| (stray, false)).collect();
        self.source = Some(source);
    }

    /// Notes that declarations will follow; gives the argument for [`Clues::forget`].
    pub(crate) fn expect(&mut self, decs: &[Dec]) -> usize {
        let before = self.later.len();
        decs.iter().rev().for_each(|dec| each_bound(dec, |bound| self.later.push(bound)));
        before
    }

    /// Notes that the next of the expected declarations is here.
    pub(crate) fn arrive(&mut self, dec: &Dec) {
        each_bound(dec, |_| {
            self.later.pop();
        });
    }

    /// Notes that no more of the expected declarations follow.
    pub(crate) fn forget(&mut self, before: usize) {
        self.later.truncate(before);
    }

    /// Notes the declarations of a file before the one at hand.
    pub(crate) fn behind(&mut self, decs: &[Dec], dec: &Dec) {
        self.ended.clear();
        if !matches!(dec.kind, DecKind::Exp(_)) {
            return;
        }
        let mut before = decs.iter().rev();
        let function = before.find(|dec| !matches!(dec.kind, DecKind::Exp(_) | DecKind::Semi));
        if let Some(Dec { kind: DecKind::Fun(_, binds), .. }) = function {
            let clauses = binds.last().and_then(|bind| bind.clauses.last());
            clauses
                .into_iter()
                .flat_map(|c| &c.pats)
                .for_each(|pat| each_name(pat, &mut self.ended));
        }
    }

    /// An error with a hint about the line that it is in, if that goes on with the
    /// declaration before it; none, if another message has explained the line.
    pub(crate) fn with_stray(&mut self, error: Diagnostic, names: &Names) -> Option<Diagnostic> {
        let labels = error.primary.iter().chain(&error.others);
        let mut found: Option<usize> = None;
        for label in labels.filter(|label| Some(label.source) == self.source) {
            let (at, end) = (label.span.start, label.span.end);
            if self.operators.iter().any(|op| at < op.start && op.end <= end) {
                return None;
            }
            let inside = |stray: &Stray| stray.span.start <= at && at < stray.span.end;
            let strays = self.strays.iter();
            found = found.or_else(|| strays.clone().rposition(|(stray, _)| inside(stray)));
        }
        let Some(found) = found else { return Some(error) };
        let (stray, said) = self.strays[found];
        if said {
            return None;
        }
        for (other, said) in &mut self.strays {
            *said |= other.span.end == stray.span.end;
        }
        let begins = Span::new(stray.span.start, stray.span.start + 1);
        Some(match stray.looks {
            Looks::Clause => Diagnostic::error("a clause without `|`")
                .at(
                    error.primary.as_ref()?.source,
                    begins,
                    "this goes on with the clause before it",
                )
                .hint("clauses of a function are separated by `|`"),
            Looks::Value => error.hint("a value is declared with `val`"),
            Looks::Function => error.hint("a function is declared with `fun`"),
            Looks::Assignment(name) => error.hint(format!(
                "this line goes on with the declaration before it; to assign, write \
                 `val () = {0} := ...`, where `{0}` is a ref: `val {0} = ref ...`",
                names.text(name)
            )),
            Looks::Expression => error.hint(
                "this line goes on with what stands before it; to evaluate it by itself, write \
                 `val _ = ...`, or put a `;` before it at the top of a file",
            ),
        })
    }
}

impl Elab {
    /// The hint for a name that is unknown here, if the text around explains it.
    pub(crate) fn scope_hint(&self, name: Sym) -> Option<String> {
        let text = self.core.text(name);
        if self.messages.clues.ended.contains(&name) {
            return Some(format!(
                "`{text}` is known in the function before the `;` only; several expressions in \
                 a function need parentheses: `(a; b)`"
            ));
        }
        let later = self.messages.clues.later.iter().rev().find(|(later, _)| *later == name)?;
        Some(if later.1 && self.place.nesting > 0 {
            format!(
                "`{text}` is declared further below: functions that use one another are declared \
                 together, `fun ... and {text} ...`; else put it first"
            )
        } else {
            format!("`{text}` is declared further below: put it first")
        })
    }

    /// Notes an operator of another language. It is a variable here, so the text around it
    /// becomes one application.
    pub(crate) fn note_operator(&mut self, ident: Ident) {
        if foreign::is_operator(&self.core.text(ident.name)) {
            self.messages.clues.operators.push(ident.span);
        }
    }

    /// True of `f -2`, where `f` is a function, which is reported.
    pub(crate) fn is_negated(&mut self, left: &Exp, ty: Ty, op: Ident, right: &Exp) -> bool {
        let prefix = left.span.end < op.span.start && op.span.end == right.span.start;
        let function = matches!(self.core.head_node(ty), Node::Arrow(..));
        if !prefix || !function || &*self.core.text(op.name) != "-" {
            return false;
        }
        let shown = self.show(ty);
        let argument = match self.core.brief(right) {
            Some(text) => format!("~{text}"),
            None => "~(...)".to_string(),
        };
        let call = match self.core.brief(left) {
            Some(text) if matches!(right.kind, ExpKind::Lit(_)) => format!("`{text} {argument}`"),
            Some(text) => format!("`{text} ({argument})`"),
            None => format!("`{argument}`"),
        };
        self.report(
            Diagnostic::error("operand of the wrong type")
                .at(self.place.source, left.span, format!("this is {shown}"))
                .also(self.place.source, op.span, "`-` subtracts")
                .hint(format!("a minus sign before a number is `~`: {call}")),
        );
        true
    }
}

impl Core {
    /// The text of a variable or an integer.
    pub(crate) fn brief(&self, exp: &Exp) -> Option<String> {
        if let ExpKind::Var(id) = &exp.kind {
            return Some(self.long_text(id));
        }
        let ExpKind::Lit(Lit::Int(n)) = &exp.kind else { return None };
        Some(n.to_string().replace('-', "~"))
    }
}

/// The names that a `val` or `fun` binds; true for functions.
fn each_bound(dec: &Dec, mut found: impl FnMut((Sym, bool))) {
    if let DecKind::Fun(_, binds) = &dec.kind {
        let clauses = binds.iter().filter_map(|bind| bind.clauses.first());
        clauses.for_each(|clause| found((clause.name.name, true)));
    }
    let DecKind::Val(_, binds) = &dec.kind else { return };
    for bind in binds {
        if let PatKind::Id(id) = &bind.pat.kind {
            found((id.id.name, matches!(bind.exp.kind, ExpKind::Fn(_))));
        }
    }
}

/// The names in a pattern.
pub(crate) fn each_name(pat: &Pat, names: &mut Vec<Sym>) {
    match &pat.kind {
        PatKind::Id(id) if id.path.is_empty() => names.push(id.id.name),
        PatKind::Id(_) | PatKind::Wild | PatKind::Lit(_) | PatKind::Error => {}
        PatKind::Record(fields, _) => fields.iter().for_each(|(_, pat)| each_name(pat, names)),
        PatKind::Tuple(pats) | PatKind::List(pats) | PatKind::Vector(pats) | PatKind::Or(pats) => {
            pats.iter().for_each(|pat| each_name(pat, names));
        }
        PatKind::Con(_, pat) | PatKind::Typed(pat, _) => each_name(pat, names),
        PatKind::Infix(left, _, right) => {
            each_name(left, names);
            each_name(right, names);
        }
        PatKind::As(name, _, pat) => {
            names.push(name.name);
            each_name(pat, names);
        }
    }
}
