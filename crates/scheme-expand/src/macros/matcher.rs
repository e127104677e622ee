//! `syntax-rules`: whether a form has the shape of a pattern.

use super::{Match, Matches, Rules};
use crate::expand::Expander;
use crate::scope::ScopeId;
use crate::stx::{Ident, Node, Stx, StxKind};
use rustc_hash::FxHashMap;
use std::cell::Cell;

/// Compares forms with patterns.
pub(super) struct Matcher<'m, 'e> {
    pub(super) cx: &'m Expander<'e>,
    pub(super) rules: &'m Rules,
    /// The scope of the use.
    pub(super) scope: ScopeId,
    /// The pieces of syntax that were looked at.
    pub(super) nodes: Cell<usize>,
}

impl Matcher<'_, '_> {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "all other syntax is refused, or handled alike"
    )]
    fn matches(&self, pattern: &Stx, stx: &Stx, found: &mut Matches) -> bool {
        self.nodes.update(|nodes| nodes + 1);
        match &pattern.kind {
            StxKind::Ident(ident) if self.rules.literals.contains(ident) => {
                stx.ident().is_some_and(|other| {
                    self.cx.same_meaning((*ident, self.rules.scope), (other, self.scope))
                })
            }
            StxKind::Ident(ident) => {
                if !self.cx.is_underscore(*ident) {
                    found.insert(*ident, Match::One(stx.clone()));
                }
                true
            }
            StxKind::List(parts) => match &stx.kind {
                StxKind::List(given) => self.list((parts, None), (given, None), found),
                StxKind::Dotted(given, tail) => {
                    self.list((parts, None), (given, Some(tail)), found)
                }
                StxKind::Ident(_) | StxKind::Vector(_) | StxKind::Atom(_) => false,
            },
            StxKind::Dotted(parts, tail) => match &stx.kind {
                StxKind::List(given) => self.list((parts, Some(tail)), (given, None), found),
                StxKind::Dotted(given, end) => {
                    self.list((parts, Some(tail)), (given, Some(end)), found)
                }
                StxKind::Ident(_) | StxKind::Vector(_) | StxKind::Atom(_) => false,
            },
            StxKind::Vector(parts) => match &stx.kind {
                StxKind::Vector(given) => self.list((parts, None), (given, None), found),
                _ => false,
            },
            StxKind::Atom(datum) => match &stx.kind {
                StxKind::Atom(given) => datum == given,
                _ => false,
            },
        }
    }

    /// Compares the elements of lists, and what stands behind their dots.
    pub(super) fn list(
        &self,
        (pattern, pattern_tail): (&[Stx], Option<&Stx>),
        (given, given_tail): (&[Stx], Option<&Stx>),
        found: &mut Matches,
    ) -> bool {
        let dots = pattern.iter().position(|part| self.cx.is_ellipsis(self.rules, part));
        let after = match dots {
            Some(at) => {
                let fixed = pattern.len() - 2;
                let Some(count) = given.len().checked_sub(fixed) else { return false };
                if !self.each(&pattern[..at - 1], &given[..at - 1], found) {
                    return false;
                }
                let rest = at - 1 + count;
                if !self.repeated(&pattern[at - 1], &given[at - 1..rest], found) {
                    return false;
                }
                if !self.each(&pattern[at + 1..], &given[rest..], found) {
                    return false;
                }
                given.len()
            }
            None => {
                if given.len() < pattern.len() {
                    return false;
                }
                if !self.each(pattern, &given[..pattern.len()], found) {
                    return false;
                }
                pattern.len()
            }
        };
        let left = &given[after..];
        self.nodes.update(|nodes| nodes + left.len());
        match (pattern_tail, given_tail) {
            (None, None) => left.is_empty(),
            (None, Some(_)) => false,
            (Some(tail), None) => {
                let place = left.first().map_or(tail.place, |first| first.place);
                self.matches(tail, &Node::new(StxKind::List(left.to_vec()), place), found)
            }
            (Some(tail), Some(end)) if left.is_empty() => self.matches(tail, end, found),
            (Some(tail), Some(end)) => {
                let kind = StxKind::Dotted(left.to_vec(), end.clone());
                self.matches(tail, &Node::new(kind, left[0].place), found)
            }
        }
    }

    fn each(&self, patterns: &[Stx], given: &[Stx], found: &mut Matches) -> bool {
        patterns.iter().zip(given).all(|(pattern, stx)| self.matches(pattern, stx, found))
    }

    /// Compares forms with a pattern, and gives each of its variables what it found in each.
    fn repeated(&self, pattern: &Stx, given: &[Stx], found: &mut Matches) -> bool {
        let mut names = FxHashMap::default();
        self.names(pattern, 1, &mut names);
        let mut columns: Vec<(Ident, usize, Vec<Match>)> = names
            .into_iter()
            .map(|(name, levels)| (name, levels, Vec::with_capacity(given.len())))
            .collect();
        let mut round = Matches::default();
        for stx in given {
            if !self.matches(pattern, stx, &mut round) {
                return false;
            }
            columns.iter_mut().for_each(|(name, _, column)| column.extend(round.remove(name)));
        }
        for (name, levels, column) in columns {
            found.insert(name, Match::Many(column.into(), levels));
        }
        true
    }

    /// The variables of a pattern, and how many ellipses each is under.
    fn names(&self, pattern: &Stx, levels: usize, found: &mut FxHashMap<Ident, usize>) {
        match &pattern.kind {
            StxKind::Ident(ident) => {
                let is_variable = !self.rules.literals.contains(ident)
                    && !self.cx.is_underscore(*ident)
                    && !self.cx.is_ellipsis(self.rules, pattern);
                if is_variable {
                    found.insert(*ident, levels);
                }
            }
            StxKind::List(parts) | StxKind::Vector(parts) | StxKind::Dotted(parts, _) => {
                for (at, part) in parts.iter().enumerate() {
                    let next = parts.get(at + 1);
                    let dots = next.is_some_and(|next| self.cx.is_ellipsis(self.rules, next));
                    self.names(part, levels + usize::from(dots), found);
                }
                if let StxKind::Dotted(_, tail) = &pattern.kind {
                    self.names(tail, levels, found);
                }
            }
            StxKind::Atom(_) => {}
        }
    }
}
