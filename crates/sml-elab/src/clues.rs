//! What stands around an error and says what was meant: names that are declared further below,
//! a `;` that ended a function, lines that go on with the declaration before them.

use super::basis::Namespace;
use super::{Core, Elab, foreign};
use crate::core::{Node, Ty};
use base::Span;
use diag::{Diagnostic, SourceId};
use sml_syntax::ast::{Dec, DecKind, Exp, ExpKind, Ident, Pat, PatKind};
use sml_syntax::names::{Names, Sym};
use sml_syntax::parse::{Looks, Stray};

/// What is known about the file at hand and the text around the place.
#[derive(Default)]
pub(crate) struct Clues {
    /// How many errors of the file are among the diagnostics.
    pub(crate) shown_errors: usize,
    /// Variables of the `val`s around here that are functions and not in scope yet.
    pub(crate) being_bound: Vec<Sym>,
    /// What the declarations that follow, here and around, bind; the nearest last. Is it a
    /// function?
    later: Vec<(Sym, bool)>,
    /// The variables of the function that a `;` ended before the expression at hand.
    ended: Vec<Sym>,
    /// Lines of the file at hand, and whether one that ends there has been in a message.
    strays: Vec<(Stray, bool)>,
    /// The file.
    source: Option<SourceId>,
    /// Names that nothing binds there.
    pub(crate) unknown: Vec<(Namespace, Sym)>,
    /// Operators of other languages in it, which are read as arguments here.
    operators: Vec<Span>,
}

impl Clues {
    /// From now on, errors in these lines of a file get hints.
    pub(crate) fn look_at(&mut self, source: SourceId, strays: Vec<Stray>) {
        self.strays = strays.into_iter().map(|stray| (stray, false)).collect();
        self.source = Some(source);
    }

    /// Declarations will follow; gives what [`Clues::forget`] wants.
    pub(crate) fn expect(&mut self, decs: &[Dec]) -> usize {
        let before = self.later.len();
        decs.iter().rev().for_each(|dec| each_bound(dec, |bound| self.later.push(bound)));
        before
    }

    /// The next of the declarations that were expected is here.
    pub(crate) fn arrive(&mut self, dec: &Dec) {
        each_bound(dec, |_| {
            self.later.pop();
        });
    }

    /// No more of the declarations that were expected follow.
    pub(crate) fn forget(&mut self, before: usize) {
        self.later.truncate(before);
    }

    /// Of the declarations of a file, those before the one at hand.
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
    /// declaration before it; nothing, if what was misread has been said.
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
    /// Why a value's name is not known here, if the text around says it.
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

    /// Notes an operator of another language, which makes one application of what stands
    /// around it.
    pub(crate) fn note_operator(&mut self, ident: Ident) {
        if foreign::is_operator(&self.core.text(ident.name)) {
            self.messages.clues.operators.push(ident.span);
        }
    }

    /// `f -2`, where `f` is a function: a message, if that is so.
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
    /// The text of an expression of one word.
    pub(crate) fn brief(&self, exp: &Exp) -> Option<String> {
        match &exp.kind {
            ExpKind::Var(id) => Some(self.long_text(id)),
            ExpKind::Lit(sml_syntax::ast::Lit::Int(n)) => Some(n.to_string().replace('-', "~")),
            _ => None,
        }
    }
}

/// The values that a declaration binds, as far as the text says it, and whether each is a
/// function.
fn each_bound(dec: &Dec, mut found: impl FnMut((Sym, bool))) {
    match &dec.kind {
        DecKind::Fun(_, binds) => {
            let clauses = binds.iter().filter_map(|bind| bind.clauses.first());
            clauses.for_each(|clause| found((clause.name.name, true)));
        }
        DecKind::Val(_, binds) => {
            for bind in binds {
                if let PatKind::Id(id) = &bind.pat.kind {
                    found((id.id.name, matches!(bind.exp.kind, ExpKind::Fn(_))));
                }
            }
        }
        _ => {}
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
